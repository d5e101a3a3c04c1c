//! Style properties in the units of WordprocessingML: whole numbers, so that they can be counted, compared and left out
//! where a style says the same.

use std::sync::Arc;

use transvase_base::units::twips;
use transvase_font::line_heights;
use transvase_model::flow::{
    Align, Border, Borders, Color, Decoration, Edges, Effect, Emphasis, Inline, Leader, LineKind, Paragraph,
    ParagraphStyle, Script, TabAlign, TextStyle,
};

/// How far text is raised at most, in half-points, as Word takes it.
const MAX_RAISE: i32 = 3_168;
/// Lengths in twips that Word accepts for indents, spaces and page sides: 22 inches.
pub(super) const MAX_TWIPS: i32 = 31_680;
/// Indent of each level of quotation at both sides, in twips.
pub(super) const QUOTE_INDENT: i32 = 480;
/// Space in twips between letters at most: an inch. Nothing that is still a word has more.
const MAX_SPACING: i32 = 1_440;
/// Lengths in twips that differ by no more are meant to be the same: half a point, which nobody sees
/// and nobody would set.
const TOLERANCE: i32 = 10;
/// Half-points Word accepts for a size.
const SIZES: (i32, i32) = (2, 3_276);
/// Running text where nothing in the document says how it looks.
pub(super) const DEFAULT_FAMILY: &str = "Calibri";
/// Its size in half-points.
pub(super) const DEFAULT_SIZE: i32 = 22;
/// Family of fixed-pitch text that names none.
pub(super) const MONOSPACE_FAMILY: &str = "Courier New";
/// A script run smaller than this share of the text around it states the size it is shown at, not
/// the size it is raised or lowered from.
const SHOWN_SCRIPT: f32 = 0.85;

/// How characters look.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextLook {
    pub family: Arc<str>,
    /// Family of Chinese, Japanese and Korean letters; `None` means `family`.
    pub east_asian: Option<Arc<str>>,
    /// Size in half-points.
    pub size: i32,
    /// Width of the letters in percent.
    pub scale: i32,
    /// Space after each letter in twips.
    pub spacing: i32,
    /// How far it is raised, in half-points.
    pub raise: i32,
    pub bold: bool,
    pub italic: bool,
    pub underline: bool,
    pub strike: bool,
    pub decoration: Decoration,
    pub border: Option<Side>,
    pub effect: Option<Effect>,
    pub small_caps: bool,
    /// From -1 (lowered) to 1 (raised).
    pub script: i8,
    pub color: Option<Color>,
    pub background: Option<Color>,
    pub emphasis: Option<Emphasis>,
    pub language: Arc<str>,
    /// It is a piece of a program, outside of paragraphs that are nothing else.
    pub code: bool,
}

/// How a paragraph stands. Lengths are twips.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ParagraphLook {
    pub align: Jc,
    pub start: i32,
    pub end: i32,
    pub first: i32,
    pub before: i32,
    pub after: i32,
    pub line: Line,
    pub keep_with_next: bool,
    pub keep_together: bool,
    pub unhyphenated: bool,
    pub off_grid: bool,
    pub right_to_left: bool,
    pub background: Option<Color>,
    /// Lines above, at the left, below and at the right.
    pub borders: [Option<Edge>; 4],
    pub tabs: Vec<Tab>,
}

/// A line beside a paragraph, and its distance from the text in points.
pub(super) type Edge = (Side, i32);

/// Largest distance in points of a line from the text that Word knows.
const FARTHEST: i32 = 31;
/// Distances in points that Word leaves between a paragraph and the lines around it.
pub(super) const ROOM: Edges = Edges { top: 1.0, right: 4.0, bottom: 1.0, left: 4.0 };

/// A line: its width in eighths of a point, and its colour.
pub(super) type Side = (i32, Color, LineKind);

/// A tab stop: position in twips, alignment, dots.
pub(super) type Tab = (i32, TabAlign, Option<Leader>);

/// Alignment (`w:jc`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Jc {
    Start,
    Center,
    End,
    Justify,
}

impl From<Align> for Jc {
    fn from(align: Align) -> Jc {
        match align {
            Align::Start => Jc::Start,
            Align::Center => Jc::Center,
            Align::End => Jc::End,
            Align::Justify => Jc::Justify,
        }
    }
}

impl Jc {
    /// The value of `w:jc`: `left` and `right` mean start and end in the transitional schema.
    pub(super) fn value(self) -> &'static str {
        match self {
            Jc::Start => "left",
            Jc::Center => "center",
            Jc::End => "right",
            Jc::Justify => "both",
        }
    }
}

