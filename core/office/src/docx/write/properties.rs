//! Paragraph and run properties: what differs from a base look, in the order of the schema
//! (ECMA-376 part 1, 17.3.1.26 `pPr` and 17.3.2.28 `rPr`).

use std::io::Write;

use super::look::{Line, ParagraphLook, Side, Tab, TextLook, is_east_asian};
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Color, Decoration, Effect, Emphasis, Leader, LineKind, TabAlign};

/// What a paragraph has beside its look.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Extras<'a> {
    /// Id of its style.
    pub style: Option<&'a str>,
    /// Number of its list, and the level in it.
    pub numbering: Option<(usize, usize)>,
    /// Begins on a new page.
    pub page_break_before: bool,
    /// The frame of a large initial: the lines it is high.
    pub drop_cap: Option<u8>,
    /// Level in the outline, from 0.
    pub outline: Option<u8>,
}

/// An element with the one attribute `w:val`.
pub(super) fn val(xml: &mut XmlWriter<impl Write>, name: &str, value: &str) {
    xml.empty(name, &[("w:val", value)]);
}

/// A property that is on or off: written only where it differs.
fn toggle(xml: &mut XmlWriter<impl Write>, names: &[&str], look: bool, base: bool) {
    for name in names {
        match (look, base) {
            (true, false) => xml.empty(name, &[]),
            (false, true) => val(xml, name, "0"),
            _ => {}
        }
    }
}

/// A colour as six hexadecimal digits.
pub(super) fn hex(color: Color) -> String {
    format!("{:02X}{:02X}{:02X}", color.r, color.g, color.b)
}

/// Colour behind a paragraph, run or cell.
pub(super) fn shading(xml: &mut XmlWriter<impl Write>, color: Option<Color>) {
    let fill = color.map_or("auto".to_owned(), hex);
    xml.empty("w:shd", &[("w:val", "clear"), ("w:color", "auto"), ("w:fill", &fill)]);
}

/// The properties of a paragraph before its run properties and section.
pub(super) fn paragraph<W: Write>(xml: &mut XmlWriter<W>, look: &ParagraphLook, base: &ParagraphLook, extras: &Extras) {
    if let Some(style) = extras.style {
        val(xml, "w:pStyle", style);
    }
    toggle(xml, &["w:keepNext"], look.keep_with_next, base.keep_with_next);
    toggle(xml, &["w:keepLines"], look.keep_together, base.keep_together);
    toggle(xml, &["w:pageBreakBefore"], extras.page_break_before, false);
    if let Some(lines) = extras.drop_cap {
        let lines = lines.to_string();
        let place = [("w:wrap", "around"), ("w:vAnchor", "text"), ("w:hAnchor", "text")];
        xml.empty("w:framePr", &[("w:dropCap", "drop"), ("w:lines", &lines), place[0], place[1], place[2]]);
    }
    if let Some((number, level)) = extras.numbering {
        xml.element("w:numPr", &[], |xml| {
            // List 0 means none; its level says nothing.
            if number > 0 {
                val(xml, "w:ilvl", &level.to_string());
            }
            val(xml, "w:numId", &number.to_string());
        });
    }
    borders(xml, look, base);
    if look.background != base.background {
        shading(xml, look.background);
    }
    tabs(xml, look, base);
    toggle(xml, &["w:suppressAutoHyphens"], look.unhyphenated, base.unhyphenated);
    toggle(xml, &["w:bidi"], look.right_to_left, base.right_to_left);
    toggle(xml, &["w:snapToGrid"], !look.off_grid, !base.off_grid);
    spacing(xml, look, base);
    indents(xml, look, base);
    if look.align != base.align {
        val(xml, "w:jc", look.align.value());
    }
    if let Some(level) = extras.outline {
        val(xml, "w:outlineLvl", &level.to_string());
    }
}

