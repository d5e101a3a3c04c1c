//! Words and operators of a row, with what stands below and above them.

use super::atom::{Atom, bounds, is_big, is_integral};
use super::row::row;
use crate::model::flow::{Math, MathStyle};

/// Largest size of limits, as a share of that of their row.
const SMALLER: f32 = 0.88;
/// Distance in sizes of a limit from its operator at most.
const NEAR: f32 = 0.65;
/// Gap in sizes between the signs of a limit at most.
const GAP: f32 = 0.45;
/// Gap in sizes between the letters of a word at most.
const LETTER_GAP: f32 = 0.18;

/// Operators of a row at most, and steps from one sign of a limit to the next.
const MAX_OPERATORS: usize = 24;
const MAX_STEPS: usize = 32;

/// Functions that have limits below them.
const LIMITED: &[&str] =
    &["lim", "max", "min", "sup", "inf", "limsup", "liminf", "argmax", "argmin", "det", "gcd", "Pr", "arg", "esssup"];
/// Other functions.
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "coth", "log",
    "ln", "lg", "exp", "ker", "dim", "deg", "hom", "mod", "sgn", "rank", "tr", "Tr", "diag", "Var", "Cov", "grad",
    "div", "rot", "curl", "var", "cov", "erf",
];

/// Whether a word is the name of a function.
pub(super) fn is_function(word: &str) -> bool {
    let is_known = |name: &str| LIMITED.contains(&name) || FUNCTIONS.contains(&name);
    word.split('\u{2009}').all(is_known)
}

/// Upright letters side by side as words.
pub(super) fn words(atoms: Vec<Atom>) -> Vec<Atom> {
    let (mut letters, mut rest): (Vec<Atom>, Vec<Atom>) = atoms.into_iter().partition(|atom| atom.upright);
    letters.sort_by(|a, b| a.baseline.total_cmp(&b.baseline).then(a.ink.left.total_cmp(&b.ink.left)));
    let mut words: Vec<Atom> = Vec::new();
    for letter in letters {
        match words.last_mut().filter(|word| goes_on(word, &letter)) {
            Some(word) => {
                let text = format!("{}{}", word.text(), letter.text());
                let style = if is_function(&text) { MathStyle::Upright } else { MathStyle::Words };
                word.math = vec![Math::Signs(text, style)];
                word.ink = word.ink.union(&letter.ink);
                word.sign = None;
            }
            None => words.push(letter),
        }
    }
    rest.extend(names(words));
    rest
}

/// Words one after the other that are one name, such as `arg max`.
fn names(words: Vec<Atom>) -> Vec<Atom> {
    let mut done: Vec<Atom> = Vec::new();
    for word in words {
        let last = done.last_mut().filter(|last| {
            let pair = matches!((last.text(), word.text()), ("arg" | "lim" | "ess", "max" | "min" | "sup" | "inf"));
            let gap = word.ink.left - last.ink.right;
            pair && (last.baseline - word.baseline).abs() <= 0.05 * word.size && gap.abs() <= 0.5 * word.size
        });
        match last {
            Some(last) => {
                last.math = vec![Math::Signs(format!("{}\u{2009}{}", last.text(), word.text()), MathStyle::Upright)];
                last.ink = last.ink.union(&word.ink);
            }
            None => done.push(word),
        }
    }
    done
}

fn goes_on(word: &Atom, letter: &Atom) -> bool {
    let gap = letter.ink.left - word.ink.right;
    (word.baseline - letter.baseline).abs() <= 0.05 * word.size
        && (word.size - letter.size).abs() <= 0.1 * word.size
        && (-0.2 * word.size..=LETTER_GAP * word.size).contains(&gap)
}

