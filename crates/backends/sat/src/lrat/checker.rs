//! The checker. It shares no code and no state with the solver: it knows the formula and reads the proof.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};

use super::proof::{ClauseId, Malformed, Proof, Step};
use crate::cnf::Cnf;
use crate::error::SatError;
use crate::literal::Literal;

/// The measure of a proof that [`check`] has accepted. Only [`check`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedProof {
    derived: u64,
    deleted: u64,
    hints: u64,
    bytes: usize,
}

impl CheckedProof {
    /// The number of derived clauses, each checked, up to and including the empty one; 0 when the formula itself
    /// contains the empty clause.
    pub fn derived_clauses(&self) -> u64 {
        self.derived
    }

    /// The number of clauses that were dropped on the way.
    pub fn deleted_clauses(&self) -> u64 {
        self.deleted
    }

    /// The number of unit propagations that the check had to follow.
    pub fn hints(&self) -> u64 {
        self.hints
    }

    /// The length of the proof in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Why a proof was refused, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The number of the refused step, from 0; the number of steps when the proof ended too early.
    pub step: u64,
    /// What was wrong with it.
    pub fault: Fault,
}

/// What is wrong with a step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The bytes are not a step.
    Malformed(Malformed),
    /// The step names one more clause of the formula than the formula has.
    NoSuchOriginal,
    /// The step introduces a name that is in use.
    RepeatedId(ClauseId),
    /// The step refers to a clause that does not exist, or not any more.
    UnknownClause(ClauseId),
    /// The derived clause has a variable that the formula does not have.
    UnknownVariable(u32),
    /// With the literals assigned so far, this hint forces nothing: more than one of its literals is open.
    HintNotUnit(ClauseId),
    /// The hints lead to no contradiction, so the clause does not follow from them.
    NoConflict(ClauseId),
    /// The proof ended without the empty clause.
    NoEmptyClause,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: ", self.step)?;
        match self.fault {
            Fault::Malformed(Malformed { offset }) => write!(f, "the bytes from offset {offset} on are not a step"),
            Fault::NoSuchOriginal => write!(f, "the formula has no further clause to name"),
            Fault::RepeatedId(id) => write!(f, "the clause id {id} is already in use"),
            Fault::UnknownClause(id) => write!(f, "there is no clause with id {id}"),
            Fault::UnknownVariable(variable) => write!(f, "the formula has no variable {variable}"),
            Fault::HintNotUnit(id) => write!(f, "the hint {id} leaves more than one literal open"),
            Fault::NoConflict(id) => write!(f, "the hints of clause {id} do not lead to a contradiction"),
            Fault::NoEmptyClause => write!(f, "the proof ends without the empty clause"),
        }
    }
}

impl Error for ProofError {}

/// Checks that the proof derives the empty clause from the formula.
///
/// Memory is bounded by the formula and the derived clauses that are not yet deleted. `stop` is asked about every
/// hundred thousand literals, well under a millisecond apart.
///
/// # Errors
/// [`SatError::WrongProof`] for a proof that is refused, [`SatError::Interrupted`] when `stop` says so.
pub fn check(cnf: &Cnf, proof: &Proof, stop: &mut dyn FnMut() -> bool) -> Result<CheckedProof, SatError> {
    let mut checker = Checker::new(cnf);
    let mut checked = CheckedProof { derived: 0, deleted: 0, hints: 0, bytes: proof.len() };
    let mut reader = proof.reader();
    let mut next_poll = 0;
    for step in 0.. {
        if checker.work >= next_poll {
            next_poll = checker.work + POLL_INTERVAL;
            if stop() {
                return Err(SatError::Interrupted);
            }
        }
        let refused = |fault| SatError::WrongProof(ProofError { step, fault });
        let refuted = match reader.read().map_err(|malformed| refused(Fault::Malformed(malformed)))? {
            None => return Err(refused(Fault::NoEmptyClause)),
            Some(Step::Original { id }) => checker.name_original(id).map_err(refused)?,
            Some(Step::Derived { id, clause, hints }) => {
                checked.derived += 1;
                checked.hints += hints.len() as u64;
                checker.derive(id, clause, hints).map_err(refused)?
            }
            Some(Step::Deleted { id }) => {
                checked.deleted += 1;
                checker.delete(id).map_err(refused)?
            }
        };
        if refuted {
            break;
        }
    }
    Ok(checked)
}

