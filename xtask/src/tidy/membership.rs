//! Identifiers, files, `mod` lines, lists, cases and the catalog name the same operations.

use std::collections::{BTreeMap, BTreeSet};

use catalog::{RETIRED, Retired};
use operation::Operation;

use super::Findings;
use crate::Failure;
use crate::registration::modules;
use crate::repository::{Family, PROBES, Repository};
use crate::source::{ID, is_id, is_named_after};

/// Compares all of them.
pub fn check(
    repository: &Repository,
    operations: &[&'static Operation],
    findings: &mut Findings,
) -> Result<(), Failure> {
    let families = repository.families()?;
    for family in &families {
        registered(family, findings);
    }
    for family in families.iter().filter(|family| family.name != PROBES) {
        let text = |path: &str| if repository.has(path) { repository.read(path).map(Some) } else { Ok(None) };
        for declared in &family.declared {
            let path = family.cases(&declared.id);
            match text(&path)? {
                Some(text) => case_lines(&path, &text, findings),
                None => findings.add(&path, format!("is missing; {} has no recorded cases", declared.id)),
            }
        }
    }
    stray_cases(repository, &families, findings);
    let ids: Vec<&str> = operations.iter().map(|operation| operation.id).collect();
    identifiers(&families, &ids, findings);
    retired(RETIRED, &ids, findings);
    Ok(())
}

/// The files, the `mod` lines and the list of one family.
fn registered(family: &Family, findings: &mut Findings) {
    let library = family.library_path();
    let Some(entries) = family.entries() else {
        findings.add(library, "has no `pub static OPERATIONS: &[&Operation] = &[...];`");
        return;
    };
    let modules = modules(&family.library);
    findings.expect(modules.is_sorted(), &library, "its `mod` lines are not sorted");
    for declared in &family.declared {
        let outer = declared.module.split("::").next().unwrap_or_default();
        let stem = declared.module.replace("::", "_");
        findings.expect(modules.contains(&outer), &library, format!("`mod {outer};` is missing for {}", declared.file));
        let entry = declared.entry();
        match entries.iter().filter(|other| **other == entry).count() {
            0 => findings.add(&library, format!("`&{entry}` is missing in OPERATIONS ({})", declared.id)),
            1 => {}
            _ => findings.add(&library, format!("`&{entry}` stands twice in OPERATIONS")),
        }
        findings.expect(
            is_named_after(&stem, &declared.id) || family.name == PROBES,
            &declared.file,
            format!("its name has words that {} has not; nobody finds it by its identifier", declared.id),
        );
    }
    let known: Vec<Option<&str>> = entries.iter().map(|entry| family.id_of(entry)).collect();
    for (entry, _) in entries.iter().zip(&known).filter(|(_, id)| id.is_none()) {
        findings.add(&library, format!("`&{entry}` stands in OPERATIONS, but no file declares it with op!"));
    }
    let sorted: Vec<&str> = known.into_iter().flatten().collect();
    findings.expect(sorted.is_sorted(), &library, "OPERATIONS is not sorted by identifier");
}

/// Each case is an object with a name, an input, and either an output or an error.
fn case_lines(path: &str, text: &str, findings: &mut Findings) {
    let mut names = BTreeSet::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("{path}:{}", number + 1);
        let case: serde_json::Value = match serde_json::from_str(line) {
            Ok(case) => case,
            Err(error) => {
                findings.add(place, format!("is not JSON: {error}"));
                continue;
            }
        };
        let has = |key: &str| case.get(key).is_some();
        findings.expect(has("input"), &place, "a case needs \"input\"");
        findings.expect(has("output") != has("error"), &place, "a case has either \"output\" or \"error\"");
        match case["name"].as_str() {
            Some(name) if !name.is_empty() => {
                findings.expect(
                    names.insert(name.to_owned()),
                    &place,
                    format!("another case is called \"{name}\" too"),
                );
            }
            _ => findings.add(&place, "a case needs a \"name\""),
        }
    }
    findings.expect(text.lines().any(|line| !line.trim().is_empty()), path, "holds no case");
}

/// Case files that belong to no operation of their family.
fn stray_cases(repository: &Repository, families: &[Family], findings: &mut Findings) {
    for folder in repository.folders("cases") {
        let Some(family) = families.iter().find(|family| family.name == folder) else { continue };
        for name in repository.names(&format!("cases/{folder}"), ".jsonl") {
            let id = name.trim_end_matches(".jsonl");
            findings.expect(
                family.declared.iter().any(|declared| declared.id == id),
                format!("cases/{folder}/{name}"),
                format!("the family {folder} declares no operation {id}"),
            );
        }
    }
}

/// Every identifier has its look, occurs once, and is one that the catalog knows.
fn identifiers(families: &[Family], catalog: &[&str], findings: &mut Findings) {
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for family in families {
        for declared in &family.declared {
            let (id, file) = (declared.id.as_str(), declared.file.as_str());
            let looks = is_id(id) && (3..=128).contains(&id.len());
            findings.expect(looks, file, format!("\"{id}\" is not 3 to 128 characters that match {ID}"));
            if let Some(other) = seen.insert(id, file) {
                findings.add(file, format!("{id} is declared in {other} as well"));
            }
            let public = family.name != PROBES;
            match (public, catalog.contains(&id)) {
                (true, false) => findings.add(file, format!("{id} is not in the catalog; is the family joined there?")),
                (false, true) => findings.add(file, format!("the probe {id} is in the public catalog")),
                _ => {}
            }
        }
    }
    for id in catalog.iter().filter(|id| !seen.contains_key(*id)) {
        findings.add(id, "is in the catalog, but no file below crates/families declares it with op!");
    }
    findings.expect(
        catalog.windows(2).all(|pair| pair[0] < pair[1]),
        "catalog",
        "two operations have the same identifier",
    );
}

