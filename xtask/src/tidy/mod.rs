//! `cargo xtask tidy`: everything in the repository that disagrees with itself, all at once.

mod declarations;
mod dependencies;
mod descriptions;
mod files;
mod membership;
mod schemas;

use std::io::Write;

use catalog::Catalog;

use crate::repository::Repository;
use crate::{Failure, Verdict};

/// What disagrees: each a line that names the file or the operation, and says what to do.
#[derive(Default)]
pub struct Findings(Vec<String>);

impl Findings {
    /// Notes that something is wrong at a place.
    pub fn add(&mut self, place: impl std::fmt::Display, complaint: impl std::fmt::Display) {
        self.0.push(format!("{place}: {complaint}"));
    }

    /// Notes a complaint unless `holds`.
    pub fn expect(&mut self, holds: bool, place: impl std::fmt::Display, complaint: impl std::fmt::Display) {
        if !holds {
            self.add(place, complaint);
        }
    }

    /// What was found.
    #[cfg(test)]
    pub fn lines(&self) -> &[String] {
        &self.0
    }
}

/// Lists all findings.
///
/// # Errors
///
/// When files of the repository cannot be read.
pub fn run(repository: &Repository, out: &mut dyn Write) -> Result<Verdict, Failure> {
    let mut findings = Findings::default();
    let operations = Catalog::public().operations();
    membership::check(repository, operations, &mut findings)?;
    declarations::check(operations, &mut findings);
    for operation in operations {
        descriptions::check(operation, &mut findings);
        schemas::check(operation, &mut findings);
    }
    schemas::check_sizes(operations, &mut findings);
    files::check(repository, &mut findings)?;
    dependencies::check(repository, &mut findings)?;
    for line in &findings.0 {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{} operations, {} findings", operations.len(), findings.0.len())?;
    Ok(Verdict::when(findings.0.is_empty()))
}
