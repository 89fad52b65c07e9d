//! What is not a proper message is answered or passed over, and ends nothing.
#![allow(clippy::unwrap_used)]

mod fake;

use std::collections::HashMap;

use fake::Client;
use serde_json::{Value, json};
use wire::Tree;
use wire::json::{Limits, parse};

/// The line, the id of the answer, its code, and what its message mentions.
const REFUSED: &[(&[u8], &str, i64, &str)] = &[
    (b"hello", "null", -32700, "byte 0"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"", "1", -32700, "not JSON"),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{\"x\":NaN}}",
        "\"a\"",
        -32700,
        "not JSON",
    ),
    (b"{\"id\":1.5,\"x\":NaN}", "null", -32700, "not JSON"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\",\"params\":{\"x\":\"\xff\"}}", "2", -32700, "UTF-8"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"} {}", "3", -32700, "nothing may follow"),
    (b"\xef\xbb\xbf{}", "null", -32700, "not JSON"),
    (b"[]", "null", -32600, "batch"),
    (b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "null", -32600, "batch"),
    (b"17", "null", -32600, "a number"),
    (b"null", "null", -32600, "null"),
    (b"{}", "null", -32600, "jsonrpc"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1}", "1", -32600, "neither method"),
    (b"{\"id\":1,\"method\":\"ping\"}", "1", -32600, "jsonrpc"),
    (b"{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}", "1", -32600, "jsonrpc"),
    (b"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}", "1", -32600, "jsonrpc"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", "null", -32600, "id is null"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1.0,\"method\":\"ping\"}", "null", -32600, "fraction"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}", "null", -32600, "a boolean"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}", "null", -32600, "an object"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\",\"method\":\"ping\"}", "null", -32600, "surrogate"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}", "null", -32600, "id"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", "1", -32600, "method is a number"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"result\":{}}", "1", -32600, "only one"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"error\":{}}", "1", -32600, "only one"),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"method\":\"ping\"}",
        "1",
        -32600,
        "method: this key stands twice",
    ),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"arguments\":{\"a\":1,\"a\":1}}}",
        "1",
        -32600,
        "params.arguments.a: ",
    ),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\",\"name\":\"y\"}}",
        "1",
        -32600,
        "params.name: ",
    ),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"arguments\":{},\"arguments\":{}}}",
        "1",
        -32600,
        "params.arguments: ",
    ),
    (
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{\"a\":\"\\udc00\"}}",
        "null",
        -32600,
        "params.a: ",
    ),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"no/such\"}", "1", -32601, "\"no/such\""),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/setLevel\",\"params\":{\"level\":\"info\"}}",
        "1",
        -32601,
        "logging",
    ),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/list\"}", "1", -32601, "prompts"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}", "1", -32602, "protocolVersion"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":[1]}", "1", -32602, "an array"),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":{}}}",
        "1",
        -32602,
        "params.cursor is an object",
    ),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":1e999}}",
        "1",
        -32602,
        "resources/read",
    ),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"completion/complete\",\"params\":{\"ref\":3}}",
        "1",
        -32602,
        "completion",
    ),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}", "1", -32602, "params.name is missing"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":7}", "1", -32602, "params is a number"),
    (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":[]}}", "1", -32602, "an array"),
    (
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"math.run\",\"_meta\":1}}",
        "1",
        -32602,
        "_meta",
    ),
];

const PASSED_OVER: &[&[u8]] = &[
    b"",
    b" \t\r",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/unknown\",\"params\":[1]}",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"math.run\"}}",
    b"{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}",
    b"{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"?\"}}",
    b"{\"id\":1,\"result\":{},\"error\":{}}",
];

#[test]
fn malformed_messages_are_answered_before_and_after_the_opening() {
    let mut client = Client::raw(mcp::Options::default());
    let refused = |client: &mut Client, opened: bool| {
        for &(line, id, code, mentions) in REFUSED {
            client.send_line(line);
            let reply = client.receive();
            let shown = String::from_utf8_lossy(line);
            assert_eq!(reply["id"].to_string(), id, "{shown}: {reply}");
            let early = !opened && reply["error"]["message"].as_str().unwrap().contains("initialize first");
            if !early {
                assert_eq!(reply["error"]["code"], code, "{shown}: {reply}");
                assert!(reply["error"]["message"].as_str().unwrap().contains(mentions), "{shown}: {reply}");
            }
        }
        for line in PASSED_OVER {
            client.send_line(line);
        }
        client.settle();
    };
    refused(&mut client, false);
    // A malformed `initialize` has not opened the session.
    assert_eq!(client.ask_error("tools/list", json!({})).0, -32600);
    client.initialize("2025-06-18");
    refused(&mut client, true);
}

