//! What is painted, as far as the looks of text depend on it.

use super::super::page::Sink;
use super::super::paint::is_upright_rectangle;
use super::Manner;
use crate::model::pages::{Color, GlyphRun, Item, Path, Segment, TextPaint};
use crate::model::path;
use crate::units::{Point, Rect};

/// Opacity that is whole to the eye.
const OPAQUE: f32 = 0.99;

/// Something painted, and where.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layer {
    /// Around it.
    pub rect: Rect,
    /// How it looks.
    pub paint: Paint,
}

/// How something painted looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Paint {
    /// One colour all over its rectangle, through which nothing is seen.
    Cover(Color),
    /// One colour on a part of its rectangle, or letting through what is under it.
    Part(Color),
    /// Of any colour.
    Unknown,
}

/// The layers of an item that is no text; those of its outline come after the filled area.
pub(super) fn layers(sink: &Sink, at: usize, item: &Item) -> Vec<Layer> {
    match (item, sink.manners.get(&at)) {
        (Item::Path(path), Some(Manner::Veiled)) => unknown(path.reach()),
        (Item::Path(path), manner) => {
            let mut layers = Vec::new();
            layers.extend(filled(path, manner.is_none()));
            outlined(path, manner.is_none(), &mut layers);
            layers
        }
        (Item::Image(image), _) => {
            let place = image.transform.apply_rect(&Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 });
            unknown(Some(image.clip.unwrap_or(place)))
        }
        (Item::Glyphs(_), _) => Vec::new(),
    }
}

/// The letters of a word, on which others may stand.
pub(super) fn letters(run: &GlyphRun, rect: Rect) -> Option<Layer> {
    (run.paint != TextPaint::Invisible).then_some(Layer { rect, paint: Paint::Part(run.color) })
}

fn unknown(rect: Option<Rect>) -> Vec<Layer> {
    rect.into_iter().map(|rect| Layer { rect, paint: Paint::Unknown }).collect()
}

fn filled(path: &Path, whole: bool) -> Option<Layer> {
    let ((color, opacity), rect) = (path.fill?, path.reach()?);
    let paint = if path.gradient.is_some() {
        Paint::Unknown
    } else if whole && opacity >= OPAQUE && is_upright_rectangle(&path.segments) {
        Paint::Cover(color)
    } else {
        Paint::Part(color)
    };
    Some(Layer { rect, paint })
}

/// Adds the lines of a path: those of a rectangle one by one, since nothing of them is in its middle.
fn outlined(path: &Path, whole: bool, layers: &mut Vec<Layer>) {
    let Some(stroke) = path.stroke else { return };
    let half = stroke.width / 2.0;
    let seen = |rect: Rect| path.clip.map_or(Some(rect), |clip| rect.intersection(&clip));
    let corners: Vec<Point> = path.segments.iter().take(7).flat_map(|segment| segment.points()).collect();
    let is_closed = matches!(path.segments.last(), Some(Segment::Close));
    if is_upright_rectangle(&path.segments) {
        let sides = corners.windows(2).map(|pair| (pair[0], pair[1]));
        let closing = corners.last().copied().zip(corners.first().copied()).filter(|_| is_closed);
        let lines = sides.chain(closing).map(|(from, to)| Rect::from_corners(from, to).expand(half));
        layers.extend(lines.filter_map(seen).map(|rect| Layer { rect, paint: Paint::Part(stroke.color) }));
        return;
    }
    let Some(bounds) = path::bounds(&path.segments) else { return };
    let is_line = corners.len() == 2 && path.segments.len() <= 3 && bounds.area() == 0.0;
    let (x, y) = if bounds.height() == 0.0 { (0.0, half) } else { (half, 0.0) };
    let line = Rect { left: bounds.left - x, top: bounds.top - y, right: bounds.right + x, bottom: bounds.bottom + y };
    let is_cover = whole && is_line && !stroke.dashed && stroke.opacity >= OPAQUE;
    let (rect, paint) =
        if is_cover { (line, Paint::Cover(stroke.color)) } else { (bounds.expand(half), Paint::Part(stroke.color)) };
    layers.extend(seen(rect).map(|rect| Layer { rect, paint }));
}
