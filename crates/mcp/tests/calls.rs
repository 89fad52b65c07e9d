//! Tool calls: results, order, cancellation, progress.
#![allow(clippy::unwrap_used)]

mod fake;

use fake::Client;
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn a_success_carries_its_json_twice_and_an_error_once() {
    let mut client = Client::new();
    client.send_line(
        br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"math.run","arguments":{"a":"x"}}}"#,
    );
    assert_eq!(
        client.receive_line(),
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"tool\":\"math.run\",\"echo\":{\"a\":\"x\"},\"violations\":[]}"}],"structuredContent":{"tool":"math.run","echo":{"a":"x"},"violations":[]},"isError":false}}"#
    );
    client.call(json!(2), json!({ "do": "fail" }));
    assert_eq!(
        client.receive_line(),
        r#"{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"code\":\"INVALID_REQUEST\"}"}],"isError":true}}"#
    );
    client.call(json!(3), json!({ "do": "lines" }));
    assert_eq!(client.receive()["result"]["structuredContent"], json!({ "a": 1 }));
}

#[test]
fn arguments_arrive_as_they_were_written() {
    let mut client = Client::new();
    let deep = format!("{}{}", "[".repeat(63), "]".repeat(63));
    let deeper = format!("{{\"a\":[{deep}]}}");
    let cases = [
        (
            r#"{"n":123456789012345678901234567890,"x":1.50,"z":1e400}"#,
            r#"{"n":123456789012345678901234567890,"x":1.50,"z":1e400}"#,
            "[]",
        ),
        ("null", "{}", "[]"),
        ("[1]", "[1]", "[]"),
        ("\"text\"", "\"text\"", "[]"),
        (r#"{"a":{"b":1,"b":2}}"#, r#"{"a":{"b":1}}"#, r#"[["json.duplicate_key","a/b"]]"#),
        (r#"{"a":["\ud800"]}"#, "{\"a\":[\"\u{fffd}\"]}", r#"[["json.lone_surrogate","a/0"]]"#),
        (r#""\ud800""#, "\"\u{fffd}\"", r#"[["json.lone_surrogate",""]]"#),
        (&format!("{{\"a\":{deep}}}"), &format!("{{\"a\":{deep}}}"), "[]"),
    ];
    for (sent, echoed, violations) in cases {
        let line = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"math.run","arguments":{sent}}}}}"#
        );
        client.send_line(line.as_bytes());
        let reply = client.receive_line();
        let wanted = format!(
            r#""structuredContent":{{"tool":"math.run","echo":{echoed},"violations":{violations}}},"isError":false"#
        );
        assert!(reply.contains(&wanted), "{sent}: {reply}");
    }
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"math.run","arguments":{deeper}}}}}"#
    );
    client.send_line(line.as_bytes());
    let rules = client.receive()["result"]["structuredContent"]["violations"].take();
    assert_eq!((rules.as_array().unwrap().len(), &rules[0][0]), (1, &json!("json.too_deep")));
}

#[test]
fn replies_come_in_the_order_in_which_calls_end() {
    let mut client = Client::new();
    client.call(json!("slow"), json!({ "do": "hold", "name": "a" }));
    client.call(json!("slower"), json!({ "do": "hold", "name": "b" }));
    client.call(json!("fast"), json!({}));
    assert_eq!(client.receive()["id"], "fast");
    client.product.release("b");
    assert_eq!(client.receive()["id"], "slower");
    client.product.release("a");
    assert_eq!(client.receive()["id"], "slow");
}

#[test]
fn a_cancelled_call_is_stopped_and_never_answered() {
    let mut client = Client::new();
    client.call(json!(1), json!({ "do": "hold", "name": "a" }));
    client.call(json!("1"), json!({ "do": "hold", "name": "b" }));
    client.product.with_held("a", |_| {});
    client.notify("notifications/cancelled", json!({ "requestId": 1, "reason": "no longer needed" }));
    client.settle();
    assert!(client.product.is_cancelled("a"));
    assert!(!client.product.is_cancelled("b"));
    client.product.release("a");
    client.settle();
    // The id may be used again at once, and the old call's reply is not taken for the new one's.
    client.call(json!(1), json!({ "do": "hold", "name": "c" }));
    client.product.release("c");
    assert_eq!(client.receive()["result"]["structuredContent"], json!({ "released": "c" }));
    for stray in [json!({ "requestId": 77 }), json!({ "requestId": null }), json!({}), json!([1]), json!(null)] {
        client.notify("notifications/cancelled", stray);
    }
    client.settle();
    client.product.release("b");
    assert_eq!(client.receive()["id"], "1");
}

