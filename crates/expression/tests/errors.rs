//! What is refused, where, and what the message says.
#![allow(clippy::unwrap_used)]

use expression::{Limits, ParseError, ParseErrorKind, Span, Vocabulary, parse};
use insta::assert_snapshot;

fn refuse_with(text: &str, vocabulary: &Vocabulary, limits: &Limits) -> ParseError {
    parse(text, vocabulary, limits).expect_err(text)
}

fn refuse(text: &str) -> ParseError {
    let vocabulary = Vocabulary::variables(["x", "y"]).unwrap().elementary();
    refuse_with(text, &vocabulary, &Limits { digits: 20, ..Limits::default() })
}

#[test]
fn columns_and_spans() {
    for (text, column, start, end) in [
        ("", 1, 0, 0),
        ("  ", 3, 2, 2),
        ("x +", 4, 3, 3),
        ("x · $", 5, 5, 6),
        ("x^^2", 3, 2, 3),
        ("x***2", 4, 3, 4),
        ("(x", 3, 2, 2),
        ("x)", 2, 1, 2),
        ("()", 2, 1, 2),
        ("x, y", 2, 1, 2),
        ("(x, y)", 3, 2, 3),
        ("sin(x,)", 7, 6, 7),
        ("x 2", 3, 2, 3),
        ("1..2", 2, 1, 2),
        ("1.", 2, 1, 2),
        (".", 1, 0, 1),
        ("y + 007", 5, 4, 7),
        ("x⁰⁷", 2, 1, 7),
        ("x²^3", 3, 3, 4),
        ("x² ³", 4, 4, 6),
        ("x⁻", 2, 1, 4),
        ("1e", 2, 1, 2),
        ("x + foo*y", 5, 4, 7),
        ("x + foo(y)", 5, 4, 7),
        ("x sin y", 3, 2, 5),
        ("2*sin()", 3, 2, 7),
        ("atan2(x)", 1, 0, 8),
        ("sin(x, y)", 1, 0, 9),
        ("1 + 1e999999999999", 5, 4, 18),
        ("x\0", 2, 1, 2),
        ("foo + 007", 1, 0, 3),
    ] {
        let error = refuse(text);
        assert_eq!((error.column(), error.span()), (column, Span::new(start, end)), "{text:?}: {error}");
    }
}

#[test]
fn messages() {
    assert_snapshot!(refuse(""), @"column 1: the text is empty; expected a number, a name, a sign or '('");
    assert_snapshot!(refuse("x +"), @"column 4: the text ends too early; expected a number, a name, a sign or '('");
    assert_snapshot!(refuse("2*(x + y"), @"column 9: the text ends too early; expected an operator or ')' (the parenthesis at column 3 is still open)");
    assert_snapshot!(refuse("atan2(x"), @"column 8: the text ends too early; expected an operator, ',' or ')' (the parenthesis at column 6 is still open)");
    assert_snapshot!(refuse("x)"), @"column 2: unexpected ')'; expected an operator or the end of the text");
    assert_snapshot!(refuse("(x, y)"), @"column 3: unexpected ','; expected an operator or ')'");
    assert_snapshot!(refuse("x^^2"), @"column 3: unexpected '^'; expected a number, a name, a sign or '('");
    assert_snapshot!(refuse("π x"), @"column 1: unexpected character 'π' (U+03C0); write pi");
    assert_snapshot!(refuse("x = y"), @"column 3: unexpected character '=' (U+003D); write the difference of both sides");
    assert_snapshot!(refuse("x\0"), @r"column 2: unexpected character '\0' (U+0000); expected numbers, names, + - * / ^ ( ) and commas between arguments");
    assert_snapshot!(refuse("x 2"), @"column 3: a number follows an operand without an operator; write * or ^ between them");
    assert_snapshot!(refuse("1..2"), @"column 2: a decimal point without digits after it; write 1.0 or 1, not 1.");
    assert_snapshot!(refuse("007"), @"column 1: a number with leading zeros; write 7, not 007");
    assert_snapshot!(refuse("x²^3"), @"column 3: a power follows a superscript; write (x^2)^3 or x^(2^3) to say which is meant");
    assert_snapshot!(refuse("1e"), @"column 2: unknown name 'e' (did you mean E?); accepted: variables x, y; constants I, pi, E");
    assert_snapshot!(refuse("xy"), @"column 1: unknown name 'xy' (did you mean x*y?); accepted: variables x, y; constants I, pi, E");
    assert_snapshot!(refuse("xy(x)"), @"column 1: unknown function 'xy' (did you mean x*y?); accepted functions: exp, log, sqrt, isqrt, cbrt, inv_cbrt, inv_pow_3_2, sin, cos, tan, cot, sec, csc, sinh, cosh, tanh, coth, arcsin, arccos, arctan, arcsinh, arccosh, arctanh, erf, gaussian, atan2; for a product of variables write xy*(...)");
    assert_snapshot!(refuse("sine(x)"), @"column 1: unknown function 'sine' (did you mean sin or sinh?); accepted functions: exp, log, sqrt, isqrt, cbrt, inv_cbrt, inv_pow_3_2, sin, cos, tan, cot, sec, csc, sinh, cosh, tanh, coth, arcsin, arccos, arctan, arcsinh, arccosh, arctanh, erf, gaussian, atan2; for a product of variables write sine*(...)");
    assert_snapshot!(refuse("sin x"), @"column 1: 'sin' is a function; write sin(...)");
    assert_snapshot!(refuse("atan2(x)"), @"column 1: 'atan2' takes 2 arguments, not 1");
    assert_snapshot!(refuse("sin(x, y)"), @"column 1: 'sin' takes 1 argument, not 2");
    assert_snapshot!(refuse("123456789012345678901"), @"column 1: a number of 21 digits when written out; the limit is 20 digits, use fewer");
    assert_snapshot!(refuse("1e20"), @"column 1: a number of 21 digits when written out; the limit is 20 digits, use fewer");
    assert_snapshot!(refuse("1e999999999999"), @"column 1: a number with a far too large exponent; the limit is 20 digits, use fewer");
    assert_snapshot!(refuse(&"x".repeat(33)), @"column 1: a name of 33 characters; the limit is 32, use a shorter one");
}

