//! The binary: picks a face.

fn main() {}
