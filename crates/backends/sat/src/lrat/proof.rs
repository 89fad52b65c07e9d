//! The memory form of a proof: a byte string, about as long as the binary LRAT format.

use std::fmt;

use crate::literal::Literal;

/// The name of a clause within a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClauseId(pub i64);

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The next clause of the formula gets a name. Which clause that is, only the formula says.
    Original {
        /// The name.
        id: ClauseId,
    },
    /// A clause is derived.
    Derived {
        /// The name of the clause.
        id: ClauseId,
        /// Its literals.
        clause: &'a [Literal],
        /// The clauses that it follows from, in the order of unit propagation.
        hints: &'a [ClauseId],
    },
    /// A clause is not used any more.
    Deleted {
        /// The name of the clause.
        id: ClauseId,
    },
}

/// Why a step could not be appended to a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofFull {
    /// The proof would outgrow its limit.
    Limit,
    /// The memory is not to be had.
    OutOfMemory,
}

/// A proof as a sequence of steps, in memory.
///
/// A step is a tag byte followed by variable-length integers: the name as the difference to that of the step before,
/// then for a derived clause the number of literals, the literals, the number of hints, and the hints as differences to
/// the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    bytes: Vec<u8>,
    limit: usize,
    last: ClauseId,
}

const ORIGINAL: u8 = b'o';
const DERIVED: u8 = b'a';
const DELETED: u8 = b'd';

/// The most bytes that a 64-bit number takes at 7 bits a byte.
const LONGEST_NUMBER: usize = 10;

impl Proof {
    /// The proof without steps, which may grow to `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), limit, last: ClauseId(0) }
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether the proof has no steps.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The proof cut off after its first `length` bytes, wherever in a step that is.
    pub fn truncate(&mut self, length: usize) {
        self.bytes.truncate(length);
    }

    /// Appends a step, or leaves the proof as it was.
    ///
    /// # Errors
    /// [`ProofFull`]. The length of the step is estimated from above, so the limit may be reported a step too early.
    pub fn push(&mut self, step: Step<'_>) -> Result<(), ProofFull> {
        let numbers = match step {
            Step::Derived { clause, hints, .. } => 3 + clause.len() + hints.len(),
            Step::Original { .. } | Step::Deleted { .. } => 1,
        };
        self.reserve(1 + LONGEST_NUMBER * numbers)?;
        let (tag, id) = match step {
            Step::Original { id } => (ORIGINAL, id),
            Step::Derived { id, .. } => (DERIVED, id),
            Step::Deleted { id } => (DELETED, id),
        };
        self.bytes.push(tag);
        self.push_difference(id, self.last);
        self.last = id;
        if let Step::Derived { clause, hints, .. } = step {
            self.push_number(clause.len() as u64);
            for literal in clause {
                self.push_number(literal.code() as u64);
            }
            self.push_number(hints.len() as u64);
            for &hint in hints {
                self.push_difference(hint, id);
            }
        }
        Ok(())
    }

    /// The steps from the first on.
    pub fn reader(&self) -> Reader<'_> {
        Reader { bytes: &self.bytes, offset: 0, last: ClauseId(0), clause: Vec::new(), hints: Vec::new() }
    }

    fn reserve(&mut self, additional: usize) -> Result<(), ProofFull> {
        let needed = self.bytes.len().saturating_add(additional);
        if needed > self.limit {
            return Err(ProofFull::Limit);
        }
        let capacity = self.bytes.capacity();
        if needed > capacity {
            // Growth by half up to the limit: doubling would take up to twice the limit from the address space.
            let target = needed.max(self.limit.min((capacity + capacity / 2).max(1 << 16)));
            self.bytes.try_reserve_exact(target - self.bytes.len()).map_err(|_| ProofFull::OutOfMemory)?;
        }
        Ok(())
    }

    fn push_number(&mut self, mut number: u64) {
        while number >= 1 << 7 {
            self.bytes.push(number as u8 | 1 << 7);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Differences wrap around, and their sign goes into the lowest bit so that small ones are short.
    fn push_difference(&mut self, id: ClauseId, base: ClauseId) {
        let difference = id.0.wrapping_sub(base.0);
        self.push_number(((difference << 1) ^ (difference >> 63)) as u64);
    }
}

/// The bytes from this offset on are not a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The offset.
    pub offset: usize,
}

