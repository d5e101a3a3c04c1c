//! Character formatting (RTF 1.9.1, "Font (Character) Formatting Properties").

use transvase_model::flow::{Decoration, Effect, Emphasis, LineKind};

/// Size in half-points that text has where nothing is said.
const SIZE: i32 = 24;

/// What the characters at hand look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Letters {
    /// Number of the character style.
    pub style: Option<i32>,
    /// Number of the font; `None` means the default one.
    pub font: Option<i32>,
    /// Number of the font for Chinese, Japanese and Korean letters.
    pub east_asian: Option<i32>,
    /// Size in half-points.
    pub size: i32,
    pub bold: bool,
    pub italic: bool,
    pub underline: bool,
    pub strike: bool,
    pub decoration: Decoration,
    pub effect: Option<Effect>,
    pub caps: bool,
    pub small_caps: bool,
    pub hidden: bool,
    /// Raised where positive, lowered where negative.
    pub script: i32,
    /// Numbers of colours; 0 is automatic.
    pub color: i32,
    pub highlight: i32,
    pub background: i32,
    /// Space between letters in twips.
    pub spacing: i32,
    /// Least size in half points from which they are kerned; 0 is none.
    pub kern: i32,
    /// Width in percent.
    pub scale: i32,
    /// Language identifier.
    pub language: Option<i32>,
    pub emphasis: Option<Emphasis>,
    pub revision: Revision,
    /// Which of the fonts `\af` is about.
    slot: Slot,
}

/// What is said of changes to the characters at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Revision {
    pub inserted: bool,
    pub deleted: bool,
    /// Numbers of the authors who did so, and when (a date and time in 32 bits).
    pub inserter: i32,
    pub inserted_at: i32,
    pub deleter: i32,
    pub deleted_at: i32,
}

/// The kinds of letters that have a font of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Low,
    EastAsian,
}

impl Default for Letters {
    fn default() -> Self {
        Letters {
            style: None,
            font: None,
            east_asian: None,
            size: SIZE,
            bold: false,
            italic: false,
            underline: false,
            strike: false,
            decoration: Decoration::default(),
            effect: None,
            caps: false,
            small_caps: false,
            hidden: false,
            script: 0,
            color: 0,
            highlight: 0,
            background: 0,
            spacing: 0,
            kern: 0,
            scale: 100,
            language: None,
            emphasis: None,
            revision: Revision::default(),
            slot: Slot::Low,
        }
    }
}

/// How the line is drawn that a control word asks for; `None` where the word is about something else.
fn underline(word: &str) -> Option<Decoration> {
    let kind = match word {
        "ul" | "ulw" | "ulth" => LineKind::Single,
        "uldb" | "ululdbwave" => LineKind::Double,
        "uld" | "ulthd" => LineKind::Dotted,
        "uldash" | "ulldash" | "ulthdash" | "ulthldash" => LineKind::Dashed,
        "uldashd" | "uldashdd" | "ulthdashd" | "ulthdashdd" => LineKind::DotDash,
        "ulwave" | "ulhwave" => LineKind::Wave,
        _ => return None,
    };
    let is_heavy = word.starts_with("ulth") || word == "ulhwave";
    Some(Decoration { kind, is_heavy, words_only: word == "ulw", color: None })
}

impl Letters {
    /// Takes a control word, if it is about characters.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        let on = value != Some(0);
        let number = value.unwrap_or(0);
        match word {
            "b" => self.bold = on,
            "i" => self.italic = on,
            "ulnone" => self.underline = false,
            "strike" => self.strike = on,
            "striked" => (self.strike, self.decoration.kind) = (on, LineKind::Double),
            "outl" => self.effect = on.then_some(Effect::Outline),
            "shad" => self.effect = on.then_some(Effect::Shadow),
            "embo" => self.effect = on.then_some(Effect::Embossed),
            "impr" => self.effect = on.then_some(Effect::Engraved),
            "caps" => self.caps = on,
            "scaps" => self.small_caps = on,
            "v" | "webhidden" => self.hidden = on,
            "super" => self.script = i32::from(on),
            "sub" => self.script = -i32::from(on),
            "nosupersub" => self.script = 0,
            "up" => self.script = value.unwrap_or(6),
            "dn" => self.script = value.unwrap_or(6).saturating_neg(),
            "f" => self.font = value,
            "fs" => self.size = value.filter(|size| *size > 0).unwrap_or(SIZE),
            "cs" => self.style = value,
            "cf" => self.color = number,
            "highlight" => self.highlight = number,
            "cb" | "chcbpat" => self.background = number,
            "expnd" => self.spacing = number.saturating_mul(5),
            "expndtw" => self.spacing = number,
            "kerning" => self.kern = number,
            "charscalex" => self.scale = value.unwrap_or(100),
            "lang" => self.language = value,
            "accnone" => self.emphasis = None,
            "accdot" => self.emphasis = Some(Emphasis::Dot),
            "acccomma" => self.emphasis = Some(Emphasis::Comma),
            "acccircle" => self.emphasis = Some(Emphasis::Circle),
            "accunderdot" => self.emphasis = Some(Emphasis::UnderDot),
            "plain" => *self = Letters::default(),
            _ => return self.take_line(word, on) || self.revision.take(word, value) || self.take_slot(word, value),
        }
        true
    }

    /// Takes a control word that is about the line under them.
    fn take_line(&mut self, word: &str, on: bool) -> bool {
        let Some(line) = underline(word) else { return false };
        self.underline = on;
        if on {
            self.decoration = line;
        }
        true
    }

    /// Fonts of letters of other kinds than those at hand.
    fn take_slot(&mut self, word: &str, value: Option<i32>) -> bool {
        match word {
            "loch" | "hich" | "rtlch" | "ltrch" => self.slot = Slot::Low,
            "dbch" => self.slot = Slot::EastAsian,
            "af" if self.slot == Slot::EastAsian => self.east_asian = value,
            "af" => {}
            _ => return false,
        }
        true
    }
}

impl Revision {
    fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        let number = value.unwrap_or(0);
        match word {
            "revised" => self.inserted = value != Some(0),
            "deleted" => self.deleted = value != Some(0),
            "revauth" => self.inserter = number,
            "revdttm" => self.inserted_at = number,
            "revauthdel" => self.deleter = number,
            "revdttmdel" => self.deleted_at = number,
            _ => return false,
        }
        true
    }
}
