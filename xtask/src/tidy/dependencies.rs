//! Dependencies between crates point one way, and mathematics knows no protocol.

use super::Findings;
use crate::Failure;
use crate::repository::Repository;

/// The crates in layers, the lowest first. A crate depends on lower layers only, never on its own.
const LAYERS: &[&[&str]] = &[
    &["crates/wire-derive"],
    &["crates/wire"],
    &["crates/flint"],
    &["crates/expression", "crates/taylor"],
    &["crates/values"],
    &["crates/backends/*"],
    &["crates/operation"],
    &["crates/families/*", "crates/session"],
    &["crates/catalog", "crates/taylor-tools"],
    &["crates/engine"],
    &["crates/mcp", "crates/cli", "crates/python"],
    &["crates/jacaranda"],
    &["xtask"],
];

/// Crates of protocols and runtimes, which only faces and build-time code may know.
const PROTOCOLS: &[&str] =
    &["serde", "serde_json", "tokio", "rmcp", "clap", "rustix", "landlock", "seccompiler", "tracing"];

/// The first layer that may know protocols.
const CATALOG: &str = "crates/catalog";

/// Reads the manifests of all crates.
pub fn check(repository: &Repository, findings: &mut Findings) -> Result<(), Failure> {
    let workspace = repository.read("Cargo.toml")?;
    let internal = internal(&workspace);
    let mut folders = vec!["xtask".to_owned()];
    for folder in repository.folders("crates") {
        match folder.as_str() {
            "families" | "backends" => {
                let inner = repository.folders(&format!("crates/{folder}"));
                folders.extend(inner.iter().map(|name| format!("crates/{folder}/{name}")));
            }
            _ => folders.push(format!("crates/{folder}")),
        }
    }
    for folder in folders {
        let path = format!("{folder}/Cargo.toml");
        if repository.has(&path) {
            manifest(&folder, &repository.read(&path)?, &internal, findings);
        }
    }
    Ok(())
}

/// The crates of the workspace by the names under which others depend on them: `[workspace.dependencies]` with a path.
fn internal(workspace: &str) -> Vec<(String, String)> {
    let is_section = |section: &str| section == "workspace.dependencies";
    dependencies(workspace, is_section)
        .into_iter()
        .filter_map(|(name, value)| {
            let path = value.split("path = \"").nth(1)?.split('"').next()?;
            Some((name.to_owned(), path.to_owned()))
        })
        .collect()
}

/// The lines `name = value` of the sections that are wanted. Manifests here have one dependency a line; a table of its own
/// (`[dependencies.name]`) counts as a line too.
fn dependencies(manifest: &str, wanted: impl Fn(&str) -> bool) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            inside = wanted(section);
            match section.rsplit_once('.') {
                Some((outer, name)) if wanted(outer) => found.push((name, "")),
                _ => {}
            }
        } else if let (true, Some((key, value))) = (inside && !line.starts_with('#'), line.split_once('=')) {
            let name = key.trim().split('.').next().unwrap_or_default();
            found.push((name, value.trim()));
        }
    }
    found
}

/// The layer of a crate, from 0.
fn layer(folder: &str) -> Option<usize> {
    let fits = |pattern: &str| match pattern.strip_suffix('*') {
        Some(prefix) => folder.starts_with(prefix),
        None => folder == pattern,
    };
    LAYERS.iter().position(|layer| layer.iter().any(|pattern| fits(pattern)))
}

fn manifest(folder: &str, text: &str, internal: &[(String, String)], findings: &mut Findings) {
    let path = format!("{folder}/Cargo.toml");
    findings.expect(
        text.lines().any(|line| line.replace(' ', "") == "license.workspace=true"),
        &path,
        "lacks `license.workspace = true`",
    );
    let Some(own) = layer(folder) else {
        findings.add(path, "the crate has no layer; add it to LAYERS in xtask/src/tidy/dependencies.rs");
        return;
    };
    // Tests and build scripts may use any program, but no crate of a higher layer.
    let is_any = |section: &str| {
        section == "dependencies" || section.ends_with("-dependencies") || section.ends_with(".dependencies")
    };
    for (name, _) in dependencies(text, is_any) {
        let Some((_, target)) = internal.iter().find(|(known, _)| known == name) else { continue };
        if target == folder {
            continue;
        }
        match layer(target) {
            Some(other) if other < own => {}
            Some(other) if other == own => {
                findings.add(
                    &path,
                    format!("depends on {name}, which is of its own layer; what two need is a lower crate"),
                );
            }
            _ => findings.add(&path, format!("depends on {name}, which lies above it")),
        }
    }
    if layer(CATALOG).is_some_and(|catalog| own < catalog) && folder != "crates/wire-derive" {
        for (name, value) in dependencies(text, |section| section == "dependencies") {
            if PROTOCOLS.contains(&name) && !value.contains("optional = true") {
                findings
                    .add(&path, format!("depends on {name}; mathematics knows no protocol, no runtime and no system"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORKSPACE: &str = "[workspace.dependencies]\nwire = { package = \"jacaranda-wire\", path = \"crates/wire\" }\n\
        integers = { path = \"crates/families/integers\" }\ncatalog = { path = \"crates/catalog\" }\nlibc = \"0.2\"\n";

    fn found(folder: &str, dependencies: &str) -> Vec<String> {
        let mut findings = Findings::default();
        let text = format!("[package]\nlicense.workspace = true\n{dependencies}\n");
        manifest(folder, &text, &internal(WORKSPACE), &mut findings);
        findings.lines().to_vec()
    }

    #[test]
    fn only_lower_layers_may_be_used() {
        let family = "crates/families/graphs";
        assert_eq!(found(family, "[dependencies]\nwire.workspace = true\nlibc.workspace = true"), Vec::<String>::new());
        assert!(found(family, "[dependencies]\nintegers.workspace = true")[0].contains("own layer"));
        assert!(found(family, "[dev-dependencies]\ncatalog = { workspace = true }")[0].contains("above"));
        assert!(found(family, "[dependencies.catalog]\nworkspace = true")[0].contains("above"));
        assert!(found("crates/wire", "[dependencies]\nintegers.workspace = true")[0].contains("above"));
        assert_eq!(found("crates/catalog", "[dependencies]\nintegers.workspace = true"), Vec::<String>::new());
    }

    #[test]
    fn mathematics_knows_no_protocol() {
        let family = "crates/families/graphs";
        assert_eq!(found(family, "[dependencies]\nserde_json.workspace = true").len(), 1);
        assert_eq!(found(family, "[dev-dependencies]\nserde_json.workspace = true").len(), 0);
        assert_eq!(
            found("crates/operation", "[dependencies]\nserde_json = { workspace = true, optional = true }").len(),
            0
        );
        assert_eq!(found("crates/mcp", "[dependencies]\nserde_json.workspace = true").len(), 0);
    }

    #[test]
    fn a_crate_without_a_layer_or_a_license_is_named() {
        assert!(found("crates/novel", "")[0].contains("no layer"));
        let mut findings = Findings::default();
        manifest("crates/wire", "", &[], &mut findings);
        assert_eq!(findings.lines().len(), 1);
    }
}
