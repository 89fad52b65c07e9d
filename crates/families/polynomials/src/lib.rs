//! Operations of the family polynomials.
