//! The Wire derive and the op! macro.
