//! `cargo xtask schema`: how contracts differ from the recorded ones, in words.

mod difference;

use std::io::Write;

use catalog::Catalog;
use operation::Operation;
use wire::Tree;

use crate::layout::{laid_out, parsed};
use crate::repository::Repository;
use crate::{Failure, Verdict};
use difference::differences;

const FOLDER: &str = "cases/schemas";

/// Prints the changes of every contract. With `check` any change fails; with `update` the contracts are recorded as they are.
///
/// # Errors
///
/// When a recorded contract cannot be read or written.
pub fn run(repository: &Repository, check: bool, update: bool, out: &mut dyn Write) -> Result<Verdict, Failure> {
    let operations = Catalog::public().operations();
    let mut changed = 0;
    for operation in operations {
        let path = format!("{FOLDER}/{}.json", operation.id);
        let text = format!("{}\n", laid_out(&contract(operation)));
        let recorded = if repository.has(&path) { Some(repository.read(&path)?) } else { None };
        if recorded.as_ref() == Some(&text) {
            continue;
        }
        changed += 1;
        writeln!(out, "{}", operation.id)?;
        for line in described(recorded.as_deref(), operation) {
            writeln!(out, "  {line}")?;
        }
        if update {
            repository.write(&path, &text)?;
        }
    }
    for name in repository.names(FOLDER, ".json") {
        let id = name.trim_end_matches(".json");
        if operations.iter().all(|operation| operation.id != id) {
            changed += 1;
            writeln!(out, "{id}\n  operation removed; its identifier belongs in crates/catalog/src/retired.rs")?;
            if update {
                repository.remove(&format!("{FOLDER}/{name}"))?;
            }
        }
    }
    let count = operations.len();
    match (changed, update) {
        (0, _) => writeln!(out, "{count} contracts, none differs from {FOLDER}")?,
        (_, true) => writeln!(out, "{count} contracts, {changed} recorded anew in {FOLDER}")?,
        _ => writeln!(
            out,
            "{count} contracts, {changed} differ from {FOLDER}; cargo xtask schema --update records them"
        )?,
    }
    Ok(Verdict::when(!check || changed == 0))
}

/// What is recorded of an operation.
fn contract(operation: &Operation) -> Tree {
    Tree::from([
        ("operation_version", Tree::from(i64::from(operation.version))),
        ("input", operation.input_schema()),
        ("output", operation.output_schema()),
    ])
}

/// The changes of one contract, in words.
fn described(recorded: Option<&str>, operation: &Operation) -> Vec<String> {
    let Some(recorded) = recorded else { return vec!["operation added".to_owned()] };
    let Some(old) = parsed(recorded) else { return vec!["the recorded contract is not JSON".to_owned()] };
    let new = contract(operation);
    let mut lines = Vec::new();
    for side in ["input", "output"] {
        match (old.get(side), new.get(side)) {
            (Some(old), Some(new)) => lines.extend(differences(side, old, new)),
            _ => lines.push(format!("{side}: was not recorded")),
        }
    }
    match (old.get("operation_version").and_then(Tree::as_integer), i64::from(operation.version)) {
        (Some(old), new) if old != new => lines.push(format!("operation_version: {old} -> {new}")),
        (None, _) => lines.push("operation_version: was not recorded".to_owned()),
        _ => {}
    }
    if lines.is_empty() {
        lines.push("only the layout differs (order of keys, definitions)".to_owned());
    }
    lines
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_contract_reads_back_without_a_difference() {
        for operation in Catalog::public().operations() {
            let text = laid_out(&contract(operation));
            assert_eq!(parsed(&text).unwrap(), contract(operation), "{}", operation.id);
            assert_eq!(described(Some(&text), operation), ["only the layout differs (order of keys, definitions)"]);
        }
    }

    #[test]
    fn missing_and_broken_records_are_told_apart() {
        let operation = Catalog::public().operations()[0];
        assert_eq!(described(None, operation), ["operation added"]);
        assert_eq!(described(Some("{"), operation), ["the recorded contract is not JSON"]);
        assert_eq!(described(Some("{}"), operation).len(), 3);
    }
}
