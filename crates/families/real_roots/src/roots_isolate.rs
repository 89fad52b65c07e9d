use flint::{Integer, IntegerPolynomial, PolynomialFactorization};
use operation::prelude::*;
use values::{Canonical, Polynomial, Proved, RationalInterval};

use crate::isolation::{Root, count_real_roots, is_rational_root, isolate, rational_roots, sign};

/// A polynomial in one variable.
#[derive(Wire)]
pub struct Request {
    /// The polynomial, in exactly one variable and not zero.
    pub polynomial: Polynomial,
}

/// All real roots.
#[derive(Wire)]
pub struct Response {
    /// The polynomial that was asked about.
    pub source_polynomial: Canonical<Polynomial>,
    /// The distinct real roots in ascending order.
    pub roots: Vec<RootIsolationEntry>,
}

/// A real root.
#[derive(Wire)]
pub struct RootIsolationEntry {
    /// Both ends are the root when it is rational. Otherwise the root lies strictly between them, no other real root
    /// does, and neither end is a root.
    pub isolating_interval: RationalInterval,
    /// How often the root counts.
    #[wire(value >= 1)]
    pub multiplicity: u32,
    /// The root as an algebraic number.
    pub algebraic_value: RealAlgebraicNumber,
}

/// A real root of an irreducible polynomial.
#[derive(Wire)]
pub struct RealAlgebraicNumber {
    /// The coefficients of the irreducible polynomial, highest power first: coprime integers, the first positive.
    pub polynomial: Vec<Integer>,
    /// Which of its real roots, from 0 in ascending order.
    pub real_root_index: u32,
}

op! {
    /// Isolates the real roots of a polynomial in one variable with rational coefficients.
    ///
    /// Returns every distinct real root in ascending order, with its multiplicity, an interval with rational ends that
    /// holds it and no other real root, and its irreducible polynomial over the integers together with its place among
    /// that polynomial's real roots. A rational root is given exactly, as an interval of one point. Otherwise the root
    /// lies inside, neither end is a root of the polynomial, 0 is not inside, and the length is at most 1 (unless the
    /// root exceeds 2^1024); intervals have no inner points in common. Complex roots are not returned: the list is
    /// empty for x^2 + 1, and for constants other than 0. The zero polynomial is refused: every number is a root of it.
    /// Any other right intervals pass the checker as well.
    ///
    /// Factorization over the integers (Zassenhaus, van Hoeij), isolation by Vincent, Collins and Akritas, bisection.
    /// Checked by the product of the factors, sign changes at the ends, and the number of real roots (Descartes' rule
    /// or Sturm's theorem). Roots that lie very close together for the size of the coefficients take longer than predicted.
    id: "polynomial.roots.isolate",
    title: "Isolate all real roots of a polynomial",
    words: [
        "real roots", "zeros of a polynomial", "isolate roots", "root isolation", "isolating intervals",
        "solve polynomial equation", "roots of a cubic", "quadratic equation", "where does the polynomial vanish",
        "Sturm", "Descartes rule of signs", "Vincent Collins Akritas", "number of real solutions", "algebraic numbers",
        "multiplicity of roots", "polynomial zeros exact", "Nullstellen", "racines réelles", "raíces reales",
    ],
    tags: ["polynomial", "roots", "isolation", "exact"],
    bounds: [
        "Degree at most 2,000, with coefficients of up to about 50 digits; degree 500 with 1,000 digits.",
    ],
    deadline: 300,
    types: Request => Proved<Response, PolynomialFactorization>,
    cost: cost,
    admit: admit,
    example "square root of two": { "polynomial": "x^2 - 2" } => {
        "source_polynomial": { "domain": "QQ", "variables": ["x"], "polynomial": { "terms": [
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [2] },
            { "coefficient": { "num": "-2", "den": "1" }, "exponents": [0] } ] } },
        "roots": [
            { "isolating_interval": [{ "num": "-2", "den": "1" }, { "num": "-1", "den": "1" }], "multiplicity": 1,
                "algebraic_value": { "polynomial": ["1", "0", "-2"], "real_root_index": 0 } },
            { "isolating_interval": [{ "num": "1", "den": "1" }, { "num": "2", "den": "1" }], "multiplicity": 1,
                "algebraic_value": { "polynomial": ["1", "0", "-2"], "real_root_index": 1 } } ] },
    example "a double rational root": { "polynomial": "(2*t - 1)^2*(t^2 + 1)" } => {
        "source_polynomial": { "domain": "QQ", "variables": ["t"], "polynomial": { "terms": [
            { "coefficient": { "num": "4", "den": "1" }, "exponents": [4] },
            { "coefficient": { "num": "-4", "den": "1" }, "exponents": [3] },
            { "coefficient": { "num": "5", "den": "1" }, "exponents": [2] },
            { "coefficient": { "num": "-4", "den": "1" }, "exponents": [1] },
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [0] } ] } },
        "roots": [
            { "isolating_interval": [{ "num": "1", "den": "2" }, { "num": "1", "den": "2" }], "multiplicity": 2,
                "algebraic_value": { "polynomial": ["2", "-1"], "real_root_index": 0 } } ] },
    example "no real roots": { "polynomial": "x^2 + 1" } => {
        "source_polynomial": { "domain": "QQ", "variables": ["x"], "polynomial": { "terms": [
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [2] },
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [0] } ] } },
        "roots": [] },
    refuse "the zero polynomial": { "polynomial": { "variables": ["x"], "polynomial": { "terms": [] } } } => "polynomial",
    refuse "two variables": { "polynomial": { "variables": ["x", "y"], "polynomial": "x^2 - y" } } => "polynomial.variables",
    refuse "not a polynomial": { "polynomial": "x^(1/2)" } => "polynomial",
    law "squaring doubles the multiplicities": |q| squared(&q.polynomial).map(|polynomial| Request { polynomial }) => |r, s| {
        let (r, s) = (&r.answer.roots, &s.answer.roots);
        r.len() == s.len() && r.iter().zip(s).all(|(r, s)| {
            2 * r.multiplicity == s.multiplicity && r.algebraic_value.polynomial == s.algebraic_value.polynomial
        })
    },
    unique: false,
    check: exact,
}

