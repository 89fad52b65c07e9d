//! Running one operation on one request, wherever it runs: in a worker or in the caller's own process.

use std::panic::{AssertUnwindSafe, catch_unwind};

use operation::{Broken, CheckKind, Context, Cost, Operation, Resource, RuntimeRequest, Stop};
use wire::json::{Limits, parse};
use wire::{Class, Problem, Tree};

/// What is wanted of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Its answer.
    Run,
    /// Its answer if that is predicted to be cheap, else [`Ended::Declined`].
    RunIfSmall,
    /// Whether it would run, and at what cost.
    Admit,
    /// Whether a claimed answer is right.
    Check,
    /// How the worker is contained. No operation is involved.
    Report,
}

/// How an action ended.
#[derive(Debug)]
pub enum Ended {
    /// The answer, as canonical JSON, and how it was checked.
    Answer {
        /// The answer.
        output: String,
        /// How it was checked.
        check: CheckKind,
    },
    /// The request is admitted; its predicted cost in seconds, when it can be predicted.
    Admitted(Option<f64>),
    /// The request is too costly for [`Action::RunIfSmall`].
    Declined,
    /// The claimed answer is right, or why it is not.
    Checked(Result<(), String>),
    /// The request is refused.
    Refused(Refusal),
    /// The deadline passed.
    Deadline,
    /// The caller took the request back.
    Cancelled,
    /// A budget ran out.
    Exhausted(Resource),
    /// The run is to be repeated with the reply of an optional runtime.
    NeedsRuntime(RuntimeRequest),
    /// A backend or a check failed; the text is for the log.
    Fault(String),
}

/// Why a request is refused.
#[derive(Debug, PartialEq, Eq)]
pub struct Refusal {
    /// At most 64 problems.
    pub problems: Vec<Problem>,
    /// How many more there are.
    pub omitted: usize,
}

impl Refusal {
    /// Whether nothing but sizes and costs is wrong.
    pub fn is_admission(&self) -> bool {
        self.problems.iter().all(|problem| problem.class == Class::Size)
    }
}

/// Longest nesting and numbers in payloads: the transport has applied its own limits already.
const PAYLOAD: Limits = Limits { depth: 66, number: 1000 };

fn tree(json: &[u8]) -> Result<Tree, Ended> {
    match parse(json, &PAYLOAD) {
        Ok(document) if document.violations.is_empty() => Ok(document.tree),
        _ => Err(Ended::Fault("a payload reached the operation that is not strict JSON".to_owned())),
    }
}

/// Performs `action`. `deadline_seconds` is what a predicted cost is held against.
///
/// A panic inside is caught and becomes a fault.
pub fn execute(
    operation: &Operation,
    action: Action,
    payload: &[u8],
    claimed: &[u8],
    deadline_seconds: f64,
    context: &Context,
) -> Ended {
    let perform = || perform(operation, action, payload, claimed, deadline_seconds, context);
    match catch_unwind(AssertUnwindSafe(perform)) {
        Ok(Ok(ended) | Err(ended)) => ended,
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
            Ended::Fault(format!("the operation panicked: {text}"))
        }
    }
}

fn perform(
    operation: &Operation,
    action: Action,
    payload: &[u8],
    claimed: &[u8],
    deadline_seconds: f64,
    context: &Context,
) -> Result<Ended, Ended> {
    let payload = tree(payload)?;
    let mut declined = false;
    let ended = match action {
        Action::Admit => {
            let cost = operation.body.admit(&payload).map_err(Ended::from)?;
            within(cost, deadline_seconds).map_err(Ended::from)?;
            return Ok(Ended::Admitted(cost.seconds()));
        }
        Action::Check => {
            let claimed = tree(claimed)?;
            let verdict = operation.body.check(&payload, &claimed, context).map_err(Ended::from)?;
            return Ok(Ended::Checked(verdict.map_err(|Broken(why)| why)));
        }
        Action::Report => return Err(Ended::Fault("a report is not an operation's to give".to_owned())),
        Action::Run | Action::RunIfSmall => operation.body.run(&payload, context, &mut |cost| {
            within(cost, deadline_seconds)?;
            if action == Action::RunIfSmall && !cost.is_small() {
                declined = true;
                return Err(Stop::Cancelled);
            }
            Ok(())
        }),
    };
    match ended {
        Ok(output) => Ok(Ended::Answer { output, check: operation.check }),
        Err(_) if declined => Ok(Ended::Declined),
        Err(stop) => Err(Ended::from(stop)),
    }
}

/// Refuses what cannot end in time by far: predictions are not exact, so they get a margin of eight.
fn within(cost: Cost, deadline_seconds: f64) -> Result<(), Stop> {
    const MARGIN: f64 = 8.0;
    match cost.seconds() {
        Some(seconds) if seconds > MARGIN * deadline_seconds => {
            let mut report = wire::Report::new();
            report.size(
                "cost.over_deadline",
                format!(
                    "predicted to take about {seconds:.0} s, far beyond the deadline of {deadline_seconds:.0} s; ask for less, or \
                     raise deadline_ms where it was lowered"
                ),
            );
            Err(Stop::from(report))
        }
        _ => Ok(()),
    }
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Ended {
        match stop {
            Stop::Refused { problems, omitted } => Ended::Refused(Refusal { problems, omitted }),
            Stop::Deadline => Ended::Deadline,
            Stop::Cancelled => Ended::Cancelled,
            Stop::Exhausted(resource) => Ended::Exhausted(resource),
            Stop::NeedsRuntime(request) => Ended::NeedsRuntime(request),
            Stop::Fault(text) => Ended::Fault(text),
        }
    }
}
