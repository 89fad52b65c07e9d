//! Finite hypergraphs.

use std::collections::{HashMap, HashSet};

use wire::{Class, Report, Spec, Step, Tree, Wire, Writer};

use crate::graph::{LABEL_LENGTH, places};

/// A finite hypergraph: labeled vertices, and edges with a name of their own, each a set of vertices.
///
/// Two edges may have the same members; an edge may be empty. Written as
/// `{"vertices":["0","1"],"edges":[["e0",["0","1"]]]}`, everything in the order in which it was given.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hypergraph {
    vertices: Vec<String>,
    edges: Vec<Hyperedge>,
}

/// An edge of a [`Hypergraph`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hyperedge {
    /// Its name.
    pub name: String,
    /// Its vertices as indices, each once.
    pub members: Vec<u32>,
}

impl Hypergraph {
    /// The most vertices, and the most edges, of a hypergraph in a document.
    pub const MAX_ITEMS: u32 = 100_000;

    /// The hypergraph with these vertices and edges; `None` when a label, the name of an edge, or a member of an edge
    /// stands twice, and for a member without a vertex.
    pub fn new(vertices: Vec<String>, edges: Vec<Hyperedge>) -> Option<Hypergraph> {
        let labels: HashSet<&String> = vertices.iter().collect();
        let names: HashSet<&String> = edges.iter().map(|edge| &edge.name).collect();
        let sets = edges.iter().all(|edge| {
            let members: HashSet<u32> = edge.members.iter().copied().collect();
            members.len() == edge.members.len() && members.iter().all(|&vertex| (vertex as usize) < vertices.len())
        });
        let fits = labels.len() == vertices.len() && names.len() == edges.len() && sets;
        fits.then_some(Hypergraph { vertices, edges })
    }

    /// The labels; a vertex is the index of its label.
    pub fn vertices(&self) -> &[String] {
        &self.vertices
    }

    /// The edges.
    pub fn edges(&self) -> &[Hyperedge] {
        &self.edges
    }

    /// The sizes of all edges together.
    pub fn incidence_count(&self) -> usize {
        self.edges.iter().map(|edge| edge.members.len()).sum()
    }
}

#[derive(Wire)]
#[wire(name = "")]
struct Document {
    /// Distinct labels.
    #[wire(items <= Hypergraph::MAX_ITEMS, each(length in 1..=LABEL_LENGTH))]
    vertices: Vec<String>,
    /// Each edge with its name and its vertices.
    #[wire(items <= Hypergraph::MAX_ITEMS)]
    edges: Vec<(Label, Members)>,
}

#[derive(Wire)]
#[wire(name = "", length in 1..=LABEL_LENGTH)]
struct Label(String);

#[derive(Wire)]
#[wire(name = "", items <= Hypergraph::MAX_ITEMS)]
struct Members(Vec<Label>);

impl Wire for Hypergraph {
    const SPEC: &'static Spec = &Spec {
        name: "FiniteHypergraph",
        doc: "A finite hypergraph: vertices, and named edges that are sets of vertices.",
        kind: Document::SPEC.kind,
    };

    fn read(tree: &Tree, spec: &Spec, report: &mut Report) -> Option<Hypergraph> {
        let before = report.count();
        let Document { vertices, edges: documents } = Document::read(tree, spec, report)?;
        let places = places(&vertices, "hypergraph.vertex_identity", report);
        let mut names = HashMap::new();
        let mut edges = Vec::with_capacity(documents.len());
        for (index, (Label(name), members)) in documents.into_iter().enumerate() {
            if let Some(first) = names.insert(name.clone(), index) {
                let steps = [Step::from("edges"), index.into(), 0.into()];
                let message = format!("the edge {first} has this name already; give every edge a name of its own");
                report.add_at(steps, Class::Domain, "hypergraph.edge_identity", message);
            }
            let mut seen = HashSet::new();
            let mut found = Vec::with_capacity(members.0.len());
            for (at, Label(member)) in members.0.iter().enumerate() {
                let problem = match places.get(member.as_str()) {
                    Some(&vertex) if seen.insert(vertex) => {
                        found.push(vertex);
                        continue;
                    }
                    Some(_) => ("hypergraph.duplicate_member", "this vertex stands in the edge already"),
                    None => ("hypergraph.undeclared_vertex", "this member is not among the vertices; declare it"),
                };
                let steps = [Step::from("edges"), index.into(), 1.into(), at.into()];
                report.add_at(steps, Class::Domain, problem.0, problem.1);
            }
            edges.push(Hyperedge { name, members: found });
        }
        (report.count() == before).then_some(Hypergraph { vertices, edges })
    }

    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.key("vertices");
        self.vertices.write(out);
        out.key("edges");
        out.begin_list();
        for edge in &self.edges {
            out.begin_list();
            out.text(&edge.name);
            out.begin_list();
            edge.members.iter().for_each(|&vertex| out.text(&self.vertices[vertex as usize]));
            out.end_list();
            out.end_list();
        }
        out.end_list();
        out.end_object();
    }
}
