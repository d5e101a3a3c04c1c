//! A row: letters on a base line, with smaller ones raised and lowered beside them.

use std::collections::VecDeque;

use unicode_normalization::UnicodeNormalization;

use super::atom::{Atom, closing, is_big};
use super::fence::fenced;
use super::limit::{is_function, limited, words};
use super::parse::MAX_DEPTH;
use crate::model::flow::{Math, MathStyle};
use crate::units::Rect;

/// Smallest size of the letters on the base line, as a share of the largest.
const FULL: f32 = 0.85;
/// Distance from the base line in sizes of what stands on it, by its own base line, and by its axis.
const LEVEL: f32 = 0.12;
const AXIAL_LEVEL: f32 = 0.34;
/// Distance in sizes above the base line from which on a smaller sign is raised, and below it from which on it is
/// lowered.
const RAISED: f32 = 0.15;
const LOWERED: f32 = 0.04;
/// Largest size of what is raised or lowered, as a share of that of the row, and its distance from the base line in
/// sizes at most.
const FULL_SCRIPT: f32 = 0.9;
const FAR: f32 = 0.95;
/// Gaps in sizes that are a wide space, a space between words, and one between a function and its argument.
const WIDE: f32 = 0.85;
const WORD_GAP: f32 = 0.18;
const THIN: f32 = 0.1;

/// A row that was read.
pub(super) struct Row {
    /// Its parts.
    pub math: Vec<Math>,
    /// Its base line.
    pub baseline: f32,
    /// Size of its letters.
    pub size: f32,
}

/// A part of a row with what is raised and lowered beside it.
struct Item {
    atom: Atom,
    sub: Vec<Math>,
    sup: Vec<Math>,
    ink: Rect,
}

/// Reads a row; `None` where an atom finds no place in it.
pub(super) fn row(atoms: Vec<Atom>, depth: usize) -> Option<Row> {
    if atoms.is_empty() || depth > MAX_DEPTH {
        return None;
    }
    let atoms = fenced(accented(atoms), depth)?;
    let mut atoms = limited(words(atoms), depth)?;
    atoms.sort_by(|a, b| a.ink.left.total_cmp(&b.ink.left));
    let (baseline, size) = base(&atoms)?;
    let items = items(atoms, baseline, size, depth)?;
    Some(Row { math: written(items, size), baseline, size })
}

/// Letters with the accents above them as one.
fn accented(mut atoms: Vec<Atom>) -> Vec<Atom> {
    for atom in &mut atoms {
        decompose(atom);
    }
    while let Some((mark, under)) = find_accent(&atoms) {
        let combining = atoms[mark].sign.and_then(combining).unwrap_or('\u{302}');
        let ink = atoms[mark].ink.union(&atoms[under].ink);
        let base = &mut atoms[under];
        base.math = vec![Math::Accent(std::mem::take(&mut base.math), combining)];
        (base.ink, base.sign, base.upright) = (ink, None, false);
        atoms.remove(mark);
    }
    atoms
}

/// A slanted letter that has its accent in it.
fn decompose(atom: &mut Atom) {
    let Some(c) = atom.sign.filter(|c| c.is_alphabetic() && !atom.upright) else { return };
    let parts: Vec<char> = std::iter::once(c).nfd().collect();
    if let ([base, mark], [Math::Signs(_, style)]) = (&parts[..], &atom.math[..]) {
        let mark = if *mark == '\u{304}' { '\u{305}' } else { *mark };
        atom.math = vec![Math::Accent(vec![Math::Signs(base.to_string(), *style)], mark)];
        atom.sign = None;
    }
}

fn find_accent(atoms: &[Atom]) -> Option<(usize, usize)> {
    let marks = atoms.iter().enumerate().filter(|(_, atom)| atom.sign.and_then(combining).is_some());
    marks.into_iter().find_map(|(at, mark)| {
        let under = |(_, base): &(usize, &Atom)| {
            let middle = mark.ink.center().x;
            let gap = base.ink.top - mark.ink.bottom;
            middle > base.ink.left - 0.1 * base.size
                && middle < base.ink.right + 0.15 * base.size
                && (-0.25 * base.size..=0.3 * base.size).contains(&gap)
                && base.ink.center().y > mark.ink.bottom
        };
        let (base, _) = atoms.iter().enumerate().filter(|(other, _)| *other != at).find(under)?;
        Some((at, base))
    })
}

/// The combining character of an accent that stands alone.
fn combining(c: char) -> Option<char> {
    Some(match c {
        '^' | 'ˆ' | '\u{302}' => '\u{302}',
        '~' | '˜' | '\u{303}' => '\u{303}',
        '¯' | 'ˉ' | '\u{304}' => '\u{305}',
        '˙' | '\u{307}' => '\u{307}',
        '¨' | '\u{308}' => '\u{308}',
        'ˇ' | '\u{30C}' => '\u{30C}',
        '˘' | '\u{306}' => '\u{306}',
        '´' | '\u{301}' => '\u{301}',
        '`' | '\u{300}' => '\u{300}',
        '\u{20D7}' => '\u{20D7}',
        _ => return None,
    })
}

