//! Real roots, inequalities and enclosures.
#![forbid(unsafe_code)]

mod roots_isolate;

use operation::Operation;

/// The operations of this family, by identifier.
pub static OPERATIONS: &[&Operation] = &[&roots_isolate::OPERATION];
