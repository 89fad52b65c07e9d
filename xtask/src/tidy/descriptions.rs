//! Every field, every alternative, every word and every type says what it means.

use std::collections::BTreeSet;

use operation::Operation;
use wire::{Field, Kind, Spec};

use super::Findings;

/// Walks the tables of request and answer.
pub fn check(operation: &Operation, findings: &mut Findings) {
    for (side, spec) in [("request", operation.request), ("answer", operation.response)] {
        let spec = spec.resolved();
        findings.expect(!spec.doc.is_empty(), operation.id, format!("the {side} has no description"));
        let mut walk = Walk { id: operation.id, findings, seen: BTreeSet::new() };
        walk.inside(side, spec);
    }
}

struct Walk<'f> {
    id: &'static str,
    findings: &'f mut Findings,
    seen: BTreeSet<&'static str>,
}

impl Walk<'_> {
    fn expect(&mut self, doc: &str, place: &str) {
        self.findings.expect(!doc.trim().is_empty(), self.id, format!("{place} has no description"));
    }

    fn spec(&mut self, place: &str, spec: &Spec) {
        let spec = spec.resolved();
        if !spec.name.is_empty() {
            if !self.seen.insert(spec.name) {
                return;
            }
            self.expect(spec.doc, &format!("the type {} (at {place})", spec.name));
        }
        self.inside(place, spec);
    }

    fn inside(&mut self, place: &str, spec: &Spec) {
        match spec.kind {
            Kind::Object(fields) => self.fields(place, fields),
            Kind::Union { variants, .. } => {
                for variant in variants {
                    let place = format!("{place}({})", variant.name);
                    self.expect(variant.doc, &place);
                    self.fields(&place, variant.fields);
                }
            }
            // A constant means what its field means.
            Kind::Choice(choices) if choices.len() > 1 => {
                choices
                    .iter()
                    .for_each(|choice| self.expect(choice.doc, &format!("{place}: the word {}", choice.name)));
            }
            Kind::List { item, .. } => self.spec(&format!("{place}[]"), item),
            Kind::Map { value, .. } => self.spec(&format!("{place}.*"), value),
            Kind::Nullable(value) => self.spec(place, value),
            Kind::Tuple(specs) => {
                specs.iter().enumerate().for_each(|(at, spec)| self.spec(&format!("{place}[{at}]"), spec));
            }
            Kind::Forms { canonical, others } => {
                self.spec(place, canonical);
                others.iter().for_each(|other| self.spec(place, other));
            }
            _ => {}
        }
    }

    fn fields(&mut self, place: &str, fields: &[Field]) {
        for field in fields {
            let place = format!("{place}.{}", field.name);
            self.expect(field.doc, &place);
            self.spec(&place, field.spec);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::{Choice, Presence};

    const WORD: &Spec =
        &Spec::inline(Kind::Choice(&[Choice { name: "A", doc: "The first." }, Choice { name: "B", doc: "" }]));
    const NODE: &Spec = &Spec::inline(Kind::Object(&[
        Field { name: "word", doc: "", spec: WORD, presence: Presence::Required },
        Field {
            name: "next",
            doc: "Further nodes.",
            spec: &Spec::inline(Kind::List { item: &Spec::inline(Kind::Later(|| NODE)), min: 0, max: 9 }),
            presence: Presence::Required,
        },
    ]))
    .named("Node", "");

    #[test]
    fn silent_types_fields_and_words_are_found_once() {
        let mut findings = Findings::default();
        let mut walk = Walk { id: "a.b", findings: &mut findings, seen: BTreeSet::new() };
        walk.spec("request", NODE);
        assert_eq!(
            findings.lines(),
            [
                "a.b: the type Node (at request) has no description",
                "a.b: request.word has no description",
                "a.b: request.word: the word B has no description",
            ]
        );
    }
}
