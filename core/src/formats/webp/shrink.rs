//! WebP made smaller: packed anew without loss, or as a frame of VP8 of any coarseness.

use std::io::Cursor;

use image_webp::WebPDecoder;

use super::write::{self, Packing};
use super::{lossy, read};
use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::format::{Baggage, Ladder, Rung};
use crate::model::raster::{Frame, Raster, Sequence};
use crate::options::{LOSSLESS, QUALITY};
use crate::parts::vp8::{Knobs, Study};

/// Packs the pixels anew. What was packed with loss has lost enough where no quality is named.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let raster = read::read(bytes, context)?;
    if let Some(packing) = Packing::asked(context) {
        return write::whole(raster, packing, context);
    }
    if was_lossy(bytes)? {
        return Ok(bytes.to_vec());
    }
    write::balanced(raster, context)
}

/// Whether a file was packed with loss.
fn was_lossy(bytes: &[u8]) -> Result<bool> {
    Ok(WebPDecoder::new(Cursor::new(bytes)).map_err(read::failed)?.is_lossy())
}

/// Opens the ladder. An animation has one rung.
pub(super) fn ladder(bytes: &[u8], _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(WebpLadder::of(bytes.to_vec(), false, context)?))
}

/// Opens the ladder of pixels.
pub(super) fn redraw(raster: Raster, _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(WebpLadder::of(write::whole(raster, Packing::Whole, context)?, true, context)?))
}

/// A still picture that can be coded at any coarseness.
struct Seen {
    study: Study,
    opacity: Vec<u8>,
    /// Its size; its samples are in the study.
    frame: Frame,
    /// What stands beside it.
    raster: Raster<'static>,
}

impl Seen {
    fn file(&self, pixels: &[u8]) -> Vec<u8> {
        let flags = if self.opacity.is_empty() { 0 } else { write::HAS_ALPHA };
        write::file(&self.frame, &self.raster, flags, pixels)
    }
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
        let mut raster = read::kept(&bytes, context)?;
        let options = context.options();
        let is_still = !matches!(raster.sequence, Sequence::Animation { .. }) || raster.frames.left() < 2;
        let mut seen = None;
        if is_still && !options.flag(&LOSSLESS) {
            let frame = raster.frames.first(context)?;
            if let Some(study) = lossy::study(&frame, context)? {
                let opacity = lossy::opacity(&frame, context)?;
                let frame = Frame { samples: Vec::new(), ..frame };
                seen = Some(Seen { study, opacity, frame, raster: raster.beside() });
            }
        }
        let quality = options.integer(&QUALITY);
        let finest = quality.map_or(Knobs::FINEST, |quality| Knobs::of_quality(quality as f64, 0).step);
        Ok(WebpLadder { bytes, is_packed, seen, finest })
    }

    /// What a rung means. The coarse knob runs over the steps evenly by ratio; the fine one is 1 in its middle, and
    /// reaches from dropping nearly everything to dropping nothing.
    fn knobs(&self, rung: Rung, context: &Context) -> Knobs {
        let step = Knobs::COARSEST * libm::pow(self.finest / Knobs::COARSEST, rung.coarse);
        let odds = rung.fine / (1.0 - rung.fine).max(1e-3);
        Knobs { step, fidelity: odds * odds, effort: lossy::effort(context) }
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
        let anew = write::whole(read::read(&self.bytes, context)?, Packing::Whole, context)?;
        Ok(Some(if anew.len() < self.bytes.len() { anew } else { self.bytes.clone() }))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        let knobs = self.knobs(rung, context);
        let seen = self.seen.as_mut().ok_or_else(one_rung)?;
        let frame = seen.study.estimate(&knobs, &mut || context.checkpoint())?;
        Ok(frame + seen.file(&seen.opacity).len() as u64)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        let knobs = self.knobs(rung, context);
        match &self.seen {
            Some(seen) => Ok(seen.file(&lossy::chunks(&seen.study, &seen.opacity, &knobs, context)?)),
            None => Ok(self.lossless(context)?.unwrap_or_default()),
        }
    }
}
