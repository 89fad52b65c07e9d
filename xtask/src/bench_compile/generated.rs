//! The text of the generated crates. Operations have the shape of `integer.compute.extended_gcd`, with two to four typed fields.

/// A program that reaches every operation, so that the linker keeps them.
pub const PROGRAM: &str = r#"//! Links every generated operation.

fn main() {
    let empty = wire::Tree::Object(Vec::new());
    let refused = bench_operations::OPERATIONS.iter().filter(|operation| operation.body.admit(&empty).is_err()).count();
    std::process::exit(i32::from(refused != bench_operations::OPERATIONS.len()));
}
"#;

/// Field types of the generated requests: type, attribute, a right value as JSON, and an expression that makes it an integer.
const FIELDS: &[(&str, &str, &str, &str)] = &[
    ("Integer", "digits <= 100_000", "\"84\"", "q.NAME.clone()"),
    ("Integer", "value >= 0", "\"30\"", "q.NAME.clone()"),
    ("u32", "value <= 1000", "7", "Integer::from(i64::from(q.NAME))"),
    (
        "Vec<Integer>",
        "items <= 64",
        "[\"1\", \"-2\"]",
        "q.NAME.iter().fold(Integer::from(0i64), |sum, item| &sum + item)",
    ),
    ("Option<Integer>", "digits <= 100", "null", "q.NAME.clone().unwrap_or_else(|| Integer::from(1i64))"),
];

const NAMES: [&str; 4] = ["first", "second", "third", "fourth"];

/// The name of the module of an operation.
pub fn module(index: u32) -> String {
    format!("operation_{index:04}")
}

/// The workspace manifest: the dependencies that the generated crates name, and the profiles of the repository.
pub fn workspace(root: &str) -> String {
    let paths: String = ["flint", "operation", "wire"]
        .iter()
        .map(|name| format!("{name} = {{ package = \"jacaranda-{name}\", path = \"../../crates/{name}\" }}\n"))
        .collect();
    let profiles = root.find("[profile.").map_or("", |at| &root[at..]);
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"operations\", \"program\"]\n\n[workspace.dependencies]\n{paths}\
         bench-operations = {{ path = \"operations\" }}\n\n{profiles}"
    )
}

/// The manifest of a generated crate.
pub fn manifest(name: &str, dependencies: &[&str]) -> String {
    let dependencies: String = dependencies.iter().map(|name| format!("{name}.workspace = true\n")).collect();
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[dependencies]\n{dependencies}"
    )
}

/// The lib.rs of so many operations.
pub fn library(count: u32) -> String {
    let modules: String = (0..count).map(|index| format!("mod {};\n", module(index))).collect();
    let entries: String = (0..count).map(|index| format!("    &{}::OPERATION,\n", module(index))).collect();
    format!(
        "//! Generated operations.\n\n{modules}\n/// All of them.\npub static OPERATIONS: &[&operation::Operation] = &[\n{entries}];\n"
    )
}

