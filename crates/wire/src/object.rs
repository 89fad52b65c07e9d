//! Reading objects: one shared, non-generic body for every derived type.

use crate::read::Wire;
use crate::report::Report;
use crate::spec::{Field, Kind, Presence, Spec, Variant};
use crate::tree::Tree;

/// The fields of an object, found in its document. Derived readers take one field after another from it.
pub struct ObjectReader<'a> {
    fields: &'static [Field],
    slots: Vec<Option<&'a Tree>>,
    report: &'a mut Report,
    before: usize,
}

impl<'a> ObjectReader<'a> {
    /// Finds the fields, and reports those that are missing, unknown, or that the whole is no object.
    pub fn open(tree: &'a Tree, spec: &Spec, report: &'a mut Report) -> Option<ObjectReader<'a>> {
        let Kind::Object(fields) = spec.resolved().kind else {
            unreachable!("a derived struct is read with an object's table")
        };
        ObjectReader::with_fields(tree, fields, None, report)
    }

    fn with_fields(
        tree: &'a Tree,
        fields: &'static [Field],
        tag: Option<&str>,
        report: &'a mut Report,
    ) -> Option<ObjectReader<'a>> {
        let Tree::Object(members) = tree else {
            report
                .structure("wrong_type", format!("expected an object with {}, found {}", listed(fields), tree.kind()));
            return None;
        };
        let before = report.count();
        let mut slots = vec![None; fields.len()];
        for (key, value) in members {
            match fields.iter().position(|field| field.name == key) {
                Some(index) => slots[index] = Some(value),
                None if Some(key.as_str()) == tag => {}
                None => {
                    let message = match nearest(key, fields.iter().map(|field| field.name)) {
                        Some(near) => format!("no such field; did you mean \"{near}\"?"),
                        None => format!("no such field; an object with {} is expected", listed(fields)),
                    };
                    report.at(key.clone(), |report| report.structure("unknown_field", message));
                }
            }
        }
        for (field, slot) in fields.iter().zip(&slots) {
            if slot.is_none() && field.presence == Presence::Required {
                let meaning = field.doc.lines().next().unwrap_or("").trim_end_matches('.');
                let message = if meaning.is_empty() {
                    "this field is required".to_owned()
                } else {
                    format!("this field is required: {meaning}")
                };
                report.at(field.name, |report| report.structure("missing", message));
            }
        }
        Some(ObjectReader { fields, slots, report, before })
    }

    /// Ends the reading: `None` when the object or anything in it has a problem.
    pub fn finish(self) -> Option<()> {
        (self.report.count() == self.before).then_some(())
    }

    /// Reads the field with this place in the table.
    pub fn field<T: Wire>(&mut self, index: usize) -> Option<T> {
        let field = &self.fields[index];
        match (self.slots[index], field.presence) {
            (Some(tree), _) => self.report.at(field.name, |report| T::read(tree, field.spec, report)),
            (None, Presence::Default(json)) => {
                let default = crate::json::parse(json.as_bytes(), &Default::default()).ok()?.tree;
                self.report.at(field.name, |report| T::read(&default, field.spec, report))
            }
            (None, Presence::Required) => None,
        }
    }
}

/// The alternative of a tagged union that a document names.
pub struct UnionReader<'a> {
    /// Its place among the variants.
    pub variant: usize,
    /// Its fields.
    pub object: ObjectReader<'a>,
}

impl<'a> UnionReader<'a> {
    /// Finds the alternative by its tag, then its fields.
    pub fn open(tree: &'a Tree, spec: &Spec, report: &'a mut Report) -> Option<UnionReader<'a>> {
        let Kind::Union { tag, variants } = spec.resolved().kind else {
            unreachable!("a derived enum is read with a union's table")
        };
        let words = || variants.iter().map(|variant| format!("\"{}\"", variant.name)).collect::<Vec<_>>().join(", ");
        let Tree::Object(_) = tree else {
            report.structure("wrong_type", format!("expected an object with \"{tag}\", found {}", tree.kind()));
            return None;
        };
        let Some(word) = tree.get(tag) else {
            report.at(tag, |report| report.structure("missing", format!("this field is required: one of {}", words())));
            return None;
        };
        let found = word.as_text().and_then(|word| variants.iter().position(|variant| variant.name == word));
        let Some(variant) = found else {
            report.at(tag, |report| report.structure("not_a_choice", format!("expected one of {}", words())));
            return None;
        };
        let Variant { fields, .. } = variants[variant];
        let object = ObjectReader::with_fields(tree, fields, Some(tag), report)?;
        Some(UnionReader { variant, object })
    }
}

fn listed(fields: &[Field]) -> String {
    let names: Vec<String> = fields.iter().map(|field| format!("\"{}\"", field.name)).collect();
    if names.is_empty() { "no fields".to_owned() } else { names.join(", ") }
}

/// The candidate that `word` most likely stands for: about a third of it misspelled at most.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let limit = word.chars().count().div_ceil(3).clamp(1, 4);
    candidates
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(d, _)| *d <= limit)
        .min()
        .map(|(_, c)| c)
}

/// Levenshtein distance, ignoring case.
fn distance(left: &str, right: &str) -> usize {
    if left.len() > 128 || right.len() > 128 {
        return usize::MAX;
    }
    let right: Vec<char> = right.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

/// The place of the word that a document names among the choices of its table.
pub fn read_choice(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<usize> {
    let Kind::Choice(choices) = spec.resolved().kind else { unreachable!("a word is read with a table of choices") };
    let found = tree.as_text().and_then(|word| choices.iter().position(|choice| choice.name == word));
    if found.is_none() {
        let words: Vec<String> = choices.iter().map(|choice| format!("\"{}\"", choice.name)).collect();
        let near = tree.as_text().and_then(|word| nearest(word, choices.iter().map(|choice| choice.name)));
        let message = match near {
            Some(near) => format!("expected one of {}; did you mean \"{near}\"?", words.join(", ")),
            None => format!("expected one of {}", words.join(", ")),
        };
        report.structure("not_a_choice", message);
    }
    found
}

/// Stops the compiler when a table has no field of this name. Declarations of operations use it on their examples.
pub const fn assert_field(spec: &Spec, name: &str) {
    let found = match spec.kind {
        Kind::Object(fields) => has_field(fields, name),
        Kind::Union { tag, variants } => {
            let mut found = same(tag, name);
            let mut at = 0;
            while at < variants.len() {
                found = found || has_field(variants[at].fields, name);
                at += 1;
            }
            found
        }
        _ => true,
    };
    assert!(found, "an example or refusal names a field that the type does not have");
}

const fn has_field(fields: &[Field], name: &str) -> bool {
    let mut at = 0;
    while at < fields.len() {
        if same(fields[at].name, name) {
            return true;
        }
        at += 1;
    }
    false
}

const fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    let mut at = 0;
    while at < left.len() {
        if left[at] != right[at] {
            return false;
        }
        at += 1;
    }
    true
}
