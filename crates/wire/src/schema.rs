//! JSON Schema 2020-12 from a table.

use std::collections::{BTreeMap, BTreeSet};

use crate::MAX_SAFE_INTEGER;
use crate::json;
use crate::spec::{Choice, Field, Kind, Presence, Spec, Variant};
use crate::tree::Tree;

/// Which documents a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Everything that is read.
    Input,
    /// The canonical form that is written.
    Output,
}

const INTEGER: &str = "^(?:0|-?[1-9][0-9]*)$";
const NATURAL: &str = "^(?:0|[1-9][0-9]*)$";
const POSITIVE: &str = "^[1-9][0-9]*$";
const NONZERO: &str = "^-?[1-9][0-9]*$";
const FRACTION: &str = "^(?:0|-?[1-9][0-9]*)(?:/[1-9][0-9]*)?$";

/// The schema of a table: an object schema at its top, each named type that is used more than once defined once.
pub fn schema(spec: &Spec, side: Side) -> Tree {
    let mut writer = SchemaWriter { side, definitions: Vec::new(), open: Vec::new(), recursive: BTreeSet::new() };
    let mut top = match spec.resolved().kind {
        Kind::Union { tag, variants } => writer.flattened(tag, variants),
        _ => {
            let body = writer.body(spec.resolved());
            described(body, spec.doc)
        }
    };
    let definitions = std::mem::take(&mut writer.definitions);
    let single: BTreeMap<&str, &Tree> = definitions
        .iter()
        .filter(|definition| definition.uses == 1 && !writer.recursive.contains(&definition.key))
        .map(|definition| (definition.key.as_str(), &definition.body))
        .collect();
    let mut kept = Vec::new();
    for definition in &definitions {
        if !single.contains_key(definition.key.as_str()) {
            kept.push((definition.key.clone(), inlined(&definition.body, &single)));
        }
    }
    top = inlined(&top, &single);
    if let (Tree::Object(members), false) = (&mut top, kept.is_empty()) {
        members.push(("$defs".to_owned(), Tree::Object(kept)));
    }
    top
}

struct Definition {
    key: String,
    name: &'static str,
    body: Tree,
    uses: usize,
}

struct SchemaWriter {
    side: Side,
    definitions: Vec<Definition>,
    open: Vec<&'static str>,
    recursive: BTreeSet<String>,
}

/// Puts definitions that are used once where they are used.
fn inlined(tree: &Tree, single: &BTreeMap<&str, &Tree>) -> Tree {
    match tree {
        Tree::Object(members) => {
            let target = tree
                .get("$ref")
                .and_then(Tree::as_text)
                .and_then(|reference| reference.strip_prefix("#/$defs/").and_then(|key| single.get(key)));
            let Some(target) = target else {
                return Tree::Object(
                    members.iter().map(|(key, value)| (key.clone(), inlined(value, single))).collect(),
                );
            };
            let mut body = inlined(target, single);
            for (key, value) in members.iter().filter(|(key, _)| key != "$ref") {
                match (key.as_str(), value.as_text()) {
                    ("description", Some(description)) => body = described(body, description),
                    _ => push(&mut body, key, value.clone()),
                }
            }
            body
        }
        Tree::List(items) => Tree::List(items.iter().map(|item| inlined(item, single)).collect()),
        other => other.clone(),
    }
}

/// `body` with `description` in front; what the body already says about itself is kept behind it.
fn described(mut body: Tree, description: &str) -> Tree {
    if description.is_empty() {
        return body;
    }
    let own = body.take("description");
    let text = match own.as_ref().and_then(Tree::as_text) {
        Some(own) if own != description => format!("{description} {own}"),
        _ => description.to_owned(),
    };
    if let Tree::Object(members) = &mut body {
        members.insert(0, ("description".to_owned(), Tree::Text(text)));
    }
    body
}

fn object<const N: usize>(members: [(&str, Tree); N]) -> Tree {
    Tree::from(members)
}

fn push(tree: &mut Tree, key: &str, value: Tree) {
    if let Tree::Object(members) = tree {
        members.push((key.to_owned(), value));
    }
}

fn texts<'t>(words: impl IntoIterator<Item = &'t str>) -> Tree {
    Tree::List(words.into_iter().map(Tree::from).collect())
}

/// The largest magnitude of a JSON integer with at most `digits` digits that is exact.
fn safe_magnitude(digits: u32) -> i64 {
    10i64.checked_pow(digits).map_or(MAX_SAFE_INTEGER, |power| (power - 1).min(MAX_SAFE_INTEGER))
}

