use std::cmp::Ordering;

use flint::{Integer, IntegerPolynomial, Rational};
use operation::prelude::*;
use values::{Canonical, Polynomial, RationalInterval};

/// Largest degree that is admitted.
const DEGREE: u32 = 2000;

/// Roots up to two to this power are isolated to within 1.
const MODERATE_BITS: u64 = 1024;

/// A polynomial in one variable.
#[derive(Wire)]
pub struct Request {
    /// A nonzero polynomial with rational coefficients in exactly one variable.
    pub polynomial: Polynomial,
}

/// All real roots.
#[derive(Wire)]
pub struct Response {
    /// The polynomial of the request, in canonical form.
    pub source_polynomial: Canonical<Polynomial>,
    /// The distinct real roots in increasing order.
    pub roots: Vec<RootIsolationEntry>,
}

/// One real root.
#[derive(Wire, Clone)]
pub struct RootIsolationEntry {
    /// A closed interval that holds this root and no other root of the polynomial. A rational root is given exactly, with equal ends;
    /// otherwise the root lies strictly inside, the interval does not have zero inside, and it meets other intervals at most in an
    /// end. Its width is at most 1 unless the root exceeds 2^1024.
    pub isolating_interval: RationalInterval,
    /// How often the root occurs.
    #[wire(value in 1..=DEGREE)]
    pub multiplicity: u32,
    /// The root as an algebraic number.
    pub algebraic_value: RealAlgebraicNumber,
}

/// A real algebraic number: a root of its minimal polynomial.
#[derive(Wire, Clone)]
pub struct RealAlgebraicNumber {
    /// The minimal polynomial with coprime integer coefficients, from the highest degree down, the leading one positive.
    #[wire(items >= 2)]
    pub polynomial: Vec<Integer>,
    /// Which of the real roots of that polynomial it is, counted from 0 in increasing order.
    #[wire(value in 0..=DEGREE)]
    pub real_root_index: u32,
}

