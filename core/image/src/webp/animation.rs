//! Animations: of each frame the part that changes, in the place of what is there or laid over it (RFC 9649, 2.7.1.1).

use super::container::{HAS_ALPHA, IS_ANIMATED, chunk, three};
use super::lossy;
use super::write::{Packing, file, pixels};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::film::{self, Area};
use transvase_codec::holds;
use transvase_codec::vp8::{Knobs, Study};
use transvase_model::raster::{Frame, Frames, Raster};

/// Flags of a frame that is blended with what is there, and of one that is laid in its place.
const OVER: u8 = 0;
const INSTEAD: u8 = 0x02;

/// Bytes of a frame beside its pixels: the heads of two chunks, its place, its time and its flags.
const HEAD: u64 = 32;

/// Frames beside the first one that an estimate codes, about.
const SAMPLED: usize = 6;

/// What a frame changes.
struct Part {
    left: usize,
    top: usize,
    /// The pixels that stand there from now on, with the frame's time.
    pixels: Frame,
    /// The same with nothing where the picture stays as it was, to be laid over it; none where that cannot say all.
    over: Option<Frame>,
    /// Whether anything of the whole frame lets through.
    is_clear: bool,
}

/// Pixels with nothing where they are as those before; none where they are nowhere, or where one becomes clearer.
fn veiled(pixels: &[u8], before: &[u8]) -> Option<Vec<u8>> {
    let (mut veiled, mut is_any) = (pixels.to_vec(), false);
    for (pixel, before) in veiled.chunks_exact_mut(4).zip(before.chunks_exact(4)) {
        if *pixel == *before {
            is_any |= pixel[3] > 0;
            pixel.fill(0);
        } else if pixel[3] < 255 {
            return None;
        }
    }
    is_any.then_some(veiled)
}

impl Part {
    /// What is to be drawn of a frame where another one is seen.
    fn of(frame: &Frame, shown: &[u8]) -> Part {
        let width = frame.width_px as usize;
        let pixel = Area { left: 0, top: 0, width: 1, height: 1 };
        let mut area = film::changed(shown, &frame.samples, width, 4).unwrap_or(pixel);
        // Places are told in steps of two pixels.
        let (left, top) = (area.left % 2, area.top % 2);
        area =
            Area { left: area.left - left, top: area.top - top, width: area.width + left, height: area.height + top };
        let part = Frame {
            width_px: area.width as u32,
            height_px: area.height as u32,
            format: frame.format,
            samples: film::cropped(&frame.samples, width, 4, area),
            delay_ms: frame.delay_ms,
        };
        let is_clear = frame.samples.chunks_exact(4).any(|pixel| pixel[3] < 255);
        let over = veiled(&part.samples, &film::cropped(shown, width, 4, area));
        let over = over.map(|samples| Frame { samples, ..part });
        Part { left: area.left, top: area.top, pixels: holds::opaque_where_it_is(part), over, is_clear }
    }

    /// How many pixels are drawn.
    fn area(&self) -> f64 {
        f64::from(self.pixels.width_px) * f64::from(self.pixels.height_px)
    }

    /// The chunk of the frame, without loss in whichever way is shorter, and whether anything in it lets through.
    fn packed(&self, packing: Packing, context: &Context) -> Result<(Vec<u8>, bool)> {
        let instead = pixels(&self.pixels, packing, context)?;
        let over = self.over.as_ref().filter(|_| matches!(packing, Packing::Whole));
        let over = over.map(|over| pixels(over, packing, context)).transpose()?;
        Ok(match over {
            Some(over) if over.len() < instead.len() => (self.chunk(OVER, &over), true),
            _ => (self.chunk(INSTEAD, &instead), self.is_clear),
        })
    }

    /// The chunk of the frame around those of its pixels.
    fn chunk(&self, blending: u8, image: &[u8]) -> Vec<u8> {
        let sides = [self.pixels.width_px.saturating_sub(1), self.pixels.height_px.saturating_sub(1)];
        let numbers = [self.left as u32 / 2, self.top as u32 / 2, sides[0], sides[1]].map(three);
        let time = three(self.pixels.delay_ms.min(0xFF_FFFF));
        chunk(b"ANMF", &[&numbers.concat()[..], &time, &[blending], image].concat())
    }
}

