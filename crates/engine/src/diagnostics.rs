//! The JSON of refusals, stops and faults: one object, the same for every face.

use std::time::Duration;

use operation::{Operation, Resource};
use wire::{Tree, Writer};

use crate::face::{OutcomeKind, Reply};

/// A tool error under construction.
pub(crate) struct Diagnostic {
    out: Writer,
    outcome: OutcomeKind,
}

impl Diagnostic {
    pub(crate) fn new(outcome: OutcomeKind, code: &str, stage: &str, message: &str) -> Diagnostic {
        let mut diagnostic = Diagnostic { out: Writer::new(), outcome };
        diagnostic.out.begin_object();
        diagnostic.text("code", code).text("stage", stage).text("message", message)
    }

    pub(crate) fn text(mut self, key: &str, text: &str) -> Diagnostic {
        self.out.key(key);
        self.out.text(text);
        self
    }

    pub(crate) fn tree(mut self, key: &str, tree: &Tree) -> Diagnostic {
        self.out.key(key);
        self.out.tree(tree);
        self
    }

    pub(crate) fn texts(self, key: &str, texts: &[&str]) -> Diagnostic {
        self.tree(key, &Tree::List(texts.iter().map(|text| Tree::from(*text)).collect()))
    }

    pub(crate) fn seconds(mut self, key: &str, seconds: f64) -> Diagnostic {
        self.out.key(key);
        self.out.raw(&milliseconds_exact(seconds));
        self
    }

    /// Members that are already JSON, without braces.
    pub(crate) fn members(mut self, members: &str) -> Diagnostic {
        self.out.raw(members);
        self
    }

    /// Which operation, in which version.
    pub(crate) fn about(mut self, operation: &Operation) -> Diagnostic {
        self = self.text("operation_id", operation.id);
        self.out.key("operation_version");
        self.out.integer(i64::from(operation.version));
        self
    }

    pub(crate) fn reply(mut self) -> Reply {
        self.out.end_object();
        Reply { json: self.out.into_string(), is_error: true, outcome: self.outcome }
    }
}

/// A number of seconds with at most three decimals.
fn milliseconds_exact(seconds: f64) -> String {
    let text = format!("{seconds:.3}");
    match text.trim_end_matches('0') {
        whole if whole.ends_with('.') => whole.trim_end_matches('.').to_owned(),
        trimmed => trimmed.to_owned(),
    }
}

pub(crate) fn cancelled(operation: &Operation) -> Reply {
    Diagnostic::new(
        OutcomeKind::Stopped,
        "OPERATION_CANCELLED",
        "operation_execution",
        "the caller took the request back",
    )
    .about(operation)
    .reply()
}

/// How long a call was given and took.
pub(crate) struct Allowance {
    pub(crate) given: Duration,
    pub(crate) by_caller: bool,
    pub(crate) elapsed: Duration,
    pub(crate) maximum: Duration,
}

pub(crate) fn timeout(operation: &Operation, allowance: &Allowance, payload_sha256: &str) -> Reply {
    let given = allowance.given.as_secs_f64();
    let message = format!(
        "stopped after {given} s, before an answer was found; this says nothing about the answer. {}",
        if allowance.by_caller {
            "Allow more time with deadline_ms, or ask for less."
        } else {
            "Ask for less: a smaller or easier input."
        }
    );
    Diagnostic::new(OutcomeKind::Stopped, "OPERATION_TIMEOUT", "operation_execution", &message)
        .about(operation)
        .text("timeout_owner", if allowance.by_caller { "caller" } else { "operation" })
        .seconds("configured_seconds", given)
        .seconds("elapsed_seconds", allowance.elapsed.as_secs_f64())
        .seconds("maximum_seconds", allowance.maximum.as_secs_f64())
        .text("payload_sha256", payload_sha256)
        .reply()
}

pub(crate) fn exhausted(operation: &Operation, resource: Resource, bound: &str) -> Reply {
    let (message, hint) = match resource {
        Resource::Memory => ("the worker's memory ran out", "ask for a smaller computation"),
        Resource::Work => ("the operation's work budget ran out", "ask for a smaller or easier computation"),
        Resource::Output => ("the answer is larger than what may be delivered", "ask for a part of it"),
    };
    Diagnostic::new(
        OutcomeKind::Stopped,
        "RESOURCE_EXHAUSTED",
        "operation_execution",
        &format!("{message} (bound: {bound}); this says nothing about the answer"),
    )
    .about(operation)
    .text("resource", resource.word())
    .text("hint", hint)
    .reply()
}

/// The host has no capacity for the call.
pub(crate) fn busy(operation: &Operation, resource: &str, message: &str) -> Reply {
    Diagnostic::new(OutcomeKind::Stopped, "RESOURCE_EXHAUSTED", "delivery", message)
        .about(operation)
        .text("resource", resource)
        .text("hint", "try again when running calls have ended; nothing was computed")
        .reply()
}

/// A fault. What went wrong inside goes to the log, not to the caller.
pub(crate) fn failed(operation: &Operation, stage: &str, message: &str) -> Reply {
    Diagnostic::new(OutcomeKind::Fault, "OPERATION_FAILED", stage, message)
        .about(operation)
        .text("hint", "this is a fault of the program, not of the request; please report it with the request")
        .reply()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_short_and_exact() {
        for (seconds, text) in [(60.0, "60"), (0.25, "0.25"), (0.0, "0"), (1.0004, "1"), (600.0, "600"), (0.05, "0.05")]
        {
            assert_eq!(milliseconds_exact(seconds), text);
        }
    }
}
