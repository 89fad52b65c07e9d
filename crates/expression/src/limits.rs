//! Bounds on what [`parse`](crate::parse) accepts.

/// Bounds on one text. The parser runs on an explicit stack, so no setting can overflow the program's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Length of the text in bytes.
    pub bytes: usize,
    /// Nesting of parentheses, calls, signs and powers in powers. Sums and products do not nest, whatever their length.
    pub depth: usize,
    /// Number of nodes of the tree: numbers, names, operators and calls.
    pub nodes: usize,
    /// Digits of one number, counted in its numerator and in its denominator when written out as a fraction: `1e5` has
    /// six, and so has the denominator of `1e-5`.
    pub digits: usize,
}

impl Default for Limits {
    /// 65,536 bytes, depth 256, 65,536 nodes, 10,000 digits.
    fn default() -> Self {
        Self { bytes: 65_536, depth: 256, nodes: 65_536, digits: 10_000 }
    }
}
