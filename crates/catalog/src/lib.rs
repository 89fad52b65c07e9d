//! All families joined; lookup, search, retired ids.
