//! Declarations: each property the subset knows, with its value typed.

use std::sync::Arc;

use transvase_model::flow::{Emphasis, LineKind};

use super::backgrounds;
use super::content::{self, Changes, Generated};
use super::list_style::ListStyle;
use super::value::Length;
use transvase_model::text::css_color::{self, Paint, split_unit};

/// How an element takes part in the flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Display {
    None,
    Inline,
    Block,
    ListItem,
    Table,
    TableCaption,
    /// Row groups, which only hold rows together.
    TableGroup,
    TableRow,
    TableCell,
    /// Columns and their groups, which hold no text.
    TableColumn,
}

/// `text-align`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextAlign {
    Start,
    End,
    Left,
    Right,
    Center,
    Justify,
}

/// `vertical-align`, as far as characters and cells know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    Baseline,
    Super,
    Sub,
    Top,
    Middle,
    Bottom,
}

/// `white-space`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WhiteSpace {
    /// Runs collapse to one space.
    Normal,
    /// Everything counts.
    Pre,
    /// Line breaks count.
    PreLine,
}

/// `text-transform`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transform {
    None,
    Uppercase,
    Lowercase,
    Capitalize,
}

/// `page-break-*` and `break-*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Break {
    Auto,
    Page,
    Avoid,
}

/// `font-size`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum FontSize {
    Length(Length),
    /// Steps on HTML's scale of seven sizes, 3 being medium.
    Step(u8),
    /// Factor to the parent's size.
    Times(f32),
}

/// `font-weight`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Weight {
    Absolute(u16),
    Bolder,
    Lighter,
}

/// `line-height`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum LineHeight {
    Normal,
    Times(f32),
    Length(Length),
}

/// A side of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Top,
    Right,
    Bottom,
    Left,
    /// Where text begins (CSS Logical Properties 1).
    Start,
    /// Where text ends.
    End,
}

impl Side {
    /// Its place in the order CSS writes sides, where the start is at the right or at the left.
    pub fn index(self, starts_right: bool) -> usize {
        match (self, starts_right) {
            (Side::Top, _) => 0,
            (Side::Right, _) | (Side::End, false) | (Side::Start, true) => 1,
            (Side::Bottom, _) => 2,
            (Side::Left, _) | (Side::Start, false) | (Side::End, true) => 3,
        }
    }
}

/// The sides in the order CSS writes them.
pub(super) const SIDES: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];

/// `font-family`: what a list of families comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Families {
    /// The names of the list in lower case, up to the first that office programs have: any of them may be
    /// a font that goes with the document.
    pub names: Vec<Arc<str>>,
    /// That first one.
    pub known: Option<Known>,
}

/// A family that office programs have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Known {
    /// Its name; `None` is the body font.
    pub family: Option<Arc<str>>,
    pub monospace: bool,
}

/// One property with its value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Declaration {
    Family(Families),
    FontSize(FontSize),
    Weight(Weight),
    Italic(bool),
    SmallCaps(bool),
    Underline(bool),
    Strike(bool),
    NoDecoration,
    /// How lines under and through letters are drawn.
    LineKind(LineKind),
    /// Their colour.
    LineColor(Paint),
    Align(TextAlign),
    Indent(Length),
    LineHeight(LineHeight),
    Margin(Side, Length),
    Padding(Side, Length),
    BreakBefore(Break),
    BreakAfter(Break),
    BreakInside(Break),
    Script(Script),
    /// `None` is the colour that text has where nobody says.
    Color(Option<Paint>),
    Background(Paint),
    /// From 0 to 1.
    Opacity(f32),
    Display(Display),
    ListStyle(ListStyle),
    WhiteSpace(WhiteSpace),
    Transform(Transform),
    /// `None` where the letters decide.
    RightToLeft(Option<bool>),
    Width(Length),
    MaxWidth(Length),
    Height(Length),
    LetterSpacing(Length),
    /// Whether a width goes from border to border.
    BorderBox(bool),
    /// What stands before or after an element.
    Content(Arc<[Generated]>),
    CounterReset(Changes),
    CounterIncrement(Changes),
    CounterSet(Changes),
    /// Whether it sets what lies in it beside one another.
    Arranges(bool),
    /// Whether it is a box in the line, or at its side.
    Boxed(bool),
    /// Whether it stands at a place of its own, out of the flow.
    Placed(bool),
    Top(Length),
    BorderWidth(Side, Length),
    /// Whether a line is drawn.
    BorderStyle(Side, bool),
    /// `None` is the colour of the text.
    BorderColor(Side, Option<Paint>),
    /// A custom property and its value as written.
    Custom(Arc<str>, Arc<str>),
    /// A property whose value has variables in it.
    Deferred(Arc<str>, Arc<str>),
    Hidden(bool),
    Emphasis(Option<Emphasis>),
    /// Whether emphasis marks stand below.
    EmphasisBelow(bool),
}

