//! `check`: accepts or refuses a claimed answer.

use catalog::Lookup;
use engine::face::Control;
use engine::{Action, Call, CancelToken};
use wire::Tree;
use wire::json::{Limits, parse};

use crate::arguments::Check;
use crate::output::{Exit, complain, for_people, line};
use crate::run::refusal;
use crate::{Settings, calls};

pub(crate) fn check(arguments: &Check, settings: &Settings) -> Exit {
    let claim = std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string());
    let claim =
        claim.and_then(|text| parse(text.as_bytes(), &Limits { depth: 65, number: 1000 }).map_err(|e| e.to_string()));
    let document = match claim {
        Ok(document) if document.violations.is_empty() => document.tree,
        Ok(_) => return usage("the claim breaks the rules of strict JSON: duplicate keys, lone surrogates, or depth"),
        Err(error) => return usage(&error),
    };
    let (Some(input), Some(output)) = (document.get("input"), document.get("output")) else {
        return usage("expected {\"input\": ..., \"output\": ...} on standard input");
    };
    let Lookup::Found(operation) = catalog::Catalog::public().lookup(&arguments.id) else {
        complain(&format!("no operation has the id {}", arguments.id));
        return Exit::Refused;
    };
    let engine = match calls::engine(settings, Some(1)) {
        Ok(engine) => engine,
        Err(exit) => return exit,
    };
    let reply = engine.perform_and_wait(Call {
        operation,
        action: Action::Check,
        payload: input.to_json().into_bytes(),
        claimed: output.to_json().into_bytes(),
        deadline: None,
        control: Control { caller: 0, cancel: CancelToken::new(), progress: None },
    });
    let tree = calls::parsed(&reply);
    let accepted = tree.get("accepted") == Some(&Tree::Boolean(true));
    if !for_people(arguments.form) {
        line(&reply.json);
    } else if accepted {
        line("accepted");
    } else if reply.is_error {
        complain(&refusal(&tree));
    } else {
        line(&format!("refused: {}", tree.get("reason").and_then(Tree::as_text).unwrap_or_default()));
    }
    match Exit::of(&reply) {
        Exit::Answer if !accepted => Exit::Refused,
        exit => exit,
    }
}

fn usage(message: &str) -> Exit {
    complain(message);
    Exit::Usage
}
