//! Linear algebra of [`IntegerMatrix`] over the rationals.

use flint3_sys as sys;

use super::{IntegerMatrix, RationalMatrix};
use crate::modular::Modulus;
use crate::{Integer, IntegerPolynomial};

/// A reduced row echelon form over a common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerRowEchelon {
    /// The numerators; every pivot equals the denominator, and the rows after the first `rank` are zero.
    pub matrix: IntegerMatrix,
    /// The common denominator, nonzero, not reduced and possibly negative.
    pub denominator: Integer,
    /// The rank.
    pub rank: usize,
}

impl IntegerMatrix {
    /// The determinant, one for 0 x 0; `None` when the matrix is not square.
    pub fn det(&self) -> Option<Integer> {
        // SAFETY: the values are initialized and the matrix is square.
        self.is_square().then(|| Integer::build(|result| unsafe { sys::fmpz_mat_det(result, self.raw()) }))
    }

    /// The determinant modulo a prime, for checks at random primes.
    ///
    /// `None` when the matrix is not square or the modulus not prime.
    pub fn det_modulo(&self, prime: u64) -> Option<u64> {
        Modulus::new(prime)?.determinant(self)
    }

    /// The sum of the diagonal, or `None` when the matrix is not square.
    pub fn trace(&self) -> Option<Integer> {
        // SAFETY: the values are initialized and the matrix is square.
        self.is_square().then(|| Integer::build(|result| unsafe { sys::fmpz_mat_trace(result, self.raw()) }))
    }

    /// The rank over the rationals.
    pub fn rank(&self) -> usize {
        if self.entries().is_empty() {
            return 0;
        }
        // SAFETY: the value is initialized.
        unsafe { sys::fmpz_mat_rank(self.raw()) as usize }
    }

    /// The reduced row echelon form over the rationals.
    pub fn rref(&self) -> IntegerRowEchelon {
        if self.entries().iter().all(Integer::is_zero) {
            return IntegerRowEchelon { matrix: self.clone(), denominator: Integer::ONE, rank: 0 };
        }
        let mut denominator = Integer::ZERO;
        let mut rank = 0;
        // SAFETY: the values are initialized and the matrices have the same dimensions.
        let matrix = IntegerMatrix::build(self.rows(), self.columns(), |result| unsafe {
            rank = sys::fmpz_mat_rref(result, denominator.raw_mut(), self.raw()) as usize;
        });
        IntegerRowEchelon { matrix, denominator, rank }
    }

    /// The inverse, or `None` when the matrix is not square or singular.
    pub fn inverse(&self) -> Option<RationalMatrix> {
        if !self.is_square() {
            return None;
        }
        let mut denominator = Integer::ZERO;
        let mut regular = false;
        // SAFETY: the values are initialized and the matrices square of the same size.
        let numerator = IntegerMatrix::build(self.rows(), self.rows(), |result| unsafe {
            regular = sys::fmpz_mat_inv(result, denominator.raw_mut(), self.raw()) != 0;
        });
        if regular { numerator.checked_div(&denominator) } else { None }
    }

    /// One rational solution `X` of `self * X = right`, for a matrix of any shape and rank.
    ///
    /// `None` when there is no solution or the numbers of rows differ.
    pub fn solve(&self, right: &IntegerMatrix) -> Option<RationalMatrix> {
        if self.rows() != right.rows() {
            return None;
        }
        let (rows, columns) = (self.columns(), right.columns());
        // FLINT's elimination finds no pivot in a zero matrix and gives up.
        if self.entries().iter().all(Integer::is_zero) {
            let solvable = right.entries().iter().all(Integer::is_zero);
            return solvable.then(|| RationalMatrix::zero(rows, columns));
        }
        if columns == 0 {
            return Some(RationalMatrix::zero(rows, columns));
        }
        let mut denominator = Integer::ZERO;
        let mut solvable = false;
        // SAFETY: the values are initialized and the dimensions those of a solution.
        let numerator = IntegerMatrix::build(rows, columns, |result| unsafe {
            let denominator = denominator.raw_mut();
            solvable = sys::fmpz_mat_can_solve(result, denominator, self.raw(), right.raw()) != 0;
        });
        if solvable { numerator.checked_div(&denominator) } else { None }
    }

    /// A basis of the space of the rational vectors `v` with `self * v = 0`, as columns.
    ///
    /// There are as many columns as the nullity; each is integral with content one. They need not generate every
    /// integer vector of the space.
    pub fn nullspace(&self) -> IntegerMatrix {
        let size = self.columns();
        if self.entries().is_empty() {
            return IntegerMatrix::identity(size);
        }
        let mut nullity = 0;
        // SAFETY: the values are initialized and the result has room for every vector.
        let vectors = IntegerMatrix::build(size, size, |result| unsafe {
            nullity = sys::fmpz_mat_nullspace(result, self.raw()) as usize;
        });
        let mut basis = IntegerMatrix::zero(size, nullity);
        for column in 0..nullity {
            let content = (0..size).fold(Integer::ZERO, |gcd, row| gcd.gcd(&vectors[(row, column)]));
            for row in 0..size {
                basis[(row, column)] = vectors[(row, column)].div_exact(&content);
            }
        }
        basis
    }

    /// The characteristic polynomial `det(x I − self)`, or `None` when the matrix is not square.
    pub fn charpoly(&self) -> Option<IntegerPolynomial> {
        // SAFETY: the values are initialized and the matrix is square.
        self.is_square().then(|| {
            IntegerPolynomial::build(|result| unsafe {
                sys::fmpz_mat_charpoly(result, self.raw());
            })
        })
    }

    /// The monic minimal polynomial, one for 0 x 0; `None` when the matrix is not square.
    pub fn minpoly(&self) -> Option<IntegerPolynomial> {
        if !self.is_square() {
            return None;
        }
        if self.rows() == 0 {
            return Some(IntegerPolynomial::constant(&Integer::ONE));
        }
        // SAFETY: the values are initialized and the matrix is square.
        Some(IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_mat_minpoly(result, self.raw());
        }))
    }

    /// The power, or `None` when the matrix is not square or an entry could exceed [`Integer::MAX_BITS`].
    pub fn pow(&self, exponent: u64) -> Option<IntegerMatrix> {
        if !self.is_square() {
            return None;
        }
        // An entry of a product of n x n matrices is at most n times the product of the largest entries.
        let growth = self.height_bits() + u64::from(usize::BITS - self.rows().leading_zeros());
        if growth.checked_mul(exponent).is_none_or(|bits| bits > Integer::MAX_BITS) {
            return None;
        }
        // SAFETY: the matrices are square of the same size.
        Some(IntegerMatrix::build(self.rows(), self.rows(), |result| unsafe {
            sys::fmpz_mat_pow(result, self.raw(), exponent);
        }))
    }
}
