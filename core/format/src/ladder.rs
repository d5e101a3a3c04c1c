//! What a byte limit is searched on: one input at every size its format can give it.

use std::sync::Arc;

#[cfg(feature = "package")]
use crate::package::Shrinking;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::raster::Raster;

/// How many times as large as the metadata a limit must be for them to stay.
pub const LIMIT_TO_METADATA: u64 = 25;

/// What stands beside the pixels of a picture and could be left out, in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Baggage {
    /// The colour profile.
    pub profile: u64,
    /// Exif, XMP, IPTC and remarks.
    pub metadata: u64,
}

impl Baggage {
    /// What stands beside the frames of a raster.
    pub fn of(raster: &Raster) -> Baggage {
        let block = |block: &Option<Arc<[u8]>>| block.as_ref().map_or(0, |block| block.len());
        let remarks: usize = raster.remarks.iter().map(|remark| remark.keyword.len() + remark.text.len()).sum();
        let packet = raster.xmp.as_ref().map_or(0, |packet| packet.len());
        let metadata = (block(&raster.exif) + block(&raster.resources) + packet + remarks) as u64;
        Baggage { profile: block(&raster.icc) as u64, metadata }
    }
}

/// A place on a [`Ladder`]. Both knobs run from 0 (smallest) to 1 (best), and sizes grow with each,
/// but for small steps back that the search tolerates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rung {
    /// The knob that decides: how coarse the result is.
    pub coarse: f64,
    /// A knob without steps, at its best value in the middle, that fills what the steps of the
    /// coarse one leave of a limit. A format without one ignores it.
    pub fine: f64,
}

impl Rung {
    /// The smallest result there is.
    pub const LOWEST: Rung = Rung { coarse: 0.0, fine: 0.0 };

    /// The best result there is.
    pub const HIGHEST: Rung = Rung { coarse: 1.0, fine: 1.0 };

    /// The rung of this coarseness, its fine knob in the middle.
    pub fn at(coarse: f64) -> Self {
        Rung { coarse, fine: 0.5 }
    }

    /// What the coarse knob means where it runs over steps of quantisation: from the coarsest to the finest evenly by
    /// ratio, as steps are seen.
    pub fn step(self, coarsest: f64, finest: f64) -> f64 {
        coarsest * libm::pow(finest / coarsest, self.coarse)
    }

    /// What the fine knob means where it tells what a distortion is worth in bits: 1 in its middle, from next to nothing,
    /// which drops everything, to what drops nothing.
    pub fn fidelity(self) -> f64 {
        let odds = self.fine / (1.0 - self.fine).max(1e-3);
        odds * odds
    }

    /// What the coarse knob means where it runs over numbers of colours: from 2 to 256 evenly by ratio.
    pub fn colors(self) -> usize {
        libm::exp2(1.0 + 7.0 * self.coarse.clamp(0.0, 1.0)).round() as usize
    }

    /// The fine knob in so many steps up to its middle: above that, nothing is better.
    pub fn fine_step(self, steps: f64) -> u32 {
        ((2.0 * self.fine).clamp(0.0, 1.0) * steps).round() as u32
    }
}

/// One input at every size its format can give it. The search in `fit` asks for estimates and verifies the bytes it
/// returns against the limit the ladder was opened with. Estimates are cheap where they can be made from a sample; where a
/// format makes its whole result for one, it keeps that for [`Ladder::encode`].
pub trait Ladder {
    /// Whether there are results between the lossless and the smallest one.
    fn is_lossy(&self) -> bool;

    /// Where on the coarse knob the search begins: in the middle, or at the top where estimates take long and the best
    /// rung often fits.
    fn start(&self) -> f64 {
        0.5
    }

    /// What stands beside the pixels and does not go by itself where it takes too much of a limit.
    fn baggage(&self) -> Baggage {
        Baggage::default()
    }

    /// Changes to another way of coding that may look better at the size of the last result; false where there is none.
    fn turn(&mut self) -> bool {
        false
    }

    /// The best result that changes no pixel and no character, if the format has one. Whether it fits is for the search to
    /// see; a ladder that can tell sooner that it does not need not make it.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled` or a limit.
    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>>;

    /// About how many bytes the result at `rung` has.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled` or a limit.
    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64>;

    /// The result at `rung`.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled` or a limit.
    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>>;
}

#[cfg(feature = "package")]
impl Ladder for Shrinking {
    fn is_lossy(&self) -> bool {
        self.is_lossy()
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        self.exact(context).map(Some)
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        Ok(self.at(rung.coarse, context)?.len() as u64)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        self.at(rung.coarse, context)
    }
}

/// The ladder of a file that has one size alone.
pub struct OneRung(pub Vec<u8>);

impl Ladder for OneRung {
    fn is_lossy(&self) -> bool {
        false
    }

    fn lossless(&mut self, _context: &Context) -> Result<Option<Vec<u8>>> {
        Ok(Some(self.0.clone()))
    }

    fn estimate(&mut self, _rung: Rung, _context: &Context) -> Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn encode(&mut self, _rung: Rung, _context: &Context) -> Result<Vec<u8>> {
        Ok(self.0.clone())
    }
}
