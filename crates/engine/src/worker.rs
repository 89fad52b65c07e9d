//! The worker's side: `jacaranda worker`.

use std::cell::RefCell;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::rc::Rc;
use std::time::{Duration, Instant};

use catalog::{Catalog, Lookup};
use operation::{CheckKind, Context};

use crate::containment::{Limits, for_this_platform};
use crate::execute::{Action, Ended, execute};
use crate::process::{FrameLimits, FrameStream};
use crate::protocol::{Account, Order, Settled, progress_frame};

/// Serves orders until the server closes the pipe. Standard input and output must be the pipes of a server.
///
/// # Errors
/// The process cannot confine itself, or the pipe breaks.
pub fn serve(catalog: &'static Catalog, limits: &Limits) -> io::Result<()> {
    let mut containment = for_this_platform();
    let pipes = containment.begin(limits).map_err(io::Error::other)?;
    flint::set_threads(std::num::NonZeroU32::MIN);
    flint::on_failure(report_failure);
    flint::keep_scratch_in_memory();
    // What needs files is opened before the door closes.
    let mut growth = Growth::open();
    catalog.operations();
    containment.seal().map_err(io::Error::other)?;
    let stream = Rc::new(RefCell::new(FrameStream::new(pipes, FrameLimits::default())));
    loop {
        let Some(frame) = stream.borrow_mut().read_frame().map_err(io::Error::other)? else { return Ok(()) };
        let began = Instant::now();
        let settled = match Order::from_frame(frame) {
            Ok(order) if order.action == Action::Report => {
                Settled::Answer { output: containment.report().to_string(), check: CheckKind::None }
            }
            Ok(order) => perform(catalog, order, began, &stream),
            Err(_) => Settled::Fault("the order could not be read".to_owned()),
        };
        let elapsed = began.elapsed();
        let account = Account { settled, elapsed, resident_kib: growth.resident_kib(elapsed) };
        stream.borrow_mut().write_frame(&account.into_frame()).map_err(io::Error::other)?;
    }
}

fn perform(catalog: &Catalog, order: Order, began: Instant, stream: &Rc<RefCell<FrameStream>>) -> Settled {
    let Lookup::Found(operation) = catalog.lookup(&order.operation_id) else {
        return Settled::Fault(format!("the worker does not know {}", order.operation_id));
    };
    let mut documents = order.documents.into_iter();
    let (payload, claimed) = (documents.next().unwrap_or_default(), documents.next().unwrap_or_default());
    let news = Rc::clone(stream);
    let context = Context::builder()
        .deadline(began + order.deadline)
        .runtime_replies(documents.collect())
        .progress(move |progress| {
            // A broken pipe shows at the next read; a run is not ended for want of listeners.
            let _ = news.borrow_mut().write_frame(&progress_frame(&progress));
        })
        .build();
    let ended: Ended = execute(operation, order.action, &payload, &claimed, order.deadline.as_secs_f64(), &context);
    Settled::from(ended)
}

/// How large this process has grown.
struct Growth {
    statm: Option<File>,
    resident_kib: u64,
}

impl Growth {
    fn open() -> Growth {
        Growth { statm: File::open("/proc/self/statm").ok(), resident_kib: 0 }
    }

    /// The resident size in KiB, looked up only after calls long enough to have changed it.
    fn resident_kib(&mut self, elapsed: Duration) -> u64 {
        const PAGE_KIB: u64 = 4;
        let mut text = [0; 128];
        if elapsed >= Duration::from_millis(1)
            && let Some(read) = self.statm.as_ref().and_then(|file| file.read_at(&mut text, 0).ok())
            && let Ok(text) = std::str::from_utf8(&text[..read])
            && let Some(pages) = text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok())
        {
            self.resident_kib = pages * PAGE_KIB;
        }
        self.resident_kib
    }
}

/// Ends the process in a way that the server can tell apart: it reads the exit code.
fn report_failure(failure: flint::Failure) -> ! {
    match failure {
        flint::Failure::OutOfMemory { .. } => std::process::exit(crate::process::EXIT_OUT_OF_MEMORY),
        _ => std::process::abort(),
    }
}
