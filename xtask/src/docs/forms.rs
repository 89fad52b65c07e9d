//! The forms of values in words.

use wire::{Choice, Kind, MAX_SAFE_INTEGER, Spec};

/// A form as a table shows it.
#[derive(Debug, PartialEq, Eq)]
pub struct Form {
    /// What kind of value it is: "list of integers".
    pub words: String,
    /// Its bounds: "1 to 8 items".
    pub bounds: Vec<String>,
}

impl Form {
    fn new(words: impl Into<String>, bounds: impl IntoIterator<Item = String>) -> Form {
        Form { words: words.into(), bounds: bounds.into_iter().filter(|bound| !bound.is_empty()).collect() }
    }
}

/// Whether a form has a section of its own under its name. Scalars are said in place, since their bounds differ from field to
/// field.
pub fn has_section(spec: &Spec) -> bool {
    let scalar = matches!(
        spec.kind,
        Kind::Boolean | Kind::Index { .. } | Kind::Integer { .. } | Kind::Rational { .. } | Kind::Text { .. }
    );
    !spec.name.is_empty() && !scalar
}

/// A form in words; named ones as links to their sections.
pub fn form(spec: &Spec) -> Form {
    let spec = spec.resolved();
    if has_section(spec) {
        return Form::new(format!("[{}](#{})", spec.name, spec.name.to_lowercase()), size(spec));
    }
    described(spec)
}

/// A form in words, by what it is and not by its name.
pub fn described(spec: &Spec) -> Form {
    match spec.kind {
        Kind::Boolean => Form::new("true or false", []),
        Kind::Index { min, max } => Form::new("JSON integer", [range(Some(min), Some(max))]),
        Kind::Integer { digits, min, max } => {
            Form::new("integer", [format!("at most {} digits", grouped(digits.into())), range(min, max)])
        }
        Kind::Rational { digits } => {
            Form::new("rational number", [format!("at most {} digits above and below", grouped(digits.into()))])
        }
        Kind::Text { min, max, pattern } => Form::new(
            "string",
            [
                counted(min, max, "character", "characters"),
                pattern.map_or(String::new(), |pattern| pattern.what.to_owned()),
            ],
        ),
        Kind::Choice([only]) => Form::new(format!("the word `{}`", only.name), []),
        Kind::Choice(choices) => Form::new(format!("one of {}", words(choices)), []),
        Kind::List { item, .. } => {
            let inner = form(item);
            Form::new(format!("list, each: {}", inner.words), size(spec).into_iter().chain(each(inner.bounds)))
        }
        Kind::Tuple(specs) => {
            let inner: Vec<Form> = specs.iter().map(|spec| form(spec)).collect();
            let places: Vec<&str> = inner.iter().map(|form| form.words.as_str()).collect();
            let bounds = inner.iter().enumerate().flat_map(|(at, form)| {
                form.bounds.iter().map(move |bound| format!("place {}: {bound}", at + 1)).collect::<Vec<_>>()
            });
            Form::new(format!("list of {}: {}", specs.len(), places.join(", ")), bounds)
        }
        Kind::Map { value, .. } => {
            let inner = form(value);
            let words = format!("object with free keys, each value: {}", inner.words);
            Form::new(words, size(spec).into_iter().chain(each(inner.bounds)))
        }
        Kind::Object(_) => Form::new("object", []),
        Kind::Union { tag, variants } => {
            let names: Vec<String> = variants.iter().map(|variant| format!("`{}`", variant.name)).collect();
            Form::new(format!("object, by its `{tag}`: {}", names.join(", ")), [])
        }
        Kind::Nullable(value) => {
            let inner = form(value);
            Form::new(format!("{}, or null", inner.words), inner.bounds)
        }
        Kind::Forms { canonical, others } => {
            let inner = form(canonical);
            let others: Vec<String> = others.iter().map(|other| form(other).words).collect();
            Form::new(format!("{}; also read: {}", inner.words, others.join("; ")), inner.bounds)
        }
        Kind::Later(later) => form(later()),
    }
}

