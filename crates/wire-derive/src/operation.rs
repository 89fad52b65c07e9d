//! `op!`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use serde_json::{Map, Value};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, LitInt, LitStr, Path, Token, Type, bracketed};

use crate::attributes::documentation;

/// A parsed declaration.
pub(crate) struct Declaration {
    docs: Vec<Attribute>,
    id: LitStr,
    title: Option<LitStr>,
    version: Option<LitInt>,
    words: Vec<LitStr>,
    tags: Vec<LitStr>,
    bounds: Vec<LitStr>,
    deadline: Option<Expr>,
    runtimes: Option<Expr>,
    types: (Type, Type),
    cost: Option<Expr>,
    admit: Option<Path>,
    unique: Option<syn::LitBool>,
    check: Ident,
    examples: Vec<Example>,
    refusals: Vec<Refusal>,
    laws: Vec<Law>,
}

struct Example {
    name: LitStr,
    input: Json,
    output: Json,
}

struct Refusal {
    name: LitStr,
    input: Json,
    location: LitStr,
}

struct Law {
    name: LitStr,
    transform: Expr,
    relation: Expr,
}

struct Json {
    value: Value,
    span: Span,
}

fn strings(input: ParseStream) -> syn::Result<Vec<LitStr>> {
    let inner;
    bracketed!(inner in input);
    Ok(Punctuated::<LitStr, Token![,]>::parse_terminated(&inner)?.into_iter().collect())
}

fn once<T>(slot: &mut Option<T>, key: &Ident, value: T) -> syn::Result<()> {
    if slot.replace(value).is_some() {
        return Err(syn::Error::new(key.span(), format!("`{key}` is given twice")));
    }
    Ok(())
}

