//! `tools/call`, from its parameters to the product and back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::CancelToken;
use engine::face::{Arguments, Control, Product, Progress, Reply};
use wire::json::Violation;
use wire::{Number, Tree, Writer};

use crate::flight::{Flight, Serial};
use crate::lifecycle::Shape;
use crate::message::{Fault, code};
use crate::outbox::Outgoing;

/// A call sends no more than one progress notification in this time.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The parameters of a call.
#[derive(Debug)]
pub(crate) struct Call {
    /// The tool's name, as the client wrote it.
    pub(crate) name: String,
    arguments: Arguments,
    progress_token: Option<Tree>,
}

impl Call {
    /// Reads the parameters. Absent and `null` arguments are an empty object; arguments of another type than an object
    /// are the tool's own to refuse.
    ///
    /// # Errors
    ///
    /// What does not fit, for -32602.
    pub(crate) fn read(params: Option<Tree>, violations: Vec<Violation>) -> Result<Call, String> {
        let mut params = params.unwrap_or(Tree::Object(Vec::new()));
        if params.as_object().is_none() {
            return Err(format!("params is {}; it must be an object with name and arguments", params.kind()));
        }
        let name = match params.take("name") {
            Some(Tree::Text(name)) => name,
            Some(other) => return Err(format!("params.name is {}; it must be a string", other.kind())),
            None => return Err("params.name is missing; it must be the name of a tool".to_owned()),
        };
        let progress_token = match params.take("_meta").unwrap_or(Tree::Null) {
            Tree::Null => None,
            mut meta @ Tree::Object(_) => meta.take("progressToken").filter(|token| *token != Tree::Null),
            other => return Err(format!("params._meta is {}; it must be an object", other.kind())),
        };
        if !matches!(progress_token, None | Some(Tree::Text(_) | Tree::Number(Number::Integer(_)))) {
            return Err("params._meta.progressToken must be a string or an integer".to_owned());
        }
        let tree = params.take("arguments").filter(|arguments| *arguments != Tree::Null);
        let arguments = Arguments { tree: tree.unwrap_or(Tree::Object(Vec::new())), violations };
        Ok(Call { name, arguments, progress_token })
    }

    /// Hands the call to the product. What comes back goes to `flight`, in the form `shape`.
    pub(crate) fn start(self, product: &dyn Product, tool: &str, caller: u64, pending: Pending, cancel: CancelToken) {
        let progress = self.progress_token.map(|token| {
            let mut reporter = Reporter::new(pending.flight.clone(), pending.serial, token);
            Box::new(move |progress: Progress| reporter.report(&progress)) as Box<dyn FnMut(Progress) + Send>
        });
        let control = Control { caller, cancel, progress };
        product.call(tool, self.arguments, control, Box::new(move |reply| pending.answer(reply)));
    }
}

/// A call that waits for its reply. If it is dropped without one (the product failed), the client still hears of it.
pub(crate) struct Pending {
    /// Where the reply goes.
    pub(crate) flight: Arc<Flight>,
    /// Which call this is.
    pub(crate) serial: Serial,
    /// The form of the reply.
    pub(crate) shape: Shape,
}

impl Pending {
    fn answer(self, reply: Reply) {
        let marked = self.shape == Shape::Marked;
        self.flight.answer(self.serial, |id| Outgoing::Reply { id, reply, marked });
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        // Finds nothing to do when the reply is on its way.
        self.flight.answer(self.serial, |id| {
            let message = "the call ended without a reply; this is a fault of the server".to_owned();
            Outgoing::fault(&Fault { id: Some(id), code: code::INTERNAL, message })
        });
    }
}

/// Turns a call's reports into notifications, not too many.
struct Reporter {
    flight: Arc<Flight>,
    serial: Serial,
    token: Tree,
    last: Option<(Instant, f64)>,
}

impl Reporter {
    fn new(flight: Arc<Flight>, serial: Serial, token: Tree) -> Reporter {
        Reporter { flight, serial, token, last: None }
    }

    fn report(&mut self, progress: &Progress) {
        let now = Instant::now();
        if !self.is_due(now, progress.done) {
            return;
        }
        self.last = Some((now, progress.done));
        self.flight.while_open(self.serial, || Outgoing::Line(notification(&self.token, progress)));
    }

    /// The protocol wants progress that increases strictly.
    fn is_due(&self, now: Instant, done: f64) -> bool {
        done.is_finite()
            && self.last.is_none_or(|(then, before)| done > before && now.duration_since(then) >= PROGRESS_INTERVAL)
    }
}

fn notification(token: &Tree, progress: &Progress) -> String {
    let mut writer = Writer::new();
    writer.begin_object();
    writer.key("jsonrpc");
    writer.text("2.0");
    writer.key("method");
    writer.text("notifications/progress");
    writer.key("params");
    writer.begin_object();
    writer.key("progressToken");
    writer.tree(token);
    writer.key("progress");
    writer.raw(&progress.done.to_string());
    if let Some(total) = progress.total.filter(|total| total.is_finite()) {
        writer.key("total");
        writer.raw(&total.to_string());
    }
    if !progress.unit.is_empty() {
        writer.key("message");
        writer.text(&progress.unit);
    }
    writer.end_object();
    writer.end_object();
    writer.into_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::outbox::Outbox;

    #[test]
    fn progress_increases_and_comes_ten_times_a_second_at_most() {
        let flight = Arc::new(Flight::new(Outbox::start(std::io::sink(), || {}).unwrap()));
        let start = Instant::now();
        let mut reporter = Reporter::new(flight, 1, Tree::from("t"));
        assert!(!reporter.is_due(start, f64::NAN));
        assert!(reporter.is_due(start, 0.0));
        reporter.last = Some((start, 2.0));
        assert!(!reporter.is_due(start + Duration::from_millis(99), 3.0));
        assert!(reporter.is_due(start + Duration::from_millis(100), 3.0));
        assert!(!reporter.is_due(start + Duration::from_secs(1), 2.0));
        assert!(!reporter.is_due(start + Duration::from_secs(1), f64::INFINITY));
    }

    #[test]
    fn a_progress_notification_counts_in_the_products_unit() {
        let progress = Progress { done: 3.0, total: Some(12.5), unit: "primes \"sieved\"".to_owned() };
        assert_eq!(
            notification(&Tree::from(7), &progress),
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":7,\"progress\":3,\
             \"total\":12.5,\"message\":\"primes \\\"sieved\\\"\"}}"
        );
        let bare = Progress { done: 0.5, total: Some(f64::NAN), unit: String::new() };
        assert!(notification(&Tree::from("a"), &bare).ends_with("{\"progressToken\":\"a\",\"progress\":0.5}}"));
    }
}
