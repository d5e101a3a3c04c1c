//! The decoder of QOI, the Quite OK Image Format (specification 1.0).

pub(crate) mod read;

use crate::context::Context;
use crate::error::Result;
use crate::model::media::MediaKind;
use crate::parts::codec::Codec;
use crate::parts::container::about;

/// The row of the table of codecs.
pub(crate) const CODEC: Codec = Codec { kind: MediaKind::Qoi, sniff, size, is_lossy: |_| false, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) && !about::is_prose(bytes)
}

fn size(bytes: &[u8], _context: &Context) -> Result<Option<(u32, u32)>> {
    Ok(Some(read::head(bytes)?.0))
}

/// The beginning of the header, its bytes, and where it says how many samples a pixel has.
pub(crate) const MAGIC: &[u8] = b"qoif";
pub(crate) const HEAD: usize = 14;
pub(crate) const CHANNELS_AT: usize = 12;

/// What stands behind the last pixel.
pub(crate) const END: &[u8] = &[0, 0, 0, 0, 0, 0, 0, 1];

/// Kinds of chunks: of the first four, where the bits of each kind begin; the last two take what would be the longest runs.
pub(crate) const INDEX: u8 = 0x00;
pub(crate) const DIFF: u8 = 0x40;
pub(crate) const LUMA: u8 = 0x80;
pub(crate) const RUN: u8 = 0xC0;
pub(crate) const RGB: u8 = 0xFE;
pub(crate) const RGBA: u8 = 0xFF;

pub(crate) const LONGEST_RUN: u8 = 62;

/// Red, green, blue and alpha.
pub(crate) type Pixel = [u8; 4];

/// The pixels that chunks refer to.
pub(crate) struct Seen {
    pub(crate) last: Pixel,
    pub(crate) places: [Pixel; 64],
}

impl Default for Seen {
    fn default() -> Self {
        Seen { last: [0, 0, 0, 255], places: [[0; 4]; 64] }
    }
}

impl Seen {
    pub(crate) fn put(&mut self, pixel: Pixel) {
        self.last = pixel;
        self.places[place(pixel)] = pixel;
    }
}

/// Where a pixel is kept (specification 1.0, the running array).
pub(crate) fn place(pixel: Pixel) -> usize {
    let weighted = pixel.into_iter().zip([3, 5, 7, 11]);
    weighted.map(|(sample, weight)| usize::from(sample) * weight).sum::<usize>() % 64
}
