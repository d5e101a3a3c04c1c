//! Text over pictures and drawings that stay behind it: light letters can be read there.

use super::super::piece::Piece;
use super::float::Float;
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::Wrap;
use crate::units::Rect;

/// Grounds of a page that are looked at.
const MAX_GROUNDS: usize = 64;

/// Marks the words of a page that stand on one of its floats.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(in super::super) fn mark(pieces: &mut [Piece], floats: &[Float], context: &Context) -> Result<()> {
    let behind = floats.iter().filter(|float| float.wrap == Wrap::Behind);
    let grounds: Vec<Rect> = behind.map(|float| float.picture.rect).take(MAX_GROUNDS).collect();
    if grounds.is_empty() {
        return Ok(());
    }
    for word in pieces.iter_mut().flat_map(Piece::lines_mut).flat_map(|line| &mut line.words) {
        context.tick(1)?;
        let middle = word.rect.center();
        word.on_ground = grounds.iter().any(|ground| ground.contains(middle));
    }
    Ok(())
}
