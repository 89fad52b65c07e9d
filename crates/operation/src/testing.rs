//! The one test runner of all families.
//!
//! Nobody writes test code for an operation by hand: [`run`] executes its examples, refusals, laws and recorded cases, holds its
//! answers against its schemas and its checker, alters answers and requests, and reports every failure at once.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;
use wire::Tree;
use wire::json::Limits;

use crate::{CheckKind, Context, Operation, Stop};

/// Runs every operation of a family against its declaration and against `cases` (a folder with one `<id>.jsonl` each).
///
/// # Panics
///
/// When anything does not hold, with the list of all failures.
pub fn run(family: &[&'static Operation], cases: &Path) {
    let mut trial = Trial { failures: Vec::new(), answers: Vec::new() };
    let mut sorted: Vec<&str> = family.iter().map(|operation| operation.id).collect();
    sorted.sort_unstable();
    sorted.dedup();
    trial.expect(
        sorted.iter().eq(family.iter().map(|o| &o.id)),
        "family",
        "its list is not sorted by id without repetition",
    );
    for operation in family {
        trial.operation(operation, &cases.join(format!("{}.jsonl", operation.id)));
    }
    trial.every_value_on_every_input(family);
    assert!(trial.failures.is_empty(), "{} failures:\n{}", trial.failures.len(), trial.failures.join("\n"));
}

struct Trial {
    failures: Vec<String>,
    /// Answers of the family with the operation that gave them.
    answers: Vec<(&'static Operation, Value)>,
}

fn tree(json: &str) -> Option<Tree> {
    let document = wire::json::parse(json.as_bytes(), &Limits::default()).ok()?;
    document.violations.is_empty().then_some(document.tree)
}

fn context() -> Context {
    Context::builder().deadline(Instant::now() + Duration::from_secs(60)).build()
}

fn answer(operation: &Operation, input: &str) -> Result<String, Stop> {
    let payload = tree(input).ok_or_else(|| Stop::Fault("the request is not strict JSON".to_owned()))?;
    operation.body.run(&payload, &context(), &mut |_| Ok(()))
}

fn short(text: &str) -> String {
    text.chars().take(300).collect()
}

impl Trial {
    fn expect(&mut self, holds: bool, place: &str, complaint: &str) {
        if !holds {
            self.failures.push(format!("{place}: {complaint}"));
        }
    }

    fn operation(&mut self, operation: &'static Operation, cases: &Path) {
        let id = operation.id;
        self.declaration(operation);
        let schemas = [operation.input_schema(), operation.output_schema()].map(|schema| {
            let schema: Value = serde_json::from_str(&schema.to_json()).unwrap_or_default();
            jsonschema::draft202012::options().build(&schema)
        });
        let [Ok(input_schema), Ok(output_schema)] = schemas else {
            self.expect(false, id, "a schema is not valid JSON Schema");
            return;
        };
        let mut questions: Vec<(String, String)> = Vec::new();
        for example in operation.examples {
            let place = format!("{id} example {:?}", example.name);
            let input: Value = serde_json::from_str(example.input).unwrap_or_default();
            self.expect(input_schema.is_valid(&input), &place, "the request breaks the input schema");
            self.answered(operation, &place, example.input, example.output, &output_schema);
            questions.push((place, example.input.to_owned()));
        }
        for refusal in operation.refusals {
            let place = format!("{id} refusal {:?}", refusal.name);
            self.refused(operation, &place, refusal.input, refusal.location, None);
        }
        for (place, case) in self.read_cases(id, cases) {
            let input = case["input"].to_string();
            match (case.get("output"), case.get("error")) {
                (Some(output), None) => {
                    self.answered(operation, &place, &input, &output.to_string(), &output_schema);
                    questions.push((place, input));
                }
                (None, Some(error)) => {
                    let location = case["error"]["location"].as_array().cloned().unwrap_or_default();
                    let steps: Vec<String> =
                        location.iter().map(|step| step.as_str().map_or(step.to_string(), str::to_owned)).collect();
                    self.refused(operation, &place, &input, &steps.join("."), error["code"].as_str());
                }
                _ => self.expect(false, &place, "a case has either an output or an error"),
            }
        }
        for (place, input) in &questions {
            self.laws(operation, place, input);
        }
        self.mutations(operation, &questions, &input_schema);
    }

    fn declaration(&mut self, operation: &'static Operation) {
        let id = operation.id;
        let tested = operation.check != CheckKind::None || !operation.laws.is_empty();
        self.expect(tested, id, "neither a check nor a law");
        self.expect(!operation.words.is_empty(), id, "no search words");
        self.expect(!operation.tags.is_empty(), id, "no tags");
        self.expect(operation.description.lines().count() >= 2, id, "the description is a single line");
        self.expect((1..=600).contains(&operation.deadline_seconds), id, "a deadline lies in 1..=600 seconds");
    }

    fn read_cases(&mut self, id: &str, path: &Path) -> Vec<(String, Value)> {
        let Ok(text) = std::fs::read_to_string(path) else {
            self.expect(false, id, &format!("no cases: {}", path.display()));
            return Vec::new();
        };
        let mut cases = Vec::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str::<Value>(line) {
                Ok(case) => cases.push((format!("{id} case {} {}", number + 1, case["name"]), case)),
                Err(error) => self.expect(false, id, &format!("case line {} is not JSON: {error}", number + 1)),
            }
        }
        self.expect(!cases.is_empty(), id, "its case file is empty");
        cases
    }

    /// The right answer comes out, twice the same, valid, accepted by the checker; altered answers are refused by it.
    fn answered(
        &mut self,
        operation: &'static Operation,
        place: &str,
        input: &str,
        expected: &str,
        schema: &jsonschema::Validator,
    ) {
        let (first, second) = match (answer(operation, input), answer(operation, input)) {
            (Ok(first), Ok(second)) => (first, second),
            (Err(stop), _) | (_, Err(stop)) => {
                return self.expect(false, place, &format!("no answer: {}", short(&format!("{stop:?}"))));
            }
        };
        self.expect(first == second, place, "two runs give different bytes");
        let (found, expected): (Value, Value) = match (serde_json::from_str(&first), serde_json::from_str(expected)) {
            (Ok(found), Ok(expected)) => (found, expected),
            _ => return self.expect(false, place, "the answer is not JSON"),
        };
        if found != expected {
            self.expect(false, place, &format!("got {}, want {}", short(&first), short(&expected.to_string())));
        }
        self.expect(schema.is_valid(&found), place, &format!("the answer breaks the output schema: {}", short(&first)));
        self.claim(operation, place, input, &found, true);
        for altered in alterations(&found) {
            self.claim(operation, place, input, &altered, false);
        }
        self.answers.push((operation, found));
    }

    fn claim(&mut self, operation: &Operation, place: &str, input: &str, claimed: &Value, right: bool) {
        let (Some(payload), Some(claim)) = (tree(input), tree(&claimed.to_string())) else { return };
        match operation.body.check(&payload, &claim, &context()) {
            Ok(verdict) if verdict.is_ok() == right => {}
            Ok(verdict) if right => {
                self.expect(false, place, &format!("the checker refuses the right answer: {verdict:?}"));
            }
            Ok(_) => {
                // An alteration may lead to another right answer only where there are several.
                let read_the_same = answer(operation, input).is_ok_and(|own| same_value(operation, &own, claimed));
                let complaint = format!("the checker accepts an altered answer: {}", short(&claimed.to_string()));
                self.expect(read_the_same || !operation.unique, place, &complaint);
            }
            Err(stop) => self.expect(false, place, &format!("the checker stops: {}", short(&format!("{stop:?}")))),
        }
    }

    fn refused(&mut self, operation: &Operation, place: &str, input: &str, location: &str, code: Option<&str>) {
        match answer(operation, input) {
            Err(Stop::Refused { problems, .. }) => {
                let found: Vec<(String, &str)> = problems
                    .iter()
                    .map(|problem| {
                        let steps: Vec<String> = problem.location.iter().map(ToString::to_string).collect();
                        (steps.join("."), problem.code)
                    })
                    .collect();
                let hit = found.iter().any(|(at, found)| at == location && code.is_none_or(|code| code == *found));
                self.expect(
                    hit,
                    place,
                    &format!("refused at {found:?}, expected at {location:?} {}", code.unwrap_or("")),
                );
                let speaking = problems.iter().all(|problem| problem.message.chars().count() >= 10);
                self.expect(speaking, place, "a refusal without a message");
            }
            other => {
                self.expect(false, place, &format!("expected a refusal, got {}", short(&format!("{other:?}"))));
            }
        }
    }

    fn laws(&mut self, operation: &'static Operation, place: &str, input: &str) {
        let Some(payload) = tree(input) else { return };
        for law in operation.laws {
            match law.body.holds(operation, &payload, &context()) {
                Ok(Some(false)) => self.expect(false, place, &format!("the law {:?} does not hold", law.name)),
                Ok(_) => {}
                Err(stop) => {
                    let complaint = format!("the law {:?} stops: {}", law.name, short(&format!("{stop:?}")));
                    self.expect(false, place, &complaint);
                }
            }
        }
    }

    /// Requests with one part altered are answered or refused, never a fault; and what the schema refuses is refused.
    fn mutations(&mut self, operation: &Operation, questions: &[(String, String)], schema: &jsonschema::Validator) {
        for (place, input) in questions.iter().take(6) {
            let Ok(value) = serde_json::from_str::<Value>(input) else { continue };
            for altered in alterations(&value).into_iter().take(200) {
                let payload = altered.to_string();
                let Some(payload_tree) = tree(&payload) else { continue };
                let outcome = match operation.body.admit(&payload_tree) {
                    Ok(cost) if cost.seconds().is_some_and(|seconds| seconds < 0.05) => {
                        let limited = Context::builder().deadline(Instant::now() + Duration::from_secs(2)).build();
                        operation.body.run(&payload_tree, &limited, &mut |_| Ok(())).map(drop)
                    }
                    Ok(_) => Ok(()),
                    Err(stop) => Err(stop),
                };
                let valid = schema.is_valid(&altered);
                match outcome {
                    Ok(()) => self.expect(valid, place, &format!("accepted against the schema: {}", short(&payload))),
                    Err(Stop::Refused { problems, .. }) => {
                        let only_structure = problems.iter().all(|problem| problem.class == wire::Class::Structure);
                        let complaint = format!("valid, yet refused as malformed: {} {problems:?}", short(&payload));
                        self.expect(!(valid && only_structure), place, &complaint);
                    }
                    Err(Stop::Deadline | Stop::Exhausted(_)) => {}
                    Err(stop) => {
                        self.expect(false, place, &format!("{} on {}", short(&format!("{stop:?}")), short(&payload)))
                    }
                }
            }
        }
    }

    /// Every part of every answer, on every input of its type, is accepted unchanged.
    fn every_value_on_every_input(&mut self, family: &[&'static Operation]) {
        let mut values: BTreeMap<&'static str, Vec<Value>> = BTreeMap::new();
        for (operation, answer) in &self.answers {
            collect(operation.response, answer, &mut values);
        }
        for operation in family {
            let Some(example) = operation.examples.first() else { continue };
            let Ok(question) = serde_json::from_str::<Value>(example.input) else { continue };
            let wire::Kind::Object(fields) = operation.request.resolved().kind else { continue };
            for field in fields {
                for value in values.get(field.spec.resolved().name).into_iter().flatten().take(20) {
                    let mut question = question.clone();
                    question[field.name] = value.clone();
                    let Some(payload) = tree(&question.to_string()) else { continue };
                    if let Err(Stop::Refused { problems, .. }) = operation.body.admit(&payload) {
                        let structural = problems.iter().any(|problem| problem.class == wire::Class::Structure);
                        let complaint = format!("a {} is refused: {problems:?}", field.spec.resolved().name);
                        self.expect(!structural, &format!("{} {}", operation.id, field.name), &complaint);
                    }
                }
            }
        }
    }
}

/// Whether a claim reads as the same value as the operation's own answer: an altered spelling, not another answer.
fn same_value(operation: &Operation, own: &str, claimed: &Value) -> bool {
    let canonical = |json: &str| tree(json).and_then(|claim| operation.body.canonical(&claim));
    canonical(own).is_some_and(|own| canonical(&claimed.to_string()) == Some(own))
}

/// Every named part of a document.
fn collect(spec: &wire::Spec, value: &Value, into: &mut BTreeMap<&'static str, Vec<Value>>) {
    let spec = spec.resolved();
    if !spec.name.is_empty() {
        into.entry(spec.name).or_default().push(value.clone());
    }
    match (spec.kind, value) {
        (wire::Kind::Object(fields), Value::Object(members)) => {
            for field in fields {
                if let Some(member) = members.get(field.name) {
                    collect(field.spec, member, into);
                }
            }
        }
        (wire::Kind::List { item, .. }, Value::Array(items)) => {
            items.iter().for_each(|value| collect(item, value, into))
        }
        (wire::Kind::Tuple(specs), Value::Array(items)) => {
            items.iter().zip(specs).for_each(|(value, spec)| collect(spec, value, into));
        }
        (wire::Kind::Nullable(inner), value) if !value.is_null() => collect(inner, value, into),
        _ => {}
    }
}

/// The document with one leaf or member changed, in every way a careless or hostile sender would.
fn alterations(value: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    let mut keep = |altered: Value| {
        if altered != *value && out.len() < 2000 {
            out.push(altered);
        }
    };
    match value {
        Value::Null => keep(Value::from(0)),
        Value::Bool(flag) => keep(Value::Bool(!flag)),
        Value::Number(number) => {
            if let Some(number) = number.as_i64() {
                [number.wrapping_add(1), number.wrapping_sub(1), -number, 0]
                    .into_iter()
                    .for_each(|n| keep(Value::from(n)));
            }
            keep(Value::from(1.5));
        }
        Value::String(text) => {
            keep(Value::from(format!("{text}0")));
            keep(Value::from(format!("-{text}")));
            keep(Value::from(""));
            keep(Value::from("1"));
            keep(Value::Null);
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate().take(40) {
                let replaced = |with: Value| {
                    let mut items = items.clone();
                    items[index] = with;
                    Value::Array(items)
                };
                alterations(item).into_iter().for_each(|item| keep(replaced(item)));
                let mut fewer = items.clone();
                fewer.remove(index);
                keep(Value::Array(fewer));
                let mut more = items.clone();
                more.push(item.clone());
                keep(Value::Array(more));
                if index > 0 {
                    let mut swapped = items.clone();
                    swapped.swap(index - 1, index);
                    keep(Value::Array(swapped));
                }
            }
            keep(Value::Array(Vec::new()));
        }
        Value::Object(members) => {
            for (key, member) in members {
                for altered in alterations(member) {
                    let mut members = members.clone();
                    members.insert(key.clone(), altered);
                    keep(Value::Object(members));
                }
                let mut fewer = members.clone();
                fewer.remove(key);
                keep(Value::Object(fewer));
            }
            let mut more = members.clone();
            more.insert("unknown_field".to_owned(), Value::Null);
            keep(Value::Object(more));
        }
    }
    out
}
