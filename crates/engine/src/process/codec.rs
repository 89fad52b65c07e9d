//! Frames as bytes.
//!
//! A frame is, all integers little-endian:
//!
//! | bytes | meaning |
//! |---|---|
//! | 4 | magic `JCR` and the version, 1 |
//! | 1 | kind, see [`FrameKind`] |
//! | 1 | zero |
//! | 2 | number *n* of attachments |
//! | 4 | number of the call; a worker repeats that of the request, so a stray reply is noticed |
//! | 4 | length of the header |
//! | 8·*n* | length of each attachment |
//! | … | the header, then the attachments |
//!
//! Lengths are checked against [`FrameLimits`] before anything is allocated.

use std::io::IoSlice;
use std::os::fd::AsFd;

use rustix::io::Errno;

use super::frame::{Frame, FrameError, FrameKind, FrameLimits};

const MAGIC: [u8; 4] = *b"JCR\x01";
const PREFIX: usize = 16;
/// Most that one read takes in ahead of being parsed. A pipe holds as much by default.
const STAGING: usize = 1 << 16;
/// Most slices that one write gathers.
const SLICES: usize = 16;

/// A frame on its way into a pipe. Nothing is copied but the lengths.
pub(super) struct Outgoing<'a> {
    prefix: &'a [u8],
    frame: &'a Frame,
    sent: usize,
    total: usize,
}

impl<'a> Outgoing<'a> {
    /// Prepares a frame that passed [`Frame::check`]; `prefix` is a buffer to reuse.
    pub(super) fn new(frame: &'a Frame, call: u32, prefix: &'a mut Vec<u8>) -> Self {
        prefix.clear();
        prefix.extend_from_slice(&MAGIC);
        prefix.extend_from_slice(&[frame.kind.0, 0]);
        prefix.extend_from_slice(&(frame.attachments.len() as u16).to_le_bytes());
        prefix.extend_from_slice(&call.to_le_bytes());
        prefix.extend_from_slice(&(frame.header.len() as u32).to_le_bytes());
        for attachment in &frame.attachments {
            prefix.extend_from_slice(&(attachment.len() as u64).to_le_bytes());
        }
        let body = frame.header.len() + frame.attachments.iter().map(Vec::len).sum::<usize>();
        Outgoing { total: prefix.len() + body, prefix, frame, sent: 0 }
    }

    pub(super) fn is_sent(&self) -> bool {
        self.sent == self.total
    }

    pub(super) fn has_begun(&self) -> bool {
        self.sent > 0
    }

    /// Writes once, as much as the pipe takes.
    pub(super) fn send(&mut self, pipe: impl AsFd) -> Result<(), Errno> {
        let mut slices = [IoSlice::new(&[]); SLICES];
        let mut used = 0;
        let mut skip = self.sent;
        let frame = self.frame;
        let parts = [self.prefix, &frame.header].into_iter().chain(frame.attachments.iter().map(Vec::as_slice));
        for part in parts {
            if skip >= part.len() {
                skip -= part.len();
                continue;
            }
            slices[used] = IoSlice::new(&part[skip..]);
            skip = 0;
            used += 1;
            if used == SLICES {
                break;
            }
        }
        self.sent += rustix::io::writev(pipe, &slices[..used])?;
        Ok(())
    }
}

/// Turns a stream of bytes into frames, however the bytes are cut.
#[derive(Debug)]
pub(super) struct Decoder {
    limits: FrameLimits,
    staging: Box<[u8]>,
    start: usize,
    end: usize,
    body: Option<Body>,
}

/// A frame whose lengths are known and whose bytes are arriving.
#[derive(Debug)]
struct Body {
    kind: FrameKind,
    call: u32,
    /// The header and then the attachments, all at their full length.
    parts: Vec<Vec<u8>>,
    part: usize,
    filled: usize,
}

impl Body {
    /// The place for the next bytes; `None` when the frame is complete.
    fn wanted(&mut self) -> Option<&mut [u8]> {
        while self.part < self.parts.len() && self.filled == self.parts[self.part].len() {
            self.part += 1;
            self.filled = 0;
        }
        self.parts.get_mut(self.part).map(|part| &mut part[self.filled..])
    }
}

impl Decoder {
    pub(super) fn new(limits: FrameLimits) -> Self {
        Decoder { limits, staging: vec![0; STAGING].into_boxed_slice(), start: 0, end: 0, body: None }
    }

