//! What a worker prints to standard error.

use std::collections::VecDeque;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::io::Errno;

/// Bytes that are kept.
const KEPT: usize = 4096;
/// Most reads after a worker's end: a pipe's worth, and a bound in case somebody goes on writing.
const LAST_READS: usize = 32;

/// Reads a worker's standard error so that it never blocks, logs it and keeps the end.
#[derive(Debug)]
pub(super) struct StderrTail {
    /// `None` once the worker has closed it.
    pipe: Option<OwnedFd>,
    kept: VecDeque<u8>,
    worker: u32,
}

impl StderrTail {
    /// Over a non-blocking pipe.
    pub(super) fn new(pipe: OwnedFd, worker: u32) -> Self {
        StderrTail { pipe: Some(pipe), kept: VecDeque::new(), worker }
    }

    pub(super) fn pollable(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Takes what is there, at most one buffer; whether there was anything.
    pub(super) fn read_once(&mut self) -> bool {
        let Some(pipe) = &self.pipe else { return false };
        let mut buffer = [0; KEPT];
        match rustix::io::read(pipe, &mut buffer) {
            Ok(0) => {
                self.pipe = None;
                false
            }
            Ok(count) => {
                tracing::debug!(worker = self.worker, text = %String::from_utf8_lossy(&buffer[..count]), "stderr");
                let excess = (self.kept.len() + count).saturating_sub(KEPT).min(self.kept.len());
                self.kept.drain(..excess);
                self.kept.extend(&buffer[..count]);
                true
            }
            Err(Errno::INTR) => true,
            Err(Errno::AGAIN) => false,
            Err(_) => {
                self.pipe = None;
                false
            }
        }
    }

    /// Takes what a worker left behind.
    pub(super) fn read_rest(&mut self) {
        for _ in 0..LAST_READS {
            if !self.read_once() {
                break;
            }
        }
    }

    /// The end of everything read so far.
    pub(super) fn tail(&self) -> String {
        let (front, back) = self.kept.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).into_owned()
    }
}
