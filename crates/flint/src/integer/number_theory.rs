//! Divisibility theory of [`Integer`]: common divisors, valuations, residue symbols.

use flint3_sys as sys;

use super::Integer;

/// The greatest common divisor of two integers as their combination: `gcd = x * left + y * right`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bezout {
    /// The greatest common divisor, not negative.
    pub gcd: Integer,
    /// The coefficient of the left operand.
    pub x: Integer,
    /// The coefficient of the right operand.
    pub y: Integer,
}

impl Integer {
    /// The greatest common divisor, not negative; gcd(0, 0) = 0.
    #[inline]
    pub fn gcd(&self, other: &Integer) -> Integer {
        // SAFETY: the values are initialized.
        Integer::build(|result| unsafe { sys::fmpz_gcd(result, self.raw(), other.raw()) })
    }

    /// The least common multiple, not negative; zero when an operand is zero.
    #[inline]
    pub fn lcm(&self, other: &Integer) -> Integer {
        // SAFETY: the values are initialized.
        Integer::build(|result| unsafe { sys::fmpz_lcm(result, self.raw(), other.raw()) })
    }

    /// The greatest common divisor with the canonical (smallest) coefficients.
    ///
    /// For a = `self`, b = `other` and g = gcd(a, b): `|x| < |b / 2g|` and `|y| < |a / 2g|`, except that
    ///
    /// * b = 0 gives (sgn a, 0), so (0, 0) for a = b = 0;
    /// * |a| = |b| or a = 0 gives (0, sgn b);
    /// * |b| = 1 gives (0, b), otherwise |a| = 1 gives (a, 0);
    /// * |a| = 2g gives y = sgn b and x = (g − |b|) / a; |b| = 2g gives x = sgn a and y = (g − |a|) / b.
    pub fn extended_gcd(&self, other: &Integer) -> Bezout {
        let (mut gcd, mut x, mut y) = (Integer::ZERO, Integer::ZERO, Integer::ZERO);
        // SAFETY: the values are initialized and the three results distinct.
        unsafe {
            sys::fmpz_xgcd_canonical_bezout(gcd.raw_mut(), x.raw_mut(), y.raw_mut(), self.raw(), other.raw());
        }
        Bezout { gcd, x, y }
    }

    /// `(e, c)` with `self = factor^e * c` and `factor` not dividing `c`.
    ///
    /// `None` when `self` is zero or `factor` is below 2. The factor need not be prime.
    pub fn remove_factor(&self, factor: &Integer) -> Option<(u64, Integer)> {
        if self.is_zero() || factor.signum() <= 0 || factor.is_one() {
            return None;
        }
        let mut cofactor = Integer::ZERO;
        // SAFETY: the values are initialized and the factor exceeds one.
        let exponent = unsafe { sys::fmpz_remove(cofactor.raw_mut(), self.raw(), factor.raw()) };
        Some((exponent.unsigned_abs(), cofactor))
    }

    /// The largest `e` such that `factor^e` divides `self`; `None` when `self` is zero or `factor` is below 2.
    #[inline]
    pub fn valuation(&self, factor: &Integer) -> Option<u64> {
        self.remove_factor(factor).map(|(exponent, _)| exponent)
    }

    /// The Jacobi symbol (`self` / `modulus`): −1, 0 or 1. `None` unless `modulus` is odd and positive.
    pub fn jacobi(&self, modulus: &Integer) -> Option<i8> {
        if modulus.signum() <= 0 || modulus.is_even() {
            return None;
        }
        // SAFETY: the values are initialized and the modulus is odd and positive.
        Some(unsafe { sys::fmpz_jacobi(self.raw(), modulus.raw()) as i8 })
    }

    /// The Kronecker symbol (`self` / `other`), which extends the Jacobi symbol to all integers.
    #[inline]
    pub fn kronecker(&self, other: &Integer) -> i8 {
        // SAFETY: the values are initialized.
        unsafe { sys::fmpz_kronecker(self.raw(), other.raw()) as i8 }
    }
}