/// How much work lies between two calls of `stop`.
const POLL_INTERVAL: u64 = 100_000;

/// Where the literals of a named clause are.
enum Stored {
    /// In the formula, at this index.
    Original(usize),
    Derived(Box<[Literal]>),
}

struct Checker<'a> {
    cnf: &'a Cnf,
    originals: usize,
    live: HashMap<ClauseId, Stored, BuildHasherDefault<IdHasher>>,
    /// Indexed by literal code. A literal and its negation are both false only for a tautology.
    falsified: Vec<bool>,
    trail: Vec<Literal>,
    /// The number of literals looked at so far, and of steps.
    work: u64,
}

impl<'a> Checker<'a> {
    fn new(cnf: &'a Cnf) -> Self {
        Self {
            cnf,
            originals: 0,
            live: HashMap::default(),
            falsified: vec![false; 2 * (cnf.variable_count() + 1)],
            trail: Vec::new(),
            work: 0,
        }
    }

    /// Gives the next clause of the formula its name; true when it is the empty clause.
    fn name_original(&mut self, id: ClauseId) -> Result<bool, Fault> {
        let clause = self.cnf.clause(self.originals).ok_or(Fault::NoSuchOriginal)?;
        self.insert(id, Stored::Original(self.originals))?;
        self.originals += 1;
        Ok(clause.is_empty())
    }

    /// Accepts a derived clause when it follows from its hints; true when it is the empty clause.
    fn derive(&mut self, id: ClauseId, clause: &[Literal], hints: &[ClauseId]) -> Result<bool, Fault> {
        let unknown = |literal: &&Literal| literal.variable().number() as usize > self.cnf.variable_count();
        if let Some(literal) = clause.iter().find(unknown) {
            return Err(Fault::UnknownVariable(literal.variable().number()));
        }
        let follows = self.propagate(id, clause, hints);
        for literal in self.trail.drain(..) {
            self.falsified[literal.code()] = false;
        }
        follows?;
        self.insert(id, Stored::Derived(clause.into()))?;
        Ok(clause.is_empty())
    }

    fn propagate(&mut self, id: ClauseId, clause: &[Literal], hints: &[ClauseId]) -> Result<(), Fault> {
        self.work += clause.len() as u64;
        for &literal in clause {
            if self.falsified[(!literal).code()] {
                return Ok(()); // A tautology follows from nothing.
            }
            self.falsify(literal);
        }
        for &hint in hints {
            let literals = match self.live.get(&hint).ok_or(Fault::UnknownClause(hint))? {
                Stored::Original(index) => self.cnf.clause(*index).ok_or(Fault::UnknownClause(hint))?,
                Stored::Derived(literals) => literals,
            };
            self.work += literals.len() as u64;
            let mut open = None;
            for &literal in literals {
                if !self.falsified[literal.code()] && open.replace(literal).is_some_and(|other| other != literal) {
                    return Err(Fault::HintNotUnit(hint));
                }
            }
            match open {
                Some(literal) => self.falsify(!literal),
                None => return Ok(()),
            }
        }
        Err(Fault::NoConflict(id))
    }

    fn falsify(&mut self, literal: Literal) {
        if !std::mem::replace(&mut self.falsified[literal.code()], true) {
            self.trail.push(literal);
        }
    }

    fn delete(&mut self, id: ClauseId) -> Result<bool, Fault> {
        self.work += 1;
        self.live.remove(&id).map(|_| false).ok_or(Fault::UnknownClause(id))
    }

    fn insert(&mut self, id: ClauseId, stored: Stored) -> Result<(), Fault> {
        self.work += 1;
        match self.live.entry(id) {
            Entry::Occupied(_) => Err(Fault::RepeatedId(id)),
            Entry::Vacant(vacant) => {
                vacant.insert(stored);
                Ok(())
            }
        }
    }
}

/// Ids are nearly consecutive, and nobody who could choose them gains by collisions, so that one multiplication by the
/// golden ratio spreads them well enough.
#[derive(Default)]
struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_i64(i64::from(byte));
        }
    }

    fn write_i64(&mut self, number: i64) {
        self.0 = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
