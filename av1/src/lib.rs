//! Pictures of AV1 to planes of samples and back: the one place that knows the decoder and the encoder.
//!
//! Both are built without assembly and run on the caller's thread. The encoder is made of generic code, which would be
//! compiled with whatever calls it: here that is done once. Neither builds for wasm32.
#![forbid(unsafe_code)]

mod decode;
mod encode;

pub use decode::{Decoder, Picture, Row};
pub use encode::{Content, Encoded, FINE, Film, Meaning, Settings, Unit, encode};

use std::fmt;

/// How the planes of a picture lie to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Brightness alone.
    Gray,
    /// A sample of colour for two by two pixels.
    Yuv420,
    /// A sample of colour for two pixels side by side.
    Yuv422,
    /// A sample of colour for each pixel.
    Yuv444,
}

impl Layout {
    /// Planes of a picture.
    pub fn planes(self) -> usize {
        if self == Layout::Gray { 1 } else { 3 }
    }

    /// Width and height of the planes of colour of a picture this large.
    pub fn chroma(self, width: usize, height: usize) -> (usize, usize) {
        match self {
            Layout::Gray => (0, 0),
            Layout::Yuv420 => (width.div_ceil(2), height.div_ceil(2)),
            Layout::Yuv422 => (width.div_ceil(2), height),
            Layout::Yuv444 => (width, height),
        }
    }
}

/// Why there is no result.
#[derive(Debug)]
pub enum Failure {
    /// The picture is larger than was allowed, or than there is memory for.
    TooLarge,
    /// The bit stream is damaged, or uses what the decoder does not know.
    Malformed(String),
    /// The encoder does not take what it was given.
    Refused(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::TooLarge => f.write_str("the picture is too large"),
            Failure::Malformed(why) | Failure::Refused(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Failure {}
