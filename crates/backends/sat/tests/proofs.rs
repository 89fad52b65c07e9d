//! The checker alone: what it accepts and what it must refuse.
#![allow(clippy::unwrap_used)]

mod formulas;

use formulas::{clauses, formula, literal, satisfiable_by_enumeration};
use proptest::prelude::*;
use sat::lrat::{ClauseId, Fault, Proof, ProofError, Step, check};
use sat::{CheckedProof, Cnf, SatError};

#[derive(Clone, Debug)]
enum Line {
    Original(i64),
    Derived(i64, Vec<i32>, Vec<i64>),
    Deleted(i64),
}
use Line::{Deleted, Derived, Original};

fn proof(lines: &[Line]) -> Proof {
    let mut proof = Proof::new(usize::MAX);
    for line in lines {
        match line {
            Original(id) => proof.push(Step::Original { id: ClauseId(*id) }),
            Deleted(id) => proof.push(Step::Deleted { id: ClauseId(*id) }),
            Derived(id, clause, hints) => {
                let clause: Vec<_> = clause.iter().map(|&number| literal(number)).collect();
                let hints: Vec<_> = hints.iter().map(|&id| ClauseId(id)).collect();
                proof.push(Step::Derived { id: ClauseId(*id), clause: &clause, hints: &hints })
            }
        }
        .unwrap();
    }
    proof
}

fn verdict(cnf: &Cnf, lines: &[Line]) -> Result<CheckedProof, SatError> {
    check(cnf, &proof(lines), &mut || false)
}

fn refusal(cnf: &Cnf, lines: &[Line]) -> (u64, Fault) {
    match verdict(cnf, lines) {
        Err(SatError::WrongProof(ProofError { step, fault })) => (step, fault),
        other => panic!("not refused: {other:?}"),
    }
}

/// All eight sign patterns on three variables, clause `i` with id `i + 1`, and a proof in which every hint is needed.
fn example() -> (Cnf, Vec<Line>) {
    let patterns: Vec<Vec<i32>> =
        (0..8).map(|bits| (1..=3).map(|v| if bits >> (v - 1) & 1 == 0 { v } else { -v }).collect()).collect();
    let mut lines: Vec<_> = (1..=8).map(Original).collect();
    lines.extend([
        Derived(9, vec![2, 3], vec![1, 2]),
        Deleted(1),
        Derived(10, vec![-2, 3], vec![3, 4]),
        Derived(11, vec![3], vec![9, 10]),
        Derived(12, vec![2], vec![11, 5, 6]),
        Derived(13, vec![], vec![11, 12, 7, 8]),
    ]);
    (formula(3, &patterns), lines)
}

#[test]
fn a_correct_proof_is_measured() {
    let (cnf, lines) = example();
    let checked = verdict(&cnf, &lines).unwrap();
    assert_eq!((checked.derived_clauses(), checked.deleted_clauses(), checked.hints()), (5, 1, 13));
    assert_eq!(checked.bytes(), proof(&lines).len());
}

#[test]
fn every_dropped_hint_is_missed() {
    let (cnf, lines) = example();
    for (index, line) in lines.iter().enumerate() {
        let Derived(id, clause, hints) = line else { continue };
        for dropped in 0..hints.len() {
            let mut hints = hints.clone();
            hints.remove(dropped);
            let mut mutated = lines.clone();
            mutated[index] = Derived(*id, clause.clone(), hints);
            let (step, fault) = refusal(&cnf, &mutated);
            assert_eq!(step, index as u64);
            assert!(matches!(fault, Fault::NoConflict(_) | Fault::HintNotUnit(_)), "{fault:?}");
        }
    }
}

#[test]
fn every_flipped_literal_is_noticed() {
    let (cnf, lines) = example();
    for (index, line) in lines.iter().enumerate() {
        let Derived(id, clause, hints) = line else { continue };
        for flipped in 0..clause.len() {
            let mut clause = clause.clone();
            clause[flipped] = -clause[flipped];
            let mut mutated = lines.clone();
            mutated[index] = Derived(*id, clause, hints.clone());
            assert_eq!(refusal(&cnf, &mutated).0, index as u64);
        }
    }
}

#[test]
fn every_truncation_is_refused() {
    let (cnf, lines) = example();
    let whole = proof(&lines);
    for length in 0..whole.len() {
        let mut cut = whole.clone();
        cut.truncate(length);
        let refused = check(&cnf, &cut, &mut || false);
        let Err(SatError::WrongProof(ProofError { fault, .. })) = refused else { panic!("{refused:?}") };
        assert!(matches!(fault, Fault::NoEmptyClause | Fault::Malformed(_)), "{fault:?}");
    }
}

