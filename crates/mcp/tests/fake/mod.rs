//! A product without mathematics, and a client that talks to it through pipes.
#![allow(dead_code, clippy::unwrap_used)]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, PipeWriter, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use engine::face::{Arguments, Control, OutcomeKind, Product, Progress, Reply, Resource, Tool};
use mcp::Options;
use serde_json::{Value, json};
use wire::Tree;
use wire::json::Violation;

/// Longer than any step takes; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(30);

type Done = Box<dyn FnOnce(Reply) + Send>;

/// What `do` of the arguments asks for: `hold` waits for [`Fake::release`]; `fail`, `drop` and `panic` are as they say;
/// anything else is echoed.
#[derive(Default)]
pub struct Fake {
    held: Mutex<HashMap<String, (Control, Option<Done>)>>,
    arrived: Condvar,
    stopped: Mutex<Option<Duration>>,
}

impl Fake {
    /// Waits until the call `name` is held and works on it.
    pub fn with_held<T>(&self, name: &str, work: impl FnOnce(&mut (Control, Option<Done>)) -> T) -> T {
        let held = self.held.lock().unwrap();
        let (mut held, late) =
            self.arrived.wait_timeout_while(held, PATIENCE, |held| !held.contains_key(name)).unwrap();
        assert!(!late.timed_out(), "no call {name} arrived");
        work(held.get_mut(name).unwrap())
    }

    pub fn release(&self, name: &str) {
        let done = self.with_held(name, |(_, done)| done.take()).unwrap();
        done(reply(json!({ "released": name }), false));
    }

    pub fn report(&self, name: &str, done: f64) {
        self.with_held(name, |(control, _)| {
            let progress = control.progress.as_mut().unwrap();
            progress(Progress { done, total: Some(10.0), unit: "steps".to_owned() });
        });
    }

    pub fn is_cancelled(&self, name: &str) -> bool {
        self.with_held(name, |(control, _)| control.cancel.is_cancelled())
    }

    pub fn grace_at_shutdown(&self) -> Option<Duration> {
        *self.stopped.lock().unwrap()
    }
}

pub fn reply(json: Value, is_error: bool) -> Reply {
    let outcome = if is_error { OutcomeKind::Refused } else { OutcomeKind::Answer };
    Reply { json: json.to_string(), is_error, outcome }
}

fn broken_rule(violation: &Violation) -> Value {
    let location: Vec<String> = violation.location.iter().map(ToString::to_string).collect();
    json!([violation.rule.code(), location.join("/")])
}

impl Product for Fake {
    fn instructions(&self) -> String {
        "Search, then run.".to_owned()
    }

    fn tools(&self) -> Vec<Tool> {
        let schema = || {
            Tree::from([
                ("type", Tree::from("object")),
                ("properties", Tree::Object(Vec::new())),
                ("additionalProperties", true.into()),
            ])
        };
        let tool = |name, title| Tool {
            name,
            title,
            description: format!("{title}."),
            input_schema: schema(),
            output_schema: Some(schema()),
        };
        vec![tool("math.find", "Find an operation"), tool("math.run", "Run an operation")]
    }

    fn call(&self, tool: &str, arguments: Arguments, control: Control, done: Done) -> bool {
        let text = |key| arguments.tree.get(key).and_then(Tree::as_text);
        match text("do") {
            Some("hold") => {
                let name = text("name").unwrap().to_owned();
                self.held.lock().unwrap().insert(name, (control, Some(done)));
                self.arrived.notify_all();
            }
            Some("fail") => done(reply(json!({ "code": "INVALID_REQUEST" }), true)),
            Some("lines") => {
                done(Reply { json: "{\n\"a\": 1\r\n}".to_owned(), is_error: false, outcome: OutcomeKind::Answer })
            }
            Some("drop") => drop(done),
            Some("panic") => panic!("asked for"),
            _ => {
                let violations: Vec<Value> = arguments.violations.iter().map(broken_rule).collect();
                let json = format!(
                    "{{\"tool\":\"{tool}\",\"echo\":{},\"violations\":{}}}",
                    arguments.tree.to_json(),
                    json!(violations)
                );
                done(Reply { json, is_error: false, outcome: OutcomeKind::Answer });
            }
        }
        true
    }

