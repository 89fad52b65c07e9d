//! `math.find`: matches a need against the catalog, or returns one operation's contract.

use catalog::{Catalog, Lookup, Mode, Search, inspection_card, match_card};
use operation::{Operation, RuntimeStatus};
use wire::{Class, Report, Writer};

use super::{FIND, Fields};
use crate::diagnostics::Diagnostic;
use crate::engine::Engine;
use crate::face::{Arguments, OutcomeKind, Reply};
use crate::protocol::errors_json;
use crate::runtime;

pub(super) const INPUT: &str = r#"{
  "type": "object",
  "properties": {
    "query": {"type": "string", "maxLength": 4096, "description": "A mathematical need, in any words."},
    "operation_id": {"type": "string", "maxLength": 128, "description": "Instead of query: the exact id of an operation."},
    "namespace": {"type": "string", "maxLength": 128, "description": "Only ids that begin with this segment, such as graph."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 20, "default": 10},
    "cursor": {"type": "string", "maxLength": 128, "description": "next_cursor of the same search."},
    "search_mode": {"type": "string", "enum": ["precise", "broad"], "default": "precise", "description": "broad: everything that shares a word."}
  },
  "additionalProperties": false
}"#;

pub(super) const OUTPUT: &str = r#"{
  "type": "object",
  "properties": {
    "kind": {"type": "string", "enum": ["matches", "operation", "error"]},
    "need": {"type": "string"},
    "namespace": {"type": ["string", "null"]},
    "search_mode": {"type": "string"},
    "matches": {"type": "array", "items": {"type": "object"}},
    "total_matches": {"type": "integer", "minimum": 0, "maximum": 1000000},
    "next_cursor": {"type": ["string", "null"]},
    "catalog_resource": {"type": "string"},
    "operation": {"type": "object"},
    "backend_availability": {"type": "array", "items": {"type": "object"}},
    "error": {"type": "object"}
  },
  "required": ["kind"]
}"#;

const CATALOG_RESOURCE: &str = "operation://catalog";
const ARGUMENTS: [&str; 6] = ["query", "operation_id", "namespace", "limit", "cursor", "search_mode"];

/// Answers a call. Nothing here takes long: no operation is run.
pub(crate) fn find(engine: &Engine, arguments: &Arguments) -> Reply {
    let mut fields = Fields::new(arguments, &ARGUMENTS);
    let query = fields.text("query", 4096);
    let id = fields.text("operation_id", 128).filter(|id| !id.is_empty());
    let namespace = fields.text("namespace", 128).filter(|name| !name.is_empty());
    let limit = fields.integer("limit", 1, 20);
    let cursor = fields.text("cursor", 128).filter(|cursor| !cursor.is_empty());
    let mode = match fields.text("search_mode", 16) {
        None | Some("precise" | "") => Mode::Precise,
        Some("broad") => Mode::Broad,
        Some(_) => {
            let message = "expected \"precise\" or \"broad\"";
            fields.report.at("search_mode", |report| report.structure("not_a_choice", message));
            Mode::Precise
        }
    };
    if let Some(refusal) = fields.refusal(FIND) {
        return refusal;
    }
    let searching = mode == Mode::Broad || namespace.is_some() || limit.is_some() || cursor.is_some();
    match (query.filter(|query| !query.trim().is_empty()), id) {
        (Some(query), None) => {
            let limit = limit.map_or(10, |limit| limit as usize);
            matches(engine.catalog(), &Search { query, namespace, mode, limit, cursor })
        }
        (None, Some(id)) if !searching => inspect(engine, id),
        (None, Some(_)) => undecided(
            "search_controls",
            "namespace, limit, cursor and search_mode belong to a search; beside operation_id they must be absent",
        ),
        (Some(_), Some(_)) => undecided("query_and_id", "give either query or operation_id, not both"),
        (None, None) => {
            undecided("neither", "give query (a mathematical need in words) or operation_id (one exact id)")
        }
    }
}

fn undecided(code: &'static str, message: &str) -> Reply {
    let mut report = Report::new();
    report.add(Class::Structure, code, message);
    let (problems, omitted) = report.into_problems();
    Diagnostic::new(OutcomeKind::Refused, "INVALID_REQUEST", "operation_discovery", message)
        .members(&errors_json(&problems, omitted))
        .text("hint", "search with {\"query\":\"...\"}, then inspect with {\"operation_id\":\"...\"}")
        .reply()
}

