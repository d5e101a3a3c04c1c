//! Page orientation: pages whose text runs sideways are turned upright, as a reader turns the sheet.

use std::collections::BTreeMap;

use super::tolerances::{ENOUGH, OWN_LINE, are_most};
use super::word::angle_of;
use transvase_base::units::{Affine, Size};
use transvase_model::pages::{Item, Page};

/// Lines that are compared: a running head is one, a caption a few.
const LONGEST: usize = 3;
/// Size of a title as a multiple of that of all text that runs another way.
const TITLE: f32 = 1.3;

/// The glyphs on each base line of one direction, by its distance from the origin in whole points.
type Lines = BTreeMap<i32, usize>;

/// Gives a page the size it has upright, where most of its text runs sideways or upside down, and returns the map
/// for what stands on it.
pub(crate) fn upright(page: &mut Page) -> Option<Affine> {
    let directions = directions(page);
    let all: usize = directions.values().flat_map(Lines::values).sum();
    let (angle, lines) = directions.iter().max_by_key(|(_, lines)| lines.values().sum::<usize>())?;
    let count: usize = lines.values().sum();
    // Labels of a figure may be more than the text that tells about it, but they make no lines, and none of them is
    // as large as its title.
    let holds_text = directions.get(&0).is_some_and(|upright| longest(upright) > longest(lines));
    let holds_text = holds_text || largest(page, 0) > TITLE * largest(page, *angle);
    if count < ENOUGH || !are_most(count, all) || holds_text {
        return None;
    }
    let Size { width, height } = page.size;
    let sideways = Size { width: height, height: width };
    // Along the base line becomes x, across it becomes y; the shift keeps the page at the origin.
    let (map, size) = match *angle {
        90 => (Affine { a: 0.0, b: -1.0, c: 1.0, d: 0.0, e: 0.0, f: width }, sideways),
        -90 => (Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: height, f: 0.0 }, sideways),
        180 => (Affine { a: -1.0, b: 0.0, c: 0.0, d: -1.0, e: width, f: height }, page.size),
        _ => return None,
    };
    page.size = size;
    Some(map)
}

/// The lines of a page by their angles.
fn directions(page: &Page) -> BTreeMap<i16, Lines> {
    let mut directions: BTreeMap<i16, Lines> = BTreeMap::new();
    for item in &page.items {
        if let Item::Glyphs(run) = item
            && let Some(angle) = angle_of(run)
        {
            let Affine { a, b, e, f, .. } = run.transform;
            let across = (a * f - b * e).round() as i32;
            *directions.entry(angle).or_default().entry(across).or_default() += run.glyphs.len();
        }
    }
    directions
}

/// Size of the largest text at an angle; 0 where there is none but single signs.
fn largest(page: &Page, angle: i16) -> f32 {
    let runs = page.items.iter().filter_map(|item| if let Item::Glyphs(run) = item { Some(run) } else { None });
    let least = if angle == 0 { OWN_LINE } else { 1 };
    let own = runs.filter(|run| run.glyphs.len() >= least && angle_of(run) == Some(angle));
    own.map(|run| run.size).fold(0.0, f32::max)
}

/// The glyphs of the longest lines.
fn longest(lines: &Lines) -> usize {
    let mut counts: Vec<usize> = lines.values().copied().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts.iter().take(LONGEST).sum()
}
