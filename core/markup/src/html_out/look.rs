//! Styles as CSS declarations, rounded, so that what is meant to be alike is alike.

use std::fmt::Write as _;
use std::sync::Arc;

use super::kind::Kind;
use transvase_font::font_names::{Class, FontName, office_family};
use transvase_model::flow::{Align, Border, Borders, Color, Emphasis, Inline, Paragraph, TextStyle, inlines};

/// Steps that sizes are rounded to, in hundredths of the size of the running text.
const SIZE_STEP: f32 = 5.0;
/// Largest indent in half ems; more would be a place on paper.
const MAX_INDENT: f32 = 40.0;
/// Largest space above a paragraph in half ems.
const MAX_SPACE: f32 = 8.0;
/// Space above a paragraph, beyond what its kind has, that is meant, in half ems.
const MEANT_SPACE: i16 = 2;

/// Space between letters that is meant, in hundredths of an em: less makes a line fit.
const MEANT_SPACING: i16 = 5;

/// What lengths are measured by.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Base {
    /// Family of the running text.
    pub family: Option<Arc<str>>,
    /// Its size in points.
    pub size: f32,
    /// Its indents at the start and the end in half ems: the text begins there, and is not indented.
    pub indents: (i16, i16),
}

/// How text looks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TextLook {
    /// `None` is that of the running text.
    pub family: Option<Arc<str>>,
    /// In hundredths of that of the running text.
    pub size: u16,
    /// Of text that is bold by its kind; elements say it elsewhere.
    pub bold: bool,
    pub color: Option<Color>,
    /// Space between letters in hundredths of an em.
    pub spacing: i16,
    pub small_caps: bool,
    pub emphasis: Option<Emphasis>,
}

impl TextLook {
    /// Of text nobody says anything of.
    pub(super) fn plain(kind: Kind) -> TextLook {
        let bold = kind.is_bold();
        // In a drawing each text says its size, as nothing around it does.
        let size = if kind == Kind::Words { 0 } else { 100 };
        TextLook { family: None, size, bold, color: None, spacing: 0, small_caps: false, emphasis: None }
    }

    /// Of a run in a paragraph of a kind.
    pub(super) fn of(style: &TextStyle, kind: Kind, base: &Base) -> TextLook {
        // What is set with fixed pitch is code, whose family the sheet names.
        let family = style.family.clone().filter(|family| Some(family) != base.family.as_ref() && !style.monospace);
        let usual = base.size * f32::from(kind.usual_size()) / 100.0;
        let size = style.size.filter(|size| size.is_finite()).unwrap_or(usual).max(1.0);
        let share = (size / base.size * 100.0 / SIZE_STEP).round() * SIZE_STEP;
        TextLook {
            family,
            size: share.clamp(10.0, 1_000.0) as u16,
            bold: kind.is_bold() && style.is_bold(),
            color: style.color.filter(|color| *color != Color::BLACK),
            spacing: spacing(style.spacing / size),
            small_caps: style.small_caps,
            emphasis: style.emphasis,
        }
    }

    /// What must be said so that text among text of the look `around` looks like this.
    pub(super) fn declare(&self, around: &TextLook, base: &Base, out: &mut Declarations) {
        if self.family != around.family
            && let Some(family) = self.family.as_ref().or(base.family.as_ref())
        {
            out.say("font-family", &families(family));
        }
        if self.size != around.size {
            let share = f32::from(self.size) / 100.0;
            let size = if out.in_drawing {
                format!("{}px", decimal(share * base.size))
            } else {
                format!("{}rem", decimal(share))
            };
            out.say("font-size", &size);
        }
        if self.bold != around.bold {
            out.say("font-weight", if self.bold { "bold" } else { "normal" });
        }
        if self.color != around.color {
            out.say("color", &self.color.map_or_else(|| "black".into(), Color::hex));
        }
        if self.spacing != around.spacing {
            out.say("letter-spacing", &format!("{}em", hundredths(i32::from(self.spacing))));
        }
        if self.small_caps != around.small_caps {
            out.say("font-variant", if self.small_caps { "small-caps" } else { "normal" });
        }
        if self.emphasis != around.emphasis {
            out.emphasis(self.emphasis);
        }
    }
}

/// Space between letters, given in ems, in hundredths of one: as much as is seen and meant.
fn spacing(ems: f32) -> i16 {
    let hundredths = ((ems * 50.0).round() * 2.0).clamp(-20.0, 200.0) as i16;
    if hundredths.abs() < MEANT_SPACING { 0 } else { hundredths }
}

/// How a paragraph stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct ParagraphLook {
    /// Left, right, middle, both sides: in the order of [`ALIGNS`].
    align: u8,
    /// Indents in half ems: at the start, at the end, of the first line.
    start: i16,
    end: i16,
    first: i16,
    /// Space above in half ems.
    above: i16,
    background: Option<Color>,
    borders: Lines,
    /// From right to left.
    backward: bool,
    /// Whether spaces count one by one.
    spaced: bool,
}

