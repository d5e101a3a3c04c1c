//! List styles, and the outline that numbers headings (OASIS ODF 1.3 part 3, 16.30 and 16.34).

use std::collections::BTreeMap;
use std::io::Write;

use super::automatic::Automatic;
use super::lengths::{color, is_doubled, number_format, pt};
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Block, Flow, Label, List, Marker, MarkerLook, Paragraph, Role, leaves};

/// Levels that list styles say.
pub(super) const LEVELS: usize = 10;
/// Indent of each level, and room for the marker, where the document does not say.
const INDENT: f32 = 36.0;
const HANGING: f32 = 18.0;
/// Levels of headings.
const HEADINGS: usize = 6;

/// A level of a list: its marker, how it looks, left edge and first indent of its items in hundredths of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Level {
    pub marker: Marker,
    pub look: MarkerLook,
    left: i32,
    first: i32,
}

impl Level {
    /// The level that a list makes at a depth from 0; `None` where its items are not marked.
    pub(super) fn of(list: &List, depth: usize) -> Option<Level> {
        if list.marker == Marker::None {
            return None;
        }
        let first = list.items.iter().flat_map(|item| &item.blocks).find_map(|block| match block {
            Block::Paragraph(paragraph) => Some(&paragraph.style),
            _ => None,
        });
        let (left, first) = match first {
            Some(style) if style.indent_first != 0.0 => (style.indent_start, style.indent_first),
            _ => (INDENT * (depth + 1) as f32, -HANGING),
        };
        Some(Level { marker: list.marker.clone(), look: list.look, left: hundredths(left), first: hundredths(first) })
    }

    /// Left edge and first indent in points.
    pub(super) fn indents(&self) -> (f32, f32) {
        (self.left as f32 / 100.0, self.first as f32 / 100.0)
    }
}

fn hundredths(length: f32) -> i32 {
    (length.clamp(-2_000.0, 2_000.0) * 100.0).round() as i32
}

/// The list styles of one file.
#[derive(Debug, Default)]
pub(super) struct ListStyles {
    pub outline: Outline,
}

impl ListStyles {
    /// The name of the style with these levels.
    pub(super) fn name(&self, levels: &[Option<Level>], automatic: &mut Automatic) -> Result<String> {
        automatic.element(("text:list-style", "L"), &[], |xml| {
            for (depth, level) in levels.iter().take(LEVELS).enumerate() {
                write_level(xml, depth, level.as_ref(), "text:list-level-style");
            }
        })
    }
}

/// Writes a level; one without a marker still counts.
fn write_level<W: Write>(xml: &mut XmlWriter<W>, depth: usize, level: Option<&Level>, name: &str) {
    let number = (depth + 1).to_string();
    let outline = name == "text:outline-level-style";
    let Some(level) = level else {
        let element = if outline { name.to_owned() } else { format!("{name}-number") };
        return xml.empty(&element, &[("text:level", &number), ("style:num-format", "")]);
    };
    let (element, attributes): (&str, Vec<(&str, String)>) = match &level.marker {
        Marker::Bullet(bullet) => ("bullet", vec![("text:bullet-char", shown(*bullet).to_string())]),
        Marker::Number { format, parents, prefix, suffix } => {
            let mut attributes = vec![("style:num-format", number_format(*format).to_owned())];
            attributes.extend(is_doubled(*format).then(|| ("style:num-letter-sync", "true".to_owned())));
            attributes.extend((!prefix.is_empty()).then(|| ("style:num-prefix", prefix.clone())));
            attributes.extend((!suffix.is_empty()).then(|| ("style:num-suffix", suffix.clone())));
            let shown = usize::from(*parents).min(depth) + 1;
            attributes.extend((shown > 1).then(|| ("text:display-levels", shown.to_string())));
            ("number", attributes)
        }
        Marker::None => ("number", vec![("style:num-format", String::new())]),
    };
    let element = if outline { name.to_owned() } else { format!("{name}-{element}") };
    let attributes = attributes.iter().map(|(name, value)| (*name, value.as_str()));
    let attributes: Vec<(&str, &str)> = std::iter::once(("text:level", number.as_str())).chain(attributes).collect();
    xml.element(&element, &attributes, |xml| {
        indents(xml, level);
        let ink = level.look.color.map(color);
        let weight = level.look.bold.map(|bold| if bold { "bold" } else { "normal" });
        let mut look: Vec<(&str, &str)> = ink.iter().map(|ink| ("fo:color", ink.as_str())).collect();
        look.extend(weight.map(|weight| ("fo:font-weight", weight)));
        if !look.is_empty() {
            xml.empty("style:text-properties", &look);
        }
    });
}

