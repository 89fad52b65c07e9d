//! Laws and corner cases of `Rational`.
#![allow(clippy::unwrap_used)]

use flint::{Integer, Rational};
use proptest::prelude::*;

fn rational() -> impl Strategy<Value = Rational> {
    prop_oneof![
        (-9i64..9, 1i64..9).prop_map(|(p, q)| Rational::new(p, q).unwrap()),
        (any::<i128>(), any::<i64>()).prop_map(|(p, q)| Rational::new(p, if q == 0 { 1 } else { q }).unwrap()),
    ]
}

proptest! {
    #[test]
    fn rationals_form_a_field(a in rational(), b in rational(), c in rational()) {
        prop_assert_eq!((&a + &b) + &c, &a + (&b + &c));
        prop_assert_eq!((&a * &b) * &c, &a * (&b * &c));
        prop_assert_eq!(&a * (&b + &c), &a * &b + &a * &c);
        prop_assert_eq!(&a - &b, -(&b - &a));
        match b.reciprocal() {
            Some(inverse) => {
                prop_assert!((&b * &inverse).is_one());
                prop_assert_eq!(&a / &b, &a * &inverse);
                prop_assert_eq!(a.checked_div(&b), Some(&a / &b));
            }
            None => prop_assert_eq!(a.checked_div(&b), None),
        }
    }

    #[test]
    fn values_stay_reduced(a in rational(), b in rational()) {
        for value in [&a + &b, &a - &b, &a * &b, a.abs(), -&a] {
            prop_assert!(value.denominator().signum() > 0);
            prop_assert!(value.numerator().gcd(value.denominator()).is_one());
        }
    }

    #[test]
    fn floor_and_ceiling_enclose(a in rational()) {
        let (floor, ceil) = (Rational::from(a.floor()), Rational::from(a.ceil()));
        prop_assert!(floor <= a && a <= ceil);
        prop_assert_eq!(&ceil - &floor, i32::from(!a.is_integer()));
    }

    #[test]
    fn order_is_that_of_the_difference(a in rational(), b in rational()) {
        prop_assert_eq!(a.cmp(&b) as i8, (&a - &b).signum());
    }

    #[test]
    fn powers_add_exponents(a in rational(), i in -5i64..5, j in -5i64..5) {
        if let (Some(x), Some(y)) = (a.pow(i), a.pow(j)) {
            prop_assert_eq!(Some(x * y), a.pow(i + j));
        } else {
            prop_assert!(a.is_zero());
        }
    }
}

#[test]
fn signs_move_to_the_numerator() {
    let value = Rational::new(6, -4).unwrap();
    assert_eq!((value.numerator(), value.denominator()), (&Integer::from(-3), &Integer::from(2)));
    assert_eq!(value.to_string(), "-3/2");
    assert_eq!(format!("{value:>6}"), "  -3/2");
    assert_eq!(Rational::new(4, -2).unwrap().to_string(), "-2");
    assert_eq!(Rational::new(0, -7), Some(Rational::default()));
    assert_eq!(Rational::new(1, 0), None);
    assert_eq!((value.floor(), value.ceil()), (Integer::from(-2), Integer::from(-1)));
    assert_eq!(value.height_bits(), 2);
}

#[test]
fn zero_has_no_negative_powers() {
    let zero = Rational::default();
    assert_eq!(zero.pow(0), Some(Rational::from(1)));
    assert_eq!(zero.pow(-1), None);
    assert_eq!(zero.reciprocal(), None);
    assert_eq!(Rational::new(2, 3).unwrap().pow(i64::MIN), None);
    assert_eq!(Rational::from(-1).pow(i64::MIN), Some(Rational::from(1)));
    assert!(std::panic::catch_unwind(|| Rational::from(1) / Rational::default()).is_err());
}

#[test]
fn integers_mix_in() {
    let half = Rational::new(1, 2).unwrap();
    assert_eq!(&half + 1, Rational::new(3, 2).unwrap());
    assert_eq!(&half * Integer::from(4), 2);
    assert!(half < 1 && half > 0i64 && half != 0u64);
    assert_eq!(Rational::from(7u64).into_parts(), (Integer::from(7), Integer::ONE));
}
