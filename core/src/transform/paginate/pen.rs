//! Glyphs along a base line, each with the text it shows.

use std::ops::Range;

use crate::model::pages::Glyph;
use crate::parts::shaping::{Cluster, Shaped};

/// Writes the glyphs of one run from left to right.
#[derive(Debug, Default)]
pub(super) struct Pen {
    /// Where the next glyph stands, in points from the run's start.
    pub x: f32,
    /// The glyphs that carry the text.
    pub glyphs: Vec<Glyph>,
    /// Marks over and under them, which carry none: their letters have it. They are painted
    /// afterwards, because programs that read words off a page take a glyph beside the base line
    /// for the beginning of another word.
    pub marks: Vec<Glyph>,
}

impl Pen {
    /// Writes the clusters of one character as readers see it. `text` is the text it shows;
    /// `advance` gives the width of each cluster, by its place among them.
    pub(super) fn grapheme(
        &mut self,
        shaped: &Shaped,
        clusters: &[Cluster],
        text: &Range<usize>,
        right_to_left: bool,
        advance: impl Fn(usize) -> f32,
    ) {
        let carrier = carrier(shaped, clusters);
        for step in 0..clusters.len() {
            let at = if right_to_left { clusters.len() - 1 - step } else { step };
            self.cluster(shaped, &clusters[at], text, carrier);
            self.x += advance(at);
        }
    }

    fn cluster(&mut self, shaped: &Shaped, cluster: &Cluster, text: &Range<usize>, carrier: usize) {
        let mut x = self.x;
        for index in cluster.glyphs.start as usize..cluster.glyphs.end as usize {
            let Some(glyph) = shaped.glyphs.get(index) else { return };
            let carries = index == carrier;
            let text = if carries { text.clone() } else { text.start..text.start };
            let placed = Glyph { id: glyph.id, x: x + glyph.x, y: glyph.y, advance: glyph.advance, text };
            if carries || glyph.advance > 0.0 {
                self.glyphs.push(placed);
            } else {
                self.marks.push(Glyph { text: 0..0, ..placed });
            }
            x += glyph.advance;
        }
    }
}

/// The glyph that stands for a letter and its marks: the widest, the first of several.
fn carrier(shaped: &Shaped, clusters: &[Cluster]) -> usize {
    let glyphs = clusters.iter().flat_map(|cluster| cluster.glyphs.start as usize..cluster.glyphs.end as usize);
    let wide = |index: &usize| shaped.glyphs.get(*index).map_or(0.0, |glyph| glyph.advance);
    glyphs.max_by(|a, b| wide(a).total_cmp(&wide(b)).then(b.cmp(a))).unwrap_or(usize::MAX)
}

/// Divides clusters into characters as readers see them (UAX #29), as ranges of indices.
pub(super) fn graphemes(clusters: &[Cluster]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (index, cluster) in clusters.iter().enumerate() {
        match found.last_mut() {
            Some(last) if !cluster.grapheme => last.end = index + 1,
            _ => found.push(index..index + 1),
        }
    }
    found
}
