//! Byte ceilings: a search over a format's quality ladder, the same for every format.

use crate::context::Context;
use crate::error::Result;
use crate::format::{Ladder, Shrinker};

/// Encodings tried between the lowest and the highest rung.
const ROUNDS: u32 = 8;

/// What a search found.
#[derive(Debug)]
pub enum Fitted {
    /// The best result found under the ceiling.
    Within(Vec<u8>),
    /// Nothing fits; this is the smallest there is.
    Smallest(Vec<u8>),
}

/// The best result of at most `max_bytes`, verified on its real bytes.
///
/// # Errors
/// What the ladder says.
pub fn fit(bytes: &[u8], shrinker: &Shrinker, max_bytes: u64, context: &Context) -> Result<Fitted> {
    let mut ladder = (shrinker.ladder)(bytes, context)?;
    if let Some(lossless) = ladder.lossless(max_bytes, context)? {
        return Ok(Fitted::Within(lossless));
    }
    let lowest = ladder.encode(0.0, context)?;
    if lowest.len() as u64 > max_bytes {
        return Ok(Fitted::Smallest(lowest));
    }
    climb(ladder.as_mut(), lowest, max_bytes, context).map(Fitted::Within)
}

fn climb(ladder: &mut dyn Ladder, mut best: Vec<u8>, max_bytes: u64, context: &Context) -> Result<Vec<u8>> {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..ROUNDS {
        let rung = f64::midpoint(low, high);
        let tried = ladder.encode(rung, context)?;
        if tried.len() as u64 <= max_bytes {
            low = rung;
            best = tried;
        } else {
            high = rung;
        }
    }
    Ok(best)
}
