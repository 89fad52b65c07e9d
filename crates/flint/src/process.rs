//! FLINT's state that belongs to the thread or the process rather than to a value.

use std::ffi::{CStr, c_char, c_int};
use std::num::NonZeroU32;
use std::sync::OnceLock;

use flint3_sys as sys;

// SAFETY: `flint.h` declares a null-terminated array of characters without a length; this is its first element.
unsafe extern "C" {
    static flint_version: c_char;
}

/// The version of the FLINT library linked in, such as `3.6.0`.
pub fn version() -> &'static str {
    // SAFETY: the array is static, constant and null-terminated; nothing writes to it.
    let text = unsafe { CStr::from_ptr(&raw const flint_version) };
    text.to_str().unwrap_or("unknown")
}

/// Sets how many threads FLINT may use for a computation that the calling thread starts.
///
/// The default is one, which never creates a thread. The first call with a larger number creates FLINT's pool of that
/// size, once for the process; call it before other threads use this crate. Later calls cannot exceed that size.
/// Returns the number in force.
pub fn set_threads(count: NonZeroU32) -> u32 {
    static POOL: OnceLock<u32> = OnceLock::new();
    let wanted = count.get().min(1024);
    if wanted == 1 {
        // SAFETY: sets a variable of this thread.
        unsafe { sys::_flint_set_num_workers(0) };
        return 1;
    }
    let size = *POOL.get_or_init(|| {
        // SAFETY: `OnceLock` makes this the only creation of the pool, so it is not in use; the count is positive.
        unsafe { sys::flint_set_num_threads(wanted as c_int) };
        wanted
    });
    let allowed = wanted.min(size);
    // SAFETY: sets a variable of this thread.
    unsafe { sys::_flint_set_num_workers(allowed as c_int - 1) };
    allowed
}

/// Frees what FLINT, GMP and MPFR cached for the calling thread (tables of primes, constants, unused blocks).
///
/// Worth calling at the end of a thread: nothing else frees these. Existing values stay valid and the caches are
/// built again when needed.
pub fn cleanup_thread() {
    // SAFETY: no FLINT function runs on this thread, and the caches belong to this thread.
    unsafe { sys::flint_cleanup() }
}

/// Frees what FLINT cached for the calling thread and ends its pool of threads, so that a leak checker finds nothing.
///
/// # Safety
/// No other thread may be inside FLINT, and [`set_threads`] must not be called afterwards with more than one.
pub unsafe fn cleanup_process() {
    // SAFETY: promised by the caller.
    unsafe { sys::flint_cleanup_master() }
}
