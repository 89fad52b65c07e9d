//! The two lines by which a family registers an operation: `mod gcd;` and `&gcd::OPERATION,` in its sorted list.

use std::ops::Range;

/// rustfmt's `max_width` here.
const WIDTH: usize = 120;

/// Where the list stands in a lib.rs: all of `pub static OPERATIONS ... ;`, and what is between its brackets.
fn list(library: &str) -> Option<(Range<usize>, Range<usize>)> {
    let start = library.find("pub static OPERATIONS")?;
    let equals = start + library[start..].find('=')?;
    let open = equals + library[equals..].find('[')? + 1;
    let close = open + library[open..].find(']')?;
    let end = close + library[close..].find(';')? + 1;
    Some((start..end, open..close))
}

/// The entries of a family's list, without `&`, in order; none when there is no list.
pub fn entries(library: &str) -> Option<Vec<String>> {
    let (_, inside) = list(library)?;
    let code: Vec<&str> = library[inside].lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
    let entries = code.join(" ");
    Some(
        entries
            .split(',')
            .map(|entry| entry.trim().trim_start_matches('&').to_owned())
            .filter(|entry| !entry.is_empty())
            .collect(),
    )
}

/// The modules that a lib.rs declares in files of their own, in order.
pub fn modules(library: &str) -> Vec<&str> {
    library.lines().filter_map(module).collect()
}

fn module(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
    rest.strip_prefix("mod ")?.trim_end().strip_suffix(';')
}

/// The library with `mod name;` before the first module that sorts after it.
pub fn with_module(library: &str, name: &str) -> String {
    let declaration = format!("mod {name};\n");
    let mut offset = 0;
    let mut after_last = None;
    let mut before_use = None;
    for line in library.split_inclusive('\n') {
        if let Some(other) = module(line.trim_end_matches('\n')) {
            if other > name {
                return format!("{}{declaration}{}", &library[..offset], &library[offset..]);
            }
            after_last = Some(offset + line.len());
        } else if before_use.is_none() && line.starts_with("use ") {
            before_use = Some(offset);
        }
        offset += line.len();
    }
    match (after_last, before_use) {
        (Some(at), _) => format!("{}{declaration}{}", &library[..at], &library[at..]),
        (None, Some(at)) => format!("{}{declaration}\n{}", &library[..at], &library[at..]),
        (None, None) => format!("{}\n\n{declaration}", library.trim_end()),
    }
}

/// The library with `entry` in its list, which is sorted by identifier. `id_of` knows the identifiers of the entries that are
/// there already. None when there is no list.
pub fn with_entry<'i>(library: &str, entry: &str, id: &str, id_of: impl Fn(&str) -> Option<&'i str>) -> Option<String> {
    let (whole, _) = list(library)?;
    let mut all = entries(library)?;
    // An entry that nobody knows stays where it is, so only a known larger identifier ends the search.
    let at = all.iter().position(|other| id_of(other).is_some_and(|other| other > id)).unwrap_or(all.len());
    all.insert(at, entry.to_owned());
    Some(format!("{}{}{}", &library[..whole.start], formatted(&all), &library[whole.end..]))
}

/// The list as rustfmt lays it out.
fn formatted(entries: &[String]) -> String {
    const HEAD: &str = "pub static OPERATIONS: &[&Operation] =";
    let items: Vec<String> = entries.iter().map(|entry| format!("&{entry}")).collect();
    let line = format!("&[{}];", items.join(", "));
    if HEAD.len() + 1 + line.len() <= WIDTH {
        return format!("{HEAD} {line}");
    }
    if 4 + line.len() <= WIDTH {
        return format!("{HEAD}\n    {line}");
    }
    let lines: String = items.iter().map(|item| format!("    {item},\n")).collect();
    format!("{HEAD} &[\n{lines}];")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const LIBRARY: &str = "//! Integers.\n\nmod gcd;\nmod sieve;\n\nuse operation::Operation;\n\n/// All.\npub static OPERATIONS: &[&Operation] = &[&gcd::OPERATION, &sieve::OPERATION];\n\nfn after() {}\n";

    fn id_of(entry: &str) -> Option<&'static str> {
        match entry {
            "gcd::OPERATION" => Some("integer.compute.gcd"),
            "sieve::OPERATION" => Some("integer.primes.sieve"),
            _ => None,
        }
    }

    #[test]
    fn modules_are_inserted_in_order() {
        let positions = [("first", 0), ("lcm", 1), ("totient", 2)];
        for (name, at) in positions {
            let library = with_module(LIBRARY, name);
            assert_eq!(modules(&library)[at], name);
            assert_eq!(modules(&library).len(), 3);
            assert_eq!(library.len(), LIBRARY.len() + format!("mod {name};\n").len());
        }
    }

    #[test]
    fn the_first_module_stands_before_the_imports() {
        let library = with_module("//! Graphs.\n\nuse operation::Operation;\n", "distance");
        assert_eq!(library, "//! Graphs.\n\nmod distance;\n\nuse operation::Operation;\n");
        assert_eq!(with_module("//! Graphs.\n", "distance"), "//! Graphs.\n\nmod distance;\n");
    }

    #[test]
    fn entries_are_sorted_by_identifier_and_not_by_module() {
        let library = with_entry(LIBRARY, "zeta::OPERATION", "integer.compute.zeta", id_of).unwrap();
        assert_eq!(entries(&library).unwrap(), ["gcd::OPERATION", "zeta::OPERATION", "sieve::OPERATION"]);
        assert!(library.ends_with("];\n\nfn after() {}\n"));
        let first = with_entry(LIBRARY, "a::OPERATION", "integer.a", id_of).unwrap();
        assert_eq!(entries(&first).unwrap()[0], "a::OPERATION");
    }

    #[test]
    fn a_long_list_has_one_entry_a_line_as_rustfmt_wants_it() {
        let names: Vec<String> = (0..6).map(|index| format!("module_{index}::OPERATION")).collect();
        assert!(!formatted(&names[..2]).contains('\n'));
        assert_eq!(formatted(&names[..4]).lines().count(), 2);
        assert_eq!(formatted(&names).lines().count(), 8);
        assert!(formatted(&names).lines().all(|line| line.len() <= WIDTH));
        assert_eq!(entries(&formatted(&names)).unwrap(), names);
    }

    #[test]
    fn a_list_may_be_empty_commented_or_absent() {
        assert_eq!(entries("pub static OPERATIONS: &[&Operation] = &[];"), Some(vec![]));
        let commented = "pub static OPERATIONS: &[&Operation] = &[\n    &a::OPERATION, // why, exactly\n];";
        assert_eq!(entries(commented).unwrap(), ["a::OPERATION"]);
        assert_eq!(with_entry("//! Nothing.\n", "a::OPERATION", "a.b", id_of), None);
    }
}
