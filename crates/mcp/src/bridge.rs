//! Between the wire and the protocol library: its transport, and requests in its types.

use std::convert::Infallible;
use std::sync::Arc;

use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, CompleteRequest, DiscoverRequest, ErrorCode, InitializeRequest,
    JsonRpcMessage, ListResourceTemplatesRequest, ListResourcesRequest, ListToolsRequest, PingRequest,
    ReadResourceRequest, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use rmcp::{ErrorData, RoleServer};
use serde::de::DeserializeOwned;
use tokio::sync::mpsc::UnboundedReceiver;
use wire::{Tree, Writer};

use crate::flight::{Flight, Serial};
use crate::message::Id;
use crate::outbox::Outgoing;

/// How much of a library message that quotes the client is repeated to it.
const QUOTED_CHARACTERS: usize = 300;

/// The library's transport. Requests carry serials instead of the client's ids.
pub(crate) struct Bridge {
    /// Requests for the library.
    pub(crate) requests: UnboundedReceiver<ClientJsonRpcMessage>,
    /// Where its answers go.
    pub(crate) flight: Arc<Flight>,
}

impl Transport<RoleServer> for Bridge {
    type Error = Infallible;

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = Result<(), Infallible>> + Send + 'static {
        let (serial, answered) = match item {
            JsonRpcMessage::Response(response) => {
                (Some(response.id), as_json(&response.result).map(|json| ("result", json)))
            }
            JsonRpcMessage::Error(error) => (error.id, as_json(&error.error).map(|json| ("error", json))),
            // The library has nothing to ask or to announce: no capability for that is declared.
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => (None, None),
        };
        if let (Some(RequestId::Number(serial)), Some((key, json))) = (serial, answered) {
            self.flight.answer(serial, |id| Outgoing::answer(&id, key, &json));
        }
        std::future::ready(Ok(()))
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.requests.recv().await
    }

    async fn close(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

fn as_json(answer: &impl serde::Serialize) -> Option<String> {
    serde_json::to_string(answer).inspect_err(|error| tracing::error!(%error, "an answer cannot be written")).ok()
}

/// The answer that is this error.
pub(crate) fn refusal(id: &Id, error: &ErrorData) -> Outgoing {
    Outgoing::answer(
        id,
        "error",
        &as_json(error).unwrap_or_else(|| "{\"code\":-32603,\"message\":\"internal error\"}".to_owned()),
    )
}

/// A request in the library's types, under `serial`.
///
/// # Errors
///
/// -32601 for a method that is not served, -32602 when the parameters do not fit it.
pub(crate) fn request(serial: Serial, method: &str, params: Option<&Tree>) -> Result<ClientJsonRpcMessage, ErrorData> {
    let decode = match method {
        "initialize" => typed::<InitializeRequest>,
        "ping" => typed::<PingRequest>,
        "server/discover" => typed::<DiscoverRequest>,
        "tools/list" => typed::<ListToolsRequest>,
        "resources/list" => typed::<ListResourcesRequest>,
        "resources/templates/list" => typed::<ListResourceTemplatesRequest>,
        "resources/read" => typed::<ReadResourceRequest>,
        "completion/complete" => typed::<CompleteRequest>,
        other => {
            let shown: String = other.chars().take(64).collect();
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method {shown:?}"), None));
        }
    };
    decode(method, params)
        .map(|request| ClientJsonRpcMessage::request(request, RequestId::Number(serial)))
        .map_err(|message| ErrorData::new(ErrorCode::INVALID_PARAMS, message, None))
}

fn typed<T>(method: &str, params: Option<&Tree>) -> Result<ClientRequest, String>
where
    T: DeserializeOwned + Into<ClientRequest>,
{
    if let Some(params) = params {
        check(params)?;
    }
    let mut writer = Writer::new();
    writer.begin_object();
    writer.key("method");
    writer.text(method);
    writer.key("params");
    match params {
        Some(params) => writer.tree(params),
        None => writer.raw("{}"),
    }
    writer.end_object();
    serde_json::from_str::<serde_json::Value>(&writer.into_string())
        .and_then(serde_json::from_value::<T>)
        .map(Into::into)
        .map_err(|error| format!("params do not fit {method}: {error}").chars().take(QUOTED_CHARACTERS).collect())
}

/// Checks what the library passes over in silence where parameters are optional.
fn check(params: &Tree) -> Result<(), String> {
    if params.as_object().is_none() {
        return Err(format!("params is {}; it must be an object", params.kind()));
    }
    match params.get("_meta") {
        None | Some(Tree::Null | Tree::Object(_)) => {}
        Some(other) => return Err(format!("params._meta is {}; it must be an object", other.kind())),
    }
    match params.get("cursor") {
        None | Some(Tree::Null | Tree::Text(_)) => Ok(()),
        Some(other) => Err(format!("params.cursor is {}; it must be a string", other.kind())),
    }
}
