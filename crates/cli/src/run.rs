//! `run`.

use engine::face::Arguments;
use engine::tools::RUN;
use expression::Style;
use wire::Tree;
use wire::json::{Limits, parse};

use crate::arguments::Run;
use crate::output::{DIM, Exit, complain, for_people, line, styled};
use crate::progress::Bar;
use crate::render::render;
use crate::{Settings, batch, calls};

pub(crate) fn run(arguments: &Run, settings: &Settings) -> Exit {
    if arguments.batch {
        return batch::batch(arguments, settings);
    }
    let (Some(id), Ok(text)) = (&arguments.id, payload_text(arguments.payload.as_deref())) else { return Exit::Usage };
    let document = match parse(text.as_bytes(), &Limits::default()) {
        Ok(document) => document,
        Err(error) => {
            complain(&format!("the payload is {error}"));
            return Exit::Usage;
        }
    };
    let engine = match calls::engine(settings, Some(1)) {
        Ok(engine) => engine,
        Err(exit) => return exit,
    };
    let Arguments { tree, .. } = calls::arguments(vec![
        ("operation_id", Some(Tree::from(id.as_str()))),
        ("payload", Some(document.tree)),
        ("deadline_ms", arguments.deadline_ms.map(|ms| Tree::from(ms as i64))),
        ("dry_run", arguments.dry_run.then(|| Tree::from(true))),
    ]);
    let mut violations = document.violations;
    violations.iter_mut().for_each(|violation| violation.location.insert(0, "payload".into()));
    let people = for_people(arguments.form);
    let bar = if people { Bar::on_terminal() } else { None };
    let reply = calls::call(&engine, RUN, Arguments { tree, violations }, bar);
    let exit = Exit::of(&reply);
    if !people {
        line(&reply.json);
        return exit;
    }
    let style = if arguments.form.latex { Style::Latex } else { Style::Text };
    let tree = calls::parsed(&reply);
    match tree.get("output") {
        Some(output) => {
            line(&render(output, style).join("\n"));
            let word = |key| tree.get(key).map_or(String::new(), Tree::to_json);
            let check = tree.get("check").and_then(Tree::as_text).unwrap_or_default();
            complain(&styled(DIM, &format!("check: {check}, {} ms", word("runtime_ms"))));
        }
        None if reply.is_error => complain(&refusal(&tree)),
        None => line(&render(&tree, style).join("\n")),
    }
    exit
}

/// The text of a payload argument: JSON itself, `-` for standard input, `@file`.
fn payload_text(argument: Option<&str>) -> Result<String, ()> {
    let read = match argument {
        None => Ok("{}".to_owned()),
        Some("-") => std::io::read_to_string(std::io::stdin()),
        Some(text) => match text.strip_prefix('@') {
            Some(path) => std::fs::read_to_string(path),
            None => Ok(text.to_owned()),
        },
    };
    read.map_err(|error| complain(&format!("the payload could not be read: {error}")))
}

/// A diagnostic in words.
pub(crate) fn refusal(tree: &Tree) -> String {
    let text = |tree: &Tree, key| tree.get(key).and_then(Tree::as_text).unwrap_or_default().to_owned();
    let mut lines = vec![format!("{}: {}", text(tree, "code"), text(tree, "message"))];
    for error in tree.get("errors").and_then(Tree::as_list).unwrap_or_default() {
        let location = error.get("location").and_then(Tree::as_list).unwrap_or_default();
        let steps: Vec<String> =
            location.iter().map(|step| step.as_text().map_or_else(|| step.to_json(), str::to_owned)).collect();
        let place = if steps.is_empty() { "request".to_owned() } else { steps.join(".") };
        lines.push(format!("  {place}: {}", text(error, "message")));
    }
    if let Some(omitted) = tree.get("omitted_error_count").and_then(Tree::as_integer).filter(|omitted| *omitted > 0) {
        lines.push(format!("  and {omitted} more"));
    }
    let hint = text(tree, "hint");
    if !hint.is_empty() {
        lines.push(format!("  {hint}"));
    }
    lines.join("\n")
}
