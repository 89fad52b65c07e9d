//! What can go wrong when a formula is built or solved.

use std::error::Error;
use std::fmt;

use crate::lrat::ProofError;

/// Why a formula refused an addition. The formula is then as it was before the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CnfError {
    /// The formula would have more variables than its bounds allow.
    TooManyVariables {
        /// The largest number of variables allowed.
        limit: usize,
    },
    /// The formula would have more clauses than its bounds allow.
    TooManyClauses {
        /// The largest number of clauses allowed.
        limit: usize,
    },
    /// The clauses of the formula would together have more literals than its bounds allow.
    TooManyLiterals {
        /// The largest number of literals allowed.
        limit: usize,
    },
    /// A literal names a variable that the formula does not have.
    UnknownVariable {
        /// The number of that variable.
        variable: u32,
        /// The number of variables of the formula.
        variables: usize,
    },
}

impl fmt::Display for CnfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyVariables { limit } => {
                write!(f, "the formula needs more than {limit} variables, the limit; pose a smaller problem")
            }
            Self::TooManyClauses { limit } => {
                write!(f, "the formula needs more than {limit} clauses, the limit; pose a smaller problem")
            }
            Self::TooManyLiterals { limit } => {
                write!(f, "the clauses need more than {limit} literals in total, the limit; pose a smaller problem")
            }
            Self::UnknownVariable { variable, variables } => {
                write!(f, "a literal names variable {variable}, but the formula has only {variables}; create it first")
            }
        }
    }
}

impl Error for CnfError {}

/// Why [`solve`](crate::solve) gave no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatError {
    /// The caller's `stop` asked for it.
    Interrupted,
    /// The proof of unsatisfiability outgrew [`Limits::proof_bytes`](crate::Limits::proof_bytes).
    ProofTooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The solver or the proof could not get memory.
    OutOfMemory,
    /// The solver gave a model that violates a clause: a fault of the solver, not of the formula.
    WrongModel {
        /// The index of the first violated clause, from 0.
        clause: usize,
    },
    /// The solver gave a proof that the checker refused: a fault of the solver, not of the formula.
    WrongProof(ProofError),
    /// The solver did something that its interface excludes: a fault of the solver, not of the formula.
    Solver(String),
}

impl fmt::Display for SatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => write!(f, "the search was stopped before it had an answer"),
            Self::ProofTooLarge { limit } => write!(
                f,
                "the search was given up because its proof outgrew {limit} bytes, the limit; \
                 pose a smaller problem or break its symmetries"
            ),
            Self::OutOfMemory => write!(f, "the search ran out of memory; pose a smaller problem"),
            Self::WrongModel { clause } => write!(f, "the solver's model violates clause {clause} (counted from 0)"),
            Self::WrongProof(error) => write!(f, "the solver's proof was refused: {error}"),
            Self::Solver(message) => write!(f, "the solver failed: {message}"),
        }
    }
}

impl Error for SatError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::WrongProof(error) => Some(error),
            _ => None,
        }
    }
}
