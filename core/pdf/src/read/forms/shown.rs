//! Field appearances generated for fields that have none: viewers make one from the default appearance (ISO 32000-1,
//! 12.7.3.3), and so does this.

use encoding_rs::WINDOWS_1252;
use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Dict, FromBytes};
use hayro_syntax::page::Resources;
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};

use transvase_base::units::Rect;
use transvase_model::pages::Color;
use transvase_model::text::directions::mirrored;

/// Size of text whose size is to be chosen, in points, where the field is high enough.
const AUTO_SIZE: f32 = 12.0;

/// Size that lines are made smaller to at most, so that all are within their field.
const LEAST_SIZE: f32 = 4.0;

/// Space between the sides of a field and its text, in points.
const MARGIN: f32 = 2.0;

/// Width of a letter in ems, about: enough to tell where lines end.
const LETTER: f32 = 0.5;

/// From one line to the next, in ems.
const LEADING: f32 = 1.15;

/// Lines of one field that are shown.
const MAX_LINES: usize = 1_000;

/// Where text begins in its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Center,
    Right,
}

/// A value and how it is to be shown.
pub(super) struct Shown<'v> {
    /// The value.
    pub value: &'v str,
    /// The field's rectangle in user space.
    pub rect: Rect,
    /// Whether it is broken into lines.
    pub multiline: bool,
    /// Where its lines begin.
    pub side: Side,
    /// The default appearance.
    pub appearance: &'v [u8],
}

/// The one font every viewer has: for letters of Windows, and for all letters by their numbers in Unicode.
const RESOURCES: &[u8] = b"<</Font <</Helv <</Type /Font /Subtype /Type1 /BaseFont /Helvetica \
    /Encoding /WinAnsiEncoding>> /HelvUnicode <</Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H \
    /ToUnicode /Identity-H /DescendantFonts [<</Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica /DW 500 \
    /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>>>]>>>>>>";

/// The names of its two forms.
const WINDOWS_FONT: &str = "Helv";
const UNICODE_FONT: &str = "HelvUnicode";

fn plain_resources<'a>() -> Resources<'a> {
    Resources::new(Dict::from_bytes(RESOURCES).unwrap_or_default())
}

/// The fonts that content for a value may need beside those of the form.
#[cfg(feature = "render")]
pub(crate) fn plain_fonts<'a>() -> Dict<'a> {
    Dict::from_bytes(RESOURCES).and_then(|resources: Dict<'a>| resources.get(b"Font")).unwrap_or_default()
}

/// Content that shows the value, and the resources it needs.
pub(super) fn content<'a>(shown: &Shown<'_>, defaults: Resources<'a>) -> (Vec<u8>, Resources<'a>) {
    let mut operations = TypedIter::new(shown.appearance);
    let (mut font, mut stated) = (None, 0.0);
    while let Some(operation) = operations.next() {
        if let Op::TextFont(op) = operation {
            // Codes of fonts of two bytes are nothing that a letter tells.
            let known = defaults.get_font(op.0).filter(|font| !font.contains_key(b"DescendantFonts"));
            font = known.map(|_| escaped(op.0.as_ref()));
            stated = op.1.as_f32().abs();
        }
    }
    let fits = (shown.rect.height() * 0.7).clamp(LEAST_SIZE, AUTO_SIZE);
    let size = fitting(shown, if stated > 0.0 { stated } else { fits });
    let is_of_windows = !WINDOWS_1252.encode(shown.value).2;
    let (font, resources) = match font.filter(|_| is_of_windows) {
        Some(font) => (font, defaults),
        None if is_of_windows => (WINDOWS_FONT.to_owned(), plain_resources()),
        None => (UNICODE_FONT.to_owned(), plain_resources()),
    };
    let mut content = b"q BT ".to_vec();
    content.extend_from_slice(shown.appearance);
    content.extend(format!(" /{font} {size} Tf ").into_bytes());
    for (index, line) in lines(shown, size).iter().map(|line| visual(line)).enumerate() {
        let (x, y) = start(shown, size, index, &line);
        content.extend(format!("1 0 0 1 {x} {y} Tm /Span <</ActualText <{}>>> BDC ", utf16(&line)).into_bytes());
        let codes = if is_of_windows { hex(&WINDOWS_1252.encode(&line).0) } else { units(&line) };
        content.extend(format!("<{codes}> Tj EMC ").into_bytes());
    }
    content.extend_from_slice(b"ET Q");
    (content, resources)
}

