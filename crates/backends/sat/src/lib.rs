//! Satisfiability by CaDiCaL with checked models and checked proofs.
