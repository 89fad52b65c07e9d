//! Laws and corner cases of the matrices and of modular arithmetic.
#![allow(clippy::unwrap_used)]

use flint::modular::Modulus;
use flint::{Integer, IntegerMatrix, Rational, RationalMatrix, RationalPolynomial};
use proptest::prelude::*;

const PRIME: u64 = 18_446_744_073_709_551_557;

fn entries(rows: usize, columns: usize) -> impl Strategy<Value = IntegerMatrix> {
    let bound = prop_oneof![Just(2i64), Just(9), Just(i64::MAX / 2)];
    bound.prop_flat_map(move |bound| {
        proptest::collection::vec(-bound..=bound, rows * columns).prop_map(move |list| {
            IntegerMatrix::from_entries(rows, columns, list.into_iter().map(Integer::from).collect()).unwrap()
        })
    })
}

fn matrix() -> impl Strategy<Value = IntegerMatrix> {
    (0usize..6, 0usize..6).prop_flat_map(|(rows, columns)| entries(rows, columns))
}

fn square() -> impl Strategy<Value = IntegerMatrix> {
    (0usize..6).prop_flat_map(|size| entries(size, size))
}

fn pair() -> impl Strategy<Value = (IntegerMatrix, IntegerMatrix)> {
    (0usize..6).prop_flat_map(|size| (entries(size, size), entries(size, size)))
}

fn rows(list: &[&[i64]]) -> IntegerMatrix {
    IntegerMatrix::from_rows(list.iter().map(|row| row.iter().copied().map(Integer::from).collect()).collect()).unwrap()
}

fn is_unimodular(matrix: &IntegerMatrix) -> bool {
    let determinant = matrix.det().unwrap();
    determinant == 1 || determinant == -1
}

