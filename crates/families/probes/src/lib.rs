//! Operations that misbehave on purpose, to prove that the engine contains them.
//!
//! They break the rules that all other operations keep. They are never part of the public catalog: `jacaranda doctor` runs them,
//! and so do the tests, with a server that was started to know them.
#![forbid(unsafe_code)]

mod allocate;
mod misbehave;
mod runtime;
mod spin;

use operation::Operation;

/// All probes, by identifier.
pub static OPERATIONS: &[&Operation] =
    &[&allocate::OPERATION, &misbehave::OPERATION, &runtime::OPERATION, &spin::OPERATION];
