//! One run of CaDiCaL.

use std::any::Any;
use std::cell::Cell;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

use rustsat::OutOfMemory;
use rustsat::solvers::{ControlSignal, Solve, SolverResult, Terminate};
use rustsat::types::{Cl, Lit, TernaryVal};
use rustsat_cadical::CaDiCaL;

use crate::cnf::Cnf;
use crate::error::SatError;
use crate::literal::{Literal, Variable};
use crate::lrat::{self, CheckedProof, Proof, ProofFull};
use crate::model::Model;
use crate::recorder::Recorder;

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest length of the recorded proof, in bytes. The proof is recorded from the start, before it is known
    /// whether it will be needed.
    pub proof_bytes: usize,
}

impl Default for Limits {
    /// 512 MiB of proof.
    fn default() -> Self {
        Self { proof_bytes: 512 << 20 }
    }
}

/// The checked answer for a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A model that satisfies every clause. Which one is not promised, only that equal formulas get equal models.
    Satisfiable(Model),
    /// There is no model; a proof of this has been checked.
    Unsatisfiable(CheckedProof),
}

/// Options that differ from CaDiCaL's defaults or on which the answers depend.
const OPTIONS: [(&str, i32); 5] = [
    ("seed", 0),
    // Their clauses are not implied by the formula, so their proofs need more than unit propagation.
    ("factor", 0),
    ("block", 0),
    ("cover", 0),
    ("condition", 0),
];

/// From this many literals on, a formula counts as large, and the solver is set up to hear a stop sooner.
const LARGE: usize = 50_000;

/// Options for large formulas, those of the others being CaDiCaL's defaults.
const OPTIONS_FOR_LARGE: [(&str, i32); 2] = [
    // Preprocessing does not poll, and on a formula of two million literals it takes seconds. The search makes the same
    // simplifications in smaller portions.
    ("preprocesslight", 0),
    // By default nine of ten chances to poll are passed over, which is too many when each propagation is long.
    ("terminateint", 0),
];

/// Decides whether the formula is satisfiable.
///
/// `stop` is asked often, in the search up to some hundred thousand times a second, so it must be cheap. Once it has
/// said `true` the run ends. Up to about 10^5 literals that takes less than 20 milliseconds almost always; simplification
/// phases of the solver, which poll seldom, and the release of its memory take longer as formulas grow, up to a few
/// seconds at 2·10^7 literals. A panic in `stop` ends the run and goes on to the caller.
///
/// # Errors
/// [`SatError::Interrupted`] when `stop` said so before there was an answer, [`SatError::ProofTooLarge`] and
/// [`SatError::OutOfMemory`]; [`SatError::WrongModel`], [`SatError::WrongProof`] and [`SatError::Solver`] when the
/// solver is at fault.
pub fn solve(cnf: &Cnf, limits: &Limits, stop: &mut dyn FnMut() -> bool) -> Result<Verdict, SatError> {
    match search(cnf, limits, stop)? {
        Answer::Model(model) => match cnf.first_violated(&model) {
            None => Ok(Verdict::Satisfiable(model)),
            Some(clause) => Err(SatError::WrongModel { clause }),
        },
        Answer::Proof(proof) => lrat::check(cnf, &proof, stop).map(Verdict::Unsatisfiable),
    }
}

/// An answer that has not been checked.
enum Answer {
    Model(Model),
    Proof(Proof),
}

