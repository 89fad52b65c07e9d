//! Chores of the repository: `cargo xtask <command>`.
//!
//! Every command names the files it speaks of and says what to do. The exit code is 0 when all agrees, 1 when something does
//! not, 2 when a command cannot do its work.
#![forbid(unsafe_code)]

mod bench_compile;
mod cases;
mod docs;
mod layout;
mod new;
mod pattern;
mod registration;
mod repository;
mod schema;
mod source;
mod tidy;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use repository::Repository;

/// Why a command cannot do its work.
pub type Failure = Box<dyn std::error::Error>;

/// Whether everything agrees, or something was found that somebody must change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing to do.
    Agrees,
    /// What disagrees has been listed.
    Disagrees,
}

impl Verdict {
    /// Agreement when `holds`.
    pub fn when(holds: bool) -> Verdict {
        if holds { Verdict::Agrees } else { Verdict::Disagrees }
    }
}

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Chores of the repository")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the file, the two lines in lib.rs and the case file of a new operation
    New {
        /// Its identifier, such as integer.compute.gcd
        id: String,
        /// The family crate; by default the one that holds the identifier's namespace
        #[arg(long)]
        family: Option<String>,
    },
    /// List everything in the repository that disagrees with itself
    Tidy,
    /// Run the recorded cases of the operations whose identifier matches
    Cases {
        /// A regular expression, found anywhere in the identifier: 'gcd$', '^graph\.'
        pattern: String,
    },
    /// Write one page per operation to docs/operations
    Docs {
        /// Write nothing; fail when a page is stale
        #[arg(long)]
        check: bool,
    },
    /// Say in words how contracts differ from the recorded ones in cases/schemas
    Schema {
        /// Fail when any differs
        #[arg(long, conflicts_with = "update")]
        check: bool,
        /// Record the contracts as they are now
        #[arg(long)]
        update: bool,
    },
    /// Measure what many operations cost to build
    BenchCompile {
        /// How many operations to generate
        #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(6..=5000))]
        operations: u32,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match execute(&arguments.command, &mut std::io::stdout().lock()) {
        Ok(Verdict::Agrees) => ExitCode::SUCCESS,
        Ok(Verdict::Disagrees) => ExitCode::from(1),
        Err(failure) => {
            let _ = writeln!(std::io::stderr(), "error: {failure}");
            ExitCode::from(2)
        }
    }
}

fn execute(command: &Command, out: &mut dyn Write) -> Result<Verdict, Failure> {
    let repository = Repository::find()?;
    match command {
        Command::New { id, family } => new::run(&repository, id, family.as_deref(), out),
        Command::Tidy => tidy::run(&repository, out),
        Command::Cases { pattern } => cases::run(&repository, pattern, out),
        Command::Docs { check } => docs::run(&repository, *check, out),
        Command::Schema { check, update } => schema::run(&repository, *check, *update, out),
        Command::BenchCompile { operations } => bench_compile::run(&repository, *operations, out),
    }
}
