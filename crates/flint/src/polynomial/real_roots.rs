//! Real roots of [`IntegerPolynomial`] and the transformations that isolate them.

use flint3_sys as sys;

use super::{IntegerPolynomial, check_length};
use crate::{Integer, Rational};

/// The distinct real roots of a polynomial, each known exactly or enclosed in an interval of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RealRoots {
    /// Roots found exactly, in ascending order. They are dyadic; not every rational root is among them.
    pub exact: Vec<Rational>,
    /// Open intervals with exactly one root each, disjoint and in ascending order. No exact root lies in one.
    pub intervals: Vec<(Rational, Rational)>,
}

impl IntegerPolynomial {
    /// The number of distinct real roots (Sturm), or `None` for the zero polynomial.
    pub fn num_real_roots(&self) -> Option<usize> {
        if self.is_zero() {
            return None;
        }
        let squarefree = self.squarefree_part();
        // SAFETY: the value is initialized, nonzero and square-free, as FLINT requires.
        Some(unsafe { sys::fmpz_poly_num_real_roots(squarefree.raw()) } as usize)
    }

    /// Isolates the distinct real roots (Vincent–Collins–Akritas).
    ///
    /// `None` for the zero polynomial, and when the coefficients of `self(2^k x)` for a root bound 2^k would exceed
    /// [`Integer::MAX_BITS`].
    pub fn isolate_real_roots(&self) -> Option<RealRoots> {
        let squarefree = self.squarefree_part();
        let exponent = squarefree.root_bound_exponent()?;
        let mut roots = RealRoots::default();
        squarefree.isolate_positive_roots(exponent, &mut roots)?;
        let mirrored = squarefree.coefficients().iter().enumerate();
        let mirrored = mirrored.map(|(index, value)| if index % 2 == 0 { value.clone() } else { -value });
        let mut negative = RealRoots::default();
        IntegerPolynomial::from_coefficients(mirrored).isolate_positive_roots(exponent, &mut negative)?;
        roots.exact.extend(negative.exact.into_iter().map(|root| -root));
        roots.intervals.extend(negative.intervals.into_iter().map(|(low, high)| (-high, -low)));
        roots.exact.sort();
        // Zero is found from both sides.
        roots.exact.dedup();
        roots.intervals.sort();
        Some(roots)
    }

    /// An exponent `k` such that every complex root is smaller than 2^k in absolute value, or `None` for zero.
    ///
    /// Fujiwara's bound: where `|a_(n-i) / a_n| < 2^(i (k - 1))` for all `i`, the lower terms at `|x| = 2^k` are
    /// together smaller than `|a_n x^n| (1/2 + 1/4 + …)`.
    fn root_bound_exponent(&self) -> Option<i64> {
        let (leading, lower) = self.coefficients().split_last()?;
        let bounds = (1..).zip(lower.iter().rev()).filter(|(_, coefficient)| !coefficient.is_zero());
        // A coefficient is below 2^bits, the leading one at least 2^(bits - 1).
        let bounds = bounds.map(|(distance, coefficient): (i64, _)| {
            let excess = coefficient.bits() as i64 - leading.bits() as i64 + 1;
            1 - (-excess).div_euclid(distance)
        });
        Some(bounds.max().unwrap_or(0))
    }

