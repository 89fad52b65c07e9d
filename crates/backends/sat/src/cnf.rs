//! Formulas in conjunctive normal form.

use crate::error::CnfError;
use crate::literal::{Literal, Variable};
use crate::model::Model;

/// How large a [`Cnf`] may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The largest number of variables; more than [`Variable::MAX`] means that.
    pub variables: usize,
    /// The largest number of clauses.
    pub clauses: usize,
    /// The largest number of literals, over all clauses.
    pub literals: usize,
}

impl Default for Bounds {
    /// 2^24 variables, 2^25 clauses and 2^27 literals: about 768 MiB.
    fn default() -> Self {
        Self { variables: 1 << 24, clauses: 1 << 25, literals: 1 << 27 }
    }
}

/// A formula in conjunctive normal form over the variables `1..=n`.
///
/// Each clause is stored sorted and without repeated literals; a clause that contains a literal and its negation is
/// true under every assignment and is not stored. The empty clause is stored: it makes the formula unsatisfiable.
/// Clauses keep the order in which they were added, and repeated clauses are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    bounds: Bounds,
    variables: usize,
    literals: Vec<Literal>,
    /// Where each clause ends in `literals`; it starts where the one before it ends.
    ends: Vec<usize>,
}

impl Cnf {
    /// The formula without variables and clauses, with the default bounds.
    pub fn new() -> Self {
        Self::default()
    }

    /// The formula without variables and clauses, with the given bounds.
    pub fn with_bounds(bounds: Bounds) -> Self {
        Self { bounds, ..Self::default() }
    }

    /// The number of variables.
    pub fn variable_count(&self) -> usize {
        self.variables
    }

    /// The number of stored clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// The number of literals of all stored clauses together.
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// Adds a variable: the one numbered [`variable_count`](Self::variable_count) after the call.
    ///
    /// # Errors
    /// [`CnfError::TooManyVariables`].
    pub fn new_variable(&mut self) -> Result<Variable, CnfError> {
        let limit = self.bounds.variables.min(Variable::MAX as usize);
        let variable = u32::try_from(self.variables + 1)
            .ok()
            .filter(|_| self.variables < limit)
            .and_then(Variable::new)
            .ok_or(CnfError::TooManyVariables { limit })?;
        self.variables += 1;
        Ok(variable)
    }

    /// Adds `count` variables with consecutive numbers and returns them in that order.
    ///
    /// # Errors
    /// [`CnfError::TooManyVariables`].
    pub fn new_variables(&mut self, count: usize) -> Result<Vec<Variable>, CnfError> {
        self.all_or_nothing(|cnf| (0..count).map(|_| cnf.new_variable()).collect())
    }

    /// Adds the clause that at least one of the literals is true; without literals, the empty clause.
    ///
    /// # Errors
    /// [`CnfError::UnknownVariable`], [`CnfError::TooManyClauses`] and [`CnfError::TooManyLiterals`].
    pub fn add_clause(&mut self, literals: impl IntoIterator<Item = Literal>) -> Result<(), CnfError> {
        let start = self.literals.len();
        self.literals.extend(literals);
        let added = self.close_clause(start);
        if added != Ok(true) {
            self.literals.truncate(start);
        }
        added.map(|_| ())
    }

