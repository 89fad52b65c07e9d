//! Operations of enumerative combinatorics.
#![forbid(unsafe_code)]

mod integer_partitions;

use operation::Operation;

/// The operations of this family, sorted by their identifiers.
pub static OPERATIONS: &[&Operation] = &[&integer_partitions::OPERATION];
