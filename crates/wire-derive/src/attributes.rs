//! Reading `#[wire(...)]` and doc comments.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Expr, LitStr, Path, RangeLimits, Token, parenthesized};

/// What `#[wire(...)]` says of a field, a variant or a type.
#[derive(Default)]
pub(crate) struct Attributes {
    bounds: Vec<(Ident, Option<Expr>, Option<Expr>)>,
    pattern: Option<Path>,
    each: Option<Box<Attributes>>,
    pub(crate) default: Option<LitStr>,
    pub(crate) recursive: bool,
    pub(crate) name: Option<LitStr>,
    pub(crate) tag: Option<LitStr>,
    pub(crate) relations: Option<Path>,
}

impl Attributes {
    pub(crate) fn of(attributes: &[Attribute]) -> syn::Result<Attributes> {
        let mut all = Attributes::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("wire")) {
            attribute.parse_args_with(|input: ParseStream| all.extend(input))?;
        }
        Ok(all)
    }

    fn extend(&mut self, input: ParseStream) -> syn::Result<()> {
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            match key.to_string().as_str() {
                "digits" | "value" | "items" | "length" => {
                    let (min, max) = range(input)?;
                    self.bounds.push((key, min, max));
                }
                "each" => {
                    let inner;
                    parenthesized!(inner in input);
                    let mut each = Attributes::default();
                    each.extend(&inner)?;
                    self.each = Some(Box::new(each));
                }
                "recursive" => self.recursive = true,
                "pattern" => self.pattern = Some(assigned(input)?),
                "default" => self.default = Some(assigned(input)?),
                "name" => self.name = Some(assigned(input)?),
                "tag" => self.tag = Some(assigned(input)?),
                "relations" => self.relations = Some(assigned(input)?),
                other => {
                    let message = format!(
                        "unknown key `{other}`; known: digits, value, items, length, each, recursive, pattern, default, name, \
                         tag, relations"
                    );
                    return Err(syn::Error::new(key.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }

    fn narrows(&self) -> bool {
        !self.bounds.is_empty() || self.pattern.is_some() || self.each.is_some()
    }

    /// An expression of type `&'static Spec`: `base` narrowed by these attributes.
    pub(crate) fn narrowed(&self, base: TokenStream, depth: usize) -> TokenStream {
        if !self.narrows() {
            return base;
        }
        let (outer, inner, narrowed) =
            (format_ident!("BASE_{depth}"), format_ident!("EACH_{depth}"), format_ident!("NARROWED_{depth}"));
        let each = self.each.as_ref().map(|each| {
            let spec = each.narrowed(quote!(#outer.inner()), depth + 1);
            (quote!(const #inner: &'static ::wire::Spec = #spec;), quote!(.around(#inner)))
        });
        let (each_item, each_call) = each.unzip();
        let bounds = self.bounds.iter().map(|(method, min, max)| {
            let option = |bound: &Option<Expr>| match bound {
                Some(bound) => quote!(::core::option::Option::Some((#bound) as i64)),
                None => quote!(::core::option::Option::None),
            };
            let (min, max) = (option(min), option(max));
            quote!(.#method(::wire::Bounds { min: #min, max: #max }))
        });
        let pattern = self.pattern.as_ref().map(|pattern| quote!(.pattern(&#pattern)));
        quote! {{
            const #outer: &'static ::wire::Spec = #base;
            #each_item
            const #narrowed: ::wire::Spec = (*#outer) #each_call #(#bounds)* #pattern;
            &#narrowed
        }}
    }

    /// The same attributes one level further in: what is said of an `Option<T>` is meant for the `T`.
    pub(crate) fn inside(self) -> Attributes {
        if !self.narrows() {
            return self;
        }
        let Attributes { bounds, pattern, each, .. } = self;
        let inner = Attributes { bounds, pattern, each, ..Attributes::default() };
        Attributes {
            each: Some(Box::new(inner)),
            default: self.default,
            recursive: self.recursive,
            name: self.name,
            ..Attributes::default()
        }
    }
}

fn assigned<T: Parse>(input: ParseStream) -> syn::Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// `<= max`, `>= min` or `in min..=max`.
fn range(input: ParseStream) -> syn::Result<(Option<Expr>, Option<Expr>)> {
    if input.peek(Token![<=]) {
        input.parse::<Token![<=]>()?;
        return Ok((None, Some(input.parse()?)));
    }
    if input.peek(Token![>=]) {
        input.parse::<Token![>=]>()?;
        return Ok((Some(input.parse()?), None));
    }
    input.parse::<Token![in]>()?;
    let range: syn::ExprRange = input.parse()?;
    match (range.start, range.limits, range.end) {
        (Some(start), RangeLimits::Closed(_), Some(end)) => Ok((Some(*start), Some(*end))),
        _ => Err(input.error("expected `min..=max`")),
    }
}

/// The text of a doc comment: paragraphs on lines of their own, single newlines folded.
pub(crate) fn documentation(attributes: &[Attribute]) -> String {
    let mut paragraphs = vec![String::new()];
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("doc")) {
        let syn::Meta::NameValue(pair) = &attribute.meta else { continue };
        let Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { continue };
        let text = text.value();
        let text = text.trim();
        let Some(last) = paragraphs.last_mut() else { continue };
        if text.is_empty() {
            if !last.is_empty() {
                paragraphs.push(String::new());
            }
        } else {
            if !last.is_empty() {
                last.push(if text.starts_with("* ") || text.starts_with("- ") { '\n' } else { ' ' });
            }
            last.push_str(text);
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs.join("\n")
}
