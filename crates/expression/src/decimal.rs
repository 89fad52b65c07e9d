//! Exact decimal numbers, kept as text.

use std::borrow::Cow;
use std::fmt;

/// A non-negative exact decimal number, `digits * 10^-scale`.
///
/// `digits` has no leading zeros (zero is `"0"` with scale 0) and, where the scale is positive, no trailing ones. A large
/// power of ten stays a scale, so that `1e9999` costs a few bytes until [`Decimal::fraction`] writes it out. Equality is
/// equality of value: `12e3` equals `12000`.
#[derive(Clone, Debug)]
pub struct Decimal {
    digits: String,
    scale: i64,
}

impl Decimal {
    /// `digits * 10^-scale`; `None` unless `digits` is one or more ASCII digits and |`scale`| is at most 10^12.
    pub fn new(digits: &str, scale: i64) -> Option<Self> {
        if digits.is_empty()
            || !digits.bytes().all(|byte| byte.is_ascii_digit())
            || scale.unsigned_abs() > 1_000_000_000_000
        {
            return None;
        }
        let significant = digits.trim_start_matches('0');
        if significant.is_empty() {
            return Some(Self::from(0));
        }
        let zeros = significant.len() - significant.trim_end_matches('0').len();
        let removable = zeros.min(usize::try_from(scale).unwrap_or(0));
        Some(Self { digits: significant[..significant.len() - removable].to_owned(), scale: scale - removable as i64 })
    }

    /// The significant digits, without leading zeros.
    pub fn digits(&self) -> &str {
        &self.digits
    }

    /// The power of ten that divides the digits; negative if it multiplies them.
    pub fn scale(&self) -> i64 {
        self.scale
    }

    /// Whether this is an integer, however it was written (`2.0`, `1e3`).
    pub fn is_integer(&self) -> bool {
        self.scale <= 0
    }

    /// The integer written out in full, `None` for a proper fraction. The length is what the digit limit allowed.
    pub fn as_integer_text(&self) -> Option<Cow<'_, str>> {
        match self.scale {
            0 => Some(Cow::Borrowed(&self.digits)),
            1.. => None,
            scale => Some(Cow::Owned(format!("{}{}", self.digits, zeros(scale)))),
        }
    }

    /// Numerator and denominator written out in full, the denominator a power of ten; not in lowest terms.
    pub fn fraction(&self) -> (Cow<'_, str>, Cow<'static, str>) {
        match self.as_integer_text() {
            Some(integer) => (integer, Cow::Borrowed("1")),
            None => (Cow::Borrowed(&self.digits), Cow::Owned(format!("1{}", zeros(self.scale)))),
        }
    }

    /// The value if it is an integer that fits.
    pub fn to_i64(&self) -> Option<i64> {
        // 10^19 exceeds every i64, so a longer scale need not be written out.
        if self.scale < -19 {
            return None;
        }
        self.as_integer_text()?.parse().ok()
    }

    /// The greater digit count of numerator and denominator when written out, saturating.
    pub(crate) fn written_digits(&self) -> u64 {
        let numerator = (self.digits.len() as u64).saturating_add(self.scale.min(0).unsigned_abs());
        numerator.max(self.scale.max(0).unsigned_abs() + 1)
    }

    /// Whether the text form is plain digits and a point rather than scientific notation.
    pub(crate) fn is_plain(&self) -> bool {
        const PADDING: i64 = 20;
        self.scale >= -PADDING && self.scale <= self.digits.len() as i64 + PADDING
    }

    fn key(&self) -> (&str, i64) {
        let significant = self.digits.trim_end_matches('0');
        (significant, self.scale - (self.digits.len() - significant.len()) as i64)
    }
}

/// As many zeros as the scale is long; callers have bounded it by the digit limit.
fn zeros(scale: i64) -> String {
    "0".repeat(usize::try_from(scale.unsigned_abs()).unwrap_or(usize::MAX))
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.digits == "0" && other.digits == "0" || self.key() == other.key()
    }
}

impl Eq for Decimal {}

impl From<u64> for Decimal {
    fn from(value: u64) -> Self {
        Self { digits: value.to_string(), scale: 0 }
    }
}

impl fmt::Display for Decimal {
    /// Plain digits (`0.001`, `2500`) while at most 20 zeros of padding are needed, else scientific (`25e99`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_plain() {
            return write!(f, "{}e{}", self.digits, -self.scale);
        }
        if let Some(integer) = self.as_integer_text() {
            return f.write_str(&integer);
        }
        let scale = usize::try_from(self.scale).unwrap_or(0);
        match self.digits.len().checked_sub(scale) {
            Some(0) => write!(f, "0.{}", self.digits),
            Some(point) => write!(f, "{}.{}", &self.digits[..point], &self.digits[point..]),
            None => write!(f, "0.{:0>scale$}", self.digits),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn decimal(digits: &str, scale: i64) -> Decimal {
        Decimal::new(digits, scale).unwrap()
    }

    #[test]
    fn written_forms() {
        for (digits, scale, text, numerator, denominator) in [
            ("0", 0, "0", "0", "1"),
            ("000", 7, "0", "0", "1"),
            ("12", 0, "12", "12", "1"),
            ("0012", 0, "12", "12", "1"),
            ("150", 2, "1.5", "15", "10"),
            ("20", 1, "2", "2", "1"),
            ("5", 1, "0.5", "5", "10"),
            ("1", 3, "0.001", "1", "1000"),
            ("25", -9, "25000000000", "25000000000", "1"),
            ("123", 2, "1.23", "123", "100"),
        ] {
            let value = decimal(digits, scale);
            assert_eq!(value.to_string(), text);
            assert_eq!(value.fraction(), (numerator.into(), denominator.into()));
        }
        assert_eq!(decimal("25", -99).to_string(), "25e99");
        assert_eq!(decimal("25", 99).to_string(), "25e-99");
    }

    #[test]
    fn equality_is_of_values() {
        assert_eq!(decimal("12", -3), decimal("12000", 0));
        assert_eq!(decimal("20", 1), decimal("2", 0));
        assert_eq!(decimal("0", -5), Decimal::from(0));
        assert_ne!(decimal("12", -3), decimal("12", 0));
        assert_ne!(decimal("1", 0), decimal("0", 0));
    }

    #[test]
    fn machine_integers() {
        assert_eq!(decimal("9223372036854775807", 0).to_i64(), Some(i64::MAX));
        assert_eq!(decimal("9223372036854775808", 0).to_i64(), None);
        assert_eq!(decimal("1", -18).to_i64(), Some(1_000_000_000_000_000_000));
        assert_eq!(decimal("1", -900_000_000_000).to_i64(), None);
        assert_eq!(decimal("15", 1).to_i64(), None);
    }

    #[test]
    fn malformed_digits_are_refused() {
        for digits in ["", "-1", "1 ", "1.5", "٣"] {
            assert_eq!(Decimal::new(digits, 0), None);
        }
        assert_eq!(Decimal::new("1", i64::MIN), None);
    }
}
