//! Lines of bounded length from a byte stream.

use std::io::{BufRead, BufReader, Read, Result};

const BUFFER_BYTES: usize = 64 << 10;
/// A line buffer that grew beyond this is given back after its line.
const KEPT_BYTES: usize = 1 << 20;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// A line without its newline.
    Whole(&'a [u8]),
    /// A line over the limit. All of it has been discarded.
    TooLong,
}

/// Reads lines of at most `limit` bytes.
pub(crate) struct Lines<R> {
    source: BufReader<R>,
    line: Vec<u8>,
    limit: usize,
}

impl<R: Read> Lines<R> {
    /// Lines of `source`, at most `limit` bytes each, newlines not counted.
    pub(crate) fn new(source: R, limit: usize) -> Lines<R> {
        Lines { source: BufReader::with_capacity(BUFFER_BYTES, source), line: Vec::new(), limit }
    }

    /// The next line; `None` at the end. A last line without newline counts.
    pub(crate) fn next(&mut self) -> Result<Option<Line<'_>>> {
        if self.line.capacity() > KEPT_BYTES {
            self.line = Vec::new();
        }
        self.line.clear();
        let room = self.limit as u64 + 1;
        if self.source.by_ref().take(room).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        } else if self.line.len() > self.limit {
            self.line = Vec::new();
            self.source.skip_until(b'\n')?;
            return Ok(Some(Line::TooLong));
        }
        Ok(Some(Line::Whole(&self.line)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Every line of `text` under a limit of four bytes; `None` for one that is too long.
    fn lines(text: &str) -> Vec<Option<String>> {
        let mut lines = Lines::new(text.as_bytes(), 4);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push(match line {
                Line::Whole(bytes) => Some(String::from_utf8(bytes.to_vec()).unwrap()),
                Line::TooLong => None,
            });
        }
        all
    }

    #[test]
    fn lines_up_to_the_limit_are_whole_and_longer_ones_are_passed_over() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(lines(""), []);
        assert_eq!(lines("\n"), [some("")]);
        assert_eq!(lines("abcd\nx"), [some("abcd"), some("x")]);
        assert_eq!(lines("abcde\nx\n"), [None, some("x")]);
        assert_eq!(lines(&format!("{}\nx\n", "a".repeat(1 << 18))), [None, some("x")]);
        assert_eq!(lines("abcde"), [None]);
    }
}
