//! Binary structure of [`Integer`]: length, single bits, shifts.

use std::ops::{Shl, ShlAssign, Shr, ShrAssign};

use flint3_sys as sys;

use super::{Integer, panic_too_large};

impl Integer {
    /// The number of bits of the absolute value; 0 for zero.
    #[inline]
    pub fn bits(&self) -> u64 {
        // SAFETY: the value is initialized.
        unsafe { sys::fmpz_bits(self.raw()) }
    }

    /// Bit `index` of the two's complement representation, which continues a negative integer with ones.
    #[inline]
    pub fn bit(&self, index: u64) -> bool {
        if index >= self.bits() {
            return self.is_negative();
        }
        // SAFETY: the value is initialized.
        unsafe { sys::fmpz_tstbit(self.raw(), index) != 0 }
    }

    /// The exponent of two in the integer, or `None` for zero.
    #[inline]
    pub fn trailing_zeros(&self) -> Option<u64> {
        // SAFETY: the value is initialized.
        (!self.is_zero()).then(|| unsafe { sys::fmpz_val2(self.raw()) })
    }

    /// Whether the integer is 1, 2, 4, 8, …
    #[inline]
    pub fn is_power_of_two(&self) -> bool {
        self.signum() > 0 && self.trailing_zeros() == Some(self.bits() - 1)
    }

    /// The integer times 2^`count`, or `None` beyond [`Integer::MAX_BITS`].
    pub fn checked_shl(&self, count: u64) -> Option<Integer> {
        let mut result = self.clone();
        result.shift_left(count).then_some(result)
    }

    /// Returns `false`, with the value unchanged, when the result would be too large.
    #[inline]
    fn shift_left(&mut self, count: u64) -> bool {
        if self.is_zero() {
            return true;
        }
        if count > Integer::MAX_BITS || self.bits() + count > Integer::MAX_BITS {
            return false;
        }
        let raw = self.raw_mut();
        // SAFETY: the value is initialized.
        unsafe { sys::fmpz_mul_2exp(raw, raw, count) }
        true
    }
}

/// Multiplies by 2^`count`. Panics beyond [`Integer::MAX_BITS`].
impl ShlAssign<u64> for Integer {
    #[inline]
    fn shl_assign(&mut self, count: u64) {
        if !self.shift_left(count) {
            panic_too_large();
        }
    }
}

/// Divides by 2^`count`, rounding toward negative infinity, as for the primitive integers.
impl ShrAssign<u64> for Integer {
    #[inline]
    fn shr_assign(&mut self, count: u64) {
        let raw = self.raw_mut();
        // SAFETY: the value is initialized.
        unsafe { sys::fmpz_fdiv_q_2exp(raw, raw, count) }
    }
}

macro_rules! shifts {
    ($($Trait:ident $method:ident $assign:ident;)*) => {$(
        impl $Trait<u64> for Integer {
            type Output = Integer;
            #[inline]
            fn $method(mut self, count: u64) -> Integer {
                self.$assign(count);
                self
            }
        }
        impl $Trait<u64> for &Integer {
            type Output = Integer;
            #[inline]
            fn $method(self, count: u64) -> Integer {
                let mut result = self.clone();
                result.$assign(count);
                result
            }
        }
    )*};
}

shifts! { Shl shl shl_assign; Shr shr shr_assign; }
