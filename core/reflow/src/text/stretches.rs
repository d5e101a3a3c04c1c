//! Physical lines, which stand under one another as they do on a page that keeps its layout.

use super::super::caps::FEW;
use super::level;
use super::line::Line;
use super::tolerances::{BESIDE, SAME_EDGE, SAME_SIZE, TOUCHING};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Em;

/// Distance of base lines within a paragraph: from lines that nearly touch to lines set at nearly two.
const PITCH: (Em, Em) = (Em(0.9), Em(1.8));
/// Distance of base lines that are one in a layout that is kept: what lies farther off was meant to.
const LEVEL: Em = Em(0.1);

/// Lines that stand under one another in one stretch each.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn stretches(segments: Vec<Line>, context: &Context) -> Result<Vec<Vec<Line>>> {
    context.tick((segments.len() * FEW) as u64)?;
    let mut groups: Vec<Vec<Line>> = Vec::new();
    for line in whole_lines(segments) {
        let home = groups.iter().rev().take(FEW).position(|group| goes_on(group, &line));
        match home.and_then(|back| groups.len().checked_sub(back + 1)).and_then(|at| groups.get_mut(at)) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
    }
    Ok(groups)
}

/// Stretches of one line that are no more than a few spaces apart as one line.
fn whole_lines(segments: Vec<Line>) -> Vec<Line> {
    let beside = |last: &Line, segment: &Line| {
        let gap = segment.rect.left - last.rect.right;
        segment.baseline - last.baseline < LEVEL * last.size
            && (segment.size - last.size).abs() <= SAME_SIZE * last.size
            && (-TOUCHING * last.size..=BESIDE * last.size).contains(&gap)
    };
    let rows = level::rows(segments, |row, segment| row.last().is_some_and(|last| beside(last, segment)));
    rows.into_iter().map(Line::join).collect()
}

fn goes_on(group: &[Line], line: &Line) -> bool {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return false };
    let pitch = line.baseline - last.baseline;
    let known = group.get(1).map(|second| second.baseline - first.baseline);
    (line.rect.left - last.rect.left).abs() <= SAME_EDGE
        && (line.size - last.size).abs() <= SAME_SIZE * last.size
        && (PITCH.0 * line.size..=PITCH.1 * line.size).contains(&pitch)
        && known.is_none_or(|known| (pitch - known).abs() <= SAME_SIZE * known)
}
