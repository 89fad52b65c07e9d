use flint::Integer;
use operation::prelude::*;

/// An integer of at least 2.
#[derive(Wire)]
pub struct Request {
    /// The integer to certify, at least 2.
    #[wire(value >= 2, digits <= 2_000)]
    pub value: Integer,
}

/// A proof that the integer is prime, or the statement that it is composite.
#[derive(Wire)]
pub struct Response {
    /// What the integer is.
    pub status: Status,
    /// The integer in question.
    pub value: Integer,
    /// The proof of a prime; null for a composite integer.
    pub certificate: Option<PrattCertificateNode>,
}

/// Prime or composite.
#[derive(Wire, PartialEq, Eq, Clone, Copy)]
pub enum Status {
    /// Prime, with a certificate.
    Certified,
    /// Not prime.
    Composite,
}

/// Proves one prime: the witness generates its multiplicative group.
#[derive(Wire)]
pub struct PrattCertificateNode {
    /// The prime.
    pub prime: Integer,
    /// The least primitive root; null for 2.
    pub witness: Option<Integer>,
    /// The factorization of prime - 1, primes ascending; none for 2.
    #[wire(recursive, default = "[]")]
    pub factors: Vec<PrattCertificateFactor>,
}

/// A prime power of prime - 1.
#[derive(Wire)]
pub struct PrattCertificateFactor {
    /// A prime divisor of prime - 1.
    pub prime: Integer,
    /// How often it divides.
    #[wire(value >= 1)]
    pub exponent: u32,
    /// The proof that it is prime.
    pub certificate: PrattCertificateNode,
}

op! {
    /// Primality certificate (Pratt) of an integer of at least 2.
    ///
    /// For a prime p the certificate holds the complete factorization of p - 1 and a primitive root w modulo p: w^(p -
    /// 1) = 1 and w^((p - 1)/q) != 1 modulo p for every prime q that divides p - 1. Then w has order p - 1, which only
    /// a prime p allows. Each q carries its own certificate, down to 2. The witness is the least primitive root; the
    /// checker accepts any. A composite integer is answered COMPOSITE without a certificate; it fails the Baillie–PSW
    /// test, which no prime does. Integers below 2 are refused: they are neither prime nor composite.
    ///
    /// V. Pratt, "Every prime has a succinct certificate", SIAM J. Comput. 4 (1975). The work lies in the factorization
    /// of p - 1 (as `integer.compute.prime_factorization`) and of what it leads to; a run that does not end within its
    /// deadline says nothing about the integer.
    id: "integer.primality.certificate.compute",
    words: [
        "is this number prime", "prime test", "primality test", "primality proof", "prove prime", "Pratt certificate",
        "isprime", "proven prime", "composite", "primitive root", "Lucas primality test", "succinct certificate",
        "Primzahltest", "Primzahl", "nombre premier", "número primo",
    ],
    tags: ["number-theory", "primality", "certificate"],
    bounds: [
        "p - 1 must factor in time: any p of 60 digits, larger ones when p - 1 has at most one large prime factor.",
        "At most 2,000 decimal digits.",
    ],
    deadline: 600,
    cost: |q| match q.value.bits() {
        0..=64 => Cost::nanoseconds(500_000.0),
        65..=100 => Cost::nanoseconds(30e6),
        _ => Cost::UNKNOWN,
    },
    example "a prime": { "value": "101" } => { "status": "CERTIFIED", "value": "101", "certificate": {
        "prime": "101", "witness": "2", "factors": [
            { "prime": "2", "exponent": 2, "certificate": { "prime": "2", "witness": null, "factors": [] } },
            { "prime": "5", "exponent": 2, "certificate": { "prime": "5", "witness": "2", "factors": [
                { "prime": "2", "exponent": 2, "certificate": { "prime": "2", "witness": null, "factors": [] } } ] } } ] } },
    example "Carmichael number": { "value": 561 } => { "status": "COMPOSITE", "value": "561", "certificate": null },
    example "the even prime": { "value": "2" } => { "status": "CERTIFIED", "value": "2", "certificate": {
        "prime": "2", "witness": null, "factors": [] } },
    refuse "one is not prime and not composite": { "value": "1" } => "value",
    refuse "negative": { "value": "-7" } => "value",
    law "a square is composite": |q| (q.value.bits() <= 3_000).then(|| Request { value: &q.value * &q.value })
        => |_, s| s.status == Status::Composite,
    unique: false,
    check: exact,
}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {
    let certificate = if q.value.is_probable_prime() { certify(&q.value, cx)? } else { None };
    let status = if certificate.is_some() { Status::Certified } else { Status::Composite };
    Ok(Response { status, value: q.value.clone(), certificate })
}

