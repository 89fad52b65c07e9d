//! Every value is written as it is read, its schema says exactly what is read, and breaches are located.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use serde_json::{Value, json};
use values::{
    Canonical, Graph, Hypergraph, IntegerMatrix, Polynomial, RationalInterval, RationalMatrix, VariablePoint,
};
use wire::{Class, Report, Side, Wire, from_json, schema, to_json};

/// Every kind of value, since a schema has an object at its top.
#[derive(Wire, Debug, PartialEq)]
struct All {
    polynomial: Polynomial,
    matrix: RationalMatrix,
    integers: IntegerMatrix,
    graph: Graph,
    hypergraph: Hypergraph,
    interval: RationalInterval,
    point: VariablePoint,
}

fn rational(num: i64, den: i64) -> Value {
    json!({"num": num.to_string(), "den": den.to_string()})
}

fn sample() -> Value {
    json!({
        "polynomial": {"domain": "QQ", "variables": ["x", "y"], "polynomial": {"terms": [
            {"coefficient": rational(1, 1), "exponents": [2, 0]}, {"coefficient": rational(-3, 2), "exponents": [1, 1]},
        ]}},
        "matrix": {"domain": "QQ", "row_count": 1, "column_count": 2, "entries": [[rational(1, 2), rational(3, 1)]]},
        "integers": {"domain": "ZZ", "row_count": 2, "column_count": 1, "entries": [["1"], ["-2"]]},
        "graph": {"vertices": ["b", "a", "c"], "edges": [["a", "b"]]},
        "hypergraph": {"vertices": ["0", "1"], "edges": [["e0", ["0", "1"]], ["e1", []]]},
        "interval": [rational(-1, 3), rational(1, 2)],
        "point": {"variables": ["x"], "values": [rational(2, 7)]},
    })
}

