//! How the parts of a chart look: fills, lines and letters, each with what it is where the file does not say.

use std::sync::Arc;

use crate::ooxml::paint::{self, Fill};
use crate::ooxml::{Theme, Tree};
use transvase_model::flow::{Color, TextStyle};
use transvase_model::path::Stroke;

/// English metric units in a point.
const EMU: f32 = 12_700.0;
/// Width of a line that says none, in points.
const LINE: f32 = 0.75;
/// Widest line in points.
const WIDEST: f32 = 100.0;
/// Size of the letters of a chart that says none, in points: that of Office 2007.
const SIZE: f32 = 10.0;
/// Its font, where the file has no theme.
const FAMILY: &str = "Calibri";
/// Sizes of letters that are set, in points.
const SIZES: std::ops::RangeInclusive<f32> = 1.0..=400.0;
/// Height of a line of text, in its size.
const LEADING: f32 = 1.2;
/// 60,000ths of a degree.
const DEGREE: f32 = 60_000.0;
/// Lines, axes and grids where nothing is said: the darker text colour of the usual theme, tinted by three quarters.
pub(super) const GRAY: Color = Color { r: 0x86, g: 0x86, b: 0x86 };
/// The accents of the Office theme, where the file has none.
const ACCENTS: [Color; 6] = [
    Color { r: 0x44, g: 0x72, b: 0xC4 },
    Color { r: 0xED, g: 0x7D, b: 0x31 },
    Color { r: 0xA5, g: 0xA5, b: 0xA5 },
    Color { r: 0xFF, g: 0xC0, b: 0x00 },
    Color { r: 0x5B, g: 0x9B, b: 0xD5 },
    Color { r: 0x70, g: 0xAD, b: 0x47 },
];

/// Colours that series have in turn: the accents, and each of them darker and lighter.
pub(super) const COLORS: usize = 3 * ACCENTS.len();

/// The colour of a series or a point by its number.
pub(super) fn accent(number: usize, theme: &Theme) -> Color {
    let at = number % ACCENTS.len();
    let color = theme.color(&format!("accent{}", at + 1)).unwrap_or(ACCENTS[at]);
    match number / ACCENTS.len() % 3 {
        0 => color,
        1 => crate::ooxml::color::shaded(color, 0.6),
        _ => crate::ooxml::color::tinted(color, 0.6),
    }
}

/// The fill and the line of a part; what is `None` is automatic.
#[derive(Debug, Clone, Default)]
pub(super) struct Look {
    fill: Option<Fill>,
    ink: Option<Fill>,
    width: Option<f32>,
    dashed: bool,
}

impl Look {
    /// The look that the `c:spPr` of an element says.
    pub(super) fn of(parent: &Tree, theme: &Theme) -> Look {
        let Some(properties) = parent.child("c:spPr") else { return Look::default() };
        let line = properties.child("a:ln");
        let width = line.and_then(|line| line.attribute("w")).and_then(|width| width.parse::<f32>().ok());
        let dash = line.and_then(|line| line.child("a:prstDash")).and_then(|dash| dash.attribute("val"));
        Look {
            fill: Fill::of(properties, theme),
            ink: line.and_then(|line| Fill::of(line, theme)),
            width: width.map(|width| width / EMU).filter(|width| (0.0..=WIDEST).contains(width)),
            dashed: dash.is_some_and(|dash| dash != "solid"),
        }
    }

    /// The look of a part that takes what it does not say from that of the whole.
    pub(super) fn over(&self, whole: &Look) -> Look {
        Look {
            fill: self.fill.clone().or_else(|| whole.fill.clone()),
            ink: self.ink.clone().or_else(|| whole.ink.clone()),
            width: self.width.or(whole.width),
            dashed: self.dashed || whole.dashed,
        }
    }

    /// What it is filled with. Pictures are not drawn: they leave the automatic colour.
    pub(super) fn fill(&self, automatic: Option<Color>) -> Option<Fill> {
        match &self.fill {
            Some(Fill::None) => None,
            Some(fill @ (Fill::Solid(..) | Fill::Shades(_))) => Some(fill.clone()),
            _ => automatic.map(|color| Fill::Solid(color, 1.0)),
        }
    }

    /// Its line, where the automatic one has a colour and a width.
    pub(super) fn stroke(&self, automatic: Option<(Color, f32)>) -> Option<Stroke> {
        let (color, opacity) = match &self.ink {
            Some(ink) => ink.color(),
            None => automatic.map(|(color, _)| (color, 1.0)),
        }?;
        let width = self.width.or(automatic.map(|(_, width)| width)).unwrap_or(LINE);
        Some(Stroke { width, color, opacity, dashed: self.dashed })
    }

    /// The line of an axis or a grid.
    pub(super) fn rule(&self) -> Option<Stroke> {
        self.stroke(Some((GRAY, LINE)))
    }
}

/// How letters look.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lettering {
    /// Size in points.
    pub size: f32,
    pub color: Color,
    pub bold: bool,
    pub italic: bool,
    pub family: Option<Arc<str>>,
    /// Turn in degrees, clockwise; `None` leaves it to the place.
    pub turn: Option<f32>,
}

