//! Workers of the second kind: optional system runtimes, each call a process under its own profile.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use operation::{Runtime, RuntimeStatus};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

use crate::process::{CancelToken, Cause, Death};

/// Where runtimes are looked for. The environment does not decide: equal machines give equal answers.
const PLACES: [&str; 4] = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/bin"];
const VERSION_WAIT: Duration = Duration::from_secs(5);
const VERSION_BYTES: usize = 64 << 10;

/// The profile of runtime processes.
#[derive(Clone, Copy, Debug)]
pub struct RuntimeWorker {
    /// Most bytes of address space.
    pub memory: u64,
    /// Most bytes of a reply.
    pub output: usize,
}

fn program(runtime: &Runtime) -> Option<PathBuf> {
    if runtime.program.starts_with('/') {
        return Some(PathBuf::from(runtime.program)).filter(|path| path.is_file());
    }
    PLACES.iter().map(|place| PathBuf::from(place).join(runtime.program)).find(|path| path.is_file())
}

/// Whether a runtime can be used here: it is found, and prints a version that is new enough.
pub fn status(runtime: &Runtime) -> RuntimeStatus {
    let Some(path) = program(runtime) else { return RuntimeStatus::Missing };
    let profile = RuntimeWorker { memory: 1 << 30, output: VERSION_BYTES };
    let deadline = Instant::now() + VERSION_WAIT;
    let printed = match profile.run(&path, runtime.version_arguments, &[], deadline, &CancelToken::new()) {
        Ok(printed) => String::from_utf8_lossy(&printed).into_owned(),
        Err(death) => return RuntimeStatus::CheckFailed(death.to_string()),
    };
    let Some(version) = first_version(&printed) else {
        return RuntimeStatus::CheckFailed("it does not print a version".to_owned());
    };
    if numbers(&version) < numbers(runtime.required_version) {
        RuntimeStatus::Unsupported(version)
    } else {
        RuntimeStatus::Available(version)
    }
}

/// The first thing in a text that looks like a version: digits with a dot among them.
fn first_version(text: &str) -> Option<String> {
    text.split(|letter: char| !(letter.is_ascii_digit() || letter == '.'))
        .map(|word| word.trim_matches('.'))
        .find(|word| word.contains('.'))
        .map(str::to_owned)
}

fn numbers(version: &str) -> Vec<u64> {
    version.split('.').map(|number| number.parse().unwrap_or(0)).collect()
}

impl RuntimeWorker {
    /// Sends one request and returns the reply.
    ///
    /// # Errors
    /// The process is missing, dies, is too slow, says too much, or the call is cancelled.
    pub fn ask(
        &self,
        runtime: &Runtime,
        request: &[u8],
        deadline: Instant,
        cancel: &CancelToken,
    ) -> Result<Vec<u8>, Death> {
        let missing = || Death::before_start(Cause::NotStarted(format!("{} is not installed", runtime.name)));
        let path = program(runtime).ok_or_else(missing)?;
        self.run(&path, runtime.arguments, request, deadline, cancel)
    }

    fn run(
        &self,
        path: &PathBuf,
        arguments: &[&str],
        request: &[u8],
        deadline: Instant,
        cancel: &CancelToken,
    ) -> Result<Vec<u8>, Death> {
        let not_started = |error: std::io::Error| Death::before_start(Cause::NotStarted(error.to_string()));
        let mut child = Command::new(path)
            .args(arguments)
            .env_clear()
            .env("LC_ALL", "C")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(not_started)?;
        self.confine(&child);
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let request = request.to_vec();
        let (sender, receiver) = channel();
        let most = self.output as u64;
        // Writer and reader end by themselves once the process is gone.
        std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&request)));
        std::thread::spawn(move || {
            let mut reply = Vec::new();
            let read = stdout.map(|stdout| stdout.take(most + 1).read_to_end(&mut reply));
            let _ = sender.send(read.is_some_and(|read| read.is_ok()).then_some(reply));
        });
        let reply = loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // Cancellation is looked at every few milliseconds: runtimes are slow, and this thread has nothing else to do.
            match receiver.recv_timeout(left.min(Duration::from_millis(5))) {
                Ok(reply) => break reply,
                Err(RecvTimeoutError::Disconnected) => break None,
                Err(RecvTimeoutError::Timeout) => {
                    let cause = if cancel.is_cancelled() {
                        Cause::Cancelled
                    } else if left.is_zero() {
                        Cause::Deadline
                    } else {
                        continue;
                    };
                    return Err(ended(&mut child, cause));
                }
            }
        };
        let Some(reply) = reply else { return Err(ended(&mut child, Cause::ProtocolBroken("no reply".to_owned()))) };
        if reply.len() > self.output {
            return Err(ended(&mut child, Cause::ProtocolBroken(format!("a reply of over {} bytes", self.output))));
        }
        match child.wait() {
            Ok(status) if status.success() => Ok(reply),
            Ok(status) => {
                let cause = status.code().map_or(Cause::Signal(0), Cause::Exit);
                Err(Death { cause, stderr_tail: String::new(), started: true })
            }
            Err(error) => Err(not_started(error)),
        }
    }

    fn confine(&self, child: &Child) {
        let limit = |bytes| Rlimit { current: Some(bytes), maximum: Some(bytes) };
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        for (resource, bytes) in [(Resource::As, self.memory), (Resource::Core, 0)] {
            if let Err(error) = prlimit(pid, resource, limit(bytes)) {
                tracing::warn!(%error, "an optional runtime could not be limited");
            }
        }
    }
}

fn ended(child: &mut Child, cause: Cause) -> Death {
    let _ = child.kill();
    let _ = child.wait();
    Death { cause, stderr_tail: String::new(), started: true }
}
