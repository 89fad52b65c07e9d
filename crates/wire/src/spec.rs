//! The static table of a type: which documents it accepts.

use crate::MAX_SAFE_INTEGER;

/// What documents a type accepts, as a static table that one reader and one schema writer share.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name under which a schema defines it once (`RationalMatrix`); empty for types that are always written out.
    pub name: &'static str,
    /// What a value means, from the doc comment of the type.
    pub doc: &'static str,
    /// The form.
    pub kind: Kind,
}

/// The forms a value can have.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A structural integer (an index, a size): a JSON integer, read also from a decimal string.
    Index {
        /// Least value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// An integer of any size: a decimal string, read also from a JSON integer within ±(2^53 - 1).
    Integer {
        /// Most decimal digits.
        digits: u32,
        /// Least value, if there is one.
        min: Option<i64>,
        /// Largest value, if there is one.
        max: Option<i64>,
    },
    /// A rational number `{"num","den"}`, read also from `"p/q"`, `"p"` and a JSON integer.
    Rational {
        /// Most decimal digits of numerator and of denominator.
        digits: u32,
    },
    /// A string.
    Text {
        /// Fewest characters.
        min: u32,
        /// Most characters.
        max: u32,
        /// What it must look like.
        pattern: Option<&'static Pattern>,
    },
    /// One of a few words.
    Choice(&'static [Choice]),
    /// An array of items of one form.
    List {
        /// The form of an item.
        item: &'static Spec,
        /// Fewest items.
        min: u32,
        /// Most items.
        max: u32,
    },
    /// An array of fixed length with a form for each place.
    Tuple(&'static [&'static Spec]),
    /// An object with free keys.
    Map {
        /// The form of a member.
        value: &'static Spec,
        /// Most members.
        max: u32,
    },
    /// An object with these fields and no others.
    Object(&'static [Field]),
    /// An object whose member `tag` says which fields it has.
    Union {
        /// The member that decides.
        tag: &'static str,
        /// The alternatives.
        variants: &'static [Variant],
    },
    /// `null` or a value.
    Nullable(&'static Spec),
    /// A value with one canonical form and others that are read as well.
    Forms {
        /// The form that is written.
        canonical: &'static Spec,
        /// Further forms that are read.
        others: &'static [&'static Spec],
    },
    /// The table of a type that contains itself.
    Later(fn() -> &'static Spec),
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// The form of its value.
    pub spec: &'static Spec,
    /// Whether it must be there.
    pub presence: Presence,
}

/// Whether a field must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It must be there.
    Required,
    /// When it is absent, this JSON stands for it.
    Default(&'static str),
}

/// One of a few words.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// One alternative of a tagged union.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The value of the tag.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// The fields beside the tag.
    pub fields: &'static [Field],
}

/// What a string must look like, for people, for schemas and for the reader.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// In words, to follow "must be".
    pub what: &'static str,
    /// For schemas: an anchored ECMA-262 expression without look-around, `\d` and counts over 999.
    pub regex: &'static str,
    /// The same for the reader. A test holds the two against each other.
    pub accepts: fn(&str) -> bool,
}

/// The name of a variable: a letter, then at most 31 letters, digits or underscores.
pub static VARIABLE: Pattern = Pattern {
    what: "a letter followed by at most 31 letters, digits or underscores",
    regex: "^[A-Za-z][A-Za-z0-9_]{0,31}$",
    accepts: |text| {
        text.len() <= 32
            && text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    },
};

/// Numeric bounds of a field, as attributes state them.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Least.
    pub min: Option<i64>,
    /// Largest.
    pub max: Option<i64>,
}

/// The most decimal digits of an integer when a field states no bound of its own.
pub const DEFAULT_DIGITS: u32 = 1_000_000;

const fn at_most(bound: i64) -> u32 {
    assert!(bound >= 0 && bound <= u32::MAX as i64, "a bound of a size lies in 0..=4294967295");
    bound as u32
}