    fn resources(&self) -> Vec<Resource> {
        vec![Resource {
            uri: "operation://catalog",
            name: "catalog",
            description: "All operations.",
            mime_type: "application/json",
        }]
    }

    fn resource_templates(&self) -> Vec<Resource> {
        vec![Resource {
            uri: "operation://{operation_id}",
            name: "operation",
            description: "One operation.",
            mime_type: "application/json",
        }]
    }

    fn read_resource(&self, uri: &str) -> Option<(String, &'static str)> {
        (uri == "operation://catalog").then(|| (format!("[{}0]", "\"ü\\n\",".repeat(300_000)), "application/json"))
    }

    fn complete(&self, _template: &str, _placeholder: &str, prefix: &str) -> (Vec<String>, usize) {
        let all = (0..150).map(|index| format!("operation.{index}")).filter(|id| id.starts_with(prefix));
        let all: Vec<String> = all.collect();
        let count = all.len();
        (all, count)
    }

    fn shutdown(&self, grace: Duration) {
        *self.stopped.lock().unwrap() = Some(grace);
    }
}

/// A client, with the server it talks to on a thread of its own.
pub struct Client {
    pub product: Arc<Fake>,
    input: PipeWriter,
    output: Receiver<String>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Client {
    /// A client that has not sent anything yet.
    pub fn raw(options: Options) -> Client {
        let product = Arc::new(Fake::default());
        let (server_reads, input) = std::io::pipe().unwrap();
        let (client_reads, server_writes) = std::io::pipe().unwrap();
        let served = product.clone();
        let server = std::thread::spawn(move || mcp::serve(served, server_reads, server_writes, options));
        let (lines, output) = channel();
        std::thread::spawn(move || {
            BufReader::new(client_reads).lines().map_while(Result::ok).try_for_each(|line| lines.send(line))
        });
        Client { product, input, output, server }
    }

    /// A client that has sent `initialize`.
    pub fn new() -> Client {
        let mut client = Client::raw(Options::default());
        client.initialize("2025-06-18");
        client
    }

    pub fn initialize(&mut self, revision: &str) -> Value {
        let client = json!({ "name": "test", "version": "1" });
        let params = json!({ "protocolVersion": revision, "capabilities": {}, "clientInfo": client });
        self.ask(json!("initialize"), "initialize", params)
    }

    pub fn send_line(&mut self, line: &[u8]) {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
    }

    pub fn send(&mut self, id: Value, method: &str, params: Value) {
        self.send_line(
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string().as_bytes(),
        );
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send_line(json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string().as_bytes());
    }

    pub fn call(&mut self, id: Value, arguments: Value) {
        self.send(id, "tools/call", json!({ "name": "math.run", "arguments": arguments }));
    }

    pub fn receive_line(&self) -> String {
        self.output.recv_timeout(PATIENCE).unwrap()
    }

    pub fn receive(&self) -> Value {
        serde_json::from_str(&self.receive_line()).unwrap()
    }

    /// Sends a request and receives the next message, which must be its reply.
    pub fn ask(&mut self, id: Value, method: &str, params: Value) -> Value {
        self.send(id.clone(), method, params);
        let reply = self.receive();
        assert_eq!(reply["id"], id, "{reply}");
        reply
    }

    /// The code and message of the error that a request is answered with.
    pub fn ask_error(&mut self, method: &str, params: Value) -> (i64, String) {
        let reply = self.ask(json!("e"), method, params);
        (reply["error"]["code"].as_i64().unwrap(), reply["error"]["message"].as_str().unwrap().to_owned())
    }

    /// When this returns, everything sent before has been taken, and nothing unexpected has come back.
    pub fn settle(&mut self) {
        assert_eq!(
            self.ask(json!("settled"), "ping", json!({})),
            json!({ "jsonrpc": "2.0", "id": "settled", "result": {} })
        );
    }

    /// Closes the input; what still comes, and whatever ended the server.
    pub fn close(self) -> (Arc<Fake>, Receiver<String>, JoinHandle<std::io::Result<()>>) {
        (self.product, self.output, self.server)
    }

    /// Closes the input, waits for the end and returns the last messages.
    pub fn finish(self) -> Vec<Value> {
        let (_, output, server) = self.close();
        server.join().unwrap().unwrap();
        output.iter().map(|line| serde_json::from_str(&line).unwrap()).collect()
    }
}
