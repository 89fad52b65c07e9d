//! Operations of the family matrices.
