//! Moduli for random checks.

use std::hash::{DefaultHasher, Hash, Hasher};

use flint::modular::Modulus;

/// An endless sequence of 62-bit primes that depends on a question and on the claimed answer.
///
/// An identity between integers that does not hold survives reduction modulo one such prime only if the prime divides
/// the difference; two primes leave a wrong answer less than one chance in 2^80, as long as the difference has under
/// 2^40 bits. The primes come from a hash of the claim itself (the transform of A. Fiat and A. Shamir, CRYPTO '86): the
/// check is deterministic, and nobody can pick a wrong answer to suit primes known in advance.
pub struct ChallengePrimes {
    state: [u64; 2],
}

impl ChallengePrimes {
    /// The sequence for a question and a claimed answer.
    pub fn new(question: &impl Hash, claim: &impl Hash) -> ChallengePrimes {
        ChallengePrimes {
            state: [1u64, 2].map(|half| {
                // The standard library fixes the keys of this hasher.
                let mut hasher = DefaultHasher::new();
                (half, question, claim).hash(&mut hasher);
                hasher.finish()
            }),
        }
    }

    fn draw(&mut self) -> u64 {
        let increments = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];
        for (half, increment) in self.state.iter_mut().zip(increments) {
            *half = half.wrapping_add(increment);
        }
        mixed(self.state[0]) ^ mixed(self.state[1]).rotate_left(32)
    }
}

/// The output function of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
fn mixed(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

impl Iterator for ChallengePrimes {
    type Item = Modulus;

    fn next(&mut self) -> Option<Modulus> {
        loop {
            let candidate = (self.draw() >> 2) | (1 << 61) | 1;
            if let Some(prime) = Modulus::new(candidate).filter(|modulus| modulus.is_prime()) {
                return Some(prime);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_large_reproducible_and_depend_on_the_claim() {
        let primes = |claim: u64| -> Vec<u64> {
            ChallengePrimes::new(&"question", &claim).take(5).map(|modulus| modulus.get()).collect()
        };
        let first = primes(1);
        assert!(first.iter().all(|prime| prime.ilog2() == 61));
        assert_eq!(first, primes(1));
        assert!(primes(2).iter().all(|prime| !first.contains(prime)));
    }
}
