//! Constraints that many problems share, as clauses.
//!
//! Repeated literals count as often as they occur. Auxiliary variables are added after the variables that exist, so a
//! caller reads a solution off its own variables and ignores the rest. When a constraint does not fit the bounds of the
//! formula, the formula is left as it was.

use crate::cnf::Cnf;
use crate::error::CnfError;
use crate::literal::Literal;

/// Up to this many literals, one clause for each pair is no more than the product encoding needs, and it needs no
/// auxiliary variables.
const PAIRWISE_LIMIT: usize = 6;

impl Cnf {
    /// At most one of the literals is true.
    ///
    /// Up to 6 literals: one clause for each pair. Above: the product encoding (J. Chen, "A new SAT encoding of the
    /// at-most-one constraint", ModRef 2010) with about 2√n auxiliary variables and 2n + 4√n clauses, arc-consistent
    /// under unit propagation.
    ///
    /// # Errors
    /// Every [`CnfError`].
    pub fn at_most_one(&mut self, literals: &[Literal]) -> Result<(), CnfError> {
        self.all_or_nothing(|cnf| cnf.product(literals))
    }

    /// Exactly one of the literals is true: [`at_most_one`](Self::at_most_one), and the clause of all of them. Without
    /// literals this is the empty clause.
    ///
    /// # Errors
    /// Every [`CnfError`].
    pub fn exactly_one(&mut self, literals: &[Literal]) -> Result<(), CnfError> {
        self.all_or_nothing(|cnf| {
            cnf.add_clause(literals.iter().copied())?;
            cnf.product(literals)
        })
    }

    /// The literals are not all equal: at least one is true and at least one is false. Fewer than two literals cannot
    /// differ, so for them this is unsatisfiable.
    ///
    /// # Errors
    /// [`CnfError::UnknownVariable`], [`CnfError::TooManyClauses`] and [`CnfError::TooManyLiterals`].
    pub fn not_all_equal(&mut self, literals: &[Literal]) -> Result<(), CnfError> {
        self.all_or_nothing(|cnf| {
            cnf.add_clause(literals.iter().copied())?;
            cnf.add_clause(literals.iter().map(|&literal| !literal))
        })
    }

    fn pairwise(&mut self, literals: &[Literal]) -> Result<(), CnfError> {
        for (index, &first) in literals.iter().enumerate() {
            for &second in &literals[index + 1..] {
                self.add_clause([!first, !second])?;
            }
        }
        Ok(())
    }

    /// Lays the literals out row by row in a grid close to a square. A true literal makes the variables of its row and
    /// of its column true; that at most one row and at most one column is true leaves room for one literal.
    fn product(&mut self, literals: &[Literal]) -> Result<(), CnfError> {
        if literals.len() <= PAIRWISE_LIMIT {
            return self.pairwise(literals);
        }
        let width = ceiling_sqrt(literals.len());
        let rows = self.auxiliary(literals.len().div_ceil(width))?;
        let columns = self.auxiliary(width)?;
        for (index, &literal) in literals.iter().enumerate() {
            self.add_clause([!literal, rows[index / width]])?;
            self.add_clause([!literal, columns[index % width]])?;
        }
        self.product(&rows)?;
        self.product(&columns)
    }

    fn auxiliary(&mut self, count: usize) -> Result<Vec<Literal>, CnfError> {
        Ok(self.new_variables(count)?.into_iter().map(|variable| variable.positive()).collect())
    }
}

fn ceiling_sqrt(number: usize) -> usize {
    let floor = number.isqrt();
    floor + usize::from(floor * floor < number)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::cnf::Bounds;
    use crate::solver::{Limits, Verdict, solve};

    /// Whether the constraint allows exactly the assignments of `n` variables (bit `i` for variable `i + 1`) that
    /// `expected` does, whatever the auxiliary variables do.
    fn allows(n: usize, constrain: fn(&mut Cnf, &[Literal]) -> Result<(), CnfError>, expected: fn(u32, u32) -> bool) {
        for bits in 0..1_u32 << n {
            let mut cnf = Cnf::new();
            let literals = cnf.auxiliary(n).unwrap();
            constrain(&mut cnf, &literals).unwrap();
            for (index, &literal) in literals.iter().enumerate() {
                cnf.add_clause([if bits >> index & 1 == 1 { literal } else { !literal }]).unwrap();
            }
            let verdict = solve(&cnf, &Limits::default(), &mut || false).unwrap();
            let satisfiable = matches!(verdict, Verdict::Satisfiable(_));
            assert_eq!(satisfiable, expected(bits.count_ones(), n as u32), "{bits:b} of {n}");
        }
    }

    #[test]
    fn every_constraint_allows_what_it_says() {
        for n in (0..=8).chain([10]) {
            allows(n, Cnf::at_most_one, |ones, _| ones <= 1);
            allows(n, Cnf::exactly_one, |ones, _| ones == 1);
            allows(n, Cnf::not_all_equal, |ones, n| 0 < ones && ones < n);
        }
    }

    #[test]
    fn of_many_literals_every_one_can_be_the_true_one_and_no_two_can() {
        for n in [49, 50, 200] {
            let mut base = Cnf::new();
            let literals = base.auxiliary(n).unwrap();
            base.exactly_one(&literals).unwrap();
            assert!(base.clause_count() < n * 2 + 6 * ceiling_sqrt(n), "{} clauses for {n}", base.clause_count());
            for (first, second, expected) in [(0, 0, true), (n - 1, n - 1, true), (0, 1, false), (7, n - 1, false)] {
                let mut cnf = base.clone();
                cnf.add_clause([literals[first]]).unwrap();
                cnf.add_clause([literals[second]]).unwrap();
                let verdict = solve(&cnf, &Limits::default(), &mut || false).unwrap();
                assert_eq!(matches!(verdict, Verdict::Satisfiable(_)), expected, "{first} and {second} of {n}");
            }
        }
    }

    #[test]
    fn a_repeated_literal_counts_twice() {
        for n in [2, 12] {
            let mut cnf = Cnf::new();
            let mut literals = cnf.auxiliary(n).unwrap();
            literals[n - 1] = literals[0];
            cnf.at_most_one(&literals).unwrap();
            cnf.add_clause([literals[0]]).unwrap();
            let verdict = solve(&cnf, &Limits::default(), &mut || false).unwrap();
            assert!(matches!(verdict, Verdict::Unsatisfiable(_)), "{n}");
        }
    }

    #[test]
    fn a_constraint_that_does_not_fit_leaves_the_formula_as_it_was() {
        let mut cnf = Cnf::with_bounds(Bounds { variables: 40, clauses: 70, literals: 1000 });
        let literals = cnf.auxiliary(30).unwrap();
        let before = cnf.clone();
        assert_eq!(cnf.at_most_one(&literals), Err(CnfError::TooManyVariables { limit: 40 }));
        assert_eq!(cnf, before);
        let mut cnf = Cnf::with_bounds(Bounds { variables: 100, clauses: 20, literals: 1000 });
        let literals = cnf.auxiliary(30).unwrap();
        let before = cnf.clone();
        assert_eq!(cnf.exactly_one(&literals), Err(CnfError::TooManyClauses { limit: 20 }));
        assert_eq!(cnf, before);
    }

    #[test]
    fn ceilings_of_square_roots() {
        assert_eq!([0, 1, 2, 4, 5, 9, 10].map(ceiling_sqrt), [0, 1, 2, 2, 3, 3, 4]);
    }
}
