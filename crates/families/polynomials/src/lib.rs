//! Operations on polynomials.
#![forbid(unsafe_code)]

mod map_evaluate;

use operation::Operation;

/// The operations of this family, sorted by their identifiers.
pub static OPERATIONS: &[&Operation] = &[&map_evaluate::OPERATION];
