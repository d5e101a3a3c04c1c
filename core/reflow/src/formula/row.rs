//! Superscripts and subscripts: a row of letters on a base line, with smaller ones raised and lowered beside them.

use unicode_normalization::UnicodeNormalization;

use super::atom::{Atom, is_big};
use super::fence::fenced;
use super::limit::{limited, words};
use super::tolerances::{
    ATTACHED, AXIS, FULL_SIZE, MAX_DEPTH, ON_BASE_LINE, OVERHANG, SAME_AXIS, SAME_BASE_LINE, SAME_EDGE, SMALLER,
};
use super::write::written;
use transvase_base::units::{Em, Rect};
use transvase_model::flow::{Math, MathStyle};

/// How far scripts of letters that are not tall stand from their base line: more is another line.
const MAX_RISE: Em = Em(0.95);
/// Depth from which on scripts are as large as what they stand at: TeX has two sizes of them.
const SMALLEST: usize = 2;

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
pub(super) struct Item {
    /// The part.
    pub atom: Atom,
    /// At its lower right.
    pub sub: Vec<Math>,
    /// At its upper right.
    pub sup: Vec<Math>,
    /// What they cover together.
    pub ink: Rect,
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

/// The parts of a row that may be empty.
pub(super) fn parts(atoms: Vec<Atom>, depth: usize) -> Option<Vec<Math>> {
    if atoms.is_empty() { Some(Vec::new()) } else { Some(row(atoms, depth)?.math) }
}

/// Size of the largest.
pub(super) fn size_of<'a>(atoms: impl IntoIterator<Item = &'a Atom>) -> f32 {
    atoms.into_iter().map(|atom| atom.size).fold(0.0, f32::max)
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
            middle > base.ink.left - SAME_EDGE * base.size
                && middle < base.ink.right + OVERHANG * base.size
                && (-ATTACHED * base.size..=ATTACHED * base.size).contains(&gap)
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
    let largest = |axial: bool| size_of(atoms.iter().filter(|atom| atom.axial == axial));
    let (letters, axials) = (largest(false), largest(true));
    // Raised letters alone beside a bracket or an operator are not its base line.
    let level = |letter: &Atom| {
        atoms.iter().any(|other| other.axial && (other.baseline - letter.baseline).abs() <= SAME_AXIS * letter.size)
    };
    let mut full = atoms.iter().filter(|atom| !atom.axial && atom.size >= FULL_SIZE * letters);
    let (axial, size) = if axials == 0.0 || full.any(level) { (false, letters) } else { (true, axials) };
    let full = || atoms.iter().filter(|atom| atom.axial == axial && atom.size >= FULL_SIZE * size);
    let near = |baseline: f32| full().filter(|atom| (atom.baseline - baseline).abs() <= ON_BASE_LINE * size).count();
    let best = full().rev().max_by_key(|atom| near(atom.baseline))?;
    Some((best.baseline, size))
}

fn is_level(atom: &Atom, baseline: f32, size: f32) -> bool {
    let away = (atom.baseline - baseline).abs();
    if atom.axial { away <= SAME_AXIS * size } else { atom.size >= FULL_SIZE * size && away <= ON_BASE_LINE * size }
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
    let largest = size_of(&scripts);
    let ink = scripts.iter().fold(atom.ink, |ink, script| ink.union(&script.ink));
    let full = if depth < SMALLEST { SMALLER } else { f32::INFINITY };
    let (mut sub, mut sup): (Vec<Atom>, Vec<Atom>) = (Vec::new(), Vec::new());
    for script in scripts {
        let hangs = script.size < FULL_SIZE * largest && !(sub.is_empty() && sup.is_empty());
        let raised = if hangs {
            stands_at(&script, sup.last()) < stands_at(&script, sub.last())
        } else {
            is_raised(&script, &atom, (baseline, size), full)?
        };
        if raised { sup.push(script) } else { sub.push(script) }
    }
    let read = |atoms: Vec<Atom>| parts(atoms, depth + 1).map(lone);
    Some(Item { atom, sub: read(sub)?, sup: read(sup)?, ink })
}

/// How far a script of a script stands from what it may hang on.
fn stands_at(script: &Atom, host: Option<&Atom>) -> f32 {
    host.map_or(f32::INFINITY, |host| {
        (script.ink.left - host.ink.right).abs() + (script.ink.center().y - host.ink.center().y).abs()
    })
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

/// Whether a smaller atom is raised, or lowered; `None` where it is neither. `full` is the largest size of a script, as
/// a share of that of the row.
fn is_raised(script: &Atom, base: &Atom, (baseline, size): (f32, f32), full: f32) -> Option<bool> {
    if base.sign.is_some_and(is_big) {
        return Some(script.ink.center().y < base.ink.center().y);
    }
    let tall = base.is_tall();
    if !tall && (script.size > full * size || (baseline - script.baseline).abs() > MAX_RISE * size) {
        return None;
    }
    if script.axial {
        // What stands on the axis is not raised.
        return Some(script.ink.center().y < baseline - (AXIS * size + SAME_EDGE * size));
    }
    match (baseline - script.baseline) / size {
        rise if rise > ON_BASE_LINE.0 => Some(true),
        rise if rise < -SAME_BASE_LINE.0 => Some(false),
        _ => None,
    }
}
