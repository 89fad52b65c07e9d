//! Rational numbers (`fmpq`).

use std::cmp::Ordering;
use std::fmt;

use flint3_sys as sys;

use crate::Integer;
use crate::operators::{binary_operators, negation, scalar_operators};

/// A rational number in lowest terms with a positive denominator.
// The layout is that of `fmpq`, so that a pointer to one is a pointer to the other.
#[repr(C)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: Integer,
    denominator: Integer,
}

impl Rational {
    /// `numerator / denominator` in lowest terms, or `None` for a zero denominator.
    pub fn new(numerator: impl Into<Integer>, denominator: impl Into<Integer>) -> Option<Rational> {
        let mut result = Rational { numerator: numerator.into(), denominator: denominator.into() };
        if result.denominator.is_zero() {
            return None;
        }
        // SAFETY: the value is initialized and its denominator nonzero.
        unsafe { sys::fmpq_canonicalise(result.raw_mut()) };
        Some(result)
    }

    #[inline]
    pub(crate) fn raw(&self) -> *const sys::fmpq {
        (&raw const *self).cast()
    }

    #[inline]
    pub(crate) fn raw_mut(&mut self) -> *mut sys::fmpq {
        (&raw mut *self).cast()
    }

    /// Runs a function that stores its result through a pointer.
    #[inline]
    pub(crate) fn build(store: impl FnOnce(*mut sys::fmpq)) -> Rational {
        let mut result = Rational::default();
        store(result.raw_mut());
        result
    }

    /// The numerator, which carries the sign.
    #[inline]
    pub fn numerator(&self) -> &Integer {
        &self.numerator
    }

    /// The denominator, which is positive and coprime to the numerator.
    #[inline]
    pub fn denominator(&self) -> &Integer {
        &self.denominator
    }

    /// The numerator and the denominator, without copying them.
    #[inline]
    pub fn into_parts(self) -> (Integer, Integer) {
        (self.numerator, self.denominator)
    }

    /// Whether the number is zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Whether the number is one.
    #[inline]
    pub fn is_one(&self) -> bool {
        self.numerator.is_one() && self.denominator.is_one()
    }

    /// Whether the denominator is one.
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.denominator.is_one()
    }

    /// The number as an integer, if it is one.
    pub fn to_integer(&self) -> Option<Integer> {
        self.is_integer().then(|| self.numerator.clone())
    }

    /// −1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i8 {
        self.numerator.signum()
    }

    /// Whether the number is below zero.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Rational {
        // SAFETY: the values are initialized.
        Rational::build(|result| unsafe { sys::fmpq_abs(result, self.raw()) })
    }

    /// One divided by the number, or `None` for zero.
    #[inline]
    pub fn reciprocal(&self) -> Option<Rational> {
        if self.is_zero() {
            return None;
        }
        // SAFETY: the values are initialized and the operand nonzero.
        Some(Rational::build(|result| unsafe { sys::fmpq_inv(result, self.raw()) }))
    }

    /// The quotient, or `None` for a zero divisor.
    #[inline]
    pub fn checked_div(&self, divisor: &Rational) -> Option<Rational> {
        (!divisor.is_zero()).then(|| self / divisor)
    }

    /// The power, with 0^0 = 1; `None` for a negative power of zero and beyond [`Integer::MAX_BITS`].
    pub fn pow(&self, exponent: i64) -> Option<Rational> {
        let size = exponent.unsigned_abs();
        // Powers of coprime numbers are coprime, so nothing needs to be reduced.
        let power =
            Rational { numerator: self.numerator.checked_pow(size)?, denominator: self.denominator.checked_pow(size)? };
        if exponent < 0 { power.reciprocal() } else { Some(power) }
    }

    /// The largest integer that is not above the number.
    pub fn floor(&self) -> Integer {
        self.numerator.div_rem_floor(&self.denominator).0
    }

    /// The smallest integer that is not below the number.
    pub fn ceil(&self) -> Integer {
        // SAFETY: the values are initialized and the denominator is positive.
        Integer::build(|result| unsafe {
            sys::fmpz_cdiv_q(result, self.numerator.raw(), self.denominator.raw());
        })
    }

    /// The larger of the sizes in bits of numerator and denominator.
    #[inline]
    pub fn height_bits(&self) -> u64 {
        self.numerator.bits().max(self.denominator.bits())
    }
}

impl Default for Rational {
    #[inline]
    fn default() -> Rational {
        Rational { numerator: Integer::ZERO, denominator: Integer::ONE }
    }
}

impl<T: Into<Integer>> From<T> for Rational {
    #[inline]
    fn from(value: T) -> Rational {
        Rational { numerator: value.into(), denominator: Integer::ONE }
    }
}

impl From<&Rational> for Rational {
    #[inline]
    fn from(value: &Rational) -> Rational {
        value.clone()
    }
}

impl PartialOrd for Rational {
    #[inline]
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    #[inline]
    fn cmp(&self, other: &Rational) -> Ordering {
        // SAFETY: the values are initialized.
        unsafe { sys::fmpq_cmp(self.raw(), other.raw()) }.cmp(&0)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            return fmt::Display::fmt(&self.numerator, formatter);
        }
        let mut text = String::new();
        self.numerator.write_decimal(&mut text);
        text.push('/');
        self.denominator.write_decimal(&mut text);
        formatter.pad(&text)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// # Safety
/// All three point to initialized values.
#[inline]
unsafe fn divide(result: *mut sys::fmpq, left: *const sys::fmpq, right: *const sys::fmpq) {
    // SAFETY: promised by the caller.
    unsafe {
        assert!((*right).num != 0, "division of a rational by zero; use checked_div when the divisor may be zero");
        sys::fmpq_div(result, left, right);
    }
}

binary_operators! { Rational:
    Add add AddAssign add_assign sys::fmpq_add;
    Sub sub SubAssign sub_assign sys::fmpq_sub;
    Mul mul MulAssign mul_assign sys::fmpq_mul;
    Div div DivAssign div_assign divide;
}

negation! { Rational: sys::fmpq_neg }

macro_rules! rational_scalars {
    ($($scalar:ty)*) => {$(
        scalar_operators! { Rational, $scalar:
            Add add AddAssign add_assign;
            Sub sub SubAssign sub_assign;
            Mul mul MulAssign mul_assign;
            Div div DivAssign div_assign;
        }
    )*};
}

rational_scalars! { i32 i64 u64 &Integer Integer }

macro_rules! rational_comparisons {
    ($($scalar:ty)*) => {$(
        impl PartialEq<$scalar> for Rational {
            #[inline]
            fn eq(&self, other: &$scalar) -> bool {
                self.is_integer() && self.numerator == *other
            }
        }
        impl PartialOrd<$scalar> for Rational {
            #[inline]
            fn partial_cmp(&self, other: &$scalar) -> Option<Ordering> {
                self.partial_cmp(&Rational::from(other.clone()))
            }
        }
    )*};
}

rational_comparisons! { i32 i64 u64 Integer }
