//! `#[derive(Wire)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DataEnum, DeriveInput, Field, Fields, FieldsNamed, Type};

use crate::attributes::{Attributes, documentation};

pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(syn::Error::new_spanned(&input.generics, "a type on the wire has no parameters"));
    }
    let attributes = Attributes::of(&input.attrs)?;
    let ident = &input.ident;
    let doc = documentation(&input.attrs);
    let name = match &attributes.name {
        Some(name) => name.value(),
        // Requests and responses are the tops of their schemas and are never referred to.
        None if ident == "Request" || ident == "Response" => String::new(),
        None => ident.to_string(),
    };
    let Parts { spec, read, write } = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => object(fields)?,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => newtype(&fields.unnamed[0], &attributes),
            other => return Err(syn::Error::new_spanned(other, "expected named fields or exactly one unnamed field")),
        },
        Data::Enum(data) if data.variants.iter().all(|variant| variant.fields.is_empty()) => words(data)?,
        Data::Enum(data) => union(data, &attributes, ident)?,
        Data::Union(_) => return Err(syn::Error::new_spanned(ident, "a union has no form on the wire")),
    };
    let relations = attributes.relations.as_ref().map(|relations| {
        quote! {
            let before = report.count();
            #relations(&value, report);
            if report.count() != before {
                return ::core::option::Option::None;
            }
        }
    });
    Ok(quote! {
        #[automatically_derived]
        impl ::wire::Wire for #ident {
            const SPEC: &'static ::wire::Spec = {
                const SPEC: ::wire::Spec = #spec;
                const NAMED: ::wire::Spec = SPEC.named(#name, #doc);
                &NAMED
            };

            fn read(
                tree: &::wire::Tree,
                spec: &::wire::Spec,
                report: &mut ::wire::Report,
            ) -> ::core::option::Option<Self> {
                let value: Self = #read;
                #relations
                ::core::option::Option::Some(value)
            }

            fn write(&self, out: &mut ::wire::Writer) {
                #write
            }
        }
    })
}

struct Parts {
    /// An expression of type `Spec`.
    spec: TokenStream,
    /// An expression of type `Self`, which may return `None`.
    read: TokenStream,
    write: TokenStream,
}

fn is_option(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == "Option"))
}

struct FieldParts {
    table: TokenStream,
    key: String,
}

