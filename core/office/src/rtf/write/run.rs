//! Runs of text and their character formatting.

use std::fmt::Write;

use super::Writer;
use super::aside::minutes;
use super::blocks::Scope;
use super::text::escaped;
use transvase_base::units::twips;
use transvase_model::flow::{Change, ChangeKind, Decoration, Effect, Emphasis, LineKind, Run, Script, TextStyle};
use transvase_model::text::directions::directions;
use transvase_model::text::lcid;

/// Family of text with letters of one width that says no other.
const MONOSPACE: &str = "Courier New";
/// Sizes in half-points that office programs take (ECMA-376 part 1, 17.3.2.38).
const SIZES: (i32, i32) = (2, 3_276);
/// Share of the size around it that raised letters are shown at; smaller ones say the size they are shown at.
const SHOWN_SCRIPT: f32 = 0.8;

/// What is around inlines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around {
    /// The size in points of text that says none.
    pub size: f32,
    pub scope: Scope,
    /// Index of the change that the text is.
    pub change: Option<usize>,
}

impl Writer<'_> {
    /// Writes a run.
    pub(super) fn run(&mut self, run: &Run, around: Around) {
        self.text(&run.text, &run.style, around);
        if let Some(ruby) = &run.style.ruby {
            self.losses.ruby += 1;
            let style = TextStyle { ruby: None, ..run.style.clone() };
            self.text(&format!("({ruby})"), &style, around);
        }
    }

    /// Writes text in a style, in stretches of one direction and of one kind of letters.
    pub(super) fn text(&mut self, text: &str, style: &TextStyle, around: Around) {
        let change = self.change_of(around.change);
        for (stretch, right_to_left) in directions(text, false) {
            for (piece, is_east_asian) in kinds(stretch) {
                let mut letters = self.letters(style, around.size, piece);
                if is_east_asian {
                    let family = style.east_asian.as_ref().or(style.family.as_ref()).cloned();
                    let family = family.unwrap_or_else(|| self.survey.family.clone());
                    let _ = write!(letters, "\\dbch\\f{}", self.sheets.font(&family, piece));
                }
                if right_to_left {
                    letters = format!("\\ltrch{letters}\\rtlch{}", associated(style, &letters, around.size));
                }
                let text = escaped(piece);
                self.put(format_args!("{{{letters}{change} {text}}}"));
            }
        }
    }

    /// What is said of the looks of letters.
    pub(super) fn letters(&mut self, style: &TextStyle, size: f32, text: &str) -> String {
        let mut out = String::new();
        let family = match &style.family {
            Some(family) => family.clone(),
            None if style.monospace => MONOSPACE.into(),
            None => self.survey.family.clone(),
        };
        if let Some(name) = &style.name {
            let _ = write!(out, "\\cs{}", self.sheets.letters(name));
        }
        let _ = write!(out, "\\f{}\\fs{}", self.sheets.font(&family, text), half_points(style, size));
        let flags = [
            (style.is_bold(), "\\b"),
            (style.italic, "\\i"),
            (style.underline, underline(style.decoration)),
            (style.strike, strike(style)),
            (style.small_caps, "\\scaps"),
            (style.script == Script::Superscript, "\\super"),
            (style.script == Script::Subscript, "\\sub"),
        ];
        flags.into_iter().filter(|(flag, _)| *flag).for_each(|(_, word)| out.push_str(word));
        out.push_str(style.effect.map_or("", effect));
        if let Some(color) = style.color {
            let _ = write!(out, "\\cf{}", self.sheets.color(color));
        }
        if let Some(color) = style.background {
            let number = self.sheets.color(color);
            let _ = write!(out, "\\chshdng0\\chcbpat{number}\\cb{number}");
        }
        let spacing = twips(style.spacing).clamp(-2_000, 2_000);
        if spacing != 0 {
            let _ = write!(out, "\\expnd{}\\expndtw{spacing}", spacing / 5);
        }
        let scale = (style.scale * 100.0).round().clamp(1.0, 600.0) as i32;
        if style.scale.is_finite() && scale != 100 {
            let _ = write!(out, "\\charscalex{scale}");
        }
        out.push_str(match style.emphasis {
            None => "",
            Some(Emphasis::Dot) => "\\accdot",
            Some(Emphasis::Comma) => "\\acccomma",
            Some(Emphasis::Circle) => "\\acccircle",
            Some(Emphasis::UnderDot) => "\\accunderdot",
        });
        if let Some(id) = style.language.as_deref().and_then(lcid::id) {
            let _ = write!(out, "\\lang{id}\\langfe{id}");
        }
        out
    }

    /// What is said of the change of an index.
    pub(super) fn change_of(&mut self, change: Option<usize>) -> String {
        let change = change.and_then(|change| self.changes.get(change).cloned());
        change.map(|change| self.change(&change)).unwrap_or_default()
    }

    /// What is said of a change.
    fn change(&mut self, change: &Change) -> String {
        let author = self.sheets.author(change.author.as_deref().unwrap_or("Unknown author"));
        let at = change.date.as_deref().map_or(0, minutes);
        match change.kind {
            ChangeKind::Inserted => format!("\\revised\\revauth{author}\\revdttm{at}"),
            ChangeKind::Deleted => format!("\\deleted\\revauthdel{author}\\revdttmdel{at}"),
        }
    }
}

