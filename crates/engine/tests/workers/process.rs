//! One worker process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::process::{CancelToken, Cause, Death, Frame, FrameKind, FrameLimits, Interrupt, WorkerProcess};

use crate::{PROMPT, far, request, this_program};

crate::tests![
    echoes,
    reports_protections,
    survives_printing_and_threads,
    passes_progress_on,
    takes_large_frames_both_ways,
    drains_a_flood_of_stderr,
    tells_how_a_worker_ended,
    tells_want_of_memory,
    forbids_system_calls,
    recognizes_broken_protocol,
    notices_closed_pipes,
    does_not_reuse_a_worker_that_replied_twice,
    meets_the_deadline,
    cancels_promptly,
    refuses_what_is_over_before_it_began,
    notices_a_worker_that_died_idle,
    reaps_on_drop,
];

fn start(args: &[&str]) -> WorkerProcess {
    let interrupt = Arc::new(Interrupt::new().unwrap());
    WorkerProcess::spawn(&this_program(args), FrameLimits::default(), interrupt).unwrap()
}

fn worker() -> WorkerProcess {
    start(&["worker"])
}

fn call(worker: &mut WorkerProcess, header: &str) -> Result<Frame, Death> {
    worker.call(&request(header), far(), &CancelToken::new(), &mut |_| ())
}

/// The text that a worker replies.
fn answer(worker: &mut WorkerProcess, header: &str) -> String {
    String::from_utf8(call(worker, header).unwrap().header).unwrap()
}

/// How a fresh worker dies of a request.
fn death(header: &str) -> Death {
    let mut worker = worker();
    let death = call(&mut worker, header).unwrap_err();
    assert!(!worker.is_usable() && death.started);
    death
}

fn echoes() {
    let mut worker = worker();
    for header in ["echo", "echo 1", "echo two words"] {
        assert_eq!(answer(&mut worker, header), header);
    }
    let mut frame = request("echo");
    frame.attachments = vec![vec![], vec![7; 100], vec![], vec![1, 2, 3]];
    let reply = worker.call(&frame, far(), &CancelToken::new(), &mut |_| ()).unwrap();
    assert_eq!((reply.kind, reply.attachments), (FrameKind::REPLY, frame.attachments));
}

fn reports_protections() {
    let report = answer(&mut worker(), "report");
    assert!(report.contains("own session: on"), "{report}");
    assert!(report.contains("address space: at most 1073741824 bytes"), "{report}");
    assert!(report.contains("core dumps: off"), "{report}");
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        assert!(report.contains("dies with the server: on"), "{report}");
        assert!(report.contains("system call filter: full"), "{report}");
    }
}

fn survives_printing_and_threads() {
    let mut worker = worker();
    assert_eq!(answer(&mut worker, "print"), "printed");
    assert_eq!(answer(&mut worker, "thread"), "Some(42)");
    assert_eq!(answer(&mut worker, "echo"), "echo");
}

fn passes_progress_on() {
    let mut seen = Vec::new();
    let mut on_progress = |frame: Frame| seen.push(frame.header);
    let reply = worker().call(&request("progress"), far(), &CancelToken::new(), &mut on_progress).unwrap();
    assert_eq!(reply.header, b"done");
    assert_eq!(seen, [b"0", b"1", b"2"]);
}

fn takes_large_frames_both_ways() {
    let mut frame = request("echo");
    let bytes: Vec<u8> = (0..64 << 20).map(|index: u32| (index % 251) as u8).collect();
    frame.attachments = vec![bytes, vec![5; 1_000_003]];
    let reply = worker().call(&frame, far(), &CancelToken::new(), &mut |_| ()).unwrap();
    assert!(reply.attachments == frame.attachments);
}

fn drains_a_flood_of_stderr() {
    let mut worker = worker();
    assert_eq!(answer(&mut worker, "flood"), "flooded");
    let death = call(&mut worker, "abort").unwrap_err();
    assert!(death.stderr_tail.ends_with("the end\n") && death.stderr_tail.len() == 4096, "{death:?}");
}

fn tells_how_a_worker_ended() {
    assert_eq!(death("exit 0").cause, Cause::Exit(0));
    assert_eq!(death("exit 41").cause, Cause::Exit(41));
    assert_eq!(death("abort").cause, Cause::Signal(6));
    let panic = death("panic");
    assert_eq!(panic.cause, Cause::Exit(101));
    assert!(panic.stderr_tail.contains("asked to"));
}

