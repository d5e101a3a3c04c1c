//! What the header says: size, and how pixels are packed.

use super::masks::Masks;
use transvase_base::error::{Error, ErrorCode, Result};

/// Bytes of the mark and the header, and of what follows it where the format is one of DirectX 10 and later.
const HEADER: usize = 128;
const EXTENDED: usize = 20;

/// Flags of the pixel format.
const HAS_ALPHA: u32 = 0x1;
const ALPHA_ALONE: u32 = 0x2;
const FOUR_CC: u32 = 0x4;
const RGB: u32 = 0x40;
const LUMINANCE: u32 = 0x2_0000;

/// Flags of a cube's sides and of a volume.
const CUBE: u32 = 0x200;
const VOLUME: u32 = 0x20_0000;

/// How pixels are packed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Packing {
    /// Blocks of 4 by 4 pixels.
    Blocks(Blocks),
    /// Numbers whose bits are samples.
    Masks(Masks),
    /// Samples that are light, in 16 or 32 bits each.
    Floats { channels: usize, is_half: bool },
}

/// Kinds of blocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Blocks {
    Bc1,
    /// Opacity of 4 bits; whether colours are multiplied with it.
    Bc2 {
        is_multiplied: bool,
    },
    /// Opacity in steps; whether colours are multiplied with it.
    Bc3 {
        is_multiplied: bool,
    },
    /// Grey.
    Bc4 {
        is_signed: bool,
    },
    /// Red and green.
    Bc5 {
        is_signed: bool,
    },
    /// Light.
    Bc6 {
        is_signed: bool,
    },
    Bc7,
}

/// What a file says of its first picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Header {
    pub width: u32,
    pub height: u32,
    pub packing: Packing,
    /// Where the pixels begin.
    pub start: usize,
    /// Whether other pictures than smaller copies follow.
    pub has_others: bool,
}

impl Header {
    /// Reads the first bytes of a file.
    ///
    /// # Errors
    /// `Truncated`, `Malformed`, `UnsupportedRoute` of a packing that is not read.
    pub fn read(bytes: &[u8]) -> Result<Header> {
        let word = |at: usize| {
            let word = bytes.get(at..at + 4).and_then(|word| word.try_into().ok());
            word.map(u32::from_le_bytes).ok_or_else(|| Error::truncated("the header of the texture"))
        };
        let (height, width) = (word(12)?, word(16)?);
        if width == 0 || height == 0 {
            return Err(Error::malformed("the texture has no pixels"));
        }
        let (flags, code, bits) = (word(80)?, word(84)?, word(88)?);
        let masks = [word(92)?, word(96)?, word(100)?, word(104)?];
        let caps = word(112)?;
        let is_extended = flags & FOUR_CC != 0 && code.to_le_bytes() == *b"DX10";
        let (packing, start, count) = match is_extended {
            true => (of_dxgi(word(HEADER)?), HEADER + EXTENDED, word(HEADER + 12)?),
            false if flags & FOUR_CC != 0 => (of_code(code), HEADER, 1),
            false => (of_masks(flags, bits, masks), HEADER, 1),
        };
        let unknown = || {
            let message = "the pixel format of the texture is not supported";
            Error::new(ErrorCode::UnsupportedRoute, message)
        };
        let packing = packing.ok_or_else(unknown)?;
        Ok(Header { width, height, packing, start, has_others: caps & (CUBE | VOLUME) != 0 || count > 1 })
    }
}

