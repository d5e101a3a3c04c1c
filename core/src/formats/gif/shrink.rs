//! GIF made smaller: of each frame what changes; under a limit, by fewer colours.

use std::collections::BTreeMap;

use super::read;
use super::write::{self, Made};
use crate::context::Context;
use crate::error::Result;
use crate::format::{Ladder, Rung};
use crate::model::raster::{Frame, Raster};
use crate::options::LOSSLESS;
use crate::parts::palette::Wish;
use crate::warning::{Warning, WarningCode};

/// As many colours as a frame can have.
const ALL: Wish = Wish { most: 256, degrees: false, spread: 0.8 };

/// Compresses without changing a pixel.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let made = drawn(bytes, ALL, context)?;
    if made.is_exact {
        return Ok(made.bytes);
    }
    let message = "frames have more colours than could be kept: the file was returned as it is";
    context.warn(Warning::new(WarningCode::NotCompressed, message));
    Ok(bytes.to_vec())
}

/// The file drawn anew with other colours.
fn drawn(bytes: &[u8], wish: Wish, context: &Context) -> Result<Made> {
    write::made(read::read(bytes, context)?, wish, context)
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
    Ok(Box::new(GifLadder::of(Pixels::Frames(frames, Box::new(raster)), max_bytes, context)))
}

/// What is drawn.
enum Pixels {
    /// The frames of a file.
    File(Vec<u8>),
    /// Frames, and what stands beside them.
    Frames(Vec<Frame>, Box<Raster>),
}

impl Pixels {
    /// What is drawn, to be drawn once: it has been counted when the ladder was opened.
    fn drawn(&self, wish: Wish, context: &Context) -> Result<Made> {
        let (made, _) = context.aside(|| match self {
            Pixels::File(bytes) => drawn(bytes, wish, context),
            Pixels::Frames(frames, beside) => {
                let Raster { sequence, ref xmp, ref remarks, .. } = **beside;
                let frames = Raster::pages(frames.clone());
                let raster = Raster { sequence, xmp: xmp.clone(), remarks: remarks.clone(), ..frames };
                write::made(raster, wish, context)
            }
        })?;
        Ok(made)
    }
}

struct GifLadder {
    pixels: Pixels,
    max_bytes: u64,
    lossy: bool,
    /// Results by number of colours and sixteenths of what is spread.
    known: BTreeMap<(usize, u32), Vec<u8>>,
}

/// Sixteenths of the lost colour that neighbours get at most.
const SPREADS: f64 = 16.0;

impl GifLadder {
    fn of(pixels: Pixels, max_bytes: u64, context: &Context) -> GifLadder {
        GifLadder { pixels, max_bytes, lossy: !context.options().flag(&LOSSLESS), known: BTreeMap::new() }
    }

    fn result(&mut self, rung: Rung, context: &Context) -> Result<&Vec<u8>> {
        let most = libm::exp2(1.0 + 7.0 * rung.coarse.clamp(0.0, 1.0)).round() as usize;
        let spread = (rung.fine.clamp(0.0, 1.0) * SPREADS).round() as u32;
        if !self.known.contains_key(&(most, spread)) {
            let wish = Wish { most, degrees: false, spread: spread as f32 / SPREADS as f32 };
            let made = self.pixels.drawn(wish, context)?;
            self.known.insert((most, spread), made.bytes);
        }
        Ok(self.known.entry((most, spread)).or_default())
    }
}

impl Ladder for GifLadder {
    fn is_lossy(&self) -> bool {
        self.lossy
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let made = self.pixels.drawn(ALL, context)?;
        Ok(Some(made).filter(|made| made.is_exact && made.bytes.len() as u64 <= self.max_bytes).map(|made| made.bytes))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        Ok(self.result(rung, context)?.len() as u64)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        Ok(self.result(rung, context)?.clone())
    }
}
