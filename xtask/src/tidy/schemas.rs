//! Invariants of the published schemas, which hold for every client: see the contract, section Values.

use catalog::inspection_card;
use operation::Operation;
use wire::{MAX_SAFE_INTEGER, Side, Tree, Writer};

use super::Findings;

/// Formats that JSON Schema 2020-12 defines.
const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];
const COMBINATORS: &[&str] = &["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "$ref"];
const COUNT_LIMIT: u64 = 999;

const INSPECTION_BYTES: usize = 16_000;
const MEDIAN_INSPECTION_BYTES: usize = 6_000;
const MEDIAN_INPUT_SCHEMA_BYTES: usize = 1_500;

/// Checks both schemas of an operation.
pub fn check(operation: &Operation, findings: &mut Findings) {
    let schemas =
        [("input", Side::Input, operation.input_schema()), ("output", Side::Output, operation.output_schema())];
    for (name, side, schema) in &schemas {
        let mut complaints = Vec::new();
        top(schema, &mut complaints);
        let mut walk = Walk { root: schema, side: *side, complaints };
        walk.schema(name, schema);
        for complaint in walk.complaints {
            findings.add(operation.id, format!("{name} schema: {complaint}"));
        }
    }
}

/// Checks that inspections are short.
pub fn check_sizes(operations: &[&'static Operation], findings: &mut Findings) {
    let (mut inspections, mut inputs) = (Vec::new(), Vec::new());
    for operation in operations {
        let mut out = Writer::new();
        inspection_card(&mut out, operation);
        if out.len() >= INSPECTION_BYTES {
            let complaint = format!("its inspection has {} bytes; shorten it below {INSPECTION_BYTES}", out.len());
            findings.add(operation.id, complaint);
        }
        inspections.push(out.len());
        inputs.push(operation.input_schema().to_json().len());
    }
    let limits = [
        ("inspection", median(inspections), MEDIAN_INSPECTION_BYTES),
        ("input schema", median(inputs), MEDIAN_INPUT_SCHEMA_BYTES),
    ];
    for (what, median, limit) in limits {
        findings.expect(
            median < limit,
            "catalog",
            format!("the median {what} has {median} bytes; shorten texts until it is below {limit}"),
        );
    }
}

/// The upper median; 0 for nothing.
fn median(mut sizes: Vec<usize>) -> usize {
    sizes.sort_unstable();
    sizes.get(sizes.len() / 2).copied().unwrap_or(0)
}

fn top(schema: &Tree, complaints: &mut Vec<String>) {
    if schema.get("type").and_then(Tree::as_text) != Some("object") {
        complaints.push("its top is not `type: object`".to_owned());
    }
    for keyword in COMBINATORS.iter().filter(|keyword| schema.get(keyword).is_some()) {
        complaints.push(format!("`{keyword}` stands at its top"));
    }
}

struct Walk<'t> {
    root: &'t Tree,
    side: Side,
    complaints: Vec<String>,
}

impl Walk<'_> {
    fn complain(&mut self, place: &str, what: impl std::fmt::Display) {
        self.complaints.push(format!("{place}: {what}"));
    }

    /// Visits a schema and all schemas in it. Keys below `properties` and `$defs` are names, not keywords.
    fn schema(&mut self, place: &str, schema: &Tree) {
        self.keywords(place, schema);
        for (keyword, value) in schema.as_object().unwrap_or_default() {
            match keyword.as_str() {
                "properties" | "$defs" | "patternProperties" | "dependentSchemas" => {
                    for (name, inner) in value.as_object().unwrap_or_default() {
                        self.schema(&format!("{place}.{name}"), inner);
                    }
                }
                "items" | "additionalProperties" | "not" | "contains" | "propertyNames" | "if" | "then" | "else" => {
                    self.schema(&format!("{place}.{keyword}"), value);
                }
                "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
                    for (at, inner) in value.as_list().unwrap_or_default().iter().enumerate() {
                        self.schema(&format!("{place}.{keyword}[{at}]"), inner);
                    }
                }
                _ => {}
            }
        }
    }

    fn keywords(&mut self, place: &str, schema: &Tree) {
        if let Some(format) = schema.get("format")
            && !format.as_text().is_some_and(|format| FORMATS.contains(&format))
        {
            self.complain(place, format!("the format {} is no standard one", format.to_json()));
        }
        if let Some(pattern) = schema.get("pattern").and_then(Tree::as_text) {
            for complaint in pattern_complaints(pattern) {
                self.complain(place, format!("the pattern {pattern} has {complaint}"));
            }
        }
        if let Some(reference) = schema.get("$ref").and_then(Tree::as_text) {
            let name = reference.strip_prefix("#/$defs/");
            let target = name.and_then(|name| self.root.get("$defs")?.get(name));
            if target.is_none() {
                self.complain(place, format!("{reference} refers to nothing"));
            }
        }
        if self.side == Side::Output && is_integer(schema) {
            let bound = |keyword: &str| schema.get(keyword).and_then(Tree::as_integer);
            let safe = bound("maximum").is_some_and(|maximum| maximum <= MAX_SAFE_INTEGER)
                && bound("minimum").is_some_and(|minimum| minimum >= -MAX_SAFE_INTEGER);
            if !safe {
                self.complain(place, "a JSON integer without bounds within ±(2^53-1); make it a decimal string");
            }
        }
    }
}

