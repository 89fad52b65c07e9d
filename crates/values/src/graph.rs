//! Simple undirected graphs.

use std::collections::{HashMap, HashSet};

use wire::{Class, Kind, Report, Spec, Step, Tree, Wire, Writer};

/// A simple undirected graph: labeled vertices, edges without loops and repetition.
///
/// Written as `{"vertices":["a","b"],"edges":[["a","b"]]}`: vertices and edges in the order in which they were given,
/// the ends of an edge in lexicographic order. Also read: `{"vertex_count":3,"edges":[[0,1]]}`, where the vertices are
/// labeled `"0"`, `"1"`, …
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    vertices: Vec<String>,
    edges: Vec<[u32; 2]>,
    /// Where the neighbors of each vertex begin in `neighbors`, and at last their number.
    starts: Vec<u32>,
    neighbors: Vec<u32>,
}

/// What is wrong with an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EdgeFault {
    Loop,
    Repeated,
}

impl Graph {
    /// The most vertices of a graph in a document.
    pub const MAX_VERTICES: u32 = 100_000;
    /// The most edges of a graph in a document.
    pub const MAX_EDGES: u32 = 1_000_000;

    /// The graph with these vertices and edges between their indices.
    ///
    /// `None` when a label or an edge (in either direction) stands twice, for a loop, for an index without a vertex,
    /// and beyond 2^31 edges.
    pub fn new(vertices: Vec<String>, edges: Vec<[u32; 2]>) -> Option<Graph> {
        let distinct: HashSet<&String> = vertices.iter().collect();
        let declared = edges.iter().flatten().all(|&end| (end as usize) < vertices.len());
        let fits = distinct.len() == vertices.len() && declared && edges.len() <= 1 << 31;
        (fits && edge_faults(&edges).next().is_none()).then(|| Graph::assembled(vertices, edges))
    }

    /// The graph of parts that were checked.
    fn assembled(vertices: Vec<String>, mut edges: Vec<[u32; 2]>) -> Graph {
        for [first, second] in &mut edges {
            if vertices[*first as usize] > vertices[*second as usize] {
                std::mem::swap(first, second);
            }
        }
        let mut starts = vec![0; vertices.len() + 1];
        edges.iter().flatten().for_each(|&end| starts[end as usize + 1] += 1);
        for index in 0..vertices.len() {
            starts[index + 1] += starts[index];
        }
        let mut free = starts.clone();
        let mut neighbors = vec![0; 2 * edges.len()];
        for &[first, second] in &edges {
            for (end, other) in [(first, second), (second, first)] {
                neighbors[free[end as usize] as usize] = other;
                free[end as usize] += 1;
            }
        }
        Graph { vertices, edges, starts, neighbors }
    }

    /// The labels; a vertex is the index of its label.
    pub fn vertices(&self) -> &[String] {
        &self.vertices
    }

