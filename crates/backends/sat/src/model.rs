//! Total assignments.

use crate::literal::{Literal, Variable};

/// A truth value for each of the variables `1..=n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// The assignment that gives variable `i + 1` the value `values[i]`.
    pub fn new(values: Vec<bool>) -> Self {
        Self { values }
    }

    /// The values, that of variable 1 first.
    pub fn values(&self) -> &[bool] {
        &self.values
    }

    /// The value of a variable, or `None` when the model has no such variable.
    pub fn value(&self, variable: Variable) -> Option<bool> {
        self.values.get(variable.number() as usize - 1).copied()
    }

    /// Whether the literal is true. A literal of a variable that the model does not have is not, nor is its negation.
    pub fn satisfies(&self, literal: Literal) -> bool {
        self.value(literal.variable()) == Some(literal.is_positive())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_literal_outside_the_model_is_neither_true_nor_false() {
        let model = Model::new(vec![true, false]);
        let [x, y, z] = [1, 2, 3].map(|number| Variable::new(number).unwrap());
        assert!(model.satisfies(x.positive()) && !model.satisfies(x.negative()));
        assert!(model.satisfies(y.negative()) && !model.satisfies(y.positive()));
        assert!(!model.satisfies(z.positive()) && !model.satisfies(z.negative()));
        assert_eq!(model.value(z), None);
    }
}
