//! The engine: one call from admission to reply.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use catalog::Catalog;
use operation::{Operation, Resource, RuntimeStatus};
use sha2::{Digest, Sha256};
use wire::Writer;

use crate::diagnostics::{self, Allowance, Diagnostic};
use crate::execute::Action;
use crate::face::{Control, OutcomeKind, Progress, Reply};
use crate::pool::{AfterReply, CallerId, Job, OnProgress, Pool, PoolConfig, Stats, SubmitError};
use crate::process::{CancelToken, Cause, Death, Frame, WorkerCommand};
use crate::protocol::{Account, Order, Settled, progress_from_frame};
use crate::runtime::{self, RuntimeWorker};

/// How an engine is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// How to start a worker: this program with the argument `worker`, as a rule.
    pub worker: WorkerCommand,
    /// General workers; one more is reserved for small calls.
    pub workers: usize,
    /// Most calls that wait.
    pub queue: usize,
    /// Longest deadline of any call.
    pub max_deadline: Duration,
    /// Memory of a worker, in bytes: what a worker was told, repeated here for messages.
    pub memory: u64,
    /// A worker that has grown past this many bytes is replaced after its call.
    pub replace_above: u64,
    /// Largest answer that is delivered, in bytes.
    pub output: usize,
}

impl Config {
    /// One general worker for each core, 1,024 waiting calls, deadlines up to 600 s, 2 GiB of memory, replacement above 256 MiB,
    /// answers up to 64 MiB.
    pub fn new(worker: WorkerCommand) -> Config {
        Config {
            worker,
            workers: std::thread::available_parallelism().map_or(2, usize::from),
            queue: 1024,
            max_deadline: Duration::from_secs(600),
            memory: 2 << 30,
            replace_above: 256 << 20,
            output: 64 << 20,
        }
    }
}

/// A call.
pub struct Call {
    /// The operation.
    pub operation: &'static Operation,
    /// What is wanted of it.
    pub action: Action,
    /// The request, as strict JSON.
    pub payload: Vec<u8>,
    /// The claimed answer of a check.
    pub claimed: Vec<u8>,
    /// The caller's deadline; the operation's own when none is given.
    pub deadline: Option<Duration>,
    /// Who calls, how to stop it, who hears of progress.
    pub control: Control,
}

/// Runs operations in contained workers. Clones share one pool.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

struct Shared {
    catalog: &'static Catalog,
    config: Config,
    pool: Pool,
}

type Done = Box<dyn FnOnce(Reply) + Send>;

impl Engine {
    /// Starts the pool; workers start in the background.
    ///
    /// # Errors
    /// The system is out of threads or descriptors.
    pub fn new(catalog: &'static Catalog, config: Config) -> std::io::Result<Engine> {
        let replace_above_kib = config.replace_above / 1024;
        let mut pool = PoolConfig::new(config.worker.clone(), config.workers.max(1));
        pool.queue = config.queue;
        pool.queue_per_caller = config.queue;
        pool.after_reply = Box::new(move |frame| AfterReply {
            keep: Account::resident_kib(frame).is_none_or(|kib| kib <= replace_above_kib),
        });
        let pool = Pool::new(pool)?;
        Ok(Engine { shared: Arc::new(Shared { catalog, config, pool }) })
    }