/// Base line and size of most of the largest letters.
fn base(atoms: &[Atom]) -> Option<(f32, f32)> {
    let size_of =
        |axial: bool| atoms.iter().filter(|atom| atom.axial == axial).map(|atom| atom.size).fold(0.0, f32::max);
    let (letters, axials) = (size_of(false), size_of(true));
    // Raised letters alone beside a bracket or an operator are not its base line.
    let level = |letter: &Atom| {
        atoms.iter().any(|other| other.axial && (other.baseline - letter.baseline).abs() <= AXIAL_LEVEL * letter.size)
    };
    let largest = || atoms.iter().filter(|atom| !atom.axial && atom.size >= FULL * letters);
    let (axial, size) = if axials == 0.0 || largest().any(level) { (false, letters) } else { (true, axials) };
    let full = || atoms.iter().filter(|atom| atom.axial == axial && atom.size >= FULL * size);
    let near = |baseline: f32| full().filter(|atom| (atom.baseline - baseline).abs() <= LEVEL * size).count();
    let best = full().rev().max_by_key(|atom| near(atom.baseline))?;
    Some((best.baseline, size))
}

fn is_level(atom: &Atom, baseline: f32, size: f32) -> bool {
    let away = (atom.baseline - baseline).abs();
    if atom.axial { away <= AXIAL_LEVEL * size } else { atom.size >= FULL * size && away <= LEVEL * size }
}

/// The parts on the base line, each with what stands raised and lowered after it.
fn items(atoms: Vec<Atom>, baseline: f32, size: f32, depth: usize) -> Option<Vec<Item>> {
    let mut items: Vec<(Atom, Vec<Atom>)> = Vec::new();
    for atom in atoms {
        if is_level(&atom, baseline, size) {
            items.push((atom, Vec::new()));
        } else {
            items.last_mut()?.1.push(atom);
        }
    }
    items.into_iter().map(|(atom, scripts)| item(atom, scripts, (baseline, size), depth)).collect()
}

fn item(atom: Atom, scripts: Vec<Atom>, (baseline, size): (f32, f32), depth: usize) -> Option<Item> {
    let largest = scripts.iter().map(|script| script.size).fold(0.0, f32::max);
    let ink = scripts.iter().fold(atom.ink, |ink, script| ink.union(&script.ink));
    let (mut sub, mut sup): (Vec<Atom>, Vec<Atom>) = (Vec::new(), Vec::new());
    let mut last = None;
    for script in scripts {
        let smaller = script.size < FULL * largest;
        let raised = match last.filter(|_| smaller) {
            Some(raised) => raised,
            None => is_raised(&script, &atom, baseline, size)?,
        };
        last = Some(raised);
        if raised { sup.push(script) } else { sub.push(script) }
    }
    let read =
        |atoms: Vec<Atom>| if atoms.is_empty() { Some(Vec::new()) } else { Some(lone(row(atoms, depth + 1)?.math)) };
    Some(Item { atom, sub: read(sub)?, sup: read(sup)?, ink })
}

/// A sign of operation alone, which has nothing to work on, is text.
fn lone(mut row: Vec<Math>) -> Vec<Math> {
    if let [Math::Signs(text, style)] = &mut row[..]
        && !text.chars().any(char::is_alphanumeric)
        && !text.contains(['∞', '′', '∅', '…', '⋯', '.'])
    {
        *style = MathStyle::Words;
    }
    row
}

/// Whether a smaller atom is raised, or lowered; `None` where it is neither.
fn is_raised(script: &Atom, base: &Atom, baseline: f32, size: f32) -> Option<bool> {
    if base.sign.is_some_and(is_big) {
        return Some(script.ink.center().y < base.ink.center().y);
    }
    let tall = base.is_tall(1.3);
    if !tall && (script.size > FULL_SCRIPT * size || (baseline - script.baseline).abs() > FAR * size) {
        return None;
    }
    if script.axial {
        return Some(script.ink.center().y < baseline - 0.35 * size);
    }
    match (baseline - script.baseline) / size {
        rise if rise > RAISED => Some(true),
        rise if rise < -LOWERED => Some(false),
        _ => None,
    }
}

/// The parts of a row, brackets around what stands between them, operators before what they are taken over.
fn written(items: Vec<Item>, size: f32) -> Vec<Math> {
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
        (_, _, base) => Math::Script { base, sub, sup },
    }
}

/// Adds signs that an office program would read otherwise as text, all else as it is.
fn push(row: &mut Vec<Math>, math: Math) {
    if let ([Math::Signs(text, style)], Math::Fraction(..)) = (&mut row[..], &math)
        && text.chars().all(|c| matches!(c, '+' | '−' | '±' | '∓'))
    {
        // LibreOffice takes the sign before a fraction into the numerator.
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

/// Whether a sign says something in `LibreOffice`'s own language of formulas, or is a bracket without its other half.
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
    match gap / size {
        gap if gap > WIDE => Some("\u{2003}"),
        gap if gap > WORD_GAP && ((is_word(left, a) && !is_function(a)) || (is_word(right, b) && !is_function(b))) => {
            Some(" ")
        }
        gap if gap > THIN && matches!(left.sign, Some(',' | ':' | ';')) => Some("\u{200A}"),
        gap if gap > THIN && (is_function(a) || is_function(b)) && right.sign.is_none_or(char::is_alphanumeric) => {
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
