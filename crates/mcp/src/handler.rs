//! What the protocol library asks of a server, tool calls aside: capabilities, lists, resources, completions.

use std::sync::Arc;

use engine::face::Product;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, Implementation, InitializeRequestParams, InitializeResult,
    JsonObject, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Reference, Resource, ResourceContents,
    ResourceTemplate, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer};
use wire::Tree;

use crate::{Options, ToolNames};

/// The library's view of the product. What cannot change while it runs is read once.
pub(crate) struct Handler {
    product: Arc<dyn Product>,
    config: ServerConfig,
    tools: Vec<Tool>,
}

impl Handler {
    /// A handler for `product`.
    pub(crate) fn new(product: Arc<dyn Product>, options: &Options) -> Handler {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_completions().build();
        let config = ServerConfig::new(capabilities)
            .with_server_info(Implementation::new(options.name.clone(), options.version.clone()))
            .with_instructions(product.instructions());
        let tools = product.tools().into_iter().map(|tool| listed(tool, options.tool_names)).collect();
        Handler { product, config, tools }
    }
}

/// The name under which a tool is listed.
pub(crate) fn listed_name(name: &str, names: ToolNames) -> String {
    match names {
        ToolNames::Dotted => name.to_owned(),
        ToolNames::Underscore => name.replace('.', "_"),
    }
}

fn listed(tool: engine::face::Tool, names: ToolNames) -> Tool {
    let annotations =
        ToolAnnotations::with_title(tool.title).read_only(true).destructive(false).idempotent(true).open_world(false);
    let mut listed = Tool::new(listed_name(tool.name, names), tool.description, schema(&tool.input_schema))
        .with_title(tool.title)
        .with_annotations(annotations);
    if let Some(output) = &tool.output_schema {
        listed = listed.with_raw_output_schema(schema(output));
    }
    listed
}

fn schema(tree: &Tree) -> Arc<JsonObject> {
    let read = serde_json::from_str(&tree.to_json());
    Arc::new(read.inspect_err(|error| tracing::error!(%error, "a tool's schema is no JSON object")).unwrap_or_default())
}

/// Every list is one page, so no cursor was ever given out.
fn first_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(cursor) if !cursor.is_empty() => {
            Err(ErrorData::invalid_params("unknown cursor: the list has one page, ask for it without a cursor", None))
        }
        _ => Ok(()),
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let result = self.negotiate_initialize(&request)?;
        // Later requests are shaped by what was agreed, not by what was asked for.
        request.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(request);
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        first_page(request)?;
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        first_page(request)?;
        let listed = |resource: engine::face::Resource| {
            Resource::new(resource.uri, resource.name)
                .with_description(resource.description)
                .with_mime_type(resource.mime_type)
        };
        Ok(ListResourcesResult::with_all_items(self.product.resources().into_iter().map(listed).collect()))
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        first_page(request)?;
        let listed = |template: engine::face::Resource| {
            ResourceTemplate::new(template.uri, template.name)
                .with_description(template.description)
                .with_mime_type(template.mime_type)
        };
        let templates = self.product.resource_templates().into_iter().map(listed).collect();
        Ok(ListResourceTemplatesResult::with_all_items(templates))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let (product, uri) = (self.product.clone(), request.uri.clone());
        let read = blocking(move || product.read_resource(&uri)).await?;
        let Some((text, mime_type)) = read else {
            let uri: String = request.uri.chars().take(300).collect();
            let message =
                format!("there is no resource {uri:?}; resources/list and resources/templates/list tell what there is");
            return Err(ErrorData::resource_not_found(message, Some(serde_json::json!({ "uri": uri }))));
        };
        let contents = ResourceContents::text(text, request.uri).with_mime_type(mime_type);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let Reference::Resource(reference) = request.r#ref else {
            return Err(ErrorData::invalid_params("there are no prompts: complete a ref/resource", None));
        };
        let argument = request.argument;
        let known =
            self.product.resource_templates().iter().any(|template| {
                template.uri == reference.uri && template.uri.contains(&format!("{{{}}}", argument.name))
            });
        if !known {
            let message =
                "there is no such template with such a placeholder; resources/templates/list tells what there is";
            return Err(ErrorData::invalid_params(message, None));
        }
        let product = self.product.clone();
        let (mut values, total) =
            blocking(move || product.complete(&reference.uri, &argument.name, &argument.value)).await?;
        values.truncate(CompletionInfo::MAX_VALUES);
        let more = total > values.len();
        CompletionInfo::with_pagination(values, u32::try_from(total).ok(), more)
            .map(CompleteResult::new)
            .map_err(|error| ErrorData::internal_error(error, None))
    }
}

/// Runs what may take a while off the thread on which the library runs.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ErrorData> {
    tokio::task::spawn_blocking(work).await.map_err(|_| {
        ErrorData::internal_error("the request ended without an answer; this is a fault of the server", None)
    })
}
