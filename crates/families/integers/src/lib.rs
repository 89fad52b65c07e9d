//! Operations on integers.
#![forbid(unsafe_code)]

mod extended_gcd;
mod gcd;
mod primality_certificate;
mod prime_factorization;

use operation::Operation;

/// The operations of this family, sorted by their identifiers.
pub static OPERATIONS: &[&Operation] =
    &[&extended_gcd::OPERATION, &gcd::OPERATION, &prime_factorization::OPERATION, &primality_certificate::OPERATION];
