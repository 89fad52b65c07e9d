//! Sums of terms, the way polynomials are written.

use std::borrow::Cow;

use super::latex_name;

/// The language of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// The grammar of this crate: `x^2 - 2*x + 1`.
    Text,
    /// LaTeX: `x^{2} - 2 x + 1`.
    Latex,
}

/// One term, a coefficient times a monomial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term<'a> {
    /// The coefficient without the sign that `is_negative` stands for: `3/2`, `12`, `1 + 2*I`. An integer or fraction
    /// of integers is set as LaTeX where that is wanted; any other text must already be in the style asked for, and is
    /// parenthesized if it is a sum or starts with a sign.
    pub coefficient: Cow<'a, str>,
    /// Whether the term is subtracted.
    pub is_negative: bool,
    /// Whether the coefficient is one, and so left out before a monomial.
    pub is_one: bool,
    /// Variables and their exponents in the order of printing. Exponent 0 leaves the variable out.
    pub monomial: Cow<'a, [(&'a str, i64)]>,
}

/// Writes the terms in the given order: `-3/2*x*y + 1`. The empty sum is `0`, and terms with coefficient `0` are left
/// out.
pub fn write_sum<'a>(terms: impl IntoIterator<Item = Term<'a>>, style: Style) -> String {
    let mut out = String::new();
    for term in terms.into_iter().filter(|term| term.coefficient != "0") {
        out.push_str(match (out.is_empty(), term.is_negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        push_term(&term, style, &mut out);
    }
    if out.is_empty() { "0".to_owned() } else { out }
}

fn push_term(term: &Term<'_>, style: Style, out: &mut String) {
    let times = if style == Style::Text { "*" } else { " " };
    let mut factors = term.monomial.iter().filter(|&&(_, exponent)| exponent != 0).peekable();
    let is_constant = factors.peek().is_none();
    let mut separator = "";
    if is_constant || !term.is_one {
        let follows_operator = !out.is_empty();
        push_coefficient(&term.coefficient, !is_constant || follows_operator, style, out);
        separator = times;
    }
    for &(name, exponent) in factors {
        out.push_str(separator);
        separator = times;
        match style {
            Style::Text => out.push_str(name),
            Style::Latex => out.push_str(&latex_name(name)),
        }
        match (exponent, style) {
            (1, _) => {}
            (_, Style::Text) => out.push_str(&format!("^{exponent}")),
            (_, Style::Latex) => out.push_str(&format!("^{{{exponent}}}")),
        }
    }
}

fn push_coefficient(coefficient: &str, needs_parentheses: bool, style: Style, out: &mut String) {
    if needs_parentheses && is_sum(coefficient) {
        let (open, close) = if style == Style::Text { ("(", ")") } else { (r"\left(", r"\right)") };
        out.extend([open, coefficient, close]);
        return;
    }
    let is_integer = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match coefficient.split_once('/') {
        Some((numerator, denominator)) if style == Style::Latex && is_integer(numerator) && is_integer(denominator) => {
            out.extend([r"\frac{", numerator, "}{", denominator, "}"]);
        }
        _ => out.push_str(coefficient),
    }
}

/// Whether there is a `+` or `-` outside of all brackets and outside of a number such as `1e-3`.
fn is_sum(coefficient: &str) -> bool {
    let bytes = coefficient.as_bytes();
    let mut depth = 0_usize;
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            b'+' | b'-' if depth == 0 => {
                let in_exponent = matches!(bytes[..index], [.., digit, b'e' | b'E'] if digit.is_ascii_digit());
                if !in_exponent {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term<'a>(coefficient: &'a str, monomial: &'a [(&'a str, i64)]) -> Term<'a> {
        let magnitude = coefficient.strip_prefix('-').unwrap_or(coefficient);
        Term {
            coefficient: magnitude.into(),
            is_negative: coefficient.starts_with('-'),
            is_one: magnitude == "1",
            monomial: monomial.into(),
        }
    }

    #[test]
    fn polynomials() {
        let square = [term("1", &[("x1", 2)]), term("-2", &[("x1", 1)]), term("1", &[])];
        assert_eq!(write_sum(square.clone(), Style::Text), "x1^2 - 2*x1 + 1");
        assert_eq!(write_sum(square, Style::Latex), "x_{1}^{2} - 2 x_{1} + 1");
        let bilinear = [term("-3/2", &[("x", 1), ("y", 1)]), term("1", &[("x", 0)])];
        assert_eq!(write_sum(bilinear.clone(), Style::Text), "-3/2*x*y + 1");
        assert_eq!(write_sum(bilinear, Style::Latex), r"-\frac{3}{2} x y + 1");
    }

    #[test]
    fn degenerate_sums() {
        assert_eq!(write_sum([], Style::Text), "0");
        assert_eq!(write_sum([], Style::Latex), "0");
        assert_eq!(write_sum([term("0", &[("x", 1)])], Style::Text), "0");
        assert_eq!(write_sum([term("0", &[]), term("-1", &[])], Style::Text), "-1");
        assert_eq!(write_sum([term("-1", &[("x", 1)])], Style::Text), "-x");
        assert_eq!(write_sum([term("1", &[("x", -2)])], Style::Latex), "x^{-2}");
    }

    #[test]
    fn coefficients_that_are_sums_get_parentheses() {
        let gaussian = || Term { coefficient: "1 - 2*I".into(), ..term("5", &[("x", 1)]) };
        assert_eq!(write_sum([gaussian()], Style::Text), "(1 - 2*I)*x");
        assert_eq!(write_sum([gaussian()], Style::Latex), r"\left(1 - 2*I\right) x");
        let constant = Term { monomial: Cow::Borrowed(&[]), ..gaussian() };
        assert_eq!(write_sum([constant.clone()], Style::Text), "1 - 2*I");
        assert_eq!(write_sum([Term { is_negative: true, ..constant }], Style::Text), "-(1 - 2*I)");
        assert_eq!(write_sum([term("1e-3", &[("x", 1)])], Style::Text), "1e-3*x");
        assert_eq!(write_sum([term("(a-b)", &[("x", 1)])], Style::Text), "(a-b)*x");
    }
}
