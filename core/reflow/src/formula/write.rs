//! The parts of a row as a formula: brackets around what stands between them, operators and functions before what
//! they are taken of, spaces, and signs that languages of formulas read as something else.

use std::collections::VecDeque;

use super::atom::{Atom, closing, is_big};
use super::limit::is_function;
use super::row::Item;
use super::tolerances::{QUAD, WORD_GAP};
use transvase_base::units::Em;
use transvase_model::flow::{Math, MathStyle};

/// Narrowest thin space, as between a function and its argument: meant to be 0.17.
const THIN_SPACE: Em = Em(0.1);

/// The parts of a row, brackets around what stands between them, operators before what they are taken over.
pub(super) fn written(items: Vec<Item>, size: f32) -> Vec<Math> {
    // Parts of the row, and of the brackets that are open, each with the one that opened it.
    let mut open: Vec<(Option<char>, Vec<Math>)> = vec![(None, Vec::new())];
    let mut right: Option<(f32, Atom)> = None;
    let bars = bars(&items);
    for (at, item) in items.into_iter().enumerate() {
        let space = right.as_ref().and_then(|(right, last)| space(last, &item.atom, item.atom.ink.left - right, size));
        if let (Some(space), Some((_, row))) = (space, open.last_mut()) {
            let style = style_of(row);
            push(row, Math::Signs(space.into(), style));
        }
        right = Some((item.ink.right, item.atom.clone()));
        let sign = item.atom.sign.filter(|_| matches!(item.atom.math[..], [Math::Signs(..)]));
        let plain = item.sub.is_empty() && item.sup.is_empty();
        let bar = bars.get(at).copied().flatten();
        let begin = sign.filter(|c| plain && (is_bracket(*c) || bar == Some(true)));
        let end = sign.filter(|c| is_end(*c) || bar == Some(false));
        match (begin, end) {
            (Some(c), _) => open.push((Some(c), Vec::new())),
            (_, Some(c)) if open.last().is_some_and(|(begin, _)| fits(*begin, c)) => close(&mut open, c, item),
            _ => {
                if let Some((_, row)) = open.last_mut() {
                    add(row, item);
                }
            }
        }
    }
    unclosed(open)
}

fn is_end(c: char) -> bool {
    matches!(c, ')' | ']' | '}' | '⟩' | '⌋' | '⌉')
}

/// For each bar whether it opens a pair; bars that are not in pairs within their brackets part what they stand in.
fn bars(items: &[Item]) -> Vec<Option<bool>> {
    let mut roles = vec![None; items.len()];
    let mut levels: Vec<Vec<usize>> = vec![Vec::new()];
    let mut settle = |bars: Vec<usize>| {
        let apart = bars.windows(2).all(|pair| pair[1] > pair[0] + 1);
        for (at, bar) in bars.iter().enumerate().filter(|_| bars.len().is_multiple_of(2) && apart) {
            roles[*bar] = Some(at % 2 == 0);
        }
    };
    for (at, item) in items.iter().enumerate() {
        match item.atom.sign {
            Some('|' | '∣' | '‖' | '∥') => levels.last_mut().into_iter().for_each(|bars| bars.push(at)),
            Some(c) if is_bracket(c) => levels.push(Vec::new()),
            Some(c) if is_end(c) && levels.len() > 1 => settle(levels.pop().unwrap_or_default()),
            _ => {}
        }
    }
    levels.into_iter().for_each(settle);
    roles
}

fn is_bracket(c: char) -> bool {
    closing(c).is_some_and(|close| !matches!(close, '|' | '‖'))
}

/// Whether a bracket closes what another opened; half-open intervals mix the round and the square.
fn fits(open: Option<char>, close: char) -> bool {
    open.is_some_and(|open| closing(open) == Some(close) || (matches!(open, '(' | '[') && matches!(close, ')' | ']')))
}

