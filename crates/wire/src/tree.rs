//! A parsed document.

/// A JSON document. Objects keep the order of their keys and never hold one twice.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// A number, exact.
    Number(Number),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Tree>),
    /// An object, keys in document order.
    Object(Vec<(String, Tree)>),
}

/// A JSON number, never rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// Written without fraction and exponent, and within 64 bits.
    Integer(i64),
    /// Any other number, as it was written.
    Decimal(Box<str>),
}

impl Number {
    /// The value when it is a whole number of at most 64 bits, however it is written: `1`, `1.0` and `1e0` are the same
    /// number in JSON Schema.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Number::Integer(value) => Some(*value),
            Number::Decimal(text) => whole_number(text),
        }
    }
}

/// The integer that a JSON number denotes, when it denotes one of at most 64 bits.
fn whole_number(text: &str) -> Option<i64> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = [whole, fraction].concat();
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Some(0);
    }
    let shift = exponent.checked_sub(fraction.len() as i64)?;
    let magnitude = if shift >= 0 {
        if significant.len() as i64 + shift > 19 {
            return None;
        }
        format!("{significant}{}", "0".repeat(shift as usize))
    } else {
        let dropped = usize::try_from(shift.unsigned_abs()).ok()?;
        let cut = significant.len().checked_sub(dropped)?;
        let (kept, rest) = significant.split_at(cut);
        if rest.bytes().any(|digit| digit != b'0') {
            return None;
        }
        kept.to_owned()
    };
    let sign = if negative { "-" } else { "" };
    format!("{sign}{magnitude}").parse().ok()
}

impl Tree {
    /// The member `key` of an object.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        match self {
            Tree::Object(members) => members.iter().find(|(name, _)| name == key).map(|(_, tree)| tree),
            _ => None,
        }
    }

    /// Removes and returns the member `key` of an object.
    pub fn take(&mut self, key: &str) -> Option<Tree> {
        match self {
            Tree::Object(members) => {
                let at = members.iter().position(|(name, _)| name == key)?;
                Some(members.remove(at).1)
            }
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Tree::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a whole number of at most 64 bits.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Tree::Number(number) => number.as_integer(),
            _ => None,
        }
    }

    /// The items of an array.
    pub fn as_list(&self) -> Option<&[Tree]> {
        match self {
            Tree::List(items) => Some(items),
            _ => None,
        }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[(String, Tree)]> {
        match self {
            Tree::Object(members) => Some(members),
            _ => None,
        }
    }

    /// What kind of JSON value this is, as one says it in a message: "an object".
    pub fn kind(&self) -> &'static str {
        match self {
            Tree::Null => "null",
            Tree::Boolean(_) => "a boolean",
            Tree::Number(_) => "a number",
            Tree::Text(_) => "a string",
            Tree::List(_) => "an array",
            Tree::Object(_) => "an object",
        }
    }

    /// Compact JSON.
    pub fn to_json(&self) -> String {
        let mut writer = crate::Writer::new();
        writer.tree(self);
        writer.into_string()
    }
}

impl From<&str> for Tree {
    fn from(text: &str) -> Tree {
        Tree::Text(text.to_owned())
    }
}

impl From<String> for Tree {
    fn from(text: String) -> Tree {
        Tree::Text(text)
    }
}

impl From<bool> for Tree {
    fn from(value: bool) -> Tree {
        Tree::Boolean(value)
    }
}

impl From<i64> for Tree {
    fn from(value: i64) -> Tree {
        Tree::Number(Number::Integer(value))
    }
}

impl<K: Into<String>, const N: usize> From<[(K, Tree); N]> for Tree {
    fn from(members: [(K, Tree); N]) -> Tree {
        Tree::Object(members.into_iter().map(|(key, tree)| (key.into(), tree)).collect())
    }
}

impl From<Vec<Tree>> for Tree {
    fn from(items: Vec<Tree>) -> Tree {
        Tree::List(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_recognized_however_they_are_written() {
        let cases: [(&str, Option<i64>); 14] = [
            ("1.0", Some(1)),
            ("1e3", Some(1000)),
            ("-2.50e1", Some(-25)),
            ("1200e-2", Some(12)),
            ("0.0", Some(0)),
            ("-0.0", Some(0)),
            ("0e999999999999", Some(0)),
            ("9223372036854775807.0", Some(i64::MAX)),
            ("-9223372036854775808.0", Some(i64::MIN)),
            ("9223372036854775808", None),
            ("1.5", None),
            ("1e-1", None),
            ("1e400", None),
            ("1e-99999999999999999999", None),
        ];
        for (text, value) in cases {
            assert_eq!(Number::Decimal(text.into()).as_integer(), value, "{text}");
        }
    }
}
