//! Records the solver's proof.

use std::cell::Cell;
use std::rc::Rc;

use rustsat_cadical::{CaDiCaLClause, ClauseId as SolverClauseId, TraceProof};

use crate::literal::Literal;
use crate::lrat::{ClauseId, Proof, ProofFull, Step};

/// Receives the steps from the solver, in its callbacks, and appends them to a proof. It must not panic: a panic cannot
/// cross the solver's frames.
pub(crate) struct Recorder {
    proof: Proof,
    /// Shared with the poll that stops the search.
    full: Rc<Cell<Option<ProofFull>>>,
    clause: Vec<Literal>,
    hints: Vec<ClauseId>,
}

impl Recorder {
    pub(crate) fn new(limit: usize, full: Rc<Cell<Option<ProofFull>>>) -> Self {
        Self { proof: Proof::new(limit), full, clause: Vec::new(), hints: Vec::new() }
    }

    pub(crate) fn into_proof(self) -> Proof {
        self.proof
    }
}

fn push(proof: &mut Proof, full: &Cell<Option<ProofFull>>, step: Step<'_>) {
    if full.get().is_none()
        && let Err(reason) = proof.push(step)
    {
        full.set(Some(reason));
        // Nobody will read it, and the solver may need the memory to come to its next poll.
        *proof = Proof::new(0);
    }
}

impl TraceProof for Recorder {
    /// The clause itself is not recorded: the checker takes the next one from the formula, in whose order the clauses
    /// were given to the solver. Restored clauses do not occur, since the solver is used once and without assumptions;
    /// should one occur, the checker refuses its name.
    fn add_original_clause(&mut self, id: SolverClauseId, _: bool, _: &CaDiCaLClause<'_>, _: bool) {
        push(&mut self.proof, &self.full, Step::Original { id: ClauseId(id.0) });
    }

    fn add_derived_clause(
        &mut self,
        id: SolverClauseId,
        _: bool,
        clause: &CaDiCaLClause<'_>,
        antecedents: &[SolverClauseId],
    ) {
        self.clause.clear();
        self.clause.extend(clause.iter().filter_map(|literal| Literal::from_dimacs(literal.to_ipasir())));
        self.hints.clear();
        self.hints.extend(antecedents.iter().map(|antecedent| ClauseId(antecedent.0)));
        // A literal that could not be converted would make the clause stronger than the solver meant; its hints then
        // do not lead to a contradiction and the checker refuses it.
        push(
            &mut self.proof,
            &self.full,
            Step::Derived { id: ClauseId(id.0), clause: &self.clause, hints: &self.hints },
        );
    }

    fn delete_clause(&mut self, id: SolverClauseId, _: bool, _: &CaDiCaLClause<'_>) {
        push(&mut self.proof, &self.full, Step::Deleted { id: ClauseId(id.0) });
    }
}
