//! Division, powers and roots of [`Integer`].

use flint3_sys as sys;

use super::{Integer, panic_too_large, panic_zero_divisor};

impl Integer {
    /// Quotient rounded toward negative infinity, and remainder with the sign of the divisor. `None` for a zero divisor.
    #[inline]
    pub fn checked_div_rem_floor(&self, divisor: &Integer) -> Option<(Integer, Integer)> {
        self.div_rem_with(divisor, sys::fmpz_fdiv_qr)
    }

    /// Quotient rounded toward zero, and remainder with the sign of `self`. `None` for a zero divisor.
    #[inline]
    pub fn checked_div_rem_trunc(&self, divisor: &Integer) -> Option<(Integer, Integer)> {
        self.div_rem_with(divisor, sys::fmpz_tdiv_qr)
    }

    /// As [`Integer::checked_div_rem_floor`]. Panics for a zero divisor.
    #[inline]
    pub fn div_rem_floor(&self, divisor: &Integer) -> (Integer, Integer) {
        self.checked_div_rem_floor(divisor).unwrap_or_else(|| panic_zero_divisor())
    }

    /// As [`Integer::checked_div_rem_trunc`]. Panics for a zero divisor.
    #[inline]
    pub fn div_rem_trunc(&self, divisor: &Integer) -> (Integer, Integer) {
        self.checked_div_rem_trunc(divisor).unwrap_or_else(|| panic_zero_divisor())
    }

    /// The residue in `0..|modulus|`, or `None` for a zero modulus.
    #[inline]
    pub fn modulo(&self, modulus: &Integer) -> Option<Integer> {
        if modulus.is_zero() {
            return None;
        }
        // SAFETY: the values are initialized and the modulus is nonzero.
        Some(Integer::build(|result| unsafe { sys::fmpz_mod(result, self.raw(), modulus.raw()) }))
    }

    #[inline]
    fn div_rem_with(&self, divisor: &Integer, function: DivRem) -> Option<(Integer, Integer)> {
        if divisor.is_zero() {
            return None;
        }
        let (mut quotient, mut remainder) = (Integer::ZERO, Integer::ZERO);
        // SAFETY: the values are initialized and the divisor is nonzero.
        unsafe {
            function(quotient.raw_mut(), remainder.raw_mut(), self.raw(), divisor.raw());
        }
        Some((quotient, remainder))
    }

    /// The quotient when `divisor` divides `self`; `None` when it does not or is zero.
    #[inline]
    pub fn checked_div_exact(&self, divisor: &Integer) -> Option<Integer> {
        if divisor.is_zero() {
            return None;
        }
        let mut quotient = Integer::ZERO;
        // SAFETY: the values are initialized and the divisor is nonzero.
        let exact = unsafe { sys::fmpz_divides(quotient.raw_mut(), self.raw(), divisor.raw()) != 0 };
        exact.then_some(quotient)
    }

    /// The quotient of a division known to be exact; faster than `/`.
    ///
    /// The result is unspecified when `divisor` does not divide `self`: use [`Integer::checked_div_exact`] unless
    /// divisibility is proved. Panics for a zero divisor.
    #[inline]
    pub fn div_exact(&self, divisor: &Integer) -> Integer {
        if divisor.is_zero() {
            panic_zero_divisor();
        }
        debug_assert!(divisor.divides(self), "div_exact: {divisor} does not divide {self}");
        // SAFETY: the values are initialized and the divisor is nonzero.
        Integer::build(|result| unsafe {
            sys::fmpz_divexact(result, self.raw(), divisor.raw());
        })
    }

    /// Whether `self` divides `other`. Zero divides only itself.
    #[inline]
    pub fn divides(&self, other: &Integer) -> bool {
        if self.is_zero() {
            return other.is_zero();
        }
        // SAFETY: the values are initialized and the divisor is nonzero.
        unsafe { sys::fmpz_divisible(other.raw(), self.raw()) != 0 }
    }

    /// `self` to the power `exponent`, with 0^0 = 1. Panics beyond [`Integer::MAX_BITS`].
    #[inline]
    pub fn pow(&self, exponent: u64) -> Integer {
        self.checked_pow(exponent).unwrap_or_else(|| panic_too_large())
    }

