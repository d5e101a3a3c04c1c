//! An animation played: each frame decoded as a picture of its own and laid where it belongs (RFC 9649, 2.7.1.1). The
//! decoder's own blending is not taken, since it changes what opaque frames show by a shade.

use super::container::{CHUNK_HEAD, FIRST, HAS_ALPHA, chunk, chunks, extension};
use super::read;
use crate::film::{Area, Film, Laid, Leaves, Patch};
use crate::holds;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_base::le;
use transvase_model::raster::Frame;

/// Bytes of a frame before the chunks of its pixels.
const HEAD: usize = 16;

/// Chunks of a frame that a picture of its own has.
const OF_PIXELS: [&[u8; 4]; 3] = [b"ALPH", b"VP8 ", b"VP8L"];

/// Flags of a frame: its area is cleared after it, it is not blended with what is there.
const IS_CLEARED: u8 = 0x01;
const IS_INSTEAD: u8 = 0x02;

/// A file that is played.
pub(crate) struct Player {
    file: Vec<u8>,
    film: Film,
    /// Where the chunk after the last frame stands.
    at: usize,
}

impl Player {
    pub(crate) fn new(file: Vec<u8>, (width, height): (u32, u32), context: &Context) -> Result<Self> {
        Ok(Player { file, film: Film::new(width, height, context)?, at: FIRST })
    }

    /// The next frame, whole.
    ///
    /// # Errors
    /// `Malformed` or `Truncated`, a limit.
    pub(crate) fn next(&mut self, context: &Context) -> Result<Frame> {
        let data = loop {
            let (name, data) = chunks(&self.file, self.at).next().ok_or_else(|| Error::truncated("the animation"))?;
            self.at += CHUNK_HEAD + data.len().next_multiple_of(2);
            if name == *b"ANMF" {
                break data;
            }
        };
        let patch = patch(data)?;
        let pixels = decoded(data, &patch.area, context)?;
        self.film.show(&pixels.samples, &patch, context)
    }
}

/// What the head of a frame says.
fn patch(data: &[u8]) -> Result<Patch> {
    let [numbers @ .., flags] = data.first_chunk::<HEAD>().ok_or_else(|| Error::truncated("a frame of the WebP"))?;
    let number = |index: usize| le::u24(numbers, 3 * index).unwrap_or(0);
    let area = Area {
        left: 2 * number(0) as usize,
        top: 2 * number(1) as usize,
        width: number(2) as usize + 1,
        height: number(3) as usize + 1,
    };
    let laid = if flags & IS_INSTEAD == 0 { Laid::Over } else { Laid::Instead };
    let leaves = if flags & IS_CLEARED == 0 { Leaves::Picture } else { Leaves::Nothing };
    Ok(Patch { area, laid, leaves, delay_ms: number(4) })
}

/// The pixels of a frame: its chunks as a file of their own.
fn decoded(data: &[u8], area: &Area, context: &Context) -> Result<Frame> {
    context.check(Limit::image_pixels, area.width as u64 * area.height as u64)?;
    let sides = (area.width as u32, area.height as u32);
    let of_pixels = || chunks(data, HEAD).filter(|(name, _)| OF_PIXELS.contains(&name));
    let has_alpha = of_pixels().any(|(name, _)| name == *b"ALPH");
    let head = if has_alpha { extension(HAS_ALPHA, sides) } else { Vec::new() };
    let pixels: Vec<u8> = of_pixels().flat_map(|(name, data)| chunk(&name, data)).collect();
    let body = [b"WEBP", &head[..], &pixels].concat();
    let mut decoder = read::opened(&chunk(b"RIFF", &body), context)?;
    if decoder.dimensions() != sides {
        return Err(Error::malformed("a frame of the WebP is not as large as it says"));
    }
    Ok(holds::rgba(read::still(&mut decoder, context)?))
}
