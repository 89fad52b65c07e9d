//! The tree, stored in postfix order.

use std::fmt;
use std::sync::Arc;

use crate::constant::Constant;
use crate::decimal::Decimal;
use crate::fold::Algebra;
use crate::function::Function;
use crate::node::Node;
use crate::span::Span;
use crate::vocabulary::is_name;

/// A parsed formula.
///
/// The nodes lie in one array in postfix order, operands before their operation. Walking, comparing and dropping are
/// therefore loops: no tree, however deep, can exhaust the stack. Equality compares the trees and the names of the
/// variables, not the spans.
#[derive(Clone)]
pub struct Expression {
    entries: Vec<Entry>,
    variables: Arc<[String]>,
    source: Arc<str>,
}

/// One node without its operands. A sequence in postfix order determines a tree, see [`Expression::from_postfix`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// A non-negative exact number.
    Number(Decimal),
    /// The variable of this index in [`Expression::variables`].
    Variable(usize),
    /// A named constant.
    Constant(Constant),
    /// Unary minus.
    Negate,
    /// Sum of two operands.
    Add,
    /// First operand less the second.
    Subtract,
    /// Product of two operands.
    Multiply,
    /// First operand over the second.
    Divide,
    /// First operand to the power of the second.
    Power,
    /// A function of as many operands as its arity.
    Call(Function),
}

impl Operation {
    /// The number of operands.
    pub fn arity(&self) -> usize {
        match self {
            Self::Number(_) | Self::Variable(_) | Self::Constant(_) => 0,
            Self::Negate => 1,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Power => 2,
            Self::Call(function) => function.arity(),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) operation: Operation,
    pub(crate) span: Span,
    /// Index of the first node of the subtree that ends here.
    pub(crate) first: usize,
}

impl Expression {
    /// The tree of these operations in postfix order: `x`, `2`, `Power` is `x^2`. All spans are empty.
    ///
    /// # Errors
    /// A sequence that is not one tree, a variable without a name, or a name outside the grammar.
    pub fn from_postfix<S: Into<String>>(
        variables: impl IntoIterator<Item = S>,
        operations: impl IntoIterator<Item = Operation>,
    ) -> Result<Self, PostfixError> {
        let variables: Arc<[String]> = variables.into_iter().map(Into::into).collect();
        if let Some(name) = variables.iter().find(|name| !is_name(name)) {
            return Err(PostfixError::InvalidName(name.clone()));
        }
        let mut builder = Builder::default();
        for (position, operation) in operations.into_iter().enumerate() {
            if let Operation::Variable(index) = operation
                && index >= variables.len()
            {
                return Err(PostfixError::UnknownVariable { position, index, variables: variables.len() });
            }
            builder.push(operation, Span::default())?;
        }
        builder.finish(variables, Arc::from(""))
    }

    /// The operations in postfix order.
    pub fn postfix(&self) -> impl ExactSizeIterator<Item = &Operation> {
        self.entries.iter().map(|entry| &entry.operation)
    }

    /// The root, from which every node can be reached.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, self.entries.len() - 1)
    }

    /// The names of the variables; [`Operation::Variable`] counts into this list. With declared variables this is the
    /// declaration, whether they occur or not; otherwise the names in the order of their first appearance.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// The parsed text; empty if the tree was not parsed.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The number of nodes, at least 1.
    pub fn node_count(&self) -> usize {
        self.entries.len()
    }

    /// Evaluates the whole tree in another domain; see [`Algebra`].
    ///
    /// # Errors
    /// The first error of the algebra.
    pub fn fold<A: Algebra>(&self, algebra: &mut A) -> Result<A::Value, A::Error> {
        self.root().fold(algebra)
    }

    /// LaTeX for mathematics mode; see [`Node::to_latex`].
    pub fn to_latex(&self) -> String {
        self.root().to_latex()
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.variables == other.variables && self.postfix().eq(other.postfix())
    }
}

impl Eq for Expression {}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expression({self})")
    }
}

impl fmt::Display for Expression {
    /// Text that parses back to an equal tree, with as few parentheses as possible.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.root().fmt(f)
    }
}

/// Assembles a tree from operations in postfix order.
#[derive(Default)]
pub(crate) struct Builder {
    entries: Vec<Entry>,
    /// Indices of the finished subtrees that no operation has taken yet.
    roots: Vec<usize>,
}

impl Builder {
    pub(crate) fn push(&mut self, operation: Operation, span: Span) -> Result<(), PostfixError> {
        let index = self.entries.len();
        let Some(kept) = self.roots.len().checked_sub(operation.arity()) else {
            return Err(PostfixError::MissingOperand { position: index });
        };
        let first = self.roots.get(kept).map_or(index, |&operand| self.entries[operand].first);
        self.roots.truncate(kept);
        self.roots.push(index);
        self.entries.push(Entry { operation, span, first });
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn finish(self, variables: Arc<[String]>, source: Arc<str>) -> Result<Expression, PostfixError> {
        match self.roots.len() {
            1 => Ok(Expression { entries: self.entries, variables, source }),
            trees => Err(PostfixError::NotOneTree { trees }),
        }
    }
}

/// Why a sequence of operations is not a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostfixError {
    /// An operation before enough operands.
    MissingOperand {
        /// Index of the operation.
        position: usize,
    },
    /// No tree, or more than one.
    NotOneTree {
        /// How many there are.
        trees: usize,
    },
    /// A variable index without a name.
    UnknownVariable {
        /// Index of the operation.
        position: usize,
        /// The variable index.
        index: usize,
        /// How many variables there are.
        variables: usize,
    },
    /// A variable whose name the grammar cannot express.
    InvalidName(String),
}

impl std::error::Error for PostfixError {}

impl fmt::Display for PostfixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingOperand { position } => write!(f, "operation {position} comes before its operands"),
            Self::NotOneTree { trees } => write!(f, "the operations form {trees} trees; exactly one is needed"),
            Self::UnknownVariable { position, index, variables } => {
                write!(f, "operation {position} names variable {index}, but there are {variables}, counted from 0")
            }
            Self::InvalidName(name) => write!(f, "{name:?} cannot name a variable in a formula"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(operations: &[Operation]) -> Result<Expression, PostfixError> {
        Expression::from_postfix(["x"], operations.iter().cloned())
    }

    #[test]
    fn malformed_sequences_are_refused() {
        let x = Operation::Variable(0);
        assert_eq!(tree(&[]), Err(PostfixError::NotOneTree { trees: 0 }));
        assert_eq!(tree(&[x.clone(), x.clone()]), Err(PostfixError::NotOneTree { trees: 2 }));
        assert_eq!(tree(&[x, Operation::Add]), Err(PostfixError::MissingOperand { position: 1 }));
        assert_eq!(
            tree(&[Operation::Variable(1)]),
            Err(PostfixError::UnknownVariable { position: 0, index: 1, variables: 1 })
        );
        assert_eq!(Expression::from_postfix(["2x"], []), Err(PostfixError::InvalidName("2x".into())));
    }

    #[test]
    fn equality_ignores_places_but_not_names() {
        let x = || [Operation::Variable(0)];
        assert_eq!(tree(&x()), tree(&x()));
        assert_ne!(Expression::from_postfix(["x"], x()), Expression::from_postfix(["y"], x()));
    }
}
