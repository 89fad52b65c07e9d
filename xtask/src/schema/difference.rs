//! The difference of two schemas in words.

use std::collections::BTreeSet;

use wire::Tree;

use crate::layout::on_one_line;

/// Keywords with a simple value, and what they say.
const SAID: &[(&str, &str)] = &[
    ("type", "type"),
    ("minimum", "least value"),
    ("maximum", "largest value"),
    ("minLength", "fewest characters"),
    ("maxLength", "most characters"),
    ("minItems", "fewest items"),
    ("maxItems", "most items"),
    ("maxProperties", "most members"),
    ("pattern", "pattern"),
    ("const", "only value"),
    ("default", "default"),
];

/// Keywords that are compared in ways of their own.
const NESTED: &[&str] = &[
    "$ref",
    "$defs",
    "description",
    "properties",
    "required",
    "items",
    "prefixItems",
    "additionalProperties",
    "anyOf",
    "enum",
];

/// All changes from `old` to `new`, each a line that begins with its place. Where a definition stands makes no difference.
pub fn differences(place: &str, old: &Tree, new: &Tree) -> Vec<String> {
    let mut comparison = Comparison { roots: (old, new), open: BTreeSet::new(), lines: Vec::new() };
    comparison.compare(place, old, new);
    comparison.lines
}

struct Comparison<'t> {
    roots: (&'t Tree, &'t Tree),
    /// Pairs of definitions that are being compared, for types that contain themselves.
    open: BTreeSet<(String, String)>,
    lines: Vec<String>,
}

impl Comparison<'_> {
    fn say(&mut self, place: &str, what: impl std::fmt::Display) {
        self.lines.push(format!("{place}: {what}"));
    }

    fn compare(&mut self, place: &str, old: &Tree, new: &Tree) {
        let pair = (reference(old).to_owned(), reference(new).to_owned());
        let named = !pair.0.is_empty() || !pair.1.is_empty();
        if named && !self.open.insert(pair.clone()) {
            return;
        }
        let (old, new) = (resolved(old, self.roots.0), resolved(new, self.roots.1));
        for (keyword, words) in SAID {
            self.simple(place, words, old.get(keyword), new.get(keyword));
        }
        self.words(place, old.get("enum"), new.get("enum"));
        if old.get("description") != new.get("description") {
            self.say(place, "description changed");
        }
        self.properties(place, &old, &new);
        self.part(&format!("{place}[]"), old.get("items"), new.get("items"));
        self.part(&format!("{place}.*"), old.get("additionalProperties"), new.get("additionalProperties"));
        let lists = (old.get("prefixItems").and_then(Tree::as_list), new.get("prefixItems").and_then(Tree::as_list));
        let (before, after) = (lists.0.unwrap_or_default(), lists.1.unwrap_or_default());
        for at in 0..before.len().max(after.len()) {
            self.part(&format!("{place}[{at}]"), before.get(at), after.get(at));
        }
        self.alternatives(place, &old, &new);
        for keyword in keywords(&old).chain(keywords(&new)).collect::<BTreeSet<_>>() {
            if !NESTED.contains(&keyword) && SAID.iter().all(|(said, _)| *said != keyword) {
                self.simple(place, keyword, old.get(keyword), new.get(keyword));
            }
        }
        if named {
            self.open.remove(&pair);
        }
    }

    fn simple(&mut self, place: &str, words: &str, old: Option<&Tree>, new: Option<&Tree>) {
        match (old, new) {
            (old, new) if old == new => {}
            (Some(old), Some(new)) => self.say(place, format!("{words} {} -> {}", on_one_line(old), on_one_line(new))),
            (None, Some(new)) => self.say(place, format!("{words} none -> {}", on_one_line(new))),
            (Some(old), None) => self.say(place, format!("{words} {} -> none", on_one_line(old))),
            (None, None) => {}
        }
    }

    fn words(&mut self, place: &str, old: Option<&Tree>, new: Option<&Tree>) {
        let list = |tree: Option<&Tree>| -> Vec<String> {
            tree.and_then(Tree::as_list).unwrap_or_default().iter().map(on_one_line).collect()
        };
        let (old, new) = (list(old), list(new));
        old.iter().filter(|word| !new.contains(word)).for_each(|word| self.say(place, format!("word {word} removed")));
        new.iter().filter(|word| !old.contains(word)).for_each(|word| self.say(place, format!("word {word} added")));
    }

    fn properties(&mut self, place: &str, old: &Tree, new: &Tree) {
        let members = |tree: &Tree| -> Vec<(String, Tree)> {
            tree.get("properties").and_then(Tree::as_object).unwrap_or_default().to_vec()
        };
        let required = |tree: &Tree, name: &str| {
            let names = tree.get("required").and_then(Tree::as_list).unwrap_or_default();
            names.iter().any(|required| required.as_text() == Some(name))
        };
        let (before, after) = (members(old), members(new));
        for (name, _) in before.iter().filter(|(name, _)| after.iter().all(|(other, _)| other != name)) {
            self.say(&format!("{place}.{name}"), "field removed");
        }
        for (name, schema) in &after {
            let field = format!("{place}.{name}");
            match before.iter().find(|(other, _)| other == name) {
                None => {
                    let how = if required(new, name) { "required" } else { "may be absent" };
                    self.say(&field, format!("field added ({how})"));
                }
                Some((_, former)) => {
                    match (required(old, name), required(new, name)) {
                        (false, true) => self.say(&field, "is now required"),
                        (true, false) => self.say(&field, "may now be absent"),
                        _ => {}
                    }
                    self.compare(&field, former, schema);
                }
            }
        }
    }

    /// A subschema that may have come or gone. `false`, which forbids further fields, is a simple value.
    fn part(&mut self, place: &str, old: Option<&Tree>, new: Option<&Tree>) {
        match (old, new) {
            (Some(old @ Tree::Object(_)), Some(new @ Tree::Object(_))) => self.compare(place, old, new),
            (old, new) => self.simple(place, "form", old, new),
        }
    }

    fn alternatives(&mut self, place: &str, old: &Tree, new: &Tree) {
        let forms = |tree: &Tree, root: &Tree| -> Vec<(String, Tree)> {
            let forms = tree.get("anyOf").and_then(Tree::as_list).unwrap_or_default();
            forms.iter().map(|form| (label(form, root), form.clone())).collect()
        };
        let (before, after) = (forms(old, self.roots.0), forms(new, self.roots.1));
        let mut unmatched: Vec<(String, Tree)> = before;
        for (label, form) in after {
            let place = format!("{place}({label})");
            match unmatched.iter().position(|(other, _)| *other == label) {
                Some(at) => {
                    let (_, former) = unmatched.remove(at);
                    self.compare(&place, &former, &form);
                }
                None => self.say(&place, "form added"),
            }
        }
        unmatched.iter().for_each(|(label, _)| self.say(&format!("{place}({label})"), "form removed"));
    }
}

