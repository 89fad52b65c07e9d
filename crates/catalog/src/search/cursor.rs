//! Continuing a search: opaque cursors that belong to one query and its settings.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A cursor that does not belong to this search, or to any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCursor;

/// The settings that a cursor is bound to.
pub struct Cursor {
    settings: Vec<u8>,
}

/// Not a secret: it makes cursors tamper-evident, and equal requests give equal cursors in every process.
const KEY: &[u8] = b"jacaranda search cursor 1";
const PREFIX: &str = "cursor.";
const TAG: usize = 28;

fn authenticated(parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = match Hmac::<Sha256>::new_from_slice(KEY) {
        Ok(mac) => mac,
        Err(_) => unreachable!("HMAC takes keys of every length"),
    };
    for part in parts {
        mac.update(&(part.len() as u64).to_le_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

impl Cursor {
    /// The settings of a search.
    pub fn settings(query: &str, namespace: Option<&str>, mode: &str) -> Cursor {
        let settings = authenticated(&[query.as_bytes(), namespace.unwrap_or("").as_bytes(), mode.as_bytes()]);
        Cursor { settings: settings.to_vec() }
    }

    /// The cursor that continues at `offset`.
    pub fn at(&self, offset: usize) -> String {
        let offset = (offset as u32).to_le_bytes();
        let tag = &authenticated(&[&self.settings, &offset])[..TAG];
        let mask = authenticated(&[tag]);
        let mut out = PREFIX.to_owned();
        let masked = offset.iter().zip(mask).map(|(byte, mask)| byte ^ mask);
        for byte in masked.chain(tag.iter().copied()) {
            out.push_str(&format!("{byte:02x}"));
        }
        out
    }

    /// The offset that a cursor of these settings holds.
    pub fn offset(&self, cursor: &str) -> Result<usize, InvalidCursor> {
        let digits = cursor.strip_prefix(PREFIX).ok_or(InvalidCursor)?;
        if digits.len() != 64 || !digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(InvalidCursor);
        }
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).map_err(|_| InvalidCursor)?;
        }
        let mask = authenticated(&[&bytes[4..]]);
        let offset =
            u32::from_le_bytes([bytes[0] ^ mask[0], bytes[1] ^ mask[1], bytes[2] ^ mask[2], bytes[3] ^ mask[3]]);
        if self.at(offset as usize) == cursor { Ok(offset as usize) } else { Err(InvalidCursor) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_fits_its_own_search_only() {
        let settings = Cursor::settings("prime", None, "precise");
        let cursor = settings.at(10);
        assert_eq!(cursor.len(), 7 + 64);
        assert_eq!(settings.offset(&cursor), Ok(10));
        for other in [("primes", None, "precise"), ("prime", Some("integer"), "precise"), ("prime", None, "broad")] {
            assert_eq!(Cursor::settings(other.0, other.1, other.2).offset(&cursor), Err(InvalidCursor));
        }
    }

    #[test]
    fn every_changed_digit_is_noticed() {
        let settings = Cursor::settings("gcd", None, "broad");
        let cursor = settings.at(3);
        for at in 7..cursor.len() {
            let mut changed = cursor.clone().into_bytes();
            changed[at] = if changed[at] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(changed).unwrap();
            assert_eq!(settings.offset(&changed), Err(InvalidCursor), "{changed}");
        }
        for broken in ["", "cursor.", "cursor.zz", "x", &cursor.to_uppercase(), &format!("{cursor}0")] {
            assert_eq!(settings.offset(broken), Err(InvalidCursor));
        }
    }
}
