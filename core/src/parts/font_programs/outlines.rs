//! Outlines as programs draw them, to be held against one another.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, HintingInstance, HintingOptions, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};

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

/// Pixels an em of twelve points has on a screen of 144 dots per inch, and the share of its ink that text may gain or lose
/// there without instructions: more is seen as text that is bolder or lighter. Two in a hundred, at eight points too, would
/// keep the instructions of most fonts, and make small PDFs larger by a quarter.
const READING_PX: f32 = 24.0;
const MOST_INK: f32 = 0.06;

/// Whether the glyphs of a font are as good without their instructions: some old fonts for Chinese put the strokes of
/// each character together by them, and small letters may become bolder or lighter.
pub(super) fn are_good_without_hints(font: &FontRef<'_>, glyphs: impl Iterator<Item = u16> + Clone) -> bool {
    let are_near = both(font, SIZE_PX, glyphs.clone()).is_none_or(|pairs| far_share(&pairs) <= 0.05);
    are_near && both(font, READING_PX, glyphs).is_none_or(|pairs| ink_share(&pairs) <= MOST_INK)
}

/// Glyphs with their instructions and without at a size; `None` where the font has none that can be run.
fn both(font: &FontRef<'_>, size_px: f32, glyphs: impl Iterator<Item = u16>) -> Option<Vec<(Outline, Outline)>> {
    let (size, place) = (Size::new(size_px), LocationRef::default());
    let outlines = font.outline_glyphs();
    let hinting = HintingInstance::new(&outlines, size, place, HintingOptions::default()).ok()?;
    let pair = |glyph: u16| {
        let drawn = outlines.get(GlyphId::from(glyph))?;
        let (mut hinted, mut plain) = (Outline::default(), Outline::default());
        drawn.draw(DrawSettings::hinted(&hinting, false), &mut hinted).ok()?;
        drawn.draw(DrawSettings::unhinted(size, place), &mut plain).ok()?;
        Some((hinted, plain))
    };
    Some(glyphs.filter_map(pair).collect())
}

/// The share of the glyphs whose points are elsewhere.
fn far_share(pairs: &[(Outline, Outline)]) -> f32 {
    let numbers = |outline: &Outline| outline.0.iter().flat_map(|(_, points)| points.clone()).collect::<Vec<_>>();
    let is_near = |hinted: &[f32], plain: &[f32]| {
        hinted.len() == plain.len() && hinted.iter().zip(plain).all(|(a, b)| (a - b).abs() <= MOST_PX)
    };
    let far = pairs.iter().filter(|(hinted, plain)| !is_near(&numbers(hinted), &numbers(plain))).count();
    far as f32 / pairs.len().max(1) as f32
}

/// How much the ink of all glyphs together differs.
fn ink_share(pairs: &[(Outline, Outline)]) -> f32 {
    let (mut hinted, mut plain) = (0.0, 0.0);
    for (one, other) in pairs {
        hinted += one.area();
        plain += other.area();
    }
    if hinted > 0.0 { (hinted - plain).abs() / hinted } else { 0.0 }
}

impl Outline {
    /// What its lines surround, curves taken as the two lines to the middle and to the end of each.
    fn area(&self) -> f32 {
        let (mut sum, mut start, mut last) = (0.0, (0.0, 0.0), (0.0, 0.0));
        let mut line_to = |last: &mut (f32, f32), to: (f32, f32)| {
            sum += last.0 * to.1 - last.1 * to.0;
            *last = to;
        };
        for (kind, points) in &self.0 {
            match (kind, &points[..]) {
                ('m', [x, y]) => (start, last) = ((*x, *y), (*x, *y)),
                ('q', [cx, cy, x, y]) => {
                    let middle = ((last.0 + 2.0 * cx + x) / 4.0, (last.1 + 2.0 * cy + y) / 4.0);
                    line_to(&mut last, middle);
                    line_to(&mut last, (*x, *y));
                }
                (_, [.., x, y]) => line_to(&mut last, (*x, *y)),
                _ => line_to(&mut last, start),
            }
        }
        sum.abs() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ink_is_what_lines_surround() {
        let mut square = Outline::default();
        let mut draw = |low: f32, high: f32, right: f32| {
            square.move_to(0.0, low);
            square.line_to(right, low);
            square.line_to(right, high);
            square.line_to(0.0, high);
            square.close();
        };
        draw(0.0, 10.0, 10.0);
        assert_eq!(square.area(), 100.0);
        let mut bolder = Outline::default();
        bolder.move_to(0.0, 0.0);
        bolder.quad_to(5.0, 0.0, 10.0, 0.0);
        bolder.line_to(10.0, 11.0);
        bolder.line_to(0.0, 11.0);
        bolder.close();
        assert!((bolder.area() - 110.0).abs() < 1e-3);
        assert!((ink_share(&[(bolder, square)]) - 10.0 / 110.0).abs() < 1e-4);
    }
}
