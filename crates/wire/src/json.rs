//! A strict JSON reader (RFC 8259, and I-JSON's rules of RFC 7493 that keep a document unambiguous).
//!
//! What is not JSON at all is a [`SyntaxError`]. What is JSON but ambiguous or hostile (a duplicate key, a lone surrogate,
//! nesting too deep, a number of thousands of digits) is a [`Violation`] with its location: reading goes on, so that the
//! caller still learns who sent the document and where in it the fault lies.

use std::collections::HashSet;

use crate::report::{Location, Step};
use crate::tree::{Number, Tree};

/// How large a document may be in other respects than its length.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Deepest nesting of arrays and objects that is kept.
    pub depth: usize,
    /// Longest number, in characters.
    pub number: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: 64, number: 1000 }
    }
}

/// A document that is JSON, with what breaks the strict rules in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The document. Where a rule is broken, the offending part is left out (see [`Rule`]).
    pub tree: Tree,
    /// Every breach of a rule, in document order.
    pub violations: Vec<Violation>,
}

/// One breach of the strict rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where in the document.
    pub location: Location,
    /// Which rule.
    pub rule: Rule,
}

/// The strict rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An object has the same key twice; the first is kept.
    DuplicateKey,
    /// A `\u` escape is half of a pair; U+FFFD stands in its place.
    LoneSurrogate,
    /// Nested too deep; `null` stands in its place.
    TooDeep,
    /// A number too long; 0 stands in its place.
    NumberTooLong,
}

impl Rule {
    /// A stable word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Rule::DuplicateKey => "json.duplicate_key",
            Rule::LoneSurrogate => "json.lone_surrogate",
            Rule::TooDeep => "json.too_deep",
            Rule::NumberTooLong => "json.number_too_long",
        }
    }

    /// What is wrong, and what would be accepted.
    pub fn message(self, limits: &Limits) -> String {
        match self {
            Rule::DuplicateKey => "this key stands twice in its object; give each key once".to_owned(),
            Rule::LoneSurrogate => {
                "a \\u escape is one half of a surrogate pair; write both halves or the character itself".to_owned()
            }
            Rule::TooDeep => format!("arrays and objects are nested deeper than {} levels", limits.depth),
            Rule::NumberTooLong => format!(
                "a JSON number may have at most {} characters; write a large integer as a decimal string",
                limits.number
            ),
        }
    }
}

/// The text is not JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct SyntaxError {
    /// Byte offset at which reading stopped.
    pub offset: usize,
    /// What was expected there.
    pub message: &'static str,
    /// The members of the top-level object that had been read by then.
    pub members: Vec<(String, Tree)>,
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "not JSON at byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// Reads one JSON document that fills all of `bytes`.
pub fn parse(bytes: &[u8], limits: &Limits) -> Result<Document, SyntaxError> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let offset = error.valid_up_to();
            // What was readable before the broken byte may hold the sender's id.
            let before = std::str::from_utf8(&bytes[..offset]).unwrap_or("");
            let members = match Reader::new(before, limits).document() {
                Ok(_) => Vec::new(),
                Err(stopped) => stopped.members,
            };
            return Err(SyntaxError { offset, message: "the text is not UTF-8", members });
        }
    };
    Reader::new(text, limits).document()
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    limits: &'a Limits,
    path: Vec<Step>,
    violations: Vec<Violation>,
    members: Vec<(String, Tree)>,
}

type Read<T> = Result<T, &'static str>;

