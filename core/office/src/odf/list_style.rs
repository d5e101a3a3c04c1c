//! List styles: how items of lists and headings are marked, by level (OASIS ODF 1.3 part 3, 16.30 `text:list-style` and
//! 16.34 `text:outline-style`).

use super::measure::{color, length};
use super::styles::{Scope, Styles};
use super::text_style::{Kind, language};
use super::tree::Element;
use transvase_font::font_names::FontName;
use transvase_font::symbol_fonts;
use transvase_model::flow::{Color, Language, Marker, MarkerLook, NumberFormat};
use transvase_model::text::counting::mark::{self, Mark, Piece};
use transvase_model::text::counting::{self, names};

/// Levels of a list (19.880 `text:level`).
pub(crate) const LEVELS: usize = 10;
/// Numbers that lists begin with, at most.
const MAX_START: u32 = 1 << 30;
/// What stands for a picture before items.
const PICTURE: char = '•';

/// A level of a list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Level {
    /// How items are marked where all levels above are shown.
    pub marker: Marker,
    /// The text of the label of a numbered level.
    label: Vec<Piece>,
    /// How the markers look.
    pub look: MarkerLook,
    /// Number of the first item.
    pub start: u32,
    /// Where items stand.
    pub indents: Indents,
    /// Whether the marker is a picture, which a bullet stands for.
    pub is_picture: bool,
}

/// Where the items of a level stand, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Indents {
    /// At the text's edge and first indent, in place of those of the paragraph (20.146 `label-alignment`).
    Instead {
        /// Left edge of the text.
        left: f32,
        /// Indent of the first line beyond it.
        first: f32,
    },
    /// Beyond the edge of the paragraph: room before the marker, and the width of the marker.
    Beyond {
        /// Room before the marker.
        before: f32,
        /// Least width of the marker.
        width: f32,
    },
}

/// The level, from 1, of a list style; `None` where items of the level are not marked and stand as their paragraphs do.
pub(crate) fn level(style: &Element, number: usize, styles: &Styles<'_>, scope: Scope) -> Option<Level> {
    let element = style.elements().find(|element| element.number("text:level") == Some(number))?;
    let (marker, is_picture) = match element.name() {
        "text:list-level-style-number" | "text:outline-level-style" => (numbered(element, number, styles), false),
        "text:list-level-style-bullet" => (Marker::Bullet(bullet(element, styles)), false),
        "text:list-level-style-image" => (Marker::Bullet(PICTURE), true),
        _ => return None,
    };
    let start = element.number("text:start-value").unwrap_or(1).min(MAX_START);
    let label = label(style, element, number, &marker);
    Some(Level { marker, label, look: look(element, styles, scope), start, indents: indents(element), is_picture })
}

impl Level {
    /// What stands before an item of this level, from 1, with a number; `written` tells the numbers of the levels above.
    pub(crate) fn mark(&self, level: usize, number: u32, written: impl Fn(usize) -> String) -> Mark {
        match self.marker {
            Marker::None => Mark::None,
            Marker::Bullet(sign) => Mark::Bullet(sign),
            Marker::Number { format, .. } => {
                let own = |at: usize| if at + 1 == level { counting::written(format, number) } else { written(at + 1) };
                mark::mark(&self.label, level - 1, Some((format, number)), own)
            }
        }
    }

    /// A number as this level writes it; nothing where it has none.
    pub(crate) fn written(&self, number: u32) -> String {
        if let Marker::Number { format, .. } = self.marker { counting::written(format, number) } else { String::new() }
    }
}

/// The text of the label of a level: as LibreOffice says it with all its signs, or the numbers that are shown with dots
/// between and what is said before and behind them.
fn label(style: &Element, element: &Element, number: usize, marker: &Marker) -> Vec<Piece> {
    if let Some(text) = element.get("loext:num-list-format") {
        return label_pieces(text);
    }
    let Marker::Number { parents, prefix, suffix, .. } = marker else { return Vec::new() };
    let is_counted = |level: &usize| {
        let of = style.elements().find(|element| element.number("text:level") == Some(*level));
        of.is_some_and(|of| of.get("style:num-format").is_some_and(|format| !format.is_empty()))
    };
    let above = (number - usize::from(*parents)..number).filter(is_counted);
    let above = above.flat_map(|level| [Piece::Count(level - 1), Piece::Words(".".into())]);
    let own = [Piece::Count(number - 1), Piece::Words(suffix.clone())];
    let before = (!prefix.is_empty()).then(|| Piece::Words(prefix.clone()));
    before.into_iter().chain(above).chain(own).collect()
}

