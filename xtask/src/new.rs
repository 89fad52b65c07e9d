//! `cargo xtask new`: the file, the two lines and the case file of an operation.

use std::io::Write;

use catalog::RETIRED;

use crate::registration::{with_entry, with_module};
use crate::repository::{Family, PROBES, Repository};
use crate::source::{Declared, ID, file_stems, is_id, namespace};
use crate::{Failure, Verdict};

/// What stands where a person must write; `tidy` finds what is left of it.
pub const BLANK: &str = concat!("FILL", " IN");

const SKELETON: &str = include_str!("new/operation.txt");
const CASE: &str = include_str!("new/case.txt");

/// Writes the skeleton of the operation `id`.
///
/// # Errors
///
/// When the identifier has not the look of one, is in use or retired, or when it is not clear which family it belongs to.
pub fn run(repository: &Repository, id: &str, family: Option<&str>, out: &mut dyn Write) -> Result<Verdict, Failure> {
    let families = repository.families()?;
    let plan = plan(&families, id, family)?;
    if let Some(existing) = [&plan.file, &plan.cases].into_iter().find(|path| repository.has(path)) {
        return Err(format!("{existing} exists already; remove it, or choose another identifier").into());
    }
    // The list comes last: until then the crate builds as before.
    repository.write(&plan.file, &skeleton(SKELETON, id))?;
    repository.write(&plan.cases, &skeleton(CASE, id))?;
    repository.write(&plan.library, &plan.library_text)?;
    writeln!(out, "wrote   {}\nwrote   {}\nchanged {}", plan.file, plan.cases, plan.library)?;
    writeln!(out, "Next: replace every \"{BLANK}\", then cargo test --release -p {}", plan.package)?;
    Ok(Verdict::Agrees)
}

struct Plan {
    file: String,
    cases: String,
    library: String,
    library_text: String,
    package: String,
}

fn skeleton(template: &str, id: &str) -> String {
    template.replace("{{id}}", id).replace("{{blank}}", BLANK)
}

/// What to write where.
fn plan(families: &[Family], id: &str, wanted: Option<&str>) -> Result<Plan, Failure> {
    if !is_id(id) || !(3..=128).contains(&id.len()) {
        return Err(format!(
            "\"{id}\" is not an identifier: 3 to 128 characters that match {ID}, such as integer.compute.gcd"
        )
        .into());
    }
    if let Some(retired) = RETIRED.iter().find(|retired| retired.id == id) {
        return Err(format!(
            "{id} is retired in favor of {} and is never used again; choose another identifier",
            retired.replacement
        )
        .into());
    }
    let all = families.iter().flat_map(|family| &family.declared);
    if let Some(declared) = all.into_iter().find(|declared| declared.id == id) {
        return Err(format!("{id} exists already, in {}", declared.file).into());
    }
    let family = chosen(families, id, wanted)?;
    let modules: Vec<&str> = crate::registration::modules(&family.library);
    let stem = file_stems(id).into_iter().find(|stem| !modules.contains(&stem.as_str()));
    let Some(stem) = stem else {
        return Err(format!(
            "{} declares the modules that {id} could be named after: {}; rename one of them first",
            family.library_path(),
            file_stems(id).join(", ")
        )
        .into());
    };
    let declared =
        Declared { file: format!("{}/{stem}.rs", family.sources()), module: stem.clone(), id: id.to_owned() };
    let library_text = with_entry(&family.library, &declared.entry(), id, |entry| family.id_of(entry))
        .map(|library| with_module(&library, &stem))
        .ok_or_else(|| {
            format!(
                "{} has no list; add `use operation::Operation;` and `pub static OPERATIONS: &[&Operation] = &[];`",
                family.library_path()
            )
        })?;
    Ok(Plan {
        cases: family.cases(id),
        library: family.library_path(),
        package: format!("jacaranda-{}", family.name.replace('_', "-")),
        library_text,
        file: declared.file,
    })
}

