//! Evaluation of a tree in a domain of the caller's choice.

use std::collections::HashMap;

use crate::constant::Constant;
use crate::decimal::Decimal;
use crate::function::Function;
use crate::node::Node;
use crate::ratio::Ratio;
use crate::tree::Operation;

/// A domain in which trees are evaluated: polynomials, truncated power series, balls.
///
/// [`Expression::fold`](crate::Expression::fold) calls one method for each node, operands first and from left to right,
/// in a loop without recursion. Every method gets the node it stands for, so that an error can name its
/// [`span`](Node::span), [`column`](Node::column) and [`source`](Node::source).
pub trait Algebra {
    /// An element of the domain.
    type Value;
    /// Why an operation is impossible in the domain.
    type Error;

    /// A non-negative exact number.
    fn number(&mut self, at: Node<'_>, value: &Decimal) -> Result<Self::Value, Self::Error>;
    /// The variable of this index in [`Expression::variables`](crate::Expression::variables).
    fn variable(&mut self, at: Node<'_>, index: usize) -> Result<Self::Value, Self::Error>;
    /// A named constant.
    fn constant(&mut self, at: Node<'_>, constant: Constant) -> Result<Self::Value, Self::Error>;
    /// Unary minus.
    fn negate(&mut self, at: Node<'_>, operand: Self::Value) -> Result<Self::Value, Self::Error>;
    /// Sum.
    fn add(&mut self, at: Node<'_>, left: Self::Value, right: Self::Value) -> Result<Self::Value, Self::Error>;
    /// Left less right.
    fn subtract(&mut self, at: Node<'_>, left: Self::Value, right: Self::Value) -> Result<Self::Value, Self::Error>;
    /// Product.
    fn multiply(&mut self, at: Node<'_>, left: Self::Value, right: Self::Value) -> Result<Self::Value, Self::Error>;
    /// Left over right; a zero divisor is for the domain to refuse.
    fn divide(&mut self, at: Node<'_>, left: Self::Value, right: Self::Value) -> Result<Self::Value, Self::Error>;
    /// Base to the power of an exponent.
    fn power(
        &mut self,
        at: Node<'_>,
        base: Self::Value,
        exponent: Exponent<Self::Value>,
    ) -> Result<Self::Value, Self::Error>;
    /// A function of as many arguments as its arity.
    fn call(
        &mut self,
        at: Node<'_>,
        function: Function,
        arguments: Vec<Self::Value>,
    ) -> Result<Self::Value, Self::Error>;
}

/// The exponent of a power.
///
/// Exact small exponents are recognized before the domain sees them, since they are integers or fractions and not
/// elements of the domain: over GF(5), `x^5` is not `x^0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exponent<V> {
    /// An integer that fits 64 bits, such as `2`, `-3` or `(1+1)`.
    Integer(i64),
    /// A proper fraction in lowest terms, such as `1/2` or `-1.5`.
    Fraction(Ratio),
    /// Anything else, evaluated in the domain. A domain whose elements are not exponents must refuse it.
    Value(V),
}

impl<V> From<Ratio> for Exponent<V> {
    fn from(ratio: Ratio) -> Self {
        ratio.to_integer().map_or(Self::Fraction(ratio), Self::Integer)
    }
}

pub(crate) fn fold<A: Algebra>(root: Node<'_>, algebra: &mut A) -> Result<A::Value, A::Error> {
    let expression = root.expression();
    let known = known_exponents(root);
    let (mut index, last) = root.range().into_inner();
    let mut values: Vec<A::Value> = Vec::new();
    while index <= last {
        let known_exponent = known.get(&index);
        if let Some(&(power, _)) = known_exponent {
            index = power;
        }
        let at = Node::new(expression, index);
        let value = match at.operation() {
            Operation::Number(value) => algebra.number(at, value)?,
            Operation::Variable(variable) => algebra.variable(at, *variable)?,
            Operation::Constant(constant) => algebra.constant(at, *constant)?,
            Operation::Negate => {
                let operand = pop(&mut values);
                algebra.negate(at, operand)?
            }
            Operation::Power => {
                let exponent = match known_exponent {
                    Some(&(_, ratio)) => Exponent::from(ratio),
                    None => Exponent::Value(pop(&mut values)),
                };
                let base = pop(&mut values);
                algebra.power(at, base, exponent)?
            }
            Operation::Call(function) => {
                let arguments = values.split_off(values.len() - function.arity());
                algebra.call(at, *function, arguments)?
            }
            binary => {
                let right = pop(&mut values);
                let left = pop(&mut values);
                match binary {
                    Operation::Add => algebra.add(at, left, right)?,
                    Operation::Subtract => algebra.subtract(at, left, right)?,
                    Operation::Multiply => algebra.multiply(at, left, right)?,
                    _ => algebra.divide(at, left, right)?,
                }
            }
        };
        values.push(value);
        index += 1;
    }
    Ok(pop(&mut values))
}

/// For each power with an exact small exponent, the index where the exponent starts, with the index of the power and
/// the exponent. Only one power can have its exponent start at a given node, namely that of the base right before.
fn known_exponents(root: Node<'_>) -> HashMap<usize, (usize, Ratio)> {
    let expression = root.expression();
    let entries = expression.entries();
    if !entries[root.range()].iter().any(|entry| entry.operation == Operation::Power) {
        return HashMap::new();
    }
    let ratios = ratios(root);
    let first = entries[*root.range().end()].first;
    root.range()
        .filter(|&index| entries[index].operation == Operation::Power)
        .filter_map(|power| Some((entries[power - 1].first, (power, ratios[power - 1 - first]?))))
        .collect()
}

/// The exact value of every node of the subtree, in postfix order, where it has one.
pub(crate) fn ratios(root: Node<'_>) -> Vec<Option<Ratio>> {
    let entries = &root.expression().entries()[root.range()];
    let offset = *root.range().start();
    let mut ratios: Vec<Option<Ratio>> = Vec::with_capacity(entries.len());
    for (index, entry) in entries.iter().enumerate() {
        let binary = |combine: fn(Ratio, Ratio) -> Option<Ratio>| {
            let left = entries[index - 1].first - offset - 1;
            combine(ratios[left]?, ratios[index - 1]?)
        };
        let ratio = match &entry.operation {
            Operation::Number(value) => small_ratio(value),
            Operation::Variable(_) | Operation::Constant(_) | Operation::Call(_) => None,
            Operation::Negate => ratios[index - 1].and_then(Ratio::negate),
            Operation::Add => binary(Ratio::add),
            Operation::Subtract => binary(Ratio::subtract),
            Operation::Multiply => binary(Ratio::multiply),
            Operation::Divide => binary(Ratio::divide),
            Operation::Power => binary(Ratio::power),
        };
        ratios.push(ratio);
    }
    ratios
}

fn small_ratio(value: &Decimal) -> Option<Ratio> {
    if value.is_integer() {
        return Ratio::new(value.to_i64()?, 1);
    }
    let denominator = 10_i64.checked_pow(u32::try_from(value.scale()).ok()?)?;
    Ratio::new(value.digits().parse().ok()?, denominator)
}

fn pop<V>(values: &mut Vec<V>) -> V {
    values.pop().expect("in postfix order operands come before their operation")
}
