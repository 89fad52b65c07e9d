//! Running operations in the caller's own process: for library users and tests.
//!
//! Nothing contains the operation here: cancellation and deadline work only where it looks for them, and a backend that aborts
//! takes the process with it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use operation::{Context, Operation};

use crate::engine::told;
use crate::execute::{Action, execute};
use crate::face::Reply;
use crate::protocol::Settled;

/// Runs an operation on strict JSON and returns the reply that a face would give.
pub fn run(operation: &Operation, payload: &[u8], deadline: Duration, cancelled: Arc<AtomicBool>) -> Reply {
    let began = Instant::now();
    let context = Context::builder().deadline(began + deadline).cancelled(cancelled).build();
    let ended = execute(operation, Action::Run, payload, &[], deadline.as_secs_f64(), &context);
    if let crate::execute::Ended::Fault(what) = &ended {
        tracing::error!(operation = operation.id, "{what}");
    }
    let settled = Settled::from(ended);
    if settled == Settled::Deadline {
        let allowance = crate::diagnostics::Allowance {
            given: deadline,
            by_caller: true,
            elapsed: began.elapsed(),
            maximum: deadline,
        };
        return crate::diagnostics::timeout(operation, &allowance, &crate::engine::sha256(payload));
    }
    told(operation, settled, began.elapsed(), deadline)
}