fn tells_want_of_memory() {
    assert_eq!(death("no-memory").cause, Cause::OutOfMemory);
    assert_eq!(death("bomb").cause, Cause::OutOfMemory);
}

fn forbids_system_calls() {
    if cfg!(not(all(target_os = "linux", target_arch = "x86_64"))) {
        return;
    }
    for verb in ["open", "socket", "spawn", "exec"] {
        assert_eq!(death(verb).cause, Cause::ForbiddenSystemCall, "{verb}");
    }
    assert_eq!(death(&format!("kill-server {}", std::process::id())).cause, Cause::ForbiddenSystemCall);
}

fn recognizes_broken_protocol() {
    for (reply, reason) in [
        ("garbage", "expected a frame, found the bytes GNU "),
        ("huge", "a frame of 1152921504606846976 bytes is over the limit"),
        ("stray", "it answered call 99 while call 1 was running"),
    ] {
        let Cause::ProtocolBroken(what) = call(&mut start(&["raw", reply]), "echo").unwrap_err().cause else {
            panic!("{reply} was not noticed");
        };
        assert!(what.contains(reason), "{what}");
    }
    assert_eq!(call(&mut start(&["raw", "partial"]), "echo").unwrap_err().cause, Cause::Exit(0));
}

fn notices_closed_pipes() {
    let cause = death("close").cause;
    assert!(matches!(&cause, Cause::ProtocolBroken(what) if what.contains("closed")), "{cause:?}");
}

fn does_not_reuse_a_worker_that_replied_twice() {
    let mut worker = worker();
    assert_eq!(answer(&mut worker, "twice"), "first");
    // Whether the second reply has arrived by now or not, it must not answer the next call.
    let next = call(&mut worker, "echo");
    assert!(matches!(&next, Err(Death { cause: Cause::ProtocolBroken(_) | Cause::NotStarted(_), .. })), "{next:?}");
}

fn meets_the_deadline() {
    let mut worker = worker();
    answer(&mut worker, "echo");
    let deadline = Instant::now() + Duration::from_millis(50);
    let death = worker.call(&request("large"), deadline, &CancelToken::new(), &mut |_| ()).unwrap_err();
    assert_eq!(death.cause, Cause::Deadline);
    let now = Instant::now();
    assert!(deadline <= now && now < deadline + PROMPT);
}

fn cancels_promptly() {
    let (cancel, mut asked) = (CancelToken::new(), None);
    let mut worker = worker();
    std::thread::scope(|scope| {
        // Progress proves that the call runs; another thread then cancels it.
        let mut on_progress = |_| {
            asked = Some(Instant::now());
            let cancel = cancel.clone();
            scope.spawn(move || cancel.cancel());
        };
        let death = worker.call(&request("large"), far(), &cancel, &mut on_progress).unwrap_err();
        assert_eq!(death.cause, Cause::Cancelled);
    });
    assert!(asked.unwrap().elapsed() < PROMPT);
}

fn refuses_what_is_over_before_it_began() {
    let mut worker = worker();
    let (fresh, cancelled) = (CancelToken::new(), CancelToken::new());
    cancelled.cancel();
    let (echo, too_large) = (request("echo"), Frame::new(FrameKind::REQUEST, vec![0; 17 << 20]));
    let mut cause = |frame, deadline, cancel| worker.call(frame, deadline, cancel, &mut |_| ()).unwrap_err().cause;
    assert_eq!(cause(&echo, far(), &cancelled), Cause::Cancelled);
    assert_eq!(cause(&echo, Instant::now(), &fresh), Cause::Deadline);
    assert!(matches!(cause(&too_large, far(), &fresh), Cause::NotStarted(_)));
    assert_eq!(answer(&mut worker, "echo"), "echo");
}

fn notices_a_worker_that_died_idle() {
    let mut worker = worker();
    let pid = rustix::process::Pid::from_raw(answer(&mut worker, "pid").parse().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    let death = call(&mut worker, "echo").unwrap_err();
    assert!(!worker.is_usable());
    assert_eq!(death.cause, Cause::Signal(9));
}

fn reaps_on_drop() {
    let mut worker = worker();
    let pid = rustix::process::Pid::from_raw(answer(&mut worker, "pid").parse().unwrap()).unwrap();
    drop(worker);
    // Not even a zombie is left.
    assert_eq!(rustix::process::test_kill_process(pid), Err(rustix::io::Errno::SRCH));
}
