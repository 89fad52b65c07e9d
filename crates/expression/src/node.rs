//! One node of a tree, seen with its operands.

use std::fmt;

use crate::constant::Constant;
use crate::decimal::Decimal;
use crate::fold::{self, Algebra};
use crate::function::Function;
use crate::print;
use crate::ratio::Ratio;
use crate::span::Span;
use crate::tree::{Entry, Expression, Operation};

/// A node of an [`Expression`], with access to its operands and its place in the text.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    expression: &'a Expression,
    index: usize,
}

/// A node together with its operands, for matching.
#[derive(Clone, Debug)]
pub enum NodeKind<'a> {
    /// A non-negative exact number.
    Number(&'a Decimal),
    /// The variable of this index in [`Expression::variables`].
    Variable(usize),
    /// A named constant.
    Constant(Constant),
    /// Unary minus.
    Negate(Node<'a>),
    /// Sum.
    Add(Node<'a>, Node<'a>),
    /// First less second.
    Subtract(Node<'a>, Node<'a>),
    /// Product.
    Multiply(Node<'a>, Node<'a>),
    /// First over second.
    Divide(Node<'a>, Node<'a>),
    /// Base and exponent.
    Power(Node<'a>, Node<'a>),
    /// A function and its arguments, as many as its arity.
    Call(Function, Vec<Node<'a>>),
}

impl<'a> Node<'a> {
    pub(crate) fn new(expression: &'a Expression, index: usize) -> Self {
        Self { expression, index }
    }

    pub(crate) fn entry(self) -> &'a Entry {
        &self.expression.entries()[self.index]
    }

    /// The nodes of the subtree in postfix order, as indices into the entries.
    pub(crate) fn range(self) -> std::ops::RangeInclusive<usize> {
        self.entry().first..=self.index
    }

    /// The tree this node belongs to.
    pub fn expression(self) -> &'a Expression {
        self.expression
    }

    /// The operation alone.
    pub fn operation(self) -> &'a Operation {
        &self.entry().operation
    }

    /// The operation with its operands.
    pub fn kind(self) -> NodeKind<'a> {
        match self.operation() {
            Operation::Number(value) => NodeKind::Number(value),
            Operation::Variable(index) => NodeKind::Variable(*index),
            Operation::Constant(constant) => NodeKind::Constant(*constant),
            Operation::Negate => NodeKind::Negate(self.last()),
            Operation::Add => NodeKind::Add(self.left(), self.last()),
            Operation::Subtract => NodeKind::Subtract(self.left(), self.last()),
            Operation::Multiply => NodeKind::Multiply(self.left(), self.last()),
            Operation::Divide => NodeKind::Divide(self.left(), self.last()),
            Operation::Power => NodeKind::Power(self.left(), self.last()),
            Operation::Call(function) => {
                let arguments = if function.arity() == 1 { vec![self.last()] } else { vec![self.left(), self.last()] };
                NodeKind::Call(*function, arguments)
            }
        }
    }

    /// In postfix order the last operand ends right before its operation, and the one before it where that begins.
    fn last(self) -> Self {
        Self::new(self.expression, self.index - 1)
    }

    fn left(self) -> Self {
        Self::new(self.expression, self.last().entry().first - 1)
    }

    /// The place in the text, without parentheses around the node; empty if the tree was not parsed.
    pub fn span(self) -> Span {
        self.entry().span
    }

    /// The 1-based column, in characters, where the node starts in the text.
    pub fn column(self) -> usize {
        self.span().column(self.expression.source())
    }

    /// The node as it was written.
    pub fn source(self) -> &'a str {
        self.span().of(self.expression.source())
    }

    /// The exact value if the subtree is arithmetic (`+ - * /` and integer powers) on small numbers: `1/2`, `-(2+1)`,
    /// `0.5`, `2^10`. `None` for anything else, for a division by zero and if a number does not fit 64 bits.
    pub fn ratio(self) -> Option<Ratio> {
        fold::ratios(self).pop().flatten()
    }

    /// Evaluates the subtree in another domain; see [`Algebra`].
    ///
    /// # Errors
    /// The first error of the algebra.
    pub fn fold<A: Algebra>(self, algebra: &mut A) -> Result<A::Value, A::Error> {
        fold::fold(self, algebra)
    }

    /// LaTeX for mathematics mode: quotients as `\frac`, products by juxtaposition with `\cdot` only between a factor
    /// and a digit, `x1` as `x_{1}`, Greek names as letters, roots with a radical.
    pub fn to_latex(self) -> String {
        print::to_latex(self)
    }
}

/// The value of a literal integer with any signs and parentheses: `2`, `-3`, `(-(4))`, `2.0`. `None` for everything
/// else, also for arithmetic such as `1+1`; [`Node::ratio`] evaluates that.
pub fn integer_exponent(node: Node<'_>) -> Option<i64> {
    let (mut node, mut negative) = (node, false);
    loop {
        match node.kind() {
            NodeKind::Negate(operand) => (node, negative) = (operand, !negative),
            NodeKind::Number(value) => {
                let value = value.to_i64()?;
                return Some(if negative { -value } else { value });
            }
            _ => return None,
        }
    }
}

impl fmt::Display for Node<'_> {
    /// Text that parses back to an equal tree, with as few parentheses as possible.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::write_text(*self, f)
    }
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Node({self})")
    }
}
