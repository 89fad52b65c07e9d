//! One connection, from its first line to the last reply.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine::face::Product;
use rmcp::service::serve_directly;
use tokio::runtime::{Builder, Handle};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{mpsc, oneshot};

use crate::bridge::Bridge;
use crate::flight::Flight;
use crate::handler::Handler;
use crate::lines::Lines;
use crate::outbox::Outbox;
use crate::router::Router;
use crate::{MAX_LINE_BYTES, Options};

/// What the last replies get to be written even when the calls have used up the whole grace.
const FLUSH: Duration = Duration::from_millis(250);

static CALLERS: AtomicU64 = AtomicU64::new(1);

/// Whether SIGTERM and SIGINT end the connection.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signals {
    Heeded,
    Ignored,
}

/// Why a connection ends.
#[derive(Debug)]
enum End {
    Input,
    Output,
    Signal,
}

/// Serves one connection to its end.
///
/// A runtime of one thread, this one, carries the protocol library; lines are read and written on threads of their own,
/// because reading standard input asynchronously would cost a change of threads for every message.
pub(crate) fn run<R, W>(
    product: Arc<dyn Product>,
    reader: R,
    writer: W,
    options: Options,
    signals: Signals,
) -> std::io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let runtime = Builder::new_current_thread().enable_all().thread_name("mcp-call").build()?;
    let served = runtime.block_on(connection(product, reader, writer, options, signals));
    // A call that never returns must not keep the process alive.
    runtime.shutdown_background();
    served
}

async fn connection<R, W>(
    product: Arc<dyn Product>,
    reader: R,
    writer: W,
    options: Options,
    signals: Signals,
) -> std::io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let stop = stop_signal(signals)?;
    let (broken, output_ended) = oneshot::channel();
    let (finished, input_ended) = oneshot::channel();
    let outbox = Outbox::start(writer, move || {
        let _ = broken.send(());
    })?;
    let flight = Arc::new(Flight::new(outbox.clone()));
    let (to_library, requests) = mpsc::unbounded_channel();
    let handler = Handler::new(product.clone(), &options);
    // The lifecycle is this crate's: the library's own would end the process on a first message it does not expect.
    let library = serve_directly(handler, Bridge { requests, flight: flight.clone() }, None);
    let caller = CALLERS.fetch_add(1, Ordering::Relaxed);
    let shared = (flight.clone(), outbox.clone());
    let router = Router::new(product.clone(), caller, options.tool_names, shared, to_library, Handle::current());
    let gate = (flight.clone(), outbox.clone());
    std::thread::Builder::new().name("mcp-read".to_owned()).spawn(move || {
        // Its fall tells of the end, also after a panic.
        let _finished: oneshot::Sender<()> = finished;
        read_lines(Lines::new(reader, MAX_LINE_BYTES), router, gate);
    })?;

    let end = tokio::select! {
        _ = input_ended => End::Input,
        _ = output_ended => End::Output,
        () = stop => End::Signal,
    };
    tracing::info!(?end, in_flight = flight.len(), "the connection ends");
    let started = Instant::now();
    flight.close();
    if !matches!(end, End::Output) {
        let _ = tokio::time::timeout(options.grace, flight.drained()).await;
    }
    let dropped = flight.abandon();
    if dropped > 0 {
        tracing::warn!(dropped, "calls did not end in time and stay unanswered");
    }
    let left = options.grace.saturating_sub(started.elapsed());
    product.shutdown(left);
    outbox.close(left.max(FLUSH));
    drop(library);
    Ok(())
}

fn read_lines(mut lines: Lines<impl Read>, mut router: Router, (flight, outbox): (Arc<Flight>, Arc<Outbox>)) {
    loop {
        outbox.wait_for_room();
        match lines.next() {
            Ok(Some(line)) if !flight.is_closed() => router.line(&line),
            Ok(_) => return,
            Err(error) => {
                tracing::warn!(%error, "the input cannot be read any further");
                return;
            }
        }
    }
}

/// Completes when a signal asks the server to stop; never when signals are ignored.
fn stop_signal(signals: Signals) -> std::io::Result<impl Future<Output = ()>> {
    let both = match signals {
        Signals::Heeded => Some((signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?)),
        Signals::Ignored => None,
    };
    Ok(async move {
        match both {
            Some((mut terminate, mut interrupt)) => {
                tokio::select! { _ = terminate.recv() => {}, _ = interrupt.recv() => {} }
            }
            None => std::future::pending().await,
        }
    })
}
