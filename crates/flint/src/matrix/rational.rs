//! Matrices of rational numbers (`fmpq_mat`).

use std::mem::MaybeUninit;

use flint3_sys as sys;

use super::IntegerMatrix;
use crate::{Integer, Rational, RationalPolynomial};

super::matrix! {
    /// A dense matrix of rational numbers.
    RationalMatrix of Rational: fmpq_mat_struct fmpq_mat_init fmpq_mat_clear fmpq_mat_set fmpq_mat_one
    fmpq_mat_transpose fmpq_mat_add fmpq_mat_sub fmpq_mat_neg fmpq_mat_mul fmpq_mat_scalar_mul_fmpq
    fmpq_mat_kronecker_product
}

impl RationalMatrix {
    /// `(N, d)` with `self = N / d`, where `d` is the least common denominator of the entries; positive, one for an
    /// empty matrix.
    pub fn clear_denominators(&self) -> (IntegerMatrix, Integer) {
        let mut denominator = Integer::ONE;
        if self.entries().is_empty() {
            return (IntegerMatrix::zero(self.rows(), self.columns()), denominator);
        }
        // SAFETY: the values are initialized and the matrices have the same dimensions.
        let numerator = IntegerMatrix::build(self.rows(), self.columns(), |result| unsafe {
            sys::fmpq_mat_get_fmpz_mat_matwise(result, denominator.raw_mut(), self.raw());
        });
        (numerator, denominator)
    }

    /// The matrix as one of integers, if all its entries are integers.
    pub fn to_integer(&self) -> Option<IntegerMatrix> {
        let entries = self.entries().iter().map(Rational::to_integer).collect::<Option<_>>()?;
        IntegerMatrix::from_entries(self.rows(), self.columns(), entries)
    }

    /// The determinant, one for 0 x 0; `None` when the matrix is not square.
    pub fn det(&self) -> Option<Rational> {
        // SAFETY: the values are initialized and the matrix is square.
        self.is_square().then(|| Rational::build(|result| unsafe { sys::fmpq_mat_det(result, self.raw()) }))
    }

    /// The sum of the diagonal, or `None` when the matrix is not square.
    pub fn trace(&self) -> Option<Rational> {
        // SAFETY: the values are initialized and the matrix is square.
        self.is_square().then(|| Rational::build(|result| unsafe { sys::fmpq_mat_trace(result, self.raw()) }))
    }

    /// The rank.
    pub fn rank(&self) -> usize {
        self.clear_denominators().0.rank()
    }

    /// The reduced row echelon form, with pivots one and zero rows last, and the rank.
    pub fn rref(&self) -> (RationalMatrix, usize) {
        if self.entries().iter().all(Rational::is_zero) {
            return (self.clone(), 0);
        }
        let mut rank = 0;
        // SAFETY: the matrices have the same dimensions.
        let form = RationalMatrix::build(self.rows(), self.columns(), |result| unsafe {
            rank = sys::fmpq_mat_rref(result, self.raw()) as usize;
        });
        (form, rank)
    }

    /// The inverse, or `None` when the matrix is not square or singular.
    pub fn inverse(&self) -> Option<RationalMatrix> {
        if !self.is_square() {
            return None;
        }
        let mut regular = self.rows() == 0;
        let inverse = RationalMatrix::build(self.rows(), self.rows(), |result| {
            if !regular {
                // SAFETY: the matrices are square of the same size.
                regular = unsafe { sys::fmpq_mat_inv(result, self.raw()) != 0 };
            }
        });
        regular.then_some(inverse)
    }

    /// One solution `X` of `self * X = right`, for a matrix of any shape and rank.
    ///
    /// `None` when there is no solution or the numbers of rows differ.
    pub fn solve(&self, right: &RationalMatrix) -> Option<RationalMatrix> {
        if self.rows() != right.rows() {
            return None;
        }
        let (left, left_denominator) = self.clear_denominators();
        let (right, right_denominator) = right.clear_denominators();
        // (L / l) X = R / r  is  L (r X / l) = R.
        let scaled = left.solve(&right)?;
        Rational::new(left_denominator, right_denominator).map(|factor| scaled.scale(&factor))
    }

    /// A basis of the vectors `v` with `self * v = 0`, as columns; see [`IntegerMatrix::nullspace`].
    pub fn nullspace(&self) -> IntegerMatrix {
        self.clear_denominators().0.nullspace()
    }

    /// The characteristic polynomial `det(x I − self)`, or `None` when the matrix is not square.
    pub fn charpoly(&self) -> Option<RationalPolynomial> {
        if !self.is_square() {
            return None;
        }
        if self.rows() == 0 {
            return Some(RationalPolynomial::constant(&Rational::from(1)));
        }
        // SAFETY: the values are initialized and the matrix is square.
        Some(RationalPolynomial::build(|result| unsafe {
            sys::fmpq_mat_charpoly(result, self.raw());
        }))
    }

    /// The monic minimal polynomial, one for 0 x 0; `None` when the matrix is not square.
    pub fn minpoly(&self) -> Option<RationalPolynomial> {
        if !self.is_square() {
            return None;
        }
        if self.rows() == 0 {
            return Some(RationalPolynomial::constant(&Rational::from(1)));
        }
        // SAFETY: the values are initialized and the matrix is square.
        Some(RationalPolynomial::build(|result| unsafe {
            sys::fmpq_mat_minpoly(result, self.raw());
        }))
    }
}

impl From<&IntegerMatrix> for RationalMatrix {
    fn from(matrix: &IntegerMatrix) -> RationalMatrix {
        // SAFETY: the matrices have the same dimensions.
        RationalMatrix::build(matrix.rows(), matrix.columns(), |result| unsafe {
            sys::fmpq_mat_set_fmpz_mat(result, matrix.raw());
        })
    }
}
