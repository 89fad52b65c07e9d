//! The worker's end of the two frame pipes.

use std::os::fd::OwnedFd;

use rustix::io::Errno;

use super::codec::{Decoder, Outgoing};
use super::frame::{Frame, FrameError, FrameLimits};
use crate::containment::FramePipes;

/// The worker's end: reads requests, writes the frames that answer them. Blocking.
///
/// A small frame costs one system call each way.
#[derive(Debug)]
pub struct FrameStream {
    requests: OwnedFd,
    replies: OwnedFd,
    decoder: Decoder,
    limits: FrameLimits,
    call: u32,
    prefix: Vec<u8>,
}

impl FrameStream {
    /// A stream over the two pipes, which must be blocking.
    #[must_use]
    pub fn new(pipes: FramePipes, limits: FrameLimits) -> Self {
        let decoder = Decoder::new(limits.clone());
        FrameStream { requests: pipes.requests, replies: pipes.replies, decoder, limits, call: 0, prefix: Vec::new() }
    }

    /// Waits for the next request; `None` when the server has closed its end.
    ///
    /// # Errors
    /// [`FrameError`]; the stream is then unusable.
    pub fn read_frame(&mut self) -> Result<Option<Frame>, FrameError> {
        loop {
            if let Some((call, frame)) = self.decoder.next_frame()? {
                self.call = call;
                return Ok(Some(frame));
            }
            match self.decoder.fill(&self.requests) {
                Ok(0) if self.decoder.is_empty() => return Ok(None),
                Ok(0) => return Err(FrameError::Truncated),
                Ok(_) | Err(Errno::INTR) => {}
                Err(errno) => return Err(FrameError::Pipe(errno.into())),
            }
        }
    }

    /// Sends a frame that belongs to the request read last.
    ///
    /// # Errors
    /// A frame over the limits is not sent at all and the stream stays usable; after [`FrameError::Pipe`] the server
    /// is gone.
    pub fn write_frame(&mut self, frame: &Frame) -> Result<(), FrameError> {
        frame.check(&self.limits)?;
        let mut outgoing = Outgoing::new(frame, self.call, &mut self.prefix);
        while !outgoing.is_sent() {
            match outgoing.send(&self.replies) {
                Ok(()) | Err(Errno::INTR) => {}
                Err(errno) => return Err(FrameError::Pipe(errno.into())),
            }
        }
        Ok(())
    }
}