/// Lines at the top, right, bottom and left, with their widths in quarters of a pixel.
pub(super) type Lines = [Option<(u16, Color)>; 4];

const ALIGNS: [&str; 4] = ["left", "right", "center", "justify"];

impl ParagraphLook {
    /// Of a paragraph of a kind.
    pub(super) fn of(paragraph: &Paragraph, kind: Kind, base: &Base, spaced: bool) -> ParagraphLook {
        let style = &paragraph.style;
        let backward = style.right_to_left;
        let indent = |pt: f32| if kind.is_indented() { half_ems_of(pt, base.size, MAX_INDENT) } else { 0 };
        let align = match style.align.unwrap_or(Align::Start) {
            Align::Start => u8::from(backward),
            Align::End => u8::from(!backward),
            Align::Center => 2,
            Align::Justify => 3,
        };
        let start = (indent(style.indent_start) - base.indents.0).max(0);
        ParagraphLook {
            align,
            start,
            end: (indent(style.indent_end) - base.indents.1).max(0),
            first: indent(style.indent_first).max(-start),
            above: if kind == Kind::Body { half_ems_of(style.space_before, base.size, MAX_SPACE).max(0) } else { 0 },
            background: style.background,
            borders: lines(&style.borders),
            backward,
            spaced,
        }
    }

    /// Whether it has an indent at its first line alone, as the paragraphs of books do.
    pub(super) fn is_bookish(&self) -> bool {
        self.first > 0 && self.above < MEANT_SPACE
    }

    /// What of it may be that of a whole kind: lines and ground are those of one paragraph, but for code. So most code needs
    /// no class, which programs would take for the name of its language.
    #[must_use]
    pub(super) fn of_kind(self, kind: Kind) -> ParagraphLook {
        match kind {
            Kind::Code => ParagraphLook { spaced: false, ..self },
            _ => ParagraphLook { background: None, borders: Lines::default(), spaced: false, ..self },
        }
    }

    /// What must be said so that a paragraph whose rule gives it the look `rule` looks like this.
    pub(super) fn declare(&self, rule: &ParagraphLook, out: &mut Declarations) {
        if self.align != rule.align {
            out.say("text-align", ALIGNS.get(usize::from(self.align)).copied().unwrap_or("left"));
        }
        let (start, end) = if self.backward { ("right", "left") } else { ("left", "right") };
        if self.first != rule.first {
            out.say("text-indent", &half_ems(self.first));
        }
        if self.start != rule.start || self.backward != rule.backward {
            out.length(&format!("margin-{start}"), self.start, rule.start);
        }
        if self.end != rule.end || self.backward != rule.backward {
            out.length(&format!("margin-{end}"), self.end, rule.end);
        }
        if self.above >= rule.above + MEANT_SPACE {
            out.say("margin-top", &half_ems(self.above));
        }
        out.ground(self.background, rule.background);
        let is_boxed = self.background.is_some() || self.borders.iter().flatten().next().is_some();
        out.lines(&self.borders, &rule.borders);
        if is_boxed && (self.background, self.borders) != (rule.background, rule.borders) {
            out.say("padding", ".2em .5em");
        }
        if self.spaced != rule.spaced {
            out.say("white-space", if self.spaced { "pre-wrap" } else { "normal" });
        }
    }
}

/// Declarations, one after the other.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    text: String,
    /// Whether they are of text in a drawing, where a pixel is a point of the drawing.
    in_drawing: bool,
}

impl Declarations {
    /// None yet, of text of a kind.
    pub(super) fn of(kind: Kind) -> Declarations {
        Declarations { text: String::new(), in_drawing: kind == Kind::Words }
    }

    /// Adds a declaration.
    pub(super) fn say(&mut self, property: &str, value: &str) {
        let gap = if self.text.is_empty() { "" } else { "; " };
        let _ = write!(self.text, "{gap}{property}: {value}");
    }

    /// All of them.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    fn length(&mut self, property: &str, own: i16, rule: i16) {
        if own != 0 || rule != 0 {
            self.say(property, &half_ems(own));
        }
    }

    /// A colour behind text. Where that is set, so is the colour of the text, as a browser may have any.
    pub(super) fn ground(&mut self, own: Option<Color>, rule: Option<Color>) {
        if own != rule {
            self.say("background-color", &own.map_or_else(|| "transparent".into(), Color::hex));
        }
    }

    /// Lines around something.
    pub(super) fn lines(&mut self, own: &Lines, rule: &Lines) {
        let line = |line: Option<(u16, Color)>| match line {
            None => String::from("none"),
            Some((width, color)) => format!("{}px solid {}", hundredths(i32::from(width) * 25), color.hex()),
        };
        if let [first, rest @ ..] = own
            && rest.iter().all(|other| other == first)
            && own.iter().zip(rule).any(|(own, rule)| own != rule)
        {
            return self.say("border", &line(*first));
        }
        for ((side, own), rule) in ["top", "right", "bottom", "left"].iter().zip(own).zip(rule) {
            if own != rule {
                self.say(&format!("border-{side}"), &line(*own));
            }
        }
    }

    fn emphasis(&mut self, marks: Option<Emphasis>) {
        let (shape, place) = match marks {
            None => ("none", "over right"),
            Some(Emphasis::Dot) => ("filled dot", "over right"),
            Some(Emphasis::Comma) => ("filled sesame", "over right"),
            Some(Emphasis::Circle) => ("open circle", "over right"),
            Some(Emphasis::UnderDot) => ("filled dot", "under right"),
        };
        // The marks are instead of a slant.
        if marks.is_some() {
            self.say("font-style", "normal");
        }
        self.say("text-emphasis", shape);
        self.say("text-emphasis-position", place);
    }
}

