//! Polynomials with rational coefficients (`fmpq_poly`).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;

use flint3_sys as sys;

use super::display::write_terms;
use super::{IntegerPolynomial, check_length, power_fits};
use crate::operators::{binary_operators, negation, scaling_operators};
use crate::{Integer, Rational};

/// A univariate polynomial with rational coefficients.
///
/// Stored as an integer polynomial over one positive denominator, in lowest terms. The zero polynomial has no
/// coefficients and no degree.
#[repr(transparent)]
pub struct RationalPolynomial(sys::fmpq_poly_struct);

// SAFETY: the structure owns its coefficients, which are `Send`.
unsafe impl Send for RationalPolynomial {}
// SAFETY: FLINT's functions do not write to operands passed as `const`.
unsafe impl Sync for RationalPolynomial {}

impl RationalPolynomial {
    #[inline]
    pub(crate) fn raw(&self) -> *const sys::fmpq_poly_struct {
        &raw const self.0
    }

    #[inline]
    pub(crate) fn raw_mut(&mut self) -> *mut sys::fmpq_poly_struct {
        &raw mut self.0
    }

    /// Runs a function that stores its result through a pointer.
    #[inline]
    pub(crate) fn build(store: impl FnOnce(*mut sys::fmpq_poly_struct)) -> RationalPolynomial {
        let mut result = RationalPolynomial::default();
        store(result.raw_mut());
        result
    }

    /// The polynomial with these coefficients, constant term first. Leading zeros are dropped.
    pub fn from_coefficients<C: Into<Rational>>(coefficients: impl IntoIterator<Item = C>) -> RationalPolynomial {
        let coefficients: Vec<Rational> = coefficients.into_iter().map(Into::into).collect();
        let denominator =
            coefficients.iter().fold(Integer::ONE, |common, coefficient| common.lcm(coefficient.denominator()));
        let numerators = coefficients
            .iter()
            .map(|coefficient| coefficient.numerator() * denominator.div_exact(coefficient.denominator()));
        let numerator = IntegerPolynomial::from_coefficients(numerators);
        let mut result = RationalPolynomial::from(&numerator);
        let raw = result.raw_mut();
        // SAFETY: the values are initialized and the denominator is nonzero.
        unsafe { sys::fmpq_poly_scalar_div_fmpz(raw, raw, denominator.raw()) };
        result
    }

    /// `numerator / denominator`, or `None` for a zero denominator.
    pub fn from_parts(numerator: &IntegerPolynomial, denominator: &Integer) -> Option<RationalPolynomial> {
        if denominator.is_zero() {
            return None;
        }
        let mut result = RationalPolynomial::from(numerator);
        let raw = result.raw_mut();
        // SAFETY: the values are initialized and the denominator is nonzero.
        unsafe { sys::fmpq_poly_scalar_div_fmpz(raw, raw, denominator.raw()) };
        Some(result)
    }

