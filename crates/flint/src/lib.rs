//! Safe Rust over FLINT: integers, rationals, polynomials, matrices.
