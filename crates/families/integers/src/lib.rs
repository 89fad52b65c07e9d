//! Operations of the family integers.
