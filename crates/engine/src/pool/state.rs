//! Who is idle, who waits, and who is given what.

use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::job::{Pending, SubmitError};
use super::queue::{Course, FairQueue};
use super::{PoolConfig, Stats};
use crate::process::{Cause, Interrupt, Listener};

/// What the threads of a pool share. Attendants are numbered from 0, the reserved one last.
pub(super) struct Shared {
    pub(super) config: PoolConfig,
    pub(super) interrupts: Vec<Arc<Interrupt>>,
    state: Mutex<State>,
    /// One for each attendant: it was handed a job, or the pool ends.
    wake: Vec<Condvar>,
    /// The queue has a job that is due earlier than any before, or one was cancelled.
    pub(super) timekeeper: Condvar,
    /// Nothing runs and nothing waits.
    pub(super) drained: Condvar,
}

/// The state that one lock guards.
pub(super) struct State {
    pub(super) phase: Phase,
    pub(super) queue: FairQueue<Pending>,
    /// When the timekeeper looks at the queue next, if it has set itself a time.
    pub(super) next_look: Option<Instant>,
    /// Idle general attendants, the one that was busy last at the end: its worker's caches are warm.
    idle: Vec<usize>,
    reserved_idle: bool,
    /// The job handed to each attendant that it has not taken up yet.
    handed: Vec<Option<Pending>>,
    /// The first worker has been started, so the others may be.
    opened: bool,
    running: usize,
    started: u64,
    replaced: u64,
    killed: u64,
}

/// The life of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Jobs are accepted.
    Open,
    /// Accepted jobs are finished.
    Draining,
    /// Threads end as soon as they can.
    Ended,
}

impl State {
    pub(super) fn is_drained(&self) -> bool {
        self.running == 0 && self.queue.len() == 0
    }
}

impl Shared {
    pub(super) fn new(mut config: PoolConfig) -> io::Result<Self> {
        config.general = config.general.max(1);
        let attendants = config.general + 1;
        let interrupts = (0..attendants).map(|_| Interrupt::new().map(Arc::new)).collect::<io::Result<_>>()?;
        let state = State {
            phase: Phase::Open,
            queue: FairQueue::new(),
            next_look: None,
            idle: Vec::with_capacity(attendants),
            reserved_idle: false,
            handed: (0..attendants).map(|_| None).collect(),
            opened: false,
            running: 0,
            started: 0,
            replaced: 0,
            killed: 0,
        };
        Ok(Shared {
            config,
            interrupts,
            state: Mutex::new(state),
            wake: (0..attendants).map(|_| Condvar::new()).collect(),
            timekeeper: Condvar::new(),
            drained: Condvar::new(),
        })
    }

    pub(super) fn attendants(&self) -> usize {
        self.wake.len()
    }

