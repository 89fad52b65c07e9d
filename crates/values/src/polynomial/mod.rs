//! Multivariate polynomials over the rationals.

mod document;
mod text;

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use expression::{Style, write_sum};
use flint::{Rational, RationalPolynomial};

/// A sparse polynomial with rational coefficients in an ordered list of variables.
///
/// The variables belong to the value: `x` as a polynomial in `x` and as one in `x, y` are different. Terms stand in
/// descending lexicographic order of their exponents, and none is zero.
///
/// Written as
/// `{"domain":"QQ","variables":["x"],"polynomial":{"terms":[{"coefficient":{"num","den"},"exponents":[2]}]}}`. Also
/// read: terms in any order, `{"variables":["x","y"],"polynomial":"x^2 - 3/2*x*y"}`, and the text alone when at most
/// one variable occurs in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Polynomial {
    variables: Vec<String>,
    terms: Vec<Term>,
}

/// A nonzero coefficient times a monomial.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The coefficient.
    pub coefficient: Rational,
    /// The exponent of each variable, in the order of the variables.
    pub exponents: Vec<u32>,
}

impl Polynomial {
    /// The most variables of a polynomial in a document.
    pub const MAX_VARIABLES: u32 = 64;
    /// The most terms of a polynomial in a document.
    pub const MAX_TERMS: u32 = 100_000;
    /// The largest exponent in a document.
    pub const MAX_EXPONENT: u32 = 1_000_000_000;
    /// The largest degree of a polynomial that is made dense.
    pub const MAX_DENSE_DEGREE: u32 = 1 << 24;

    /// The sum of these terms, which may come in any order and repeat a monomial.
    ///
    /// `None` when a variable stands twice or has a name outside `[A-Za-z][A-Za-z0-9_]{0,31}`, or when a term has more
    /// or fewer exponents than there are variables.
    pub fn new(variables: Vec<String>, terms: impl IntoIterator<Item = Term>) -> Option<Polynomial> {
        let distinct: HashSet<&String> = variables.iter().collect();
        if distinct.len() != variables.len() || !variables.iter().all(|name| expression::is_name(name)) {
            return None;
        }
        let mut sum: BTreeMap<Vec<u32>, Rational> = BTreeMap::new();
        for Term { coefficient, exponents } in terms {
            if exponents.len() != variables.len() {
                return None;
            }
            *sum.entry(exponents).or_default() += coefficient;
        }
        let terms = sum.into_iter().rev().filter(|(_, coefficient)| !coefficient.is_zero());
        let terms = terms.map(|(exponents, coefficient)| Term { coefficient, exponents }).collect();
        Some(Polynomial { variables, terms })
    }

    /// A polynomial in one variable; `None` when its name is not one, as for [`Polynomial::new`].
    pub fn from_univariate(variable: &str, polynomial: &RationalPolynomial) -> Option<Polynomial> {
        let terms = (0..).zip(polynomial.coefficients());
        let terms = terms.map(|(exponent, coefficient)| Term { coefficient, exponents: vec![exponent] });
        Polynomial::new(vec![variable.to_owned()], terms)
    }

    /// The polynomial as a dense one, or `None` unless it has exactly one variable and a degree of at most
    /// [`Polynomial::MAX_DENSE_DEGREE`].
    pub fn to_univariate(&self) -> Option<RationalPolynomial> {
        if self.variables.len() != 1 || self.degree_in(0) > Some(Self::MAX_DENSE_DEGREE) {
            return None;
        }
        let mut coefficients = Vec::new();
        for term in self.terms.iter().rev() {
            coefficients.resize(term.exponents[0] as usize, Rational::default());
            coefficients.push(term.coefficient.clone());
        }
        Some(RationalPolynomial::from_coefficients(coefficients))
    }

    /// The variables, in order.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The terms, in descending lexicographic order of their exponents.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether the polynomial is zero.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The largest sum of the exponents of a term, or `None` for the zero polynomial.
    pub fn total_degree(&self) -> Option<u64> {
        self.terms.iter().map(|term| term.exponents.iter().map(|&exponent| u64::from(exponent)).sum()).max()
    }

    /// The largest exponent of the variable with this index, or `None` for the zero polynomial and beyond the
    /// variables.
    pub fn degree_in(&self, variable: usize) -> Option<u32> {
        self.terms.iter().filter_map(|term| term.exponents.get(variable).copied()).max()
    }

    /// The size in bits of the largest numerator or denominator; 0 for the zero polynomial.
    pub fn height_bits(&self) -> u64 {
        self.terms.iter().map(|term| term.coefficient.height_bits()).max().unwrap_or(0)
    }

    /// LaTeX for mathematics mode.
    pub fn to_latex(&self) -> String {
        self.written(Style::Latex)
    }

    fn written(&self, style: Style) -> String {
        let terms = self.terms.iter().map(|term| {
            let magnitude = term.coefficient.abs();
            let powers = self.variables.iter().zip(&term.exponents);
            expression::Term {
                coefficient: magnitude.to_string().into(),
                is_negative: term.coefficient.is_negative(),
                is_one: magnitude.is_one(),
                monomial: powers.map(|(name, &exponent)| (name.as_str(), i64::from(exponent))).collect(),
            }
        });
        write_sum(terms, style)
    }
}

impl fmt::Display for Polynomial {
    /// Text that reads back as the same polynomial, given its variables: `x^2 - 3/2*x*y`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.written(Style::Text))
    }
}
