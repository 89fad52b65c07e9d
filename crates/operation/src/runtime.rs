//! Optional system runtimes: programs that an operation may need and a machine may lack.

use crate::stop::Stop;

/// A program outside the product, run as a worker of a second kind under its own profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runtime {
    /// Its name: `singular`.
    pub name: &'static str,
    /// Least version.
    pub version: &'static str,
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

/// An optional runtime that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unavailable {
    /// Which.
    pub runtime: Runtime,
    /// Why.
    pub status: RuntimeStatus,
}

/// Access to optional runtimes, given to operations by the engine.
pub trait Runtimes {
    /// Sends one request to a runtime's worker and returns its reply. The protocol is the runtime's own; deadline and
    /// cancellation are the engine's.
    fn call(&self, runtime: &Runtime, request: &[u8]) -> Result<Vec<u8>, Stop>;
}
