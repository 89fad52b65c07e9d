//! The Model Context Protocol face.
//!
//! Serves an [`engine::face::Product`] to one client over a pair of pipes: one JSON-RPC message a line, revisions
//! 2024-11-05 to 2025-11-25 by `initialize` and 2026-07-28 by `_meta` on every request.
//!
//! A message passes through these hands:
//!
//! 1. a thread reads lines and takes them apart strictly; what is malformed is answered there,
//! 2. `tools/call` goes to the product as the strict reader found it, so that no number is rounded and no key is lost,
//! 3. every other method goes to the protocol library, which knows the revisions,
//! 4. a table of the requests in flight sees to it that each id is answered once, or never when it was cancelled,
//! 5. another thread writes, so that a client that reads slowly holds up neither the reader nor the product.
#![forbid(unsafe_code)]

mod bridge;
mod calls;
mod connection;
mod flight;
mod handler;
mod lifecycle;
mod lines;
mod message;
mod outbox;
mod router;

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::sync::Arc;
use std::time::Duration;

use engine::face::Product;

/// The longest line that is read, in bytes, its newline not counted.
pub const MAX_LINE_BYTES: usize = 16 << 20;

/// Most requests that may wait for their replies at one time.
pub const MAX_IN_FLIGHT: usize = 4096;

/// How tools are named in `tools/list`. Calls are accepted under either name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToolNames {
    /// `math.run`
    #[default]
    Dotted,
    /// `math_run`, for model APIs that allow letters, digits, `_` and `-` only.
    Underscore,
}

/// How a connection is served.
#[derive(Clone, Debug)]
pub struct Options {
    /// How long calls in flight may take to end when the client closes its side or a signal asks the server to stop.
    pub grace: Duration,
    /// How tools are listed.
    pub tool_names: ToolNames,
    /// The server's name, as clients show it.
    pub name: String,
    /// The server's version.
    pub version: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            grace: Duration::from_secs(2),
            tool_names: ToolNames::default(),
            name: "jacaranda".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Serves standard input and output until the input ends, the output breaks, or SIGTERM or SIGINT arrives.
///
/// Then nothing new is accepted, calls in flight are answered if they end within [`Options::grace`], the others are
/// cancelled and stay unanswered, [`Product::shutdown`] is called, and the function returns. It must not be called on a
/// thread that drives an asynchronous runtime.
///
/// # Errors
///
/// When the process cannot open its standard streams, start a thread or listen to signals. What a client sends never is
/// an error here.
pub fn serve_stdio(product: Arc<dyn Product>, options: Options) -> std::io::Result<()> {
    // The raw descriptors: the standard library's own buffers would copy every message once more.
    let input = File::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(std::io::stdout().as_fd().try_clone_to_owned()?);
    connection::run(product, input, output, options, connection::Signals::Heeded)
}

/// Serves any pair of blocking byte streams, as [`serve_stdio`] does, without listening to signals.
///
/// # Errors
///
/// When a thread cannot be started.
pub fn serve<R, W>(product: Arc<dyn Product>, reader: R, writer: W, options: Options) -> std::io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    connection::run(product, reader, writer, options, connection::Signals::Ignored)
}