#[test]
fn progress_is_told_while_the_call_runs() {
    let mut client = Client::new();
    for (name, token) in [("a", json!("token")), ("b", json!(7))] {
        let arguments = json!({ "do": "hold", "name": name });
        client.send(
            json!(name),
            "tools/call",
            json!({ "name": "math.run", "arguments": arguments, "_meta": { "progressToken": token } }),
        );
        client.product.report(name, 1.0);
        let told = client.receive();
        assert_eq!(told["method"], "notifications/progress");
        assert_eq!(told["params"], json!({ "progressToken": token, "progress": 1, "total": 10, "message": "steps" }));
        // Neither a step back nor a repetition is told, and nothing after the reply.
        client.product.report(name, 1.0);
        client.product.report(name, 0.5);
        client.product.release(name);
        client.product.report(name, 9.0);
        assert_eq!(client.receive()["id"], json!(name));
        client.settle();
    }
    client.call(json!(1), json!({ "do": "hold", "name": "silent" }));
    assert!(client.product.with_held("silent", |(control, _)| control.progress.is_none()));
    let wrong = json!({ "name": "math.run", "_meta": { "progressToken": [] } });
    assert_eq!(client.ask_error("tools/call", wrong).0, -32602);
}

#[test]
fn a_call_that_fails_inside_is_answered_all_the_same() {
    let mut client = Client::new();
    for what in ["drop", "panic"] {
        let reply = client.ask(json!(what), "tools/call", json!({ "name": "math.run", "arguments": { "do": what } }));
        assert_eq!(reply["error"]["code"], -32603, "{what}");
    }
    client.settle();
}

#[test]
fn an_id_in_flight_cannot_be_used_again() {
    let mut client = Client::new();
    client.call(json!(5), json!({ "do": "hold", "name": "a" }));
    for method in ["tools/call", "ping", "no/such"] {
        client.send(json!(5), method, json!({}));
        let refused = client.receive();
        assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(null), &json!(-32600)));
    }
    client.send_line(br#"{"jsonrpc":"2.0","id":5,"oops"#);
    let refused = client.receive();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!(null), &json!(-32700)));
    client.product.release("a");
    assert_eq!(client.receive()["id"], 5);
    client.call(json!(5), json!({}));
    assert_eq!(client.receive()["id"], 5);
}

#[test]
fn too_many_requests_in_flight_are_refused_one_by_one() {
    let mut client = Client::new();
    for index in 0..mcp::MAX_IN_FLIGHT {
        client.call(json!(index), json!({ "do": "hold", "name": index.to_string() }));
    }
    client.call(json!("over"), json!({}));
    let refused = client.receive();
    assert_eq!((&refused["id"], &refused["error"]["code"]), (&json!("over"), &json!(-32000)));
    client.product.release("7");
    assert_eq!(client.receive()["id"], 7);
    client.call(json!("now"), json!({}));
    assert_eq!(client.receive()["id"], "now");
}

#[test]
fn eight_in_flight_are_all_answered() {
    let mut client = Client::new();
    const CALLS: usize = 20_000;
    let mut answered = vec![0; CALLS];
    for index in 0..8 {
        client.call(json!(index), json!({ "i": index }));
    }
    for index in 8..CALLS + 8 {
        let reply = client.receive();
        let id = reply["id"].as_u64().unwrap();
        assert_eq!(reply["result"]["structuredContent"]["echo"]["i"], id);
        answered[id as usize] += 1;
        if index < CALLS {
            client.call(json!(index), json!({ "i": index }));
        }
    }
    assert!(answered.iter().all(|count| *count == 1));
}

#[test]
fn megabytes_pass_both_ways() {
    let mut client = Client::new();
    let text = "ä\"\n".repeat(1 << 20);
    client.call(json!(1), json!({ "text": text }));
    client.call(json!(2), json!({}));
    let replies = [client.receive(), client.receive()];
    let large = replies.iter().find(|reply| reply["id"] == 1).unwrap();
    assert_eq!(large["result"]["structuredContent"]["echo"]["text"], json!(text));
}

fn ids() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|id| id.to_string()),
        "-?[1-9][0-9]{18,60}",
        any::<String>().prop_map(|id| json!(id).to_string())
    ]
}

fn documents() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from)
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map("[a-z\u{e9}\"]{0,6}", inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

#[test]
fn every_id_and_every_argument_comes_back_unchanged() {
    let client = std::cell::RefCell::new(Client::new());
    proptest!(ProptestConfig::with_cases(500), |(id in ids(), value in documents())| {
        let mut client = client.borrow_mut();
        let line = format!(r#"{{"method":"tools/call","params":{{"arguments":{{"value":{value}}},"name":"math_run"}},"id":{id},"jsonrpc":"2.0"}}"#);
        client.send_line(line.as_bytes());
        let reply = client.receive_line();
        let read: Value = serde_json::from_str(&reply).unwrap();
        if let Ok(Value::String(text)) = serde_json::from_str::<Value>(&id) {
            prop_assert_eq!(&read["id"], &json!(text));
        } else {
            let opening = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},");
            prop_assert!(reply.starts_with(&opening), "{}", reply);
        }
        prop_assert_eq!(&read["result"]["structuredContent"]["echo"]["value"], &value);
        let text = read["result"]["content"][0]["text"].as_str().unwrap();
        prop_assert_eq!(&serde_json::from_str::<Value>(text).unwrap(), &read["result"]["structuredContent"]);
    });
}
