//! Text without contrast: words in the colour of their ground.

use std::collections::{BTreeMap, BTreeSet};

use super::super::letters::Letters;
use super::super::sink::Sink;
use super::layer::{self, Layer};
use super::tiles::Tiles;
use super::word::Word;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::pages::{Color, Hidden, Item, TextPaint};

/// Contrast (WCAG 2.2) below which two colours are one.
const SAME: f32 = 1.05;
/// Difference of a channel up to which they may be one: colours of the same luminance are told apart by their hue.
const SAME_CHANNEL: u8 = 24;
/// Least side in points of an area that text may stand on.
const GROUND: f32 = 3.0;
/// Colours of grounds on a page that are looked at.
const MAX_COLORS: usize = 64;
/// Layers of a tile that are looked at for one word; with more it is taken as seen.
const MAX_LAYERS: usize = 512;
/// Rounding in points of where areas begin and end.
const SLACK: f32 = 0.05;

/// Marks the words of a page that have the colour of what is painted under them, on white paper.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn find(words: &mut [Word], sink: &Sink, page: Rect, context: &Context) -> Result<()> {
    if !any_may_vanish(words, sink, context)? {
        return Ok(());
    }
    let mut floor = Floor { tiles: Tiles::new(page), layers: Vec::new() };
    let mut rest = words.iter_mut().peekable();
    let mut lost = sink.lost.iter().peekable();
    let mut painted = Vec::new();
    for (at, item) in sink.items.iter().enumerate() {
        while let Some((_, place)) = lost.next_if(|(before, _)| *before <= at) {
            floor.paint(Layer::unknown(*place), context)?;
        }
        layer::find(sink, at, item, &mut painted);
        for layer in painted.drain(..) {
            floor.paint(layer, context)?;
        }
        let Item::Glyphs(run) = item else { continue };
        while let Some(word) = rest.next_if(|word| word.item <= at) {
            let may_be = word.hidden.is_none() && word.letters.sure && word.letters.alpha > 0.0;
            if may_be && run.paint != TextPaint::Invisible {
                word.hidden = floor.swallows(word, context)?.then_some(Hidden::Ground);
            }
            painted.extend(layer::letters(run, word).filter(|_| word.hidden.is_none()));
        }
        for layer in painted.drain(..) {
            floor.paint(layer, context)?;
        }
    }
    show_mixed(words, sink, context)
}

/// Takes words as seen that something is painted over which mixes with them and their ground, as a colour does that leaves
/// white letters as they are.
fn show_mixed(words: &mut [Word], sink: &Sink, context: &Context) -> Result<()> {
    let veils: Vec<(usize, Rect)> = sink.manners.keys().filter_map(|at| Some((*at, layer::veil(sink, *at)?))).collect();
    for word in words.iter_mut().filter(|word| word.hidden == Some(Hidden::Ground)) {
        context.tick(1 + veils.len().min(MAX_LAYERS) as u64 / 16)?;
        let later = veils.iter().rev().take(MAX_LAYERS).take_while(|(at, _)| *at > word.item);
        if later.into_iter().any(|(_, veil)| veil.intersection(&word.rect).is_some()) {
            word.hidden = None;
        }
    }
    Ok(())
}

/// A quick look: whether there is any word with the colour of the paper or of an area. Most pages have none.
fn any_may_vanish(words: &[Word], sink: &Sink, context: &Context) -> Result<bool> {
    let mut grounds = BTreeSet::from([Color::WHITE]);
    for item in &sink.items {
        context.tick(1)?;
        let Item::Path(path) = item else { continue };
        let sides = path.reach().map_or(0.0, |reach| reach.width().min(reach.height()));
        let stroke = path.stroke.filter(|stroke| stroke.width >= GROUND).map(|stroke| stroke.color);
        let fill = path.fill.filter(|_| sides >= GROUND).map(|(color, _)| color);
        if grounds.len() < MAX_COLORS {
            grounds.extend(fill.into_iter().chain(stroke));
        }
    }
    let mut known: BTreeMap<(Color, u32), bool> = BTreeMap::new();
    for word in words {
        let Letters { color, alpha, .. } = word.letters;
        let vanishes = || grounds.iter().any(|ground| are_same(color.over(*ground, alpha), *ground));
        if word.letters.sure && *known.entry((color, alpha.to_bits())).or_insert_with(vanishes) {
            return Ok(true);
        }
        context.tick(1)?;
    }
    Ok(false)
}

/// Whether nobody tells two colours apart.
fn are_same(a: Color, b: Color) -> bool {
    let far = a.r.abs_diff(b.r).max(a.g.abs_diff(b.g)).max(a.b.abs_diff(b.b));
    far <= SAME_CHANNEL && a.contrast(b) < SAME
}

/// What has been painted so far.
struct Floor {
    tiles: Tiles,
    layers: Vec<Layer>,
}

impl Floor {
    fn paint(&mut self, layer: Layer, context: &Context) -> Result<()> {
        self.tiles.paint(self.layers.len(), &layer.rect, layer.hides, context)?;
        self.layers.push(layer);
        Ok(())
    }

    /// Whether a word has the colour of all that it may stand on.
    fn swallows(&self, word: &Word, context: &Context) -> Result<bool> {
        let Letters { color, alpha, .. } = word.letters;
        let vanishes_on = |ground: Color| are_same(color.over(ground, alpha), ground);
        for (part, numbers) in self.tiles.parts(&word.rect) {
            if !self.swallows_part(&part, numbers, &vanishes_on, context)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for the part of a word in one tile: from the layer on top down to the first that hides those under it.
    fn swallows_part(
        &self,
        part: &Rect,
        numbers: &[u32],
        vanishes_on: &dyn Fn(Color) -> bool,
        context: &Context,
    ) -> Result<bool> {
        context.tick(1 + numbers.len().min(MAX_LAYERS) as u64 / 16)?;
        for (looked, number) in numbers.iter().rev().enumerate() {
            let Some(layer) = self.layers.get(*number as usize).filter(|_| looked < MAX_LAYERS) else {
                return Ok(false);
            };
            if layer.rect.intersection(part).is_none() {
                continue;
            }
            if !layer.color.is_some_and(vanishes_on) {
                return Ok(false);
            }
            if layer.hides && layer.rect.expand(SLACK).holds(part) {
                return Ok(true);
            }
        }
        Ok(vanishes_on(Color::WHITE))
    }
}
