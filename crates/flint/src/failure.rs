//! What happens when FLINT or GMP cannot continue.
//!
//! Neither library can report an error: FLINT prints to the standard output and aborts, GMP prints and aborts. A
//! process that must say what happened, and whose standard output carries a protocol, installs a handler here.

use std::ffi::{c_char, c_void};
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

use flint3_sys as sys;

/// Why FLINT or GMP cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The system refused this many bytes.
    OutOfMemory {
        /// Size of the refused block; for a block that had to grow, its whole new size.
        bytes: usize,
    },
    /// FLINT gave up: a broken precondition or an internal error. FLINT's message is not printed.
    Abort,
}

type Handler = fn(Failure) -> !;

static HANDLER: AtomicPtr<()> = AtomicPtr::new(std::ptr::null_mut());
static INSTALLATION: Once = Once::new();

/// Calls `handler` instead of aborting when FLINT, GMP or MPFR cannot continue.
///
/// The handler runs on the thread that failed, deep inside C code, and must not return. It must not unwind either
/// (that ends the process) and should not allocate: write a few bytes to a pipe and leave with `_exit`.
///
/// Call it before other threads use this crate. The first call installs FLINT's exception and abort hooks and the
/// memory functions of FLINT and GMP (MPFR takes GMP's); a later call only changes the handler. Values that exist
/// already stay valid, because the new memory functions are the C library's, as the old ones were.
///
/// Not covered: Rust's own allocations, stack overflow, and GMP's own `abort` for an integer beyond 2^37 bits, which
/// [`Integer::MAX_BITS`](crate::Integer::MAX_BITS) keeps out of reach.
pub fn on_failure(handler: fn(Failure) -> !) {
    HANDLER.store(handler as *mut (), Ordering::Release);
    INSTALLATION.call_once(|| {
        // SAFETY: the functions below satisfy the contracts of `malloc`, `calloc`, `realloc`, `free`, `aligned_alloc`.
        unsafe {
            flint_set_throw(on_throw);
            sys::flint_set_abort(Some(on_abort));
            sys::__flint_set_all_memory_functions(
                Some(allocate),
                Some(allocate_zeroed),
                Some(reallocate),
                Some(release),
                Some(allocate_aligned),
                Some(release),
            );
            __gmp_set_memory_functions(Some(allocate), Some(gmp_reallocate), Some(gmp_release));
        }
    });
}

// The message arguments are a `va_list`, which the C calling conventions of x86-64 and AArch64 pass as a pointer.
type ThrowHook = unsafe extern "C" fn(sys::flint_err_t, *const c_char, *mut c_void);

// SAFETY: the declarations of `flint.h` and `gmp.h`, which the bindings leave out.
unsafe extern "C" {
    fn flint_set_throw(hook: ThrowHook);
    fn __gmp_set_memory_functions(
        allocate: Option<unsafe extern "C" fn(usize) -> *mut c_void>,
        reallocate: Option<unsafe extern "C" fn(*mut c_void, usize, usize) -> *mut c_void>,
        release: Option<unsafe extern "C" fn(*mut c_void, usize)>,
    );
}

#[cold]
fn fail(failure: Failure) -> ! {
    let pointer = HANDLER.load(Ordering::Acquire);
    // SAFETY: the hooks are installed after the store in `on_failure`, so the pointer is a `Handler`.
    let handler: Handler = unsafe { std::mem::transmute::<*mut (), Handler>(pointer) };
    handler(failure)
}

unsafe extern "C" fn on_throw(_: sys::flint_err_t, _: *const c_char, _: *mut c_void) {
    fail(Failure::Abort)
}

unsafe extern "C" fn on_abort() {
    fail(Failure::Abort)
}

#[inline]
fn checked(block: *mut c_void, bytes: usize) -> *mut c_void {
    if block.is_null() {
        fail(Failure::OutOfMemory { bytes });
    }
    block
}

// A request for no bytes may be answered with null by the C library without being a failure, so at least one byte is
// requested throughout.

unsafe extern "C" fn allocate(bytes: usize) -> *mut c_void {
    // SAFETY: no precondition.
    checked(unsafe { libc::malloc(bytes.max(1)) }, bytes)
}

unsafe extern "C" fn allocate_zeroed(count: usize, size: usize) -> *mut c_void {
    // SAFETY: no precondition; `calloc` refuses a product that overflows.
    let block = unsafe { libc::calloc(count.max(1), size.max(1)) };
    checked(block, count.saturating_mul(size))
}

unsafe extern "C" fn reallocate(block: *mut c_void, bytes: usize) -> *mut c_void {
    // SAFETY: `block` comes from these functions or from the C library.
    checked(unsafe { libc::realloc(block, bytes.max(1)) }, bytes)
}

unsafe extern "C" fn release(block: *mut c_void) {
    // SAFETY: as above.
    unsafe { libc::free(block) }
}

unsafe extern "C" fn allocate_aligned(alignment: usize, bytes: usize) -> *mut c_void {
    // SAFETY: FLINT passes a power of two and a multiple of it.
    checked(unsafe { libc::aligned_alloc(alignment, bytes.max(1)) }, bytes)
}

unsafe extern "C" fn gmp_reallocate(block: *mut c_void, _: usize, bytes: usize) -> *mut c_void {
    // SAFETY: as for `reallocate`.
    unsafe { reallocate(block, bytes) }
}

unsafe extern "C" fn gmp_release(block: *mut c_void, _: usize) {
    // SAFETY: as for `release`.
    unsafe { release(block) }
}
