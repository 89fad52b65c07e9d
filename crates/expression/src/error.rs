//! Why a text was refused, and where.

use std::fmt;

use crate::function::Function;
use crate::span::Span;

/// Why [`parse`](crate::parse) refused a text, and where. [`fmt::Display`] gives one sentence for people: the column,
/// what was found, and what would be accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: ParseErrorKind,
    span: Span,
    column: usize,
}

/// The reasons for refusing a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is empty or blank.
    Empty,
    /// A character outside the grammar.
    UnexpectedCharacter(char),
    /// An operator, parenthesis or comma where something else must stand.
    UnexpectedToken {
        /// The text found.
        found: String,
        /// What may stand there.
        expected: Expected,
    },
    /// The text stops too early.
    UnexpectedEnd {
        /// What may stand there.
        expected: Expected,
        /// Column of the innermost parenthesis that is still open.
        open: Option<usize>,
    },
    /// A number right after an operand, as in `x 2`.
    NumberAfterOperand,
    /// A power right after a superscript, as in `x²^3`: it could mean `(x^2)^3` or `x^(2^3)`.
    PowerAfterSuperscript,
    /// No digits after a decimal point.
    MalformedNumber,
    /// A number such as `007`.
    LeadingZero,
    /// A name that is neither a variable nor a constant.
    UnknownName {
        /// The name found.
        name: String,
        /// Close names, nearest first.
        suggestions: Vec<String>,
        /// The names that are known, abridged.
        accepted: String,
    },
    /// A call of a name that is neither a function nor a declared variable.
    UnknownFunction {
        /// The name found.
        name: String,
        /// Close names, nearest first.
        suggestions: Vec<String>,
        /// The functions that are allowed.
        accepted: String,
    },
    /// A function of the grammar that the vocabulary does not allow.
    FunctionNotAllowed {
        /// The name found.
        name: String,
        /// The functions that are allowed.
        accepted: String,
    },
    /// A constant of the grammar that the vocabulary does not allow.
    ConstantNotAllowed(String),
    /// A function name without parentheses after it.
    MissingArguments(String),
    /// A call with the wrong number of arguments.
    WrongArity {
        /// The function called.
        function: Function,
        /// The number of arguments given.
        found: usize,
    },
    /// A name above [`NAME_LENGTH`](crate::NAME_LENGTH) characters.
    NameTooLong {
        /// Characters of the name.
        length: usize,
        /// Characters allowed.
        limit: usize,
    },
    /// A number with more digits than [`Limits::digits`](crate::Limits::digits).
    NumberTooLong {
        /// Digits when written out in full; `None` if they are beyond counting.
        digits: Option<u64>,
        /// Digits allowed.
        limit: usize,
    },
    /// More bytes than [`Limits::bytes`](crate::Limits::bytes).
    TooLong {
        /// Bytes of the text.
        bytes: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// Deeper nesting than [`Limits::depth`](crate::Limits::depth).
    TooDeep {
        /// Depth allowed.
        limit: usize,
    },
    /// More nodes than [`Limits::nodes`](crate::Limits::nodes).
    TooManyNodes {
        /// Nodes allowed.
        limit: usize,
    },
}

/// What may stand at a place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The start of an operand.
    Operand,
    /// A continuation at the top level.
    OperatorOrEnd,
    /// A continuation inside parentheses.
    OperatorOrClose,
    /// A continuation inside the arguments of a call.
    OperatorCommaOrClose,
}

impl ParseError {
    pub(crate) fn new(kind: ParseErrorKind, span: Span, text: &str) -> Self {
        Self { kind, span, column: span.column(text) }
    }

    /// The reason.
    pub fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }

    /// The offending part of the text; empty, at its end, if something is missing there.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The 1-based column, in characters, where the span starts.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl std::error::Error for ParseError {}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.kind)
    }
}

impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the text is empty; expected {}", Expected::Operand),
            Self::UnexpectedCharacter(character) => {
                let code = u32::from(*character);
                write!(f, "unexpected character '{}' (U+{code:04X})", character.escape_debug())?;
                match replacement(*character) {
                    Some(replacement) => write!(f, "; write {replacement}"),
                    None => f.write_str("; expected numbers, names, + - * / ^ ( ) and commas between arguments"),
                }
            }
            Self::UnexpectedToken { found, expected } => write!(f, "unexpected '{found}'; expected {expected}"),
            Self::UnexpectedEnd { expected, open } => {
                write!(f, "the text ends too early; expected {expected}")?;
                match open {
                    Some(column) => write!(f, " (the parenthesis at column {column} is still open)"),
                    None => Ok(()),
                }
            }
            Self::NumberAfterOperand => {
                f.write_str("a number follows an operand without an operator; write * or ^ between them")
            }
            Self::PowerAfterSuperscript => {
                f.write_str("a power follows a superscript; write (x^2)^3 or x^(2^3) to say which is meant")
            }
            Self::MalformedNumber => f.write_str("a decimal point without digits after it; write 1.0 or 1, not 1."),
            Self::LeadingZero => f.write_str("a number with leading zeros; write 7, not 007"),
            Self::UnknownName { name, suggestions, accepted } => {
                write!(f, "unknown name '{name}'{}; accepted: {accepted}", DidYouMean(suggestions))
            }
            Self::UnknownFunction { name, suggestions, accepted } => write!(
                f,
                "unknown function '{name}'{}; accepted functions: {accepted}; for a product of variables write {name}*(...)",
                DidYouMean(suggestions)
            ),
            Self::FunctionNotAllowed { name, accepted } => {
                write!(f, "the function '{name}' is not allowed here; accepted functions: {accepted}")
            }
            Self::ConstantNotAllowed(name) => {
                write!(f, "the constant '{name}' is not allowed here; declare it to use it as a variable")
            }
            Self::MissingArguments(name) => write!(f, "'{name}' is a function; write {name}(...)"),
            Self::WrongArity { function, found } => {
                let arity = function.arity();
                let plural = if arity == 1 { "" } else { "s" };
                write!(f, "'{function}' takes {arity} argument{plural}, not {found}")
            }
            Self::NameTooLong { length, limit } => {
                write!(f, "a name of {length} characters; the limit is {limit}, use a shorter one")
            }
            Self::NumberTooLong { digits, limit } => {
                match digits {
                    Some(digits) => write!(f, "a number of {digits} digits when written out")?,
                    None => f.write_str("a number with a far too large exponent")?,
                }
                write!(f, "; the limit is {limit} digits, use fewer")
            }
            Self::TooLong { bytes, limit } => {
                write!(f, "the text has {bytes} bytes; the limit is {limit}, split it or factor it")
            }
            Self::TooDeep { limit } => {
                write!(f, "parentheses, signs or powers are nested deeper than the limit of {limit}; simplify the text")
            }
            Self::TooManyNodes { limit } => {
                write!(f, "more numbers, names and operators than the limit of {limit}; split the text")
            }
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Operand => "a number, a name, a sign or '('",
            Self::OperatorOrEnd => "an operator or the end of the text",
            Self::OperatorOrClose => "an operator or ')'",
            Self::OperatorCommaOrClose => "an operator, ',' or ')'",
        })
    }
}

struct DidYouMean<'a>(&'a [String]);

impl fmt::Display for DidYouMean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " (did you mean {}?)", self.0.join(" or ")) }
    }
}

/// What to write for characters that people paste from formulas.
fn replacement(character: char) -> Option<&'static str> {
    Some(match character {
        'π' | 'Π' => "pi",
        '√' => "sqrt(...)",
        '∛' => "cbrt(...)",
        '⋅' | '∙' | '•' | '∗' => "*",
        '–' | '—' | '‐' => "-",
        '∕' | '⁄' | ':' => "/",
        '[' | '{' => "(",
        ']' | '}' => ")",
        '=' => "the difference of both sides",
        ';' => "a comma between arguments",
        '\u{a0}' => "an ordinary blank",
        _ => return None,
    })
}
