//! Which revision a request speaks, and whether it may be made now.
//!
//! Revisions up to 2025-11-25 open with `initialize`. From 2026-07-28 on there is no opening: each request says in its
//! `_meta` which revision it speaks and what its client can do. One connection may see both.

use rmcp::ErrorData;
use rmcp::model::{ErrorCode, ProtocolVersion};
use wire::Tree;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// What a connection has agreed on so far.
#[derive(Debug, Default)]
pub(crate) struct Lifecycle {
    initialized: bool,
}

/// How results are shaped for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// As revisions up to 2025-11-25 have it.
    Plain,
    /// With `resultType`, as 2026-07-28 has it.
    Marked,
}

impl Lifecycle {
    /// A well-formed `initialize` was received. A second one agrees anew.
    pub(crate) fn open(&mut self) {
        self.initialized = true;
    }

    /// Admits a request or says why not.
    ///
    /// # Errors
    ///
    /// -32600 when nothing was agreed and the request does not name its revision, -32022 for a revision that is not
    /// served, -32602 when `_meta` lacks what its revision requires.
    pub(crate) fn admit(&self, method: &str, params: Option<&Tree>) -> Result<Shape, ErrorData> {
        // These may come before anything is agreed; the protocol library looks at their metadata.
        if matches!(method, "initialize" | "ping" | "server/discover") {
            return Ok(Shape::Plain);
        }
        let meta = params.and_then(|params| params.get("_meta"));
        let version = match meta.and_then(|meta| meta.get(VERSION)) {
            Some(Tree::Text(version)) => version,
            Some(other) => {
                return Err(invalid(format!("params._meta.{VERSION} is {}; it must be a string", other.kind())));
            }
            None if self.initialized => return Ok(Shape::Plain),
            None => {
                let message = format!(
                    "the session is not initialized: send initialize first, or name revision 2026-07-28 in params._meta.{VERSION}"
                );
                return Err(ErrorData::new(ErrorCode::INVALID_REQUEST, message, None));
            }
        };
        let Some(version) = ProtocolVersion::KNOWN_VERSIONS.iter().find(|known| known.as_str() == version) else {
            return Err(unserved(version));
        };
        let stateless = !version.has_initialize();
        let capabilities = meta.and_then(|meta| meta.get(CAPABILITIES));
        if (stateless || !self.initialized) && capabilities.and_then(Tree::as_object).is_none() {
            return Err(invalid(format!("params._meta.{CAPABILITIES} must be an object; {{}} will do")));
        }
        Ok(if stateless { Shape::Marked } else { Shape::Plain })
    }
}

fn invalid(message: String) -> ErrorData {
    ErrorData::new(ErrorCode::INVALID_PARAMS, message, None)
}

fn unserved(requested: &str) -> ErrorData {
    let shown: String = requested.chars().take(64).collect();
    let supported = ProtocolVersion::KNOWN_VERSIONS;
    ErrorData::new(
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        format!("protocol revision {shown:?} is not served; {} is the newest that is", ProtocolVersion::LATEST),
        Some(serde_json::json!({ "requested": shown, "supported": supported })),
    )
}
