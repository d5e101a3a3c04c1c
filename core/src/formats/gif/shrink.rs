//! GIF made smaller: of each frame what changes; under a limit, by fewer colours.

use std::collections::BTreeMap;

use super::read;
use super::write::{self, Looks, Made};
use crate::context::Context;
use crate::error::Result;
use crate::format::{Ladder, Rung};
use crate::model::raster::{Frame, Raster};
use crate::options::LOSSLESS;
use crate::parts::palette::Wish;
use crate::warning::{Warning, WarningCode};

/// As many colours as a frame can have.
const ALL: Looks = Looks { wish: Wish { most: 256, degrees: false, spread: 0.7 }, tolerance: 0.0 };

/// Compresses without changing a pixel.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let made = Pixels::File(bytes.to_vec()).drawn(ALL, true, context)?;
    if made.is_exact {
        return Ok(made.bytes);
    }
    let message = "frames have more colours than could be kept: the file was returned as it is";
    context.warn(Warning::new(WarningCode::NotCompressed, message));
    Ok(bytes.to_vec())
}

/// Opens the ladder for results of at most `max_bytes`.
pub(super) fn ladder(bytes: &[u8], max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(GifLadder::of(Pixels::File(bytes.to_vec()), max_bytes, context)))
}

/// Opens the ladder of pixels.
pub(super) fn redraw(mut raster: Raster, max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let mut frames = Vec::new();
    while let Some(frame) = raster.frames.next(context)? {
        frames.push(frame);
    }
    Ok(Box::new(GifLadder::of(Pixels::Frames(frames, Box::new(raster.beside())), max_bytes, context)))
}

/// What is drawn.
enum Pixels {
    /// The frames of a file.
    File(Vec<u8>),
    /// Frames, and what stands beside them.
    Frames(Vec<Frame>, Box<Raster<'static>>),
}

impl Pixels {
    /// What is drawn, as a file. It has been counted when it came here: drawing it again and again is not counted.
    fn drawn(&self, looks: Looks, must: bool, context: &Context) -> Result<Made> {
        let (made, _) = context.aside(|| write::shared(|context| self.raster(context), looks, must, context))?;
        Ok(made)
    }

    fn raster(&self, context: &Context) -> Result<Raster<'_>> {
        match self {
            Pixels::File(bytes) => read::read(bytes, context),
            Pixels::Frames(frames, beside) => {
                let Raster { sequence, ref xmp, ref remarks, .. } = **beside;
                let frames = Raster::pages(frames.clone());
                Ok(Raster { sequence, xmp: xmp.clone(), remarks: remarks.clone(), ..frames })
            }
        }
    }
}

struct GifLadder {
    pixels: Pixels,
    max_bytes: u64,
    lossy: bool,
    /// Results by number of colours and step of the fine knob.
    known: BTreeMap<(usize, u32), Vec<u8>>,
}

/// Steps of the fine knob, below its middle.
const STEPS: f64 = 16.0;

/// Most of the lost colour that neighbours get.
const MOST_SPREAD: f64 = 0.7;

/// Distance of colours that is tolerated at the lowest rung, in Oklab: seen well, but the same things stay recognisable.
const MOST_TOLERANCE: f64 = 0.1;

impl GifLadder {
    fn of(pixels: Pixels, max_bytes: u64, context: &Context) -> GifLadder {
        GifLadder { pixels, max_bytes, lossy: !context.options().flag(&LOSSLESS), known: BTreeMap::new() }
    }

    /// The result at a rung. The coarse knob runs over the number of colours evenly by ratio; the fine one, up to its
    /// middle, over how much is tolerated for longer runs and how little of what is lost is spread.
    fn result(&mut self, rung: Rung, context: &Context) -> Result<&Vec<u8>> {
        let most = libm::exp2(1.0 + 7.0 * rung.coarse.clamp(0.0, 1.0)).round() as usize;
        let step = ((2.0 * rung.fine).clamp(0.0, 1.0) * STEPS).round();
        let key = (most, step as u32);
        if !self.known.contains_key(&key) {
            let share = step / STEPS;
            let wish = Wish { most, degrees: false, spread: (MOST_SPREAD * share) as f32 };
            let looks = Looks { wish, tolerance: (MOST_TOLERANCE * (1.0 - share)) as f32 };
            let made = self.pixels.drawn(looks, false, context)?;
            self.known.insert(key, made.bytes);
        }
        Ok(self.known.entry(key).or_default())
    }
}

impl Ladder for GifLadder {
    fn is_lossy(&self) -> bool {
        self.lossy
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let made = self.pixels.drawn(ALL, true, context)?;
        Ok(Some(made).filter(|made| made.is_exact && made.bytes.len() as u64 <= self.max_bytes).map(|made| made.bytes))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        Ok(self.result(rung, context)?.len() as u64)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        Ok(self.result(rung, context)?.clone())
    }

    fn start(&self) -> f64 {
        1.0
    }
}
