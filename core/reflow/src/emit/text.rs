//! Paragraphs, and horizontal rules: borders of the paragraph they stand under, where they are as wide as the text.

use super::super::block::{ColumnExtent, Para};
use super::super::color::is_dark;
use super::super::inline::Writer;
use super::super::page_margins::SAME_COLUMN;
use super::super::paragraph::HANGING;
use super::super::text::line::Line;
use super::super::vector::Ruling;
use super::tolerances::{EMPTY, LABEL_GAP, LITTLE, LOWEST_LINE, ORDINARY_PITCH, UNSEEN};
use super::{Assembler, line_height, tenths};
use transvase_model::flow::{self, Align, Borders, Color, DropCap, Inline, Paragraph, ParagraphStyle, Run, TextStyle};

/// Size of text as a share of the line pitch up to which the line holds it: letters hardly fill their size.
const HIGHEST: f32 = 1.1;
/// Distance in points of a border from its text, as it is written: what office programs take.
const BORDER_SPACE: f32 = 1.0;

/// Whether the lines of a paragraph are ended, none by the room to its right: another face may need a little more.
fn keeps_its_ends(para: &Para) -> bool {
    let Some((_, above)) = para.lines.split_last() else { return false };
    let at_start = !matches!(para.align, Some(Align::Center | Align::End));
    at_start && !above.is_empty() && above.iter().all(|line| line.ends_in_break)
}

impl Assembler<'_> {
    pub fn paragraph(&mut self, para: &Para, skip: usize) -> Paragraph {
        let (above, below) = para.panel.map_or((0.0, 0.0), |panel| (panel.above(), panel.below()));
        let (top, bottom) = (para.top() - above, para.bottom() + below);
        let space_before = if para.place.is_some() { 0.0 } else { self.step(top, bottom) };
        self.cursor = match para.cut {
            Some(cut) => {
                self.over = self.cursor - self.room.bottom;
                let ended = para.lines.last().map_or(0.0, |last| para.bottom_of(last));
                let end = self.room.end_of_cut(self.cursor - cut as f32 * para.pitch, para);
                // Where it ends is a guess, a line too high at the most: too much space would push what follows off the
                // page.
                end.max(ended - para.pitch)
            }
            None => self.cursor + para.growth(),
        };
        let on_dark = para.background.is_some_and(is_dark);
        let skip = para.meaning.number.as_ref().map_or(skip, |number| number.words);
        let drop_cap = drop_cap(para).filter(|_| skip == 0);
        let skip = skip + usize::from(drop_cap.is_some());
        let (mut content, tabs) = Writer::new(self.lexicon, self.targets, on_dark).write(para, skip);
        self.hang(para, space_before + above, &mut content);
        let (indent_start, indent_first) = hanging(para).unwrap_or((para.indents.start, para.indents.first));
        let indent_end = if keeps_its_ends(para) { para.indents.end.min(0.0) } else { para.indents.end };
        let style = ParagraphStyle {
            align: para.align,
            indent_start: tenths(indent_start),
            indent_end: tenths(indent_end),
            indent_first: tenths(indent_first),
            space_before,
            line_height: line_height(para.pitch, para.size().max(LOWEST_LINE)),
            line_distance: holds_its_lines(para).then_some(para.pitch),
            right_to_left: para.rtl,
            keep_with_next: para.meaning.keep,
            background: para.background,
            borders: para.panel.map(|panel| panel.borders).unwrap_or_default(),
            border_room: para.panel.map(|panel| panel.room),
            tabs,
            ..ParagraphStyle::default()
        };
        let label = para.meaning.number.as_ref().map(|number| Box::new(number.label.clone()));
        let place = self.places.of_paragraph(para);
        Paragraph { role: para.meaning.role, style, content, label, drop_cap: drop_cap.map(Box::new), place }
    }

    /// Writes a rule.
    pub(super) fn rule(&mut self, done: &mut Vec<flow::Block>, rule: &Ruling, frame: &ColumnExtent) {
        let border = rule.border_of(rule.color.unwrap_or(Color::BLACK));
        let near = |a: f32, b: f32| (a - b).abs() <= SAME_COLUMN;
        let full = near(rule.from, frame.left) && near(rule.to, frame.right);
        let below = rule.at - self.cursor;
        let close = below >= -LITTLE && below <= ORDINARY_PITCH;
        if let Some(flow::Block::Paragraph(paragraph)) = done.last_mut()
            && full
            && close
            && takes_border(paragraph)
        {
            paragraph.style.borders.bottom = Some(border);
            // The room between text and rule comes again below the rule.
            self.cursor += BORDER_SPACE + border.width;
            return;
        }
        let half = border.width / 2.0;
        let space_before = self.step(rule.at - half, rule.at + half);
        // Below the line come its distance and the empty paragraph.
        self.cursor += BORDER_SPACE + EMPTY;
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

/// The large initial a paragraph of the text begins with.
fn drop_cap(para: &Para) -> Option<DropCap> {
    let first = para.lines.first()?.words.first().filter(|_| para.is_body() && para.place.is_none())?;
    let style = TextStyle { scale: 1.0, spacing: 0.0, ..first.style.clone() };
    Some(DropCap { run: Run { text: first.text.clone(), style }, lines: first.initial? })
}

/// Whether all its text is low enough for its line pitch.
fn holds_its_lines(para: &Para) -> bool {
    let words = para.lines.iter().flat_map(|line| &line.words);
    words.map(|word| word.size).fold(0.0, f32::max) <= HIGHEST * para.pitch
}

/// Indents of a heading whose text stands at some distance from its label: its lines begin there,
/// and the label hangs before them.
fn hanging(para: &Para) -> Option<(f32, f32)> {
    let number = para.meaning.number.as_ref()?;
    let first = para.lines.first()?;
    let label = first.words.get(number.words.checked_sub(1)?)?;
    let text = first.words.get(number.words)?;
    let left_aligned = !para.rtl && !matches!(para.align, Some(Align::Center | Align::End));
    let under = |line: &Line| (line.rect.left - text.rect.left).abs() <= HANGING * text.size;
    let hangs = text.rect.left - label.rect.right > LABEL_GAP * text.size && para.lines.iter().skip(1).all(under);
    (left_aligned && hangs).then(|| (text.rect.left - para.edge(), first.rect.left - text.rect.left))
}

/// Whether a rule under a paragraph can be its border: it is text as wide as the column.
fn takes_border(paragraph: &Paragraph) -> bool {
    let style = &paragraph.style;
    let text = paragraph.content.iter().any(|inline| matches!(inline, Inline::Text(_) | Inline::Link { .. }));
    text && style.borders == Borders::default() && style.indent_start < UNSEEN && style.indent_end < UNSEEN
}
