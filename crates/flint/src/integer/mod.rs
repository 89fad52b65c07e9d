//! Integers of any size (`fmpz`).

mod arithmetic;
mod bits;
mod convert;
mod growth;
mod number_theory;
mod primes;
mod text;

pub use number_theory::Bezout;
pub use primes::Factorization;
pub use text::ParseIntegerError;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use flint3_sys as sys;

use crate::operators::{binary_operators, negation, scalar_operators};

/// An integer of any size.
///
/// Values below 2^62 in absolute value take one word and no memory of their own; cloning and dropping them is free.
/// `/` and `%` truncate, as they do for the primitive integers; see [`Integer::div_rem_floor`] for the other
/// convention.
#[repr(transparent)]
pub struct Integer(sys::fmpz);

// SAFETY: an `fmpz` owns its memory. FLINT's allocator of `fmpz` blocks recognizes, by an atomic count and the thread
// stored in the block, a value that is freed by another thread than the one that made it.
unsafe impl Send for Integer {}
// SAFETY: FLINT's functions do not write to operands passed as `const`.
unsafe impl Sync for Integer {}

impl Integer {
    /// Zero.
    pub const ZERO: Integer = Integer(0);
    /// One.
    pub const ONE: Integer = Integer(1);
    /// The largest number of bits an operation of this crate agrees to produce (512 MiB for one integer).
    ///
    /// GMP stops the process at a multiple of this, and any exponent of a prime fits in `u32` below it.
    pub const MAX_BITS: u64 = u32::MAX as u64;

    #[inline]
    pub(crate) fn raw(&self) -> *const sys::fmpz {
        &raw const self.0
    }

    #[inline]
    pub(crate) fn raw_mut(&mut self) -> *mut sys::fmpz {
        &raw mut self.0
    }

    /// Runs a function that stores its result through a pointer.
    #[inline]
    pub(crate) fn build(store: impl FnOnce(*mut sys::fmpz)) -> Integer {
        let mut result = Integer::ZERO;
        store(result.raw_mut());
        result
    }

    /// FLINT's tag: the two upper bits are `01` in a word that refers to memory.
    #[inline]
    fn is_large(&self) -> bool {
        self.0 >> 62 == 1
    }

    /// The limbs of the absolute value, least significant first, of a large integer.
    #[inline]
    fn large_limbs(&self) -> &[u64] {
        debug_assert!(self.is_large());
        // SAFETY: a large `fmpz` is the address of an `mpz` shifted right by two (its tag occupies the upper bits);
        // the `mpz` holds `|size|` initialized limbs.
        unsafe {
            let mpz = &*((self.0 << 2) as usize as *const Mpz);
            std::slice::from_raw_parts(mpz.limbs, mpz.size.unsigned_abs() as usize)
        }
    }

    /// Whether the integer is zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.0 == 0
    }

    /// Whether the integer is one.
    #[inline]
    pub fn is_one(&self) -> bool {
        self.0 == 1
    }

    /// −1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i8 {
        if self.is_large() {
            // SAFETY: the value is initialized.
            unsafe { sys::fmpz_sgn(self.raw()) as i8 }
        } else {
            self.0.signum() as i8
        }
    }

    /// Whether the integer is below zero.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether two divides the integer.
    #[inline]
    pub fn is_even(&self) -> bool {
        // SAFETY: the value is initialized.
        unsafe { sys::fmpz_is_even(self.raw()) != 0 }
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Integer {
        // SAFETY: both values are initialized.
        Integer::build(|result| unsafe { sys::fmpz_abs(result, self.raw()) })
    }

    /// Compares the absolute values.
    #[inline]
    pub fn cmp_abs(&self, other: &Integer) -> Ordering {
        // SAFETY: both values are initialized.
        unsafe { sys::fmpz_cmpabs(self.raw(), other.raw()) }.cmp(&0)
    }
}

/// GMP's `__mpz_struct`.
#[repr(C)]
struct Mpz {
    allocated: i32,
    size: i32,
    limbs: *const u64,
}

impl Default for Integer {
    #[inline]
    fn default() -> Integer {
        Integer::ZERO
    }
}

impl Drop for Integer {
    #[inline]
    fn drop(&mut self) {
        if self.is_large() {
            // SAFETY: the value is initialized and not used again.
            unsafe { sys::fmpz_clear(self.raw_mut()) }
        }
    }
}

impl Clone for Integer {
    #[inline]
    fn clone(&self) -> Integer {
        if self.is_large() {
            // SAFETY: both values are initialized.
            Integer::build(|result| unsafe { sys::fmpz_set(result, self.raw()) })
        } else {
            Integer(self.0)
        }
    }

    #[inline]
    fn clone_from(&mut self, source: &Integer) {
        // SAFETY: both values are initialized.
        unsafe { sys::fmpz_set(self.raw_mut(), source.raw()) }
    }
}

impl PartialEq for Integer {
    #[inline]
    fn eq(&self, other: &Integer) -> bool {
        // SAFETY: both values are initialized.
        self.0 == other.0
            || (self.is_large() && other.is_large() && unsafe { sys::fmpz_equal(self.raw(), other.raw()) != 0 })
    }
}

impl Eq for Integer {}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Integer) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Integer) -> Ordering {
        if self.is_large() || other.is_large() {
            // SAFETY: both values are initialized.
            unsafe { sys::fmpz_cmp(self.raw(), other.raw()) }.cmp(&0)
        } else {
            self.0.cmp(&other.0)
        }
    }
}

