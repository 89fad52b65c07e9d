//! Operations on graphs.
#![forbid(unsafe_code)]

mod distance_matrix;

use operation::Operation;

/// The operations of this family, sorted by their identifiers.
pub static OPERATIONS: &[&Operation] = &[&distance_matrix::OPERATION];