    /// `self` to the power `exponent`, with 0^0 = 1, or `None` beyond [`Integer::MAX_BITS`].
    ///
    /// The size is judged by `bits * exponent`, which exceeds the true size by less than `exponent` bits.
    pub fn checked_pow(&self, exponent: u64) -> Option<Integer> {
        let bits = self.bits();
        // Powers of 0, 1 and -1 do not grow.
        if bits > 1 && bits.checked_mul(exponent).is_none_or(|size| size > Integer::MAX_BITS) {
            return None;
        }
        // SAFETY: the values are initialized and the size is bounded.
        Some(Integer::build(|result| unsafe { sys::fmpz_pow_ui(result, self.raw(), exponent) }))
    }

    /// `self`^`exponent` in `0..modulus`; a negative exponent takes the inverse.
    ///
    /// `None` when `modulus` is not positive, or the exponent is negative and `self` has no inverse.
    pub fn pow_mod(&self, exponent: &Integer, modulus: &Integer) -> Option<Integer> {
        if modulus.signum() <= 0 {
            return None;
        }
        // FLINT answers 1 for the exponent 0 without reducing it.
        if modulus.is_one() {
            return Some(Integer::ZERO);
        }
        if exponent.is_negative() {
            return self.inv_mod(modulus)?.pow_mod(&-exponent, modulus);
        }
        // SAFETY: the values are initialized, the modulus positive and the exponent not negative.
        Some(Integer::build(|result| unsafe {
            sys::fmpz_powm(result, self.raw(), exponent.raw(), modulus.raw());
        }))
    }

    /// The inverse in `0..modulus`; `None` when `modulus` is not positive or not coprime to `self`.
    ///
    /// Modulo 1 every integer has the inverse 0.
    pub fn inv_mod(&self, modulus: &Integer) -> Option<Integer> {
        if modulus.signum() <= 0 {
            return None;
        }
        let mut inverse = Integer::ZERO;
        // SAFETY: the values are initialized and the modulus is nonzero.
        let exists = unsafe { sys::fmpz_invmod(inverse.raw_mut(), self.raw(), modulus.raw()) != 0 };
        exists.then_some(inverse)
    }

    /// The floor of the square root, or `None` for a negative integer.
    #[inline]
    pub fn sqrt(&self) -> Option<Integer> {
        if self.is_negative() {
            return None;
        }
        // SAFETY: the values are initialized and the radicand is not negative.
        Some(Integer::build(|result| unsafe { sys::fmpz_sqrt(result, self.raw()) }))
    }

    /// `(s, r)` with `self = s² + r` and `0 <= r <= 2s`, or `None` for a negative integer.
    pub fn sqrt_rem(&self) -> Option<(Integer, Integer)> {
        if self.is_negative() {
            return None;
        }
        let (mut root, mut remainder) = (Integer::ZERO, Integer::ZERO);
        // SAFETY: the values are initialized and distinct, and the radicand is not negative.
        unsafe { sys::fmpz_sqrtrem(root.raw_mut(), remainder.raw_mut(), self.raw()) };
        Some((root, remainder))
    }

    /// Whether the integer is the square of an integer.
    #[inline]
    pub fn is_square(&self) -> bool {
        // SAFETY: the value is initialized.
        unsafe { sys::fmpz_is_square(self.raw()) != 0 }
    }

    /// The `degree`-th root rounded toward zero, and whether it is exact.
    ///
    /// `None` for degree 0 and for an even root of a negative integer.
    pub fn root(&self, degree: u32) -> Option<(Integer, bool)> {
        if degree == 0 || (degree.is_multiple_of(2) && self.is_negative()) {
            return None;
        }
        let mut root = Integer::ZERO;
        // SAFETY: the values are initialized, and degree and radicand are admissible.
        let exact = unsafe { sys::fmpz_root(root.raw_mut(), self.raw(), i64::from(degree)) != 0 };
        Some((root, exact))
    }
}

type DivRem = unsafe extern "C" fn(*mut sys::fmpz, *mut sys::fmpz, *const sys::fmpz, *const sys::fmpz);