fn is_integer(schema: &Tree) -> bool {
    let is = |kind: &Tree| matches!(kind.as_text(), Some("integer" | "number"));
    schema.get("type").is_some_and(|kind| is(kind) || kind.as_list().is_some_and(|kinds| kinds.iter().any(is)))
}

/// What of a pattern some regular expression engines of clients do not know or take long for.
fn pattern_complaints(pattern: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    if ["(?=", "(?!", "(?<=", "(?<!"].iter().any(|around| pattern.contains(around)) {
        complaints.push("look-around".to_owned());
    }
    if pattern.contains("\\d") {
        complaints.push("\\d, which some engines take for every digit of Unicode; write [0-9]".to_owned());
    }
    for rest in pattern.split('{').skip(1) {
        let count = rest.split('}').next().unwrap_or_default();
        let largest = count.split(',').filter_map(|number| number.parse::<u64>().ok()).max();
        if largest.is_some_and(|largest| largest > COUNT_LIMIT) {
            complaints.push(format!("the count {{{count}}} over {COUNT_LIMIT}; use maxLength"));
        }
    }
    complaints
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::layout::parsed;

    fn complaints(side: Side, json: &str) -> Vec<String> {
        let schema = parsed(json).unwrap();
        let mut walk = Walk { root: &schema, side, complaints: Vec::new() };
        top(&schema, &mut walk.complaints);
        walk.schema("top", &schema);
        walk.complaints
    }

    #[test]
    fn the_top_is_a_plain_object() {
        assert_eq!(complaints(Side::Input, r#"{"type":"object"}"#), Vec::<String>::new());
        assert_eq!(complaints(Side::Input, r#"{"type":"array","anyOf":[]}"#).len(), 2);
    }

    #[test]
    fn integers_of_an_answer_are_exact_everywhere() {
        let wrong = r#"{"type":"object","properties":{"n":{"type":["integer","null"],"minimum":0}}}"#;
        assert_eq!(complaints(Side::Output, wrong).len(), 1);
        assert_eq!(complaints(Side::Input, wrong), Vec::<String>::new());
        let right = r#"{"type":"object","properties":{"n":{"type":"integer","minimum":0,"maximum":9007199254740991}}}"#;
        assert_eq!(complaints(Side::Output, right), Vec::<String>::new());
    }

    #[test]
    fn names_of_fields_are_not_keywords() {
        let json = r#"{"type":"object","properties":{"format":{"type":"string"},"pattern":{"type":"string"}}}"#;
        assert_eq!(complaints(Side::Output, json), Vec::<String>::new());
        let json = r##"{"type":"object","properties":{"a":{"format":"bigint"},"b":{"$ref":"#/$defs/T"}}}"##;
        assert_eq!(complaints(Side::Output, json).len(), 2);
    }

    #[test]
    fn patterns_are_portable() {
        assert_eq!(pattern_complaints("^[0-9]{1,999}$"), Vec::<String>::new());
        for wrong in ["^(?!0)", "(?<=a)b", r"\d+", "^[0-9]{1,1000}$", "a{1000}"] {
            assert_eq!(pattern_complaints(wrong).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn the_median_is_taken_of_sorted_sizes() {
        assert_eq!((median(vec![]), median(vec![9, 1, 5]), median(vec![4, 1])), (0, 5, 4));
    }
}
