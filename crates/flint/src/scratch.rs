//! The quadratic sieve's scratch file, kept in memory.
//!
//! FLINT's sieve writes its relations to `/tmp/siqsXXXXXX` through `mkstemp`, `fopen` and `remove`. A process that may not
//! touch the file system cannot factor then, and a killed one leaves the file behind. This module defines those three
//! functions for the whole executable: FLINT's scratch file becomes an anonymous memory file, and every other path goes to
//! the C library.

use std::ffi::{CStr, c_char, c_int};
use std::sync::atomic::{AtomicI32, Ordering};

use libc::FILE;

/// What FLINT's scratch files are called.
const PREFIX: &[u8] = b"/tmp/siqs";
const ABSENT: i32 = -1;

/// The memory file behind the one scratch file that can exist: operations run one at a time in a worker.
static MEMORY_FILE: AtomicI32 = AtomicI32::new(ABSENT);
/// Whether scratch files are kept in memory in this process.
static IN_MEMORY: AtomicI32 = AtomicI32::new(0);

/// From now on, factorization in this process keeps its scratch file in memory. At most one thread may factor at a time.
///
/// The memory file counts against the limit on file sizes (`RLIMIT_FSIZE`), not against the address space.
pub fn keep_scratch_in_memory() {
    // Naming the functions makes the linker take them rather than the C library's.
    let functions: [*const (); 3] = [mkstemp as *const (), fopen as *const (), remove as *const ()];
    IN_MEMORY.store(i32::from(std::hint::black_box(functions).iter().all(|f| !f.is_null())), Ordering::Release);
}

/// Whether `path` is FLINT's scratch file and kept in memory.
///
/// # Safety
/// `path` is a C string.
unsafe fn is_scratch(path: *const c_char) -> bool {
    // SAFETY: by the contract of this function.
    let path = unsafe { CStr::from_ptr(path) };
    IN_MEMORY.load(Ordering::Acquire) == 1 && path.to_bytes().starts_with(PREFIX)
}

fn close_memory_file() {
    let file = MEMORY_FILE.swap(ABSENT, Ordering::AcqRel);
    if file != ABSENT {
        // SAFETY: the descriptor is ours and is closed once.
        unsafe { libc::close(file) };
    }
}

/// A fresh descriptor of the memory file, at its beginning.
fn duplicate() -> c_int {
    let file = MEMORY_FILE.load(Ordering::Acquire);
    // SAFETY: plain system calls on a descriptor; a bad one makes them fail.
    unsafe {
        libc::lseek(file, 0, libc::SEEK_SET);
        libc::fcntl(file, libc::F_DUPFD_CLOEXEC, 3)
    }
}

/// POSIX `mkstemp`.
///
/// # Safety
/// `template` is a C string as `mkstemp` wants it.
#[unsafe(no_mangle)]
unsafe extern "C" fn mkstemp(template: *mut c_char) -> c_int {
    // SAFETY: the caller keeps the contract of `mkstemp`.
    unsafe {
        if !is_scratch(template) {
            return libc::mkostemp(template, 0);
        }
        close_memory_file();
        let file = libc::memfd_create(c"flint-scratch".as_ptr(), libc::MFD_CLOEXEC);
        if file < 0 {
            return file;
        }
        MEMORY_FILE.store(file, Ordering::Release);
        duplicate()
    }
}

/// ISO C `fopen`.
///
/// # Safety
/// `path` and `mode` are C strings.
#[unsafe(no_mangle)]
unsafe extern "C" fn fopen(path: *const c_char, mode: *const c_char) -> *mut FILE {
    // SAFETY: the caller keeps the contract of `fopen`; descriptors are checked.
    unsafe {
        if !is_scratch(path) {
            return libc::fopen64(path, mode);
        }
        let file = duplicate();
        if file < 0 {
            return std::ptr::null_mut();
        }
        if CStr::from_ptr(mode).to_bytes().starts_with(b"w") && libc::ftruncate(file, 0) != 0 {
            libc::close(file);
            return std::ptr::null_mut();
        }
        libc::fdopen(file, mode)
    }
}

/// ISO C `remove`.
///
/// # Safety
/// `path` is a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn remove(path: *const c_char) -> c_int {
    // SAFETY: the caller keeps the contract of `remove`.
    unsafe {
        if is_scratch(path) {
            close_memory_file();
            return 0;
        }
        match libc::unlink(path) {
            0 => 0,
            _ if std::io::Error::last_os_error().raw_os_error() == Some(libc::EISDIR) => libc::rmdir(path),
            failed => failed,
        }
    }
}
