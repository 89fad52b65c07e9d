//! The requests in flight: each is answered once, and a cancelled one never.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::CancelToken;
use tokio::sync::Notify;

use crate::message::Id;
use crate::outbox::{Outbox, Outgoing};

/// A number that no two requests of a connection share. Ids come from the client, who may use one again.
pub(crate) type Serial = i64;

/// The table of requests that wait for their reply.
pub(crate) struct Flight {
    table: Mutex<Table>,
    outbox: Arc<Outbox>,
    empty: Notify,
}

#[derive(Default)]
struct Table {
    serials: HashMap<Id, Serial>,
    open: HashMap<Serial, (Id, Option<CancelToken>)>,
    last: Serial,
    closed: bool,
}

impl Table {
    fn remove(&mut self, serial: Serial) -> Option<(Id, Option<CancelToken>)> {
        let entry = self.open.remove(&serial)?;
        self.serials.remove(&entry.0);
        Some(entry)
    }
}

impl Flight {
    /// An empty table whose answers go to `outbox`.
    pub(crate) fn new(outbox: Arc<Outbox>) -> Flight {
        Flight { table: Mutex::default(), outbox, empty: Notify::new() }
    }

    /// How many requests wait for their reply.
    pub(crate) fn len(&self) -> usize {
        self.lock().open.len()
    }

    /// Whether a request of this id waits for its reply.
    pub(crate) fn is_open(&self, id: &Id) -> bool {
        self.lock().serials.contains_key(id)
    }

    /// Enters a request whose id is not open, with the token that stops it if anything does. `None` once the table is
    /// closed.
    pub(crate) fn enter(&self, id: Id, cancel: Option<CancelToken>) -> Option<Serial> {
        let mut table = self.lock();
        if table.closed {
            return None;
        }
        table.last += 1;
        let serial = table.last;
        table.serials.insert(id.clone(), serial);
        table.open.insert(serial, (id, cancel));
        Some(serial)
    }

    /// Stops a request; it will not be answered. Nothing happens when no request of this id is open.
    pub(crate) fn cancel(&self, id: &Id) {
        let removed = {
            let mut table = self.lock();
            let serial = table.serials.get(id).copied();
            let removed = serial.and_then(|serial| table.remove(serial));
            self.tell_if_empty(&table);
            removed
        };
        // Outside the lock: who listens to the token may answer on this very thread.
        if let Some((_, Some(cancel))) = removed {
            cancel.cancel();
        }
    }

    /// Answers a request, unless it has been answered or cancelled.
    pub(crate) fn answer(&self, serial: Serial, answer: impl FnOnce(Id) -> Outgoing) {
        let mut table = self.lock();
        if let Some((id, _)) = table.remove(serial) {
            // Under the lock, so that who finds the table empty finds every answer in the outbox.
            self.outbox.push(answer(id));
            self.tell_if_empty(&table);
        }
    }

    /// Sends what belongs to a request that still waits for its reply.
    pub(crate) fn while_open(&self, serial: Serial, message: impl FnOnce() -> Outgoing) {
        let table = self.lock();
        if table.open.contains_key(&serial) {
            self.outbox.push(message());
        }
    }

    /// Accepts no more requests.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
    }

    /// Whether the table is closed.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Waits until every request of a closed table is answered or cancelled.
    pub(crate) async fn drained(&self) {
        while self.len() > 0 {
            self.empty.notified().await;
        }
    }

    /// Cancels all that is open and returns how many that were.
    pub(crate) fn abandon(&self) -> usize {
        let open = {
            let mut table = self.lock();
            table.serials.clear();
            std::mem::take(&mut table.open)
        };
        open.values().filter_map(|(_, cancel)| cancel.as_ref()).for_each(CancelToken::cancel);
        open.len()
    }

    fn tell_if_empty(&self, table: &Table) {
        if table.closed && table.open.is_empty() {
            self.empty.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
