//! Laws and corner cases of the polynomials.
#![allow(clippy::unwrap_used)]

use flint::{Integer, IntegerPolynomial, Rational, RationalPolynomial};
use proptest::prelude::*;

fn poly(coefficients: &[i64]) -> IntegerPolynomial {
    IntegerPolynomial::from_coefficients(coefficients.iter().copied())
}

fn polynomial() -> impl Strategy<Value = IntegerPolynomial> {
    prop_oneof![
        proptest::collection::vec(-6i64..7, 0..7).prop_map(|list| poly(&list)),
        proptest::collection::vec(any::<i64>(), 0..5).prop_map(|list| poly(&list)),
    ]
}

fn nonzero() -> impl Strategy<Value = IntegerPolynomial> {
    polynomial().prop_filter("zero", |polynomial| !polynomial.is_zero())
}

fn rational_polynomial() -> impl Strategy<Value = RationalPolynomial> {
    let coefficient = (-9i64..10, 1i64..7).prop_map(|(p, q)| Rational::new(p, q).unwrap());
    proptest::collection::vec(coefficient, 0..6).prop_map(RationalPolynomial::from_coefficients)
}

proptest! {
    #[test]
    fn evaluation_is_a_homomorphism(f in polynomial(), g in polynomial(), p in -50i64..50, q in 1i64..9) {
        let x = Integer::from(p);
        prop_assert_eq!((&f + &g).evaluate(&x), f.evaluate(&x) + g.evaluate(&x));
        prop_assert_eq!((&f - &g).evaluate(&x), f.evaluate(&x) - g.evaluate(&x));
        prop_assert_eq!((&f * &g).evaluate(&x), f.evaluate(&x) * g.evaluate(&x));
        prop_assert_eq!(f.compose(&g).evaluate(&x), f.evaluate(&g.evaluate(&x)));
        prop_assert_eq!(f.taylor_shift(&x).evaluate(&Integer::ZERO), f.evaluate(&x));
        let y = Rational::new(p, q).unwrap();
        prop_assert_eq!((&f * &g).evaluate_rational(&y), f.evaluate_rational(&y) * g.evaluate_rational(&y));
        prop_assert_eq!(RationalPolynomial::from(&f).evaluate(&y), f.evaluate_rational(&y));
    }

    #[test]
    fn derivative_obeys_leibniz(f in polynomial(), g in polynomial()) {
        prop_assert_eq!((&f * &g).derivative(), f.derivative() * &g + &f * g.derivative());
    }

    #[test]
    fn divisions_satisfy_their_definitions(f in polynomial(), g in nonzero()) {
        prop_assert_eq!((&f * &g).checked_div_exact(&g), Some(f.clone()));
        let division = f.pseudo_div_rem(&g).unwrap();
        let leading = g.leading_coefficient().unwrap().pow(division.power);
        prop_assert_eq!(f.scale(&leading), &division.quotient * &g + &division.remainder);
        prop_assert!(division.remainder.degree() < g.degree() || division.remainder.is_zero());
        let monic = IntegerPolynomial::monomial(&Integer::ONE, g.degree().unwrap() + 1) + &g;
        let (q, r) = f.div_rem_monic(&monic).unwrap();
        prop_assert_eq!(&q * &monic + &r, f.clone());
        let (a, b) = (RationalPolynomial::from(&f), RationalPolynomial::from(&g));
        let (q, r) = a.div_rem(&b).unwrap();
        prop_assert_eq!(&q * &b + &r, a);
        prop_assert!(r.is_zero() || r.degree() < b.degree());
    }

    #[test]
    fn gcd_contains_every_common_factor(f in nonzero(), g in nonzero(), h in nonzero()) {
        let (a, b) = (&f * &h, &g * &h);
        let gcd = a.gcd(&b);
        prop_assert!(gcd.checked_div_exact(&h).is_some());
        let (left, right) = (a.checked_div_exact(&gcd).unwrap(), b.checked_div_exact(&gcd).unwrap());
        prop_assert!(left.gcd(&right).is_one());
        prop_assert_eq!(a.resultant(&b).is_zero(), gcd.degree() > Some(0));
    }

    #[test]
    fn content_times_primitive_part(f in polynomial()) {
        let product = f.primitive_part().scale(&f.content());
        prop_assert!(product == f || -product == f);
        prop_assert!(f.is_zero() || f.primitive_part().content().is_one());
        let (scale, primitive) = RationalPolynomial::from(&f).to_primitive();
        prop_assert_eq!(RationalPolynomial::from(&primitive).scale(&scale), RationalPolynomial::from(&f));
    }

    #[test]
    fn factorizations_multiply_back(f in polynomial(), g in polynomial()) {
        let product = &f * &g * &g;
        let factors = product.factor();
        prop_assert_eq!(factors.product(), Some(product.clone()));
        for (factor, _) in &factors.factors {
            prop_assert_eq!(factor.factor().factors, vec![(factor.clone(), 1)]);
            prop_assert!(factor.content().is_one() && factor.leading_coefficient().unwrap().signum() > 0);
        }
        let squarefree = product.squarefree_decomposition();
        prop_assert_eq!(squarefree.product(), Some(product.clone()));
        prop_assert!(squarefree.factors.iter().all(|(factor, _)| factor.is_squarefree()));
        let radical = factors.factors.iter().fold(poly(&[1]), |radical, (factor, _)| radical * factor);
        if !product.is_zero() {
            prop_assert_eq!(product.squarefree_part(), radical);
        }
    }

    #[test]
    fn discriminant_vanishes_exactly_for_repeated_factors(f in polynomial()) {
        if f.degree() > Some(0) {
            prop_assert_eq!(f.discriminant().is_zero(), !f.is_squarefree());
        }
    }

    #[test]
    fn real_roots_are_isolated(f in nonzero(), g in nonzero()) {
        let f = &f * &g * &g;
        let roots = f.isolate_real_roots().unwrap();
        prop_assert_eq!(f.num_real_roots(), Some(roots.exact.len() + roots.intervals.len()));
        prop_assert!(roots.exact.iter().all(|root| f.evaluate_rational(root).is_zero()));
        let squarefree = f.squarefree_part();
        for (low, high) in &roots.intervals {
            let signs = (squarefree.evaluate_rational(low).signum(), squarefree.evaluate_rational(high).signum());
            prop_assert!(low < high && signs.0 * signs.1 <= 0);
            prop_assert!(!roots.exact.iter().any(|root| low < root && root < high));
            prop_assert!(low.abs().min(high.abs()) <= f.root_bound().unwrap());
        }
        prop_assert!(roots.intervals.windows(2).all(|pair| pair[0].1 <= pair[1].0));
    }

    #[test]
    fn variable_transformations_match_evaluation(f in polynomial(), k in -5i64..6, x in -9i64..9) {
        let scaled = f.scale_variable_2exp(k).unwrap();
        let degree = f.degree().unwrap_or(0) as i64;
        let factor = Rational::from(2).pow(if k < 0 { -k * degree } else { 0 }).unwrap();
        let point = Rational::from(2).pow(k).unwrap() * x;
        prop_assert_eq!(Rational::from(scaled.evaluate(&Integer::from(x))), f.evaluate_rational(&point) * factor);
        if x != 0 {
            let point = Rational::new(1, x).unwrap();
            let power = Integer::from(x).pow(degree as u64);
            prop_assert_eq!(Rational::from(f.reverse().evaluate(&Integer::from(x))), f.evaluate_rational(&point) * power);
        }
    }

    #[test]
    fn rational_polynomials_form_a_ring(
        f in rational_polynomial(), g in rational_polynomial(), h in rational_polynomial(),
    ) {
        prop_assert_eq!((&f + &g) * &h, &f * &h + &g * &h);
        prop_assert_eq!(&f - &g, -(&g - &f));
        prop_assert_eq!(f.integral().derivative(), f.clone());
        prop_assert_eq!(RationalPolynomial::from_coefficients(f.coefficients()), f.clone());
        prop_assert_eq!(RationalPolynomial::from_parts(&f.numerator(), f.denominator()), Some(f.clone()));
        let (gcd, s, t) = f.extended_gcd(&g);
        prop_assert_eq!(&s * &f + &t * &g, gcd.clone());
        prop_assert_eq!(f.gcd(&g), gcd.monic());
        let factors = (&f * &g).factor();
        let product = factors.factors.iter().fold(poly(&[1]), |product, (factor, exponent)| {
            product * factor.pow(u64::from(*exponent)).unwrap()
        });
        prop_assert_eq!(RationalPolynomial::from(&product).scale(&factors.unit), &f * &g);
    }
}

