use std::hint::black_box;
use std::net::UdpSocket;
use std::process::Command;

use operation::prelude::*;

/// What to do wrong.
#[derive(Wire)]
pub struct Request {
    /// The misdeed.
    pub misdeed: Misdeed,
}

/// Things that no operation may do.
#[derive(Wire)]
pub enum Misdeed {
    /// Nothing wrong.
    Nothing,
    /// Opens a file.
    File,
    /// Opens a socket.
    Socket,
    /// Starts a process.
    Fork,
    /// Aborts.
    Abort,
    /// Exits as if all were well.
    Exit,
    /// Panics.
    Panic,
    /// Overflows its stack.
    StackOverflow,
    /// Prints to standard output.
    Print,
    /// Gives a wrong answer, which its check notices.
    WrongAnswer,
}

/// What was done.
#[derive(Wire)]
pub struct Response {
    /// Whether the misdeed went unpunished.
    pub unpunished: bool,
}

op! {
    /// Does something that no operation may do.
    ///
    /// A probe of the sandbox, of crash handling and of answer checks.
    id: "probe.misbehave",
    tags: ["probe"],
    words: ["crash", "escape"],
    cost: |_| Cost::UNKNOWN,
    example "nothing": { "misdeed": "NOTHING" } => { "unpunished": true },
    refuse "unknown": { "misdeed": "MURDER" } => "misdeed",
    check: exact,
}

fn run(q: &Request, _: &Context) -> Result<Response, Stop> {
    match q.misdeed {
        Misdeed::Nothing | Misdeed::WrongAnswer => {}
        Misdeed::File => drop(std::fs::File::open("/etc/passwd")),
        Misdeed::Socket => drop(UdpSocket::bind("127.0.0.1:0")),
        Misdeed::Fork => drop(Command::new("/bin/true").spawn()),
        Misdeed::Abort => std::process::abort(),
        Misdeed::Exit => std::process::exit(0),
        Misdeed::Panic => panic!("a probe panics"),
        Misdeed::StackOverflow => {
            black_box(descend(black_box(0)));
        }
        // The one place where an operation writes to standard output, to prove that this harms nobody.
        #[allow(clippy::print_stdout)]
        Misdeed::Print => println!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{}}}}"),
    }
    Ok(Response { unpunished: true })
}

#[allow(unconditional_recursion)]
fn descend(depth: u64) -> u64 {
    let frame = [black_box(depth); 64];
    black_box(&frame);
    descend(black_box(depth + 1)) + frame[0]
}

fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    ensure(r.unpunished && !matches!(q.misdeed, Misdeed::WrongAnswer), "a probe's wrong answer is noticed")
}
