//! Atoms: what a row of a formula is made of while it is read, and the merging of what was set in pieces.

use super::super::text::sign::{Letters, Sign, is_letter};
use super::tolerances::{ATTACHED, AXIS, SAME_AXIS, SAME_EDGE, TALL};
use transvase_base::units::{Em, Rect};
use transvase_model::flow::{Math, MathStyle};

/// Height from which on a bracket is centred on the axis: those among letters are as high as their face, which is 1.
const CENTRED: Em = Em(1.08);
/// How far pieces of one bracket overlap at most: about a piece that makes others longer.
const PIECE_OVERLAP: Em = Em(0.6);
/// Distance from one dot to the next below it, at least and at most: TeX sets them 0.3 and 0.4 apart.
const DOT_STEP: [Em; 2] = [Em(0.2), Em(0.6)];

/// Something that stands in a row.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    /// What it is.
    pub math: Vec<Math>,
    /// What it covers.
    pub ink: Rect,
    /// Its base line; that of its row, where it is centred on the axis.
    pub baseline: f32,
    /// Size of its letters.
    pub size: f32,
    /// Centred on the axis of its row, which tells its base line only roughly.
    pub axial: bool,
    /// The character, where it is a single sign.
    pub sign: Option<char>,
    /// Letters of a word in an upright face of text.
    pub upright: bool,
}

impl Atom {
    /// A sign.
    pub fn of(sign: &Sign) -> Atom {
        let char = sign.char();
        let tall = sign.ink.height() >= CENTRED * sign.size && char.is_none_or(|c| !c.is_alphanumeric());
        let hangs =
            sign.math && sign.ink.top > sign.baseline - SAME_EDGE * sign.size && sign.ink.height() > 0.5 * sign.size;
        let axial = char.is_some_and(|c| is_big(c) || (is_fence(c) && (tall || hangs)));
        let baseline = if axial { sign.ink.center().y + AXIS * sign.size } else { sign.baseline };
        let letters = sign.text.chars().all(|c| c.is_alphabetic() && is_letter(c));
        let style = match (letters && !sign.italic && !sign.math, sign.bold) {
            (_, true) if letters => MathStyle::Bold,
            (true, _) => MathStyle::Upright,
            _ => MathStyle::Italic,
        };
        Atom {
            math: vec![Math::Signs(sign.text.to_string(), style)],
            ink: sign.ink,
            baseline,
            size: sign.size,
            axial,
            sign: char,
            upright: letters && !sign.italic && !sign.math,
        }
    }

    /// A structure around others.
    pub fn around(math: Math, ink: Rect, baseline: f32, size: f32, axial: bool) -> Atom {
        Atom { math: vec![math], ink, baseline, size, axial, sign: None, upright: false }
    }

    /// Its text, where it is signs.
    pub fn text(&self) -> &str {
        match &self.math[..] {
            [Math::Signs(text, _)] => text,
            _ => "",
        }
    }

    /// Whether it is higher than any letter of its size.
    pub fn is_tall(&self) -> bool {
        self.ink.height() >= TALL * self.size
    }
}

/// Around atoms.
pub(super) fn bounds(atoms: &[Atom]) -> Rect {
    atoms.iter().map(|atom| atom.ink).reduce(|a, b| a.union(&b)).unwrap_or_default()
}

/// Whether a character is an operator that has limits.
pub(super) fn is_big(c: char) -> bool {
    matches!(c, '∏' | '∐' | '∑' | '∫'..='∳' | '⋀'..='⋃' | '⨀'..='⨆' | '⨌')
}

/// Whether it is an integral, whose limits stand beside it.
pub(super) fn is_integral(c: char) -> bool {
    matches!(c, '∫'..='∳' | '⨌')
}

/// Whether a character is a bracket or a bar that grows with what is in it, or the sign of a root.
pub(super) fn is_fence(c: char) -> bool {
    closing(c).is_some() || matches!(c, ')' | ']' | '}' | '⟩' | '⌋' | '⌉' | '√' | '/' | '〉')
}