impl SchemaWriter {
    fn of(&mut self, spec: &Spec) -> Tree {
        let spec = spec.resolved();
        if spec.name.is_empty() {
            let body = self.body(spec);
            return described(body, spec.doc);
        }
        if self.open.contains(&spec.name) {
            self.recursive.insert(spec.name.to_owned());
            return object([("$ref", format!("#/$defs/{}", spec.name).into())]);
        }
        self.open.push(spec.name);
        let body = self.body(spec);
        let body = described(body, spec.doc);
        self.open.pop();
        let variants = self.definitions.iter().filter(|definition| definition.name == spec.name).count();
        let known = self.definitions.iter_mut().find(|d| d.name == spec.name && d.body == body);
        let key = match known {
            Some(definition) => {
                definition.uses += 1;
                definition.key.clone()
            }
            None => {
                let key = if variants == 0 { spec.name.to_owned() } else { format!("{}_{}", spec.name, variants + 1) };
                self.definitions.push(Definition { key: key.clone(), name: spec.name, body, uses: 1 });
                key
            }
        };
        object([("$ref", format!("#/$defs/{key}").into())])
    }

    fn body(&mut self, spec: &Spec) -> Tree {
        match spec.kind {
            Kind::Boolean => object([("type", "boolean".into())]),
            Kind::Index { min, max } => self.index(min, max),
            Kind::Integer { digits, min, max } => self.integer(digits, min, max),
            Kind::Rational { digits } => self.rational(digits),
            Kind::Text { min, max, pattern } => {
                let mut tree = object([("type", "string".into())]);
                if min > 0 {
                    push(&mut tree, "minLength", i64::from(min).into());
                }
                if max < u32::MAX {
                    push(&mut tree, "maxLength", i64::from(max).into());
                }
                if let Some(pattern) = pattern {
                    push(&mut tree, "pattern", pattern.regex.into());
                }
                tree
            }
            Kind::Choice(choices) => choice(choices),
            Kind::List { item, min, max } => {
                let mut tree = object([("type", "array".into()), ("items", self.of(item))]);
                if min > 0 {
                    push(&mut tree, "minItems", i64::from(min).into());
                }
                if max < u32::MAX {
                    push(&mut tree, "maxItems", i64::from(max).into());
                }
                tree
            }
            Kind::Tuple(specs) => {
                let items: Vec<Tree> = specs.iter().map(|spec| self.of(spec)).collect();
                let count = Tree::from(specs.len() as i64);
                let form = match items.first() {
                    Some(first) if items.iter().all(|item| item == first) => ("items", first.clone()),
                    _ => ("prefixItems", Tree::List(items)),
                };
                object([("type", "array".into()), form, ("minItems", count.clone()), ("maxItems", count)])
            }
            Kind::Map { value, max } => {
                let mut tree = object([("type", "object".into()), ("additionalProperties", self.of(value))]);
                if max < u32::MAX {
                    push(&mut tree, "maxProperties", i64::from(max).into());
                }
                tree
            }
            Kind::Object(fields) => self.object(None, fields),
            Kind::Union { tag, variants } => {
                let alternatives = variants
                    .iter()
                    .map(|variant| {
                        let body = self.object(Some((tag, variant.name)), variant.fields);
                        described(body, variant.doc)
                    })
                    .collect();
                object([("anyOf", Tree::List(alternatives))])
            }
            Kind::Nullable(value) => nullable(self.of(value)),
            Kind::Forms { canonical, others } => match self.side {
                Side::Output => self.of(canonical),
                Side::Input => {
                    let mut forms = vec![self.of(canonical)];
                    forms.extend(others.iter().map(|spec| self.of(spec)));
                    object([("anyOf", Tree::List(forms))])
                }
            },
            Kind::Later(later) => self.of(later()),
        }
    }

    fn index(&self, min: i64, max: i64) -> Tree {
        let range = [("minimum", Tree::from(min)), ("maximum", Tree::from(max))];
        let [low, high] = range;
        match self.side {
            Side::Output => object([("type", "integer".into()), low, high]),
            Side::Input => {
                let pattern = if min > 0 {
                    POSITIVE
                } else if min == 0 {
                    NATURAL
                } else {
                    INTEGER
                };
                object([("type", texts(["integer", "string"])), low, high, ("pattern", pattern.into())])
            }
        }
    }

    fn integer(&self, digits: u32, min: Option<i64>, max: Option<i64>) -> Tree {
        let (pattern, sign) = match min {
            Some(1..) => (POSITIVE, 0),
            Some(0) => (NATURAL, 0),
            _ => (INTEGER, 1),
        };
        if self.side == Side::Output {
            return object([("type", "string".into()), ("pattern", pattern.into())]);
        }
        let magnitude = safe_magnitude(digits);
        object([
            ("type", texts(["string", "integer"])),
            ("pattern", pattern.into()),
            ("maxLength", (i64::from(digits) + sign).into()),
            ("minimum", min.unwrap_or(-magnitude).max(-magnitude).into()),
            ("maximum", max.unwrap_or(magnitude).min(magnitude).into()),
        ])
    }

