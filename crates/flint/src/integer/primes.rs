//! Primality and factorization of [`Integer`].

use std::mem::MaybeUninit;

use flint3_sys as sys;

use super::Integer;

/// An integer as `sign * p1^e1 * p2^e2 * …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factorization {
    /// −1, 0 or 1; 0 for zero, whose list of factors is empty.
    pub sign: i8,
    /// The primes, proved and in ascending order, with their positive exponents.
    pub factors: Vec<(Integer, u32)>,
}

impl Factorization {
    /// The integer that was factored. Panics beyond [`Integer::MAX_BITS`].
    pub fn product(&self) -> Integer {
        self.factors.iter().fold(Integer::from(i64::from(self.sign)), |product, (prime, exponent)| {
            product * prime.pow(u64::from(*exponent))
        })
    }
}

impl Integer {
    /// The largest size at which [`Integer::is_prime`] attempts a proof: the table of FLINT's APR-CL test.
    pub const MAX_PRIMALITY_PROOF_BITS: u64 = 12_713;

    /// Whether the integer passes the Baillie–PSW test: every prime does, and no composite is known to.
    ///
    /// Below 2^64 the answer is proved. Integers below 2 fail.
    #[inline]
    pub fn is_probable_prime(&self) -> bool {
        // SAFETY: the value is initialized.
        unsafe { sys::fmpz_is_probabprime(self.raw()) != 0 }
    }

    /// Whether the integer is prime, proved.
    ///
    /// Tables decide up to 64 bits and strong tests to fixed bases up to about 81 bits (Sorenson and Webster 2016).
    /// Beyond, FLINT looks for enough factors of n − 1 and n + 1 (Pocklington, Morrison, Brillhart–Lehmer–Selfridge)
    /// and falls back to APR-CL: about 0.1 s at 100 decimal digits, seconds at 300, and impractical well before the
    /// limit below. The computation cannot be interrupted.
    ///
    /// A composite is recognized at any size. `None`: the integer passes the Baillie–PSW test but has more than
    /// [`Integer::MAX_PRIMALITY_PROOF_BITS`] bits, so that no proof was attempted.
    pub fn is_prime(&self) -> Option<bool> {
        let bits = self.bits();
        if bits > 128 && !self.is_probable_prime() {
            return Some(false);
        }
        if bits > Integer::MAX_PRIMALITY_PROOF_BITS {
            return None;
        }
        // SAFETY: the value is initialized and within the range in which the proof succeeds.
        Some(unsafe { sys::fmpz_is_prime(self.raw()) != 0 })
    }

    /// The smallest prime above `self`: a proved prime, or one that passes the Baillie–PSW test.
    ///
    /// `None` only if a proof is demanded for an integer beyond [`Integer::MAX_PRIMALITY_PROOF_BITS`].
    pub fn next_prime(&self, proved: bool) -> Option<Integer> {
        let mut candidate = self.clone();
        loop {
            // SAFETY: the values are initialized.
            candidate = Integer::build(|result| unsafe {
                sys::fmpz_nextprime(result, candidate.raw(), 0);
            });
            if !proved || candidate.is_prime()? {
                return Some(candidate);
            }
        }
    }

    /// The factorization into primes.
    ///
    /// Trial division, then elliptic curves for factors of up to a third of the digits, then the quadratic sieve
    /// (which keeps its relations in a file it creates in `/tmp`, and fails without write access there). A product of
    /// two primes of equal size takes half a second at 50 decimal digits and about ten times as long for every ten
    /// digits more; the computation cannot be interrupted.
    pub fn factor(&self) -> Factorization {
        let sign = self.signum();
        if sign == 0 {
            return Factorization { sign, factors: Vec::new() };
        }
        let mut raw = MaybeUninit::<sys::fmpz_factor_struct>::uninit();
        let mut factors = Vec::new();
        // SAFETY: the structure is initialized first, read within its length and cleared last.
        unsafe {
            sys::fmpz_factor_init(raw.as_mut_ptr());
            let mut raw = raw.assume_init();
            sys::fmpz_factor(&raw mut raw, self.raw());
            for index in 0..raw.num as usize {
                let prime = Integer::build(|result| sys::fmpz_swap(result, raw.p.add(index)));
                factors.push((prime, narrow(*raw.exp.add(index))));
            }
            sys::fmpz_factor_clear(&raw mut raw);
        }
        factors.sort();
        factors.dedup_by(|later, earlier| {
            let same = later.0 == earlier.0;
            if same {
                earlier.1 += later.1;
            }
            same
        });
        Factorization { sign, factors }
    }
}

/// Exponents fit because an integer has at most [`Integer::MAX_BITS`] bits.
fn narrow(exponent: u64) -> u32 {
    u32::try_from(exponent).unwrap_or_else(|_| super::panic_too_large())
}
