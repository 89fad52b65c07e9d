//! The LaTeX form.

use std::fmt::Write;

use super::{Item, latex_name};
use crate::decimal::Decimal;
use crate::function::Function;
use crate::node::{Node, NodeKind};

const SUM: u8 = 1;
const SIGN: u8 = 2;
const PRODUCT: u8 = 3;
const POWER: u8 = 4;
/// Fractions and radicals: factors as they are, but in parentheses as a base.
const BOX: u8 = 5;
const ATOM: u8 = 6;

pub(crate) fn to_latex(root: Node<'_>) -> String {
    let mut out = String::new();
    let mut items = vec![Item::Node(root, 0)];
    while let Some(item) = items.pop() {
        match item {
            Item::Text(text) => out.push_str(text),
            Item::Node(node, level) if needs_parentheses(node, level) => {
                items.extend([Item::Text(r"\right)"), Item::Node(node, 0), Item::Text(r"\left(")]);
            }
            Item::Node(node, _) => push_node(node, &mut items, &mut out),
        }
    }
    out
}

fn push_node<'a>(node: Node<'a>, items: &mut Vec<Item<'a>>, out: &mut String) {
    match node.kind() {
        NodeKind::Number(value) => push_number(value, out),
        NodeKind::Variable(index) => out.push_str(&latex_name(&node.expression().variables()[index])),
        NodeKind::Constant(constant) => out.push_str(constant.latex()),
        NodeKind::Negate(operand) => items.extend([Item::Node(operand, PRODUCT), Item::Text("-")]),
        NodeKind::Add(left, right) => {
            items.extend([Item::Node(right, PRODUCT), Item::Text(" + "), Item::Node(left, SUM)]);
        }
        NodeKind::Subtract(left, right) => {
            items.extend([Item::Node(right, PRODUCT), Item::Text(" - "), Item::Node(left, SUM)]);
        }
        NodeKind::Multiply(left, right) => {
            let dot =
                starts_with_digit(right) || ends_with_number(left) && matches!(right.kind(), NodeKind::Divide(..));
            let separator = if dot { r" \cdot " } else { " " };
            items.extend([Item::Node(right, POWER), Item::Text(separator), Item::Node(left, SIGN)]);
        }
        NodeKind::Divide(numerator, denominator) => {
            items.extend([Item::Text("}"), Item::Node(denominator, 0), Item::Text("}{")]);
            items.extend([Item::Node(numerator, 0), Item::Text(r"\frac{")]);
        }
        NodeKind::Power(base, exponent) => {
            items.extend([Item::Text("}"), Item::Node(exponent, 0), Item::Text("^{"), Item::Node(base, ATOM)]);
        }
        NodeKind::Call(function, arguments) => {
            let (open, close) = if is_radical(function) { ("{", "}") } else { (r"\left(", r"\right)") };
            out.push_str(function.latex());
            out.push_str(open);
            items.push(Item::Text(close));
            for (position, argument) in arguments.into_iter().enumerate().rev() {
                items.push(Item::Node(argument, 0));
                if position > 0 {
                    items.push(Item::Text(", "));
                }
            }
        }
    }
}

fn push_number(value: &Decimal, out: &mut String) {
    let written = if value.is_plain() {
        write!(out, "{value}")
    } else {
        write!(out, r"{} \cdot 10^{{{}}}", value.digits(), -value.scale())
    };
    debug_assert!(written.is_ok(), "writing to a string cannot fail");
}

fn binding(node: Node<'_>) -> u8 {
    match node.kind() {
        NodeKind::Add(..) | NodeKind::Subtract(..) => SUM,
        NodeKind::Negate(_) => SIGN,
        NodeKind::Number(value) if !value.is_plain() => PRODUCT,
        NodeKind::Multiply(..) => PRODUCT,
        NodeKind::Power(..) => POWER,
        NodeKind::Divide(..) => BOX,
        NodeKind::Call(function, _) if is_radical(function) => BOX,
        NodeKind::Number(_) | NodeKind::Variable(_) | NodeKind::Constant(_) | NodeKind::Call(..) => ATOM,
    }
}

/// A product that starts with a sign may not follow an operator: `a + (-b) c`.
fn needs_parentheses(node: Node<'_>, level: u8) -> bool {
    binding(node) < level || level >= PRODUCT && starts_with_sign(node)
}

fn starts_with_sign(mut node: Node<'_>) -> bool {
    loop {
        match node.kind() {
            NodeKind::Negate(_) => return true,
            NodeKind::Multiply(left, _) if binding(left) >= SIGN => node = left,
            _ => return false,
        }
    }
}

/// Whether a right factor starts with a digit, so that juxtaposition would run into it.
fn starts_with_digit(factor: Node<'_>) -> bool {
    match factor.kind() {
        NodeKind::Number(value) => value.is_plain(),
        NodeKind::Power(base, _) => matches!(base.kind(), NodeKind::Number(value) if value.is_plain()),
        _ => false,
    }
}

/// Whether a left factor ends with a number, so that a fraction after it would read as a mixed number.
fn ends_with_number(mut factor: Node<'_>) -> bool {
    loop {
        match factor.kind() {
            NodeKind::Number(_) => return true,
            NodeKind::Multiply(_, right) => factor = right,
            NodeKind::Negate(operand) => factor = operand,
            _ => return false,
        }
    }
}

fn is_radical(function: Function) -> bool {
    matches!(function, Function::Sqrt | Function::Cbrt)
}