/// Appends what `name: value` says; unknown properties and values say nothing.
pub(super) fn parse(name: &str, text: &str, out: &mut Vec<Declaration>) {
    let lower = text.trim().to_ascii_lowercase();
    let word = lower.as_str();
    // What e-books had before it was agreed upon is what was agreed upon.
    let name = ["-epub-", "-webkit-"].iter().find_map(|vendor| name.strip_prefix(vendor)).unwrap_or(name);
    match name {
        "font-family" => out.extend(family(word)),
        "font-size" => out.extend(font_size(word).map(Declaration::FontSize)),
        "font-weight" => out.extend(weight(word).map(Declaration::Weight)),
        "font-style" => out.extend(italic(word).map(Declaration::Italic)),
        "font-variant" | "font-variant-caps" => out.extend(small_caps(word).map(Declaration::SmallCaps)),
        "font" => font(word, out),
        "text-decoration" | "text-decoration-line" | "text-decoration-style" | "text-decoration-color" => {
            decoration(word, out);
        }
        "text-align" => out.extend(align(word).map(Declaration::Align)),
        "text-indent" => out.extend(Length::parse(word).map(Declaration::Indent)),
        "text-transform" => out.extend(transform(word).map(Declaration::Transform)),
        "line-height" => out.extend(line_height(word).map(Declaration::LineHeight)),
        "margin" => sides(word, Declaration::Margin, out),
        "padding" => sides(word, Declaration::Padding, out),
        "page-break-before" | "break-before" => out.extend(page_break(word).map(Declaration::BreakBefore)),
        "page-break-after" | "break-after" => out.extend(page_break(word).map(Declaration::BreakAfter)),
        "page-break-inside" | "break-inside" => out.extend(page_break(word).map(Declaration::BreakInside)),
        "vertical-align" => out.extend(script(word).map(Declaration::Script)),
        "color" => out.extend(css_color::paint(word).map(|paint| Declaration::Color(Some(paint)))),
        "background-color" => out.extend(css_color::paint(word).map(Declaration::Background)),
        "background" => out.extend(backgrounds::background(word).map(Declaration::Background)),
        "opacity" => out.extend(opacity(word).map(Declaration::Opacity)),
        "display" => {
            out.extend(display(word).map(Declaration::Display));
            // What is no box in the line needs no word of it.
            let is_box = word.starts_with("inline-");
            if is_box || word.ends_with("flex") || word.ends_with("grid") {
                out.push(Declaration::Arranges(word.ends_with("flex") || word.ends_with("grid")));
                out.push(Declaration::Boxed(is_box));
            }
        }
        "float" => out.push(Declaration::Boxed(matches!(word, "left" | "right"))),
        "list-style" | "list-style-type" => out.extend(ListStyle::parse(text).map(Declaration::ListStyle)),
        "counter-reset" => out.extend(content::changes(text, 0).map(Declaration::CounterReset)),
        "counter-increment" => out.extend(content::changes(text, 1).map(Declaration::CounterIncrement)),
        "counter-set" => out.extend(content::changes(text, 0).map(Declaration::CounterSet)),
        "position" => out.push(Declaration::Placed(matches!(word, "absolute" | "fixed"))),
        "top" => out.extend(Length::parse(word).map(Declaration::Top)),
        "white-space" => out.extend(white_space(word).map(Declaration::WhiteSpace)),
        "direction" => out.push(Declaration::RightToLeft(Some(word == "rtl"))),
        "margin-inline" => both(word, Declaration::Margin, out),
        "padding-inline" => both(word, Declaration::Padding, out),
        "width" => out.extend(Length::parse(word).map(Declaration::Width)),
        "max-width" => {
            let none = (word == "none").then_some(Length::Auto);
            out.extend(Length::parse(word).or(none).map(Declaration::MaxWidth));
        }
        "height" => out.extend(Length::parse(word).map(Declaration::Height)),
        "box-sizing" => out.push(Declaration::BorderBox(word == "border-box")),
        "letter-spacing" => {
            let none = (word == "normal").then_some(Length::Pt(0.0));
            out.extend(Length::parse(word).or(none).map(Declaration::LetterSpacing));
        }
        "content" => out.extend(content::pieces(text).map(|pieces| Declaration::Content(pieces.into()))),
        "text-emphasis" | "text-emphasis-style" => out.extend(emphasis(word).map(Declaration::Emphasis)),
        "text-emphasis-position" => out.push(Declaration::EmphasisBelow(word.contains("under"))),
        "visibility" => out.push(Declaration::Hidden(word == "hidden")),
        _ if name.starts_with("border") => backgrounds::border(name, word, out),
        _ => side_property(name, word, out),
    }
}

