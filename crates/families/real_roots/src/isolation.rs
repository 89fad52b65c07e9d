//! Isolation of the real roots of a factored polynomial.

use flint::{IntegerPolynomial, Rational};
use operation::{Context, Stop};

/// A real root: where it lies and of which factor it is a root.
pub(crate) struct Root {
    pub(crate) lower: Rational,
    pub(crate) upper: Rational,
    /// The place of its irreducible polynomial among the factors.
    pub(crate) factor: usize,
}

/// Roots up to two to this power are enclosed to within 1; to come that close to larger ones takes too many steps.
const MODERATE_BITS: u64 = 1024;

/// The real roots of the product of different irreducible polynomials, ascending.
///
/// A rational root is given exactly, with both ends equal to it. Any other lies inside a dyadic interval, and no end is a root.
/// Intervals have no inner points in common, do not have 0 inside, and are at most 1 long unless the root is huge.
pub(crate) fn isolate(factors: &[IntegerPolynomial], cx: &Context) -> Result<Vec<Root>, Stop> {
    let rational_roots = rational_roots(factors);
    let mut roots: Vec<Root> = rational_roots
        .iter()
        .map(|(root, factor)| Root { lower: root.clone(), upper: root.clone(), factor: *factor })
        .collect();
    let product = factors.iter().fold(IntegerPolynomial::from_coefficients([1]), |product, factor| product * factor);
    let found = product.isolate_real_roots().ok_or_else(|| Stop::Fault("the roots were not isolated".to_owned()))?;
    for (lower, upper) in found.intervals {
        cx.work(1024)?;
        let changes = |factor: &IntegerPolynomial| sign(factor, &lower) * sign(factor, &upper) < 0;
        let factor = factors.iter().position(changes);
        let factor = factor.ok_or_else(|| Stop::Fault("an isolating interval holds no root".to_owned()))?;
        if factors[factor].degree() != Some(1) {
            let (lower, upper) = refine(&factors[factor], lower, upper, &rational_roots, cx)?;
            roots.push(Root { lower, upper, factor });
        }
    }
    roots.sort_by(|left, right| left.lower.cmp(&right.lower));
    Ok(roots)
}

/// The roots of the linear factors, ascending, each with the place of its factor.
pub(crate) fn rational_roots(factors: &[IntegerPolynomial]) -> Vec<(Rational, usize)> {
    let linear = factors.iter().enumerate().filter(|(_, factor)| factor.degree() == Some(1));
    let mut roots: Vec<(Rational, usize)> = linear
        .filter_map(|(place, factor)| Some((-Rational::new(factor.coefficient(0), factor.coefficient(1))?, place)))
        .collect();
    roots.sort();
    roots
}

/// Whether a number is among the rational roots.
pub(crate) fn is_rational_root(roots: &[(Rational, usize)], value: &Rational) -> bool {
    roots.binary_search_by(|(root, _)| root.cmp(value)).is_ok()
}

/// The sign of the value at a rational point.
pub(crate) fn sign(polynomial: &IntegerPolynomial, point: &Rational) -> i8 {
    polynomial.evaluate_rational(point).signum()
}

/// Halves an interval around a root of an irreducible polynomial of degree 2 or more, which has no rational root to be hit.
fn refine(
    polynomial: &IntegerPolynomial,
    mut lower: Rational,
    mut upper: Rational,
    rational_roots: &[(Rational, usize)],
    cx: &Context,
) -> Result<(Rational, Rational), Stop> {
    let at_lower = sign(polynomial, &lower);
    while is_crude(&lower, &upper) || [&lower, &upper].into_iter().any(|end| is_rational_root(rational_roots, end)) {
        cx.work(1024)?;
        let middle = (&lower + &upper) / 2;
        if sign(polynomial, &middle) == at_lower {
            lower = middle;
        } else {
            upper = middle;
        }
    }
    Ok((lower, upper))
}

/// Whether an interval is longer than a reader likes.
fn is_crude(lower: &Rational, upper: &Rational) -> bool {
    let moderate = lower.height_bits().max(upper.height_bits()) <= MODERATE_BITS;
    (lower.is_negative() && upper.signum() > 0) || (moderate && (upper - lower) > 1)
}