fn keywords(tree: &Tree) -> impl Iterator<Item = &str> {
    tree.as_object().unwrap_or_default().iter().map(|(key, _)| key.as_str())
}

/// The definition that a schema refers to; empty when it refers to none.
fn reference(tree: &Tree) -> &str {
    tree.get("$ref").and_then(Tree::as_text).unwrap_or("")
}

/// The schema with what it refers to put in its place; its own keywords win.
fn resolved(tree: &Tree, root: &Tree) -> Tree {
    let target = reference(tree).strip_prefix("#/$defs/").and_then(|name| root.get("$defs")?.get(name));
    let (Some(Tree::Object(target)), Tree::Object(own)) = (target, tree) else { return tree.clone() };
    let mut members: Vec<(String, Tree)> = own.iter().filter(|(key, _)| key != "$ref").cloned().collect();
    for (key, value) in target {
        if members.iter().all(|(other, _)| other != key) {
            members.push((key.clone(), value.clone()));
        }
    }
    Tree::Object(members)
}

/// What tells a form from its alternatives: the word of its tag, or its type.
fn label(form: &Tree, root: &Tree) -> String {
    let form = resolved(form, root);
    let fields = form.get("properties").and_then(Tree::as_object).unwrap_or_default();
    let tag = fields.iter().find_map(|(_, field)| field.get("const"));
    match tag.or(form.get("type")) {
        Some(Tree::Text(word)) => word.clone(),
        Some(other) => on_one_line(other),
        None => "form".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::layout::parsed;

    fn changes(old: &str, new: &str) -> Vec<String> {
        differences("input", &parsed(old).unwrap(), &parsed(new).unwrap())
    }

    #[test]
    fn fields_come_go_and_change_their_presence() {
        let old = r#"{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}"#;
        let new = r#"{"properties":{"b":{"type":"string"},"c":{},"d":{}},"required":["b","d"]}"#;
        assert_eq!(
            changes(old, new),
            [
                "input.a: field removed",
                "input.b: is now required",
                "input.c: field added (may be absent)",
                "input.d: field added (required)",
            ]
        );
        assert_eq!(changes(old, old), Vec::<String>::new());
    }

    #[test]
    fn bounds_words_and_types_are_said_with_both_values() {
        let old = r#"{"items":{"maximum":5,"enum":["A","B"],"type":"string"},"maxItems":3}"#;
        let new = r#"{"items":{"maximum":9,"enum":["B","C"],"type":["string","null"]},"format":"x"}"#;
        assert_eq!(
            changes(old, new),
            [
                "input: most items 3 -> none",
                r#"input[]: type "string" -> ["string", "null"]"#,
                "input[]: largest value 5 -> 9",
                r#"input[]: word "A" removed"#,
                r#"input[]: word "C" added"#,
                r#"input: format none -> "x""#,
            ]
        );
    }

    #[test]
    fn it_makes_no_difference_where_a_definition_stands() {
        let old = r##"{"properties":{"a":{"$ref":"#/$defs/T","description":"d"}},"$defs":{"T":{"type":"string"}}}"##;
        let new = r#"{"properties":{"a":{"type":"string","description":"d"}}}"#;
        assert_eq!(changes(old, new), Vec::<String>::new());
        let wider = r#"{"properties":{"a":{"type":"integer","description":"e"}}}"#;
        assert_eq!(changes(old, wider), ["input.a: type \"string\" -> \"integer\"", "input.a: description changed"]);
    }

    #[test]
    fn a_type_that_contains_itself_is_compared_once() {
        let node = |max: u32| {
            format!(
                r##"{{"properties":{{"n":{{"$ref":"#/$defs/N"}}}},"$defs":{{"N":{{"maxItems":{max},"items":{{"$ref":"#/$defs/N"}}}}}}}}"##
            )
        };
        assert_eq!(changes(&node(2), &node(3)), ["input.n: most items 2 -> 3"]);
    }

    #[test]
    fn alternatives_are_told_apart_by_their_tags() {
        let form =
            |word: &str, max: u32| format!(r#"{{"properties":{{"kind":{{"const":"{word}"}}}},"maxItems":{max}}}"#);
        let old = format!(r#"{{"anyOf":[{},{}]}}"#, form("A", 1), form("B", 1));
        let new = format!(r#"{{"anyOf":[{},{}]}}"#, form("C", 1), form("A", 2));
        assert_eq!(
            changes(&old, &new),
            ["input(C): form added", "input(A): most items 1 -> 2", "input(B): form removed"]
        );
    }
}