#[test]
fn each_fault_is_named() {
    let (cnf, lines) = example();
    let named = &lines[..8];
    let after = |line: Line| [named, &[line]].concat();
    assert_eq!(refusal(&cnf, &after(Original(20))), (8, Fault::NoSuchOriginal));
    assert_eq!(refusal(&cnf, &[Original(1), Original(1)]), (1, Fault::RepeatedId(ClauseId(1))));
    assert_eq!(refusal(&cnf, &after(Deleted(9))), (8, Fault::UnknownClause(ClauseId(9))));
    assert_eq!(refusal(&cnf, &after(Derived(9, vec![], vec![-1]))), (8, Fault::UnknownClause(ClauseId(-1))));
    assert_eq!(refusal(&cnf, &after(Derived(9, vec![4, 1], vec![1]))), (8, Fault::UnknownVariable(4)));
    assert_eq!(refusal(&cnf, &after(Derived(9, vec![], vec![]))), (8, Fault::NoConflict(ClauseId(9))));
    assert_eq!(refusal(&cnf, &after(Derived(9, vec![], vec![9]))), (8, Fault::UnknownClause(ClauseId(9))));
    assert_eq!(refusal(&cnf, &after(Derived(8, vec![1, 2], vec![1, 5]))), (8, Fault::RepeatedId(ClauseId(8))));
    let deleted = [named, &[Deleted(1), Derived(9, vec![1, 2], vec![5, 1])]].concat();
    assert_eq!(refusal(&cnf, &deleted), (9, Fault::UnknownClause(ClauseId(1))));
}

#[test]
fn a_tautology_and_a_repeated_literal_do_no_harm() {
    let (cnf, lines) = example();
    let mut longer = lines[..8].to_vec();
    longer.extend([Derived(30, vec![1, -1], vec![]), Derived(31, vec![2, 3, 2], vec![1, 2])]);
    longer.extend(lines[8..].iter().cloned());
    assert_eq!(verdict(&cnf, &longer).unwrap().derived_clauses(), 7);
    longer.truncate(10);
    longer.push(Derived(32, vec![], vec![30]));
    assert_eq!(refusal(&cnf, &longer), (10, Fault::HintNotUnit(ClauseId(30))));
}

#[test]
fn a_stopped_check_is_interrupted() {
    let (cnf, lines) = example();
    assert_eq!(check(&cnf, &proof(&lines), &mut || true), Err(SatError::Interrupted));
}

fn line() -> impl Strategy<Value = Line> {
    let number = prop::sample::select(vec![1, -1, 2, -2, 3, -3, 4, -4]);
    let derived = (1..30_i64, prop::collection::vec(number, 0..3), prop::collection::vec(1..30_i64, 0..5));
    prop_oneof![
        4 => derived.prop_map(|(id, clause, hints)| Derived(id, clause, hints)),
        1 => (1..30_i64).prop_map(Deleted),
    ]
}

proptest! {
    /// The one thing that matters: whatever the lines say, a satisfiable formula is never refuted.
    #[test]
    fn nothing_refutes_a_satisfiable_formula(clauses in clauses(4, 1..=3, 1..=12), lines in prop::collection::vec(line(), 1..20)) {
        let cnf = formula(4, &clauses);
        prop_assume!(satisfiable_by_enumeration(&cnf));
        let mut all: Vec<_> = (1..=cnf.clause_count() as i64).map(Original).collect();
        all.extend(lines);
        prop_assert!(matches!(verdict(&cnf, &all), Err(SatError::WrongProof(_))));
    }

    /// Without any one of its clauses the example is satisfiable, so that its proof, however mutated, must fail.
    #[test]
    fn the_proof_of_another_formula_is_refused(missing in 0..8_usize, index in 0..14_usize, replacement in line()) {
        let (cnf, mut lines) = example();
        let mut smaller = formula(3, &[]);
        for (_, clause) in cnf.clauses().enumerate().filter(|&(index, _)| index != missing) {
            smaller.add_clause(clause.iter().copied()).unwrap();
        }
        lines.remove(missing);
        prop_assert!(verdict(&smaller, &lines).is_err());
        if index < lines.len() {
            lines[index] = replacement;
        }
        prop_assert!(matches!(verdict(&smaller, &lines), Err(SatError::WrongProof(_))));
    }
}
