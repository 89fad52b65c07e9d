use flint::{Bezout, Integer};
use operation::prelude::*;
use values::Proved;

/// Two integers.
#[derive(Wire)]
pub struct Request {
    /// First integer.
    #[wire(digits <= 1_000_000)]
    pub left: Integer,
    /// Second integer.
    #[wire(digits <= 1_000_000)]
    pub right: Integer,
}

/// The greatest common divisor.
#[derive(Wire)]
pub struct Response {
    /// The greatest common divisor, never negative.
    pub value: Integer,
}

op! {
    /// Greatest common divisor of two integers.
    ///
    /// Returns the largest integer that divides both; signs do not matter and the result is never negative. gcd(a, 0)
    /// is |a|, and gcd(0, 0) is 0.
    ///
    /// Subquadratic half-gcd (N. Möller, "On Schönhage's algorithm and subquadratic integer GCD computation", 2008).
    /// The coefficients of Bézout's identity are computed with it to prove the answer; `integer.compute.extended_gcd`
    /// returns them.
    id: "integer.compute.gcd",
    words: [
        "gcd", "hcf", "highest common factor", "greatest common divisor of two integers", "Euclidean algorithm",
        "Euclid", "common divisor", "largest number dividing both", "coprime", "relatively prime", "reduce a fraction",
        "ggT", "größter gemeinsamer Teiler", "pgcd", "plus grand commun diviseur", "máximo común divisor", "mcd",
    ],
    tags: ["number-theory", "divisibility"],
    bounds: ["At most 1,000,000 decimal digits in each integer."],
    types: Request => Proved<Response, Bezout>,
    cost: |q| cost(&q.left, &q.right),
    example "common factor": { "left": "84", "right": "30" } => { "value": "6" },
    example "coprime": { "left": 4, "right": -9 } => { "value": "1" },
    example "zero": { "left": "0", "right": "-15" } => { "value": "15" },
    refuse "leading zero": { "left": "007", "right": "1" } => "left",
    refuse "a plus sign": { "left": "4", "right": "+6" } => "right",
    law "symmetric": |q| Some(Request { left: q.right.clone(), right: q.left.clone() })
        => |r, s| r.answer.value == s.answer.value,
    law "unchanged by Euclid's step": |q| Some(Request { left: &q.left + &q.right, right: q.right.clone() })
        => |r, s| r.answer.value == s.answer.value,
    check: exact,
}

/// Nanoseconds by the sizes in bits; measured to 3.3 million bits.
pub(crate) fn cost(left: &Integer, right: &Integer) -> Cost {
    let bits = left.bits().max(right.bits()) as f64;
    Cost::nanoseconds(1_000.0 + 2.0 * bits + bits * (bits + 1.0).log2().powi(2))
}

fn run(q: &Request, _: &Context) -> Result<Proved<Response, Bezout>, Stop> {
    let bezout = q.left.extended_gcd(&q.right);
    Ok(Proved::new(Response { value: bezout.gcd.clone() }, bezout))
}

/// A common divisor that is a combination of the two integers is the greatest one.
fn check(q: &Request, r: &Proved<Response, Bezout>, _: &Context) -> Result<(), Broken> {
    let Response { value } = &r.answer;
    ensure(!value.is_negative(), "the divisor is not negative")?;
    ensure(value.divides(&q.left) && value.divides(&q.right), "the divisor divides both integers")?;
    let is_combination = |bezout: &Bezout| &bezout.x * &q.left + &bezout.y * &q.right == *value;
    let greatest = match &r.evidence {
        Some(bezout) => is_combination(bezout),
        None => is_combination(&q.left.extended_gcd(&q.right)),
    };
    ensure(greatest, "the divisor is a combination of the two integers")
}
