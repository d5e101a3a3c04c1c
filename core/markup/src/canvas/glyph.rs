//! Glyphs as outlines: of the font a page names, or of a face at hand that shows the same character.

use skrifa::instance::Size as FontSize;
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use tiny_skia::PathBuilder;

use super::clamped;
use transvase_base::units::{Affine, Point};
use transvase_font::fonts::FontBook;
use transvase_model::pages::{Font, FontProgram};

/// A glyph of a font file.
pub(super) struct Shape {
    program: FontProgram,
    glyph: u32,
    /// Advance as a share of the size, where the glyph stands in for one of another font; 0 where
    /// the advance is its own.
    pub advance: f32,
}

impl Shape {
    /// The glyph the run names, or one of the bundled faces that shows the same character.
    pub fn of(id: u32, text: &str, font: &Font) -> Option<Shape> {
        if let Some(program) = &font.program {
            return Some(Shape { program: program.clone(), glyph: id, advance: 0.0 });
        }
        let character = text.chars().next().filter(|c| !c.is_whitespace())?;
        let book = FontBook::bundled();
        let face = book.find(&font.family, font.weight, font.italic)?;
        let face = if face.covers(character) { face } else { book.fallback_for(character, face)? };
        let (glyph, advance) = face.glyph(character)?;
        Some(Shape { program: face.program(), glyph, advance })
    }

    /// Its outline; `map` leads from glyph space (one unit to the size, y up) to pixels.
    pub fn outline(&self, map: &Affine) -> Option<tiny_skia::Path> {
        let font = FontRef::from_index(&self.program.data, self.program.index).ok()?;
        let glyph = font.outline_glyphs().get(GlyphId::new(self.glyph))?;
        let axis = self.program.weight_axis.map(|weight| ("wght", f32::from(weight)));
        let location = font.axes().location(axis);
        let mut pen = Pen { builder: PathBuilder::new(), map: *map };
        glyph.draw(DrawSettings::unhinted(FontSize::new(1.0), &location), &mut pen).ok()?;
        pen.builder.finish()
    }
}

/// Puts a glyph's outline where the map says.
struct Pen {
    builder: PathBuilder,
    map: Affine,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let point = self.map.apply(Point { x, y });
        (clamped(point.x), clamped(point.y))
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let ((cx, cy), (x, y)) = (self.at(cx, cy), self.at(x, y));
        self.builder.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) = (self.at(ax, ay), self.at(bx, by), self.at(x, y));
        self.builder.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