/// Distance of lines (`w:line` and `w:lineRule`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Line {
    /// In 240ths of the font's own line height.
    Auto(i32),
    /// In twips, whatever stands in the line.
    Exact(i32),
    /// In twips, more where something higher stands in the line.
    AtLeast(i32),
}

impl Line {
    /// Lines as high as what stands in them, where these are not.
    pub(super) fn growing(self) -> Line {
        if let Line::Exact(_) = self { Line::Auto(240) } else { self }
    }
}

/// Distance of lines where the document leaves it to the writer.
pub(super) const DEFAULT_LINE: Line = Line::Auto(264);

/// What a document's running text is where a run does not say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Base {
    pub family: Arc<str>,
    /// Family of Chinese, Japanese and Korean letters; `None` means `family`.
    pub east_asian: Option<Arc<str>>,
    /// Size in half-points.
    pub size: i32,
    pub language: Arc<str>,
}

impl Default for Base {
    fn default() -> Self {
        Base { family: DEFAULT_FAMILY.into(), east_asian: None, size: DEFAULT_SIZE, language: "en-US".into() }
    }
}

impl Base {
    /// The look of plain text in this document.
    pub(super) fn text(&self) -> TextLook {
        self.resolve(&TextStyle::default(), self.size)
    }

    /// The look of a run; `size` is in half-points and stands in where the run has none.
    pub(super) fn resolve(&self, style: &TextStyle, size: i32) -> TextLook {
        let family = match &style.family {
            Some(family) => family.clone(),
            None if style.monospace => MONOSPACE_FAMILY.into(),
            None => self.family.clone(),
        };
        TextLook {
            family,
            east_asian: style.east_asian.clone().or_else(|| self.east_asian.clone()),
            size: style.size.map_or(size, half_points),
            scale: percent(style.scale),
            spacing: twips(style.spacing).clamp(-MAX_SPACING, MAX_SPACING),
            raise: ((style.raise * 2.0).round() as i32).clamp(-MAX_RAISE, MAX_RAISE),
            bold: style.is_bold(),
            italic: style.italic,
            underline: style.underline,
            strike: style.strike,
            decoration: if style.underline || style.strike { style.decoration } else { Decoration::default() },
            border: style.border.map(side),
            effect: style.effect,
            small_caps: style.small_caps,
            script: match style.script {
                Script::Normal => 0,
                Script::Superscript => 1,
                Script::Subscript => -1,
            },
            // Black text is automatic: it turns white on a dark background the user may choose.
            color: style.color.filter(|color| *color != Color::BLACK),
            background: style.background,
            emphasis: style.emphasis,
            language: style.language.clone().unwrap_or_else(|| self.language.clone()),
            code: style.meaning.code,
        }
    }
}

impl TextLook {
    /// Whether it is that of Chinese, Japanese or Korean text.
    pub(super) fn is_east_asian(&self) -> bool {
        self.east_asian.is_some() && is_east_asian(&self.language)
    }

    /// The look that the style of pieces of programs gives text of this look.
    pub(super) fn coded(&self) -> TextLook {
        TextLook { family: MONOSPACE_FAMILY.into(), code: true, ..self.clone() }
    }

    /// The look in a paragraph whose text has `size` half-points: a script run that states the
    /// size it is shown at gets the size it is raised from, as office programs shrink it again.
    pub(super) fn within(mut self, size: i32) -> TextLook {
        if self.script != 0 && (self.size as f32) < SHOWN_SCRIPT * size as f32 {
            self.size = size;
        }
        self
    }
}

/// Whether a language is Chinese, Japanese or Korean.
pub(super) fn is_east_asian(tag: &str) -> bool {
    tag.get(..2).is_some_and(|primary| ["zh", "ja", "ko"].iter().any(|known| primary.eq_ignore_ascii_case(known)))
}

impl Default for ParagraphLook {
    fn default() -> Self {
        ParagraphLook {
            align: Jc::Start,
            start: 0,
            end: 0,
            first: 0,
            before: 0,
            after: 0,
            line: DEFAULT_LINE,
            keep_with_next: false,
            keep_together: false,
            unhyphenated: false,
            off_grid: false,
            right_to_left: false,
            background: None,
            borders: [None; 4],
            tabs: Vec::new(),
        }
    }
}

impl TextLook {
    /// Takes from the look of most of a paragraph what a template decides: font, size and language.
    pub(super) fn leave_to_template(&mut self, text: &TextLook) {
        self.family = text.family.clone();
        self.east_asian.clone_from(&text.east_asian);
        self.language = text.language.clone();
        (self.size, self.scale, self.spacing) = (text.size, text.scale, text.spacing);
    }
}

