use std::hint::black_box;

use operation::prelude::*;

/// How much memory to fill.
#[derive(Wire)]
pub struct Request {
    /// MiB.
    #[wire(value <= 1_000_000)]
    pub mebibytes: u32,
    /// Whether to keep the memory when the call is over.
    #[wire(default = "false")]
    pub keep: bool,
}

/// What was done.
#[derive(Wire)]
pub struct Response {
    /// The MiB asked for.
    pub mebibytes: u32,
}

op! {
    /// Fills memory.
    ///
    /// A probe of memory limits and of the replacement of workers that have grown.
    id: "probe.allocate",
    tags: ["probe"],
    words: ["memory bomb"],
    cost: |_| Cost::UNKNOWN,
    example "nothing": { "mebibytes": 0 } => { "mebibytes": 0 },
    refuse "negative": { "mebibytes": -1 } => "mebibytes",
    check: none,
}

fn run(q: &Request, _: &Context) -> Result<Response, Stop> {
    let blocks: Vec<Vec<u8>> = (0..q.mebibytes).map(|block| vec![block as u8 | 1; 1 << 20]).collect();
    black_box(&blocks);
    if q.keep {
        std::mem::forget(blocks);
    }
    Ok(Response { mebibytes: q.mebibytes })
}
