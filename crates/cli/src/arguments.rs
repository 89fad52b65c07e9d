//! The commands and their arguments.

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::output::Exit;

/// Exact mathematics for agents and people.
#[derive(Debug, Parser)]
#[command(name = "jacaranda", version, about, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve MCP clients over standard input and output.
    Mcp(Mcp),
    /// Find operations for a mathematical need.
    Find(Find),
    /// Show one operation as an agent sees it.
    Show(Show),
    /// Run one operation, or many from standard input.
    Run(Run),
    /// Accept or refuse a claimed answer: {"input": ..., "output": ...} on standard input.
    Check(Check),
    /// Print the whole catalog as JSON.
    Catalog,
    /// Look at this machine: processor, containment, catalog, optional runtimes.
    Doctor,
    /// Watch a short conversation with the real server.
    Demo,
    /// Write the configuration of an MCP client.
    Setup(Setup),
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// A worker process: started by the server, never by hand.
    #[command(hide = true)]
    Worker(Worker),
}

/// Serving MCP.
#[derive(Args, Clone, Debug)]
pub struct Mcp {
    /// Seconds that running calls get to end when the client leaves.
    #[arg(long, default_value_t = 2.0)]
    pub grace: f64,
    /// How tools are named in listings; both spellings are always accepted.
    #[arg(long, value_enum, default_value_t = ToolNames::Dotted)]
    pub tool_names: ToolNames,
    /// General workers; one more is reserved for small calls. As many as cores when absent.
    #[arg(long)]
    pub workers: Option<usize>,
    /// Memory of a worker in MiB.
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u64).range(64..=1_048_576))]
    pub memory: u64,
    /// Also run operations that misbehave on purpose. For tests.
    #[arg(long, hide = true)]
    pub probes: bool,
}

/// Spelling of tool names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ToolNames {
    /// math.find
    Dotted,
    /// math_find
    Underscore,
}

/// A worker.
#[derive(Args, Clone, Debug)]
pub struct Worker {
    /// Know the operations that misbehave on purpose.
    #[arg(long)]
    pub probes: bool,
    /// Memory in MiB.
    #[arg(long, default_value_t = 2048)]
    pub memory: u64,
}

/// How results are shown.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct Form {
    /// JSON, as an MCP client gets it. Taken for granted when output is piped.
    #[arg(long)]
    pub json: bool,
    /// Mathematics in LaTeX.
    #[arg(long, conflicts_with = "json")]
    pub latex: bool,
}

/// A search.
#[derive(Args, Debug)]
pub struct Find {
    /// The need, in any words.
    #[arg(required = true)]
    pub words: Vec<String>,
    /// Only identifiers that begin with this segment.
    #[arg(long)]
    pub namespace: Option<String>,
    /// At most so many.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=20))]
    pub limit: Option<u8>,
    /// Continue an earlier search.
    #[arg(long)]
    pub cursor: Option<String>,
    /// Everything that shares a word.
    #[arg(long)]
    pub broad: bool,
    /// How to show it.
    #[command(flatten)]
    pub form: Form,
}

/// An inspection.
#[derive(Args, Debug)]
pub struct Show {
    /// The exact identifier.
    pub id: String,
    /// How to show it.
    #[command(flatten)]
    pub form: Form,
}

/// A run.
#[derive(Args, Debug)]
pub struct Run {
    /// The exact identifier.
    #[arg(required_unless_present = "batch")]
    pub id: Option<String>,
    /// The payload: JSON, `-` for standard input, or `@file`. Absent: {}.
    pub payload: Option<String>,
    /// Many calls: one {"operation_id", "payload"} a line on standard input, one reply a line on standard output, in order.
    #[arg(long, conflicts_with_all = ["id", "payload", "latex", "dry_run"])]
    pub batch: bool,
    /// Stop after so many milliseconds.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub deadline_ms: Option<u64>,
    /// Only say whether the request is admitted, and at what predicted cost.
    #[arg(long)]
    pub dry_run: bool,
    /// How to show it.
    #[command(flatten)]
    pub form: Form,
}

/// A check.
#[derive(Args, Debug)]
pub struct Check {
    /// The exact identifier.
    pub id: String,
    /// How to show it.
    #[command(flatten)]
    pub form: Form,
}

/// A client's configuration.
#[derive(Args, Debug)]
pub struct Setup {
    /// The client.
    #[arg(long, value_enum)]
    pub client: Client,
    /// Show the change and write nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Another configuration file than the client's own.
    #[arg(long)]
    pub file: Option<PathBuf>,
}

/// MCP clients whose configuration is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Client {
    /// Claude Desktop
    ClaudeDesktop,
    /// Claude Code
    ClaudeCode,
    /// Cursor
    Cursor,
    /// Visual Studio Code
    Vscode,
}

pub(crate) fn completions(shell: Shell) -> Exit {
    clap_complete::generate(shell, &mut Cli::command(), "jacaranda", &mut std::io::stdout());
    Exit::Answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