/// The size at which all lines are within the field, where they can be read so: what is below it nobody sees.
fn fitting(shown: &Shown<'_>, stated: f32) -> f32 {
    let is_in = |size: f32| {
        let count = lines(shown, size).len() as f32;
        2.0 * MARGIN + size * (1.0 + LEADING * (count - 1.0)) <= shown.rect.height()
    };
    let smaller = std::iter::successors(Some(stated), |size| Some(size * 0.9)).take_while(|size| *size > LEAST_SIZE);
    let fits = || smaller.into_iter().find(|size| is_in(*size)).unwrap_or(LEAST_SIZE.min(stated));
    if shown.multiline { fits() } else { stated }
}

/// Content that fills the ground behind a text.
pub(super) fn ground(rect: &Rect, Color { r, g, b }: Color) -> Vec<u8> {
    let [r, g, b] = [r, g, b].map(|part| f32::from(part) / 255.0);
    let (width, height) = (rect.width(), rect.height());
    format!("q {r} {g} {b} rg {} {} {width} {height} re f Q ", rect.left, rect.top).into_bytes()
}

/// The lines of a value, broken about where they no longer fit.
fn lines(shown: &Shown<'_>, size: f32) -> Vec<String> {
    if !shown.multiline {
        return vec![shown.value.split_whitespace().collect::<Vec<_>>().join(" ")];
    }
    let fits = ((shown.rect.width() - 2.0 * MARGIN) / (size * LETTER)).max(8.0) as usize;
    let mut lines = Vec::new();
    for paragraph in shown.value.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + word.chars().count() >= fits {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines.truncate(MAX_LINES);
    lines
}

/// A line as it is seen from left to right (UAX #9, L2 and L4); it runs as most of its letters do.
fn visual(line: &str) -> String {
    let count = |fits: &dyn Fn(BidiClass) -> bool| line.chars().filter(|c| fits(bidi_class(*c))).count();
    let is_rtl = count(&|class| matches!(class, BidiClass::R | BidiClass::AL)) > count(&|class| class == BidiClass::L);
    let bidi = BidiInfo::new(line, Some(if is_rtl { Level::rtl() } else { Level::ltr() }));
    let mut seen = String::new();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let text = line.get(run.clone()).unwrap_or_default();
            match levels.get(run.start).is_some_and(Level::is_rtl) {
                true => seen.extend(text.chars().rev().map(mirrored)),
                false => seen.push_str(text),
            }
        }
    }
    seen
}

/// Where a line begins: single lines in the middle of the height, several from the top.
fn start(shown: &Shown<'_>, size: f32, index: usize, line: &str) -> (f32, f32) {
    // User space runs upwards: the rectangle's bottom is the larger y here.
    let Rect { left, top: low, right, bottom: high } = shown.rect;
    let width = line.chars().count() as f32 * size * LETTER;
    let x = match shown.side {
        Side::Left => left + MARGIN,
        Side::Center => f32::midpoint(left, right) - width / 2.0,
        Side::Right => right - MARGIN - width,
    };
    // Capitals are about 0.7 ems high.
    let y = match shown.multiline {
        true => high - MARGIN - size * (0.8 + LEADING * index as f32),
        false => f32::midpoint(low, high) - size * 0.35,
    };
    (x, y)
}

fn escaped(name: &[u8]) -> String {
    let escape = |byte: &u8| match byte {
        byte if byte.is_ascii_alphanumeric() => (*byte as char).to_string(),
        byte => format!("#{byte:02X}"),
    };
    name.iter().map(escape).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect()
}

fn utf16(text: &str) -> String {
    format!("FEFF{}", units(text))
}

fn units(text: &str) -> String {
    text.encode_utf16().map(|unit| format!("{unit:04X}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_they_are_seen() {
        assert_eq!(visual("Two words (2)"), "Two words (2)");
        assert_eq!(visual("דג (1) רע"), "ער (1) גד");
        assert_eq!(visual("No. 5: דג"), "No. 5: גד");
        assert_eq!(visual("A: דגים"), "םיגד :A");
    }
}
