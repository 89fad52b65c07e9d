//! Univariate polynomials, dense, coefficients from the constant term upward.

mod display;
mod division;
mod factorization;
mod integer;
mod rational;
mod rational_algorithms;
mod real_roots;

pub use division::PseudoDivision;
pub use factorization::PolynomialFactorization;
pub use integer::IntegerPolynomial;
pub use rational::RationalPolynomial;
pub use rational_algorithms::RationalPolynomialFactorization;
pub use real_roots::RealRoots;

/// The largest number of coefficients, below the point where FLINT's computation of a block's size overflows.
const MAX_LENGTH: usize = 1 << 40;

/// Checks a number of coefficients that does not come from an existing list of them.
fn check_length(length: usize) {
    assert!(length <= MAX_LENGTH, "a polynomial of {length} coefficients exceeds the limit of {MAX_LENGTH}");
}

/// Whether the `exponent`-th power of a polynomial stays below [`Integer::MAX_BITS`](crate::Integer::MAX_BITS) bits in
/// all its coefficients together, given its degree, length and the bits of its largest coefficient.
fn power_fits(length: usize, coefficient_bits: u64, exponent: u64) -> bool {
    if length <= 1 && coefficient_bits <= 1 {
        return true;
    }
    let degree = length.saturating_sub(1) as f64;
    // The sum of the absolute values of the coefficients is multiplicative enough to bound those of a power.
    let bits = (coefficient_bits as f64 + (length as f64).log2()) * exponent as f64;
    (degree * exponent as f64 + 1.0) * bits.max(1.0) <= crate::Integer::MAX_BITS as f64
}
