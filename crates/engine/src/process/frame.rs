//! Frames: what a server and its worker send each other through pipes.

use std::fmt;
use std::io;

/// What a frame is for. Kinds that are not named here pass through untouched and end a call like a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FrameKind(pub u8);

impl FrameKind {
    /// Do this, whatever it costs.
    pub const REQUEST: FrameKind = FrameKind(1);
    /// Do this if the predicted cost is small, else answer [`FrameKind::DECLINED`].
    pub const REQUEST_IF_SMALL: FrameKind = FrameKind(2);
    /// The answer, good or bad.
    pub const REPLY: FrameKind = FrameKind(3);
    /// The call is too large for the reserved worker.
    pub const DECLINED: FrameKind = FrameKind(4);
    /// News of a call that goes on.
    pub const PROGRESS: FrameKind = FrameKind(5);
}

/// One message: a small header and any number of large attachments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What the frame is for.
    pub kind: FrameKind,
    /// The message proper.
    pub header: Vec<u8>,
    /// Bulk data, each in a buffer of its own so that nothing is copied.
    pub attachments: Vec<Vec<u8>>,
}

impl Frame {
    /// A frame without attachments.
    #[must_use]
    pub fn new(kind: FrameKind, header: impl Into<Vec<u8>>) -> Self {
        Frame { kind, header: header.into(), attachments: Vec::new() }
    }

    /// Checks the frame's sizes.
    ///
    /// # Errors
    /// [`FrameError::HeaderTooLarge`], [`FrameError::TooManyAttachments`] or [`FrameError::TooLarge`].
    pub fn check(&self, limits: &FrameLimits) -> Result<(), FrameError> {
        let lengths = self.attachments.iter().map(|attachment| attachment.len() as u64);
        limits.check(self.header.len() as u64, self.attachments.len(), lengths)
    }
}

/// Largest frame that is sent or accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameLimits {
    /// Most bytes of a header, below 4 GiB.
    pub header: u32,
    /// Most attachments of one frame, at most 4096.
    pub attachments: u16,
    /// Most bytes of header and attachments together.
    pub total: u64,
}

impl Default for FrameLimits {
    /// 16 MiB of header, 64 attachments, 256 MiB in all.
    fn default() -> Self {
        FrameLimits { header: 16 << 20, attachments: 64, total: 256 << 20 }
    }
}

impl FrameLimits {
    fn most_attachments(&self) -> usize {
        // The table of lengths has to fit the staging buffer.
        usize::from(self.attachments.min(4096))
    }

    /// Checks a header's length, the number of attachments and their lengths.
    pub(super) fn check(
        &self,
        header: u64,
        count: usize,
        lengths: impl Iterator<Item = u64>,
    ) -> Result<(), FrameError> {
        if header > u64::from(self.header) {
            return Err(FrameError::HeaderTooLarge { bytes: header, limit: self.header });
        }
        if count > self.most_attachments() {
            return Err(FrameError::TooManyAttachments { count, limit: self.most_attachments() });
        }
        let bytes = lengths.fold(header, u64::saturating_add);
        if bytes > self.total {
            return Err(FrameError::TooLarge { bytes, limit: self.total });
        }
        Ok(())
    }
}

/// Why bytes are no frame, or a frame cannot be sent.
#[derive(Debug)]
#[non_exhaustive]
pub enum FrameError {
    /// The pipe failed.
    Pipe(io::Error),
    /// The stream does not continue with a frame; these four bytes came instead of the magic.
    NoFrame([u8; 4]),
    /// The byte that has to be zero has this value.
    Reserved(u8),
    /// The header is longer than the limit.
    HeaderTooLarge {
        /// Length in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u32,
    },
    /// More attachments than the limit.
    TooManyAttachments {
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Header and attachments together are longer than the limit.
    TooLarge {
        /// Length in bytes, `u64::MAX` if it is more.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The stream ended within a frame.
    Truncated,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Pipe(error) => write!(f, "the pipe failed: {error}"),
            FrameError::NoFrame(bytes) => {
                write!(f, "expected a frame, found the bytes {}", bytes.escape_ascii())
            }
            FrameError::Reserved(byte) => write!(f, "byte 5 of a frame must be 0, it is {byte}"),
            FrameError::HeaderTooLarge { bytes, limit } => {
                write!(f, "a frame header of {bytes} bytes is over the limit of {limit}; use an attachment")
            }
            FrameError::TooManyAttachments { count, limit } => {
                write!(f, "a frame with {count} attachments is over the limit of {limit}")
            }
            FrameError::TooLarge { bytes, limit } => {
                write!(f, "a frame of {bytes} bytes is over the limit of {limit}; send less data in one call")
            }
            FrameError::Truncated => f.write_str("the stream ended within a frame"),
        }
    }
}

impl std::error::Error for FrameError {}
