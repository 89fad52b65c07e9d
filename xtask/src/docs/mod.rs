//! `cargo xtask docs`: one page per operation, from its declaration.

mod forms;
mod page;
mod table;

use std::collections::BTreeMap;
use std::io::Write;

use catalog::Catalog;

use crate::repository::Repository;
use crate::{Failure, Verdict};

const FOLDER: &str = "docs/operations";

/// Writes all pages and removes those of operations that are gone; with `check`, lists the stale ones and writes nothing.
///
/// # Errors
///
/// When a page cannot be read or written.
pub fn run(repository: &Repository, check: bool, out: &mut dyn Write) -> Result<Verdict, Failure> {
    let pages = pages(Catalog::public());
    let mut stale: Vec<String> = Vec::new();
    for (name, text) in &pages {
        let path = format!("{FOLDER}/{name}");
        if repository.has(&path) && repository.read(&path)? == *text {
            continue;
        }
        if !check {
            repository.write(&path, text)?;
        }
        stale.push(path);
    }
    for name in repository.names(FOLDER, ".md").into_iter().filter(|name| !pages.contains_key(name)) {
        let path = format!("{FOLDER}/{name}");
        if !check {
            repository.remove(&path)?;
        }
        stale.push(format!("{path} (of no operation)"));
    }
    for path in &stale {
        writeln!(out, "{} {path}", if check { "stale  " } else { "changed" })?;
    }
    if check && !stale.is_empty() {
        writeln!(out, "{} of {} pages are stale; run cargo xtask docs", stale.len(), pages.len())?;
    } else {
        writeln!(out, "{} pages, {} changed", pages.len(), stale.len())?;
    }
    Ok(Verdict::when(!check || stale.is_empty()))
}

/// All pages by file name.
fn pages(catalog: &Catalog) -> BTreeMap<String, String> {
    let mut pages: BTreeMap<String, String> =
        catalog.operations().iter().map(|operation| (format!("{}.md", operation.id), page::page(operation))).collect();
    pages.insert("README.md".to_owned(), page::index(catalog));
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_a_page_and_a_line_of_the_index() {
        let catalog = Catalog::public();
        let pages = pages(catalog);
        assert_eq!(pages.len(), catalog.operations().len() + 1);
        for operation in catalog.operations() {
            let name = format!("{}.md", operation.id);
            assert!(pages[&name].contains(operation.title), "{name}");
            assert!(pages["README.md"].contains(&format!("({name})")), "{name}");
            assert!(pages[&name].ends_with("\n") && !pages[&name].contains("\n\n\n"), "{name}");
        }
    }
}
