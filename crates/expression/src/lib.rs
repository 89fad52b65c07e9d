//! The one text grammar for polynomials, rational functions and elementary functions.
//!
//! [`parse`] reads a formula as people write it and gives an [`Expression`]: a tree of exact decimal numbers,
//! variables, constants, operators and function calls. Text is data here and is never run as a program; what the tree
//! means is decided by whoever folds it into a domain through [`Algebra`].
//!
//! # Grammar
//!
//! From loosest to tightest; operators of one line associate to the left unless said otherwise.
//!
//! | form                      | reading                                                                |
//! |---------------------------|------------------------------------------------------------------------|
//! | `a + b`, `a - b`          | sum, difference                                                        |
//! | `a * b`, `a / b`, `a b`   | product, quotient, implicit product                                    |
//! | `-a`, `+a`                | sign: `-x^2` is `-(x^2)`, `-a*b` is `(-a)*b`                           |
//! | `a ^ b`, `a ** b`         | power, associates to the right; a sign may follow: `2^-3`              |
//! | `a²`, `a⁻¹⁰`              | power with a superscript integer, tightest; no power may follow        |
//! | `(a)`, `f(a)`, `x`, `1.5` | parentheses, call, name, number                                        |
//!
//! * **Numbers** are `12`, `1.5`, `.5`, `1e-3`, `2.5E+10`, always exact. Leading zeros (`007`) and a bare point (`1.`)
//!   are refused. `2e` and `2exp(x)` are products: an `e` or `E` is an exponent only when digits follow it.
//! * **Names** match `[A-Za-z][A-Za-z0-9_]{0,31}`. A [`Vocabulary`] says which are variables, constants (`I`, `pi`,
//!   `E`; `e` is an ordinary name) and functions.
//! * **Implicit products** bind exactly like `*`: `1/2x` is `(1/2)*x` and `2^3x` is `(2^3)*x`. Their right factor starts
//!   with a name or a parenthesis, never with a number: `x 2` and `1 2` are errors. A name before `(` is a call when it
//!   is an allowed function, and otherwise an implicit product when it is a *declared* variable.
//! * **Pasted signs** `−` (U+2212), `·` (U+00B7), `×`, `÷` and the superscripts `⁰`…`⁹`, `⁻` are read as the operators
//!   they depict. Blanks are space, tab, carriage return and line feed. Every other character is an error.
//!
//! # Example
//!
//! ```
//! use expression::{Limits, Vocabulary, parse};
//!
//! let vocabulary = Vocabulary::variables(["x", "y"])?.elementary();
//! let expression = parse("2x² − sin(y)/3", &vocabulary, &Limits::default())?;
//! assert_eq!(expression.to_string(), "2*x^2 - sin(y)/3");
//! assert_eq!(expression.to_latex(), r"2 x^{2} - \frac{\sin\left(y\right)}{3}");
//!
//! let error = parse("2*(x + z)", &vocabulary, &Limits::default()).unwrap_err();
//! assert_eq!(error.column(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod constant;
mod decimal;
mod error;
mod fold;
mod function;
mod lexer;
mod limits;
mod node;
mod parser;
mod print;
mod ratio;
mod span;
mod suggestion;
mod tree;
mod vocabulary;

pub use constant::Constant;
pub use decimal::Decimal;
pub use error::{Expected, ParseError, ParseErrorKind};
pub use fold::{Algebra, Exponent};
pub use function::Function;
pub use limits::Limits;
pub use node::{Node, NodeKind, integer_exponent};
pub use parser::parse;
pub use print::{Style, Term, latex_name, write_sum};
pub use ratio::Ratio;
pub use span::Span;
pub use tree::{Expression, Operation, PostfixError};
pub use vocabulary::{NAME_LENGTH, Vocabulary, VocabularyError, is_name};
