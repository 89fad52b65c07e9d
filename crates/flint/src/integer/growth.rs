//! Fast-growing integer sequences, refused beyond [`Integer::MAX_BITS`].

use flint3_sys as sys;

use super::Integer;

/// Whether an estimate of a size in bits is acceptable; NaN is not.
fn fits(bits: f64) -> bool {
    bits <= Integer::MAX_BITS as f64
}

impl Integer {
    /// `n!`, or `None` beyond [`Integer::MAX_BITS`] (from about `n` = 1.7 · 10^8).
    pub fn factorial(n: u64) -> Option<Integer> {
        let n_float = n as f64;
        if n > 1 && !fits(n_float * (n_float.log2() - std::f64::consts::LOG2_E)) {
            return None;
        }
        // SAFETY: the result is initialized and its size bounded.
        Some(Integer::build(|result| unsafe { sys::fmpz_fac_ui(result, n) }))
    }

    /// The binomial coefficient `n` over `k`, zero for `k > n`; `None` beyond [`Integer::MAX_BITS`].
    pub fn binomial(n: u64, k: u64) -> Option<Integer> {
        if k > n {
            return Some(Integer::ZERO);
        }
        let k = k.min(n - k);
        // n over k is at most (e n / k)^k.
        if k > 0 && !fits(k as f64 * (std::f64::consts::E * n as f64 / k as f64).log2()) {
            return None;
        }
        // SAFETY: the result is initialized and its size bounded.
        Some(Integer::build(|result| unsafe { sys::fmpz_bin_uiui(result, n, k) }))
    }

    /// The Fibonacci number with F(0) = 0 and F(1) = 1, or `None` beyond [`Integer::MAX_BITS`].
    pub fn fibonacci(n: u64) -> Option<Integer> {
        // F(n) is about φ^n / √5, and log2 φ < 0.6943.
        if !fits(n as f64 * 0.6943) {
            return None;
        }
        // SAFETY: the result is initialized and its size bounded.
        Some(Integer::build(|result| unsafe { sys::fmpz_fib_ui(result, n) }))
    }

    /// The product of the primes up to `n`, or `None` beyond [`Integer::MAX_BITS`].
    pub fn primorial(n: u64) -> Option<Integer> {
        // Rosser and Schoenfeld 1962: the natural logarithm is below 1.01624 n.
        if !fits(n as f64 * 1.01624 * std::f64::consts::LOG2_E) {
            return None;
        }
        // SAFETY: the result is initialized and its size bounded.
        Some(Integer::build(|result| unsafe { sys::fmpz_primorial(result, n) }))
    }
}