    pub(super) fn is_reserved(&self, attendant: usize) -> bool {
        attendant == self.config.general
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        // No code that can panic on outside data runs under the lock, so a poisoned state is still consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits on a condition, for at most `most`.
    pub(super) fn wait<'a>(
        condition: &Condvar,
        state: MutexGuard<'a, State>,
        most: Option<Duration>,
    ) -> MutexGuard<'a, State> {
        match most {
            None => condition.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(most) => condition.wait_timeout(state, most).unwrap_or_else(PoisonError::into_inner).0,
        }
    }

    /// Gives a new job to an idle attendant or queues it.
    pub(super) fn admit(self: &Arc<Self>, pending: Pending) -> Result<(), SubmitError> {
        let caller = pending.job.caller;
        let mut state = self.lock();
        if state.phase != Phase::Open {
            return Err(SubmitError::ShuttingDown);
        }
        if let Some(attendant) = self.take_idle(&mut state, &pending) {
            self.hand_over(state, attendant, pending);
            return Ok(());
        }
        for (queued, limit, of_caller) in [
            (state.queue.len_of(caller), self.config.queue_per_caller, true),
            (state.queue.len(), self.config.queue, false),
        ] {
            if queued >= limit {
                return Err(SubmitError::QueueFull { queued, limit, of_caller });
            }
        }
        self.enqueue(&mut state, pending, FairQueue::push_back);
        Ok(())
    }

    /// Takes back a job that the reserved worker did not do.
    pub(super) fn readmit(self: &Arc<Self>, mut pending: Pending) {
        pending.declined = true;
        let mut state = self.lock();
        state.running -= 1;
        if state.phase == Phase::Ended {
            drop(state);
            return pending.expire(Cause::ShutDown);
        }
        // The job was accepted long ago: bounds do not apply, and it goes ahead of its caller's later ones.
        match self.take_idle(&mut state, &pending) {
            Some(attendant) => self.hand_over(state, attendant, pending),
            None => self.enqueue(&mut state, pending, FairQueue::push_front),
        }
    }

    /// The idle attendant that suits a job best, no longer counted as idle.
    fn take_idle(&self, state: &mut State, pending: &Pending) -> Option<usize> {
        if let Some(general) = state.idle.pop() {
            return Some(general);
        }
        let reserved = state.reserved_idle && !pending.declined;
        state.reserved_idle &= !reserved;
        reserved.then_some(self.config.general)
    }

    /// Gives a job to an attendant that was idle.
    fn hand_over(&self, mut state: MutexGuard<'_, State>, attendant: usize, pending: Pending) {
        state.handed[attendant] = Some(pending);
        state.running += 1;
        // Woken under the lock, the attendant would only wait for it.
        drop(state);
        self.wake[attendant].notify_one();
    }

    fn enqueue(
        self: &Arc<Self>,
        state: &mut State,
        mut pending: Pending,
        push: fn(&mut FairQueue<Pending>, super::CallerId, Pending),
    ) {
        let listener: Arc<Shared> = Arc::clone(self);
        pending.listening = Some(pending.job.cancel.listen(listener));
        let due = pending.job.deadline;
        // A token cancelled before it was listened to tells nobody.
        if pending.job.cancel.is_cancelled() || state.next_look.is_none_or(|look| due < look) {
            self.timekeeper.notify_one();
        }
        push(&mut state.queue, pending.job.caller, pending);
    }

    /// The attendant's call is over and its worker is ready for another: the next job, or idleness.
    pub(super) fn next_after_call(&self, attendant: usize) -> Option<Pending> {
        let mut state = self.lock();
        state.running -= 1;
        self.next(state, attendant)
    }

    /// The attendant is ready for a job: the next one, or idleness.
    pub(super) fn next_job(&self, attendant: usize) -> Option<Pending> {
        self.next(self.lock(), attendant)
    }

    fn next(&self, mut state: MutexGuard<'_, State>, attendant: usize) -> Option<Pending> {
        let taken = if self.is_reserved(attendant) {
            state.queue.pop(Course::Trial, |pending| !pending.declined)
        } else {
            state.queue.pop(Course::General, |_| true)
        };
        if let Some(mut pending) = taken {
            state.running += 1;
            pending.listening = None;
            return Some(pending);
        }
        if self.is_reserved(attendant) {
            state.reserved_idle = true;
        } else {
            state.idle.push(attendant);
        }
        self.tell_if_drained(&state);
        None
    }

    /// The attendant's call is over, but its worker has to be replaced first.
    pub(super) fn call_ended(&self) {
        let mut state = self.lock();
        state.running -= 1;
        self.tell_if_drained(&state);
    }

    fn tell_if_drained(&self, state: &State) {
        if state.phase == Phase::Draining && state.is_drained() {
            self.drained.notify_all();
        }
    }

    /// Waits until the idle attendant is handed a job; `None` when the pool ends.
    pub(super) fn wait_for_job(&self, attendant: usize) -> Option<Pending> {
        let mut state = self.lock();
        loop {
            if let Some(pending) = state.handed[attendant].take() {
                return Some(pending);
            }
            if state.phase == Phase::Ended {
                return None;
            }
            state = Self::wait(&self.wake[attendant], state, None);
        }
    }

    /// Holds the other attendants back until the first worker has been started; whether the pool still lives.
    pub(super) fn wait_for_opening(&self, attendant: usize) -> bool {
        let mut state = self.lock();
        while !state.opened && state.phase != Phase::Ended {
            state = Self::wait(&self.wake[attendant], state, None);
        }
        state.phase != Phase::Ended
    }

    /// Lets the other attendants start their workers.
    pub(super) fn open(&self) {
        self.lock().opened = true;
        self.wake.iter().for_each(Condvar::notify_one);
    }

    /// Whether a successor is worth starting.
    pub(super) fn has_ended(&self) -> bool {
        self.lock().phase == Phase::Ended
    }

    pub(super) fn count_start(&self) {
        self.lock().started += 1;
    }

    pub(super) fn count_replacement(&self, killed: bool) {
        let mut state = self.lock();
        state.replaced += 1;
        state.killed += u64::from(killed);
    }

    pub(super) fn stats(&self) -> Stats {
        let state = self.lock();
        Stats {
            running: state.running,
            queued: state.queue.len(),
            started: state.started,
            replaced: state.replaced,
            killed: state.killed,
        }
    }

    /// Wakes every thread for the end, and ends the calls that run. The phase is [`Phase::Ended`] already.
    pub(super) fn halt(&self) {
        self.interrupts.iter().for_each(|interrupt| interrupt.halt());
        self.wake.iter().for_each(Condvar::notify_one);
        self.timekeeper.notify_one();
    }
}

impl Listener for Shared {
    /// A queued job was cancelled.
    fn cancelled(&self) {
        // Through the lock, so that the timekeeper is not between looking and waiting.
        drop(self.lock());
        self.timekeeper.notify_one();
    }
}
