//! What happens when the address space runs out: an error, or a death that says why, but no answer.
//!
//! The allocations of the solver fail with an error. Those on this side of it abort the process as usual in Rust; the
//! message on standard error is then the standard library's.

use std::process::Command;

use sat::{Cnf, Limits, Literal, solve};

/// Set in the child, which is this same program under a limit.
const CHILD: &str = "SAT_OUT_OF_MEMORY_CHILD";

/// A hundred thousand variables in clauses of three; the shape matters less than that it takes memory.
fn large_formula() -> Option<Cnf> {
    let mut cnf = Cnf::new();
    let variables = 100_000;
    cnf.new_variables(variables).ok()?;
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let variable = i32::try_from((state >> 33) % variables as u64).ok()? + 1;
        Literal::from_dimacs(if state >> 32 & 1 == 1 { variable } else { -variable })
    };
    for _ in 0..420_000 {
        cnf.add_clause([next()?, next()?, next()?]).ok()?;
    }
    Some(cnf)
}

#[test]
fn lack_of_memory_is_recognizable() {
    if std::env::var_os(CHILD).is_some() {
        let cnf = large_formula().expect("a formula within the bounds");
        let mut polls = 0;
        let outcome = solve(&cnf, &Limits::default(), &mut || {
            polls += 1;
            polls > 2_000
        });
        eprintln!("outcome: {outcome:?}");
        return;
    }
    let program = std::env::current_exe().expect("the path of this test");
    let run = |kibibytes: u32| {
        let limited = format!(
            "ulimit -c 0; ulimit -v {kibibytes}; exec \"$0\" --exact lack_of_memory_is_recognizable --nocapture --test-threads=1"
        );
        let output = Command::new("sh").arg("-c").arg(limited).arg(&program).env(CHILD, "1").output().expect("a shell");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let mut errors = 0;
    for kibibytes in (40_000..=110_000).step_by(10_000) {
        let said = run(kibibytes);
        let error = said.contains("outcome: Err(OutOfMemory)");
        let death = said.contains("memory allocation of") || said.contains("bad_alloc");
        let enough = said.contains("outcome: Err(Interrupted)");
        assert!(error || death || enough, "{kibibytes} KiB: {said}");
        errors += usize::from(error);
    }
    assert!(errors > 0, "the solver never reported that it had no memory");
    assert!(run(1_000_000).contains("outcome: Err(Interrupted)"));
}
