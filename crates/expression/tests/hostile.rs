//! Input made to break a parser.
#![allow(clippy::unwrap_used)]

use expression::{Limits, ParseErrorKind, Vocabulary, parse};
use proptest::prelude::*;

const WIDE: Limits = Limits { bytes: usize::MAX, depth: usize::MAX, nodes: usize::MAX, digits: 10_000 };

fn generous() -> Limits {
    Limits { bytes: 1 << 20, ..Limits::default() }
}

#[test]
fn deep_nesting_is_a_small_error() {
    for (piece, column) in [("(", 257), ("-", 257), ("+", 257), ("sin(", 1025), ("x^", 513), ("2^-", 385)] {
        let text = piece.repeat(100_000);
        let error = parse(&text, &Vocabulary::any().elementary(), &generous()).unwrap_err();
        assert_eq!(error.kind(), &ParseErrorKind::TooDeep { limit: 256 }, "{piece}");
        assert!(error.to_string().len() < 200);
        // A power counts where its operand starts, so the column varies with the piece.
        assert_eq!(error.column(), column, "{piece}");
    }
}

#[test]
fn no_depth_exhausts_the_stack() {
    let depth = 100_000;
    for text in [
        format!("{}x{}", "(1+".repeat(depth), ")".repeat(depth)),
        format!("{}x", "-".repeat(depth)),
        format!("{}x", "x^".repeat(depth)),
        format!("{}x{}", "sin(".repeat(depth), ")".repeat(depth)),
        format!("x{}", "+x".repeat(depth)),
        format!("x{}", "/x".repeat(depth)),
    ] {
        let vocabulary = Vocabulary::any().elementary();
        let expression = parse(&text, &vocabulary, &WIDE).unwrap();
        assert_eq!(parse(&expression.to_string(), &vocabulary, &WIDE).unwrap(), expression);
        assert!(expression.to_latex().len() > depth);
        assert_eq!(expression.root().ratio(), None);
    }
}

#[test]
fn long_sums_are_within_the_default_limits() {
    let text = vec!["x"; 32_000].join("+");
    assert_eq!(parse(&text, &Vocabulary::any(), &Limits::default()).unwrap().node_count(), 63_999);
}

#[test]
fn long_texts_and_names() {
    let error = parse(&"x".repeat(100_000), &Vocabulary::any(), &Limits::default()).unwrap_err();
    assert_eq!(error.kind(), &ParseErrorKind::TooLong { bytes: 100_000, limit: 65_536 });
    let error = parse(&"x".repeat(100_000), &Vocabulary::any(), &generous()).unwrap_err();
    assert_eq!(error.kind(), &ParseErrorKind::NameTooLong { length: 100_000, limit: 32 });
    let error = parse(&"9".repeat(50_000), &Vocabulary::any(), &Limits::default()).unwrap_err();
    assert_eq!(error.kind(), &ParseErrorKind::NumberTooLong { digits: Some(50_000), limit: 10_000 });
}

#[test]
fn odd_texts_are_refused() {
    for text in [
        "",
        " ",
        "\n",
        "\0",
        "x\0",
        "1..2",
        "1.2.3",
        "x^^2",
        "x^",
        "^x",
        "*x",
        "x*/y",
        "1e+",
        "1_000",
        "_x",
        "x!",
        "x;y",
        "x=y",
        "[x]",
        "\u{feff}x",
        "\u{202e}x",
        "é",
        "٣",
        "x\u{a0}y",
        "²",
        "√(x)",
        "x⁻",
        ",",
        ")(",
        "0x1F",
        "NaN(1)",
    ] {
        let vocabulary = Vocabulary::variables(["x", "y"]).unwrap().elementary();
        assert!(parse(text, &vocabulary, &Limits::default()).is_err(), "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn arbitrary_text_never_panics(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn text_near_the_grammar_never_panics(
        pieces in prop::collection::vec(
            prop::sample::select(vec![
                "x", "y", "e", "E", "sin", "atan2", "(", ")", ",", "+", "-", "*", "**", "^", "/", " ", "1", "0", ".", "2.5",
                "1e3", "²", "⁻³", "−", "·", "$",
            ]),
            0..24,
        )
    ) {
        check(&pieces.concat())?;
    }
}

/// Whatever is refused has its error inside the text; whatever is accepted prints to an equal tree.
fn check(text: &str) -> Result<(), TestCaseError> {
    let vocabulary = Vocabulary::variables(["x", "y", "e"]).unwrap().elementary();
    match parse(text, &vocabulary, &Limits::default()) {
        Ok(expression) => {
            let printed = expression.to_string();
            let reread = parse(&printed, &vocabulary, &Limits::default());
            prop_assert_eq!(reread.as_ref(), Ok(&expression), "{} printed as {}", text, printed);
            prop_assert!(!expression.to_latex().is_empty());
        }
        Err(error) => {
            prop_assert!(text.get(error.span().start..error.span().end).is_some());
            prop_assert!(error.column() <= text.chars().count() + 1);
        }
    }
    Ok(())
}
