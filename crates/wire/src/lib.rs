//! How a typed value is read from a document and written to one.
//!
//! * [`json`] reads JSON strictly: what other readers let pass silently (duplicate keys, lone surrogates, bottomless
//!   nesting, numbers of thousands of digits) is reported with its location.
//! * [`Spec`] is a static table that says what documents a type accepts. `#[derive(Wire)]` writes it, together with the
//!   reader and the writer of the type.
//! * [`Report`] collects *all* problems of a document, each with location, code and message.
//! * [`schema`](fn@schema) turns a [`Spec`] into JSON Schema 2020-12.
//! * [`Writer`] writes the canonical document: compact JSON, fields in declared order.
//!
//! A type is kind in what it reads (every form with one unambiguous meaning) and strict in what it writes (one form).
#![forbid(unsafe_code)]

extern crate self as wire;

pub mod json;
mod object;
mod read;
mod report;
pub mod schema;
mod spec;
mod tree;
mod writer;

pub use object::{ObjectReader, UnionReader, assert_field, nearest, read_choice};
pub use read::{Wire, from_json, from_tree, read_decimal_integer, read_rational_texts, to_json, to_tree};
pub use report::{Class, Location, Problem, Report, Step};
pub use schema::{Side, schema};
pub use spec::{Bounds, Choice, DEFAULT_DIGITS, Field, Kind, Pattern, Presence, Spec, VARIABLE, Variant};
pub use tree::{Number, Tree};
pub use wire_derive::Wire;
pub use writer::Writer;

/// The largest magnitude of a JSON integer that every JSON reader keeps exact: 2^53 - 1.
pub const MAX_SAFE_INTEGER: i64 = 9_007_199_254_740_991;
