//! Values that are read in their canonical form only.

use wire::{Report, Spec, Tree, Wire, Writer, to_tree};

/// A value whose other forms are refused.
///
/// For the parts of an answer that repeat the question: a claimed answer that writes them another way is not the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical<T>(pub T);

impl<T: Wire> Wire for Canonical<T> {
    const SPEC: &'static Spec = T::SPEC;

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Canonical<T>> {
        let value = T::read(tree, spec, report)?;
        if to_tree(&value) == *tree {
            return Some(Canonical(value));
        }
        report.structure("not_canonical", "expected the canonical form, as answers are written");
        None
    }

    fn write(&self, out: &mut Writer) {
        self.0.write(out);
    }
}
