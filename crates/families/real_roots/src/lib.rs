//! Operations on real roots.
#![forbid(unsafe_code)]

mod isolation;
mod roots_isolate;

use operation::Operation;

/// The operations of this family, sorted by their identifiers.
pub static OPERATIONS: &[&Operation] = &[&roots_isolate::OPERATION];
