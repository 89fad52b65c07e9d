//! What the server and a worker say to each other in frames.

use std::time::Duration;

use operation::{CheckKind, Resource, RuntimeRequest};
use wire::{Problem, Step, Writer};

use crate::execute::{Action, Ended};
use crate::face::Progress;
use crate::process::{Frame, FrameKind};

/// A request to a worker.
#[derive(Debug, PartialEq)]
pub(crate) struct Order {
    pub(crate) action: Action,
    pub(crate) operation_id: String,
    /// How long the call may take, as the caller and the operation's declaration have it.
    pub(crate) deadline: Duration,
    /// The payload, then the claimed answer of a check (empty otherwise), then replies of optional runtimes.
    pub(crate) documents: Vec<Vec<u8>>,
}

/// What came of a request, ready to be told to a face.
#[derive(Clone, Debug, PartialEq)]
pub enum Settled {
    /// The answer, as canonical JSON.
    Answer {
        /// The answer.
        output: String,
        /// How it was checked.
        check: CheckKind,
    },
    /// The request would run; predicted seconds, when they can be predicted.
    Admitted(Option<f64>),
    /// The request is too costly for the reserved worker.
    Declined,
    /// A claimed answer is right, or why it is not.
    Checked(Result<(), String>),
    /// The request is refused.
    Refused {
        /// For its size or cost alone.
        admission: bool,
        /// The members `errors` and `omitted_error_count` of the refusal, as JSON without braces.
        errors: String,
    },
    /// The deadline passed.
    Deadline,
    /// The caller took the request back.
    Cancelled,
    /// A budget ran out.
    Exhausted(Resource),
    /// The run is to be repeated with the reply of this runtime to this request.
    NeedsRuntime {
        /// The runtime's name.
        runtime: String,
        /// What it is asked.
        request: Vec<u8>,
    },
    /// A backend or a check failed; the text is for the log.
    Fault(String),
}

/// A reply of a worker: what came of it, how long it took there, and how large the worker has grown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Account {
    pub(crate) settled: Settled,
    pub(crate) elapsed: Duration,
    pub(crate) resident_kib: u64,
}

/// A frame that does not say what it should.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Garbled;

fn action_byte(action: Action) -> u8 {
    match action {
        Action::Run | Action::RunIfSmall => 0,
        Action::Admit => 1,
        Action::Check => 2,
        Action::Report => 3,
    }
}

impl Order {
    pub(crate) fn to_frame(&self) -> Frame {
        let mut header = vec![action_byte(self.action)];
        header.extend(self.deadline.as_micros().min(u128::from(u64::MAX)).to_le_bytes().iter().take(8));
        header.extend(self.operation_id.as_bytes());
        Frame { kind: FrameKind::REQUEST, header, attachments: self.documents.clone() }
    }

    pub(crate) fn from_frame(frame: Frame) -> Result<Order, Garbled> {
        let (&action, rest) = frame.header.split_first().ok_or(Garbled)?;
        let (micros, id) = rest.split_first_chunk::<8>().ok_or(Garbled)?;
        let action = match (action, frame.kind) {
            (0, FrameKind::REQUEST_IF_SMALL) => Action::RunIfSmall,
            (0, _) => Action::Run,
            (1, _) => Action::Admit,
            (2, _) => Action::Check,
            (3, _) => Action::Report,
            _ => return Err(Garbled),
        };
        Ok(Order {
            action,
            operation_id: String::from_utf8(id.to_vec()).map_err(|_| Garbled)?,
            deadline: Duration::from_micros(u64::from_le_bytes(*micros)),
            documents: frame.attachments,
        })
    }
}

fn check_byte(check: CheckKind) -> u8 {
    match check {
        CheckKind::None => 0,
        CheckKind::Random => 1,
        CheckKind::Exact => 2,
    }
}

fn resource_byte(resource: Resource) -> u8 {
    match resource {
        Resource::Memory => 0,
        Resource::Work => 1,
        Resource::Output => 2,
    }
}

