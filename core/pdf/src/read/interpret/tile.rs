//! Tiling patterns (ISO 32000-1, 8.7.3): the colour a tile has on average, or the gradient that fills all of it.

use hayro_syntax::object::Stream;

use super::super::state::State;
use super::Interpreter;
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect};
use transvase_model::pages::{Color, Gradient, Item, Path, Segment};
use transvase_model::path;

/// How a pattern looks.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Look {
    /// The colour of what it paints, on average.
    pub color: Color,
    /// The share of its area that it paints.
    pub cover: f32,
    /// How the colour changes, where one gradient fills all of it.
    pub gradient: Option<Gradient>,
}

impl Look {
    /// One colour all over.
    pub fn plain(color: Color) -> Look {
        Look { color, cover: 1.0, gradient: None }
    }
}

/// Tiles of a page that are remembered.
const MAX_KNOWN: usize = 64;
/// Share of a tile that a gradient covers to be all that is seen of it.
const WHOLE: f32 = 0.95;
/// Where a tile may lie, in points: outside the page too, from where it is repeated.
const FAR: f32 = 1e6;

impl<'a> Interpreter<'_, 'a> {
    /// How a tiling pattern looks; `None` where it paints nothing that is known.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn tile(&mut self, tile: &Stream<'a>) -> Result<Option<Look>> {
        let (id, base) = (tile.obj_id(), self.state.base);
        if let Some((.., look)) = self.tiles.iter().find(|(known, at, _)| *known == id && *at == base) {
            return Ok(Some(look.clone()));
        }
        let clip = Rect { left: -FAR, top: -FAR, right: FAR, bottom: FAR };
        let inside = State { ctm: base, base, clip, ..self.start.clone() };
        let outside = std::mem::replace(&mut self.state, inside.clone());
        let bounds = self.bounds(tile.dict());
        self.state = outside;
        let items = self.run_aside(tile, inside)?;
        let step = |key: &[u8]| tile.dict().get::<f32>(key).filter(|step| step.is_finite() && *step != 0.0);
        let sides = tile.dict().get::<[f32; 4]>(b"BBox").map(|[x0, y0, x1, y1]| ((x1 - x0).abs(), (y1 - y0).abs()));
        // What lies between the tiles is empty.
        let full = sides.map_or(1.0, |(width, height)| {
            let steps = step(b"XStep").unwrap_or(width).abs() * step(b"YStep").unwrap_or(height).abs();
            (width * height / steps.max(f32::MIN_POSITIVE)).min(1.0)
        });
        let look = bounds.and_then(|bounds| look(&items, &bounds, full));
        if let Some(look) = look.as_ref().filter(|_| self.tiles.len() < MAX_KNOWN) {
            self.tiles.push((id, base, look.clone()));
        }
        Ok(look)
    }
}

/// How what is painted looks, where tiles fill a share of the paper; `None` where nothing of it is known.
fn look(items: &[Item], area: &Rect, full: f32) -> Option<Look> {
    // Colour weighed with the share that is painted, and that share.
    let (mut sum, mut cover) = ([0.0_f32; 3], 0.0_f32);
    let mut gradient = None;
    for item in items {
        let Item::Path(path) = item else { continue };
        let fill = path.fill.map(|(color, opacity)| (color, opacity * covered(path, area)));
        let stroke = path.stroke.map(|stroke| (stroke.color, stroke.opacity * drawn(path, stroke.width, area)));
        for (color, share) in fill.into_iter().chain(stroke) {
            let share = share.clamp(0.0, 1.0);
            let parts = [color.r, color.g, color.b].map(f32::from);
            sum = [0, 1, 2].map(|at: usize| sum[at] * (1.0 - share) + parts[at] * share);
            cover = cover * (1.0 - share) + share;
            gradient = if share >= WHOLE { path.gradient.as_deref().cloned() } else { gradient };
        }
    }
    if cover == 0.0 && !items.is_empty() {
        return None;
    }
    let [r, g, b] = sum.map(|part| (part / cover.max(f32::MIN_POSITIVE)).round() as u8);
    Some(Look { color: Color { r, g, b }, cover: cover * full, gradient })
}

/// Share of an area that the box of a path covers.
fn covered(path: &Path, area: &Rect) -> f32 {
    let seen = path.reach().and_then(|reach| reach.intersection(area));
    seen.map_or(0.0, |seen| seen.area() / area.area())
}

/// Share of an area that a line of a width covers.
fn drawn(path: &Path, width: f32, area: &Rect) -> f32 {
    let (mut length, mut last) = (0.0, None::<Point>);
    for segment in &path.segments {
        let end = segment.points().last();
        if let (Some(from), Some(to), false) = (last, end, matches!(segment, Segment::Move(_))) {
            length += libm::hypotf(to.x - from.x, to.y - from.y);
        }
        last = end.or(last);
    }
    // What sticks out of the tile is cut off.
    let inside = path::bounds(&path.segments).map_or(1.0, |bounds| {
        let seen = bounds.expand(width / 2.0).intersection(area).map_or(0.0, |seen| seen.area());
        seen / bounds.expand(width / 2.0).area().max(f32::MIN_POSITIVE)
    });
    length * width * inside / area.area()
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::pages::Stroke;

    const AREA: Rect = Rect { left: 0.0, top: 0.0, right: 10.0, bottom: 10.0 };

    #[test]
    fn a_hatch_is_as_dark_as_its_lines_are_dense() {
        let segments = vec![Segment::Move(Point { x: 0.0, y: 5.0 }), Segment::Line(Point { x: 10.0, y: 5.0 })];
        let stroke = Some(Stroke { width: 2.0, color: Color::BLACK, opacity: 1.0, dashed: false });
        let line = Item::Path(Path { segments, stroke, ..Path::default() });
        let dense = look(std::slice::from_ref(&line), &AREA, 1.0).unwrap();
        // The line is 2 of 10 high; its ends, half its width beyond the tile, are a sixth of it.
        assert!(dense.color == Color::BLACK && (0.15..=0.2).contains(&dense.cover), "{dense:?}");
        let sparse = look(&[line], &AREA, 0.5).unwrap();
        assert!((sparse.cover - dense.cover / 2.0).abs() < 0.001);
        assert_eq!(look(&[], &AREA, 1.0).map(|look| look.cover), Some(0.0), "a tile that paints nothing");
    }

    #[test]
    fn what_covers_the_tile_is_its_colour() {
        let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(|(x, y)| Point { x, y });
        let red = Color { r: 200, g: 0, b: 0 };
        let path = Path { segments: path::polygon(&corners), fill: Some((red, 1.0)), ..Path::default() };
        assert_eq!(look(&[Item::Path(path)], &AREA, 1.0), Some(Look::plain(red)));
    }
}
