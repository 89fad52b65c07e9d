use operation::prelude::*;
use values::{Canonical, Graph};

/// A graph.
#[derive(Wire)]
pub struct Request {
    /// The graph.
    pub graph: Graph,
}

/// All distances.
#[derive(Wire)]
pub struct Response {
    /// How the rows, and the distances within a row, are ordered.
    pub vertex_ordering: VertexOrdering,
    /// Which pairs are covered.
    pub pair_coverage: PairCoverage,
    /// What stands for a pair in different components.
    pub unreachable_representation: UnreachableRepresentation,
    /// The graph that was asked about.
    pub graph: Canonical<Graph>,
    /// One row for each vertex.
    pub rows: Vec<GraphDistanceRow>,
    /// Whether every vertex reaches every other one; true without vertices.
    pub connected: bool,
}

/// The order of the vertices.
#[derive(Wire)]
pub enum VertexOrdering {
    /// By the labels, code point by code point: "10" before "2".
    LexicographicAscending,
}

/// The pairs.
#[derive(Wire)]
pub enum PairCoverage {
    /// Every pair in both orders, and each vertex with itself.
    AllOrderedVertexPairs,
}

/// The sign for no path.
#[derive(Wire)]
pub enum UnreachableRepresentation {
    /// `null`.
    JsonNull,
}

/// The distances from one vertex.
#[derive(Wire)]
pub struct GraphDistanceRow {
    /// The vertex.
    pub source: String,
    /// The distances to all vertices in lexicographic order of their labels.
    pub distances: Vec<Option<u16>>,
}

op! {
    /// Distance matrix of a graph: the lengths of shortest paths between all pairs of vertices.
    ///
    /// The distance is the least number of edges of a path, 0 from a vertex to itself, and null between different
    /// components. Rows and columns are ordered by label, code point by code point ("10" before "2"), whatever the
    /// order in the request; the graph itself is repeated in the order in which it was given. `connected` is true when
    /// no distance is null.
    ///
    /// Breadth-first search from each vertex, O(n (n + m)). It is checked by the conditions that only distances
    /// satisfy: 0 on the diagonal, at most 1 of difference across an edge, and for every other vertex that is reached a
    /// neighbor that is nearer by 1; with sets of vertices as bits, in O(n^3 / 64).
    id: "graph.distance_matrix.compute",
    words: [
        "shortest paths", "all pairs shortest path", "APSP", "hop distance", "graph distances", "BFS",
        "breadth-first search", "geodesic distance", "degrees of separation", "how far apart are vertices",
        "distance table", "network distance", "eccentricity", "diameter", "Floyd-Warshall", "Abstandsmatrix",
        "kürzeste Wege", "matrice des distances",
    ],
    tags: ["graph", "invariant", "distance", "matrix", "exact"],
    bounds: ["At most 4,096 vertices and 1,000,000 edges."],
    cost: |q| {
        let (vertices, edges) = (q.graph.vertex_count() as f64, q.graph.edges().len() as f64);
        Cost::nanoseconds(5_000.0 + vertices * (60.0 * vertices + 4.0 * edges.min(16.0 * vertices)) + vertices.powi(3) / 64.0)
    },
    admit: admit,
    example "path": { "graph": { "vertices": ["c", "a", "b"], "edges": [["a", "b"], ["b", "c"]] } } => {
        "vertex_ordering": "LEXICOGRAPHIC_ASCENDING", "pair_coverage": "ALL_ORDERED_VERTEX_PAIRS",
        "unreachable_representation": "JSON_NULL",
        "graph": { "vertices": ["c", "a", "b"], "edges": [["a", "b"], ["b", "c"]] },
        "rows": [{ "source": "a", "distances": [0, 1, 2] }, { "source": "b", "distances": [1, 0, 1] },
            { "source": "c", "distances": [2, 1, 0] }],
        "connected": true },
    example "numbered vertices in two components": { "graph": { "vertex_count": 3, "edges": [[2, 0]] } } => {
        "vertex_ordering": "LEXICOGRAPHIC_ASCENDING", "pair_coverage": "ALL_ORDERED_VERTEX_PAIRS",
        "unreachable_representation": "JSON_NULL",
        "graph": { "vertices": ["0", "1", "2"], "edges": [["0", "2"]] },
        "rows": [{ "source": "0", "distances": [0, null, 1] }, { "source": "1", "distances": [null, 0, null] },
            { "source": "2", "distances": [1, null, 0] }],
        "connected": false },
    refuse "an end that is no vertex": { "graph": { "vertices": ["a"], "edges": [["a", "b"]] } } => "graph.edges.0.1",
    refuse "a loop": { "graph": { "vertices": ["a"], "edges": [["a", "a"]] } } => "graph.edges.0",
    refuse "an edge in both directions": { "graph": { "vertices": ["a", "b"], "edges": [["a", "b"], ["b", "a"]] } }
        => "graph.edges.1",
    law "the order of the vertices does not matter": |q| reordered(&q.graph).map(|graph| Request { graph })
        => |r, s| r.connected == s.connected
            && r.rows.iter().zip(&s.rows).all(|(r, s)| r.source == s.source && r.distances == s.distances),
    check: exact,
}

