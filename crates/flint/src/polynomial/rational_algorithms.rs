//! Division, common divisors and factorization of [`RationalPolynomial`].

use flint3_sys as sys;

use super::{IntegerPolynomial, RationalPolynomial};
use crate::Rational;

/// A polynomial as `unit * f1^e1 * f2^e2 * …` with irreducible factors over the rationals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RationalPolynomialFactorization {
    /// The rational unit; zero for the zero polynomial.
    pub unit: Rational,
    /// Primitive integer polynomials of positive degree and leading coefficient in ascending order, with positive
    /// exponents.
    pub factors: Vec<(IntegerPolynomial, u32)>,
}

impl RationalPolynomial {
    /// `(c, f)` with `self = c * f`, where `f` is primitive with positive leading coefficient; (0, 0) for zero.
    pub fn to_primitive(&self) -> (Rational, IntegerPolynomial) {
        let numerator = self.numerator();
        let mut content = numerator.content();
        if numerator.leading_coefficient().is_some_and(|leading| leading.is_negative()) {
            content = -content;
        }
        let scale = Rational::from(content) / self.denominator();
        (scale, numerator.primitive_part())
    }

    /// The polynomial as an integer polynomial, if all its coefficients are integers.
    pub fn to_integer(&self) -> Option<IntegerPolynomial> {
        self.denominator().is_one().then(|| self.numerator())
    }

    /// The polynomial divided by its leading coefficient; zero for zero.
    pub fn monic(&self) -> RationalPolynomial {
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe {
            sys::fmpq_poly_make_monic(result, self.raw());
        })
    }

    /// Quotient and remainder of lower degree than the divisor. `None` for a zero divisor.
    pub fn div_rem(&self, divisor: &RationalPolynomial) -> Option<(RationalPolynomial, RationalPolynomial)> {
        if divisor.is_zero() {
            return None;
        }
        let mut quotient = RationalPolynomial::default();
        let mut remainder = RationalPolynomial::default();
        // SAFETY: the values are initialized, the results distinct and the divisor nonzero.
        unsafe {
            sys::fmpq_poly_divrem(quotient.raw_mut(), remainder.raw_mut(), self.raw(), divisor.raw());
        }
        Some((quotient, remainder))
    }

    /// The monic greatest common divisor; gcd(0, 0) = 0.
    pub fn gcd(&self, other: &RationalPolynomial) -> RationalPolynomial {
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe {
            sys::fmpq_poly_gcd(result, self.raw(), other.raw());
        })
    }

    /// `(g, s, t)` with `g = s * self + t * other` the monic greatest common divisor.
    pub fn extended_gcd(
        &self,
        other: &RationalPolynomial,
    ) -> (RationalPolynomial, RationalPolynomial, RationalPolynomial) {
        let mut gcd = RationalPolynomial::default();
        let mut left = RationalPolynomial::default();
        let mut right = RationalPolynomial::default();
        // SAFETY: the values are initialized and the results distinct.
        unsafe {
            sys::fmpq_poly_xgcd(gcd.raw_mut(), left.raw_mut(), right.raw_mut(), self.raw(), other.raw());
        }
        (gcd, left, right)
    }

    /// The resultant, as [`IntegerPolynomial::resultant`].
    pub fn resultant(&self, other: &RationalPolynomial) -> Rational {
        // SAFETY: the values are initialized.
        Rational::build(|result| unsafe {
            sys::fmpq_poly_resultant(result, self.raw(), other.raw());
        })
    }

    /// The discriminant, as [`IntegerPolynomial::discriminant`].
    pub fn discriminant(&self) -> Rational {
        // SAFETY: the values are initialized.
        Rational::build(|result| unsafe { sys::fmpq_poly_discriminant(result, self.raw()) })
    }

    /// The factorization into irreducible polynomials.
    pub fn factor(&self) -> RationalPolynomialFactorization {
        let (unit, primitive) = self.to_primitive();
        RationalPolynomialFactorization { unit, factors: primitive.factor().factors }
    }
}
