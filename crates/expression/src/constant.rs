//! The named constants of the grammar.

use std::fmt;

/// A named constant. Names are case-sensitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// `I`, the imaginary unit.
    I,
    /// `pi`, half the circumference of the unit circle.
    Pi,
    /// `E`, the base of the natural logarithm. Lower-case `e` is an ordinary name.
    E,
}

impl Constant {
    /// Every constant.
    pub const ALL: [Self; 3] = [Self::I, Self::Pi, Self::E];

    /// The name in the grammar.
    pub fn name(self) -> &'static str {
        match self {
            Self::I => "I",
            Self::Pi => "pi",
            Self::E => "E",
        }
    }

    /// The constant of this exact name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|constant| constant.name() == name)
    }

    /// Upright letters, so that a variable `i` or `e` (set in italics) stays distinguishable.
    pub(crate) fn latex(self) -> &'static str {
        match self {
            Self::I => r"\mathrm{i}",
            Self::Pi => r"\pi",
            Self::E => r"\mathrm{e}",
        }
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
