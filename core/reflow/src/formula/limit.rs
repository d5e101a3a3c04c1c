//! Limits: words and operators of a row, with what stands below and above them.

use super::super::caps;
use super::atom::{Atom, bounds, is_big, is_integral};
use super::row::parts;
use super::tolerances::{
    FULL_SIZE, OVERHANG, PART_GAP, ROW_STEP, SAME_BASE_LINE, SAME_EDGE, SMALLER, STACKED_GAP, WORD_GAP,
};
use transvase_model::flow::{Math, MathStyle};

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
            pair && on_one_line(last, &word) && gap.abs() <= PART_GAP * word.size
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
    on_one_line(word, letter)
        && word.size.min(letter.size) >= FULL_SIZE * word.size.max(letter.size)
        && (-OVERHANG * word.size..=WORD_GAP * word.size).contains(&gap)
}

fn on_one_line(a: &Atom, b: &Atom) -> bool {
    (a.baseline - b.baseline).abs() <= SAME_BASE_LINE * b.size
}

/// Atoms with operators and functions as one with the limits below and above them.
pub(super) fn limited(mut atoms: Vec<Atom>, depth: usize) -> Option<Vec<Atom>> {
    let is_operator = |atom: &Atom| has_limits(atom) || atom.sign.is_some_and(is_big);
    let operators: Vec<Atom> = atoms.iter().filter(|atom| is_operator(atom)).cloned().collect();
    if operators.len() > caps::FEW {
        return None;
    }
    for operator in &operators {
        let own = |atom: &Atom| belongs(atom, operator, &operators);
        let below =
            side(&atoms, operator, |atom| own(atom) && atom.ink.top >= operator.ink.bottom - SAME_EDGE * atom.size);
        let above =
            side(&atoms, operator, |atom| own(atom) && atom.ink.bottom <= operator.ink.top + SAME_EDGE * atom.size);
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
    let reach = OVERHANG * operator.size;
    let (left, right) = (operator.ink.left - reach, operator.ink.right + reach);
    let near = |atom: &Atom| {
        let gap = (atom.ink.top - operator.ink.bottom).max(operator.ink.top - atom.ink.bottom);
        // Limits of integrals stand beside them, at their ends.
        let over = !operator.sign.is_some_and(is_integral) || atom.ink.right <= operator.ink.right;
        gap <= STACKED_GAP * operator.size && over && (left..=right).contains(&atom.ink.center().x)
    };
    let at_side = (0..atoms.len()).filter(|at| at_side(&atoms[*at]));
    let (mut next, mut rest): (Vec<usize>, Vec<usize>) = at_side.partition(|at| near(&atoms[*at]));
    let mut found = Vec::new();
    while !next.is_empty() {
        let beside = |at: &usize| next.iter().any(|known| are_beside(&atoms[*known], &atoms[*at]));
        let (more, others): (Vec<usize>, Vec<usize>) = rest.into_iter().partition(beside);
        found.append(&mut next);
        (next, rest) = (more, others);
    }
    found
}

fn are_beside(a: &Atom, b: &Atom) -> bool {
    let size = a.size.max(b.size);
    let gap = (a.ink.left - b.ink.right).max(b.ink.left - a.ink.right);
    gap <= PART_GAP * size && (a.baseline - b.baseline).abs() <= ROW_STEP * size
}

fn with_limits(atom: Atom, under: Vec<Atom>, over: Vec<Atom>, depth: usize) -> Option<Atom> {
    if under.is_empty() && over.is_empty() {
        return Some(atom);
    }
    // The box stays that of the operator: what stands beside it is told by it.
    let ink = [bounds(&under), bounds(&over)].iter().filter(|rect| rect.area() > 0.0).fold(atom.ink, |a, b| a.union(b));
    let (below, above) = (parts(under, depth + 1)?, parts(over, depth + 1)?);
    let math = match atom.sign.filter(|c| is_big(*c)) {
        Some(sign) => Math::Big { sign, below, above, beside: false, body: Vec::new() },
        None => Math::Limit { base: atom.math.clone(), below, above },
    };
    Some(Atom { math: vec![math], ink, upright: false, ..atom })
}