#[test]
fn a_line_over_the_limit_is_refused_and_passed_over() {
    let mut client = Client::new();
    let line = |bytes: usize| {
        let empty = r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":""}}"#;
        empty.replace("\"\"", &format!("\"{}\"", "x".repeat(bytes - empty.len()))).into_bytes()
    };
    client.send_line(&line(mcp::MAX_LINE_BYTES + 1));
    let reply = client.receive();
    assert_eq!((&reply["id"], &reply["error"]["code"]), (&Value::Null, &json!(-32600)));
    client.send_line(&line(mcp::MAX_LINE_BYTES));
    assert_eq!(client.receive(), json!({ "jsonrpc": "2.0", "id": 1, "result": {} }));
}

/// A small generator of numbers (Marsaglia's xorshift), so that the lines are the same on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn message(id: usize, random: &mut Random) -> Vec<u8> {
    let request =
        |method: &str, params: &str| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{params}}}"#);
    let line = match random.below(10) {
        0 => request("tools/list", "{}"),
        1 => request("ping", "{}"),
        2 => request(
            "completion/complete",
            r#"{"ref":{"type":"ref/resource","uri":"operation://{operation_id}"},"argument":{"name":"operation_id","value":"o"}}"#,
        ),
        3 => request("resources/read", r#"{"uri":"operation://x"}"#),
        4 => request(
            "initialize",
            r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#,
        ),
        5 => r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"nobody","reason":"none"}}"#
            .to_owned(),
        6 => r#"{"jsonrpc":"2.0","id":"s","result":{"content":[1,2,{"a":"\ud83d\ude00"}]}}"#.to_owned(),
        _ => request(
            "tools/call",
            r#"{"name":"math.run","arguments":{"operation_id":"a.b","payload":{"m":[[1,2],["3","é"]]}},"_meta":{"progressToken":1}}"#,
        ),
    };
    line.into_bytes()
}

fn mutate(line: &mut Vec<u8>, random: &mut Random) {
    const ALPHABET: &[u8] = b"{}[]\",:\\0123456789.eE-+ntfu \x00\x7f\x80\xff\xe2";
    if line.is_empty() {
        return;
    }
    let at = random.below(line.len());
    match random.below(5) {
        0 => line[at] = ALPHABET[random.below(ALPHABET.len())],
        1 => line.insert(at, ALPHABET[random.below(ALPHABET.len())]),
        2 => drop(line.remove(at)),
        3 => line.truncate(at + 1),
        _ => {
            let end = (at + 1 + random.below(40)).min(line.len());
            let again = line[at..end].to_vec();
            line.splice(at..at, again);
        }
    }
}

/// Whether a line must be answered; and the id it shows.
fn expectation(line: &[u8]) -> (bool, Option<Tree>) {
    if line.trim_ascii().is_empty() {
        return (false, None);
    }
    let (tree, violations) = match parse(line, &Limits { depth: 66, number: 1000 }) {
        Ok(document) => (document.tree, document.violations),
        Err(error) => return (true, Tree::Object(error.members).take("id")),
    };
    let has = |key: &str| tree.get(key).is_some();
    let text = |key: &str| tree.get(key).and_then(Tree::as_text);
    let answers = has("result") || has("error");
    let response = answers && !has("method");
    let proper = text("jsonrpc") == Some("2.0") && text("method").is_some() && violations.is_empty();
    let notification = proper && !answers && !has("id");
    (!response && !notification, tree.get("id").cloned())
}

#[test]
fn five_thousand_mutated_messages_are_each_answered_once_or_rightly_not_at_all() {
    let mut client = Client::new();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut due = 0;
    let mut sent: HashMap<String, usize> = HashMap::new();
    let mut intact = Vec::new();
    for id in 10_000..15_000 {
        let mut line = message(id, &mut random);
        let mutations = random.below(4);
        (0..mutations).for_each(|_| mutate(&mut line, &mut random));
        let (answered, id_shown) = expectation(&line);
        due += usize::from(answered);
        if mutations == 0 && answered {
            intact.push(id.to_string());
        }
        if let Some(shown) = id_shown {
            *sent.entry(shown.to_json()).or_default() += 1;
        }
        client.send_line(&line);
    }
    let mut received: HashMap<String, usize> = HashMap::new();
    for _ in 0..due {
        *received.entry(client.receive()["id"].to_string()).or_default() += 1;
    }
    client.settle();
    assert_eq!(client.finish(), [] as [Value; 0]);
    assert!(due > 4000 && intact.len() > 800 && received["null"] > 500, "the mutations are too tame or too wild");
    for id in &intact {
        let count = received.get(id).copied().unwrap_or(0);
        assert!(count >= 1 && count <= sent[id], "{id}: answered {count} times");
    }
}
