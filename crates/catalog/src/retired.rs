//! Identifiers that are no longer used. An identifier is never reused; a retired one is answered with its replacement.

/// A retired identifier.
#[derive(Debug)]
pub struct Retired {
    /// The old identifier.
    pub id: &'static str,
    /// The one to use.
    pub replacement: &'static str,
    /// How old fields map to new ones.
    pub mapping: &'static str,
}

/// All retired identifiers.
pub static RETIRED: &[Retired] = &[
    Retired {
        id: "hypergraph.coloring.non_monochromatic.decide",
        replacement: "hypergraph.nonmonochromatic_vertex_coloring.q_decide",
        mapping: "The boolean `colorable` is now `outcome`: COLORABLE or NOT_COLORABLE. The positional coloring, formerly zipped \
                  with `hypergraph.vertices`, is now `witness.assignments`: pairs [vertex, color]. NOT_COLORABLE has no witness.",
    },
    Retired {
        id: "polynomial.rational.compute.evaluate",
        replacement: "polynomial.map.evaluate",
        mapping: "The polynomial is unchanged. The scalar point becomes {\"variables\":[\"x\"],\"values\":[point]} with the \
                  polynomial's own variable. The result is {\"value\":...} and no longer echoes the point.",
    },
];
