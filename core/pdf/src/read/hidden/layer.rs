//! The painted page, as far as the looks of text depend on it.

use super::super::paint::is_upright_rectangle;
use super::super::sink::{Manner, Sink};
use super::word::Word;
use transvase_base::units::{Point, Rect};
use transvase_model::pages::{Color, GlyphRun, Item, Path, Segment, TextPaint};
use transvase_model::path;

/// Opacity that is whole to the eye.
const OPAQUE: f32 = 0.99;

/// Share of its box that a rectangle fills, but for rounding.
const FULL: f32 = 0.99;

/// Something painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layer {
    /// Around it.
    pub rect: Rect,
    /// Its colour; `None` where that is not known, or not one.
    pub color: Option<Color>,
    /// Whether nothing is seen through any part of the rectangle.
    pub hides: bool,
}

impl Layer {
    /// Something of any look.
    pub fn unknown(rect: Rect) -> Layer {
        Layer { rect, color: None, hides: false }
    }
}

/// Adds the layers of an item, unless it is text; those of its outline come after the filled area.
pub(super) fn find(sink: &Sink, at: usize, item: &Item, layers: &mut Vec<Layer>) {
    match (item, sink.manners.get(&at)) {
        (Item::Path(_), Some(Manner::Veiled)) => layers.extend(veil(sink, at).map(Layer::unknown)),
        (Item::Path(path), manner) => {
            let before = layers.len();
            layers.extend(filled(path, manner != Some(&Manner::Cut)));
            outlined(path, manner != Some(&Manner::Cut), layers);
            if manner == Some(&Manner::Unread) {
                layers.iter_mut().skip(before).for_each(|layer| layer.color = None);
            }
        }
        (Item::Image(image), _) => {
            let place = image.transform.apply_rect(&Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 });
            layers.push(Layer::unknown(image.clip.unwrap_or(place)));
        }
        (Item::Glyphs(_), _) => {}
    }
}

/// Around an area or a line that mixes with what is under it, or has no one colour; `None` for other items.
pub(super) fn veil(sink: &Sink, at: usize) -> Option<Rect> {
    let Item::Path(path) = sink.items.get(at).filter(|_| sink.manners.get(&at) == Some(&Manner::Veiled))? else {
        return None;
    };
    let half = path.stroke.map_or(0.0, |stroke| stroke.width / 2.0);
    path.reach().map(|reach| reach.expand(half))
}

/// The letters of a word, on which others may stand.
pub(super) fn letters(run: &GlyphRun, word: &Word) -> Option<Layer> {
    let color = word.letters.sure.then_some(run.color);
    (run.paint != TextPaint::Invisible).then_some(Layer { rect: word.rect, color, hides: false })
}

fn filled(path: &Path, whole: bool) -> Option<Layer> {
    let ((color, opacity), rect) = (path.fill?, path.reach()?);
    let plain = path.gradient.is_none();
    let hides = plain && whole && opacity >= OPAQUE && is_box(path);
    Some(Layer { rect, color: plain.then_some(color), hides })
}

/// Whether a path is one upright rectangle, and all of it is inside.
fn is_box(path: &Path) -> bool {
    let area = path::bounds(&path.segments).map_or(0.0, |bounds| bounds.area());
    is_upright_rectangle(&path.segments) && path::extent(&path.segments) >= FULL * area
}

/// Adds the lines of a path: those of a rectangle one by one, since nothing of them is in its middle.
fn outlined(path: &Path, whole: bool, layers: &mut Vec<Layer>) {
    let Some(stroke) = path.stroke else { return };
    let color = Some(stroke.color);
    let half = stroke.width / 2.0;
    let seen = |rect: Rect| path.clip.map_or(Some(rect), |clip| rect.intersection(&clip));
    let corners: Vec<Point> = path.segments.iter().take(7).flat_map(|segment| segment.points()).collect();
    let is_closed = matches!(path.segments.last(), Some(Segment::Close));
    if is_upright_rectangle(&path.segments) {
        let sides = corners.windows(2).map(|pair| (pair[0], pair[1]));
        let closing = corners.last().copied().zip(corners.first().copied()).filter(|_| is_closed);
        let lines = sides.chain(closing).map(|(from, to)| Rect::from_corners(from, to).expand(half));
        layers.extend(lines.filter_map(seen).map(|rect| Layer { rect, color, hides: false }));
        return;
    }
    let Some(bounds) = path::bounds(&path.segments) else { return };
    let is_line = corners.len() == 2 && path.segments.len() <= 3 && bounds.area() == 0.0;
    let (x, y) = if bounds.height() == 0.0 { (0.0, half) } else { (half, 0.0) };
    let line = Rect { left: bounds.left - x, top: bounds.top - y, right: bounds.right + x, bottom: bounds.bottom + y };
    let hides = whole && is_line && !stroke.dashed && stroke.opacity >= OPAQUE;
    let rect = if is_line { line } else { bounds.expand(half) };
    layers.extend(seen(rect).map(|rect| Layer { rect, color, hides }));
}
