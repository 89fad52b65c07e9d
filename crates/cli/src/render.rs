//! Mathematics as people write it.

use expression::{Style, Term, write_sum};
use wire::{Number, Tree};

/// Lines that show a document: mathematical values as mathematics, everything else as an outline.
pub(crate) fn render(tree: &Tree, style: Style) -> Vec<String> {
    if let Some(lines) = value(tree, style) {
        return lines;
    }
    match tree {
        Tree::Object(members) => {
            members.iter().flat_map(|(key, member)| labelled(key, &render(member, style))).collect()
        }
        Tree::List(items) if items.iter().all(is_short) => {
            let texts: Vec<String> = items.iter().map(|item| render(item, style).join(" ")).collect();
            vec![format!("[{}]", texts.join(", "))]
        }
        Tree::List(items) => items.iter().flat_map(|item| indented(&render(item, style), "- ", "  ")).collect(),
        scalar => vec![plain(scalar)],
    }
}

fn labelled(key: &str, lines: &[String]) -> Vec<String> {
    match lines {
        [] => vec![format!("{key}: -")],
        [single] => vec![format!("{key}: {single}")],
        several => std::iter::once(format!("{key}:")).chain(indented(several, "  ", "  ")).collect(),
    }
}

fn indented(lines: &[String], first: &str, rest: &str) -> Vec<String> {
    lines.iter().enumerate().map(|(at, line)| format!("{}{line}", if at == 0 { first } else { rest })).collect()
}

fn is_short(tree: &Tree) -> bool {
    match tree {
        Tree::List(items) => {
            items.len() <= 12 && items.iter().all(|item| !matches!(item, Tree::Object(_)) && is_short(item))
        }
        Tree::Object(_) => rational(tree).is_some(),
        _ => true,
    }
}

fn plain(tree: &Tree) -> String {
    match tree {
        Tree::Text(text) => text.clone(),
        Tree::Number(Number::Integer(value)) => value.to_string(),
        other => other.to_json(),
    }
}

/// A mathematical value that is recognized by its form.
fn value(tree: &Tree, style: Style) -> Option<Vec<String>> {
    if let Some((num, den)) = rational(tree) {
        return Some(vec![fraction(num, den, style)]);
    }
    polynomial(tree, style).map(|text| vec![text]).or_else(|| matrix(tree, style))
}

/// Numerator and denominator of a rational.
fn rational(tree: &Tree) -> Option<(&str, &str)> {
    match tree {
        Tree::Object(members) if members.len() == 2 => Some((tree.get("num")?.as_text()?, tree.get("den")?.as_text()?)),
        _ => None,
    }
}

fn fraction(num: &str, den: &str, style: Style) -> String {
    match (style, den) {
        (_, "1") => num.to_owned(),
        (Style::Latex, _) => match num.strip_prefix('-') {
            Some(num) => format!("-\\frac{{{num}}}{{{den}}}"),
            None => format!("\\frac{{{num}}}{{{den}}}"),
        },
        _ => format!("{num}/{den}"),
    }
}

fn polynomial(tree: &Tree, style: Style) -> Option<String> {
    let variables: Vec<&str> = tree.get("variables")?.as_list()?.iter().map(Tree::as_text).collect::<Option<_>>()?;
    let terms = tree.get("polynomial")?.get("terms")?.as_list()?;
    let mut sum = Vec::new();
    for term in terms {
        let (num, den) = rational(term.get("coefficient")?)?;
        let exponents: Vec<i64> =
            term.get("exponents")?.as_list()?.iter().map(Tree::as_integer).collect::<Option<_>>()?;
        let monomial: Vec<(&str, i64)> =
            variables.iter().copied().zip(exponents).filter(|(_, exponent)| *exponent != 0).collect();
        let magnitude = num.trim_start_matches('-');
        let coefficient = if den == "1" { magnitude.to_owned() } else { format!("{magnitude}/{den}") };
        sum.push(Term {
            is_one: coefficient == "1",
            coefficient: coefficient.into(),
            is_negative: num.starts_with('-'),
            monomial: monomial.into(),
        });
    }
    Some(write_sum(sum, style))
}

fn matrix(tree: &Tree, style: Style) -> Option<Vec<String>> {
    tree.get("row_count")?;
    let rows = tree.get("entries")?.as_list()?;
    let mut texts: Vec<Vec<String>> = Vec::new();
    for row in rows {
        let entry = |entry: &Tree| match rational(entry) {
            Some((num, den)) => fraction(num, den, style),
            None => plain(entry),
        };
        texts.push(row.as_list()?.iter().map(entry).collect());
    }
    if style == Style::Latex {
        let rows: Vec<String> = texts.iter().map(|row| row.join(" & ")).collect();
        return Some(vec![format!("\\begin{{pmatrix}} {} \\end{{pmatrix}}", rows.join(" \\\\ "))]);
    }
    let columns = texts.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> =
        (0..columns).map(|at| texts.iter().filter_map(|row| row.get(at)).map(String::len).max().unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        format!("[ {} ]", cells.join("  "))
    };
    if texts.is_empty() {
        let size = |key| tree.get(key).and_then(Tree::as_integer).unwrap_or(0);
        return Some(vec![format!("[ empty, {} x {} ]", size("row_count"), size("column_count"))]);
    }
    Some(texts.iter().map(line).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(json: &str, style: Style) -> String {
        render(&wire::json::parse(json.as_bytes(), &Default::default()).unwrap().tree, style).join("\n")
    }

    #[test]
    fn values_are_shown_as_people_write_them() {
        assert_eq!(shown(r#"{"value":{"num":"-3","den":"4"}}"#, Style::Text), "value: -3/4");
        assert_eq!(shown(r#"{"value":{"num":"-3","den":"4"}}"#, Style::Latex), "value: -\\frac{3}{4}");
        let polynomial = r#"{"domain":"QQ","variables":["x"],"polynomial":{"terms":[
            {"coefficient":{"num":"1","den":"1"},"exponents":[2]},{"coefficient":{"num":"-1","den":"2"},"exponents":[0]}]}}"#;
        assert_eq!(shown(polynomial, Style::Text), "x^2 - 1/2");
        assert_eq!(shown(polynomial, Style::Latex), "x^{2} - \\frac{1}{2}");
    }

    #[test]
    fn matrices_are_aligned() {
        let matrix = r#"{"m":{"domain":"ZZ","row_count":2,"column_count":2,"entries":[["1","-20"],["300","4"]]}}"#;
        assert_eq!(shown(matrix, Style::Text), "m:\n  [   1  -20 ]\n  [ 300    4 ]");
        let empty = r#"{"domain":"ZZ","row_count":0,"column_count":3,"entries":[]}"#;
        assert_eq!(shown(empty, Style::Text), "[ empty, 0 x 3 ]");
    }

    #[test]
    fn other_documents_are_outlined() {
        let json = r#"{"a":[1,2],"b":[{"c":"x"},{"c":"y"}],"d":null,"e":{}}"#;
        assert_eq!(shown(json, Style::Text), "a: [1, 2]\nb:\n  - c: x\n  - c: y\nd: null\ne: -");
    }
}
