//! Typed values read from and written to documents, with located errors and JSON Schema.
