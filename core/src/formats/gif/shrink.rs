//! GIF made smaller: of each frame what changes; under a limit, by fewer colours.

use std::collections::BTreeMap;

use super::read;
use super::write::{self, Made};
use crate::context::Context;
use crate::error::Result;
use crate::format::{Ladder, Rung};
use crate::options::LOSSLESS;
use crate::parts::palette::Wish;
use crate::warning::{Warning, WarningCode};

/// As many colours as a frame can have.
const ALL: Wish = Wish { most: 256, degrees: false, spread: 0.8 };

/// Compresses without changing a pixel.
pub(super) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let made = drawn(bytes, ALL, context)?;
    if made.is_exact {
        return Ok(made.bytes);
    }
    let message = "frames have more colours than could be kept: the file was returned as it is";
    context.warn(Warning::new(WarningCode::NotCompressed, message));
    Ok(bytes.to_vec())
}

/// The file drawn anew with other colours.
fn drawn(bytes: &[u8], wish: Wish, context: &Context) -> Result<Made> {
    // Drawing it again and again is one reading of the input: only the first counts towards the limits of a conversion.
    write::made(read::read(bytes, context)?, wish, context)
}

/// Opens the ladder for results of at most `max_bytes`.
pub(super) fn ladder(bytes: &[u8], max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let lossy = !context.options().flag(&LOSSLESS);
    Ok(Box::new(GifLadder { bytes: bytes.to_vec(), max_bytes, lossy, known: BTreeMap::new() }))
}

struct GifLadder {
    bytes: Vec<u8>,
    max_bytes: u64,
    lossy: bool,
    /// Results by number of colours and sixteenths of what is spread.
    known: BTreeMap<(usize, u32), Vec<u8>>,
}

/// Sixteenths of the lost colour that neighbours get at most.
const SPREADS: f64 = 16.0;

impl GifLadder {
    fn result(&mut self, rung: Rung, context: &Context) -> Result<&Vec<u8>> {
        let most = libm::exp2(1.0 + 7.0 * rung.coarse.clamp(0.0, 1.0)).round() as usize;
        let spread = (rung.fine.clamp(0.0, 1.0) * SPREADS).round() as u32;
        if !self.known.contains_key(&(most, spread)) {
            let wish = Wish { most, degrees: false, spread: spread as f32 / SPREADS as f32 };
            let made = drawn(&self.bytes, wish, context)?;
            self.known.insert((most, spread), made.bytes);
        }
        Ok(self.known.entry((most, spread)).or_default())
    }
}

impl Ladder for GifLadder {
    fn is_lossy(&self) -> bool {
        self.lossy
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        let made = drawn(&self.bytes, ALL, context)?;
        Ok(Some(made).filter(|made| made.is_exact && made.bytes.len() as u64 <= self.max_bytes).map(|made| made.bytes))
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        Ok(self.result(rung, context)?.len() as u64)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        Ok(self.result(rung, context)?.clone())
    }
}
