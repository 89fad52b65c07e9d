//! Variables and literals, numbered as in the DIMACS format.

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

/// A propositional variable, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(NonZeroI32);

impl Variable {
    /// The largest number a variable can have. Small enough that twice the number fits in an `i32`, which CaDiCaL needs.
    pub const MAX: u32 = (i32::MAX / 2) as u32 - 1;

    /// The variable with this number, or `None` outside `1..=Variable::MAX`.
    pub fn new(number: u32) -> Option<Self> {
        i32::try_from(number).ok().filter(|_| number <= Self::MAX).and_then(NonZeroI32::new).map(Self)
    }

    /// The number, `1..=Variable::MAX`.
    pub fn number(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// The literal that is true when the variable is.
    pub fn positive(self) -> Literal {
        Literal(self.0)
    }

    /// The literal that is true when the variable is false.
    pub fn negative(self) -> Literal {
        !self.positive()
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A variable or its negation. The DIMACS number of a literal is the variable's number, negative when negated.
///
/// Literals are ordered by variable, the positive one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal(NonZeroI32);

impl Literal {
    /// The literal with this DIMACS number, or `None` for zero and for variables above [`Variable::MAX`].
    pub fn from_dimacs(number: i32) -> Option<Self> {
        NonZeroI32::new(number).filter(|number| number.get().unsigned_abs() <= Variable::MAX).map(Self)
    }

    /// The DIMACS number: the variable's number, negative when the literal is negated.
    pub fn to_dimacs(self) -> i32 {
        self.0.get()
    }

    /// The variable of the literal.
    pub fn variable(self) -> Variable {
        Variable(self.0.abs())
    }

    /// Whether the literal is true when its variable is.
    pub fn is_positive(self) -> bool {
        self.0.is_positive()
    }

    /// A dense code for arrays: twice the variable's number, plus one when negated.
    pub(crate) fn code(self) -> usize {
        2 * self.variable().number() as usize + usize::from(!self.is_positive())
    }

    /// The literal with this [code](Self::code), or `None` when there is none.
    pub(crate) fn from_code(code: u64) -> Option<Self> {
        let variable = Variable::new(u32::try_from(code / 2).ok()?)?;
        Some(if code.is_multiple_of(2) { variable.positive() } else { variable.negative() })
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

impl PartialOrd for Literal {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Literal {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.code().cmp(&other.code())
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn numbers_outside_the_range_are_refused() {
        assert_eq!(Variable::new(0), None);
        assert_eq!(Variable::new(Variable::MAX + 1), None);
        assert_eq!(Literal::from_dimacs(0), None);
        assert_eq!(Literal::from_dimacs(i32::MIN), None);
        assert_eq!(Literal::from_dimacs(i32::MAX), None);
    }

    #[test]
    fn dimacs_numbers_and_codes_round_trip() {
        for number in [1, -1, 2, -7, Variable::MAX as i32, -(Variable::MAX as i32)] {
            let literal = Literal::from_dimacs(number).unwrap();
            assert_eq!(literal.to_dimacs(), number);
            assert_eq!(Literal::from_code(literal.code() as u64), Some(literal));
            assert_eq!((!literal).to_dimacs(), -number);
            assert_eq!(literal.is_positive(), number > 0);
            assert_eq!(literal.variable().positive().to_dimacs(), number.abs());
        }
        assert_eq!(Literal::from_code(0), None);
        assert_eq!(Literal::from_code(1), None);
        assert_eq!(Literal::from_code(u64::MAX), None);
    }
}
