//! The in-process mode gives the replies that a worker would give.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use catalog::Catalog;
use engine::face::{OutcomeKind, Reply};
use engine::in_process::run;

fn reply(id: &str, payload: &str, deadline: Duration, cancelled: bool) -> Reply {
    let operation = Catalog::with_probes().get(id).expect("the operation exists");
    run(operation, payload.as_bytes(), deadline, Arc::new(AtomicBool::new(cancelled)))
}

const LONG: Duration = Duration::from_secs(60);
const SPIN: &str = "{\"milliseconds\":60000,\"polite\":true}";

#[test]
fn an_answer_is_the_same_object_as_everywhere() {
    let reply = reply("integer.compute.gcd", "{\"left\":\"84\",\"right\":30}", LONG, false);
    assert_eq!(reply.outcome, OutcomeKind::Answer);
    assert!(reply.json.starts_with("{\"operation_id\":\"integer.compute.gcd\",\"runtime_ms\":"), "{}", reply.json);
    assert!(reply.json.ends_with("\"output\":{\"value\":\"6\"}}"), "{}", reply.json);
}

#[test]
fn the_four_outcomes_stay_apart() {
    let refused = reply("integer.compute.gcd", "{\"left\":\"007\"}", LONG, false);
    assert_eq!(refused.outcome, OutcomeKind::Refused);
    assert!(refused.json.contains("\"omitted_error_count\":0"), "{}", refused.json);
    let late = reply("probe.spin", SPIN, Duration::from_millis(20), false);
    assert_eq!(late.outcome, OutcomeKind::Stopped);
    assert!(late.json.contains("OPERATION_TIMEOUT") && late.json.contains("payload_sha256"), "{}", late.json);
    let cancelled = reply("probe.spin", SPIN, LONG, true);
    assert_eq!(cancelled.outcome, OutcomeKind::Stopped);
    assert!(cancelled.json.contains("OPERATION_CANCELLED"), "{}", cancelled.json);
    for misdeed in ["PANIC", "WRONG_ANSWER"] {
        let broken = reply("probe.misbehave", &format!("{{\"misdeed\":\"{misdeed}\"}}"), LONG, false);
        assert_eq!(broken.outcome, OutcomeKind::Fault);
        assert!(broken.json.contains("OPERATION_FAILED") && !broken.json.contains("panics"), "{}", broken.json);
    }
}
