//! The one text grammar for polynomials, rational functions and elementary functions.