impl Account {
    pub(crate) fn into_frame(self) -> Frame {
        let kind = if self.settled == Settled::Declined { FrameKind::DECLINED } else { FrameKind::REPLY };
        let (status, detail, number, body) = match self.settled {
            Settled::Answer { output, check } => (0, check_byte(check), 0.0, output.into_bytes()),
            Settled::Admitted(seconds) => (1, 0, seconds.unwrap_or(f64::NAN), Vec::new()),
            Settled::Declined => (2, 0, 0.0, Vec::new()),
            Settled::Checked(Ok(())) => (3, 0, 0.0, Vec::new()),
            Settled::Checked(Err(why)) => (4, 0, 0.0, why.into_bytes()),
            Settled::Refused { admission, errors } => (5, u8::from(admission), 0.0, errors.into_bytes()),
            Settled::Deadline => (6, 0, 0.0, Vec::new()),
            Settled::Cancelled => (7, 0, 0.0, Vec::new()),
            Settled::Exhausted(resource) => (8, resource_byte(resource), 0.0, Vec::new()),
            Settled::NeedsRuntime { runtime, request } => {
                let detail = runtime.len().min(255) as u8;
                (9, detail, 0.0, [&runtime.as_bytes()[..usize::from(detail)], &request].concat())
            }
            Settled::Fault(text) => (10, 0, 0.0, text.into_bytes()),
        };
        let mut header = vec![status, detail];
        header.extend((self.elapsed.as_micros() as u64).to_le_bytes());
        header.extend(self.resident_kib.to_le_bytes());
        header.extend(f64::to_le_bytes(number));
        Frame { kind, header, attachments: vec![body] }
    }

    /// How large the worker has grown, read without looking at the rest.
    pub(crate) fn resident_kib(frame: &Frame) -> Option<u64> {
        frame.header.get(10..18)?.try_into().ok().map(u64::from_le_bytes)
    }

    pub(crate) fn from_frame(mut frame: Frame) -> Result<Account, Garbled> {
        let header: [u8; 26] = frame.header.as_slice().try_into().map_err(|_| Garbled)?;
        let body = frame.attachments.pop().ok_or(Garbled)?;
        let eight = |at: usize| <[u8; 8]>::try_from(&header[at..at + 8]).map_err(|_| Garbled);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).map_err(|_| Garbled);
        let settled = match header[0] {
            0 => {
                let check = match header[1] {
                    0 => CheckKind::None,
                    1 => CheckKind::Random,
                    _ => CheckKind::Exact,
                };
                Settled::Answer { output: text(body)?, check }
            }
            1 => {
                let seconds = f64::from_le_bytes(eight(18)?);
                Settled::Admitted((!seconds.is_nan()).then_some(seconds))
            }
            2 => Settled::Declined,
            3 => Settled::Checked(Ok(())),
            4 => Settled::Checked(Err(text(body)?)),
            5 => Settled::Refused { admission: header[1] == 1, errors: text(body)? },
            6 => Settled::Deadline,
            7 => Settled::Cancelled,
            8 => Settled::Exhausted(match header[1] {
                0 => Resource::Memory,
                1 => Resource::Work,
                _ => Resource::Output,
            }),
            9 => {
                let (runtime, request) = body.split_at_checked(usize::from(header[1])).ok_or(Garbled)?;
                Settled::NeedsRuntime { runtime: text(runtime.to_vec())?, request: request.to_vec() }
            }
            10 => Settled::Fault(text(body)?),
            _ => return Err(Garbled),
        };
        Ok(Account {
            settled,
            elapsed: Duration::from_micros(u64::from_le_bytes(eight(2)?)),
            resident_kib: u64::from_le_bytes(eight(10)?),
        })
    }
}

