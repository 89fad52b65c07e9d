//! The text form, which parses back to the same tree.

use std::fmt::{self, Write};

use super::Item;
use crate::node::{Node, NodeKind};

const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

/// Writes the subtree with the fewest parentheses that keep it.
pub(crate) fn write_text(root: Node<'_>, out: &mut impl Write) -> fmt::Result {
    let mut items = vec![Item::Node(root, 0)];
    while let Some(item) = items.pop() {
        match item {
            Item::Text(text) => out.write_str(text)?,
            Item::Node(node, level) if binding(&node.kind()) < level => {
                items.extend([Item::Text(")"), Item::Node(node, 0), Item::Text("(")]);
            }
            Item::Node(node, _) => write_node(node, &mut items, out)?,
        }
    }
    Ok(())
}

fn write_node<'a>(node: Node<'a>, items: &mut Vec<Item<'a>>, out: &mut impl Write) -> fmt::Result {
    match node.kind() {
        NodeKind::Number(value) => write!(out, "{value}")?,
        NodeKind::Variable(index) => out.write_str(&node.expression().variables()[index])?,
        NodeKind::Constant(constant) => write!(out, "{constant}")?,
        NodeKind::Negate(operand) => items.extend([Item::Node(operand, SIGN), Item::Text("-")]),
        NodeKind::Add(left, right) => infix(items, (left, SUM), " + ", (right, PRODUCT)),
        NodeKind::Subtract(left, right) => infix(items, (left, SUM), " - ", (right, PRODUCT)),
        NodeKind::Multiply(left, right) => infix(items, (left, PRODUCT), "*", (right, SIGN)),
        NodeKind::Divide(left, right) => infix(items, (left, PRODUCT), "/", (right, SIGN)),
        NodeKind::Power(base, exponent) => infix(items, (base, ATOM), "^", (exponent, SIGN)),
        NodeKind::Call(function, arguments) => {
            write!(out, "{function}(")?;
            items.push(Item::Text(")"));
            for (position, argument) in arguments.into_iter().enumerate().rev() {
                items.push(Item::Node(argument, 0));
                if position > 0 {
                    items.push(Item::Text(", "));
                }
            }
        }
    }
    Ok(())
}

fn infix<'a>(items: &mut Vec<Item<'a>>, left: (Node<'a>, u8), operator: &'static str, right: (Node<'a>, u8)) {
    items.extend([Item::Node(right.0, right.1), Item::Text(operator), Item::Node(left.0, left.1)]);
}

fn binding(kind: &NodeKind<'_>) -> u8 {
    match kind {
        NodeKind::Add(..) | NodeKind::Subtract(..) => SUM,
        NodeKind::Multiply(..) | NodeKind::Divide(..) => PRODUCT,
        NodeKind::Negate(_) => SIGN,
        NodeKind::Power(..) => POWER,
        NodeKind::Number(_) | NodeKind::Variable(_) | NodeKind::Constant(_) | NodeKind::Call(..) => ATOM,
    }
}
