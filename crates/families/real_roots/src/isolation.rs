//! Isolation of the real roots of a factored polynomial.

use flint::{Integer, IntegerPolynomial, Rational};
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
/// A rational root is given exactly, with both ends equal to it. Any other lies inside a dyadic interval, and no end is
/// a root. Intervals have no inner points in common, do not have 0 inside, and are at most 1 long unless the root is
/// huge.
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

/// Halves an interval around a root of an irreducible polynomial of degree 2 or more, which has no rational root to be
/// hit.
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

/// The number of real roots of an irreducible polynomial.
///
/// Descartes' rule of signs and bisection (G. Collins, A. Akritas, SYMSAC 1976), written apart from the isolation that
/// it checks. Where roots are so close that bisection takes long, Sturm's theorem decides instead: the better of the
/// two is faster than either alone by orders of magnitude.
pub(crate) fn count_real_roots(polynomial: &IntegerPolynomial) -> Option<usize> {
    if polynomial.degree() == Some(1) {
        return Some(1);
    }
    let mut tests = 64 + polynomial.degree()?;
    let mirrored = polynomial.coefficients().iter().enumerate();
    let mirrored = mirrored.map(|(exponent, value)| if exponent % 2 == 0 { value.clone() } else { -value });
    let mirrored = IntegerPolynomial::from_coefficients(mirrored);
    let counts = [polynomial, &mirrored].map(|half| count_positive_roots(half, &mut tests));
    match counts {
        [Some(positive), Some(negative)] => Some(positive + negative),
        _ => polynomial.num_real_roots(),
    }
}

/// The number of positive roots of a polynomial without rational roots; none when it takes more tests than are left.
fn count_positive_roots(polynomial: &IntegerPolynomial, tests: &mut usize) -> Option<usize> {
    let bound = i64::try_from(polynomial.root_bound()?.bits()).ok()?;
    let (mut count, mut open) = (0, vec![polynomial.scale_variable_2exp(bound)?]);
    while let Some(unit) = open.pop() {
        *tests = tests.checked_sub(1)?;
        // The roots of `unit` between 0 and 1 become those between infinity and 0.
        match unit.reverse().taylor_shift(&Integer::ONE).sign_variations() {
            0 => {}
            1 => count += 1,
            _ => {
                let left = unit.scale_variable_2exp(-1)?;
                open.push(left.taylor_shift(&Integer::ONE));
                open.push(left);
            }
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// The Chebyshev polynomial of this degree, all of whose roots lie between -1 and 1.
    fn chebyshev(degree: usize) -> IntegerPolynomial {
        let step = IntegerPolynomial::from_coefficients([0, 2]);
        let first = (IntegerPolynomial::from_coefficients([1]), IntegerPolynomial::from_coefficients([0, 1]));
        (0..degree)
            .fold(first, |(low, high), _| {
                let next = &(&step * &high) - &low;
                (high, next)
            })
            .0
    }

    #[test]
    fn both_ways_to_count_roots_agree() {
        let mignotte = {
            let base = IntegerPolynomial::from_coefficients([-1i64, 1_000_000]);
            let power = IntegerPolynomial::monomial(&Integer::ONE, 40);
            &power - &(&base * &base).scale(&Integer::from(2))
        };
        let factors = (2..=40).map(chebyshev).chain([mignotte]).flat_map(|polynomial| polynomial.factor().factors);
        for (factor, _) in factors {
            assert_eq!(count_real_roots(&factor), factor.num_real_roots(), "{factor}");
            let (mut enough, mut none) = (10_000, 0);
            if factor.degree() > Some(1) {
                let positive = count_positive_roots(&factor, &mut enough).unwrap();
                assert!(positive <= factor.num_real_roots().unwrap());
                assert_eq!(count_positive_roots(&factor, &mut none), None);
            }
        }
    }

    #[test]
    fn intervals_are_short_ascending_and_free_of_roots_at_their_ends() {
        let polynomial = &chebyshev(30) * &IntegerPolynomial::from_coefficients([-1, 2]);
        let factors: Vec<IntegerPolynomial> =
            polynomial.factor().factors.into_iter().map(|(factor, _)| factor).collect();
        let roots = isolate(&factors, &Context::unlimited()).unwrap();
        assert_eq!(roots.len(), 31);
        assert!(roots.windows(2).all(|pair| pair[0].upper <= pair[1].lower));
        for root in roots {
            assert!(&root.upper - &root.lower <= 1);
            let at_ends = [&root.lower, &root.upper].map(|end| sign(&polynomial, end));
            let exact = root.lower == root.upper;
            assert_eq!(at_ends[0] * at_ends[1], if exact { 0 } else { -1 });
        }
    }
}
