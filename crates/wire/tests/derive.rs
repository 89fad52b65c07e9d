//! The derive on types of every kind: reading, writing, problems, schemas, and the agreement of reader and schema.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::{Value, json};
use wire::{Class, Report, Side, Tree, VARIABLE, Wire, from_json, schema, to_json};

/// Everything at once.
#[derive(Wire, Debug, PartialEq)]
#[wire(relations = Everything::relations)]
struct Everything {
    /// A structural integer.
    #[wire(value in 1..=30)]
    size: u32,
    /// A variable.
    #[wire(pattern = VARIABLE)]
    variable: String,
    /// Short words, few of them.
    #[wire(items in 1..=3, each(length in 1..=4))]
    words: Vec<String>,
    /// May be absent.
    #[wire(length <= 5)]
    note: Option<String>,
    /// Has a default.
    #[wire(default = "\"QQ\"")]
    domain: Domain,
    #[wire(items <= 2)]
    weights: BTreeMap<String, i64>,
    edge: (String, u8),
    corner: [i64; 2],
    shape: Shape,
    status: Status,
    label: Label,
    tree: Node,
}

impl Everything {
    fn relations(&self, report: &mut Report) {
        if self.corner[0] > self.corner[1] {
            report.at("corner", |report| report.domain("not_ordered", "the corner's items must not decrease"));
        }
    }
}

#[derive(Wire, Debug, PartialEq)]
enum Domain {
    #[wire(name = "QQ")]
    Rationals,
}

/// A status.
#[derive(Wire, Debug, PartialEq)]
enum Status {
    Complete,
    /// It has not been decided.
    NotDecided,
}

/// A plane figure.
#[derive(Wire, Debug, PartialEq)]
#[wire(tag = "kind")]
enum Shape {
    Point,
    /// All points at one distance.
    #[wire(name = "circle")]
    Circle {
        /// The distance.
        radius: u32,
    },
    Box {
        width: u32,
        height: Option<u32>,
    },
}

#[derive(Wire, Debug, PartialEq)]
#[wire(length in 1..=8)]
struct Label(String);

#[derive(Wire, Debug, PartialEq)]
struct Node {
    value: bool,
    #[wire(recursive, items <= 2, default = "[]")]
    children: Vec<Node>,
}

fn sample() -> Value {
    json!({
        "size": 7, "variable": "x_1", "words": ["a", "béta"], "note": "hi", "domain": "QQ",
        "weights": {"p": -1, "q": 2}, "edge": ["a", 3], "corner": [-1, 4], "shape": {"kind": "circle", "radius": 2},
        "status": "NOT_DECIDED", "label": "origin",
        "tree": {"value": true, "children": [{"value": false, "children": []}]},
    })
}

fn read(value: &Value) -> Result<Everything, Vec<(String, &'static str, Class)>> {
    let mut report = Report::new();
    let read = from_json::<Everything>(&value.to_string(), &mut report).unwrap();
    read.ok_or_else(|| {
        let (problems, _) = report.into_problems();
        problems
            .into_iter()
            .map(|problem| {
                let steps: Vec<String> = problem.location.iter().map(ToString::to_string).collect();
                (steps.join("."), problem.code, problem.class)
            })
            .collect()
    })
}

fn to_value(tree: &Tree) -> Value {
    serde_json::from_str(&tree.to_json()).unwrap()
}

fn validators() -> [jsonschema::Validator; 2] {
    [Side::Input, Side::Output].map(|side| {
        let schema = to_value(&schema(Everything::SPEC, side));
        jsonschema::draft202012::options().build(&schema).unwrap()
    })
}

#[test]
fn canonical_documents_round_trip() {
    let value = read(&sample()).unwrap();
    let written: Value = serde_json::from_str(&to_json(&value)).unwrap();
    assert_eq!(written, sample());
    assert_eq!(read(&written).unwrap(), value);
    let [input, output] = validators();
    assert!(input.is_valid(&written) && output.is_valid(&written));
}

