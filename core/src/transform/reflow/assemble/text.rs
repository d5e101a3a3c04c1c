//! Paragraphs.

use super::super::block::Para;
use super::super::inline::Writer;
use super::{Assembler, is_dark, tenths};
use crate::model::flow::{Paragraph, ParagraphStyle};

/// Share by which lines move together at most where words were divided at their ends.
const TIGHTEST: f32 = 0.95;

impl Assembler<'_> {
    pub fn paragraph(&mut self, para: &Para, skip: usize) -> Paragraph {
        let space_before = if para.place.is_some() { 0.0 } else { self.step(para.top(), para.bottom()) };
        self.cursor = para.end().unwrap_or(self.cursor);
        let on_dark = para.background.is_some_and(is_dark);
        let skip = para.number.as_ref().map_or(skip, |number| number.words);
        let (mut content, tabs) = Writer::new(self.lexicon, self.targets, on_dark).write(para, skip);
        self.hang(para, &mut content);
        let style = ParagraphStyle {
            align: para.align,
            indent_start: tenths(para.indent_start),
            indent_end: tenths(para.indent_end),
            indent_first: tenths(para.indent_first),
            space_before,
            line_height: Some((para.pitch * tightness(para) / para.size().max(1.0)).clamp(0.7, 4.0)),
            right_to_left: para.rtl,
            keep_with_next: para.keep,
            background: para.background,
            tabs,
            ..ParagraphStyle::default()
        };
        let label = para.number.as_ref().map(|number| number.label.clone());
        Paragraph { role: para.role, style, content, label, ..Paragraph::default() }
    }
}

/// Words that were divided at line ends are whole again and need more lines: lines move together a
/// little, so that the paragraph keeps its height.
fn tightness(para: &Para) -> f32 {
    let divided = para
        .lines
        .iter()
        .filter(|line| line.words.last().is_some_and(|word| word.text.ends_with(['-', '\u{AD}', '\u{2010}'])));
    let lines = para.lines.len() as f32;
    (lines / (lines + 0.35 * divided.count() as f32)).max(TIGHTEST)
}
