//! GIF made smaller: of each frame what changes; under a limit, by fewer colours.

use std::collections::BTreeMap;

use super::read;
use super::write::{self, Looks, Made};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::LOSSLESS;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::palette::Wish;
use transvase_format::{Baggage, LIMIT_TO_METADATA, Ladder, Rung};
use transvase_model::raster::{Frame, Frames, Raster};

/// As many colours as a frame can have.
const ALL: Looks = Looks { wish: Wish { most: 256, degrees: false, spread: 0.7 }, tolerance: 0.0 };

/// Compresses without changing a pixel.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let made = Pixels::File(bytes.to_vec()).drawn(ALL, Draw { says: true, must: true, frames: usize::MAX }, context)?;
    if made.is_exact {
        return Ok(made.bytes);
    }
    let message = "the file was returned as it is: a frame has more colours than one palette can hold";
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

/// What of it is drawn.
#[derive(Debug, Clone, Copy)]
struct Draw {
    /// Whether the file says what the source says.
    says: bool,
    /// Whether all colours must be kept.
    must: bool,
    /// Frames at most, from the first on.
    frames: usize,
}

impl Pixels {
    /// What is drawn, as a file. It has been counted when it came here: drawing it again and again is not counted.
    fn drawn(&self, looks: Looks, Draw { says, must, frames }: Draw, context: &Context) -> Result<Made> {
        let draw = |context: &Context| {
            let mut raster = self.raster(context)?;
            if raster.frames.left() > frames {
                let mut all = std::mem::replace(&mut raster.frames, Vec::new().into());
                raster.frames = Frames::in_rows(frames, move |context| all.next_rows(context));
            }
            Ok(if says { raster } else { Raster { xmp: None, remarks: Vec::new(), ..raster } })
        };
        Ok(context.aside(|| write::shared(draw, looks, must, context))?.0)
    }

    /// Bytes of what the source says of itself, and its frames.
    fn measured(&self, context: &Context) -> Result<(u64, usize)> {
        let (raster, _) = context.aside(|| self.raster(context))?;
        Ok((Baggage::of(&raster).metadata, raster.frames.left()))
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
    /// Frames that an estimate draws, fewer than there are, and what all of them take for a byte of those.
    sample: Option<(usize, f64)>,
    /// Bytes of the result without loss, once it is known.
    whole_bytes: u64,
    /// Results and estimates by number of colours and step of the fine knob.
    known: BTreeMap<Knobs, Vec<u8>>,
    estimates: BTreeMap<Knobs, u64>,
}

/// Number of colours, and step of the fine knob.
type Knobs = (usize, u32);

/// Steps of the fine knob, below its middle.
const STEPS: f64 = 16.0;

/// Most of the lost colour that neighbours get.
const MOST_SPREAD: f64 = 0.7;

/// Distance of colours that is tolerated at the lowest rung, in Oklab: seen well, but the same things stay recognisable.
const MOST_TOLERANCE: f64 = 0.1;

/// An estimate draws this part of the frames, and at least so many.
const SAMPLE: usize = 4;
const FEWEST: usize = 6;

impl GifLadder {
    fn of(pixels: Pixels, max_bytes: u64, context: &Context) -> Result<GifLadder> {
        let lossy = !context.options().flag(&LOSSLESS);
        let (said_bytes, frames) = pixels.measured(context)?;
        let sample = (frames / SAMPLE).max(FEWEST);
        Ok(GifLadder {
            pixels,
            max_bytes,
            lossy,
            said_bytes,
            says: said_bytes <= max_bytes / LIMIT_TO_METADATA,
            most_spread: MOST_SPREAD,
            sample: (frames >= 2 * sample).then_some((sample, 0.0)),
            whole_bytes: 0,
            known: BTreeMap::new(),
            estimates: BTreeMap::new(),
        })
    }

    fn draw(&self, must: bool, frames: usize) -> Draw {
        Draw { says: self.says, must, frames }
    }

    /// Tells that what the source says of itself is left out.
    fn warn_of_silence(&self, context: &Context) {
        if self.said_bytes > 0 {
            let message = "comments and XMP were left out, for which the limit has no room";
            context.warn(Warning::new(WarningCode::MetadataDropped, message));
        }
    }

