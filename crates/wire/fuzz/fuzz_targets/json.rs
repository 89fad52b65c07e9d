//! Arbitrary bytes never panic the strict reader, and what it accepts it reads again the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wire::json::{Limits, parse};

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::default();
    if let Ok(document) = parse(bytes, &limits) {
        let again = parse(document.tree.to_json().as_bytes(), &limits).expect("what is written is JSON");
        assert_eq!(again.tree, document.tree);
        assert!(again.violations.is_empty());
    }
});