/// The certificate of a probable prime; none when it turns out to be composite.
fn certify(prime: &Integer, cx: &Context) -> Result<Option<PrattCertificateNode>, Stop> {
    cx.look()?;
    if *prime == 2 {
        return Ok(Some(PrattCertificateNode { prime: prime.clone(), witness: None, factors: Vec::new() }));
    }
    let order = prime - Integer::ONE;
    let mut factors = Vec::new();
    for (divisor, exponent) in order.factor().factors {
        match certify(&divisor, cx)? {
            Some(certificate) => factors.push(PrattCertificateFactor { prime: divisor, exponent, certificate }),
            None => return Err(Stop::Fault(format!("the factor {divisor} of {order} is not prime"))),
        }
    }
    cx.look()?;
    let witness = least_primitive_root(prime, &order, &factors, cx)?;
    Ok(witness.map(|witness| PrattCertificateNode { prime: prime.clone(), witness: Some(witness), factors }))
}

/// None when a candidate shows that the modulus is composite.
fn least_primitive_root(
    modulus: &Integer,
    order: &Integer,
    factors: &[PrattCertificateFactor],
    cx: &Context,
) -> Result<Option<Integer>, Stop> {
    let mut candidate = Integer::ONE;
    loop {
        candidate += Integer::ONE;
        // A square generates at most half of the group.
        if candidate.jacobi(modulus) != Some(-1) {
            continue;
        }
        cx.look()?;
        // Euler's criterion holds for every candidate when the modulus is prime.
        let half = order.div_exact(&Integer::from(2));
        if candidate.pow_mod(&half, modulus).as_ref() != Some(order) {
            return Ok(None);
        }
        if factors.iter().skip(1).all(|factor| misses_one(&candidate, modulus, order, &factor.prime)) {
            return Ok(Some(candidate));
        }
    }
}

/// Whether `base^(order / divisor)` differs from one.
fn misses_one(base: &Integer, modulus: &Integer, order: &Integer, divisor: &Integer) -> bool {
    order
        .checked_div_exact(divisor)
        .is_some_and(|exponent| base.pow_mod(&exponent, modulus).is_some_and(|power| !power.is_one()))
}

fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    ensure(r.value == q.value, "the value is the one asked for")?;
    match (r.status, &r.certificate) {
        (Status::Certified, Some(certificate)) => {
            ensure(certificate.prime == q.value, "the certificate is one of the value")?;
            verify(certificate)
        }
        (Status::Composite, None) => ensure(!q.value.is_probable_prime(), "the value is composite"),
        _ => ensure(false, "a certificate goes with CERTIFIED and with nothing else"),
    }
}

/// Verifies one certificate with all that it rests on.
fn verify(node: &PrattCertificateNode) -> Result<(), Broken> {
    let PrattCertificateNode { prime, witness, factors } = node;
    if *prime == 2 {
        return ensure(witness.is_none() && factors.is_empty(), "the certificate of 2 is empty");
    }
    ensure(*prime > 2, "a certified number exceeds 1")?;
    let order = prime - Integer::ONE;
    let witness = witness.as_ref().filter(|&witness| *witness > 1 && witness < prime);
    let witness = witness.ok_or_else(|| Broken("a witness lies strictly between 1 and its prime".to_owned()))?;
    ensure(factors.windows(2).all(|pair| pair[0].prime < pair[1].prime), "the primes of a factorization ascend")?;
    let mut rest = order.clone();
    for PrattCertificateFactor { prime: divisor, exponent, certificate } in factors {
        ensure(certificate.prime == *divisor, "a factor carries the certificate of its own prime")?;
        verify(certificate)?;
        let removed = rest.remove_factor(divisor);
        let (found, cofactor) = removed.ok_or_else(|| Broken("a prime exceeds 1".to_owned()))?;
        ensure(found == u64::from(*exponent), "a prime divides the order of the group to its exponent exactly")?;
        rest = cofactor;
        ensure(misses_one(witness, prime, &order, divisor), "the order of a witness is not smaller")?;
    }
    ensure(rest.is_one(), "the factorization of the order of the group is complete")?;
    ensure(witness.pow_mod(&order, prime).is_some_and(|power| power.is_one()), "a witness satisfies Fermat's theorem")
}
