//! Polynomials from text.
//!
//! Text is short and what it means can be huge: `(1 + x)^1000000`. Every product is therefore measured before it is
//! computed.

use std::collections::BTreeMap;

use expression::{
    Algebra, Constant, Decimal, Exponent, Expression, Function, Limits, Node, ParseError, ParseErrorKind, Vocabulary,
    parse,
};
use flint::{Integer, Rational};
use wire::{Class, Report};

use super::{Polynomial, Term};

/// The longest text, in bytes.
pub(super) const TEXT_BYTES: usize = 65_536;
/// The largest size of a coefficient, in bits (about 150,000 digits).
const COEFFICIENT_BITS: u64 = 1 << 19;
/// Word products that the expansion of one text may take: a fraction of a second.
const WORK: u64 = 1 << 26;

/// Reads text in declared variables.
pub(super) fn parse_polynomial(text: &str, variables: Vec<String>, report: &mut Report) -> Option<Polynomial> {
    match Vocabulary::variables(variables) {
        Ok(vocabulary) => expanded(&parsed(text, &vocabulary, report)?, report),
        Err(error) => {
            report.domain("polynomial.variables", error.to_string());
            None
        }
    }
}

/// Reads text in at most one variable, which it declares by using it.
pub(super) fn parse_univariate(text: &str, report: &mut Report) -> Option<Polynomial> {
    let expression = parsed(text, &Vocabulary::any(), report)?;
    if let [_, _, ..] = expression.variables() {
        let message = format!(
            "the order of the variables {} is not known from the text; write {{\"variables\":[...],\"polynomial\":\"...\"}}",
            expression.variables().join(", ")
        );
        report.domain("polynomial.expression.undeclared_variables", message);
        return None;
    }
    expanded(&expression, report)
}

fn parsed(text: &str, vocabulary: &Vocabulary, report: &mut Report) -> Option<Expression> {
    let limits = Limits { bytes: TEXT_BYTES, ..Limits::default() };
    parse(text, vocabulary, &limits).map_err(|error| report_syntax(&error, report)).ok()
}

fn report_syntax(error: &ParseError, report: &mut Report) {
    use ParseErrorKind::{NumberTooLong, TooDeep, TooLong, TooManyNodes, UnknownName};
    let (class, code) = match error.kind() {
        TooLong { .. } | TooDeep { .. } | TooManyNodes { .. } | NumberTooLong { .. } => {
            (Class::Size, "polynomial.expression.too_large")
        }
        UnknownName { .. } => (Class::Domain, "polynomial.expression.undeclared_variable"),
        _ => (Class::Domain, "polynomial.expression.syntax"),
    };
    report.add(class, code, error.to_string());
}

fn expanded(expression: &Expression, report: &mut Report) -> Option<Polynomial> {
    let mut expansion = Expansion { variables: expression.variables().len(), work: 0 };
    match expression.fold(&mut expansion) {
        Ok(sum) => {
            let terms = sum.terms.into_iter().filter_map(|(exponents, numerator)| {
                Some(Term { coefficient: Rational::new(numerator, sum.denominator.clone())?, exponents })
            });
            Polynomial::new(expression.variables().to_vec(), terms)
        }
        Err(Refusal { class, code, message }) => {
            report.add(class, code, message);
            None
        }
    }
}

/// A polynomial over a common denominator. No numerator is zero; the fraction need not be in lowest terms.
struct Sum {
    terms: BTreeMap<Vec<u32>, Integer>,
    denominator: Integer,
}

impl Sum {
    fn monomial(numerator: Integer, denominator: Integer, exponents: Vec<u32>) -> Sum {
        let nonzero = !numerator.is_zero();
        let terms = nonzero.then_some((exponents, numerator)).into_iter().collect();
        Sum { terms, denominator }
    }

    fn bits(&self) -> u64 {
        self.terms.values().map(Integer::bits).max().unwrap_or(0)
    }

    /// The value of a polynomial without variables.
    fn constant(&self) -> Option<Rational> {
        match self.terms.first_key_value() {
            None => Some(Rational::default()),
            Some((exponents, value)) if self.terms.len() == 1 && exponents.iter().all(|&exponent| exponent == 0) => {
                Rational::new(value, &self.denominator)
            }
            _ => None,
        }
    }
}

struct Refusal {
    class: Class,
    code: &'static str,
    message: String,
}

fn too_large(at: Node<'_>, what: &str) -> Refusal {
    let message = format!("column {}: {what}; expand or split the polynomial and give its terms", at.column());
    Refusal { class: Class::Size, code: "polynomial.expression.too_large", message }
}

