//! Style properties of text and paragraphs, as rows of values that can be counted and compared: a style says all of
//! them, and what is based on it only those that differ.

use std::collections::BTreeMap;
use std::io::Write;

use super::lengths::{border, color, ground, percent, positive, pt};
use transvase_container::xml::XmlWriter;
use transvase_font::line_heights;
use transvase_model::flow::{
    Align, Color, Decoration, Edges, Effect, Emphasis, Leader, LineKind, Paragraph, ParagraphStyle, Role, Script,
    TabAlign, TextStyle,
};

/// Values by what they are of.
pub(super) type Look = BTreeMap<&'static str, String>;

/// Running text where nothing in the document says how it looks.
pub(super) const DEFAULT_FAMILY: &str = "Liberation Serif";
/// Its size in points.
pub(super) const DEFAULT_SIZE: f32 = 12.0;
/// Family of fixed-pitch text that names none.
pub(super) const MONOSPACE_FAMILY: &str = "Courier New";
/// Indent of each level of quotation at both sides, in points.
pub(super) const QUOTE_INDENT: f32 = 24.0;
/// Distances of lines from the text where the document leaves them to the writer.
const ROOM: f32 = 2.0;
/// Tab stops of a paragraph, at most.
const MAX_TABS: usize = 64;
/// A script run smaller than this share of the text around it states the size it is shown at, not the size it is raised
/// or lowered from.
const SHOWN_SCRIPT: f32 = 0.85;

/// What text looks like that does not say.
#[derive(Debug, Clone)]
pub(super) struct Base {
    pub family: String,
    pub size: f32,
    pub language: String,
}

/// Size of text of a role that says none, as a share of that of running text.
fn share(role: Role) -> f32 {
    match role {
        Role::Title => 2.0,
        Role::Heading(1) => 1.5,
        Role::Heading(2) => 1.3,
        Role::Heading(3) => 1.15,
        Role::Subtitle => 1.2,
        Role::Caption => 0.9,
        _ => 1.0,
    }
}

/// How letters look in a paragraph of a role, whose text is mostly `around` points high.
pub(super) fn text(style: &TextStyle, role: Role, base: &Base, around: Option<f32>) -> Look {
    let usual = base.size * share(role);
    let size = style.size.filter(|size| size.is_finite()).unwrap_or(usual).clamp(1.0, 1_600.0);
    let is_code = role == Role::Preformatted || style.monospace;
    let family = style.family.as_deref().unwrap_or(if is_code { MONOSPACE_FAMILY } else { &base.family });
    let is_bold_by_role =
        matches!(role, Role::Heading(_) | Role::Title) && style.size.is_none() && style.family.is_none();
    let weight = if is_bold_by_role && style.weight == 400 { 700 } else { style.weight };
    let shown = around.is_some_and(|around| size < around * SHOWN_SCRIPT);
    let (family, asian) = (family.to_owned(), style.east_asian.as_deref().unwrap_or(family).to_owned());
    let on = |is_on: bool, on: &str, off: &str| if is_on { on.to_owned() } else { off.to_owned() };
    BTreeMap::from([
        ("family", family),
        ("asian", asian),
        ("size", positive(size)),
        ("weight", weight_of(weight)),
        ("slant", on(style.italic, "italic", "normal")),
        ("underline", line_of(style.underline, style.decoration)),
        ("strike", line_of(style.strike, style.decoration)),
        ("effect", effect(style.effect).into()),
        ("position", position(style.script, shown)),
        ("spacing", if style.spacing == 0.0 { "normal".into() } else { pt(style.spacing) }),
        ("scale", percent(style.scale.clamp(0.01, 9.0))),
        ("caps", on(style.small_caps, "small-caps", "normal")),
        ("color", style.color.map_or_else(|| "auto".into(), color)),
        ("ground", ground(style.background)),
        ("emphasis", emphasis(style.emphasis).into()),
        ("language", style.language.as_deref().filter(|tag| is_tag(tag)).unwrap_or(&base.language).to_owned()),
    ])
}

/// Weights that office programs know.
fn weight_of(weight: u16) -> String {
    match weight {
        0..=349 => (weight.clamp(100, 300) / 100 * 100).to_string(),
        350..=549 => "normal".into(),
        550..=749 => "bold".into(),
        _ => (weight.min(900) / 100 * 100).to_string(),
    }
}

