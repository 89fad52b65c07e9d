//! Canonical mathematical values: polynomials, matrices, graphs, hypergraphs.
//!
//! Every value is written in one canonical form and read in each form that has one unambiguous meaning. What a document
//! breaks (a ragged matrix, a repeated edge) is reported where it stands, with a code of its own.
//!
//! Two wrappers serve operations: [`Canonical`] for values that an answer repeats, and [`Proved`] for answers that
//! travel with evidence inside the process. [`ChallengePrimes`] are the moduli of random checks.
#![forbid(unsafe_code)]

mod canonical;
mod challenge;
mod denominator;
mod graph;
mod hypergraph;
mod interval;
mod matrix;
mod point;
mod polynomial;
mod proved;

pub use canonical::Canonical;
pub use challenge::ChallengePrimes;
pub use denominator::common_denominator;
pub use graph::Graph;
pub use hypergraph::{Hyperedge, Hypergraph};
pub use interval::RationalInterval;
pub use matrix::{IntegerMatrix, RationalMatrix};
pub use point::VariablePoint;
pub use polynomial::{Polynomial, Term};
pub use proved::Proved;