fn search(cnf: &Cnf, limits: &Limits, stop: &mut dyn FnMut() -> bool) -> Result<Answer, SatError> {
    let full = Rc::new(Cell::new(None));
    let mut panic = None;
    let mut solver = CaDiCaL::default();
    let for_size: &[_] = if cnf.literal_count() < LARGE { &[] } else { &OPTIONS_FOR_LARGE };
    for (option, value) in OPTIONS.iter().chain(for_size) {
        solver.set_option(option, *value).map_err(fault)?;
    }
    // Asks for antecedents, and thereby for LRAT; this has to come before the clauses.
    let recorder = solver.connect_proof_tracer(Recorder::new(limits.proof_bytes, Rc::clone(&full)), true);
    let outcome = load(&mut solver, cnf, &full, stop).and_then(|()| {
        solver.attach_terminator(|| poll(stop, &full, &mut panic));
        let result = solver.solve().map_err(fault);
        solver.detach_terminator();
        match result? {
            SolverResult::Sat => read_model(&solver, cnf).map(Some),
            SolverResult::Unsat => Ok(None),
            SolverResult::Interrupted => Err(SatError::Interrupted),
        }
    });
    let recorder = solver.disconnect_proof_tracer(recorder).map_err(|error| SatError::Solver(error.to_string()));
    if matches!(outcome, Err(SatError::OutOfMemory)) {
        // The solver was left in the middle of something; its memory is lost, but its destructor might crash.
        std::mem::forget(solver);
    } else {
        drop(solver);
    }
    if let Some(payload) = panic {
        resume_unwind(payload);
    }
    match (outcome, full.get()) {
        (Ok(Some(model)), _) => Ok(Answer::Model(model)),
        (Ok(None), None) => Ok(Answer::Proof(recorder?.into_proof())),
        (Ok(None) | Err(SatError::Interrupted), Some(ProofFull::Limit)) => {
            Err(SatError::ProofTooLarge { limit: limits.proof_bytes })
        }
        (Ok(None) | Err(SatError::Interrupted), Some(ProofFull::OutOfMemory)) => Err(SatError::OutOfMemory),
        (Err(error), _) => Err(error),
    }
}

/// How many clauses are loaded between two polls.
const CLAUSES_PER_POLL: usize = 4096;

fn load(
    solver: &mut CaDiCaL<'_, '_>,
    cnf: &Cnf,
    full: &Cell<Option<ProofFull>>,
    stop: &mut dyn FnMut() -> bool,
) -> Result<(), SatError> {
    let mut converted = Vec::new();
    for (index, clause) in cnf.clauses().enumerate() {
        if index.is_multiple_of(CLAUSES_PER_POLL) && (full.get().is_some() || stop()) {
            return Err(SatError::Interrupted);
        }
        converted.clear();
        for &literal in clause {
            converted.push(to_solver(literal)?);
        }
        solver.add_clause_ref(Cl::new(&converted)).map_err(fault)?;
    }
    Ok(())
}

/// Whether the search goes on. A panic must not cross the solver's frames, so it is put aside.
fn poll(
    stop: &mut dyn FnMut() -> bool,
    full: &Cell<Option<ProofFull>>,
    panic: &mut Option<Box<dyn Any + Send>>,
) -> ControlSignal {
    let ends = panic.is_some()
        || full.get().is_some()
        || catch_unwind(AssertUnwindSafe(stop)).unwrap_or_else(|payload| {
            *panic = Some(payload);
            true
        });
    if ends { ControlSignal::Terminate } else { ControlSignal::Continue }
}

/// Variables that the solver leaves open, such as those in no clause, become false.
fn read_model(solver: &CaDiCaL<'_, '_>, cnf: &Cnf) -> Result<Model, SatError> {
    let value = |variable: Variable| {
        let value = solver.lit_val(to_solver(variable.positive())?).map_err(fault)?;
        Ok(value == TernaryVal::True)
    };
    (1..=Variable::MAX)
        .map_while(Variable::new)
        .take(cnf.variable_count())
        .map(value)
        .collect::<Result<_, _>>()
        .map(Model::new)
}

fn to_solver(literal: Literal) -> Result<Lit, SatError> {
    Lit::from_ipasir(literal.to_dimacs()).map_err(|error| SatError::Solver(error.to_string()))
}

