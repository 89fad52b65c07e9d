//! `cargo xtask cases`: the recorded cases of some operations, run in this process, for the loop of writing one.

use std::io::Write;
use std::time::{Duration, Instant};

use catalog::Catalog;
use operation::{Context, Operation, Stop};
use serde_json::Value;
use wire::Tree;

use crate::pattern::Pattern;
use crate::repository::Repository;
use crate::{Failure, Verdict};

/// Runs every case of the operations whose identifier matches, one line each with verdict and time.
///
/// # Errors
///
/// When the expression is malformed, or matches no operation.
pub fn run(repository: &Repository, pattern: &str, out: &mut dyn Write) -> Result<Verdict, Failure> {
    let expression = Pattern::parse(pattern).map_err(|error| format!("the expression \"{pattern}\": {error}"))?;
    let catalog = Catalog::public();
    let matching: Vec<&Operation> =
        catalog.operations().iter().copied().filter(|operation| expression.is_found(operation.id)).collect();
    if matching.is_empty() {
        return Err(format!("no operation matches \"{pattern}\"").into());
    }
    let families = repository.families()?;
    let (mut right, mut wrong) = (0, 0);
    for operation in matching {
        let family = families.iter().find(|family| family.declared.iter().any(|declared| declared.id == operation.id));
        let path = match family {
            Some(family) => family.cases(operation.id),
            None => return Err(format!("{}: no file below crates/families declares it", operation.id).into()),
        };
        writeln!(out, "{}", operation.id)?;
        let text = repository.read(&path)?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let start = Instant::now();
            let (name, outcome) = match serde_json::from_str::<Value>(line) {
                Ok(case) => {
                    let name = case["name"].as_str().unwrap_or("without a name").to_owned();
                    (name, verdict(operation, &case))
                }
                Err(error) => ("?".to_owned(), Err(format!("not JSON: {error}"))),
            };
            let time = readable(start.elapsed());
            match outcome {
                Ok(()) => {
                    right += 1;
                    writeln!(out, "  ok     {time:>8}  {name}")?;
                }
                Err(complaint) => {
                    wrong += 1;
                    writeln!(out, "  WRONG  {time:>8}  {name}\n         {path}:{}: {complaint}", number + 1)?;
                }
            }
        }
    }
    writeln!(out, "{right} right, {wrong} wrong")?;
    if right + wrong == 0 {
        return Err(format!("the case files of \"{pattern}\" are empty").into());
    }
    Ok(Verdict::when(wrong == 0))
}

/// Runs one case; the error says how the outcome differs from the recorded one.
fn verdict(operation: &Operation, case: &Value) -> Result<(), String> {
    let payload = tree(&case["input"]).ok_or("its input is not strict JSON")?;
    let deadline = Instant::now() + Duration::from_secs(u64::from(operation.deadline_seconds));
    let context = Context::builder().deadline(deadline).build();
    let outcome = operation.body.run(&payload, &context, &mut |_| Ok(()));
    match (outcome, case.get("output"), case.get("error")) {
        (Ok(answer), Some(expected), None) => {
            let found: Value =
                serde_json::from_str(&answer).map_err(|error| format!("its answer is not JSON: {error}"))?;
            if found == *expected {
                return Ok(());
            }
            // A run is deterministic, so another answer is a change even where several are right.
            let claim = tree(expected).map(|claim| operation.body.check(&payload, &claim, &context));
            let accepted = matches!(claim, Some(Ok(Ok(()))));
            let also = if accepted { "; the check accepts both" } else { "" };
            Err(format!("got {}, recorded {}{also}", short(&answer), short(&expected.to_string())))
        }
        (Err(Stop::Refused { problems, .. }), None, Some(expected)) => {
            let found: Vec<(String, &str)> =
                problems.iter().map(|problem| (joined(&problem.location), problem.code)).collect();
            let location: Vec<String> = expected["location"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|step| step.as_str().map_or(step.to_string(), str::to_owned))
                .collect();
            let code = expected["code"].as_str();
            let hit =
                found.iter().any(|(at, found)| *at == location.join(".") && code.is_none_or(|code| code == *found));
            if hit { Ok(()) } else { Err(format!("refused at {found:?}, recorded {expected}")) }
        }
        (Ok(answer), None, Some(expected)) => {
            Err(format!("answered {}, recorded a refusal {expected}", short(&answer)))
        }
        (Err(stop), Some(_), None) => Err(format!("no answer: {}", short(&explained(&stop)))),
        (Err(stop), None, Some(expected)) => {
            Err(format!("{}, recorded a refusal {expected}", short(&explained(&stop))))
        }
        _ => Err("a case has either \"output\" or \"error\"".to_owned()),
    }
}

fn tree(value: &Value) -> Option<Tree> {
    let document = wire::json::parse(value.to_string().as_bytes(), &wire::json::Limits::default()).ok()?;
    document.violations.is_empty().then_some(document.tree)
}

fn joined(location: &[wire::Step]) -> String {
    location.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
}

fn explained(stop: &Stop) -> String {
    match stop {
        Stop::Refused { problems, omitted } => {
            let lines: Vec<String> = problems
                .iter()
                .map(|problem| format!("at \"{}\" {}: {}", joined(&problem.location), problem.code, problem.message))
                .collect();
            let more = if *omitted > 0 { format!("; {omitted} more") } else { String::new() };
            format!("refused {}{more}", lines.join("; "))
        }
        other => format!("{other:?}"),
    }
}

fn short(text: &str) -> String {
    const CHARACTERS: usize = 400;
    let mut out: String = text.chars().take(CHARACTERS).collect();
    if out.len() < text.len() {
        out.push_str(" ...");
    }
    out
}

/// A time with three digits.
fn readable(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (value, unit) = match seconds {
        1.0.. => (seconds, "s"),
        1e-3..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds * 1e6, "us"),
    };
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits_and_a_unit() {
        let cases =
            [(1_234_000, "1.23 s"), (61_500_000, "61.5 s"), (12_345, "12.3 ms"), (456, "456 us"), (1, "1.00 us")];
        for (microseconds, text) in cases {
            assert_eq!(readable(Duration::from_micros(microseconds)), text);
        }
    }

    #[test]
    fn long_texts_are_marked_as_cut() {
        assert_eq!(short("abc"), "abc");
        assert!(short(&"é".repeat(500)).ends_with("é ..."));
    }

    #[test]
    fn a_case_that_does_not_match_says_how() -> Result<(), String> {
        let Some(operation) = Catalog::public().operations().first() else { return Err("an empty catalog".to_owned()) };
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        let example = operation.examples[0];
        let mut case = serde_json::json!({ "input": json(example.input), "output": json(example.output) });
        verdict(operation, &case)?;
        case["output"] = serde_json::json!({ "other": 1 });
        assert!(verdict(operation, &case).is_err_and(|complaint| complaint.contains("recorded {\"other\":1}")));
        case["error"] = serde_json::json!({});
        assert!(verdict(operation, &case).is_err_and(|complaint| complaint.contains("either")));
        Ok(())
    }
}
