//! Headers of bitmaps, from the twelve bytes of OS/2 1.x to the 124 of Windows 5.

use transvase_base::error::{Error, Result};
use transvase_base::le;
use transvase_model::rows::Rows;

/// Bytes of headers.
const OS2_1: u32 = 12;
const WINDOWS_3: u32 = 40;
const WITH_MASKS: u32 = 52;
const WITH_ALPHA: u32 = 56;
const WINDOWS_4: u32 = 108;
const WINDOWS_5: u32 = 124;

/// Bytes of the header that is written.
const WRITTEN: usize = WINDOWS_4 as usize;

/// `MBED` and `sRGB` as the kind of colour space.
const EMBEDDED: u32 = 0x4D42_4544;
const SRGB: u32 = 0x7352_4742;

/// Inches in a metre.
const INCHES_PER_METRE: f32 = 39.370_08;

/// How pixels are coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    /// Not at all.
    Plain,
    /// In runs of numbers of so many bits.
    Runs4,
    Runs8,
    /// In runs of colours (OS/2).
    Runs24,
    /// As fax rows (OS/2).
    Huffman,
    /// A file of another format.
    Jpeg,
    Png,
}

/// What a header says.
#[derive(Debug, Clone)]
pub(crate) struct Header {
    /// Its own bytes.
    pub(super) length: usize,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(super) top_down: bool,
    pub(super) bits: u32,
    pub(super) coding: Coding,
    /// Bits of red, green, blue and alpha, in pixels of 16 and 32 bits.
    pub(super) masks: [u32; 4],
    /// Where the colours begin, how many they are said to be, and the bytes of each.
    palette: (usize, u32, usize),
    /// Where pixels begin if nothing else is said.
    pub(super) pixels_at: usize,
    pub(super) dpi: Option<(f32, f32)>,
}

impl Header {
    /// Reads the header that `dib` begins with; that of an icon has twice the height of the picture.
    pub(crate) fn read(dib: &[u8], is_icon: bool) -> Result<Header> {
        let mut header = Header::parse(dib, is_icon).ok_or_else(super::ended)?;
        if is_icon && header.bits == 32 && header.masks[3] == 0 {
            // Nothing says so, but the fourth byte is alpha, where any of them is not zero.
            header.masks[3] = 0xFF00_0000;
        }
        let fits = match header.coding {
            Coding::Plain => matches!(header.bits, 1 | 2 | 4 | 8 | 16 | 24 | 32),
            Coding::Runs4 => header.bits == 4,
            Coding::Runs8 => header.bits == 8,
            Coding::Runs24 => header.bits == 24,
            Coding::Huffman => header.bits == 1,
            // An icon holds a PNG without a header of bitmaps before it, and no JPEG.
            Coding::Jpeg | Coding::Png => !is_icon,
        };
        if header.width == 0 || header.height == 0 || header.width > i32::MAX as u32 {
            return Err(Error::malformed("the width or height of the bitmap is 0 or too large"));
        }
        if !fits {
            return Err(Error::malformed(format!(
                "the bitmap has {} bits per pixel, which the format does not allow",
                header.bits
            )));
        }
        Ok(header)
    }

    fn parse(dib: &[u8], is_icon: bool) -> Option<Header> {
        let length = le::u32(dib, 0)?;
        if length == OS2_1 {
            return Header::first(dib);
        }
        let (width, height) = (le::i32(dib, 4)?, le::i32(dib, 8)?);
        let bits = u32::from(le::u16(dib, 14)?);
        // Fields beyond the length of a header of OS/2 2.x are zero.
        let field = |at: usize| if at + 4 <= length as usize { le::u32(dib, at) } else { Some(0) };
        let is_os2 = !matches!(length, WINDOWS_3 | WITH_MASKS | WITH_ALPHA | WINDOWS_4 | WINDOWS_5);
        let code = field(16)?;
        let height_px = height.unsigned_abs() / if is_icon { 2 } else { 1 };
        let outside = if length == WINDOWS_3 { mask_bytes(code) } else { 0 };
        let palette_at = length as usize + outside;
        let colors = if bits <= 8 { said_or_most(field(32)?, bits) } else { field(32)?.min(256) };
        Some(Header {
            length: length as usize,
            width: u32::try_from(width).unwrap_or(0),
            height: height_px,
            top_down: height < 0,
            bits: if bits == 0 { 24 } else { bits },
            coding: coding(code, is_os2, bits)?,
            masks: masks(dib, code, length, bits),
            palette: (palette_at, colors, 4),
            pixels_at: palette_at.saturating_add(colors as usize * 4),
            dpi: density(field(24)?, field(28)?),
        })
    }

