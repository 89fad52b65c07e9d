use flint::modular::Modulus;
use flint::{Integer, Rational};
use operation::prelude::*;
use values::{Canonical, ChallengePrimes, Polynomial, Term, VariablePoint, common_denominator};
use wire::Step;

/// A polynomial and a point.
#[derive(Wire)]
pub struct Request {
    /// The polynomial.
    pub polynomial: Polynomial,
    /// A value for each variable of the polynomial, in any order.
    pub point: VariablePoint,
}

/// The value of the polynomial at the point.
#[derive(Wire)]
pub struct Response {
    /// The value, in lowest terms.
    pub value: Canonical<Rational>,
}

op! {
    /// Value of a polynomial at a rational point.
    ///
    /// Substitutes every variable by its value, exactly. Variables are matched by name: the point names each variable
    /// of the polynomial once and no others, in any order. An empty product is 1, so that x^0 at x = 0 is 1; the zero
    /// polynomial has the value 0 everywhere. A polynomial without variables takes a point without variables.
    ///
    /// The terms are summed by binary splitting, on integers over one common denominator, so that large numbers are
    /// multiplied by large ones and nothing is reduced before the end. It is checked modulo two 62-bit primes that
    /// depend on the question and on the answer.
    id: "polynomial.map.evaluate",
    words: [
        "evaluate polynomial", "plug in", "substitute values", "polynomial value at a point", "f(x)", "polyval",
        "subs", "Horner", "compute p(2)", "multivariate evaluation", "insert numbers into a formula",
        "evaluate expression exactly", "Polynom auswerten", "einsetzen", "évaluer un polynôme", "evaluar polinomio",
    ],
    tags: ["polynomial", "evaluation", "exact"],
    bounds: [
        "The value may have at most 1,000,000 digits, judged by degrees times sizes of the coordinates.",
        "At most 64 variables, 100,000 terms, exponents up to 1,000,000,000.",
    ],
    cost: cost,
    admit: admit,
    example "two variables": {
        "polynomial": { "variables": ["x", "y"], "polynomial": "x^2 - 3/2*x*y" },
        "point": { "variables": ["x", "y"], "values": ["2", "1/3"] }
    } => { "value": { "num": "3", "den": "1" } },
    example "one variable as text": { "polynomial": "t^65", "point": { "variables": ["t"], "values": [-1] } }
        => { "value": { "num": "-1", "den": "1" } },
    example "canonical form": {
        "polynomial": { "domain": "QQ", "variables": ["x"], "polynomial": { "terms": [
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [2] },
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [0] } ] } },
        "point": { "variables": ["x"], "values": [{ "num": "1", "den": "2" }] }
    } => { "value": { "num": "5", "den": "4" } },
    example "names decide, not the order": {
        "polynomial": { "variables": ["x", "y"], "polynomial": "x - y" },
        "point": { "variables": ["y", "x"], "values": ["1", "5"] }
    } => { "value": { "num": "4", "den": "1" } },
    refuse "a variable without a value": {
        "polynomial": { "variables": ["x", "y"], "polynomial": "x" }, "point": { "variables": ["x"], "values": ["1"] }
    } => "point.variables",
    refuse "a variable that the polynomial does not have": {
        "polynomial": "x^2", "point": { "variables": ["x", "z"], "values": ["1", "1"] }
    } => "point.variables.1",
    refuse "not a polynomial": { "polynomial": "1/x", "point": { "variables": ["x"], "values": ["1"] } } => "polynomial",
    law "the order of the coordinates does not matter": |q| Some(Request {
        polynomial: q.polynomial.clone(),
        point: VariablePoint {
            variables: q.point.variables.iter().rev().cloned().collect(),
            values: q.point.values.iter().rev().cloned().collect(),
        },
    }) => |r, s| r.value == s.value,
    check: random,
}

/// The most bits of numerator and denominator of the value: 1,000,000 digits.
const RESULT_BITS: u64 = 3_321_928;

/// A bound for the size in bits of numerator and denominator of the value; none beyond [`RESULT_BITS`].
fn result_bits(q: &Request) -> Option<u64> {
    let terms = q.polynomial.terms();
    let common = common_denominator(terms.iter().map(|term| &term.coefficient), RESULT_BITS)?;
    let mut bits = q.polynomial.height_bits() + common.bits() + u64::from(terms.len().max(1).ilog2()) + 1;
    for (index, name) in q.polynomial.variables().iter().enumerate() {
        let (Some(degree), Some(value)) = (q.polynomial.degree_in(index), q.point.value(name)) else { continue };
        // Powers of 0, 1 and -1 do not grow.
        let growth = if value.height_bits() > 1 { value.height_bits() } else { 0 };
        bits = bits.saturating_add(growth.saturating_mul(u64::from(degree)));
    }
    (bits <= RESULT_BITS).then_some(bits)
}

fn admit(q: &Request, report: &mut Report) {
    let before = report.count();
    let variables = q.polynomial.variables();
    for (index, name) in q.point.variables.iter().enumerate().filter(|(_, name)| !variables.contains(name)) {
        let place = [Step::from("point"), "variables".into(), index.into()];
        let message = format!("the polynomial has no variable {name}; remove it with its value");
        report.add_at(place, Class::Domain, "point.unknown_variable", message);
    }
    for name in variables.iter().filter(|name| q.point.value(name).is_none()) {
        let message = format!("the variable {name} of the polynomial has no value; name it and add its value");
        report.add_at(["point", "variables"], Class::Domain, "point.missing_variable", message);
    }
    if report.count() == before && result_bits(q).is_none() {
        let message = "the value may exceed 1,000,000 digits, the limit; lower the degree or use shorter coordinates";
        report.add_at(["polynomial"], Class::Size, "polynomial.value_too_large", message);
    }
}

