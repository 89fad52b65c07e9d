//! What an operation knows of the world.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::runtime::{Runtime, RuntimeRequest};
use crate::stop::{Resource, Stop};

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Units done.
    pub done: f64,
    /// Units in all, when known.
    pub total: Option<f64>,
    /// What is counted: "candidates tested".
    pub unit: &'static str,
}

type Listener = Box<dyn FnMut(Progress)>;

/// Deadline, cancellation, work budget, progress and optional runtimes of one run.
///
/// A loop calls [`Context::work`] with the number of units it has done since the last call; solvers with a callback ask
/// [`Context::must_stop`]. Both are cheap: the clock is read once in a while only.
pub struct Context {
    deadline: Option<Instant>,
    cancelled: Option<Arc<AtomicBool>>,
    budget: u64,
    worked: Cell<u64>,
    next_look: Cell<u64>,
    progress: Option<RefCell<Reporter>>,
    runtime_replies: RefCell<std::vec::IntoIter<Vec<u8>>>,
}

struct Reporter {
    listener: Listener,
    last: Option<Instant>,
}

/// Looks at the clock come after so many units of work.
const UNITS_BETWEEN_LOOKS: u64 = 1024;
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// Builds a [`Context`].
#[derive(Default)]
pub struct ContextBuilder {
    deadline: Option<Instant>,
    cancelled: Option<Arc<AtomicBool>>,
    budget: Option<u64>,
    progress: Option<Listener>,
    runtime_replies: Vec<Vec<u8>>,
}

impl ContextBuilder {
    /// Stops at this instant.
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Stops when this becomes true.
    pub fn cancelled(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancelled = Some(flag);
        self
    }

    /// Stops after so many units of work.
    pub fn budget(mut self, units: u64) -> Self {
        self.budget = Some(units);
        self
    }

    /// Hears of progress, at most ten times a second.
    pub fn progress(mut self, listener: impl FnMut(Progress) + 'static) -> Self {
        self.progress = Some(Box::new(listener));
        self
    }

    /// Replies of optional runtimes to the requests that earlier runs of the same request ended with, in order.
    pub fn runtime_replies(mut self, replies: Vec<Vec<u8>>) -> Self {
        self.runtime_replies = replies;
        self
    }

    /// The finished context.
    pub fn build(self) -> Context {
        Context {
            deadline: self.deadline,
            cancelled: self.cancelled,
            budget: self.budget.unwrap_or(u64::MAX),
            worked: Cell::new(0),
            next_look: Cell::new(0),
            progress: self.progress.map(|listener| RefCell::new(Reporter { listener, last: None })),
            runtime_replies: RefCell::new(self.runtime_replies.into_iter()),
        }
    }
}

impl Context {
    /// A context that never stops a run.
    pub fn unlimited() -> Context {
        ContextBuilder::default().build()
    }

    /// Starts building one.
    pub fn builder() -> ContextBuilder {
        ContextBuilder::default()
    }

    /// Whether the run should end now: for callbacks of solvers. [`Context::look`] then says why.
    pub fn must_stop(&self) -> bool {
        self.look().is_err()
    }

    /// Ends the run when it is cancelled or its deadline has passed.
    pub fn look(&self) -> Result<(), Stop> {
        if self.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stop::Deadline);
        }
        Ok(())
    }

    /// Counts `units` of work, and ends the run when the budget is spent, the deadline has passed or the run is cancelled.
    pub fn work(&self, units: u64) -> Result<(), Stop> {
        let worked = self.worked.get().saturating_add(units);
        self.worked.set(worked);
        if worked > self.budget {
            return Err(Stop::Exhausted(Resource::Work));
        }
        if worked >= self.next_look.get() {
            self.next_look.set(worked.saturating_add(UNITS_BETWEEN_LOOKS));
            self.look()?;
        }
        Ok(())
    }

    /// Units of work counted so far.
    pub fn worked(&self) -> u64 {
        self.worked.get()
    }

    /// Reports progress; most reports are dropped so that a loop may call this freely.
    pub fn progress(&self, done: f64, total: Option<f64>, unit: &'static str) {
        let Some(reporter) = &self.progress else { return };
        let mut reporter = reporter.borrow_mut();
        let now = Instant::now();
        if reporter.last.is_none_or(|last| now - last >= BETWEEN_REPORTS) {
            reporter.last = Some(now);
            (reporter.listener)(Progress { done, total, unit });
        }
    }

    /// The reply of an optional runtime to a request. Ends the run when it is not at hand yet: the engine fetches it and repeats
    /// the run.
    pub fn runtime(&self, runtime: &Runtime, request: &[u8]) -> Result<Vec<u8>, Stop> {
        let next = self.runtime_replies.borrow_mut().next();
        next.ok_or_else(|| Stop::NeedsRuntime(RuntimeRequest { runtime: *runtime, request: request.to_vec() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_ends_a_run_and_counts_exactly() {
        let context = Context::builder().budget(10).build();
        assert!(context.work(10).is_ok());
        assert!(matches!(context.work(1), Err(Stop::Exhausted(Resource::Work))));
        assert_eq!(context.worked(), 11);
    }

    #[test]
    fn cancellation_comes_before_the_deadline() {
        let flag = Arc::new(AtomicBool::new(false));
        let context = Context::builder().deadline(Instant::now()).cancelled(flag.clone()).build();
        assert!(matches!(context.look(), Err(Stop::Deadline)));
        flag.store(true, Ordering::Relaxed);
        assert!(context.must_stop());
        assert!(matches!(context.work(1), Err(Stop::Cancelled)));
    }

    #[test]
    fn progress_is_thinned_out() {
        let heard = std::rc::Rc::new(Cell::new(0));
        let counter = heard.clone();
        let context = Context::builder().progress(move |_| counter.set(counter.get() + 1)).build();
        (0..1000).for_each(|done| context.progress(f64::from(done), Some(1000.0), "steps"));
        assert!((1..1000).contains(&heard.get()));
    }
}