/// Lines as they are carried: their widths in quarters of a pixel.
pub(super) fn lines(borders: &Borders) -> Lines {
    let line =
        |border: Option<Border>| border.map(|b| (((b.width / 0.75 * 4.0).round().clamp(2.0, 64.0)) as u16, b.color));
    [borders.top, borders.right, borders.bottom, borders.left].map(line)
}

/// Whether spaces of a text count one by one, as no browser shows them by itself: some stand side by side in it, other
/// than at its beginning. Pictures, marks of notes and the like part those on either side of them.
pub(super) fn is_spaced(content: &[Inline]) -> bool {
    let mut last = ' ';
    let mut seen = false;
    let mut is_second = |c: char| {
        let is_second = c == ' ' && last == ' ' && seen;
        seen |= c != ' ';
        last = c;
        is_second
    };
    inlines(content).any(|inline| match inline {
        Inline::Text(run) => run.text.chars().any(&mut is_second),
        Inline::Anchor(_) | Inline::Index(_) => false,
        other => other.children().is_none() && is_second('\u{FFFC}'),
    })
}

/// A family with what stands in for it.
pub(super) fn families(family: &str) -> String {
    format!("{}, {}", family_name(family), generic(family))
}

/// The name of a family between quotation marks, without what could end them or the sheet.
pub fn family_name(family: &str) -> String {
    let clean: String =
        family.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\\' | '<' | '>' | '{' | '}')).collect();
    format!("\"{}\"", clean.trim())
}

/// The generic family (CSS Fonts 4, 2.1.3) that comes nearest to a family.
fn generic(family: &str) -> &'static str {
    let known = office_family(&FontName::parse(family)).map(|family| family.class);
    let word = family.to_ascii_lowercase();
    match known {
        Some(Class::Mono) => "monospace",
        Some(Class::Sans) => "sans-serif",
        None if word.contains("mono") || word.contains("consol") => "monospace",
        None if word.contains("sans") || word.contains("gothic") || word.contains("grotesk") => "sans-serif",
        _ => "serif",
    }
}

/// A number of hundredths as a decimal number.
pub(super) fn hundredths(number: i32) -> String {
    decimal(number as f32 / 100.0)
}

/// A number with at most two digits behind the point.
pub(super) fn decimal(number: f32) -> String {
    let number = if number.is_finite() { number } else { 0.0 };
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" || text.is_empty() { "0".into() } else { text.to_owned() }
}

/// The indents of a paragraph in half ems, among text of a size.
pub(super) fn indents(paragraph: &Paragraph, size: f32) -> (i16, i16) {
    let style = &paragraph.style;
    let indent = |pt: f32| half_ems_of(pt, size, MAX_INDENT).max(0);
    (indent(style.indent_start), indent(style.indent_end))
}

/// A length as half ems of text of a size, at most so many.
fn half_ems_of(pt: f32, size: f32, most: f32) -> i16 {
    let halves = (pt / size * 2.0).round();
    if halves.is_finite() { halves.clamp(-most, most) as i16 } else { 0 }
}

fn half_ems(halves: i16) -> String {
    if halves == 0 { "0".into() } else { format!("{}em", decimal(f32::from(halves) / 2.0)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{LinkTarget, Run};

    #[test]
    fn spaces_side_by_side_count_and_others_do_not() {
        let text = |text: &str| Inline::Text(Run { text: text.into(), style: TextStyle::default() });
        let link =
            |words: &str| Inline::Link { target: LinkTarget::External("a:b".into()), content: vec![text(words)] };
        // What stands beside a link ends and begins with a space, which are not side by side.
        assert!(!is_spaced(&[text("see "), link("here"), text(" for more")]));
        assert!(!is_spaced(&[text("a "), Inline::Note(0), text(" b")]));
        assert!(!is_spaced(&[text("  a b")]), "what is at the beginning is no room between words");
        assert!(is_spaced(&[text("see "), link(" here"), text(".")]));
        assert!(is_spaced(&[text("a "), Inline::Anchor("x".into()), text(" b")]));
        assert!(is_spaced(&[text("a  b")]));
    }
}
