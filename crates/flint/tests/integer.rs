//! Laws and corner cases of `Integer`.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use flint::{Integer, ParseIntegerError};
use proptest::prelude::*;

/// Integers of all sizes around FLINT's boundary of 62 bits, and of several limbs.
fn integer() -> impl Strategy<Value = Integer> {
    prop_oneof![
        (-20i64..20).prop_map(Integer::from),
        any::<i64>().prop_map(Integer::from),
        any::<i128>().prop_map(Integer::from),
        (any::<i128>(), 0u64..300).prop_map(|(value, shift)| Integer::from(value) << shift),
    ]
}

fn nonzero() -> impl Strategy<Value = Integer> {
    integer().prop_filter("zero", |value| !value.is_zero())
}

fn parse(text: &str) -> Integer {
    Integer::parse(text).unwrap()
}

proptest! {
    #[test]
    fn primitive_integers_agree(a in any::<i64>(), b in any::<i64>()) {
        let (x, y) = (Integer::from(a), Integer::from(b));
        let (a, b) = (i128::from(a), i128::from(b));
        prop_assert_eq!((&x + &y).to_i128(), Some(a + b));
        prop_assert_eq!((&x - &y).to_i128(), Some(a - b));
        prop_assert_eq!((&x * &y).to_i128(), Some(a * b));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        if b != 0 {
            prop_assert_eq!((&x / &y).to_i128(), Some(a / b));
            prop_assert_eq!((&x % &y).to_i128(), Some(a % b));
            prop_assert_eq!(x.modulo(&y).unwrap().to_i128(), Some(a.rem_euclid(b)));
        }
    }

    #[test]
    fn integers_form_a_commutative_ring(a in integer(), b in integer(), c in integer()) {
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!((&a + &b) + &c, &a + (&b + &c));
        prop_assert_eq!((&a * &b) * &c, &a * (&b * &c));
        prop_assert_eq!(&a * (&b + &c), &a * &b + &a * &c);
        prop_assert_eq!(&a - &b, -(&b - &a));
        prop_assert_eq!(&a + -&a, 0);
    }

    #[test]
    fn decimal_text_round_trips(a in integer()) {
        let text = a.to_string();
        prop_assert_eq!(&parse(&text), &a);
        prop_assert_eq!(a.decimal_digits() as usize, text.trim_start_matches('-').len());
        let mut appended = String::from("n = ");
        a.write_decimal(&mut appended);
        prop_assert_eq!(appended, format!("n = {text}"));
    }

    #[test]
    fn primitive_values_round_trip(a in any::<i128>(), b in any::<u128>(), c in any::<u64>(), d in any::<i64>()) {
        prop_assert_eq!(Integer::from(a).to_i128(), Some(a));
        prop_assert_eq!(Integer::from(a).to_string(), a.to_string());
        prop_assert_eq!(Integer::from(b).to_u128(), Some(b));
        prop_assert_eq!(Integer::from(b).to_string(), b.to_string());
        prop_assert_eq!(Integer::from(c).to_u64(), Some(c));
        prop_assert_eq!(Integer::from(d).to_i64(), Some(d));
        prop_assert_eq!(Integer::from(a).to_i64(), i64::try_from(a).ok());
        prop_assert_eq!(Integer::from(a).to_u64(), u64::try_from(a).ok());
    }

    #[test]
    fn division_satisfies_its_definition(a in integer(), b in nonzero()) {
        let (q, r) = a.div_rem_floor(&b);
        prop_assert_eq!(&q * &b + &r, a.clone());
        prop_assert!(r.cmp_abs(&b).is_lt() && (r.is_zero() || r.signum() == b.signum()));
        let (q, r) = a.div_rem_trunc(&b);
        prop_assert_eq!(&q * &b + &r, a.clone());
        prop_assert!(r.cmp_abs(&b).is_lt() && (r.is_zero() || r.signum() == a.signum()));
        prop_assert_eq!((&a / &b, &a % &b), (q, r.clone()));
        prop_assert_eq!(b.divides(&a), r.is_zero());
        prop_assert_eq!(a.checked_div_exact(&b).is_some(), r.is_zero());
        prop_assert_eq!((&a * &b).div_exact(&b), a);
    }

    #[test]
    fn extended_gcd_is_a_small_combination(a in integer(), b in integer()) {
        let bezout = a.extended_gcd(&b);
        prop_assert_eq!(&bezout.gcd, &a.gcd(&b));
        prop_assert_eq!(&bezout.x * &a + &bezout.y * &b, bezout.gcd.clone());
        prop_assert_eq!(a.gcd(&b) * a.lcm(&b), (&a * &b).abs());
        if a.cmp_abs(&b).is_ne() && !a.is_zero() && !b.is_zero() {
            // |x| <= |b / 2g| and |y| <= |a / 2g|, or 1 where a bound is below one.
            prop_assert!(bezout.x.abs() * &bezout.gcd * 2 <= b.abs() + &bezout.gcd);
            prop_assert!(bezout.y.abs() * &bezout.gcd * 2 <= a.abs() + &bezout.gcd);
        }
    }

    #[test]
    fn powers_and_roots_are_inverse(a in integer(), k in 1u32..6) {
        let power = a.pow(u64::from(k));
        let root = if k % 2 == 0 { a.abs() } else { a.clone() };
        if k % 2 == 1 || power.signum() >= 0 {
            prop_assert_eq!(power.root(k), Some((root, true)));
        }
        prop_assert_eq!((0..k).map(|_| a.clone()).product::<Integer>(), power);
    }

    #[test]
    fn square_roots_are_floors(a in integer()) {
        let a = a.abs();
        let (s, r) = a.sqrt_rem().unwrap();
        prop_assert_eq!(&s * &s + &r, a.clone());
        prop_assert!(r.signum() >= 0 && r <= &s * 2);
        prop_assert_eq!(a.sqrt(), Some(s));
        prop_assert_eq!(a.is_square(), r.is_zero());
        prop_assert!((&a * &a).is_square());
    }

    #[test]
    fn shifts_multiply_by_powers_of_two(a in integer(), k in 0u64..200) {
        let power = Integer::from(2).pow(k);
        prop_assert_eq!(&a << k, &a * &power);
        prop_assert_eq!(&a >> k, a.div_rem_floor(&power).0);
        prop_assert_eq!(a.bit(k), !(&a >> k).is_even());
    }

    #[test]
    fn modular_powers_match(a in integer(), e in 0u64..40, m in nonzero()) {
        let m = m.abs();
        prop_assert_eq!(a.pow_mod(&Integer::from(e), &m), a.pow(e).modulo(&m));
        match a.inv_mod(&m) {
            Some(inverse) => {
                prop_assert_eq!((&a * &inverse).modulo(&m), Integer::ONE.modulo(&m));
                prop_assert_eq!(a.pow_mod(&Integer::from(-3), &m), inverse.pow_mod(&Integer::from(3), &m));
            }
            None => {
                prop_assert!(!a.gcd(&m).is_one());
                prop_assert_eq!(a.pow_mod(&Integer::from(-3), &m), None);
            }
        }
    }

    #[test]
    fn factorization_multiplies_back(a in any::<i64>(), b in -1000i64..1000) {
        let n = Integer::from(a) * b;
        let factorization = n.factor();
        prop_assert_eq!(factorization.product(), n);
        prop_assert!(factorization.factors.windows(2).all(|pair| pair[0].0 < pair[1].0));
        prop_assert!(factorization.factors.iter().all(|(p, e)| *e > 0 && p.is_prime() == Some(true)));
    }

    #[test]
    fn removed_factors_are_complete(a in nonzero(), p in 2u64..20, e in 0u64..30) {
        let p = Integer::from(p);
        let n = &a * p.pow(e);
        let (exponent, cofactor) = n.remove_factor(&p).unwrap();
        prop_assert!(exponent >= e && !p.divides(&cofactor));
        prop_assert_eq!(p.pow(exponent) * cofactor, n.clone());
        prop_assert_eq!(n.valuation(&p), Some(exponent));
    }

    #[test]
    fn order_is_that_of_the_difference(a in integer(), b in integer()) {
        prop_assert_eq!(a.cmp(&b) as i8, (&a - &b).signum());
        prop_assert_eq!(a == b, (&a - &b).is_zero());
        prop_assert_eq!(HashSet::from([a.clone(), b.clone(), a.clone()]).len(), 1 + usize::from(a != b));
    }
}