fn not_polynomial(at: Node<'_>, what: &str) -> Refusal {
    let message = format!("column {}: {what}", at.column());
    Refusal { class: Class::Domain, code: "polynomial.expression.not_polynomial", message }
}

fn check_bits(at: Node<'_>, bits: u64) -> Result<(), Refusal> {
    if bits <= COEFFICIENT_BITS {
        return Ok(());
    }
    Err(too_large(at, &format!("a coefficient would have more than {COEFFICIENT_BITS} bits, the limit")))
}

fn words(bits: u64) -> u64 {
    bits / 64 + 1
}

struct Expansion {
    variables: usize,
    work: u64,
}

impl Expansion {
    fn spend(&mut self, at: Node<'_>, work: u64) -> Result<(), Refusal> {
        self.work = self.work.saturating_add(work);
        if self.work <= WORK {
            return Ok(());
        }
        Err(too_large(at, "its expansion is too long to compute"))
    }

    fn check_terms(&self, at: Node<'_>, sum: &Sum) -> Result<(), Refusal> {
        if sum.terms.len() <= Polynomial::MAX_TERMS as usize {
            return Ok(());
        }
        Err(too_large(at, &format!("its expansion has more than {} terms, the limit", Polynomial::MAX_TERMS)))
    }

    fn scaled_sum(&mut self, at: Node<'_>, left: Sum, right: Sum, subtract: bool) -> Result<Sum, Refusal> {
        let common = left.denominator.lcm(&right.denominator);
        let scales = [&left, &right].map(|sum| common.div_exact(&sum.denominator));
        let bits = (left.bits() + scales[0].bits()).max(right.bits() + scales[1].bits()) + 1;
        check_bits(at, bits.max(common.bits()))?;
        // A term is one step in a long sum, not the whole of what stands before it.
        let both_change = !scales[0].is_one();
        let touched = right.terms.len() + if both_change { left.terms.len() } else { 0 };
        self.spend(at, (touched as u64 + 1).saturating_mul(words(bits) + 8))?;
        let mut terms = left.terms;
        if both_change {
            terms.values_mut().for_each(|value| *value *= &scales[0]);
        }
        let scale = if subtract { -&scales[1] } else { scales[1].clone() };
        for (exponents, value) in right.terms {
            let entry = terms.entry(exponents);
            match entry {
                std::collections::btree_map::Entry::Vacant(slot) => {
                    slot.insert(value * &scale);
                }
                std::collections::btree_map::Entry::Occupied(mut slot) => {
                    *slot.get_mut() += value * &scale;
                    if slot.get().is_zero() {
                        slot.remove();
                    }
                }
            }
        }
        let sum = Sum { terms, denominator: common };
        self.check_terms(at, &sum)?;
        Ok(sum)
    }

    fn product(&mut self, at: Node<'_>, left: &Sum, right: &Sum) -> Result<Sum, Refusal> {
        let (left_terms, right_terms) = (left.terms.len() as u64, right.terms.len() as u64);
        let (left_bits, right_bits) = (left.bits(), right.bits());
        let carries = u64::from(left_terms.min(right_terms).checked_ilog2().unwrap_or(0)) + 1;
        check_bits(at, left_bits + right_bits + carries)?;
        check_bits(at, left.denominator.bits() + right.denominator.bits())?;
        let step = 8 + words(left_bits).saturating_mul(words(right_bits));
        self.spend(at, left_terms.saturating_mul(right_terms).saturating_mul(step))?;
        let mut terms: BTreeMap<Vec<u32>, Integer> = BTreeMap::new();
        for (left_exponents, left_value) in &left.terms {
            for (right_exponents, right_value) in &right.terms {
                let mut exponents = left_exponents.clone();
                for (exponent, added) in exponents.iter_mut().zip(right_exponents) {
                    *exponent = check_exponent(at, u64::from(*exponent) + u64::from(*added))?;
                }
                *terms.entry(exponents).or_default() += left_value * right_value;
            }
        }
        terms.retain(|_, value| !value.is_zero());
        let product = Sum { terms, denominator: &left.denominator * &right.denominator };
        self.check_terms(at, &product)?;
        Ok(product)
    }

    fn natural_power(&mut self, at: Node<'_>, base: &Sum, exponent: u64) -> Result<Sum, Refusal> {
        if exponent > 0 && base.terms.len() == 1 {
            return monomial_power(at, base, exponent);
        }
        let mut power = Sum::monomial(Integer::ONE, Integer::ONE, vec![0; self.variables]);
        for place in (0..u64::BITS - exponent.leading_zeros()).rev() {
            power = self.product(at, &power, &power)?;
            if exponent >> place & 1 == 1 {
                power = self.product(at, &power, base)?;
            }
        }
        Ok(power)
    }
}

