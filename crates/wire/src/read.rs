//! The trait and its implementations for the types of the standard library.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::MAX_SAFE_INTEGER;
use crate::json::{self, Limits, SyntaxError};
use crate::report::{Class, Report};
use crate::spec::{Kind, Spec};
use crate::tree::Tree;
use crate::writer::Writer;

/// A type that documents can hold.
pub trait Wire: Sized {
    /// What documents the type accepts, before a field narrows it.
    const SPEC: &'static Spec;

    /// Reads a value from a document, by the table `spec` (the type's own, perhaps narrowed by a field). Every problem goes
    /// to `report`; `None` exactly when at least one was found.
    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self>;

    /// Writes the canonical form.
    fn write(&self, out: &mut Writer);
}

/// Reads a value from a parsed document.
pub fn from_tree<T: Wire>(tree: &Tree, report: &mut Report) -> Option<T> {
    T::read(tree, T::SPEC, report)
}

/// Reads a value from JSON text. Breaches of the strict rules are reported like any other problem.
pub fn from_json<T: Wire>(text: &str, report: &mut Report) -> Result<Option<T>, SyntaxError> {
    let limits = Limits::default();
    let document = json::parse(text.as_bytes(), &limits)?;
    for violation in &document.violations {
        report.add_at(
            violation.location.clone(),
            Class::Structure,
            violation.rule.code(),
            violation.rule.message(&limits),
        );
    }
    if !report.is_clean() {
        return Ok(None);
    }
    Ok(from_tree(&document.tree, report))
}

/// The canonical document of a value.
pub fn to_json<T: Wire>(value: &T) -> String {
    let mut out = Writer::new();
    value.write(&mut out);
    out.into_string()
}

/// The canonical document of a value, parsed.
pub fn to_tree<T: Wire>(value: &T) -> Tree {
    match json::parse(to_json(value).as_bytes(), &Limits { depth: usize::MAX, number: usize::MAX }) {
        Ok(document) => document.tree,
        Err(error) => unreachable!("the writer writes JSON: {error}"),
    }
}

fn wrong_type<T>(report: &mut Report, expected: &str, tree: &Tree) -> Option<T> {
    report.structure("wrong_type", format!("expected {expected}, found {}", tree.kind()));
    None
}

/// Whether `text` is a decimal integer in canonical form: `0`, or an optional `-` and digits that do not begin with 0.
pub(crate) fn is_canonical_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    match digits.as_bytes() {
        [b'0'] => digits.len() == text.len(),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

fn not_canonical(report: &mut Report) {
    report.structure(
        "integer.not_canonical",
        "expected a decimal integer such as \"-12\": digits only, no leading zeros, no \"+\", no blanks, no exponent",
    );
}

/// Reads the canonical decimal text of an integer of at most `digits` digits: a decimal string or a JSON integer within
/// ±(2^53 - 1).
pub fn read_decimal_integer<'t>(tree: &'t Tree, digits: u32, report: &mut Report) -> Option<Cow<'t, str>> {
    match tree {
        Tree::Text(text) => {
            if !is_canonical_integer(text) {
                not_canonical(report);
                return None;
            }
            if text.strip_prefix('-').unwrap_or(text).len() > digits as usize {
                report.size("integer.too_many_digits", format!("an integer here may have at most {digits} digits"));
                return None;
            }
            Some(Cow::Borrowed(text))
        }
        Tree::Number(number) => match number.as_integer() {
            Some(value) if value.abs_diff(0) <= MAX_SAFE_INTEGER as u64 => {
                let text = value.to_string();
                if text.trim_start_matches('-').len() > digits as usize {
                    report.size("integer.too_many_digits", format!("an integer here may have at most {digits} digits"));
                    return None;
                }
                Some(Cow::Owned(text))
            }
            Some(_) => {
                report.structure(
                    "integer.unsafe_number",
                    "a JSON integer beyond ±9007199254740991 loses digits on its way; write it as a decimal string",
                );
                None
            }
            None => {
                report.structure(
                    "integer.not_whole",
                    "expected an integer; a JSON number with a fraction, or one beyond ±9007199254740991, is not accepted: \
                     write a large integer as a decimal string",
                );
                None
            }
        },
        other => wrong_type(report, "an integer as a decimal string or a JSON integer", other),
    }
}