    /// What a rung means: how many colours there are, and by the fine knob how much is tolerated for longer runs and how
    /// little of what is lost is spread.
    fn knobs(rung: Rung) -> Knobs {
        (rung.colors(), rung.fine_step(STEPS))
    }

    fn looks(&self, (most, step): Knobs) -> Looks {
        let share = f64::from(step) / STEPS;
        let wish = Wish { most, degrees: false, spread: (self.most_spread * share) as f32 };
        Looks { wish, tolerance: (MOST_TOLERANCE * (1.0 - share)) as f32 }
    }

    /// The smallest result that keeps all colours; where they are too many for that, the file as it is.
    fn exact(&self, context: &Context) -> Result<Vec<u8>> {
        let made = self.pixels.drawn(ALL, Draw { says: false, must: true, frames: usize::MAX }, context)?;
        match &self.pixels {
            Pixels::File(bytes) if !made.is_exact => Ok(bytes.clone()),
            _ => {
                self.warn_of_silence(context);
                Ok(made.bytes)
            }
        }
    }

    fn result(&mut self, knobs: Knobs, context: &Context) -> Result<&Vec<u8>> {
        if !self.known.contains_key(&knobs) {
            let made = self.pixels.drawn(self.looks(knobs), self.draw(false, usize::MAX), context)?;
            self.known.insert(knobs, made.bytes);
        }
        Ok(self.known.entry(knobs).or_default())
    }

    /// The size of a result by that of its first frames. What the others take beside them is told by a result without
    /// loss.
    fn sampled(&mut self, knobs: Knobs, (frames, mut share): (usize, f64), context: &Context) -> Result<u64> {
        if share == 0.0 {
            let part = self.pixels.drawn(ALL, self.draw(true, frames), context)?.bytes.len();
            // The result without loss has said what the sample leaves out.
            let silenced = if self.says { 0 } else { self.said_bytes };
            share = self.whole_bytes.saturating_sub(silenced) as f64 / part.max(1) as f64;
            self.sample = Some((frames, share));
        }
        let part = self.pixels.drawn(self.looks(knobs), self.draw(false, frames), context)?.bytes.len();
        Ok((part as f64 * share) as u64)
    }
}

impl Ladder for GifLadder {
    fn is_lossy(&self) -> bool {
        self.lossy
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let says = Draw { says: true, must: true, frames: usize::MAX };
        let made = self.pixels.drawn(ALL, says, context)?;
        self.whole_bytes = made.bytes.len() as u64;
        if !made.is_exact {
            return Ok(None);
        }
        let is_far = made.bytes.len() as u64 > self.max_bytes + self.said_bytes * 2;
        if made.bytes.len() as u64 <= self.max_bytes || self.said_bytes == 0 || self.lossy && is_far {
            return Ok(Some(made.bytes));
        }
        // What is said goes before any colour does.
        let silent = self.pixels.drawn(ALL, Draw { says: false, ..says }, context)?;
        self.warn_of_silence(context);
        Ok(Some(silent.bytes))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        let knobs = Self::knobs(rung);
        let Some(sample) = self.sample.filter(|_| self.whole_bytes > 0) else {
            return Ok(self.result(knobs, context)?.len() as u64);
        };
        if let Some(known) = self.estimates.get(&knobs) {
            return Ok(*known);
        }
        let size = self.sampled(knobs, sample, context)?;
        self.estimates.insert(knobs, size);
        Ok(size)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        if !self.lossy {
            return self.exact(context);
        }
        let knobs = Self::knobs(rung);
        let may_be_silent = rung == Rung::LOWEST && self.says && self.said_bytes > 0;
        if may_be_silent && self.result(knobs, context)?.len() as u64 > self.max_bytes {
            // What is said goes before nothing fits.
            self.says = false;
            self.known.clear();
            self.estimates.clear();
        }
        if !self.says {
            self.warn_of_silence(context);
        }
        Ok(self.result(knobs, context)?.clone())
    }

    fn start(&self) -> f64 {
        1.0
    }

    /// Nothing is spread: drawings and animations have room for more colours then.
    fn turn(&mut self) -> bool {
        self.known.clear();
        self.estimates.clear();
        std::mem::replace(&mut self.most_spread, 0.0) > 0.0
    }
}
