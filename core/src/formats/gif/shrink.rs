//! GIF made smaller: of each frame what changes; under a limit, by fewer colours.

use std::collections::BTreeMap;

use super::read;
use super::write::{self, Looks, Made};
use crate::context::Context;
use crate::error::Result;
use crate::format::{Baggage, Ladder, METADATA_SHARE, Rung};
use crate::model::raster::{Frame, Raster};
use crate::options::LOSSLESS;
use crate::parts::palette::Wish;
use crate::warning::{Warning, WarningCode};

/// As many colours as a frame can have.
const ALL: Looks = Looks { wish: Wish { most: 256, degrees: false, spread: 0.7 }, tolerance: 0.0 };

/// Compresses without changing a pixel.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let made = Pixels::File(bytes.to_vec()).drawn(ALL, true, true, context)?;
    if made.is_exact {
        return Ok(made.bytes);
    }
    let message = "frames have more colours than could be kept: the file was returned as it is";
    context.warn(Warning::new(WarningCode::NotCompressed, message));
    Ok(bytes.to_vec())
}

/// Opens the ladder for results of at most `max_bytes`.
pub(super) fn ladder(bytes: &[u8], max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(GifLadder::of(Pixels::File(bytes.to_vec()), max_bytes, context)?))
}

/// Opens the ladder of pixels.
pub(super) fn redraw(mut raster: Raster, max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let mut frames = Vec::new();
    while let Some(frame) = raster.frames.next(context)? {
        frames.push(frame);
    }
    Ok(Box::new(GifLadder::of(Pixels::Frames(frames, Box::new(raster.beside())), max_bytes, context)?))
}

/// What is drawn.
enum Pixels {
    /// The frames of a file.
    File(Vec<u8>),
    /// Frames, and what stands beside them.
    Frames(Vec<Frame>, Box<Raster<'static>>),
}

impl Pixels {
    /// What is drawn, as a file that says what the source says or nothing. It has been counted when it came here: drawing
    /// it again and again is not counted.
    fn drawn(&self, looks: Looks, says: bool, must: bool, context: &Context) -> Result<Made> {
        let draw = |context: &Context| {
            let raster = self.raster(context)?;
            Ok(if says { raster } else { Raster { xmp: None, remarks: Vec::new(), ..raster } })
        };
        Ok(context.aside(|| write::shared(draw, looks, must, context))?.0)
    }

    /// Bytes of what the source says of itself.
    fn said_bytes(&self, context: &Context) -> Result<u64> {
        let (raster, _) = context.aside(|| self.raster(context))?;
        Ok(Baggage::of(&raster).metadata)
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
    /// Bytes of comments and XMP, and whether they stay where colours are lost.
    said_bytes: u64,
    says: bool,
    /// Most of the lost colour that neighbours get.
    most_spread: f64,
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
    fn of(pixels: Pixels, max_bytes: u64, context: &Context) -> Result<GifLadder> {
        let (lossy, said_bytes) = (!context.options().flag(&LOSSLESS), pixels.said_bytes(context)?);
        let says = said_bytes <= max_bytes / METADATA_SHARE;
        let (most_spread, known) = (MOST_SPREAD, BTreeMap::new());
        Ok(GifLadder { pixels, max_bytes, lossy, said_bytes, says, most_spread, known })
    }

    /// Tells that what the source says of itself is left out.
    fn warn_of_silence(&self, context: &Context) {
        if self.said_bytes > 0 {
            let message = "comments and XMP were left out, for which the limit has no room";
            context.warn(Warning::new(WarningCode::MetadataDropped, message));
        }
    }

    /// The result at a rung. The coarse knob runs over the number of colours evenly by ratio; the fine one, up to its
    /// middle, over how much is tolerated for longer runs and how little of what is lost is spread.
    fn result(&mut self, rung: Rung, context: &Context) -> Result<&Vec<u8>> {
        let most = libm::exp2(1.0 + 7.0 * rung.coarse.clamp(0.0, 1.0)).round() as usize;
        let step = ((2.0 * rung.fine).clamp(0.0, 1.0) * STEPS).round();
        let key = (most, step as u32);
        if !self.known.contains_key(&key) {
            let share = step / STEPS;
            let wish = Wish { most, degrees: false, spread: (self.most_spread * share) as f32 };
            let looks = Looks { wish, tolerance: (MOST_TOLERANCE * (1.0 - share)) as f32 };
            let made = self.pixels.drawn(looks, self.says, false, context)?;
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
        let fits = |made: &Made| made.is_exact && made.bytes.len() as u64 <= self.max_bytes;
        let made = self.pixels.drawn(ALL, true, true, context)?;
        if fits(&made) || !made.is_exact || made.bytes.len() as u64 > self.max_bytes + self.said_bytes * 2 {
            return Ok(Some(made).filter(fits).map(|made| made.bytes));
        }
        // What is said goes before any colour does.
        let silent = Some(self.pixels.drawn(ALL, false, true, context)?).filter(fits);
        if silent.is_some() {
            self.warn_of_silence(context);
        }
        Ok(silent.map(|made| made.bytes))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        Ok(self.result(rung, context)?.len() as u64)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        if !self.says {
            self.warn_of_silence(context);
        }
        Ok(self.result(rung, context)?.clone())
    }

    fn start(&self) -> f64 {
        1.0
    }

    /// Nothing is spread: drawings and animations have room for more colours then.
    fn turn(&mut self) -> bool {
        self.known.clear();
        std::mem::replace(&mut self.most_spread, 0.0) > 0.0
    }
}