const MAX_DEGREE: u32 = 2_000;
/// The most bits of an end of an interval in a claimed answer.
const MAX_END_BITS: u64 = 100_000;

fn squared(polynomial: &Polynomial) -> Option<Polynomial> {
    let dense = polynomial.to_univariate().filter(|dense| dense.degree() <= Some(20))?;
    Polynomial::from_univariate(&polynomial.variables()[0], &(&dense * &dense))
}

fn admit(q: &Request, report: &mut Report) {
    let variables = q.polynomial.variables().len();
    report.at("polynomial", |report| match q.polynomial.degree_in(0) {
        _ if variables != 1 => {
            let message = format!("there are {variables} variables; real roots are isolated in exactly one");
            report.at("variables", |report| report.domain("roots.not_univariate", message));
        }
        None => report
            .domain("roots.zero_polynomial", "every number is a root of the zero polynomial; give another polynomial"),
        Some(degree) if degree > MAX_DEGREE => {
            let message = format!("the degree {degree} is too large: at most {MAX_DEGREE} is admitted");
            report.size("roots.degree", message);
        }
        Some(_) => {}
    });
}

/// Measured on random polynomials, Chebyshev polynomials and products of linear factors.
fn cost(q: &Request) -> Cost {
    let degree = f64::from(q.polynomial.degree_in(0).unwrap_or(0));
    let bits = q.polynomial.height_bits() as f64;
    Cost::nanoseconds(20_000.0 + degree.powi(2) * (200.0 + 4.0 * bits) + degree.powi(3) * (4.0 + bits / 8.0))
}

/// The polynomial with coprime integer coefficients, the leading one positive.
fn primitive(q: &Request) -> Option<IntegerPolynomial> {
    q.polynomial.to_univariate().map(|dense| dense.to_primitive().1)
}

