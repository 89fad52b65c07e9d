//! How a connection ends.
#![allow(clippy::unwrap_used)]

mod fake;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use fake::{Client, Fake};
use mcp::Options;
use serde_json::{Value, json};

fn client(grace: Duration) -> Client {
    let mut client = Client::raw(Options { grace, ..Options::default() });
    client.initialize("2025-06-18");
    client.call(json!(1), json!({ "do": "hold", "name": "a" }));
    client.product.with_held("a", |_| {});
    client
}

#[test]
fn a_call_in_flight_at_the_end_of_input_is_answered_within_the_grace() {
    let (product, output, server) = client(Duration::from_secs(600)).close();
    product.release("a");
    server.join().unwrap().unwrap();
    let last: Vec<Value> = output.iter().map(|line| serde_json::from_str(&line).unwrap()).collect();
    assert_eq!((last.len(), &last[0]["id"]), (1, &json!(1)));
    assert!(product.grace_at_shutdown().unwrap() > Duration::from_secs(1));
}

#[test]
fn a_call_that_outlasts_the_grace_is_cancelled_and_dropped() {
    let client = client(Duration::from_millis(20));
    let product = client.product.clone();
    assert_eq!(client.finish(), [] as [Value; 0]);
    assert!(product.is_cancelled("a"));
    assert_eq!(product.grace_at_shutdown(), Some(Duration::ZERO));
    // A reply after the end goes nowhere.
    product.release("a");
}

#[test]
fn an_empty_connection_ends_at_once() {
    let client = Client::raw(Options { grace: Duration::from_secs(600), ..Options::default() });
    assert_eq!(client.finish(), [] as [Value; 0]);
}

#[test]
fn a_last_line_without_newline_counts() {
    let product = Arc::new(Fake::default());
    let (reader, mut writer) = std::io::pipe().unwrap();
    mcp::serve(
        product,
        br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.as_slice(),
        writer.try_clone().unwrap(),
        Options::default(),
    )
    .unwrap();
    writer.write_all(b"end\n").unwrap();
    drop(writer);
    let lines: Vec<String> = BufReader::new(reader).lines().map(Result::unwrap).collect();
    assert_eq!(lines, [r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "end"]);
}

#[test]
fn an_output_that_breaks_ends_the_connection() {
    let product = Arc::new(Fake::default());
    let (server_reads, mut input) = std::io::pipe().unwrap();
    let (client_reads, server_writes) = std::io::pipe().unwrap();
    drop(client_reads);
    input.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").unwrap();
    // The input stays open: only the broken output can end this.
    mcp::serve(product.clone(), server_reads, server_writes, Options::default()).unwrap();
    assert!(product.grace_at_shutdown().is_some());
    drop(input);
}

/// Runs this very test once more as a server, and stops that with SIGTERM while a call is in flight.
#[test]
fn a_signal_ends_the_server() {
    const NAME: &str = "a_signal_ends_the_server";
    if std::env::var_os("SERVE_UNTIL_SIGNALLED").is_some() {
        let options = Options { grace: Duration::from_millis(20), ..Options::default() };
        return mcp::serve_stdio(Arc::new(Fake::default()), options).unwrap();
    }
    let mut server = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture"])
        .env("SERVE_UNTIL_SIGNALLED", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    let output = BufReader::new(server.stdout.take().unwrap());
    let meta = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} });
    let call = json!({ "name": "math.run", "arguments": { "do": "hold", "name": "a" }, "_meta": meta });
    writeln!(input, "{}", json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call })).unwrap();
    writeln!(input, "{}", json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" })).unwrap();
    // The test harness of the child writes lines of its own before.
    let mut lines = output.lines().map(Result::unwrap);
    assert!(lines.any(|line| line.ends_with(r#"{"jsonrpc":"2.0","id":2,"result":{}}"#)));
    let killed = Command::new("sh").args(["-c", &format!("kill -TERM {}", server.id())]).status().unwrap();
    assert!(killed.success());
    assert!(server.wait().unwrap().success());
    assert!(lines.all(|line| !line.contains("jsonrpc")));
    drop(input);
}