/// A retired identifier is retired once, is not in use, and leads to an operation.
fn retired(retired: &[Retired], ids: &[&str], findings: &mut Findings) {
    const FILE: &str = "crates/catalog/src/retired.rs";
    let mut seen = BTreeSet::new();
    for Retired { id, replacement, mapping } in retired {
        findings.expect(is_id(id), FILE, format!("\"{id}\" does not match {ID}"));
        findings.expect(seen.insert(id), FILE, format!("{id} stands twice"));
        findings.expect(!ids.contains(id), FILE, format!("{id} is retired, but an operation uses it"));
        findings.expect(
            ids.contains(replacement),
            FILE,
            format!("{replacement}, which replaces {id}, is no operation"),
        );
        findings.expect(!mapping.is_empty(), FILE, format!("{id} does not say how old fields map to new ones"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Declared;

    fn family(library: &str, declared: &[(&str, &str)]) -> Family {
        let declared = declared.iter().map(|(module, id)| Declared {
            file: format!("{module}.rs"),
            module: (*module).to_owned(),
            id: (*id).to_owned(),
        });
        Family { name: "integers".to_owned(), library: library.to_owned(), declared: declared.collect() }
    }

    fn lines(of: impl FnOnce(&mut Findings)) -> Vec<String> {
        let mut findings = Findings::default();
        of(&mut findings);
        findings.lines().to_vec()
    }

    /// Modules with the identifiers that they declare.
    type Declarations = &'static [(&'static str, &'static str)];

    const GCD: (&str, &str) = ("gcd", "integer.compute.gcd");

    #[test]
    fn a_registered_family_is_tidy() {
        let library = "mod gcd;\npub static OPERATIONS: &[&Operation] = &[&gcd::OPERATION];";
        assert_eq!(lines(|findings| registered(&family(library, &[GCD]), findings)), Vec::<String>::new());
    }

    #[test]
    fn whatever_is_missing_repeated_or_unsorted_is_named() {
        let cases: [(&str, Declarations, &str); 7] = [
            ("mod gcd;", &[GCD], "has no `pub static"),
            ("pub static OPERATIONS: &[&Operation] = &[&gcd::OPERATION];", &[GCD], "`mod gcd;` is missing"),
            ("mod gcd;\npub static OPERATIONS: &[&Operation] = &[];", &[GCD], "`&gcd::OPERATION` is missing"),
            ("mod gcd;\npub static OPERATIONS: &[&Operation] = &[&gcd::OPERATION, &gcd::OPERATION];", &[GCD], "twice"),
            ("mod lcm;\nmod gcd;\npub static OPERATIONS: &[&Operation] = &[];", &[], "not sorted"),
            ("pub static OPERATIONS: &[&Operation] = &[&lcm::OPERATION];", &[], "no file declares it"),
            (
                "mod a;\nmod b;\npub static OPERATIONS: &[&Operation] = &[&a::OPERATION, &b::OPERATION];",
                &[("a", "n.b.a"), ("b", "n.a.b")],
                "not sorted by identifier",
            ),
        ];
        for (library, declared, complaint) in cases {
            let found = lines(|findings| registered(&family(library, declared), findings));
            assert!(found.len() == 1 && found[0].contains(complaint), "{library}: {found:?}");
        }
    }

    #[test]
    fn identifiers_are_compared_with_the_catalog() {
        let families = [family("", &[GCD, ("two", "integer.compute.gcd"), ("bad", "Bad")])];
        let found = lines(|findings| identifiers(&families, &["integer.compute.gcd", "z.z"], findings));
        let expected = ["as well", "\"Bad\" is not", "Bad is not in the catalog", "z.z: is in the catalog"];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        assert!(expected.iter().zip(&found).all(|(part, line)| line.contains(part)), "{found:?}");
    }

    #[test]
    fn retired_identifiers_lead_somewhere() {
        let entry = |id, replacement, mapping| Retired { id, replacement, mapping };
        let list = [entry("a.b", "c.d", "m"), entry("a.b", "c.d", "m"), entry("c.d", "n.o", "")];
        let found = lines(|findings| retired(&list, &["c.d"], findings));
        assert_eq!(found.len(), 4, "{found:?}");
    }

    #[test]
    fn case_lines_have_a_name_an_input_and_one_outcome() {
        let text = "{\"name\":\"a\",\"input\":{},\"output\":{}}\n\n{\"name\":\"a\",\"input\":{},\"error\":{}}\n{\"input\":{}}\nno\n";
        let found = lines(|findings| case_lines("f", text, findings));
        assert_eq!(found.len(), 4, "{found:?}");
        assert!(found[0].starts_with("f:3") && found[3].starts_with("f:5"));
        assert_eq!(lines(|findings| case_lines("f", "\n", findings)).len(), 1);
    }
}
