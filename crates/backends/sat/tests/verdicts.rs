//! Verdicts, compared with independent deciders, and the ways to get none.
#![allow(clippy::unwrap_used)]

mod formulas;

use std::time::{Duration, Instant};

use formulas::{clauses, formula, satisfiable_by_enumeration};
use proptest::prelude::*;
use sat::{CheckedProof, Cnf, Limits, Model, SatError, Verdict, solve};

fn run(cnf: &Cnf) -> Verdict {
    solve(cnf, &Limits::default(), &mut || false).unwrap()
}

fn model(cnf: &Cnf) -> Model {
    match run(cnf) {
        Verdict::Satisfiable(model) => model,
        Verdict::Unsatisfiable(_) => panic!("unsatisfiable"),
    }
}

fn proof(cnf: &Cnf) -> CheckedProof {
    match run(cnf) {
        Verdict::Satisfiable(_) => panic!("satisfiable"),
        Verdict::Unsatisfiable(proof) => proof,
    }
}

/// `holes + 1` pigeons do not fit into `holes` holes.
fn pigeonhole(holes: i32) -> Cnf {
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<_>> =
        (0..=holes).map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect()).collect();
    for hole in 0..holes {
        for pigeon in 0..=holes {
            clauses.extend((0..pigeon).map(|other| vec![-sits(pigeon, hole), -sits(other, hole)]));
        }
    }
    formula((holes * (holes + 1)) as usize, &clauses)
}

/// Splits on the first literal of a shortest clause after dropping satisfied clauses: a DPLL procedure on vectors.
fn dpll(clauses: &[Vec<i32>]) -> bool {
    let Some(shortest) = clauses.iter().min_by_key(|clause| clause.len()) else { return true };
    let Some(&first) = shortest.first() else { return false };
    let under = |literal: i32| -> Vec<Vec<i32>> {
        let open = clauses.iter().filter(|clause| !clause.contains(&literal));
        open.map(|clause| clause.iter().copied().filter(|&other| other != -literal).collect()).collect()
    };
    dpll(&under(first)) || shortest.len() > 1 && dpll(&under(-first))
}

#[test]
fn formulas_without_variables_or_clauses() {
    assert_eq!(model(&Cnf::new()), Model::new(vec![]));
    assert_eq!(model(&formula(3, &[])), Model::new(vec![false; 3]));
    assert_eq!(model(&formula(2, &[vec![1, -1]])), Model::new(vec![false; 2]));
    assert_eq!(proof(&formula(0, &[vec![]])).derived_clauses(), 0);
    assert_eq!(proof(&formula(2, &[vec![1, 2], vec![], vec![-1]])).derived_clauses(), 0);
}

#[test]
fn contradicting_units() {
    assert!(proof(&formula(1, &[vec![1], vec![-1]])).derived_clauses() > 0);
    assert!(proof(&formula(1, &[vec![1], vec![1, 1], vec![-1, -1], vec![-1], vec![1]])).derived_clauses() > 0);
    // The third clause is satisfied and the fourth shortened while they are added.
    assert!(proof(&formula(3, &[vec![1], vec![2], vec![1, 3], vec![-1, -2, 3], vec![-3, -2]])).derived_clauses() > 0);
}

#[test]
fn a_variable_far_from_the_others() {
    let mut cnf = Cnf::new();
    let last = cnf.new_variables(1_000_000).unwrap()[999_999];
    cnf.add_clause([last.positive()]).unwrap();
    let model = model(&cnf);
    assert_eq!((model.values().len(), model.value(last)), (1_000_000, Some(true)));
    assert_eq!(model.values().iter().filter(|&&value| value).count(), 1);
}

#[test]
fn pigeonholes() {
    for holes in 1..=7 {
        let checked = proof(&pigeonhole(holes));
        assert!(checked.derived_clauses() > 0 && checked.bytes() > 0 && checked.hints() > 0, "{holes}: {checked:?}");
    }
}

#[test]
fn a_stopped_run_is_interrupted() {
    let cnf = pigeonhole(11);
    for polls in [0, 1, 2, 500] {
        let mut left = polls;
        let stop = &mut || {
            left -= 1;
            left < 0
        };
        assert_eq!(solve(&cnf, &Limits::default(), stop), Err(SatError::Interrupted), "{polls}");
        assert!(left < 0);
    }
}

#[test]
fn polls_are_close_together() {
    let cnf = pigeonhole(11);
    let mut gaps = Vec::new();
    let mut last = Instant::now();
    let stop = &mut || {
        let now = Instant::now();
        gaps.push(now - std::mem::replace(&mut last, now));
        gaps.len() == 20_000
    };
    assert_eq!(solve(&cnf, &Limits::default(), stop), Err(SatError::Interrupted));
    gaps.sort_unstable();
    // Not the longest, which is at the mercy of whatever else the machine does.
    assert!(gaps[19_900] < Duration::from_millis(20), "{:?}", &gaps[19_900..]);
}

#[test]
fn a_check_is_interrupted_too() {
    let cnf = pigeonhole(7);
    let mut polls = 0_u64;
    solve(&cnf, &Limits::default(), &mut || {
        polls += 1;
        false
    })
    .unwrap();
    let mut left = polls - 1;
    let stopped = solve(&cnf, &Limits::default(), &mut || {
        left = left.saturating_sub(1);
        left == 0
    });
    assert_eq!(stopped, Err(SatError::Interrupted));
}

#[test]
fn a_panic_in_stop_reaches_the_caller() {
    let cnf = pigeonhole(8);
    let mut polls = 0;
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        solve(&cnf, &Limits::default(), &mut || {
            polls += 1;
            assert!(polls < 10, "the tenth poll");
            false
        })
    }));
    assert!(caught.is_err());
    assert_eq!(polls, 10);
}

#[test]
fn a_proof_past_its_limit_ends_the_run() {
    let limits = Limits { proof_bytes: 100_000 };
    let stopped = solve(&pigeonhole(11), &limits, &mut || false);
    assert_eq!(stopped, Err(SatError::ProofTooLarge { limit: 100_000 }));
    let satisfiable = formula(2, &[vec![1, 2], vec![-1, 2]]);
    let run = solve(&satisfiable, &Limits { proof_bytes: 0 }, &mut || false);
    assert!(matches!(run, Err(SatError::ProofTooLarge { limit: 0 }) | Ok(Verdict::Satisfiable(_))), "{run:?}");
}

proptest! {
    #[test]
    fn small_formulas_agree_with_enumeration(clauses in clauses(8, 0..=4, 0..=40)) {
        let cnf = formula(8, &clauses);
        prop_assert_eq!(matches!(run(&cnf), Verdict::Satisfiable(_)), satisfiable_by_enumeration(&cnf));
    }

    #[test]
    fn formulas_without_short_clauses_agree_with_enumeration(clauses in clauses(12, 3..=3, 40..=60)) {
        let cnf = formula(12, &clauses);
        prop_assert_eq!(matches!(run(&cnf), Verdict::Satisfiable(_)), satisfiable_by_enumeration(&cnf));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn threshold_formulas_agree_with_dpll_and_repeat(clauses in clauses(50, 3..=3, 213..=213)) {
        let cnf = formula(50, &clauses);
        let verdict = run(&cnf);
        prop_assert_eq!(matches!(verdict, Verdict::Satisfiable(_)), dpll(&clauses));
        prop_assert_eq!(run(&cnf), verdict);
    }
}