op! {
    /// All real roots of a rational polynomial, isolated by rational intervals, with multiplicities.
    ///
    /// Each distinct real root comes with an isolating interval, its multiplicity and its minimal polynomial; rational roots are exact.
    /// Roots are in increasing order; a polynomial without real roots has an empty list. The zero polynomial is refused, since every
    /// number is a root of it.
    /// Algorithm: factorization over the rationals (van Hoeij), isolation of each factor by Descartes' rule of signs and bisection
    /// (Collins and Akritas 1976), refinement until the intervals of different factors are disjoint. The check counts real roots
    /// independently and finds a change of sign in every interval.
    id: "polynomial.roots.isolate",
    title: "Isolate all real roots of a polynomial",
    tags: ["polynomial", "roots", "isolation", "exact"],
    words: [
        "real roots", "zeros of a polynomial", "solve a polynomial equation", "real zeroes", "root isolation", "isolating intervals",
        "Descartes rule of signs", "Sturm", "Vincent Collins Akritas", "algebraic numbers", "where does a polynomial vanish",
        "x-intercepts", "roots with multiplicity", "Nullstellen", "racines réelles", "raíces reales",
    ],
    bounds: [
        "degree at most 2,000",
        "degree^3 times coefficient bits at most 4 * 10^12 (degree 1,000 with coefficients of 4,000 bits)",
    ],
    deadline: 300,
    cost: cost,
    admit: admit,
    example "irrational roots": { "polynomial": { "variables": ["x"], "polynomial": "x^2 - 2" } } => {
        "source_polynomial": { "domain": "QQ", "variables": ["x"], "polynomial": { "terms": [
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [2] },
            { "coefficient": { "num": "-2", "den": "1" }, "exponents": [0] },
        ] } },
        "roots": [
            {
                "isolating_interval": [{ "num": "-2", "den": "1" }, { "num": "-1", "den": "1" }],
                "multiplicity": 1,
                "algebraic_value": { "polynomial": ["1", "0", "-2"], "real_root_index": 0 },
            },
            {
                "isolating_interval": [{ "num": "1", "den": "1" }, { "num": "2", "den": "1" }],
                "multiplicity": 1,
                "algebraic_value": { "polynomial": ["1", "0", "-2"], "real_root_index": 1 },
            },
        ],
    },
    example "rational roots, one of them double": { "polynomial": "(2*t - 1)^2*(t + 3)" } => {
        "source_polynomial": { "domain": "QQ", "variables": ["t"], "polynomial": { "terms": [
            { "coefficient": { "num": "4", "den": "1" }, "exponents": [3] },
            { "coefficient": { "num": "8", "den": "1" }, "exponents": [2] },
            { "coefficient": { "num": "-11", "den": "1" }, "exponents": [1] },
            { "coefficient": { "num": "3", "den": "1" }, "exponents": [0] },
        ] } },
        "roots": [
            {
                "isolating_interval": [{ "num": "-3", "den": "1" }, { "num": "-3", "den": "1" }],
                "multiplicity": 1,
                "algebraic_value": { "polynomial": ["1", "3"], "real_root_index": 0 },
            },
            {
                "isolating_interval": [{ "num": "1", "den": "2" }, { "num": "1", "den": "2" }],
                "multiplicity": 2,
                "algebraic_value": { "polynomial": ["2", "-1"], "real_root_index": 0 },
            },
        ],
    },
    example "no real roots": { "polynomial": "x^2 + 1" } => {
        "source_polynomial": { "domain": "QQ", "variables": ["x"], "polynomial": { "terms": [
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [2] },
            { "coefficient": { "num": "1", "den": "1" }, "exponents": [0] },
        ] } },
        "roots": [],
    },
    refuse "every number is a root of zero": { "polynomial": { "variables": ["x"], "polynomial": "0" } } => "polynomial",
    refuse "two variables": { "polynomial": { "variables": ["x", "y"], "polynomial": "x*y - 1" } } => "polynomial.variables",
    refuse "degree over the bound": { "polynomial": { "variables": ["x"], "polynomial": "x^2001 - 1" } } => "polynomial",
    law "reflection exchanges the signs of the roots": |q| reflected(q) => |r, s| {
        let mirrored = s.roots.iter().rev().map(|root| root.multiplicity);
        r.roots.iter().map(|root| root.multiplicity).eq(mirrored)
    },
    unique: false,
    check: exact,
}

fn cost(q: &Request) -> Cost {
    let degree = f64::from(q.polynomial.degree_in(0).unwrap_or(0));
    let bits = q.polynomial.height_bits() as f64 + degree;
    Cost::nanoseconds(20_000.0 + 0.5 * degree * degree * degree * (1.0 + bits / 64.0))
}

fn admit(q: &Request, report: &mut Report) {
    let p = &q.polynomial;
    report.at("polynomial", |report| {
        if p.variables().len() != 1 {
            let message = format!("expected exactly one variable, found {}", p.variables().len());
            report.at("variables", |report| report.domain("roots.not_univariate", message));
        } else if p.is_zero() {
            report
                .domain("roots.zero_polynomial", "every number is a root of the zero polynomial; expected another one");
        } else if p.degree_in(0) > Some(DEGREE) {
            report.size("roots.degree", format!("at most degree {DEGREE} is admitted"));
        } else {
            let degree = f64::from(p.degree_in(0).unwrap_or(0));
            if degree.powi(3) * p.height_bits() as f64 > 4e12 {
                report.size("roots.size", "degree^3 times coefficient bits may be at most 4 * 10^12");
            }
        }
    });
}

/// p(-x) for p(x).
fn reflected(q: &Request) -> Option<Request> {
    let terms = q.polynomial.terms().iter().map(|term| {
        let mut term = term.clone();
        if term.exponents.iter().sum::<u32>() % 2 == 1 {
            term.coefficient = -term.coefficient;
        }
        term
    });
    Some(Request { polynomial: Polynomial::new(q.polynomial.variables().to_vec(), terms)? })
}

/// The primitive integer polynomial with the same roots.
fn primitive(polynomial: &Polynomial) -> Option<IntegerPolynomial> {
    polynomial.to_univariate().map(|dense| dense.to_primitive().1)
}

