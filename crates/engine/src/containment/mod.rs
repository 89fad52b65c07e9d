//! What a worker gives up before it computes anything.
//!
//! A worker runs C and C++ libraries on input that nobody has vetted. It therefore first moves its frame pipes to
//! where no library can print into them and bounds its memory ([`Containment::begin`]), and, once its tables are
//! loaded, gives up the file system, the network and every system call that arithmetic does not need
//! ([`Containment::seal`]).

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod linux;
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod portable;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod system_calls;

use std::fmt;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::process::{Resource, Rlimit};

/// Environment variable by which the server tells a worker its process id, in decimal.
///
/// The worker compares it with its parent once the death signal is armed: a server that died in between would
/// otherwise leave an orphan that nothing ever kills.
pub const SERVER_PID_VARIABLE: &str = "JACARANDA_SERVER_PID";

/// Limits that a worker puts on itself before it loads anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of address space (`RLIMIT_AS`); `None` leaves it unlimited.
    pub address_space: Option<u64>,
    /// Most open descriptors (`RLIMIT_NOFILE`), at least 16.
    pub descriptors: u64,
    /// Most bytes of a scratch file in memory (`RLIMIT_FSIZE`).
    pub scratch: u64,
}

impl Default for Limits {
    /// 2 GiB of address space, 32 descriptors, 1 GiB of scratch.
    fn default() -> Self {
        Limits { address_space: Some(2 << 30), descriptors: 32, scratch: 1 << 30 }
    }
}

/// The two pipes that carry frames, moved away from standard input and output.
#[derive(Debug)]
pub struct FramePipes {
    /// Requests arrive here.
    pub requests: OwnedFd,
    /// Replies leave here.
    pub replies: OwnedFd,
}

/// Ways in which a worker confines itself. The worker's `main` calls `begin` first, then loads its tables, then
/// calls `seal`, then serves.
pub trait Containment: Send {
    /// Detaches from the terminal's session, ties the worker's life to its server, sets the limits and takes the
    /// frame pipes off standard input and output.
    ///
    /// Afterwards standard input is empty and standard output is standard error, so a C library that prints cannot
    /// corrupt a frame.
    ///
    /// # Errors
    /// [`ContainmentError`]; the worker must then exit, since it is either unsupervised or unbounded.
    fn begin(&mut self, limits: &Limits) -> Result<FramePipes, ContainmentError>;

    /// Gives up everything that computing does not need, for good.
    ///
    /// # Errors
    /// [`ContainmentError`] if a protection that this platform promises could not be put in place. Protections that
    /// depend on the kernel's version are best effort and only show in [`Containment::report`].
    fn seal(&mut self) -> Result<(), ContainmentError>;

    /// The protections that are on at this moment.
    fn report(&self) -> Report;
}

/// The containment of the platform that this program was built for.
#[must_use]
pub fn for_this_platform() -> Box<dyn Containment> {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    return Box::new(linux::Linux::default());
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    return Box::new(portable::Portable::default());
}

/// How far one protection reaches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Enforcement {
    /// Not at all.
    #[default]
    Off,
    /// In part; the text says which part or which interface version.
    Partial(String),
    /// Completely.
    Full,
}

impl fmt::Display for Enforcement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Enforcement::Off => f.write_str("off"),
            Enforcement::Partial(what) => write!(f, "partial ({what})"),
            Enforcement::Full => f.write_str("full"),
        }
    }
}

/// The protections of one worker. `Display` writes one `name: state` line for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Which implementation is at work: `linux` or `portable`.
    pub mechanism: &'static str,
    /// The worker has a session of its own, so a terminal's Ctrl-C does not reach it.
    pub own_session: bool,
    /// The kernel kills the worker when the server's thread dies.
    pub dies_with_server: bool,
    /// The limit on address space in bytes, if one is set.
    pub address_space: Option<u64>,
    /// A crash leaves no core file.
    pub core_dumps_off: bool,
    /// No file can be opened (Landlock on Linux).
    pub file_system: Enforcement,
    /// No connection can be made or accepted (Landlock on Linux).
    pub network: Enforcement,
    /// System calls outside an allow-list kill the worker (seccomp on Linux). `Full` also closes what the two
    /// entries above leave open.
    pub system_calls: Enforcement,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on_off = |on: bool| if on { "on" } else { "off" };
        writeln!(f, "containment: {}", self.mechanism)?;
        writeln!(f, "own session: {}", on_off(self.own_session))?;
        writeln!(f, "dies with the server: {}", on_off(self.dies_with_server))?;
        match self.address_space {
            Some(bytes) => writeln!(f, "address space: at most {bytes} bytes")?,
            None => writeln!(f, "address space: unlimited")?,
        }
        writeln!(f, "core dumps: {}", on_off(!self.core_dumps_off))?;
        writeln!(f, "file system isolation: {}", self.file_system)?;
        writeln!(f, "network isolation: {}", self.network)?;
        writeln!(f, "system call filter: {}", self.system_calls)
    }
}