/// Hands what each frame changes to `take`, one after another, and gives the size of all.
fn each(frames: &mut Frames, context: &Context, mut take: impl FnMut(Part) -> Result<()>) -> Result<(u32, u32)> {
    let first = holds::rgba(frames.first(context)?);
    let size = (first.width_px, first.height_px);
    let mut shown = vec![0; first.samples.len()];
    let mut next = Some(first);
    while let Some(frame) = next {
        context.checkpoint()?;
        if frame.samples.len() == shown.len() {
            take(Part::of(&frame, &shown))?;
            shown = frame.samples;
        }
        next = frames.next(context)?.map(holds::rgba);
    }
    Ok(size)
}

/// The chunk that says how often frames are played, on a background that lets through.
fn control(plays: u32) -> Vec<u8> {
    let times = u16::try_from(plays).unwrap_or(u16::MAX).to_le_bytes();
    chunk(b"ANIM", &[0, 0, 0, 0, times[0], times[1]])
}

/// An animation as a file.
pub(super) fn written(mut raster: Raster, plays: u32, packing: Packing, context: &Context) -> Result<Vec<u8>> {
    let (mut chunks, mut has_alpha) = (control(plays), false);
    let size = each(&mut raster.frames, context, |part| {
        let (chunk, is_clear) = part.packed(packing, context)?;
        has_alpha |= is_clear;
        chunks.extend(chunk);
        Ok(())
    })?;
    let flags = IS_ANIMATED | if has_alpha { HAS_ALPHA } else { 0 };
    Ok(file(size, &raster, flags, &chunks))
}

/// A frame that an estimate codes.
struct Look {
    study: Study,
    opacity_bytes: u64,
}

/// Frames that stand for all of an animation: coding them tells about how large its file becomes.
pub(super) struct Sample {
    /// The first frame, which is whole.
    first: Look,
    /// Others from everywhere.
    others: Vec<Look>,
    /// How many times more than these all others draw.
    share: f64,
    /// Bytes beside the pixels.
    beside: u64,
}

impl Sample {
    /// Frames of an animation; `None` where one of them has no room in VP8.
    pub(super) fn of(raster: &mut Raster, plays: u32, context: &Context) -> Result<Option<Sample>> {
        let stride = raster.frames.left().saturating_sub(1).div_ceil(SAMPLED).max(1);
        let (mut looks, mut count, mut drawn, mut sampled) = (Vec::new(), 0, 0.0, 0.0);
        let size = each(&mut raster.frames, context, |part| {
            if count > 0 {
                drawn += part.area();
            }
            // Frames in the middle of as many: the first of them may follow a cut.
            if count == 0 || (count - 1) % stride == stride / 2 {
                sampled += if count > 0 { part.area() } else { 0.0 };
                looks.push(look(&part.pixels, context)?);
            }
            count += 1;
            Ok(())
        })?;
        let beside = file(size, raster, IS_ANIMATED, &control(plays)).len() as u64 + HEAD * count as u64;
        let Some(mut others) = looks.into_iter().collect::<Option<Vec<Look>>>().filter(|looks| !looks.is_empty())
        else {
            return Ok(None);
        };
        let first = others.remove(0);
        Ok(Some(Sample { first, others, share: if sampled > 0.0 { drawn / sampled } else { 0.0 }, beside }))
    }

    /// About how many bytes the file has.
    pub(super) fn estimate(&mut self, knobs: &Knobs, context: &Context) -> Result<u64> {
        let of = |look: &mut Look| Ok(look.study.estimate(knobs, &mut || context.checkpoint())? + look.opacity_bytes);
        let first = of(&mut self.first)?;
        let others: u64 = self.others.iter_mut().map(of).sum::<Result<u64>>()?;
        Ok(self.beside + first + (others as f64 * self.share) as u64)
    }
}

fn look(frame: &Frame, context: &Context) -> Result<Option<Look>> {
    let Some(study) = lossy::study(frame, context)? else { return Ok(None) };
    let opacity_bytes = lossy::opacity(frame, context)?.len() as u64;
    Ok(Some(Look { study, opacity_bytes }))
}