    /// The catalog it serves.
    pub fn catalog(&self) -> &'static Catalog {
        self.shared.catalog
    }

    /// How it is set up.
    pub fn config(&self) -> &Config {
        &self.shared.config
    }

    /// What the pool is doing.
    pub fn stats(&self) -> Stats {
        self.shared.pool.stats()
    }

    /// How workers are contained, in lines of `name: state`, as a worker itself reports it.
    ///
    /// # Errors
    /// No worker could be asked; the text says why.
    pub fn containment_report(&self) -> Result<String, String> {
        let deadline = Duration::from_secs(10);
        let order = Order { action: Action::Report, operation_id: String::new(), deadline, documents: Vec::new() };
        let (sender, receiver) = std::sync::mpsc::channel();
        let job = Job {
            frame: order.to_frame(),
            caller: CallerId(0),
            deadline: Instant::now() + deadline,
            cancel: CancelToken::new(),
            on_progress: None,
            done: Box::new(move |outcome, _| {
                // The receiver waits below.
                let _ = sender.send(outcome);
            }),
        };
        self.shared.pool.submit(job).map_err(|error| error.to_string())?;
        let frame = receiver.recv().map_err(|error| error.to_string())?.map_err(|death| death.to_string())?;
        match Account::from_frame(frame) {
            Ok(Account { settled: Settled::Answer { output, .. }, .. }) => Ok(output),
            _ => Err("the worker's reply could not be read".to_owned()),
        }
    }

    /// Accepts nothing new, lets calls end for at most `grace`, stops the rest.
    pub fn shutdown(&self, grace: Duration) {
        self.shared.pool.shutdown(grace);
    }

    /// The deadline of a call: the caller may lower it, and raise it up to the largest of all.
    pub fn deadline(&self, operation: &Operation, asked: Option<Duration>) -> Duration {
        let own = Duration::from_secs(u64::from(operation.deadline_seconds));
        asked.unwrap_or(own).min(own.max(Duration::from_millis(1))).min(self.shared.config.max_deadline)
    }

    /// Makes a call. `done` is called exactly once, on another thread or before this returns.
    pub fn perform(&self, call: Call, done: impl FnOnce(Reply) + Send + 'static) {
        let given = self.deadline(call.operation, call.deadline);
        let began = Instant::now();
        let attempt = Attempt {
            shared: Arc::clone(&self.shared),
            operation: call.operation,
            action: call.action,
            documents: vec![call.payload, call.claimed],
            given,
            by_caller: call.deadline.is_some_and(|asked| asked <= given),
            began,
            caller: CallerId(call.control.caller),
            cancel: call.control.cancel,
            progress: call.control.progress.map(|listener| Arc::new(Mutex::new(listener))),
            done: Box::new(done),
        };
        attempt.submit();
    }

    /// Makes a call and waits for its reply.
    pub fn perform_and_wait(&self, call: Call) -> Reply {
        let operation = call.operation;
        let (sender, receiver) = std::sync::mpsc::channel();
        self.perform(call, move |reply| {
            // The receiver lives until the reply is here.
            let _ = sender.send(reply);
        });
        receiver
            .recv()
            .unwrap_or_else(|_| diagnostics::failed(operation, "operation_execution", "the engine gave no reply"))
    }
}

type SharedListener = Arc<Mutex<Box<dyn FnMut(Progress) + Send>>>;

/// One run of a call. A call that needs an optional runtime takes several.
struct Attempt {
    shared: Arc<Shared>,
    operation: &'static Operation,
    action: Action,
    documents: Vec<Vec<u8>>,
    given: Duration,
    by_caller: bool,
    began: Instant,
    caller: CallerId,
    cancel: CancelToken,
    progress: Option<SharedListener>,
    done: Done,
}

/// A call asks an optional runtime at most so often.
const RUNTIME_REQUESTS: usize = 64;

impl Attempt {
    fn submit(self) {
        let order = Order {
            action: self.action,
            operation_id: self.operation.id.to_owned(),
            deadline: self.given,
            documents: self.documents.clone(),
        };
        let on_progress: Option<OnProgress> = self.progress.clone().map(|listener| {
            let forward = move |frame: Frame| {
                if let Some(progress) = progress_from_frame(&frame) {
                    (listener.lock().unwrap_or_else(PoisonError::into_inner))(progress);
                }
            };
            Box::new(forward) as OnProgress
        });
        let (shared, operation) = (Arc::clone(&self.shared), self.operation);
        let (caller, cancel, deadline) = (self.caller, self.cancel.clone(), self.began + self.given);
        // `done` of a job that is not accepted is dropped, so the attempt must be reachable from here as well.
        let slot = Arc::new(Mutex::new(Some(self)));
        let taken = Arc::clone(&slot);
        let take = |slot: &Mutex<Option<Attempt>>| slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        let job = Job {
            frame: order.to_frame(),
            caller,
            deadline,
            cancel,
            on_progress,
            done: Box::new(move |outcome, _| {
                if let Some(attempt) = take(&taken) {
                    attempt.settle(outcome);
                }
            }),
        };
        let Err(error) = shared.pool.submit(job) else { return };
        let Some(attempt) = take(&slot) else { return };
        let reply = match error {
            SubmitError::QueueFull { .. } => diagnostics::busy(operation, "queue", &error.to_string()),
            SubmitError::TooLarge(_) => diagnostics::busy(operation, "request_size", &error.to_string()),
            _ => diagnostics::busy(operation, "capacity", &error.to_string()),
        };
        (attempt.done)(reply);
    }

