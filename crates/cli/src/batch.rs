//! `run --batch`: many calls from standard input, replies in the order of the calls.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};

use engine::CancelToken;
use engine::face::{Arguments, Control, OutcomeKind, Product, Reply};
use engine::tools::RUN;
use wire::json::{Limits, parse};

use crate::arguments::Run;
use crate::output::{Exit, complain, line};
use crate::{Settings, calls};

/// Calls that are under way at once: enough to keep all workers busy, few enough to answer soon.
const WINDOW: usize = 64;

pub(crate) fn batch(_: &Run, settings: &Settings) -> Exit {
    let engine = match calls::engine(settings, None) {
        Ok(engine) => engine,
        Err(exit) => return exit,
    };
    let mut worst = Exit::Answer;
    let mut waiting: VecDeque<Receiver<Reply>> = VecDeque::new();
    let mut answer = |receiver: Receiver<Reply>| {
        let Ok(reply) = receiver.recv() else {
            worst = Exit::Fault;
            return;
        };
        line(&reply.json);
        let exit = Exit::of(&reply);
        if exit.code() > worst.code() {
            worst = exit;
        }
    };
    for read in std::io::stdin().lock().lines() {
        let text = match read {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => text,
            Err(error) => {
                complain(&format!("standard input could not be read: {error}"));
                return Exit::Usage;
            }
        };
        let (sender, receiver) = channel();
        match parse(text.as_bytes(), &Limits::default()) {
            Ok(document) => {
                let arguments = Arguments { tree: document.tree, violations: document.violations };
                let control = Control { caller: 0, cancel: CancelToken::new(), progress: None };
                let done = Box::new(move |reply| {
                    let _ = sender.send(reply);
                });
                engine.call(RUN, arguments, control, done);
            }
            Err(error) => {
                let mut out = wire::Writer::new();
                out.begin_object();
                for (key, text) in
                    [("code", "INVALID_ARGUMENTS"), ("stage", "request_parsing"), ("message", &error.to_string())]
                {
                    out.key(key);
                    out.text(text);
                }
                out.end_object();
                let _ = sender.send(Reply { json: out.into_string(), is_error: true, outcome: OutcomeKind::Refused });
            }
        }
        waiting.push_back(receiver);
        if waiting.len() >= WINDOW
            && let Some(first) = waiting.pop_front()
        {
            answer(first);
        }
    }
    waiting.into_iter().for_each(&mut answer);
    worst
}