type Problems = Vec<(String, &'static str, Class)>;

fn read<T: Wire>(value: &Value) -> Result<T, Problems> {
    let mut report = Report::new();
    from_json::<T>(&value.to_string(), &mut report).unwrap().ok_or_else(|| {
        let step =
            |problem: &wire::Problem| problem.location.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
        report.into_problems().0.iter().map(|problem| (step(problem), problem.code, problem.class)).collect()
    })
}

fn written<T: Wire>(value: &T) -> Value {
    serde_json::from_str(&to_json(value)).unwrap()
}

fn canonical<T: Wire>(value: Value) -> Value {
    written(&read::<T>(&value).unwrap())
}

fn refused<T: Wire + std::fmt::Debug>(value: Value) -> (String, &'static str) {
    let (place, code, _) = read::<T>(&value).unwrap_err().remove(0);
    (place, code)
}

fn validators() -> [jsonschema::Validator; 2] {
    [Side::Input, Side::Output].map(|side| {
        let schema: Value = serde_json::from_str(&schema(All::SPEC, side).to_json()).unwrap();
        jsonschema::draft202012::options().build(&schema).unwrap()
    })
}

#[test]
fn canonical_documents_come_back_unchanged() {
    let all = read::<All>(&sample()).unwrap();
    assert_eq!(written(&all), sample());
    assert!(validators().iter().all(|validator| validator.is_valid(&sample())));
}

#[test]
fn every_form_of_a_polynomial_means_the_same() {
    let expected = canonical::<Polynomial>(sample()["polynomial"].clone());
    let terms = json!([
        {"coefficient": "-6/4", "exponents": [1, 1]}, {"coefficient": 0, "exponents": [7, 7]},
        {"coefficient": 1, "exponents": [2, "0"]},
    ]);
    for form in [
        json!({"variables": ["x", "y"], "polynomial": {"terms": terms}}),
        json!({"variables": ["x", "y"], "polynomial": "x^2 - 3/2*x*y"}),
        json!({"variables": ["x", "y"], "polynomial": "x(x - 1.5y) + (x-y)^2 - (x^2 - 2x*y + y²)"}),
    ] {
        assert_eq!(canonical::<Polynomial>(form.clone()), expected, "{form}");
    }
    assert_eq!(canonical::<Polynomial>(json!("t^2 - 1"))["variables"], json!(["t"]));
    assert_eq!(canonical::<Polynomial>(json!("x - x"))["polynomial"], json!({"terms": []}));
    assert_eq!(canonical::<Polynomial>(json!("2^-2*3"))["polynomial"]["terms"][0]["coefficient"], rational(3, 4));
    assert_eq!(canonical::<Polynomial>(json!({"variables": [], "polynomial": {}}))["variables"], json!([]));
}

#[test]
fn expansion_is_bounded() {
    for text in ["(1+x)^1000000", "9^9^9", "x^9999999999", "((x+1)^500)^500", "(x+1)^9223372036854775807", "2^600000"] {
        let problems = read::<Polynomial>(&json!(text)).unwrap_err();
        assert_eq!(problems[0], (String::new(), "polynomial.expression.too_large", Class::Size), "{text}");
    }
    let sum: Vec<String> = (0..9).map(|index| format!("x{index}")).collect();
    let variables: Vec<String> = sum.clone();
    let text = format!("({})^40", sum.join("+"));
    let problems = read::<Polynomial>(&json!({"variables": variables, "polynomial": text})).unwrap_err();
    assert_eq!(problems[0].0, "polynomial");
    assert_eq!(read::<Polynomial>(&json!("(x+1)^200")).unwrap().terms().len(), 201);
    let all = read::<Polynomial>(&json!("1^999999999 + (-1)^999999999*x^1000000000")).unwrap();
    assert_eq!(all.to_string(), "-x^1000000000 + 1");
}

#[test]
fn breaches_of_polynomials_are_located() {
    let term = |exponents: Value| json!({"coefficient": "1", "exponents": exponents});
    let document = |terms: Value| json!({"variables": ["x"], "polynomial": {"terms": terms}});
    let at = |place: &str, code| (place.to_owned(), code);
    assert_eq!(
        refused::<Polynomial>(document(json!([term(json!([1])), term(json!([0])), term(json!([1]))]))),
        at("polynomial.terms.2.exponents", "polynomial.duplicate_exponents")
    );
    assert_eq!(
        refused::<Polynomial>(document(json!([term(json!([1, 2]))]))),
        at("polynomial.terms.0.exponents", "polynomial.monomial_shape")
    );
    assert_eq!(
        refused::<Polynomial>(document(json!([term(json!([-1]))]))),
        at("polynomial.terms.0.exponents.0", "out_of_range")
    );
    assert_eq!(
        refused::<Polynomial>(json!({"variables": ["x", "x"], "polynomial": "x"})),
        at("variables.1", "polynomial.duplicate_variables")
    );
    assert_eq!(refused::<Polynomial>(json!("x*y")), at("", "polynomial.expression.undeclared_variables"));
    assert_eq!(
        refused::<Polynomial>(json!({"variables": ["x"], "polynomial": "x + z"})),
        at("polynomial", "polynomial.expression.undeclared_variable")
    );
    for text in ["1/x", "x^-1", "2^x", "x^(1/2)", "1/0", "x/(x-x)", "0^-1"] {
        assert_eq!(refused::<Polynomial>(json!(text)), at("", "polynomial.expression.not_polynomial"), "{text}");
    }
    for text in ["x +", "__import__('os').system('id')", "sin(x)", "x 2", " ", "007x"] {
        assert_eq!(refused::<Polynomial>(json!(text)), at("", "polynomial.expression.syntax"), "{text}");
    }
    assert_eq!(refused::<Polynomial>(json!("")), at("", "too_short"));
}

#[test]
fn every_form_of_a_matrix_means_the_same() {
    let expected = json!({"domain": "QQ", "row_count": 2, "column_count": 2, "entries": [
        [rational(1, 2), rational(3, 1)], [rational(0, 1), rational(1, 1)],
    ]});
    for form in [json!([["1/2", "3"], ["0", 1]]), json!({"entries": [["1/2", "3"], ["0", 1]]}), expected.clone()] {
        assert_eq!(canonical::<RationalMatrix>(form), expected);
    }
    let empty = json!({"domain": "ZZ", "row_count": 0, "column_count": 3, "entries": []});
    assert_eq!(canonical::<IntegerMatrix>(json!({"row_count": 0, "column_count": 3})), empty);
    let thin = json!({"domain": "ZZ", "row_count": 2, "column_count": 0, "entries": [[], []]});
    assert_eq!(canonical::<IntegerMatrix>(json!({"row_count": 2, "column_count": 0})), thin);
    assert_eq!(canonical::<IntegerMatrix>(thin.clone()), thin);
    assert_eq!(canonical::<IntegerMatrix>(json!([]))["row_count"], json!(0));
}

#[test]
fn breaches_of_matrices_are_located() {
    let shape = |place: &str| (place.to_owned(), "matrix.shape_mismatch");
    assert_eq!(refused::<RationalMatrix>(json!([[1, 2], [3]])), shape("1"));
    assert_eq!(refused::<RationalMatrix>(json!({"entries": [[1, 2], [3, 4, 5]]})), shape("entries.1"));
    assert_eq!(refused::<RationalMatrix>(json!({"entries": [[1]], "row_count": 2})), shape("row_count"));
    assert_eq!(refused::<RationalMatrix>(json!({"entries": [[1]], "column_count": 2})), shape("entries.0"));
    assert_eq!(refused::<RationalMatrix>(json!({"row_count": 3})), shape("row_count"));
    assert_eq!(refused::<IntegerMatrix>(json!([["1/2"]])), ("0.0".to_owned(), "integer.not_canonical"));
    let wide = read::<IntegerMatrix>(&json!({"row_count": 10_000, "column_count": 10_000})).unwrap_err();
    assert!(wide.iter().all(|(_, code, _)| *code == "matrix.shape_mismatch"), "{wide:?}");
}

#[test]
fn graphs_keep_their_order_and_orient_their_edges() {
    let labeled = json!({"vertices": ["2", "10", "11"], "edges": [["2", "10"], ["10", "11"]]});
    let expected = json!({"vertices": ["2", "10", "11"], "edges": [["10", "2"], ["10", "11"]]});
    assert_eq!(canonical::<Graph>(labeled), expected);
    let indexed = canonical::<Graph>(json!({"vertex_count": 3, "edges": [[2, 0]]}));
    assert_eq!(indexed, json!({"vertices": ["0", "1", "2"], "edges": [["0", "2"]]}));
    let graph = read::<Graph>(&expected).unwrap();
    assert_eq!(graph.neighbors(1), [0, 2]);
    assert_eq!(graph.lexicographic_order(), [1, 2, 0]);
    assert_eq!(Graph::new(graph.vertices().to_vec(), vec![[0, 1], [1, 2]]), Some(graph));
    assert_eq!(Graph::new(vec!["a".into(), "b".into()], vec![[0, 1], [1, 0]]), None);
    assert!(read::<Canonical<Graph>>(&expected).is_ok());
    let swapped = json!({"vertices": ["a", "b"], "edges": [["b", "a"]]});
    assert_eq!(refused::<Canonical<Graph>>(swapped).1, "not_canonical");
}

#[test]
fn breaches_of_graphs_are_located() {
    let graph = |edges: Value| json!({"vertices": ["a", "b"], "edges": edges});
    let at = |place: &str, code| (place.to_owned(), code);
    assert_eq!(refused::<Graph>(graph(json!([["a", "a"]]))), at("edges.0", "graph.loop"));
    assert_eq!(refused::<Graph>(graph(json!([["a", "b"], ["b", "a"]]))), at("edges.1", "graph.duplicate_edge"));
    assert_eq!(refused::<Graph>(graph(json!([["a", "c"]]))), at("edges.0.1", "graph.undeclared_vertex"));
    let repeated = json!({"vertices": ["a", "b", "a"], "edges": []});
    assert_eq!(refused::<Graph>(repeated), at("vertices.2", "graph.duplicate_vertex"));
    let indexed = json!({"vertex_count": 2, "edges": [[0, 1], [1, 2]]});
    assert_eq!(refused::<Graph>(indexed), at("edges.1.1", "graph.undeclared_vertex"));
    let both = json!({"vertex_count": 2, "vertices": ["a", "b"], "edges": []});
    assert_eq!(refused::<Graph>(both), at("vertices", "unknown_field"));
}

#[test]
fn breaches_of_hypergraphs_are_located() {
    let hypergraph = |edges: Value| json!({"vertices": ["a", "b"], "edges": edges});
    let at = |place: &str, code| (place.to_owned(), code);
    assert_eq!(
        refused::<Hypergraph>(hypergraph(json!([["e", ["a", "b", "a"]]]))),
        at("edges.0.1.2", "hypergraph.duplicate_member")
    );
    assert_eq!(
        refused::<Hypergraph>(hypergraph(json!([["e", ["a", "c"]]]))),
        at("edges.0.1.1", "hypergraph.undeclared_vertex")
    );
    assert_eq!(
        refused::<Hypergraph>(hypergraph(json!([["e", ["a"]], ["e", ["b"]]]))),
        at("edges.1.0", "hypergraph.edge_identity")
    );
    let repeated = json!({"vertices": ["a", "a"], "edges": []});
    assert_eq!(refused::<Hypergraph>(repeated), at("vertices.1", "hypergraph.vertex_identity"));
}

#[test]
fn breaches_of_intervals_and_points_are_located() {
    assert_eq!(refused::<RationalInterval>(json!(["1/2", "1/3"])).1, "interval.reversed");
    assert!(read::<RationalInterval>(&json!(["1/2", "2/4"])).unwrap().is_point());
    let double = json!({"variables": ["x", "x"], "values": [1, 2]});
    assert_eq!(refused::<VariablePoint>(double), ("variables.1".to_owned(), "point.duplicate_variables"));
    let short = json!({"variables": ["x", "y"], "values": [1]});
    assert_eq!(refused::<VariablePoint>(short), ("values".to_owned(), "point.length_mismatch"));
}

/// One random change somewhere in a document.
fn mutate(value: &mut Value, path: &[usize], replacement: &Value) {
    let (index, rest) = (path.first().copied().unwrap_or(0), path.get(1..).unwrap_or(&[]));
    match value {
        Value::Array(items) if !items.is_empty() && !path.is_empty() => {
            let at = index % (items.len() + 1);
            match items.get_mut(at) {
                Some(item) => mutate(item, rest, replacement),
                None => items.push(replacement.clone()),
            }
        }
        Value::Object(members) if !members.is_empty() && !path.is_empty() => {
            let at = index % (members.len() + 2);
            let key = members.keys().nth(at % members.len()).cloned().unwrap();
            if at < members.len() {
                mutate(&mut members[&key], rest, replacement);
            } else if at == members.len() {
                members.remove(&key);
            } else {
                members.insert("vertex_count".to_owned(), replacement.clone());
            }
        }
        _ => *value = replacement.clone(),
    }
}

fn replacements() -> impl Strategy<Value = Value> {
    let fixed = [
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!(""),
        json!("QQ"),
        json!("x"),
        json!("x^2-y"),
        json!("12"),
        json!("-0"),
        json!("1/2"),
        json!("1/0"),
        json!(3),
        json!(-1),
        json!(1.0),
        json!(1.5),
        json!(9007199254740992i64),
        json!([[1, 2], ["3", "1/2"]]),
        json!([[]]),
        json!([["1"], ["2"]]),
        json!({"num": 1, "den": -2}),
        json!(["a", "c"]),
        json!({"terms": []}),
        json!({"vertex_count": 2, "edges": [[0, 1]]}),
        json!(["e2", ["0"]]),
        json!([0, 1]),
    ];
    prop::sample::select(fixed.to_vec())
}

proptest! {
    /// A document is accepted exactly when it validates, apart from relations and sizes.
    #[test]
    fn reader_and_schema_agree(
        changes in prop::collection::vec((prop::collection::vec(0usize..40, 0..7), replacements()), 0..3)
    ) {
        let mut value = sample();
        changes.iter().for_each(|(path, replacement)| mutate(&mut value, path, replacement));
        let [input, output] = validators();
        match read::<All>(&value) {
            Ok(all) => {
                prop_assert!(input.is_valid(&value), "accepted, but not by the schema: {value}");
                let written = written(&all);
                prop_assert!(output.is_valid(&written), "the canonical form breaks its schema: {written}");
                prop_assert_eq!(read::<All>(&written).unwrap(), all);
            }
            Err(problems) => {
                let formal = problems.iter().any(|(_, _, class)| *class == Class::Structure);
                prop_assert!(!(formal && input.is_valid(&value)), "refused, but valid: {value} {problems:?}");
            }
        }
    }

    #[test]
    fn polynomials_survive_their_text(coefficients in prop::collection::vec((-9i64..9, 1i64..5, 0u32..5, 0u32..5), 0..8)) {
        let terms = coefficients.into_iter().map(|(num, den, x, y)| values::Term {
            coefficient: flint::Rational::new(num, den).unwrap(), exponents: vec![x, y],
        });
        let polynomial = Polynomial::new(vec!["x".into(), "y".into()], terms).unwrap();
        let text = polynomial.to_string();
        prop_assert_eq!(&read::<Polynomial>(&json!({"variables": ["x", "y"], "polynomial": text})).unwrap(), &polynomial);
        prop_assert_eq!(read::<Polynomial>(&written(&polynomial)).unwrap(), polynomial);
    }

    #[test]
    fn dense_and_sparse_polynomials_convert(coefficients in prop::collection::vec(-3i64..3, 0..12)) {
        let dense = flint::RationalPolynomial::from_coefficients(coefficients);
        let sparse = Polynomial::from_univariate("t", &dense).unwrap();
        prop_assert_eq!(sparse.to_univariate().unwrap(), dense);
    }
}
