//! The command line face.
//!
//! On a terminal it shows mathematics as people write it; piped, or with `--json`, it gives out exactly what the MCP face gives
//! out. Exit codes keep the four outcomes apart: 0 answer, 2 refused, 3 stopped, 4 fault; 64 is wrong usage of the command line.
#![forbid(unsafe_code)]

mod arguments;
mod batch;
mod calls;
mod check;
mod demo;
mod doctor;
mod find;
mod mcp_client;
mod output;
mod progress;
mod render;
mod run;
mod setup;

use std::ffi::OsString;

pub use arguments::{Cli, Command, Mcp, ToolNames, Worker};
pub use output::Exit;

/// Reads the command line. What clap has to say (help, version, mistakes) is printed here.
///
/// # Errors
/// The exit code of a process that has nothing more to do.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, Exit> {
    use clap::Parser;
    Cli::try_parse_from(arguments).map_err(|message| {
        let exit = if message.use_stderr() { Exit::Usage } else { Exit::Answer };
        let _ = message.print();
        exit
    })
}

/// Runs a command of a person at a terminal or in a script.
pub fn perform(command: Command, settings: &Settings) -> Exit {
    match command {
        Command::Find(arguments) => find::find(&arguments, settings),
        Command::Show(arguments) => find::show(&arguments, settings),
        Command::Run(arguments) => run::run(&arguments, settings),
        Command::Check(arguments) => check::check(&arguments, settings),
        Command::Catalog => find::catalog(settings),
        Command::Doctor => doctor::doctor(settings),
        Command::Demo => demo::demo(settings),
        Command::Setup(arguments) => setup::setup(&arguments, settings),
        Command::Completions { shell } => arguments::completions(shell),
        Command::Mcp(_) | Command::Worker(_) => Exit::Usage,
    }
}

/// What the binary tells the face about itself.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The program that plays server and worker.
    pub program: std::path::PathBuf,
    /// Its version.
    pub version: &'static str,
    /// Features of the processor that are missing for full support.
    pub missing_features: Vec<&'static str>,
}

impl Settings {
    /// How workers are started.
    pub fn worker(&self, probes: bool) -> engine::WorkerCommand {
        let mut args = vec![OsString::from("worker")];
        if probes {
            args.push("--probes".into());
        }
        engine::WorkerCommand { program: self.program.clone(), args, environment: Vec::new() }
    }
}
