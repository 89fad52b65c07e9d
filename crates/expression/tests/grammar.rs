//! What the grammar accepts and how it reads it.
#![allow(clippy::unwrap_used)]

use expression::{
    Algebra, Constant, Decimal, Exponent, Expression, Function, Limits, Node, NodeKind, Vocabulary, integer_exponent,
    parse,
};

fn read(text: &str) -> Expression {
    let vocabulary = Vocabulary::variables(["x", "y", "z", "x1", "e", "f"]).unwrap().elementary();
    parse(text, &vocabulary, &Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Writes every operation in prefix form, which shows the structure and nothing else.
struct Prefix;

impl Algebra for Prefix {
    type Value = String;
    type Error = std::convert::Infallible;

    fn number(&mut self, _: Node<'_>, value: &Decimal) -> Result<String, Self::Error> {
        Ok(value.to_string())
    }
    fn variable(&mut self, at: Node<'_>, index: usize) -> Result<String, Self::Error> {
        Ok(at.expression().variables()[index].clone())
    }
    fn constant(&mut self, _: Node<'_>, constant: Constant) -> Result<String, Self::Error> {
        Ok(format!("<{constant}>"))
    }
    fn negate(&mut self, _: Node<'_>, operand: String) -> Result<String, Self::Error> {
        Ok(format!("[neg {operand}]"))
    }
    fn add(&mut self, _: Node<'_>, left: String, right: String) -> Result<String, Self::Error> {
        Ok(format!("[+ {left} {right}]"))
    }
    fn subtract(&mut self, _: Node<'_>, left: String, right: String) -> Result<String, Self::Error> {
        Ok(format!("[- {left} {right}]"))
    }
    fn multiply(&mut self, _: Node<'_>, left: String, right: String) -> Result<String, Self::Error> {
        Ok(format!("[* {left} {right}]"))
    }
    fn divide(&mut self, _: Node<'_>, left: String, right: String) -> Result<String, Self::Error> {
        Ok(format!("[/ {left} {right}]"))
    }
    fn power(&mut self, _: Node<'_>, base: String, exponent: Exponent<String>) -> Result<String, Self::Error> {
        Ok(match exponent {
            Exponent::Integer(exponent) => format!("[^ {base} {exponent}]"),
            Exponent::Fraction(ratio) => format!("[^ {base} {}|{}]", ratio.numerator(), ratio.denominator()),
            Exponent::Value(exponent) => format!("[^ {base} {exponent}]"),
        })
    }
    fn call(&mut self, _: Node<'_>, function: Function, arguments: Vec<String>) -> Result<String, Self::Error> {
        Ok(format!("[{function} {}]", arguments.join(" ")))
    }
}

#[test]
fn precedence() {
    for (text, structure) in [
        ("x + y - z", "[- [+ x y] z]"),
        ("x - (y - z)", "[- x [- y z]]"),
        ("x + y*z", "[+ x [* y z]]"),
        ("x/y/z", "[/ [/ x y] z]"),
        ("x/y*z", "[* [/ x y] z]"),
        ("x*y^z", "[* x [^ y z]]"),
        ("x^y^z", "[^ x [^ y z]]"),
        ("(x^y)^z", "[^ [^ x y] z]"),
        ("x**y", "[^ x y]"),
        ("-x^2", "[neg [^ x 2]]"),
        ("(-x)^2", "[^ [neg x] 2]"),
        ("2^-3", "[^ 2 -3]"),
        ("x^-y^z*z", "[* [^ x [neg [^ y z]]] z]"),
        ("-x*y", "[* [neg x] y]"),
        ("-x + y", "[+ [neg x] y]"),
        ("x*-y + z", "[+ [* x [neg y]] z]"),
        ("x - -y", "[- x [neg y]]"),
        ("--x", "[neg [neg x]]"),
        ("+x", "x"),
        ("-+-x", "[neg [neg x]]"),
        ("((x))", "x"),
    ] {
        assert_eq!(read(text).fold(&mut Prefix).unwrap(), structure, "{text}");
    }
}

#[test]
fn implicit_products() {
    for (text, structure) in [
        ("2x", "[* 2 x]"),
        ("2 x1", "[* 2 x1]"),
        ("2(1+x)", "[* 2 [+ 1 x]]"),
        ("(x)(y)", "[* x y]"),
        ("x y", "[* x y]"),
        ("2 pi", "[* 2 <pi>]"),
        ("1/2x", "[* [/ 1 2] x]"),
        ("2^3x", "[* [^ 2 3] x]"),
        ("-2x", "[* [neg 2] x]"),
        ("x(y)", "[* x y]"),
        ("pi(x)", "[* <pi> x]"),
        ("f(x)", "[* f x]"),
        ("2e", "[* 2 e]"),
        ("2E", "[* 2 <E>]"),
        ("2exp(x)", "[* 2 [exp x]]"),
        ("2 sin(x)cos(y)", "[* [* 2 [sin x]] [cos y]]"),
        ("x^2(y)", "[* [^ x 2] y]"),
    ] {
        assert_eq!(read(text).fold(&mut Prefix).unwrap(), structure, "{text}");
    }
}

#[test]
fn calls_and_constants() {
    for (text, structure) in [
        ("ln(x)", "[log x]"),
        ("asinh ( x )", "[arcsinh x]"),
        ("atan2(y, x + 1)", "[atan2 y [+ x 1]]"),
        ("sqrt(exp(-x))", "[sqrt [exp [neg x]]]"),
        ("I + pi + E", "[+ [+ <I> <pi>] <E>]"),
    ] {
        assert_eq!(read(text).fold(&mut Prefix).unwrap(), structure, "{text}");
    }
}

#[test]
fn pasted_signs() {
    for (pasted, typed) in [
        ("x − y", "x - y"),
        ("x·y", "x*y"),
        ("x×y", "x*y"),
        ("x÷y", "x/y"),
        ("x²", "x^2"),
        ("x⁻¹⁰", "x^-10"),
        ("-x²y", "-(x^2)*y"),
        ("2^x²", "2^(x^2)"),
        ("(x+1)³", "(x+1)^3"),
        ("sin(x)²", "(sin(x))^2"),
        ("1e−3", "0.001"),
        ("x\t+\r\ny", "x + y"),
    ] {
        assert_eq!(read(pasted), read(typed), "{pasted}");
    }
}

#[test]
fn numbers() {
    for (text, value) in [
        ("0", "0"),
        ("12", "12"),
        ("1.5", "1.5"),
        (".5", "0.5"),
        ("0.50", "0.5"),
        ("1e-3", "0.001"),
        ("1e-03", "0.001"),
        ("2.5E+10", "25000000000"),
        ("1e9999", "1e9999"),
        ("0e5", "0"),
    ] {
        assert_eq!(read(text).to_string(), value, "{text}");
    }
}

#[test]
fn exponents_are_exact() {
    for (text, structure) in [
        ("x^(1+1)", "[^ x 2]"),
        ("x^(2^10)", "[^ x 1024]"),
        ("x^2^3", "[^ x 8]"),
        ("x^0.5", "[^ x 1|2]"),
        ("x^-(3/2)", "[^ x -3|2]"),
        ("x^(4/2)", "[^ x 2]"),
        ("x^y", "[^ x y]"),
        ("x^(1/0)", "[^ x [/ 1 0]]"),
        ("x^(y^(1+1)+1)", "[^ x [+ [^ y 2] 1]]"),
        ("x^9223372036854775808", "[^ x 9223372036854775808]"),
        ("x^1e99", "[^ x 1e99]"),
    ] {
        assert_eq!(read(text).fold(&mut Prefix).unwrap(), structure, "{text}");
    }
}

#[test]
fn literal_integers() {
    for (text, value) in [
        ("2", Some(2)),
        ("-3", Some(-3)),
        ("(-(-(4)))", Some(4)),
        ("2.0", Some(2)),
        ("1e3", Some(1000)),
        ("1+1", None),
        ("x", None),
        ("0.5", None),
        ("9223372036854775808", None),
    ] {
        assert_eq!(integer_exponent(read(text).root()), value, "{text}");
    }
}

#[test]
fn nodes_know_their_place() {
    let expression = read("x·(y − sin(z))");
    let NodeKind::Multiply(_, difference) = expression.root().kind() else { panic!("not a product") };
    assert_eq!((difference.source(), difference.column()), ("y − sin(z)", 4));
    let NodeKind::Subtract(_, call) = difference.kind() else { panic!("not a difference") };
    assert_eq!((call.source(), call.column()), ("sin(z)", 8));
    assert_eq!(expression.root().source(), "x·(y − sin(z))");
    assert_eq!(read("(x)(y)").root().source(), "(x)(y)");
    assert_eq!(read(" -(x) ").root().source(), "-(x)");
}

#[test]
fn undeclared_variables_are_numbered_as_they_appear() {
    let expression = parse("b*a + b", &Vocabulary::any(), &Limits::default()).unwrap();
    assert_eq!(expression.variables(), ["b", "a"]);
    assert_eq!(expression.to_string(), "b*a + b");
}

#[test]
fn declared_names_hide_constants() {
    let vocabulary = Vocabulary::variables(["I", "sin"]).unwrap();
    let expression = parse("I*sin + sin(I)", &vocabulary, &Limits::default()).unwrap();
    assert_eq!(expression.fold(&mut Prefix).unwrap(), "[+ [* I sin] [* sin I]]");
    let calls = parse("sin(I)*sin", &vocabulary.with_functions([Function::Sin]), &Limits::default()).unwrap();
    assert_eq!(calls.fold(&mut Prefix).unwrap(), "[* [sin I] sin]");
}
