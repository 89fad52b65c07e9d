//! Predicted cost.

/// Predicted work of a request, in nanoseconds of one core of the reference machine (2024 server, x86-64-v3). It decides admission
/// (a request that cannot end within its deadline is refused at once) and dispatch (small requests never wait behind large ones).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cost(u64);

impl Cost {
    /// Microseconds.
    pub const SMALL: Cost = Cost(10_000);
    /// Not predictable from the request: may take any time, and is never refused for its cost.
    pub const UNKNOWN: Cost = Cost(u64::MAX);
    /// Up to this cost a request counts as small.
    pub const SMALL_LIMIT: Cost = Cost(2_000_000);

    /// A cost in nanoseconds, saturating short of [`Cost::UNKNOWN`].
    pub fn nanoseconds(nanoseconds: f64) -> Cost {
        // Conversion from f64 saturates; NaN becomes 0.
        Cost((nanoseconds.max(0.0) as u64).min(u64::MAX - 1))
    }

    /// The prediction in seconds; none when it is unknown.
    pub fn seconds(self) -> Option<f64> {
        (self != Cost::UNKNOWN).then(|| self.0 as f64 / 1e9)
    }

    /// Whether a request of this cost may run where small requests run.
    pub fn is_small(self) -> bool {
        self <= Cost::SMALL_LIMIT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overflowing_prediction_is_large_but_not_unknown() {
        assert_ne!(Cost::nanoseconds(f64::INFINITY), Cost::UNKNOWN);
        assert!(Cost::nanoseconds(1e300).seconds().is_some_and(|seconds| seconds > 1e9));
        assert_eq!(Cost::nanoseconds(-1.0), Cost::nanoseconds(0.0));
        assert!(!Cost::UNKNOWN.is_small());
    }
}
