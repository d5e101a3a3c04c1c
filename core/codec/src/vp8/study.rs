//! Analysis of a picture that is encoded again and again: what does not depend on its quality is found once.

use super::decide::Care;
use super::frame::{self, Plan};
use super::segments::Segments;
use super::tables::AC_STEPS;
use super::yuv::Picture;

/// By how many octaves steps grow for an octave of roughness.
const ADAPTATION: f64 = 0.3;

/// Strength of the loop filter over the step of luma.
const FILTERING: f64 = 0.12;

/// Macroblocks from which on sizes are estimated by a part of the picture.
const SAMPLE: usize = 768;

/// Rows of macroblocks that stay together in such a part.
const BAND: usize = 4;

/// How coarse a frame is, and how much is done for it.
#[derive(Debug, Clone, Copy)]
pub struct Knobs {
    /// Quantiser step of luma where a picture is as rough as it is on the whole, [`Knobs::FINEST`] to
    /// [`Knobs::COARSEST`].
    pub step: f64,
    /// How much errors weigh beside bits in the search for levels: 1 is best, less gives fewer bytes, more gives more.
    pub fidelity: f64,
    /// 0 (fastest) to 9.
    pub effort: u8,
}

impl Knobs {
    /// A step that makes all quantisers as fine as they can be.
    pub const FINEST: f64 = 3.0;

    /// A step that makes all quantisers as coarse as they can be.
    pub const COARSEST: f64 = 600.0;

    /// The knobs of a quality of 0 to 100, which looks about as the same quality of the reference encoder does.
    pub fn of_quality(quality: f64, effort: u8) -> Self {
        let quality = quality.clamp(0.0, 100.0) / 100.0;
        let linear = if quality < 0.75 { quality * 2.0 / 3.0 } else { 2.0 * quality - 1.0 };
        let index = 127.0 * (1.0 - libm::cbrt(linear));
        let (whole, part) = (index as usize, index - libm::floor(index));
        let at = |index: usize| f64::from(AC_STEPS[index.min(127)]);
        let step = at(whole) + (at(whole + 1) - at(whole)) * part;
        Knobs { step, fidelity: 1.0, effort }
    }

    fn plan(&self, segments: &Segments) -> Plan {
        let step = self.step.clamp(Self::FINEST, Self::COARSEST);
        let steps = segments.roughness.map(|octaves| step * libm::exp2(ADAPTATION * octaves));
        Plan {
            indices: steps.map(index_of),
            strengths: steps.map(|step| (step * FILTERING).clamp(0.0, 63.0) as u8),
            fidelity: self.fidelity.clamp(1e-3, 1e3) as f32,
            care: Care::of_effort(self.effort),
        }
    }
}

/// The quantiser whose luma step comes nearest.
fn index_of(step: f64) -> u8 {
    AC_STEPS.iter().position(|&at| f64::from(at) >= step - 0.5).unwrap_or(127) as u8
}

/// A picture and its segments.
#[derive(Debug)]
pub struct Study {
    picture: Picture,
    segments: Segments,
    /// Bands of the picture that stand for all of it.
    sample: Option<(Picture, Segments)>,
}

impl Study {
    /// Looks at a picture. `on_row` is called before each row of macroblocks, here and below.
    ///
    /// # Errors
    /// What `on_row` fails with, here and below.
    pub fn new<E>(picture: Picture, on_row: &mut dyn FnMut() -> Result<(), E>) -> Result<Self, E> {
        let segments = Segments::of(&picture, on_row)?;
        Ok(Study { picture, segments, sample: None })
    }

    /// The frame.
    ///
    /// # Errors
    /// What `on_row` fails with.
    pub fn encode<E>(&self, knobs: &Knobs, on_row: &mut dyn FnMut() -> Result<(), E>) -> Result<Vec<u8>, E> {
        let plan = knobs.plan(&self.segments);
        Ok(frame::code(&self.picture, &self.segments, &plan, on_row)?.write(&self.picture, &self.segments, &plan))
    }

    /// About how many bytes the frame has, by a part of the picture where it is large.
    ///
    /// # Errors
    /// What `on_row` fails with.
    pub fn estimate<E>(&mut self, knobs: &Knobs, on_row: &mut dyn FnMut() -> Result<(), E>) -> Result<u64, E> {
        if self.sample.is_none() && self.segments.of.len() > 2 * SAMPLE {
            self.sample = Some(sample(&self.picture, &self.segments));
        }
        let plan = knobs.plan(&self.segments);
        let (picture, segments) = self.sample.as_ref().map_or((&self.picture, &self.segments), |(p, s)| (p, s));
        let size = frame::code(picture, segments, &plan, on_row)?.size();
        let share = self.segments.of.len() as f64 / segments.of.len().max(1) as f64;
        Ok((size.of_macroblocks * share + size.of_header) as u64)
    }
}

/// Bands spread over a picture, one below the other.
fn sample(picture: &Picture, segments: &Segments) -> (Picture, Segments) {
    let bands = (SAMPLE / (picture.columns * BAND)).max(3).min(picture.rows / BAND);
    let rows: Vec<usize> = (0..bands.max(1))
        .flat_map(|band| {
            let first = (picture.rows.saturating_sub(BAND)) * (2 * band + 1) / (2 * bands.max(1));
            first..(first + BAND).min(picture.rows)
        })
        .collect();
    let of = rows.iter().flat_map(|row| &segments.of[row * picture.columns..(row + 1) * picture.columns]);
    (picture.bands(&rows), Segments { of: of.copied().collect(), roughness: segments.roughness })
}
