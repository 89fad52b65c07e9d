//! Identifiers, and where source files declare them.

/// The look of an identifier.
pub const ID: &str = "^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)+$";

/// Names that a file of an operation cannot have: strict and reserved keywords, and the files of a crate's own.
const TAKEN: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "lib", "loop", "macro", "main",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct", "super",
    "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words of identifiers that tell nothing apart within a family.
const VERBS: &[&str] = &["compute", "enumerate"];

/// An operation as a source file declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The file.
    pub file: String,
    /// The module within the family: `gcd`, or `deck::vertex` where relatives share a file.
    pub module: String,
    /// The identifier.
    pub id: String,
}

impl Declared {
    /// What the family's list calls it.
    pub fn entry(&self) -> String {
        format!("{}::OPERATION", self.module)
    }
}

/// Whether a text looks like an identifier: see [`ID`].
pub fn is_id(text: &str) -> bool {
    let segments: Vec<&str> = text.split(['.', '_', '-']).collect();
    text.starts_with(|first: char| first.is_ascii_lowercase())
        && segments.len() >= 2
        && segments.iter().all(|segment| {
            !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        })
}

/// The first segment of an identifier.
pub fn namespace(id: &str) -> &str {
    id.split('.').next().unwrap_or(id)
}

/// Names for the file of an operation, the best first: `integer.primality.certificate.compute` lives in
/// `primality_certificate.rs`. The whole identifier comes second, for when the first is taken.
pub fn file_stems(id: &str) -> Vec<String> {
    let segments: Vec<&str> = id.split('.').skip(1).collect();
    let telling: Vec<&str> = segments.iter().copied().filter(|segment| !VERBS.contains(segment)).collect();
    let short = if telling.is_empty() { segments.join("_") } else { telling.join("_") };
    let mut stems = vec![short.replace('-', "_"), id.replace(['.', '-'], "_")];
    stems.retain(|stem| stem.starts_with(|first: char| first.is_ascii_lowercase()) && !TAKEN.contains(&stem.as_str()));
    stems.dedup();
    stems
}

/// Whether somebody who knows the identifier finds the file: every word of its name stands in the identifier.
pub fn is_named_after(stem: &str, id: &str) -> bool {
    let words: Vec<&str> = id.split(['.', '_', '-']).collect();
    stem.split('_').all(|word| words.contains(&word))
}

/// The operations that a source file declares. `module_file` is the file relative to the crate's sources.
pub fn declared(file: &str, module_file: &str, text: &str) -> Vec<Declared> {
    let path = module_file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    let mut found = Vec::new();
    let mut inner: Option<&str> = None;
    let mut open = false;
    for line in text.lines().map(str::trim) {
        if let Some(name) = inline_module(line) {
            inner = Some(name);
        } else if line.starts_with("op! {") {
            open = true;
        } else if let (true, Some(id)) = (open, line.strip_prefix("id: \"").and_then(|rest| rest.split('"').next())) {
            let module = inner.map_or_else(|| path.clone(), |inner| format!("{path}::{inner}"));
            found.push(Declared { file: file.to_owned(), module, id: id.to_owned() });
            open = false;
        }
    }
    found
}

/// The name of the module that a line opens.
fn inline_module(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ").unwrap_or(line);
    let name = rest.strip_prefix("mod ")?.strip_suffix('{')?.trim();
    (name != "tests").then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_keep_their_look() {
        for right in ["integer.compute.gcd", "hypergraph.x.q_decide", "a_b", "a1.2b", "finite-field.order"] {
            assert!(is_id(right), "{right}");
        }
        for wrong in ["", "integer", "Integer.gcd", "1.a", "a..b", "a.", ".a", "a.b c", "a._b", "a.é", "a.B"] {
            assert!(!is_id(wrong), "{wrong}");
        }
    }

    #[test]
    fn files_are_named_after_what_tells_operations_apart() {
        let first = |id: &str| file_stems(id).remove(0);
        assert_eq!(first("integer.compute.extended_gcd"), "extended_gcd");
        assert_eq!(first("integer.primality.certificate.compute"), "primality_certificate");
        assert_eq!(first("polynomial.roots.isolate"), "roots_isolate");
        assert_eq!(first("combinatorics.compute"), "compute");
        assert_eq!(first("field.non-residue.find"), "non_residue_find");
    }

    #[test]
    fn names_that_rust_keeps_for_itself_give_way_to_the_whole_identifier() {
        assert_eq!(file_stems("graph.compute.match"), ["graph_compute_match"]);
        assert_eq!(file_stems("graph.3_coloring.decide"), ["graph_3_coloring_decide"]);
        assert_eq!(file_stems("crate.compute.lib"), ["crate_compute_lib"]);
        assert_eq!(file_stems("lone_id"), ["lone_id"]);
    }

    #[test]
    fn a_file_is_found_by_the_words_of_the_identifier() {
        let id = "hypergraph.nonmonochromatic_vertex_coloring.q_decide";
        assert!(is_named_after("nonmonochromatic_coloring", id));
        assert!(!is_named_after("colouring", id));
    }

    #[test]
    fn declarations_are_found_with_their_modules() {
        let text =
            "op! {\n    /// An id: \"no.id\" in prose.\n    id: \"graph.deck.vertex\",\n}\nid: \"not.declared\"\n";
        let found = declared("crates/families/graphs/src/deck/mod.rs", "deck/mod.rs", text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].entry().as_str(), found[0].id.as_str()), ("deck::OPERATION", "graph.deck.vertex"));

        let shared = "pub mod vertex {\n    op! {\n        id: \"a.b\",\n    }\n}\nmod edge {\n    op! {\n        id: \"a.c\",\n    }\n}\nmod tests {\n";
        let entries: Vec<String> = declared("f", "deck.rs", shared).iter().map(Declared::entry).collect();
        assert_eq!(entries, ["deck::vertex::OPERATION", "deck::edge::OPERATION"]);
    }
}
