//! Curved drawings: regions of a page with curves or slanting lines in them, which a drawing has and a table has not.

use super::super::caps;
use super::super::element::Picture;
use super::super::text::line::Line;
use super::super::vector::Marks;
use super::lines_in;
use super::region::{Regions, regions};
use super::rounded_boxes;
use super::tolerances::{FEW_MARKS, LITTLE, NEARLY_ALL};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::pages::Page;

/// Share of a region from which on a mark may be the frame of a figure in it: up to ten stand side by side.
const FRAME: f32 = 0.1;
/// Marks in frames to each that lies outside of them: a shadow over an edge.
const STRAYS: usize = 20;

/// The regions that hold curves or slanting lines, with what they are made of.
pub(super) fn with_curves(
    marks: &Marks,
    (lines, pictures): (&[Line], &[Picture]),
    page: &Page,
    context: &Context,
) -> Result<Vec<(Rect, Tally)>> {
    let area = page.size.width * page.size.height;
    let fills = marks.fills.iter().map(|fill| fill.rect).filter(|rect| rect.area() < NEARLY_ALL * area);
    if marks.drawings.is_empty() {
        return Ok(Vec::new());
    }
    let others: Vec<Rect> = fills.chain(marks.rules()).collect();
    context.tick((marks.rounded.len() * (lines.len().min(caps::MOST) + pictures.len())) as u64)?;
    let boxes: Vec<Rect> =
        marks.rounded.iter().filter(|rect| rounded_boxes::may_be(rect, lines, pictures)).copied().collect();
    let (mut rects, others) = rounded_boxes::without(marks.drawings.clone(), others, boxes, page.size, context)?;
    let seeds = rects.len();
    rects.extend(others);
    let found = regions(&rects, page.size, context)?;
    let counted = count(&found, &rects, seeds);
    let (mut drawn, mut few): (Vec<(Rect, Tally)>, Vec<usize>) = (Vec::new(), Vec::new());
    context.tick((found.rects.len().min(caps::SOME) * lines.len().min(caps::MOST)) as u64)?;
    for (at, (rect, tally)) in found.rects.iter().zip(&counted).enumerate().take(caps::SOME) {
        let is_blank = || lines_in(rect, lines).next().is_none();
        // With fewer curves it is a table with a picture in it, and without words a drawing: the ticks of a plot.
        let many = tally.seeds as f32 >= LITTLE * tally.marks() as f32 || tally.area >= LITTLE * rect.area();
        if many || (tally.seeds > FEW_MARKS && is_blank()) {
            let framed = frames(rect, at, &found, &rects);
            let whole = framed.is_empty().then_some((*rect, *tally));
            drawn.extend(framed.into_iter().chain(whole));
        } else if tally.seeds > 0 {
            few.push(at);
        }
    }
    // Of a table with curves in it the curves alone are drawn.
    let alone = |at: &usize| found.of.get(*at).copied().flatten().is_some_and(|home| few.contains(&home));
    let alone: Vec<Rect> = (0..seeds).filter(alone).filter_map(|at| rects.get(at).copied()).collect();
    let alone = regions(&alone, page.size, context)?;
    drawn.extend(alone.rects.into_iter().map(|rect| (rect, Tally { seeds: 1, ..Tally::default() })));
    Ok(drawn)
}

/// The frames that hold nearly all of a region, each with what it holds: figures side by side, whose
/// frames nearly touch. Empty where there are not several.
fn frames(region: &Rect, at: usize, found: &Regions, rects: &[Rect]) -> Vec<(Rect, Tally)> {
    let own = || rects.iter().zip(&found.of).filter(|(_, home)| **home == Some(at)).map(|(rect, _)| rect);
    let mut large: Vec<Rect> = own().filter(|rect| rect.area() >= FRAME * region.area()).copied().collect();
    large.sort_by(|a, b| b.area().total_cmp(&a.area()));
    let mut frames: Vec<(Rect, Tally)> = Vec::new();
    for rect in large.into_iter().take(caps::FEW) {
        if !frames.iter().any(|(frame, _)| frame.intersection(&rect).is_some()) {
            frames.push((rect, Tally { covered: rect.area(), tallest: rect.height(), ..Tally::default() }));
        }
    }
    let mut outside = 0;
    for rect in own() {
        let home = frames.iter_mut().find(|(frame, _)| frame.contains(rect.center()));
        *home.map_or(&mut outside, |(_, tally)| &mut tally.others) += 1;
    }
    let inside: usize = frames.iter().map(|(_, tally)| tally.marks()).sum();
    let is_full = |(_, tally): &(Rect, Tally)| tally.marks() > FEW_MARKS;
    let several = frames.len() > 1 && outside * STRAYS <= inside && frames.iter().all(is_full);
    if several { frames } else { Vec::new() }
}

/// What a region is made of.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    /// Curves and slanting lines.
    pub seeds: usize,
    /// Area of their boxes.
    pub area: f32,
    /// Rules and fills.
    pub others: usize,
    /// Area of the boxes of all of them.
    pub covered: f32,
    /// Height of the highest of them.
    pub tallest: f32,
}

impl Tally {
    /// All of them.
    pub fn marks(&self) -> usize {
        self.seeds + self.others
    }
}

fn count(found: &Regions, rects: &[Rect], seeds: usize) -> Vec<Tally> {
    let mut counted = vec![Tally::default(); found.rects.len()];
    for (at, (rect, home)) in rects.iter().zip(&found.of).enumerate() {
        let Some(tally) = home.and_then(|home| counted.get_mut(home)) else { continue };
        if at < seeds {
            tally.seeds += 1;
            tally.area += rect.area();
        } else {
            tally.others += 1;
        }
        tally.covered += rect.area();
        tally.tallest = tally.tallest.max(rect.height());
    }
    counted
}
