//! One worker process, seen from the server.
//!
//! A [`WorkerProcess`] owns a child process and speaks with it in [`Frame`]s. The mathematics in the child cannot be
//! interrupted, so whatever ends a call early kills the child.

mod cancel;
mod codec;
mod death;
mod frame;
mod stderr;
mod stream;

pub use cancel::{CancelToken, Interrupt, Listener, Listening};
pub use death::{Cause, Death, EXIT_OUT_OF_MEMORY};
pub use frame::{Frame, FrameError, FrameKind, FrameLimits};
pub use stream::FrameStream;

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::containment::SERVER_PID_VARIABLE;
use codec::{Decoder, Outgoing};
use stderr::StderrTail;

/// How long a worker that closed its reply pipe may take to end before it is killed as broken.
const ENDING: Duration = Duration::from_secs(1);
/// How often an ending worker is looked at where no descriptor tells of its end.
const GLANCE: Duration = Duration::from_millis(5);

/// How to start a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkerCommand {
    /// The program; an absolute path, since the worker's environment has no `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// Its whole environment. Nothing is inherited: a server's environment often holds secrets, and a worker runs
    /// code that is not trusted with them.
    pub environment: Vec<(OsString, OsString)>,
}

/// A running worker. Dropping it kills the process and reaps it.
#[derive(Debug)]
pub struct WorkerProcess {
    child: Child,
    /// Readable once the process has ended; `None` where the system has no such descriptor.
    pidfd: Option<OwnedFd>,
    requests: OwnedFd,
    replies: OwnedFd,
    stderr: StderrTail,
    interrupt: Arc<Interrupt>,
    limits: FrameLimits,
    decoder: Decoder,
    prefix: Vec<u8>,
    call: u32,
    usable: bool,
}

/// How an exchange of frames failed.
enum Failure {
    /// Kill the worker, for this cause.
    Kill(Cause),
    /// The worker ended by itself; its exit status is the cause.
    Ended,
}

impl WorkerProcess {
    /// Starts a worker and returns without waiting for it; the first request waits in the pipe until it is ready.
    ///
    /// On Linux the worker dies with the *thread* that called this function, so that thread has to outlive it.
    /// `interrupt` wakes a [`call`](WorkerProcess::call) and can serve a worker's successors too.
    ///
    /// # Errors
    /// The program cannot be started, or the system is out of processes or descriptors.
    pub fn spawn(command: &WorkerCommand, limits: FrameLimits, interrupt: Arc<Interrupt>) -> io::Result<Self> {
        let mut child = Command::new(&command.program)
            .args(&command.args)
            .env_clear()
            .envs(command.environment.iter().map(|(name, value)| (name, value)))
            .env(SERVER_PID_VARIABLE, std::process::id().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = match (child.stdin.take(), child.stdout.take(), child.stderr.take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => Some([stdin.into(), stdout.into(), stderr.into()]),
            _ => None,
        };
        let made = pipes.ok_or_else(|| io::Error::other("the worker has no pipes")).and_then(|pipes| {
            pipes.iter().try_for_each(set_nonblocking)?;
            Ok(pipes)
        });
        let [requests, replies, stderr]: [OwnedFd; 3] = match made {
            Ok(pipes) => pipes,
            Err(error) => {
                // Not reaping it would leave a zombie for as long as the server lives.
                let _ = child.kill();
                let _ = child.wait();
                return Err(error);
            }
        };
        Ok(WorkerProcess {
            pidfd: pidfd(&child),
            stderr: StderrTail::new(stderr, child.id()),
            child,
            requests,
            replies,
            interrupt,
            decoder: Decoder::new(limits.clone()),
            limits,
            prefix: Vec::new(),
            call: 0,
            usable: true,
        })
    }

    /// The worker's process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the worker can be given another call.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.usable
    }

