//! Operations on real roots, inequalities and enclosures.
