//! Tokenising: the pieces of a line, by what they can be in a formula.

use std::ops::Range;

use crate::math::tex_signs::function;
use transvase_model::flow::{Inline, Run, Script, TextStyle};

/// A piece of a line.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Place of its run in the content.
    pub place: usize,
    /// Where it stands in the text of the run, in bytes.
    pub range: Range<usize>,
    pub kind: Kind,
    pub text: String,
    pub script: Script,
    /// Whether its letters are slanted.
    pub slanted: bool,
}

/// What a piece can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A letter that stands for something: a slanted or a Greek one, or one of a face for formulas; two such that are
    /// multiplied.
    Variable,
    /// An upright letter.
    Letter,
    /// The name of a function.
    Function,
    Number,
    /// A sign between or before operands.
    Operator,
    /// A sign that stands for something, such as infinity, or behind it, such as a prime.
    Sign,
    Open,
    Close,
    /// A comma or semicolon.
    Stop,
    Space,
    /// Of the text around formulas.
    Prose,
}

impl Kind {
    pub fn is_operator(self) -> bool {
        self == Kind::Operator
    }

    /// Whether it only stands between others.
    pub fn is_gap(self) -> bool {
        matches!(self, Kind::Space | Kind::Stop)
    }

    /// Whether something raised or lowered at it speaks for a formula.
    pub fn takes_scripts(self) -> bool {
        matches!(self, Kind::Variable | Kind::Close | Kind::Function | Kind::Operator)
    }
}

/// Words of two letters that slanted text has.
#[rustfmt::skip]
const WORDS: [&str; 52] = [
    "al", "am", "an", "as", "at", "au", "be", "by", "da", "de", "di", "do", "du", "el", "en", "er", "es", "et", "ex", "go", "he", "if",
    "ih", "im", "in", "is", "it", "la", "le", "lo", "me", "my", "no", "ob", "of", "on", "or", "ou", "se", "si", "so", "to", "um",
    "un", "up", "us", "vs", "we", "wo", "ye", "zu", "je",
];

/// Letters of a name at most that something slanted is lowered at.
const LONGEST_NAME: usize = 8;

/// Whether a sign says how two operands relate.
pub(super) fn is_relation(c: char) -> bool {
    matches!(
        c,
        '=' | '<'
            | '>'
            | '≤'
            | '≥'
            | '≠'
            | '≈'
            | '≡'
            | '∼'
            | '≃'
            | '≅'
            | '∝'
            | '∈'
            | '∉'
            | '⊂'
            | '⊆'
            | '⊃'
            | '⊇'
            | '→'
            | '↦'
            | '⇒'
            | '⇔'
            | '≪'
            | '≫'
            | '⩽'
            | '⩾'
            | '≔'
    )
}

/// Whether a sign stands in formulas alone.
pub(super) fn is_strong(c: char) -> bool {
    matches!(c, '∑' | '∏' | '∫' | '∂' | '∇' | '∀' | '∃' | '⊗' | '⊕' | '∪' | '∩' | '∘' | '∧' | '∨')
}

fn is_operator(c: char) -> bool {
    is_relation(c)
        || is_strong(c)
        || matches!(c, '+' | '−' | '±' | '∓' | '×' | '÷' | '·' | '⋅' | '/' | '∗' | '∖' | '|' | '∣' | '∥' | ':')
}

/// The pieces of a paragraph. What is no text is a piece of prose.
pub(super) fn tokens(content: &[Inline]) -> Vec<Token> {
    let mut out = Vec::new();
    for (place, inline) in content.iter().enumerate() {
        match inline {
            Inline::Text(run) if is_plain(&run.style) => cut(place, run, &mut out),
            _ => out.push(prose(place, inline.run().map_or(0, |run| run.text.len()))),
        }
    }
    names(&mut out);
    out
}

fn is_plain(style: &TextStyle) -> bool {
    !style.monospace
        && !style.meaning.code
        && !style.underline
        && style.picture.is_none()
        && style.ruby.is_none()
        && style.hidden.is_none()
}

fn prose(place: usize, end: usize) -> Token {
    Token { place, range: 0..end, kind: Kind::Prose, text: String::new(), script: Script::Normal, slanted: false }
}

/// Cuts a run where one kind of characters follows another.
fn cut(place: usize, run: &Run, out: &mut Vec<Token>) {
    let mut start = 0;
    while let Some(rest) = run.text.get(start..).filter(|rest| !rest.is_empty()) {
        let length = length(rest);
        let text = rest.get(..length).unwrap_or(rest);
        let (script, slanted) = (run.style.script, run.style.italic);
        let kind = kind(text, slanted, script);
        out.push(Token { place, range: start..start + text.len(), kind, text: text.to_owned(), script, slanted });
        start += text.len();
    }
}