/// Reads a structural integer within the bounds of its table.
fn read_index(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<i64> {
    let Kind::Index { min, max } = spec.resolved().kind else { unreachable!("an index is read with an index's table") };
    let value = match tree {
        Tree::Number(number) => number.as_integer(),
        Tree::Text(text) if is_canonical_integer(text) => {
            Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
        }
        Tree::Text(_) => {
            not_canonical(report);
            return None;
        }
        other => return wrong_type(report, &format!("an integer from {min} to {max}"), other),
    };
    let Some(value) = value else {
        report.structure("integer.not_whole", format!("expected an integer from {min} to {max}"));
        return None;
    };
    if value < min {
        report.domain("out_of_range", format!("{value} is too small: at least {min} is expected"));
        None
    } else if value > max {
        report.size("out_of_range", format!("{value} is too large: at most {max} is admitted"));
        None
    } else {
        Some(value)
    }
}

macro_rules! index_types {
    ($($type:ty: $min:expr, $max:expr;)*) => {$(
        impl Wire for $type {
            const SPEC: &'static Spec = &Spec::inline(Kind::Index { min: $min, max: $max });

            fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self> {
                read_index(tree, spec, report).and_then(|value| value.try_into().ok())
            }

            fn write(&self, out: &mut Writer) {
                out.integer(*self as i64);
            }
        }
    )*};
}

index_types! {
    u8: 0, u8::MAX as i64;
    u16: 0, u16::MAX as i64;
    u32: 0, u32::MAX as i64;
    u64: 0, MAX_SAFE_INTEGER;
    usize: 0, MAX_SAFE_INTEGER;
    i32: i32::MIN as i64, i32::MAX as i64;
    i64: -MAX_SAFE_INTEGER, MAX_SAFE_INTEGER;
}

impl Wire for bool {
    const SPEC: &'static Spec = &Spec::inline(Kind::Boolean);

    fn read(tree: &Tree, _: &Spec, report: &mut Report) -> Option<Self> {
        match tree {
            Tree::Boolean(value) => Some(*value),
            other => wrong_type(report, "true or false", other),
        }
    }

    fn write(&self, out: &mut Writer) {
        out.boolean(*self);
    }
}

impl Wire for String {
    const SPEC: &'static Spec = &Spec::inline(Kind::Text { min: 0, max: u32::MAX, pattern: None });

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self> {
        let Kind::Text { min, max, pattern } = spec.resolved().kind else {
            unreachable!("a string is read with a string's table")
        };
        let Tree::Text(text) = tree else { return wrong_type(report, "a string", tree) };
        let length = text.chars().count();
        let before = report.count();
        if length < min as usize {
            report.structure("too_short", format!("expected at least {min} characters, found {length}"));
        }
        if length > max as usize {
            report.size("too_long", format!("at most {max} characters are admitted, found {length}"));
        }
        if let Some(pattern) = pattern.filter(|pattern| !(pattern.accepts)(text)) {
            report.structure("pattern_mismatch", format!("must be {}", pattern.what));
        }
        (report.count() == before).then(|| text.clone())
    }

    fn write(&self, out: &mut Writer) {
        out.text(self);
    }
}

impl<T: Wire> Wire for Vec<T> {
    const SPEC: &'static Spec = &Spec::inline(Kind::List { item: T::SPEC, min: 0, max: u32::MAX });

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self> {
        let Kind::List { item, min, max } = spec.resolved().kind else {
            unreachable!("a list is read with a list's table")
        };
        let Tree::List(trees) = tree else { return wrong_type(report, "an array", tree) };
        let before = report.count();
        if trees.len() < min as usize {
            report.structure("too_few_items", format!("expected at least {min} items, found {}", trees.len()));
        }
        if trees.len() > max as usize {
            report.size("too_many_items", format!("at most {max} items are admitted, found {}", trees.len()));
        }
        let mut items = Vec::with_capacity(trees.len());
        for (index, tree) in trees.iter().enumerate() {
            if let Some(value) = report.at(index, |report| T::read(tree, item, report)) {
                items.push(value);
            }
        }
        (report.count() == before).then_some(items)
    }

    fn write(&self, out: &mut Writer) {
        out.begin_list();
        self.iter().for_each(|item| item.write(out));
        out.end_list();
    }
}

impl<T: Wire> Wire for Option<T> {
    const SPEC: &'static Spec = &Spec::inline(Kind::Nullable(T::SPEC));

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self> {
        let Kind::Nullable(value) = spec.resolved().kind else {
            unreachable!("an optional value is read with a nullable table")
        };
        match tree {
            Tree::Null => Some(None),
            tree => T::read(tree, value, report).map(Some),
        }
    }

    fn write(&self, out: &mut Writer) {
        match self {
            Some(value) => value.write(out),
            None => out.null(),
        }
    }
}

impl<T: Wire> Wire for Box<T> {
    const SPEC: &'static Spec = T::SPEC;

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self> {
        T::read(tree, spec, report).map(Box::new)
    }

    fn write(&self, out: &mut Writer) {
        (**self).write(out);
    }
}

impl<T: Wire> Wire for BTreeMap<String, T> {
    const SPEC: &'static Spec = &Spec::inline(Kind::Map { value: T::SPEC, max: u32::MAX });

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self> {
        let Kind::Map { value, max } = spec.resolved().kind else { unreachable!("a map is read with a map's table") };
        let Tree::Object(members) = tree else { return wrong_type(report, "an object", tree) };
        let before = report.count();
        if members.len() > max as usize {
            report.size("too_many_items", format!("at most {max} members are admitted, found {}", members.len()));
        }
        let mut map = BTreeMap::new();
        for (key, tree) in members {
            if let Some(read) = report.at(key.clone(), |report| T::read(tree, value, report)) {
                map.insert(key.clone(), read);
            }
        }
        (report.count() == before).then_some(map)
    }

    fn write(&self, out: &mut Writer) {
        out.begin_object();
        for (key, value) in self {
            out.key(key);
            value.write(out);
        }
        out.end_object();
    }
}

/// The items of a tuple's document, when their number is right.
fn places<'t>(tree: &'t Tree, spec: &Spec, report: &mut Report) -> Option<(&'t [Tree], &'static [&'static Spec])> {
    let Kind::Tuple(specs) = spec.resolved().kind else { unreachable!("a tuple is read with a tuple's table") };
    match tree {
        Tree::List(trees) if trees.len() == specs.len() => Some((trees, specs)),
        Tree::List(trees) => {
            let message = format!("expected exactly {} items, found {}", specs.len(), trees.len());
            report.structure("wrong_length", message);
            None
        }
        other => wrong_type(report, &format!("an array of {} items", specs.len()), other),
    }
}

macro_rules! tuple_types {
    ($(($($type:ident $name:ident $place:tt),+);)*) => {$(
        impl<$($type: Wire),+> Wire for ($($type,)+) {
            const SPEC: &'static Spec = &Spec::inline(Kind::Tuple(&[$($type::SPEC),+]));

            fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self> {
                let (trees, specs) = places(tree, spec, report)?;
                $(let $name = report.at($place, |report| $type::read(&trees[$place], specs[$place], report));)+
                Some(($($name?,)+))
            }

            fn write(&self, out: &mut Writer) {
                out.begin_list();
                $(self.$place.write(out);)+
                out.end_list();
            }
        }
    )*};
}

tuple_types! {
    (A a 0, B b 1);
    (A a 0, B b 1, C c 2);
    (A a 0, B b 1, C c 2, D d 3);
}

impl<T: Wire, const N: usize> Wire for [T; N] {
    const SPEC: &'static Spec = &Spec::inline(Kind::Tuple(&[T::SPEC; N]));

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Self> {
        let (trees, specs) = places(tree, spec, report)?;
        let mut items = Vec::with_capacity(N);
        for (index, (tree, spec)) in trees.iter().zip(specs).enumerate() {
            items.extend(report.at(index, |report| T::read(tree, spec, report)));
        }
        items.try_into().ok()
    }

    fn write(&self, out: &mut Writer) {
        out.begin_list();
        self.iter().for_each(|item| item.write(out));
        out.end_list();
    }
}

/// Numerator and denominator, as decimal texts, of a rational number in any accepted form: `{"num","den"}` with a non-zero
/// denominator of either sign, `"p/q"`, `"p"`, or a JSON integer. Not reduced.
pub fn read_rational_texts<'t>(
    tree: &'t Tree,
    digits: u32,
    report: &mut Report,
) -> Option<(Cow<'t, str>, Cow<'t, str>)> {
    let one = Cow::Borrowed("1");
    let zero_denominator = |report: &mut Report| {
        report.domain("rational.zero_denominator", "the denominator is 0; it must be another integer");
        None
    };
    match tree {
        Tree::Object(members) => {
            let mut parts = [None, None];
            let before = report.count();
            for (key, value) in members {
                match key.as_str() {
                    "num" => parts[0] = Some(value),
                    "den" => parts[1] = Some(value),
                    _ => report.at(key.clone(), |report| {
                        report.structure("unknown_field", "no such field; a rational is {\"num\",\"den\"}");
                    }),
                }
            }
            let mut texts = ["num", "den"].into_iter().zip(parts).map(|(name, part)| {
                report.at(name, |report| match part {
                    Some(tree) => read_decimal_integer(tree, digits, report),
                    None => {
                        report.structure("missing", "this field is required: a rational is {\"num\",\"den\"}");
                        None
                    }
                })
            });
            let (num, den) = (texts.next().flatten(), texts.next().flatten());
            if den.as_deref() == Some("0") {
                return report.at("den", zero_denominator);
            }
            if report.count() > before { None } else { Some((num?, den?)) }
        }
        Tree::Text(text) => {
            let (num, den) = text.split_once('/').unwrap_or((text, "1"));
            if !is_canonical_integer(num) || !is_canonical_integer(den) || den.starts_with('-') {
                report.structure(
                    "rational.not_canonical",
                    "expected a rational such as \"-3/4\", \"5\" or {\"num\":\"-3\",\"den\":\"4\"}; decimal fractions are not \
                     accepted for exact values",
                );
                return None;
            }
            if den == "0" {
                return zero_denominator(report);
            }
            if num.trim_start_matches('-').len() > digits as usize || den.len() > digits as usize {
                report.size(
                    "integer.too_many_digits",
                    format!("numerator and denominator here may have at most {digits} digits each"),
                );
                return None;
            }
            Some((Cow::Borrowed(num), Cow::Borrowed(den)))
        }
        Tree::Number(_) => read_decimal_integer(tree, digits, report).map(|num| (num, one)),
        other => wrong_type(report, "a rational such as {\"num\":\"-3\",\"den\":\"4\"}, \"-3/4\" or 5", other),
    }
}
