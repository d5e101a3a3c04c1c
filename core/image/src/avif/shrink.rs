//! AVIF made smaller: coarser quantisation, found at a fast speed, and packed at the speed that is asked for.

use std::collections::BTreeMap;

use transvase_av1::{Content, Encoded};

use super::encode::{Knobs, Planes, content, speed};
use super::write::of_alpha;
use super::{read, write};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::QUALITY;
use transvase_format::{Baggage, Ladder, Rung};
use transvase_model::raster::Raster;

/// Speed of the search.
const FAST: u8 = 10;

/// Packs the pixels anew where a quality is named. What is an AVIF has lost enough otherwise.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    if context.options().integer(&QUALITY).is_none() {
        return Ok(bytes.to_vec());
    }
    let mut raster = read::kept(bytes, context)?;
    if raster.plays().is_some() {
        return Ok(bytes.to_vec());
    }
    let frame = raster.frames.first(context)?;
    write::packed(&frame, &raster, context)
}

/// Opens the ladder. An animation has one rung, which is itself.
pub(super) fn ladder(bytes: &[u8], _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let raster = read::kept(bytes, context)?;
    let seen = if raster.plays().is_some() { None } else { Some(Seen::of(raster, context)?) };
    Ok(Box::new(AvifLadder::of(Some(bytes.to_vec()), seen, context)))
}

/// Opens the ladder of pixels.
pub(super) fn redraw(raster: Raster, _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(AvifLadder::of(None, Some(Seen::of(raster, context)?), context)))
}

/// A still picture, or a sample of one.
struct Look {
    planes: Planes,
    /// With colours of fewer samples, for coarse rungs of a photograph.
    halved: Option<Planes>,
}

impl Look {
    /// Colours and opacity, and the planes they are of.
    fn packed(&self, knobs: Knobs, raster: &Raster, context: &Context) -> Result<(&Planes, Encoded, Option<Encoded>)> {
        let planes = self.halved.as_ref().filter(|_| knobs.halves_colors()).unwrap_or(&self.planes);
        let colors = planes.colors(knobs, raster.icc.is_some(), context)?;
        Ok((planes, colors, planes.alpha(of_alpha(knobs), context)?))
    }

    /// A sample, and how many times larger this is.
    fn sample(&self) -> Option<(Look, f64)> {
        let (planes, share) = self.planes.sample()?;
        Some((Look { planes, halved: self.halved.as_ref().and_then(|halved| Some(halved.sample()?.0)) }, share))
    }
}

/// A still picture, and what stands beside it.
struct Seen {
    whole: Look,
    sample: Option<(Look, f64)>,
    raster: Raster<'static>,
}

impl Seen {
    fn of(mut raster: Raster, context: &Context) -> Result<Self> {
        let frame = raster.frames.first(context)?;
        write::check(&frame)?;
        let content = content(&frame, context)?;
        let halved = match content {
            Content::Natural => Some(Planes::of(&frame, content, true, context)?),
            Content::Screen => None,
        };
        let whole = Look { planes: Planes::of(&frame, content, false, context)?, halved };
        Ok(Seen { sample: whole.sample(), whole, raster: raster.beside() })
    }

    fn file(&self, knobs: Knobs, context: &Context) -> Result<Vec<u8>> {
        let (planes, colors, alpha) = self.whole.packed(knobs, &self.raster, context)?;
        Ok(planes.file(&colors, alpha.as_ref(), &self.raster))
    }

    /// About how many bytes the file has.
    fn estimate(&self, knobs: Knobs, context: &Context) -> Result<u64> {
        let (look, share) = self.sample.as_ref().map_or((&self.whole, 1.0), |(look, share)| (look, *share));
        let (planes, colors, alpha) = look.packed(knobs, &self.raster, context)?;
        let data = colors.unit.len() + alpha.as_ref().map_or(0, |alpha| alpha.unit.len());
        let beside = planes.file(&colors, alpha.as_ref(), &self.raster).len() - data;
        Ok((beside as f64 + data as f64 * share) as u64)
    }
}

struct AvifLadder {
    /// The file; nothing where there is none yet.
    bytes: Option<Vec<u8>>,
    seen: Option<Seen>,
    /// Quantiser of the highest rung.
    finest: u8,
    /// Bytes at the fast speed, about, by quantiser.
    estimates: BTreeMap<u8, u64>,
    /// Files that have been made, by quantiser: the search comes by some of them again.
    made: BTreeMap<u8, Vec<u8>>,
}

impl AvifLadder {
    fn of(bytes: Option<Vec<u8>>, seen: Option<Seen>, context: &Context) -> Self {
        let finest = context.options().integer(&QUALITY);
        let finest = finest.map_or(Knobs::FINEST, |quality| Knobs::of_quality(quality, context).quantizer);
        AvifLadder { bytes, seen, finest, estimates: BTreeMap::new(), made: BTreeMap::new() }
    }

    /// The quantiser of a rung: the coarse knob runs over them evenly. There is no fine knob, since each is a step of
    /// one or two percent.
    fn quantizer(&self, rung: Rung) -> u8 {
        let (finest, coarsest) = (f64::from(self.finest), f64::from(Knobs::COARSEST));
        (coarsest + (finest - coarsest) * rung.coarse + 0.5) as u8
    }
}

impl Ladder for AvifLadder {
    fn is_lossy(&self) -> bool {
        self.seen.is_some()
    }

    fn baggage(&self) -> Baggage {
        self.seen.as_ref().map_or_else(Baggage::default, |seen| Baggage::of(&seen.raster))
    }

    fn lossless(&mut self, _context: &Context) -> Result<Option<Vec<u8>>> {
        Ok(self.bytes.clone())
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        let quantizer = self.quantizer(rung);
        if let Some(known) = self.estimates.get(&quantizer) {
            return Ok(*known);
        }
        let Some(seen) = &self.seen else { return Ok(self.bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)) };
        let size = seen.estimate(Knobs { quantizer, speed: FAST }, context)?;
        self.estimates.insert(quantizer, size);
        Ok(size)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        let quantizer = self.quantizer(rung);
        if let Some(known) = self.made.get(&quantizer) {
            return Ok(known.clone());
        }
        let Some(seen) = &self.seen else { return Ok(self.bytes.clone().unwrap_or_default()) };
        let file = seen.file(Knobs { quantizer, speed: speed(context) }, context)?;
        self.made.insert(quantizer, file.clone());
        Ok(file)
    }
}