/// `margin-left`, `padding-top` and so on.
fn side_property(name: &str, word: &str, out: &mut Vec<Declaration>) {
    let Some((kind, side)) = name.split_once('-') else { return };
    let Some(side) = side_named(side) else { return };
    match kind {
        "margin" => out.extend(Length::parse(word).map(|length| Declaration::Margin(side, length))),
        "padding" => out.extend(Length::parse(word).map(|length| Declaration::Padding(side, length))),
        _ => {}
    }
}

pub(super) fn side_named(name: &str) -> Option<Side> {
    Some(match name {
        "top" | "block-start" => Side::Top,
        "right" => Side::Right,
        "bottom" | "block-end" => Side::Bottom,
        "left" => Side::Left,
        "inline-start" => Side::Start,
        "inline-end" => Side::End,
        _ => return None,
    })
}

/// One or two lengths for start and end.
fn both(word: &str, make: fn(Side, Length) -> Declaration, out: &mut Vec<Declaration>) {
    let mut lengths = word.split_whitespace().map(Length::parse);
    let (Some(start), end) = (lengths.next(), lengths.next()) else { return };
    out.extend(start.map(|length| make(Side::Start, length)));
    out.extend(end.unwrap_or(start).map(|length| make(Side::End, length)));
}

/// One to four lengths for the four sides (CSS 2.2, 8.3).
fn sides(word: &str, make: fn(Side, Length) -> Declaration, out: &mut Vec<Declaration>) {
    let lengths: Vec<Option<Length>> = word.split_whitespace().map(Length::parse).collect();
    let picks: [usize; 4] = match lengths.len() {
        1 => [0, 0, 0, 0],
        2 => [0, 1, 0, 1],
        3 => [0, 1, 2, 1],
        4 => [0, 1, 2, 3],
        _ => return,
    };
    for (side, pick) in SIDES.into_iter().zip(picks) {
        out.extend(lengths[pick].map(|length| make(side, length)));
    }
}

/// Families an office program has, by the names style sheets use; the first known of a list counts.
#[rustfmt::skip]
const FAMILIES: &[(&str, Option<&str>)] = &[
    ("serif", None), ("times new roman", None), ("times", None), ("sans-serif", Some("Arial")), ("arial", Some("Arial")),
    ("helvetica", Some("Arial")), ("helvetica neue", Some("Arial")), ("system-ui", Some("Arial")),
    ("verdana", Some("Verdana")), ("tahoma", Some("Tahoma")), ("trebuchet ms", Some("Trebuchet MS")),
    ("calibri", Some("Calibri")), ("cambria", Some("Cambria")), ("georgia", Some("Georgia")),
    ("palatino", Some("Palatino Linotype")), ("palatino linotype", Some("Palatino Linotype")),
    ("book antiqua", Some("Book Antiqua")), ("garamond", Some("Garamond")),
];