/// Lines around the paragraph.
fn borders(xml: &mut XmlWriter<impl Write>, look: &ParagraphLook, base: &ParagraphLook) {
    if look.borders == base.borders {
        return;
    }
    let sides = ["w:top", "w:left", "w:bottom", "w:right"];
    xml.element("w:pBdr", &[], |xml| {
        for (name, (side, known)) in sides.into_iter().zip(look.borders.iter().zip(&base.borders)) {
            match side {
                Some((side, room)) => border(xml, name, *side, &room.to_string()),
                None if known.is_some() => val(xml, name, "nil"),
                None => {}
            }
        }
    });
}

/// A line at one side, `space` points from what it is around.
pub(super) fn border(xml: &mut XmlWriter<impl Write>, name: &str, (width, color, kind): Side, space: &str) {
    let (width, color) = (width.to_string(), hex(color));
    xml.empty(name, &[("w:val", line_kind(kind)), ("w:sz", &width), ("w:space", space), ("w:color", &color)]);
}

/// How a line is drawn (ECMA-376 part 1, 17.18.2).
pub(super) fn line_kind(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Single => "single",
        LineKind::Double => "double",
        LineKind::Triple => "triple",
        LineKind::Dotted => "dotted",
        LineKind::Dashed => "dashed",
        LineKind::DotDash => "dotDash",
        LineKind::Wave => "wave",
    }
}

/// The tab stops that differ; those of the style that do not hold are cleared.
fn tabs<W: Write>(xml: &mut XmlWriter<W>, look: &ParagraphLook, base: &ParagraphLook) {
    let mut stops: Vec<(i32, Option<Tab>)> = look.tabs.iter().map(|stop| (stop.0, Some(*stop))).collect();
    stops.retain(|(_, stop)| stop.is_none_or(|stop| !base.tabs.contains(&stop)));
    let gone = base.tabs.iter().filter(|stop| look.tabs.iter().all(|other| other.0 != stop.0));
    stops.extend(gone.map(|stop| (stop.0, None)));
    stops.sort_by_key(|(position, _)| *position);
    xml.group("w:tabs", |xml| {
        for (position, stop) in stops {
            match stop {
                Some(stop) => tab(xml, stop),
                None => xml.empty("w:tab", &[("w:val", "clear"), ("w:pos", &position.to_string())]),
            }
        }
    });
}

fn tab(xml: &mut XmlWriter<impl Write>, (position, align, leader): Tab) {
    let align = match align {
        TabAlign::Start => "left",
        TabAlign::Center => "center",
        TabAlign::End => "right",
        TabAlign::Decimal => "decimal",
        TabAlign::Bar => "bar",
    };
    let position = position.to_string();
    let leader = leader.map(|leader| match leader {
        Leader::Dots => "dot",
        Leader::MiddleDots => "middleDot",
        Leader::Hyphens => "hyphen",
        Leader::Line => "underscore",
        Leader::HeavyLine => "heavy",
    });
    let leader = leader.map(|leader| ("w:leader", leader));
    let attributes: Vec<_> =
        [("w:val", align)].into_iter().chain(leader).chain([("w:pos", position.as_str())]).collect();
    xml.empty("w:tab", &attributes);
}

fn spacing(xml: &mut XmlWriter<impl Write>, look: &ParagraphLook, base: &ParagraphLook) {
    let mut attributes = Vec::new();
    if look.before != base.before {
        attributes.push(("w:before", look.before.to_string()));
    }
    if look.after != base.after {
        attributes.push(("w:after", look.after.to_string()));
    }
    if look.line != base.line {
        let (line, rule) = line_values(look.line);
        attributes.extend([("w:line", line.to_string()), ("w:lineRule", rule.to_owned())]);
    }
    with_attributes(xml, "w:spacing", &attributes);
}

/// The values of `w:line` and `w:lineRule`.
pub(super) fn line_values(line: Line) -> (i32, &'static str) {
    match line {
        Line::Auto(value) => (value, "auto"),
        Line::Exact(value) => (value, "exact"),
        Line::AtLeast(value) => (value, "atLeast"),
    }
}