/// Bytes of the piece that a text begins with.
fn length(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    let goes_on = |c: char, next: Option<char>| match first {
        _ if first.is_whitespace() => c.is_whitespace(),
        _ if first.is_ascii_digit() => {
            c.is_ascii_digit() || (matches!(c, '.' | ',') && next.is_some_and(|next| next.is_ascii_digit()))
        }
        _ if is_word(first) => is_word(c),
        _ => is_combining(c),
    };
    let mut chars = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if !goes_on(c, chars.peek().map(|(_, next)| *next)) {
            return at;
        }
    }
    text.len()
}

/// Whether a letter makes words with others; letters of faces for formulas stand alone.
fn is_word(c: char) -> bool {
    (c.is_alphabetic() && !is_math_letter(c)) || is_combining(c)
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{20D0}'..='\u{20F0}')
}

fn is_greek(c: char) -> bool {
    matches!(c, '\u{391}'..='\u{3C9}' | 'ϑ' | 'ϕ' | 'ϖ' | 'ϱ' | 'ϵ')
}

/// A letter of the blocks Mathematical Alphanumeric Symbols and Letterlike Symbols.
fn is_math_letter(c: char) -> bool {
    matches!(
        c,
        '\u{1D400}'
            ..='\u{1D7FF}'
                | 'ℂ'
                | 'ℍ'
                | 'ℕ'
                | 'ℙ'
                | 'ℚ'
                | 'ℝ'
                | 'ℤ'
                | 'ℓ'
                | 'ℋ'
                | 'ℒ'
                | 'ℱ'
                | 'ℰ'
                | 'ℳ'
                | 'ℐ'
                | 'ℬ'
                | 'ℛ'
    )
}

fn kind(text: &str, slanted: bool, script: Script) -> Kind {
    let letters = text.chars().filter(|c| !is_combining(*c)).count();
    match text.chars().next() {
        Some(c) if c.is_whitespace() => Kind::Space,
        Some(c) if c.is_ascii_digit() => Kind::Number,
        Some(c) if is_math_letter(c) => Kind::Variable,
        Some(c) if is_greek(c) && letters == 1 => Kind::Variable,
        Some(c) if c.is_alphabetic() && script != Script::Normal => Kind::Letter,
        Some(c) if c.is_alphabetic() => word(text, letters, slanted),
        Some('(' | '[' | '{' | '⟨' | '⌊' | '⌈') => Kind::Open,
        Some(')' | ']' | '}' | '⟩' | '⌋' | '⌉') => Kind::Close,
        Some(',' | ';') => Kind::Stop,
        Some('∞' | '∅' | '′' | '″' | '!' | '…' | '⋯' | 'ℏ' | '⊤' | '⊥' | '⋆') => Kind::Sign,
        Some(c) if is_operator(c) => Kind::Operator,
        Some(_) if script != Script::Normal => Kind::Sign,
        _ => Kind::Prose,
    }
}

fn word(text: &str, letters: usize, slanted: bool) -> Kind {
    let is_latin =
        text.chars().all(|c| c.is_ascii_alphabetic() || is_combining(c) || ('\u{C0}'..'\u{250}').contains(&c));
    match letters {
        _ if !is_latin => Kind::Prose,
        1 if slanted => Kind::Variable,
        // A word of its own where it is no letter of a formula.
        1 if matches!(text, "a" | "A" | "I" | "y" | "e" | "o" | "O" | "à") => Kind::Prose,
        1 => Kind::Letter,
        2 if slanted && !WORDS.contains(&text.to_lowercase().as_str()) => Kind::Variable,
        _ if !slanted && function(text).is_some() => Kind::Function,
        _ => Kind::Prose,
    }
}

/// A word that something slanted is raised or lowered at is the name of an operator, or letters that are multiplied.
fn names(tokens: &mut [Token]) {
    for at in 1..tokens.len() {
        let (before, rest) = tokens.split_at_mut(at);
        let (Some(word), Some(script)) = (before.last_mut(), rest.first()) else { continue };
        let is_raised = script.script != Script::Normal && word.script == Script::Normal;
        if !is_raised || word.kind != Kind::Prose || !word.text.chars().all(char::is_alphabetic) {
            continue;
        }
        let letters = word.text.chars().count();
        if word.slanted && letters <= 3 {
            word.kind = Kind::Variable;
        } else if !word.slanted && script.slanted && (2..=LONGEST_NAME).contains(&letters) {
            word.kind = Kind::Function;
        }
    }
}