/// The most vertices: the answer has a number for each pair, 16 million of them.
const MAX_VERTICES: usize = 4_096;

/// The graph with its vertices and edges in reverse order.
fn reordered(graph: &Graph) -> Option<Graph> {
    let last = graph.vertex_count().checked_sub(1)? as u32;
    let edges = graph.edges().iter().rev().map(|&[first, second]| [last - second, last - first]);
    Graph::new(graph.vertices().iter().rev().cloned().collect(), edges.collect())
}

fn admit(q: &Request, report: &mut Report) {
    let count = q.graph.vertex_count();
    if count > MAX_VERTICES {
        let message = format!("a graph with {count} vertices is too large: at most {MAX_VERTICES} are admitted");
        report.at("graph", |report| report.size("graph.too_many_vertices", message));
    }
}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {
    let graph = &q.graph;
    let order = graph.lexicographic_order();
    let neighbors = neighbors_in(graph, &order);
    let mut rows = Vec::with_capacity(order.len());
    let mut connected = true;
    for (done, &vertex) in order.iter().enumerate() {
        cx.work((graph.vertex_count() + graph.edges().len()) as u64)?;
        cx.progress(done as f64, Some(order.len() as f64), "vertices");
        let distances = distances_from(done, &neighbors);
        connected &= distances.iter().all(Option::is_some);
        rows.push(GraphDistanceRow { source: graph.vertices()[vertex as usize].clone(), distances });
    }
    Ok(Response {
        vertex_ordering: VertexOrdering::LexicographicAscending,
        pair_coverage: PairCoverage::AllOrderedVertexPairs,
        unreachable_representation: UnreachableRepresentation::JsonNull,
        graph: Canonical(graph.clone()),
        rows,
        connected,
    })
}

/// The neighbors of each vertex, vertices being numbered by their places in `order`.
fn neighbors_in(graph: &Graph, order: &[u32]) -> Vec<Vec<u32>> {
    let mut places = vec![0; order.len()];
    (0..).zip(order).for_each(|(place, &vertex)| places[vertex as usize] = place);
    let renumbered = |&vertex| graph.neighbors(vertex).iter().map(|&neighbor| places[neighbor as usize]).collect();
    order.iter().map(renumbered).collect()
}

/// The distance of every vertex from `source`, by breadth-first search. A distance is below [`MAX_VERTICES`].
fn distances_from(source: usize, neighbors: &[Vec<u32>]) -> Vec<Option<u16>> {
    let mut distances = vec![None; neighbors.len()];
    distances[source] = Some(0);
    // Vertices in the order in which they are reached; those before `next` have been searched.
    let mut reached = vec![source];
    let mut next = 0;
    // In a dense graph all vertices are reached long before all edges have been looked at.
    while next < reached.len() && reached.len() < neighbors.len() {
        let vertex = reached[next];
        next += 1;
        let further = distances[vertex].map(|distance: u16| distance + 1);
        for &neighbor in &neighbors[vertex] {
            let slot = &mut distances[neighbor as usize];
            if slot.is_none() {
                *slot = further;
                reached.push(neighbor as usize);
            }
        }
    }
    distances
}

fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {
    let graph = &q.graph;
    ensure(r.graph.0 == *graph, "the graph is the one asked about")?;
    let order = graph.lexicographic_order();
    let labels = order.iter().map(|&vertex| &graph.vertices()[vertex as usize]);
    ensure(r.rows.iter().map(|row| &row.source).eq(labels), "there is a row for each vertex, in lexicographic order")?;
    let neighborhoods: Vec<Vec<u64>> = neighbors_in(graph, &order)
        .iter()
        .map(|neighbors| set_of(neighbors.iter().map(|&v| v as usize), order.len()))
        .collect();
    for (source, row) in r.rows.iter().enumerate() {
        check_row(source, &row.distances, &neighborhoods)?;
    }
    let complete = r.rows.iter().all(|row| row.distances.iter().all(Option::is_some));
    ensure(r.connected == complete, "the graph is connected exactly when no distance is missing")
}

/// A set of numbers below `size`, as bits.
fn set_of(members: impl Iterator<Item = usize>, size: usize) -> Vec<u64> {
    let mut set = vec![0; size.div_ceil(64)];
    members.for_each(|member| set[member / 64] |= 1 << (member % 64));
    set
}

/// Neighbors have distances that differ by at most 1, or are both out of reach: so no distance is too large, and none
/// is missing within the component of the source. A neighbor nearer by 1 for every vertex but the source makes a path
/// of that length: so none is too small, and none is there outside of the component.
fn check_row(source: usize, distances: &[Option<u16>], neighborhoods: &[Vec<u64>]) -> Result<(), Broken> {
    let size = neighborhoods.len();
    ensure(distances.len() == size, "a row has a distance for each vertex")?;
    ensure(distances[source] == Some(0), "a vertex has distance 0 from itself")?;
    let farthest = distances.iter().flatten().copied().max().map_or(0, usize::from);
    ensure(farthest < size, "a distance is below the number of vertices")?;
    // The vertices out of reach come last, beyond a distance that nobody has.
    let mut window = Window::new(size, farthest + 4, |vertex| distances[vertex].map_or(farthest + 2, usize::from));
    window.enter(0);
    for at in 0..farthest + 3 {
        window.enter(at + 1);
        for &vertex in window.level(at) {
            let (stray, nearer) = window.compare(at, &neighborhoods[vertex]);
            ensure(!stray, "distances differ by at most 1 across an edge")?;
            ensure(vertex == source || at == farthest + 2 || nearer, "some neighbor is nearer by 1")?;
        }
    }
    Ok(())
}

/// Vertices by their level, and three consecutive levels of them as sets.
struct Window {
    /// The vertices, level after level.
    vertices: Vec<usize>,
    /// Where each level begins, and at last their number.
    starts: Vec<usize>,
    /// Level k is in the place k modulo 3.
    sets: [Vec<u64>; 3],
}

impl Window {
    fn new(size: usize, levels: usize, level: impl Fn(usize) -> usize) -> Window {
        let mut starts = vec![0; levels + 1];
        (0..size).for_each(|vertex| starts[level(vertex) + 1] += 1);
        for at in 0..levels {
            starts[at + 1] += starts[at];
        }
        let mut free = starts.clone();
        let mut vertices = vec![0; size];
        for vertex in 0..size {
            let slot = &mut free[level(vertex)];
            vertices[*slot] = vertex;
            *slot += 1;
        }
        Window { vertices, starts, sets: std::array::from_fn(|_| vec![0; size.div_ceil(64)]) }
    }

    fn level(&self, level: usize) -> &[usize] {
        &self.vertices[self.starts[level]..self.starts[level + 1]]
    }

    /// Puts a level in the place of the one three before.
    fn enter(&mut self, level: usize) {
        let set = &mut self.sets[level % 3];
        if let Some(gone) = level.checked_sub(3) {
            let gone = &self.vertices[self.starts[gone]..self.starts[gone + 1]];
            gone.iter().for_each(|vertex| set[vertex / 64] = 0);
        }
        let come = &self.vertices[self.starts[level]..self.starts[level + 1]];
        come.iter().for_each(|vertex| set[vertex / 64] |= 1 << (vertex % 64));
    }

    /// Whether any neighbor lies neither on the level, nor on the next one, nor on the one before; and whether any lies
    /// before.
    fn compare(&self, level: usize, neighbors: &[u64]) -> (bool, bool) {
        let [at, after, before] = [0, 1, 2].map(|ahead| &self.sets[(level + ahead) % 3]);
        let (mut stray, mut nearer) = (0, 0);
        for (((neighbors, at), after), before) in neighbors.iter().zip(at).zip(after).zip(before) {
            stray |= neighbors & !(at | after | before);
            nearer |= neighbors & before;
        }
        (stray != 0, nearer != 0)
    }
}
