//! Trees and sums of terms as people write them.

mod latex;
mod name;
mod sum;
mod text;

pub(crate) use latex::to_latex;
pub use name::latex_name;
pub use sum::{Style, Term, write_sum};
pub(crate) use text::write_text;

use crate::node::Node;

/// What is left to print, last first. An explicit stack instead of recursion, since sums are as deep as they are long.
enum Item<'a> {
    Text(&'static str),
    /// A node, to be parenthesized if it binds looser than the level.
    Node(Node<'a>, u8),
}
