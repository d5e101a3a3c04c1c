//! Rate estimation: what is learnt once of a picture that is made smaller, which is a sample, the bits its symbols
//! take, and the best layout of scans.

use super::encode::{self, Layout};
use super::levels::Quantized;
use super::picture::Picture;
use super::quantize::{self, Knobs, RatePair};
use super::sample::Sample;
use super::trellis::Rates;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Bytes of the segments around the scans: start and end, two tables, the frame header.
const FRAME_BYTES: u64 = 4 + 134 + 19;

/// Change of the scale (as a factor) after which another layout may be better.
const LAYOUT_REACH: f64 = 1.25;

/// A picture under study.
#[derive(Debug)]
pub struct Study {
    sample: Picture,
    /// Bits of the whole to a bit of the sample.
    scale: f64,
    rates: RatePair,
    /// The scale the rates were last learnt at.
    learnt_at: Option<f64>,
    /// The layout in use, and the scale it was found for.
    layout: Option<(f64, Layout)>,
}

impl Study {
    /// A study by a sample.
    pub fn new(sample: Sample) -> Self {
        let rates = [Rates::typical(false), Rates::typical(true)];
        Study { sample: sample.picture, scale: sample.scale, rates, learnt_at: None, layout: None }
    }

    /// The sample.
    pub fn sample(&self) -> Sample {
        Sample { picture: self.sample.clone(), scale: self.scale }
    }

    /// About how many bytes the picture takes, without application data. The first estimate at each
    /// scale learns what the symbols take, for what comes after it; while the scale stays, so do the
    /// rates, because they and the choices they lead to would chase one another.
    pub fn estimate(&mut self, knobs: Knobs, context: &Context) -> Result<u64> {
        let (sample, histograms) = quantize::quantize(&self.sample, knobs, &self.rates, context)?;
        if self.learnt_at.replace(knobs.scale) != Some(knobs.scale) {
            self.rates = [Rates::of(&histograms[0]), Rates::of(&histograms[1])];
        }
        let near = |known: f64| known.max(knobs.scale) / known.min(knobs.scale) < LAYOUT_REACH;
        let layout = match self.layout.take() {
            Some((scale, layout)) if near(scale) => (scale, layout),
            _ => (knobs.scale, Layout::best(&sample, self.scale, context)?),
        };
        let bytes = FRAME_BYTES + layout.1.measure(&sample, self.scale, context)?;
        self.layout = Some(layout);
        Ok(bytes)
    }

    /// The picture `whole`, with `head` before its tables.
    pub fn encode(&mut self, whole: &Picture, knobs: Knobs, head: &[u8], context: &Context) -> Result<Vec<u8>> {
        if self.layout.is_none() {
            self.estimate(knobs, context)?;
        }
        let (quantized, _) = quantize::quantize(whole, knobs, &self.rates, context)?;
        match &self.layout {
            Some((_, layout)) => encode::encode(&quantized, layout, head, context),
            None => encode::encode(&quantized, &Layout::sequential(&quantized), head, context),
        }
    }

    /// The layout for the coefficients as they are, and about how many bytes they take in it.
    pub fn exact(&self, context: &Context) -> Result<(Layout, u64)> {
        let sample = Quantized::exact(&self.sample);
        let layout = Layout::best(&sample, self.scale, context)?;
        let bytes = FRAME_BYTES + layout.measure(&sample, self.scale, context)?;
        Ok((layout, bytes))
    }
}
