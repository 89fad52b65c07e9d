//! The pool.

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use engine::pool::{AfterReply, CallerId, Job, Pool, PoolConfig, SubmitError};
use engine::process::{CancelToken, Cause, Death, Frame};

use crate::{PROMPT, far, request, this_program};

crate::tests![
    answers_many_callers,
    small_calls_pass_runaway_calls,
    moves_an_underestimated_call_once,
    cancelling_frees_the_worker,
    queued_jobs_end_on_time,
    bounds_the_queue,
    serves_callers_in_turn,
    a_crash_costs_one_call,
    a_worker_killed_while_idle_costs_nothing,
    replaces_after_a_reply_on_request,
    survives_callbacks_that_panic,
    reports_a_program_that_cannot_start,
    shutdown_lets_calls_finish,
    shutdown_ends_what_does_not_finish,
    can_be_dropped_by_its_own_callback,
];

type Outcome = Result<Frame, Death>;

fn config(general: usize) -> PoolConfig {
    PoolConfig::new(this_program(&["worker"]), general)
}

fn pool(general: usize) -> Pool {
    Pool::new(config(general)).unwrap()
}

/// A job whose outcome, and whose first progress, can be waited for.
struct Call {
    job: Job,
    outcome: Receiver<Outcome>,
    running: Receiver<Frame>,
}

fn call_of(caller: u64, header: &str) -> Call {
    let (done, outcome) = channel();
    let (progress, running) = channel();
    let job = Job {
        frame: request(header),
        caller: CallerId(caller),
        deadline: far(),
        cancel: CancelToken::new(),
        on_progress: Some(Box::new(move |frame| {
            let _ = progress.send(frame);
        })),
        done: Box::new(move |result, _| {
            let _ = done.send(result);
        }),
    };
    Call { job, outcome, running }
}

/// A submitted call.
struct Submitted {
    cancel: CancelToken,
    outcome: Receiver<Outcome>,
    running: Receiver<Frame>,
}

impl Submitted {
    fn cause(&self) -> Cause {
        self.outcome.recv().unwrap().unwrap_err().cause
    }

    fn text(&self) -> String {
        String::from_utf8(self.outcome.recv().unwrap().unwrap().header).unwrap()
    }
}

fn submit(pool: &Pool, call: Call) -> Submitted {
    let cancel = call.job.cancel.clone();
    pool.submit(call.job).unwrap();
    Submitted { cancel, outcome: call.outcome, running: call.running }
}

fn ask(pool: &Pool, header: &str) -> String {
    submit(pool, call_of(0, header)).text()
}

/// Occupies every general worker.
fn occupy(pool: &Pool, general: usize) -> Vec<Submitted> {
    let calls: Vec<Submitted> = (0..general).map(|_| submit(pool, call_of(1, "large"))).collect();
    for call in &calls {
        assert_eq!(call.running.recv().unwrap().header, b"general");
    }
    calls
}

/// Keeps the reserved worker out of the queue with a trial that must have no end; every general worker is busy.
fn occupy_reserved(pool: &Pool) -> Submitted {
    let trial = submit(pool, call_of(1, "runaway"));
    assert_eq!(trial.running.recv().unwrap().header, b"trial");
    trial
}

fn answers_many_callers() {
    let pool = pool(2);
    let calls: Vec<_> = (0..50).map(|index| submit(&pool, call_of(index % 7, &format!("echo {index}")))).collect();
    for (index, call) in calls.iter().enumerate() {
        assert_eq!(call.text(), format!("echo {index}"));
    }
    let stats = pool.stats();
    assert_eq!((stats.queued, stats.replaced, stats.killed), (0, 0, 0));
}

fn small_calls_pass_runaway_calls() {
    let pool = pool(2);
    let occupying = occupy(&pool, 2);
    let waiting: Vec<_> = (0..62).map(|_| submit(&pool, call_of(1, "large"))).collect();
    let mut times: Vec<Duration> = (0..200)
        .map(|_| {
            let began = Instant::now();
            assert_eq!(ask(&pool, "echo"), "echo");
            began.elapsed()
        })
        .collect();
    times.sort();
    assert!(times[197] < PROMPT, "the 99th percentile is {:?}", times[197]);
    let stats = pool.stats();
    assert_eq!((stats.running, stats.queued, stats.killed), (2, 62, 0));
    drop(pool);
    assert!(occupying.iter().chain(&waiting).all(|call| call.cause() == Cause::ShutDown));
}

