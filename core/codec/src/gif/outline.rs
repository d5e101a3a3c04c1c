//! What a GIF is made of, without its pixels (GIF89a, sections 17 to 27).

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::le;

/// First bytes of blocks.
pub const IMAGE: u8 = 0x2C;
/// Begins an extension.
pub const EXTENSION: u8 = 0x21;

/// Labels of extensions.
pub const COMMENT: u8 = 0xFE;
/// The label of an application extension.
pub const APPLICATION: u8 = 0xFF;

/// Bytes of the signature and the screen descriptor.
const HEAD: usize = 13;

/// What is found.
#[derive(Debug, Default)]
pub struct Outline {
    /// Size of the picture, which frames may reach beyond.
    pub width: u32,
    /// Dots down.
    pub height: u32,
    /// Frames that begin.
    pub frames: usize,
    /// How often it is played, where the file says so; 0 is without end.
    pub plays: Option<u32>,
    /// The texts of its comment extensions.
    pub comments: Vec<String>,
    /// XMP of its application extension.
    pub xmp: Option<String>,
    /// The colour profile of its application extension.
    pub icc: Option<Vec<u8>>,
}

/// Walks the blocks up to the end of the file, or to where it cannot be followed.
pub fn of(bytes: &[u8], context: &Context) -> Result<Outline> {
    let short = || Error::new(ErrorCode::Truncated, "the GIF ends within its header");
    let (width, height) = (le::u16(bytes, 6).ok_or_else(short)?, le::u16(bytes, 8).ok_or_else(short)?);
    let mut outline = Outline { width: width.into(), height: height.into(), ..Outline::default() };
    let mut at = start(bytes).ok_or_else(short)?;
    while let Some(next) = block(bytes, at, &mut outline) {
        context.tick(1)?;
        at = next;
    }
    if (width == 0 || height == 0)
        && let Some((width, height)) = first_frame(bytes)
    {
        (outline.width, outline.height) = (width, height);
    }
    Ok(outline)
}

/// Where the first block is.
pub fn start(bytes: &[u8]) -> Option<usize> {
    Some(HEAD + table(le::u8(bytes, 10)?))
}

/// Where the block behind the one at a place is; `None` where there is no whole block.
pub fn behind(bytes: &[u8], at: usize) -> Option<usize> {
    match le::u8(bytes, at)? {
        // Behind the colours stands the width of the first codes.
        IMAGE => skip(bytes, at + 11 + table(le::u8(bytes, at + 9)?)),
        EXTENSION => skip(bytes, at + 2),
        _ => None,
    }
}

/// Bytes of the colour table that flags announce.
fn table(flags: u8) -> usize {
    if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) }
}

/// Reads the block at a place, and tells where the next one is.
fn block(bytes: &[u8], at: usize, outline: &mut Outline) -> Option<usize> {
    match le::u8(bytes, at)? {
        IMAGE => {
            outline.frames += 1;
            behind(bytes, at)
        }
        EXTENSION => {
            let (label, body) = (le::u8(bytes, at + 1)?, at + 2);
            match label {
                COMMENT => {
                    let (text, next) = gathered(bytes, body)?;
                    let text = String::from_utf8(text).unwrap_or_else(|error| latin(error.as_bytes()));
                    outline.comments.push(text.trim_end_matches('\0').to_owned());
                    Some(next)
                }
                APPLICATION => application(bytes, body, outline),
                _ => skip(bytes, body),
            }
        }
        _ => None,
    }
}

/// Bytes as letters of Latin-1.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

/// The extension of a program, which begins with its name.
fn application(bytes: &[u8], at: usize, outline: &mut Outline) -> Option<usize> {
    let length = usize::from(le::u8(bytes, at)?);
    let (name, body) = (le::slice(bytes, at + 1, length)?, at + 1 + length);
    match name {
        b"NETSCAPE2.0" | b"ANIMEXTS1.0" => {
            if let Some([3, 1, low, high]) = le::slice(bytes, body, 4) {
                let repeats = u32::from(u16::from_le_bytes([*low, *high]));
                // The file says how often it is played again.
                outline.plays = Some(if repeats == 0 { 0 } else { repeats + 1 });
            }
            skip(bytes, body)
        }
        // The packet is not in blocks: a tail makes whatever length its letters seem to be end at its end (XMP
        // specification part 3, 1.1.2).
        b"XMP DataXMP" => {
            let rest = bytes.get(body..)?;
            let end = rest.windows(2).position(|pair| pair == [1, 0xFF])?;
            outline.xmp = std::str::from_utf8(&rest[..end]).ok().map(str::to_owned);
            skip(bytes, body)
        }
        b"ICCRGBG1012" => {
            let (profile, next) = gathered(bytes, body)?;
            outline.icc = Some(profile);
            Some(next)
        }
        _ => skip(bytes, body),
    }
}

/// The place behind a row of blocks.
fn skip(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(le::u8(bytes, at)?);
        at += 1 + length;
        if length == 0 {
            return Some(at);
        }
    }
}

/// What a row of blocks holds, and the place behind it.
fn gathered(bytes: &[u8], mut at: usize) -> Option<(Vec<u8>, usize)> {
    let mut whole = Vec::new();
    loop {
        let length = usize::from(le::u8(bytes, at)?);
        whole.extend_from_slice(le::slice(bytes, at + 1, length)?);
        at += 1 + length;
        if length == 0 {
            return Some((whole, at));
        }
    }
}

/// Where the first frame ends, in a file whose screen has no size.
fn first_frame(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = start(bytes)?;
    while le::u8(bytes, at)? == EXTENSION {
        at = skip(bytes, at + 2)?;
    }
    let field = |place: usize| le::u16(bytes, at + place).map(u32::from);
    (le::u8(bytes, at)? == IMAGE).then_some(())?;
    Some((field(1)? + field(5)?, field(3)? + field(7)?))
}
