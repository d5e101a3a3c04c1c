//! PNG made smaller: without changing a pixel, by a better form, filters and packing; under a limit, by fewer colours.

use std::collections::BTreeMap;

use super::animate;
use crate::context::Context;
use crate::error::Result;
use crate::format::{Ladder, Rung};
use crate::model::raster::Frame;
use crate::options::{EFFORT, LOSSLESS};
use crate::parts::palette::Wish;
use crate::parts::png::around::Around;
use crate::parts::png::forms::{self, Form};
use crate::parts::png::{packing, smaller};
use crate::parts::{holds, pixels};
use crate::warning::{Warning, WarningCode};

/// Compresses without changing a pixel.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    if animate::control(bytes).is_some() {
        let message = "animated PNG cannot be made smaller yet";
        context.warn(Warning::new(WarningCode::NotCompressed, message));
        return Ok(bytes.to_vec());
    }
    smaller::smallest(decoded(bytes, context)?, &Around::of(bytes), effort(context), context)
}

/// The pixels as stored: their orientation stays a matter of the Exif data.
fn decoded(bytes: &[u8], context: &Context) -> Result<Frame> {
    pixels::decode_as_stored(bytes, image::ImageFormat::Png, context)
}

fn effort(context: &Context) -> u64 {
    context.options().integer(&EFFORT).unwrap_or(5)
}

/// Opens the ladder for results of at most `max_bytes`.
pub(super) fn ladder(bytes: &[u8], max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let frame = decoded(bytes, context)?;
    Ok(Box::new(PngLadder {
        frame,
        around: Around::of(bytes).within(max_bytes, context),
        max_bytes,
        effort: effort(context),
        lossy: !context.options().flag(&LOSSLESS),
        known: BTreeMap::new(),
    }))
}

struct PngLadder {
    frame: Frame,
    around: Around,
    max_bytes: u64,
    effort: u64,
    lossy: bool,
    /// Sizes that were seen, by number of colours and sixteenths of what is spread.
    known: BTreeMap<(usize, u32), u64>,
}

/// Sixteenths of the lost colour that neighbours get at most.
const SPREADS: f64 = 16.0;

impl PngLadder {
    /// What a rung means: colours from 2 to 256 evenly by ratio, and how much of what they lose is spread.
    fn wish(rung: Rung) -> (usize, u32) {
        let colors = libm::exp2(1.0 + 7.0 * rung.coarse.clamp(0.0, 1.0)).round() as usize;
        let spread = (rung.fine.clamp(0.0, 1.0) * SPREADS).round() as u32;
        (colors, spread)
    }

    fn form(&self, (most, spread): (usize, u32), context: &Context) -> Result<Form> {
        let wish = Wish { most, degrees: true, spread: spread as f32 / SPREADS as f32 };
        let shallow = self.frame.format.is_deep().then(|| holds::shallow(self.frame.clone(), context)).transpose()?;
        forms::colored(shallow.as_ref().unwrap_or(&self.frame), wish, context)
    }
}

impl Ladder for PngLadder {
    fn is_lossy(&self) -> bool {
        self.lossy
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let file = smaller::smallest(self.frame.clone(), &self.around, self.effort, context)?;
        Ok(Some(file).filter(|file| file.len() as u64 <= self.max_bytes))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        let wish = Self::wish(rung);
        if let Some(size) = self.known.get(&wish) {
            return Ok(*size);
        }
        let form = self.form(wish, context)?;
        let size = packing::quick(&form, &self.around, context)?.len() as u64;
        self.known.insert(wish, size);
        Ok(size)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        let form = self.form(Self::wish(rung), context)?;
        packing::packed(&form, &self.around, self.effort.min(5), context)
    }
}