    /// Adds the roots in `0..2^exponent` of a square-free polynomial that has none at 2^exponent.
    ///
    /// FLINT's `fmpz_poly_isolate_real_roots` does the same with a bound of its own, but that bound can be attained,
    /// and the root there is lost: it finds none of `4x³ − 2x² − x − 1 = (x − 1)(4x² + 2x + 1)`.
    fn isolate_positive_roots(&self, exponent: i64, roots: &mut RealRoots) -> Option<()> {
        let degree = self.degree()?;
        let scaled = self.scale_variable_2exp(exponent)?;
        let mut exact = vec![Rational::default(); degree];
        let mut corners = vec![Integer::ZERO; degree];
        let mut exponents = vec![0i64; degree];
        let (mut exact_count, mut interval_count) = (0i64, 0i64);
        // SAFETY: the polynomial is nonzero and square-free, so the algorithm ends, and each array has room for as
        // many roots as there can be. `Rational` and `Integer` have the layouts of `fmpq` and `fmpz`.
        unsafe {
            sys::_fmpz_poly_isolate_real_roots_0_1_vca(
                exact.as_mut_ptr().cast(),
                &raw mut exact_count,
                corners.as_mut_ptr().cast(),
                exponents.as_mut_ptr(),
                &raw mut interval_count,
                (*scaled.raw()).coeffs,
                (*scaled.raw()).length,
            );
        }
        let exact = exact.iter().take(exact_count as usize);
        roots.exact.extend(exact.map(|root| times_power_of_two(root, exponent)));
        let intervals = corners.into_iter().zip(exponents).take(interval_count as usize);
        roots.intervals.extend(intervals.map(|(corner, scale)| {
            let [low, high] = [Rational::from(&corner), Rational::from(corner + Integer::ONE)];
            (times_power_of_two(&low, scale + exponent), times_power_of_two(&high, scale + exponent))
        }));
        Some(())
    }

    /// `self(x + shift)`.
    pub fn taylor_shift(&self, shift: &Integer) -> IntegerPolynomial {
        // SAFETY: the values are initialized.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_taylor_shift(result, self.raw(), shift.raw());
        })
    }

    /// `self(2^exponent * x)`, multiplied by `2^(-exponent * degree)` when the exponent is negative, so that the
    /// coefficients stay integers. `None` beyond [`Integer::MAX_BITS`] in one coefficient.
    pub fn scale_variable_2exp(&self, exponent: i64) -> Option<IntegerPolynomial> {
        let degree = self.coefficients().len().saturating_sub(1);
        let step = exponent.unsigned_abs();
        let scaled = self.coefficients().iter().enumerate().map(|(index, coefficient)| {
            let steps = if exponent < 0 { degree - index } else { index };
            coefficient.checked_shl(step.checked_mul(steps as u64)?)
        });
        scaled.collect::<Option<Vec<_>>>().map(IntegerPolynomial::from_coefficients)
    }

    /// `x^degree * self(1/x)`: the coefficients in reverse order.
    pub fn reverse(&self) -> IntegerPolynomial {
        self.reverse_to_length(self.coefficients().len())
    }

    /// `x^(length - 1) * self(1/x)`, for a polynomial cut or padded to `length` coefficients. Panics beyond 2^40.
    pub fn reverse_to_length(&self, length: usize) -> IntegerPolynomial {
        check_length(length);
        // SAFETY: the values are initialized and the length is bounded.
        IntegerPolynomial::build(|result| unsafe {
            sys::fmpz_poly_reverse(result, self.raw(), length as i64);
        })
    }

    /// The number of sign changes in the sequence of nonzero coefficients.
    ///
    /// By Descartes' rule it exceeds the number of positive roots, counted with multiplicity, by an even number.
    pub fn sign_variations(&self) -> usize {
        let signs = self.coefficients().iter().map(Integer::signum).filter(|sign| *sign != 0);
        let mut previous = 0;
        signs.filter(|sign| std::mem::replace(&mut previous, *sign) == -*sign).count()
    }

    /// An upper bound for the absolute values of the complex roots, or `None` for the zero polynomial.
    pub fn root_bound(&self) -> Option<Integer> {
        if self.is_zero() {
            return None;
        }
        // SAFETY: the values are initialized.
        Some(Integer::build(|result| unsafe { sys::fmpz_poly_bound_roots(result, self.raw()) }))
    }
}

/// `value * 2^exponent`.
fn times_power_of_two(value: &Rational, exponent: i64) -> Rational {
    // SAFETY: the values are initialized.
    Rational::build(|result| unsafe {
        if exponent < 0 {
            sys::fmpq_div_2exp(result, value.raw(), exponent.unsigned_abs());
        } else {
            sys::fmpq_mul_2exp(result, value.raw(), exponent.unsigned_abs());
        }
    })
}