    fn settle(self, outcome: Result<Frame, Death>) {
        match outcome {
            Ok(frame) => match Account::from_frame(frame) {
                Ok(Account { settled: Settled::NeedsRuntime { runtime, request }, .. }) => {
                    self.ask_runtime(&runtime, request)
                }
                Ok(account) => self.reply(account),
                Err(_) => self.fail("the worker's reply could not be read"),
            },
            Err(death) => self.died(&death),
        }
    }

    fn allowance(&self) -> Allowance {
        Allowance {
            given: self.given,
            by_caller: self.by_caller,
            elapsed: self.began.elapsed(),
            maximum: self.shared.config.max_deadline,
        }
    }

    fn timed_out(self) {
        let reply = diagnostics::timeout(self.operation, &self.allowance(), &sha256(&self.documents[0]));
        (self.done)(reply);
    }

    fn fail(self, what: &str) {
        tracing::error!(operation = self.operation.id, "{what}");
        (self.done)(diagnostics::failed(self.operation, "operation_execution", "the operation failed inside"));
    }

    fn memory_ran_out(self) {
        let bound = format!("{} MiB", self.shared.config.memory >> 20);
        (self.done)(diagnostics::exhausted(self.operation, Resource::Memory, &bound));
    }

    fn died(self, death: &Death) {
        let operation = self.operation;
        match &death.cause {
            Cause::Deadline => self.timed_out(),
            Cause::Cancelled => (self.done)(diagnostics::cancelled(operation)),
            Cause::OutOfMemory => self.memory_ran_out(),
            Cause::ShutDown => (self.done)(diagnostics::busy(operation, "capacity", "the server is shutting down")),
            cause => {
                tracing::error!(operation = operation.id, %cause, stderr = death.stderr_tail, "a worker died");
                let message = match cause {
                    Cause::ForbiddenSystemCall => "the operation attempted what workers may not do, and was stopped",
                    Cause::NotStarted(_) => "no worker could be started",
                    _ => "the worker died while it computed",
                };
                (self.done)(diagnostics::failed(operation, "operation_execution", message));
            }
        }
    }

    fn reply(self, account: Account) {
        let Account { settled, elapsed, .. } = account;
        // A stop between the phases is a stop, not a result.
        if self.cancel.is_cancelled() {
            return (self.done)(diagnostics::cancelled(self.operation));
        }
        if self.began.elapsed() > self.given {
            return self.timed_out();
        }
        let reply = match settled {
            Settled::Answer { output, .. } if output.len() > self.shared.config.output => {
                let bound = format!("{} bytes", self.shared.config.output);
                diagnostics::exhausted(self.operation, Resource::Output, &bound)
            }
            Settled::Exhausted(Resource::Memory) => return self.memory_ran_out(),
            Settled::Deadline => return self.timed_out(),
            Settled::Fault(what) => return self.fail(&what),
            Settled::Declined | Settled::NeedsRuntime { .. } => return self.fail("a worker declined what it must do"),
            settled => told(self.operation, settled, elapsed, self.given),
        };
        (self.done)(reply);
    }

    /// Asks an optional runtime, on a thread of its own since that may take long, and runs the call again with its reply.
    fn ask_runtime(self, name: &str, request: Vec<u8>) {
        let Some(&runtime) = self.operation.runtimes.iter().find(|runtime| runtime.name == name) else {
            return self.fail("the operation asked for a runtime that it does not declare");
        };
        if self.documents.len() >= 2 + RUNTIME_REQUESTS {
            return self.fail("the operation asks an optional runtime without end");
        }
        let deadline = self.began + self.given;
        let ask = move || {
            let status = runtime::status(&runtime);
            if !matches!(status, RuntimeStatus::Available(_)) {
                let reply = unavailable(self.operation, &runtime, &status);
                return (self.done)(reply);
            }
            let profile = RuntimeWorker { memory: self.shared.config.memory, output: self.shared.config.output };
            match profile.ask(&runtime, &request, deadline, &self.cancel) {
                Ok(reply) => {
                    let mut next = self;
                    next.documents.push(reply);
                    next.submit();
                }
                Err(death) if death.cause.is_kill() => self.died(&death),
                Err(death) => {
                    tracing::error!(operation = self.operation.id, runtime = runtime.name, cause = %death.cause, "a runtime failed");
                    let message = format!("the optional runtime {} failed: {}", runtime.name, death.cause);
                    (self.done)(diagnostics::failed(self.operation, "operation_execution", &message));
                }
            }
        };
        if let Err(error) = std::thread::Builder::new().name("runtime".to_owned()).spawn(ask) {
            tracing::error!(%error, "no thread for an optional runtime");
        }
    }
}