fn position(script: Script, shown: bool) -> String {
    match (script, shown) {
        (Script::Normal, _) => "0% 100%",
        (Script::Superscript, false) => "super 58%",
        (Script::Subscript, false) => "sub 58%",
        (Script::Superscript, true) => "33% 100%",
        (Script::Subscript, true) => "-20% 100%",
    }
    .into()
}

fn emphasis(mark: Option<Emphasis>) -> &'static str {
    match mark {
        None => "none",
        Some(Emphasis::Dot) => "dot above",
        Some(Emphasis::Comma) => "accent above",
        Some(Emphasis::Circle) => "circle above",
        Some(Emphasis::UnderDot) => "dot below",
    }
}

/// Whether a tag has the shape of BCP 47.
pub(super) fn is_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let primary =
        parts.next().is_some_and(|part| (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphabetic()));
    primary && parts.all(|part| (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// How a paragraph stands whose text looks like `text`.
pub(super) fn paragraph(paragraph: &Paragraph, text: &Look) -> Look {
    let style = &paragraph.style;
    let (left, right) = if style.right_to_left {
        (style.indent_end, style.indent_start)
    } else {
        (style.indent_start, style.indent_end)
    };
    let room = style.border_room.unwrap_or(Edges { top: ROOM, right: ROOM, bottom: ROOM, left: ROOM });
    let lines = style.borders;
    let sides = [
        ("border-top", "padding-top", lines.top, room.top),
        ("border-right", "padding-right", lines.right, room.right),
        ("border-bottom", "padding-bottom", lines.bottom, room.bottom),
        ("border-left", "padding-left", lines.left, room.left),
    ];
    let mut look = BTreeMap::from([
        ("left", pt(left)),
        ("right", pt(right)),
        ("first", pt(style.indent_first)),
        ("top", positive(style.space_before)),
        ("bottom", positive(style.space_after)),
        ("align", align(style).into()),
        ("line", line(style, text)),
        ("keep", if style.keep_with_next { "always" } else { "auto" }.into()),
        ("together", if style.keep_together { "always" } else { "auto" }.into()),
        ("direction", if style.right_to_left { "rl-tb" } else { "lr-tb" }.into()),
        ("ground", ground(style.background)),
        ("tabs", tabs(style)),
    ]);
    for (name, padding, line, room) in sides {
        look.insert(name, border(line));
        look.insert(padding, if line.is_some() { positive(room) } else { "0pt".into() });
    }
    look
}

fn align(style: &ParagraphStyle) -> &'static str {
    match style.align {
        None | Some(Align::Start) => "start",
        Some(Align::Center) => "center",
        Some(Align::End) => "end",
        Some(Align::Justify) => "justify",
    }
}

/// The distance of lines: a share of the font's own height, or a length.
fn line(style: &ParagraphStyle, text: &Look) -> String {
    let known = |value: Option<f32>| value.filter(|value| value.is_finite() && *value > 0.0);
    match (known(style.line_distance), known(style.line_height)) {
        (Some(distance), _) => positive(distance),
        (None, Some(multiple)) => {
            let natural = line_heights::natural(text.get("family").map_or("", |family| family.as_ref()));
            percent((multiple / natural).clamp(0.3, 10.0))
        }
        (None, None) => "115%".into(),
    }
}

/// Tab stops in a row, their places counted from the indent.
fn tabs(style: &ParagraphStyle) -> String {
    let stop = |stop: &transvase_model::flow::TabStop| {
        let kind = match stop.align {
            TabAlign::Start => 'l',
            TabAlign::Center => 'c',
            TabAlign::End => 'r',
            TabAlign::Decimal => 'd',
            // No stop: ODF has no such line.
            TabAlign::Bar => return String::new(),
        };
        let leader = stop.leader.map_or("", |leader| leader_text(leader));
        format!("{}{kind}{leader}", pt(stop.position - style.indent_start))
    };
    style.tabs.iter().take(MAX_TABS).map(stop).collect::<Vec<_>>().join(" ")
}

/// What of a look is not what a base says.
pub(super) fn differing<'l>(look: &'l Look, base: &'l Look) -> impl Iterator<Item = (&'static str, &'l str)> {
    look.iter().filter(|(key, value)| base.get(*key) != Some(*value)).map(|(key, value)| (*key, value.as_str()))
}

/// Writes `style:text-properties` with what differs from a base.
pub(super) fn write_text<W: Write>(xml: &mut XmlWriter<W>, look: &Look, base: &Look) {
    let mut attributes: Vec<(&str, String)> = Vec::new();
    for (key, value) in differing(look, base) {
        text_attributes(key, value, &mut attributes);
    }
    if !attributes.is_empty() {
        let attributes: Vec<(&str, &str)> = attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        xml.empty("style:text-properties", &attributes);
    }
}

