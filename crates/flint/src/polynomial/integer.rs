//! Polynomials with integer coefficients (`fmpz_poly`).

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::MaybeUninit;

use flint3_sys as sys;

use super::display::write_terms;
use super::{check_length, power_fits};
use crate::operators::{binary_operators, negation, scaling_operators};
use crate::{Integer, Rational};

/// A univariate polynomial with integer coefficients.
///
/// The zero polynomial has no coefficients and no degree. The order is by degree, then by coefficients from the
/// leading one downward.
#[repr(transparent)]
pub struct IntegerPolynomial(sys::fmpz_poly_struct);

// SAFETY: the structure owns its coefficients, which are `Send`.
unsafe impl Send for IntegerPolynomial {}
// SAFETY: FLINT's functions do not write to operands passed as `const`.
unsafe impl Sync for IntegerPolynomial {}

impl IntegerPolynomial {
    #[inline]
    pub(crate) fn raw(&self) -> *const sys::fmpz_poly_struct {
        &raw const self.0
    }

    #[inline]
    pub(crate) fn raw_mut(&mut self) -> *mut sys::fmpz_poly_struct {
        &raw mut self.0
    }

    /// Runs a function that stores its result through a pointer.
    #[inline]
    pub(crate) fn build(store: impl FnOnce(*mut sys::fmpz_poly_struct)) -> IntegerPolynomial {
        let mut result = IntegerPolynomial::default();
        store(result.raw_mut());
        result
    }

    /// The polynomial with these coefficients, constant term first. Leading zeros are dropped.
    pub fn from_coefficients<C: Into<Integer>>(coefficients: impl IntoIterator<Item = C>) -> IntegerPolynomial {
        let mut coefficients: Vec<Integer> = coefficients.into_iter().map(Into::into).collect();
        IntegerPolynomial::build(|result| {
            // SAFETY: FLINT initializes the coefficients it makes room for; each is exchanged for one of the list.
            unsafe {
                sys::fmpz_poly_fit_length(result, coefficients.len() as i64);
                for (index, coefficient) in coefficients.iter_mut().enumerate() {
                    sys::fmpz_swap((*result).coeffs.add(index), coefficient.raw_mut());
                }
                sys::_fmpz_poly_set_length(result, coefficients.len() as i64);
                sys::_fmpz_poly_normalise(result);
            }
        })
    }

    /// The constant polynomial.
    pub fn constant(value: &Integer) -> IntegerPolynomial {
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe { sys::fmpz_poly_set_fmpz(result, value.raw()) })
    }

    /// `coefficient * x^degree`. Panics for a degree beyond 2^40.
    pub fn monomial(coefficient: &Integer, degree: usize) -> IntegerPolynomial {
        check_length(degree.saturating_add(1));
        // SAFETY: the values are initialized and the degree is bounded.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_set_coeff_fmpz(result, degree as i64, coefficient.raw());
        })
    }

    /// The coefficients, constant term first; the last one is nonzero.
    #[inline]
    pub fn coefficients(&self) -> &[Integer] {
        if self.0.length == 0 {
            return &[];
        }
        // SAFETY: `Integer` is a transparent `fmpz`, and `length` coefficients are initialized.
        unsafe { std::slice::from_raw_parts(self.0.coeffs.cast(), self.0.length as usize) }
    }

    /// The coefficient of `x^exponent`, zero beyond the degree.
    #[inline]
    pub fn coefficient(&self, exponent: usize) -> &Integer {
        static ZERO: Integer = Integer::ZERO;
        self.coefficients().get(exponent).unwrap_or(&ZERO)
    }

    /// The degree, or `None` for the zero polynomial.
    #[inline]
    pub fn degree(&self) -> Option<usize> {
        self.coefficients().len().checked_sub(1)
    }

    /// The leading coefficient, or `None` for the zero polynomial.
    #[inline]
    pub fn leading_coefficient(&self) -> Option<&Integer> {
        self.coefficients().last()
    }

    /// Whether the polynomial is zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.0.length == 0
    }

    /// Whether the polynomial is the constant one.
    #[inline]
    pub fn is_one(&self) -> bool {
        self.0.length == 1 && self.coefficients()[0].is_one()
    }

    /// The size in bits of the largest coefficient.
    pub fn height_bits(&self) -> u64 {
        // SAFETY: the value is initialized; the sign of the result says whether a coefficient is negative.
        unsafe { sys::fmpz_poly_max_bits(self.raw()) }.unsigned_abs()
    }

    /// The value at an integer.
    pub fn evaluate(&self, point: &Integer) -> Integer {
        // SAFETY: the values are initialized.
        Integer::build(|result| unsafe {
            sys::fmpz_poly_evaluate_fmpz(result, self.raw(), point.raw());
        })
    }

    /// The value at a rational number.
    pub fn evaluate_rational(&self, point: &Rational) -> Rational {
        // SAFETY: the values are initialized.
        Rational::build(|result| unsafe {
            sys::fmpz_poly_evaluate_fmpq(result, self.raw(), point.raw());
        })
    }

    /// Every coefficient times `factor`.
    pub fn scale(&self, factor: &Integer) -> IntegerPolynomial {
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_scalar_mul_fmpz(result, self.raw(), factor.raw());
        })
    }

    /// The power, or `None` when its coefficients would exceed [`Integer::MAX_BITS`] bits together.
    pub fn pow(&self, exponent: u64) -> Option<IntegerPolynomial> {
        if !power_fits(self.coefficients().len(), self.height_bits(), exponent) {
            return None;
        }
        // SAFETY: the values are initialized and the size is bounded.
        Some(IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_pow(result, self.raw(), exponent);
        }))
    }

    /// The derivative.
    pub fn derivative(&self) -> IntegerPolynomial {
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_derivative(result, self.raw());
        })
    }

    /// `self(inner(x))`. Panics when the degree would exceed 2^40.
    pub fn compose(&self, inner: &IntegerPolynomial) -> IntegerPolynomial {
        let degrees = self.degree().unwrap_or(0).saturating_mul(inner.degree().unwrap_or(0));
        check_length(degrees.saturating_add(1));
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_compose(result, self.raw(), inner.raw());
        })
    }

    /// Text in a variable of this name, as `x^2 - 3*x + 1`.
    pub fn display<'a>(&'a self, variable: &'a str) -> impl fmt::Display + 'a {
        fmt::from_fn(move |formatter| {
            let terms = self.coefficients().iter().cloned().enumerate().rev();
            write_terms(formatter, variable, terms)
        })
    }
}