    /// How many vertices there are.
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// The edges, each with the end first whose label is the smaller one.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// The neighbors of a vertex, in the order of the edges. Panics beyond the last vertex.
    pub fn neighbors(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.neighbors[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The vertices in lexicographic order of their labels.
    pub fn lexicographic_order(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..).take(self.vertices.len()).collect();
        order.sort_by_key(|&vertex| &self.vertices[vertex as usize]);
        order
    }
}

/// Loops, and edges that stand a second time in either direction, by their index.
fn edge_faults(edges: &[[u32; 2]]) -> impl Iterator<Item = (usize, EdgeFault)> {
    let mut seen = HashSet::with_capacity(edges.len());
    edges.iter().enumerate().filter_map(move |(index, &[first, second])| {
        if first == second {
            Some((index, EdgeFault::Loop))
        } else {
            let repeated = !seen.insert((first.min(second), first.max(second)));
            repeated.then_some((index, EdgeFault::Repeated))
        }
    })
}

/// The most characters of the name of a vertex or an edge.
pub(crate) const LABEL_LENGTH: u32 = 256;

/// A graph as it is written.
#[derive(Wire)]
#[wire(name = "")]
struct Labeled {
    /// Distinct labels.
    #[wire(items <= Graph::MAX_VERTICES, each(length in 1..=LABEL_LENGTH))]
    vertices: Vec<String>,
    /// Pairs of different vertices, each pair once, in either direction.
    #[wire(items <= Graph::MAX_EDGES)]
    edges: Vec<[End; 2]>,
}

#[derive(Wire)]
#[wire(name = "", length in 1..=LABEL_LENGTH)]
struct End(String);

/// Vertices by number, from 0.
#[derive(Wire)]
#[wire(name = "")]
struct Indexed {
    /// The vertices are 0 to this number less 1.
    #[wire(value <= Graph::MAX_VERTICES)]
    vertex_count: u32,
    /// Pairs of different vertices, each pair once, in either direction.
    #[wire(items <= Graph::MAX_EDGES)]
    edges: Vec<[Place; 2]>,
}

#[derive(Wire)]
#[wire(name = "", value <= Graph::MAX_VERTICES - 1)]
struct Place(u32);

/// Reports labels that stand a second time, and returns the place of each label.
pub(crate) fn places<'v>(vertices: &'v [String], code: &'static str, report: &mut Report) -> HashMap<&'v str, u32> {
    let mut places = HashMap::with_capacity(vertices.len());
    for (index, label) in vertices.iter().enumerate() {
        if let Some(first) = places.insert(label.as_str(), index as u32) {
            let message =
                format!("the vertex {label:?} is declared already, at index {first}; declare every vertex once");
            report.add_at([Step::from("vertices"), index.into()], Class::Domain, code, message);
        }
    }
    places
}

impl Wire for Graph {
    const SPEC: &'static Spec = &Spec::inline(Kind::Forms { canonical: Labeled::SPEC, others: &[Indexed::SPEC] })
        .named(
            "SimpleUndirectedGraph",
            "A simple undirected graph: no loops, no repeated edges. Read also with numbered vertices.",
        );

    fn read(tree: &Tree, _: &Spec, report: &mut Report) -> Option<Graph> {
        let before = report.count();
        let (vertices, edges) = if tree.get("vertex_count").is_some() {
            let Indexed { vertex_count, edges } = Indexed::read(tree, Indexed::SPEC, report)?;
            let vertices = (0..vertex_count).map(|vertex| vertex.to_string()).collect();
            (vertices, resolved(&edges, |Place(end)| (*end < vertex_count).then_some(*end), report))
        } else {
            let Labeled { vertices, edges } = Labeled::read(tree, Labeled::SPEC, report)?;
            let places = places(&vertices, "graph.duplicate_vertex", report);
            let edges = resolved(&edges, |End(label)| places.get(label.as_str()).copied(), report);
            (vertices, edges)
        };
        // Indices of edges count only when each of them was resolved.
        if report.count() == before {
            for (index, fault) in edge_faults(&edges) {
                let (code, message) = match fault {
                    EdgeFault::Loop => ("graph.loop", "an edge of a simple graph joins two different vertices"),
                    EdgeFault::Repeated => {
                        ("graph.duplicate_edge", "this edge stands already, in this or the other direction")
                    }
                };
                report.add_at([Step::from("edges"), index.into()], Class::Domain, code, message);
            }
        }
        (report.count() == before).then(|| Graph::assembled(vertices, edges))
    }

    fn write(&self, out: &mut Writer) {
        out.begin_object();
        out.key("vertices");
        self.vertices.write(out);
        out.key("edges");
        out.begin_list();
        for edge in &self.edges {
            out.begin_list();
            edge.iter().for_each(|&end| out.text(&self.vertices[end as usize]));
            out.end_list();
        }
        out.end_list();
        out.end_object();
    }
}

/// The edges as indices; ends without a vertex are reported.
fn resolved<E>(edges: &[[E; 2]], place: impl Fn(&E) -> Option<u32>, report: &mut Report) -> Vec<[u32; 2]> {
    let mut found = Vec::with_capacity(edges.len());
    for (index, [first, second]) in edges.iter().enumerate() {
        let ends = [place(first), place(second)];
        for side in (0..2).filter(|&side| ends[side].is_none()) {
            let steps = [Step::from("edges"), index.into(), side.into()];
            let message = "this end of the edge is not among the vertices; declare it or remove the edge";
            report.add_at(steps, Class::Domain, "graph.undeclared_vertex", message);
        }
        if let [Some(first), Some(second)] = ends {
            found.push([first, second]);
        }
    }
    found
}
