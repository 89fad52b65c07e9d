//! Operations as JSON, for searches, inspections, browsing and export.

use operation::{Operation, Runtime};
use wire::{Tree, Writer};

use crate::Catalog;
use crate::namespaces::Namespace;

fn texts(out: &mut Writer, texts: &[&str]) {
    out.begin_list();
    texts.iter().for_each(|text| out.text(text));
    out.end_list();
}

fn field(out: &mut Writer, key: &str, text: &str) {
    out.key(key);
    out.text(text);
}

fn runtimes(out: &mut Writer, runtimes: &[Runtime]) {
    out.key("runtime_requirements");
    out.begin_list();
    for runtime in runtimes {
        out.begin_object();
        field(out, "backend", runtime.name);
        field(out, "required_version", runtime.required_version);
        out.end_object();
    }
    out.end_list();
}

/// The description, with the bound that bites most often.
fn description(operation: &Operation) -> String {
    match operation.bounds.first() {
        Some(bound) => format!("{}\nBound: {bound}", operation.description),
        None => operation.description.to_owned(),
    }
}

/// An operation as a search shows it: enough to run it.
pub fn match_card(out: &mut Writer, operation: &Operation) {
    out.begin_object();
    field(out, "operation_id", operation.id);
    field(out, "title", operation.title);
    field(out, "description", &description(operation));
    out.key("tags");
    texts(out, operation.tags);
    runtimes(out, operation.runtimes);
    if let Some(example) = operation.examples.first() {
        out.key("example_payload");
        out.raw(example.input);
    }
    out.end_object();
}

/// The exact contract of an operation. What a reader needs first comes first: examples before schemas.
pub fn inspection_card(out: &mut Writer, operation: &Operation) {
    out.begin_object();
    field(out, "operation_id", operation.id);
    field(out, "title", operation.title);
    field(out, "description", operation.description);
    out.key("bounds");
    texts(out, operation.bounds);
    out.key("examples");
    out.begin_list();
    for example in operation.examples {
        out.begin_object();
        field(out, "name", example.name);
        field(out, "description", example.name);
        out.key("input");
        out.raw(example.input);
        out.key("output");
        out.raw(example.output);
        out.end_object();
    }
    out.end_list();
    out.key("input_schema");
    out.tree(&operation.input_schema());
    out.key("output_schema");
    out.tree(&operation.output_schema());
    out.key("read_only");
    out.boolean(true);
    out.key("tags");
    texts(out, operation.tags);
    runtimes(out, operation.runtimes);
    out.key("discovery_terms");
    texts(out, operation.words);
    out.key("operation_version");
    out.integer(i64::from(operation.version));
    out.end_object();
}

/// The exact export of operations.
pub fn bulk_export(operations: &[&'static Operation]) -> String {
    let mut out = Writer::new();
    out.begin_object();
    out.key("count");
    out.integer(operations.len() as i64);
    out.key("operations");
    out.begin_list();
    operations.iter().for_each(|operation| inspection_card(&mut out, operation));
    out.end_list();
    out.end_object();
    out.into_string()
}

/// All namespaces.
pub fn namespace_list(catalog: &Catalog) -> String {
    let mut out = Writer::new();
    out.begin_object();
    out.key("namespaces");
    out.begin_list();
    for namespace in catalog.namespaces() {
        out.tree(&Tree::from([
            ("namespace", Tree::from(namespace.name)),
            ("description", Tree::from(namespace.description)),
            ("count", Tree::from(namespace.operations.len() as i64)),
        ]));
    }
    out.end_list();
    out.end_object();
    out.into_string()
}

/// One namespace with a card for each of its operations.
pub fn namespace_page(namespace: &Namespace) -> String {
    let mut out = Writer::new();
    out.begin_object();
    field(&mut out, "namespace", namespace.name);
    field(&mut out, "description", namespace.description);
    out.key("count");
    out.integer(namespace.operations.len() as i64);
    out.key("operations");
    out.begin_list();
    for operation in &namespace.operations {
        out.begin_object();
        field(&mut out, "operation_id", operation.id);
        field(&mut out, "title", operation.title);
        runtimes(&mut out, operation.runtimes);
        out.end_object();
    }
    out.end_list();
    out.end_object();
    out.into_string()
}
