//! Formulas for the tests.

use proptest::prelude::*;
use sat::{Cnf, Literal, Model};

pub fn literal(number: i32) -> Literal {
    Literal::from_dimacs(number).expect("a test names a literal")
}

/// The formula with `variables` variables and these clauses, in DIMACS numbers.
pub fn formula(variables: usize, clauses: &[Vec<i32>]) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.new_variables(variables).expect("a test is small");
    for clause in clauses {
        cnf.add_clause(clause.iter().map(|&number| literal(number))).expect("a test is small");
    }
    cnf
}

/// Whether some assignment satisfies the formula, by trying all of them.
pub fn satisfiable_by_enumeration(cnf: &Cnf) -> bool {
    let n = cnf.variable_count();
    (0..1_u32 << n).any(|bits| cnf.first_violated(&Model::new((0..n).map(|i| bits >> i & 1 == 1).collect())).is_none())
}

/// Clauses of `length` literals over `1..=variables`, repeated and complementary literals included.
pub fn clauses(
    variables: i32,
    length: std::ops::RangeInclusive<usize>,
    count: std::ops::RangeInclusive<usize>,
) -> impl Strategy<Value = Vec<Vec<i32>>> {
    let number = (1..=variables, any::<bool>()).prop_map(|(variable, sign)| if sign { variable } else { -variable });
    prop::collection::vec(prop::collection::vec(number, length), count)
}