fn moves_an_underestimated_call_once() {
    let pool = pool(1);
    let occupying = occupy(&pool, 1);
    let moved = submit(&pool, call_of(2, "runaway"));
    assert_eq!(moved.running.recv().unwrap().header, b"trial");
    let replied = submit(&pool, call_of(3, "underestimated"));
    // The reserved worker serves others meanwhile.
    assert_eq!(ask(&pool, "echo"), "echo");
    occupying[0].cancel.cancel();
    assert_eq!(moved.running.recv().unwrap().header, b"general");
    moved.cancel.cancel();
    assert_eq!(moved.cause(), Cause::Cancelled);
    assert_eq!(replied.text(), "done");
}

fn cancelling_frees_the_worker() {
    let pool = pool(1);
    let occupying = occupy(&pool, 1);
    let began = Instant::now();
    occupying[0].cancel.cancel();
    assert_eq!(occupying[0].cause(), Cause::Cancelled);
    assert!(began.elapsed() < PROMPT);
    // A large call can only be served by the general worker.
    occupy(&pool, 1);
    assert_eq!(pool.stats().killed, 1);
}

fn queued_jobs_end_on_time() {
    let pool = pool(1);
    let occupying = occupy(&pool, 1);
    let mut late = call_of(2, "large");
    let deadline = Instant::now() + Duration::from_millis(60);
    late.job.deadline = deadline;
    let (late, unwanted) = (submit(&pool, late), submit(&pool, call_of(2, "large")));
    unwanted.cancel.cancel();
    assert_eq!(unwanted.cause(), Cause::Cancelled);
    assert_eq!(late.cause(), Cause::Deadline);
    let now = Instant::now();
    assert!(deadline <= now && now < deadline + PROMPT);
    assert!(occupying[0].outcome.try_recv().is_err());
    assert_eq!(pool.stats().queued, 0);
}

fn bounds_the_queue() {
    let pool =
        Pool::new(PoolConfig { queue: 3, queue_per_caller: 2, trial: Duration::from_secs(60), ..config(1) }).unwrap();
    let _occupying = occupy(&pool, 1);
    let _trial = occupy_reserved(&pool);
    let offer = |caller| pool.submit(call_of(caller, "large").job);
    assert!(offer(2).is_ok() && offer(2).is_ok());
    let refused = offer(2).unwrap_err();
    assert!(matches!(refused, SubmitError::QueueFull { queued: 2, limit: 2, of_caller: true }), "{refused:?}");
    assert!(offer(3).is_ok());
    let refused = offer(4).unwrap_err();
    assert!(matches!(refused, SubmitError::QueueFull { queued: 3, limit: 3, of_caller: false }), "{refused:?}");
    let mut large = call_of(5, "echo");
    large.job.frame.header = vec![0; 17 << 20];
    assert!(matches!(pool.submit(large.job), Err(SubmitError::TooLarge(_))));
}

fn serves_callers_in_turn() {
    let pool = Pool::new(PoolConfig { trial: Duration::from_secs(60), ..config(1) }).unwrap();
    let occupying = occupy(&pool, 1);
    let _trial = occupy_reserved(&pool);
    let (started, order) = channel();
    let mut calls = Vec::new();
    for caller in [2, 2, 2, 2, 3, 3] {
        let mut call = call_of(caller, "large");
        let (started, cancel) = (started.clone(), call.job.cancel.clone());
        call.job.on_progress = Some(Box::new(move |_| {
            let _ = started.send(caller);
            cancel.cancel();
        }));
        calls.push(submit(&pool, call));
    }
    occupying[0].cancel.cancel();
    assert!(calls.iter().all(|call| call.cause() == Cause::Cancelled));
    assert_eq!(order.try_iter().collect::<Vec<u64>>(), [2, 3, 2, 3, 2, 2]);
}

