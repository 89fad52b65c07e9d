//! JSON laid out for people and for diffs: what fits stays on one line.

use wire::Tree;

const WIDTH: usize = 100;

/// The document, without a newline at its end. Equal documents give equal text.
pub fn laid_out(tree: &Tree) -> String {
    let mut out = String::new();
    write(tree, 0, 0, &mut out);
    out
}

/// Writes a value that begins `used` characters into its line, on the level `depth`.
fn write(tree: &Tree, depth: usize, used: usize, out: &mut String) {
    let flat = on_one_line(tree);
    let members: Vec<(Option<&str>, &Tree)> = match tree {
        Tree::Object(members) => members.iter().map(|(key, value)| (Some(key.as_str()), value)).collect(),
        Tree::List(items) => items.iter().map(|item| (None, item)).collect(),
        _ => Vec::new(),
    };
    if members.is_empty() || used + flat.chars().count() <= WIDTH {
        out.push_str(&flat);
        return;
    }
    let (open, close) = if matches!(tree, Tree::Object(_)) { ('{', '}') } else { ('[', ']') };
    let indent = "  ".repeat(depth + 1);
    out.push(open);
    for (at, (key, value)) in members.iter().enumerate() {
        out.push_str(if at > 0 { ",\n" } else { "\n" });
        let head = key.map_or(indent.clone(), |key| format!("{indent}{}: ", Tree::from(key).to_json()));
        out.push_str(&head);
        write(value, depth + 1, head.chars().count() + 1, out);
    }
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
    out.push(close);
}

/// The document on one line, with a blank behind each `,` and `:`.
pub fn on_one_line(tree: &Tree) -> String {
    match tree {
        Tree::Object(members) if !members.is_empty() => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", Tree::from(key.as_str()).to_json(), on_one_line(value)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
        Tree::List(items) => format!("[{}]", items.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        other => other.to_json(),
    }
}

/// A document of our own that was written as text; none when it is not strict JSON.
pub fn parsed(json: &str) -> Option<Tree> {
    let limits = wire::json::Limits { depth: 200, number: 100_000 };
    let document = wire::json::parse(json.as_bytes(), &limits).ok()?;
    document.violations.is_empty().then_some(document.tree)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_fits_stays_on_one_line() {
        let tree = parsed(r#"{"a":[1,{}],"b":"\"x\"","c":[]}"#).unwrap();
        assert_eq!(laid_out(&tree), r#"{ "a": [1, {}], "b": "\"x\"", "c": [] }"#);
    }

    #[test]
    fn what_does_not_fit_has_a_line_for_each_member_and_reads_back_the_same() {
        let long = "x".repeat(60);
        let tree = parsed(&format!(r#"{{"first":["{long}","{long}"],"second":{{"k":1}}}}"#)).unwrap();
        let text = laid_out(&tree);
        assert_eq!(text.lines().count(), 7);
        assert!(text.ends_with("  \"second\": { \"k\": 1 }\n}"));
        assert_eq!(parsed(&text), Some(tree));
    }
}
