//! Canonical mathematical values: polynomials, matrices, graphs, hypergraphs.