const fn or_u32(bound: Option<i64>, default: u32) -> u32 {
    match bound {
        Some(bound) => at_most(bound),
        None => default,
    }
}

impl Spec {
    /// A form without a name of its own.
    pub const fn inline(kind: Kind) -> Spec {
        Spec { name: "", doc: "", kind }
    }

    /// The table of a self-containing type resolved.
    pub fn resolved(&self) -> &Spec {
        match self.kind {
            Kind::Later(spec) => spec().resolved(),
            _ => self,
        }
    }

    /// The form of the items of a list, or of the value that may be null.
    pub const fn inner(&self) -> &'static Spec {
        match self.kind {
            Kind::List { item, .. } => item,
            Kind::Nullable(value) => value,
            Kind::Map { value, .. } => value,
            _ => panic!("`each` fits a list, a map and an optional value"),
        }
    }

    /// The same form around another item.
    pub const fn around(self, inner: &'static Spec) -> Spec {
        let kind = match self.kind {
            Kind::List { min, max, .. } => Kind::List { item: inner, min, max },
            Kind::Nullable(_) => Kind::Nullable(inner),
            Kind::Map { max, .. } => Kind::Map { value: inner, max },
            _ => panic!("`each` fits a list, a map and an optional value"),
        };
        Spec { kind, ..self }
    }

    /// At most so many decimal digits.
    pub const fn digits(self, bounds: Bounds) -> Spec {
        let kind = match self.kind {
            Kind::Integer { min, max, .. } => Kind::Integer { digits: or_u32(bounds.max, DEFAULT_DIGITS), min, max },
            Kind::Rational { .. } => Kind::Rational { digits: or_u32(bounds.max, DEFAULT_DIGITS) },
            _ => panic!("`digits` fits integers and rationals"),
        };
        Spec { kind, ..self }
    }

    /// So many items.
    pub const fn items(self, bounds: Bounds) -> Spec {
        let kind = match self.kind {
            Kind::List { item, min, max } => {
                Kind::List { item, min: or_u32(bounds.min, min), max: or_u32(bounds.max, max) }
            }
            Kind::Map { value, max } => Kind::Map { value, max: or_u32(bounds.max, max) },
            _ => panic!("`items` fits lists and maps"),
        };
        Spec { kind, ..self }
    }

    /// So many characters.
    pub const fn length(self, bounds: Bounds) -> Spec {
        let kind = match self.kind {
            Kind::Text { min, max, pattern } => {
                Kind::Text { min: or_u32(bounds.min, min), max: or_u32(bounds.max, max), pattern }
            }
            _ => panic!("`length` fits strings"),
        };
        Spec { kind, ..self }
    }

    /// Values in this range.
    pub const fn value(self, bounds: Bounds) -> Spec {
        let kind = match self.kind {
            Kind::Index { min, max } => {
                let min = match bounds.min {
                    Some(bound) => bound,
                    None => min,
                };
                let max = match bounds.max {
                    Some(bound) => bound,
                    None => max,
                };
                assert!(min >= -MAX_SAFE_INTEGER && max <= MAX_SAFE_INTEGER, "a JSON integer lies in ±(2^53-1)");
                Kind::Index { min, max }
            }
            Kind::Integer { digits, .. } => Kind::Integer { digits, min: bounds.min, max: bounds.max },
            _ => panic!("`value` fits integers"),
        };
        Spec { kind, ..self }
    }

    /// Strings of this look.
    pub const fn pattern(self, pattern: &'static Pattern) -> Spec {
        let kind = match self.kind {
            Kind::Text { min, max, .. } => Kind::Text { min, max, pattern: Some(pattern) },
            _ => panic!("`pattern` fits strings"),
        };
        Spec { kind, ..self }
    }

    /// With a name and a meaning.
    pub const fn named(self, name: &'static str, doc: &'static str) -> Spec {
        Spec { name, doc, ..self }
    }
}