/// The attributes of one value (20): those of each kind of script have names of their own.
fn text_attributes(key: &str, value: &str, out: &mut Vec<(&'static str, String)>) {
    let mut all = |names: &[&'static str]| out.extend(names.iter().map(|name| (*name, value.to_owned())));
    match key {
        "family" => all(&["style:font-name", "style:font-name-complex"]),
        "asian" => all(&["style:font-name-asian"]),
        "size" => all(&["fo:font-size", "style:font-size-asian", "style:font-size-complex"]),
        "weight" => all(&["fo:font-weight", "style:font-weight-asian", "style:font-weight-complex"]),
        "slant" => all(&["fo:font-style", "style:font-style-asian", "style:font-style-complex"]),
        "underline" => line_attributes(value, &UNDER, out),
        "strike" => line_attributes(value, &THROUGH, out),
        "effect" => effect_attributes(value, out),
        "position" => all(&["style:text-position"]),
        "spacing" => all(&["fo:letter-spacing"]),
        "scale" => all(&["style:text-scale"]),
        "caps" => all(&["fo:font-variant"]),
        "color" if value == "auto" => out.push(("style:use-window-font-color", "true".into())),
        "color" => all(&["fo:color"]),
        "ground" => all(&["fo:background-color"]),
        "emphasis" => all(&["style:text-emphasize"]),
        "language" => language(value, out),
        _ => {}
    }
}

/// A line under or through letters in a word for each of its sides: kind, number, thickness, spaces, colour.
fn line_of(is_there: bool, line: Decoration) -> String {
    if !is_there {
        return "none".into();
    }
    let style = match line.kind {
        LineKind::Single | LineKind::Double | LineKind::Triple => "solid",
        LineKind::Dotted => "dotted",
        LineKind::Dashed => "dash",
        LineKind::DotDash => "dot-dash",
        LineKind::Wave => "wave",
    };
    let number = if matches!(line.kind, LineKind::Double | LineKind::Triple) { "double" } else { "single" };
    let width = if line.is_heavy { "bold" } else { "auto" };
    let mode = if line.words_only { "skip-white-space" } else { "continuous" };
    format!("{style} {number} {width} {mode} {}", line.color.map_or_else(|| "font-color".into(), color))
}

/// The attributes of a line, in the order of [`line_of`].
type LineNames = [&'static str; 5];

const UNDER: LineNames = [
    "style:text-underline-style",
    "style:text-underline-type",
    "style:text-underline-width",
    "style:text-underline-mode",
    "style:text-underline-color",
];
const THROUGH: LineNames = [
    "style:text-line-through-style",
    "style:text-line-through-type",
    "style:text-line-through-width",
    "style:text-line-through-mode",
    "style:text-line-through-color",
];

fn line_attributes(value: &str, names: &LineNames, out: &mut Vec<(&'static str, String)>) {
    out.extend(names.iter().zip(value.split(' ')).map(|(name, word)| (*name, word.to_owned())));
}

/// Letters that are not plainly filled.
fn effect(effect: Option<Effect>) -> &'static str {
    match effect {
        None => "none",
        Some(Effect::Outline) => "outline",
        Some(Effect::Shadow) => "shadow",
        Some(Effect::Embossed) => "embossed",
        Some(Effect::Engraved) => "engraved",
    }
}

fn effect_attributes(value: &str, out: &mut Vec<(&'static str, String)>) {
    let is = |name: &str| value == name;
    out.push(("style:text-outline", is("outline").to_string()));
    out.push(("fo:text-shadow", if is("shadow") { "1pt 1pt" } else { "none" }.into()));
    out.push(("style:font-relief", if is("embossed") || is("engraved") { value } else { "none" }.into()));
}

/// A language, as that of its kind of script.
fn language(tag: &str, out: &mut Vec<(&'static str, String)>) {
    let mut parts = tag.split('-');
    let primary = parts.next().unwrap_or_default().to_ascii_lowercase();
    let country = parts.find(|part| part.len() == 2 || (part.len() == 3 && part.bytes().all(|b| b.is_ascii_digit())));
    let country = country.map_or_else(|| "none".into(), str::to_ascii_uppercase);
    let names = match primary.as_str() {
        "zh" | "ja" | "ko" => ["style:language-asian", "style:country-asian"],
        "ar" | "he" | "fa" | "ur" | "yi" | "th" | "hi" | "bn" | "ta" | "te" | "km" | "lo" | "my" => {
            ["style:language-complex", "style:country-complex"]
        }
        _ => ["fo:language", "fo:country"],
    };
    out.extend([(names[0], primary), (names[1], country)]);
}

/// What a paragraph has beside its look.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Extras {
    /// Begins on a new page or column.
    pub before: Option<&'static str>,
    /// Number of its page, where a master page begins.
    pub page_number: Option<u32>,
    /// Lines and letters of a large initial.
    pub drop: Option<(u8, usize)>,
}

/// Writes `style:paragraph-properties` with what differs from a base.
pub(super) fn write_paragraph<W: Write>(xml: &mut XmlWriter<W>, look: &Look, base: &Look, extras: &Extras) {
    let mut attributes: Vec<(&str, String)> = Vec::new();
    let mut stops = None;
    for (key, value) in differing(look, base) {
        match key {
            "tabs" => stops = Some(value),
            _ => attributes.extend(paragraph_attribute(key).map(|name| (name, value.to_owned()))),
        }
    }
    attributes.extend(extras.before.map(|before| ("fo:break-before", before.to_owned())));
    attributes.extend(extras.page_number.map(|number| ("style:page-number", number.to_string())));
    let attributes: Vec<(&str, &str)> = attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
    if attributes.is_empty() && stops.is_none() && extras.drop.is_none() {
        return;
    }
    xml.element("style:paragraph-properties", &attributes, |xml| {
        if let Some(stops) = stops {
            xml.element("style:tab-stops", &[], |xml| stops.split_whitespace().for_each(|stop| tab_stop(xml, stop)));
        }
        if let Some((lines, letters)) = extras.drop {
            let (lines, letters) = (lines.to_string(), letters.to_string());
            xml.empty(
                "style:drop-cap",
                &[("style:lines", &lines), ("style:length", &letters), ("style:distance", "2pt")],
            );
        }
    });
}

fn paragraph_attribute(key: &str) -> Option<&'static str> {
    Some(match key {
        "left" => "fo:margin-left",
        "right" => "fo:margin-right",
        "top" => "fo:margin-top",
        "bottom" => "fo:margin-bottom",
        "first" => "fo:text-indent",
        "align" => "fo:text-align",
        "line" => "fo:line-height",
        "keep" => "fo:keep-with-next",
        "together" => "fo:keep-together",
        "direction" => "style:writing-mode",
        "ground" => "fo:background-color",
        "border-top" => "fo:border-top",
        "border-right" => "fo:border-right",
        "border-bottom" => "fo:border-bottom",
        "border-left" => "fo:border-left",
        "padding-top" => "fo:padding-top",
        "padding-right" => "fo:padding-right",
        "padding-bottom" => "fo:padding-bottom",
        "padding-left" => "fo:padding-left",
        _ => return None,
    })
}

const LEADERS: [Leader; 5] = [Leader::Dots, Leader::MiddleDots, Leader::Hyphens, Leader::Line, Leader::HeavyLine];

/// The sign that a leader has in the look of a paragraph.
fn leader_text(leader: Leader) -> &'static str {
    match leader {
        Leader::Dots => ".",
        Leader::MiddleDots => "\u{B7}",
        Leader::Hyphens => "-",
        Leader::Line => "_",
        Leader::HeavyLine => "=",
    }
}

/// A tab stop as [`tabs`] wrote it.
fn tab_stop(xml: &mut XmlWriter<impl Write>, stop: &str) {
    let leader = LEADERS.into_iter().find(|leader| stop.ends_with(leader_text(*leader)));
    let place = stop.trim_end_matches(|sign: char| !sign.is_ascii_alphabetic());
    let (position, kind) = place.split_at(place.len().saturating_sub(1));
    let kind = match kind {
        "c" => "center",
        "r" => "right",
        _ => "left",
    };
    let mut attributes = vec![("style:position", position), ("style:type", kind)];
    if let Some(leader) = leader {
        let is_line = matches!(leader, Leader::Line | Leader::HeavyLine);
        attributes.push(("style:leader-style", if is_line { "solid" } else { "dotted" }));
        attributes.push(("style:leader-text", if is_line { "_" } else { leader_text(leader) }));
        attributes.extend((leader == Leader::HeavyLine).then_some(("style:leader-width", "bold")));
    }
    xml.empty("style:tab-stop", &attributes);
}

/// How letters of links look where nothing else is said.
pub(super) const LINK: Color = Color { r: 0x05, g: 0x63, b: 0xC1 };
