//! `doctor`: what this machine offers, and whether the containment holds.

use catalog::Catalog;
use engine::face::{Control, OutcomeKind};
use engine::{Action, Call, CancelToken, Config, Engine};
use operation::RuntimeStatus;
use wire::Tree;

use crate::output::{BOLD, Exit, GREEN, RED, line, styled};
use crate::{Settings, calls};

/// Misdeeds of the probes, and the code with which each must end.
const MISDEEDS: [(&str, &str, &str, &str); 8] = [
    ("opening a file", "probe.misbehave", "{\"misdeed\":\"FILE\"}", "OPERATION_FAILED"),
    ("opening a socket", "probe.misbehave", "{\"misdeed\":\"SOCKET\"}", "OPERATION_FAILED"),
    ("starting a process", "probe.misbehave", "{\"misdeed\":\"FORK\"}", "OPERATION_FAILED"),
    ("aborting", "probe.misbehave", "{\"misdeed\":\"ABORT\"}", "OPERATION_FAILED"),
    ("panicking", "probe.misbehave", "{\"misdeed\":\"PANIC\"}", "OPERATION_FAILED"),
    ("a wrong answer", "probe.misbehave", "{\"misdeed\":\"WRONG_ANSWER\"}", "OPERATION_FAILED"),
    ("filling memory", "probe.allocate", "{\"mebibytes\":1000000}", "RESOURCE_EXHAUSTED"),
    ("never ending", "probe.spin", "{\"milliseconds\":60000}", "OPERATION_TIMEOUT"),
];

pub(crate) fn doctor(settings: &Settings) -> Exit {
    let mut healthy = true;
    line(&styled(BOLD, &format!("jacaranda {} with FLINT {}", settings.version, engine::flint_version())));
    match settings.missing_features.as_slice() {
        [] => line("processor: x86-64-v3 or better"),
        missing => {
            healthy = false;
            line(&format!("processor: lacks {}", missing.join(", ")));
        }
    }
    let catalog = Catalog::public();
    line(&format!("catalog: {} operations in {} namespaces", catalog.operations().len(), catalog.namespaces().len()));
    let engine = match small_engine(settings) {
        Ok(engine) => engine,
        Err(error) => {
            line(&format!("the engine could not be started: {error}"));
            return Exit::Fault;
        }
    };
    match engine.containment_report() {
        Ok(report) => line(report.trim_end()),
        Err(why) => {
            healthy = false;
            line(&format!("containment: no worker could be asked: {why}"));
        }
    }
    line(&styled(BOLD, "misdeeds in a worker, and how they ended"));
    for (what, id, payload, right) in MISDEEDS {
        let code = misdeed(&engine, id, payload);
        let stopped = code == right;
        healthy &= stopped;
        let mark = if stopped { styled(GREEN, "contained") } else { styled(RED, "NOT CONTAINED") };
        line(&format!("  {what}: {mark} ({code})"));
    }
    let runtimes: Vec<_> = catalog.operations().iter().flat_map(|operation| operation.runtimes).collect();
    if runtimes.is_empty() {
        line("optional runtimes: none is asked for");
    }
    for runtime in runtimes {
        let status = match engine::runtime::status(runtime) {
            RuntimeStatus::Available(version) => format!("available, {version}"),
            RuntimeStatus::Missing => format!("missing; {}", runtime.installation),
            RuntimeStatus::Unsupported(version) => format!("{version} is too old; {}", runtime.installation),
            RuntimeStatus::CheckFailed(detail) => format!("does not work: {detail}"),
        };
        line(&format!("optional runtime {}: {status}", runtime.name));
    }
    if healthy { Exit::Answer } else { Exit::Fault }
}

/// An engine whose workers have little memory, so that filling it takes no time.
fn small_engine(settings: &Settings) -> std::io::Result<Engine> {
    const MEBIBYTES: u64 = 256;
    let mut worker = settings.worker(true);
    worker.args.extend(["--memory".into(), MEBIBYTES.to_string().into()]);
    let mut config = Config::new(worker);
    config.workers = 1;
    config.memory = MEBIBYTES << 20;
    Engine::new(Catalog::with_probes(), config)
}

fn misdeed(engine: &Engine, id: &str, payload: &str) -> String {
    let Some(operation) = engine.catalog().get(id) else { return "no such probe".to_owned() };
    let reply = engine.perform_and_wait(Call {
        operation,
        action: Action::Run,
        payload: payload.as_bytes().to_vec(),
        claimed: Vec::new(),
        deadline: Some(std::time::Duration::from_secs(5)),
        control: Control { caller: 0, cancel: CancelToken::new(), progress: None },
    });
    if reply.outcome == OutcomeKind::Answer {
        return "it went unpunished".to_owned();
    }
    calls::parsed(&reply).get("code").and_then(Tree::as_text).unwrap_or("no code").to_owned()
}
