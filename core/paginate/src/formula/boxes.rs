//! Boxes of formulas: glyphs and rules at their places above and below a base line.

use transvase_base::units::{Affine, Rect};
use transvase_model::flow::Color;
use transvase_model::pages::{Glyph, GlyphRun, Item, NodeId, TextPaint};

use super::super::drawn::filled;

/// A box. Lengths are in points; heights count upwards from its base line.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct MathBox {
    pub width: f32,
    /// How far it reaches above its base line.
    pub ascent: f32,
    /// How far it reaches below it.
    pub descent: f32,
    /// By how much its upper right leans over its width.
    pub italic: f32,
    /// Where the middle of an accent comes, where that is not its own middle.
    pub accent: Option<f32>,
    /// Whether it is one glyph.
    pub is_glyph: bool,
    pub ink: Vec<Ink>,
}

/// What is painted, from the box's left end and base line.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ink {
    /// A glyph.
    Glyph { id: u32, x: f32, y: f32, size: f32, advance: f32, sign: Option<char> },
    /// A rule, by its lower left corner.
    Rule { x: f32, y: f32, width: f32, height: f32 },
}

impl MathBox {
    /// Nothing, of some width.
    pub(super) fn space(width: f32) -> MathBox {
        MathBox { width, ..MathBox::default() }
    }

    /// Puts another box into it, at `x` and with its base line at `y`. Its width is not looked at.
    pub(super) fn put(&mut self, other: MathBox, x: f32, y: f32) {
        self.ascent = self.ascent.max(other.ascent + y);
        self.descent = self.descent.max(other.descent - y);
        self.ink.extend(other.ink.into_iter().map(|ink| ink.moved(x, y)));
    }

    /// Puts another box behind it, on the same base line.
    pub(super) fn append(&mut self, other: MathBox) {
        let (x, italic) = (self.width, other.italic);
        self.width += other.width;
        self.put(other, x, 0.0);
        self.italic = italic;
    }

    /// Puts a rule into it, by its lower left corner.
    pub(super) fn rule(&mut self, x: f32, y: f32, width: f32, height: f32) {
        self.ascent = self.ascent.max(y + height);
        self.descent = self.descent.max(-y);
        self.ink.push(Ink::Rule { x, y, width, height });
    }

    /// The same, raised.
    pub(super) fn raised(self, by: f32) -> MathBox {
        let mut raised = MathBox { width: self.width, italic: self.italic, accent: self.accent, ..MathBox::default() };
        (raised.ascent, raised.descent) = (self.ascent + by, self.descent - by);
        raised.ink = self.ink.into_iter().map(|ink| ink.moved(0.0, by)).collect();
        raised
    }

    /// Height of what it holds.
    pub(super) fn height(&self) -> f32 {
        self.ascent + self.descent
    }

    /// The same, smaller where it is wider than `measure`.
    pub(super) fn within(mut self, measure: f32) -> MathBox {
        if self.width <= measure || measure <= 0.0 {
            return self;
        }
        let factor = measure / self.width;
        for length in [&mut self.width, &mut self.ascent, &mut self.descent, &mut self.italic] {
            *length *= factor;
        }
        self.ink.iter_mut().for_each(|ink| ink.scale(factor));
        self
    }

    /// What is painted of it, from a point `above` its upper left corner. Glyphs of one size on one base line are a run.
    pub(super) fn items(self, font: usize, color: Color, node: Option<NodeId>, above: f32) -> Vec<Item> {
        let top = self.ascent + above;
        let mut items: Vec<Item> = Vec::new();
        let mut run: Option<(f32, f32, f32)> = None;
        for ink in self.ink {
            match ink {
                Ink::Rule { x, y, width, height } => {
                    let area = Rect { left: x, top: top - y - height, right: x + width, bottom: top - y };
                    items.push(filled(&area, color));
                    run = None;
                }
                Ink::Glyph { id, x, y, size, advance, sign } => {
                    if run.is_none_or(|(_, line, of)| line != y || of != size) {
                        items.push(Item::Glyphs(empty_run(font, color, node, size, (x, top - y))));
                        run = Some((x, y, size));
                    }
                    if let (Some(Item::Glyphs(last)), Some((start, ..))) = (items.last_mut(), run) {
                        let from = last.text.len();
                        last.text.extend(sign);
                        let text = (from..last.text.len()).into();
                        last.glyphs.push(Glyph { id, x: x - start, y: 0.0, advance, text });
                    }
                }
            }
        }
        items
    }
}

fn empty_run(font: usize, color: Color, node: Option<NodeId>, size: f32, (x, y): (f32, f32)) -> GlyphRun {
    GlyphRun {
        font,
        size,
        stretch: 1.0,
        color,
        transform: Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: x, f: y },
        text: String::new(),
        glyphs: Vec::new(),
        paint: TextPaint::Fill,
        artifact: false,
        node,
        hidden: Vec::new(),
    }
}

impl Ink {
    fn moved(self, dx: f32, dy: f32) -> Ink {
        match self {
            Ink::Glyph { id, x, y, size, advance, sign } => {
                Ink::Glyph { id, x: x + dx, y: y + dy, size, advance, sign }
            }
            Ink::Rule { x, y, width, height } => Ink::Rule { x: x + dx, y: y + dy, width, height },
        }
    }

    fn scale(&mut self, factor: f32) {
        let lengths = match self {
            Ink::Glyph { x, y, size, advance, .. } => [x, y, size, advance],
            Ink::Rule { x, y, width, height } => [x, y, width, height],
        };
        lengths.into_iter().for_each(|length| *length *= factor);
    }
}
