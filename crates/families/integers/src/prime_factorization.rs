use flint::Integer;
use operation::prelude::*;
use values::Proved;

/// An integer other than 0.
#[derive(Wire)]
pub struct Request {
    /// The integer to factor, not 0.
    #[wire(digits <= 3_800)]
    pub value: Integer,
}

/// `|value|` as a product of prime powers.
#[derive(Wire)]
pub struct Response {
    /// The factorization is always complete.
    #[wire(default = "\"COMPLETE\"")]
    pub status: Status,
    /// The integer that was factored, with its sign.
    pub value: Integer,
    /// The primes in ascending order; none for 1 and -1.
    pub factors: Vec<PrimePower>,
}

/// How far the factorization goes.
#[derive(Wire, PartialEq, Eq, Clone, Copy)]
pub enum Status {
    /// Every factor is a proved prime.
    Complete,
}

/// A prime power of the factorization.
#[derive(Wire)]
pub struct PrimePower {
    /// A prime.
    pub prime: Integer,
    /// Its exponent.
    #[wire(value >= 1)]
    pub power: u32,
}

/// The run has proved every prime that it found.
pub struct PrimesProved;

op! {
    /// Prime factorization of an integer.
    ///
    /// Returns the primes in ascending order with their exponents: |value| is the product of prime^power. Every prime
    /// is proved. 1 and -1 have no factors; the sign of a negative value stays in `value`. 0 is refused: every prime
    /// divides it to any power.
    ///
    /// Trial division, elliptic curves for factors up to a third of the digits, then the quadratic sieve (FLINT);
    /// primality by Baillie–PSW below 2^64 and by Pocklington, Morrison or APR-CL proofs above. The time depends on the
    /// second largest prime: a product of two primes of equal size takes half a second at 50 digits and about ten times
    /// as long for every ten digits more. A run that does not end within its deadline gives no answer, and says nothing
    /// about the integer.
    id: "integer.compute.prime_factorization",
    words: [
        "factor", "factorise", "factorize", "integer factorization", "prime decomposition", "prime factors",
        "primes dividing a number", "divisors", "factorint", "ifactor", "quadratic sieve", "elliptic curve method",
        "break RSA modulus", "semiprime", "Primfaktorzerlegung", "décomposition en facteurs premiers",
        "descomposición en factores primos",
    ],
    tags: ["number-theory", "factorization"],
    bounds: [
        "Two unknown prime factors of 40 digits each are about what the longest deadline of 600 seconds allows.",
        "At most 3,800 decimal digits.",
    ],
    deadline: 600,
    types: Request => Proved<Response, PrimesProved>,
    cost: |q| match q.value.bits() {
        0..=64 => Cost::nanoseconds(200_000.0),
        65..=100 => Cost::nanoseconds(20e6),
        _ => Cost::UNKNOWN,
    },
    admit: admit,
    example "with repeated primes": { "value": "360" } => { "status": "COMPLETE", "value": "360", "factors": [
        { "prime": "2", "power": 3 }, { "prime": "3", "power": 2 }, { "prime": "5", "power": 1 } ] },
    example "Fermat number F5": { "value": 4294967297 } => { "status": "COMPLETE", "value": "4294967297", "factors": [
        { "prime": "641", "power": 1 }, { "prime": "6700417", "power": 1 } ] },
    example "negative": { "value": "-12" } => { "status": "COMPLETE", "value": "-12", "factors": [
        { "prime": "2", "power": 2 }, { "prime": "3", "power": 1 } ] },
    example "one is the empty product": { "value": "1" } => { "status": "COMPLETE", "value": "1", "factors": [] },
    refuse "zero": { "value": "0" } => "value",
    refuse "not an integer": { "value": "1/2" } => "value",
    law "squaring doubles the exponents": |q| (q.value.bits() <= 64).then(|| Request { value: &q.value * &q.value }) => |r, s| {
        let powers = |answer: &Response, times: u32| -> Vec<(Integer, u32)> {
            answer.factors.iter().map(|factor| (factor.prime.clone(), times * factor.power)).collect()
        };
        powers(&r.answer, 2) == powers(&s.answer, 1)
    },
    check: exact,
}

fn admit(q: &Request, report: &mut Report) {
    if q.value.is_zero() {
        report.at("value", |report| {
            report.domain("integer.zero", "0 has no prime factorization; give a positive or negative integer");
        });
    }
}

fn run(q: &Request, _: &Context) -> Result<Proved<Response, PrimesProved>, Stop> {
    let factors = q.value.factor().factors;
    let factors = factors.into_iter().map(|(prime, power)| PrimePower { prime, power }).collect();
    let answer = Response { status: Status::Complete, value: q.value.clone(), factors };
    Ok(Proved::new(answer, PrimesProved))
}

/// The product decides the exponents, ascending primes the order. A proof of primality costs as much as the run had to
/// spend on it, so that it is not repeated when the run has given it.
fn check(q: &Request, r: &Proved<Response, PrimesProved>, _: &Context) -> Result<(), Broken> {
    let Response { value, factors, .. } = &r.answer;
    ensure(*value == q.value, "the value is the one asked for")?;
    let ascending = factors.windows(2).all(|pair| pair[0].prime < pair[1].prime);
    ensure(ascending, "the primes ascend")?;
    let mut rest = q.value.abs();
    for PrimePower { prime, power } in factors {
        // Division instead of multiplication, so that no claimed exponent can make anything large.
        let removed = rest.remove_factor(prime);
        let (exponent, cofactor) = removed.ok_or_else(|| Broken("a prime exceeds 1".to_owned()))?;
        ensure(exponent == u64::from(*power), "each prime divides the value to its power exactly")?;
        rest = cofactor;
    }
    ensure(rest.is_one(), "the prime powers multiply to the absolute value")?;
    let is_prime = |prime: &Integer| match r.evidence {
        Some(PrimesProved) => prime.is_probable_prime(),
        None => prime.is_prime() == Some(true),
    };
    ensure(factors.iter().all(|factor| is_prime(&factor.prime)), "each factor is prime")
}