fn a_crash_costs_one_call() {
    let pool = pool(1);
    assert_eq!(submit(&pool, call_of(0, "abort")).cause(), Cause::Signal(6));
    assert_eq!(submit(&pool, call_of(0, "exit 9")).cause(), Cause::Exit(9));
    let running = occupy(&pool, 1);
    let killed = submit(&pool, call_of(2, "pid"));
    let reserved: i32 = killed.text().parse().unwrap();
    assert_eq!(ask(&pool, "echo"), "echo");
    drop(pool);
    assert_eq!(running[0].cause(), Cause::ShutDown);
    let gone = rustix::process::test_kill_process(rustix::process::Pid::from_raw(reserved).unwrap());
    assert_eq!(gone, Err(rustix::io::Errno::SRCH));
}

fn a_worker_killed_while_idle_costs_nothing() {
    let pool = pool(1);
    let pid = rustix::process::Pid::from_raw(ask(&pool, "pid").parse().unwrap()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    // A kill is not instant: the next call may still find the worker alive and be the one that it costs.
    let next = submit(&pool, call_of(0, "echo")).outcome.recv().unwrap();
    assert!(next.is_ok() || next.unwrap_err().cause == Cause::Signal(9));
    assert_eq!(ask(&pool, "echo"), "echo");
}

fn replaces_after_a_reply_on_request() {
    let after_reply = Box::new(|reply: &Frame| AfterReply { keep: reply.header != b"echo large" });
    let pool = Pool::new(PoolConfig { after_reply, ..config(1) }).unwrap();
    // With the general worker busy, it is always the reserved one that answers.
    let _occupying = occupy(&pool, 1);
    let first = ask(&pool, "pid");
    assert_eq!(ask(&pool, "pid"), first);
    assert_eq!(ask(&pool, "echo large"), "echo large");
    assert_ne!(ask(&pool, "pid"), first);
    assert_eq!((pool.stats().replaced, pool.stats().killed), (1, 0));
}

fn survives_callbacks_that_panic() {
    let pool = pool(1);
    let mut call = call_of(0, "progress");
    call.job.on_progress = Some(Box::new(|_| panic!("a test panics in a progress callback")));
    assert_eq!(submit(&pool, call).text(), "done");
    let mut call = call_of(0, "echo");
    call.job.done = Box::new(|_, _| panic!("a test panics in an outcome callback"));
    pool.submit(call.job).unwrap();
    assert_eq!(ask(&pool, "echo"), "echo");
}

fn reports_a_program_that_cannot_start() {
    let mut config = config(1);
    config.command.program = "/nonexistent/worker".into();
    let pool = Pool::new(config).unwrap();
    for _ in 0..3 {
        let cause = submit(&pool, call_of(0, "echo")).cause();
        assert!(matches!(&cause, Cause::NotStarted(why) if why.contains("/nonexistent/worker")), "{cause:?}");
    }
}

fn shutdown_lets_calls_finish() {
    let pool = pool(1);
    let calls: Vec<_> = (0..20).map(|_| submit(&pool, call_of(0, "echo"))).collect();
    pool.shutdown(Duration::from_secs(60));
    assert!(calls.iter().all(|call| call.outcome.try_recv().unwrap().is_ok()));
}

fn shutdown_ends_what_does_not_finish() {
    let pool = pool(2);
    let mut calls = occupy(&pool, 2);
    calls.extend((0..5).map(|_| submit(&pool, call_of(0, "large"))));
    let began = Instant::now();
    pool.shutdown(Duration::from_millis(30));
    assert!(began.elapsed() >= Duration::from_millis(30) && began.elapsed() < Duration::from_millis(30) + 2 * PROMPT);
    assert!(calls.iter().all(|call| call.outcome.try_recv().unwrap().unwrap_err().cause == Cause::ShutDown));
}

fn can_be_dropped_by_its_own_callback() {
    let pool = std::sync::Arc::new(pool(1));
    let (done, outcome) = channel();
    let mut call = call_of(0, "echo");
    let held = std::sync::Arc::clone(&pool);
    let (release, released) = channel::<()>();
    call.job.done = Box::new(move |result, _| {
        let _ = released.recv();
        drop(held);
        let _ = done.send(result.is_ok());
    });
    pool.submit(call.job).unwrap();
    drop(pool);
    drop(release);
    assert!(outcome.recv().unwrap());
}