/// A root under refinement.
struct Root<'f> {
    lower: Rational,
    upper: Rational,
    factor: &'f IntegerPolynomial,
    /// Sign of the factor at `lower`; meaningless for exact roots.
    sign: i8,
    multiplicity: u32,
    index: u32,
}

impl Root<'_> {
    /// Whether the interval is wider than a reader likes: wider than 1 though the root is not huge, or with zero inside.
    fn is_crude(&self) -> bool {
        let (zero, one) = (Rational::default(), Rational::from(1));
        let straddles = self.lower < zero && self.upper > zero;
        let moderate = self.lower.height_bits().max(self.upper.height_bits()) <= MODERATE_BITS;
        straddles || (moderate && &self.upper - &self.lower > one)
    }

    /// Halves the interval. The factor has no rational root, so its sign at the middle is never zero.
    fn bisect(&mut self) {
        let middle = (&self.lower + &self.upper) / 2;
        if self.factor.evaluate_rational(&middle).signum() == self.sign {
            self.lower = middle;
        } else {
            self.upper = middle;
        }
    }

    fn overlaps(&self, other: &Root) -> bool {
        let apart = self.upper <= other.lower || other.upper <= self.lower;
        // An exact root at the end of another interval is apart from it: that interval's root lies strictly inside.
        !apart
    }
}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {
    let Some(whole) = primitive(&q.polynomial) else {
        return Err(Stop::Fault("an admitted polynomial is not univariate".to_owned()));
    };
    let factorization = whole.factor();
    let mut roots = Vec::new();
    for (factor, multiplicity) in &factorization.factors {
        cx.look()?;
        isolate(factor, *multiplicity, &mut roots)?;
    }
    for root in &mut roots {
        while root.is_crude() {
            cx.work(1)?;
            root.bisect();
        }
    }
    separate(&mut roots, cx)?;
    let roots = roots.into_iter().map(entry).collect::<Option<_>>();
    let roots = roots.ok_or_else(|| Stop::Fault("an interval is reversed".to_owned()))?;
    Ok(Response { source_polynomial: Canonical(q.polynomial.clone()), roots })
}

fn isolate<'f>(factor: &'f IntegerPolynomial, multiplicity: u32, roots: &mut Vec<Root<'f>>) -> Result<(), Stop> {
    if factor.degree() == Some(1) {
        let root = Rational::new(-factor.coefficient(0), factor.coefficient(1).clone());
        let root = root.ok_or_else(|| Stop::Fault("a linear factor has no leading coefficient".to_owned()))?;
        roots.push(Root { lower: root.clone(), upper: root, factor, sign: 0, multiplicity, index: 0 });
        return Ok(());
    }
    let Some(isolated) = factor.isolate_real_roots() else {
        return Err(Stop::Fault("a factor is not squarefree".to_owned()));
    };
    let exact = isolated.exact.into_iter().map(|root| (root.clone(), root));
    let mut intervals: Vec<(Rational, Rational)> = exact.chain(isolated.intervals).collect();
    intervals.sort();
    for (index, (lower, upper)) in (0..).zip(intervals) {
        let sign = factor.evaluate_rational(&lower).signum();
        roots.push(Root { lower, upper, factor, sign, multiplicity, index });
    }
    Ok(())
}

/// Refines until no two intervals overlap, and sorts. Different irreducible factors have no common root, so this ends.
fn separate(roots: &mut Vec<Root>, cx: &Context) -> Result<(), Stop> {
    loop {
        roots.sort_by(|a, b| a.lower.cmp(&b.lower).then_with(|| a.upper.cmp(&b.upper)));
        let mut overlapping = false;
        for at in 1..roots.len() {
            let (before, after) = roots.split_at_mut(at);
            let (Some(left), Some(right)) = (before.last_mut(), after.first_mut()) else { continue };
            while left.overlaps(right) {
                cx.work(1)?;
                overlapping = true;
                // The wider one first; exact roots cannot be refined.
                let left_width = &left.upper - &left.lower;
                let right_width = &right.upper - &right.lower;
                if left_width >= right_width { left.bisect() } else { right.bisect() }
            }
        }
        if !overlapping {
            return Ok(());
        }
    }
}

