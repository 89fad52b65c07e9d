//! The outcomes that are not answers.

use wire::{Class, Problem, Report, Step};

use crate::runtime::RuntimeRequest;

/// Why there is no answer.
#[derive(Debug)]
pub enum Stop {
    /// The request is malformed, outside the domain, or over a bound.
    Refused {
        /// At most 64 problems.
        problems: Vec<Problem>,
        /// How many more there are.
        omitted: usize,
    },
    /// The deadline passed.
    Deadline,
    /// The caller took the request back.
    Cancelled,
    /// A budget ran out.
    Exhausted(Resource),
    /// The run needs the reply of an optional runtime and is to be repeated with it.
    NeedsRuntime(RuntimeRequest),
    /// A backend or a check failed. The text is for the log, not for the caller.
    Fault(String),
}

/// A budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Memory of the worker.
    Memory,
    /// Work units of the operation.
    Work,
    /// Size of the answer.
    Output,
}

impl Resource {
    /// The word of the contract.
    pub fn word(self) -> &'static str {
        match self {
            Resource::Memory => "memory",
            Resource::Work => "work",
            Resource::Output => "output",
        }
    }
}

/// A check that an answer did not pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken(pub String);

/// Passes when `holds`, else says which condition is broken.
pub fn ensure(holds: bool, condition: &str) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(Broken(condition.to_owned())) }
}

/// A refusal for one mathematical reason, found while computing.
///
/// `location` leads from the top of the request to the offending part.
pub fn refused<S: Into<Step>>(
    location: impl IntoIterator<Item = S>,
    code: &'static str,
    message: impl Into<String>,
) -> Stop {
    let mut report = Report::new();
    report.add_at(location, Class::Domain, code, message);
    Stop::from(report)
}

impl From<Report> for Stop {
    fn from(report: Report) -> Stop {
        let (problems, omitted) = report.into_problems();
        Stop::Refused { problems, omitted }
    }
}
