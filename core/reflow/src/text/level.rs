//! Base line grouping: which words and lines stand on one base line.

use super::super::caps::FEW;
use super::line::Line;
use super::tolerances::{NEARLY_LEVEL, SAME_BASE_LINE};
use super::word::Word;
use transvase_base::units::{Em, Point};

/// What stands on a base line.
pub(crate) trait OnBaseLine {
    /// Where the base line lies, and where on it this begins.
    fn place(&self) -> Point;
    /// Size of its letters.
    fn size(&self) -> f32;
}

impl OnBaseLine for Word {
    fn place(&self) -> Point {
        Point { x: self.rect.left, y: self.baseline }
    }

    fn size(&self) -> f32 {
        self.size
    }
}

impl OnBaseLine for Line {
    fn place(&self) -> Point {
        Point { x: self.rect.left, y: self.baseline }
    }

    fn size(&self) -> f32 {
        self.size
    }
}

/// Puts things into the order of their base lines, top down; those on the same one from left to right.
pub(crate) fn sort_by_base_line(things: &mut [impl OnBaseLine]) {
    things.sort_by(|a, b| {
        let (a, b) = (a.place(), b.place());
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
    });
}

/// Whether the base lines of two things are no farther apart than that in em of the smaller one.
pub(crate) fn is_level<T: OnBaseLine>(a: &T, b: &T, within: Em) -> bool {
    (a.place().y - b.place().y).abs() <= within * a.size().min(b.size())
}

/// Things in rows, top down: each goes to the row before it where `joins`, which is given the things of that row so
/// far, says so. Those of a row stay in the order of their base lines.
pub(crate) fn rows<T: OnBaseLine>(mut things: Vec<T>, joins: impl Fn(&[T], &T) -> bool) -> Vec<Vec<T>> {
    sort_by_base_line(&mut things);
    let mut first = 0;
    let begins = |at: &usize| {
        let begins = !joins(&things[first..*at], &things[*at]);
        first = if begins { *at } else { first };
        begins
    };
    let begins: Vec<usize> = (1..things.len()).filter(begins).collect();
    parted(things, &begins)
}

/// The parts of a list, each but the first beginning at one of the rising places `begins`.
pub(super) fn parted<T>(list: Vec<T>, begins: &[usize]) -> Vec<Vec<T>> {
    match (list.is_empty(), begins) {
        (true, _) => return Vec::new(),
        (false, []) => return vec![list],
        _ => {}
    }
    let ends = begins.iter().copied().chain([list.len()]);
    let (mut rest, mut start) = (list.into_iter(), 0);
    let lengths = ends.map(|end| end - std::mem::replace(&mut start, end));
    lengths.map(|length| rest.by_ref().take(length).collect()).collect()
}

/// Elements of one column as whole lines, top down.
pub(crate) fn joined(segments: Vec<Line>) -> Vec<Line> {
    own_rows(segments).into_iter().map(Line::join).collect()
}

/// The same where what is nearly level stands on one base line, such as small print beside a title; between two lines
/// it goes with the nearer one.
pub(crate) fn levelled(segments: Vec<Line>) -> Vec<Line> {
    let rows = own_rows(segments);
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
    let level = distance <= NEARLY_LEVEL * a.size.max(b.size) && above.len().max(below.len()) <= FEW;
    let over = || above.iter().any(|above| below.iter().any(|below| is_over(above, below)));
    if level && !over() { distance } else { f32::INFINITY }
}

/// Elements on one base line, none painted over another.
fn own_rows(segments: Vec<Line>) -> Vec<Vec<Line>> {
    rows(segments, |row, segment| {
        is_level(&row[0], segment, SAME_BASE_LINE) && !row.iter().rev().take(FEW).any(|other| is_over(other, segment))
    })
}

/// Whether one text is painted over the other.
fn is_over(a: &Line, b: &Line) -> bool {
    let overlap = a.rect.right.min(b.rect.right) - a.rect.left.max(b.rect.left);
    let (narrower, smaller) = (a.rect.width().min(b.rect.width()), a.size.min(b.size));
    if !is_level(a, b, SAME_BASE_LINE) {
        return overlap > 0.5 * smaller;
    }
    a.baseline != b.baseline && narrower > a.size.max(b.size) && overlap > 0.5 * narrower
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Rect;

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