/// Measured on dense polynomials in one variable and on random monomials in three.
fn cost(q: &Request) -> Cost {
    let Some(bits) = result_bits(q) else { return Cost::UNKNOWN };
    let product = |words: f64| 4.0 * words * (words + 1.0).log2();
    let terms = q.polynomial.terms().len() as f64;
    let words = bits as f64 / 64.0;
    // In the first variable neighboring terms are close; in the others each term may be as long as the value.
    let lone = if q.polynomial.variables().len() > 1 { words } else { words / (terms + 1.0) };
    let levels = (terms + 1.0).log2();
    Cost::nanoseconds(2_000.0 + terms * (1_000.0 + 2.0 * product(lone)) + 6.0 * levels * product(words))
}

/// The coordinates in the order of the polynomial's variables.
fn coordinates(q: &Request) -> Option<Vec<&Rational>> {
    q.polynomial.variables().iter().map(|name| q.point.value(name)).collect()
}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {
    let missing = || Stop::Fault("an admitted point lacks a variable".to_owned());
    let coordinates = coordinates(q).ok_or_else(missing)?;
    let terms = q.polynomial.terms();
    let common = common_denominator(terms.iter().map(|term| &term.coefficient), u64::MAX).ok_or_else(missing)?;
    let Some(Partial { numerator, low, high }) = partial_sum(terms, &coordinates, &common, cx)? else {
        return Ok(Response { value: Canonical(Rational::default()) });
    };
    let [mut numerator, mut denominator] = [numerator, common];
    for ((value, low), high) in coordinates.iter().zip(low).zip(high) {
        numerator *= power(value.numerator(), low)?;
        denominator *= power(value.denominator(), high)?;
    }
    let value = Rational::new(numerator, denominator).ok_or_else(missing)?;
    Ok(Response { value: Canonical(value) })
}

fn power(base: &Integer, exponent: u32) -> Result<Integer, Stop> {
    let too_large = || Stop::Fault("an admitted power is too large".to_owned());
    base.checked_pow(u64::from(exponent)).ok_or_else(too_large)
}

/// The sum of some terms, with what they have in common taken out: for coordinates a/b and exponents e, the sum of
/// `common * coefficient * a^(e - low) * b^(high - e)`, the powers taken over all variables.
struct Partial {
    numerator: Integer,
    low: Vec<u32>,
    high: Vec<u32>,
}

/// None for no terms.
fn partial_sum(
    terms: &[Term],
    coordinates: &[&Rational],
    common: &Integer,
    cx: &Context,
) -> Result<Option<Partial>, Stop> {
    if let [Term { coefficient, exponents }] = terms {
        cx.work(1)?;
        let numerator = coefficient.numerator() * common.div_exact(coefficient.denominator());
        return Ok(Some(Partial { numerator, low: exponents.clone(), high: exponents.clone() }));
    }
    let (left, right) = terms.split_at(terms.len() / 2);
    let halves =
        [left, right].map(|half| if half.is_empty() { Ok(None) } else { partial_sum(half, coordinates, common, cx) });
    let [Ok(Some(left)), Ok(Some(right))] = halves else {
        return halves.into_iter().find(Result::is_err).unwrap_or(Ok(None));
    };
    let extreme = |choose: fn(u32, u32) -> u32, left: &[u32], right: &[u32]| -> Vec<u32> {
        left.iter().zip(right).map(|(&left, &right)| choose(left, right)).collect()
    };
    let (low, high) = (extreme(u32::min, &left.low, &right.low), extreme(u32::max, &left.high, &right.high));
    let lifted = |part: Partial| -> Result<Integer, Stop> {
        let mut factor = Integer::ONE;
        for (index, value) in coordinates.iter().enumerate() {
            factor *= power(value.numerator(), part.low[index] - low[index])?;
            factor *= power(value.denominator(), high[index] - part.high[index])?;
        }
        Ok(part.numerator * factor)
    };
    let numerator = lifted(left)? + lifted(right)?;
    Ok(Some(Partial { numerator, low, high }))
}

/// Evaluates modulo two primes that divide no denominator.
fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    let Canonical(value) = &r.value;
    let coordinates = coordinates(q).ok_or_else(|| Broken("every variable has a value".to_owned()))?;
    let terms = q.polynomial.terms();
    let fractions = || {
        let coefficients = terms.iter().map(|term| &term.coefficient);
        coefficients.chain(coordinates.iter().copied()).chain([value])
    };
    let mut primes = ChallengePrimes::new(&(&q.polynomial, &q.point), value)
        .filter(|prime| fractions().all(|fraction| prime.reduce_integer(fraction.denominator()) != 0));
    let holds = primes.by_ref().take(2).all(|prime| holds_modulo(prime, terms, &coordinates, value));
    ensure(holds, "the values agree modulo random primes")
}

fn holds_modulo(prime: Modulus, terms: &[Term], coordinates: &[&Rational], value: &Rational) -> bool {
    let residue = |fraction: &Rational| {
        let denominator = prime.inv(prime.reduce_integer(fraction.denominator()))?;
        Some(prime.mul(prime.reduce_integer(fraction.numerator()), denominator))
    };
    let coordinates: Option<Vec<u64>> = coordinates.iter().map(|value| residue(value)).collect();
    let Some(coordinates) = coordinates else { return false };
    let sum = terms.iter().try_fold(0, |sum, Term { coefficient, exponents }| {
        let powers = coordinates.iter().zip(exponents).map(|(&base, &exponent)| prime.pow(base, u64::from(exponent)));
        Some(prime.add(sum, powers.fold(residue(coefficient)?, |product, power| prime.mul(product, power))))
    });
    sum.is_some() && sum == residue(value)
}
