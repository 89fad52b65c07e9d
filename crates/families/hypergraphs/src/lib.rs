//! Operations on hypergraphs.
#![forbid(unsafe_code)]

mod coloring;
mod nonmonochromatic_coloring;

use operation::Operation;

/// The operations of this family, sorted by their identifiers.
pub static OPERATIONS: &[&Operation] = &[&nonmonochromatic_coloring::OPERATION];
