//! Conversions between [`Integer`] and the primitive integers.

use flint3_sys as sys;

use super::{Integer, SMALL_MAX};

impl From<i64> for Integer {
    #[inline]
    fn from(value: i64) -> Integer {
        if value.unsigned_abs() <= SMALL_MAX.unsigned_abs() {
            return Integer(value);
        }
        // SAFETY: the result is initialized.
        Integer::build(|result| unsafe { sys::fmpz_set_si(result, value) })
    }
}

impl From<u64> for Integer {
    #[inline]
    fn from(value: u64) -> Integer {
        // SAFETY: the result is initialized.
        Integer::build(|result| unsafe { sys::fmpz_set_ui(result, value) })
    }
}

macro_rules! from_smaller {
    ($($narrow:ty => $wide:ty;)*) => {$(
        impl From<$narrow> for Integer {
            #[inline]
            fn from(value: $narrow) -> Integer {
                Integer::from(value as $wide)
            }
        }
    )*};
}

from_smaller! { i8 => i64; i16 => i64; i32 => i64; isize => i64; u8 => i64; u16 => i64; u32 => i64; usize => u64; }

impl From<i128> for Integer {
    #[inline]
    fn from(value: i128) -> Integer {
        // SAFETY: the result is initialized; the two words are in two's complement.
        Integer::build(|result| unsafe { sys::fmpz_set_signed_uiui(result, (value >> 64) as u64, value as u64) })
    }
}

impl From<u128> for Integer {
    #[inline]
    fn from(value: u128) -> Integer {
        // SAFETY: the result is initialized.
        Integer::build(|result| unsafe { sys::fmpz_set_uiui(result, (value >> 64) as u64, value as u64) })
    }
}

impl From<&Integer> for Integer {
    #[inline]
    fn from(value: &Integer) -> Integer {
        value.clone()
    }
}

impl Integer {
    /// The value as `i64`, if it fits.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        // SAFETY: the value is initialized.
        unsafe {
            if !self.is_large() {
                Some(self.0)
            } else if sys::fmpz_fits_si(self.raw()) != 0 {
                Some(sys::fmpz_get_si(self.raw()))
            } else {
                None
            }
        }
    }

    /// The value as `u64`, if it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        // SAFETY: the value is initialized.
        unsafe {
            if !self.is_large() {
                u64::try_from(self.0).ok()
            } else if !self.is_negative() && sys::fmpz_abs_fits_ui(self.raw()) != 0 {
                Some(sys::fmpz_get_ui(self.raw()))
            } else {
                None
            }
        }
    }

    /// The value as `i128`, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        if !self.is_large() {
            return Some(i128::from(self.0));
        }
        let magnitude = self.low_words()?;
        if self.is_negative() {
            (magnitude <= i128::MIN.unsigned_abs()).then(|| magnitude.wrapping_neg() as i128)
        } else {
            i128::try_from(magnitude).ok()
        }
    }

    /// The value as `u128`, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        if !self.is_large() {
            return u128::try_from(self.0).ok();
        }
        if self.is_negative() { None } else { self.low_words() }
    }

    /// The value as `usize`, if it fits.
    #[inline]
    pub fn to_usize(&self) -> Option<usize> {
        self.to_u64().and_then(|value| usize::try_from(value).ok())
    }

    /// The absolute value of a large integer, if it has at most two limbs.
    fn low_words(&self) -> Option<u128> {
        match *self.large_limbs() {
            [low] => Some(u128::from(low)),
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }
}

macro_rules! try_into {
    ($($target:ty: $method:ident;)*) => {$(
        impl TryFrom<&Integer> for $target {
            /// The value does not fit; it is unchanged in the operand.
            type Error = std::num::TryFromIntError;
            #[inline]
            fn try_from(value: &Integer) -> Result<$target, Self::Error> {
                // `u8::try_from(-1)` is the only way to make the standard error.
                match value.$method() {
                    Some(value) => Ok(value),
                    None => Err(u8::try_from(-1i8).err().unwrap_or_else(|| unreachable!())),
                }
            }
        }
    )*};
}

try_into! { i64: to_i64; u64: to_u64; i128: to_i128; u128: to_u128; usize: to_usize; }
