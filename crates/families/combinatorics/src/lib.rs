//! Operations of the family combinatorics.
