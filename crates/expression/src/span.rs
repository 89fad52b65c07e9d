//! Places in the text.

/// A range of byte offsets in the parsed text: `start` inclusive, `end` exclusive, both on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The range `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The 1-based column of the start, counted in characters over the whole text (line feeds count as one each).
    pub fn column(self, text: &str) -> usize {
        text.char_indices().take_while(|&(offset, _)| offset < self.start).count() + 1
    }

    /// The text in this range; empty if the range does not belong to `text`.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }
}
