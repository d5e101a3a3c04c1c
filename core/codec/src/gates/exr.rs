//! OpenEXR: the data window, whose blocks are decoded whole; the display window that the picture is cut to may be small.

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::le;

/// Bit of the version field that says that the file has several parts (OpenEXR File Layout, "Version Field").
const MULTI_PART: u32 = 1 << 12;

/// Rows of the largest block: those of the compression DWAB.
const BLOCK_ROWS: u64 = 256;

/// Bytes of a sample: half, float or whole number, each decoded to 32 bits.
const SAMPLE_BYTES: u64 = 4;

/// Parts that are looked at; more are refused.
const MAX_PARTS: usize = 256;

/// Checks the data window of every part, and the memory for one block of its channels.
///
/// # Errors
/// `LimitExceeded`; `Truncated` or `Malformed` where the headers cannot be followed.
pub fn check(bytes: &[u8], context: &Context) -> Result<()> {
    let is_multi_part = le::u32(bytes, 4).ok_or_else(cut)? & MULTI_PART != 0;
    let mut rest = bytes.get(8..).unwrap_or_default();
    for _ in 0..MAX_PARTS {
        let part = Part::read(&mut rest, context)?;
        part.check(context)?;
        // An empty header ends the list of several.
        if !is_multi_part || rest.first() == Some(&0) {
            return Ok(());
        }
    }
    Err(Error::malformed("the EXR has too many parts"))
}

/// What a header says of its blocks.
#[derive(Default)]
struct Part {
    width: u64,
    height: u64,
    channels: u64,
}

impl Part {
    /// Follows the attributes up to the empty name that ends a header.
    fn read(rest: &mut &[u8], context: &Context) -> Result<Part> {
        let mut part = Part::default();
        loop {
            context.tick(1)?;
            let name = text(rest)?;
            if name.is_empty() {
                return Ok(part);
            }
            text(rest)?;
            let len = le::u32(rest, 0).ok_or_else(cut)? as usize;
            let value = le::slice(rest, 4, len).ok_or_else(cut)?;
            *rest = rest.get(4 + len..).unwrap_or_default();
            match name {
                b"dataWindow" => (part.width, part.height) = sides(value).ok_or_else(cut)?,
                b"channels" => part.channels = channels(value)?,
                _ => {}
            }
        }
    }

    fn check(&self, context: &Context) -> Result<()> {
        context.check(Limit::image_side, self.width.max(self.height))?;
        context.check(Limit::image_pixels, self.width.saturating_mul(self.height))?;
        let block = self.width * self.height.min(BLOCK_ROWS);
        let room = block.saturating_mul(self.channels).saturating_mul(SAMPLE_BYTES);
        context.room(usize::try_from(room).unwrap_or(usize::MAX))
    }
}

/// Sides of a window: first and last column and row, both within.
fn sides(window: &[u8]) -> Option<(u64, u64)> {
    let side = |first: usize| {
        let (first, last) = (le::i32(window, first)?, le::i32(window, first + 8)?);
        Some((i64::from(last) - i64::from(first) + 1).max(0) as u64)
    };
    Some((side(0)?, side(4)?))
}

/// Bytes that follow the name of a channel: its type, a flag, and how it is sampled.
const CHANNEL: usize = 16;

fn channels(mut list: &[u8]) -> Result<u64> {
    let mut count = 0;
    while !text(&mut list)?.is_empty() {
        list = list.get(CHANNEL..).ok_or_else(cut)?;
        count += 1;
    }
    Ok(count)
}

/// Text up to its zero.
fn text<'a>(rest: &mut &'a [u8]) -> Result<&'a [u8]> {
    let end = memchr::memchr(0, rest).ok_or_else(cut)?;
    let (text, after) = rest.split_at(end);
    *rest = after.get(1..).unwrap_or_default();
    Ok(text)
}

fn cut() -> Error {
    Error::new(ErrorCode::Truncated, "the EXR ends within its header")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attribute(name: &str, kind: &str, value: &[u8]) -> Vec<u8> {
        let mut bytes = [name.as_bytes(), b"\0", kind.as_bytes(), b"\0"].concat();
        bytes.extend((value.len() as u32).to_le_bytes());
        bytes.extend(value);
        bytes
    }

    /// The header of one part, up to its last name.
    fn part(last: [i32; 2], names: &[&str]) -> Vec<u8> {
        let window: Vec<u8> = [0, 0, last[0], last[1]].iter().flat_map(|side| side.to_le_bytes()).collect();
        let channel = |name: &&str| [name.as_bytes(), &[0; 17]].concat();
        let list: Vec<u8> = names.iter().flat_map(channel).chain([0]).collect();
        [attribute("channels", "chlist", &list), attribute("dataWindow", "box2i", &window), vec![0]].concat()
    }

    fn file(version: u32, parts: &[Vec<u8>]) -> Vec<u8> {
        [&[0x76, 0x2F, 0x31, 0x01][..], &version.to_le_bytes(), &parts.concat(), &[0]].concat()
    }

    #[test]
    fn the_window_that_is_decoded_is_charged() {
        let code = |bytes: &[u8]| check(bytes, &Context::default()).map_err(|error| error.code());
        assert_eq!(code(&file(2, &[part([19, 19], &["R", "G", "B"])])), Ok(()));
        let wide = part([33_000_000, 19], &["R"]);
        assert_eq!(code(&file(2, std::slice::from_ref(&wide))), Err(ErrorCode::LimitExceeded));
        let second = [part([19, 19], &["R"]), wide];
        assert_eq!(code(&file(2 | MULTI_PART, &second)), Err(ErrorCode::LimitExceeded), "the second part");
        assert_eq!(code(&file(2, &[part([i32::MIN, 3], &["R"])])), Ok(()), "nothing is decoded of it");
        let many = vec!["Z"; 10_000];
        assert_eq!(code(&file(2, &[part([9_999, 999], &many)])), Err(ErrorCode::LimitExceeded), "channels");
    }

    #[test]
    fn cut_headers_are_errors() {
        let whole = file(2, &[part([19, 19], &["R", "G", "B"])]);
        for end in 0..whole.len() - 1 {
            assert!(check(&whole[..end], &Context::default()).is_err(), "{end}");
        }
    }
}