proptest! {
    #[test]
    fn determinant_is_multiplicative((a, b) in pair()) {
        let (left, right) = (a.det().unwrap(), b.det().unwrap());
        prop_assert_eq!((&a * &b).det().unwrap(), &left * &right);
        prop_assert_eq!((&a * &b).transpose(), b.transpose() * a.transpose());
        prop_assert_eq!((&a + &b).trace().unwrap(), a.trace().unwrap() + b.trace().unwrap());
        prop_assert_eq!(&a - &b, -(&b - &a));
        let modulus = Modulus::new(PRIME).unwrap();
        prop_assert_eq!(a.det_modulo(PRIME), Some(modulus.reduce_integer(&left)));
        prop_assert!(modulus.rank(&a).unwrap() <= a.rank());
        prop_assert_eq!(a.charpoly().unwrap().coefficient(0).abs(), left.abs());
        prop_assert_eq!(RationalMatrix::from(&a).det(), Some(Rational::from(left)));
    }

    #[test]
    fn inverse_is_an_inverse(a in square()) {
        let rational = RationalMatrix::from(&a);
        match a.inverse() {
            Some(inverse) => {
                prop_assert_eq!(&rational * &inverse, RationalMatrix::identity(a.rows()));
                prop_assert_eq!(rational.inverse(), Some(inverse));
            }
            None => {
                prop_assert!(a.det().unwrap().is_zero());
                prop_assert_eq!(rational.inverse(), None);
            }
        }
    }

    #[test]
    fn solutions_solve(a in matrix(), seed in any::<[i8; 6]>()) {
        let column = |length: usize| {
            IntegerMatrix::from_entries(length, 1, seed[..length].iter().copied().map(Integer::from).collect()).unwrap()
        };
        // A right side in the image always has a solution; any other is decided by the ranks.
        let image = &a * column(a.columns());
        let solution = a.solve(&image).unwrap();
        prop_assert_eq!(RationalMatrix::from(&a) * &solution, RationalMatrix::from(&image));
        let other = column(a.rows());
        let augmented: Vec<Vec<Integer>> =
            (0..a.rows()).map(|row| [a.row(row), other.row(row)].concat()).collect();
        let solvable = IntegerMatrix::from_rows(augmented).unwrap().rank() == a.rank();
        prop_assert_eq!(a.solve(&other).is_some(), solvable);
        let third = Rational::new(1, 3).unwrap();
        let (left, right) = (RationalMatrix::from(&a) * &third, RationalMatrix::from(&image));
        prop_assert_eq!(&left * left.solve(&right).unwrap(), right);
    }

    #[test]
    fn echelon_forms_have_the_rank(a in matrix()) {
        let echelon = a.rref();
        prop_assert_eq!(echelon.rank, a.rank());
        let (form, rank) = RationalMatrix::from(&a).rref();
        prop_assert_eq!(rank, echelon.rank);
        prop_assert_eq!(echelon.matrix.checked_div(&echelon.denominator), Some(form));
        let kernel = a.nullspace();
        prop_assert_eq!((kernel.rows(), kernel.columns()), (a.columns(), a.columns() - rank));
        prop_assert_eq!(kernel.rank(), kernel.columns());
        prop_assert!((&a * &kernel).entries().iter().all(Integer::is_zero));
    }

    #[test]
    fn normal_forms_come_with_unimodular_transformations(a in matrix()) {
        let (form, transformation) = a.hnf_transform();
        prop_assert_eq!(&form, &a.hnf());
        prop_assert_eq!(&transformation * &a, form);
        prop_assert!(is_unimodular(&transformation));
        let smith = a.snf_transform();
        prop_assert_eq!(&smith.form, &a.snf());
        prop_assert_eq!(&smith.left * &a * &smith.right, smith.form.clone());
        prop_assert!(is_unimodular(&smith.left) && is_unimodular(&smith.right));
        let diagonal: Vec<_> = (0..a.rows().min(a.columns())).map(|i| smith.form[(i, i)].clone()).collect();
        prop_assert!(diagonal.windows(2).all(|pair| pair[0].divides(&pair[1])));
    }

    #[test]
    fn reduced_bases_generate_the_same_lattice(a in matrix()) {
        match a.lll_transform() {
            Some((basis, transformation)) => {
                prop_assert_eq!(&transformation * &a, basis.clone());
                prop_assert!(is_unimodular(&transformation));
                prop_assert_eq!(basis.hnf(), a.hnf());
                prop_assert_eq!(a.lll(), Some(basis));
            }
            None => prop_assert!(a.rank() < a.rows()),
        }
    }

    #[test]
    fn matrices_satisfy_their_polynomials(a in square()) {
        let characteristic = a.charpoly().unwrap();
        let minimal = a.minpoly().unwrap();
        prop_assert!(characteristic.checked_div_exact(&minimal).is_some());
        let identity = IntegerMatrix::identity(a.rows());
        let value = minimal.coefficients().iter().rev().fold(IntegerMatrix::zero(a.rows(), a.rows()), |value, c| {
            value * &a + identity.scale(c)
        });
        prop_assert!(value.entries().iter().all(Integer::is_zero));
        let rational = RationalMatrix::from(&a);
        prop_assert_eq!(rational.charpoly(), Some(RationalPolynomial::from(&characteristic)));
        prop_assert_eq!(rational.minpoly(), Some(RationalPolynomial::from(&minimal)));
        prop_assert_eq!(a.pow(3), Some(&a * &a * &a));
    }

    #[test]
    fn denominators_are_cleared(a in matrix(), d in 1i64..50) {
        let quotient = a.checked_div(&Integer::from(d)).unwrap();
        let (numerator, denominator) = quotient.clear_denominators();
        prop_assert_eq!(numerator.checked_div(&denominator), Some(quotient.clone()));
        prop_assert!(denominator.signum() > 0 && denominator.divides(&Integer::from(d)));
        prop_assert_eq!(quotient.to_integer().is_some(), denominator.is_one());
        prop_assert_eq!(RationalMatrix::from(&a).to_integer(), Some(a));
    }

    #[test]
    fn words_reduce_like_wide_integers(n in 1u64.., a in any::<u64>(), b in any::<u64>(), e in 0u64..50) {
        let modulus = Modulus::new(n).unwrap();
        let (wide_a, wide_b, wide_n) = (u128::from(a), u128::from(b), u128::from(n));
        prop_assert_eq!(u128::from(modulus.add(a, b)), (wide_a + wide_b) % wide_n);
        prop_assert_eq!(u128::from(modulus.mul(a, b)), (wide_a % wide_n) * (wide_b % wide_n) % wide_n);
        prop_assert_eq!(modulus.add(modulus.sub(a, b), b), modulus.reduce(a));
        prop_assert_eq!(modulus.add(modulus.neg(a), a), 0);
        let power = Integer::from(a).pow_mod(&Integer::from(e), &Integer::from(n));
        prop_assert_eq!(Some(modulus.pow(a, e)), power.and_then(|value| value.to_u64()));
        let inverse = Integer::from(a).inv_mod(&Integer::from(n)).and_then(|value| value.to_u64());
        prop_assert_eq!(modulus.inv(a), inverse);
    }
}