#[test]
fn absent_fields_take_their_defaults_and_are_written_out() {
    let mut value = sample();
    for key in ["note", "domain"] {
        value.as_object_mut().unwrap().remove(key);
    }
    value["tree"] = json!({"value": true});
    let read = read(&value).unwrap();
    assert_eq!((&read.note, &read.domain, read.tree.children.len()), (&None, &Domain::Rationals, 0));
    let written: Value = serde_json::from_str(&to_json(&read)).unwrap();
    assert_eq!(
        (&written["note"], &written["domain"], &written["tree"]["children"]),
        (&json!(null), &json!("QQ"), &json!([]))
    );
    let [input, output] = validators();
    assert!(input.is_valid(&value) && !output.is_valid(&value) && output.is_valid(&written));
}

#[test]
fn all_problems_are_found_at_once_and_located() {
    let value = json!({
        "size": 0, "variable": "1x", "words": ["", "toolong"], "sizes": 3, "domain": "ZZ", "weights": {"a": 0.5},
        "edge": ["a"], "corner": [1, true], "shape": {"kind": "box"}, "status": "NOT_DECIDE", "label": "",
        "tree": {"value": true, "children": [{"value": 1}]},
    });
    let mut problems = read(&value).unwrap_err();
    problems.sort_by(|left, right| left.0.cmp(&right.0));
    let found: Vec<(&str, &str)> = problems.iter().map(|(place, code, _)| (place.as_str(), *code)).collect();
    let expected = [
        ("corner.1", "wrong_type"),
        ("domain", "not_a_choice"),
        ("edge", "wrong_length"),
        ("label", "too_short"),
        ("shape.kind", "not_a_choice"),
        ("size", "out_of_range"),
        ("sizes", "unknown_field"),
        ("status", "not_a_choice"),
        ("tree.children.0.value", "wrong_type"),
        ("variable", "pattern_mismatch"),
        ("weights.a", "integer.not_whole"),
        ("words.0", "too_short"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn sizes_alone_are_sizes() {
    let mut value = sample();
    value["words"] = json!(["a", "b", "c", "d"]);
    value["size"] = json!(31);
    let problems = read(&value).unwrap_err();
    assert_eq!(problems.len(), 2);
    assert!(problems.iter().all(|(_, _, class)| *class == Class::Size));
    value["corner"] = json!([2, 1]);
    let problems = read(&value).unwrap_err();
    assert!(
        problems.iter().all(|(_, _, class)| *class == Class::Size),
        "relations are looked at when all fields were read"
    );
}

#[test]
fn relations_run_after_the_fields() {
    let mut value = sample();
    value["corner"] = json!([2, 1]);
    assert_eq!(read(&value).unwrap_err(), vec![("corner".to_owned(), "not_ordered", Class::Domain)]);
}

#[test]
fn misspelled_fields_are_named() {
    let mut report = Report::new();
    let text = sample().to_string().replace("\"status\"", "\"statsu\"");
    assert!(from_json::<Everything>(&text, &mut report).unwrap().is_none());
    let (problems, omitted) = report.into_problems();
    assert_eq!(omitted, 0);
    assert!(problems.iter().any(|problem| problem.message.contains("did you mean \"status\"?")), "{problems:?}");
    assert!(problems.iter().any(|problem| problem.code == "missing" && problem.location == vec!["status".into()]));
}

#[test]
fn breaches_of_strict_rules_refuse_the_document() {
    let mut report = Report::new();
    let text = sample().to_string().replacen("\"size\":7", "\"size\":7,\"size\":8", 1);
    assert!(from_json::<Everything>(&text, &mut report).unwrap().is_none());
    assert_eq!(report.into_problems().0[0].code, "json.duplicate_key");
    assert!(from_json::<Everything>("{", &mut Report::new()).is_err());
}

#[test]
fn schemas_are_as_the_contract_wants_them() {
    insta::assert_snapshot!(
        "everything_input",
        serde_json::to_string_pretty(&to_value(&schema(Everything::SPEC, Side::Input))).unwrap()
    );
    insta::assert_snapshot!(
        "everything_output",
        serde_json::to_string_pretty(&to_value(&schema(Everything::SPEC, Side::Output))).unwrap()
    );
    let input = to_value(&schema(Everything::SPEC, Side::Input));
    assert_eq!(
        input["properties"]["domain"],
        json!({"description": "Has a default.", "type": "string", "const": "QQ", "default": "QQ"})
    );
    let union = to_value(&schema(Shape::SPEC, Side::Output));
    assert_eq!(union["type"], "object");
    assert!(union.get("anyOf").is_none());
}

#[test]
fn the_pattern_of_variables_agrees_with_its_function() {
    let schema = json!({"type": "string", "pattern": VARIABLE.regex});
    let validator = jsonschema::draft202012::options().build(&schema).unwrap();
    let long = "x".repeat(32);
    let longer = "x".repeat(33);
    for text in ["", "x", "x1", "_x", "1x", "x-y", "x y", "é", "xé", "X_9", &long, &longer] {
        assert_eq!((VARIABLE.accepts)(text), validator.is_valid(&json!(text)), "{text}");
    }
}

/// One random change somewhere in a document.
fn mutate(value: &mut Value, path: &[usize], replacement: &Value) {
    let index = path.first().copied().unwrap_or(0);
    let rest = path.get(1..).unwrap_or(&[]);
    match value {
        Value::Array(items) if !items.is_empty() && !path.is_empty() => {
            let at = index % (items.len() + 1);
            match items.get_mut(at) {
                Some(item) => mutate(item, rest, replacement),
                None => items.push(replacement.clone()),
            }
        }
        Value::Object(members) if !members.is_empty() && !path.is_empty() => {
            let at = index % (members.len() + 2);
            let key = members.keys().nth(at % members.len()).cloned().unwrap();
            if at < members.len() {
                mutate(&mut members[&key], rest, replacement);
            } else if at == members.len() {
                members.remove(&key);
            } else {
                members.insert("extra".to_owned(), replacement.clone());
            }
        }
        _ => *value = replacement.clone(),
    }
}

fn replacements() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!(true)),
        Just(json!([])),
        Just(json!({})),
        Just(json!("")),
        Just(json!("QQ")),
        Just(json!("COMPLETE")),
        Just(json!("x")),
        Just(json!("12")),
        Just(json!("-0")),
        Just(json!("a long text")),
        Just(json!({"kind": "POINT"})),
        Just(json!({"kind": "BOX", "width": 1})),
        Just(json!({"kind": "BOX", "width": 1, "radius": 1})),
        Just(json!({"value": true})),
        Just(json!(["a", 1])),
        Just(json!([1, 2])),
        any::<i8>().prop_map(|number| json!(number)),
        Just(json!(1.0)),
        Just(json!(1.5)),
        Just(json!(1e300)),
        Just(json!(9007199254740992i64)),
    ]
}

proptest! {
    /// A document is accepted exactly when it validates, apart from relations and from sizes that a schema cannot state.
    #[test]
    fn reader_and_schema_agree(
        changes in prop::collection::vec((prop::collection::vec(0usize..40, 0..6), replacements()), 0..3)
    ) {
        let mut value = sample();
        for (path, replacement) in &changes {
            mutate(&mut value, path, replacement);
        }
        let [input, output] = validators();
        match read(&value) {
            Ok(accepted) => {
                prop_assert!(input.is_valid(&value), "accepted, but not by the schema: {value}");
                let written: Value = serde_json::from_str(&to_json(&accepted)).unwrap();
                prop_assert!(output.is_valid(&written), "the canonical form breaks its schema: {written}");
                prop_assert_eq!(read(&written).unwrap(), accepted);
            }
            Err(problems) => {
                let only_relations = problems.iter().all(|(_, code, class)| *class == Class::Size || *code == "not_ordered" || *code == "out_of_range");
                prop_assert!(!input.is_valid(&value) || only_relations, "refused, but valid: {value} {problems:?}");
            }
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,60}") {
        let _ = from_json::<Everything>(&text, &mut Report::new());
    }
}