    /// Sends a request and waits for its reply: the first frame that is not [`FrameKind::PROGRESS`]. Progress frames
    /// go to `on_progress`.
    ///
    /// # Errors
    /// [`Death`]. The worker is then killed and no longer [usable](WorkerProcess::is_usable), but not yet reaped,
    /// so that the answer does not wait for it. Only if the call was over before it began (cancelled, late, or too
    /// large) does the worker remain usable.
    pub fn call(
        &mut self,
        frame: &Frame,
        deadline: Instant,
        cancel: &CancelToken,
        on_progress: &mut dyn FnMut(Frame),
    ) -> Result<Frame, Death> {
        if !self.usable {
            return Err(Death::before_start(Cause::NotStarted("the worker has ended already".to_owned())));
        }
        frame.check(&self.limits).map_err(|error| Death::before_start(Cause::NotStarted(error.to_string())))?;
        let interrupt: Arc<Interrupt> = Arc::clone(&self.interrupt);
        let _listening = cancel.listen(interrupt);
        if let Some(cause) = self.reason_to_stop(deadline, cancel) {
            return Err(Death::before_start(cause));
        }
        self.call = self.call.wrapping_add(1);
        let mut prefix = std::mem::take(&mut self.prefix);
        let mut outgoing = Outgoing::new(frame, self.call, &mut prefix);
        let result = self.exchange(&mut outgoing, deadline, cancel, on_progress);
        let started = outgoing.has_begun();
        self.prefix = prefix;
        if result.is_ok() && !self.decoder.is_empty() {
            // What follows a reply cannot belong to any call.
            self.usable = false;
            self.kill();
        }
        result.map_err(|failure| self.bury(failure, started))
    }

    fn reason_to_stop(&self, deadline: Instant, cancel: &CancelToken) -> Option<Cause> {
        if cancel.is_cancelled() {
            Some(Cause::Cancelled)
        } else if self.interrupt.is_halted() {
            Some(Cause::ShutDown)
        } else if Instant::now() >= deadline {
            Some(Cause::Deadline)
        } else {
            None
        }
    }

    /// Writes the request and reads the reply at the same time: a worker may fill the reply pipe before it has read
    /// the whole request.
    fn exchange(
        &mut self,
        outgoing: &mut Outgoing<'_>,
        deadline: Instant,
        cancel: &CancelToken,
        on_progress: &mut dyn FnMut(Frame),
    ) -> Result<Frame, Failure> {
        let (mut writable, mut replying, mut ended) = (true, true, false);
        let mut ending: Option<Instant> = None;
        loop {
            if !outgoing.is_sent() && writable && ending.is_none() {
                match outgoing.send(&self.requests) {
                    // If there is more to send, poll tells when the pipe takes it.
                    Ok(()) | Err(Errno::AGAIN | Errno::INTR) => {}
                    Err(Errno::PIPE) => ending = Some(Instant::now() + ENDING),
                    Err(errno) => return Err(Failure::Kill(pipe_broken(errno))),
                }
            }
            let wanted = Wanted { replies: replying, requests: !outgoing.is_sent() && ending.is_none() };
            let until = ending.map_or(deadline, |end| end.min(deadline));
            let ready = self.wait(wanted, until);
            writable = ready.requests;
            if ready.stderr {
                self.stderr.read_once();
            }
            if ready.replies {
                match self.decoder.fill(&self.replies) {
                    Ok(0) => {
                        replying = false;
                        ending = ending.or_else(|| Some(Instant::now() + ENDING));
                    }
                    Ok(_) => {
                        if let Some(reply) = self.take_reply(on_progress)? {
                            let early = || Cause::ProtocolBroken("it replied before it had read the request".into());
                            return if outgoing.is_sent() { Ok(reply) } else { Err(Failure::Kill(early())) };
                        }
                    }
                    Err(Errno::AGAIN | Errno::INTR) => {}
                    Err(errno) => return Err(Failure::Kill(pipe_broken(errno))),
                }
            }
            // Whatever the worker wrote before it ended is read first. One wait may see the end and miss a reply that
            // came just before it, so without the end of the pipe it takes two.
            if ready.ended && (!replying || (ended && !ready.replies)) {
                return Err(Failure::Ended);
            }
            ended = ready.ended;
            if ready.interrupt {
                self.interrupt.clear();
            }
            if let Some(cause) = self.reason_to_stop(deadline, cancel) {
                return Err(Failure::Kill(cause));
            }
            if ending.is_some_and(|end| Instant::now() >= end) {
                let cause = Cause::ProtocolBroken("it closed a frame pipe without ending".to_owned());
                return Err(Failure::Kill(cause));
            }
        }
    }

