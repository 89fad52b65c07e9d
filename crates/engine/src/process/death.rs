//! Why a call ended without a reply.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use rustix::process::Signal;

/// Exit code by which a worker says that it ran out of memory.
pub const EXIT_OUT_OF_MEMORY: i32 = 86;

/// What Rust, the C library, GMP, FLINT and C++ print before they abort for want of memory.
const OUT_OF_MEMORY_MESSAGES: [&str; 5] =
    ["memory allocation of", "annot allocate memory", "nable to allocate memory", "bad_alloc", "Out of memory"];

/// A call ended without a reply, for `cause`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// What ended the call.
    pub cause: Cause,
    /// The end of what the worker printed to standard error, at most 4 KiB, invalid UTF-8 replaced.
    pub stderr_tail: String,
    /// Whether the worker can have seen the request. If not, the same call can be given to another worker.
    pub started: bool,
}

/// What ended a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The deadline passed, in the queue or in the worker.
    Deadline,
    /// The call's token was cancelled.
    Cancelled,
    /// The pool was shut down.
    ShutDown,
    /// The worker ran out of memory.
    OutOfMemory,
    /// The worker made a system call that containment forbids (`SIGSYS`).
    ForbiddenSystemCall,
    /// The worker was ended by this signal, and nobody here sent it.
    Signal(i32),
    /// The worker exited with this code in the middle of a call.
    Exit(i32),
    /// The worker sent something that is no frame, or not the frame that was due; the text says what.
    ProtocolBroken(String),
    /// No worker could be given the call; the text says why.
    NotStarted(String),
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Deadline => f.write_str("the time limit passed; allow more time or ask for less"),
            Cause::Cancelled => f.write_str("the call was cancelled"),
            Cause::ShutDown => f.write_str("the engine was shut down before the call was finished"),
            Cause::OutOfMemory => f.write_str("the worker ran out of memory; ask for a smaller computation"),
            Cause::ForbiddenSystemCall => {
                f.write_str("the worker was stopped because it made a system call that is not allowed")
            }
            Cause::Signal(signal) => {
                write!(f, "the worker was ended by signal {signal}")?;
                if *signal == Signal::KILL.as_raw() {
                    f.write_str(", sent from outside, perhaps because the machine ran out of memory")?;
                }
                Ok(())
            }
            Cause::Exit(code) => write!(f, "the worker exited with code {code} in the middle of the call"),
            Cause::ProtocolBroken(what) => write!(f, "the worker's reply could not be read: {what}"),
            Cause::NotStarted(why) => write!(f, "no worker could be given the call: {why}"),
        }
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl std::error::Error for Death {}

impl Death {
    /// A call that no worker has seen.
    #[must_use]
    pub fn before_start(cause: Cause) -> Self {
        Death { cause, stderr_tail: String::new(), started: false }
    }
}

impl Cause {
    /// Whether the server itself killed the worker, as opposed to the worker failing.
    #[must_use]
    pub fn is_kill(&self) -> bool {
        matches!(self, Cause::Deadline | Cause::Cancelled | Cause::ShutDown)
    }

    /// Reads an exit status in the light of what the worker printed last.
    pub(super) fn of_exit(status: ExitStatus, stderr_tail: &str) -> Self {
        let says_memory = OUT_OF_MEMORY_MESSAGES.iter().any(|message| stderr_tail.contains(message));
        match (status.signal(), status.code()) {
            (_, Some(EXIT_OUT_OF_MEMORY)) => Cause::OutOfMemory,
            (_, Some(code)) => Cause::Exit(code),
            (Some(signal), None) if signal == Signal::ABORT.as_raw() && says_memory => Cause::OutOfMemory,
            (Some(signal), None) if signal == Signal::SYS.as_raw() => Cause::ForbiddenSystemCall,
            (signal, None) => Cause::Signal(signal.unwrap_or(0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_blamed_only_with_evidence() {
        let abort = ExitStatus::from_raw(Signal::ABORT.as_raw());
        assert_eq!(Cause::of_exit(abort, "memory allocation of 99 bytes failed"), Cause::OutOfMemory);
        assert_eq!(Cause::of_exit(abort, "GNU MP: Cannot allocate memory (size=8)"), Cause::OutOfMemory);
        assert_eq!(Cause::of_exit(abort, "what():  std::bad_alloc"), Cause::OutOfMemory);
        assert_eq!(Cause::of_exit(abort, "assertion failed"), Cause::Signal(6));
        assert_eq!(Cause::of_exit(ExitStatus::from_raw(86 << 8), ""), Cause::OutOfMemory);
        assert_eq!(Cause::of_exit(ExitStatus::from_raw(3 << 8), "bad_alloc"), Cause::Exit(3));
        assert_eq!(Cause::of_exit(ExitStatus::from_raw(0), ""), Cause::Exit(0));
        assert_eq!(Cause::of_exit(ExitStatus::from_raw(31), ""), Cause::ForbiddenSystemCall);
    }
}
