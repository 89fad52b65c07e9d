use std::hint::black_box;
use std::time::{Duration, Instant};

use operation::prelude::*;

/// How long to burn a core.
#[derive(Wire)]
pub struct Request {
    /// Milliseconds of computing.
    pub milliseconds: u32,
    /// Whether to predict a small cost, truly or not.
    #[wire(default = "false")]
    pub claims_small: bool,
    /// Whether to look at deadline and cancellation.
    #[wire(default = "false")]
    pub polite: bool,
}

/// What was done.
#[derive(Wire)]
pub struct Response {
    /// The milliseconds asked for.
    pub milliseconds: u32,
}

op! {
    /// Burns a core for a while.
    ///
    /// A probe of deadlines, cancellation and scheduling. Reports progress in milliseconds.
    id: "probe.spin",
    tags: ["probe"],
    words: ["busy loop"],
    deadline: 600,
    cost: |q| if q.claims_small { Cost::SMALL } else { Cost::UNKNOWN },
    example "nothing": { "milliseconds": 0 } => { "milliseconds": 0 },
    refuse "negative": { "milliseconds": -1 } => "milliseconds",
    check: none,
}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {
    let (begun, whole) = (Instant::now(), Duration::from_millis(u64::from(q.milliseconds)));
    while begun.elapsed() < whole {
        (0..10_000).for_each(|step| {
            black_box(step);
        });
        cx.progress(begun.elapsed().as_millis() as f64, Some(f64::from(q.milliseconds)), "milliseconds");
        if q.polite {
            cx.look()?;
        }
    }
    Ok(Response { milliseconds: q.milliseconds })
}
