//! Fences: tall brackets and bars, with what stands between them, which may be the rows of a matrix.

use super::atom::{Atom, bounds, closing};
use super::row::{Row, parts, row, size_of};
use super::tolerances::{AXIS, FULL_SIZE, OVERHANG, PART_GAP, ROW_STEP, SAME_AXIS, STACKED_GAP};
use transvase_base::units::Rect;
use transvase_model::flow::Math;

/// Atoms with what stands between tall brackets as one, from the inside out.
pub(super) fn fenced(mut atoms: Vec<Atom>, depth: usize) -> Option<Vec<Atom>> {
    atoms.sort_by(|a, b| a.ink.left.total_cmp(&b.ink.left));
    while let Some((open, close)) = innermost(&atoms) {
        let band = close.map_or(atoms[open].ink, |close| atoms[open].ink.union(&atoms[close].ink));
        let right = close.map_or(f32::INFINITY, |close| atoms[close].ink.left);
        let (first, last) = (atoms[open].clone(), close.map(|close| atoms[close].clone()));
        let (mut body, mut rest) = (Vec::new(), Vec::new());
        for (at, atom) in atoms.into_iter().enumerate() {
            let middle = atom.ink.center();
            let within = middle.x > first.ink.center().x && middle.x < right;
            // Limits of what is between brackets may stand higher than they do.
            let over = STACKED_GAP * first.size;
            let level = middle.y > band.top - over && middle.y < band.bottom + over;
            match () {
                () if at == open || Some(at) == close => {}
                () if within && level => body.push(atom),
                () => rest.push(atom),
            }
        }
        rest.push(fence(&first, last.as_ref(), body, band, depth)?);
        rest.sort_by(|a, b| a.ink.left.total_cmp(&b.ink.left));
        atoms = rest;
    }
    Some(atoms)
}

fn fence(open: &Atom, close: Option<&Atom>, body: Vec<Atom>, band: Rect, depth: usize) -> Option<Atom> {
    let ink = if body.is_empty() { band } else { band.union(&bounds(&body)) };
    let (math, baseline, size) = match several(&body) {
        true => (vec![matrix(body, depth)?], band.center().y + AXIS * open.size, open.size),
        false => {
            let Row { math, baseline, size } = row(body, depth + 1)?;
            (math, baseline, size)
        }
    };
    let begin = open.sign.map(plain);
    let end = close.and_then(|close| close.sign).map(plain);
    Some(Atom::around(Math::Fenced(begin, math, end), ink, baseline, size, true))
}

fn plain(c: char) -> char {
    match c {
        '∣' | '❘' => '|',
        '∥' => '‖',
        other => other,
    }
}

/// The first tall bracket that closes, with the one that opens before it; or a brace that none closes.
fn innermost(atoms: &[Atom]) -> Option<(usize, Option<usize>)> {
    let mut open: Vec<usize> = Vec::new();
    for (at, atom) in atoms.iter().enumerate() {
        let Some(c) = atom.sign.filter(|_| atom.is_tall()) else { continue };
        let matches = |open: &usize| {
            let other = &atoms[*open];
            let level = (other.ink.center().y - atom.ink.center().y).abs() <= SAME_AXIS * atom.size;
            let high = (other.ink.height() - atom.ink.height()).abs() <= 0.5 * atom.size;
            let pair = other
                .sign
                .and_then(closing)
                .is_some_and(|close| close == plain(c) || is_end(c) && is_begin(other.sign));
            level && high && pair
        };
        match open.last().copied().filter(matches) {
            Some(begin) => return Some((begin, Some(at))),
            None if closing(c).is_some() => open.push(at),
            None => {}
        }
    }
    let lone = open.into_iter().next_back()?;
    (atoms[lone].sign == Some('{') && lone + 1 < atoms.len()).then_some((lone, None))
}

fn is_begin(c: Option<char>) -> bool {
    matches!(c, Some('(' | '['))
}

fn is_end(c: char) -> bool {
    matches!(c, ')' | ']')
}

/// Whether atoms stand on more than one base line.
fn several(body: &[Atom]) -> bool {
    lines(body).len() > 1
}

/// The base lines of the atoms of full size, top down, each with their size.
fn lines(body: &[Atom]) -> Vec<f32> {
    let size = size_of(body);
    let mut baselines: Vec<f32> =
        body.iter().filter(|atom| atom.axial || atom.size >= FULL_SIZE * size).map(|atom| atom.baseline).collect();
    baselines.sort_by(f32::total_cmp);
    let mut rows: Vec<f32> = Vec::new();
    let mut last = f32::NEG_INFINITY;
    for baseline in baselines {
        if baseline - last > ROW_STEP * size {
            rows.push(baseline);
        }
        last = baseline;
    }
    rows
}

/// The cells of a matrix.
fn matrix(body: Vec<Atom>, depth: usize) -> Option<Math> {
    let size = size_of(&body);
    let lines = lines(&body);
    let columns = columns(&body, size);
    let mut cells: Vec<Vec<Vec<Atom>>> = vec![vec![Vec::new(); columns.len()]; lines.len()];
    for atom in body {
        let away = |line: &f32| (line - atom.baseline).abs();
        let line = (0..lines.len()).min_by(|a, b| away(&lines[*a]).total_cmp(&away(&lines[*b])))?;
        let column = columns.partition_point(|left| *left <= atom.ink.center().x).checked_sub(1)?;
        cells[line][column].push(atom);
    }
    let left = are_level(&cells, size);
    let rows: Option<Vec<Vec<Vec<Math>>>> =
        cells.into_iter().map(|cells| cells.into_iter().map(|cell| parts(cell, depth + 1)).collect()).collect();
    Some(Math::Matrix(rows?, left))
}

/// Left edges of the columns: what no row reaches over parts them.
fn columns(body: &[Atom], size: f32) -> Vec<f32> {
    let mut spans: Vec<(f32, f32)> = body.iter().map(|atom| (atom.ink.left, atom.ink.right)).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut columns = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for (from, to) in spans {
        if from - right > PART_GAP * size {
            columns.push(from);
        }
        right = right.max(to);
    }
    columns
}

/// Whether the cells of each column begin at one place.
fn are_level(cells: &[Vec<Vec<Atom>>], size: f32) -> bool {
    let columns = cells.first().map_or(0, Vec::len);
    (0..columns).all(|column| {
        let lefts = cells.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.is_empty());
        let lefts = lefts.map(|cell| bounds(cell).left);
        let (low, high) =
            lefts.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), left| (low.min(left), high.max(left)));
        high - low <= OVERHANG * size
    })
}