fn answer(out: Writer) -> Reply {
    Reply { json: out.into_string(), is_error: false, outcome: OutcomeKind::Answer }
}

fn matches(catalog: &Catalog, search: &Search) -> Reply {
    let Ok(found) = catalog.search(search) else {
        return not_found(
            "INVALID_CURSOR",
            "operation_discovery",
            "this cursor does not belong to this search",
            "restore the query, namespace and search_mode that gave the cursor, or start the new search without a cursor",
            &[],
        );
    };
    let mut out = Writer::new();
    out.begin_object();
    out.key("kind");
    out.text("matches");
    out.key("need");
    out.text(search.query);
    out.key("namespace");
    match search.namespace {
        Some(namespace) => out.text(namespace),
        None => out.null(),
    }
    out.key("search_mode");
    out.text(search.mode.word());
    out.key("matches");
    out.begin_list();
    found.hits.iter().for_each(|hit| match_card(&mut out, hit.operation));
    out.end_list();
    out.key("total_matches");
    out.integer(found.total as i64);
    out.key("next_cursor");
    match &found.next {
        Some(cursor) => out.text(cursor),
        None => out.null(),
    }
    out.key("catalog_resource");
    out.text(CATALOG_RESOURCE);
    out.end_object();
    answer(out)
}

/// An unknown identifier or a bad cursor is an answer of the search, not a tool error.
fn not_found(code: &str, stage: &str, message: &str, hint: &str, suggestions: &[&str]) -> Reply {
    let mut out = Writer::new();
    out.begin_object();
    out.key("kind");
    out.text("error");
    out.key("error");
    out.begin_object();
    for (key, text) in [("code", code), ("stage", stage), ("message", message), ("hint", hint)] {
        out.key(key);
        out.text(text);
    }
    out.key("suggestions");
    out.begin_list();
    suggestions.iter().for_each(|id| out.text(id));
    out.end_list();
    out.end_object();
    out.end_object();
    answer(out)
}

fn inspect(engine: &Engine, id: &str) -> Reply {
    let operation = match engine.catalog().lookup(id) {
        Lookup::Found(operation) => operation,
        Lookup::Retired(retired) => {
            let message = format!("{} is retired; use {}", retired.id, retired.replacement);
            let hint = format!("inspect {}. {}", retired.replacement, retired.mapping);
            return not_found("UNKNOWN_OPERATION", "operation_resolution", &message, &hint, &[retired.replacement]);
        }
        Lookup::Unknown(near) => {
            let hint = "search with query, then inspect the exact operation_id of a match";
            return not_found("UNKNOWN_OPERATION", "operation_resolution", "no operation has this id", hint, &near);
        }
    };
    let mut card = Writer::new();
    inspection_card(&mut card, operation);
    let mut out = Writer::new();
    out.begin_object();
    out.key("kind");
    out.text("operation");
    out.key("operation");
    out.raw(&card.into_string());
    out.key("execution");
    out.begin_object();
    out.key("default_deadline_seconds");
    out.integer(engine.deadline(operation, None).as_secs() as i64);
    out.key("max_deadline_seconds");
    out.integer(engine.config().max_deadline.as_secs() as i64);
    out.key("memory_bytes");
    out.integer(engine.config().memory as i64);
    out.end_object();
    out.key("operation_version");
    out.integer(i64::from(operation.version));
    out.key("backend_availability");
    availability(&mut out, operation);
    out.end_object();
    answer(out)
}

fn availability(out: &mut Writer, operation: &Operation) {
    out.begin_list();
    for runtime in operation.runtimes {
        let (word, version, detail) = match runtime::status(runtime) {
            RuntimeStatus::Available(version) => ("AVAILABLE", Some(version), String::new()),
            RuntimeStatus::Missing => ("MISSING", None, format!("{} was not found", runtime.program)),
            RuntimeStatus::Unsupported(version) => {
                ("UNSUPPORTED", Some(version), format!("at least {} is needed", runtime.required_version))
            }
            RuntimeStatus::CheckFailed(detail) => ("CHECK_FAILED", None, detail),
        };
        out.begin_object();
        for (key, text) in [("backend", runtime.name), ("status", word), ("required_version", runtime.required_version)]
        {
            out.key(key);
            out.text(text);
        }
        out.key("version");
        match &version {
            Some(version) => out.text(version),
            None => out.null(),
        }
        for (key, text) in [("detail", detail.as_str()), ("installation", runtime.installation)] {
            out.key(key);
            out.text(text);
        }
        out.end_object();
    }
    out.end_list();
}