/// The bracket that closes what one opens.
pub(super) fn closing(c: char) -> Option<char> {
    Some(match c {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        '⟨' => '⟩',
        '〈' => '〉',
        '⌊' => '⌋',
        '⌈' => '⌉',
        '|' | '∣' | '❘' => '|',
        '‖' | '∥' => '‖',
        _ => return None,
    })
}

/// The character that pieces of a bracket make together.
fn whole(c: char) -> Option<char> {
    Some(match c {
        '⎛'..='⎝' => '(',
        '⎞'..='⎠' => ')',
        '⎡'..='⎣' => '[',
        '⎤'..='⎦' => ']',
        '⎧'..='⎩' => '{',
        '⎫'..='⎭' => '}',
        '⎮' | '⌠' | '⌡' => '∫',
        '|' | '∣' | '⏐' | '❘' | '│' => '|',
        '‖' | '∥' => '‖',
        _ => return None,
    })
}

/// Joins the pieces that tall brackets and bars are set in, and rows of dots that go down.
pub(super) fn joined(mut signs: Vec<Sign>) -> Vec<Sign> {
    signs.sort_by(|a, b| a.ink.top.total_cmp(&b.ink.top).then(a.ink.left.total_cmp(&b.ink.left)));
    let mut done: Vec<Sign> = Vec::new();
    for sign in signs {
        let piece = sign.char().and_then(|c| Some((whole(c).or((c == '⎪').then_some(c))?, c)));
        let host = piece.and_then(|(one, _)| done.iter().position(|other| goes_on(other, &sign, one)));
        match (host, piece) {
            (Some(at), Some((one, _))) => {
                let host = &mut done[at];
                host.ink = host.ink.union(&sign.ink);
                if one != '⎪' {
                    host.text = Letters::One(one);
                }
            }
            (None, Some((one, c))) if one != '⎪' && one != c => done.push(Sign { text: Letters::One(one), ..sign }),
            _ => done.push(sign),
        }
    }
    dots(done)
}

/// Whether a piece goes on with one that ends right above it.
fn goes_on(above: &Sign, piece: &Sign, one: char) -> bool {
    let same = above.char().is_some_and(|c| c == one || whole(c) == Some(one) || c == '⎪')
        || (one == '⎪' && above.char().is_some_and(|c| matches!(c, '{' | '}')));
    let gap = piece.ink.top - above.ink.bottom;
    let in_line = (above.ink.center().x - piece.ink.center().x).abs() <= SAME_AXIS * piece.size;
    same && in_line && (-PIECE_OVERLAP * piece.size..=ATTACHED * piece.size).contains(&gap)
}

/// Three dots that go down are one sign.
fn dots(mut signs: Vec<Sign>) -> Vec<Sign> {
    let [least, most] = DOT_STEP;
    let mut at = 0;
    while at < signs.len() {
        let next = |from: &Sign, signs: &[Sign]| {
            signs.iter().position(|other| {
                let (dx, dy) = (other.ink.center().x - from.ink.center().x, other.ink.center().y - from.ink.center().y);
                let down = (least * from.size..most * from.size).contains(&dy) && dx.abs() < most * from.size;
                other.text.is('.') && down
            })
        };
        let second = Some(&signs[at]).filter(|sign| sign.text.is('.')).and_then(|sign| next(sign, &signs));
        let third = second.and_then(|second| next(&signs[second], &signs));
        if let (Some(second), Some(third)) = (second, third) {
            let (first, last) = (signs[at].clone(), signs[third].clone());
            let ink = first.ink.union(&last.ink);
            let slanted = most * first.size / 2.0;
            let text = match last.ink.center().x - first.ink.center().x {
                dx if dx > slanted => '⋱',
                dx if dx < -slanted => '⋰',
                _ => '⋮',
            };
            signs[at] = Sign { text: Letters::One(text), ink, baseline: ink.bottom, ..first };
            for gone in [second.max(third), second.min(third)] {
                signs.remove(gone);
                at -= usize::from(gone < at);
            }
        }
        at += 1;
    }
    signs
}