fn run(q: &Request, cx: &Context) -> Result<Proved<Response, PolynomialFactorization>, Stop> {
    let primitive = primitive(q).ok_or_else(|| Stop::Fault("an admitted polynomial is not univariate".to_owned()))?;
    let factorization = primitive.factor();
    cx.look()?;
    let factors: Vec<IntegerPolynomial> = factorization.factors.iter().map(|(factor, _)| factor.clone()).collect();
    let mut found = vec![0; factors.len()];
    let mut roots = Vec::new();
    for Root { lower, upper, factor } in isolate(&factors, cx)? {
        let interval = RationalInterval::new(lower, upper);
        let interval = interval.ok_or_else(|| Stop::Fault("an isolating interval is reversed".to_owned()))?;
        let polynomial = factors[factor].coefficients().iter().rev().cloned().collect();
        roots.push(RootIsolationEntry {
            isolating_interval: interval,
            multiplicity: factorization.factors[factor].1,
            algebraic_value: RealAlgebraicNumber { polynomial, real_root_index: found[factor] },
        });
        found[factor] += 1;
    }
    let answer = Response { source_polynomial: Canonical(q.polynomial.clone()), roots };
    Ok(Proved::new(answer, factorization))
}

/// The factors multiply to the polynomial; a sign change puts at least one root of its factor into each interval; and
/// as many intervals as there are real roots leave exactly one for each. That the factors are irreducible is taken from
/// the run, and found again for a claim from outside.
fn check(q: &Request, r: &Proved<Response, PolynomialFactorization>, _: &Context) -> Result<(), Broken> {
    let Response { source_polynomial, roots } = &r.answer;
    ensure(source_polynomial.0 == q.polynomial, "the polynomial is the one asked about")?;
    let primitive = primitive(q).ok_or_else(|| Broken("the polynomial has one variable".to_owned()))?;
    let factorization = r.evidence.clone().unwrap_or_else(|| primitive.factor());
    ensure(factorization.product().as_ref() == Some(&primitive), "the factors multiply to the polynomial")?;
    let factors: Vec<IntegerPolynomial> = factorization.factors.iter().map(|(factor, _)| factor.clone()).collect();
    let rational_roots = rational_roots(&factors);
    let mut found = vec![0; factors.len()];
    for RootIsolationEntry { isolating_interval: interval, multiplicity, algebraic_value } in roots {
        let named = |factor: &IntegerPolynomial| factor.coefficients().iter().rev().eq(&algebraic_value.polynomial);
        let place = factors.iter().position(named);
        let place = place.ok_or_else(|| Broken("an algebraic value names an irreducible factor".to_owned()))?;
        let factor = &factors[place];
        ensure(factorization.factors[place].1 == *multiplicity, "the multiplicity is that of the factor")?;
        ensure(algebraic_value.real_root_index == found[place], "the real roots of a factor are numbered in order")?;
        found[place] += 1;
        let ends = [interval.lower(), interval.upper()];
        let short = ends.iter().all(|end| end.height_bits() <= MAX_END_BITS);
        ensure(short, "an end has at most 100,000 bits in numerator and denominator")?;
        if factor.degree() == Some(1) {
            ensure(interval.is_point() && sign(factor, ends[0]) == 0, "a rational root is given exactly")?;
        } else {
            ensure(sign(factor, ends[0]) * sign(factor, ends[1]) < 0, "the factor changes its sign between the ends")?;
            let free = ends.iter().all(|end| !is_rational_root(&rational_roots, end));
            ensure(free, "no end of an interval is a root")?;
        }
    }
    let apart = |pair: &[RootIsolationEntry]| {
        let [left, right] = [&pair[0].isolating_interval, &pair[1].isolating_interval];
        let touching = left.upper() == right.lower() && !left.is_point() && !right.is_point();
        left.upper() < right.lower() || touching
    };
    ensure(roots.windows(2).all(apart), "the intervals ascend without common inner points")?;
    // As many roots as the degree are all there can be.
    let all_found = |(factor, found): (&IntegerPolynomial, u32)| {
        factor.degree() == Some(found as usize) || count_real_roots(factor) == Some(found as usize)
    };
    let complete = factors.iter().zip(found).all(all_found);
    ensure(complete, "all real roots of every factor are listed")
}
