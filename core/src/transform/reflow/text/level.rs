//! Lines on one base line.

use super::line::Line;

/// The same for small print beside larger text, as a share of the larger size.
const NEARLY_LEVEL: f32 = 0.5;
/// Parts of a line that another may lie over.
const MAX_PARTS: usize = 16;
/// Distance of base lines that are one, as a share of the smaller size.
pub(in super::super) const LEVEL: f32 = 0.3;

/// Elements of one column as whole lines, top down.
pub(in super::super) fn joined(segments: Vec<Line>) -> Vec<Line> {
    rows(segments).into_iter().map(Line::join).collect()
}

/// The same where what is nearly level stands on one base line, such as small print beside a title; between two lines
/// it goes with the nearer one.
pub(in super::super) fn levelled(segments: Vec<Line>) -> Vec<Line> {
    let rows = rows(segments);
    let steps: Vec<f32> = rows.windows(2).map(|pair| step(&pair[0], &pair[1])).collect();
    let step = |at: Option<usize>| at.and_then(|at| steps.get(at)).copied().unwrap_or(f32::INFINITY);
    let mut done: Vec<Vec<Line>> = Vec::new();
    for (at, row) in rows.into_iter().enumerate() {
        let above = at.checked_sub(1);
        let before = above.and_then(|above| above.checked_sub(1));
        let nearest = step(above) < step(before) && step(above) <= step(Some(at));
        match done.last_mut().filter(|_| nearest) {
            Some(last) => last.extend(row),
            None => done.push(row),
        }
    }
    done.into_iter().map(Line::join).collect()
}

/// Distance of the base lines of two rows that nearly are one; without end where they are not.
fn step(above: &[Line], below: &[Line]) -> f32 {
    let (Some(a), Some(b)) = (above.first(), below.first()) else { return f32::INFINITY };
    let distance = b.baseline - a.baseline;
    let level = distance <= NEARLY_LEVEL * a.size.max(b.size) && above.len().max(below.len()) <= MAX_PARTS;
    let over = || above.iter().any(|above| below.iter().any(|below| is_over(above, below)));
    if level && !over() { distance } else { f32::INFINITY }
}

/// Elements by their base lines, top down.
fn rows(mut segments: Vec<Line>) -> Vec<Vec<Line>> {
    segments.sort_by(|a, b| a.baseline.total_cmp(&b.baseline).then(a.rect.left.total_cmp(&b.rect.left)));
    let mut rows: Vec<Vec<Line>> = Vec::new();
    for segment in segments {
        let same = rows.last().is_some_and(|row| {
            let near = |first: &Line| segment.baseline - first.baseline <= LEVEL * first.size.min(segment.size);
            row.first().is_some_and(near) && !row.iter().rev().take(MAX_PARTS).any(|other| is_over(other, &segment))
        });
        match rows.last_mut() {
            Some(row) if same => row.push(segment),
            _ => rows.push(vec![segment]),
        }
    }
    rows
}

/// Whether one text is painted over the other.
fn is_over(a: &Line, b: &Line) -> bool {
    let overlap = a.rect.right.min(b.rect.right) - a.rect.left.max(b.rect.left);
    let (narrower, smaller) = (a.rect.width().min(b.rect.width()), a.size.min(b.size));
    if (a.baseline - b.baseline).abs() > LEVEL * smaller {
        return overlap > 0.5 * smaller;
    }
    a.baseline != b.baseline && narrower > a.size.max(b.size) && overlap > 0.5 * narrower
}

#[cfg(test)]
mod tests {
    use super::super::word::Word;
    use super::*;
    use crate::units::Rect;

    fn line(text: &str, left: f32, right: f32, baseline: f32, size: f32) -> Line {
        let rect = Rect { left, top: baseline - 0.8 * size, right, bottom: baseline + 0.2 * size };
        let word = Word { text: text.into(), rect, baseline, size, ..Word::default() };
        Line { rect, baseline, size, words: vec![word], ..Line::default() }
    }

    #[test]
    fn small_print_stands_level_with_the_nearer_line() {
        let print = |top: f32| (0..4).map(move |at| line("print", 20.0, 60.0, top + 7.5 * at as f32, 6.0));
        let title = line("Title", 200.0, 300.0, 110.0, 11.0);
        let texts = |lines: Vec<Line>| lines.iter().map(Line::text).collect::<Vec<_>>();
        let beside = levelled(print(97.0).chain([title.clone()]).collect());
        assert_eq!(texts(beside), ["print", "print", "print\tTitle", "print"]);
        assert_eq!(joined(print(97.0).chain([title]).collect()).len(), 5, "no base line of theirs is one");
        let over = line("Title", 40.0, 300.0, 110.0, 11.0);
        assert_eq!(levelled(print(97.0).chain([over]).collect()).len(), 5, "a title over small print");
    }
}