fn field_parts(field: &Field) -> syn::Result<FieldParts> {
    let ty = &field.ty;
    let optional = is_option(ty);
    let mut attributes = Attributes::of(&field.attrs)?;
    if optional {
        attributes = attributes.inside();
    }
    let doc = documentation(&field.attrs);
    let ident = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
    let key = attributes.name.as_ref().map_or(ident.trim_start_matches("r#").to_owned(), syn::LitStr::value);
    let presence = match (&attributes.default, optional) {
        (Some(json), _) => {
            if let Err(error) = serde_json::from_str::<serde_json::Value>(&json.value()) {
                return Err(syn::Error::new(json.span(), format!("the default is not JSON: {error}")));
            }
            quote!(::wire::Presence::Default(#json))
        }
        (None, true) => quote!(::wire::Presence::Default("null")),
        (None, false) => quote!(::wire::Presence::Required),
    };
    let spec = if attributes.recursive {
        let narrowed = attributes.narrowed(quote!(<#ty as ::wire::Wire>::SPEC), 0);
        quote! {{
            fn later() -> &'static ::wire::Spec { #narrowed }
            const LATER: ::wire::Spec = ::wire::Spec::inline(::wire::Kind::Later(later));
            &LATER
        }}
    } else {
        attributes.narrowed(quote!(<#ty as ::wire::Wire>::SPEC), 0)
    };
    let table = quote! { ::wire::Field { name: #key, doc: #doc, spec: #spec, presence: #presence } };
    Ok(FieldParts { table, key })
}

fn object(fields: &FieldsNamed) -> syn::Result<Parts> {
    let parts = fields.named.iter().map(field_parts).collect::<syn::Result<Vec<_>>>()?;
    let tables = parts.iter().map(|part| &part.table);
    let keys = parts.iter().map(|part| &part.key);
    let idents: Vec<_> = fields.named.iter().filter_map(|field| field.ident.as_ref()).collect();
    let places = 0..idents.len();
    Ok(Parts {
        spec: quote! {{
            const FIELDS: &'static [::wire::Field] = &[#(#tables),*];
            ::wire::Spec::inline(::wire::Kind::Object(FIELDS))
        }},
        read: quote! {{
            let mut object = ::wire::ObjectReader::open(tree, spec, report)?;
            #(let #idents = object.field(#places);)*
            object.finish()?;
            Self { #(#idents: #idents?),* }
        }},
        write: quote! {
            out.begin_object();
            #(out.key(#keys); ::wire::Wire::write(&self.#idents, out);)*
            out.end_object();
        },
    })
}

fn newtype(field: &Field, attributes: &Attributes) -> Parts {
    let ty = &field.ty;
    let narrowed = attributes.narrowed(quote!(<#ty as ::wire::Wire>::SPEC), 0);
    Parts {
        spec: quote!(*#narrowed),
        read: quote!(Self(<#ty as ::wire::Wire>::read(tree, spec, report)?)),
        write: quote!(::wire::Wire::write(&self.0, out);),
    }
}

/// `NotColorable` as `NOT_COLORABLE`.
fn screaming(ident: &str) -> String {
    let mut out = String::new();
    for (at, letter) in ident.chars().enumerate() {
        if letter.is_uppercase() && at > 0 && !out.ends_with('_') {
            let before = ident.chars().nth(at - 1);
            if before.is_some_and(|before| before.is_lowercase() || before.is_ascii_digit()) {
                out.push('_');
            }
        }
        out.extend(letter.to_uppercase());
    }
    out
}

fn variant_name(variant: &syn::Variant) -> syn::Result<String> {
    let attributes = Attributes::of(&variant.attrs)?;
    Ok(attributes.name.map_or_else(|| screaming(&variant.ident.to_string()), |name| name.value()))
}

fn words(data: &DataEnum) -> syn::Result<Parts> {
    let names = data.variants.iter().map(variant_name).collect::<syn::Result<Vec<_>>>()?;
    let docs: Vec<_> = data.variants.iter().map(|variant| documentation(&variant.attrs)).collect();
    let idents: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let places = 0..idents.len();
    Ok(Parts {
        spec: quote! {{
            const CHOICES: &'static [::wire::Choice] = &[#(::wire::Choice { name: #names, doc: #docs }),*];
            ::wire::Spec::inline(::wire::Kind::Choice(CHOICES))
        }},
        read: quote! {
            match ::wire::read_choice(tree, spec, report)? {
                #(#places => Self::#idents,)*
                _ => return ::core::option::Option::None,
            }
        },
        write: quote!(out.text(match self { #(Self::#idents => #names),* });),
    })
}

fn union(data: &DataEnum, attributes: &Attributes, ident: &syn::Ident) -> syn::Result<Parts> {
    let Some(tag) = &attributes.tag else {
        return Err(syn::Error::new_spanned(ident, "an enum with data needs #[wire(tag = \"...\")]"));
    };
    let (mut tables, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    for (place, variant) in data.variants.iter().enumerate() {
        let (name, doc, id) = (variant_name(variant)?, documentation(&variant.attrs), &variant.ident);
        let fields: Vec<&Field> = match &variant.fields {
            Fields::Named(fields) => fields.named.iter().collect(),
            Fields::Unit => Vec::new(),
            other => return Err(syn::Error::new_spanned(other, "an alternative has named fields or none")),
        };
        let parts = fields.iter().map(|field| field_parts(field)).collect::<syn::Result<Vec<_>>>()?;
        let field_tables = parts.iter().map(|part| &part.table);
        let constant = format_ident!("FIELDS_{place}");
        tables.push(quote! {{
            const #constant: &'static [::wire::Field] = &[#(#field_tables),*];
            ::wire::Variant { name: #name, doc: #doc, fields: #constant }
        }});
        let idents: Vec<_> = fields.iter().filter_map(|field| field.ident.as_ref()).collect();
        let keys = parts.iter().map(|part| &part.key);
        let places = 0..idents.len();
        reads.push(quote! {
            #place => {
                #(let #idents = object.field(#places);)*
                object.finish()?;
                Self::#id { #(#idents: #idents?),* }
            }
        });
        writes.push(quote! {
            Self::#id { #(#idents),* } => {
                out.begin_object();
                out.key(#tag);
                out.text(#name);
                #(out.key(#keys); ::wire::Wire::write(#idents, out);)*
                out.end_object();
            }
        });
    }
    Ok(Parts {
        spec: quote! {{
            const VARIANTS: &'static [::wire::Variant] = &[#(#tables),*];
            ::wire::Spec::inline(::wire::Kind::Union { tag: #tag, variants: VARIANTS })
        }},
        read: quote! {{
            #[allow(unused_mut, unused_variables)]
            let ::wire::UnionReader { variant, mut object } = ::wire::UnionReader::open(tree, spec, report)?;
            match variant {
                #(#reads)*
                _ => return ::core::option::Option::None,
            }
        }},
        write: quote!(match self { #(#writes)* }),
    })
}
