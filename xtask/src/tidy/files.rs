//! Files: length, leftovers, machine paths, `unsafe`, licenses.

use super::Findings;
use crate::Failure;
use crate::new::BLANK;
use crate::repository::Repository;

const LINES: usize = 600;

/// What marks unfinished code. Spelled apart, since this file is checked as well.
const LEFTOVERS: &[&str] = &[concat!("todo", "!("), concat!("unimpl", "emented!("), concat!("#[ign", "ore")];

/// Beginnings of paths that exist on one machine only.
const MACHINE_PATHS: &[&str] = &[concat!("/wo", "rk/"), concat!("/tm", "p/h/"), concat!("/ro", "ot/")];

/// The crates that may hold `unsafe` code.
const UNSAFE: &[&str] = &["crates/flint", "crates/backends/sat"];

/// Checks every file that belongs to the repository.
pub fn check(repository: &Repository, findings: &mut Findings) -> Result<(), Failure> {
    let files = repository.files()?;
    for path in &files {
        // What is not UTF-8 is not written by hand.
        let Ok(text) = repository.read(path) else { continue };
        contents(path, &text, findings);
    }
    for (name, parts) in [
        ("LICENSE-MIT", &["Permission is hereby granted"][..]),
        ("LICENSE-APACHE", &["Apache License", "Version 2.0"]),
        ("NOTICE", &["FLINT", "GMP", "MPFR"]),
    ] {
        let text = if repository.has(name) { repository.read(name)? } else { String::new() };
        for part in parts.iter().filter(|part| !text.contains(**part)) {
            findings.add(name, format!("is missing or does not say \"{part}\""));
        }
    }
    Ok(())
}

fn contents(path: &str, text: &str, findings: &mut Findings) {
    let is_rust = path.ends_with(".rs");
    let lines = text.lines().count();
    if (is_rust || path.ends_with(".py")) && lines > LINES {
        findings.add(path, format!("has {lines} lines; make it a folder before it has more than {LINES}"));
    }
    for (number, line) in text.lines().enumerate() {
        let place = || format!("{path}:{}", number + 1);
        if is_rust {
            for leftover in LEFTOVERS.iter().filter(|leftover| line.contains(**leftover)) {
                findings.add(place(), format!("`{leftover}` marks unfinished work"));
            }
        }
        if let Some(machine) = MACHINE_PATHS.iter().find(|machine| has_path(line, machine)) {
            findings.add(place(), format!("the path {machine} exists on one machine only"));
        }
        // The templates and the rest of this crate speak of blanks.
        if line.contains(BLANK) && !path.starts_with("xtask/") {
            findings.add(place(), format!("\"{BLANK}\" is still to be replaced"));
        }
    }
    if let Some(folder) = crate_of(path) {
        let may = UNSAFE.contains(&folder);
        let forbids = text.contains("#![forbid(unsafe_code)]");
        findings.expect(may || forbids, path, "lacks `#![forbid(unsafe_code)]`");
    }
}

/// The crate whose root file this is. A crate outside the workspace, such as a fuzz target, has no such root.
fn crate_of(path: &str) -> Option<&str> {
    let folder = path.strip_suffix("/src/lib.rs").or_else(|| path.strip_suffix("/src/main.rs"))?;
    (folder == "xtask" || folder.starts_with("crates/")).then_some(folder)
}

/// Whether a path that begins so stands in a line, and not as the middle of a longer one.
fn has_path(line: &str, beginning: &str) -> bool {
    line.match_indices(beginning).any(|(at, _)| {
        !line[..at]
            .ends_with(|before: char| before.is_alphanumeric() || matches!(before, '.' | '_' | '-' | '/' | '}' | ')'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        let mut findings = Findings::default();
        contents(path, text, &mut findings);
        findings.lines().len()
    }

    #[test]
    fn machine_paths_are_found_where_they_begin() {
        let path = MACHINE_PATHS[0];
        assert!(has_path(&format!("cd {path}main"), path));
        assert!(has_path(&format!("(\"{path}\")"), path));
        assert!(!has_path(&format!("https://example.org{path}x"), path));
        assert!(!has_path(&format!("a..{path}x"), path));
        assert_eq!(found("README.md", &format!("in {path}main\n")), 1);
    }

    #[test]
    fn long_files_and_leftovers_are_found_in_code_only() {
        assert_eq!(found("a.rs", &"\n".repeat(600)), 0);
        assert_eq!(found("a.rs", &"\n".repeat(601)), 1);
        assert_eq!(found("a.md", &"\n".repeat(601)), 0);
        assert_eq!(found("a.rs", &format!("{})", LEFTOVERS[0])), 1);
        assert_eq!(found("STYLE.md", &format!("{})", LEFTOVERS[0])), 0);
        assert_eq!(found("cases/a.jsonl", BLANK), 1);
    }

    #[test]
    fn every_crate_forbids_unsafe_code_but_two() {
        assert_eq!(found("crates/wire/src/lib.rs", ""), 1);
        assert_eq!(found("crates/wire/src/lib.rs", "#![forbid(unsafe_code)]"), 0);
        assert_eq!(found("crates/flint/src/lib.rs", ""), 0);
        assert_eq!(found("crates/wire/src/tree.rs", ""), 0);
    }
}