    /// Hands on the progress frames that are complete, up to the reply.
    fn take_reply(&mut self, on_progress: &mut dyn FnMut(Frame)) -> Result<Option<Frame>, Failure> {
        let broken = |what: String| Failure::Kill(Cause::ProtocolBroken(what));
        while let Some((call, frame)) = self.decoder.next_frame().map_err(|error| broken(error.to_string()))? {
            if call != self.call {
                return Err(broken(format!("it answered call {call} while call {} was running", self.call)));
            }
            if frame.kind != FrameKind::PROGRESS {
                return Ok(Some(frame));
            }
            on_progress(frame);
        }
        Ok(None)
    }

    /// Blocks until something happens or `until` passes.
    fn wait(&mut self, wanted: Wanted, until: Instant) -> Ready {
        let idle = self.interrupt.pollable();
        let mut fds = [
            watch(idle, wanted.replies.then(|| self.replies.as_fd()), PollFlags::IN),
            watch(idle, Some(idle), PollFlags::IN),
            watch(idle, self.pidfd.as_ref().map(AsFd::as_fd), PollFlags::IN),
            watch(idle, self.stderr.pollable(), PollFlags::IN),
            watch(idle, wanted.requests.then(|| self.requests.as_fd()), PollFlags::OUT),
        ];
        let mut timeout = until.saturating_duration_since(Instant::now());
        if self.pidfd.is_none() && !wanted.replies {
            timeout = timeout.min(GLANCE);
        }
        // An interrupted or failed wait shows no descriptor ready; the caller then looks at the time and waits again.
        let _ = poll(&mut fds, Timespec::try_from(timeout).ok().as_ref());
        let [replies, interrupt, ended, stderr, requests] = fds.map(|fd| !fd.revents().is_empty());
        let ended = if self.pidfd.is_some() { ended } else { self.has_ended() };
        Ready { replies, interrupt, ended, stderr, requests }
    }

    fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Makes sure that the worker is dead or dying, and says why.
    fn bury(&mut self, failure: Failure, started: bool) -> Death {
        self.usable = false;
        self.kill();
        self.stderr.read_rest();
        let stderr_tail = self.stderr.tail();
        let cause = match failure {
            Failure::Kill(cause) => cause,
            Failure::Ended => match self.child.wait() {
                Ok(status) => Cause::of_exit(status, &stderr_tail),
                Err(error) => Cause::ProtocolBroken(format!("its exit status is unknown: {error}")),
            },
        };
        Death { cause, stderr_tail, started }
    }

    /// Sends `SIGKILL`. A process that has ended already is not harmed.
    fn kill(&mut self) {
        #[cfg(target_os = "linux")]
        if let Some(pidfd) = &self.pidfd {
            let _ = rustix::process::pidfd_send_signal(pidfd, rustix::process::Signal::KILL);
            return;
        }
        let _ = self.child.kill();
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
        if let Err(error) = self.child.wait() {
            tracing::warn!(worker = self.child.id(), %error, "a worker could not be reaped");
        }
    }
}

/// What to wait for, besides the end of the process, its standard error and the interrupt.
struct Wanted {
    replies: bool,
    requests: bool,
}

/// What `poll` saw.
struct Ready {
    replies: bool,
    interrupt: bool,
    ended: bool,
    stderr: bool,
    requests: bool,
}

/// An entry for `poll`. A descriptor of which no event is wanted would still report, without pause, that its other
/// end is gone; it is replaced by one that never does.
fn watch<'a>(idle: BorrowedFd<'a>, fd: Option<BorrowedFd<'a>>, flags: PollFlags) -> PollFd<'a> {
    match fd {
        Some(fd) => PollFd::from_borrowed_fd(fd, flags),
        None => PollFd::from_borrowed_fd(idle, PollFlags::empty()),
    }
}

fn pipe_broken(errno: Errno) -> Cause {
    Cause::ProtocolBroken(FrameError::Pipe(errno.into()).to_string())
}

/// A descriptor that becomes readable when the child ends. Without one, the end shows by the pipes closing.
#[cfg(target_os = "linux")]
fn pidfd(child: &Child) -> Option<OwnedFd> {
    let pid = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)?;
    rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn pidfd(_child: &Child) -> Option<OwnedFd> {
    None
}

fn set_nonblocking(fd: &OwnedFd) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(fd)?;
    Ok(rustix::fs::fcntl_setfl(fd, flags | rustix::fs::OFlags::NONBLOCK)?)
}