/// Fixed-pitch families.
const MONOSPACE: &[&str] =
    &["monospace", "courier", "courier new", "consolas", "monaco", "menlo", "lucida console", "andale mono"];

fn family(list: &str) -> Option<Declaration> {
    let mut names = Vec::new();
    let mut known = None;
    for name in list.split(',').map(unquoted).filter(|name| !name.is_empty()) {
        names.push(Arc::from(name));
        known = known_family(name);
        if known.is_some() {
            break;
        }
    }
    (!names.is_empty()).then_some(Declaration::Family(Families { names, known }))
}

fn known_family(name: &str) -> Option<Known> {
    if MONOSPACE.contains(&name) {
        return Some(Known { family: Some(Arc::from("Courier New")), monospace: true });
    }
    let (_, family) = FAMILIES.iter().find(|(known, _)| *known == name)?;
    Some(Known { family: family.map(Arc::from), monospace: false })
}

/// A name without its quotation marks.
pub(super) fn unquoted(name: &str) -> &str {
    name.trim().trim_matches(['"', '\'']).trim()
}

fn font_size(word: &str) -> Option<FontSize> {
    let step = match word {
        "xx-small" => 1,
        "x-small" | "small" => 2,
        "medium" => 3,
        "large" => 4,
        "x-large" => 5,
        "xx-large" => 6,
        "xxx-large" => 7,
        "smaller" => return Some(FontSize::Times(1.0 / 1.2)),
        "larger" => return Some(FontSize::Times(1.2)),
        _ => {
            let length = Length::parse(word).filter(|length| *length != Length::Auto)?;
            return Some(FontSize::Length(length));
        }
    };
    Some(FontSize::Step(step))
}

pub(super) fn weight(word: &str) -> Option<Weight> {
    Some(match word {
        "normal" => Weight::Absolute(400),
        "bold" => Weight::Absolute(700),
        "bolder" => Weight::Bolder,
        "lighter" => Weight::Lighter,
        _ => Weight::Absolute(word.parse::<u16>().ok()?.clamp(100, 900)),
    })
}

pub(super) fn italic(word: &str) -> Option<bool> {
    match word.split_whitespace().next()? {
        "italic" | "oblique" => Some(true),
        "normal" => Some(false),
        _ => None,
    }
}

fn small_caps(word: &str) -> Option<bool> {
    match word {
        "normal" => Some(false),
        _ => word.contains("small-caps").then_some(true),
    }
}

/// The shorthand: style, variant and weight in any order, then size[/line-height] and families.
fn font(word: &str, out: &mut Vec<Declaration>) {
    let mut rest = word;
    while let Some(first) = rest.split_whitespace().next() {
        let after = rest.trim_start()[first.len()..].trim_start();
        let (size, height) = first.split_once('/').map_or((first, None), |(size, height)| (size, Some(height)));
        if let Some(style) = italic(first).filter(|italic| *italic) {
            out.push(Declaration::Italic(style));
        } else if first == "small-caps" {
            out.push(Declaration::SmallCaps(true));
        } else if let Some(weight) = weight(first) {
            out.push(Declaration::Weight(weight));
        } else if let Some(size) = font_size(size) {
            out.push(Declaration::FontSize(size));
            out.extend(height.and_then(line_height).map(Declaration::LineHeight));
            out.extend(family(after));
            return;
        }
        rest = after;
    }
}

