//! One call on its way through the pool.

use std::fmt;
use std::time::{Duration, Instant};

use crate::process::{CancelToken, Cause, Death, Frame, FrameError, FrameKind, Listening};

/// Who asks. The queue is fair between callers and bounds each one's share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallerId(pub u64);

/// Receives the progress frames of a call.
pub type OnProgress = Box<dyn FnMut(Frame) + Send>;

/// Receives the outcome of a call, exactly once.
pub type Done = Box<dyn FnOnce(Result<Frame, Death>, Timing) + Send>;

/// A call to be made.
///
/// Both callbacks run on a thread that a worker depends on. They must be brief and must not wait for another call;
/// submitting one is fine. A panic in them is caught and logged.
pub struct Job {
    /// The request, of kind [`FrameKind::REQUEST`].
    pub frame: Frame,
    /// Who asks.
    pub caller: CallerId,
    /// When the call is given up, queued or running.
    pub deadline: Instant,
    /// Gives the call up earlier.
    pub cancel: CancelToken,
    /// Receives progress. If the call is moved from the reserved worker to a general one, it starts over.
    pub on_progress: Option<OnProgress>,
    /// Receives the outcome.
    pub done: Done,
}

/// Where the time of a call went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// From submission to the start of the last run, a fruitless try on the reserved worker included.
    pub waiting: Duration,
    /// The last run; zero if there was none.
    pub running: Duration,
}

/// Why a job was not accepted. Its `done` is dropped without being called.
#[derive(Debug)]
#[non_exhaustive]
pub enum SubmitError {
    /// As many jobs wait as may.
    QueueFull {
        /// How many wait, of this caller or of all, whichever bound was met.
        queued: usize,
        /// That bound.
        limit: usize,
        /// Whether the bound is that of one caller.
        of_caller: bool,
    },
    /// The request is larger than a frame may be.
    TooLarge(FrameError),
    /// The pool is shutting down.
    ShuttingDown,
}

impl fmt::Display for SubmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SubmitError::QueueFull { queued, limit, of_caller } => {
                let whose = if *of_caller { "of this caller " } else { "" };
                write!(f, "{queued} calls {whose}are waiting and the limit is {limit}; try again when some are done")
            }
            SubmitError::TooLarge(error) => write!(f, "the request cannot be sent: {error}"),
            SubmitError::ShuttingDown => f.write_str("the engine is shutting down and accepts no new calls"),
        }
    }
}

impl std::error::Error for SubmitError {}

/// A job that was accepted and has no outcome yet.
pub(super) struct Pending {
    pub(super) job: Job,
    pub(super) submitted: Instant,
    /// The reserved worker will not do it.
    pub(super) declined: bool,
    /// Present while the job is queued and the job's token must wake the timekeeper.
    pub(super) listening: Option<Listening>,
}

impl Pending {
    pub(super) fn new(mut job: Job) -> Self {
        job.frame.kind = FrameKind::REQUEST;
        Pending { job, submitted: Instant::now(), declined: false, listening: None }
    }

    /// Why the job is over although nobody has run it.
    pub(super) fn expiry(&self, now: Instant) -> Option<Cause> {
        if self.job.cancel.is_cancelled() {
            Some(Cause::Cancelled)
        } else if now >= self.job.deadline {
            Some(Cause::Deadline)
        } else {
            None
        }
    }

    /// Ends a job that nobody has run.
    pub(super) fn expire(self, cause: Cause) {
        let now = Instant::now();
        self.finish(Err(Death::before_start(cause)), now, now);
    }

    /// Delivers the outcome of a run. No lock may be held.
    pub(super) fn finish(self, outcome: Result<Frame, Death>, began: Instant, ended: Instant) {
        let timing = Timing {
            waiting: began.saturating_duration_since(self.submitted),
            running: ended.saturating_duration_since(began),
        };
        let Job { done, on_progress, .. } = self.job;
        guarded("delivering the outcome of a call", move || {
            done(outcome, timing);
            drop(on_progress);
        });
    }
}

/// Runs a callback from outside. A thread of the pool survives its panic: others depend on that thread.
pub(super) fn guarded(doing: &'static str, callback: impl FnOnce()) {
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(callback)).is_err() {
        tracing::error!(doing, "a callback panicked");
    }
}
