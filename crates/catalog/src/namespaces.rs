//! Namespaces: the first segments of identifiers.

use operation::Operation;

use crate::Catalog;

/// A namespace with its operations.
pub struct Namespace {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub description: &'static str,
    /// Its operations, by identifier.
    pub operations: Vec<&'static Operation>,
}

/// What each namespace is about.
static DESCRIPTIONS: &[(&str, &str)] = &[
    ("combinatorics", "Counting and listing: partitions, permutations, compositions, binomials, tableaux."),
    ("graph", "Finite graphs: distances, matchings, flows, connectivity, decompositions, invariants."),
    ("hypergraph", "Finite hypergraphs: colorings, transversals, incidence."),
    ("integer", "Integers of any size: divisibility, primes, factorization, certificates."),
    ("matrix", "Exact matrices over the integers and rationals: determinants, normal forms, systems."),
    ("polynomial", "Polynomials over the rationals and integers: evaluation, factorization, real roots."),
];

impl Catalog {
    /// All namespaces that have operations, by name.
    pub fn namespaces(&self) -> Vec<Namespace> {
        let mut namespaces: Vec<Namespace> = Vec::new();
        for &operation in self.operations() {
            let name = operation.namespace();
            match namespaces.last_mut() {
                Some(last) if last.name == name => last.operations.push(operation),
                _ => {
                    let description =
                        DESCRIPTIONS.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
                    namespaces.push(Namespace { name, description, operations: vec![operation] });
                }
            }
        }
        namespaces
    }

    /// The namespace that `text` names; case does not matter, nor whether words are joined by `-` or `_`.
    pub fn namespace(&self, text: &str) -> Option<Namespace> {
        let wanted = folded(text);
        self.namespaces().into_iter().find(|namespace| folded(namespace.name) == wanted)
    }
}

/// A namespace's name without what does not matter.
pub(crate) fn folded(text: &str) -> String {
    text.to_lowercase().replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_namespace_is_described() {
        for namespace in Catalog::public().namespaces() {
            assert!(!namespace.description.is_empty(), "{}", namespace.name);
        }
    }

    #[test]
    fn case_and_joints_do_not_matter() {
        let catalog = Catalog::public();
        assert!(catalog.namespace("Integer").is_some());
        assert!(catalog.namespace("no-such").is_none());
        assert_eq!(folded("Finite-Field"), "finite_field");
    }
}
