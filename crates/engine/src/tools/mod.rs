//! The two tools, `math.find` and `math.run`, as every face serves them.

mod arguments;
mod find;
mod run;

use wire::Tree;

use crate::face::Tool;

pub(crate) use arguments::Fields;
pub(crate) use find::find;
pub(crate) use run::run;

/// The name of the tool that searches and inspects.
pub const FIND: &str = "math.find";
/// The name of the tool that runs.
pub const RUN: &str = "math.run";

/// Parses a schema that is written in this program.
fn schema(json: &str) -> Tree {
    match wire::json::parse(json.as_bytes(), &Default::default()) {
        Ok(document) => document.tree,
        Err(error) => unreachable!("a schema of the program itself: {error}"),
    }
}

/// Both tools, as they are listed.
pub(crate) fn tools() -> Vec<Tool> {
    vec![
        Tool {
            name: FIND,
            title: "Find exact mathematics",
            description: "Find an operation of exact mathematics, or read one operation's contract. Give `query` (a mathematical \
                          need in any words: \"gcd with Bezout coefficients\") and get matching operations, each with an example \
                          payload ready for math.run; or give `operation_id` and get its exact schemas, bounds and examples. Not \
                          both."
                .to_owned(),
            input_schema: schema(find::INPUT),
            output_schema: Some(schema(find::OUTPUT)),
        },
        Tool {
            name: RUN,
            title: "Run exact mathematics",
            description: "Run one operation of exact mathematics on a payload and get its checked, typed result. Integers of any \
                          size are decimal strings, rationals {\"num\",\"den\"} or \"p/q\". An error says what would be accepted. A \
                          timeout or refusal never means that something is false."
                .to_owned(),
            input_schema: schema(run::INPUT),
            output_schema: Some(schema(run::OUTPUT)),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tool_schemas_are_plain_objects() {
        for tool in tools() {
            let input = tool.input_schema.to_json();
            assert_eq!(tool.input_schema.get("type"), Some(&Tree::from("object")));
            for combinator in ["anyOf", "oneOf", "allOf", "$ref"] {
                assert!(!input.contains(combinator), "{input}");
            }
            let output = tool.output_schema.unwrap();
            assert_eq!(output.get("type"), Some(&Tree::from("object")));
        }
    }

    #[test]
    fn the_listing_is_short() {
        let bytes: usize = tools()
            .iter()
            .map(|tool| {
                let output = tool.output_schema.as_ref().map_or(0, |schema| schema.to_json().len());
                tool.description.len() + tool.input_schema.to_json().len() + output
            })
            .sum();
        assert!(bytes < 6000, "{bytes}");
    }
}
