//! The thread that looks after one worker.

use std::sync::Arc;
use std::time::Instant;

use super::job::{Pending, guarded};
use super::state::Shared;
use crate::process::{Cause, Death, Frame, FrameKind, WorkerProcess};

/// One attendant and its worker.
struct Attendant<'a> {
    shared: &'a Arc<Shared>,
    id: usize,
    /// Absent before the first start and after a start that failed; the next call tries again.
    worker: Option<WorkerProcess>,
}

/// An attendant's thread: lives as long as the pool, since a worker dies with the thread that started it.
pub(super) fn run(shared: &Arc<Shared>, id: usize) {
    let mut attendant = Attendant { shared, id, worker: None };
    if id == 0 {
        attendant.prepare();
        shared.open();
    } else {
        if !shared.wait_for_opening(id) {
            return;
        }
        attendant.prepare();
    }
    let mut next = shared.next_job(id);
    while let Some(pending) = next.or_else(|| shared.wait_for_job(id)) {
        next = if shared.is_reserved(id) { attendant.try_small(pending) } else { attendant.serve(pending) };
    }
}

impl Attendant<'_> {
    /// Starts a worker ahead of the next call. A failure shows when the call comes.
    fn prepare(&mut self) {
        if self.worker.is_none()
            && !self.shared.has_ended()
            && let Err(cause) = self.start()
        {
            tracing::error!(attendant = self.id, %cause, "a worker could not be started");
        }
    }

    fn start(&mut self) -> Result<&mut WorkerProcess, Cause> {
        let config = &self.shared.config;
        let interrupt = Arc::clone(&self.shared.interrupts[self.id]);
        let worker = WorkerProcess::spawn(&config.command, config.frames.clone(), interrupt)
            .map_err(|error| Cause::NotStarted(format!("{}: {error}", config.command.program.display())))?;
        self.shared.count_start();
        Ok(self.worker.insert(worker))
    }

    /// Runs a job to its end.
    fn serve(&mut self, mut pending: Pending) -> Option<Pending> {
        let began = Instant::now();
        let deadline = pending.job.deadline;
        let outcome = self.call(&mut pending, deadline);
        self.conclude(pending, outcome, began)
    }

    /// Runs a job on the reserved worker, if that is quickly done; otherwise it goes to a general worker.
    fn try_small(&mut self, mut pending: Pending) -> Option<Pending> {
        let began = Instant::now();
        let deadline = pending.job.deadline.min(began + self.shared.config.trial);
        pending.job.frame.kind = FrameKind::REQUEST_IF_SMALL;
        let outcome = self.call(&mut pending, deadline);
        pending.job.frame.kind = FrameKind::REQUEST;
        match outcome {
            Ok(frame) if frame.kind == FrameKind::DECLINED => {}
            Err(Death { cause: Cause::Deadline, .. }) if Instant::now() < pending.job.deadline => {}
            outcome => return self.conclude(pending, outcome, began),
        }
        self.shared.readmit(pending);
        self.replace_if_dead(true);
        self.shared.next_job(self.id)
    }

    /// Makes the call, on a fresh worker if the present one has died before it saw the request.
    fn call(&mut self, pending: &mut Pending, deadline: Instant) -> Result<Frame, Death> {
        let first = self.call_once(pending, deadline);
        match &first {
            Err(death) if !death.started && self.worker.as_ref().is_some_and(|worker| !worker.is_usable()) => {
                if death.cause.is_kill() {
                    return first;
                }
                self.replace_if_dead(false);
                self.call_once(pending, deadline)
            }
            _ => first,
        }
    }

    fn call_once(&mut self, pending: &mut Pending, deadline: Instant) -> Result<Frame, Death> {
        if self.worker.is_none() {
            self.start().map_err(Death::before_start)?;
        }
        let Some(worker) = &mut self.worker else {
            return Err(Death::before_start(Cause::NotStarted("there is no worker".to_owned())));
        };
        let job = &mut pending.job;
        let on_progress = &mut job.on_progress;
        worker.call(&job.frame, deadline, &job.cancel, &mut |frame| {
            if let Some(receive) = on_progress {
                guarded("delivering progress", || receive(frame));
            }
        })
    }

    /// Delivers the outcome, replaces the worker if need be, and takes the next job.
    fn conclude(&mut self, pending: Pending, outcome: Result<Frame, Death>, began: Instant) -> Option<Pending> {
        let ended = Instant::now();
        let mut keep = true;
        if let Ok(reply) = &outcome {
            guarded("looking at a reply", || keep = (self.shared.config.after_reply)(reply).keep);
        }
        if keep && self.worker.as_ref().is_some_and(WorkerProcess::is_usable) {
            // Idle before the outcome is known: a caller who submits again at once then finds this worker.
            let next = self.shared.next_after_call(self.id);
            pending.finish(outcome, began, ended);
            return next;
        }
        let killed = matches!(&outcome, Err(death) if death.cause.is_kill());
        pending.finish(outcome, began, ended);
        self.shared.call_ended();
        if keep {
            self.replace_if_dead(killed);
        } else {
            self.replace(false);
        }
        self.shared.next_job(self.id)
    }

    fn replace_if_dead(&mut self, killed: bool) {
        if !self.worker.as_ref().is_some_and(WorkerProcess::is_usable) {
            self.replace(killed);
        }
    }

    /// Reaps the worker, if there is one, and starts its successor.
    fn replace(&mut self, killed: bool) {
        if self.worker.take().is_some() {
            self.shared.count_replacement(killed);
        }
        self.prepare();
    }
}