impl Parse for Declaration {
    fn parse(input: ParseStream) -> syn::Result<Declaration> {
        let docs = input.call(Attribute::parse_outer)?;
        let (mut id, mut title, mut version, mut words, mut tags, mut bounds) = (None, None, None, None, None, None);
        let (mut deadline, mut runtimes, mut types) = (None, None, None);
        let (mut cost, mut admit, mut unique, mut check) = (None, None, None, None);
        let (mut examples, mut refusals, mut laws) = (Vec::new(), Vec::new(), Vec::new());
        while !input.is_empty() {
            let key: Ident = input.parse()?;
            match key.to_string().as_str() {
                "example" | "refuse" | "law" => {
                    let name: LitStr = input.parse()?;
                    input.parse::<Token![:]>()?;
                    if key == "law" {
                        let transform = input.parse()?;
                        input.parse::<Token![=>]>()?;
                        laws.push(Law { name, transform, relation: input.parse()? });
                    } else {
                        let payload = input.parse()?;
                        input.parse::<Token![=>]>()?;
                        if key == "example" {
                            examples.push(Example { name, input: payload, output: input.parse()? });
                        } else {
                            refusals.push(Refusal { name, input: payload, location: input.parse()? });
                        }
                    }
                }
                known => {
                    input.parse::<Token![:]>()?;
                    match known {
                        "id" => once(&mut id, &key, input.parse()?)?,
                        "title" => once(&mut title, &key, input.parse()?)?,
                        "version" => once(&mut version, &key, input.parse()?)?,
                        "words" => once(&mut words, &key, strings(input)?)?,
                        "tags" => once(&mut tags, &key, strings(input)?)?,
                        "bounds" => once(&mut bounds, &key, strings(input)?)?,
                        "deadline" => once(&mut deadline, &key, input.parse()?)?,
                        "runtimes" => once(&mut runtimes, &key, input.parse()?)?,
                        "types" => {
                            let request = input.parse()?;
                            input.parse::<Token![=>]>()?;
                            once(&mut types, &key, (request, input.parse()?))?;
                        }
                        "cost" => once(&mut cost, &key, input.parse()?)?,
                        "admit" => once(&mut admit, &key, input.parse()?)?,
                        "unique" => once(&mut unique, &key, input.parse()?)?,
                        "check" => once(&mut check, &key, input.parse()?)?,
                        other => {
                            let message = format!(
                                "unknown key `{other}`; known: id, title, version, words, tags, bounds, deadline, \
                                 runtimes, types, cost, admit, unique, check, example, refuse, law"
                            );
                            return Err(syn::Error::new(key.span(), message));
                        }
                    }
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        let missing = |what: &str| syn::Error::new(Span::call_site(), format!("an operation needs {what}"));
        if documentation(&docs).is_empty() {
            return Err(missing("a doc comment: it is what agents read"));
        }
        if examples.is_empty() {
            return Err(missing("an example with its right answer"));
        }
        if refusals.is_empty() {
            return Err(missing("a refusal at the boundary of its domain"));
        }
        Ok(Declaration {
            docs,
            id: id.ok_or_else(|| missing("`id: \"...\"`"))?,
            title,
            version,
            words: words.unwrap_or_default(),
            tags: tags.unwrap_or_default(),
            bounds: bounds.unwrap_or_default(),
            deadline,
            runtimes,
            types: types.unwrap_or_else(|| (syn::parse_quote!(Request), syn::parse_quote!(Response))),
            cost,
            admit,
            unique,
            check: check.ok_or_else(|| missing("`check: exact`, `random` or `none`"))?,
            examples,
            refusals,
            laws,
        })
    }
}

impl Parse for Json {
    fn parse(input: ParseStream) -> syn::Result<Json> {
        let span = input.span();
        if input.peek(LitStr) {
            let literal: LitStr = input.parse()?;
            let value = serde_json::from_str(&literal.value())
                .map_err(|error| syn::Error::new(literal.span(), format!("not JSON: {error}")))?;
            return Ok(Json { value, span });
        }
        let tree: TokenTree = input.parse()?;
        Ok(Json { value: json(&mut std::iter::once(tree).peekable())?, span })
    }
}

/// JSON from Rust tokens.
fn json(tokens: &mut std::iter::Peekable<impl Iterator<Item = TokenTree>>) -> syn::Result<Value> {
    let Some(token) = tokens.next() else {
        return Err(syn::Error::new(Span::call_site(), "expected a JSON value"));
    };
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => object(&group),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => list(&group),
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            if text.starts_with('"') {
                let parsed: LitStr = syn::parse2(TokenTree::Literal(literal).into())?;
                return Ok(Value::String(parsed.value()));
            }
            serde_json::from_str(&text).map_err(|_| {
                syn::Error::new(literal.span(), "not a JSON number: write `7`, not `007`, `7u8` or `7_000`")
            })
        }
        TokenTree::Punct(sign) if sign.as_char() == '-' => match tokens.next() {
            Some(TokenTree::Literal(literal)) => serde_json::from_str(&format!("-{literal}"))
                .map_err(|_| syn::Error::new(literal.span(), "not a JSON number")),
            _ => Err(syn::Error::new(sign.span(), "expected a number after `-`")),
        },
        TokenTree::Ident(word) if word == "true" => Ok(Value::Bool(true)),
        TokenTree::Ident(word) if word == "false" => Ok(Value::Bool(false)),
        TokenTree::Ident(word) if word == "null" => Ok(Value::Null),
        other => Err(syn::Error::new(other.span(), "expected a JSON value")),
    }
}

fn comma(tokens: &mut std::iter::Peekable<proc_macro2::token_stream::IntoIter>) -> syn::Result<()> {
    match tokens.next() {
        None => Ok(()),
        Some(TokenTree::Punct(mark)) if mark.as_char() == ',' => Ok(()),
        Some(other) => Err(syn::Error::new(other.span(), "expected `,`")),
    }
}

fn list(group: &Group) -> syn::Result<Value> {
    let mut tokens = group.stream().into_iter().peekable();
    let mut items = Vec::new();
    while tokens.peek().is_some() {
        items.push(json(&mut tokens)?);
        comma(&mut tokens)?;
    }
    Ok(Value::Array(items))
}

fn object(group: &Group) -> syn::Result<Value> {
    let mut tokens = group.stream().into_iter().peekable();
    let mut members = Map::new();
    while let Some(token) = tokens.next() {
        let span = token.span();
        let key: LitStr = syn::parse2(token.into())?;
        match tokens.next() {
            Some(TokenTree::Punct(mark)) if mark.as_char() == ':' => {}
            _ => return Err(syn::Error::new(span, "expected `:` after this key")),
        }
        if members.insert(key.value(), json(&mut tokens)?).is_some() {
            return Err(syn::Error::new(span, "this key stands twice"));
        }
        comma(&mut tokens)?;
    }
    Ok(Value::Object(members))
}

/// Stops the compiler where JSON names a field that the type does not have.
fn resolved(json: &Json, ty: &Type) -> TokenStream {
    let Value::Object(members) = &json.value else { return TokenStream::new() };
    let names = members.keys();
    quote_spanned! {json.span=> #(const _: () = ::wire::assert_field(<#ty as ::wire::Wire>::SPEC, #names);)* }
}

pub(crate) fn expand(declaration: &Declaration) -> syn::Result<TokenStream> {
    let Declaration { id, words, tags, bounds, types: (request, response), .. } = declaration;
    let description = documentation(&declaration.docs);
    let title = match &declaration.title {
        Some(title) => title.value(),
        None => description.lines().next().unwrap_or_default().trim_end_matches('.').to_owned(),
    };
    let or = |given: &Option<Expr>, default: TokenStream| given.as_ref().map_or(default, |given| quote!(#given));
    let version = declaration.version.as_ref().map_or(quote!(1), |version| quote!(#version));
    let deadline = or(&declaration.deadline, quote!(60));
    let runtimes = or(&declaration.runtimes, quote!(&[]));
    let cost = or(&declaration.cost, quote!(|_| ::operation::Cost::SMALL));
    let admit = declaration.admit.as_ref().map_or(quote!(|_, _| {}), |admit| quote!(#admit));
    let (kind, check) = match declaration.check.to_string().as_str() {
        "exact" => (quote!(Exact), quote!(::core::option::Option::Some(check))),
        "random" => (quote!(Random), quote!(::core::option::Option::Some(check))),
        "none" => (quote!(None), quote!(::core::option::Option::None)),
        _ => return Err(syn::Error::new(declaration.check.span(), "expected `exact`, `random` or `none`")),
    };
    let unique = declaration.unique.as_ref().is_none_or(syn::LitBool::value);
    let mut resolutions = Vec::new();
    let mut examples = Vec::new();
    for Example { name, input, output } in &declaration.examples {
        resolutions.extend([resolved(input, request), resolved(output, response)]);
        let (input, output) = (input.value.to_string(), output.value.to_string());
        examples.push(quote!(::operation::Example { name: #name, input: #input, output: #output }));
    }
    let refusals = declaration.refusals.iter().map(|Refusal { name, input, location }| {
        let input = input.value.to_string();
        quote!(::operation::RefusalExample { name: #name, input: #input, location: #location })
    });
    let laws = declaration.laws.iter().map(|Law { name, transform, relation }| {
        quote!(::operation::Law {
            name: #name,
            body: &::operation::TypedLaw::<#request, #response> { transform: #transform, relation: #relation },
        })
    });
    Ok(quote! {
        #(#resolutions)*

        /// The operation that this file declares.
        pub static OPERATION: ::operation::Operation = ::operation::Operation {
            id: #id,
            version: #version,
            title: #title,
            description: #description,
            tags: &[#(#tags),*],
            words: &[#(#words),*],
            bounds: &[#(#bounds),*],
            examples: &[#(#examples),*],
            refusals: &[#(#refusals),*],
            laws: &[#(#laws),*],
            request: <#request as ::wire::Wire>::SPEC,
            response: <#response as ::wire::Wire>::SPEC,
            deadline_seconds: #deadline,
            runtimes: #runtimes,
            unique: #unique,
            check: ::operation::CheckKind::#kind,
            body: &::operation::Typed::<#request, #response> { cost: #cost, admit: #admit, run, check: #check },
        };
    })
}
