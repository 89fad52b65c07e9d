//! Division, common divisors and eliminants of [`IntegerPolynomial`].

use flint3_sys as sys;

use super::IntegerPolynomial;
use crate::Integer;

/// `lc(divisor)^power * dividend = quotient * divisor + remainder`, the remainder of lower degree than the divisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PseudoDivision {
    /// The quotient.
    pub quotient: IntegerPolynomial,
    /// The remainder.
    pub remainder: IntegerPolynomial,
    /// The power of the divisor's leading coefficient that the dividend was multiplied by; as small as the division
    /// needed, not always `deg dividend − deg divisor + 1`.
    pub power: u64,
}

impl IntegerPolynomial {
    /// The quotient when `divisor` divides `self` over the integers; `None` when it does not or is zero.
    pub fn checked_div_exact(&self, divisor: &IntegerPolynomial) -> Option<IntegerPolynomial> {
        if divisor.is_zero() {
            return None;
        }
        let mut quotient = IntegerPolynomial::default();
        // SAFETY: the values are initialized and the divisor is nonzero.
        let exact = unsafe { sys::fmpz_poly_divides(quotient.raw_mut(), self.raw(), divisor.raw()) != 0 };
        exact.then_some(quotient)
    }

    /// Quotient and remainder of lower degree than the divisor, when the divisor's leading coefficient is ±1.
    ///
    /// `None` for any other divisor, whose quotient need not be integral: see [`IntegerPolynomial::pseudo_div_rem`].
    pub fn div_rem_monic(&self, divisor: &IntegerPolynomial) -> Option<(IntegerPolynomial, IntegerPolynomial)> {
        let leading = divisor.leading_coefficient()?;
        if !(leading.is_one() || *leading == -1) {
            return None;
        }
        let mut quotient = IntegerPolynomial::default();
        let mut remainder = IntegerPolynomial::default();
        // SAFETY: the values are initialized, the results distinct and the divisor nonzero.
        unsafe {
            sys::fmpz_poly_divrem(quotient.raw_mut(), remainder.raw_mut(), self.raw(), divisor.raw());
        }
        Some((quotient, remainder))
    }

    /// Division after multiplication by a power of the divisor's leading coefficient. `None` for a zero divisor.
    pub fn pseudo_div_rem(&self, divisor: &IntegerPolynomial) -> Option<PseudoDivision> {
        if divisor.is_zero() {
            return None;
        }
        let mut quotient = IntegerPolynomial::default();
        let mut remainder = IntegerPolynomial::default();
        let mut power = 0;
        // SAFETY: the values are initialized, the results distinct and the divisor nonzero.
        unsafe {
            sys::fmpz_poly_pseudo_divrem(
                quotient.raw_mut(),
                remainder.raw_mut(),
                &raw mut power,
                self.raw(),
                divisor.raw(),
            );
        }
        Some(PseudoDivision { quotient, remainder, power })
    }

    /// The greatest common divisor of the coefficients, not negative; zero for the zero polynomial.
    pub fn content(&self) -> Integer {
        // SAFETY: the values are initialized.
        Integer::build(|result| unsafe { sys::fmpz_poly_content(result, self.raw()) })
    }

    /// The polynomial divided by its content, with positive leading coefficient; zero for the zero polynomial.
    pub fn primitive_part(&self) -> IntegerPolynomial {
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_primitive_part(result, self.raw());
        })
    }

    /// Every coefficient divided by `divisor`; `None` when one of them is not a multiple of it or it is zero.
    pub fn checked_div_scalar(&self, divisor: &Integer) -> Option<IntegerPolynomial> {
        if divisor.is_zero() || !divisor.divides(&self.content()) {
            return None;
        }
        // SAFETY: the values are initialized and the divisor divides every coefficient.
        Some(IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_scalar_divexact_fmpz(result, self.raw(), divisor.raw());
        }))
    }

    /// The greatest common divisor over the integers, content included, with a leading coefficient that is not
    /// negative; gcd(0, 0) = 0.
    pub fn gcd(&self, other: &IntegerPolynomial) -> IntegerPolynomial {
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_gcd(result, self.raw(), other.raw());
        })
    }

    /// The resultant `lc(f)^deg(g) * lc(g)^deg(f) * ∏ (x − y)` over the roots `x` of f = `self` and `y` of g = `other`.
    ///
    /// Zero when an operand is zero.
    pub fn resultant(&self, other: &IntegerPolynomial) -> Integer {
        // SAFETY: the values are initialized.
        Integer::build(|result| unsafe {
            sys::fmpz_poly_resultant(result, self.raw(), other.raw());
        })
    }

    /// The discriminant `lc(f)^(2n − 2) * ∏ (r_i − r_j)²` over the pairs of roots, n being the degree.
    ///
    /// Zero for constants (FLINT's convention), one for degree one.
    pub fn discriminant(&self) -> Integer {
        // SAFETY: the values are initialized.
        Integer::build(|result| unsafe { sys::fmpz_poly_discriminant(result, self.raw()) })
    }
}
