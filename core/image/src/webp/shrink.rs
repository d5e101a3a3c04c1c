//! WebP made smaller: packed anew without loss, or as a frame of VP8 of any coarseness.

use super::animation::Sample;
use super::container::HAS_ALPHA;
use super::write::{self, Packing};
use super::{lossy, read};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{LOSSLESS, QUALITY};
use transvase_codec::vp8::{Knobs, Study};
use transvase_format::{Baggage, Ladder, Rung};
use transvase_model::raster::{Frame, Raster};

/// Packs the pixels anew. What was packed with loss has lost enough where no quality is named.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let raster = read::read(bytes, context)?;
    if let Some(packing) = Packing::asked(context) {
        return write::whole(raster, packing, context);
    }
    if was_lossy(bytes, context)? {
        return Ok(bytes.to_vec());
    }
    write::balanced(raster, context)
}

/// Whether a file was packed with loss.
fn was_lossy(bytes: &[u8], context: &Context) -> Result<bool> {
    Ok(read::opened(bytes, context)?.is_lossy())
}

/// Opens the ladder.
pub(super) fn ladder(bytes: &[u8], _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(WebpLadder::of(bytes.to_vec(), false, context)?))
}

/// Opens the ladder of pixels.
pub(super) fn redraw(raster: Raster, _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(WebpLadder::of(write::whole(raster, Packing::Whole, context)?, true, context)?))
}

/// A picture that can be coded at any coarseness.
struct Seen {
    look: Look,
    /// What stands beside its frames.
    raster: Raster<'static>,
}

/// What is known of its pixels.
enum Look {
    Still {
        study: Study,
        opacity: Vec<u8>,
        size: (u32, u32),
    },
    /// The frames are read anew for each result: all of them may have no room beside one another.
    Moving(Sample),
}

impl Seen {
    /// `None` where VP8 has no room for the picture, which is packed without loss alone then.
    fn of(mut raster: Raster, context: &Context) -> Result<Option<Seen>> {
        let look = match raster.plays() {
            Some(plays) => Sample::of(&mut raster, plays, context)?.map(Look::Moving),
            None => still(&raster.frames.first(context)?, context)?,
        };
        Ok(look.map(|look| Seen { look, raster: raster.beside() }))
    }

    fn estimate(&mut self, knobs: &Knobs, context: &Context) -> Result<u64> {
        match &mut self.look {
            Look::Still { study, opacity, size } => {
                let frame = study.estimate(knobs, &mut || context.checkpoint())?;
                Ok(frame + still_file(*size, &self.raster, opacity, opacity).len() as u64)
            }
            Look::Moving(sample) => sample.estimate(knobs, context),
        }
    }
}

fn still(frame: &Frame, context: &Context) -> Result<Option<Look>> {
    let Some(study) = lossy::study(frame, context)? else { return Ok(None) };
    let opacity = lossy::opacity(frame, context)?;
    Ok(Some(Look::Still { study, opacity, size: (frame.width_px, frame.height_px) }))
}

fn still_file(size: (u32, u32), raster: &Raster, opacity: &[u8], pixels: &[u8]) -> Vec<u8> {
    write::file(size, raster, if opacity.is_empty() { 0 } else { HAS_ALPHA }, pixels)
}

struct WebpLadder {
    bytes: Vec<u8>,
    /// Whether these were packed here, without loss.
    is_packed: bool,
    seen: Option<Seen>,
    /// Step of the highest rung.
    finest: f64,
}

impl WebpLadder {
    fn of(bytes: Vec<u8>, is_packed: bool, context: &Context) -> Result<WebpLadder> {
        let options = context.options();
        let raster = read::kept(&bytes, context)?;
        let seen = if options.flag(&LOSSLESS) { None } else { Seen::of(raster, context)? };
        let quality = options.integer(&QUALITY);
        let finest = quality.map_or(Knobs::FINEST, |quality| Knobs::of_quality(quality as f64, 0).step);
        Ok(WebpLadder { bytes, is_packed, seen, finest })
    }

    /// The file's frames once more: they have been counted.
    fn again(&self, packing: Packing, context: &Context) -> Result<Vec<u8>> {
        Ok(context.aside(|| write::whole(read::kept(&self.bytes, context)?, packing, context))?.0)
    }

    /// What a rung means.
    fn knobs(&self, rung: Rung, context: &Context) -> Knobs {
        let step = rung.step(Knobs::COARSEST, self.finest);
        Knobs { step, fidelity: rung.fidelity(), effort: lossy::effort(context) }
    }
}

fn one_rung() -> Error {
    Error::new(ErrorCode::Internal, "this picture is packed without loss alone")
}

impl Ladder for WebpLadder {
    fn is_lossy(&self) -> bool {
        self.seen.is_some()
    }

    fn baggage(&self) -> Baggage {
        self.seen.as_ref().map_or_else(Baggage::default, |seen| Baggage::of(&seen.raster))
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        if self.is_packed {
            return Ok(Some(self.bytes.clone()));
        }
        let anew = self.again(Packing::Whole, context)?;
        Ok(Some(if anew.len() < self.bytes.len() { anew } else { self.bytes.clone() }))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        let knobs = self.knobs(rung, context);
        self.seen.as_mut().ok_or_else(one_rung)?.estimate(&knobs, context)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        let knobs = self.knobs(rung, context);
        match &self.seen {
            Some(Seen { look: Look::Still { study, opacity, size }, raster }) => {
                Ok(still_file(*size, raster, opacity, &lossy::chunks(study, opacity, &knobs, context)?))
            }
            Some(Seen { look: Look::Moving(_), .. }) => self.again(Packing::Lossy(knobs), context),
            None => Ok(self.lossless(context)?.unwrap_or_default()),
        }
    }
}