#[test]
fn limits() {
    let limits = Limits { bytes: 20, depth: 3, nodes: 5, digits: 4 };
    let refuse = |text: &str| refuse_with(text, &Vocabulary::any(), &limits);
    assert_snapshot!(refuse("x + x + x + x + x + x"), @"column 1: the text has 21 bytes; the limit is 20, split it or factor it");
    assert_snapshot!(refuse("((((x))))"), @"column 4: parentheses, signs or powers are nested deeper than the limit of 3; simplify the text");
    assert_snapshot!(refuse("x^x^x^x^x"), @"column 7: parentheses, signs or powers are nested deeper than the limit of 3; simplify the text");
    assert_snapshot!(refuse("---x⁻²"), @"column 5: parentheses, signs or powers are nested deeper than the limit of 3; simplify the text");
    assert_snapshot!(refuse("x + x + x + x"), @"column 13: more numbers, names and operators than the limit of 5; split the text");
    for accepted in ["x+x+x              ", "(((x)))", "x^x^x", "---x", "9999", "1e3", "1e-3", "-x⁻²"] {
        assert!(parse(accepted, &Vocabulary::any(), &limits).is_ok(), "{accepted}");
    }
    assert!(matches!(refuse("1e-4").kind(), ParseErrorKind::NumberTooLong { digits: Some(5), limit: 4 }));
}

#[test]
fn polynomial_vocabularies_have_no_functions_and_constants() {
    let declared = Vocabulary::variables(["x"]).unwrap();
    let refuse = |text: &str, vocabulary: &Vocabulary| refuse_with(text, vocabulary, &Limits::default());
    for vocabulary in [&declared, &Vocabulary::any()] {
        assert_eq!(refuse("x*pi", vocabulary).kind(), &ParseErrorKind::ConstantNotAllowed("pi".into()));
        for text in ["sin(x)", "sin x"] {
            let kind = ParseErrorKind::FunctionNotAllowed { name: "sin".into(), accepted: "none".into() };
            assert_eq!(refuse(text, vocabulary).kind(), &kind);
        }
    }
    assert_snapshot!(refuse("x*I", &declared), @"column 3: the constant 'I' is not allowed here; declare it to use it as a variable");
    assert_snapshot!(refuse("exp(x)", &declared), @"column 1: the function 'exp' is not allowed here; accepted functions: none");
    assert_snapshot!(refuse("x(x + 1)", &Vocabulary::any()), @"column 1: unknown function 'x'; accepted functions: none; for a product of variables write x*(...)");
}