/// The solver's errors are opaque; lack of memory may be anywhere in the chain of their causes.
fn fault(error: impl AsRef<dyn Error + Send + Sync>) -> SatError {
    let error: &(dyn Error + 'static) = error.as_ref();
    let mut causes = std::iter::successors(Some(error), |error: &&(dyn Error + 'static)| (*error).source());
    if causes.any(|cause| cause.is::<OutOfMemory>()) {
        SatError::OutOfMemory
    } else {
        SatError::Solver(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::lrat::Step;

    /// `holes + 1` pigeons do not fit into `holes` holes.
    fn pigeonhole(holes: usize) -> Cnf {
        let mut cnf = Cnf::new();
        let pigeons: Vec<_> = (0..=holes).map(|_| cnf.new_variables(holes).unwrap()).collect();
        for hole in 0..holes {
            let sitting: Vec<_> = pigeons.iter().map(|pigeon| pigeon[hole].positive()).collect();
            cnf.at_most_one(&sitting).unwrap();
        }
        for pigeon in &pigeons {
            cnf.add_clause(pigeon.iter().map(|variable| variable.positive())).unwrap();
        }
        cnf
    }

    fn recorded(cnf: &Cnf) -> Proof {
        match search(cnf, &Limits::default(), &mut || false).unwrap() {
            Answer::Proof(proof) => proof,
            Answer::Model(model) => panic!("{model:?}"),
        }
    }

    fn accepted(cnf: &Cnf, proof: &Proof) -> bool {
        match lrat::check(cnf, proof, &mut || false) {
            Ok(_) => true,
            Err(SatError::WrongProof(_)) => false,
            Err(other) => panic!("{other}"),
        }
    }

    /// The proof with the last hint of derived clause `index` dropped, and with its first literal flipped.
    fn mutations(proof: &Proof, index: usize) -> [Proof; 2] {
        let mut mutated = [Proof::new(usize::MAX), Proof::new(usize::MAX)];
        let (mut reader, mut derived) = (proof.reader(), 0);
        while let Some(step) = reader.read().unwrap() {
            let Step::Derived { id, clause, hints } = step else {
                mutated.iter_mut().for_each(|proof| proof.push(step).unwrap());
                continue;
            };
            let mut flipped = clause.to_vec();
            let kept = hints.len() - usize::from(derived == index);
            if let Some(first) = flipped.first_mut().filter(|_| derived == index) {
                *first = !*first;
            }
            mutated[0].push(Step::Derived { id, clause, hints: &hints[..kept] }).unwrap();
            mutated[1].push(Step::Derived { id, clause: &flipped, hints }).unwrap();
            derived += 1;
        }
        mutated
    }

    #[test]
    fn the_solvers_proof_without_its_last_hint_is_refused_at_every_step() {
        let cnf = pigeonhole(4);
        let proof = recorded(&cnf);
        let derived = lrat::check(&cnf, &proof, &mut || false).unwrap().derived_clauses() as usize;
        assert!(derived > 10);
        let mut flips_accepted = 0;
        for index in 0..derived {
            let [without_hint, flipped] = mutations(&proof, index);
            assert!(!accepted(&cnf, &without_hint), "derived clause {index}");
            flips_accepted += usize::from(index + 1 < derived && accepted(&cnf, &flipped));
        }
        // Rarely a flipped clause follows as well, from a conflict among the hints that comes earlier.
        assert!(flips_accepted * 10 < derived, "{flips_accepted} of {derived}");
    }

    #[test]
    fn the_solvers_proof_cut_off_anywhere_is_refused() {
        let cnf = pigeonhole(3);
        let proof = recorded(&cnf);
        // What follows the empty clause is not read.
        let mut needed = Proof::new(usize::MAX);
        let mut reader = proof.reader();
        while let Some(step) = reader.read().unwrap() {
            needed.push(step).unwrap();
            if matches!(step, Step::Derived { clause: [], .. }) {
                break;
            }
        }
        assert!(accepted(&cnf, &needed));
        for length in (0..needed.len()).rev() {
            needed.truncate(length);
            assert!(!accepted(&cnf, &needed), "{length} bytes");
        }
    }

    #[test]
    fn the_solvers_proof_does_not_fit_a_formula_with_one_clause_less() {
        let cnf = pigeonhole(3);
        let proof = recorded(&cnf);
        for missing in 0..cnf.clause_count() {
            let mut smaller = Cnf::new();
            smaller.new_variables(cnf.variable_count()).unwrap();
            for index in (0..cnf.clause_count()).filter(|&index| index != missing) {
                smaller.add_clause(cnf.clause(index).unwrap().iter().copied()).unwrap();
            }
            assert!(!accepted(&smaller, &proof), "{missing}");
        }
    }

    #[test]
    fn a_large_formula_is_decided_too() {
        let mut cnf = Cnf::new();
        let variables = cnf.new_variables(LARGE).unwrap();
        for pair in variables.windows(2) {
            cnf.add_clause([pair[0].negative(), pair[1].positive()]).unwrap();
        }
        cnf.add_clause([variables[0].positive()]).unwrap();
        assert!(cnf.literal_count() >= LARGE);
        let verdict = solve(&cnf, &Limits::default(), &mut || false).unwrap();
        assert_eq!(verdict, Verdict::Satisfiable(Model::new(vec![true; LARGE])));
        cnf.add_clause([variables[LARGE - 1].negative()]).unwrap();
        assert!(matches!(solve(&cnf, &Limits::default(), &mut || false), Ok(Verdict::Unsatisfiable(_))));
    }
}
