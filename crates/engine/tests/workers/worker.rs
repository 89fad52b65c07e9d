//! The worker that the tests run: it does what the header of a request says.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::Command;

use engine::containment::{Limits, for_this_platform};
use engine::process::{EXIT_OUT_OF_MEMORY, Frame, FrameKind, FrameLimits, FrameStream};

/// Serves until the server closes the pipe; the exit code.
pub fn main() -> i32 {
    let mut containment = for_this_platform();
    let limits = Limits { address_space: Some(1 << 30), ..Limits::default() };
    let Ok(pipes) = containment.begin(&limits) else { return 2 };
    if containment.seal().is_err() {
        return 3;
    }
    let report = containment.report().to_string();
    // Handed out by "close": only one owner can close a pipe.
    let mut stream = Some(FrameStream::new(pipes, FrameLimits::default()));
    while let Some(open) = &mut stream {
        let Ok(Some(mut request)) = open.read_frame() else { return 0 };
        let header = String::from_utf8_lossy(&request.header).into_owned();
        let (verb, argument) = header.split_once(' ').unwrap_or((&header, ""));
        let small = request.kind == FrameKind::REQUEST_IF_SMALL;
        let mut send = |kind: FrameKind, text: &str| open.write_frame(&Frame::new(kind, text)).is_ok();
        match verb {
            "echo" => {
                request.kind = FrameKind::REPLY;
                assert!(open.write_frame(&request).is_ok());
            }
            "large" if small => assert!(send(FrameKind::DECLINED, "")),
            // Says so, then runs until it is killed. "runaway" is the one whose cost was not foreseen.
            "large" | "runaway" => {
                assert!(send(FrameKind::PROGRESS, if small { "trial" } else { "general" }));
                loop {
                    std::hint::black_box(argument);
                }
            }
            "underestimated" if small => loop {
                std::hint::black_box(argument);
            },
            "underestimated" => assert!(send(FrameKind::REPLY, "done")),
            "progress" => {
                assert!((0..3).all(|step| send(FrameKind::PROGRESS, &step.to_string())));
                assert!(send(FrameKind::REPLY, "done"));
            }
            "pid" => assert!(send(FrameKind::REPLY, &std::process::id().to_string())),
            "report" => assert!(send(FrameKind::REPLY, &report)),
            "print" => {
                // As a C library would; the frame pipes must not carry it.
                let printed = std::io::stdout().write_all(b"not a frame\n").and_then(|()| std::io::stdout().flush());
                assert!(send(FrameKind::REPLY, if printed.is_ok() { "printed" } else { "failed" }));
            }
            "thread" => {
                let named = std::thread::Builder::new().name("computing".to_owned()).spawn(|| 6 * 7);
                let value = named.ok().and_then(|thread| thread.join().ok());
                assert!(send(FrameKind::REPLY, &format!("{value:?}")));
            }
            "exit" => return argument.parse().unwrap_or(1),
            "abort" => std::process::abort(),
            "panic" => panic!("asked to"),
            "bomb" => {
                let mut hoard = Vec::new();
                loop {
                    // Zeroed memory counts against the limit without being touched, which is quick.
                    hoard.push(std::hint::black_box(vec![0_u8; 64 << 20]));
                }
            }
            "no-memory" => return EXIT_OUT_OF_MEMORY,
            "open" => drop(std::fs::read("/etc/hostname")),
            "socket" => drop(std::net::UdpSocket::bind("127.0.0.1:0")),
            "spawn" => drop(Command::new("/bin/true").spawn()),
            "exec" => drop(Command::new("/bin/true").exec()),
            "kill-server" => drop(rustix::process::kill_process(
                rustix::process::Pid::from_raw(argument.parse().unwrap_or(0)).unwrap_or(rustix::process::Pid::INIT),
                rustix::process::Signal::CONT,
            )),
            "flood" => {
                let line = [b'x'; 1000];
                assert!((0..4000).all(|_| std::io::stderr().write_all(&line).is_ok()));
                eprintln!("the end");
                assert!(send(FrameKind::REPLY, "flooded"));
            }
            "twice" => assert!(send(FrameKind::REPLY, "first") && send(FrameKind::REPLY, "second")),
            // Reads no more and closes both pipes, but lives.
            "close" => {
                stream = None;
                loop {
                    std::hint::black_box(&stream);
                }
            }
            _ => assert!(send(FrameKind::REPLY, "unknown verb")),
        }
    }
    0
}

/// A worker without containment that answers every request with the same bytes, frames or not.
pub fn raw(reply: &str) -> i32 {
    let bytes: Vec<u8> = match reply {
        "garbage" => b"GNU MP: hello\n".to_vec(),
        "huge" => {
            let mut bytes = b"JCR\x01\x03\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00".to_vec();
            bytes.extend_from_slice(&(1_u64 << 60).to_le_bytes());
            bytes
        }
        "stray" => b"JCR\x01\x03\x00\x00\x00\x63\x00\x00\x00\x00\x00\x00\x00".to_vec(),
        "partial" => b"JCR\x01\x03\x00".to_vec(),
        _ => Vec::new(),
    };
    let mut request = [0; 64];
    let read = std::io::Read::read(&mut std::io::stdin(), &mut request).is_ok();
    let mut out = std::io::stdout();
    let written = out.write_all(&bytes).and_then(|()| out.flush()).is_ok();
    if reply == "partial" {
        return i32::from(!(read && written));
    }
    // Waits for the end of the pipe, or for being killed.
    while std::io::Read::read(&mut std::io::stdin(), &mut request).is_ok_and(|count| count > 0) {}
    0
}