/// One operation. Another `revision` is what an editor would leave behind: the same contract, another computation.
pub fn operation(index: u32, revision: u32) -> String {
    let width = 2 + (index as usize) % 3;
    let fields: Vec<_> = (0..width).map(|at| (NAMES[at], FIELDS[(index as usize + at) % FIELDS.len()])).collect();
    let declared: String = fields
        .iter()
        .map(|(name, (kind, attribute, ..))| {
            format!("    /// The {name} part of request {index}.\n    #[wire({attribute})]\n    pub {name}: {kind},\n")
        })
        .collect();
    let example: Vec<String> = fields.iter().map(|(name, (_, _, value, _))| format!("\"{name}\": {value}")).collect();
    let copied: Vec<String> = fields
        .iter()
        .map(|(name, (kind, ..))| match *kind {
            "u32" => format!("{name}: q.{name}"),
            _ => format!("{name}: q.{name}.clone()"),
        })
        .collect();
    let integers: String = fields
        .iter()
        .map(|(name, (.., integer))| format!("    parts.push({});\n", integer.replace("NAME", name)))
        .collect();
    let (example, copied, start) = (example.join(", "), copied.join(", "), index + revision);
    format!(
        r#"use flint::Integer;
use operation::prelude::*;

/// The request of generated operation {index}.
#[derive(Wire)]
pub struct Request {{
{declared}}}

/// The answer of generated operation {index}.
#[derive(Wire)]
pub struct Response {{
    /// The sum of all parts.
    pub sum: Integer,
    /// The greatest common divisor of all parts.
    pub gcd: Integer,
    /// How many parts there are.
    #[wire(value <= 64)]
    pub count: u32,
}}

op! {{
    /// Sum and greatest common divisor of the parts of request {index}.
    ///
    /// A generated operation of realistic size: it returns the sum of its parts, their greatest common divisor, which is never
    /// negative, and how many parts there are. An absent part counts as one.
    id: "bench.generated.operation_{index:04}",
    words: ["sum", "total", "greatest common divisor", "hcf", "parts", "generated {index}"],
    tags: ["number-theory", "bench"],
    bounds: ["At most 100,000 decimal digits in each integer."],
    cost: |_| Cost::nanoseconds({index}.0 + 1000.0),
    example "first": {{ {example} }} => {{ "sum": "0", "gcd": "0", "count": {width} }},
    example "again": {{ {example} }} => {{ "sum": "0", "gcd": "0", "count": {width} }},
    refuse "wrong type": {{ "first": true }} => "first",
    law "deterministic": |q| Some(Request {{ {copied} }}) => |r, s| r.sum == s.sum && r.gcd == s.gcd,
    check: exact,
}}

fn parts(q: &Request) -> Vec<Integer> {{
    let mut parts = Vec::new();
{integers}    parts
}}

fn run(q: &Request, cx: &Context) -> Result<Response, Stop> {{
    let parts = parts(q);
    let mut sum = Integer::from({start}i64);
    let mut gcd = Integer::from(0i64);
    for part in &parts {{
        cx.work(1)?;
        sum = &sum + part;
        gcd = gcd.extended_gcd(part).gcd;
    }}
    if sum.is_negative() {{
        return Err(refused(["first"], "bench.negative", "the sum is negative; at least 0 is expected"));
    }}
    Ok(Response {{ sum, gcd, count: parts.len() as u32 }})
}}

fn check(q: &Request, r: &Response, _: &Context) -> Result<(), Broken> {{
    let parts = parts(q);
    ensure(!r.gcd.is_negative(), "the divisor is not negative")?;
    ensure(parts.iter().all(|part| r.gcd.divides(part)), "the divisor divides every part")?;
    ensure(r.count as usize == parts.len(), "every part is counted")
}}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::{entries, modules};
    use crate::source::declared;

    #[test]
    fn generated_operations_are_declared_and_listed() {
        let library = library(12);
        assert_eq!(modules(&library).len(), 12);
        assert_eq!(entries(&library).map(|entries| entries.len()), Some(12));
        for index in 0..12 {
            let text = operation(index, 0);
            let found = declared("f", &format!("{}.rs", module(index)), &text);
            assert_eq!(found.len(), 1);
            assert!(library.contains(&found[0].entry()));
            assert!((2..=4).contains(&text.matches("part of request").count()));
        }
    }

    #[test]
    fn the_first_operations_use_every_type_of_field() {
        let text: String = (0..super::super::FEWEST).map(|index| operation(index, 0)).collect();
        assert!(
            FIELDS
                .iter()
                .all(|(kind, attribute, ..)| text.contains(&format!("#[wire({attribute})]")) && text.contains(kind))
        );
    }

    #[test]
    fn an_edit_changes_the_computation_and_not_the_contract() {
        let (before, after) = (operation(7, 0), operation(7, 1));
        let changed: Vec<(&str, &str)> = before.lines().zip(after.lines()).filter(|(old, new)| old != new).collect();
        assert_eq!(changed.len(), 1);
        assert!(changed[0].0.contains("let mut sum"));
    }

    #[test]
    fn profiles_are_those_of_the_repository() {
        let root = "[workspace]\n\n[profile.dev]\nopt-level = 1\n";
        assert!(workspace(root).ends_with("\n\n[profile.dev]\nopt-level = 1\n"));
        assert!(manifest("a", &["wire"]).contains("[dependencies]\nwire.workspace = true\n"));
    }
}
