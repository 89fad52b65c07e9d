//! Runs one operation under limits: workers, pool, queue, containment, and the two tools that faces serve.
//!
//! A call goes [`tools`] → [`Engine::perform`] → [`pool`] → a worker process ([`worker`], [`containment`]) → [`execute`] →
//! the operation, and comes back as a [`face::Reply`]. Faces know nothing but [`face`].
#![forbid(unsafe_code)]

pub mod containment;
mod diagnostics;
mod engine;
mod execute;
pub mod face;
pub mod in_process;
pub mod pool;
pub mod process;
mod product;
mod protocol;
pub mod runtime;
pub mod tools;
pub mod worker;

pub use engine::{Call, Config, Engine};
pub use execute::Action;
pub use process::{CancelToken, WorkerCommand};

/// The version of FLINT that operations compute with.
pub fn flint_version() -> &'static str {
    flint::version()
}
