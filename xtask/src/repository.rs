//! Where things are in the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;
use crate::registration::entries;
use crate::source::{Declared, declared};

/// The family of operations that misbehave on purpose. They are in no catalog, so they have neither cases nor pages.
pub const PROBES: &str = "probes";

/// A checkout of the repository. All paths are relative to its root, with `/` between components.
pub struct Repository {
    root: PathBuf,
}

/// One family crate.
pub struct Family {
    /// The name of its folder.
    pub name: String,
    /// The text of its lib.rs.
    pub library: String,
    /// The operations that its source files declare, by file.
    pub declared: Vec<Declared>,
}

impl Family {
    /// The folder of a family's source files.
    pub fn sources(&self) -> String {
        format!("crates/families/{}/src", self.name)
    }

    /// The file of its list.
    pub fn library_path(&self) -> String {
        format!("{}/lib.rs", self.sources())
    }

    /// The recorded cases of one of its operations.
    pub fn cases(&self, id: &str) -> String {
        format!("cases/{}/{id}.jsonl", self.name)
    }

    /// The identifier behind an entry of its list, such as `gcd::OPERATION`.
    pub fn id_of(&self, entry: &str) -> Option<&str> {
        self.declared.iter().find(|declared| declared.entry() == entry).map(|declared| declared.id.as_str())
    }

    /// The entries of its list; none when it has no list.
    pub fn entries(&self) -> Option<Vec<String>> {
        entries(&self.library)
    }
}

impl Repository {
    /// The repository that holds the current folder.
    pub fn find() -> Result<Repository, Failure> {
        let here = std::env::current_dir()?;
        let root = here.ancestors().find(|folder| folder.join("crates/families").is_dir());
        match root {
            Some(root) => Ok(Repository { root: root.to_owned() }),
            None => Err("no folder above this one holds crates/families; run this inside the repository".into()),
        }
    }

    /// A checkout at this folder.
    #[cfg(test)]
    pub fn at(root: PathBuf) -> Repository {
        Repository { root }
    }

    /// The place of a relative path.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The text of a file.
    pub fn read(&self, relative: &str) -> Result<String, Failure> {
        fs::read_to_string(self.path(relative)).map_err(|error| format!("{relative}: cannot be read: {error}").into())
    }

    /// Writes a file and the folders that lead to it.
    pub fn write(&self, relative: &str, text: &str) -> Result<(), Failure> {
        let path = self.path(relative);
        let folders = path.parent().map_or(Ok(()), fs::create_dir_all);
        folders
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| format!("{relative}: cannot be written: {error}").into())
    }

    /// Removes a file.
    pub fn remove(&self, relative: &str) -> Result<(), Failure> {
        fs::remove_file(self.path(relative)).map_err(|error| format!("{relative}: cannot be removed: {error}").into())
    }

    /// Whether there is such a file.
    pub fn has(&self, relative: &str) -> bool {
        self.path(relative).is_file()
    }

    /// The names of the files in a folder that end with `suffix`, sorted; none when there is no such folder.
    pub fn names(&self, folder: &str, suffix: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter(|entry| entry.path().is_file())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .filter(|name| name.ends_with(suffix))
            .collect();
        names.sort_unstable();
        names
    }

    /// The names of the folders in a folder, sorted.
    pub fn folders(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .filter(|entry| entry.path().is_dir())
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort_unstable();
        names
    }

    /// All families, by name.
    pub fn families(&self) -> Result<Vec<Family>, Failure> {
        let mut families = Vec::new();
        for name in self.folders("crates/families") {
            let mut family = Family { name, library: String::new(), declared: Vec::new() };
            family.library = self.read(&family.library_path())?;
            let sources = family.sources();
            for path in self.rust_files(&sources) {
                let module_file = path.strip_prefix(&sources).unwrap_or(&path).trim_start_matches('/');
                family.declared.extend(declared(&path, module_file, &self.read(&path)?));
            }
            families.push(family);
        }
        Ok(families)
    }

    /// The Rust files below a folder, sorted.
    fn rust_files(&self, folder: &str) -> Vec<String> {
        let mut files: Vec<String> =
            self.names(folder, ".rs").into_iter().map(|name| format!("{folder}/{name}")).collect();
        for below in self.folders(folder) {
            files.extend(self.rust_files(&format!("{folder}/{below}")));
        }
        files
    }

    /// The files that git knows or would take in, sorted.
    pub fn files(&self) -> Result<Vec<String>, Failure> {
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(&self.root)
            .output()
            .map_err(|error| {
                format!("git cannot be run: {error}; tidy asks it which files belong to the repository")
            })?;
        if !listed.status.success() {
            return Err(format!("git ls-files: {}", String::from_utf8_lossy(&listed.stderr).trim()).into());
        }
        let mut files: Vec<String> = String::from_utf8_lossy(&listed.stdout)
            .split('\0')
            .filter(|path| !path.is_empty() && self.has(path))
            .map(str::to_owned)
            .collect();
        files.sort_unstable();
        files.dedup();
        Ok(files)
    }

    /// The root, for programs that are started there.
    pub fn root(&self) -> &Path {
        &self.root
    }
}
