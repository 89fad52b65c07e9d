use operation::prelude::*;
use sat::CheckedProof;
use values::{Canonical, Hypergraph, Proved};

use crate::coloring::{Decision, decide, is_bicolored, is_hopeless};

/// A hypergraph and a number of colors.
#[derive(Wire)]
pub struct Request {
    /// The hypergraph.
    pub hypergraph: Hypergraph,
    /// How many colors there are.
    #[wire(value >= 1)]
    pub palette_size: u64,
}

/// Whether there is a coloring, and one if there is.
#[derive(Wire)]
pub struct Response {
    /// The hypergraph that was asked about.
    pub hypergraph: Canonical<Hypergraph>,
    /// How many colors there are.
    pub palette_size: u64,
    /// Whether there is a coloring.
    pub outcome: Outcome,
    /// A coloring; null when there is none.
    pub witness: Option<ColoringWitness>,
}

/// The verdict.
#[derive(Wire, PartialEq, Eq, Clone, Copy)]
pub enum Outcome {
    /// The witness is a coloring.
    Colorable,
    /// No coloring exists, proved.
    NotColorable,
}

/// A coloring.
#[derive(Wire)]
pub struct ColoringWitness {
    /// Every vertex with its color from 0, in the order of the vertices.
    pub assignments: Vec<(String, u64)>,
}

op! {
    /// Decides whether the vertices of a hypergraph can be colored with q colors so that no edge is monochromatic.
    ///
    /// Every edge must contain two vertices of different colors; colors need not all be used. COLORABLE comes with a
    /// coloring, its colors numbered from 0 in the order in which the vertices use them; any other right coloring
    /// passes the checker as well. NOT_COLORABLE is returned only with a proof that was checked. An edge with fewer
    /// than two vertices can never be colored, so that it makes the hypergraph NOT_COLORABLE; a hypergraph without
    /// edges is always COLORABLE. Two colors are Property B; edges of two vertices make it proper coloring of a graph.
    ///
    /// Greedy coloring, then satisfiability (CaDiCaL) with symmetry breaking of the colors; every model is checked on
    /// the clauses, every refutation as an LRAT proof. NP-complete: a run that does not end within its deadline says
    /// nothing.
    id: "hypergraph.nonmonochromatic_vertex_coloring.q_decide",
    words: [
        "hypergraph coloring", "hypergraph colouring", "property B", "2-colorable hypergraph", "bicoloring",
        "set splitting", "weak coloring", "no monochromatic edge", "q-colorability", "proper coloring of a graph",
        "graph colouring with k colors", "chromatic number at most", "SAT coloring", "Hypergraph färben",
        "coloration d'hypergraphe", "coloreo de hipergrafos",
    ],
    tags: ["hypergraph", "coloring", "exact"],
    bounds: [
        "Colors times the sizes of all edges: at most 20,000,000, unless a greedy coloring succeeds (always when there are more \
         colors than edges at any vertex).",
        "At most 100,000 vertices and 100,000 edges.",
    ],
    deadline: 300,
    types: Request => Proved<Response, CheckedProof>,
    cost: |q| match q.hypergraph.incidence_count() + q.hypergraph.vertices().len() {
        size @ 0..=60 => Cost::nanoseconds(200_000.0 + 1_000.0 * size as f64),
        _ => Cost::UNKNOWN,
    },
    example "one edge of three vertices": {
        "hypergraph": { "vertices": ["0", "1", "2"], "edges": [["e0", ["0", "1", "2"]]] }, "palette_size": 2
    } => {
        "hypergraph": { "vertices": ["0", "1", "2"], "edges": [["e0", ["0", "1", "2"]]] }, "palette_size": 2,
        "outcome": "COLORABLE", "witness": { "assignments": [["0", 0], ["1", 0], ["2", 1]] } },
    example "a triangle with two colors": {
        "hypergraph": { "vertices": ["a", "b", "c"], "edges": [["ab", ["a", "b"]], ["bc", ["b", "c"]], ["ca", ["c", "a"]]] },
        "palette_size": 2
    } => {
        "hypergraph": { "vertices": ["a", "b", "c"], "edges": [["ab", ["a", "b"]], ["bc", ["b", "c"]], ["ca", ["c", "a"]]] },
        "palette_size": 2, "outcome": "NOT_COLORABLE", "witness": null },
    example "no edges": { "hypergraph": { "vertices": ["a"], "edges": [] }, "palette_size": 1 } => {
        "hypergraph": { "vertices": ["a"], "edges": [] }, "palette_size": 1, "outcome": "COLORABLE",
        "witness": { "assignments": [["a", 0]] } },
    refuse "a member that is no vertex": {
        "hypergraph": { "vertices": ["a"], "edges": [["e", ["a", "b"]]] }, "palette_size": 2
    } => "hypergraph.edges.0.1.1",
    refuse "a vertex declared twice": { "hypergraph": { "vertices": ["a", "a"], "edges": [] }, "palette_size": 2 }
        => "hypergraph.vertices.1",
    refuse "no colors": { "hypergraph": { "vertices": [], "edges": [] }, "palette_size": 0 } => "palette_size",
    law "one more color never hurts": |q| (q.palette_size < 1000).then(|| Request {
        hypergraph: q.hypergraph.clone(), palette_size: q.palette_size + 1,
    }) => |r, s| r.answer.outcome == Outcome::NotColorable || s.answer.outcome == Outcome::Colorable,
    unique: false,
    check: exact,
}

