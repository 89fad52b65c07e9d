//! Small exact fractions, for exponents.

/// A fraction in lowest terms with a positive denominator, both parts within `i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: i64,
    denominator: i64,
}

impl Ratio {
    /// `numerator / denominator` in lowest terms; `None` if the denominator is zero or a part does not fit.
    pub fn new(numerator: i64, denominator: i64) -> Option<Self> {
        Self::reduce(numerator.into(), denominator.into())
    }

    /// The numerator, which carries the sign.
    pub fn numerator(self) -> i64 {
        self.numerator
    }

    /// The denominator, at least 1.
    pub fn denominator(self) -> i64 {
        self.denominator
    }

    /// The value if it is an integer.
    pub fn to_integer(self) -> Option<i64> {
        (self.denominator == 1).then_some(self.numerator)
    }

    fn reduce(numerator: i128, denominator: i128) -> Option<Self> {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok().filter(|_| denominator != 0)? * denominator.signum();
        Some(Self {
            numerator: i64::try_from(numerator / divisor).ok()?,
            denominator: i64::try_from(denominator / divisor).ok()?,
        })
    }

    fn parts(self) -> (i128, i128) {
        (self.numerator.into(), self.denominator.into())
    }

    pub(crate) fn negate(self) -> Option<Self> {
        Self::reduce(-i128::from(self.numerator), self.denominator.into())
    }

    pub(crate) fn add(self, other: Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        // Each product is below 2^126 in size, so their sum fits.
        Self::reduce(a * d + c * b, b * d)
    }

    pub(crate) fn subtract(self, other: Self) -> Option<Self> {
        self.add(other.negate()?)
    }

    pub(crate) fn multiply(self, other: Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::reduce(a * c, b * d)
    }

    pub(crate) fn divide(self, other: Self) -> Option<Self> {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Self::reduce(a * d, b * c)
    }

    /// An integer power; `None` for other exponents and for a negative power of zero.
    pub(crate) fn power(self, exponent: Self) -> Option<Self> {
        let exponent = exponent.to_integer()?;
        let size = u32::try_from(exponent.unsigned_abs()).ok()?;
        let (numerator, denominator) = (self.numerator.checked_pow(size)?, self.denominator.checked_pow(size)?);
        if exponent < 0 { Self::new(denominator, numerator) } else { Self::new(numerator, denominator) }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> Ratio {
        Ratio::new(numerator, denominator).unwrap()
    }

    #[test]
    fn lowest_terms() {
        assert_eq!(ratio(-4, -6), ratio(2, 3));
        assert_eq!(ratio(0, -7), ratio(0, 1));
        assert_eq!(ratio(i64::MIN, i64::MIN), ratio(1, 1));
        assert_eq!(Ratio::new(1, 0), None);
        assert_eq!(Ratio::new(0, 0), None);
        assert_eq!(Ratio::new(1, i64::MIN), None);
    }

    #[test]
    fn arithmetic() {
        let (half, third) = (ratio(1, 2), ratio(1, 3));
        assert_eq!(half.add(third), Ratio::new(5, 6));
        assert_eq!(half.subtract(third), Ratio::new(1, 6));
        assert_eq!(half.multiply(third), Ratio::new(1, 6));
        assert_eq!(half.divide(third), Ratio::new(3, 2));
        assert_eq!(half.divide(ratio(0, 1)), None);
        assert_eq!(half.power(ratio(-3, 1)), Ratio::new(8, 1));
        assert_eq!(half.power(third), None);
    }

    #[test]
    fn overflow_is_none() {
        assert_eq!(ratio(i64::MIN, 1).negate(), None);
        assert_eq!(ratio(i64::MAX, 1).add(ratio(1, 1)), None);
        assert_eq!(ratio(2, 1).power(ratio(63, 1)), None);
        assert_eq!(ratio(1, 1).power(ratio(i64::MAX, 1)), None);
        assert_eq!(ratio(0, 1).power(ratio(-1, 1)), None);
        assert_eq!(ratio(0, 1).power(ratio(0, 1)), Ratio::new(1, 1));
    }
}
