//! PNG made smaller: without changing a pixel, by a better form, filters and packing; under a limit, by fewer colours.

use std::collections::BTreeMap;
use std::slice;

use super::{REWRITING, play, read};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{EFFORT, LOSSLESS};
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::holds;
use transvase_codec::palette::{Colors, Wish};
use transvase_codec::png::around::Around;
use transvase_codec::png::forms::{self, Form};
use transvase_codec::png::{packing, smaller};
use transvase_format::{Baggage, Ladder, OneRung, Rung};
use transvase_model::raster::Frame;

/// Compresses without changing a pixel.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    if let Some(lost) = play::losses(bytes) {
        let message = format!("the file was returned as it is: writing it anew would lose {lost}");
        context.warn(Warning::new(WarningCode::NotCompressed, message));
        return Ok(bytes.to_vec());
    }
    if play::control(bytes).is_some() {
        return REWRITING.smallest(bytes, context);
    }
    smaller::smallest(decoded(bytes, context)?, &Around::of(bytes), effort(context), context)
}

/// An animation written anew where that is smaller, with a word of a still picture that is lost by it.
fn animation(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let anew = REWRITING.smallest(bytes, context)?;
    if anew != bytes && play::is_beside_still(bytes) {
        let message = "the still picture beside the animation was left out";
        context.warn(Warning::new(WarningCode::FramesDropped, message));
    }
    Ok(anew)
}

/// The pixels as stored: their orientation stays a matter of the Exif data.
fn decoded(bytes: &[u8], context: &Context) -> Result<Frame> {
    read::as_stored(bytes, context)
}

fn effort(context: &Context) -> u64 {
    context.options().integer(&EFFORT).unwrap_or(5)
}

/// Opens the ladder for results of at most `max_bytes`.
pub(super) fn ladder(bytes: &[u8], max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let lossy = !context.options().flag(&LOSSLESS);
    if !lossy && play::losses(bytes).is_some() {
        return Ok(Box::new(OneRung(bytes.to_vec())));
    }
    if play::control(bytes).is_some() {
        return Ok(Box::new(OneRung(animation(bytes, context)?)));
    }
    if play::is_beside_still(bytes) {
        context.warn(Warning::new(WarningCode::FramesDropped, "the animation beside the still picture was left out"));
    }
    let frame = decoded(bytes, context)?;
    Ok(Box::new(PngLadder {
        frame,
        shallow: None,
        around: Around::of(bytes).within(max_bytes, context),
        max_bytes,
        effort: effort(context),
        lossy,
        known: BTreeMap::new(),
        last: None,
    }))
}

/// What a palette is made for: how many colours, and sixteenths of what they lose that is spread.
type Wanted = (usize, u32);

struct PngLadder {
    frame: Frame,
    /// The pixels as palettes are made for them, once they are needed, and their colours.
    shallow: Option<(Frame, Colors)>,
    around: Around,
    max_bytes: u64,
    effort: u64,
    lossy: bool,
    /// Sizes that were seen.
    known: BTreeMap<Wanted, u64>,
    /// The form that was made last.
    last: Option<(Wanted, Form)>,
}

/// Parts of the lost colour that neighbours can get: at most 11 of 16, from which on noise is seen more than steps.
const SPREADS: f64 = 16.0;
const MOST_SPREAD: f64 = 11.0;

impl PngLadder {
    /// What a rung means: how many colours there are, and how much of what they lose is spread.
    fn wanted(rung: Rung) -> Wanted {
        (rung.colors(), rung.fine_step(MOST_SPREAD))
    }

    /// Makes the form at a rung, unless it is the one made last.
    fn form(&mut self, wanted: Wanted, context: &Context) -> Result<&Form> {
        let made = match self.last.take() {
            Some((known, form)) if known == wanted => form,
            _ => self.made(wanted, context)?,
        };
        Ok(&self.last.insert((wanted, made)).1)
    }

    fn made(&mut self, (most, spread): Wanted, context: &Context) -> Result<Form> {
        let wish = Wish { most, degrees: true, spread: (f64::from(spread) / SPREADS) as f32 };
        if self.shallow.is_none() {
            let frame = self.frame.clone();
            let frame = if frame.format.is_deep() { holds::shallow(frame, context)? } else { frame };
            let frame = holds::rgba(frame);
            let mut colors = Colors::new(true);
            colors.add(&frame.samples, context)?;
            self.shallow = Some((frame, colors));
        }
        match &self.shallow {
            Some((frame, colors)) => forms::colored(frame, colors, wish, context),
            None => Err(Error::new(ErrorCode::Internal, "pixels were not prepared")),
        }
    }
}

impl Ladder for PngLadder {
    fn is_lossy(&self) -> bool {
        self.lossy
    }

    fn baggage(&self) -> Baggage {
        Baggage { profile: self.around.profile_bytes(), metadata: 0 }
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let mut forms = Vec::new();
        for form in forms::exact(self.frame.clone(), context)? {
            if !self.lossy || packing::least_bytes(&form, context)? <= self.max_bytes {
                forms.push(form);
            }
        }
        let file = packing::smallest(&forms, &self.around, self.effort, context)?;
        Ok(Some(file).filter(|file| !file.is_empty()))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        let wanted = Self::wanted(rung);
        if let Some(size) = self.known.get(&wanted) {
            return Ok(*size);
        }
        let around = self.around.clone();
        let size = packing::quick(self.form(wanted, context)?, &around, context)?.len() as u64;
        self.known.insert(wanted, size);
        Ok(size)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        if !self.lossy {
            return smaller::smallest(self.frame.clone(), &self.around, self.effort, context);
        }
        let around = if rung == Rung::LOWEST { self.around.bare() } else { self.around.clone() };
        let effort = self.effort.min(5);
        packing::smallest(slice::from_ref(self.form(Self::wanted(rung), context)?), &around, effort, context)
    }

    fn start(&self) -> f64 {
        1.0
    }
}