/// The pieces of a text with `%1%` for the number of the first level and so on.
fn label_pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (at, part) in text.split('%').enumerate() {
        match part.parse::<usize>() {
            Ok(level @ 1..=LEVELS) if at % 2 == 1 => pieces.push(Piece::Count(level - 1)),
            _ if part.is_empty() => {}
            _ => pieces.push(Piece::Words(part.to_owned())),
        }
    }
    pieces
}

/// How counts are written (20.322 `style:num-format`); `None` where they are not.
pub(crate) fn number_format(value: &str) -> Option<NumberFormat> {
    format_in(value, false, Language::English)
}

/// As [`number_format`], with letters that are doubled after the last or not, and words in a language.
fn format_in(value: &str, is_doubled: bool, language: Language) -> Option<NumberFormat> {
    let known = || names::of_odf(value, is_doubled, language).unwrap_or(NumberFormat::Decimal);
    (!value.is_empty()).then(known)
}

/// The language of the default style.
fn usual_language(styles: &Styles<'_>) -> Language {
    let usual = styles.chain_alone(Scope::Content, "paragraph", None).properties("style:text-properties");
    names::language(&language(&usual, Kind::Latin).unwrap_or_default())
}

fn numbered(element: &Element, number: usize, styles: &Styles<'_>) -> Marker {
    let is_doubled = element.is("style:num-letter-sync", "true");
    let format = |value| format_in(value, is_doubled, usual_language(styles));
    let Some(format) = element.get("style:num-format").and_then(format) else {
        // Without a count there may still be words.
        return Marker::None;
    };
    let shown: usize = element.number("text:display-levels").unwrap_or(1);
    let text = |name| Marker::words(element.get(name).unwrap_or_default()).to_owned();
    let parents = shown.clamp(1, number) - 1;
    Marker::Number {
        format,
        parents: u8::try_from(parents).unwrap_or_default(),
        prefix: text("style:num-prefix"),
        suffix: text("style:num-suffix"),
    }
}

/// The character of a bullet, as Unicode has it.
fn bullet(element: &Element, styles: &Styles<'_>) -> char {
    let character = element.get("text:bullet-char").and_then(|text| text.chars().next()).unwrap_or(PICTURE);
    let properties = element.child("style:text-properties");
    let name = properties.and_then(|properties| properties.get("style:font-name").or(properties.get("fo:font-family")));
    let family = name.map(|name| styles.font(name).map_or(name, |font| &*font.family));
    let symbols = family.and_then(|family| symbol_fonts::by_family(&FontName::parse(family).key));
    let meant = symbols.and_then(|symbols| symbols.char(u32::from(character)));
    match meant.unwrap_or(character) {
        '\u{E000}'..='\u{F8FF}' | '\0'..=' ' => {
            symbol_fonts::SymbolFont::Unknown.char(u32::from(character)).unwrap_or(PICTURE)
        }
        found => found,
    }
}

/// How the markers of a level look, by its own properties or its style.
fn look(element: &Element, styles: &Styles<'_>, scope: Scope) -> MarkerLook {
    let style = styles.chain_alone(scope, "text", element.get("text:style-name")).properties("style:text-properties");
    let own = element.child("style:text-properties");
    let get = |name| own.and_then(|own| own.get(name)).or_else(|| style.get(name));
    let ink: Option<Color> = get("fo:color").and_then(color);
    let bold = get("fo:font-weight").map(|weight| weight == "bold" || weight >= "600");
    MarkerLook { color: ink, bold, ..MarkerLook::default() }
}

