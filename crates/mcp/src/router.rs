//! Where each line of the client goes.

use std::collections::HashMap;
use std::sync::Arc;

use engine::CancelToken;
use engine::face::Product;
use rmcp::model::ClientJsonRpcMessage;
use tokio::runtime::Handle;
use tokio::sync::mpsc::UnboundedSender;
use wire::Tree;

use crate::calls::{Call, Pending};
use crate::flight::Flight;
use crate::handler::listed_name;
use crate::lifecycle::{Lifecycle, Shape};
use crate::lines::Line;
use crate::message::{self, Fault, Id, Message, Request, code};
use crate::outbox::{Outbox, Outgoing};
use crate::{MAX_IN_FLIGHT, MAX_LINE_BYTES, ToolNames, bridge};

/// Takes lines in their order and sends each on its way, without waiting for what comes of it.
pub(crate) struct Router {
    product: Arc<dyn Product>,
    caller: u64,
    flight: Arc<Flight>,
    outbox: Arc<Outbox>,
    library: UnboundedSender<ClientJsonRpcMessage>,
    runtime: Handle,
    lifecycle: Lifecycle,
    /// Every accepted spelling of a tool's name, and the product's own.
    tools: HashMap<String, &'static str>,
    /// The tools' names as they are listed, for messages.
    listing: String,
}

impl Router {
    /// A router for a new connection of `caller`, whose other methods than `tools/call` go to `library`.
    pub(crate) fn new(
        product: Arc<dyn Product>,
        caller: u64,
        names: ToolNames,
        (flight, outbox): (Arc<Flight>, Arc<Outbox>),
        library: UnboundedSender<ClientJsonRpcMessage>,
        runtime: Handle,
    ) -> Router {
        let tools: Vec<&'static str> = product.tools().iter().map(|tool| tool.name).collect();
        let listing: Vec<String> = tools.iter().map(|name| listed_name(name, names)).collect();
        let spellings =
            |name: &&'static str| [(listed_name(name, ToolNames::Underscore), *name), ((*name).to_owned(), *name)];
        Router {
            caller,
            flight,
            outbox,
            library,
            runtime,
            lifecycle: Lifecycle::default(),
            tools: tools.iter().flat_map(spellings).collect(),
            listing: listing.join(", "),
            product,
        }
    }

    /// Takes one line.
    pub(crate) fn line(&mut self, line: &Line<'_>) {
        let message = match line {
            Line::Whole(line) if line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r')) => return,
            Line::Whole(line) => message::read(line),
            Line::TooLong => {
                let message = format!("the line is longer than {MAX_LINE_BYTES} bytes; send less in one message");
                Err(Fault { id: None, code: code::REQUEST, message })
            }
        };
        match message {
            Ok(Message::Request(request)) => self.request(request),
            Ok(Message::Notification { method, params }) => self.notification(&method, params.as_ref()),
            Ok(Message::Response) => {}
            Err(fault) => self.refuse(fault),
        }
    }

    /// Answers at once. An id that still waits for its own reply is left out: the client would take this for it.
    fn refuse(&self, mut fault: Fault) {
        tracing::debug!(code = fault.code, "refused a message");
        fault.id = fault.id.filter(|id| !self.flight.is_open(id));
        self.outbox.push(Outgoing::fault(&fault));
    }

    fn notification(&self, method: &str, params: Option<&Tree>) {
        if method == "notifications/cancelled"
            && let Some(id) = params.and_then(|params| params.get("requestId")).and_then(Id::of)
        {
            self.flight.cancel(&id);
        }
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params, violations } = request;
        if self.flight.is_open(&id) {
            let shown: String = id.json().chars().take(64).collect();
            let message = format!("a request of id {shown} is in flight; give each request an id of its own");
            return self.refuse(Fault { id: None, code: code::REQUEST, message });
        }
        if self.flight.len() >= MAX_IN_FLIGHT {
            let message = format!("{MAX_IN_FLIGHT} requests are in flight; wait for replies before you send more");
            return self.refuse(Fault { id: Some(id), code: code::BUSY, message });
        }
        let shape = match self.lifecycle.admit(&method, params.as_ref()) {
            Ok(shape) => shape,
            Err(error) => return self.outbox.push(bridge::refusal(&id, &error)),
        };
        if method == "tools/call" {
            match Call::read(params, violations) {
                Ok(call) => self.call(id, call, shape),
                Err(message) => self.refuse(Fault { id: Some(id), code: code::PARAMS, message }),
            }
        } else {
            self.forward(id, &method, params.as_ref());
        }
    }

    fn call(&self, id: Id, call: Call, shape: Shape) {
        let Some(&tool) = self.tools.get(&call.name) else {
            let shown: String = call.name.chars().take(64).collect();
            let message = format!("there is no tool {shown:?}; the tools are {}", self.listing);
            return self.refuse(Fault { id: Some(id), code: code::PARAMS, message });
        };
        let cancel = CancelToken::new();
        let Some(serial) = self.flight.enter(id, Some(cancel.clone())) else { return };
        let pending = Pending { flight: self.flight.clone(), serial, shape };
        let (product, caller) = (self.product.clone(), self.caller);
        // A product that computes before it returns must not keep the next line from being read.
        self.runtime.spawn_blocking(move || call.start(product.as_ref(), tool, caller, pending, cancel));
    }

    fn forward(&mut self, id: Id, method: &str, params: Option<&Tree>) {
        let Some(serial) = self.flight.enter(id, None) else { return };
        match bridge::request(serial, method, params) {
            Ok(request) => {
                if method == "initialize" {
                    self.lifecycle.open();
                }
                // The library goes before the reader only when the connection ends.
                let _ = self.library.send(request);
            }
            Err(error) => self.flight.answer(serial, |id| bridge::refusal(&id, &error)),
        }
    }
}
