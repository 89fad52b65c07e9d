use operation::prelude::*;

/// Partitions that are listed at most.
const PARTITIONS: u64 = 1_000_000;
/// Parts of all listed partitions together, at most, counted as if each partition had the largest number of parts.
const PARTS: u64 = 16_000_000;
const LARGEST: u32 = 1_000_000;

/// What to partition, and into how many parts at most.
#[derive(Wire)]
pub struct Request {
    /// The number to partition.
    #[wire(value in 0..=LARGEST)]
    pub n: u32,
    /// The largest number of parts of a partition. May exceed n; then all partitions of n are listed.
    #[wire(value in 1..=LARGEST)]
    pub max_parts: u32,
}

/// All partitions of n into at most `max_parts` parts.
#[derive(Wire)]
pub struct Response {
    /// The number partitioned.
    #[wire(value in 0..=LARGEST)]
    pub n: u32,
    /// The largest number of parts allowed.
    #[wire(value in 1..=LARGEST)]
    pub max_parts: u32,
    /// The partitions, each a non-increasing list of positive parts, in descending lexicographic order.
    pub partitions: Vec<Vec<u32>>,
}

op! {
    /// All partitions of an integer into at most a given number of parts.
    ///
    /// A partition of n is a non-increasing list of positive integers with sum n. The list is complete and in descending
    /// lexicographic order: [5], [4,1], [3,2], ... Zero has one partition, the empty list. The number of parts is bounded, not the
    /// size of the largest part: conjugation exchanges the two.
    /// Algorithm: depth-first generation, constant amortized time for each part written (Knuth, The Art of Computer Programming 4A,
    /// 7.2.1.4). The check counts the partitions by an independent recurrence.
    id: "combinatorics.enumerate.integer_partitions",
    title: "List integer partitions with bounded number of parts",
    tags: ["combinatorics", "partition", "enumeration"],
    words: [
        "integer partitions", "list all partitions", "ways to write n as a sum", "additive decompositions", "ways to make change with unit coins",
        "Young diagrams", "Ferrers diagrams", "partitions into at most k parts", "restricted partitions", "enumerate partitions",
        "Zahlpartitionen", "partitions d'un entier", "particiones de un entero",
    ],
    bounds: [
        "at most 1,000,000 partitions are listed: n up to 3,461 with three parts, n up to 52 with any number",
        "the number of partitions times the largest number of parts is at most 16,000,000",
    ],
    cost: |q| Cost::nanoseconds(q.n as f64 * f64::from(parts_allowed(q)) + 60.0 * count(q.n, q.max_parts).unwrap_or(0) as f64 * f64::from(parts_allowed(q))),
    admit: admit,
    example "two parts": { "n": 5, "max_parts": 2 } => { "n": 5, "max_parts": 2, "partitions": [[5], [4, 1], [3, 2]] },
    example "all of them": { "n": 4, "max_parts": 9 } => {
        "n": 4, "max_parts": 9, "partitions": [[4], [3, 1], [2, 2], [2, 1, 1], [1, 1, 1, 1]]
    },
    example "zero has the empty partition": { "n": 0, "max_parts": 1 } => { "n": 0, "max_parts": 1, "partitions": [[]] },
    refuse "no parts allowed": { "n": 3, "max_parts": 0 } => "max_parts",
    refuse "negative": { "n": -1, "max_parts": 2 } => "n",
    refuse "too many partitions": { "n": 100, "max_parts": 100 } => "n",
    law "more parts than n change nothing": |q| (q.max_parts >= q.n).then(|| Request { n: q.n, max_parts: q.max_parts + 1 })
        => |r, s| r.partitions == s.partitions,
    check: exact,
}

fn parts_allowed(q: &Request) -> u32 {
    q.max_parts.min(q.n).max(1)
}

