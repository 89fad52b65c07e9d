//! Writing the canonical document.

use crate::tree::{Number, Tree};

/// Writes compact JSON. Calls come in document order; commas are placed by the writer.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
    comma: bool,
}

impl Writer {
    /// An empty document.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// The finished document.
    pub fn into_string(self) -> String {
        self.out
    }

    /// How many bytes have been written.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Whether nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    fn separate(&mut self) {
        if self.comma {
            self.out.push(',');
        }
        self.comma = true;
    }

    /// Opens an object.
    pub fn begin_object(&mut self) {
        self.separate();
        self.out.push('{');
        self.comma = false;
    }

    /// Closes an object.
    pub fn end_object(&mut self) {
        self.out.push('}');
        self.comma = true;
    }

    /// Writes the key of the next member.
    pub fn key(&mut self, key: &str) {
        self.separate();
        escape(key, &mut self.out);
        self.out.push(':');
        self.comma = false;
    }

    /// Opens an array.
    pub fn begin_list(&mut self) {
        self.separate();
        self.out.push('[');
        self.comma = false;
    }

    /// Closes an array.
    pub fn end_list(&mut self) {
        self.out.push(']');
        self.comma = true;
    }

    /// `null`
    pub fn null(&mut self) {
        self.separate();
        self.out.push_str("null");
    }

    /// `true` or `false`
    pub fn boolean(&mut self, value: bool) {
        self.separate();
        self.out.push_str(if value { "true" } else { "false" });
    }

    /// A JSON integer.
    pub fn integer(&mut self, value: i64) {
        self.separate();
        let _ = std::fmt::Write::write_fmt(&mut self.out, format_args!("{value}"));
    }

    /// A string.
    pub fn text(&mut self, text: &str) {
        self.separate();
        escape(text, &mut self.out);
    }

    /// A string that needs no escaping (digits, say), produced straight into the document.
    pub fn plain(&mut self, produce: impl FnOnce(&mut String)) {
        self.separate();
        self.out.push('"');
        produce(&mut self.out);
        self.out.push('"');
    }

    /// One JSON value that is already written.
    pub fn raw(&mut self, json: &str) {
        self.separate();
        self.out.push_str(json);
    }

    /// A whole document.
    pub fn tree(&mut self, tree: &Tree) {
        match tree {
            Tree::Null => self.null(),
            Tree::Boolean(value) => self.boolean(*value),
            Tree::Number(Number::Integer(value)) => self.integer(*value),
            Tree::Number(Number::Decimal(text)) => self.raw(text),
            Tree::Text(text) => self.text(text),
            Tree::List(items) => {
                self.begin_list();
                items.iter().for_each(|item| self.tree(item));
                self.end_list();
            }
            Tree::Object(members) => {
                self.begin_object();
                for (key, member) in members {
                    self.key(key);
                    self.tree(member);
                }
                self.end_object();
            }
        }
    }
}

fn escape(text: &str, out: &mut String) {
    out.push('"');
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escaped = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x00..=0x1f => "",
            _ => continue,
        };
        out.push_str(&text[plain..at]);
        plain = at + 1;
        if escaped.is_empty() {
            let _ = std::fmt::Write::write_fmt(out, format_args!("\\u{byte:04x}"));
        } else {
            out.push_str(escaped);
        }
    }
    out.push_str(&text[plain..]);
    out.push('"');
}
