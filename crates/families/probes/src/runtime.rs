use operation::Runtime;
use operation::prelude::*;

/// Which runtime to ask, and what.
#[derive(Wire)]
pub struct Request {
    /// The runtime.
    pub runtime: Choice,
    /// What it is asked.
    #[wire(length <= 1000)]
    pub text: String,
}

/// A runtime of the probe.
#[derive(Wire)]
pub enum Choice {
    /// One that every machine has: it repeats what it is told.
    Echo,
    /// One that no machine has.
    Absent,
    /// One that is older than what is asked for.
    TooOld,
    /// One that fails.
    Crashing,
    /// One that never answers.
    Hanging,
}

/// What it said.
#[derive(Wire)]
pub struct Response {
    /// Its reply.
    pub reply: String,
}

/// Standard programs that play optional runtimes.
const fn runtime(name: &'static str, program: &'static str, arguments: &'static [&'static str]) -> Runtime {
    Runtime {
        name,
        program,
        arguments,
        version_arguments: &["--version"],
        required_version: "0.1",
        installation: "nothing installs it: it is a probe",
    }
}

static RUNTIMES: [Runtime; 5] = [
    runtime("echo", "cat", &[]),
    runtime("absent", "jacaranda-absent-runtime", &[]),
    Runtime { required_version: "1000.0", ..runtime("too_old", "cat", &[]) },
    runtime("crashing", "cat", &["--no-such-option"]),
    runtime("hanging", "sleep", &["infinity"]),
];

op! {
    /// Asks an optional runtime.
    ///
    /// A probe of workers of the second kind: absent, too old, crashing, hanging.
    id: "probe.runtime",
    tags: ["probe"],
    words: ["backend"],
    cost: |_| Cost::UNKNOWN,
    runtimes: &RUNTIMES,
    example "echo": { "runtime": "ECHO", "text": "hello" } => { "reply": "hello" },
    refuse "unknown": { "runtime": "OTHER", "text": "" } => "runtime",
    check: none,
}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {
    let runtime = &RUNTIMES[match q.runtime {
        Choice::Echo => 0,
        Choice::Absent => 1,
        Choice::TooOld => 2,
        Choice::Crashing => 3,
        Choice::Hanging => 4,
    }];
    let reply = cx.runtime(runtime, q.text.as_bytes())?;
    Ok(Response { reply: String::from_utf8_lossy(&reply).into_owned() })
}
