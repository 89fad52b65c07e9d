//! Answers with evidence.

use wire::{Report, Spec, Tree, Wire, Writer};

/// An answer, and evidence from the run that found it.
///
/// The evidence never travels: documents hold the answer alone, and one that is read from a document has none. A
/// checker that finds evidence verifies it, which is cheaper than to decide again; without it the checker decides on
/// its own.
#[derive(Clone, Debug)]
pub struct Proved<T, E> {
    /// What is written.
    pub answer: T,
    /// What the checker may rely on after it has verified it.
    pub evidence: Option<E>,
}

impl<T, E> Proved<T, E> {
    /// An answer with its evidence.
    pub fn new(answer: T, evidence: E) -> Proved<T, E> {
        Proved { answer, evidence: Some(evidence) }
    }
}

impl<T: Wire, E> Wire for Proved<T, E> {
    const SPEC: &'static Spec = T::SPEC;

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Proved<T, E>> {
        T::read(tree, spec, report).map(|answer| Proved { answer, evidence: None })
    }

    fn write(&self, out: &mut Writer) {
        self.answer.write(out);
    }
}