fn entry(root: Root) -> Option<RootIsolationEntry> {
    let polynomial = root.factor.coefficients().iter().rev().cloned().collect();
    Some(RootIsolationEntry {
        isolating_interval: RationalInterval::new(root.lower, root.upper)?,
        multiplicity: root.multiplicity,
        algebraic_value: RealAlgebraicNumber { polynomial, real_root_index: root.index },
    })
}

/// The roots are all there are, each in its interval, each with its minimal polynomial, index and multiplicity.
fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    ensure(r.source_polynomial.0 == q.polynomial, "the polynomial is that of the request")?;
    let Some(whole) = primitive(&q.polynomial) else { return Err(Broken("the polynomial is univariate".to_owned())) };
    let mut minimal: Vec<(IntegerPolynomial, u32, u32)> = Vec::new();
    for root in &r.roots {
        let claimed = &root.algebraic_value;
        let factor = IntegerPolynomial::from_coefficients(claimed.polynomial.iter().rev().cloned());
        ensure(
            factor.degree() == claimed.polynomial.len().checked_sub(1),
            "minimal polynomials begin with a nonzero coefficient",
        )?;
        isolates(&factor, &root.isolating_interval)?;
        match minimal.iter_mut().find(|(known, _, _)| *known == factor) {
            Some((_, multiplicity, seen)) => {
                ensure(*multiplicity == root.multiplicity, "roots of one minimal polynomial have one multiplicity")?;
                ensure(*seen == claimed.real_root_index, "the roots of a minimal polynomial are numbered in order")?;
                *seen += 1;
            }
            None => {
                ensure(claimed.real_root_index == 0, "the roots of a minimal polynomial are numbered from 0")?;
                ensure(
                    is_minimal(&factor),
                    "minimal polynomials are irreducible, primitive, with positive leading coefficient",
                )?;
                minimal.push((factor, root.multiplicity, 1));
            }
        }
    }
    let ordered = r.roots.windows(2).all(|pair| {
        let (left, right) = (&pair[0].isolating_interval, &pair[1].isolating_interval);
        match left.upper().cmp(right.lower()) {
            Ordering::Less => true,
            Ordering::Equal => !(left.is_point() && right.is_point()),
            Ordering::Greater => false,
        }
    });
    ensure(ordered, "the intervals are in increasing order and disjoint but for common ends")?;
    let mut rest = whole;
    for (factor, multiplicity, seen) in &minimal {
        for _ in 0..*multiplicity {
            let Some(quotient) = rest.checked_div_exact(factor) else {
                return Err(Broken(
                    "each minimal polynomial divides the polynomial as often as its multiplicity says".to_owned(),
                ));
            };
            rest = quotient;
        }
        ensure(rest.checked_div_exact(factor).is_none(), "no multiplicity is too small")?;
        ensure(
            factor.num_real_roots() == Some(*seen as usize),
            "all real roots of each minimal polynomial are listed",
        )?;
    }
    ensure(rest.squarefree_part().num_real_roots() == Some(0), "no real root is missing")
}

/// One change of sign between the ends, or a root at the only point. That there is no more than one root inside follows once the
/// disjoint intervals are as many as there are roots.
fn isolates(factor: &IntegerPolynomial, interval: &RationalInterval) -> Result<(), Broken> {
    let lower = factor.evaluate_rational(interval.lower()).signum();
    if interval.is_point() {
        return ensure(lower == 0, "a rational root is a root");
    }
    let upper = factor.evaluate_rational(interval.upper()).signum();
    ensure(lower * upper < 0, "the polynomial changes its sign in the interval")?;
    let zero = Rational::default();
    ensure(*interval.lower() >= zero || *interval.upper() <= zero, "zero does not lie inside an interval")
}

fn is_minimal(factor: &IntegerPolynomial) -> bool {
    let positive = factor.leading_coefficient().is_some_and(|leading| leading.signum() > 0);
    if !positive || !factor.content().is_one() {
        return false;
    }
    let factorization = factor.factor();
    factor.degree() == Some(1) || matches!(factorization.factors.as_slice(), [(_, 1)])
}