#[test]
fn text_is_conventional() {
    assert_eq!(poly(&[1, -3, 0, 1]).to_string(), "x^3 - 3*x + 1");
    assert_eq!(poly(&[0, -1]).display("t").to_string(), "-t");
    assert_eq!(poly(&[-1]).to_string(), "-1");
    assert_eq!(poly(&[0, 0]).to_string(), "0");
    let halves = RationalPolynomial::from_coefficients([Rational::new(-3, 4).unwrap(), Rational::new(1, 2).unwrap()]);
    assert_eq!(halves.to_string(), "1/2*x - 3/4");
    assert_eq!((halves.denominator(), halves.numerator()), (&Integer::from(4), poly(&[-3, 2])));
}

#[test]
fn degenerate_polynomials_are_handled() {
    let (zero, one) = (poly(&[]), poly(&[1]));
    assert_eq!((zero.degree(), zero.leading_coefficient(), one.degree()), (None, None, Some(0)));
    assert_eq!(zero.coefficient(5), &Integer::ZERO);
    assert_eq!(one.checked_div_exact(&zero), None);
    assert_eq!(one.pseudo_div_rem(&zero), None);
    assert_eq!(one.div_rem_monic(&zero), None);
    assert_eq!(one.div_rem_monic(&poly(&[1, 2])), None);
    assert_eq!((zero.num_real_roots(), one.num_real_roots()), (None, Some(0)));
    assert_eq!(zero.isolate_real_roots(), None);
    assert_eq!(zero.factor().product(), Some(zero.clone()));
    assert_eq!(poly(&[-12]).factor().content, -12);
    assert!(poly(&[-12]).factor().factors.is_empty());
    assert_eq!((zero.squarefree_part(), poly(&[-12]).squarefree_part()), (zero.clone(), one.clone()));
    assert!(zero.gcd(&zero).is_zero() && zero.resultant(&one).is_zero());
    assert_eq!((one.discriminant(), poly(&[3, 5]).discriminant()), (Integer::ZERO, Integer::ONE));
    assert_eq!((zero.pow(0), zero.pow(3)), (Some(one.clone()), Some(zero.clone())));
    assert_eq!((one.pow(u64::MAX), poly(&[1, 1]).pow(u64::MAX)), (Some(one.clone()), None));
    assert_eq!(poly(&[2, 4]).checked_div_scalar(&Integer::ZERO), None);
    assert_eq!(poly(&[2, 4]).checked_div_scalar(&Integer::from(2)), Some(poly(&[1, 2])));
    assert_eq!(poly(&[2, 3]).checked_div_scalar(&Integer::from(2)), None);
    assert_eq!(poly(&[1, 1]).scale_variable_2exp(i64::MIN), None);
    let nothing = RationalPolynomial::default();
    assert_eq!(nothing.div_rem(&nothing), None);
    assert_eq!((nothing.degree(), nothing.denominator()), (None, &Integer::ONE));
    assert!(nothing.monic().is_zero() && nothing.factor().factors.is_empty());
    assert_eq!(RationalPolynomial::from_parts(&one, &Integer::ZERO), None);
    assert!(std::panic::catch_unwind(|| IntegerPolynomial::monomial(&Integer::ONE, usize::MAX)).is_err());
}

