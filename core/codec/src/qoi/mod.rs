//! The decoder of QOI, the Quite OK Image Format (specification 1.0).

pub mod read;

use crate::Codec;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::about;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Qoi, sniff, size, is_lossy: |_| false, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && !about::is_prose(bytes)
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    Ok(Some(read::head(bytes)?.0))
}

/// The beginning of the header, its bytes, and where it says how many samples a pixel has.
pub const MAGIC: &[u8] = b"qoif";
pub(crate) const HEAD: usize = 14;
pub(crate) const CHANNELS_AT: usize = 12;

/// What stands behind the last pixel.
pub const END: &[u8] = &[0, 0, 0, 0, 0, 0, 0, 1];

/// Kinds of chunks: of the first four, where the bits of each kind begin; the last two take what would be the longest runs.
pub const INDEX: u8 = 0x00;
/// Tag of a small difference, two bits a channel.
pub const DIFF: u8 = 0x40;
/// Tag of a difference by the green one.
pub const LUMA: u8 = 0x80;
/// Tag of a run of the last pixel.
pub const RUN: u8 = 0xC0;
/// Tag of a pixel without its opacity.
pub const RGB: u8 = 0xFE;
/// Tag of a whole pixel.
pub const RGBA: u8 = 0xFF;

/// Pixels of the longest run: two more would be taken for other tags.
pub const LONGEST_RUN: u8 = 62;

/// Red, green, blue and alpha.
pub type Pixel = [u8; 4];

/// The pixels that chunks refer to.
pub struct Seen {
    /// The last pixel.
    pub last: Pixel,
    /// Pixels seen, by their hash.
    pub places: [Pixel; 64],
}

impl Default for Seen {
    fn default() -> Self {
        Seen { last: [0, 0, 0, 255], places: [[0; 4]; 64] }
    }
}

impl Seen {
    /// Notes a pixel that was seen.
    pub fn put(&mut self, pixel: Pixel) {
        self.last = pixel;
        self.places[place(pixel)] = pixel;
    }
}

/// Where a pixel is kept (specification 1.0, the running array).
pub fn place(pixel: Pixel) -> usize {
    let weighted = pixel.into_iter().zip([3, 5, 7, 11]);
    weighted.map(|(sample, weight)| usize::from(sample) * weight).sum::<usize>() % 64
}