/// Reads the steps of a [`Proof`] in order.
#[derive(Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
    last: ClauseId,
    clause: Vec<Literal>,
    hints: Vec<ClauseId>,
}

impl Reader<'_> {
    /// The next step, or `None` after the last. It borrows from the reader, which reuses its memory.
    ///
    /// # Errors
    /// [`Malformed`].
    pub fn read(&mut self) -> Result<Option<Step<'_>>, Malformed> {
        let Some(&tag) = self.bytes.get(self.offset) else { return Ok(None) };
        let malformed = Malformed { offset: self.offset };
        self.offset += 1;
        let id = self.difference(self.last).ok_or(malformed)?;
        self.last = id;
        match tag {
            ORIGINAL => Ok(Some(Step::Original { id })),
            DELETED => Ok(Some(Step::Deleted { id })),
            DERIVED => {
                self.derivation(id).ok_or(malformed)?;
                Ok(Some(Step::Derived { id, clause: &self.clause, hints: &self.hints }))
            }
            _ => Err(malformed),
        }
    }

    fn derivation(&mut self, id: ClauseId) -> Option<()> {
        self.clause.clear();
        self.hints.clear();
        for _ in 0..self.number()? {
            let literal = Literal::from_code(self.number()?)?;
            self.clause.push(literal);
        }
        for _ in 0..self.number()? {
            let hint = self.difference(id)?;
            self.hints.push(hint);
        }
        Some(())
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for position in 0..LONGEST_NUMBER as u32 {
            let byte = *self.bytes.get(self.offset)?;
            self.offset += 1;
            number |= u64::from(byte & 0x7f) << (7 * position);
            if byte < 1 << 7 {
                return Some(number);
            }
        }
        None
    }

    fn difference(&mut self, base: ClauseId) -> Option<ClauseId> {
        let number = self.number()?;
        let difference = (number >> 1) as i64 ^ -((number & 1) as i64);
        Some(ClauseId(base.0.wrapping_add(difference)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_step_past_the_limit_is_refused_whole() {
        let mut proof = Proof::new(32);
        proof.push(Step::Original { id: ClauseId(1) }).unwrap();
        let before = proof.clone();
        let clause: Vec<_> = (1..40).filter_map(Literal::from_dimacs).collect();
        assert_eq!(proof.push(Step::Derived { id: ClauseId(2), clause: &clause, hints: &[] }), Err(ProofFull::Limit));
        assert_eq!(proof, before);
        assert_eq!(Proof::new(0).push(Step::Deleted { id: ClauseId(1) }), Err(ProofFull::Limit));
    }

    type Parts = (u8, i64, Vec<i32>, Vec<i64>);

    fn parts() -> impl Strategy<Value = Parts> {
        (0..3_u8, any::<i64>(), prop::collection::vec(any::<i32>(), 0..6), prop::collection::vec(any::<i64>(), 0..6))
    }

    proptest! {
        #[test]
        fn steps_round_trip(parts in prop::collection::vec(parts(), 0..20)) {
            let owned: Vec<_> = parts.into_iter().map(|(kind, id, clause, hints)| {
                let clause: Vec<_> = clause.into_iter().filter_map(Literal::from_dimacs).collect();
                (kind, ClauseId(id), clause, hints.into_iter().map(ClauseId).collect::<Vec<_>>())
            }).collect();
            let steps: Vec<_> = owned.iter().map(|(kind, id, clause, hints)| match kind {
                0 => Step::Original { id: *id },
                1 => Step::Deleted { id: *id },
                _ => Step::Derived { id: *id, clause, hints },
            }).collect();
            let mut proof = Proof::new(usize::MAX);
            for &step in &steps {
                proof.push(step).unwrap();
            }
            let mut reader = proof.reader();
            for &step in &steps {
                prop_assert_eq!(reader.read(), Ok(Some(step)));
            }
            prop_assert_eq!(reader.read(), Ok(None));
        }

        #[test]
        fn any_bytes_are_read_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let length = bytes.len();
            let proof = Proof { bytes, limit: usize::MAX, last: ClauseId(0) };
            let mut reader = proof.reader();
            let mut steps = 0;
            while let Ok(Some(_)) = reader.read() {
                steps += 1;
            }
            prop_assert!(steps * 2 <= length);
        }
    }
}