/// Closes the bracket that was opened last. Around a row that is no higher than its letters brackets are signs.
fn close(open: &mut Vec<(Option<char>, Vec<Math>)>, c: char, item: Item) {
    let Some((begin, body)) = open.pop() else { return };
    let Some((_, row)) = open.last_mut() else { return };
    let body = with_bodies(body);
    let plain = matches!((begin, c, &body[..]), (Some('('), ')', [Math::Signs(_, MathStyle::Italic)]));
    if plain && item.sub.is_empty() && item.sup.is_empty() {
        begin.into_iter().for_each(|c| append(row, Math::Signs(c.into(), MathStyle::Italic)));
        body.into_iter().for_each(|math| append(row, math));
        return append(row, Math::Signs(c.into(), MathStyle::Italic));
    }
    row.push(scripted(vec![Math::Fenced(begin, body, Some(c))], item.sub, item.sup));
}

/// The row, brackets nobody closed as signs in it.
fn unclosed(open: Vec<(Option<char>, Vec<Math>)>) -> Vec<Math> {
    let mut all = Vec::new();
    for (begin, row) in open {
        all.extend(begin.map(|c| Math::Signs(c.into(), MathStyle::Words)));
        row.into_iter().for_each(|math| push(&mut all, math));
    }
    with_bodies(all)
}

/// Adds an item to a row.
fn add(row: &mut Vec<Math>, item: Item) {
    let Item { atom, sub, sup, .. } = item;
    match atom.sign.filter(|c| is_big(*c)) {
        Some(sign) => row.push(match atom.math.into_iter().next() {
            Some(Math::Big { below, above, .. }) => {
                let big = Math::Big { sign, below, above, beside: false, body: Vec::new() };
                scripted(vec![big], sub, sup)
            }
            _ => Math::Big { sign, below: sub, above: sup, beside: true, body: Vec::new() },
        }),
        None if sub.is_empty() && sup.is_empty() => atom.math.into_iter().for_each(|math| push(row, math)),
        None => row.push(scripted(atom.math, sub, sup)),
    }
}

fn scripted(base: Vec<Math>, sub: Vec<Math>, sup: Vec<Math>) -> Math {
    match (&sub[..], &sup[..], base) {
        ([], [], mut base) if base.len() == 1 => base.remove(0),
        (_, _, base) => Math::Script { base: named(base), sub, sup },
    }
}

/// A word that something is raised or lowered at is the name of an operator.
fn named(mut base: Vec<Math>) -> Vec<Math> {
    if let [Math::Signs(text, style)] = &mut base[..]
        && text.chars().all(char::is_alphabetic)
        && *style == MathStyle::Words
    {
        *style = MathStyle::Upright;
    }
    base
}

/// Adds signs that a language of formulas would read otherwise as text, all else as it is.
fn push(row: &mut Vec<Math>, math: Math) {
    if let ([Math::Signs(text, style)], Math::Fraction(..)) = (&mut row[..], &math)
        && text.chars().all(|c| matches!(c, '+' | '−' | '±' | '∓'))
    {
        // A sign before a fraction is no part of its numerator, where formulas are read as text.
        *style = MathStyle::Words;
    }
    let math = match math {
        Math::Signs(text, _) if text.chars().all(is_markup) => Math::Signs(text, MathStyle::Words),
        // A relation without anything before it is one only as text.
        Math::Signs(text, _) if row.is_empty() && text.chars().all(is_relation) => {
            Math::Signs(text + "\u{2009}", MathStyle::Words)
        }
        other => other,
    };
    append(row, math);
}

/// Whether a sign says something in languages of formulas, or is a bracket without its
/// other half.
fn is_markup(c: char) -> bool {
    "|∣‖∥&#%~\"\\_^`[](){}⟨⟩⌊⌋⌈⌉".contains(c)
}

/// Adds to the last signs where they are in the same style.
fn append(row: &mut Vec<Math>, math: Math) {
    match (row.last_mut(), math) {
        (Some(Math::Signs(text, style)), Math::Signs(more, other))
            if *style == other
                || (*style == MathStyle::Italic
                    && other != MathStyle::Words
                    && !more.chars().any(char::is_alphabetic)) =>
        {
            text.push_str(&more);
        }
        (_, math) => row.push(math),
    }
}