fn admit(q: &Request, report: &mut Report) {
    match count(q.n, q.max_parts) {
        Some(partitions) if partitions * u64::from(parts_allowed(q)) <= PARTS => {}
        Some(partitions) => {
            let message = format!(
                "there are {partitions} partitions of up to {} parts; listed are at most {PARTS} parts in all: lower n or max_parts",
                parts_allowed(q)
            );
            report.at("n", |report| report.size("partitions.too_large", message));
        }
        None => {
            let message = format!("there are more than {PARTITIONS} partitions; lower n or max_parts");
            report.at("n", |report| report.size("partitions.too_many", message));
        }
    }
}

/// The number of partitions of `n` into at most `parts` parts, when it is at most [`PARTITIONS`].
///
/// Partitions into at most k parts are, by conjugation, partitions into parts of size at most k: those without a part of size k,
/// and those with one more of it. One row suffices; the sum passes the bound long before n or k are large.
fn count(n: u32, parts: u32) -> Option<u64> {
    let n = n as usize;
    // Two parts give n/2 + 1 partitions, so for more parts than one a large n is over the bound already.
    if parts == 1 || n <= 1 {
        return Some(1);
    }
    if n as u64 > 2 * PARTITIONS {
        return None;
    }
    let mut ways = vec![0_u64; n + 1];
    ways[0] = 1;
    for size in 1..=(parts as usize).min(n) {
        for total in size..=n {
            ways[total] = ways[total].saturating_add(ways[total - size]);
        }
        if ways[n] > PARTITIONS {
            return None;
        }
    }
    Some(ways[n])
}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {
    let mut partitions = Vec::new();
    let mut parts = Vec::new();
    descend(q.n, q.n, q.max_parts, &mut parts, &mut |partition| {
        partitions.push(partition.to_vec());
        cx.work(partition.len() as u64 + 1)
    })?;
    Ok(Response { n: q.n, max_parts: q.max_parts, partitions })
}

/// Visits the partitions of `left` with parts of at most `largest` and at most `room` of them, behind the parts chosen already.
fn descend(
    left: u32,
    largest: u32,
    room: u32,
    parts: &mut Vec<u32>,
    visit: &mut impl FnMut(&[u32]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    if left == 0 {
        return visit(parts);
    }
    if room == 0 {
        return Ok(());
    }
    // The rest must fit into the room: the next part is at least the mean.
    for part in (left.div_ceil(room)..=largest.min(left)).rev() {
        parts.push(part);
        descend(left - part, part, room - 1, parts, visit)?;
        parts.pop();
    }
    Ok(())
}

fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    ensure(r.n == q.n && r.max_parts == q.max_parts, "n and max_parts are those of the request")?;
    for partition in &r.partitions {
        let sum: u64 = partition.iter().map(|&part| u64::from(part)).sum();
        let falling = partition.windows(2).all(|pair| pair[0] >= pair[1]) && partition.last() != Some(&0);
        ensure(sum == u64::from(q.n) && falling, "each list is a non-increasing list of positive parts with sum n")?;
        ensure(partition.len() <= q.max_parts as usize, "no partition has more parts than allowed")?;
    }
    ensure(r.partitions.windows(2).all(|pair| pair[0] > pair[1]), "the order is descending and without repetition")?;
    ensure(count(q.n, q.max_parts) == Some(r.partitions.len() as u64), "no partition is missing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recurrence_counts_partitions() {
        // OEIS A000041 and A001399.
        assert_eq!(
            (0..=10).map(|n| count(n, 100).unwrap()).collect::<Vec<_>>(),
            [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42]
        );
        assert_eq!((0..=10).map(|n| count(n, 3).unwrap()).collect::<Vec<_>>(), [1, 1, 2, 3, 4, 5, 7, 8, 10, 12, 14]);
        assert_eq!(count(1_000_000, 1), Some(1));
        assert_eq!((count(60, 60), count(61, 61)), (Some(966_467), None));
        assert_eq!(count(1_000_000, 1_000_000), None);
    }
}