impl From<Ended> for Settled {
    fn from(ended: Ended) -> Settled {
        match ended {
            Ended::Answer { output, check } => Settled::Answer { output, check },
            Ended::Admitted(seconds) => Settled::Admitted(seconds),
            Ended::Declined => Settled::Declined,
            Ended::Checked(verdict) => Settled::Checked(verdict),
            Ended::Refused(refusal) => Settled::Refused {
                admission: refusal.is_admission(),
                errors: errors_json(&refusal.problems, refusal.omitted),
            },
            Ended::Deadline => Settled::Deadline,
            Ended::Cancelled => Settled::Cancelled,
            Ended::Exhausted(resource) => Settled::Exhausted(resource),
            Ended::NeedsRuntime(RuntimeRequest { runtime, request }) => {
                Settled::NeedsRuntime { runtime: runtime.name.to_owned(), request }
            }
            Ended::Fault(text) => Settled::Fault(text),
        }
    }
}

/// The members `errors` and `omitted_error_count`, without braces.
pub(crate) fn errors_json(problems: &[Problem], omitted: usize) -> String {
    let mut out = Writer::new();
    out.key("errors");
    out.begin_list();
    for problem in problems {
        out.begin_object();
        out.key("location");
        out.begin_list();
        for step in &problem.location {
            match step {
                Step::Key(key) => out.text(key),
                Step::Index(index) => out.integer(*index as i64),
            }
        }
        out.end_list();
        out.key("code");
        out.text(problem.code);
        out.key("message");
        out.text(&problem.message);
        out.end_object();
    }
    out.end_list();
    out.key("omitted_error_count");
    out.integer(omitted as i64);
    out.into_string()
}

pub(crate) fn progress_frame(progress: &operation::Progress) -> Frame {
    let mut header = progress.done.to_le_bytes().to_vec();
    header.extend(progress.total.unwrap_or(f64::NAN).to_le_bytes());
    header.extend(progress.unit.as_bytes());
    Frame::new(FrameKind::PROGRESS, header)
}

pub(crate) fn progress_from_frame(frame: &Frame) -> Option<Progress> {
    let (done, rest) = frame.header.split_first_chunk::<8>()?;
    let (total, unit) = rest.split_first_chunk::<8>()?;
    let total = f64::from_le_bytes(*total);
    Some(Progress {
        done: f64::from_le_bytes(*done),
        total: (!total.is_nan()).then_some(total),
        unit: String::from_utf8(unit.to_vec()).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reply_survives_the_pipe() {
        let replies = [
            Settled::Answer { output: "{\"value\":\"6\"}".to_owned(), check: CheckKind::Random },
            Settled::Admitted(None),
            Settled::Admitted(Some(0.25)),
            Settled::Declined,
            Settled::Checked(Ok(())),
            Settled::Checked(Err("no".to_owned())),
            Settled::Refused { admission: true, errors: errors_json(&[], 3) },
            Settled::Deadline,
            Settled::Cancelled,
            Settled::Exhausted(Resource::Work),
            Settled::NeedsRuntime { runtime: "singular".to_owned(), request: vec![0, 255] },
            Settled::Fault("panic".to_owned()),
        ];
        for settled in replies {
            let account = Account { settled, elapsed: Duration::from_micros(17), resident_kib: 9000 };
            let frame = account.clone().into_frame();
            assert_eq!(Account::resident_kib(&frame), Some(9000));
            assert_eq!(Account::from_frame(frame), Ok(account));
        }
    }

    #[test]
    fn orders_survive_the_pipe_and_garbage_does_not() {
        let order = Order {
            action: Action::Check,
            operation_id: "integer.compute.gcd".to_owned(),
            deadline: Duration::from_millis(1500),
            documents: vec![b"{}".to_vec(), Vec::new()],
        };
        assert_eq!(Order::from_frame(order.to_frame()), Ok(order));
        for header in [&b""[..], b"\x07", b"\x00short", b"\x09aaaaaaaax"] {
            assert_eq!(Order::from_frame(Frame::new(FrameKind::REQUEST, header)), Err(Garbled));
            assert_eq!(Account::from_frame(Frame::new(FrameKind::REPLY, header)), Err(Garbled));
        }
    }
}
