//! Tab leaders: what fills the space before a tab stop.

use super::drawn::filled;
use super::pen::Pen;
use super::place_line::Placer;
use super::text::{Look, Text};
use transvase_base::units::{Affine, Rect};
use transvase_model::flow::Leader;
use transvase_model::pages::{GlyphRun, Item, TextPaint};

/// Distance of the dots of books, as a share of the size: office programs set them as close as their letters are wide.
const APART: f32 = 0.5;

/// Most signs of one leader.
const MAX_SIGNS: usize = 2_000;

/// Where lines lie below the base line and how thick they are, as shares of the size: those of most underscores.
const LINE: (f32, f32) = (0.1, 0.05);
/// How thick heavy lines are.
const HEAVY: f32 = 0.1;

impl Placer<'_, '_, '_> {
    /// Fills so much space before a tab stop.
    pub(super) fn leader(&mut self, leader: Leader, look: &Look, width: f32) {
        match leader {
            Leader::Dots => self.signs('.', look, width),
            Leader::MiddleDots => self.signs('\u{B7}', look, width),
            Leader::Hyphens => self.signs('-', look, width),
            Leader::Line => self.line(LINE.1, look, width),
            Leader::HeavyLine => self.line(HEAVY, look, width),
        }
    }

    fn line(&mut self, thickness: f32, look: &Look, width: f32) {
        let top = self.base + LINE.0 * look.size;
        let line = Rect { left: self.x, top, right: self.x + width, bottom: top + thickness * look.size };
        self.strip.items.push(filled(&line, look.color));
        self.x += width;
    }

    /// Signs on a grid, so that those of several lines stand below each other.
    fn signs(&mut self, sign: char, look: &Look, width: f32) {
        let as_source = self.layout.setup.as_source;
        let room = if as_source { 0.0 } else { look.size * 0.25 };
        let (from, to) = (self.x + room, self.x + width - room);
        self.x += width;
        let mut text = Text::default();
        text.push(sign, sign, Look { node: None, link: None, ..*look });
        let shaped = self.layout.shape(&text, false);
        let (Some(cluster), Some(run)) = (shaped.clusters.first(), shaped.runs.first()) else { return };
        let grid = if as_source { cluster.advance.max(0.5) } else { look.size * APART };
        let mut pen = Pen::reusing(&mut self.layout.spare_glyphs);
        let mut words = String::new();
        let start = (from / grid).ceil() * grid;
        let mut x = start;
        while x + cluster.advance <= to && words.len() < MAX_SIGNS {
            let end = words.len() + sign.len_utf8();
            pen.cluster(&shaped, cluster, &(words.len()..end), grid);
            words.push(sign);
            x += grid;
        }
        if words.is_empty() {
            return;
        }
        self.strip.items.push(Item::Glyphs(GlyphRun {
            stretch: 1.0,
            artifact: false,
            font: self.layout.font_index(run.face),
            size: look.size,
            color: look.color,
            transform: Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: start, f: self.base },
            text: words,
            glyphs: pen.into_glyphs(&mut self.layout.spare_glyphs),
            paint: TextPaint::Fill,
            node: None,
            hidden: Vec::new(),
        }));
    }
}
