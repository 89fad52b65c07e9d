//! Arbitrary text never panics a derived reader, and what it accepts it writes and reads again the same.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use wire::{Report, VARIABLE, Wire, from_json, to_json};

#[derive(Wire, Debug, PartialEq)]
struct Subject {
    #[wire(value in 1..=30)]
    size: u32,
    #[wire(pattern = VARIABLE)]
    variable: Option<String>,
    #[wire(items <= 3, each(length <= 4))]
    words: Vec<String>,
    weights: BTreeMap<String, (i64, bool)>,
    shape: Option<Shape>,
}

#[derive(Wire, Debug, PartialEq)]
#[wire(tag = "kind")]
enum Shape {
    Point,
    Nested {
        #[wire(recursive)]
        inner: Box<Shape>,
    },
}

fuzz_target!(|text: &str| {
    let mut report = Report::new();
    if let Ok(Some(value)) = from_json::<Subject>(text, &mut report) {
        let again = from_json::<Subject>(&to_json(&value), &mut report).expect("what is written is JSON");
        assert_eq!(again, Some(value));
    }
});