/// Indents; in right-to-left paragraphs `left` and `right` mean start and end too.
pub(super) fn indents(xml: &mut XmlWriter<impl Write>, look: &ParagraphLook, base: &ParagraphLook) {
    let mut attributes = Vec::new();
    if look.start != base.start {
        attributes.push(("w:left", look.start.to_string()));
    }
    if look.end != base.end {
        attributes.push(("w:right", look.end.to_string()));
    }
    if look.first != base.first {
        let name = if look.first < 0 { "w:hanging" } else { "w:firstLine" };
        attributes.push((name, look.first.abs().to_string()));
    }
    with_attributes(xml, "w:ind", &attributes);
}

/// An element with attributes, left out where there are none.
fn with_attributes(xml: &mut XmlWriter<impl Write>, name: &str, attributes: &[(&str, String)]) {
    if !attributes.is_empty() {
        let attributes: Vec<_> = attributes.iter().map(|(key, value)| (*key, value.as_str())).collect();
        xml.empty(name, &attributes);
    }
}

/// The properties of a run; `style` is the id of a character style, `right_to_left` the direction
/// of its letters.
pub(super) fn run<W: Write>(
    xml: &mut XmlWriter<W>,
    look: &TextLook,
    base: &TextLook,
    style: Option<&str>,
    right_to_left: bool,
) {
    if let Some(style) = style {
        val(xml, "w:rStyle", style);
    }
    if families(look) != families(base) {
        fonts(xml, look);
    }
    toggle(xml, &["w:b", "w:bCs"], look.bold, base.bold);
    toggle(xml, &["w:i", "w:iCs"], look.italic, base.italic);
    toggle(xml, &["w:smallCaps"], look.small_caps, base.small_caps);
    let strikes = |look: &TextLook| {
        let is_double = look.decoration.kind == LineKind::Double && !look.underline;
        [look.strike && !is_double, look.strike && is_double]
    };
    let ([strike, double], [base_strike, base_double]) = (strikes(look), strikes(base));
    toggle(xml, &["w:strike"], strike, base_strike);
    toggle(xml, &["w:dstrike"], double, base_double);
    for (name, effect) in EFFECTS {
        toggle(xml, &[name], look.effect == Some(effect), base.effect == Some(effect));
    }
    if look.color != base.color {
        val(xml, "w:color", &look.color.map_or("auto".to_owned(), hex));
    }
    if look.spacing != base.spacing {
        val(xml, "w:spacing", &look.spacing.to_string());
    }
    if look.scale != base.scale {
        val(xml, "w:w", &look.scale.to_string());
    }
    if look.raise != base.raise {
        val(xml, "w:position", &look.raise.to_string());
    }
    if look.size != base.size {
        sizes(xml, look.size);
    }
    let (highlighted, was_highlighted) = (highlight(look.background), highlight(base.background));
    if look.background != base.background && (highlighted.is_some() || was_highlighted.is_some()) {
        val(xml, "w:highlight", highlighted.unwrap_or("none"));
    }
    if look.underline != base.underline || (look.underline && look.decoration != base.decoration) {
        underline(xml, look);
    }
    if look.border != base.border {
        match look.border {
            Some(border) => self::border(xml, "w:bdr", border, "0"),
            None => val(xml, "w:bdr", "nil"),
        }
    }
    if look.background != base.background && highlighted.is_none() {
        shading(xml, look.background);
    }
    if look.script != base.script {
        let names = ["subscript", "baseline", "superscript"];
        val(xml, "w:vertAlign", names[(look.script + 1).clamp(0, 2) as usize]);
    }
    toggle(xml, &["w:rtl"], right_to_left, false);
    if look.emphasis != base.emphasis {
        val(xml, "w:em", emphasis(look.emphasis));
    }
    if look.language != base.language {
        language(xml, &look.language, right_to_left);
    }
}

/// The properties of letters that are not plainly filled, in the order of the schema.
const EFFECTS: [(&str, Effect); 4] = [
    ("w:outline", Effect::Outline),
    ("w:shadow", Effect::Shadow),
    ("w:emboss", Effect::Embossed),
    ("w:imprint", Effect::Engraved),
];

