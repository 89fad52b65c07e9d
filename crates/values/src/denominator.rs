//! Common denominators.

use flint::{Integer, Rational};

/// The least common denominator of the numbers, positive, and 1 for none; `None` when it has more than `bits` bits.
pub fn common_denominator<'r>(numbers: impl IntoIterator<Item = &'r Rational>, bits: u64) -> Option<Integer> {
    let mut common = Integer::ONE;
    for number in numbers {
        // Most denominators add nothing, and divisibility is cheaper to see than a new multiple to compute.
        if !number.is_integer() && !number.denominator().divides(&common) {
            common = common.lcm(number.denominator());
            if common.bits() > bits {
                return None;
            }
        }
    }
    Some(common)
}