fn decoration(word: &str, out: &mut Vec<Declaration>) {
    for part in word.split_whitespace() {
        match part {
            "underline" => out.push(Declaration::Underline(true)),
            "line-through" => out.push(Declaration::Strike(true)),
            "none" => out.push(Declaration::NoDecoration),
            "solid" => out.push(Declaration::LineKind(LineKind::Single)),
            "double" => out.push(Declaration::LineKind(LineKind::Double)),
            "dotted" => out.push(Declaration::LineKind(LineKind::Dotted)),
            "dashed" => out.push(Declaration::LineKind(LineKind::Dashed)),
            "wavy" => out.push(Declaration::LineKind(LineKind::Wave)),
            other => out.extend(css_color::paint(other).map(Declaration::LineColor)),
        }
    }
}

pub(super) fn align(word: &str) -> Option<TextAlign> {
    Some(match word {
        "left" => TextAlign::Left,
        "right" => TextAlign::Right,
        "center" | "middle" | "-webkit-center" => TextAlign::Center,
        "justify" => TextAlign::Justify,
        "start" => TextAlign::Start,
        "end" => TextAlign::End,
        _ => return None,
    })
}

fn transform(word: &str) -> Option<Transform> {
    Some(match word {
        "none" => Transform::None,
        "uppercase" => Transform::Uppercase,
        "lowercase" => Transform::Lowercase,
        "capitalize" => Transform::Capitalize,
        _ => return None,
    })
}

fn line_height(word: &str) -> Option<LineHeight> {
    if word == "normal" {
        return Some(LineHeight::Normal);
    }
    match split_unit(word)? {
        (number, "") => Some(LineHeight::Times(number)),
        (number, "%") => Some(LineHeight::Length(Length::Em(number / 100.0))),
        _ => Length::parse(word).map(LineHeight::Length),
    }
}

fn page_break(word: &str) -> Option<Break> {
    Some(match word {
        "always" | "page" | "left" | "right" | "recto" | "verso" => Break::Page,
        "avoid" | "avoid-page" => Break::Avoid,
        "auto" => Break::Auto,
        _ => return None,
    })
}

pub(super) fn script(word: &str) -> Option<Script> {
    Some(match word {
        "super" | "text-top" => Script::Super,
        "sub" | "text-bottom" => Script::Sub,
        "baseline" => Script::Baseline,
        "top" => Script::Top,
        "middle" => Script::Middle,
        "bottom" => Script::Bottom,
        // A raise by a length is how some books make superscripts; small ones only shift.
        _ => match Length::parse(word)? {
            Length::Em(em) if em >= 0.25 => Script::Super,
            Length::Em(em) if em <= -0.1 => Script::Sub,
            Length::Share(share) if share >= 0.25 => Script::Super,
            Length::Share(share) if share <= -0.1 => Script::Sub,
            Length::Pt(pt) if pt >= 3.0 => Script::Super,
            _ => Script::Baseline,
        },
    })
}

fn display(word: &str) -> Option<Display> {
    Some(match word.split_whitespace().next()? {
        "none" => Display::None,
        "inline" | "inline-block" | "contents" | "ruby" | "inline-flex" | "inline-grid" => Display::Inline,
        "block" | "flow-root" | "flex" | "grid" | "inline-table" => Display::Block,
        "list-item" => Display::ListItem,
        "table" => Display::Table,
        "table-caption" => Display::TableCaption,
        "table-row-group" | "table-header-group" | "table-footer-group" => Display::TableGroup,
        "table-row" => Display::TableRow,
        "table-cell" => Display::TableCell,
        "table-column" | "table-column-group" => Display::TableColumn,
        _ => return None,
    })
}

fn white_space(word: &str) -> Option<WhiteSpace> {
    Some(match word {
        "normal" | "nowrap" => WhiteSpace::Normal,
        "pre" | "pre-wrap" | "break-spaces" => WhiteSpace::Pre,
        "pre-line" => WhiteSpace::PreLine,
        _ => return None,
    })
}

