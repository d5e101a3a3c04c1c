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

/// Whether the glyphs of a font are as good without their instructions: some old fonts for Chinese put the strokes of
/// each character together by them.
pub(super) fn are_good_without_hints(font: &FontRef<'_>, glyphs: impl Iterator<Item = u16>) -> bool {
    let (size, place) = (Size::new(SIZE_PX), LocationRef::default());
    let outlines = font.outline_glyphs();
    let Ok(hinting) = HintingInstance::new(&outlines, size, place, HintingOptions::default()) else { return true };
    let is_near = |glyph: u16| {
        let drawn = outlines.get(GlyphId::from(glyph))?;
        let (mut hinted, mut plain) = (Outline::default(), Outline::default());
        drawn.draw(DrawSettings::hinted(&hinting, false), &mut hinted).ok()?;
        drawn.draw(DrawSettings::unhinted(size, place), &mut plain).ok()?;
        let numbers = |outline: Outline| outline.0.into_iter().flat_map(|(_, points)| points).collect::<Vec<_>>();
        let (hinted, plain) = (numbers(hinted), numbers(plain));
        Some(hinted.len() == plain.len() && hinted.iter().zip(&plain).all(|(a, b)| (a - b).abs() <= MOST_PX))
    };
    let mut known = 0u32;
    let mut far = 0u32;
    for near in glyphs.filter_map(is_near) {
        known += 1;
        far += u32::from(!near);
    }
    far * 20 <= known
}
