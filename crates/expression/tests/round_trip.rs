//! Trees to text and back.
#![allow(clippy::unwrap_used)]

use expression::{Constant, Decimal, Expression, Function, Limits, Operation, Vocabulary, parse};
use proptest::prelude::*;

const NAMES: [&str; 4] = ["x", "y1", "e", "long_name"];

fn leaf() -> impl Strategy<Value = Vec<Operation>> {
    prop_oneof![
        ("[0-9]{1,25}", -40_i64..40)
            .prop_map(|(digits, scale)| Operation::Number(Decimal::new(&digits, scale).unwrap())),
        (0..NAMES.len()).prop_map(Operation::Variable),
        prop::sample::select(Constant::ALL.to_vec()).prop_map(Operation::Constant),
    ]
    .prop_map(|operation| vec![operation])
}

/// Random trees in postfix order.
fn tree() -> impl Strategy<Value = Vec<Operation>> {
    leaf().prop_recursive(8, 64, 2, |operand| {
        let unary = prop::sample::select(
            Function::ALL
                .iter()
                .filter(|function| function.arity() == 1)
                .map(|&function| Operation::Call(function))
                .chain(std::iter::repeat_n(Operation::Negate, 20))
                .collect::<Vec<_>>(),
        );
        let binary = prop::sample::select(vec![
            Operation::Add,
            Operation::Subtract,
            Operation::Multiply,
            Operation::Divide,
            Operation::Power,
            Operation::Call(Function::Atan2),
        ]);
        prop_oneof![
            (operand.clone(), unary).prop_map(|(operand, operation)| [operand, vec![operation]].concat()),
            (operand.clone(), operand, binary)
                .prop_map(|(left, right, operation)| [left, right, vec![operation]].concat()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn text_parses_back_to_the_tree(operations in tree()) {
        let expression = Expression::from_postfix(NAMES, operations).unwrap();
        let vocabulary = Vocabulary::variables(NAMES).unwrap().elementary();
        let text = expression.to_string();
        let reread = parse(&text, &vocabulary, &Limits::default());
        prop_assert_eq!(reread.as_ref(), Ok(&expression), "{}", text);
    }

    #[test]
    fn every_parenthesis_is_needed(operations in tree()) {
        let expression = Expression::from_postfix(NAMES, operations).unwrap();
        let vocabulary = Vocabulary::variables(NAMES).unwrap().elementary();
        let text = expression.to_string();
        for (open, close) in groups(&text) {
            let mut shorter = text.clone();
            shorter.replace_range(close..=close, " ");
            shorter.replace_range(open..=open, " ");
            prop_assert_ne!(parse(&shorter, &vocabulary, &Limits::default()).ok(), Some(expression.clone()), "{}", text);
        }
    }

    #[test]
    fn latex_is_balanced(operations in tree()) {
        let latex = Expression::from_postfix(NAMES, operations).unwrap().to_latex();
        prop_assert_eq!(latex.matches('{').count(), latex.matches('}').count());
        prop_assert_eq!(latex.matches(r"\left(").count(), latex.matches(r"\right)").count());
        prop_assert!(!latex.contains("--") && !latex.contains("- -") && !latex.contains("+ -"), "{}", latex);
    }
}

/// The pairs of matching parentheses that do not belong to a call.
fn groups(text: &str) -> Vec<(usize, usize)> {
    let (mut open, mut groups) = (Vec::new(), Vec::new());
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(index),
            b')' => groups.extend(open.pop().map(|start| (start, index))),
            _ => {}
        }
    }
    groups.retain(|&(start, _)| !text[..start].ends_with(|before: char| before.is_ascii_alphanumeric()));
    groups
}