#[test]
fn roots_at_powers_of_two_are_found() {
    // (x - 1)(4x^2 + 2x + 1), whose root is the bound FLINT works with.
    let roots = poly(&[-1, -1, -2, 4]).isolate_real_roots().unwrap();
    assert_eq!((roots.exact.len(), roots.intervals.len()), (0, 1));
    assert!(roots.intervals[0].0 < 1 && roots.intervals[0].1 > 1);
    for exponent in [-70i64, -3, 0, 5, 90] {
        let power = Rational::from(2).pow(exponent).unwrap();
        // (x - p)(x + p)(x - 3p) x over the integers.
        let roots: [Rational; 4] = [&power * -1, Rational::default(), power.clone(), &power * 3];
        let product = roots.iter().fold(poly(&[1]), |product, root| {
            product * IntegerPolynomial::from_coefficients([-root.numerator(), root.denominator().clone()])
        });
        let found = product.isolate_real_roots().unwrap();
        assert_eq!(found.exact.len() + found.intervals.len(), 4, "{product}");
        for root in &roots {
            let inside = found.intervals.iter().filter(|(low, high)| low < root && root < high).count();
            assert_eq!(found.exact.iter().filter(|exact| *exact == root).count() + inside, 1, "{root}");
        }
    }
}

#[test]
fn known_values_are_reproduced() {
    // x^4 + 4 = (x^2 - 2x + 2)(x^2 + 2x + 2)
    let factors = poly(&[4, 0, 0, 0, 1]).factor().factors;
    assert_eq!(factors, vec![(poly(&[2, -2, 1]), 1), (poly(&[2, 2, 1]), 1)]);
    assert_eq!(poly(&[-6, 11, -6, 1]).discriminant(), 4);
    assert_eq!(poly(&[-1, 0, 1]).resultant(&poly(&[-2, 1])), 3);
    let wilkinson = (1..=10).fold(poly(&[1]), |product, root| product * poly(&[-root, 1]));
    assert_eq!(wilkinson.num_real_roots(), Some(10));
    assert_eq!(wilkinson.sign_variations(), 10);
    assert_eq!(poly(&[1, 0, -2, 0, 3, 3, -1]).sign_variations(), 3);
    assert_eq!(poly(&[0, 0, 5, -1]).num_real_roots(), Some(2));
    assert_eq!(poly(&[0, 1, 2]).reverse_to_length(4), poly(&[0, 2, 1]));
}
