//! The declaration of an operation.

use wire::{Side, Spec, Tree, schema};

use crate::body::{Body, LawBody};
use crate::runtime::Runtime;

/// One stable mathematical map, predicate, construction, search or check.
pub struct Operation {
    /// Its identifier, never reused: `integer.compute.gcd`.
    pub id: &'static str,
    /// Raised when equal input may give another output.
    pub version: u32,
    /// A few words.
    pub title: &'static str,
    /// What it returns, its conventions, what it refuses, its source. First line: the title as a sentence.
    pub description: &'static str,
    /// Topics, for people who browse.
    pub tags: &'static [&'static str],
    /// Words that people search it by: synonyms, abbreviations, everyday and foreign words.
    pub words: &'static [&'static str],
    /// Bounds that the schema cannot state, each a sentence with its number; the one that bites most often first.
    pub bounds: &'static [&'static str],
    /// Requests with their right answers; the first is the one to show.
    pub examples: &'static [Example],
    /// Requests at the edge of the domain, with the location that is refused.
    pub refusals: &'static [RefusalExample],
    /// Relations between answers that must hold.
    pub laws: &'static [Law],
    /// The table of requests.
    pub request: &'static Spec,
    /// The table of responses.
    pub response: &'static Spec,
    /// Deadline when the caller states none, in seconds.
    pub deadline_seconds: u32,
    /// Optional system runtimes that it needs.
    pub runtimes: &'static [Runtime],
    /// Whether the right answer is the only one. Where it is not (a certificate, a witness, an isolating interval), the check decides.
    pub unique: bool,
    /// How each answer is checked before it leaves.
    pub check: CheckKind,
    /// What it does.
    pub body: &'static dyn Body,
}

/// How an answer was checked before it left the worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckKind {
    /// By a proof or an exact identity.
    Exact,
    /// By a random test with a fixed seed that passes a wrong answer with probability under 2^-80.
    Random,
    /// Not at all.
    None,
}

impl CheckKind {
    /// The word of the contract.
    pub fn word(self) -> &'static str {
        match self {
            CheckKind::Exact => "exact",
            CheckKind::Random => "random",
            CheckKind::None => "none",
        }
    }
}

/// A request with its right answer, both as JSON.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// What it shows.
    pub name: &'static str,
    /// The request.
    pub input: &'static str,
    /// The answer.
    pub output: &'static str,
}

/// A request that is refused.
#[derive(Clone, Copy, Debug)]
pub struct RefusalExample {
    /// What is wrong with it.
    pub name: &'static str,
    /// The request, as JSON.
    pub input: &'static str,
    /// Where the first problem lies: keys and indices joined by `.`; empty for the whole request.
    pub location: &'static str,
}

/// A relation between the answers to a request and to its transform.
pub struct Law {
    /// Its name.
    pub name: &'static str,
    /// How it is tested.
    pub body: &'static dyn LawBody,
}

impl Operation {
    /// The JSON Schema of what is read.
    pub fn input_schema(&self) -> Tree {
        schema(self.request, Side::Input)
    }

    /// The JSON Schema of the canonical answer.
    pub fn output_schema(&self) -> Tree {
        schema(self.response, Side::Output)
    }

    /// The first segment of the identifier.
    pub fn namespace(&self) -> &'static str {
        self.id.split_once('.').map_or(self.id, |(namespace, _)| namespace)
    }
}

impl std::fmt::Debug for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Operation").field("id", &self.id).field("version", &self.version).finish_non_exhaustive()
    }
}
