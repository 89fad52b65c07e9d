//! `demo`: a short conversation with the real server over its real transport.

use std::io::Result;
use std::time::{Duration, Instant};

use expression::Style;
use wire::Tree;

use crate::Settings;
use crate::mcp_client::McpClient;
use crate::output::{BOLD, DIM, Exit, GREEN, RED, complain, line, styled};
use crate::render::render;
use crate::run::refusal;

/// A product of two 45-digit primes: no machine factors it within the deadlines used here.
const HARD: &str = "{\"operation_id\":\"integer.compute.prime_factorization\",\"payload\":{\"value\":\
    \"1000000000000000000000000000000000000000005020000000000000000000000000000000000000000000567\"}";

pub(crate) fn demo(settings: &Settings) -> Exit {
    match converse(settings) {
        Ok(true) => Exit::Answer,
        Ok(false) => {
            complain("the demonstration did not go as it should");
            Exit::Fault
        }
        Err(error) => {
            complain(&format!("the demonstration broke off: {error}"));
            Exit::Fault
        }
    }
}

fn heading(text: &str) {
    line(&format!("\n{}", styled(BOLD, text)));
}

fn sent(tool: &str, arguments: &str) {
    line(&styled(DIM, &format!("> {tool} {arguments}")));
}

fn took(duration: Duration) -> String {
    format!("{:.2} ms", duration.as_secs_f64() * 1e3)
}

fn word<'t>(tree: &'t Tree, key: &str) -> &'t str {
    tree.get(key).and_then(Tree::as_text).unwrap_or_default()
}

/// Keeps the score: what must be true in a healthy installation.
struct Score(bool);

impl Score {
    fn expect(&mut self, holds: bool, what: &str) {
        let mark = if holds { styled(GREEN, "ok") } else { styled(RED, "NOT OK") };
        line(&format!("  {mark}: {what}"));
        self.0 &= holds;
    }
}

fn converse(settings: &Settings) -> Result<bool> {
    let begun = Instant::now();
    let mut client = McpClient::start(settings)?;
    let mut score = Score(true);

    heading("1. A client connects and runs its first operation");
    let (first, _) =
        run(&mut client, "{\"operation_id\":\"integer.compute.gcd\",\"payload\":{\"left\":\"84\",\"right\":\"30\"}}")?;
    line(&format!("  from process start to the answer: {}", took(begun.elapsed())));
    score.expect(first.get("output").is_some_and(|output| word(output, "value") == "6"), "gcd(84, 30) = 6");

    heading("2. An agent searches in its own words");
    let arguments = "{\"query\":\"greatest common divisor with Bezout coefficients\",\"limit\":3}";
    sent("math.find", arguments);
    let (found, time) = client.call("math.find", arguments)?;
    let matches = found.get("matches").and_then(Tree::as_list).unwrap_or_default();
    matches.iter().for_each(|card| line(&format!("  {}: {}", word(card, "operation_id"), word(card, "title"))));
    score.expect(
        matches.first().is_some_and(|card| word(card, "operation_id") == "integer.compute.extended_gcd"),
        &format!("the right operation comes first ({})", took(time)),
    );

    heading("3. It reads the exact contract");
    let arguments = "{\"operation_id\":\"polynomial.map.evaluate\"}";
    sent("math.find", arguments);
    let (card, time) = client.call("math.find", arguments)?;
    let operation = card.get("operation");
    line(&format!(
        "  {}",
        operation.map_or("", |operation| word(operation, "description").lines().next().unwrap_or(""))
    ));
    let example = operation.and_then(|operation| operation.get("examples")?.as_list()?.first());
    line(&format!(
        "  example input: {}",
        example.and_then(|example| example.get("input")).map_or(String::new(), Tree::to_json)
    ));
    score.expect(
        operation.and_then(|o| o.get("input_schema")).is_some(),
        &format!("schemas, bounds, examples ({})", took(time)),
    );

    heading("4. It runs exact mathematics");
    for (arguments, right) in [
        (
            "{\"operation_id\":\"polynomial.map.evaluate\",\"payload\":{\"polynomial\":{\"variables\":[\"x\",\"y\"],\
             \"polynomial\":\"x^3 - 1/2*x*y + 7\"},\"point\":{\"variables\":[\"x\",\"y\"],\"values\":[\"2/3\",\"-9\"]}}}",
            "278/27",
        ),
        (
            "{\"operation_id\":\"matrix.determinant.compute\",\"payload\":{\"matrix\":[[\"1/2\",\"1/3\"],[\"1/4\",\"1/5\"]]}}",
            "1/60",
        ),
        (
            "{\"operation_id\":\"integer.compute.prime_factorization\",\"payload\":{\"value\":\
             \"340282366920938463463374607431768211457\"}}",
            "59649589127497217",
        ),
    ] {
        let (reply, time) = run(&mut client, arguments)?;
        let shown = reply.get("output").map_or_else(Vec::new, |output| render(output, Style::Text)).join("; ");
        score.expect(shown.contains(right), &format!("{shown} ({})", took(time)));
    }

    heading("5. A mistake is answered with its place and what would be accepted");
    let (reply, time) =
        run(&mut client, "{\"operation_id\":\"integer.compute.gcd\",\"payload\":{\"left\":\"007\",\"rigth\":\"30\"}}")?;
    refusal(&reply).lines().for_each(|text| line(&format!("  {text}")));
    score.expect(word(&reply, "code") == "INVALID_REQUEST", &format!("refused, located ({})", took(time)));

    heading("6. A deadline stops what takes too long, and says nothing about the answer");
    let (reply, time) = run(&mut client, &format!("{HARD},\"deadline_ms\":300}}"))?;
    line(&format!("  {}: {}", word(&reply, "code"), word(&reply, "message")));
    score.expect(
        word(&reply, "code") == "OPERATION_TIMEOUT" && time < Duration::from_millis(2000),
        &format!("stopped after {}", took(time)),
    );

    heading("7. A cancelled call frees its core; others never waited");
    let running: Vec<i64> =
        (0..8).map(|_| client.send_call("math.run", &format!("{HARD}}}"))).collect::<Result<_>>()?;
    let gcd = "{\"operation_id\":\"integer.compute.gcd\",\"payload\":{\"left\":\"2\",\"right\":\"4\"}}";
    let mut beside: Vec<Duration> = (0..200).map(|_| Ok(client.call("math.run", gcd)?.1)).collect::<Result<_>>()?;
    beside.sort();
    running.iter().try_for_each(|&id| client.cancel(id))?;
    score.expect(
        true,
        &format!("200 gcds beside 8 endless calls: median {}, slowest {}", took(beside[100]), took(beside[199])),
    );

    heading("8. Timings");
    let mut alone: Vec<Duration> = (0..1000).map(|_| Ok(client.call("math.run", gcd)?.1)).collect::<Result<_>>()?;
    alone.sort();
    line(&format!("  1,000 gcds over MCP: median {}, 99th percentile {}", took(alone[500]), took(alone[990])));
    let (exit, time) = client.leave()?;
    score.expect(exit == 0, &format!("the server ended cleanly when its client left ({})", took(time)));
    Ok(score.0)
}

fn run(client: &mut McpClient, arguments: &str) -> Result<(Tree, Duration)> {
    sent("math.run", arguments);
    client.call("math.run", arguments)
}
