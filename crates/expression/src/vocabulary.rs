//! Which names a text may use.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::constant::Constant;
use crate::function::Function;

/// The greatest length of a name, in characters.
pub const NAME_LENGTH: usize = 32;

/// Names listed in an error message before it is abridged.
const LISTED_NAMES: usize = 6;

/// Which variables are declared and which functions and constants are allowed.
///
/// A new vocabulary is polynomial: it allows no function and no constant. A declared variable hides a constant of the
/// same name; it hides a function of that name except right before `(`. Where any variable is accepted, the names of the
/// grammar's functions and constants are never variables, whether they are allowed or not, so that `sin x` cannot be
/// misread as a product. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    declared: Option<Arc<Declared>>,
    functions: Vec<Function>,
    constants: Vec<Constant>,
}

#[derive(Debug)]
struct Declared {
    names: Arc<[String]>,
    indices: HashMap<String, usize>,
}

impl Vocabulary {
    /// Accepts any variable. Variables are numbered in the order of their first appearance in the text.
    pub fn any() -> Self {
        Self { declared: None, functions: Vec::new(), constants: Vec::new() }
    }

    /// Accepts exactly these variables, numbered in this order from 0.
    ///
    /// # Errors
    /// A name outside `[A-Za-z][A-Za-z0-9_]{0,31}`, or the same name twice.
    pub fn variables<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Result<Self, VocabularyError> {
        let names: Arc<[String]> = names.into_iter().map(Into::into).collect();
        let mut indices = HashMap::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            if !is_name(name) {
                return Err(VocabularyError::InvalidName(name.clone()));
            }
            if indices.insert(name.clone(), index).is_some() {
                return Err(VocabularyError::DuplicateName(name.clone()));
            }
        }
        let declared = Some(Arc::new(Declared { names, indices }));
        Ok(Self { declared, functions: Vec::new(), constants: Vec::new() })
    }

    /// Accepts `x1`, `x2`, ... up to `count` for the prefix `x`; index 0 is `x1`.
    ///
    /// # Errors
    /// A prefix that does not give names.
    pub fn numbered(prefix: &str, count: usize) -> Result<Self, VocabularyError> {
        Self::variables((1..=count).map(|number| format!("{prefix}{number}")))
    }

    /// Allows these functions as well.
    pub fn with_functions(mut self, functions: impl IntoIterator<Item = Function>) -> Self {
        for function in functions {
            if !self.allows_function(function) {
                self.functions.push(function);
            }
        }
        self
    }

    /// Allows these constants as well.
    pub fn with_constants(mut self, constants: impl IntoIterator<Item = Constant>) -> Self {
        for constant in constants {
            if !self.allows_constant(constant) {
                self.constants.push(constant);
            }
        }
        self
    }

    /// Allows every function and every constant.
    pub fn elementary(self) -> Self {
        self.with_functions(Function::ALL.iter().copied()).with_constants(Constant::ALL)
    }

    /// The declared variables in order; `None` if any variable is accepted.
    pub fn declared(&self) -> Option<&[String]> {
        self.declared.as_ref().map(|declared| &*declared.names)
    }

    pub(crate) fn shared_names(&self) -> Option<Arc<[String]>> {
        self.declared.as_ref().map(|declared| Arc::clone(&declared.names))
    }

    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.declared.as_ref()?.indices.get(name).copied()
    }

    pub(crate) fn allows_function(&self, function: Function) -> bool {
        self.functions.contains(&function)
    }

    pub(crate) fn allows_constant(&self, constant: Constant) -> bool {
        self.constants.contains(&constant)
    }

    /// Variables and constants, for suggestions.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let constants = self.constants.iter().map(|constant| constant.name());
        constants.chain(self.declared().unwrap_or_default().iter().map(String::as_str))
    }

    /// Allowed functions, for suggestions.
    pub(crate) fn function_names(&self) -> impl Iterator<Item = &'static str> {
        self.functions.iter().map(|function| function.name())
    }

    /// The accepted variables and constants in a few words.
    pub(crate) fn describe_names(&self) -> String {
        let variables = match self.declared() {
            None => "any variable".to_owned(),
            Some([]) => "no variables".to_owned(),
            Some(names) if names.len() <= LISTED_NAMES => format!("variables {}", names.join(", ")),
            Some(names @ [.., last]) => format!("variables {}, ..., {last}", names[..LISTED_NAMES - 1].join(", ")),
        };
        if self.constants.is_empty() {
            return variables;
        }
        let constants: Vec<_> = self.constants.iter().map(|constant| constant.name()).collect();
        format!("{variables}; constants {}", constants.join(", "))
    }

    /// The allowed functions in a few words.
    pub(crate) fn describe_functions(&self) -> String {
        if self.functions.is_empty() {
            return "none".to_owned();
        }
        self.function_names().collect::<Vec<_>>().join(", ")
    }
}

/// Whether `text` is a name of the grammar: `[A-Za-z][A-Za-z0-9_]{0,31}`.
pub fn is_name(text: &str) -> bool {
    text.len() <= NAME_LENGTH
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(is_name_byte)
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Why a list of variables was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VocabularyError {
    /// Not a name of the grammar.
    InvalidName(String),
    /// The same name twice.
    DuplicateName(String),
}

impl std::error::Error for VocabularyError {}

impl fmt::Display for VocabularyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidName(name) => write!(
                f,
                "{name:?} cannot name a variable; a name is a letter, then at most {} letters, digits and underscores",
                NAME_LENGTH - 1
            ),
            Self::DuplicateName(name) => write!(f, "the variable {name:?} is declared twice; declare it once"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn names() {
        for name in ["x", "x1", "Alpha_2", &"a".repeat(32)] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "1x", "_x", "x-y", "é", "x ", &"a".repeat(33)] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn refused_declarations() {
        assert_eq!(Vocabulary::variables(["x", ""]).unwrap_err(), VocabularyError::InvalidName(String::new()));
        assert_eq!(Vocabulary::variables(["x", "x"]).unwrap_err(), VocabularyError::DuplicateName("x".into()));
        assert!(Vocabulary::numbered("1", 1).is_err());
        assert_eq!(Vocabulary::numbered("x", 2).unwrap().declared().unwrap(), ["x1", "x2"]);
    }

    #[test]
    fn descriptions_are_short() {
        let describe = |count| Vocabulary::numbered("x", count).unwrap().describe_names();
        assert_eq!(describe(0), "no variables");
        assert_eq!(describe(2), "variables x1, x2");
        assert_eq!(describe(1000), "variables x1, x2, x3, x4, x5, ..., x1000");
        assert_eq!(Vocabulary::any().elementary().describe_names(), "any variable; constants I, pi, E");
    }
}