    /// Whether the stream stands between two frames.
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end && self.body.is_none()
    }

    /// Reads once; the number of bytes, 0 at the end of the stream.
    pub(super) fn fill(&mut self, pipe: impl AsFd) -> Result<usize, Errno> {
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
            if let Some(body) = &mut self.body {
                let wanted = body.wanted().unwrap_or_default();
                if wanted.len() >= STAGING {
                    let count = rustix::io::read(pipe, wanted)?;
                    body.filled += count;
                    return Ok(count);
                }
            }
        }
        if self.end == self.staging.len() {
            self.staging.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        let count = rustix::io::read(pipe, &mut self.staging[self.end..])?;
        self.end += count;
        Ok(count)
    }

    /// The next complete frame with the number of its call, if all its bytes are here.
    pub(super) fn next_frame(&mut self) -> Result<Option<(u32, Frame)>, FrameError> {
        if self.body.is_none() {
            self.body = self.parse_prefix()?;
        }
        let Some(body) = &mut self.body else { return Ok(None) };
        while let Some(wanted) = body.wanted() {
            let count = wanted.len().min(self.end - self.start);
            if count == 0 {
                return Ok(None);
            }
            wanted[..count].copy_from_slice(&self.staging[self.start..self.start + count]);
            body.filled += count;
            self.start += count;
        }
        Ok(self.body.take().map(|body| {
            let mut parts = body.parts.into_iter();
            let header = parts.next().unwrap_or_default();
            (body.call, Frame { kind: body.kind, header, attachments: parts.collect() })
        }))
    }

    /// Takes prefix and lengths off the staged bytes, if they are complete.
    fn parse_prefix(&mut self) -> Result<Option<Body>, FrameError> {
        let staged = &self.staging[self.start..self.end];
        // Garbage shows at its first byte, even if no more than that ever comes.
        let seen = staged.len().min(MAGIC.len());
        if staged[..seen] != MAGIC[..seen] {
            let mut found = [0; 4];
            found[..seen].copy_from_slice(&staged[..seen]);
            return Err(FrameError::NoFrame(found));
        }
        let Some((&prefix, rest)) = staged.split_first_chunk::<PREFIX>() else { return Ok(None) };
        let [_, _, _, _, kind, zero, n0, n1, c0, c1, c2, c3, h0, h1, h2, h3] = prefix;
        if zero != 0 {
            return Err(FrameError::Reserved(zero));
        }
        let count = usize::from(u16::from_le_bytes([n0, n1]));
        let header = u32::from_le_bytes([h0, h1, h2, h3]);
        self.limits.check(u64::from(header), count, std::iter::empty())?;
        let Some(table) = rest.get(..8 * count) else { return Ok(None) };
        let (entries, _) = table.as_chunks::<8>();
        let lengths = entries.iter().map(|entry| u64::from_le_bytes(*entry));
        self.limits.check(u64::from(header), count, lengths.clone())?;
        // Zeroed memory is mapped when it is written to, so a length that is announced but never sent costs nothing.
        let parts = std::iter::once(u64::from(header)).chain(lengths).map(|length| vec![0; length as usize]).collect();
        self.start += PREFIX + 8 * count;
        let call = u32::from_le_bytes([c0, c1, c2, c3]);
        Ok(Some(Body { kind: FrameKind(kind), call, parts, part: 0, filled: 0 }))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::io::{PipeReader, PipeWriter, Write, pipe};

    use proptest::prelude::*;

    use super::*;

    const SMALL: FrameLimits = FrameLimits { header: 100, attachments: 3, total: 1000 };

    fn bytes_of(frame: &Frame, call: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        Outgoing::new(frame, call, &mut bytes);
        bytes.extend_from_slice(&frame.header);
        bytes.extend(frame.attachments.concat());
        bytes
    }

    /// What a decoder makes of these bytes when they come in pieces.
    fn decode<'a>(
        limits: &FrameLimits,
        pieces: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<(Vec<(u32, Frame)>, bool), FrameError> {
        let (reader, mut writer) = pipe().unwrap();
        let mut decoder = Decoder::new(limits.clone());
        let mut frames = Vec::new();
        for piece in pieces.into_iter().filter(|piece| !piece.is_empty()) {
            writer.write_all(piece).unwrap();
            decoder.fill(&reader).unwrap();
            while let Some(frame) = decoder.next_frame()? {
                frames.push(frame);
            }
        }
        Ok((frames, decoder.is_empty()))
    }

    #[test]
    fn lengths_are_checked_before_anything_is_allocated() {
        let announce = |count: u16, header: u32, lengths: &[u64]| {
            let mut bytes = [&MAGIC[..], &[3, 0], &count.to_le_bytes(), &[0; 4], &header.to_le_bytes()].concat();
            bytes.extend(lengths.iter().flat_map(|length| length.to_le_bytes()));
            decode(&SMALL, [&bytes[..]])
        };
        assert!(matches!(announce(0, 101, &[]), Err(FrameError::HeaderTooLarge { bytes: 101, limit: 100 })));
        assert!(matches!(announce(4, 0, &[]), Err(FrameError::TooManyAttachments { count: 4, limit: 3 })));
        assert!(matches!(announce(1, 0, &[1 << 60]), Err(FrameError::TooLarge { limit: 1000, .. })));
        assert!(matches!(announce(2, 1, &[500, 500]), Err(FrameError::TooLarge { bytes: 1001, .. })));
        assert!(matches!(announce(2, 1, &[u64::MAX; 2]), Err(FrameError::TooLarge { bytes: u64::MAX, .. })));
        assert!(matches!(announce(2, 0, &[500, 500]), Ok((frames, false)) if frames.is_empty()));
        assert!(matches!(decode(&SMALL, [&b"JCX"[..]]), Err(FrameError::NoFrame([b'J', b'C', b'X', 0]))));
        assert!(matches!(decode(&SMALL, [&b"JCR\x01\x03\x09\0\0\0\0\0\0\0\0\0\0"[..]]), Err(FrameError::Reserved(9))));
    }

    #[test]
    fn the_limits_hold_for_frames_to_be_sent() {
        let mut frame = Frame::new(FrameKind::REQUEST, vec![0; 100]);
        frame.attachments = vec![vec![0; 900]];
        assert!(frame.check(&SMALL).is_ok());
        frame.attachments.push(vec![0]);
        assert!(matches!(frame.check(&SMALL), Err(FrameError::TooLarge { bytes: 1001, .. })));
    }

    /// Sends a frame through a pipe that two threads use.
    fn transport(frame: &Frame) -> Frame {
        let (reader, writer): (PipeReader, PipeWriter) = pipe().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut prefix = Vec::new();
                let mut outgoing = Outgoing::new(frame, 7, &mut prefix);
                while !outgoing.is_sent() {
                    outgoing.send(&writer).unwrap();
                }
            });
            let mut decoder = Decoder::new(FrameLimits::default());
            loop {
                if let Some((call, frame)) = decoder.next_frame().unwrap() {
                    assert!(call == 7 && decoder.is_empty());
                    return frame;
                }
                assert_ne!(decoder.fill(&reader).unwrap(), 0);
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn frames_survive_any_cut(
            sizes in prop::collection::vec((0_usize..100, prop::collection::vec(0_usize..300, 0..3)), 0..4),
            cuts in prop::collection::vec(0_usize..4000, 0..8),
        ) {
            let frames: Vec<(u32, Frame)> = (5..).zip(sizes).map(|(call, (header, attachments))| {
                let filled = |size: usize| (0..size).map(|byte| byte as u8 ^ call as u8).collect::<Vec<u8>>();
                let attachments = attachments.into_iter().map(filled).collect();
                (call, Frame { kind: FrameKind(call as u8), header: filled(header), attachments })
            }).collect();
            let bytes: Vec<u8> = frames.iter().flat_map(|(call, frame)| bytes_of(frame, *call)).collect();
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]);
            prop_assert_eq!(decode(&SMALL, pieces).unwrap(), (frames, true));
        }

        #[test]
        fn frames_of_any_size_pass_a_pipe(sizes in prop::collection::vec(0_usize..200_000, 0..40)) {
            let mut frame = Frame::new(FrameKind::REPLY, vec![1; sizes.len()]);
            frame.attachments = sizes.iter().map(|size| vec![*size as u8; *size]).collect();
            prop_assert!(transport(&frame) == frame);
        }

        #[test]
        fn arbitrary_bytes_never_make_a_decoder_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let begun = [&MAGIC[..], &[0, 0, 1], &bytes].concat();
            for stream in [&bytes, &begun] {
                if let Ok((frames, _)) = decode(&SMALL, [&stream[..]]) {
                    prop_assert!(frames.iter().all(|(_, frame)| frame.check(&SMALL).is_ok()));
                }
            }
        }
    }
}
