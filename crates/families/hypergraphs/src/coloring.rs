//! Colorings of the vertices without a monochromatic edge.

use operation::{Context, Resource, Stop};
use sat::{CheckedProof, Cnf, CnfError, Limits, Literal, Model, SatError, Verdict, solve};
use values::{Hyperedge, Hypergraph};
use wire::{Class, Report};

/// The most literals of an encoding.
const MAX_LITERALS: u64 = 20_000_000;

/// Whether a hypergraph can be colored.
pub(crate) enum Decision {
    /// With these colors of the vertices, of which each first appears after all smaller ones.
    Colors(Vec<u64>),
    /// Not at all, by an argument that needs no search (none) or by a refutation that was checked.
    Impossible(Option<CheckedProof>),
}

/// Whether the edge has two vertices of different colors.
pub(crate) fn is_bicolored(edge: &Hyperedge, colors: &[u64]) -> bool {
    edge.members.windows(2).any(|pair| colors[pair[0] as usize] != colors[pair[1] as usize])
}

/// Whether no coloring can exist for a reason that is seen at once: an edge with fewer than two vertices, or any edge
/// when there is one color only.
pub(crate) fn is_hopeless(hypergraph: &Hypergraph, palette: u64) -> bool {
    let mut edges = hypergraph.edges().iter();
    edges.any(|edge| edge.members.len() < 2 || palette < 2)
}

/// Decides whether the vertices have a coloring with `palette` colors that leaves no edge monochromatic.
pub(crate) fn decide(hypergraph: &Hypergraph, palette: u64, cx: &Context) -> Result<Decision, Stop> {
    if is_hopeless(hypergraph, palette) {
        return Ok(Decision::Impossible(None));
    }
    if let Some(colors) = greedy(hypergraph, palette) {
        return Ok(Decision::Colors(colors));
    }
    // Each edge of a vertex rules out at most one color for it, so the greedy coloring fails for small palettes only.
    let size = (hypergraph.incidence_count() + hypergraph.vertices().len()) as u64;
    if size.saturating_mul(palette) > MAX_LITERALS {
        return Err(too_large());
    }
    let encoding = Encoding::new(hypergraph, palette as usize).map_err(|_: CnfError| too_large())?;
    match solve(&encoding.cnf, &Limits::default(), &mut || cx.must_stop()) {
        Ok(Verdict::Satisfiable(model)) => Ok(Decision::Colors(first_use_order(&encoding.colors(&model)))),
        Ok(Verdict::Unsatisfiable(proof)) => Ok(Decision::Impossible(Some(proof))),
        Err(SatError::Interrupted) => {
            cx.look()?;
            Err(Stop::Fault("the search was interrupted without reason".to_owned()))
        }
        Err(SatError::ProofTooLarge { .. } | SatError::OutOfMemory) => Err(Stop::Exhausted(Resource::Memory)),
        Err(error) => Err(Stop::Fault(error.to_string())),
    }
}

fn too_large() -> Stop {
    let mut report = Report::new();
    let message = format!(
        "colors times the sizes of all edges exceed {MAX_LITERALS}, and a first attempt found no coloring; use fewer colors or \
         a smaller hypergraph"
    );
    report.add_at(["hypergraph"], Class::Size, "hypergraph.too_large", message);
    Stop::from(report)
}

/// Gives each vertex in turn the smallest color that completes no monochromatic edge; none when it runs out of colors.
fn greedy(hypergraph: &Hypergraph, palette: u64) -> Option<Vec<u64>> {
    let edges = incident_edges(hypergraph);
    let mut colors = vec![u64::MAX; hypergraph.vertices().len()];
    // For each edge, how many of its vertices have no color yet.
    let mut open: Vec<usize> = hypergraph.edges().iter().map(|edge| edge.members.len()).collect();
    for (vertex, incident) in edges.iter().enumerate() {
        let mut forbidden: Vec<u64> = Vec::new();
        for &index in incident {
            open[index] -= 1;
            let mut others = hypergraph.edges()[index]
                .members
                .iter()
                .filter(|&&other| other as usize != vertex)
                .map(|&v| colors[v as usize]);
            if open[index] == 0
                && let Some(color) = others.next()
                && others.all(|other| other == color)
            {
                forbidden.push(color);
            }
        }
        forbidden.sort_unstable();
        forbidden.dedup();
        let free = (0..).zip(&forbidden).find(|(color, taken)| *color != **taken);
        let color = free.map_or(forbidden.len() as u64, |(color, _)| color);
        if color >= palette {
            return None;
        }
        colors[vertex] = color;
    }
    Some(first_use_order(&colors))
}

/// For each vertex, the edges that it lies in.
fn incident_edges(hypergraph: &Hypergraph) -> Vec<Vec<usize>> {
    let mut incident = vec![Vec::new(); hypergraph.vertices().len()];
    for (index, edge) in hypergraph.edges().iter().enumerate() {
        edge.members.iter().for_each(|&vertex| incident[vertex as usize].push(index));
    }
    incident
}

/// The same coloring with the colors numbered in the order in which the vertices first use them.
fn first_use_order(colors: &[u64]) -> Vec<u64> {
    let mut numbers = std::collections::HashMap::new();
    colors
        .iter()
        .map(|&color| {
            let next = numbers.len() as u64;
            *numbers.entry(color).or_insert(next)
        })
        .collect()
}

/// The question as a formula.
///
/// With two colors there is one variable for each vertex, and an edge is not all equal. With more colors there is a
/// variable for each vertex and color: each vertex has at least one, and for each edge and color some vertex does not
/// have it. A vertex may have several; any one of them will do, since fewer colors make no edge monochromatic.
struct Encoding {
    cnf: Cnf,
    palette: usize,
    literals: Vec<Literal>,
}