/// Packings by the four letters or the number of Direct3D 9.
fn of_code(code: u32) -> Option<Packing> {
    let floats = |channels, is_half| Some(Packing::Floats { channels, is_half });
    let blocks = match &code.to_le_bytes() {
        b"DXT1" => Blocks::Bc1,
        b"DXT2" => Blocks::Bc2 { is_multiplied: true },
        b"DXT3" => Blocks::Bc2 { is_multiplied: false },
        b"DXT4" => Blocks::Bc3 { is_multiplied: true },
        b"DXT5" => Blocks::Bc3 { is_multiplied: false },
        b"ATI1" | b"BC4U" => Blocks::Bc4 { is_signed: false },
        b"BC4S" => Blocks::Bc4 { is_signed: true },
        b"ATI2" | b"BC5U" => Blocks::Bc5 { is_signed: false },
        b"BC5S" => Blocks::Bc5 { is_signed: true },
        _ => {
            return match code {
                36 => Some(Packing::Masks(Masks::even(8, 4))),
                111 => floats(1, true),
                112 => floats(2, true),
                113 => floats(4, true),
                114 => floats(1, false),
                115 => floats(2, false),
                116 => floats(4, false),
                _ => None,
            };
        }
    };
    Some(Packing::Blocks(blocks))
}

/// Packings by their number in `DXGI_FORMAT`. What has no type is taken for the usual one.
fn of_dxgi(number: u32) -> Option<Packing> {
    let floats = |channels, is_half| Packing::Floats { channels, is_half };
    let masks = |bytes, colors: [u64; 3], alpha| Packing::Masks(Masks::new(bytes, colors, alpha));
    let even = |bytes, channels| Packing::Masks(Masks::even(bytes, channels));
    Some(match number {
        1 | 2 => floats(4, false),
        5 | 6 => floats(3, false),
        9 | 10 => floats(4, true),
        11 => even(8, 4),
        15 | 16 => floats(2, false),
        23 | 24 => masks(4, [0x3FF, 0xF_FC00, 0x3FF0_0000], 0xC000_0000),
        27..=29 => even(4, 4),
        33 | 34 => floats(2, true),
        35 => even(4, 2),
        39 | 41 => floats(1, false),
        48 | 49 => even(2, 2),
        53 | 54 => floats(1, true),
        56 => even(2, 1),
        60 | 61 | 65 => even(1, 1),
        70..=72 => Packing::Blocks(Blocks::Bc1),
        73..=75 => Packing::Blocks(Blocks::Bc2 { is_multiplied: false }),
        76..=78 => Packing::Blocks(Blocks::Bc3 { is_multiplied: false }),
        79..=81 => Packing::Blocks(Blocks::Bc4 { is_signed: number == 81 }),
        82..=84 => Packing::Blocks(Blocks::Bc5 { is_signed: number == 84 }),
        85 => masks(2, [0xF800, 0x7E0, 0x1F], 0),
        86 => masks(2, [0x7C00, 0x3E0, 0x1F], 0x8000),
        87 | 90 | 91 => masks(4, [0xFF_0000, 0xFF00, 0xFF], 0xFF00_0000),
        88 | 92 | 93 => masks(4, [0xFF_0000, 0xFF00, 0xFF], 0),
        94..=96 => Packing::Blocks(Blocks::Bc6 { is_signed: number == 96 }),
        97..=99 => Packing::Blocks(Blocks::Bc7),
        115 => masks(2, [0xF00, 0xF0, 0xF], 0xF000),
        _ => return None,
    })
}

/// Packings by the bits of each sample.
fn of_masks(flags: u32, bits: u32, masks: [u32; 4]) -> Option<Packing> {
    let [red, green, blue, alpha] = masks.map(u64::from);
    let colors = if flags & RGB != 0 {
        [red, green, blue]
    } else if flags & LUMINANCE != 0 {
        [red; 3]
    } else if flags & ALPHA_ALONE != 0 {
        // What has opacity alone is shown as grey.
        [alpha; 3]
    } else {
        return None;
    };
    let alpha = if flags & HAS_ALPHA != 0 { alpha } else { 0 };
    let bytes = (bits / 8) as usize;
    let is_whole = bits.is_multiple_of(8) && (1..=4).contains(&bytes);
    is_whole.then(|| Packing::Masks(Masks::new(bytes, colors, alpha)))
}
