//! Cancellation that a thread in `poll` notices at once.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Asks for the end of one call. Clones share one state; cancelling is final.
///
/// A token owns no descriptor. Whoever waits lends it a [`Listener`], so a call that is never cancelled makes no
/// system call on its account.
#[derive(Clone, Default)]
pub struct CancelToken(Arc<Cancellation>);

#[derive(Default)]
struct Cancellation {
    cancelled: AtomicBool,
    listeners: Mutex<Listeners>,
}

#[derive(Default)]
struct Listeners {
    next: u64,
    entries: Vec<(u64, Arc<dyn Listener>)>,
}

/// Is told that a token was cancelled.
pub trait Listener: Send + Sync {
    /// Called at most once for each registration, on the thread that cancels, with no lock of the token held. It
    /// may still be called shortly after the registration ended.
    fn cancelled(&self);
}

impl CancelToken {
    /// A token that is not cancelled.
    #[must_use]
    pub fn new() -> Self {
        CancelToken::default()
    }

    /// Cancels, and tells every listener before it returns.
    pub fn cancel(&self) {
        if self.0.cancelled.swap(true, Ordering::SeqCst) {
            return;
        }
        let entries = std::mem::take(&mut self.0.lock().entries);
        for (_, listener) in entries {
            listener.cancelled();
        }
    }

    /// Whether the token was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::SeqCst)
    }

    /// Registers a listener until the result is dropped. Check [`CancelToken::is_cancelled`] afterwards: a listener
    /// that comes too late is not told.
    #[must_use]
    pub fn listen(&self, listener: Arc<dyn Listener>) -> Listening {
        let mut listeners = self.0.lock();
        let id = listeners.next;
        listeners.next += 1;
        listeners.entries.push((id, listener));
        Listening { token: Arc::clone(&self.0), id }
    }
}

impl std::fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("CancelToken").field(&self.is_cancelled()).finish()
    }
}

impl Cancellation {
    fn lock(&self) -> MutexGuard<'_, Listeners> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A registration with a [`CancelToken`], ended by dropping it.
pub struct Listening {
    token: Arc<Cancellation>,
    id: u64,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.token.lock().entries.retain(|(id, _)| *id != self.id);
    }
}

/// Wakes the one thread that waits for a worker, because a call was cancelled or because everything ends.
///
/// It is made once for each waiting thread and outlives the workers that the thread waits for. A wake without a
/// reason is harmless: the waiting thread looks at the reasons, not at the wake.
#[derive(Debug)]
pub struct Interrupt {
    receiver: OwnedFd,
    #[cfg(not(target_os = "linux"))]
    sender: OwnedFd,
    halted: AtomicBool,
}

impl Interrupt {
    /// A fresh interrupt.
    ///
    /// # Errors
    /// The system is out of descriptors.
    #[cfg(target_os = "linux")]
    pub fn new() -> io::Result<Self> {
        use rustix::event::{EventfdFlags, eventfd};
        let receiver = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Interrupt { receiver, halted: AtomicBool::new(false) })
    }

    /// A fresh interrupt.
    ///
    /// # Errors
    /// The system is out of descriptors.
    #[cfg(not(target_os = "linux"))]
    pub fn new() -> io::Result<Self> {
        let (reader, writer) = io::pipe()?;
        let (receiver, sender) = (OwnedFd::from(reader), OwnedFd::from(writer));
        super::set_nonblocking(&receiver)?;
        super::set_nonblocking(&sender)?;
        Ok(Interrupt { receiver, sender, halted: AtomicBool::new(false) })
    }

    /// Ends the call that is running and every later one with [`Cause::ShutDown`](super::Cause::ShutDown).
    pub fn halt(&self) {
        self.halted.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Whether [`Interrupt::halt`] was called.
    #[must_use]
    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::SeqCst)
    }

    /// The descriptor that becomes readable.
    pub(super) fn pollable(&self) -> BorrowedFd<'_> {
        self.receiver.as_fd()
    }

    /// Makes the descriptor unreadable again. It does not block: the only failure is that nothing was there.
    pub(super) fn clear(&self) {
        let _ = rustix::io::read(&self.receiver, &mut [0_u8; 8]);
    }

    fn wake(&self) {
        #[cfg(target_os = "linux")]
        let sender = &self.receiver;
        #[cfg(not(target_os = "linux"))]
        let sender = &self.sender;
        // A full counter or pipe is readable already, which is all that is wanted.
        let _ = rustix::io::write(sender, &1_u64.to_ne_bytes());
    }
}

impl Listener for Interrupt {
    fn cancelled(&self) {
        self.wake();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::atomic::AtomicUsize;

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    use super::*;

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Listener for Count {
        fn cancelled(&self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn tells_present_listeners_once() {
        let (token, count) = (CancelToken::new(), Arc::new(Count::default()));
        let (kept, dropped) = (token.listen(count.clone()), token.listen(count.clone()));
        drop(dropped);
        let clone = token.clone();
        clone.cancel();
        token.cancel();
        assert!(token.is_cancelled());
        let _late = token.listen(count.clone());
        drop(kept);
        assert_eq!(count.0.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn an_interrupt_is_readable_until_it_is_cleared() {
        let interrupt = Arc::new(Interrupt::new().unwrap());
        let readable = || {
            let mut fds = [PollFd::from_borrowed_fd(interrupt.pollable(), PollFlags::IN)];
            poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).unwrap() == 1
        };
        assert!(!readable());
        interrupt.clear();
        let token = CancelToken::new();
        let _listening = token.listen(interrupt.clone());
        token.cancel();
        assert!(readable() && !interrupt.is_halted());
        interrupt.clear();
        assert!(!readable());
        interrupt.halt();
        assert!(readable() && interrupt.is_halted());
    }
}
