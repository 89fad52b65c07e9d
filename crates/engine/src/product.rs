//! What faces serve: the tools, the resources, the instructions.

use std::time::Duration;

use catalog::{Catalog, Lookup, inspection_card, namespace_list, namespace_page};
use wire::Writer;

use crate::engine::Engine;
use crate::face::{Arguments, Control, Product, Reply, Resource, Tool};
use crate::tools::{self, FIND, RUN};

const JSON: &str = "application/json";
const COMPLETIONS: usize = 100;

/// What a client shows its model.
const INSTRUCTIONS: &str = "Jacaranda answers exact mathematics: integers of any size, rationals, polynomials, matrices, graphs, \
hypergraphs, combinatorics. Reach for it whenever an answer must be right: do not do arithmetic, factor, count, solve or decide by \
hand or in ad-hoc code when an operation exists.\n\
1. math.find {\"query\": \"a mathematical need in words\"} returns matching operations, each with an example payload.\n\
2. math.find {\"operation_id\": \"...\"} returns one operation's exact schemas, bounds and examples.\n\
3. math.run {\"operation_id\": \"...\", \"payload\": {...}} returns the checked, typed result.\n\
Results are exact and complete. A refusal says where the payload is wrong and what would be accepted: make the smallest correction \
and call again. A timeout, a refusal or an empty search never means that something is false or impossible.";

impl Product for Engine {
    fn instructions(&self) -> String {
        INSTRUCTIONS.to_owned()
    }

    fn tools(&self) -> Vec<Tool> {
        tools::tools()
    }

    fn call(&self, tool: &str, arguments: Arguments, control: Control, done: Box<dyn FnOnce(Reply) + Send>) -> bool {
        match tool {
            FIND => done(tools::find(self, &arguments)),
            RUN => tools::run(self, &arguments, control, done),
            _ => return false,
        }
        true
    }

    fn resources(&self) -> Vec<Resource> {
        vec![
            Resource {
                uri: "operation://catalog",
                name: "catalog",
                description: "Every operation with its exact contract.",
                mime_type: JSON,
            },
            Resource {
                uri: "operation://namespaces",
                name: "namespaces",
                description: "The namespaces of the catalog, with what each is about.",
                mime_type: JSON,
            },
        ]
    }

    fn resource_templates(&self) -> Vec<Resource> {
        vec![
            Resource {
                uri: "operation://namespace/{name}",
                name: "namespace",
                description: "The operations of one namespace, a line each.",
                mime_type: JSON,
            },
            Resource {
                uri: "operation://{operation_id}",
                name: "operation",
                description: "One operation's exact contract.",
                mime_type: JSON,
            },
        ]
    }

    fn read_resource(&self, uri: &str) -> Option<(String, &'static str)> {
        let catalog: &Catalog = self.catalog();
        let text = match uri.strip_prefix("operation://")? {
            "catalog" => catalog.export().to_owned(),
            "namespaces" => namespace_list(catalog),
            rest => match rest.strip_prefix("namespace/") {
                Some(name) => namespace_page(&catalog.namespace(name)?),
                None => match catalog.lookup(rest) {
                    Lookup::Found(operation) => {
                        let mut out = Writer::new();
                        inspection_card(&mut out, operation);
                        out.into_string()
                    }
                    _ => return None,
                },
            },
        };
        Some((text, JSON))
    }

    fn complete(&self, template: &str, placeholder: &str, prefix: &str) -> (Vec<String>, usize) {
        let catalog = self.catalog();
        let names: Vec<&str> = match (template, placeholder) {
            ("operation://namespace/{name}", "name") => {
                catalog.namespaces().iter().map(|namespace| namespace.name).collect()
            }
            ("operation://{operation_id}", "operation_id") => {
                catalog.operations().iter().map(|operation| operation.id).collect()
            }
            _ => Vec::new(),
        };
        let wanted = prefix.to_lowercase();
        let fitting = names.iter().filter(|name| name.starts_with(&wanted));
        let total = fitting.clone().count();
        (fitting.take(COMPLETIONS).map(ToString::to_string).collect(), total)
    }

    fn shutdown(&self, grace: Duration) {
        Engine::shutdown(self, grace);
    }
}
