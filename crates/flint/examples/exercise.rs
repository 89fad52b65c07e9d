//! Runs through every type and algorithm, deterministically, for a leak checker:
//! `valgrind --leak-check=full --error-exitcode=9 exercise [rounds]`.

use flint::modular::Modulus;
use flint::{Integer, IntegerMatrix, IntegerPolynomial, Rational, RationalMatrix, RationalPolynomial};

/// A linear congruential generator; the constants are Knuth's.
struct Sequence(u64);

impl Sequence {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 16
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.word() % limit
    }

    fn integer(&mut self) -> Integer {
        let value = Integer::from(self.word()) << self.below(200);
        if self.below(2) == 0 { value } else { -value }
    }

    fn small(&mut self) -> Integer {
        Integer::from(self.below(19)) - 9
    }

    fn polynomial(&mut self) -> IntegerPolynomial {
        let length = 1 + self.below(7);
        IntegerPolynomial::from_coefficients((0..length).map(|_| self.small()))
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> IntegerMatrix {
        let mut matrix = IntegerMatrix::zero(rows, columns);
        for entry in matrix.entries_mut() {
            *entry = if self.below(4) == 0 { self.integer() } else { self.small() };
        }
        matrix
    }
}

/// Adds what a value prints, so that every result is used.
fn note(total: &mut usize, value: impl std::fmt::Debug) {
    *total = total.wrapping_add(format!("{value:?}").len());
}

fn integers(sequence: &mut Sequence, total: &mut usize) {
    let (a, b, m) = (sequence.integer(), sequence.integer(), sequence.integer().abs() + 1);
    note(total, Integer::parse(&a.to_string()));
    note(total, Integer::parse(&format!("{a}x")));
    note(total, (&a + &b, &a - &b, &a * &b, -&a, a.abs(), a.clone() + 1, a.clone() * 3u64));
    note(total, (a.checked_div_rem_floor(&b), a.checked_div_rem_trunc(&b), a.modulo(&b), a.checked_div_exact(&m)));
    note(total, (a.pow(5), a.pow_mod(&m, &m), a.inv_mod(&m), a.root(3), m.sqrt_rem(), m.is_square()));
    note(total, (a.gcd(&b), a.lcm(&b), a.extended_gcd(&b), a.remove_factor(&Integer::from(2)), a.kronecker(&b)));
    note(total, (a.bits(), a.decimal_digits(), a.trailing_zeros(), &a >> 70, &a << 70, a.to_i128(), a.to_u64()));
    note(total, (a.is_probable_prime(), (&m >> 150).next_prime(true), (&m >> 130).factor()));
    let n = sequence.below(200);
    note(total, (Integer::factorial(n), Integer::binomial(2 * n, n), Integer::fibonacci(n), Integer::primorial(n)));
}

fn rationals(sequence: &mut Sequence, total: &mut usize) {
    let a = Rational::new(sequence.integer(), sequence.integer().abs() + 1).unwrap_or_default();
    let b = Rational::new(sequence.small(), sequence.small()).unwrap_or_default();
    note(total, (&a + &b, &a - &b, &a * &b, a.checked_div(&b), a.pow(-3), a.floor(), a.ceil(), a.cmp(&b)));
    note(total, (a.reciprocal(), a.abs(), -&a, a.clone() + 1, a.height_bits(), a.into_parts()));
}

fn polynomials(sequence: &mut Sequence, total: &mut usize) {
    let (f, g, x) = (sequence.polynomial(), sequence.polynomial(), sequence.integer());
    let product = &f * &g * &g;
    note(total, (&f + &g, &f - &g, -&f, f.evaluate(&x), f.scale(&x), f.pow(3), f.derivative(), f.compose(&g)));
    note(total, (f.content(), f.primitive_part(), product.gcd(&g), f.resultant(&g), product.discriminant()));
    note(total, (product.checked_div_exact(&g), f.pseudo_div_rem(&g), f.div_rem_monic(&g)));
    note(total, (product.factor(), product.squarefree_decomposition(), product.squarefree_part()));
    note(total, (product.num_real_roots(), product.isolate_real_roots(), f.taylor_shift(&x), f.reverse()));
    note(total, (f.scale_variable_2exp(-3), f.sign_variations(), f.root_bound()));
    let half = Rational::new(1, 2).unwrap_or_default();
    let (p, q) = (RationalPolynomial::from(&f) * &half, RationalPolynomial::from(&g));
    note(total, (&p + &q, &p - &q, &p * &q, p.evaluate(&half), p.pow(2), p.derivative(), p.integral(), p.monic()));
    note(total, (p.div_rem(&q), p.gcd(&q), p.extended_gcd(&q), p.factor(), p.resultant(&q), p.to_primitive()));
    note(total, RationalPolynomial::from_coefficients(p.coefficients()));
}

fn matrices(sequence: &mut Sequence, total: &mut usize) {
    let size = sequence.below(6) as usize;
    let (a, b) = (sequence.matrix(size, size), sequence.matrix(size, size));
    let wide = sequence.matrix(size, sequence.0 as usize % 7);
    note(total, (&a + &b, &a - &b, &a * &b, -&a, a.transpose(), a.det(), a.rank(), a.inverse(), a.rref()));
    note(total, (a.solve(&b), wide.solve(&b), wide.nullspace(), a.charpoly(), a.minpoly(), a.pow(3)));
    note(total, (wide.hnf(), wide.hnf_transform(), wide.snf(), wide.snf_transform(), wide.lll(), a.lll_transform()));
    note(total, (a.det_modulo(1_000_003), Modulus::new(101).and_then(|modulus| modulus.rank(&wide))));
    let third = Rational::new(1, 3).unwrap_or_default();
    let (p, q) = (RationalMatrix::from(&a) * &third, RationalMatrix::from(&b));
    note(total, (&p + &q, &p * &q, p.det(), p.inverse(), p.rref(), p.solve(&q), p.charpoly(), p.minpoly()));
    note(total, (p.clear_denominators(), p.kronecker(&q), q.to_integer(), p.trace()));
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(300);
    let mut sequence = Sequence(20_260_101);
    let mut total = 0;
    for _ in 0..rounds {
        integers(&mut sequence, &mut total);
        rationals(&mut sequence, &mut total);
        polynomials(&mut sequence, &mut total);
        matrices(&mut sequence, &mut total);
    }
    // SAFETY: no other thread exists.
    unsafe { flint::cleanup_process() };
    eprintln!("{rounds} rounds, {total} characters");
}
