//! What stands before the samples of a PNM.

use super::letters::{Letters, ended};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::PixelFormat;

/// How samples are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    /// In letters: numbers, or bits of which a set one is black.
    Numbers,
    PlainBits,
    /// Eight bits in a byte, rows of whole bytes; a set one is black.
    Bits,
    /// One byte, or two with the high one first.
    Bytes,
}

/// Whether a file of this kind goes on with the numbers of its header, as far as it goes on, and with samples.
pub(crate) fn has_numbers(kind: u8, rest: &[u8]) -> bool {
    let mut letters = Letters { rest };
    let count = if matches!(kind, b'1' | b'4') { 2 } else { 3 };
    // Those of a plain kind are numbers as well.
    let count = if kind <= b'3' { count + 1 } else { count };
    (0..count).all(|_| letters.number().map_or_else(|error| error.code() == ErrorCode::Truncated, |_| true))
}

/// The header.
#[derive(Debug)]
pub(crate) struct Head<'a> {
    pub(crate) size: (u32, u32),
    pub(crate) format: PixelFormat,
    /// The sample that is white.
    pub(crate) most: u32,
    pub(crate) coding: Coding,
    /// What follows it.
    pub(crate) samples: &'a [u8],
}

impl<'a> Head<'a> {
    /// Reads what `bytes` begin with.
    ///
    /// # Errors
    /// `Truncated`, `Malformed`.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self> {
        let [b'P', kind @ b'1'..=b'7', rest @ ..] = bytes else {
            let unknown = Error::malformed("the file does not begin with the signature of a PNM (P1 to P7)");
            return Err(if bytes.len() < 2 { ended() } else { unknown });
        };
        let mut letters = Letters { rest };
        let (coding, channels) = match kind {
            b'7' => return Head::with_words(rest),
            b'1' => (Coding::PlainBits, 1),
            b'2' => (Coding::Numbers, 1),
            b'3' => (Coding::Numbers, 3),
            b'4' => (Coding::Bits, 1),
            b'5' => (Coding::Bytes, 1),
            _ => (Coding::Bytes, 3),
        };
        let size = (letters.number()?, letters.number()?);
        let most = if matches!(coding, Coding::PlainBits | Coding::Bits) { 1 } else { letters.number()? };
        Head::new(size, channels, most, coding, letters.rest)
    }

    /// The header of PAM (pam(5)): lines of a word and what it says.
    fn with_words(mut rest: &'a [u8]) -> Result<Self> {
        let (mut width, mut height, mut depth, mut most, mut kind) = (0, 0, 0, 0, String::new());
        loop {
            let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(ended)?;
            let line = rest[..end].trim_ascii();
            rest = &rest[end + 1..];
            let (word, said) = line.split_at(line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len()));
            let number = || Letters { rest: said }.number();
            match word {
                b"ENDHDR" => break,
                b"WIDTH" => width = number()?,
                b"HEIGHT" => height = number()?,
                b"DEPTH" => depth = number()?,
                b"MAXVAL" => most = number()?,
                // Several lines are one, with a space between them.
                b"TUPLTYPE" => kind = format!("{kind} {}", String::from_utf8_lossy(said.trim_ascii())),
                b"" => {}
                _ if word.starts_with(b"#") => {}
                _ => return Err(Error::malformed("the header of the PAM has an unknown line")),
            }
        }
        let channels = match kind.trim() {
            "" => depth,
            "BLACKANDWHITE" | "GRAYSCALE" => 1,
            "BLACKANDWHITE_ALPHA" | "GRAYSCALE_ALPHA" => 2,
            "RGB" => 3,
            "RGB_ALPHA" => 4,
            _ => 0,
        };
        Head::new((width, height), if channels == depth { channels } else { 0 }, most, Coding::Bytes, rest)
    }

    fn new(size: (u32, u32), channels: u32, most: u32, coding: Coding, samples: &'a [u8]) -> Result<Self> {
        let format = match (channels, most) {
            (_, 0 | 65_536..) => {
                return Err(Error::malformed("the maximum sample value of the PNM is 0 or larger than 65535"));
            }
            (1..=4, _) => PixelFormat::of(channels as usize, most > 255),
            _ => return Err(Error::malformed("the tuple type of the PAM is unknown, or does not fit its depth")),
        };
        if size.0 == 0 || size.1 == 0 {
            return Err(Error::malformed("the PNM has a width or height of 0"));
        }
        Ok(Head { size, format, most, coding, samples })
    }
}