/// The family that is asked for, or the only one that holds the namespace.
fn chosen<'f>(families: &'f [Family], id: &str, wanted: Option<&str>) -> Result<&'f Family, Failure> {
    let public = || families.iter().filter(|family| family.name != PROBES);
    let names = |families: Vec<&Family>| -> String {
        families.iter().map(|family| family.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    if let Some(wanted) = wanted {
        return families
            .iter()
            .find(|family| family.name == wanted)
            .ok_or_else(|| format!("no family \"{wanted}\"; there are {}", names(public().collect())).into());
    }
    let namespace = namespace(id);
    let holders: Vec<&Family> = public()
        .filter(|family| family.declared.iter().any(|declared| self::namespace(&declared.id) == namespace))
        .collect();
    match holders[..] {
        [family] => Ok(family),
        [] => Err(format!(
            "no operation of the namespace \"{namespace}\" exists yet; say --family with one of {}",
            names(public().collect())
        )
        .into()),
        _ => Err(format!(
            "several families hold the namespace \"{namespace}\"; say --family with one of {}",
            names(holders)
        )
        .into()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::source::declared;

    fn family(name: &str, stems_and_ids: &[(&str, &str)]) -> Family {
        let lines: String = stems_and_ids.iter().map(|(stem, _)| format!("mod {stem};\n")).collect();
        let list: Vec<String> = stems_and_ids.iter().map(|(stem, _)| format!("&{stem}::OPERATION")).collect();
        Family {
            name: name.to_owned(),
            library: format!("{lines}\npub static OPERATIONS: &[&Operation] = &[{}];\n", list.join(", ")),
            declared: stems_and_ids
                .iter()
                .map(|(stem, id)| Declared {
                    file: format!("{stem}.rs"),
                    module: (*stem).to_owned(),
                    id: (*id).to_owned(),
                })
                .collect(),
        }
    }

    fn families() -> Vec<Family> {
        vec![
            family("integers", &[("gcd", "integer.compute.gcd")]),
            family("polynomials", &[("map_evaluate", "polynomial.map.evaluate")]),
            family("probes", &[("spin", "probe.spin")]),
            family("real_roots", &[("roots_isolate", "polynomial.roots.isolate")]),
        ]
    }

    fn refusal(id: &str, wanted: Option<&str>) -> String {
        plan(&families(), id, wanted).err().unwrap().to_string()
    }

    #[test]
    fn the_namespace_names_the_family() {
        let plan = plan(&families(), "integer.compute.lcm", None).unwrap();
        assert_eq!(plan.file, "crates/families/integers/src/lcm.rs");
        assert_eq!(plan.cases, "cases/integers/integer.compute.lcm.jsonl");
        assert!(plan.library_text.contains("mod gcd;\nmod lcm;\n"));
        assert!(plan.library_text.contains("&[&gcd::OPERATION, &lcm::OPERATION]"));
    }

    #[test]
    fn an_unclear_family_must_be_said() {
        assert!(refusal("polynomial.gcd.compute", None).contains("polynomials, real_roots"));
        assert!(refusal("matroid.rank.compute", None).contains("integers, polynomials, real_roots"));
        assert!(refusal("integer.compute.lcm", Some("nowhere")).contains("no family \"nowhere\""));
        assert_eq!(
            plan(&families(), "polynomial.gcd.compute", Some("polynomials")).unwrap().package,
            "jacaranda-polynomials"
        );
        assert_eq!(
            plan(&families(), "polynomial.gcd.compute", Some("real_roots")).unwrap().package,
            "jacaranda-real-roots"
        );
    }

    #[test]
    fn identifiers_in_use_retired_or_misspelled_are_refused() {
        assert!(refusal("integer.compute.gcd", None).contains("gcd.rs"));
        assert!(refusal("Integer.gcd", None).contains("not an identifier"));
        assert!(refusal(RETIRED[0].id, None).contains(RETIRED[0].replacement));
    }

    #[test]
    fn a_taken_file_name_gives_way_to_the_whole_identifier() {
        let plan = plan(&families(), "integer.enumerate.gcd", None).unwrap();
        assert_eq!(plan.file, "crates/families/integers/src/integer_enumerate_gcd.rs");
    }

    #[test]
    fn the_skeleton_declares_its_identifier_and_leaves_blanks() {
        let text = skeleton(SKELETON, "integer.compute.lcm");
        let found = declared("lcm.rs", "lcm.rs", &text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].id, "integer.compute.lcm");
        assert!(text.contains(BLANK) && !text.contains("{{") && !text.contains("todo!"));
        let case = skeleton(CASE, "integer.compute.lcm");
        assert!(case.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    }

    #[test]
    fn files_are_written_once_and_the_family_knows_the_operation() {
        let root = std::env::temp_dir().join(format!("xtask-new-{}", std::process::id()));
        let repository = Repository::at(root.clone());
        let library = "mod gcd;\n\npub static OPERATIONS: &[&Operation] = &[&gcd::OPERATION];\n";
        repository.write("crates/families/integers/src/lib.rs", library).unwrap();
        repository
            .write("crates/families/integers/src/gcd.rs", "op! {\n    id: \"integer.compute.gcd\",\n}\n")
            .unwrap();

        let mut said = Vec::new();
        assert_eq!(run(&repository, "integer.compute.lcm", None, &mut said).unwrap(), Verdict::Agrees);
        let families = repository.families().unwrap();
        assert_eq!(families[0].entries().unwrap(), ["gcd::OPERATION", "lcm::OPERATION"]);
        assert_eq!(families[0].id_of("lcm::OPERATION"), Some("integer.compute.lcm"));
        assert!(repository.has("cases/integers/integer.compute.lcm.jsonl"));
        assert!(String::from_utf8(said).unwrap().contains("-p jacaranda-integers"));

        let again = run(&repository, "integer.compute.lcm", None, &mut Vec::new());
        assert!(again.unwrap_err().to_string().contains("exists already, in crates/families/integers/src/lcm.rs"));
        std::fs::remove_dir_all(root).unwrap();
    }
}
