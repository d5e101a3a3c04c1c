//! Small drawn shapes before a line are bullets.

use super::text::word::{Gap, Word};
use super::vector::Marks;
use crate::model::flow::{Color, TextStyle};
use crate::units::Rect;

/// Smallest and largest side of a drawn bullet, as shares of the size.
const SIDES: (f32, f32) = (0.12, 0.6);
/// Distance to the text, as shares of the size.
const DISTANCE: (f32, f32) = (0.1, 3.0);
/// Shapes looked at on one page, and words looked at for one of them.
const MAX_SHAPES: usize = 1_000;
const MAX_WORDS: usize = 200;

/// Puts a bullet character where a small shape stands before a line.
pub(super) fn bullets(marks: &mut Marks, words: &mut Vec<Word>) {
    words.sort_by(|a, b| a.baseline.total_cmp(&b.baseline).then(a.rect.left.total_cmp(&b.rect.left)));
    let mut found = Vec::new();
    let squares = marks.fills.iter().map(|fill| (fill.rect, Some(fill.color)));
    let shapes = marks.drawings.iter().map(|drawing| (*drawing, None)).chain(squares);
    let mut taken = Vec::new();
    for (shape, color) in shapes.filter(|(shape, _)| is_small(shape)).take(MAX_SHAPES) {
        if let Some(bullet) = bullet(&shape, color, words) {
            found.push(bullet);
            taken.push(shape);
        }
    }
    marks.drawings.retain(|drawing| !taken.contains(drawing));
    marks.fills.retain(|fill| !taken.contains(&fill.rect));
    found.dedup_by(|a, b| (a.rect.left - b.rect.left).abs() < 1.0 && (a.baseline - b.baseline).abs() < 1.0);
    words.append(&mut found);
}

fn is_small(rect: &Rect) -> bool {
    let (width, height) = (rect.width(), rect.height());
    width > 0.8 && width < 12.0 && (width - height).abs() <= 0.25 * width.max(height)
}

/// The bullet that a shape, a square where it has one `color`, is to the line right of it; none where text stands left
/// of it.
fn bullet(shape: &Rect, color: Option<Color>, words: &[Word]) -> Option<Word> {
    let middle = shape.center().y;
    let start = words.partition_point(|word| word.baseline < middle);
    let line = words.get(start..)?.iter().take(MAX_WORDS);
    let beside = |word: &&Word| {
        let rise = word.baseline - middle;
        (0.1 * word.size..=0.6 * word.size).contains(&rise)
    };
    let mut line: Vec<&Word> = line.filter(beside).collect();
    line.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
    let first = line.iter().find(|word| word.rect.left > shape.left)?;
    let size = first.size;
    let near = (DISTANCE.0 * size..=DISTANCE.1 * size).contains(&(first.rect.left - shape.right));
    let apart = line.iter().all(|word| word.rect.right < shape.left - 4.0 * size || word.rect.left > shape.left);
    let fits = (SIDES.0 * size..=SIDES.1 * size).contains(&shape.width());
    let text = if color.is_some() { "▪" } else { "•" };
    let style = TextStyle { color: color.or(first.style.color), ..first.style.clone() };
    (near && apart && fits).then(|| Word {
        text: text.into(),
        style,
        rect: Rect { left: shape.left, right: shape.right, ..first.rect },
        gap: Gap::None,
        link: None,
        ..(*first).clone()
    })
}