#[test]
fn empty_matrices_are_handled() {
    for (height, width) in [(0, 0), (0, 3), (3, 0)] {
        let a = IntegerMatrix::zero(height, width);
        assert_eq!((a.rank(), a.rref().rank, a.hnf(), a.snf()), (0, 0, a.clone(), a.clone()));
        assert_eq!(a.nullspace(), IntegerMatrix::identity(width));
        assert_eq!(a.transpose().rows(), width);
        assert_eq!(&a * IntegerMatrix::zero(width, 2), IntegerMatrix::zero(height, 2));
        assert_eq!(a.lll().is_some(), height == 0);
        assert_eq!(a.det().is_some(), height == width);
        assert_eq!(RationalMatrix::from(&a).rref().1, 0);
    }
    let empty = IntegerMatrix::default();
    assert_eq!((empty.det(), empty.det_modulo(7)), (Some(Integer::ONE), Some(1)));
    assert_eq!(empty.inverse(), Some(RationalMatrix::default()));
    assert_eq!((empty.charpoly().unwrap().is_one(), empty.minpoly().unwrap().is_one()), (true, true));
    assert_eq!(RationalMatrix::default().charpoly().unwrap().to_string(), "1");
    assert_eq!(IntegerMatrix::from_rows(vec![]), Some(empty));
    assert_eq!(IntegerMatrix::from_rows(vec![vec![], vec![]]), Some(IntegerMatrix::zero(2, 0)));
}

#[test]
fn shapes_that_do_not_match_are_refused() {
    let (a, b) = (IntegerMatrix::zero(2, 3), IntegerMatrix::zero(3, 2));
    assert_eq!((a.checked_add(&b), a.checked_sub(&b), a.checked_mul(&a)), (None, None, None));
    assert_eq!((a.det(), a.trace(), a.inverse(), a.charpoly()), (None, None, None, None));
    assert_eq!((a.minpoly(), a.det_modulo(7), a.pow(2)), (None, None, None));
    assert_eq!(a.solve(&b), None);
    assert_eq!(IntegerMatrix::from_rows(vec![vec![Integer::ONE], vec![]]), None);
    assert_eq!(IntegerMatrix::from_entries(2, 2, vec![Integer::ONE]), None);
    assert_eq!(IntegerMatrix::from_entries(usize::MAX, 2, vec![]), None);
    assert_eq!((a.get(2, 0), a.get(0, 3), a.get(1, 2)), (None, None, Some(&Integer::ZERO)));
    let square = IntegerMatrix::identity(2);
    assert_eq!((square.det_modulo(4), square.det_modulo(0), square.det_modulo(1)), (None, None, None));
    assert_eq!(square.checked_div(&Integer::ZERO), None);
    assert_eq!(Modulus::new(0), None);
    assert!(std::panic::catch_unwind(|| IntegerMatrix::zero(2, 3) + IntegerMatrix::zero(3, 2)).is_err());
    assert!(std::panic::catch_unwind(|| IntegerMatrix::zero(usize::MAX, 0)).is_err());
    assert!(std::panic::catch_unwind(|| IntegerMatrix::identity(1 << 30)).is_err());
    assert!(std::panic::catch_unwind(|| IntegerMatrix::zero(2, 2)[(2, 0)].clone()).is_err());
}

#[test]
fn known_values_are_reproduced() {
    let a = rows(&[&[2, 4, 4], &[-6, 6, 12], &[10, 4, 16]]);
    assert_eq!(a.snf(), rows(&[&[2, 0, 0], &[0, 2, 0], &[0, 0, 156]]));
    assert_eq!(a.det(), Some(Integer::from(624)));
    assert_eq!(rows(&[&[1, 2], &[3, 4]]).charpoly().unwrap().to_string(), "x^2 - 5*x - 2");
    assert_eq!(rows(&[&[1, 2], &[3, 4]]).inverse().unwrap().to_string(), "[[-2, 1], [3/2, -1/2]]");
    let reduced = rows(&[&[1, 1, 1], &[-1, 0, 2], &[3, 5, 6]]).lll().unwrap();
    assert_eq!((&reduced * reduced.transpose()).get(0, 0), Some(&Integer::ONE));
    assert_eq!(rows(&[&[4, 6], &[6, 4]]).hnf(), rows(&[&[2, 8], &[0, 10]]));
    let mut b = IntegerMatrix::identity(2);
    b.set(0, 1, Integer::from(7));
    assert_eq!(b.kronecker(&IntegerMatrix::identity(1)), b);
    assert_eq!(b.pow(5).unwrap()[(0, 1)], 35);
    assert_eq!(b.pow(u64::MAX), None);
}
