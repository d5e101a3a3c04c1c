//! What stands before the pixels of a TGA (specification 2.0, fields 1 to 7).

use crate::bit_mask::BitMask;
use transvase_base::error::{Error, Result};
use transvase_base::le;
use transvase_model::raster::PixelFormat;

/// Bytes of fields 1 to 5.
const HEAD: usize = 18;

/// Red, green and blue in pixels of 15 and 16 bits. The bit beyond says nothing that is known: many programs leave it 0.
const FIVE_BITS: [u64; 3] = [0x7C00, 0x03E0, 0x001F];

/// How the bytes of a pixel are told.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// Grey, and alpha where there is a second byte.
    Gray,
    /// Blue, green, red, and alpha where there is a fourth byte; five bits each where there are two bytes.
    Color,
    /// The number of a colour, from the first that there is.
    Mapped { first: usize, colors: Vec<[u8; 4]> },
}

/// The header, with the colours that follow it.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) size: (u32, u32),
    pub(crate) kind: Kind,
    pub(crate) format: PixelFormat,
    /// Whether the header says that four bytes hold no alpha, which is to be believed where it would leave nothing to see.
    pub(crate) denies_alpha: bool,
    /// Bytes of a pixel as it is stored.
    pub(crate) pixel_bytes: usize,
    pub(crate) is_packed: bool,
    pub(crate) is_top_down: bool,
    pub(crate) is_leftward: bool,
    /// Where the pixels begin.
    pub(crate) pixels_at: usize,
}

impl Head {
    /// Reads what `bytes` begin with.
    ///
    /// # Errors
    /// `Truncated`, `Malformed`.
    pub(crate) fn read(bytes: &[u8]) -> Result<Head> {
        let head = bytes.get(..HEAD).ok_or_else(|| Error::truncated("the header"))?;
        let short = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let size = (u32::from(short(12)), u32::from(short(14)));
        let (map, code, bits, flags) = (head[1], head[2], head[16], head[17]);
        if size.0 == 0 || size.1 == 0 {
            return Err(Error::malformed("the TGA has a width or height of 0"));
        }
        let map_bits = if matches!(code, 1 | 9) { head[7] } else { 0 };
        let alpha_bits = flags & 15;
        let format = format(code & 7, bits, alpha_bits, map_bits).filter(|_| matches!(code, 1..=3 | 9..=11));
        let format = format.ok_or_else(|| Error::malformed("the TGA has an unknown image type or bit depth"))?;
        let map_at = HEAD + usize::from(head[0]);
        let entry = usize::from(head[7]).div_ceil(8);
        let map_bytes = if map == 1 { usize::from(short(5)) * entry } else { 0 };
        let kind = match code & 7 {
            1 if map == 1 => {
                let map = le::slice(bytes, map_at, map_bytes).ok_or_else(|| Error::truncated("the colours"))?;
                Kind::Mapped { first: short(3).into(), colors: map.chunks_exact(entry).map(color).collect() }
            }
            1 => return Err(Error::malformed("the TGA needs a colour map, but has none")),
            2 => Kind::Color,
            _ => Kind::Gray,
        };
        Ok(Head {
            size,
            kind,
            format,
            denies_alpha: code & 7 == 2 && format == PixelFormat::Rgba8 && alpha_bits == 0,
            pixel_bytes: usize::from(bits).div_ceil(8),
            is_packed: code > 8,
            is_top_down: flags & 0x20 != 0,
            is_leftward: flags & 0x10 != 0,
            pixels_at: map_at + map_bytes,
        })
    }
}

/// What pixels become. Four bytes of colour hold alpha, whether the header says so or not: many that do deny it.
fn format(code: u8, bits: u8, alpha_bits: u8, map_bits: u8) -> Option<PixelFormat> {
    let colors = |bits: u8| match bits {
        15 | 16 | 24 => Some(PixelFormat::Rgb8),
        32 => Some(PixelFormat::Rgba8),
        _ => None,
    };
    match (code, bits) {
        (1, 8 | 16) => colors(map_bits),
        (2, bits) => colors(bits),
        (3, 8) => Some(PixelFormat::Gray8),
        (3, 16) if alpha_bits == 8 => Some(PixelFormat::GrayAlpha8),
        _ => None,
    }
}

/// A colour of two, three or four bytes as red, green, blue and alpha.
pub(crate) fn color(bytes: &[u8]) -> [u8; 4] {
    match *bytes {
        [low, high] => {
            let number = u16::from_le_bytes([low, high]).into();
            let [red, green, blue] = FIVE_BITS.map(|bits| BitMask::new(bits).of(number).unwrap_or(0));
            [red, green, blue, 255]
        }
        [blue, green, red] => [red, green, blue, 255],
        [blue, green, red, alpha, ..] => [red, green, blue, alpha],
        _ => [0, 0, 0, 255],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Five bits as eight: the nearest of 255.
    #[test]
    fn colors_have_eight_bits() {
        assert_eq!(color(&[0x00, 0x7C]), [255, 0, 0, 255]);
        assert_eq!(color(&[0x41, 0x80]), [0, 16, 8, 255]);
        assert_eq!(color(&[1, 2, 3]), [3, 2, 1, 255]);
        assert_eq!(color(&[1, 2, 3, 4]), [3, 2, 1, 4]);
    }
}
