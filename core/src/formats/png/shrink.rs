//! PNG made smaller: without changing a pixel, by a better form, filters and packing; under a limit, by fewer colours.

use std::collections::BTreeMap;

use super::animate;
use super::pack::{self, Form};
use super::reduce;
use crate::context::Context;
use crate::error::Result;
use crate::format::{Ladder, Rung};
use crate::model::raster::Frame;
use crate::options::{EFFORT, LOSSLESS};
use crate::parts::palette::Wish;
use crate::parts::png_chunks::chunks;
use crate::parts::{holds, pixels};
use crate::warning::{Warning, WarningCode};

/// Chunks that say what colours are: they stand before the palette (PNG 3rd edition, 5.6).
const COLOR: [&[u8]; 6] = [b"cHRM", b"gAMA", b"iCCP", b"sRGB", b"cICP", b"mDCV"];

/// Chunks that are of the form of the pixels, which becomes another one, or are written anew.
const OF_THE_FORM: [&[u8]; 9] = [b"IHDR", b"PLTE", b"tRNS", b"bKGD", b"hIST", b"sBIT", b"sPLT", b"IDAT", b"IEND"];

/// Share of a limit that words about the picture may take: a quarter.
const METADATA_SHARE: u64 = 4;

/// Compresses without changing a pixel.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    if animate::control(bytes).is_some() {
        let message = "animated PNG cannot be made smaller yet";
        context.warn(Warning::new(WarningCode::NotCompressed, message));
        return Ok(bytes.to_vec());
    }
    let around = Around::of(bytes);
    smallest(decoded(bytes, context)?, &around, context)
}

/// The pixels as stored: their orientation stays a matter of the Exif data.
fn decoded(bytes: &[u8], context: &Context) -> Result<Frame> {
    pixels::decode_as_stored(bytes, image::ImageFormat::Png, context)
}

fn smallest(frame: Frame, around: &Around, context: &Context) -> Result<Vec<u8>> {
    let effort = context.options().integer(&EFFORT).unwrap_or(5);
    let mut best: Option<Vec<u8>> = None;
    for form in reduce::exact(frame, context)? {
        let file = pack::packed(&form, &around.before, &around.behind, effort, context)?;
        if best.as_ref().is_none_or(|best| file.len() < best.len()) {
            best = Some(file);
        }
    }
    Ok(best.unwrap_or_default())
}

/// What a file says besides its pixels, as the chunks that say it.
struct Around {
    before: Vec<u8>,
    behind: Vec<u8>,
}

impl Around {
    fn of(png: &[u8]) -> Around {
        let mut around = Around { before: Vec::new(), behind: Vec::new() };
        for (kind, data) in chunks(png).filter(|(kind, _)| !OF_THE_FORM.contains(kind)) {
            let Ok(kind): std::result::Result<[u8; 4], _> = kind.try_into() else { continue };
            let place = if COLOR.contains(&&kind[..]) { &mut around.before } else { &mut around.behind };
            pack::chunk(kind, data, place);
        }
        around
    }

    /// Leaves out words about the picture where they would take too much of a limit.
    fn within(mut self, max_bytes: u64, context: &Context) -> Around {
        if !self.behind.is_empty() && self.behind.len() as u64 > max_bytes / METADATA_SHARE {
            let message = "left out, since they would take too much of the limit: texts, Exif, XMP, the density";
            context.warn(Warning::new(WarningCode::MetadataDropped, message));
            self.behind.clear();
        }
        self
    }
}

/// Opens the ladder for results of at most `max_bytes`.
pub(super) fn ladder(bytes: &[u8], max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let frame = decoded(bytes, context)?;
    Ok(Box::new(PngLadder {
        frame,
        around: Around::of(bytes).within(max_bytes, context),
        max_bytes,
        effort: context.options().integer(&EFFORT).unwrap_or(5),
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
        reduce::colored(shallow.as_ref().unwrap_or(&self.frame), wish, context)
    }
}

impl Ladder for PngLadder {
    fn is_lossy(&self) -> bool {
        self.lossy
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let file = smallest(self.frame.clone(), &self.around, context)?;
        Ok(Some(file).filter(|file| file.len() as u64 <= self.max_bytes))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        let wish = Self::wish(rung);
        if let Some(size) = self.known.get(&wish) {
            return Ok(*size);
        }
        let form = self.form(wish, context)?;
        let size = pack::quick(&form, &self.around.before, &self.around.behind, context)?.len() as u64;
        self.known.insert(wish, size);
        Ok(size)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        let form = self.form(Self::wish(rung), context)?;
        pack::packed(&form, &self.around.before, &self.around.behind, self.effort.min(5), context)
    }
}
