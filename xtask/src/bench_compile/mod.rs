//! `cargo xtask bench-compile`: what many operations cost to build, measured on a generated crate.
//!
//! The crate is built beside the real ones with their profiles and their target directory, so its dependencies (FLINT above all)
//! are warm. The development build changes the options of the generated crate only: another profile would compile FLINT again.

mod generated;

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use crate::repository::Repository;
use crate::{Failure, Verdict};

const FOLDER: &str = "target/bench-compile";
const CRATE: &str = "bench-operations";
const PROGRAM: &str = "bench-program";

/// As many operations as use every type of field once.
const FEWEST: u32 = 5;

/// Options of `[profile.dev]`, put on the generated crate alone.
const DEVELOPMENT: &[&str] = &["opt-level=1", "debug=\"line-tables-only\"", "debug-assertions=true"];

/// Wall time and time of all processors, in seconds.
#[derive(Clone, Copy)]
struct Cost {
    wall: f64,
    processor: Option<f64>,
}

/// Builds `count` operations in several ways and prints a table.
///
/// # Errors
///
/// When there are too few operations to compare, a file cannot be written or a build fails.
pub fn run(repository: &Repository, count: u32, out: &mut dyn Write) -> Result<Verdict, Failure> {
    if count <= FEWEST {
        return Err(format!("--operations {count}: at least {} are needed to see a growth", FEWEST + 1).into());
    }
    let bench = Bench { repository };
    writeln!(out, "building the dependencies ...")?;
    out.flush()?;
    bench.write_workspace()?;
    // A few operations reach what all share (FLINT above all), which must not count as growth.
    bench.write_operations(FEWEST)?;
    bench.build(CRATE, &[])?;
    bench.build(CRATE, DEVELOPMENT)?;
    bench.build(PROGRAM, &[])?;
    let shared = bench.program_size()?;

    bench.write_operations(count)?;
    writeln!(out, "\n{:<44} {:>9} {:>9}", "", "wall s", "CPU s")?;
    let mut revision = 0;
    for (name, options) in [("development", DEVELOPMENT), ("release", &[])] {
        bench.clean()?;
        row(out, &format!("{name} build of {count} operations"), bench.build(CRATE, options)?)?;
        // Each edit differs from the one before: the same text again would measure a change of time stamps only.
        revision += 1;
        bench.edit(count / 2, revision)?;
        row(out, &format!("{name} build after editing one"), bench.build(CRATE, options)?)?;
    }
    bench.build(PROGRAM, &[])?;
    let growth = bench.program_size()?.saturating_sub(shared);
    let megabytes = growth as f64 / 1e6;
    let each = growth / u64::from(count - FEWEST);
    writeln!(out, "{:<44} {megabytes:>6.2} MB  ({each} bytes an operation)", "growth of the release binary")?;
    writeln!(
        out,
        "\nThe table covers the generated crate alone; other programs on the machine lengthen the wall time."
    )?;
    Ok(Verdict::Agrees)
}

/// Prints a row as soon as it is known, so that an interrupted run leaves what it has measured.
fn row(out: &mut dyn Write, name: &str, cost: Cost) -> Result<(), Failure> {
    let processor = cost.processor.map_or("-".to_owned(), |seconds| format!("{seconds:.1}"));
    writeln!(out, "{name:<44} {:>9.1} {processor:>9}", cost.wall)?;
    out.flush()?;
    Ok(())
}

struct Bench<'r> {
    repository: &'r Repository,
}

impl Bench<'_> {
    fn write(&self, path: &str, text: &str) -> Result<(), Failure> {
        self.repository.write(&format!("{FOLDER}/{path}"), text)
    }

    /// The manifests, with the profiles and the locked versions of the repository.
    fn write_workspace(&self) -> Result<(), Failure> {
        let root = self.repository.read("Cargo.toml")?;
        self.write("Cargo.toml", &generated::workspace(&root))?;
        self.write("Cargo.lock", &self.repository.read("Cargo.lock")?)?;
        self.write("operations/Cargo.toml", &generated::manifest(CRATE, &["flint", "operation", "wire"]))?;
        self.write("program/Cargo.toml", &generated::manifest(PROGRAM, &[CRATE, "operation", "wire"]))?;
        self.write("program/src/main.rs", generated::PROGRAM)
    }

    fn write_operations(&self, count: u32) -> Result<(), Failure> {
        for index in 0..count {
            self.write(&format!("operations/src/{}.rs", generated::module(index)), &generated::operation(index, 0))?;
        }
        self.write("operations/src/lib.rs", &generated::library(count))
    }

    fn edit(&self, index: u32, revision: u32) -> Result<(), Failure> {
        self.write(&format!("operations/src/{}.rs", generated::module(index)), &generated::operation(index, revision))
    }

    fn cargo(&self) -> Command {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(self.repository.path(FOLDER)).env("CARGO_TARGET_DIR", self.target());
        cargo
    }

    fn target(&self) -> PathBuf {
        let asked = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
        self.repository.root().join(asked)
    }

    fn clean(&self) -> Result<(), Failure> {
        finished(self.cargo().args(["clean", "--quiet", "--release", "--package", CRATE])).map(drop)
    }

    fn build(&self, package: &str, options: &[&str]) -> Result<Cost, Failure> {
        let mut cargo = self.cargo();
        cargo.args(["build", "--quiet", "--release", "--package", package]);
        for option in options {
            cargo.args(["--config", &format!("profile.release.package.{CRATE}.{option}")]);
        }
        finished(&mut cargo)
    }

    fn program_size(&self) -> Result<u64, Failure> {
        let path = self.target().join("release").join(PROGRAM);
        let size =
            std::fs::metadata(&path).map_err(|error| format!("the binary {PROGRAM} was not built: {error}"))?.len();
        Ok(size)
    }
}

/// Runs a command to its end.
fn finished(command: &mut Command) -> Result<Cost, Failure> {
    let (start, before) = (Instant::now(), children_seconds());
    let status = command.status().map_err(|error| format!("cargo cannot be started: {error}"))?;
    if !status.success() {
        return Err(format!("{command:?} ended with {status}").into());
    }
    let processor = children_seconds().zip(before).map(|(after, before)| after - before);
    Ok(Cost { wall: start.elapsed().as_secs_f64(), processor })
}

/// Processor time of all children that have ended; none where the system does not say it so.
fn children_seconds() -> Option<f64> {
    children_ticks(&std::fs::read_to_string("/proc/self/stat").ok()?).map(|ticks| ticks as f64 / TICKS_PER_SECOND)
}

/// Linux counts in hundredths of a second, whatever its timer does.
const TICKS_PER_SECOND: f64 = 100.0;

/// The sum of the fields cutime and cstime of proc_pid_stat(5). The second field is a name that may hold blanks.
fn children_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let mut fields = fields.split(' ').skip(13);
    let (user, system) = (fields.next()?.parse::<u64>().ok()?, fields.next()?.parse::<u64>().ok()?);
    Some(user + system)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_time_of_children_is_read_behind_any_name() {
        let stat = "12 (a ) b) S 1 12 12 0 -1 4194304 100 2000 0 0 7 3 150 25 20 0 1 0 500";
        assert_eq!(children_ticks(stat), Some(175));
        assert_eq!(children_ticks("12 (short) S 1"), None);
        assert_eq!(children_ticks(""), None);
    }
}
