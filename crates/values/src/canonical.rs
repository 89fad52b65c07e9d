//! Values that are read in their canonical form only.

use wire::{Report, Spec, Tree, Wire, Writer, to_tree};

/// A value whose other forms are refused.
///
/// For the parts of an answer that repeat the question: a claimed answer that writes them another way is not the
/// answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical<T>(pub T);

impl<T: Wire> Wire for Canonical<T> {
    const SPEC: &'static Spec = T::SPEC;

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Canonical<T>> {
        let value = T::read(tree, spec, report)?;
        if same(&to_tree(&value), tree) {
            return Some(Canonical(value));
        }
        report.structure("not_canonical", "expected the canonical form, as answers are written");
        None
    }

    fn write(&self, out: &mut Writer) {
        self.0.write(out);
    }
}

/// Whether two documents are equal; the members of an object have no order.
fn same(left: &Tree, right: &Tree) -> bool {
    match (left, right) {
        (Tree::Object(members), Tree::Object(others)) => {
            members.len() == others.len()
                && members.iter().all(|(key, member)| right.get(key).is_some_and(|other| same(member, other)))
        }
        (Tree::List(items), Tree::List(others)) => {
            items.len() == others.len() && items.iter().zip(others).all(|(item, other)| same(item, other))
        }
        _ => left == right,
    }
}