#[test]
fn parsing_refuses_everything_that_is_not_canonical() {
    use ParseIntegerError::*;
    let invalid = |found, position| InvalidCharacter { found, position };
    let cases = [
        ("", Empty),
        ("-", MissingDigits),
        ("-0", NegativeZero),
        ("00", LeadingZero),
        ("007", LeadingZero),
        ("-01", LeadingZero),
        ("+5", invalid('+', 0)),
        (" 5", invalid(' ', 0)),
        ("5\n", invalid('\n', 1)),
        ("--5", invalid('-', 1)),
        ("1_000", invalid('_', 1)),
        ("12\u{0}3", invalid('\0', 2)),
        ("-12é", invalid('é', 3)),
        ("٣", invalid('٣', 0)),
        ("0x10", invalid('x', 1)),
    ];
    for (text, error) in cases {
        assert_eq!(Integer::parse(text), Err(error), "{text:?}");
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(parse("0"), 0);
    assert_eq!(parse("-7"), -7);
}

#[test]
fn a_million_digits_round_trip() {
    let text = "9182736455463728190".repeat(60_000);
    let value = parse(&text);
    assert_eq!(value.decimal_digits(), 1_140_000);
    assert_eq!(value.to_string(), text);
}

#[test]
fn digit_counts_are_exact_next_to_powers_of_ten() {
    for exponent in [0u64, 1, 17, 18, 19, 20, 38, 39, 100, 1000, 12_345] {
        let power = Integer::from(10).pow(exponent);
        assert_eq!(power.decimal_digits(), exponent + 1);
        assert_eq!((-&power).decimal_digits(), exponent + 1);
        assert_eq!((&power - Integer::ONE).decimal_digits(), exponent.max(1));
        assert_eq!((power + Integer::ONE).decimal_digits(), exponent + 1);
    }
}

#[test]
fn text_is_padded_as_for_primitive_integers() {
    let large = "123456789012345678901234567890";
    assert_eq!(format!("{:>6}|{:+}", Integer::from(-42), Integer::from(7)), "   -42|+7");
    assert_eq!(format!("{:>32}|{:+}", parse(large), parse(large)), format!("  {large}|+{large}"));
    assert_eq!(format!("{:04}", Integer::from(-5)), "-005");
}

#[test]
fn zero_divisors_are_refused() {
    let (seven, zero) = (Integer::from(7), Integer::ZERO);
    assert_eq!(seven.checked_div_rem_floor(&zero), None);
    assert_eq!(seven.checked_div_rem_trunc(&zero), None);
    assert_eq!(seven.checked_div_exact(&zero), None);
    assert_eq!(seven.modulo(&zero), None);
    assert_eq!(seven.inv_mod(&zero), None);
    assert_eq!(seven.pow_mod(&seven, &zero), None);
    assert!(zero.divides(&zero) && !zero.divides(&seven) && seven.divides(&zero));
    for operation in [
        (|a, b| a / b) as fn(Integer, Integer) -> Integer,
        |a, b| a % b,
        |a, b| a.div_exact(&b),
        |a, b| a.div_rem_floor(&b).0,
    ] {
        let (a, b) = (seven.clone(), zero.clone());
        assert!(std::panic::catch_unwind(move || operation(a, b)).is_err());
    }
}

#[test]
fn sizes_beyond_the_limit_are_refused() {
    let two = Integer::from(2);
    assert_eq!(two.checked_pow(u64::MAX), None);
    assert_eq!(two.checked_shl(Integer::MAX_BITS), None);
    assert_eq!(two.checked_shl(u64::MAX), None);
    assert_eq!(Integer::ZERO.checked_shl(u64::MAX), Some(Integer::ZERO));
    assert_eq!(Integer::from(-1).checked_pow(u64::MAX), Some(Integer::from(-1)));
    assert_eq!(Integer::ZERO.checked_pow(0), Some(Integer::ONE));
    assert_eq!(Integer::factorial(1 << 40), None);
    assert_eq!(Integer::factorial(u64::MAX), None);
    assert_eq!(Integer::fibonacci(u64::MAX), None);
    assert_eq!(Integer::primorial(u64::MAX), None);
    assert_eq!(Integer::binomial(u64::MAX, u64::MAX / 2), None);
    assert_eq!(two.clone() >> u64::MAX, 0);
    assert_eq!(-two >> u64::MAX, -1);
}

#[test]
fn roots_and_symbols_know_their_domains() {
    let minus_eight = Integer::from(-8);
    assert_eq!(minus_eight.root(3), Some((Integer::from(-2), true)));
    assert_eq!(Integer::from(-30).root(3), Some((Integer::from(-3), false)));
    assert_eq!(minus_eight.root(2), None);
    assert_eq!(minus_eight.root(0), None);
    assert_eq!(parse("123456789012345678901234567890").root(u32::MAX), Some((Integer::ONE, false)));
    assert_eq!((minus_eight.sqrt(), minus_eight.sqrt_rem()), (None, None));
    assert_eq!(Integer::from(2).jacobi(&Integer::from(15)), Some(1));
    assert_eq!(Integer::from(2).jacobi(&Integer::from(4)), None);
    assert_eq!(Integer::from(2).jacobi(&Integer::from(-3)), None);
    assert_eq!(Integer::from(3).kronecker(&Integer::from(8)), -1);
    assert_eq!(Integer::from(5).kronecker(&Integer::ZERO), 0);
    assert_eq!(Integer::ZERO.trailing_zeros(), None);
    assert_eq!(Integer::ZERO.valuation(&Integer::from(3)), None);
    assert_eq!(Integer::from(3).valuation(&Integer::ONE), None);
}

#[test]
fn canonical_bezout_pairs_match_the_documented_cases() {
    let bezout = |a: i64, b: i64| {
        let pair = Integer::from(a).extended_gcd(&Integer::from(b));
        (pair.gcd.to_i64().unwrap(), pair.x.to_i64().unwrap(), pair.y.to_i64().unwrap())
    };
    assert_eq!(bezout(0, 0), (0, 0, 0));
    assert_eq!(bezout(-5, 0), (5, -1, 0));
    assert_eq!(bezout(0, -5), (5, 0, -1));
    assert_eq!(bezout(-5, 5), (5, 0, 1));
    assert_eq!(bezout(7, -1), (1, 0, -1));
    assert_eq!(bezout(-1, 7), (1, -1, 0));
    assert_eq!(bezout(4, 6), (2, -1, 1));
    assert_eq!(bezout(240, 46), (2, -9, 47));
}

#[test]
fn primes_are_recognized_at_every_size() {
    let mersenne = |exponent: u64| -> Integer { (Integer::ONE << exponent) - 1 };
    for exponent in [2u64, 61, 89, 107, 127, 521] {
        assert_eq!(mersenne(exponent).is_prime(), Some(true), "2^{exponent} - 1");
    }
    for exponent in [11u64, 67, 101, 257, 523] {
        assert_eq!(mersenne(exponent).is_prime(), Some(false), "2^{exponent} - 1");
    }
    for value in [-7i64, -2, 0, 1, 4, 561, 3_215_031_751] {
        assert_eq!(Integer::from(value).is_prime(), Some(false), "{value}");
        assert!(!Integer::from(value).is_probable_prime(), "{value}");
    }
    // No special form, so that APR-CL has to decide.
    let prime = (Integer::ONE << 300).next_prime(true).unwrap();
    assert_eq!(&prime - (Integer::ONE << 300), 157);
    assert_eq!((&prime * &prime).is_prime(), Some(false));
    // Composites are recognized beyond the limit of the proofs.
    assert_eq!((Integer::ONE << 20_000).is_prime(), Some(false));
    assert_eq!(Integer::from(-100).next_prime(true), Some(Integer::from(2)));
    assert_eq!(Integer::from(7).next_prime(false), Some(Integer::from(11)));
}

#[test]
fn hard_integers_are_factored() {
    // Two primes of 20 digits, a prime power, and a product with a repeated large prime.
    let p = Integer::from(10).pow(19).next_prime(true).unwrap();
    let q = p.next_prime(true).unwrap();
    let n: Integer = &p * &q * &q * -12;
    let factors = n.factor();
    assert_eq!(factors.sign, -1);
    let expected = vec![(Integer::from(2), 2), (Integer::from(3), 1), (p.clone(), 1), (q, 2)];
    assert_eq!(factors.factors, expected);
    assert_eq!(p.pow(7).factor().factors, vec![(p, 7)]);
    assert!(Integer::ONE.factor().factors.is_empty());
    assert_eq!((Integer::ZERO.factor().sign, Integer::from(-1).factor().sign), (0, -1));
    assert_eq!(Integer::factorial(100).unwrap().factor().factors[0], (Integer::from(2), 97));
}

#[test]
fn sequences_start_as_they_should() {
    let factorials: Vec<_> = (0..6).map(|n| Integer::factorial(n).unwrap()).collect();
    assert_eq!(factorials, [1, 1, 2, 6, 24, 120].map(Integer::from));
    let fibonacci: Vec<_> = (0..8).map(|n| Integer::fibonacci(n).unwrap()).collect();
    assert_eq!(fibonacci, [0, 1, 1, 2, 3, 5, 8, 13].map(Integer::from));
    assert_eq!(Integer::primorial(10), Some(Integer::from(210)));
    assert_eq!(Integer::primorial(0), Some(Integer::ONE));
    assert_eq!(Integer::binomial(5, 2), Some(Integer::from(10)));
    assert_eq!(Integer::binomial(2, 5), Some(Integer::ZERO));
    assert_eq!(Integer::binomial(u64::MAX, 1), Some(Integer::from(u64::MAX)));
    assert_eq!(Integer::binomial(u64::MAX, u64::MAX), Some(Integer::ONE));
}

#[test]
fn values_cross_threads() {
    let values: Vec<Integer> = (0..2000).map(|n| Integer::from(3).pow(100 + n)).collect();
    let doubled = std::thread::spawn(move || {
        let doubled: Vec<Integer> = values.iter().map(|value| value * 2).collect();
        drop(values);
        flint::cleanup_thread();
        doubled
    });
    let doubled = doubled.join().unwrap();
    assert_eq!(doubled[7], Integer::from(3).pow(107) * 2);
    drop(doubled);
    assert_eq!(Integer::from(3).pow(41).to_string(), "36472996377170786403");
}
