//! Misbehaving operations that prove the containment; never part of the public catalog.
