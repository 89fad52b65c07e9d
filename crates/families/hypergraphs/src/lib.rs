//! Operations of the family hypergraphs.
