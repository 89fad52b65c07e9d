//! `math.run`: runs one operation.

use std::time::Duration;

use catalog::Lookup;
use wire::json::{self, Limits};
use wire::{Class, Report, Tree};

use super::{Fields, RUN};
use crate::diagnostics::Diagnostic;
use crate::engine::{Call, Engine};
use crate::execute::Action;
use crate::face::{Arguments, Control, OutcomeKind, Reply};
use crate::protocol::errors_json;

pub(super) const INPUT: &str = r#"{
  "type": "object",
  "properties": {
    "operation_id": {"type": "string", "maxLength": 128, "description": "An exact id, as math.find gives it."},
    "payload": {"type": "object", "description": "The operation's input, by its input_schema."},
    "deadline_ms": {"type": "integer", "minimum": 1, "maximum": 600000, "description": "Stop after so long; may only lower the operation's own deadline."},
    "dry_run": {"type": "boolean", "default": false, "description": "Only say whether the request is admitted, and at what predicted cost."}
  },
  "required": ["operation_id", "payload"],
  "additionalProperties": false
}"#;

pub(super) const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "operation_id": {"type": "string"},
    "runtime_ms": {"type": "number", "description": "Time in the worker; the only clock in a reply."},
    "check": {"type": "string", "enum": ["exact", "random", "none"], "description": "How the answer was checked before it left."},
    "output": {"type": "object", "description": "The answer, by the operation's output_schema."},
    "admitted": {"type": "boolean"},
    "cost": {"type": "object"},
    "deadline_seconds": {"type": "number"}
  },
  "required": ["operation_id"]
}"#;

const ARGUMENTS: [&str; 4] = ["operation_id", "payload", "deadline_ms", "dry_run"];

/// Answers a call. `done` is called exactly once.
pub(crate) fn run(engine: &Engine, arguments: &Arguments, control: Control, done: impl FnOnce(Reply) + Send + 'static) {
    match admitted(engine, arguments, control) {
        Ok(call) => engine.perform(call, done),
        Err(reply) => done(reply),
    }
}

fn admitted(engine: &Engine, arguments: &Arguments, control: Control) -> Result<Call, Reply> {
    let mut fields = Fields::new(arguments, &ARGUMENTS);
    let id = fields.text("operation_id", 128);
    let deadline = fields.integer("deadline_ms", 1, 600_000).map(|ms| Duration::from_millis(ms as u64));
    let dry_run = fields.boolean("dry_run").unwrap_or(false);
    let payload = match fields.get("payload") {
        Some(Tree::Object(_)) => fields.get("payload").map(Tree::to_json),
        Some(Tree::Text(text)) => stringified(text, &mut fields.report),
        Some(other) => {
            let message = format!("expected an object, found {}", other.kind());
            fields.report.at("payload", |report| report.structure("wrong_type", message));
            None
        }
        None => None,
    };
    for (key, what) in
        [("operation_id", "an exact id, as math.find gives it"), ("payload", "the operation's input, an object")]
    {
        if fields.get(key).is_none() {
            let message = format!("this argument is required: {what}");
            fields.report.at(key, |report| report.structure("missing", message));
        }
    }
    if let Some(refusal) = fields.refusal(RUN) {
        return Err(refusal);
    }
    let (Some(id), Some(payload)) = (id, payload) else { unreachable!("a missing argument was refused") };
    let operation = match engine.catalog().lookup(id) {
        Lookup::Found(operation) => operation,
        unknown => return Err(unknown_operation(id, &unknown)),
    };
    let action = if dry_run { Action::Admit } else { Action::Run };
    Ok(Call { operation, action, payload: payload.into_bytes(), claimed: Vec::new(), deadline, control })
}

/// A payload that was sent as a JSON string which holds an object.
fn stringified(text: &str, report: &mut Report) -> Option<String> {
    let limits = Limits::default();
    report.at("payload", |report| match json::parse(text.as_bytes(), &limits) {
        Err(error) => {
            report.structure("wrong_type", format!("expected an object; this string does not hold one: {error}"));
            None
        }
        Ok(document) => {
            for violation in &document.violations {
                let message = violation.rule.message(&limits);
                report.add_at(violation.location.clone(), Class::Structure, violation.rule.code(), message);
            }
            match document.tree {
                Tree::Object(_) if document.violations.is_empty() => Some(document.tree.to_json()),
                Tree::Object(_) => None,
                other => {
                    report.structure("wrong_type", format!("expected an object; this string holds {}", other.kind()));
                    None
                }
            }
        }
    })
}

/// The refusal of an identifier that names no operation.
pub(crate) fn unknown_operation(id: &str, lookup: &Lookup) -> Reply {
    let diagnostic = |message: &str, hint: &str| {
        Diagnostic::new(OutcomeKind::Refused, "UNKNOWN_OPERATION", "operation_resolution", message)
            .text("operation_id", id)
            .text("hint", hint)
    };
    match lookup {
        Lookup::Retired(retired) => {
            let message = format!("this operation is retired; {} replaces it", retired.replacement);
            let hint = format!("use {}: {}", retired.replacement, retired.mapping);
            diagnostic(&message, &hint)
                .texts("suggestions", &[retired.replacement])
                .text("replacement", retired.replacement)
                .reply()
        }
        Lookup::Unknown(near) => diagnostic(
            "no operation has this id",
            "search with math.find, inspect the match, and use its exact operation_id",
        )
        .texts("suggestions", near)
        .members(&errors_json(&[], 0))
        .reply(),
        Lookup::Found(_) => unreachable!("the operation is known"),
    }
}