    /// The constant polynomial.
    pub fn constant(value: &Rational) -> RationalPolynomial {
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe { sys::fmpq_poly_set_fmpq(result, value.raw()) })
    }

    /// The coefficients of the numerator, constant term first; the last one is nonzero.
    #[inline]
    pub fn numerator_coefficients(&self) -> &[Integer] {
        if self.0.length == 0 {
            return &[];
        }
        // SAFETY: `Integer` is a transparent `fmpz`, and `length` coefficients are initialized.
        unsafe { std::slice::from_raw_parts(self.0.coeffs.cast(), self.0.length as usize) }
    }

    /// The numerator: the polynomial times its denominator.
    pub fn numerator(&self) -> IntegerPolynomial {
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpq_poly_get_numerator(result, self.raw());
        })
    }

    /// The least common denominator of the coefficients, positive; one for zero.
    #[inline]
    pub fn denominator(&self) -> &Integer {
        // SAFETY: `Integer` is a transparent `fmpz`.
        unsafe { &*self.0.den.as_ptr().cast() }
    }

    /// The coefficient of `x^exponent`, zero beyond the degree.
    pub fn coefficient(&self, exponent: usize) -> Rational {
        if exponent >= self.numerator_coefficients().len() {
            return Rational::default();
        }
        // SAFETY: the values are initialized.
        Rational::build(|result| unsafe {
            sys::fmpq_poly_get_coeff_fmpq(result, self.raw(), exponent as i64);
        })
    }

    /// The coefficients, constant term first; the last one is nonzero.
    pub fn coefficients(&self) -> impl DoubleEndedIterator<Item = Rational> + ExactSizeIterator {
        (0..self.numerator_coefficients().len()).map(|exponent| self.coefficient(exponent))
    }

    /// The degree, or `None` for the zero polynomial.
    #[inline]
    pub fn degree(&self) -> Option<usize> {
        self.numerator_coefficients().len().checked_sub(1)
    }

    /// The leading coefficient, or `None` for the zero polynomial.
    pub fn leading_coefficient(&self) -> Option<Rational> {
        self.degree().map(|degree| self.coefficient(degree))
    }

    /// Whether the polynomial is zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.0.length == 0
    }

    /// The value at a rational number.
    pub fn evaluate(&self, point: &Rational) -> Rational {
        // SAFETY: the values are initialized.
        Rational::build(|result| unsafe {
            sys::fmpq_poly_evaluate_fmpq(result, self.raw(), point.raw());
        })
    }

    /// Every coefficient times `factor`.
    pub fn scale(&self, factor: &Rational) -> RationalPolynomial {
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe {
            sys::fmpq_poly_scalar_mul_fmpq(result, self.raw(), factor.raw());
        })
    }

    /// The power, or `None` when its coefficients would exceed [`Integer::MAX_BITS`] bits together.
    pub fn pow(&self, exponent: u64) -> Option<RationalPolynomial> {
        let length = self.numerator_coefficients().len();
        let numerator_bits = self.numerator_coefficients().iter().map(Integer::bits).max();
        let bits = numerator_bits.unwrap_or(0).max(self.denominator().bits());
        if !power_fits(length, bits, exponent) {
            return None;
        }
        // SAFETY: the values are initialized and the size is bounded.
        Some(RationalPolynomial::build(|result| unsafe {
            sys::fmpq_poly_pow(result, self.raw(), exponent);
        }))
    }

    /// The derivative.
    pub fn derivative(&self) -> RationalPolynomial {
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe {
            sys::fmpq_poly_derivative(result, self.raw());
        })
    }

    /// The antiderivative with constant term zero.
    pub fn integral(&self) -> RationalPolynomial {
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe {
            sys::fmpq_poly_integral(result, self.raw());
        })
    }

    /// `self(inner(x))`. Panics when the degree would exceed 2^40.
    pub fn compose(&self, inner: &RationalPolynomial) -> RationalPolynomial {
        let degrees = self.degree().unwrap_or(0).saturating_mul(inner.degree().unwrap_or(0));
        check_length(degrees.saturating_add(1));
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe {
            sys::fmpq_poly_compose(result, self.raw(), inner.raw());
        })
    }

    /// Text in a variable of this name, as `1/2*x^2 - 3*x + 1`.
    pub fn display<'a>(&'a self, variable: &'a str) -> impl fmt::Display + 'a {
        fmt::from_fn(move |formatter| write_terms(formatter, variable, self.coefficients().enumerate().rev()))
    }
}

impl Default for RationalPolynomial {
    #[inline]
    fn default() -> RationalPolynomial {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: `fmpq_poly_init` initializes the whole structure, without allocating.
        unsafe {
            sys::fmpq_poly_init(raw.as_mut_ptr());
            RationalPolynomial(raw.assume_init())
        }
    }
}

impl Drop for RationalPolynomial {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the value is initialized and not used again.
        unsafe { sys::fmpq_poly_clear(self.raw_mut()) }
    }
}

impl Clone for RationalPolynomial {
    fn clone(&self) -> RationalPolynomial {
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe { sys::fmpq_poly_set(result, self.raw()) })
    }

    fn clone_from(&mut self, source: &RationalPolynomial) {
        // SAFETY: the values are initialized.
        unsafe { sys::fmpq_poly_set(self.raw_mut(), source.raw()) }
    }
}

impl PartialEq for RationalPolynomial {
    fn eq(&self, other: &RationalPolynomial) -> bool {
        self.denominator() == other.denominator() && self.numerator_coefficients() == other.numerator_coefficients()
    }
}

impl Eq for RationalPolynomial {}

impl Hash for RationalPolynomial {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.numerator_coefficients().hash(state);
        self.denominator().hash(state);
    }
}

impl From<&IntegerPolynomial> for RationalPolynomial {
    fn from(polynomial: &IntegerPolynomial) -> RationalPolynomial {
        // SAFETY: the values are initialized.
        RationalPolynomial::build(|result| unsafe {
            sys::fmpq_poly_set_fmpz_poly(result, polynomial.raw());
        })
    }
}

impl fmt::Display for RationalPolynomial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.display("x"), formatter)
    }
}

impl fmt::Debug for RationalPolynomial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

binary_operators! { RationalPolynomial:
    Add add AddAssign add_assign sys::fmpq_poly_add;
    Sub sub SubAssign sub_assign sys::fmpq_poly_sub;
    Mul mul MulAssign mul_assign sys::fmpq_poly_mul;
}

negation! { RationalPolynomial: sys::fmpq_poly_neg }

scaling_operators! { RationalPolynomial * Rational; }