impl Lettering {
    /// The letters of a chart that says nothing of them.
    pub(super) fn usual(theme: &Theme) -> Lettering {
        let color = theme.color("tx1").unwrap_or(Color::BLACK);
        let family = theme.minor.latin.clone().or_else(|| Some(FAMILY.into()));
        Lettering { size: SIZE, color, bold: false, italic: false, family, turn: None }
    }

    /// Letters of a size that nothing else is said of.
    pub(super) fn sized(&self, size: f32, bold: bool) -> Lettering {
        Lettering { size, bold, ..self.clone() }
    }

    /// What a body of text says (`c:txPr` or `c:rich`), over what the chart says: its first run tells for all.
    pub(super) fn with(mut self, body: Option<&Tree>, theme: &Theme) -> Lettering {
        let Some(body) = body else { return self };
        let turn = body.child("a:bodyPr").and_then(|body| body.attribute("rot")).and_then(|turn| turn.parse().ok());
        // What is more than a right angle is no turn of a text, but says that it is automatic.
        self.turn = turn.map(|turn: f32| turn / DEGREE).filter(|turn| turn.abs() <= 90.0).or(self.turn);
        let paragraph = body.child("a:p");
        let usual = paragraph.and_then(|paragraph| paragraph.find(&["a:pPr", "a:defRPr"]));
        let run = paragraph.and_then(|paragraph| paragraph.find(&["a:r", "a:rPr"]));
        usual.into_iter().chain(run).for_each(|properties| self.take(properties, theme));
        self
    }

    fn take(&mut self, properties: &Tree, theme: &Theme) {
        let size = properties.attribute("sz").and_then(|size| size.parse::<f32>().ok()).map(|size| size / 100.0);
        self.size = size.filter(|size| SIZES.contains(size)).unwrap_or(self.size);
        let is = |name, before: bool| properties.attribute(name).map_or(before, |said| matches!(said, "1" | "true"));
        (self.bold, self.italic) = (is("b", self.bold), is("i", self.italic));
        let color = properties.child("a:solidFill").and_then(|fill| paint::first_color(fill, theme));
        self.color = color.map_or(self.color, |(color, opacity)| color.on_white(opacity));
        let face = properties.child("a:latin").and_then(|latin| latin.attribute("typeface"));
        self.family = match face {
            Some("+mn-lt") => theme.minor.latin.clone(),
            Some("+mj-lt") => theme.major.latin.clone(),
            Some(face) if !face.is_empty() => Some(face.into()),
            _ => return,
        };
    }

    /// Height of a line of it in points.
    pub(super) fn line(&self) -> f32 {
        self.size * LEADING
    }

    /// About how wide the widest line of a text is in points. A chart is laid out before any font is at hand.
    pub(super) fn width(&self, text: &str) -> f32 {
        let line = |line: &str| line.chars().map(em).sum::<f32>();
        let widest = text.lines().map(line).fold(0.0, f32::max);
        widest * self.size * if self.bold { 1.07 } else { 1.0 }
    }

    /// As a style of text.
    pub(super) fn style(&self) -> TextStyle {
        TextStyle {
            size: Some(self.size),
            color: Some(self.color).filter(|color| *color != Color::BLACK),
            weight: if self.bold { 700 } else { 400 },
            italic: self.italic,
            family: self.family.clone(),
            ..TextStyle::default()
        }
    }
}

/// About how wide a letter is, in its size: as in common faces without serifs.
fn em(letter: char) -> f32 {
    match letter {
        ' ' | 'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' => 0.26,
        'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.36,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.82,
        'A'..='Z' => 0.63,
        '0'..='9' => 0.53,
        _ if letter >= '\u{1100}' => 1.0,
        _ => 0.52,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_is_automatic() {
        let theme = Theme::default();
        let red = Color { r: 255, g: 0, b: 0 };
        let said = Tree::parse(
            "<c:ser><c:spPr><a:noFill/><a:ln w='25400'><a:solidFill><a:srgbClr val='FF0000'/></a:solidFill></a:ln>
             </c:spPr></c:ser>",
        );
        let look = Look::of(&said, &theme);
        assert_eq!(look.fill(Some(GRAY)), None);
        assert_eq!(look.stroke(None).map(|stroke| (stroke.color, stroke.width)), Some((red, 2.0)));
        assert_eq!(Look::default().fill(Some(GRAY)), Some(Fill::Solid(GRAY, 1.0)));
        assert_eq!(Look::default().stroke(None), None);
        assert_eq!(Look::default().over(&look).stroke(None).map(|stroke| stroke.color), Some(red));
        assert_eq!(accent(1, &theme), ACCENTS[1]);
        assert_ne!(accent(7, &theme), ACCENTS[1]);
    }

    #[test]
    fn letters_are_those_of_the_first_run() {
        let theme = Theme::default();
        let body = Tree::parse(
            "<c:rich><a:bodyPr rot='-5400000'/><a:p><a:pPr><a:defRPr sz='1400' b='1'/></a:pPr><a:r><a:rPr sz='900'/>
             <a:t>x</a:t></a:r></a:p></c:rich>",
        );
        let letters = Lettering::usual(&theme).with(Some(&body), &theme);
        assert_eq!((letters.size, letters.bold, letters.turn), (9.0, true, Some(-90.0)));
        assert!(letters.width("100") > 10.0 && letters.width("a\nabcd") == letters.width("abcd"));
    }
}
