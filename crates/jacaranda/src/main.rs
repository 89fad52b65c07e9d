//! The binary: picks a face.
#![forbid(unsafe_code)]

mod processor;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use catalog::Catalog;
use cli::{Command, Exit, Settings};
use engine::{Config, Engine};

fn main() -> ExitCode {
    // FLINT is compiled for x86-64-v3; on an older processor its first instruction would end the process without a word.
    let missing = processor::missing_features();
    if !missing.is_empty() {
        complain(&format!(
            "jacaranda needs a processor of the level x86-64-v3 (2013 and later); this one lacks {}",
            missing.join(", ")
        ));
        return ExitCode::from(Exit::Unsupported.code());
    }
    let command = match cli::parse(std::env::args_os()) {
        Ok(cli) => cli.command,
        Err(exit) => return ExitCode::from(exit.code()),
    };
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return fault(&format!("the program does not know where it is: {error}")),
    };
    let settings = Settings { program, version: env!("CARGO_PKG_VERSION"), missing_features: missing };
    match command {
        Command::Worker(arguments) => worker(&arguments),
        Command::Mcp(arguments) => {
            log_to_stderr();
            serve(&arguments, &settings)
        }
        other => ExitCode::from(cli::perform(other, &settings).code()),
    }
}

fn complain(text: &str) {
    // Nobody is left to be told when this fails.
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{text}\n").as_bytes());
}

fn fault(text: &str) -> ExitCode {
    complain(text);
    ExitCode::from(Exit::Fault.code())
}

/// Logs to standard error; standard output belongs to the transport. `JACARANDA_LOG` takes a `tracing` filter.
fn log_to_stderr() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("JACARANDA_LOG")
        // The protocol library logs whole messages at info.
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info,rmcp=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(false).init();
}

fn catalog(probes: bool) -> &'static Catalog {
    if probes { Catalog::with_probes() } else { Catalog::public() }
}

fn worker(arguments: &cli::Worker) -> ExitCode {
    let limits = engine::containment::Limits {
        address_space: Some(arguments.memory << 20),
        ..engine::containment::Limits::default()
    };
    match engine::worker::serve(catalog(arguments.probes), &limits) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fault(&format!("worker: {error}")),
    }
}

fn serve(arguments: &cli::Mcp, settings: &Settings) -> ExitCode {
    let mut worker = settings.worker(arguments.probes);
    worker.args.extend(["--memory".into(), arguments.memory.to_string().into()]);
    let mut config = Config::new(worker);
    config.memory = arguments.memory << 20;
    if let Some(workers) = arguments.workers {
        config.workers = workers.max(1);
    }
    let engine = match Engine::new(catalog(arguments.probes), config) {
        Ok(engine) => engine,
        Err(error) => return fault(&format!("the engine could not be started: {error}")),
    };
    let options = mcp::Options {
        grace: Duration::try_from_secs_f64(arguments.grace).unwrap_or(Duration::from_secs(2)),
        tool_names: match arguments.tool_names {
            cli::ToolNames::Dotted => mcp::ToolNames::Dotted,
            cli::ToolNames::Underscore => mcp::ToolNames::Underscore,
        },
        name: "jacaranda".to_owned(),
        version: settings.version.to_owned(),
    };
    match mcp::serve_stdio(Arc::new(engine), options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fault(&format!("the transport failed: {error}")),
    }
}
