//! Effective formatting: what is said of letters and paragraphs, as the document has it.

use std::sync::Arc;

use super::Reader;
use super::letters::{Letters, Toggle};
use super::lines::Lines;
use super::styles::Style;
use transvase_font::line_heights;
use transvase_model::flow::{Hidden, ParagraphStyle, TabStop, TextStyle};
use transvase_model::text::lcid;

/// Largest indent and space in points: Word's own.
const FARTHEST: f32 = 1_584.0;
/// Space that browsers have around paragraphs, which Word takes over, in points.
const AUTO_SPACE: f32 = 14.0;

/// Points of twentieths of them.
pub(super) fn pt(twips: i32) -> f32 {
    (twips as f32 / 20.0).clamp(-FARTHEST, FARTHEST)
}

impl Reader<'_> {
    /// The style of letters.
    pub(super) fn text_style(&self, letters: &Letters) -> TextStyle {
        let [latin, eastern, _] = letters.fonts.map(|number| self.file.fonts.get(number));
        let symbols = latin.is_some_and(|font| font.symbols.is_some());
        let family = latin.filter(|_| !symbols).map(|font| Arc::clone(&font.name));
        let east_asian = eastern.map(|font| Arc::clone(&font.name)).filter(|name| Some(name) != family.as_ref());
        let name = letters.style.and_then(|style| self.file.styles.letters_name(style));
        TextStyle {
            name: name.map(Arc::from),
            family,
            east_asian,
            size: Some((f32::from(letters.size) / 2.0).clamp(1.0, 1_638.0)),
            weight: if letters.is(Toggle::Bold) { 700 } else { 400 },
            italic: letters.is(Toggle::Italic),
            underline: letters.underline,
            strike: letters.is_struck(),
            decoration: letters.decoration,
            script: letters.script,
            scale: if letters.scale == 100 { 1.0 } else { (f32::from(letters.scale) / 100.0).clamp(0.01, 6.0) },
            spacing: pt(letters.spacing),
            unkerned: letters.kern == 0 || letters.size < letters.kern,
            small_caps: letters.is(Toggle::SmallCaps) && !letters.is(Toggle::Caps),
            monospace: latin.is_some_and(|font| font.monospace),
            color: letters.color,
            background: letters.highlight.or(letters.background),
            emphasis: letters.emphasis,
            language: lcid::tag(u32::from(letters.language)).map(Arc::from),
            hidden: letters.is(Toggle::Hidden).then_some(Hidden::Unpainted),
            ..TextStyle::default()
        }
    }

    /// The style of a paragraph, whose first letters are `letters`.
    pub(super) fn paragraph_style(&self, lines: &Lines, style: &Style, letters: &Letters) -> ParagraphStyle {
        let space = |twips: i32, auto: bool| if auto { AUTO_SPACE } else { pt(twips).max(0.0) };
        let (line_height, line_distance) = self.distance(lines, letters);
        let tabs =
            lines.tabs.iter().map(|tab| TabStop { position: pt(tab.position), align: tab.align, leader: tab.leader });
        ParagraphStyle {
            unnumbered_lines: false,
            unhyphenated: lines.unhyphenated,
            off_grid: lines.off_grid,
            name: style.name.clone(),
            align: lines.aligned(),
            indent_start: pt(lines.start),
            indent_end: pt(lines.end),
            indent_first: pt(lines.first),
            space_before: space(lines.before, lines.auto_before),
            space_after: space(lines.after, lines.auto_after),
            line_height,
            line_distance,
            page_break_before: lines.page_break,
            keep_with_next: lines.keep_next,
            keep_together: lines.keep,
            right_to_left: lines.right_to_left,
            background: lines.background,
            borders: lines.borders.borders(),
            border_room: lines.borders.room(),
            own_box: false,
            tabs: tabs.collect(),
        }
    }

    /// Distance of lines: as a multiple of the size, or in points ([MS-DOC], 2.9.145, LSPD).
    fn distance(&self, lines: &Lines, letters: &Letters) -> (Option<f32>, Option<f32>) {
        let font = self.file.fonts.get(letters.fonts[0]);
        let natural = line_heights::natural(font.map_or("", |font| &*font.name));
        let size = f32::from(letters.size) / 2.0;
        let points = pt(lines.distance.saturating_abs());
        match lines.distance {
            0 => (Some(natural), None),
            distance if lines.multiple => {
                (Some((distance.saturating_abs() as f32 / 240.0 * natural).clamp(0.1, 20.0)), None)
            }
            distance if distance < 0 => (None, Some(points)),
            // At least so much: more than the letters need, or no matter.
            _ if points > size * natural => (None, Some(points)),
            _ => (Some(natural), None),
        }
    }
}