fn run(q: &Request, cx: &Context) -> Result<Proved<Response, CheckedProof>, Stop> {
    let (outcome, witness, evidence) = match decide(&q.hypergraph, q.palette_size, cx)? {
        Decision::Colors(colors) => {
            let assignments = q.hypergraph.vertices().iter().cloned().zip(colors).collect();
            (Outcome::Colorable, Some(ColoringWitness { assignments }), None)
        }
        Decision::Impossible(proof) => (Outcome::NotColorable, None, proof),
    };
    let hypergraph = Canonical(q.hypergraph.clone());
    Ok(Proved { answer: Response { hypergraph, palette_size: q.palette_size, outcome, witness }, evidence })
}

/// A witness is verified. Without one, the checked proof of the run counts; a claim from outside has none and is
/// decided again.
fn check(q: &Request, r: &Proved<Response, CheckedProof>, cx: &Context) -> Result<(), Broken> {
    let Response { hypergraph, palette_size, outcome, witness } = &r.answer;
    ensure(hypergraph.0 == q.hypergraph && *palette_size == q.palette_size, "the question is the one asked")?;
    match (outcome, witness) {
        (Outcome::Colorable, Some(witness)) => verify(q, witness),
        (Outcome::NotColorable, None) => {
            if r.evidence.is_some() || is_hopeless(&q.hypergraph, q.palette_size) {
                return Ok(());
            }
            match decide(&q.hypergraph, q.palette_size, cx) {
                Ok(Decision::Impossible(_)) => Ok(()),
                Ok(Decision::Colors(_)) => ensure(false, "there is no coloring"),
                Err(_) => ensure(false, "the claim that there is no coloring was decided before the deadline"),
            }
        }
        _ => ensure(false, "a witness goes with COLORABLE and with nothing else"),
    }
}

fn verify(q: &Request, witness: &ColoringWitness) -> Result<(), Broken> {
    let vertices = q.hypergraph.vertices();
    let names = witness.assignments.iter().map(|(name, _)| name);
    ensure(names.eq(vertices), "the witness has every vertex in the order of the vertices")?;
    let colors: Vec<u64> = witness.assignments.iter().map(|(_, color)| *color).collect();
    ensure(colors.iter().all(|&color| color < q.palette_size), "every color is below the size of the palette")?;
    let mut edges = q.hypergraph.edges().iter();
    ensure(edges.all(|edge| is_bicolored(edge, &colors)), "no edge is monochromatic")
}