    fn rational(&self, digits: u32) -> Tree {
        let part = |pattern: &str, sign: i64| match self.side {
            Side::Output => object([("type", "string".into()), ("pattern", pattern.into())]),
            Side::Input => object([
                ("type", texts(["string", "integer"])),
                ("pattern", pattern.into()),
                ("maxLength", (i64::from(digits) + sign).into()),
                ("minimum", (-safe_magnitude(digits)).into()),
                ("maximum", safe_magnitude(digits).into()),
            ]),
        };
        let (denominator, sign) = if self.side == Side::Output { (POSITIVE, 0) } else { (NONZERO, 1) };
        let pair = object([
            ("type", "object".into()),
            ("properties", object([("num", part(INTEGER, 1)), ("den", part(denominator, sign))])),
            ("required", texts(["num", "den"])),
            ("additionalProperties", false.into()),
        ]);
        if self.side == Side::Output {
            return pair;
        }
        let short = object([
            ("type", texts(["string", "integer"])),
            ("pattern", FRACTION.into()),
            ("maxLength", (2 * i64::from(digits) + 2).into()),
            ("minimum", (-safe_magnitude(digits)).into()),
            ("maximum", safe_magnitude(digits).into()),
        ]);
        object([("anyOf", Tree::List(vec![pair, short]))])
    }

    fn object(&mut self, tag: Option<(&str, &str)>, fields: &[Field]) -> Tree {
        let mut properties = Vec::new();
        let mut required = Vec::new();
        if let Some((tag, word)) = tag {
            properties.push((tag.to_owned(), object([("type", "string".into()), ("const", word.into())])));
            required.push(tag);
        }
        for field in fields {
            properties.push((field.name.to_owned(), self.field(field)));
            if field.presence == Presence::Required || self.side == Side::Output {
                required.push(field.name);
            }
        }
        let mut tree = object([("type", "object".into()), ("properties", Tree::Object(properties))]);
        if !required.is_empty() {
            push(&mut tree, "required", texts(required));
        }
        push(&mut tree, "additionalProperties", false.into());
        tree
    }

    fn field(&mut self, field: &Field) -> Tree {
        let body = self.of(field.spec);
        let mut tree = described(body, field.doc);
        if let (Presence::Default(text), Side::Input) = (field.presence, self.side)
            && let Ok(document) = json::parse(text.as_bytes(), &json::Limits::default())
        {
            push(&mut tree, "default", document.tree);
        }
        tree
    }

    /// A union at the top of a schema, where no combinator may stand: one object with every field, required only where all
    /// alternatives have it.
    fn flattened(&mut self, tag: &str, variants: &[Variant]) -> Tree {
        let mut properties: Vec<(String, Tree)> = vec![(
            tag.to_owned(),
            object([("type", "string".into()), ("enum", texts(variants.iter().map(|variant| variant.name)))]),
        )];
        let mut required = vec![tag];
        for field in variants.iter().flat_map(|variant| variant.fields) {
            if properties.iter().any(|(name, _)| name == field.name) {
                continue;
            }
            let everywhere = variants.iter().all(|variant| {
                variant.fields.iter().any(|other| other.name == field.name && other.presence == Presence::Required)
            });
            if everywhere {
                required.push(field.name);
            }
            properties.push((field.name.to_owned(), self.field(field)));
        }
        object([
            ("type", "object".into()),
            ("properties", Tree::Object(properties)),
            ("required", texts(required)),
            ("additionalProperties", false.into()),
        ])
    }
}

fn choice(choices: &[Choice]) -> Tree {
    let mut tree = match choices {
        [only] => object([("type", "string".into()), ("const", only.name.into())]),
        _ => object([("type", "string".into()), ("enum", texts(choices.iter().map(|choice| choice.name)))]),
    };
    let meanings: Vec<String> = choices
        .iter()
        .filter(|choice| !choice.doc.is_empty())
        .map(|choice| format!("{}: {}", choice.name, choice.doc))
        .collect();
    if choices.len() > 1 && !meanings.is_empty() {
        tree = described(tree, &meanings.join(" "));
    }
    tree
}

fn nullable(mut value: Tree) -> Tree {
    let simple = ["enum", "const", "$ref", "anyOf"].iter().all(|key| value.get(key).is_none());
    if let (true, Tree::Object(members)) = (simple, &mut value)
        && let Some((_, slot)) = members.iter_mut().find(|(key, _)| key == "type")
    {
        let mut kinds = match std::mem::replace(slot, Tree::Null) {
            Tree::List(kinds) => kinds,
            single => vec![single],
        };
        kinds.push("null".into());
        *slot = Tree::List(kinds);
        return value;
    }
    object([("anyOf", Tree::List(vec![value, object([("type", "null".into())])]))])
}
