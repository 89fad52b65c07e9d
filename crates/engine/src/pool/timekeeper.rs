//! Answers queued jobs that are cancelled or late, since no attendant is free to do it.

use std::time::Instant;

use super::state::{Phase, Shared};

/// The timekeeper's thread.
pub(super) fn run(shared: &Shared) {
    let mut state = shared.lock();
    while state.phase != Phase::Ended {
        let now = Instant::now();
        let over = state.queue.remove_if(|pending| pending.expiry(now).is_some());
        if !over.is_empty() {
            drop(state);
            for pending in over {
                if let Some(cause) = pending.expiry(now) {
                    pending.expire(cause);
                }
            }
            state = shared.lock();
            continue;
        }
        state.next_look = state.queue.iter().map(|pending| pending.job.deadline).min();
        let most = state.next_look.map(|look| look.saturating_duration_since(now));
        state = Shared::wait(&shared.timekeeper, state, most);
    }
}
