//! Tests with real worker processes. The workers are this program again, so it has a `main` of its own instead of
//! the standard test harness.
#![allow(clippy::unwrap_used)]

mod pool;
mod process;
mod worker;

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use engine::process::{Frame, FrameKind, WorkerCommand};

type Test = (&'static str, fn());

/// Makes a table of the test functions of a module.
macro_rules! tests {
    ($($name:ident),+ $(,)?) => {
        pub const TESTS: &[crate::Test] = &[$((concat!(module_path!(), "::", stringify!($name)), $name)),+];
    };
}
pub(crate) use tests;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["worker"] => std::process::exit(worker::main()),
        ["raw", reply] => std::process::exit(worker::raw(reply)),
        _ => {}
    }
    let filter = args.iter().find(|arg| !arg.starts_with('-')).map_or("", String::as_str);
    let chosen: Vec<&Test> =
        process::TESTS.iter().chain(pool::TESTS).filter(|(name, _)| name.contains(filter)).collect();
    let mut failed = 0;
    for (name, test) in &chosen {
        let began = Instant::now();
        let passed = catch_unwind(test).is_ok();
        failed += usize::from(!passed);
        eprintln!("test {name} ... {} ({:.0?})", if passed { "ok" } else { "FAILED" }, began.elapsed());
    }
    eprintln!("{} tests, {failed} failed", chosen.len());
    std::process::exit(i32::from(failed > 0));
}

/// This program, with the given arguments.
fn this_program(args: &[&str]) -> WorkerCommand {
    WorkerCommand {
        program: std::env::current_exe().unwrap(),
        args: args.iter().map(Into::into).collect(),
        environment: Vec::new(),
    }
}

fn request(header: &str) -> Frame {
    Frame::new(FrameKind::REQUEST, header)
}

/// A deadline that only a hanging test meets.
fn far() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

/// What is allowed for reacting on a loaded machine; the aim is a fifth of it.
const PROMPT: Duration = Duration::from_millis(250);
