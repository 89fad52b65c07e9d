//! `#[derive(Wire)]` and `op!`.
//!
//! Both write static tables and thin readers; everything that can be shared lives in `wire` and `operation`, so that an
//! operation costs the compiler little.
#![forbid(unsafe_code)]

mod attributes;
mod derive;
mod operation;

/// Derives `wire::Wire` for structs, newtypes and enums.
///
/// * A struct with named fields is an object. A field of type `Option<T>` may be absent, which means `null`.
/// * A struct with one unnamed field is that field's form with a name and, perhaps, narrower bounds.
/// * An enum without data is one of a few words, by default its variants in SCREAMING_SNAKE_CASE; with a single variant it is
///   a constant.
/// * An enum with data is an object whose member `tag` names the alternative.
///
/// Doc comments become descriptions. Attributes, on fields and on newtypes:
///
/// * `digits <= N`: decimal digits of an integer, or of numerator and denominator.
/// * `value in A..=B`, `value >= A`, `value <= B`; `items ...` for lists and maps; `length ...` in characters for strings.
/// * `pattern = PATH`: a `&'static wire::Pattern`'s static.
/// * `each(...)`: the same attributes for the items of a list or map.
/// * `default = "JSON"`: the field may be absent and then has this value.
/// * `recursive`: the field's type contains this type.
/// * `name = "..."`: the key of a field, the word of a variant, or the name of the type in schemas.
///
/// On types: `tag = "kind"` for enums with data, and `relations = PATH`, a `fn(&Self, &mut wire::Report)` that runs after
/// all fields were read and reports what does not hold between them.
#[proc_macro_derive(Wire, attributes(wire))]
pub fn derive_wire(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    derive::expand(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Declares an operation: see `operation::Operation` for what each key means.
///
/// Doc comments are the description that agents read; the first line is the title unless `title:` says otherwise. Keys come in
/// any order; examples and refusals repeat:
///
/// ```text
/// op! {
///     /// Greatest common divisor of two integers.
///     ///
///     /// gcd(0, 0) is 0.
///     id: "integer.compute.gcd",
///     words: ["hcf", "highest common factor"],
///     tags: ["number-theory"],
///     bounds: ["at most 1,000,000 digits each"],
///     cost: |q| Cost::nanoseconds(100 + q.left.bits()),
///     example "coprime": { "left": "4", "right": "9" } => { "value": "1" },
///     refuse "leading zero": { "left": "007", "right": "1" } => "left",
///     law "symmetric": |q| Some(Request { left: q.right.clone(), right: q.left.clone() }) => |r, s| r.value == s.value,
///     check: exact,
/// }
/// ```
///
/// Further keys: `title`, `version` (1), `deadline` in seconds (60), `runtimes` (none), `types: Request
/// => Response`, `admit: FUNCTION` for relations between fields, `unique: false` where several answers are right, `check: exact | random | none`. A function `run` must be in
/// scope, and `check` unless it is `none`. JSON is written as tokens or, where Rust's lexer objects (`"\u00e9"`, `"\/"`), as a
/// string literal that holds it.
#[proc_macro]
pub fn op(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let declaration = syn::parse_macro_input!(input as operation::Declaration);
    operation::expand(&declaration).unwrap_or_else(syn::Error::into_compile_error).into()
}
