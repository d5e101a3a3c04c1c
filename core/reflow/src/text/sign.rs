//! Glyph boxes: single glyphs with the box that each covers, for formulas.

use std::fmt;

use super::tolerances::{ASCENT, CAP_HEIGHT, DESCENT, VISIBLE};
use transvase_base::units::{Em, Rect};

/// Height of small letters above the base line, and of signs of operation, which are set level with them.
const X_HEIGHT: Em = Em(0.45);
/// Height of a full stop.
const DOT: Em = Em(0.1);

/// The characters of a glyph: nearly always one, which needs no memory of its own.
#[derive(Debug, Clone)]
pub(crate) enum Letters {
    /// One.
    One(char),
    /// Those of a ligature, or none.
    More(Box<str>),
}

impl Letters {
    /// The characters one after the other.
    pub fn chars(&self) -> impl Iterator<Item = char> {
        let (one, more) = match self {
            Letters::One(c) => (Some(*c), ""),
            Letters::More(text) => (None, text.as_ref()),
        };
        one.into_iter().chain(more.chars())
    }

    /// Whether they are one certain character.
    pub fn is(&self, c: char) -> bool {
        matches!(self, Letters::One(one) if *one == c)
    }
}

impl Default for Letters {
    fn default() -> Self {
        Letters::from("")
    }
}

impl From<&str> for Letters {
    fn from(text: &str) -> Self {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Letters::One(c),
            _ => Letters::More(text.into()),
        }
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Letters::One(c) => fmt::Write::write_char(f, *c),
            Letters::More(text) => f.write_str(text),
        }
    }
}

/// A glyph at its place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sign {
    /// Its characters.
    pub text: Letters,
    /// What it covers; for faces of text this is estimated.
    pub ink: Rect,
    /// Base line.
    pub baseline: f32,
    /// Size.
    pub size: f32,
    /// Whether its face is one for formulas.
    pub math: bool,
    /// Slanted.
    pub italic: bool,
    /// Bold.
    pub bold: bool,
}

impl Sign {
    /// A glyph; `ink` is what its face says of it, where the face is one for formulas, and `style` whether it is
    /// italic, and bold.
    pub fn new(
        text: &str,
        ink: Option<Option<&Rect>>,
        span: (f32, f32),
        baseline: f32,
        size: f32,
        style: (bool, bool),
    ) -> Sign {
        let letter = || {
            let (above, below) = letter_box(text);
            Rect { left: span.0, top: baseline - above * size, right: span.1, bottom: baseline + below * size }
        };
        let known = |rect: &Rect| Rect {
            left: span.0 + rect.left * size,
            top: baseline + rect.top * size,
            right: span.0 + rect.right * size,
            bottom: baseline + rect.bottom * size,
        };
        let finite = |rect: &Rect| [rect.left, rect.top, rect.right, rect.bottom].iter().all(|edge| edge.is_finite());
        let rect = ink.flatten().map(known).filter(finite).unwrap_or_else(letter);
        let (math, (italic, bold)) = (ink.is_some(), style);
        Sign { text: text.into(), ink: rect, baseline, size, math, italic, bold }
    }

    /// Its only character.
    pub fn char(&self) -> Option<char> {
        match self.text {
            Letters::One(c) => Some(c),
            Letters::More(_) => None,
        }
    }
}

/// Whether a character is a letter or a digit, and no accent that stands alone.
pub(crate) fn is_letter(c: char) -> bool {
    c.is_alphanumeric() && !('\u{2B0}'..='\u{36F}').contains(&c)
}

/// How far a letter reaches above and below the base line.
fn letter_box(text: &str) -> (Em, Em) {
    match text.chars().next().unwrap_or(' ') {
        'a' | 'c' | 'e' | 'm'..='o' | 'r' | 's' | 'u'..='x' | 'z' => (X_HEIGHT, Em(0.0)),
        'g' | 'p' | 'q' | 'y' => (X_HEIGHT, DESCENT),
        '(' | ')' | '[' | ']' | '{' | '}' | '|' | '/' => (ASCENT, DESCENT),
        '+' | '-' | '−' | '=' | '<' | '>' | '±' | '×' | '·' => (X_HEIGHT, -VISIBLE),
        'ˆ' | '˜' | '¯' | 'ˉ' | '˙' | '¨' | 'ˇ' | '˘' | '´' | '`' | '^' | '\u{300}'..='\u{30F}' => {
            (CAP_HEIGHT, Em(-0.5))
        }
        '.' => (DOT, Em(0.0)),
        ',' | ';' => (DOT, DESCENT),
        _ => (CAP_HEIGHT, Em(0.0)),
    }
}