impl Hash for Integer {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // FLINT keeps the small form whenever a value fits, so equal values have equal words.
        if self.is_large() {
            self.signum().hash(state);
            self.large_limbs().hash(state);
        } else {
            self.0.hash(state);
        }
    }
}

#[cold]
#[inline(never)]
fn panic_zero_divisor() -> ! {
    panic!("division of an integer by zero; use a checked method when the divisor may be zero")
}

#[cold]
#[inline(never)]
fn panic_too_large() -> ! {
    panic!(
        "the integer would have more than {} bits; use a checked method when the size is not known",
        Integer::MAX_BITS
    )
}

/// The largest absolute value that FLINT keeps in the word itself.
const SMALL_MAX: i64 = (1 << 62) - 1;

/// Stores a sum or difference of words without entering FLINT, where the operands and the old and new result are all
/// small; returns whether it did.
///
/// # Safety
/// All three point to initialized values.
#[inline]
unsafe fn store_small(
    result: *mut sys::fmpz,
    left: *const sys::fmpz,
    right: *const sys::fmpz,
    combine: impl FnOnce(i64, i64) -> i64,
) -> bool {
    // SAFETY: promised by the caller.
    let (old, left, right) = unsafe { (*result, *left, *right) };
    if old >> 62 == 1 || left >> 62 == 1 || right >> 62 == 1 {
        return false;
    }
    // Two small values have 62 bits each, so this cannot overflow.
    let value = combine(left, right);
    let small = value.abs() <= SMALL_MAX;
    if small {
        // SAFETY: the old value is small and owns no memory.
        unsafe { *result = value };
    }
    small
}

/// # Safety
/// All three point to initialized values.
#[inline]
unsafe fn add(result: *mut sys::fmpz, left: *const sys::fmpz, right: *const sys::fmpz) {
    // SAFETY: promised by the caller.
    unsafe {
        if !store_small(result, left, right, |left, right| left + right) {
            sys::fmpz_add(result, left, right);
        }
    }
}

/// # Safety
/// All three point to initialized values.
#[inline]
unsafe fn subtract(result: *mut sys::fmpz, left: *const sys::fmpz, right: *const sys::fmpz) {
    // SAFETY: promised by the caller.
    unsafe {
        if !store_small(result, left, right, |left, right| left - right) {
            sys::fmpz_sub(result, left, right);
        }
    }
}

/// # Safety
/// All three point to initialized values.
#[inline]
unsafe fn multiply(result: *mut sys::fmpz, left: *const sys::fmpz, right: *const sys::fmpz) {
    // SAFETY: promised by the caller.
    unsafe {
        if *left >> 62 == 1 && *right >> 62 == 1 {
            let limbs = (sys::fmpz_size(left) + sys::fmpz_size(right)) as u64;
            if limbs > Integer::MAX_BITS / 64 {
                panic_too_large();
            }
        }
        sys::fmpz_mul(result, left, right);
    }
}

/// # Safety
/// All three point to initialized values.
#[inline]
unsafe fn divide(result: *mut sys::fmpz, left: *const sys::fmpz, right: *const sys::fmpz) {
    // SAFETY: promised by the caller.
    unsafe {
        if *right == 0 {
            panic_zero_divisor();
        }
        sys::fmpz_tdiv_q(result, left, right);
    }
}

/// # Safety
/// All three point to initialized values.
#[inline]
unsafe fn remainder(result: *mut sys::fmpz, left: *const sys::fmpz, right: *const sys::fmpz) {
    // SAFETY: promised by the caller.
    unsafe {
        if *right == 0 {
            panic_zero_divisor();
        }
        // FLINT offers the truncating remainder only together with the quotient.
        let mut quotient = Integer::ZERO;
        sys::fmpz_tdiv_qr(quotient.raw_mut(), result, left, right);
    }
}

binary_operators! { Integer:
    Add add AddAssign add_assign add;
    Sub sub SubAssign sub_assign subtract;
    Mul mul MulAssign mul_assign multiply;
    Div div DivAssign div_assign divide;
    Rem rem RemAssign rem_assign remainder;
}

negation! { Integer: sys::fmpz_neg }

macro_rules! integer_scalars {
    ($($scalar:ty)*) => {$(
        scalar_operators! { Integer, $scalar:
            Add add AddAssign add_assign;
            Sub sub SubAssign sub_assign;
            Mul mul MulAssign mul_assign;
            Div div DivAssign div_assign;
            Rem rem RemAssign rem_assign;
        }
        impl PartialEq<$scalar> for Integer {
            #[inline]
            fn eq(&self, other: &$scalar) -> bool {
                self.cmp(&Integer::from(*other)).is_eq()
            }
        }
        impl PartialOrd<$scalar> for Integer {
            #[inline]
            fn partial_cmp(&self, other: &$scalar) -> Option<Ordering> {
                self.partial_cmp(&Integer::from(*other))
            }
        }
    )*};
}

integer_scalars! { i32 i64 u64 }

impl std::iter::Sum for Integer {
    fn sum<I: Iterator<Item = Integer>>(terms: I) -> Integer {
        terms.fold(Integer::ZERO, |total, term| total + term)
    }
}

impl std::iter::Product for Integer {
    fn product<I: Iterator<Item = Integer>>(factors: I) -> Integer {
        factors.fold(Integer::ONE, |total, factor| total * factor)
    }
}
