//! Optional system runtimes: programs that an operation may need and a machine may lack.

/// A program outside the product. The engine runs it as a worker of a second kind, under its own profile: one request on its
/// standard input, one reply on its standard output, within the deadline, memory and output bounds of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// Its name in the contract: `singular`.
    pub name: &'static str,
    /// The program, looked for where the system keeps programs.
    pub program: &'static str,
    /// Arguments of a run.
    pub arguments: &'static [&'static str],
    /// Arguments that make it print its version.
    pub version_arguments: &'static [&'static str],
    /// Least version, numbers joined by dots.
    pub required_version: &'static str,
    /// How one gets it.
    pub installation: &'static str,
}

/// Whether a runtime can be used here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuntimeStatus {
    /// It is here, in this version.
    Available(String),
    /// It is not installed.
    Missing,
    /// It is here in this version, which is too old.
    Unsupported(String),
    /// It did not answer as it should.
    CheckFailed(String),
}

/// A request to a runtime that a run is waiting for.
///
/// A run does not wait: it ends, the engine asks the runtime, and the run is repeated with the reply at hand. Runs are
/// deterministic, so the repetition comes to the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuntimeRequest {
    /// Which runtime.
    pub runtime: Runtime,
    /// What it is asked.
    pub request: Vec<u8>,
}
