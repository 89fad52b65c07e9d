//! Calling the product from the command line.

use catalog::Catalog;
use engine::face::{Arguments, Control, Product, Progress, Reply};
use engine::{CancelToken, Config, Engine};
use wire::Tree;

use crate::output::{Exit, complain};
use crate::{Settings, progress::Bar};

/// An engine with this many general workers.
pub(crate) fn engine(settings: &Settings, workers: Option<usize>) -> Result<Engine, Exit> {
    let mut config = Config::new(settings.worker(false));
    if let Some(workers) = workers {
        config.workers = workers;
    }
    Engine::new(Catalog::public(), config).map_err(|error| {
        complain(&format!("the engine could not be started: {error}"));
        Exit::Fault
    })
}

/// Arguments of a tool from members that are there.
pub(crate) fn arguments(members: Vec<(&str, Option<Tree>)>) -> Arguments {
    let members = members.into_iter().filter_map(|(key, tree)| Some((key.to_owned(), tree?))).collect();
    Arguments { tree: Tree::Object(members), violations: Vec::new() }
}

/// Calls a tool and waits for its reply, showing progress to people.
pub(crate) fn call(engine: &Engine, tool: &str, arguments: Arguments, bar: Option<Bar>) -> Reply {
    let (sender, receiver) = std::sync::mpsc::channel();
    let progress =
        bar.map(|mut bar| Box::new(move |news: Progress| bar.show(&news)) as Box<dyn FnMut(Progress) + Send>);
    let control = Control { caller: 0, cancel: CancelToken::new(), progress };
    let known = engine.call(
        tool,
        arguments,
        control,
        Box::new(move |reply| {
            // The receiver waits below.
            let _ = sender.send(reply);
        }),
    );
    debug_assert!(known, "the command line calls tools that exist");
    receiver.recv().unwrap_or_else(|_| Reply {
        json: "{\"code\":\"OPERATION_FAILED\",\"message\":\"the engine gave no reply\"}".to_owned(),
        is_error: true,
        outcome: engine::face::OutcomeKind::Fault,
    })
}

/// A reply parsed for showing it to people.
pub(crate) fn parsed(reply: &Reply) -> Tree {
    let limits = wire::json::Limits { depth: 512, number: 100_000 };
    wire::json::parse(reply.json.as_bytes(), &limits).map_or(Tree::Null, |document| document.tree)
}
