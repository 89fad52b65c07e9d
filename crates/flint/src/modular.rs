//! Arithmetic modulo a word-sized number (`nmod`).

use std::mem::MaybeUninit;

use flint3_sys as sys;

use crate::{Integer, IntegerMatrix};

/// A modulus of one word, with what FLINT precomputes to divide by it.
///
/// Methods accept operands of any size and return residues in `0..n`.
#[derive(Clone, Copy)]
pub struct Modulus {
    // `nmod_t` is not `Copy` in the bindings.
    n: u64,
    inverse: u64,
    norm: u64,
}

impl std::fmt::Debug for Modulus {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Modulus").field(&self.n).finish()
    }
}

impl PartialEq for Modulus {
    fn eq(&self, other: &Modulus) -> bool {
        self.n == other.n
    }
}

impl Eq for Modulus {}

impl Modulus {
    /// The modulus `n`, or `None` for zero.
    #[inline]
    pub fn new(n: u64) -> Option<Modulus> {
        if n == 0 {
            return None;
        }
        let mut raw = sys::nmod_t { n: 0, ninv: 0, norm: 0 };
        // SAFETY: the modulus is nonzero.
        unsafe { sys::nmod_init(&raw mut raw, n) };
        Some(Modulus { n, inverse: raw.ninv, norm: raw.norm })
    }

    #[inline]
    fn raw(self) -> sys::nmod_t {
        sys::nmod_t { n: self.n, ninv: self.inverse, norm: self.norm }
    }

    /// The modulus as a number.
    #[inline]
    pub fn get(self) -> u64 {
        self.n
    }

    /// Whether the modulus is prime, proved.
    #[inline]
    pub fn is_prime(self) -> bool {
        // SAFETY: no precondition.
        unsafe { sys::n_is_prime(self.n) != 0 }
    }

    /// The residue of a word.
    #[inline]
    pub fn reduce(self, value: u64) -> u64 {
        if value < self.n { value } else { value % self.n }
    }

    /// The residue of an integer.
    #[inline]
    pub fn reduce_integer(self, value: &Integer) -> u64 {
        // SAFETY: the value is initialized and the modulus nonzero.
        unsafe { sys::fmpz_fdiv_ui(value.raw(), self.n) }
    }

    /// The sum.
    #[inline]
    pub fn add(self, left: u64, right: u64) -> u64 {
        // SAFETY: both operands are reduced.
        unsafe { sys::nmod_add(self.reduce(left), self.reduce(right), self.raw()) }
    }

    /// The difference.
    #[inline]
    pub fn sub(self, left: u64, right: u64) -> u64 {
        // SAFETY: both operands are reduced.
        unsafe { sys::nmod_sub(self.reduce(left), self.reduce(right), self.raw()) }
    }

    /// The negative.
    #[inline]
    pub fn neg(self, value: u64) -> u64 {
        // SAFETY: the operand is reduced.
        unsafe { sys::nmod_neg(self.reduce(value), self.raw()) }
    }

    /// The product.
    #[inline]
    pub fn mul(self, left: u64, right: u64) -> u64 {
        // SAFETY: both operands are reduced.
        unsafe { sys::nmod_mul(self.reduce(left), self.reduce(right), self.raw()) }
    }

    /// The power, with 0^0 = 1 (reduced, so 0 modulo 1).
    #[inline]
    pub fn pow(self, base: u64, exponent: u64) -> u64 {
        if self.n == 1 {
            return 0;
        }
        // SAFETY: the base is reduced.
        unsafe { sys::nmod_pow_ui(self.reduce(base), exponent, self.raw()) }
    }

    /// The inverse, or `None` when the value is not coprime to the modulus. Modulo 1 the inverse is 0.
    pub fn inv(self, value: u64) -> Option<u64> {
        if self.n == 1 {
            return Some(0);
        }
        let mut inverse = 0;
        // SAFETY: FLINT requires the value to be reduced and the modulus to exceed one.
        let gcd = unsafe { sys::n_gcdinv(&raw mut inverse, self.reduce(value), self.n) };
        (gcd == 1).then_some(inverse)
    }

    /// The determinant of a square matrix over the field of this many elements.
    ///
    /// `None` when the modulus is not prime or the matrix not square.
    pub fn determinant(self, matrix: &IntegerMatrix) -> Option<u64> {
        if matrix.rows() != matrix.columns() || !self.is_prime() {
            return None;
        }
        if matrix.rows() == 0 {
            return Some(1);
        }
        // SAFETY: the matrix is square and the modulus prime.
        Some(self.with_reduction(matrix, |raw| unsafe { sys::nmod_mat_det(raw) }))
    }

    /// The rank over the field of this many elements, at most the rank over the rationals.
    ///
    /// `None` when the modulus is not prime.
    pub fn rank(self, matrix: &IntegerMatrix) -> Option<usize> {
        if !self.is_prime() {
            return None;
        }
        if matrix.entries().is_empty() {
            return Some(0);
        }
        // SAFETY: the modulus is prime.
        Some(self.with_reduction(matrix, |raw| unsafe { sys::nmod_mat_rank(raw) }) as usize)
    }

    fn with_reduction<T>(self, matrix: &IntegerMatrix, compute: impl FnOnce(*const sys::nmod_mat_struct) -> T) -> T {
        let mut reduced = MaybeUninit::<sys::nmod_mat_struct>::uninit();
        // SAFETY: the matrix is initialized first, has the dimensions of the source, and is cleared last.
        unsafe {
            let (rows, columns) = (matrix.rows() as i64, matrix.columns() as i64);
            sys::nmod_mat_init(reduced.as_mut_ptr(), rows, columns, self.n);
            sys::fmpz_mat_get_nmod_mat(reduced.as_mut_ptr(), matrix.raw());
            let result = compute(reduced.as_ptr());
            sys::nmod_mat_clear(reduced.as_mut_ptr());
            result
        }
    }
}
