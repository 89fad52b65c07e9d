//! The command line face.
