//! Lines that stand under one another, as they are on a page that keeps its layout.

use super::line::Line;
use crate::context::Context;
use crate::error::Result;

/// Distance in points within which the left edges of two lines are the same.
const SAME_EDGE: f32 = 1.5;
/// Share by which sizes and line distances of one paragraph may differ.
const SAME_SIZE: f32 = 0.05;
/// Distance of base lines within a paragraph, as shares of the size.
const PITCH: (f32, f32) = (0.9, 1.8);
/// Gap between two stretches of one line, as a share of the size, that still belong together.
const GAP: f32 = 1.5;
/// Paragraphs looked back at for the one a line goes on with.
const MAX_OPEN: usize = 48;

/// Lines that stand under one another in one stretch each.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(in super::super) fn stretches(segments: Vec<Line>, context: &Context) -> Result<Vec<Vec<Line>>> {
    context.tick((segments.len() * MAX_OPEN) as u64)?;
    let mut groups: Vec<Vec<Line>> = Vec::new();
    for line in whole_lines(segments) {
        let home = groups.iter().rev().take(MAX_OPEN).position(|group| goes_on(group, &line));
        match home.and_then(|back| groups.len().checked_sub(back + 1)).and_then(|at| groups.get_mut(at)) {
            Some(group) => group.push(line),
            None => groups.push(vec![line]),
        }
    }
    Ok(groups)
}

/// Stretches of one line that are no more than a few spaces apart as one line.
fn whole_lines(mut segments: Vec<Line>) -> Vec<Line> {
    segments.sort_by(|a, b| a.baseline.total_cmp(&b.baseline).then(a.rect.left.total_cmp(&b.rect.left)));
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for segment in segments {
        let beside = rows.last().and_then(|row| row.last()).is_some_and(|last| {
            let gap = segment.rect.left - last.rect.right;
            (segment.baseline - last.baseline).abs() < 0.1 * last.size
                && (segment.size - last.size).abs() <= SAME_SIZE * last.size
                && (-0.2 * last.size..=GAP * last.size).contains(&gap)
        });
        match rows.last_mut() {
            Some(row) if beside => row.push(segment),
            _ => rows.push(vec![segment]),
        }
    }
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