    /// Makes a clause of the literals from `start` on; false when it is a tautology, which is not worth storing.
    fn close_clause(&mut self, start: usize) -> Result<bool, CnfError> {
        let clause = &mut self.literals[start..];
        clause.sort_unstable();
        // Literals are ordered by variable, so the last names the largest and complementary ones are neighbors.
        if let Some(variable) = clause.last().map(|last| last.variable().number())
            && variable as usize > self.variables
        {
            return Err(CnfError::UnknownVariable { variable, variables: self.variables });
        }
        if clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Ok(false);
        }
        let mut kept = start;
        for index in start..self.literals.len() {
            if index == start || self.literals[index] != self.literals[kept - 1] {
                self.literals[kept] = self.literals[index];
                kept += 1;
            }
        }
        self.literals.truncate(kept);
        if self.literals.len() > self.bounds.literals {
            return Err(CnfError::TooManyLiterals { limit: self.bounds.literals });
        }
        if self.ends.len() >= self.bounds.clauses {
            return Err(CnfError::TooManyClauses { limit: self.bounds.clauses });
        }
        self.ends.push(self.literals.len());
        Ok(true)
    }

    /// The clause with this index, from 0 in the order of addition, or `None` when there is none.
    pub fn clause(&self, index: usize) -> Option<&[Literal]> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { *self.ends.get(index - 1)? };
        self.literals.get(start..end)
    }

    /// The stored clauses in the order of addition.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        (0..self.clause_count()).filter_map(|index| self.clause(index))
    }

    /// The index of the first clause, from 0, that the model leaves without a true literal; `None` when the model
    /// satisfies the formula.
    pub fn first_violated(&self, model: &Model) -> Option<usize> {
        self.clauses().position(|clause| !clause.iter().any(|&literal| model.satisfies(literal)))
    }

    /// Runs `additions`, and takes all of them back when one fails.
    pub(crate) fn all_or_nothing<T>(
        &mut self,
        additions: impl FnOnce(&mut Self) -> Result<T, CnfError>,
    ) -> Result<T, CnfError> {
        let (variables, clauses) = (self.variables, self.ends.len());
        let added = additions(self);
        if added.is_err() {
            self.variables = variables;
            self.ends.truncate(clauses);
            self.literals.truncate(self.ends.last().copied().unwrap_or(0));
        }
        added
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn literals(numbers: &[i32]) -> Vec<Literal> {
        numbers.iter().map(|&number| Literal::from_dimacs(number).unwrap()).collect()
    }

    fn cnf(bounds: Bounds, variables: usize) -> Cnf {
        let mut cnf = Cnf::with_bounds(bounds);
        cnf.new_variables(variables).unwrap();
        cnf
    }

    #[test]
    fn clauses_are_sorted_without_repetition_and_tautologies_are_dropped() {
        let mut cnf = cnf(Bounds::default(), 3);
        for clause in [&[3, -1, 3, 2, -1][..], &[1, 2, -1], &[], &[2, 2]] {
            cnf.add_clause(literals(clause)).unwrap();
        }
        let stored: Vec<_> = cnf.clauses().map(<[_]>::to_vec).collect();
        assert_eq!(stored, [literals(&[-1, 2, 3]), literals(&[]), literals(&[2])]);
        assert_eq!((cnf.clause_count(), cnf.literal_count(), cnf.clause(3)), (3, 4, None));
    }

    #[test]
    fn an_addition_past_a_bound_leaves_the_formula_as_it_was() {
        let mut cnf = cnf(Bounds { variables: 2, clauses: 2, literals: 3 }, 2);
        cnf.add_clause(literals(&[1, 2])).unwrap();
        let before = cnf.clone();
        assert_eq!(cnf.new_variables(1), Err(CnfError::TooManyVariables { limit: 2 }));
        assert_eq!(cnf.add_clause(literals(&[-1, -2])), Err(CnfError::TooManyLiterals { limit: 3 }));
        let unknown = CnfError::UnknownVariable { variable: 3, variables: 2 };
        assert_eq!(cnf.add_clause(literals(&[3, 1, -3])), Err(unknown));
        assert_eq!(cnf, before);
        cnf.add_clause(literals(&[1, 1, 1])).unwrap();
        assert_eq!(cnf.add_clause([]), Err(CnfError::TooManyClauses { limit: 2 }));
        assert_eq!(cnf.clause(1), Some(&literals(&[1])[..]));
    }

    #[test]
    fn the_first_violated_clause_is_named() {
        let mut cnf = cnf(Bounds::default(), 2);
        cnf.add_clause(literals(&[1, 2])).unwrap();
        cnf.add_clause(literals(&[-1, 2])).unwrap();
        assert_eq!(cnf.first_violated(&Model::new(vec![true, true])), None);
        assert_eq!(cnf.first_violated(&Model::new(vec![true, false])), Some(1));
        assert_eq!(cnf.first_violated(&Model::new(vec![])), Some(0));
        assert_eq!(Cnf::new().first_violated(&Model::new(vec![])), None);
    }
}
