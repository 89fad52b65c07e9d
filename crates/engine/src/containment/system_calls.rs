//! The system calls that a sealed worker may still make; any other kills it with `SIGSYS`.
//!
//! Numbers are those of x86-64 (`arch/x86/entry/syscalls/syscall_64.tbl` in the Linux sources).

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

use super::ContainmentError;

/// Allowed whatever the arguments. None of them reaches anything that is not open already.
const ALLOWED: &[(&str, i64)] = &[
    ("read", 0),
    ("write", 1),
    ("close", 3),
    ("fstat", 5),
    ("poll", 7),
    ("lseek", 8),
    ("munmap", 11),
    ("brk", 12),
    ("rt_sigaction", 13),
    ("rt_sigprocmask", 14),
    ("rt_sigreturn", 15),
    // The worker looks at its own size through a file that it opened before.
    ("pread64", 17),
    ("readv", 19),
    ("writev", 20),
    ("sched_yield", 24),
    ("mremap", 25),
    ("madvise", 28),
    ("nanosleep", 35),
    ("getpid", 39),
    // The scratch file of the quadratic sieve is anonymous memory, bounded by RLIMIT_FSIZE: fcntl, ftruncate, memfd_create.
    ("fcntl", 72),
    ("ftruncate", 77),
    ("exit", 60),
    ("gettimeofday", 96),
    ("getrusage", 98),
    // The C library's qsort asks for the size of memory.
    ("sysinfo", 99),
    ("sigaltstack", 131),
    ("gettid", 186),
    ("time", 201),
    ("futex", 202),
    ("sched_getaffinity", 204),
    ("set_tid_address", 218),
    ("restart_syscall", 219),
    ("clock_gettime", 228),
    ("clock_getres", 229),
    ("clock_nanosleep", 230),
    ("exit_group", 231),
    ("ppoll", 271),
    ("set_robust_list", 273),
    ("getrandom", 318),
    ("memfd_create", 319),
    ("rseq", 334),
];

const MMAP: i64 = 9;
const MPROTECT: i64 = 10;
const IOCTL: i64 = 16;
const CLONE: i64 = 56;
const PRCTL: i64 = 157;
const TGKILL: i64 = 234;
const NEWFSTATAT: i64 = 262;
const PRLIMIT64: i64 = 302;
const CLONE3: i64 = 435;

const PROT_EXEC: u64 = 4;
const TCGETS: u64 = 0x5401;
const CLONE_THREAD: u64 = 0x1_0000;
const PR_SET_NAME: u64 = 15;
/// The C library names its anonymous mappings with this one.
const PR_SET_VMA: u64 = 0x5356_4d41;
const AT_EMPTY_PATH: u64 = 0x1000;
const ENOSYS: u32 = 38;

/// Installs the filters on every thread of this process.
///
/// # Errors
/// [`ContainmentError::Filter`] with the reason.
pub(super) fn install() -> Result<(), ContainmentError> {
    // Of two filters the stricter answer holds, and an error is stricter than leave: the first makes `clone3` fail
    // so that the C library falls back to `clone`, whose flags a filter can read.
    let clone3 = filter(BTreeMap::from([(CLONE3, vec![])]), SeccompAction::Allow, SeccompAction::Errno(ENOSYS))?;
    let allow_list = filter(allowed()?, SeccompAction::KillProcess, SeccompAction::Allow)?;
    for program in [clone3, allow_list] {
        seccompiler::apply_filter_all_threads(&program).map_err(refused)?;
    }
    Ok(())
}

/// The allow-list with its conditions on arguments.
fn allowed() -> Result<BTreeMap<i64, Vec<SeccompRule>>, ContainmentError> {
    let masked = |argument, mask, value| condition(argument, SeccompCmpOp::MaskedEq(mask), value);
    let equal = |argument, value| condition(argument, SeccompCmpOp::Eq, value);
    // A worker may raise signals in itself (abort does) but not in its server, which runs as the same user.
    let own_pid = u64::from(std::process::id());
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = ALLOWED.iter().map(|&(_, number)| (number, vec![])).collect();
    rules.extend([
        (CLONE3, vec![]),
        (MMAP, vec![masked(2, PROT_EXEC, 0)?]),
        (MPROTECT, vec![masked(2, PROT_EXEC, 0)?]),
        (IOCTL, vec![equal(1, TCGETS)?]),
        (CLONE, vec![masked(0, CLONE_THREAD, CLONE_THREAD)?]),
        (PRCTL, vec![equal(0, PR_SET_NAME)?, equal(0, PR_SET_VMA)?]),
        (TGKILL, vec![equal(0, own_pid)?]),
        (NEWFSTATAT, vec![masked(3, AT_EMPTY_PATH, AT_EMPTY_PATH)?]),
        // Reading limits only: the third argument would point to new ones.
        (PRLIMIT64, vec![equal(2, 0)?]),
    ]);
    Ok(rules)
}

/// One condition as a rule of its own.
fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, ContainmentError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, operator, value)
        .and_then(|condition| SeccompRule::new(vec![condition]))
        .map_err(refused)
}

/// Compiles rules to a program for the kernel.
fn filter(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    otherwise: SeccompAction,
    on_match: SeccompAction,
) -> Result<BpfProgram, ContainmentError> {
    SeccompFilter::new(rules, otherwise, on_match, TargetArch::x86_64).and_then(BpfProgram::try_from).map_err(refused)
}

/// The reason of a failure, kept as text because the two stages of the library have two error types.
fn refused(error: impl std::fmt::Display) -> ContainmentError {
    ContainmentError::Filter(error.to_string())
}
