//! Horizontal rules: borders of the paragraph they stand under, where they are as wide as the text.

use super::super::block::ColumnExtent;
use super::super::vector::Ruling;
use super::{Assembler, EMPTY, tenths};
use crate::model::flow::{self, Border, Borders, Color, Inline, Paragraph, ParagraphStyle};

/// Distance in points below a paragraph within which a rule is its border.
const NEAR: f32 = 14.0;
/// Distance in points within which the ends of a rule are those of the text.
const SAME_EDGE: f32 = 6.0;
/// Widths of a border in points.
const WIDTHS: (f32, f32) = Border::WIDTHS;
/// Distance of a border from its text in points, as it is written.
const SPACE: f32 = 1.0;

impl Assembler<'_> {
    /// Writes a rule.
    pub(super) fn rule(&mut self, done: &mut Vec<flow::Block>, rule: &Ruling, frame: &ColumnExtent) {
        let border = Border { width: rule.width.clamp(WIDTHS.0, WIDTHS.1), color: rule.color.unwrap_or(Color::BLACK) };
        let near = |a: f32, b: f32| (a - b).abs() <= SAME_EDGE;
        let full = near(rule.from, frame.left) && near(rule.to, frame.right);
        let close = (-NEAR / 2.0..=NEAR).contains(&(rule.at - self.cursor));
        if let Some(flow::Block::Paragraph(paragraph)) = done.last_mut()
            && full
            && close
            && takes_border(paragraph)
        {
            paragraph.style.borders.bottom = Some(border);
            // The room between text and rule comes again below the rule.
            self.cursor += SPACE + border.width;
            return;
        }
        let half = border.width / 2.0;
        let space_before = self.step(rule.at - half, rule.at + half);
        // Below the line come its distance and the empty paragraph.
        self.cursor += SPACE + EMPTY;
        let style = ParagraphStyle {
            space_before,
            line_distance: Some(EMPTY),
            indent_start: tenths((rule.from - frame.left).max(0.0)),
            indent_end: tenths((frame.right - rule.to).max(0.0)),
            borders: Borders { top: Some(border), ..Borders::default() },
            ..ParagraphStyle::default()
        };
        done.push(flow::Block::Paragraph(Paragraph { style, ..Paragraph::default() }));
    }
}

/// Whether a rule under a paragraph can be its border: it is text as wide as the column.
fn takes_border(paragraph: &Paragraph) -> bool {
    let style = &paragraph.style;
    let text = paragraph.content.iter().any(|inline| matches!(inline, Inline::Text(_) | Inline::Link { .. }));
    text && style.borders == Borders::default() && style.indent_start < 1.0 && style.indent_end < 1.0
}
