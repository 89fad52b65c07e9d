//! Propositional satisfiability whose answers do not rest on trust in the solver.
//!
//! [`solve`] runs CaDiCaL on a [`Cnf`]. A model is returned only after every clause has been evaluated under it, and
//! "unsatisfiable" only after the solver's LRAT proof has passed the checker in [`lrat`], which reads the clauses from
//! the caller's own formula. Equal formulas give equal answers: the solver's options and seed are fixed, and nothing in
//! the search reads a clock.
//!
//! ```
//! use sat::{Cnf, Limits, Verdict, solve};
//!
//! let mut cnf = Cnf::new();
//! let x = cnf.new_variable()?.positive();
//! let y = cnf.new_variable()?.positive();
//! cnf.add_clause([x, y])?;
//! cnf.add_clause([!x])?;
//! match solve(&cnf, &Limits::default(), &mut || false)? {
//!     Verdict::Satisfiable(model) => assert!(model.satisfies(y)),
//!     Verdict::Unsatisfiable(_) => unreachable!(),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod cnf;
mod encodings;
mod error;
mod literal;
pub mod lrat;
mod model;
mod recorder;
mod solver;

pub use cnf::{Bounds, Cnf};
pub use error::{CnfError, SatError};
pub use literal::{Literal, Variable};
pub use lrat::CheckedProof;
pub use model::Model;
pub use solver::{Limits, Verdict, solve};
