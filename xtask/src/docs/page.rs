//! The page of an operation, and the index of all pages.

use catalog::{Catalog, RETIRED};
use operation::{CheckKind, Operation};
use wire::{Kind, Spec};

use super::forms::form;
use super::table::{choices, fields, named, prose};
use crate::layout::{laid_out, on_one_line, parsed};

const GENERATED: &str = "<!-- Written by cargo xtask docs; change the operation instead. -->\n\n";

/// The page of an operation.
pub fn page(operation: &Operation) -> String {
    let mut out = GENERATED.to_owned();
    out.push_str(&format!("# {}\n\n`{}`, version {}\n\n", prose(operation.title), operation.id, operation.version));
    // The heading says it already, unless the title has words of its own.
    let (first, rest) = operation.description.split_once('\n').unwrap_or((operation.description, ""));
    let repeats = first.trim_end_matches('.') == operation.title;
    out.push_str(&paragraphs(if repeats { rest } else { operation.description }));
    list("Bounds", operation.bounds.iter().map(|bound| prose(bound)), &mut out);
    out.push_str("## Request\n\n");
    fields(operation.request, &mut out);
    out.push_str("## Answer\n\n");
    fields(operation.response, &mut out);
    types(operation, &mut out);
    out.push_str("## Examples\n\n");
    for example in operation.examples {
        let blocks =
            format!("```json\n{}\n```\n\nanswers\n\n```json\n{}\n```\n\n", shown(example.input), shown(example.output));
        out.push_str(&format!("### {}\n\n{blocks}", prose(&capitalized(example.name))));
    }
    let refusals = operation.refusals.iter().map(|refusal| {
        let place = match refusal.location {
            "" => "as a whole".to_owned(),
            location => format!("at `{location}`"),
        };
        let request = parsed(refusal.input).map_or(refusal.input.to_owned(), |tree| on_one_line(&tree));
        format!("{}: {} is refused {place}.", prose(&capitalized(refusal.name)), code(&request))
    });
    list("Refusals", refusals, &mut out);
    let choice = if operation.unique { "" } else { " Other answers may be right as well; the check accepts them." };
    out.push_str(&format!("## Check\n\n{}{choice}\n\n", check(operation)));
    list("Laws", operation.laws.iter().map(|law| prose(&capitalized(law.name))), &mut out);
    let runtimes = operation.runtimes.iter().map(|runtime| {
        format!("`{}` from version {}. {}", runtime.name, runtime.required_version, prose(runtime.installation))
    });
    list("Runtimes", runtimes, &mut out);
    out.push_str(&format!(
        "## Search\n\nWords: {}\n\nTags: {}\n\n",
        prose(&operation.words.join(", ")),
        prose(&operation.tags.join(", "))
    ));
    let retired = RETIRED.iter().filter(|retired| retired.replacement == operation.id);
    list("Replaces", retired.map(|retired| format!("`{}`. {}", retired.id, prose(retired.mapping))), &mut out);
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The index of all pages, by namespace.
pub fn index(catalog: &Catalog) -> String {
    let mut out = format!("{GENERATED}# Operations\n\n{} operations, by namespace.\n\n", catalog.operations().len());
    for namespace in catalog.namespaces() {
        out.push_str(&format!("## {}\n\n{}\n\n", namespace.name, prose(namespace.description)));
        out.push_str("| Operation | What it does | Check |\n| --- | --- | --- |\n");
        for operation in namespace.operations {
            let title = prose(operation.title).replace('|', "\\|");
            out.push_str(&format!("| [{0}]({0}.md) | {title} | {1} |\n", operation.id, operation.check.word()));
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// A section with a list, unless the list is empty.
fn list(title: &str, items: impl Iterator<Item = String>, out: &mut String) {
    let items: String = items.map(|item| format!("* {item}\n")).collect();
    if !items.is_empty() {
        out.push_str(&format!("## {title}\n\n{items}\n"));
    }
}

/// Sections of the named types that request and answer use.
fn types(operation: &Operation, out: &mut String) {
    let types = named([operation.request, operation.response]);
    if types.is_empty() {
        return;
    }
    out.push_str("## Types\n\n");
    for spec in types {
        out.push_str(&format!("### {}\n\n", spec.name));
        if !spec.doc.is_empty() {
            out.push_str(&paragraphs(spec.doc));
        }
        section(spec, out);
    }
}

fn section(spec: &Spec, out: &mut String) {
    match spec.kind {
        Kind::Forms { canonical, others } => {
            fields(canonical, out);
            let others = others.iter().map(|other| {
                let form = form(other);
                let bounds =
                    if form.bounds.is_empty() { String::new() } else { format!(" ({})", form.bounds.join("; ")) };
                let doc = if other.resolved().doc.is_empty() {
                    String::new()
                } else {
                    format!(": {}", prose(other.resolved().doc))
                };
                format!("* {}{bounds}{doc}\n", form.words)
            });
            out.push_str(&format!("Also read, never written:\n\n{}\n", others.collect::<String>()));
        }
        _ => {
            fields(spec, out);
            let words: String = choices(spec).iter().map(|choice| format!("* {}\n", prose(choice))).collect();
            if !words.is_empty() {
                out.push_str(&format!("{words}\n"));
            }
        }
    }
}

fn check(operation: &Operation) -> &'static str {
    match operation.check {
        CheckKind::Exact => "Exact: before an answer leaves, a proof or an identity shows that it is right.",
        CheckKind::Random => {
            "Random: before an answer leaves, it passes a test with a fixed seed that a wrong answer passes with probability under \
             2^-80."
        }
        CheckKind::None => "None: an answer is not checked before it leaves; tests hold it against laws.",
    }
}

/// Prose with its paragraphs apart. Items of a list stay together.
fn paragraphs(text: &str) -> String {
    let mut out = String::new();
    let mut in_list = false;
    for line in text.lines() {
        let item = line.starts_with("* ") || line.starts_with("- ");
        if !out.is_empty() {
            out.push_str(if item && in_list { "\n" } else { "\n\n" });
        }
        out.push_str(&prose(line));
        in_list = item;
    }
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    out
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

fn shown(json: &str) -> String {
    parsed(json).map_or(json.to_owned(), |tree| laid_out(&tree))
}

/// Inline code; a backtick inside needs a longer fence.
fn code(text: &str) -> String {
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_stand_apart_and_lists_together() {
        assert_eq!(paragraphs("One.\nTwo:\n* a\n* b\nThree."), "One.\n\nTwo:\n\n* a\n* b\n\nThree.\n\n");
        assert_eq!(paragraphs(""), "");
    }

    #[test]
    fn a_page_has_its_parts_in_order() {
        let catalog = Catalog::public();
        for operation in catalog.operations() {
            let page = page(operation);
            let parts = ["# ", "## Request", "## Answer", "## Examples", "## Refusals", "## Check", "## Search"];
            let places: Vec<usize> = parts.iter().filter_map(|part| page.find(&format!("\n{part}"))).collect();
            assert_eq!(places.len(), parts.len(), "{}", operation.id);
            assert!(places.is_sorted(), "{}", operation.id);
        }
    }

    #[test]
    fn a_retired_identifier_stands_on_the_page_of_its_replacement() {
        for retired in RETIRED {
            let page = Catalog::public().get(retired.replacement).map(page).unwrap_or_default();
            assert!(page.contains(retired.id), "{}", retired.id);
        }
    }
}
