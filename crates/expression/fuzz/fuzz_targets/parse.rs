//! Parses arbitrary text; what is accepted must print to an equal tree, and what is refused must say where.
#![no_main]

use expression::{Limits, Vocabulary, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for vocabulary in [Vocabulary::any(), Vocabulary::any().elementary()] {
        match parse(text, &vocabulary, &Limits::default()) {
            Ok(expression) => {
                let printed = expression.to_string();
                // Printing writes out what the text abbreviates, so it may be longer than what was parsed.
                let limits = Limits { bytes: usize::MAX, ..Limits::default() };
                assert_eq!(parse(&printed, &vocabulary, &limits).as_ref(), Ok(&expression));
                let _ = expression.to_latex();
                let _ = expression.root().ratio();
            }
            Err(error) => {
                assert!(text.get(error.span().start..error.span().end).is_some());
                assert!(!error.to_string().is_empty());
            }
        }
    }
});
