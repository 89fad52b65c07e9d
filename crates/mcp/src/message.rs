//! One line taken apart: JSON-RPC 2.0, read strictly.

use std::sync::Arc;

use wire::json::{Limits, Rule, Violation, parse};
use wire::{Number, Step, Tree};

/// Nesting of a whole message, so that `params.arguments` itself may be nested as deep as a document on its own.
const LIMITS: Limits = Limits { depth: 66, number: 1000 };

/// Codes of JSON-RPC errors.
pub(crate) mod code {
    /// The text is not JSON.
    pub(crate) const PARSE: i32 = -32700;
    /// JSON, but no message that may stand here.
    pub(crate) const REQUEST: i32 = -32600;
    /// The parameters do not fit the method.
    pub(crate) const PARAMS: i32 = -32602;
    /// The server failed.
    pub(crate) const INTERNAL: i32 = -32603;
    /// Too many requests at one time.
    pub(crate) const BUSY: i32 = -32000;
}

/// A request id, as its JSON text: it goes back exactly as it came.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id(Arc<str>);

impl Id {
    /// The id that `tree` is: a string or an integer of any size.
    pub(crate) fn of(tree: &Tree) -> Option<Id> {
        let whole = match tree {
            Tree::Text(_) | Tree::Number(Number::Integer(_)) => true,
            Tree::Number(Number::Decimal(text)) => text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()),
            _ => false,
        };
        whole.then(|| Id(tree.to_json().into()))
    }

    /// Its JSON text.
    pub(crate) fn json(&self) -> &str {
        &self.0
    }
}

/// A well-formed message.
#[derive(Debug)]
pub(crate) enum Message {
    /// A request.
    Request(Request),
    /// A notification: nothing is ever answered to it.
    Notification {
        /// What it announces.
        method: String,
        /// Its parameters.
        params: Option<Tree>,
    },
    /// An answer to a request. This server asks nothing of clients.
    Response,
}

/// A request.
#[derive(Debug)]
pub(crate) struct Request {
    /// Its id.
    pub(crate) id: Id,
    /// Its method.
    pub(crate) method: String,
    /// Its parameters; `null` counts as none.
    pub(crate) params: Option<Tree>,
    /// Breaches of the strict rules inside `params.arguments` of a tool call, located from there.
    pub(crate) violations: Vec<Violation>,
}

/// What is answered to a message instead of a result.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The id, where it could be read.
    pub(crate) id: Option<Id>,
    /// The error's code.
    pub(crate) code: i32,
    /// What is wrong and what would be accepted.
    pub(crate) message: String,
}

impl Fault {
    fn request(id: Option<Id>, message: impl Into<String>) -> Fault {
        Fault { id, code: code::REQUEST, message: message.into() }
    }
}

/// Reads one line.
pub(crate) fn read(line: &[u8]) -> Result<Message, Fault> {
    let document = parse(line, &LIMITS).map_err(|error| Fault {
        id: error.members.iter().find(|(key, _)| key == "id").and_then(|(_, tree)| Id::of(tree)),
        code: code::PARSE,
        message: error.to_string(),
    })?;
    let mut tree = document.tree;
    if tree.as_object().is_none() {
        let hint = if tree.as_list().is_some() {
            "batches are not served: send each message on a line of its own"
        } else {
            "send a JSON object"
        };
        return Err(Fault::request(None, format!("the message is {}; {hint}", tree.kind())));
    }
    let answers = tree.get("result").is_some() || tree.get("error").is_some();
    let method = tree.take("method");
    // An error in answer to an answer could go back and forth for ever.
    if answers && method.is_none() {
        return Ok(Message::Response);
    }
    let sent_id = tree.take("id");
    let id = match &sent_id {
        // An id that breaks a rule was not read as it was sent.
        Some(_)
            if document.violations.iter().any(|violation| violation.location.first() == Some(&Step::from("id"))) =>
        {
            None
        }
        Some(sent) => Id::of(sent),
        None => None,
    };
    if let (Some(sent), None) = (&sent_id, &id) {
        return Err(Fault::request(None, format!("id is {}; it must be a string or an integer", described(sent))));
    }
    if tree.get("jsonrpc").and_then(Tree::as_text) != Some("2.0") {
        return Err(Fault::request(id, "jsonrpc must be \"2.0\""));
    }
    let method = match method {
        Some(Tree::Text(method)) => method,
        Some(other) => return Err(Fault::request(id, format!("method is {}; it must be a string", other.kind()))),
        None => return Err(Fault::request(id, "the message has neither method nor result nor error")),
    };
    if answers {
        return Err(Fault::request(
            id,
            "the message has a method and also a result or an error; it can be only one of them",
        ));
    }
    let violations = inside_arguments(document.violations, method == "tools/call")
        .map_err(|violation| Fault::request(id.clone(), breach(&violation)))?;
    let params = tree.take("params").filter(|params| *params != Tree::Null);
    Ok(match id {
        Some(id) => Message::Request(Request { id, method, params, violations }),
        None => Message::Notification { method, params },
    })
}

fn described(id: &Tree) -> &'static str {
    match id {
        Tree::Number(_) => "a number with a fraction, an exponent or thousands of digits",
        Tree::Text(_) => "a string with half of a surrogate pair, or stands twice",
        other => other.kind(),
    }
}

/// The violations located from `params.arguments`; the first that lies elsewhere is the error.
fn inside_arguments(violations: Vec<Violation>, tool_call: bool) -> Result<Vec<Violation>, Violation> {
    violations
        .into_iter()
        .map(|mut violation| {
            let path = &violation.location;
            let inside = tool_call && path.len() >= 2 && path[0] == "params".into() && path[1] == "arguments".into();
            // Two members `arguments` leave open which one is meant.
            if !inside || (path.len() == 2 && violation.rule == Rule::DuplicateKey) {
                return Err(violation);
            }
            violation.location.drain(..2);
            Ok(violation)
        })
        .collect()
}

fn breach(violation: &Violation) -> String {
    let path: Vec<String> =
        violation.location.iter().take(8).map(|step| step.to_string().chars().take(64).collect()).collect();
    let place = if path.is_empty() { "the message".to_owned() } else { path.join(".") };
    format!("{place}: {}", violation.rule.message(&LIMITS))
}
