//! Search: BM25 over the fields of each operation, with words folded to their stems.

mod cursor;
mod words;

use std::collections::{BTreeMap, HashMap};

use operation::Operation;

use crate::namespaces::folded;
pub use cursor::{Cursor, InvalidCursor};
use words::{Term, terms};

/// How a search treats operations that match only part of a need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Only operations that match most of the need's weight.
    Precise,
    /// Every operation that shares a word with the need.
    Broad,
}

impl Mode {
    /// The word of the contract.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Precise => "precise",
            Mode::Broad => "broad",
        }
    }
}

/// A search.
#[derive(Clone, Debug)]
pub struct Search<'q> {
    /// The need, in any words.
    pub query: &'q str,
    /// Only operations of this namespace.
    pub namespace: Option<&'q str>,
    /// Precise or broad.
    pub mode: Mode,
    /// How many hits at most.
    pub limit: usize,
    /// Where an earlier search of the same settings ended.
    pub cursor: Option<&'q str>,
}

/// An operation found.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The operation.
    pub operation: &'static Operation,
    /// Its score; larger is better.
    pub score: f64,
}

/// A page of hits.
#[derive(Debug)]
pub struct Hits {
    /// The page, best first, equal scores by identifier.
    pub hits: Vec<Hit>,
    /// How many hits there are in all.
    pub total: usize,
    /// Where the next page begins.
    pub next: Option<String>,
}

/// Weight of a word by the field that holds it.
const IDENTIFIER: f64 = 2.5;
const TITLE: f64 = 3.0;
const WORDS: f64 = 2.5;
const TAGS: f64 = 1.5;
const DESCRIPTION: f64 = 1.0;
/// BM25: how soon repetition saturates, and how much length counts.
const SATURATION: f64 = 1.2;
const LENGTH: f64 = 0.5;
/// Precise: the share of the query's weight that an operation must match.
const APPLICABLE: f64 = 0.55;
/// Weight of two query words standing side by side in an operation's texts, beside the words themselves.
const ADJACENT: f64 = 0.6;

/// The index of a catalog.
pub struct SearchIndex {
    documents: Vec<Document>,
    /// In how many documents a term stands.
    frequencies: HashMap<Term, usize>,
    mean_length: f64,
}

struct Document {
    operation: &'static Operation,
    weights: HashMap<Term, f64>,
    pairs: HashMap<(Term, Term), f64>,
    length: f64,
}

impl SearchIndex {
    /// Indexes operations, which come sorted by identifier.
    pub fn new(operations: &[&'static Operation]) -> SearchIndex {
        let documents: Vec<Document> = operations.iter().map(|operation| Document::new(operation)).collect();
        let mut frequencies = HashMap::new();
        for term in documents.iter().flat_map(|document| document.weights.keys()) {
            *frequencies.entry(term.clone()).or_insert(0) += 1;
        }
        let total: f64 = documents.iter().map(|document| document.length).sum();
        let mean_length = (total / documents.len().max(1) as f64).max(1.0);
        SearchIndex { documents, frequencies, mean_length }
    }

    /// How much a term tells: rare terms tell most, and a term that no document has tells that much too.
    fn information(&self, term: &Term) -> f64 {
        let documents = self.documents.len() as f64;
        let frequency = self.frequencies.get(term).copied().unwrap_or(0) as f64;
        (1.0 + (documents - frequency + 0.5) / (frequency + 0.5)).ln()
    }

    /// One page of a search.
    pub fn search(&self, search: &Search) -> Result<Hits, InvalidCursor> {
        let settings = Cursor::settings(search.query, search.namespace, search.mode.word());
        let offset = match search.cursor {
            Some(text) => settings.offset(text)?,
            None => 0,
        };
        let mut found = self.found(search);
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.operation.id.cmp(b.operation.id)));
        let total = found.len();
        if offset > total || (search.cursor.is_some() && offset == 0) {
            return Err(InvalidCursor);
        }
        let hits: Vec<Hit> = found.into_iter().skip(offset).take(search.limit).collect();
        let end = offset + hits.len();
        Ok(Hits { hits, total, next: (end < total).then(|| settings.at(end)) })
    }

    fn found(&self, search: &Search) -> Vec<Hit> {
        let query = terms(search.query);
        let namespace = search.namespace.map(folded);
        let mut weights: BTreeMap<&Term, f64> = BTreeMap::new();
        for term in &query {
            weights.insert(term, self.information(term));
        }
        let whole: f64 = weights.values().sum();
        if whole == 0.0 {
            return Vec::new();
        }
        let id = search.query.trim();
        self.documents
            .iter()
            .filter(|document| namespace.as_ref().is_none_or(|name| folded(document.operation.namespace()) == *name))
            .filter_map(|document| {
                let relative = document.length / self.mean_length;
                let norm = SATURATION * (1.0 - LENGTH + LENGTH * relative);
                let (mut score, mut matched) = (0.0, 0.0);
                for (term, information) in &weights {
                    if let Some(weight) = document.weights.get(*term) {
                        score += information * weight * (SATURATION + 1.0) / (weight + norm);
                        matched += information;
                    }
                }
                for pair in query.windows(2) {
                    if let Some(weight) = document.pairs.get(&(pair[0].clone(), pair[1].clone())) {
                        score += ADJACENT * weight / (weight + norm)
                            * (self.information(&pair[0]) + self.information(&pair[1]));
                    }
                }
                if document.operation.id == id {
                    score += 1e6;
                    matched = whole;
                }
                // A long question that an operation answers mostly is a better match than a short overlap.
                let share = matched / whole;
                let applicable = match search.mode {
                    Mode::Precise => share >= APPLICABLE,
                    Mode::Broad => matched > 0.0,
                };
                applicable.then_some(Hit { operation: document.operation, score: score * share })
            })
            .collect()
    }

    /// Identifiers near a misspelled or guessed one, best first.
    pub fn suggest(&self, id: &str) -> Vec<&'static str> {
        let readable =
            id.chars().take(128).map(|letter| if ".-_".contains(letter) { ' ' } else { letter }).collect::<String>();
        let search = Search { query: &readable, namespace: None, mode: Mode::Broad, limit: 5, cursor: None };
        self.search(&search).map(|found| found.hits.iter().map(|hit| hit.operation.id).collect()).unwrap_or_default()
    }
}

impl Document {
    fn new(operation: &'static Operation) -> Document {
        let identifier = operation.id.replace(['.', '_'], " ");
        let mut document = Document { operation, weights: HashMap::new(), pairs: HashMap::new(), length: 0.0 };
        document.add(&identifier, IDENTIFIER);
        document.add(operation.title, TITLE);
        operation.words.iter().for_each(|word| document.add(word, WORDS));
        operation.tags.iter().for_each(|tag| document.add(tag, TAGS));
        document.add(operation.description, DESCRIPTION);
        document
    }

    fn add(&mut self, text: &str, weight: f64) {
        let found = terms(text);
        for pair in found.windows(2) {
            let slot = self.pairs.entry((pair[0].clone(), pair[1].clone())).or_insert(0.0);
            *slot = slot.max(weight);
        }
        for term in found {
            self.length += 1.0;
            *self.weights.entry(term).or_insert(0.0) += weight;
        }
    }
}