impl Default for IntegerPolynomial {
    #[inline]
    fn default() -> IntegerPolynomial {
        let mut raw = MaybeUninit::uninit();
        // SAFETY: `fmpz_poly_init` initializes the whole structure, without allocating.
        unsafe {
            sys::fmpz_poly_init(raw.as_mut_ptr());
            IntegerPolynomial(raw.assume_init())
        }
    }
}

impl Drop for IntegerPolynomial {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the value is initialized and not used again.
        unsafe { sys::fmpz_poly_clear(self.raw_mut()) }
    }
}

impl Clone for IntegerPolynomial {
    fn clone(&self) -> IntegerPolynomial {
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe { sys::fmpz_poly_set(result, self.raw()) })
    }

    fn clone_from(&mut self, source: &IntegerPolynomial) {
        // SAFETY: the values are initialized.
        unsafe { sys::fmpz_poly_set(self.raw_mut(), source.raw()) }
    }
}

impl PartialEq for IntegerPolynomial {
    fn eq(&self, other: &IntegerPolynomial) -> bool {
        self.coefficients() == other.coefficients()
    }
}

impl Eq for IntegerPolynomial {}

impl Hash for IntegerPolynomial {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.coefficients().hash(state);
    }
}

impl PartialOrd for IntegerPolynomial {
    fn partial_cmp(&self, other: &IntegerPolynomial) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for IntegerPolynomial {
    fn cmp(&self, other: &IntegerPolynomial) -> Ordering {
        let (left, right) = (self.coefficients(), other.coefficients());
        left.len().cmp(&right.len()).then_with(|| left.iter().rev().cmp(right.iter().rev()))
    }
}

impl From<Integer> for IntegerPolynomial {
    fn from(value: Integer) -> IntegerPolynomial {
        IntegerPolynomial::constant(&value)
    }
}

impl fmt::Display for IntegerPolynomial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.display("x"), formatter)
    }
}

impl fmt::Debug for IntegerPolynomial {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

binary_operators! { IntegerPolynomial:
    Add add AddAssign add_assign sys::fmpz_poly_add;
    Sub sub SubAssign sub_assign sys::fmpz_poly_sub;
    Mul mul MulAssign mul_assign sys::fmpz_poly_mul;
}

negation! { IntegerPolynomial: sys::fmpz_poly_neg }

scaling_operators! { IntegerPolynomial * Integer; }