/// Emphasis marks (CSS Text Decoration 3, 3.1) as the nearest kind there is; `Some(None)` is none.
fn emphasis(word: &str) -> Option<Option<Emphasis>> {
    if word == "none" {
        return Some(None);
    }
    let open = word.contains("open") || word.contains("double-circle");
    let mark = word.split_whitespace().find_map(|part| match part {
        "dot" | "circle" | "double-circle" | "triangle" if open => Some(Emphasis::Circle),
        "dot" | "circle" | "triangle" => Some(Emphasis::Dot),
        "sesame" => Some(Emphasis::Comma),
        _ => part.starts_with(['"', '\'']).then_some(Emphasis::Dot),
    });
    let filled = word.split_whitespace().any(|part| matches!(part, "filled" | "open"));
    let usual = if open { Emphasis::Circle } else { Emphasis::Dot };
    mark.or(filled.then_some(usual)).map(Some)
}

/// How much of an element hides what lies below it (CSS Color 4, 3.2).
fn opacity(word: &str) -> Option<f32> {
    let (number, unit) = split_unit(word)?;
    Some(if unit == "%" { number / 100.0 } else { number }.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, text: &str) -> Vec<Declaration> {
        let mut out = Vec::new();
        parse(name, text, &mut out);
        out
    }

    fn list(names: &[&str], family: Option<&str>, monospace: bool) -> Declaration {
        let names = names.iter().map(|name| Arc::from(*name)).collect();
        Declaration::Family(Families { names, known: Some(Known { family: family.map(Arc::from), monospace }) })
    }

    #[test]
    fn shorthands_unfold() {
        let pt = Length::Pt;
        assert_eq!(
            one("margin", "1pt 2pt 3pt"),
            [(Side::Top, 1.0), (Side::Right, 2.0), (Side::Bottom, 3.0), (Side::Left, 2.0)]
                .map(|(side, length)| Declaration::Margin(side, pt(length)))
        );
        assert_eq!(
            one("font", "italic bold 12pt/1.5 'My Font', sans-serif"),
            [
                Declaration::Italic(true),
                Declaration::Weight(Weight::Absolute(700)),
                Declaration::FontSize(FontSize::Length(pt(12.0))),
                Declaration::LineHeight(LineHeight::Times(1.5)),
                list(&["my font", "sans-serif"], Some("Arial"), false),
            ]
        );
        assert_eq!(
            one("margin-inline", "1pt"),
            [Side::Start, Side::End].map(|side| Declaration::Margin(side, pt(1.0)))
        );
        assert_eq!(one("padding-inline-start", "1pt"), [Declaration::Padding(Side::Start, pt(1.0))]);
    }

    #[test]
    fn emphasis_marks_are_of_the_nearest_kind() {
        let mark = |text: &str| match one("-epub-text-emphasis-style", text)[..] {
            [Declaration::Emphasis(mark)] => mark,
            _ => panic!("{text}"),
        };
        assert_eq!(mark("filled sesame"), Some(Emphasis::Comma));
        assert_eq!((mark("open"), mark("filled")), (Some(Emphasis::Circle), Some(Emphasis::Dot)));
        assert_eq!((mark("\"x\""), mark("double-circle")), (Some(Emphasis::Dot), Some(Emphasis::Circle)));
        assert_eq!((mark("none"), one("text-emphasis", "inherit").len()), (None, 0));
        assert_eq!(one("-webkit-text-emphasis-position", "under right"), [Declaration::EmphasisBelow(true)]);
    }

    #[test]
    fn embedded_fonts_leave_the_body_font() {
        let own = Families { names: vec!["crimson".into()], known: None };
        assert_eq!(one("font-family", "\"Crimson\""), [Declaration::Family(own)]);
        assert_eq!(one("font-family", "Crimson, serif"), [list(&["crimson", "serif"], None, false)]);
        assert_eq!(one("font-family", "monospace"), [list(&["monospace"], Some("Courier New"), true)]);
    }

    #[test]
    fn nonsense_says_nothing() {
        for (name, text) in [("margin", "a b c d e"), ("font", ""), ("color", "?"), ("widows", "2"), ("width", "é")] {
            assert_eq!(one(name, text), []);
        }
    }
}
