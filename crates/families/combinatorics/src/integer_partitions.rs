use operation::prelude::*;

/// A number and a bound for the parts.
#[derive(Wire)]
pub struct Request {
    /// The number to partition.
    #[wire(value <= 2_000_000)]
    pub n: u32,
    /// The most parts of a partition; from n on it excludes nothing.
    #[wire(value >= 1)]
    pub max_parts: u64,
}

/// All partitions.
#[derive(Wire)]
pub struct Response {
    /// The number that was partitioned.
    pub n: u32,
    /// The most parts.
    #[wire(value >= 1)]
    pub max_parts: u64,
    /// The partitions in descending lexicographic order, the parts of each in descending order.
    pub partitions: Vec<Vec<u32>>,
}

op! {
    /// All partitions of a number into at most so many parts.
    ///
    /// A partition of n is a way to write n as a sum of positive integers without regard to order; its parts are listed
    /// in descending order, and the partitions in descending lexicographic order, from [n] on. 0 has one partition, the
    /// empty one. `max_parts` may exceed n. The list is complete.
    ///
    /// Their number is known before they are listed, by the recurrence p(n, k) = p(n, k - 1) + p(n - k, k) (L. Euler).
    /// Each partition is obtained from the one before it (D. Knuth, The Art of Computer Programming 4A, 7.2.1.4).
    id: "combinatorics.enumerate.integer_partitions",
    title: "List integer partitions with a bounded number of parts",
    words: [
        "partitions of an integer", "partition of n", "ways to write a number as a sum", "sums of positive integers",
        "list partitions", "at most k parts", "bounded number of parts", "Ferrers diagrams", "Young diagrams",
        "integer partition", "unordered sums", "change making", "Partitionen einer Zahl", "Zahlpartition",
        "partitions d'un entier", "particiones de un entero",
    ],
    tags: ["combinatorics", "partition", "enumeration"],
    bounds: [
        "At most 1,000,000 partitions with at most 20,000,000 parts in all: n up to 60 without a bound for the parts, n up to \
         3,450 with 3 parts.",
    ],
    cost: |q| {
        let size = size(q.n, q.max_parts).unwrap_or(Size { partitions: 0, parts: 0 });
        Cost::nanoseconds(2_000.0 + 150.0 * size.partitions as f64 + 12.0 * size.parts as f64)
    },
    admit: admit,
    example "at most two parts": { "n": 5, "max_parts": 2 }
        => { "n": 5, "max_parts": 2, "partitions": [[5], [4, 1], [3, 2]] },
    example "all partitions": { "n": 4, "max_parts": 4 }
        => { "n": 4, "max_parts": 4, "partitions": [[4], [3, 1], [2, 2], [2, 1, 1], [1, 1, 1, 1]] },
    example "the empty partition": { "n": 0, "max_parts": 7 } => { "n": 0, "max_parts": 7, "partitions": [[]] },
    refuse "no parts": { "n": 5, "max_parts": 0 } => "max_parts",
    refuse "negative": { "n": -1, "max_parts": 1 } => "n",
    refuse "too many to list": { "n": 100, "max_parts": 100 } => "n",
    law "a partition with one more part allowed": |q| (q.n <= 40 && q.max_parts < 100).then(|| Request { n: q.n, max_parts: q.max_parts + 1 })
        => |r, s| r.partitions.iter().all(|partition| s.partitions.binary_search_by(|other| partition.cmp(other)).is_ok()),
    check: exact,
}

const MAX_PARTITIONS: u64 = 1_000_000;
const MAX_LISTED_PARTS: u64 = 20_000_000;
/// From here on even three parts allow more than [`MAX_PARTITIONS`]: p(n, 3) is the integer nearest to (n + 3)^2 / 12.
const MANY: u32 = 3_500;

/// How large the answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    partitions: u64,
    parts: u64,
}

/// The exact size of the answer; none beyond the limits.
fn size(n: u32, max_parts: u64) -> Option<Size> {
    let bound = max_parts.min(u64::from(n));
    let fits = |size: Size| (size.partitions <= MAX_PARTITIONS && size.parts <= MAX_LISTED_PARTS).then_some(size);
    match (n, bound) {
        (0, _) => Some(Size { partitions: 1, parts: 0 }),
        (_, 1) => Some(Size { partitions: 1, parts: 1 }),
        (_, 2) => fits(Size { partitions: u64::from(n / 2) + 1, parts: 2 * u64::from(n / 2) + 1 }),
        (MANY.., _) => None,
        _ => {
            // counts[m] is p(m, k) for the k reached so far, saturating.
            let mut counts = vec![1u64; n as usize + 1];
            let mut size = Size { partitions: 1, parts: 1 };
            for parts in 2..=bound {
                for m in parts as usize..counts.len() {
                    counts[m] = counts[m].saturating_add(counts[m - parts as usize]);
                }
                let exactly = counts[n as usize] - size.partitions;
                let listed = size.parts.saturating_add(exactly.saturating_mul(parts));
                size = fits(Size { partitions: counts[n as usize], parts: listed })?;
            }
            Some(size)
        }
    }
}