impl ParagraphLook {
    /// Takes from the look of a paragraph what a template decides: its spaces, lines and stops, and how it stays together.
    pub(super) fn leave_to_template(&mut self, look: &ParagraphLook) {
        (self.before, self.after, self.line) = (look.before, look.after, look.line);
        (self.keep_with_next, self.keep_together) = (look.keep_with_next, look.keep_together);
        self.tabs.clone_from(&look.tabs);
    }

    /// Takes the lengths of `base` where its own are meant to be the same.
    pub(super) fn settle(&mut self, base: &ParagraphLook) {
        let pairs = [
            (&mut self.start, base.start),
            (&mut self.end, base.end),
            (&mut self.first, base.first),
            (&mut self.before, base.before),
            (&mut self.after, base.after),
        ];
        for (own, base) in pairs {
            if near(*own, base) {
                *own = base;
            }
        }
    }

    /// The look of a paragraph whose text is mostly `text`.
    pub(super) fn resolve(paragraph: &Paragraph, text: &TextLook) -> ParagraphLook {
        let style = &paragraph.style;
        ParagraphLook {
            align: style.align.map_or(Jc::Start, Jc::from),
            start: indent(style.indent_start),
            end: indent(style.indent_end),
            first: indent(style.indent_first),
            before: space(style.space_before),
            after: space(style.space_after),
            line: line(paragraph, text),
            keep_with_next: style.keep_with_next,
            keep_together: style.keep_together,
            unhyphenated: style.unhyphenated,
            off_grid: style.off_grid,
            right_to_left: style.right_to_left,
            background: style.background,
            borders: {
                let Borders { top, right, bottom, left } = style.borders;
                let room = style.border_room.unwrap_or(ROOM);
                let sides = [(top, room.top), (left, room.left), (bottom, room.bottom), (right, room.right)];
                sides
                    .map(|(border, room)| border.map(|border| (side(border), (room.round() as i32).clamp(0, FARTHEST))))
            },
            tabs: tabs(style),
        }
    }
}

/// Whether two lengths in twips are the same to the eye.
pub(super) fn near(a: i32, b: i32) -> bool {
    (a - b).abs() <= TOLERANCE
}

/// A size in half-points.
pub(super) fn half_points(pt: f32) -> i32 {
    ((pt * 2.0).round() as i32).clamp(SIZES.0, SIZES.1)
}

/// The width of letters in percent, as Word takes it (ECMA-376 part 1, 17.18.93).
fn percent(scale: f32) -> i32 {
    if scale.is_finite() && scale > 0.0 { ((scale * 100.0).round() as i32).clamp(1, 600) } else { 100 }
}

/// A line around a paragraph or cell: from 2 to 96 eighths of a point (ECMA-376 part 1, 17.3.4).
pub(super) fn side(border: Border) -> Side {
    (((border.width * 8.0).round() as i32).clamp(2, 96), border.color, border.kind)
}

/// An indent in twips, as Word takes it.
pub(super) fn indent(pt: f32) -> i32 {
    twips(pt).clamp(-MAX_TWIPS, MAX_TWIPS)
}

fn space(pt: f32) -> i32 {
    twips(pt).clamp(0, MAX_TWIPS)
}

fn tabs(style: &ParagraphStyle) -> Vec<Tab> {
    let mut tabs: Vec<Tab> = style.tabs.iter().map(|tab| (indent(tab.position), tab.align, tab.leader)).collect();
    tabs.sort_by_key(|(position, ..)| *position);
    tabs.dedup_by_key(|(position, ..)| *position);
    // More than 64 stops is more than Word takes (ECMA-376 part 1, 17.3.1.38).
    tabs.truncate(64);
    tabs
}

/// Share of the distance of base lines that a line of exactly that height has above its own: Word cuts off what
/// is higher.
const ABOVE: f32 = 0.8;

/// The distance of base lines as Word and LibreOffice reproduce it best.
///
/// A multiple of the font's own height stays right when a user changes the size, but holds only
/// where that height is known: for the families every office program has, or has a double of, and
/// characters they contain. Everything else gets the distance in twips.
fn line(paragraph: &Paragraph, text: &TextLook) -> Line {
    let known = |value: Option<f32>| value.filter(|value| value.is_finite() && *value > 0.0);
    let (distance, multiple) = (known(paragraph.style.line_distance), known(paragraph.style.line_height));
    let pitch = distance.or(multiple.map(|multiple| multiple * text.size as f32 / 2.0));
    let has_image = holds_image(&paragraph.content, ABOVE * pitch.unwrap_or(0.0), 0);
    if let Some(distance) = distance {
        let distance = twips(distance).clamp(1, MAX_TWIPS);
        return if has_image { Line::AtLeast(distance) } else { Line::Exact(distance) };
    }
    let Some(multiple) = multiple else {
        // A multiple would also stretch the picture's own line.
        return if has_image { Line::Auto(240) } else { DEFAULT_LINE };
    };
    let distance = || (multiple * text.size as f32 * 10.0).round().clamp(1.0, MAX_TWIPS as f32) as i32;
    if has_image {
        return Line::AtLeast(distance());
    }
    match line_heights::everywhere(&text.family) {
        Some(height) if is_plain(&paragraph.content, 0) => {
            Line::Auto((multiple / height * 240.0).round().clamp(24.0, 2_400.0) as i32)
        }
        _ => Line::Exact(distance()),
    }
}

