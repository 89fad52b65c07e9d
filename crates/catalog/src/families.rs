//! Where the families are joined: one line each.

use operation::Operation;

/// The operations of all families, in no particular order.
pub(crate) fn operations() -> Vec<&'static Operation> {
    [
        combinatorics::OPERATIONS,
        graphs::OPERATIONS,
        hypergraphs::OPERATIONS,
        integers::OPERATIONS,
        matrices::OPERATIONS,
        polynomials::OPERATIONS,
        real_roots::OPERATIONS,
    ]
    .concat()
}