fn admit(q: &Request, report: &mut Report) {
    if size(q.n, q.max_parts).is_none() {
        let message = format!(
            "there are more than {MAX_PARTITIONS} partitions or {MAX_LISTED_PARTS} parts to list; lower n or max_parts"
        );
        report.at("n", |report| report.size("partitions.too_many", message));
    }
}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {
    let mut partitions = Vec::new();
    let mut partition = if q.n == 0 { Vec::new() } else { vec![q.n] };
    loop {
        cx.work(1)?;
        partitions.push(partition.clone());
        if !step_down(&mut partition, q.max_parts) {
            return Ok(Response { n: q.n, max_parts: q.max_parts, partitions });
        }
    }
}

/// Replaces a partition by the next one in descending lexicographic order with at most `max_parts` parts; false after
/// the last.
///
/// The last part that can shrink does so by 1, and the rest is distributed over parts as large as it allows. It can
/// shrink when the places behind it hold what it loses together with what stands there already.
fn step_down(partition: &mut Vec<u32>, max_parts: u64) -> bool {
    let mut rest = 0u64;
    while let Some(part) = partition.pop() {
        let free = max_parts - partition.len() as u64 - 1;
        rest += u64::from(part);
        let smaller = part - 1;
        // With `smaller` here, at most that much fits into each of the free places.
        if smaller > 0 && rest - u64::from(smaller) <= free.saturating_mul(u64::from(smaller)) {
            while rest >= u64::from(smaller) {
                partition.push(smaller);
                rest -= u64::from(smaller);
            }
            if rest > 0 {
                partition.push(rest as u32);
            }
            return true;
        }
    }
    false
}

/// Strictly descending partitions of n are different ones, and their number is known.
fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    ensure((r.n, r.max_parts) == (q.n, q.max_parts), "the numbers are those asked about")?;
    for partition in &r.partitions {
        let sum: u64 = partition.iter().map(|&part| u64::from(part)).sum();
        ensure(sum == u64::from(q.n), "the parts sum to n")?;
        ensure(partition.len() as u64 <= q.max_parts, "there are not too many parts")?;
        ensure(partition.is_sorted_by(|left, right| left >= right), "the parts descend")?;
        ensure(partition.last() != Some(&0), "the parts are positive")?;
    }
    ensure(r.partitions.is_sorted_by(|left, right| left > right), "the partitions descend")?;
    let count = size(q.n, q.max_parts).map(|size| size.partitions);
    ensure(count == Some(r.partitions.len() as u64), "the list is complete")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_exact() {
        let unbounded = |n| size(n, u64::MAX).map(|size| size.partitions);
        assert_eq!(
            (0..=10).map(unbounded).map(Option::unwrap_or_default).collect::<Vec<_>>(),
            [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42]
        );
        assert_eq!(unbounded(60), Some(966_467));
        assert_eq!(unbounded(61), None);
        assert_eq!(size(3_450, 3).map(|size| size.partitions), Some((3_453 * 3_453 + 6) / 12));
        assert_eq!(size(1_999_998, 2), Some(Size { partitions: 1_000_000, parts: 1_999_999 }));
        assert_eq!(size(2_000_000, 2), None);
        assert_eq!(size(2_000_000, 3), None);
    }

    #[test]
    fn every_partition_is_listed_once() -> Result<(), Broken> {
        for n in 0..=18 {
            for max_parts in 1..=20 {
                let q = Request { n, max_parts };
                let r = run(&q, &Context::unlimited()).map_err(|stop| Broken(format!("{stop:?}")))?;
                check(&q, &r, &Context::unlimited())?;
                let parts = r.partitions.iter().map(|partition| partition.len() as u64).sum::<u64>();
                ensure(size(n, max_parts).map(|size| size.parts) == Some(parts), "the number of parts is exact")?;
            }
        }
        Ok(())
    }
}
