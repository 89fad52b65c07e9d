use flint::modular::Modulus;
use flint::{Integer, IntegerMatrix, Rational};
use operation::prelude::*;
use values::{Canonical, ChallengePrimes, RationalMatrix, common_denominator};

/// A square matrix.
#[derive(Wire)]
pub struct Request {
    /// The matrix, with as many rows as columns.
    pub matrix: RationalMatrix,
}

/// Its determinant.
#[derive(Wire)]
pub struct Response {
    /// The determinant; 1 for the matrix without rows.
    pub determinant: Canonical<Rational>,
}

op! {
    /// Determinant of a square matrix of rational numbers.
    ///
    /// The sum over all permutations s of sign(s) times the product of the entries (i, s(i)): 1 for the 0 x 0 matrix, 0
    /// exactly for singular matrices. A matrix that is not square is refused.
    ///
    /// Denominators are cleared row by row. The integer determinant comes from p-adic lifting of a random system, which
    /// gives its largest divisor, and from determinants modulo primes up to Hadamard's bound for the rest (J. Abbott,
    /// M. Bronstein, T. Mulders, ISSAC 1999), about n^3 (b + log n) word operations for entries of b bits. It is
    /// checked modulo two 62-bit primes that depend on the matrix and on the answer.
    id: "matrix.determinant.compute",
    words: [
        "det", "determinant of a matrix", "singular matrix", "is this matrix invertible", "volume of a parallelepiped",
        "Leibniz formula", "Laplace expansion", "cofactor expansion", "Bareiss", "square matrix determinant exact",
        "Cramer's rule", "linear algebra", "Determinante", "déterminant", "determinante de una matriz",
    ],
    tags: ["matrix", "determinant", "exact-rational"],
    bounds: [
        "Order and size of the entries together: order 1,000 with entries of a few digits, order 300 with 100 digits.",
        "At most 1,000,000 entries, 10,000 rows and 1,000,000 digits of the result.",
    ],
    deadline: 120,
    cost: |q| cost(&q.matrix),
    admit: admit,
    example "2 x 2": { "matrix": [["1/2", "2"], ["3", "4"]] } => { "determinant": { "num": "-4", "den": "1" } },
    example "canonical form of the input": { "matrix": { "domain": "QQ", "row_count": 2, "column_count": 2, "entries": [
        [{ "num": "0", "den": "1" }, { "num": "2", "den": "1" }], [{ "num": "3", "den": "1" }, { "num": "4", "den": "1" }] ] } }
        => { "determinant": { "num": "-6", "den": "1" } },
    example "Hilbert matrix of order 3": { "matrix": [["1", "1/2", "1/3"], ["1/2", "1/3", "1/4"], ["1/3", "1/4", "1/5"]] }
        => { "determinant": { "num": "1", "den": "2160" } },
    example "no rows": { "matrix": [] } => { "determinant": { "num": "1", "den": "1" } },
    refuse "not square": { "matrix": [["1", "2"]] } => "matrix",
    refuse "ragged": { "matrix": [["1", "2"], ["3"]] } => "matrix.1",
    refuse "a decimal fraction": { "matrix": [["0.5"]] } => "matrix.0.0",
    law "unchanged by transposition": |q| Some(Request { matrix: RationalMatrix(q.matrix.0.transpose()) })
        => |r, s| r.determinant == s.determinant,
    law "multiplicative": |q| Some(Request { matrix: RationalMatrix(&q.matrix.0 * &q.matrix.0) })
        => |r, s| &r.determinant.0 * &r.determinant.0 == s.determinant.0,
    check: random,
}

/// The most bits of numerator and denominator of the result: 1,000,000 digits.
const RESULT_BITS: u64 = 3_321_928;

/// An integer matrix and a positive integer: the determinant of the matrix in question is the quotient of theirs.
struct Cleared {
    matrix: IntegerMatrix,
    denominator: Integer,
}

/// A bound for the sizes, in bits, of numerator and denominator of the determinant.
struct Size {
    result: u64,
    largest_entry: u64,
}

fn size(matrix: &flint::RationalMatrix) -> Option<Size> {
    let order = matrix.rows();
    // By Hadamard's bound a row adds its Euclidean length.
    let length = u64::from((order.max(1)).ilog2() / 2 + 1);
    let mut size = Size { result: 0, largest_entry: 0 };
    for row in 0..order {
        let denominator = common_denominator(matrix.row(row), RESULT_BITS)?;
        let entry = matrix.row(row).iter().map(|entry| entry.numerator().bits()).max().unwrap_or(0);
        let entry = entry + denominator.bits();
        size.largest_entry = size.largest_entry.max(entry);
        size.result += entry + length;
    }
    Some(size)
}

fn cleared(matrix: &flint::RationalMatrix) -> Option<Cleared> {
    let mut denominator = Integer::ONE;
    let mut entries = Vec::with_capacity(matrix.entries().len());
    for row in 0..matrix.rows() {
        let common = common_denominator(matrix.row(row), u64::MAX)?;
        let scaled = matrix.row(row).iter().map(|entry| entry.numerator() * common.div_exact(entry.denominator()));
        entries.extend(scaled);
        denominator *= common;
    }
    let matrix = IntegerMatrix::from_entries(matrix.rows(), matrix.columns(), entries)?;
    Some(Cleared { matrix, denominator })
}

fn admit(q: &Request, report: &mut Report) {
    let matrix = &q.matrix.0;
    report.at("matrix", |report| {
        if !matrix.is_square() {
            let message = format!(
                "a {} x {} matrix has no determinant; give as many rows as columns",
                matrix.rows(),
                matrix.columns()
            );
            report.domain("matrix.not_square", message);
        } else if size(matrix).is_none_or(|size| size.result > RESULT_BITS) {
            let message =
                "the determinant may exceed 1,000,000 digits, the limit; use smaller entries or a smaller order";
            report.size("matrix.determinant_too_large", message);
        }
    });
}

/// Measured on random matrices.
fn cost(matrix: &RationalMatrix) -> Cost {
    let order = matrix.0.rows() as f64;
    let Some(size) = size(&matrix.0) else { return Cost::UNKNOWN };
    let bits = size.largest_entry as f64 + (order + 1.0).log2();
    Cost::nanoseconds(1_000.0 + 200.0 * order * order + order.powi(3) * (5.0 + bits * bits / 100.0))
}

fn run(q: &Request, _: &Context) -> Result<Response, Stop> {
    let determinant = cleared(&q.matrix.0).and_then(|cleared| {
        let numerator = cleared.matrix.det()?;
        Rational::new(numerator, cleared.denominator)
    });
    let determinant = determinant.ok_or_else(|| Stop::Fault("a square matrix has no determinant".to_owned()))?;
    Ok(Response { determinant: Canonical(determinant) })
}

/// Compares `numerator * D` with `det * denominator` modulo two primes, D being the cleared denominator.
fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    let Canonical(determinant) = &r.determinant;
    let cleared = cleared(&q.matrix.0).ok_or_else(|| Broken("the matrix has a common denominator".to_owned()))?;
    let holds = |prime: Modulus| {
        let [numerator, denominator, scale] =
            [determinant.numerator(), determinant.denominator(), &cleared.denominator]
                .map(|value| prime.reduce_integer(value));
        prime.determinant(&cleared.matrix).map(|residue| prime.mul(residue, denominator))
            == Some(prime.mul(numerator, scale))
    };
    let holds = ChallengePrimes::new(&q.matrix, determinant).take(2).all(holds);
    ensure(holds, "the determinants agree modulo random primes")
}
