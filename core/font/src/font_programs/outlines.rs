//! Outlines as programs draw them, to be held against one another.

use std::collections::BTreeMap;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, Engine, HintingInstance, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

use super::darkness::Line;

/// Points of an outline, with what each begins: a letter and coordinates.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Outline(pub(super) Vec<(char, Vec<f32>)>);

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(('m', vec![x, y]));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(('l', vec![x, y]));
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.0.push(('q', vec![cx0, cy0, x, y]));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.push(('c', vec![cx0, cy0, cx1, cy1, x, y]));
    }

    fn close(&mut self) {
        self.0.push(('z', Vec::new()));
    }
}

/// The outline of a glyph in units of the font; `None` where it cannot be drawn.
pub(super) fn plain(font: &FontRef<'_>, glyph: u16) -> Option<Outline> {
    let mut outline = Outline::default();
    let drawn = font.outline_glyphs().get(GlyphId::from(glyph))?;
    let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
    drawn.draw(settings, &mut outline).ok().map(|_| outline)
}

/// Pixels an em has where hinted and plain outlines are held against one another, and how far their points may be
/// apart: rounding moves them by about a pixel.
const SIZE_PX: f32 = 160.0;
const MOST_PX: f32 = 4.0;

/// Whether glyphs keep their shape without their instructions: some old fonts for Chinese put the strokes of each
/// character together by them.
pub(super) fn keep_their_shape(font: &FontRef<'_>, glyphs: impl Iterator<Item = u16>) -> bool {
    with_hints_and_without(font, SIZE_PX, glyphs).is_none_or(|pairs| far_share(&pairs) <= 0.05)
}

/// Glyphs with their instructions and without at a size; `None` where the font has none that can be run.
pub(super) fn with_hints_and_without(
    font: &FontRef<'_>,
    size_px: f32,
    glyphs: impl Iterator<Item = u16>,
) -> Option<BTreeMap<u16, (Outline, Outline)>> {
    let (size, place) = (Size::new(size_px), LocationRef::default());
    let outlines = font.outline_glyphs();
    let hinting = HintingInstance::new(&outlines, size, place, Engine::Interpreter).ok()?;
    let pair = |glyph: u16| {
        let drawn = outlines.get(GlyphId::from(glyph))?;
        let (mut hinted, mut plain) = (Outline::default(), Outline::default());
        drawn.draw(DrawSettings::hinted(&hinting, false), &mut hinted).ok()?;
        drawn.draw(DrawSettings::unhinted(size, place), &mut plain).ok()?;
        Some((glyph, (hinted, plain)))
    };
    Some(glyphs.filter_map(pair).collect())
}

/// The share of the glyphs whose points are elsewhere.
fn far_share(pairs: &BTreeMap<u16, (Outline, Outline)>) -> f32 {
    let numbers = |outline: &Outline| outline.0.iter().flat_map(|(_, points)| points.clone()).collect::<Vec<_>>();
    let is_near = |hinted: &[f32], plain: &[f32]| {
        hinted.len() == plain.len() && hinted.iter().zip(plain).all(|(a, b)| (a - b).abs() <= MOST_PX)
    };
    let far = pairs.values().filter(|(hinted, plain)| !is_near(&numbers(hinted), &numbers(plain))).count();
    far as f32 / pairs.len().max(1) as f32
}

/// Lines that a curve is drawn as.
const PIECES: u8 = 8;

impl Outline {
    /// The outline as lines.
    pub(super) fn lines(&self) -> Vec<Line> {
        let (mut lines, mut start, mut last) = (Vec::new(), (0.0, 0.0), (0.0, 0.0));
        for (kind, points) in &self.0 {
            let points: Vec<(f32, f32)> = points.chunks_exact(2).map(|point| (point[0], point[1])).collect();
            match (kind, &points[..]) {
                ('m', [to]) => (start, last) = (*to, *to),
                ('z', _) => lines.push([std::mem::replace(&mut last, start), start]),
                _ => {
                    let curve = [&[last], &points[..]].concat();
                    let pieces = if points.len() == 1 { 1 } else { PIECES };
                    let places = (1..=pieces).map(|piece| on_curve(&curve, f32::from(piece) / f32::from(pieces)));
                    lines.extend(places.map(|to| [std::mem::replace(&mut last, to), to]));
                }
            }
        }
        lines
    }
}

/// A place on a curve by the way of de Casteljau: between its points, between what comes out, and so on.
fn on_curve(points: &[(f32, f32)], share: f32) -> (f32, f32) {
    let mut points = points.to_vec();
    while points.len() > 1 {
        let between = |pair: &[(f32, f32)]| {
            let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
            (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share)
        };
        points = points.windows(2).map(between).collect();
    }
    points.first().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_become_lines() {
        let mut outline = Outline::default();
        outline.move_to(0.0, 0.0);
        outline.line_to(8.0, 0.0);
        outline.quad_to(8.0, 8.0, 0.0, 8.0);
        outline.close();
        let lines = outline.lines();
        assert_eq!(lines.len(), 1 + usize::from(PIECES) + 1);
        assert_eq!(lines[0], [(0.0, 0.0), (8.0, 0.0)]);
        // The middle of the curve: a quarter of both ends, half of the point between.
        assert_eq!(lines[usize::from(PIECES) / 2][1], (6.0, 6.0));
        assert_eq!(lines.last(), Some(&[(0.0, 8.0), (0.0, 0.0)]));
    }
}
