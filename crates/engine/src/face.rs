//! What a face (MCP, command line, Python) asks of the product, whatever stands behind it.
//!
//! A face knows protocols and terminals; it knows no mathematics. Everything it serves comes through [`Product`].

use std::time::Duration;

use wire::Tree;
use wire::json::Violation;

use crate::CancelToken;

/// A tool as faces list it.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its name: `math.find`.
    pub name: &'static str,
    /// A few words for people.
    pub title: &'static str,
    /// What a model reads before it calls.
    pub description: String,
    /// JSON Schema of the arguments: an object, without combinators.
    pub input_schema: Tree,
    /// JSON Schema of a structured success, where one is published.
    pub output_schema: Option<Tree>,
}

/// A resource or, when its address has a `{placeholder}`, a template.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Its address.
    pub uri: &'static str,
    /// A short name.
    pub name: &'static str,
    /// What it holds.
    pub description: &'static str,
    /// Media type of its text.
    pub mime_type: &'static str,
}

/// The arguments of a tool call, as the strict reader found them.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// The arguments.
    pub tree: Tree,
    /// Breaches of the strict rules, located from the arguments.
    pub violations: Vec<Violation>,
}

/// How far a running call has come, in mathematical units.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Units done. Never decreases within a call.
    pub done: f64,
    /// Units in all, when known.
    pub total: Option<f64>,
    /// What is counted: "primes sieved".
    pub unit: String,
}

/// What accompanies a call.
pub struct Control {
    /// Who calls: the queue is fair between callers.
    pub caller: u64,
    /// Stops the call.
    pub cancel: CancelToken,
    /// Hears of progress, from another thread.
    pub progress: Option<Box<dyn FnMut(Progress) + Send>>,
}

/// Which of the four outcomes a reply is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// A mathematical answer, false, none and unknown included.
    Answer,
    /// The request is malformed, outside the domain, or over a bound.
    Refused,
    /// Deadline, cancellation or a budget.
    Stopped,
    /// A backend or a check failed.
    Fault,
}

/// The reply to a tool call: one JSON object, and whether it is a tool error.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Compact JSON, exactly as every face gives it out.
    pub json: String,
    /// Whether the call is a tool error (`isError`).
    pub is_error: bool,
    /// Which outcome it is.
    pub outcome: OutcomeKind,
}

/// Everything a face can serve.
pub trait Product: Send + Sync + 'static {
    /// Name, version and instructions that a client shows its model.
    fn instructions(&self) -> String;

    /// The tools, in order of their listing.
    fn tools(&self) -> Vec<Tool>;

    /// Calls a tool. `done` is called exactly once, perhaps on another thread. `false` when there is no such tool; then `done`
    /// is dropped.
    fn call(&self, tool: &str, arguments: Arguments, control: Control, done: Box<dyn FnOnce(Reply) + Send>) -> bool;

    /// Resources with a fixed address.
    fn resources(&self) -> Vec<Resource>;

    /// Resources whose address has a placeholder.
    fn resource_templates(&self) -> Vec<Resource>;

    /// The text and media type of a resource.
    fn read_resource(&self, uri: &str) -> Option<(String, &'static str)>;

    /// Completions of a template's placeholder: values that begin with `prefix`, best first, and how many there are.
    fn complete(&self, template: &str, placeholder: &str, prefix: &str) -> (Vec<String>, usize);

    /// Accepts nothing new, lets what runs end for at most `grace`, then stops everything.
    fn shutdown(&self, grace: Duration);
}
