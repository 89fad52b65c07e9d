//! Operations on matrices.
#![forbid(unsafe_code)]

mod determinant;

use operation::Operation;

/// The operations of this family, sorted by their identifiers.
pub static OPERATIONS: &[&Operation] = &[&determinant::OPERATION];
