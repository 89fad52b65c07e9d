//! All families joined: look-up, namespaces, search, retired identifiers, resources.
//!
//! The catalog is immutable and built once; everything it answers is a function of the request.
#![forbid(unsafe_code)]

mod cards;
mod families;
mod namespaces;
mod retired;
mod search;

use std::sync::OnceLock;

use operation::Operation;

pub use cards::{bulk_export, inspection_card, match_card, namespace_list, namespace_page};
pub use namespaces::Namespace;
pub use retired::{RETIRED, Retired};
pub use search::{Cursor, Hit, Mode, Search, SearchIndex};

/// Every operation that can be found and run.
pub struct Catalog {
    operations: Vec<&'static Operation>,
    probes: &'static [&'static Operation],
    index: SearchIndex,
    bulk: OnceLock<String>,
}

/// What an identifier stands for.
pub enum Lookup {
    /// An operation.
    Found(&'static Operation),
    /// An identifier that is no longer used, and what replaces it.
    Retired(&'static Retired),
    /// Nothing; these identifiers are near.
    Unknown(Vec<&'static str>),
}

impl Catalog {
    /// The public catalog.
    pub fn public() -> &'static Catalog {
        static PUBLIC: OnceLock<Catalog> = OnceLock::new();
        PUBLIC.get_or_init(|| Catalog::of(families::operations(), &[]))
    }

    /// The public catalog, with the operations that misbehave on purpose runnable as well. They are never found by a search.
    pub fn with_probes() -> &'static Catalog {
        static PROBES: OnceLock<Catalog> = OnceLock::new();
        PROBES.get_or_init(|| Catalog::of(families::operations(), probes::OPERATIONS))
    }

    /// A catalog of these operations.
    pub fn of(mut operations: Vec<&'static Operation>, probes: &'static [&'static Operation]) -> Catalog {
        operations.sort_by_key(|operation| operation.id);
        let index = SearchIndex::new(&operations);
        Catalog { operations, probes, index, bulk: OnceLock::new() }
    }

    /// All operations that can be found, by identifier.
    pub fn operations(&self) -> &[&'static Operation] {
        &self.operations
    }

    /// Looks an identifier up.
    pub fn lookup(&self, id: &str) -> Lookup {
        if let Ok(at) = self.operations.binary_search_by_key(&id, |operation| operation.id) {
            return Lookup::Found(self.operations[at]);
        }
        if let Some(probe) = self.probes.iter().find(|probe| probe.id == id) {
            return Lookup::Found(probe);
        }
        match RETIRED.iter().find(|retired| retired.id == id) {
            Some(retired) => Lookup::Retired(retired),
            None => Lookup::Unknown(self.index.suggest(id)),
        }
    }

    /// The operation of this identifier.
    pub fn get(&self, id: &str) -> Option<&'static Operation> {
        match self.lookup(id) {
            Lookup::Found(operation) => Some(operation),
            _ => None,
        }
    }

    /// Searches.
    pub fn search(&self, search: &Search) -> Result<Hits, search::InvalidCursor> {
        self.index.search(search)
    }

    /// The exact export of all operations, as JSON. Written once.
    pub fn export(&self) -> &str {
        self.bulk.get_or_init(|| bulk_export(&self.operations))
    }
}

pub use search::{Hits, InvalidCursor};
