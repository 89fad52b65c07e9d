//! What an operation is.
//!
//! An [`Operation`] is a static declaration, written with [`op!`]: identity, texts, bounds, examples, and a typed body. Its four
//! outcomes never mix: an answer (false, none and unknown are answers), or one of the three that [`Stop`] holds: refused, stopped,
//! fault.
//!
//! An operation does no input or output, reads no clock and no environment, and spawns nothing. What it needs of the world comes
//! through its [`Context`].
#![forbid(unsafe_code)]

mod body;
mod context;
mod cost;
mod declaration;
mod runtime;
mod stop;
#[cfg(feature = "testing")]
pub mod testing;

pub use body::{Admitted, Body, Check, LawBody, Typed, TypedLaw};
pub use context::{Context, ContextBuilder, Progress};
pub use cost::Cost;
pub use declaration::{CheckKind, Example, Law, Operation, RefusalExample};
pub use runtime::{Runtime, RuntimeRequest, RuntimeStatus};
pub use stop::{Broken, Resource, Stop, ensure, refused};
pub use wire_derive::op;

/// What an operation's file begins with.
pub mod prelude {
    pub use crate::{Broken, CheckKind, Context, Cost, Operation, Resource, Stop, ensure, op, refused};
    pub use wire::{Class, Report, Wire};
}