/// Atoms with operators and functions as one with the limits below and above them.
pub(super) fn limited(mut atoms: Vec<Atom>, depth: usize) -> Option<Vec<Atom>> {
    let is_operator = |atom: &Atom| has_limits(atom) || atom.sign.is_some_and(is_big);
    let operators: Vec<Atom> = atoms.iter().filter(|atom| is_operator(atom)).cloned().collect();
    if operators.len() > MAX_OPERATORS {
        return None;
    }
    for operator in &operators {
        let own = |atom: &Atom| belongs(atom, operator, &operators);
        let below = side(&atoms, operator, |atom| own(atom) && atom.ink.top >= operator.ink.bottom - 0.12 * atom.size);
        let above = side(&atoms, operator, |atom| own(atom) && atom.ink.bottom <= operator.ink.top + 0.12 * atom.size);
        let (mut under, mut over, mut rest, mut found) = (Vec::new(), Vec::new(), Vec::new(), None);
        for (at, atom) in atoms.into_iter().enumerate() {
            match () {
                () if below.contains(&at) => under.push(atom),
                () if above.contains(&at) => over.push(atom),
                () if atom.ink == operator.ink => found = Some(atom),
                () => rest.push(atom),
            }
        }
        rest.push(with_limits(found?, under, over, depth)?);
        atoms = rest;
    }
    Some(atoms)
}

fn has_limits(atom: &Atom) -> bool {
    atom.text().split('\u{2009}').all(|name| LIMITED.contains(&name))
}

/// Whether a smaller atom stands nearer to one operator than to the others.
fn belongs(atom: &Atom, operator: &Atom, all: &[Atom]) -> bool {
    let x = atom.ink.center().x;
    let away = |other: &Atom| (other.ink.center().x - x).abs();
    let beside = |other: &&Atom| (other.ink.center().y - operator.ink.center().y).abs() < operator.size;
    atom.size <= SMALLER * operator.size && all.iter().filter(beside).all(|other| away(operator) <= away(other))
}

/// The atoms at one side of an operator: those right there, and those that go on beside them.
fn side(atoms: &[Atom], operator: &Atom, at_side: impl Fn(&Atom) -> bool) -> Vec<usize> {
    let (left, right) = (operator.ink.left - 0.2 * operator.size, operator.ink.right + 0.2 * operator.size);
    let near = |atom: &Atom| {
        let gap = (atom.ink.top - operator.ink.bottom).max(operator.ink.top - atom.ink.bottom);
        // Limits of integrals stand beside them, at their ends.
        let over = !operator.sign.is_some_and(is_integral) || atom.ink.right <= operator.ink.right;
        gap <= NEAR * operator.size && over && (left..=right).contains(&atom.ink.center().x)
    };
    let mut found: Vec<usize> = (0..atoms.len()).filter(|at| at_side(&atoms[*at]) && near(&atoms[*at])).collect();
    for _ in 0..MAX_STEPS {
        let beside = |at: &usize| {
            let atom = &atoms[*at];
            !found.contains(at) && at_side(atom) && found.iter().any(|known| are_beside(&atoms[*known], atom))
        };
        let more: Vec<usize> = (0..atoms.len()).filter(beside).collect();
        if more.is_empty() {
            break;
        }
        found.extend(more);
    }
    found
}

fn are_beside(a: &Atom, b: &Atom) -> bool {
    let size = a.size.max(b.size);
    let gap = (a.ink.left - b.ink.right).max(b.ink.left - a.ink.right);
    gap <= GAP * size && (a.baseline - b.baseline).abs() <= 0.6 * size
}

fn with_limits(atom: Atom, under: Vec<Atom>, over: Vec<Atom>, depth: usize) -> Option<Atom> {
    if under.is_empty() && over.is_empty() {
        return Some(atom);
    }
    let read = |atoms: Vec<Atom>| if atoms.is_empty() { Some(Vec::new()) } else { Some(row(atoms, depth + 1)?.math) };
    // The box stays that of the operator: what stands beside it is told by it.
    let ink = [bounds(&under), bounds(&over)].iter().filter(|rect| rect.area() > 0.0).fold(atom.ink, |a, b| a.union(b));
    let (below, above) = (read(under)?, read(over)?);
    let math = match atom.sign.filter(|c| is_big(*c)) {
        Some(sign) => Math::Big { sign, below, above, beside: false, body: Vec::new() },
        None => Math::Limit { base: atom.math.clone(), below, above },
    };
    Some(Atom { math: vec![math], ink, upright: false, ..atom })
}