/// The word for an underline of a kind.
fn underline(line: Decoration) -> &'static str {
    match (line.kind, line.is_heavy) {
        (LineKind::Single, _) if line.words_only => "\\ulw",
        (LineKind::Single, false) => "\\ul",
        (LineKind::Single, true) => "\\ulth",
        (LineKind::Double | LineKind::Triple, _) => "\\uldb",
        (LineKind::Dotted, false) => "\\uld",
        (LineKind::Dotted, true) => "\\ulthd",
        (LineKind::Dashed, false) => "\\uldash",
        (LineKind::Dashed, true) => "\\ulthdash",
        (LineKind::DotDash, false) => "\\uldashd",
        (LineKind::DotDash, true) => "\\ulthdashd",
        (LineKind::Wave, false) => "\\ulwave",
        (LineKind::Wave, true) => "\\ulhwave",
    }
}

/// The word for a line through letters.
fn strike(style: &TextStyle) -> &'static str {
    let is_double = style.decoration.kind == LineKind::Double && !style.underline;
    if is_double { "\\striked1" } else { "\\strike" }
}

/// The word for letters that are not plainly filled.
fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Outline => "\\outl",
        Effect::Shadow => "\\shad",
        Effect::Embossed => "\\embo",
        Effect::Engraved => "\\impr",
    }
}

/// A size as office programs have it; that of raised letters is the one they are raised from.
fn half_points(style: &TextStyle, size: f32) -> i32 {
    let own = style.size.filter(|own| own.is_finite()).unwrap_or(size);
    let own = if style.script != Script::Normal && own < SHOWN_SCRIPT * size { size } else { own };
    ((own * 2.0).round() as i32).clamp(SIZES.0, SIZES.1)
}

/// The looks of letters from right to left have words of their own.
fn associated(style: &TextStyle, letters: &str, size: f32) -> String {
    let font = letters.split("\\f").nth(1).unwrap_or("0");
    let font: String = font.chars().take_while(char::is_ascii_digit).collect();
    let bold = if style.is_bold() { "\\ab" } else { "" };
    let italic = if style.italic { "\\ai" } else { "" };
    format!("\\af{font}\\afs{}{bold}{italic}", half_points(style, size))
}

/// Stretches of text with whether their letters are of East Asia; what is neither goes with what is before it.
fn kinds(text: &str) -> Vec<(&str, bool)> {
    if text.chars().all(|c| c < '\u{2E80}') {
        return vec![(text, false)];
    }
    let (mut kinds, mut begin, mut kind): (Vec<(&str, bool)>, usize, Option<bool>) = (Vec::new(), 0, None);
    for (at, c) in text.char_indices().filter(|(_, c)| c.is_alphanumeric() || *c >= '\u{2E80}') {
        let own = matches!(c, '\u{2E80}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}');
        if kind.is_some_and(|known| known != own) {
            kinds.extend(text.get(begin..at).zip(kind));
            begin = at;
        }
        kind = Some(own);
    }
    kinds.extend(text.get(begin..).map(|rest| (rest, kind.unwrap_or(false))));
    kinds
}
