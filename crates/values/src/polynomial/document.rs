//! Polynomials in documents.

use std::collections::HashMap;

use flint::Rational;
use wire::{Class, Kind, Report, Spec, Step, Tree, VARIABLE, Wire, Writer};

use super::text::{TEXT_BYTES, parse_polynomial, parse_univariate};
use super::{Polynomial, Term};

#[derive(Wire)]
#[wire(name = "")]
struct Document {
    /// Where the coefficients lie.
    #[wire(default = "\"QQ\"")]
    domain: Domain,
    /// The variables, in the order of the exponents.
    #[wire(items <= Polynomial::MAX_VARIABLES, each(pattern = VARIABLE))]
    variables: Vec<String>,
    /// The sum of its terms.
    polynomial: Body,
}

#[derive(Wire)]
#[wire(name = "")]
enum Domain {
    #[wire(name = "QQ")]
    Rationals,
}

/// Terms with different exponents.
#[derive(Wire)]
struct SparseRationalPolynomial {
    /// In descending lexicographic order of the exponents when written, in any order when read.
    #[wire(default = "[]", items <= Polynomial::MAX_TERMS)]
    terms: Vec<RationalPolynomialTerm>,
}

/// A coefficient times a monomial.
#[derive(Wire)]
struct RationalPolynomialTerm {
    /// The coefficient.
    coefficient: Rational,
    /// One for each variable.
    #[wire(items <= Polynomial::MAX_VARIABLES, each(value <= Polynomial::MAX_EXPONENT))]
    exponents: Vec<u32>,
}

enum Body {
    Terms(Vec<RationalPolynomialTerm>),
    Text(Tree),
}

const LENGTH: Kind = Kind::Text { min: 1, max: TEXT_BYTES as u32, pattern: None };

impl Wire for Body {
    const SPEC: &'static Spec = &Spec::inline(Kind::Forms {
        canonical: SparseRationalPolynomial::SPEC,
        others: &[&Spec { name: "", doc: "Text in these variables, such as \"x^2 - 3/2*x*y\".", kind: LENGTH }],
    });

    fn read(tree: &Tree, _: &Spec, report: &mut Report) -> Option<Body> {
        if let Tree::Text(_) = tree {
            // Its length is checked here; its meaning needs the variables.
            return String::read(tree, &Spec::inline(LENGTH), report).map(|_| Body::Text(tree.clone()));
        }
        let sparse = SparseRationalPolynomial::read(tree, SparseRationalPolynomial::SPEC, report)?;
        Some(Body::Terms(sparse.terms))
    }

    fn write(&self, _: &mut Writer) {}
}

impl Wire for Polynomial {
    const SPEC: &'static Spec = &Spec::inline(Kind::Forms {
        canonical: Document::SPEC,
        others: &[&Spec { name: "", doc: "Text in at most one variable, such as \"x^2 - 1\".", kind: LENGTH }],
    })
    .named("RationalPolynomial", "A polynomial with rational coefficients in an ordered list of variables.");

    fn read(tree: &Tree, _: &Spec, report: &mut Report) -> Option<Polynomial> {
        match tree {
            Tree::Text(text) => {
                String::read(tree, &Spec::inline(LENGTH), report)?;
                parse_univariate(text, report)
            }
            Tree::Object(_) => {
                let document = Document::read(tree, Document::SPEC, report)?;
                document.polynomial(report)
            }
            other => {
                let message = format!(
                    "expected a polynomial as an object with \"variables\" and \"polynomial\", or as text, found {}",
                    other.kind()
                );
                report.structure("wrong_type", message);
                None
            }
        }
    }

    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.key("domain");
        out.text("QQ");
        out.key("variables");
        self.variables.write(out);
        out.key("polynomial");
        out.begin_object();
        out.key("terms");
        out.begin_list();
        for term in &self.terms {
            out.begin_object();
            out.key("coefficient");
            term.coefficient.write(out);
            out.key("exponents");
            term.exponents.write(out);
            out.end_object();
        }
        out.end_list();
        out.end_object();
        out.end_object();
    }
}

impl Document {
    fn polynomial(self, report: &mut Report) -> Option<Polynomial> {
        let before = report.count();
        let mut names = HashMap::new();
        for (index, name) in self.variables.iter().enumerate() {
            if let Some(first) = names.insert(name, index) {
                let message =
                    format!("the variable {name} stands already at index {first}; declare every variable once");
                let place = [Step::from("variables"), index.into()];
                report.add_at(place, Class::Domain, "polynomial.duplicate_variables", message);
            }
        }
        if report.count() > before {
            return None;
        }
        match self.polynomial {
            Body::Text(text) => {
                report.at("polynomial", |report| parse_polynomial(text.as_text()?, self.variables, report))
            }
            Body::Terms(terms) => {
                report_shape(&terms, self.variables.len(), report);
                if report.count() > before {
                    return None;
                }
                let terms = terms.into_iter();
                let terms =
                    terms.map(|RationalPolynomialTerm { coefficient, exponents }| Term { coefficient, exponents });
                Polynomial::new(self.variables, terms)
            }
        }
    }
}

/// Reports terms with a wrong number of exponents, and terms whose monomial stands already.
fn report_shape(terms: &[RationalPolynomialTerm], variables: usize, report: &mut Report) {
    let mut places = HashMap::with_capacity(terms.len());
    for (index, RationalPolynomialTerm { exponents, .. }) in terms.iter().enumerate() {
        let steps = [Step::from("polynomial"), "terms".into(), index.into(), "exponents".into()];
        let (code, message) = if exponents.len() != variables {
            let message =
                format!("there are {} exponents for {variables} variables; give one for each", exponents.len());
            ("polynomial.monomial_shape", message)
        } else if let Some(first) = places.insert(exponents, index) {
            ("polynomial.duplicate_exponents", format!("the term {first} has these exponents already; add the two up"))
        } else {
            continue;
        };
        report.add_at(steps, Class::Domain, code, message);
    }
}
