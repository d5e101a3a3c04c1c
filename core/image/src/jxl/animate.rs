//! Animated JPEG XL: the encoder's pictures as frames of one codestream (ISO/IEC 18181-1, annexes D and F). The first is
//! whole, of each other one what changes is laid over the one before.
//!
//! The encoder writes one picture with a head of its own. Its sections are taken over as they are, behind heads that are
//! written here.

use zune_core::colorspace::ColorSpace;

use super::alpha::side_bits_of;
use super::write::stream;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::film::{self, Area};
use transvase_model::raster::Raster;

/// Bits of the encoder's head but for the sides: the signature, that it is not small, and no ratio; then, of a picture of
/// 8-bit colours with alpha, everything by its default.
const ENCODERS_BITS: usize = 16 + 1 + 3 + 14;

/// Bytes of the encoder's head of a frame with alpha, with the bit behind it that says that sections are in order.
const ENCODERS_FRAME: usize = 4;

/// Bytes of a pixel: 8-bit colours with alpha.
const PIXEL: usize = 4;

/// The codestream of an animation.
pub(super) fn write(mut raster: Raster, plays: u32, context: &Context) -> Result<Vec<u8>> {
    let count = raster.frames.left();
    let first = film::first_of(&mut raster, context)?;
    let size_px = (first.width_px, first.height_px);
    let size = (size_px.0 as usize, size_px.1 as usize);
    let mut file = head(size, plays);
    let mut shown = first.samples;
    let all = Area { left: 0, top: 0, width: size.0, height: size.1 };
    let mut waiting = Waiting { area: all, samples: shown.clone(), delay_ms: first.delay_ms };
    for _ in 1..count {
        context.checkpoint()?;
        let Some(next) = film::next_of(&mut raster, size_px, context)? else { break };
        file.extend(waiting.frame(size, false, context)?);
        let area = at_least_two(film::changed(&shown, &next.samples, size.0, PIXEL), size);
        let samples = film::cropped(&next.samples, size.0, PIXEL, area);
        waiting = Waiting { area, samples, delay_ms: next.delay_ms };
        shown = next.samples;
    }
    file.extend(waiting.frame(size, true, context)?);
    Ok(file)
}

/// An area of at least two pixels a side, where the picture has them: the encoder takes none that is smaller.
fn at_least_two(area: Option<Area>, (width, height): (usize, usize)) -> Area {
    let Area { left, top, width: wide, height: high } = area.unwrap_or(Area { left: 0, top: 0, width: 1, height: 1 });
    let (wide, high) = (wide.max(2).min(width), high.max(2).min(height));
    Area { left: left.min(width - wide), top: top.min(height - high), width: wide, height: high }
}

/// A frame that is written once it is known whether another follows.
struct Waiting {
    area: Area,
    samples: Vec<u8>,
    delay_ms: u32,
}

impl Waiting {
    fn frame(&self, size: (usize, usize), is_last: bool, context: &Context) -> Result<Vec<u8>> {
        let Area { width, height, .. } = self.area;
        let coded = stream(&self.samples, (width, height), ColorSpace::RGBA, false, context)?;
        let sides = side_bits_of(width) + side_bits_of(height);
        let behind = (ENCODERS_BITS + sides).div_ceil(8) + ENCODERS_FRAME;
        let mut frame = self.head((width, height) != size, is_last);
        frame.extend(coded.get(behind..).unwrap_or_default());
        Ok(frame)
    }

    /// The head of the frame (annex F, 2), and that its sections are in order.
    fn head(&self, is_part: bool, is_last: bool) -> Vec<u8> {
        let mut bits = Bits::default();
        // Not the default, a regular frame, modular, no flags, no YCbCr, no upsampling of colours and of alpha.
        for (count, value) in [(1, 0), (2, 0), (1, 1), (2, 0), (1, 0), (2, 0), (2, 0)] {
            bits.put(count, value);
        }
        // Groups of 256 pixels, one pass, and whether it covers a part alone.
        for (count, value) in [(2, 1), (2, 0), (1, u64::from(is_part))] {
            bits.put(count, value);
        }
        if is_part {
            // Places are numbers with a sign, the lowest bit; those here are not below zero.
            let Area { left, top, width, height } = self.area;
            [left * 2, top * 2, width, height].into_iter().for_each(|number| bits.side(number));
        }
        for _ in ["colours", "alpha"] {
            bits.put(2, 0);
            if is_part {
                // What is around it comes from the frame that was kept before.
                bits.put(2, KEPT);
            }
        }
        // What is shown for no time is not shown.
        bits.put(2, 3);
        bits.put(32, self.delay_ms.max(1).into());
        bits.put(1, u64::from(is_last));
        if !is_last {
            bits.put(2, KEPT);
            if !is_part {
                // It is kept as it is shown.
                bits.put(1, 0);
            }
        }
        // No name; no filter by default, none at all, nothing more to say of it; nothing more of the frame.
        for count in [2, 1, 1, 2, 2, 2] {
            bits.put(count, 0);
        }
        bits.put(1, 0);
        bits.bytes()
    }
}

/// The slot in which each frame is kept for the next.
const KEPT: u64 = 1;

/// The head of the file (annex D): 8-bit sRGB with alpha, in frames that are counted in milliseconds.
fn head((width, height): (usize, usize), plays: u32) -> Vec<u8> {
    let mut bits = Bits::default();
    bits.put(16, 0x0AFF);
    bits.put(1, 0);
    bits.length(height);
    bits.put(3, 0);
    bits.length(width);
    // Not the default, with more fields: upright, no other size, no preview, an animation.
    for (count, value) in [(1, 0), (1, 1), (3, 0), (1, 0), (1, 0), (1, 1)] {
        bits.put(count, value);
    }
    // 1,000 ticks a second, how often it is played, and no time codes.
    for (count, value) in [(2, 1), (2, 0), (2, 3), (32, plays.into()), (1, 0)] {
        bits.put(count, value);
    }
    // Whole numbers of 8 bits, in small buffers; one more channel, which is alpha of 8 bits; not XYB, but sRGB.
    for (count, value) in [(1, 0), (2, 0), (1, 1), (2, 1), (1, 1), (1, 0), (1, 1)] {
        bits.put(count, value);
    }
    // Brightness as usual, nothing more, and the usual transforms.
    for (count, value) in [(1, 1), (2, 0), (1, 1)] {
        bits.put(count, value);
    }
    bits.bytes()
}

/// Bits from the lowest of each byte on.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    /// What does not fill a byte yet.
    rest: u64,
    count: u32,
}

impl Bits {
    fn put(&mut self, count: u32, value: u64) {
        self.rest |= value << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.rest as u8);
            self.rest >>= 8;
            self.count -= 8;
        }
    }

    /// A side of the picture (annex D, 2), in as many bits as the encoder takes.
    fn length(&mut self, length: usize) {
        let (selector, count) = super::alpha::side(length);
        self.put(2, selector);
        self.put(count, length.saturating_sub(1) as u64);
    }

    /// A place or a side of a part of it (annex F, 2).
    fn side(&mut self, number: usize) {
        const CLASSES: [(usize, u32); 4] = [(0, 8), (256, 11), (2_304, 14), (18_688, 30)];
        let class = CLASSES.iter().rposition(|(from, _)| number >= *from).unwrap_or_default();
        let (from, count) = CLASSES[class];
        self.put(2, class as u64);
        self.put(count, (number - from) as u64);
    }

    /// All of them, up to the end of a byte.
    fn bytes(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.rest as u8);
        }
        self.bytes
    }
}
