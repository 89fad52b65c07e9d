//! Combinatorics: counting and listing.
#![forbid(unsafe_code)]

mod integer_partitions;

use operation::Operation;

/// The operations of this family, by identifier.
pub static OPERATIONS: &[&Operation] = &[&integer_partitions::OPERATION];