    /// The header of OS/2 1.x and Windows 2.
    fn first(dib: &[u8]) -> Option<Header> {
        let bits = u32::from(le::u16(dib, 10)?);
        let colors = if bits <= 8 { 1 << bits } else { 0 };
        Some(Header {
            length: OS2_1 as usize,
            width: le::u16(dib, 4)?.into(),
            height: le::u16(dib, 6)?.into(),
            top_down: false,
            bits,
            coding: Coding::Plain,
            masks: usual_masks(bits),
            palette: (OS2_1 as usize, colors, 3),
            pixels_at: OS2_1 as usize + colors as usize * 3,
            dpi: None,
        })
    }

    /// The same without alpha.
    pub(super) fn without_alpha(mut self) -> Header {
        self.masks[3] = 0;
        self
    }

    /// Bytes of a row, padded to whole words of 32 bits.
    pub(super) fn stride(&self) -> usize {
        (self.width as usize).saturating_mul(self.bits as usize).div_ceil(32) * 4
    }

    /// The colours by number, those that lie before `end`.
    pub(super) fn colors(&self, dib: &[u8], end: usize) -> Vec<[u8; 3]> {
        let (start, count, bytes) = self.palette;
        let area = dib.get(start..end.max(start).min(dib.len())).unwrap_or_default();
        area.chunks_exact(bytes).take(count as usize).map(|entry| [entry[2], entry[1], entry[0]]).collect()
    }

    /// The colour profile of a header of Windows 5 that holds one.
    pub(super) fn profile<'a>(&self, dib: &'a [u8]) -> Option<&'a [u8]> {
        let holds = self.length == WINDOWS_5 as usize && le::u32(dib, 56) == Some(EMBEDDED);
        let (start, length) = (self.profile_at(dib)?, le::u32(dib, 116)? as usize);
        le::slice(dib, start, length).filter(|_| holds && length > 0)
    }

    /// Where it begins, if there is one.
    pub(super) fn profile_at(&self, dib: &[u8]) -> Option<usize> {
        le::u32(dib, 112).map(|at| at as usize)
    }
}

/// Bytes of masks that follow a header which has no room for them.
fn mask_bytes(code: u32) -> usize {
    match code {
        3 => 12,
        6 => 16,
        _ => 0,
    }
}

fn said_or_most(said: u32, bits: u32) -> u32 {
    let most = 1_u32 << bits.min(8);
    // A longer list than numbers can name still stands before the pixels.
    if said == 0 { most } else { said.min(4_096) }
}

fn coding(code: u32, is_os2: bool, bits: u32) -> Option<Coding> {
    Some(match (code, is_os2) {
        (0, _) => Coding::Plain,
        (1, _) => Coding::Runs8,
        (2, _) => Coding::Runs4,
        (3, true) if bits == 1 => Coding::Huffman,
        (4, true) => Coding::Runs24,
        (3 | 6, _) => Coding::Plain,
        (4, false) => Coding::Jpeg,
        (5, _) => Coding::Png,
        _ => return None,
    })
}

fn usual_masks(bits: u32) -> [u32; 4] {
    if bits == 16 { [0x7C00, 0x03E0, 0x001F, 0] } else { [0x00FF_0000, 0xFF00, 0xFF, 0] }
}

fn masks(dib: &[u8], code: u32, length: u32, bits: u32) -> [u32; 4] {
    if !matches!(code, 3 | 6) || !matches!(bits, 16 | 32) {
        return usual_masks(bits);
    }
    let has_alpha = code == 6 || length >= WITH_ALPHA;
    let mask = |at: usize| le::u32(dib, at).unwrap_or(0);
    [mask(40), mask(44), mask(48), if has_alpha { mask(52) } else { 0 }]
}

fn density(across: u32, down: u32) -> Option<(f32, f32)> {
    let real = |per_metre: u32| (1..1_000_000).contains(&per_metre);
    (real(across) && real(down)).then(|| (across as f32 / INCHES_PER_METRE, down as f32 / INCHES_PER_METRE))
}

/// The header of a picture whose pixels have so many bytes.
pub(super) fn written(rows: &Rows<'_>, bytes: usize, dpi: Option<(f32, f32)>) -> Vec<u8> {
    let channels = rows.format.channels() as u32;
    let per_metre = |dpi: f32| (dpi * INCHES_PER_METRE).round() as u32;
    let (across, down) = dpi.map_or((0, 0), |(across, down)| (per_metre(across), per_metre(down)));
    let (coding, alpha) = if channels == 4 { (3, 0xFF00_0000) } else { (0, 0) };
    let colors = if channels == 1 { 256 } else { 0 };
    // One plane, and the bits of a pixel.
    let planes = 1 | (channels * 8) << 16;
    let sides = [WINDOWS_4, rows.width_px, rows.height_px, planes];
    let middle = [coding, bytes as u32, across, down, colors, colors];
    let ends = [0x00FF_0000, 0xFF00, 0xFF, alpha, SRGB];
    let fields = sides.into_iter().chain(middle).chain(ends).flat_map(u32::to_le_bytes);
    let mut header: Vec<u8> = fields.collect();
    header.resize(WRITTEN, 0);
    header
}