fn indents(xml: &mut XmlWriter<impl Write>, level: &Level) {
    let (left, first) = level.indents();
    let mode = [("text:list-level-position-and-space-mode", "label-alignment")];
    xml.element("style:list-level-properties", &mode, |xml| {
        let (left, first_text, stop) = (pt(left), pt(first), pt(left));
        let follows = if first < 0.0 { "listtab" } else { "space" };
        let mut attributes = vec![("text:label-followed-by", follows)];
        if first < 0.0 {
            attributes.push(("text:list-tab-stop-position", &stop));
        }
        attributes.extend([("fo:text-indent", &*first_text), ("fo:margin-left", &*left)]);
        xml.empty("style:list-level-label-alignment", &attributes);
    });
}

/// A bullet any font shows: private characters are those of one symbol font alone.
fn shown(bullet: char) -> char {
    match bullet {
        '\u{F0A7}' | '\u{F06E}' => '▪',
        '\u{F0D8}' => '➢',
        '\u{F0FC}' => '✓',
        '\u{E000}'..='\u{F8FF}' | '\0'..=' ' | '\u{FFFE}' | '\u{FFFF}' => '•',
        other => other,
    }
}

/// How the headings are numbered.
#[derive(Debug, Clone, Default)]
pub(super) struct Outline {
    /// By level from 0; nothing for headings without numbers.
    levels: [Option<Level>; HEADINGS],
    /// The number of the heading that came last at each level.
    counts: [u32; HEADINGS],
}

/// What numbers a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbered {
    /// Nothing, and its level is not numbered either.
    Unnumbered,
    /// Nothing, though its level is numbered.
    Not,
    /// The outline, by counting on.
    CountsOn,
    /// The outline, from a number of its own.
    Anew,
    /// A list of its own.
    Otherwise,
}

impl Outline {
    /// The marker that most headings of each level have.
    pub(super) fn of(flow: &Flow) -> Outline {
        let mut votes: BTreeMap<usize, Vec<(Option<Level>, usize)>> = BTreeMap::new();
        for leaf in leaves(flow.sections.iter().flat_map(|section| &section.blocks)) {
            let Block::Paragraph(paragraph) = leaf else { continue };
            let Role::Heading(level) = paragraph.role else { continue };
            let own = paragraph.label.as_ref().map(|label| heading_level(paragraph, label));
            let rows = votes.entry(usize::from(level.clamp(1, HEADINGS as u8)) - 1).or_default();
            match rows.iter_mut().find(|(known, _)| *known == own) {
                Some((_, count)) => *count += 1,
                None => rows.push((own, 1)),
            }
        }
        let mut outline = Outline::default();
        for (depth, rows) in votes {
            let most = rows.into_iter().rev().max_by_key(|(_, count)| *count);
            if let (Some(place), Some((level, _))) = (outline.levels.get_mut(depth), most) {
                *place = level;
            }
        }
        outline
    }

    /// Left edge and first indent of headings of a level.
    pub(super) fn indents(&self, level: u8) -> Option<(f32, f32)> {
        self.levels.get(usize::from(level) - 1)?.as_ref().map(Level::indents)
    }

    /// What numbers the next heading of a level, from 1.
    pub(super) fn number(&mut self, level: u8, label: Option<&Label>) -> Numbered {
        let depth = usize::from(level.clamp(1, HEADINGS as u8)) - 1;
        let own = self.levels.get(depth).and_then(Option::as_ref);
        match (own, label) {
            (None, None) => Numbered::Unnumbered,
            (Some(_), None) => Numbered::Not,
            (Some(own), Some(label)) if own.marker == label.marker => {
                let expected = self.counts[depth] + 1;
                self.counts[depth] = label.number;
                self.counts[depth + 1..].fill(0);
                if label.number == expected { Numbered::CountsOn } else { Numbered::Anew }
            }
            _ => Numbered::Otherwise,
        }
    }

    /// Writes `text:outline-style`.
    pub(super) fn write(&self, xml: &mut XmlWriter<impl Write>) {
        xml.element("text:outline-style", &[("style:name", "Outline")], |xml| {
            for depth in 0..LEVELS {
                let level = self.levels.get(depth).and_then(Option::as_ref);
                write_level(xml, depth, level, "text:outline-level-style");
            }
        });
    }
}

/// Where a numbered heading stands.
fn heading_level(paragraph: &Paragraph, label: &Label) -> Level {
    let style = &paragraph.style;
    let (left, first) = if style.indent_first < 0.0 {
        (style.indent_start, style.indent_first)
    } else {
        (style.indent_start + style.indent_first, 0.0)
    };
    Level {
        marker: label.marker.clone(),
        look: MarkerLook::default(),
        left: hundredths(left),
        first: hundredths(first),
    }
}
