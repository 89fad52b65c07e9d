//! Decimal text of [`Integer`].

use std::ffi::c_char;
use std::fmt;
use std::str::FromStr;

use flint3_sys as sys;

use super::Integer;

/// Why a text is not a canonical decimal integer (`0` or `-?[1-9][0-9]*`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseIntegerError {
    /// The text is empty.
    Empty,
    /// The text is a lone minus sign.
    MissingDigits,
    /// The number starts with a zero that it does not need.
    LeadingZero,
    /// Zero is written with a minus sign.
    NegativeZero,
    /// A character is neither a digit nor a leading minus sign.
    InvalidCharacter {
        /// The offending character.
        found: char,
        /// Its byte position.
        position: usize,
    },
}

impl fmt::Display for ParseIntegerError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseIntegerError::Empty => {
                write!(formatter, "an integer cannot be empty; write at least one digit")
            }
            ParseIntegerError::MissingDigits => {
                write!(formatter, "digits are missing after the minus sign")
            }
            ParseIntegerError::LeadingZero => {
                write!(formatter, "an integer other than 0 cannot start with 0; remove the leading zeros")
            }
            ParseIntegerError::NegativeZero => write!(formatter, "zero has no sign; write 0"),
            ParseIntegerError::InvalidCharacter { found, position } => write!(
                formatter,
                "{found:?} at byte {position} cannot be part of an integer; \
                 write decimal digits with an optional leading minus sign"
            ),
        }
    }
}

impl std::error::Error for ParseIntegerError {}

/// The longest magnitude that always fits in `i64`.
const WORD_DIGITS: usize = 18;

impl Integer {
    /// Reads a canonical decimal: `0` or `-?[1-9][0-9]*`, nothing else.
    ///
    /// Takes quasi-linear time in the length (FLINT's divide and conquer).
    ///
    /// # Errors
    /// Any other text, including `+5`, `007`, `-0`, separators and blanks.
    pub fn parse(text: &str) -> Result<Integer, ParseIntegerError> {
        let bytes = text.as_bytes();
        let (negative, digits) = match bytes {
            [] => return Err(ParseIntegerError::Empty),
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        if let Some(offset) = digits.iter().position(|byte| !byte.is_ascii_digit()) {
            let position = offset + usize::from(negative);
            // Every byte before is ASCII, so the position is a character boundary.
            let found = text[position..].chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
            return Err(ParseIntegerError::InvalidCharacter { found, position });
        }
        match digits {
            [] => return Err(ParseIntegerError::MissingDigits),
            [b'0'] if negative => return Err(ParseIntegerError::NegativeZero),
            [b'0', _, ..] => return Err(ParseIntegerError::LeadingZero),
            _ => {}
        }
        if digits.len() <= WORD_DIGITS {
            let magnitude = digits.iter().fold(0i64, |value, digit| value * 10 + i64::from(digit - b'0'));
            return Ok(Integer::from(if negative { -magnitude } else { magnitude }));
        }
        let mut terminated = Vec::with_capacity(bytes.len() + 1);
        terminated.extend_from_slice(bytes);
        terminated.push(0);
        // SAFETY: the text is null-terminated and the result initialized.
        Ok(Integer::build(|result| unsafe {
            let status = sys::fmpz_set_str(result, terminated.as_ptr().cast::<c_char>(), 10);
            debug_assert_eq!(status, 0);
        }))
    }

    /// Appends the decimal digits, with a minus sign for a negative integer.
    pub fn write_decimal(&self, target: &mut String) {
        // SAFETY: the value is initialized. FLINT needs room for the digits, the sign and the terminator, and
        // `fmpz_sizeinbase` never counts too few digits. FLINT writes ASCII only, so the text stays UTF-8.
        unsafe {
            let capacity = sys::fmpz_sizeinbase(self.raw(), 10) + 2;
            let bytes = target.as_mut_vec();
            bytes.reserve(capacity);
            let start = bytes.as_mut_ptr().add(bytes.len()).cast::<c_char>();
            sys::fmpz_get_str(start, 10, self.raw());
            bytes.set_len(bytes.len() + libc::strlen(start));
        }
    }

    /// The exact number of decimal digits of the absolute value; 1 for zero.
    pub fn decimal_digits(&self) -> u64 {
        if !self.is_large() {
            return u64::from(self.0.unsigned_abs().checked_ilog10().unwrap_or(0)) + 1;
        }
        let limbs = self.large_limbs();
        let (&top, rest) = limbs.split_last().unwrap_or((&0, &[]));
        let second = rest.last().copied().unwrap_or(0);
        let leading = top as f64 + second as f64 * 2f64.powi(-64);
        let logarithm = leading.log10() + rest.len() as f64 * 64.0 * std::f64::consts::LOG10_2;
        let nearest = logarithm.round();
        // The estimate is off by far less than this for any integer that fits in memory.
        if (logarithm - nearest).abs() > 1e-4 {
            return logarithm.floor() as u64 + 1;
        }
        let power = Integer::build(|result| {
            // SAFETY: the result is initialized, and 10^nearest is about as large as this integer.
            unsafe { sys::fmpz_ui_pow_ui(result, 10, nearest as u64) }
        });
        nearest as u64 + u64::from(self.cmp_abs(&power).is_ge())
    }
}

impl FromStr for Integer {
    type Err = ParseIntegerError;

    fn from_str(text: &str) -> Result<Integer, ParseIntegerError> {
        Integer::parse(text)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_large() {
            return fmt::Display::fmt(&self.0, formatter);
        }
        let mut text = String::new();
        self.write_decimal(&mut text);
        let digits = text.trim_start_matches('-');
        formatter.pad_integral(digits.len() == text.len(), "", digits)
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}
