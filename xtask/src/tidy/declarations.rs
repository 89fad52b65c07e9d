//! The texts of declarations: titles, descriptions, bounds, words, tags.

use std::collections::BTreeMap;

use operation::{CheckKind, Operation};

use super::Findings;

/// Checks the texts of all operations.
pub fn check(operations: &[&'static Operation], findings: &mut Findings) {
    let mut titles: BTreeMap<String, &str> = BTreeMap::new();
    for operation in operations {
        if let Some(other) = titles.insert(operation.title.to_lowercase(), operation.id) {
            findings.add(operation.id, format!("has the title of {other}: \"{}\"", operation.title));
        }
        texts(operation, findings);
    }
}

fn texts(operation: &Operation, findings: &mut Findings) {
    let id = operation.id;
    let first = operation.description.lines().next().unwrap_or_default();
    findings.expect(!operation.title.trim().is_empty(), id, "has no title");
    findings.expect(!operation.title.ends_with('.'), id, "its title ends with a full stop");
    findings.expect(
        operation.description.lines().count() >= 2,
        id,
        "its description is a single paragraph; say what is returned, the conventions, what is refused, the source",
    );
    findings.expect(
        is_sentence(first),
        id,
        format!("its description does not begin with a sentence of its own paragraph: \"{first}\""),
    );
    for bound in operation.bounds.iter().filter(|bound| !bound.contains(|c: char| c.is_ascii_digit())) {
        findings.add(id, format!("a bound without a number: \"{bound}\""));
    }
    for (what, list) in [("words", operation.words), ("tags", operation.tags)] {
        findings.expect(!list.is_empty(), id, format!("has no {what}"));
        findings.expect(list.iter().all(|text| !text.trim().is_empty()), id, format!("an empty text among its {what}"));
        let repeated = list.iter().enumerate().find(|(at, text)| list[..*at].contains(text));
        if let Some((_, text)) = repeated {
            findings.add(id, format!("\"{text}\" stands twice among its {what}"));
        }
    }
    findings.expect(!operation.examples.is_empty(), id, "has no example");
    findings.expect(!operation.refusals.is_empty(), id, "has no refusal");
    let tested = operation.check != CheckKind::None || !operation.laws.is_empty();
    findings.expect(tested, id, "has neither a check nor a law");
}

/// Begins with a capital, a digit or a symbol, and ends with a full stop.
fn is_sentence(text: &str) -> bool {
    let starts = text.chars().next().is_some_and(|first| !first.is_lowercase() && !first.is_whitespace());
    starts && text.ends_with('.') && text.contains(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_and_end_as_sentences_do() {
        for right in ["The gcd of two integers.", "2-adic valuation of an integer."] {
            assert!(is_sentence(right), "{right}");
        }
        for wrong in ["", "gcd of two integers.", "The gcd", "Gcd.", " The gcd."] {
            assert!(!is_sentence(wrong), "{wrong}");
        }
    }
}
