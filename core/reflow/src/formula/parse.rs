//! The formula parser, from signs and rules to a tree: fractions and roots first, from the shortest rule up.

use super::super::caps;
use super::super::text::sign::{Sign, is_letter};
use super::atom::{Atom, bounds, joined};
use super::row::{Row, parts, row};
use super::tolerances::{ATTACHED, AXIS, OVERHANG, RULE_END, SAME_EDGE, SMALLER, STACKED_GAP};
use transvase_base::units::Rect;
use transvase_model::flow::Math;

/// A formula that was read.
pub(super) struct Parsed {
    /// The formula.
    pub row: Vec<Math>,
    /// Its base line.
    pub baseline: f32,
    /// Size of its letters.
    pub size: f32,
}

/// Reads a formula; `None` where a sign finds no place.
pub(super) fn parse(signs: Vec<Sign>, mut rules: Vec<Rect>) -> Option<Parsed> {
    let letters: usize = signs.iter().map(|sign| count(sign.text.chars())).sum();
    if signs.is_empty() || signs.len() > caps::SOME {
        return None;
    }
    let mut atoms: Vec<Atom> = joined(signs).iter().map(Atom::of).collect();
    rules.sort_by(|a, b| a.width().total_cmp(&b.width()));
    for rule in &rules {
        atoms = with_rule(atoms, rule)?;
    }
    let Row { math, baseline, size } = row(atoms, 0)?;
    (letters_of(&math) == letters).then_some(Parsed { row: math, baseline, size })
}

/// Letters and digits of a text.
fn count(text: impl Iterator<Item = char>) -> usize {
    text.filter(|c| is_letter(*c)).count()
}

fn letters_of(row: &[Math]) -> usize {
    let of = |math: &Math| match math {
        Math::Signs(text, _) => count(text.chars()),
        _ => math.rows().into_iter().map(|row| letters_of(row)).sum(),
    };
    row.iter().map(of).sum()
}

/// Puts what stands at a rule into the structure it makes.
fn with_rule(atoms: Vec<Atom>, rule: &Rect) -> Option<Vec<Atom>> {
    let sign = atoms.iter().position(|atom| {
        let ink = atom.ink;
        atom.sign == Some('√')
            && (ink.right - rule.left).abs() <= ATTACHED * atom.size
            && (ink.top - rule.center().y).abs() <= ATTACHED * atom.size
    });
    match sign {
        Some(at) => root(atoms, at, rule),
        None => fraction(atoms, rule),
    }
}

/// The root whose sign is atom `at`, under a rule.
fn root(mut atoms: Vec<Atom>, at: usize, rule: &Rect) -> Option<Vec<Atom>> {
    let sign = atoms.remove(at);
    let slack = SAME_EDGE * sign.size;
    let under = |atom: &Atom| {
        let middle = atom.ink.center();
        middle.x > sign.ink.right - slack
            && middle.x < rule.right + slack
            && middle.y > rule.top - slack
            && middle.y < sign.ink.bottom.max(rule.bottom + sign.size)
    };
    let (body, rest): (Vec<Atom>, Vec<Atom>) = atoms.into_iter().partition(under);
    let degree = |atom: &Atom| {
        let middle = atom.ink.center();
        atom.size <= SMALLER * sign.size
            && middle.x > sign.ink.left - OVERHANG * sign.size
            && middle.x < sign.ink.center().x + slack
            && middle.y > rule.top - ATTACHED * sign.size
            && middle.y < sign.ink.center().y + slack
    };
    let (degree, mut rest): (Vec<Atom>, Vec<Atom>) = rest.into_iter().partition(degree);
    let ink = bounds(&body).union(&sign.ink).union(rule);
    let Row { math, baseline, size } = row(body, 1)?;
    rest.push(Atom::around(Math::Root(parts(degree, 1)?, math), ink, baseline, size, false));
    Some(rest)
}

/// The fraction with this rule, or what it is drawn over.
fn fraction(atoms: Vec<Atom>, rule: &Rect) -> Option<Vec<Atom>> {
    let inside = |atom: &Atom| {
        let x = atom.ink.center().x;
        x > rule.left - RULE_END && x < rule.right + RULE_END
    };
    let above = nearest(&atoms, rule.top, |atom| inside(atom).then_some((atom.ink.bottom, atom.ink.top)), -1.0);
    let below = nearest(&atoms, rule.bottom, |atom| inside(atom).then_some((atom.ink.top, atom.ink.bottom)), 1.0);
    let (mut over, mut under, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for (at, atom) in atoms.into_iter().enumerate() {
        match (above.contains(&at), below.contains(&at)) {
            (true, _) => over.push(atom),
            (_, true) => under.push(atom),
            _ => rest.push(atom),
        }
    }
    if under.is_empty() {
        return None;
    }
    let ink = bounds(&over).union(&bounds(&under)).union(rule);
    let ink = if over.is_empty() { bounds(&under).union(rule) } else { ink };
    let under = row(under, 1)?;
    rest.push(if over.is_empty() {
        Atom::around(Math::Accent(under.math, '\u{305}'), ink, under.baseline, under.size, false)
    } else {
        let over = row(over, 1)?;
        let size = over.size.max(under.size);
        let baseline = rule.center().y + AXIS * size;
        Atom::around(Math::Fraction(over.math, under.math), ink, baseline, size, true)
    });
    Some(rest)
}

/// What stands next to a rule at one side, and what goes on with that away from the rule: `span` gives the
/// near and the far edge of what lies along the rule, `side` is 1 below and -1 above.
fn nearest(atoms: &[Atom], edge: f32, span: impl Fn(&Atom) -> Option<(f32, f32)>, side: f32) -> Vec<usize> {
    let mut candidates: Vec<(usize, f32, f32, f32)> = atoms
        .iter()
        .enumerate()
        .filter_map(|(at, atom)| {
            span(atom).map(|(near, far)| (at, side * (near - edge), side * (far - edge), atom.size))
        })
        .filter(|(_, near, far, size)| near + far > 0.0 && *near > -ATTACHED * *size)
        .collect();
    candidates.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut reach = f32::NEG_INFINITY;
    let mut found = Vec::new();
    for (at, near, far, size) in candidates {
        let touches = near <= STACKED_GAP * size || near <= reach + SAME_EDGE * size;
        if touches && (found.is_empty() || near <= reach.max(STACKED_GAP * size)) {
            found.push(at);
            reach = reach.max(far);
        }
    }
    found
}
