//! Tables of fields: one row each, nested objects by their paths, named types in sections of their own.

use wire::{Field, Kind, Presence, Spec};

use super::forms::{described, form, has_section};

/// The fields of a form as a table, or a sentence when it has none.
pub fn fields(spec: &Spec, out: &mut String) {
    let spec = spec.resolved();
    let mut rows = Vec::new();
    expand("", spec, &mut rows);
    if rows.is_empty() {
        let form = described(spec);
        let bounds = if form.bounds.is_empty() { String::new() } else { format!(" ({})", form.bounds.join("; ")) };
        let sentence = match spec.kind {
            Kind::Object(_) => "An object without fields.".to_owned(),
            _ => format!("Form: {}{bounds}.", form.words),
        };
        out.push_str(&format!("{sentence}\n\n"));
        return;
    }
    out.push_str("| Field | Form | Bounds | Meaning |\n| --- | --- | --- | --- |\n");
    for row in rows {
        let cells = [format!("`{}`", row.path), row.words, row.bounds, prose(&row.meaning)];
        out.push_str(&format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|").replace('\n', " ")).join(" | ")));
    }
    out.push('\n');
}

struct Row {
    path: String,
    words: String,
    bounds: String,
    meaning: String,
}

/// Rows for what stands below `path` and is not a named type.
fn expand(path: &str, spec: &Spec, rows: &mut Vec<Row>) {
    let below = |path: String, spec: &Spec, rows: &mut Vec<Row>| {
        let spec = spec.resolved();
        if !has_section(spec) {
            expand(&path, spec, rows);
        }
    };
    match spec.kind {
        Kind::Object(fields) => members(path, fields, "", rows),
        Kind::Union { tag, variants } => {
            for variant in variants {
                let condition = format!("{tag} {}", variant.name);
                rows.push(Row {
                    path: joined(path, tag),
                    words: format!("the word `{}`", variant.name),
                    bounds: String::new(),
                    meaning: variant.doc.to_owned(),
                });
                members(path, variant.fields, &condition, rows);
            }
        }
        Kind::List { item, .. } => below(format!("{path}[]"), item, rows),
        Kind::Map { value, .. } => below(joined(path, "*"), value, rows),
        Kind::Nullable(value) => below(path.to_owned(), value, rows),
        Kind::Forms { canonical, .. } => below(path.to_owned(), canonical, rows),
        Kind::Tuple(specs) => {
            specs.iter().enumerate().for_each(|(at, spec)| below(format!("{path}[{at}]"), spec, rows));
        }
        _ => {}
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Rows for fields that are there when `condition` holds.
fn members(path: &str, fields: &[Field], condition: &str, rows: &mut Vec<Row>) {
    for field in fields {
        let path = joined(path, field.name);
        let form = form(field.spec);
        let presence = match field.presence {
            Presence::Required => None,
            Presence::Default("" | "null") => Some("may be absent".to_owned()),
            Presence::Default(json) => Some(format!("`{json}` when absent")),
        };
        let condition = (!condition.is_empty()).then(|| format!("with {condition}"));
        let bounds: Vec<String> = form.bounds.into_iter().chain(presence).chain(condition).collect();
        rows.push(Row { path: path.clone(), words: form.words, bounds: bounds.join("; "), meaning: meaning(field) });
        let spec = field.spec.resolved();
        if !has_section(spec) {
            expand(&path, spec, rows);
        }
    }
}

/// What a field means, with the meaning of its words where it has some.
fn meaning(field: &Field) -> String {
    let mut parts: Vec<String> = vec![field.doc.to_owned()];
    let mut spec = field.spec.resolved();
    while let Kind::Nullable(inner) = spec.kind {
        spec = inner.resolved();
    }
    if !has_section(spec) {
        parts.extend(choices(spec));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

/// The words of a choice with their meanings.
pub fn choices(spec: &Spec) -> Vec<String> {
    match spec.kind {
        Kind::Choice(choices) if choices.len() > 1 => choices
            .iter()
            .filter(|choice| !choice.doc.is_empty())
            .map(|choice| format!("`{}`: {}", choice.name, choice.doc))
            .collect(),
        _ => Vec::new(),
    }
}

/// Prose that Markdown shows as it is: a `<` before a letter would begin a tag.
pub fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let opens =
            character == '<' && characters.peek().is_some_and(|next| next.is_ascii_alphabetic() || *next == '/');
        if opens {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// All named types within forms, in the order in which a reader meets them.
pub fn named(roots: [&'static Spec; 2]) -> Vec<&'static Spec> {
    let mut found = Vec::new();
    roots.into_iter().for_each(|root| below(root.resolved(), &mut found));
    found
}

fn collect(spec: &'static Spec, found: &mut Vec<&'static Spec>) {
    let spec = later(spec);
    if has_section(spec) {
        if found.iter().any(|known| known.name == spec.name) {
            return;
        }
        found.push(spec);
    }
    below(spec, found);
}

/// [`Spec::resolved`] with the lifetime of the table.
fn later(spec: &'static Spec) -> &'static Spec {
    match spec.kind {
        Kind::Later(spec) => later(spec()),
        _ => spec,
    }
}

fn below(spec: &'static Spec, found: &mut Vec<&'static Spec>) {
    match spec.kind {
        Kind::Object(fields) => fields.iter().for_each(|field| collect(field.spec, found)),
        Kind::Union { variants, .. } => {
            variants.iter().flat_map(|variant| variant.fields).for_each(|field| collect(field.spec, found));
        }
        Kind::List { item: inner, .. } | Kind::Map { value: inner, .. } | Kind::Nullable(inner) => {
            collect(inner, found)
        }
        Kind::Tuple(specs) => specs.iter().for_each(|spec| collect(spec, found)),
        Kind::Forms { canonical, others } => {
            collect(canonical, found);
            others.iter().for_each(|spec| collect(spec, found));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: &Spec = &Spec::inline(Kind::Text { min: 0, max: 9, pattern: None });
    const NODE: &Spec = &Spec::inline(Kind::Object(&[
        Field { name: "label", doc: "Its name, |a| < b.", spec: WORD, presence: Presence::Default("\"x\"") },
        Field { name: "next", doc: "What follows.", spec: LATER, presence: Presence::Required },
    ]))
    .named("Node", "A node.");
    const LATER: &Spec = &Spec::inline(Kind::Nullable(&Spec::inline(Kind::Later(|| NODE))));
    const INNER: &Spec = &Spec::inline(Kind::Object(&[Field {
        name: "deep",
        doc: "Deep down.",
        spec: NODE,
        presence: Presence::Required,
    }]));
    const TOP: &Spec = &Spec::inline(Kind::Object(&[Field {
        name: "parts",
        doc: "The parts.",
        spec: &Spec::inline(Kind::List { item: INNER, min: 0, max: 2 }),
        presence: Presence::Required,
    }]));

    fn table(spec: &Spec) -> String {
        let mut out = String::new();
        fields(spec, &mut out);
        out
    }

    #[test]
    fn nested_fields_are_named_by_their_paths() {
        let table = table(TOP);
        assert!(table.contains("| `parts` | list, each: object | at most 2 items | The parts. |"), "{table}");
        assert!(table.contains("| `parts[].deep` | [Node](#node) |  | Deep down. |"), "{table}");
    }

    #[test]
    fn a_type_that_contains_itself_has_one_section() {
        let names: Vec<&str> = named([TOP, NODE]).iter().map(|spec| spec.name).collect();
        assert_eq!(names, ["Node"]);
        let table = table(NODE);
        assert!(table.contains("at most 9 characters; `\"x\"` when absent | Its name, \\|a\\| < b. |"), "{table}");
        assert!(table.contains("[Node](#node), or null"), "{table}");
    }

    #[test]
    fn prose_is_not_taken_for_markup() {
        assert_eq!(prose("a < b, a <= b, <x> and </x>"), "a < b, a <= b, \\<x> and \\</x>");
    }
}
