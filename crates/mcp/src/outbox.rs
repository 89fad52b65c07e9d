//! Everything that goes out, through one writer.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use engine::face::Reply;
use wire::Writer;

use crate::message::{Fault, Id};

/// While more than this waits to be written, nothing is read: a client that does not read cannot fill the memory.
const FULL_BYTES: usize = 256 << 20;
/// Messages are gathered into writes of about this size.
const WRITE_BYTES: usize = 1 << 20;

/// A message to be written.
pub(crate) enum Outgoing {
    /// One that is written out already, without newline.
    Line(String),
    /// The reply to a tool call.
    Reply {
        /// The id of the call.
        id: Id,
        /// What the product answered.
        reply: Reply,
        /// Whether the result says that it is complete, as revision 2026-07-28 wants it.
        marked: bool,
    },
}

impl Outgoing {
    /// A JSON-RPC error.
    pub(crate) fn fault(fault: &Fault) -> Outgoing {
        let mut writer = opened(fault.id.as_ref());
        writer.key("error");
        writer.begin_object();
        writer.key("code");
        writer.integer(fault.code.into());
        writer.key("message");
        writer.text(&fault.message);
        writer.end_object();
        writer.end_object();
        Outgoing::Line(writer.into_string())
    }

    /// A message whose member `key` (`result` or `error`) is written already.
    pub(crate) fn answer(id: &Id, key: &str, json: &str) -> Outgoing {
        let mut writer = opened(Some(id));
        writer.key(key);
        writer.raw(json);
        writer.end_object();
        Outgoing::Line(writer.into_string())
    }

    fn size(&self) -> usize {
        match self {
            Outgoing::Line(line) => line.len(),
            Outgoing::Reply { reply, .. } => 2 * reply.json.len(),
        }
    }

    fn into_line(self) -> String {
        let (id, mut reply, marked) = match self {
            Outgoing::Line(line) => return line,
            Outgoing::Reply { id, reply, marked } => (id, reply, marked),
        };
        // In JSON a raw line break is only ever white space between tokens; on this wire it would end the message.
        if reply.json.contains(['\n', '\r']) {
            reply.json = reply.json.replace(['\n', '\r'], " ");
        }
        let mut writer = opened(Some(&id));
        writer.key("result");
        writer.begin_object();
        if marked {
            writer.key("resultType");
            writer.text("complete");
        }
        writer.key("content");
        writer.begin_list();
        writer.begin_object();
        writer.key("type");
        writer.text("text");
        writer.key("text");
        writer.text(&reply.json);
        writer.end_object();
        writer.end_list();
        // A tool error never has a structured result: it would not fit the output schema.
        if !reply.is_error {
            writer.key("structuredContent");
            writer.raw(&reply.json);
        }
        writer.key("isError");
        writer.boolean(reply.is_error);
        writer.end_object();
        writer.end_object();
        writer.into_string()
    }
}

/// The members that every answer begins with.
fn opened(id: Option<&Id>) -> Writer {
    let mut writer = Writer::new();
    writer.begin_object();
    writer.key("jsonrpc");
    writer.text("2.0");
    writer.key("id");
    match id {
        Some(id) => writer.raw(id.json()),
        None => writer.null(),
    }
    writer
}

/// A queue to the writing thread. Pushing never waits.
pub(crate) struct Outbox {
    queue: Mutex<Queue>,
    /// Something is due to be written.
    due: Condvar,
    /// Something has been written, or nothing can be any more.
    written: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Outgoing>,
    /// Bytes pushed and not yet written.
    bytes: usize,
    /// Messages pushed and not yet written.
    messages: usize,
    /// The sink takes no more.
    broken: bool,
    /// Nothing more is accepted; the thread ends with what waits.
    closed: bool,
}

impl Outbox {
    /// Starts the writing thread. `on_break` is called on it when `sink` takes no more.
    pub(crate) fn start<W>(sink: W, on_break: impl FnOnce() + Send + 'static) -> std::io::Result<Arc<Outbox>>
    where
        W: Write + Send + 'static,
    {
        let outbox = Arc::new(Outbox { queue: Mutex::default(), due: Condvar::new(), written: Condvar::new() });
        let shared = outbox.clone();
        std::thread::Builder::new().name("mcp-write".to_owned()).spawn(move || {
            if let Err(error) = shared.write_all(sink) {
                tracing::info!(%error, "the client takes no more output");
                let mut queue = shared.lock();
                queue.broken = true;
                queue.waiting.clear();
                shared.written.notify_all();
                drop(queue);
                on_break();
            }
        })?;
        Ok(outbox)
    }

    /// Puts a message at the end of the queue.
    pub(crate) fn push(&self, message: Outgoing) {
        let mut queue = self.lock();
        if queue.broken || queue.closed {
            return;
        }
        queue.bytes += message.size();
        queue.messages += 1;
        queue.waiting.push_back(message);
        self.due.notify_one();
    }

    /// Waits until the queue is short enough to cause more output.
    pub(crate) fn wait_for_room(&self) {
        let mut queue = self.lock();
        while queue.bytes > FULL_BYTES && !queue.broken {
            queue = self.written.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Accepts nothing more, and waits, at most so long, until everything is written.
    pub(crate) fn close(&self, limit: Duration) {
        let end = Instant::now() + limit;
        let mut queue = self.lock();
        queue.closed = true;
        self.due.notify_one();
        while queue.messages > 0 && !queue.broken {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                tracing::warn!(messages = queue.messages, "the client did not read its last replies in time");
                return;
            }
            queue = self.written.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_all(&self, mut sink: impl Write) -> std::io::Result<()> {
        let mut buffer = Vec::new();
        loop {
            let batch = {
                let mut queue = self.lock();
                while queue.waiting.is_empty() {
                    if queue.closed {
                        return Ok(());
                    }
                    queue = self.due.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
                std::mem::take(&mut queue.waiting)
            };
            let (mut bytes, mut messages) = (0, 0);
            let mut batch = batch.into_iter().peekable();
            while let Some(message) = batch.next() {
                bytes += message.size();
                messages += 1;
                buffer.extend_from_slice(message.into_line().as_bytes());
                buffer.push(b'\n');
                if buffer.len() >= WRITE_BYTES || batch.peek().is_none() {
                    sink.write_all(&buffer)?;
                    sink.flush()?;
                    buffer.clear();
                    buffer.shrink_to(WRITE_BYTES);
                    let mut queue = self.lock();
                    queue.bytes -= std::mem::take(&mut bytes);
                    queue.messages -= std::mem::take(&mut messages);
                    self.written.notify_all();
                }
            }
        }
    }
}
