//! Operations of the family graphs.
