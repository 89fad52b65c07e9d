//! The elementary functions of the grammar.

use std::fmt;

macro_rules! functions {
    ($($(#[$doc:meta])* $variant:ident, $arity:literal, $name:literal $(| $alias:literal)*, $latex:literal;)*) => {
        /// An elementary function. Each has one canonical name, which is what printing uses, and may have aliases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function {
            $($(#[$doc])* $variant,)*
        }

        impl Function {
            /// Every function.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The canonical name.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The function with this canonical name or alias. Names are case-sensitive.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name $(| $alias)* => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The number of arguments, 1 or 2.
            pub fn arity(self) -> usize {
                match self { $(Self::$variant => $arity,)* }
            }

            /// The operator name in LaTeX; roots are set with a radical instead.
            pub(crate) fn latex(self) -> &'static str {
                match self { $(Self::$variant => $latex,)* }
            }
        }
    };
}

functions! {
    /// `exp(x)`, the exponential.
    Exp, 1, "exp", r"\exp";
    /// `log(x)`, alias `ln`: the natural logarithm.
    Log, 1, "log" | "ln", r"\log";
    /// `sqrt(x)`, the square root.
    Sqrt, 1, "sqrt", r"\sqrt";
    /// `isqrt(x)` = x^(-1/2), the reciprocal square root (not the integer square root).
    InvSqrt, 1, "isqrt", r"\operatorname{isqrt}";
    /// `cbrt(x)`, the cube root.
    Cbrt, 1, "cbrt", r"\sqrt[3]";
    /// `inv_cbrt(x)` = x^(-1/3).
    InvCbrt, 1, "inv_cbrt", r"\operatorname{inv\_cbrt}";
    /// `inv_pow_3_2(x)` = x^(-3/2).
    InvPow32, 1, "inv_pow_3_2", r"\operatorname{inv\_pow\_3\_2}";
    /// `sin(x)`.
    Sin, 1, "sin", r"\sin";
    /// `cos(x)`.
    Cos, 1, "cos", r"\cos";
    /// `tan(x)`.
    Tan, 1, "tan", r"\tan";
    /// `cot(x)` = 1/tan(x).
    Cot, 1, "cot", r"\cot";
    /// `sec(x)` = 1/cos(x).
    Sec, 1, "sec", r"\sec";
    /// `csc(x)` = 1/sin(x).
    Csc, 1, "csc", r"\csc";
    /// `sinh(x)`.
    Sinh, 1, "sinh", r"\sinh";
    /// `cosh(x)`.
    Cosh, 1, "cosh", r"\cosh";
    /// `tanh(x)`.
    Tanh, 1, "tanh", r"\tanh";
    /// `coth(x)` = 1/tanh(x).
    Coth, 1, "coth", r"\coth";
    /// `arcsin(x)`, alias `asin`.
    Arcsin, 1, "arcsin" | "asin", r"\arcsin";
    /// `arccos(x)`, alias `acos`.
    Arccos, 1, "arccos" | "acos", r"\arccos";
    /// `arctan(x)`, alias `atan`.
    Arctan, 1, "arctan" | "atan", r"\arctan";
    /// `arcsinh(x)`, alias `asinh`.
    Arcsinh, 1, "arcsinh" | "asinh", r"\operatorname{arcsinh}";
    /// `arccosh(x)`, alias `acosh`.
    Arccosh, 1, "arccosh" | "acosh", r"\operatorname{arccosh}";
    /// `arctanh(x)`, alias `atanh`.
    Arctanh, 1, "arctanh" | "atanh", r"\operatorname{arctanh}";
    /// `erf(x)`, the error function 2/sqrt(pi) times the integral of exp(-t^2) from 0 to x.
    Erf, 1, "erf", r"\operatorname{erf}";
    /// `gaussian(x)` = exp(-x^2).
    Gaussian, 1, "gaussian", r"\operatorname{gaussian}";
    /// `atan2(y, x)`, the angle of the point (x, y).
    Atan2, 2, "atan2", r"\operatorname{atan2}";
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_functions() {
        for &function in Function::ALL {
            assert_eq!(Function::from_name(function.name()), Some(function));
        }
    }

    #[test]
    fn aliases() {
        for (alias, function) in [
            ("ln", Function::Log),
            ("asin", Function::Arcsin),
            ("acos", Function::Arccos),
            ("atan", Function::Arctan),
            ("asinh", Function::Arcsinh),
            ("acosh", Function::Arccosh),
            ("atanh", Function::Arctanh),
        ] {
            assert_eq!(Function::from_name(alias), Some(function));
        }
        assert_eq!(Function::from_name("abs"), None);
        assert_eq!(Function::from_name("Sin"), None);
    }

    #[test]
    fn only_atan2_takes_two_arguments() {
        for &function in Function::ALL {
            assert_eq!(function.arity(), if function == Function::Atan2 { 2 } else { 1 });
        }
    }
}
