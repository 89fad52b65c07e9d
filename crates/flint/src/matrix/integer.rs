//! Matrices of integers (`fmpz_mat`): representation and conversions.

use std::mem::MaybeUninit;

use flint3_sys as sys;

use super::RationalMatrix;
use crate::Integer;

super::matrix! {
    /// A dense matrix of integers.
    IntegerMatrix of Integer: fmpz_mat_struct fmpz_mat_init fmpz_mat_clear fmpz_mat_set fmpz_mat_one fmpz_mat_transpose
    fmpz_mat_add fmpz_mat_sub fmpz_mat_neg fmpz_mat_mul fmpz_mat_scalar_mul_fmpz fmpz_mat_kronecker_product
}

impl IntegerMatrix {
    /// The size in bits of the largest entry.
    pub fn height_bits(&self) -> u64 {
        self.entries().iter().map(Integer::bits).max().unwrap_or(0)
    }

    /// The matrix with every entry divided by `denominator`, or `None` for a zero denominator.
    pub fn checked_div(&self, denominator: &Integer) -> Option<RationalMatrix> {
        if denominator.is_zero() {
            return None;
        }
        // SAFETY: the matrices have the same dimensions and the denominator is nonzero.
        Some(RationalMatrix::build(self.rows(), self.columns(), |result| unsafe {
            sys::fmpq_mat_set_fmpz_mat_div_fmpz(result, self.raw(), denominator.raw());
        }))
    }
}