/// Why a worker could not confine itself.
#[derive(Debug)]
#[non_exhaustive]
pub enum ContainmentError {
    /// [`SERVER_PID_VARIABLE`] is absent or no process id: the worker was not started by a server.
    NoServer,
    /// The server that started this worker is gone already.
    Orphaned {
        /// The process id of the server that started this worker.
        expected: u32,
    },
    /// A system call failed.
    System {
        /// What was being done.
        doing: &'static str,
        /// The kernel's answer.
        source: io::Error,
    },
    /// The system call filter could not be built or installed.
    Filter(String),
}

impl fmt::Display for ContainmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContainmentError::NoServer => write!(
                f,
                "{SERVER_PID_VARIABLE} does not hold the server's process id: workers are started by the server, \
                 not by hand"
            ),
            ContainmentError::Orphaned { expected } => {
                write!(f, "the server (process {expected}) ended before this worker was ready")
            }
            ContainmentError::System { doing, source } => write!(f, "{doing} failed: {source}"),
            ContainmentError::Filter(reason) => {
                write!(f, "the system call filter could not be installed: {reason}; the kernel must have seccomp")
            }
        }
    }
}

impl std::error::Error for ContainmentError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ContainmentError::System { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Names what was being done when a system call failed.
fn failed(doing: &'static str) -> impl Fn(rustix::io::Errno) -> ContainmentError {
    move |errno| ContainmentError::System { doing, source: errno.into() }
}

/// Checks that the parent is the server named by [`SERVER_PID_VARIABLE`].
fn check_parent() -> Result<(), ContainmentError> {
    let expected: u32 =
        std::env::var(SERVER_PID_VARIABLE).ok().and_then(|text| text.parse().ok()).ok_or(ContainmentError::NoServer)?;
    if std::os::unix::process::parent_id() == expected { Ok(()) } else { Err(ContainmentError::Orphaned { expected }) }
}

/// Sets the limits that every Unix has.
fn set_limits(limits: &Limits) -> Result<(), ContainmentError> {
    let set = |resource, value: u64, doing| {
        let limit = Rlimit { current: Some(value), maximum: Some(value) };
        rustix::process::setrlimit(resource, limit).map_err(failed(doing))
    };
    if let Some(bytes) = limits.address_space {
        set(Resource::As, bytes, "limiting the address space")?;
    }
    set(Resource::Core, 0, "turning core dumps off")?;
    set(Resource::Fsize, limits.scratch, "limiting scratch files")?;
    set(Resource::Nofile, limits.descriptors.max(16), "limiting open descriptors")
}

/// Moves the frame pipes to fresh descriptors and leaves harmless files in their place.
fn take_frame_pipes() -> Result<FramePipes, ContainmentError> {
    // Above the descriptors that C libraries assume, below the limit on descriptors.
    const FIRST: i32 = 10;
    let moving = "moving the frame pipes off standard input and output";
    let requests = rustix::io::fcntl_dupfd_cloexec(io::stdin(), FIRST).map_err(failed(moving))?;
    let replies = rustix::io::fcntl_dupfd_cloexec(io::stdout(), FIRST).map_err(failed(moving))?;
    let empty = File::open("/dev/null")
        .map_err(|source| ContainmentError::System { doing: "opening the null device", source })?;
    rustix::stdio::dup2_stdin(empty.as_fd()).map_err(failed(moving))?;
    rustix::stdio::dup2_stdout(io::stderr().as_fd()).map_err(failed(moving))?;
    Ok(FramePipes { requests, replies })
}
