//! A small MCP client for the demonstration: it talks to the real server as any client does.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use wire::Tree;
use wire::json::{Limits, parse};

use crate::Settings;

/// A running server and its client.
pub(crate) struct McpClient {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    next_id: i64,
}

impl McpClient {
    /// Starts the server and shakes hands.
    pub(crate) fn start(settings: &Settings) -> std::io::Result<McpClient> {
        let mut child = Command::new(&settings.program)
            .arg("mcp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let no_pipe = || std::io::Error::other("the server has no pipe");
        let stdin = child.stdin.take().ok_or_else(no_pipe)?;
        let stdout = BufReader::new(child.stdout.take().ok_or_else(no_pipe)?);
        let mut client = McpClient { child, stdin: Some(stdin), stdout, next_id: 0 };
        let id = client.send(
            "initialize",
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"demo\",\"version\":\"1\"}}",
        )?;
        client.reply(id)?;
        client.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")?;
        Ok(client)
    }

    fn write(&mut self, message: &str) -> std::io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or_else(|| std::io::Error::other("the server was told to end"))?;
        stdin.write_all(message.as_bytes())?;
        stdin.write_all(b"\n")?;
        stdin.flush()
    }

    /// Sends a request; its reply is fetched by its number.
    pub(crate) fn send(&mut self, method: &str, params: &str) -> std::io::Result<i64> {
        self.next_id += 1;
        let id = self.next_id;
        self.write(&format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\",\"params\":{params}}}"))?;
        Ok(id)
    }

    /// Sends a tool call.
    pub(crate) fn send_call(&mut self, tool: &str, arguments: &str) -> std::io::Result<i64> {
        self.send("tools/call", &format!("{{\"name\":\"{tool}\",\"arguments\":{arguments}}}"))
    }

    /// Takes a request back.
    pub(crate) fn cancel(&mut self, id: i64) -> std::io::Result<()> {
        self.write(&format!(
            "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}"
        ))
    }

    /// The reply to a request.
    pub(crate) fn reply(&mut self, id: i64) -> std::io::Result<Tree> {
        let mut line = String::new();
        loop {
            line.clear();
            if self.stdout.read_line(&mut line)? == 0 {
                return Err(std::io::Error::other("the server ended"));
            }
            let document =
                parse(line.as_bytes(), &Limits { depth: 256, number: 10_000 }).map_err(std::io::Error::other)?;
            if document.tree.get("id") == Some(&Tree::from(id)) {
                return Ok(document.tree);
            }
        }
    }

    /// Calls a tool: the JSON of its text block, and how long that took.
    pub(crate) fn call(&mut self, tool: &str, arguments: &str) -> std::io::Result<(Tree, Duration)> {
        let begun = Instant::now();
        let id = self.send_call(tool, arguments)?;
        let reply = self.reply(id)?;
        Ok((body(&reply), begun.elapsed()))
    }

    /// Ends the server as a client does: by leaving. The exit code, and how long it took.
    pub(crate) fn leave(mut self) -> std::io::Result<(i32, Duration)> {
        let begun = Instant::now();
        self.stdin = None;
        let status = self.child.wait()?;
        Ok((status.code().unwrap_or(-1), begun.elapsed()))
    }
}

impl Drop for McpClient {
    fn drop(&mut self) {
        // A server that has ended already cannot be ended again.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The JSON that a tool's reply holds.
pub(crate) fn body(reply: &Tree) -> Tree {
    let content = reply.get("result").and_then(|result| result.get("content")).and_then(Tree::as_list);
    let text = content.and_then(|blocks| blocks.first()).and_then(|block| block.get("text")).and_then(Tree::as_text);
    let parsed = text.and_then(|text| parse(text.as_bytes(), &Limits { depth: 256, number: 10_000 }).ok());
    parsed.map_or(Tree::Null, |document| document.tree)
}
