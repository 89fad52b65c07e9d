//! A pool of warm workers behind a fair, bounded queue.
//!
//! Each worker has an *attendant*: a thread that starts it, gives it one call after another, and starts its
//! successor when it had to be killed. One attendant is reserved for small calls, so that they never wait behind
//! large ones: a call that finds every general worker busy first goes to the reserved worker, which either answers
//! or declines at once. A *timekeeper* answers calls whose time runs out while they are queued.

mod attendant;
mod job;
mod queue;
mod state;
mod timekeeper;

pub use job::{CallerId, Done, Job, OnProgress, SubmitError, Timing};

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::process::{Cause, Frame, FrameLimits, WorkerCommand};
use job::Pending;
use state::{Phase, Shared};

/// What becomes of a worker after a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterReply {
    /// Whether the worker may serve another call; otherwise a fresh one takes its place.
    pub keep: bool,
}

/// Looks at a reply and decides about the worker that sent it. It runs before the reply is delivered and must be
/// brief.
pub type AfterReplyHook = Box<dyn Fn(&Frame) -> AfterReply + Send + Sync>;

/// How a pool is set up.
pub struct PoolConfig {
    /// How to start a worker.
    pub command: WorkerCommand,
    /// Number of general workers, at least one; the reserved worker is not counted.
    pub general: usize,
    /// Most queued jobs in all.
    pub queue: usize,
    /// Most queued jobs of one caller.
    pub queue_per_caller: usize,
    /// How long a call may run on the reserved worker before it is moved to a general one.
    pub trial: Duration,
    /// Largest frames.
    pub frames: FrameLimits,
    /// Decides whether a worker is kept after a reply.
    pub after_reply: AfterReplyHook,
}

impl PoolConfig {
    /// A pool of `general` workers that queues 256 jobs, at most 64 of one caller, moves calls off the reserved
    /// worker after 100 ms, and keeps every worker.
    #[must_use]
    pub fn new(command: WorkerCommand, general: usize) -> Self {
        PoolConfig {
            command,
            general,
            queue: 256,
            queue_per_caller: 64,
            trial: Duration::from_millis(100),
            frames: FrameLimits::default(),
            after_reply: Box::new(|_| AfterReply { keep: true }),
        }
    }
}

/// Counts of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Calls that a worker is executing now.
    pub running: usize,
    /// Calls that wait now.
    pub queued: usize,
    /// Workers started so far.
    pub started: u64,
    /// Workers that were taken out of service so far, for whatever reason.
    pub replaced: u64,
    /// Those of them that were killed to end a call: deadline, cancellation, shutdown, or an overlong trial.
    pub killed: u64,
}

/// The pool. Dropping it ends every call at once.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Pool {
    /// Starts the threads, which start the workers, the first general worker before the others. Does not wait for
    /// them: jobs can be submitted at once. A worker that cannot be started shows in the outcome of calls.
    ///
    /// # Errors
    /// The system is out of threads or descriptors.
    pub fn new(config: PoolConfig) -> io::Result<Self> {
        let shared = Arc::new(Shared::new(config)?);
        let pool = Pool { shared, threads: Mutex::default() };
        for id in 0..pool.shared.attendants() {
            let shared = Arc::clone(&pool.shared);
            pool.thread(format!("attendant-{id}"), move || attendant::run(&shared, id))?;
        }
        let shared = Arc::clone(&pool.shared);
        pool.thread("timekeeper".to_owned(), move || timekeeper::run(&shared))?;
        Ok(pool)
    }

    fn thread(&self, name: String, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let thread = std::thread::Builder::new().name(name).spawn(body)?;
        self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
        Ok(())
    }

    /// Accepts a job; its `done` is then called exactly once, perhaps before this returns.
    ///
    /// # Errors
    /// [`SubmitError`]; the job is dropped.
    pub fn submit(&self, job: Job) -> Result<(), SubmitError> {
        job.frame.check(&self.shared.config.frames).map_err(SubmitError::TooLarge)?;
        self.shared.admit(Pending::new(job))
    }

    /// The counts at this moment.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.shared.stats()
    }

    /// Accepts nothing new, lets running and queued calls finish for at most `grace`, ends the rest with
    /// [`Cause::ShutDown`], and waits for every worker to be reaped and every outcome to be delivered.
    pub fn shutdown(&self, grace: Duration) {
        self.end(grace);
    }

    fn end(&self, grace: Duration) {
        let abandoned = {
            let mut state = self.shared.lock();
            state.phase = Phase::Draining;
            let until = Instant::now() + grace;
            while !state.is_drained() {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    break;
                }
                state = Shared::wait(&self.shared.drained, state, Some(left));
            }
            state.phase = Phase::Ended;
            state.queue.remove_if(|_| true)
        };
        self.shared.halt();
        for pending in abandoned {
            pending.expire(Cause::ShutDown);
        }
        let current = std::thread::current().id();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // The last handle may be dropped by a callback, on a thread of the pool.
            if thread.thread().id() != current && thread.join().is_err() {
                tracing::error!("a thread of the pool panicked");
            }
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}
