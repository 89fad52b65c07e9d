//! Text of polynomials, highest power first: `x^3 - 2*x + 1`.

use std::fmt;

use crate::{Integer, Rational};

/// What the text of a coefficient depends on.
pub(super) trait Coefficient: fmt::Display {
    fn sign(&self) -> i8;
    fn magnitude_is_one(&self) -> bool;
    fn magnitude(&self) -> Self;
}

impl Coefficient for Integer {
    fn sign(&self) -> i8 {
        self.signum()
    }
    fn magnitude_is_one(&self) -> bool {
        self.is_one() || *self == -1
    }
    fn magnitude(&self) -> Integer {
        self.abs()
    }
}

impl Coefficient for Rational {
    fn sign(&self) -> i8 {
        self.signum()
    }
    fn magnitude_is_one(&self) -> bool {
        self.is_integer() && self.numerator().magnitude_is_one()
    }
    fn magnitude(&self) -> Rational {
        self.abs()
    }
}

/// Writes the terms, given from the highest power downward; zero coefficients are skipped.
pub(super) fn write_terms<C: Coefficient>(
    formatter: &mut fmt::Formatter<'_>,
    variable: &str,
    terms: impl Iterator<Item = (usize, C)>,
) -> fmt::Result {
    let mut first = true;
    for (exponent, coefficient) in terms {
        let sign = coefficient.sign();
        if sign == 0 {
            continue;
        }
        formatter.write_str(match (first, sign < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        })?;
        first = false;
        if exponent == 0 || !coefficient.magnitude_is_one() {
            write!(formatter, "{}", coefficient.magnitude())?;
            if exponent > 0 {
                formatter.write_str("*")?;
            }
        }
        match exponent {
            0 => {}
            1 => formatter.write_str(variable)?,
            _ => write!(formatter, "{variable}^{exponent}")?,
        }
    }
    if first { formatter.write_str("0") } else { Ok(()) }
}
