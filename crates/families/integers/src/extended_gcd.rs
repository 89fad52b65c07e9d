use flint::Integer;
use operation::prelude::*;

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

/// `gcd = left_coefficient * left + right_coefficient * right`.
#[derive(Wire)]
pub struct Response {
    /// The greatest common divisor, never negative.
    pub gcd: Integer,
    /// The factor of `left`.
    pub left_coefficient: Integer,
    /// The factor of `right`.
    pub right_coefficient: Integer,
}

op! {
    /// Greatest common divisor of two integers with Bézout coefficients.
    ///
    /// Returns g = gcd(left, right) >= 0 and x, y with g = x left + y right. gcd(0, 0) is 0, with x = y = 0.
    ///
    /// Of the infinitely many pairs the minimal one is returned: |x| < |right| / 2g and |y| < |left| / 2g. Where no
    /// pair is that small: |left| = |right| or left = 0 gives (0, sign of right); right = 0 gives (sign of left, 0);
    /// |right| = 1 gives (0, right), otherwise |left| = 1 gives (left, 0); |left| = 2g gives y = sign of right;
    /// otherwise |right| = 2g gives x = sign of left. The inverse of a modulo m is the coefficient of a for coprime a
    /// and m, reduced.
    ///
    /// Subquadratic half-gcd (N. Möller, "On Schönhage's algorithm and subquadratic integer GCD computation", 2008).
    id: "integer.compute.extended_gcd",
    words: [
        "gcd", "hcf", "highest common factor", "greatest common divisor", "Bezout coefficients", "Bézout identity",
        "extended Euclidean algorithm", "xgcd", "egcd", "gcdext", "linear combination of two integers",
        "modular inverse", "inverse modulo", "linear Diophantine equation", "erweiterter euklidischer Algorithmus",
        "größter gemeinsamer Teiler", "plus grand commun diviseur",
    ],
    tags: ["number-theory", "certificate"],
    bounds: ["At most 1,000,000 decimal digits in each integer."],
    cost: |q| super::gcd::cost(&q.left, &q.right),
    example "bezout": { "left": "84", "right": "30" } => { "gcd": "6", "left_coefficient": "-1", "right_coefficient": "3" },
    example "inverse of 3 modulo 7": { "left": 3, "right": 7 } => { "gcd": "1", "left_coefficient": "-2", "right_coefficient": "1" },
    example "nothing in common but everything": { "left": "0", "right": "0" } => { "gcd": "0", "left_coefficient": "0", "right_coefficient": "0" },
    example "one divides the other": { "left": "-132", "right": "3" } => { "gcd": "3", "left_coefficient": "0", "right_coefficient": "1" },
    refuse "leading zero": { "left": "007", "right": "1" } => "left",
    refuse "not an integer": { "left": "1", "right": 0.5 } => "right",
    law "the divisor ignores order": |q| Some(Request { left: q.right.clone(), right: q.left.clone() }) => |r, s| r.gcd == s.gcd,
    law "signs move to the coefficients": |q| Some(Request { left: -&q.left, right: -&q.right })
        => |r, s| r.gcd == s.gcd && r.left_coefficient == -&s.left_coefficient,
    check: exact,
}

fn run(q: &Request, _: &Context) -> Result<Response, Stop> {
    let bezout = q.left.extended_gcd(&q.right);
    Ok(Response { gcd: bezout.gcd, left_coefficient: bezout.x, right_coefficient: bezout.y })
}

/// A common divisor that is a combination of the two integers is the greatest one, and the convention leaves one pair.
fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    ensure(!r.gcd.is_negative(), "the divisor is not negative")?;
    ensure(r.gcd.divides(&q.left) && r.gcd.divides(&q.right), "the divisor divides both integers")?;
    let sum = &r.left_coefficient * &q.left + &r.right_coefficient * &q.right;
    ensure(sum == r.gcd, "the combination equals the divisor")?;
    ensure(is_minimal(&q.left, &q.right, r), "the coefficients are the minimal ones")
}

/// Whether the coefficients, known to satisfy Bézout's identity, are those of the convention.
fn is_minimal(left: &Integer, right: &Integer, r: &Response) -> bool {
    let (x, y) = (&r.left_coefficient, &r.right_coefficient);
    let double = &r.gcd + &r.gcd;
    let sign = |value: &Integer| i64::from(value.signum());
    if right.is_zero() {
        *x == sign(left) && y.is_zero()
    } else if left.is_zero() || left.cmp_abs(right).is_eq() {
        x.is_zero() && *y == sign(right)
    } else if right.bits() == 1 {
        x.is_zero() && y == right
    } else if left.bits() == 1 {
        x == left && y.is_zero()
    } else if left.cmp_abs(&double).is_eq() {
        *y == sign(right)
    } else if right.cmp_abs(&double).is_eq() {
        *x == sign(left)
    } else {
        let below_half = |coefficient: &Integer, bound: &Integer| (coefficient * &double).cmp_abs(bound).is_lt();
        below_half(x, right) && below_half(y, left)
    }
}
