//! Glyph runs along a base line, each with the text it shows.

use std::ops::Range;

use transvase_font::shaping::{Cluster, Shaped};
use transvase_model::pages::Glyph;

/// Writes the glyphs of one run from left to right.
#[derive(Debug, Default)]
pub(super) struct Pen {
    /// Where the next glyph stands, in points from the run's start.
    pub x: f32,
    /// The glyphs so far.
    pub glyphs: Vec<Glyph>,
}

impl Pen {
    /// A pen that writes into a list which is used again and again: glyphs stay until the whole document is
    /// written, and lists that grow for each line leave holes between them that nothing else fits into.
    pub(super) fn reusing(spare: &mut Vec<Glyph>) -> Pen {
        Pen { x: 0.0, glyphs: std::mem::take(spare) }
    }

    /// The glyphs, without room for more. The list is given back.
    pub(super) fn into_glyphs(mut self, spare: &mut Vec<Glyph>) -> Vec<Glyph> {
        let exact = self.glyphs.as_slice().to_vec();
        self.glyphs.clear();
        *spare = self.glyphs;
        exact
    }

    /// Writes a cluster that shows `text` and moves on by `advance`. Each of its glyphs shows all
    /// of the text.
    pub(super) fn cluster(&mut self, shaped: &Shaped, cluster: &Cluster, text: &Range<usize>, advance: f32) {
        let mut x = self.x;
        let range = cluster.glyphs.start as usize..cluster.glyphs.end as usize;
        for glyph in shaped.glyphs.get(range).unwrap_or_default() {
            let (id, y, advance) = (glyph.id, glyph.y, glyph.advance);
            self.glyphs.push(Glyph { id, x: x + glyph.x, y, advance, text: text.clone().into() });
            x += advance;
        }
        self.x += advance;
    }
}