fn check_exponent(at: Node<'_>, exponent: u64) -> Result<u32, Refusal> {
    match u32::try_from(exponent) {
        Ok(exponent) if exponent <= Polynomial::MAX_EXPONENT => Ok(exponent),
        _ => Err(too_large(at, &format!("an exponent would exceed {}, the limit", Polynomial::MAX_EXPONENT))),
    }
}

fn monomial_power(at: Node<'_>, base: &Sum, exponent: u64) -> Result<Sum, Refusal> {
    let power = |value: &Integer| {
        // Powers of 0, 1 and -1 do not grow.
        if value.bits() > 1 {
            check_bits(at, value.bits().saturating_mul(exponent))?;
        }
        value.checked_pow(exponent).ok_or_else(|| too_large(at, "a coefficient would be too large"))
    };
    let mut terms = BTreeMap::new();
    for (exponents, value) in &base.terms {
        let raised = exponents.iter().map(|&each| check_exponent(at, u64::from(each).saturating_mul(exponent)));
        terms.insert(raised.collect::<Result<Vec<u32>, Refusal>>()?, power(value)?);
    }
    Ok(Sum { terms, denominator: power(&base.denominator)? })
}

impl Algebra for Expansion {
    type Value = Sum;
    type Error = Refusal;

    fn number(&mut self, at: Node<'_>, value: &Decimal) -> Result<Sum, Refusal> {
        let (numerator, denominator) = value.fraction();
        let fraction = Integer::parse(&numerator).ok().zip(Integer::parse(&denominator).ok());
        let fraction = fraction.and_then(|(numerator, denominator)| Rational::new(numerator, denominator));
        let (numerator, denominator) = fraction.ok_or_else(|| not_polynomial(at, "expected a number"))?.into_parts();
        Ok(Sum::monomial(numerator, denominator, vec![0; self.variables]))
    }

    fn variable(&mut self, _: Node<'_>, index: usize) -> Result<Sum, Refusal> {
        let exponents = (0..self.variables).map(|other| u32::from(other == index)).collect();
        Ok(Sum::monomial(Integer::ONE, Integer::ONE, exponents))
    }

    fn constant(&mut self, at: Node<'_>, constant: Constant) -> Result<Sum, Refusal> {
        Err(not_polynomial(at, &format!("{constant} is not rational; a polynomial here has rational coefficients")))
    }

    fn negate(&mut self, at: Node<'_>, mut operand: Sum) -> Result<Sum, Refusal> {
        self.spend(at, operand.terms.len() as u64)?;
        operand.terms.values_mut().for_each(|value| *value = -&*value);
        Ok(operand)
    }

    fn add(&mut self, at: Node<'_>, left: Sum, right: Sum) -> Result<Sum, Refusal> {
        self.scaled_sum(at, left, right, false)
    }

    fn subtract(&mut self, at: Node<'_>, left: Sum, right: Sum) -> Result<Sum, Refusal> {
        self.scaled_sum(at, left, right, true)
    }

    fn multiply(&mut self, at: Node<'_>, left: Sum, right: Sum) -> Result<Sum, Refusal> {
        self.product(at, &left, &right)
    }

    fn divide(&mut self, at: Node<'_>, left: Sum, right: Sum) -> Result<Sum, Refusal> {
        let divisor = right.constant().ok_or_else(|| {
            not_polynomial(at, "a polynomial may be divided by a number only, not by an expression with variables")
        })?;
        let inverse = divisor.reciprocal().ok_or_else(|| not_polynomial(at, "this divides by zero"))?;
        let (numerator, denominator) = inverse.into_parts();
        self.product(at, &left, &Sum::monomial(numerator, denominator, vec![0; self.variables]))
    }

    fn power(&mut self, at: Node<'_>, base: Sum, exponent: Exponent<Sum>) -> Result<Sum, Refusal> {
        let Exponent::Integer(exponent) = exponent else {
            return Err(not_polynomial(at, "the exponent must be a whole number of at most 18 digits"));
        };
        if exponent >= 0 {
            return self.natural_power(at, &base, exponent.unsigned_abs());
        }
        let inverse = base.constant().and_then(|value| value.reciprocal());
        let inverse = inverse
            .ok_or_else(|| not_polynomial(at, "a negative exponent is possible for numbers other than zero only"))?;
        let (numerator, denominator) = inverse.into_parts();
        let inverse = Sum::monomial(numerator, denominator, vec![0; self.variables]);
        self.natural_power(at, &inverse, exponent.unsigned_abs())
    }

    fn call(&mut self, at: Node<'_>, function: Function, _: Vec<Sum>) -> Result<Sum, Refusal> {
        Err(not_polynomial(at, &format!("{function} is not a polynomial")))
    }
}
