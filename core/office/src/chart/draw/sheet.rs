//! What a chart is drawn on: shapes, and words held at a point.

use super::super::look::Lettering;
use super::fit;
use crate::ooxml::paint::Fill;
use transvase_base::units::{Point, Rect, Size};
use transvase_model::flow::{
    Align, Block, Borders, Drawing, Edges, Frame, Inline, Origin, Paragraph, ParagraphStyle, Run, Shape, Wrap,
};
use transvase_model::path::{self, Segment, Stroke};

/// How much wider than it was guessed a text may turn out, as a share and in points.
const SLACK: (f32, f32) = (0.25, 6.0);

/// What a chart is drawn on.
pub(super) struct Sheet {
    pub drawing: Drawing,
}

/// The point of its box that a text is held at, as shares of width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hold {
    pub across: f32,
    pub down: f32,
}

impl Hold {
    pub const TOP: Hold = Hold { across: 0.5, down: 0.0 };
    pub const BOTTOM: Hold = Hold { across: 0.5, down: 1.0 };
    pub const LEFT: Hold = Hold { across: 0.0, down: 0.5 };
    pub const RIGHT: Hold = Hold { across: 1.0, down: 0.5 };
    pub const MIDDLE: Hold = Hold { across: 0.5, down: 0.5 };

    fn align(self) -> Align {
        match self.across {
            across if across <= 0.0 => Align::Start,
            across if across >= 1.0 => Align::End,
            _ => Align::Center,
        }
    }
}

impl Sheet {
    pub(super) fn new(size: Size) -> Sheet {
        Sheet { drawing: Drawing { size, ..Drawing::default() } }
    }

    /// Paints an outline.
    pub(super) fn paint(&mut self, outline: Vec<Segment>, fill: Option<Fill>, stroke: Option<Stroke>) {
        let Some(bounds) = path::bounds(&outline) else { return };
        if fill.is_none() && stroke.is_none() {
            return;
        }
        let gradient = fill.as_ref().and_then(|fill| fill.gradient(&bounds));
        let fill = fill.as_ref().and_then(Fill::color);
        self.drawing.shapes.push(Shape { outline, fill, gradient, stroke });
    }

    /// Paints a rectangle.
    pub(super) fn area(&mut self, rect: &Rect, fill: Option<Fill>, stroke: Option<Stroke>) {
        let corner = |x, y| Point { x, y };
        let corners = [
            corner(rect.left, rect.top),
            corner(rect.right, rect.top),
            corner(rect.right, rect.bottom),
            corner(rect.left, rect.bottom),
        ];
        self.paint(path::polygon(&corners), fill, stroke);
    }

    /// Draws a straight line.
    pub(super) fn rule(&mut self, from: Point, to: Point, stroke: Option<Stroke>) {
        self.paint(vec![Segment::Move(from), Segment::Line(to)], None, stroke);
    }

    /// Writes a text that is held at a point, turned about that by some degrees, clockwise.
    pub(super) fn write(&mut self, text: &str, letters: &Lettering, at: Point, hold: Hold, turn: f32) {
        if text.trim().is_empty() {
            return;
        }
        let width = letters.width(text) * (1.0 + SLACK.0) + SLACK.1;
        let height = fit::height(text, letters);
        let (x, y) = ((hold.across - 0.5) * width, (hold.down - 0.5) * height);
        let (sin, cos) = (libm::sinf(turn.to_radians()), libm::cosf(turn.to_radians()));
        let middle = Point { x: at.x - (x * cos - y * sin), y: at.y - (x * sin + y * cos) };
        let rect = Rect {
            left: middle.x - width / 2.0,
            top: middle.y - height / 2.0,
            right: middle.x + width / 2.0,
            bottom: middle.y + height / 2.0,
        };
        self.drawing.texts.push(Frame {
            rect,
            origin: Origin::Paragraph,
            rotation: turn.rem_euclid(360.0),
            wrap: Wrap::InFront,
            padding: Edges::default(),
            background: None,
            borders: Borders::default(),
            blocks: vec![paragraph(text, letters, hold.align())],
        });
    }
}

/// A paragraph of one look, with its lines as they are.
fn paragraph(text: &str, letters: &Lettering, align: Align) -> Block {
    let style = ParagraphStyle { align: Some(align), line_distance: Some(letters.line()), ..ParagraphStyle::default() };
    let mut content = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if at > 0 {
            content.push(Inline::LineBreak);
        }
        content.push(Inline::Text(Run { text: line.to_owned(), style: letters.style() }));
    }
    Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })
}
