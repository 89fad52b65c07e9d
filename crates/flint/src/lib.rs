//! Safe Rust over FLINT: integers, rationals, polynomials, matrices.
//!
//! Every type owns its FLINT value, is `Send` and `Sync`, and frees it on drop. FLINT stops the process when a
//! precondition is broken (a zero divisor, a negative square root, unequal dimensions), so every precondition is
//! checked here first: an operator panics with a clear message, as the operators of the primitive integers do, and a
//! named method returns `None`. What cannot be foreseen, memory above all, ends in the handler of [`on_failure`].
//!
//! Integers are limited to [`Integer::MAX_BITS`] bits by every operation that can grow them at will
//! (`*`, powers, shifts, factorials and the like).
//!
//! Real and complex balls (`arb`, `acb`) will live in a module `ball` beside these.

mod failure;
mod integer;
mod matrix;
pub mod modular;
mod operators;
mod polynomial;
mod process;
mod rational;
mod scratch;
mod wire;

pub use failure::{Failure, on_failure};
pub use integer::{Bezout, Factorization, Integer, ParseIntegerError};
pub use matrix::{IntegerMatrix, IntegerRowEchelon, RationalMatrix, SmithForm};
pub use polynomial::{
    IntegerPolynomial, PolynomialFactorization, PseudoDivision, RationalPolynomial, RationalPolynomialFactorization,
    RealRoots,
};
pub use process::{cleanup_process, cleanup_thread, set_threads, version};
pub use rational::Rational;
pub use scratch::keep_scratch_in_memory;
