//! Deflate compression (RFC 1951), from quick to the several passes of zopfli.

use std::io::Write;
use std::num::NonZeroU64;

use flate2::Compression;
use flate2::write::{DeflateEncoder, ZlibEncoder};

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};

/// Bytes that are packed in several passes at most, a matter of time.
const MOST_PASSED: usize = 4 << 20;

/// Bytes that are packed between two looks at the clock.
const PIECE: usize = 1 << 18;

/// What is around the packed data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// Nothing, as in zip archives.
    Bare,
    /// A header and a sum (RFC 1950), as in PDF and PNG.
    Zlib,
}

/// How much deflate itself tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Next to nothing.
    Hasty,
    /// Enough to tell which of several is smaller.
    Fair,
    /// All it can.
    Best,
}

/// Passes over the data that look for shorter codes, by the option `effort`: none but from 7 on.
pub fn passes(effort: u64) -> u64 {
    effort.checked_sub(6).map_or(0, |above| above * 5)
}

/// Packs bytes at deflate's best level, and in so many passes where they are not too many.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub fn packed(bytes: &[u8], frame: Frame, passes: u64, context: &Context) -> Result<Vec<u8>> {
    let fast = at(bytes, frame, Level::Best, context)?;
    let Some(iteration_count) = NonZeroU64::new(passes).filter(|_| bytes.len() <= MOST_PASSED) else { return Ok(fast) };
    context.checkpoint()?;
    let mut slow = Vec::new();
    let options = zopfli::Options { iteration_count, ..zopfli::Options::default() };
    let format = if frame == Frame::Bare { zopfli::Format::Deflate } else { zopfli::Format::Zlib };
    zopfli::compress(options, format, bytes, &mut slow).map_err(failed)?;
    Ok(if slow.len() < fast.len() { slow } else { fast })
}

/// Packs bytes at a level.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub fn at(bytes: &[u8], frame: Frame, level: Level, context: &Context) -> Result<Vec<u8>> {
    let level = match level {
        Level::Hasty => Compression::fast(),
        Level::Fair => Compression::new(5),
        Level::Best => Compression::best(),
    };
    match frame {
        Frame::Bare => {
            let mut encoder = DeflateEncoder::new(Vec::new(), level);
            feed(bytes, &mut encoder, context)?;
            encoder.finish().map_err(failed)
        }
        Frame::Zlib => {
            let mut encoder = ZlibEncoder::new(Vec::new(), level);
            feed(bytes, &mut encoder, context)?;
            encoder.finish().map_err(failed)
        }
    }
}

fn feed(bytes: &[u8], encoder: &mut impl Write, context: &Context) -> Result<()> {
    context.checkpoint()?;
    for piece in bytes.chunks(PIECE) {
        context.checkpoint()?;
        encoder.write_all(piece).map_err(failed)?;
    }
    Ok(())
}

fn failed(error: std::io::Error) -> Error {
    Error::new(ErrorCode::Internal, "packing to memory failed").caused_by(error)
}
