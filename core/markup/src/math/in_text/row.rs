//! Parsing: the tokens of a line as the row of a formula.

use super::token::{Kind, Token};
use transvase_model::flow::{Math, MathStyle, Script};

/// Operators that take what is raised and lowered at them as limits.
const BIG: [char; 3] = ['∑', '∏', '∫'];

/// The row that the pieces are.
pub(super) fn row(piece: &[Token]) -> Vec<Math> {
    let mut row = Vec::new();
    let mut at = 0;
    while let Some(token) = piece.get(at) {
        let (sub, sup, next) = scripts(piece, at + 1);
        add(&mut row, token, sub, sup);
        at = next;
    }
    Math::joined(row)
}

/// What is lowered and raised from a place on, and where that ends.
fn scripts(piece: &[Token], from: usize) -> (Vec<Math>, Vec<Math>, usize) {
    let (mut sub, mut sup) = (Vec::new(), Vec::new());
    let small = piece.iter().skip(from).take_while(|token| token.script != Script::Normal);
    let mut end = from;
    for token in small {
        let row = if token.script == Script::Subscript { &mut sub } else { &mut sup };
        row.extend(signs(token));
        end += 1;
    }
    (Math::joined(sub), Math::joined(sup), end)
}

/// Adds a piece with what is raised and lowered at it, which is at the last letter of several.
fn add(row: &mut Vec<Math>, token: &Token, sub: Vec<Math>, sup: Vec<Math>) {
    let is_plain = sub.is_empty() && sup.is_empty();
    let big = token.text.chars().next().filter(|c| BIG.contains(c));
    if let Some(sign) = big {
        return row.push(Math::Big { sign, below: sub, above: sup, beside: true, body: Vec::new() });
    }
    let Some(Math::Signs(text, style)) = signs(token) else { return };
    if is_plain {
        return row.push(Math::Signs(text, style));
    }
    let last = match token.kind {
        Kind::Variable => text.char_indices().rev().find(|(_, c)| c.is_alphabetic()).map_or(0, |(at, _)| at),
        _ => 0,
    };
    let (before, base) = text.split_at(last);
    if !before.is_empty() {
        row.push(Math::Signs(before.to_owned(), style));
    }
    row.push(Math::Script { base: vec![Math::Signs(base.to_owned(), style)], sub, sup });
}

/// The signs of a piece; spaces are the layout's.
fn signs(token: &Token) -> Option<Math> {
    let style = match token.kind {
        Kind::Space => return None,
        Kind::Function => MathStyle::Upright,
        Kind::Letter if !token.slanted && token.text.chars().count() > 1 => MathStyle::Upright,
        Kind::Letter if !token.slanted && token.script == Script::Normal => MathStyle::Upright,
        _ => MathStyle::Italic,
    };
    Some(Math::Signs(token.text.clone(), style))
}