impl Encoding {
    fn new(hypergraph: &Hypergraph, palette: usize) -> Result<Encoding, CnfError> {
        let mut cnf = Cnf::new();
        let width = if palette == 2 { 1 } else { palette };
        let variables = cnf.new_variables(width * hypergraph.vertices().len())?;
        let literals: Vec<Literal> = variables.into_iter().map(|variable| variable.positive()).collect();
        let has = |vertex: u32, color: usize| literals[vertex as usize * width + color];
        if palette == 2 {
            for edge in hypergraph.edges() {
                let members: Vec<Literal> = edge.members.iter().map(|&vertex| has(vertex, 0)).collect();
                cnf.not_all_equal(&members)?;
            }
        } else {
            for vertex in literals.chunks(width) {
                cnf.add_clause(vertex.iter().copied())?;
            }
            for edge in hypergraph.edges() {
                for color in 0..palette {
                    cnf.add_clause(edge.members.iter().map(|&vertex| !has(vertex, color)))?;
                }
            }
        }
        // Colors are interchangeable: the first vertex may be taken to have color 0, the second 0 or 1, and so on.
        for (place, vertex) in leaders(hypergraph, palette - 1).into_iter().enumerate() {
            let excluded = if palette == 2 { 0..1 } else { place + 1..palette };
            for color in excluded {
                cnf.add_clause([!has(vertex, color)])?;
            }
        }
        Ok(Encoding { cnf, palette, literals })
    }

    fn colors(&self, model: &Model) -> Vec<u64> {
        if self.palette == 2 {
            return self.literals.iter().map(|&literal| u64::from(model.satisfies(literal))).collect();
        }
        let vertices = self.literals.chunks(self.palette);
        let color =
            |vertex: &[Literal]| vertex.iter().position(|&literal| model.satisfies(literal)).unwrap_or(0) as u64;
        vertices.map(color).collect()
    }
}

/// Vertices to number the colors by: each is joined by edges of two vertices to as many of the earlier ones as
/// possible, so that a clique, which needs all different colors, is colored at once.
fn leaders(hypergraph: &Hypergraph, count: usize) -> Vec<u32> {
    let incident = incident_edges(hypergraph);
    let mut joined = vec![0usize; incident.len()];
    let mut chosen = vec![false; incident.len()];
    let mut leaders = Vec::new();
    for _ in 0..count.min(incident.len()) {
        let free = (0..incident.len()).filter(|&vertex| !chosen[vertex]);
        // The first of the best, so that the order of the vertices decides among equals.
        let best = free.rev().max_by_key(|&vertex| (joined[vertex], incident[vertex].len()));
        let Some(leader) = best else { break };
        chosen[leader] = true;
        leaders.push(leader as u32);
        for &edge in &incident[leader] {
            if let [first, second] = hypergraph.edges()[edge].members[..] {
                joined[if first as usize == leader { second } else { first } as usize] += 1;
            }
        }
    }
    leaders
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Whether some coloring works, by trying all.
    fn is_colorable(hypergraph: &Hypergraph, palette: u64) -> bool {
        let vertices = hypergraph.vertices().len() as u32;
        (0..palette.pow(vertices)).any(|code| {
            let colors: Vec<u64> = (0..vertices).map(|place| code / palette.pow(place) % palette).collect();
            hypergraph.edges().iter().all(|edge| is_bicolored(edge, &colors))
        })
    }

    #[test]
    fn decisions_agree_with_trying_all_colorings() {
        let mut outcomes = [[0; 2]; 4];
        for code in 0..400u64 {
            // Up to 16 edges on 6 vertices, spread by a multiplicative hash.
            let edges = (0..code % 17).map(|edge| {
                let bits = (code * 31 + edge + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58;
                let members: Vec<u32> = (0..6).filter(|vertex| bits >> vertex & 1 == 1).collect();
                let members = if members.len() < 2 { vec![0, 1 + (edge % 5) as u32] } else { members };
                Hyperedge { name: edge.to_string(), members: members.into_iter().take(3).collect() }
            });
            let vertices = (0..6).map(|vertex: u32| vertex.to_string()).collect();
            let hypergraph = Hypergraph::new(vertices, edges.collect()).unwrap();
            for palette in 1..=3 {
                let found = match decide(&hypergraph, palette, &Context::unlimited()).unwrap() {
                    Decision::Colors(colors) => {
                        assert!(hypergraph.edges().iter().all(|edge| is_bicolored(edge, &colors)));
                        assert!(colors.iter().all(|&color| color < palette));
                        true
                    }
                    Decision::Impossible(_) => false,
                };
                assert_eq!(found, is_colorable(&hypergraph, palette), "{hypergraph:?} {palette}");
                outcomes[palette as usize][usize::from(found)] += 1;
            }
        }
        assert!(outcomes[2].iter().all(|&count| count > 20), "both outcomes occur: {outcomes:?}");
    }

    #[test]
    fn a_clique_is_decided_without_search() {
        let edges = (0..60u32).flat_map(|high| (0..high).map(move |low| [low, high]));
        let edges = edges.map(|members| Hyperedge { name: format!("{members:?}"), members: members.to_vec() });
        let vertices: Vec<String> = (0..60).map(|vertex: u32| vertex.to_string()).collect();
        let clique = Hypergraph::new(vertices, edges.collect()).unwrap();
        let decision = |palette| decide(&clique, palette, &Context::unlimited()).unwrap();
        assert!(matches!(decision(59), Decision::Impossible(Some(_))));
        assert!(matches!(decision(60), Decision::Colors(_)));
        assert!(matches!(decision(u64::MAX), Decision::Colors(_)));
    }
}