fn unavailable(operation: &Operation, runtime: &operation::Runtime, status: &RuntimeStatus) -> Reply {
    let what = match status {
        RuntimeStatus::Unsupported(version) => format!("{} is version {version}, which is too old", runtime.name),
        RuntimeStatus::CheckFailed(detail) => format!("{} does not work here: {detail}", runtime.name),
        _ => format!("{} is not installed here", runtime.name),
    };
    let message = format!("this operation needs {} {} or newer; {what}", runtime.name, runtime.required_version);
    Diagnostic::new(OutcomeKind::Fault, "BACKEND_UNAVAILABLE", "backend_execution", &message)
        .about(operation)
        .text("backend", runtime.name)
        .text("required_version", runtime.required_version)
        .text("hint", runtime.installation)
        .reply()
}

/// Tells what came of a call that was neither stopped by the server nor broken.
pub(crate) fn told(operation: &Operation, settled: Settled, elapsed: Duration, given: Duration) -> Reply {
    let answer = |json: String| Reply { json, is_error: false, outcome: OutcomeKind::Answer };
    match settled {
        Settled::Answer { output, check } => {
            let mut out = Writer::new();
            out.begin_object();
            out.key("operation_id");
            out.text(operation.id);
            out.key("runtime_ms");
            out.raw(&format!("{:.3}", elapsed.as_secs_f64() * 1e3));
            out.key("check");
            out.text(check.word());
            out.key("output");
            out.raw(&output);
            out.end_object();
            answer(out.into_string())
        }
        Settled::Admitted(cost) => {
            let mut out = Writer::new();
            out.begin_object();
            out.key("operation_id");
            out.text(operation.id);
            out.key("admitted");
            out.boolean(true);
            out.key("cost");
            match cost {
                Some(seconds) => out.raw(&format!("{{\"predicted_seconds\":{seconds:.6}}}")),
                None => out.raw("{\"predicted_seconds\":null}"),
            }
            out.key("deadline_seconds");
            out.raw(&format!("{}", given.as_secs_f64()));
            out.end_object();
            answer(out.into_string())
        }
        Settled::Checked(verdict) => {
            let mut out = Writer::new();
            out.begin_object();
            out.key("operation_id");
            out.text(operation.id);
            out.key("accepted");
            out.boolean(verdict.is_ok());
            out.key("reason");
            match &verdict {
                Ok(()) => out.null(),
                Err(why) => out.text(why),
            }
            out.end_object();
            answer(out.into_string())
        }
        Settled::Refused { admission, errors } => {
            let (code, stage, message, hint) = if admission {
                (
                    "RESOURCE_ADMISSION_REJECTED",
                    "resource_admission",
                    "the request is well formed, but larger or costlier than what is admitted",
                    "each error states its limit; math.find with this operation_id shows all bounds",
                )
            } else {
                (
                    "INVALID_REQUEST",
                    "operation_validation",
                    "the payload is not a request of this operation; each error says where and what would be accepted",
                    "correct the payload; math.find with this operation_id shows schema and examples",
                )
            };
            Diagnostic::new(OutcomeKind::Refused, code, stage, message)
                .about(operation)
                .members(&errors)
                .text("hint", hint)
                .reply()
        }
        Settled::Exhausted(resource) => diagnostics::exhausted(operation, resource, "the operation's own budget"),
        Settled::Cancelled => diagnostics::cancelled(operation),
        Settled::Deadline | Settled::Declined | Settled::NeedsRuntime { .. } | Settled::Fault(_) => {
            diagnostics::failed(operation, "operation_execution", "the operation failed inside")
        }
    }
}

/// SHA-256 in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