fn each(bounds: Vec<String>) -> impl Iterator<Item = String> {
    bounds.into_iter().map(|bound| format!("each {bound}"))
}

/// How many items.
fn size(spec: &Spec) -> Option<String> {
    match spec.kind {
        Kind::List { min, max, .. } => Some(counted(min, max, "item", "items")),
        Kind::Map { max, .. } => Some(counted(0, max, "member", "members")),
        _ => None,
    }
}

fn words(choices: &[Choice]) -> String {
    choices.iter().map(|choice| format!("`{}`", choice.name)).collect::<Vec<_>>().join(", ")
}

fn counted(min: u32, max: u32, one: &str, many: &str) -> String {
    let unit = |count: u32| if count == 1 { one } else { many };
    match (min, max) {
        (0, u32::MAX) => String::new(),
        (min, u32::MAX) => format!("at least {} {}", grouped(min.into()), unit(min)),
        (0, max) => format!("at most {} {}", grouped(max.into()), unit(max)),
        (min, max) if min == max => format!("exactly {} {}", grouped(max.into()), unit(max)),
        (min, max) => format!("{} to {} {}", grouped(min.into()), grouped(max.into()), unit(max)),
    }
}

fn range(min: Option<i64>, max: Option<i64>) -> String {
    match (min, max) {
        (None, None) => String::new(),
        (Some(min), None) => format!("at least {}", grouped(min)),
        (None, Some(max)) => format!("at most {}", grouped(max)),
        (Some(min), Some(max)) => format!("{} to {}", grouped(min), grouped(max)),
    }
}

/// An integer with its digits in groups of three.
fn grouped(value: i64) -> String {
    if value.unsigned_abs() == MAX_SAFE_INTEGER.unsigned_abs() {
        return if value > 0 { "2^53-1".to_owned() } else { "-(2^53-1)".to_owned() };
    }
    let digits = value.unsigned_abs().to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if value < 0 { format!("-{out}") } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDED: &Spec = &Spec::inline(Kind::Index { min: 0, max: 9 });

    #[test]
    fn bounds_are_said_in_words() {
        assert_eq!(counted(0, u32::MAX, "item", "items"), "");
        assert_eq!(counted(1, 1, "item", "items"), "exactly 1 item");
        assert_eq!(counted(2, 1_000_000, "item", "items"), "2 to 1,000,000 items");
        assert_eq!(range(Some(-1_234), Some(MAX_SAFE_INTEGER)), "-1,234 to 2^53-1");
        assert_eq!(grouped(i64::MIN), "-9,223,372,036,854,775,808");
    }

    #[test]
    fn forms_are_said_from_the_outside_in() {
        let list = Spec::inline(Kind::List { item: BOUNDED, min: 1, max: 3 });
        assert_eq!(form(&list), Form::new("list, each: JSON integer", ["1 to 3 items".into(), "each 0 to 9".into()]));
        let nullable = Spec::inline(Kind::Nullable(BOUNDED));
        assert_eq!(form(&nullable).words, "JSON integer, or null");
        let pair = Spec::inline(Kind::Tuple(&[BOUNDED, BOUNDED]));
        assert_eq!(form(&pair).bounds, ["place 1: 0 to 9", "place 2: 0 to 9"]);
    }

    #[test]
    fn named_composites_are_links_and_named_scalars_are_not() {
        let list = Spec::inline(Kind::List { item: BOUNDED, min: 0, max: 3 }).named("Digits", "Some digits.");
        assert_eq!(form(&list), Form::new("[Digits](#digits)", ["at most 3 items".into()]));
        let scalar = Spec::inline(Kind::Rational { digits: 5 }).named("Rational", "A fraction.");
        assert_eq!(form(&scalar).words, "rational number");
    }
}