/// Where items stand (17.19 `style:list-level-properties`, 17.20 `style:list-level-label-alignment`).
fn indents(element: &Element) -> Indents {
    let properties = element.child("style:list-level-properties");
    let of = |element: Option<&Element>, name| element.and_then(|element| element.get(name)).and_then(length);
    let alignment = properties.and_then(|properties| properties.child("style:list-level-label-alignment"));
    if properties.is_some_and(|properties| properties.is("text:list-level-position-and-space-mode", "label-alignment"))
    {
        let (left, first) = (of(alignment, "fo:margin-left"), of(alignment, "fo:text-indent"));
        return Indents::Instead { left: left.unwrap_or_default(), first: first.unwrap_or_default() };
    }
    let (before, width) = (of(properties, "text:space-before"), of(properties, "text:min-label-width"));
    Indents::Beyond { before: before.unwrap_or_default(), width: width.unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odf::tree::parse;
    use transvase_base::context::Context;

    fn level_of(xml: &str, number: usize) -> Option<Level> {
        let text = format!(
            "<text:list-style xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'
             xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'
             xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'>{xml}</text:list-style>"
        );
        let root = parse(text.as_bytes(), "test", &Context::default()).unwrap();
        level(&root, number, &Styles::default(), Scope::Content)
    }

    #[test]
    fn numbers_say_their_format_and_the_levels_above() {
        let xml = "<text:list-level-style-number text:level='3' style:num-format='i' style:num-prefix='(' style:num-suffix=')'
            text:display-levels='9' text:start-value='4'><style:list-level-properties
            text:list-level-position-and-space-mode='label-alignment'><style:list-level-label-alignment fo:margin-left='36pt'
            fo:text-indent='-18pt'/></style:list-level-properties></text:list-level-style-number>";
        let level = level_of(xml, 3).unwrap();
        let (prefix, suffix) = ("(".to_owned(), ")".to_owned());
        assert_eq!(level.marker, Marker::Number { format: NumberFormat::LowerRoman, parents: 2, prefix, suffix });
        assert_eq!((level.start, level.indents), (4, Indents::Instead { left: 36.0, first: -18.0 }));
        assert_eq!(level_of(xml, 1), None);
    }

    #[test]
    fn labels_are_read_with_all_their_signs() {
        let xml = |label: &str| {
            format!(
                "<text:list-level-style-number text:level='1' style:num-format='A'/>
                <text:list-level-style-number text:level='2' style:num-format='1' style:num-suffix='.'
                text:display-levels='2' {label}/>"
            )
        };
        let mark = |label: &str| level_of(&xml(label), 2).unwrap().mark(2, 7, |_| "B".into());
        let numbered = |above: &[&str], prefix: &str, suffix: &str| {
            Mark::Number(mark::Numbered {
                format: NumberFormat::Decimal,
                number: 7,
                above: above.iter().map(|number| (*number).to_owned()).collect(),
                prefix: prefix.into(),
                suffix: suffix.into(),
            })
        };
        assert_eq!(mark(""), numbered(&["B"], "", "."));
        assert_eq!(
            mark(
                "xmlns:loext='urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0'
            loext:num-list-format='(%1%-%2%)'"
            ),
            numbered(&[], "(B-", ")")
        );
    }

    #[test]
    fn bullets_are_characters_of_unicode() {
        let bullet = |character: &str, family: &str| {
            let xml = format!(
                "<text:list-level-style-bullet text:level='1' text:bullet-char='{character}'>
                <style:list-level-properties text:space-before='10pt' text:min-label-width='12pt'/>
                <style:text-properties fo:font-family='{family}'/></text:list-level-style-bullet>"
            );
            level_of(&xml, 1).map(|level| (level.marker, level.indents))
        };
        let beyond = Indents::Beyond { before: 10.0, width: 12.0 };
        assert_eq!(bullet("✗", "Arial"), Some((Marker::Bullet('✗'), beyond)));
        assert_eq!(bullet("\u{F0D8}", "Wingdings"), Some((Marker::Bullet('➢'), beyond)));
        assert_eq!(bullet("\u{F0B7}", "Symbol"), Some((Marker::Bullet('•'), beyond)));
        assert_eq!(bullet("\u{E00A}", "OpenSymbol"), Some((Marker::Bullet('•'), beyond)));
    }
}