impl<'a> Reader<'a> {
    fn new(text: &'a str, limits: &'a Limits) -> Reader<'a> {
        Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            limits,
            path: Vec::new(),
            violations: Vec::new(),
            members: Vec::new(),
        }
    }

    fn document(mut self) -> Result<Document, SyntaxError> {
        let read = self.value().and_then(|tree| {
            self.blanks();
            if self.at == self.bytes.len() { Ok(tree) } else { Err("nothing may follow the document") }
        });
        match read {
            Ok(tree) => Ok(Document { tree, violations: self.violations }),
            Err(message) => Err(SyntaxError { offset: self.at, message, members: self.members }),
        }
    }

    fn blanks(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn violated(&mut self, rule: Rule) {
        self.violations.push(Violation { location: self.path.clone(), rule });
    }

    fn value(&mut self) -> Read<Tree> {
        self.blanks();
        match self.peek() {
            Some(b'{') if self.path.len() < self.limits.depth => self.object(),
            Some(b'[') if self.path.len() < self.limits.depth => self.list(),
            Some(b'{' | b'[') => self.skip_deep(),
            Some(b'"') => Ok(Tree::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Tree::Boolean(true)),
            Some(b'f') => self.word("false", Tree::Boolean(false)),
            Some(b'n') => self.word("null", Tree::Null),
            Some(_) => Err("expected a JSON value"),
            None => Err("the document ends where a value is due"),
        }
    }

    fn word(&mut self, word: &str, tree: Tree) -> Read<Tree> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(tree)
        } else {
            Err("expected a JSON value")
        }
    }

    fn list(&mut self) -> Read<Tree> {
        self.at += 1;
        let mut items = Vec::new();
        self.blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Tree::List(items));
        }
        loop {
            self.path.push(Step::Index(items.len()));
            items.push(self.value()?);
            self.path.pop();
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Tree::List(items));
                }
                _ => return Err("expected ',' or ']' in an array"),
            }
        }
    }

    fn object(&mut self) -> Read<Tree> {
        self.at += 1;
        let top = self.path.is_empty();
        let mut members: Vec<(String, Tree)> = Vec::new();
        let mut seen: HashSet<String> = HashSet::new();
        self.blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Tree::Object(members));
        }
        loop {
            self.blanks();
            if self.peek() != Some(b'"') {
                return Err("expected a key in double quotes");
            }
            let key = self.string()?;
            self.blanks();
            if self.peek() != Some(b':') {
                return Err("expected ':' after a key");
            }
            self.at += 1;
            self.path.push(Step::from(key.clone()));
            // A set is worth its allocation only for wide objects.
            let duplicate = if members.len() < 16 {
                members.iter().any(|(name, _)| *name == key)
            } else {
                if seen.is_empty() {
                    seen.extend(members.iter().map(|(name, _)| name.clone()));
                }
                !seen.insert(key.clone())
            };
            if duplicate {
                self.violated(Rule::DuplicateKey);
            }
            let value = self.value()?;
            self.path.pop();
            if !duplicate {
                if top && matches!(value, Tree::Text(_) | Tree::Number(_) | Tree::Null) {
                    self.members.push((key.clone(), value.clone()));
                }
                members.push((key, value));
            }
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Tree::Object(members));
                }
                _ => return Err("expected ',' or '}' in an object"),
            }
        }
    }

    /// Passes over an array or object below the depth limit without recursion, checking that brackets match and that
    /// strings end.
    fn skip_deep(&mut self) -> Read<Tree> {
        self.violated(Rule::TooDeep);
        let mut open = Vec::new();
        loop {
            match self.peek() {
                None => return Err("the document ends inside an array or object"),
                Some(byte @ (b'[' | b'{')) => {
                    open.push(byte);
                    self.at += 1;
                }
                Some(byte @ (b']' | b'}')) => {
                    let expected = if byte == b']' { b'[' } else { b'{' };
                    if open.pop() != Some(expected) {
                        return Err("brackets do not match");
                    }
                    self.at += 1;
                    if open.is_empty() {
                        return Ok(Tree::Null);
                    }
                }
                Some(b'"') => {
                    self.string()?;
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn number(&mut self) -> Read<Tree> {
        let start = self.at;
        let mut plain = true;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err("expected a digit"),
        }
        if matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err("a number may not begin with a superfluous 0");
        }
        if self.peek() == Some(b'.') {
            plain = false;
            self.at += 1;
            self.required_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            plain = false;
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.required_digits()?;
        }
        let text = &self.text[start..self.at];
        if text.len() > self.limits.number {
            self.violated(Rule::NumberTooLong);
            return Ok(Tree::Number(Number::Integer(0)));
        }
        match text.parse::<i64>() {
            Ok(value) if plain => Ok(Tree::Number(Number::Integer(value))),
            _ => Ok(Tree::Number(Number::Decimal(text.into()))),
        }
    }

    fn digits(&mut self) {
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
    }

    fn required_digits(&mut self) -> Read<()> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err("expected a digit");
        }
        self.digits();
        Ok(())
    }

    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut start = self.at;
        let mut out = String::new();
        loop {
            match self.peek() {
                None => return Err("the document ends inside a string"),
                Some(b'"') => {
                    let rest = &self.text[start..self.at];
                    self.at += 1;
                    if out.is_empty() {
                        return Ok(rest.to_owned());
                    }
                    out.push_str(rest);
                    return Ok(out);
                }
                Some(b'\\') => {
                    out.push_str(&self.text[start..self.at]);
                    self.at += 1;
                    out.push(self.escape()?);
                    start = self.at;
                }
                Some(0x00..=0x1f) => return Err("a control character in a string must be escaped"),
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Read<char> {
        let byte = self.peek().ok_or("the document ends inside a string")?;
        self.at += 1;
        Ok(match byte {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex4()?;
                if !(0xd800..0xe000).contains(&first) {
                    return char::from_u32(first).ok_or("not a character");
                }
                let after = self.at;
                if first < 0xdc00 && self.bytes[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    let second = self.hex4()?;
                    if (0xdc00..0xe000).contains(&second) {
                        let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                        return char::from_u32(code).ok_or("not a character");
                    }
                    self.at = after;
                }
                self.violated(Rule::LoneSurrogate);
                char::REPLACEMENT_CHARACTER
            }
            _ => return Err("unknown escape in a string"),
        })
    }

    fn hex4(&mut self) -> Read<u32> {
        let digits = self.bytes.get(self.at..self.at + 4).ok_or("expected four hexadecimal digits")?;
        let mut value = 0;
        for &digit in digits {
            let digit = char::from(digit).to_digit(16).ok_or("expected four hexadecimal digits")?;
            value = value * 16 + digit;
        }
        self.at += 4;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Document, SyntaxError> {
        parse(text.as_bytes(), &Limits::default())
    }

    fn rules(text: &str) -> Vec<(Rule, Location)> {
        read(text).unwrap().violations.into_iter().map(|v| (v.rule, v.location)).collect()
    }

    #[test]
    fn what_is_not_json_is_refused_with_its_offset() {
        let cases = [
            ("", 0),
            ("nul", 0),
            ("NaN", 0),
            ("[1,]", 3),
            ("[1 2]", 3),
            ("{\"a\" 1}", 5),
            ("{a:1}", 1),
            ("007", 1),
            ("+5", 0),
            ("1.", 2),
            (".5", 0),
            ("1e", 2),
            ("-", 1),
            ("\"a", 2),
            ("\"\\x\"", 3),
            ("\"\\u12g4\"", 3),
            ("\"a\nb\"", 2),
            ("[] []", 3),
            ("'a'", 0),
            ("// c\n1", 0),
        ];
        for (text, offset) in cases {
            assert_eq!(read(text).map_err(|error| error.offset), Err(offset), "{text:?}");
        }
        assert_eq!(parse(b"[\"\xff\"]", &Limits::default()).map_err(|error| error.offset), Err(2));
    }

    #[test]
    fn the_id_of_a_broken_message_is_still_known() {
        let broken = read("{\"jsonrpc\":\"2.0\",\"id\":7,\"params\":{\"x\":NaN}}").unwrap_err();
        assert_eq!(Tree::Object(broken.members).get("id"), Some(&Tree::from(7)));
        let bytes = b"{\"id\":\"a\",\"params\":\"\xff\"}";
        let broken = parse(bytes, &Limits::default()).unwrap_err();
        assert_eq!(Tree::Object(broken.members).get("id"), Some(&Tree::from("a")));
    }

    #[test]
    fn breaches_are_located_and_reading_goes_on() {
        assert_eq!(
            rules("{\"a\":[{\"b\":1,\"b\":2}],\"id\":1}"),
            vec![(Rule::DuplicateKey, vec!["a".into(), 0.into(), "b".into()])]
        );
        assert_eq!(rules("[\"\\ud800x\"]"), vec![(Rule::LoneSurrogate, vec![0.into()])]);
        assert_eq!(rules("[\"\\udc00\\ud800\\u0041\"]").len(), 2);
        assert_eq!(rules(&format!("[{}]", "9".repeat(1001))), vec![(Rule::NumberTooLong, vec![0.into()])]);
        assert!(rules(&format!("[{}]", "9".repeat(1000))).is_empty());
    }

    #[test]
    fn depth_is_bounded_without_recursion() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(rules(&nested(64)).is_empty());
        let deep = rules(&nested(1_000_000));
        assert_eq!(deep.len(), 1);
        assert_eq!((deep[0].0, deep[0].1.len()), (Rule::TooDeep, 64));
        assert!(read(&"[".repeat(1_000_000)).is_err());
        assert!(read(&format!("{}{}", "[".repeat(100), "}".repeat(100))).is_err());
    }

    #[test]
    fn wide_objects_find_their_duplicates() {
        let members: Vec<String> = (0..40).map(|index| format!("\"k{}\":0", index % 39)).collect();
        assert_eq!(rules(&format!("{{{}}}", members.join(","))), vec![(Rule::DuplicateKey, vec!["k0".into()])]);
    }

    #[test]
    fn strings_and_numbers_are_exact() {
        let document = read(
            "[\"caf\\u00e9 \\ud83d\\ude00 \\/\\b\\f\\n\\r\\t\\\"\\\\\", 123456789012345678901234567890, -0, 1.50]",
        );
        let tree = document.unwrap().tree;
        assert_eq!(tree.as_list().unwrap()[0], Tree::from("café 😀 /\u{8}\u{c}\n\r\t\"\\"));
        assert_eq!(tree.as_list().unwrap()[1], Tree::Number(Number::Decimal("123456789012345678901234567890".into())));
        assert_eq!(tree.as_list().unwrap()[2], Tree::from(0));
        assert_eq!(read(&tree.to_json()).unwrap().tree, tree);
    }
}