fn style_of(row: &[Math]) -> MathStyle {
    match row.last() {
        Some(Math::Signs(_, style)) => *style,
        _ => MathStyle::Italic,
    }
}

/// The space between two parts, where it is more than what stands around signs of operation.
fn space(left: &Atom, right: &Atom, gap: f32, size: f32) -> Option<&'static str> {
    let (a, b) = (left.text(), right.text());
    let is_word = |atom: &Atom, text: &str| atom.upright && text.chars().count() > 1;
    match Em(gap / size) {
        gap if gap > QUAD => Some("\u{2003}"),
        gap if gap > WORD_GAP && ((is_word(left, a) && !is_function(a)) || (is_word(right, b) && !is_function(b))) => {
            Some(" ")
        }
        gap if gap > THIN_SPACE && matches!(left.sign, Some(',' | ':' | ';')) => Some("\u{200A}"),
        gap if gap > THIN_SPACE
            && (is_function(a) || is_function(b))
            && right.sign.is_none_or(char::is_alphanumeric) =>
        {
            Some("\u{2009}")
        }
        _ => None,
    }
}

/// Operators and functions with what they are taken of: what follows, up to the next sum, relation or end.
fn with_bodies(row: Vec<Math>) -> Vec<Math> {
    let mut done: Vec<Math> = Vec::new();
    let mut rest = VecDeque::from(row);
    while let Some(math) = rest.pop_front() {
        match math {
            Math::Big { sign, below, above, beside, .. } => {
                let body = with_bodies(body(&mut rest, usize::MAX));
                done.push(if body.is_empty() {
                    // A program would show an empty box.
                    scripted(vec![Math::Signs(sign.into(), MathStyle::Italic)], below, above)
                } else {
                    Math::Big { sign, below, above, beside, body }
                });
            }
            name if is_name(&name) => {
                let body = with_bodies(body(&mut rest, 1));
                done.push(if body.is_empty() { name } else { Math::Function(vec![name], body) });
            }
            math => done.push(math),
        }
    }
    done
}

/// Whether a part is the name of a function, with what it is raised to or its limit.
fn is_name(math: &Math) -> bool {
    match math {
        Math::Signs(text, MathStyle::Upright) => is_function(text),
        Math::Limit { .. } => true,
        Math::Script { base, .. } => matches!(&base[..], [base] if is_name(base)),
        _ => false,
    }
}

/// The next parts, `most` of them that are no signs, up to the next sum or relation.
fn body(rest: &mut VecDeque<Math>, most: usize) -> Vec<Math> {
    let mut body: Vec<Math> = Vec::new();
    while let Some(next) = rest.pop_front() {
        let Math::Signs(text, style) = next else {
            body.push(next);
            if body.len() >= most {
                break;
            }
            continue;
        };
        let (inner, outer) = text.split_at(end_of_body(&text));
        if inner.chars().any(|c| !c.is_whitespace()) {
            append(&mut body, Math::Signs(inner.trim_start_matches('\u{2009}').to_owned(), style));
        }
        if !outer.is_empty() {
            rest.push_front(Math::Signs(outer.to_owned(), style));
            break;
        }
    }
    body
}

/// Where signs end what an operator is taken over: not between brackets.
fn end_of_body(text: &str) -> usize {
    let mut open = 0_usize;
    let end = text.char_indices().find(|(_, c)| {
        match c {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0 && ends_body(*c)
    });
    end.map_or(text.len(), |(at, _)| at)
}

/// Whether a sign ends what an operator is taken over.
fn ends_body(c: char) -> bool {
    is_relation(c) || matches!(c, '+' | '−' | '±' | '∓' | ',' | ';' | '.' | '∧' | '∨' | '\u{2003}')
}

fn is_relation(c: char) -> bool {
    matches!(c, '=' | '<' | '>' | '∝' | '∈'..='∍' | '∼'..='⊋' | '←'..='⇿' | '⟵'..='⟿' | '⩽' | '⩾')
}