/// Whether every character is of the scripts all these families contain: Latin, Greek, Cyrillic
/// and their punctuation.
fn is_plain(content: &[Inline], depth: usize) -> bool {
    let plain = |c: char| matches!(c, '\0'..='\u{52F}' | '\u{1E00}'..='\u{1EFF}' | '\u{2000}'..='\u{206F}' | '€' | '™');
    content.iter().all(|inline| match (inline.run(), inline.children()) {
        (Some(run), _) => run.text.chars().all(plain),
        (_, Some(content)) => depth >= super::MAX_DEPTH || is_plain(content, depth + 1),
        _ => true,
    })
}

/// Whether something in the line is higher than text may be, `room` points above the base line.
fn holds_image(content: &[Inline], room: f32, depth: usize) -> bool {
    content.iter().any(|inline| match inline {
        Inline::Image(image) => image.placement.is_none() && image.height.is_none_or(|height| height > room),
        Inline::Drawing(drawing) => drawing.placement.is_none(),
        Inline::Formula(_) => true,
        _ => depth < super::MAX_DEPTH && inline.children().is_some_and(|content| holds_image(content, room, depth + 1)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::Run;

    fn paragraph(text: &str, family: &str, line_height: f32) -> (Paragraph, TextLook) {
        let style = TextStyle { family: Some(family.into()), size: Some(10.0), ..TextStyle::default() };
        let look = Base::default().resolve(&style, DEFAULT_SIZE);
        let style = ParagraphStyle { line_height: Some(line_height), ..ParagraphStyle::default() };
        let run = Run { text: text.into(), style: TextStyle::default() };
        (Paragraph { style, content: vec![Inline::Text(run)], ..Paragraph::default() }, look)
    }

    #[test]
    fn lines_are_multiples_only_where_the_metrics_are_known() {
        let cases = [
            ("plain", "Times New Roman", Line::Auto(250)),
            ("plain", "Garamond", Line::Exact(240)),
            ("漢字", "Times New Roman", Line::Exact(240)),
        ];
        for (text, family, expected) in cases {
            let (paragraph, look) = paragraph(text, family, 1.2);
            assert_eq!(line(&paragraph, &look), expected, "{text} in {family}");
        }
    }

    #[test]
    fn icons_no_higher_than_letters_leave_the_line_as_it_is() {
        let with_image = |height: f32| {
            let (mut paragraph, look) = paragraph("text", "Garamond", 1.2);
            let media = transvase_model::media::Media {
                bytes: Vec::new().into(),
                kind: transvase_model::media::MediaKind::Png,
                width_px: 1,
                height_px: 1,
            };
            let image =
                transvase_model::flow::InlineImage::new(transvase_model::media::MediaStore::default().add(media));
            paragraph.content.push(Inline::Image(transvase_model::flow::InlineImage { height: Some(height), ..image }));
            line(&paragraph, &look)
        };
        // Four fifths of twelve points.
        assert_eq!(with_image(9.5), Line::Exact(240));
        assert_eq!(with_image(9.7), Line::AtLeast(240));
    }

    #[test]
    fn damaged_lengths_stay_in_range() {
        let style = ParagraphStyle { indent_start: f32::INFINITY, space_before: f32::NAN, ..ParagraphStyle::default() };
        let paragraph = Paragraph { style, ..Paragraph::default() };
        let look = ParagraphLook::resolve(&paragraph, &Base::default().text());
        assert_eq!((look.start, look.before), (MAX_TWIPS, 0));
        assert_eq!(half_points(f32::NAN), 2);
    }

    #[test]
    fn scripts_get_the_size_they_are_raised_from() {
        let style = TextStyle { size: Some(7.0), script: Script::Superscript, ..TextStyle::default() };
        let look = Base::default().resolve(&style, DEFAULT_SIZE);
        assert_eq!(look.clone().within(22).size, 22);
        assert_eq!(look.within(14).size, 14);
    }
}