/// The underline of a text (17.3.2.40).
fn underline(xml: &mut XmlWriter<impl Write>, look: &TextLook) {
    let Decoration { kind, is_heavy, words_only, color } = look.decoration;
    let name = match (kind, is_heavy) {
        _ if !look.underline => "none",
        (LineKind::Single, _) if words_only => "words",
        (LineKind::Single, false) => "single",
        (LineKind::Single, true) => "thick",
        (LineKind::Double | LineKind::Triple, _) => "double",
        (LineKind::Dotted, false) => "dotted",
        (LineKind::Dotted, true) => "dottedHeavy",
        (LineKind::Dashed, false) => "dash",
        (LineKind::Dashed, true) => "dashedHeavy",
        (LineKind::DotDash, false) => "dotDash",
        (LineKind::DotDash, true) => "dashDotHeavy",
        (LineKind::Wave, false) => "wave",
        (LineKind::Wave, true) => "wavyHeavy",
    };
    let color = color.filter(|_| look.underline).map(hex);
    let color = color.as_deref().map(|color| ("w:color", color));
    let attributes: Vec<_> = [("w:val", name)].into_iter().chain(color).collect();
    xml.empty("w:u", &attributes);
}

fn families(look: &TextLook) -> (&str, Option<&str>, bool) {
    (&look.family, look.east_asian.as_deref(), look.is_east_asian())
}

/// The family for every kind of script.
pub(super) fn fonts(xml: &mut XmlWriter<impl Write>, look: &TextLook) {
    let family = &*look.family;
    let east_asian = look.east_asian.as_deref().unwrap_or(family);
    // The hint gives characters that are in fonts of both kinds, such as quotes, the East Asian one.
    let hint = [("w:hint", "eastAsia")];
    let mut attributes = if look.is_east_asian() { hint.to_vec() } else { Vec::new() };
    attributes.extend([("w:ascii", family), ("w:hAnsi", family), ("w:eastAsia", east_asian), ("w:cs", family)]);
    xml.empty("w:rFonts", &attributes);
}

/// The name of emphasis marks (ECMA-376 part 1, 17.18.24).
fn emphasis(mark: Option<Emphasis>) -> &'static str {
    match mark {
        None => "none",
        Some(Emphasis::Dot) => "dot",
        Some(Emphasis::Comma) => "comma",
        Some(Emphasis::Circle) => "circle",
        Some(Emphasis::UnderDot) => "underDot",
    }
}

/// The size in half-points, for simple and complex scripts.
pub(super) fn sizes(xml: &mut XmlWriter<impl Write>, size: i32) {
    let size = size.to_string();
    val(xml, "w:sz", &size);
    val(xml, "w:szCs", &size);
}

/// The language, as that of its kind of script: each has an attribute of its own.
pub(super) fn language(xml: &mut XmlWriter<impl Write>, tag: &str, right_to_left: bool) {
    let primary = tag.split('-').next().unwrap_or(tag);
    let attribute = match primary.to_ascii_lowercase().as_str() {
        _ if right_to_left => "w:bidi",
        "ar" | "he" | "fa" | "ur" | "yi" | "th" | "hi" => "w:bidi",
        _ if is_east_asian(tag) => "w:eastAsia",
        _ => "w:val",
    };
    xml.empty("w:lang", &[(attribute, tag)]);
}

/// The pen of the highlighter that has exactly this colour (ECMA-376 part 1, 17.18.40).
fn highlight(color: Option<Color>) -> Option<&'static str> {
    let Color { r, g, b } = color?;
    let pens = [
        ("yellow", (255, 255, 0)),
        ("green", (0, 255, 0)),
        ("cyan", (0, 255, 255)),
        ("magenta", (255, 0, 255)),
        ("blue", (0, 0, 255)),
        ("red", (255, 0, 0)),
        ("lightGray", (192, 192, 192)),
    ];
    pens.iter().find(|(_, pen)| *pen == (r, g, b)).map(|(name, _)| *name)
}
