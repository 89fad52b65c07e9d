//! FLINT's failures reach the handler. Each runs in a child process: this test starts itself with a variable set.
#![allow(clippy::unwrap_used)]

use std::process::{Command, Output};

use flint::{Failure, Integer};

const SCENARIO: &str = "FLINT_FAILURE_SCENARIO";
const ABORTED: i32 = 41;
const OUT_OF_MEMORY: i32 = 42;

/// Writes the number of bytes without allocating and leaves.
fn handler(failure: Failure) -> ! {
    let (code, bytes) = match failure {
        Failure::Abort => (ABORTED, 0u64),
        Failure::OutOfMemory { bytes } => (OUT_OF_MEMORY, bytes as u64),
    };
    let message = bytes.to_le_bytes();
    // SAFETY: the buffer is valid; `_exit` does not return.
    unsafe {
        libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len());
        libc::_exit(code)
    }
}

fn limit_memory(bytes: u64) {
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    // SAFETY: the structure is valid.
    assert_eq!(unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) }, 0);
}

fn fail(scenario: &str) -> ! {
    // A value from before the installation has to survive it.
    let before = Integer::from(7).pow(1000);
    flint::on_failure(handler);
    let grown = &before * &before;
    assert_eq!(grown.sqrt(), Some(before));
    match scenario {
        "division" => {
            let (mut quotient, one, zero) = (0, 1, 0);
            // SAFETY: small values need no initialization; the division by zero is the point.
            unsafe { flint3_sys::fmpz_fdiv_q(&mut quotient, &one, &zero) };
        }
        "gmp" => {
            limit_memory(512 << 20);
            let _ = Integer::ONE << (Integer::MAX_BITS - 1);
        }
        "flint" => {
            limit_memory(512 << 20);
            let _ = flint::IntegerMatrix::zero(1 << 15, 1 << 15);
        }
        "growth" => {
            limit_memory(512 << 20);
            let _ = Integer::from(3).pow(1 << 30) * Integer::from(5).pow(1 << 29);
        }
        other => panic!("unknown scenario {other}"),
    }
    panic!("{scenario} did not fail")
}

fn run(scenario: &str) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "failures_reach_the_handler", "--nocapture", "--test-threads=1"])
        .env(SCENARIO, scenario)
        .output()
        .unwrap()
}

#[test]
fn failures_reach_the_handler() {
    if let Ok(scenario) = std::env::var(SCENARIO) {
        fail(&scenario);
    }
    let aborted = run("division");
    assert_eq!(aborted.status.code(), Some(ABORTED), "{aborted:?}");
    let text = String::from_utf8_lossy(&aborted.stdout).into_owned();
    assert!(!text.contains("FLINT exception"), "FLINT wrote to the standard output: {text}");
    for scenario in ["gmp", "flint", "growth"] {
        let refused = run(scenario);
        assert_eq!(refused.status.code(), Some(OUT_OF_MEMORY), "{scenario}: {refused:?}");
        let bytes = u64::from_le_bytes(refused.stderr[refused.stderr.len() - 8..].try_into().unwrap());
        assert!(bytes > 1 << 20, "{scenario}: {bytes} bytes were reported");
    }
}

#[test]
fn process_settings_answer() {
    assert!(flint::version().starts_with("3.6"), "{}", flint::version());
    assert_eq!(flint::set_threads(std::num::NonZeroU32::MIN), 1);
}
