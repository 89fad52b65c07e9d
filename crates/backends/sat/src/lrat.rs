//! LRAT proofs of unsatisfiability and a checker for them.
//!
//! An LRAT proof (L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient certified RAT
//! verification", CADE 2017) is a sequence of steps. Each derived clause names the clauses, its *hints*, from which it
//! follows by reverse unit propagation: when all of its literals are false, the hints in their order each force one more
//! literal, until one hint is false altogether. Checking takes time linear in the length of the hints, because nothing
//! is searched for.
//!
//! Only this part of LRAT is accepted, not the resolution of asymmetric tautologies (RAT), so every derived clause
//! follows from the formula.

mod checker;
mod proof;

pub use checker::{CheckedProof, Fault, ProofError, check};
pub use proof::{ClauseId, Malformed, Proof, ProofFull, Reader, Step};
