//! Glyphs along a base line, each with the text it shows.

use std::ops::Range;

use crate::model::pages::Glyph;
use crate::parts::shaping::{Cluster, Shaped};

/// Writes the glyphs of one run from left to right.
#[derive(Debug, Default)]
pub(super) struct Pen {
    /// Where the next glyph stands, in points from the run's start.
    pub x: f32,
    /// The glyphs so far.
    pub glyphs: Vec<Glyph>,
}

impl Pen {
    /// Writes a cluster that shows `text` and moves on by `advance`. Each of its glyphs shows all
    /// of the text.
    pub(super) fn cluster(&mut self, shaped: &Shaped, cluster: &Cluster, text: &Range<usize>, advance: f32) {
        let mut x = self.x;
        let range = cluster.glyphs.start as usize..cluster.glyphs.end as usize;
        for glyph in shaped.glyphs.get(range).unwrap_or_default() {
            let (id, y, advance) = (glyph.id, glyph.y, glyph.advance);
            self.glyphs.push(Glyph { id, x: x + glyph.x, y, advance, text: text.clone() });
            x += advance;
        }
        self.x += advance;
    }
}
