//! Revisions, discovery, lists, resources, completions.
#![allow(clippy::unwrap_used)]

mod fake;

use fake::Client;
use mcp::{Options, ToolNames};
use serde_json::{Value, json};

fn stateless(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

fn call(arguments: Value) -> Value {
    json!({ "name": "math.run", "arguments": arguments })
}

#[test]
fn revisions_up_to_2025_11_25_open_with_initialize() {
    let agreed = [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
    ];
    for (asked, answered) in agreed {
        let mut client = Client::raw(Options { name: "j".to_owned(), version: "9".to_owned(), ..Options::default() });
        let result = client.initialize(asked)["result"].take();
        assert_eq!(result["protocolVersion"], answered, "{asked}");
        assert_eq!(result["capabilities"], json!({ "tools": {}, "resources": {}, "completions": {} }));
        assert_eq!(result["serverInfo"], json!({ "name": "j", "version": "9" }));
        assert_eq!(result["instructions"], "Search, then run.");
        client.notify("notifications/initialized", json!({}));
        let listed = client.ask(json!(1), "tools/list", json!({}))["result"].take();
        assert_eq!(listed["tools"].as_array().unwrap().len(), 2);
        assert_eq!(listed.get("resultType"), None);
        let called = client.ask(json!(2), "tools/call", call(json!({})))["result"].take();
        assert_eq!((called.get("resultType"), &called["isError"]), (None, &json!(false)));
        assert_eq!(client.finish(), [] as [Value; 0]);
    }
}

#[test]
fn revision_2026_07_28_needs_no_opening() {
    let mut client = Client::raw(Options::default());
    let called = client.ask(json!(1), "tools/call", stateless(call(json!({}))))["result"].take();
    assert_eq!((&called["resultType"], &called["isError"]), (&json!("complete"), &json!(false)));
    let discovered = client.ask(json!(2), "server/discover", stateless(json!({})))["result"].take();
    assert_eq!(discovered["supportedVersions"].as_array().unwrap().len(), 5, "{discovered}");
    let listed = client.ask(json!(3), "tools/list", stateless(json!({})))["result"].take();
    assert_eq!(listed["resultType"], "complete");
    assert_eq!(client.ask_error("ping", stateless(json!({}))).0, -32601);
}

#[test]
fn metadata_of_the_stateless_revision_is_checked() {
    let mut client = Client::raw(Options::default());
    for method in ["tools/call", "tools/list"] {
        let mut bare = stateless(call(json!({})));
        bare["_meta"]["io.modelcontextprotocol/clientCapabilities"] = Value::Null;
        assert_eq!(client.ask_error(method, bare).0, -32602);
        let mut unknown = stateless(call(json!({})));
        unknown["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2031-01-01");
        assert_eq!(client.ask_error(method, unknown.clone()).0, -32022);
        unknown["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(7);
        assert_eq!(client.ask_error(method, unknown).0, -32602);
        let (code, message) = client.ask_error(method, call(json!({})));
        assert_eq!(code, -32600);
        assert!(message.contains("initialize first"), "{message}");
    }
    assert_eq!(client.ask_error("server/discover", json!({})).0, -32602);
}

#[test]
fn openings_may_come_late_twice_and_mixed() {
    let mut client = Client::raw(Options::default());
    client.settle();
    client.ask(json!(1), "server/discover", stateless(json!({})));
    client.ask(json!(2), "tools/call", stateless(call(json!({}))));
    assert_eq!(client.initialize("2025-03-26")["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(client.initialize("2024-11-05")["result"]["protocolVersion"], "2024-11-05");
    assert_eq!(client.ask(json!(3), "tools/call", call(json!({})))["result"].get("resultType"), None);
    assert_eq!(client.ask(json!(4), "tools/list", stateless(json!({})))["result"]["resultType"], "complete");
}

#[test]
fn tools_are_listed_with_all_that_clients_show() {
    let mut client = Client::new();
    client.send(json!(1), "tools/list", json!({}));
    let line = client.receive_line();
    assert!(line.contains(r#""inputSchema":{"type":"object","properties":{},"additionalProperties":true}"#), "{line}");
    let reply: Value = serde_json::from_str(&line).unwrap();
    let tool = &reply["result"]["tools"][1];
    assert_eq!((&tool["name"], &tool["title"]), (&json!("math.run"), &json!("Run an operation")));
    assert_eq!(tool["description"], "Run an operation.");
    assert_eq!(tool["outputSchema"]["type"], "object");
    assert_eq!(
        tool["annotations"],
        json!({ "title": "Run an operation", "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false })
    );
    assert_eq!(client.ask_error("tools/list", json!({ "cursor": "x" })).0, -32602);
}

#[test]
fn tools_answer_to_both_spellings_of_their_names() {
    let mut client = Client::raw(Options { tool_names: ToolNames::Underscore, ..Options::default() });
    client.initialize("2025-06-18");
    let listed = client.ask(json!(1), "tools/list", json!({}))["result"].take();
    assert_eq!((&listed["tools"][0]["name"], &listed["tools"][1]["name"]), (&json!("math_find"), &json!("math_run")));
    for name in ["math.find", "math_find"] {
        let called = client.ask(json!(2), "tools/call", json!({ "name": name }))["result"].take();
        assert_eq!(called["structuredContent"]["tool"], "math.find");
    }
    let (code, message) = client.ask_error("tools/call", json!({ "name": "math.prove" }));
    assert_eq!(
        (code, message.as_str()),
        (-32602, "there is no tool \"math.prove\"; the tools are math_find, math_run")
    );
}

#[test]
fn resources_are_listed_and_read_whole() {
    let mut client = Client::new();
    let listed = client.ask(json!(1), "resources/list", json!({}))["result"]["resources"].take();
    assert_eq!(
        listed,
        json!([{ "uri": "operation://catalog", "name": "catalog", "description": "All operations.", "mimeType": "application/json" }])
    );
    let templates = client.ask(json!(2), "resources/templates/list", json!({}))["result"]["resourceTemplates"].take();
    assert_eq!(templates[0]["uriTemplate"], "operation://{operation_id}");
    let read =
        client.ask(json!(3), "resources/read", json!({ "uri": "operation://catalog" }))["result"]["contents"].take();
    assert_eq!(read[0]["mimeType"], "application/json");
    let text = read[0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap().as_array().unwrap().len(), 300_001);
    assert_eq!(client.ask_error("resources/read", json!({ "uri": "operation://none" })).0, -32002);
    assert_eq!(client.ask_error("resources/read", stateless(json!({ "uri": "operation://none" }))).0, -32602);
    assert_eq!(client.ask_error("resources/subscribe", json!({ "uri": "operation://catalog" })).0, -32601);
}

#[test]
fn placeholders_are_completed() {
    let mut client = Client::new();
    let ask = |prefix: &str, uri: &str, name: &str| json!({ "ref": { "type": "ref/resource", "uri": uri }, "argument": { "name": name, "value": prefix } });
    let template = "operation://{operation_id}";
    let all =
        client.ask(json!(1), "completion/complete", ask("", template, "operation_id"))["result"]["completion"].take();
    assert_eq!(
        (all["values"].as_array().unwrap().len(), &all["total"], &all["hasMore"]),
        (100, &json!(150), &json!(true))
    );
    let few = client.ask(json!(2), "completion/complete", ask("operation.14", template, "operation_id"))["result"]["completion"].take();
    assert_eq!(
        (&few["values"][1], &few["total"], &few["hasMore"]),
        (&json!("operation.140"), &json!(11), &json!(false))
    );
    assert_eq!(client.ask_error("completion/complete", ask("", "operation://{x}", "x")).0, -32602);
    assert_eq!(client.ask_error("completion/complete", ask("", template, "x")).0, -32602);
    let prompt = json!({ "ref": { "type": "ref/prompt", "name": "p" }, "argument": { "name": "a", "value": "" } });
    assert_eq!(client.ask_error("completion/complete", prompt).0, -32602);
}
