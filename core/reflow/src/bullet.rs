//! Bullets that are drawn: small shapes before a line.

use super::caps::{MANY, SOME};
use super::text::level::sort_by_base_line;
use super::text::tolerances::{SAME_EDGE, SIGN_GAP};
use super::text::word::{Gap, Word};
use super::vector::Marks;
use transvase_base::units::{Em, Pt, Rect};
use transvase_model::flow::{Color, TextStyle};

/// Sides of a drawn bullet, and heights of its middle above the base line: from a dot to a square as high as capitals.
const BULLET: (Em, Em) = (Em(0.1), Em(0.6));
/// Sides of a drawn bullet of any text: smaller shapes are dots of a pattern, larger ones figures.
const SHAPE: (Pt, Pt) = (Pt(0.8), Pt(12.0));
/// Share of its larger side by which a bullet may be wider or higher: dots and squares are drawn by hand.
const UNEVEN: f32 = 0.25;

/// Puts a bullet character where a small shape stands before a line.
pub(super) fn bullets(marks: &mut Marks, words: &mut Vec<Word>) {
    sort_by_base_line(words);
    let mut found = Vec::new();
    let squares = marks.fills.iter().map(|fill| (fill.rect, Some(fill.color)));
    let shapes = marks.drawings.iter().map(|drawing| (*drawing, None)).chain(squares);
    let mut taken = Vec::new();
    for (shape, color) in shapes.filter(|(shape, _)| is_small(shape)).take(MANY) {
        if let Some(bullet) = bullet(&shape, color, words) {
            found.push(bullet);
            taken.push(shape);
        }
    }
    marks.drawings.retain(|drawing| !taken.contains(drawing));
    marks.fills.retain(|fill| !taken.contains(&fill.rect));
    let same = |a: f32, b: f32| (a - b).abs() < SAME_EDGE;
    found.dedup_by(|a, b| same(a.rect.left, b.rect.left) && same(a.baseline, b.baseline));
    words.append(&mut found);
}

fn is_small(rect: &Rect) -> bool {
    let (width, height) = (rect.width(), rect.height());
    width > SHAPE.0 && width < SHAPE.1 && (width - height).abs() <= UNEVEN * width.max(height)
}

/// The bullet that a shape, a square where it has one `color`, is to the line right of it; none where text stands left
/// of it.
fn bullet(shape: &Rect, color: Option<Color>, words: &[Word]) -> Option<Word> {
    let middle = shape.center().y;
    let start = words.partition_point(|word| word.baseline < middle);
    let line = words.get(start..)?.iter().take(SOME);
    let beside = |word: &&Word| (BULLET.0 * word.size..=BULLET.1 * word.size).contains(&(word.baseline - middle));
    let mut line: Vec<&Word> = line.filter(beside).collect();
    line.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
    let first = line.iter().find(|word| word.rect.left > shape.left)?;
    let size = first.size;
    // The text stands no closer than a small bullet is wide.
    let near = (BULLET.0 * size..=SIGN_GAP * size).contains(&(first.rect.left - shape.right));
    let before = shape.left - SIGN_GAP * size;
    let apart = line.iter().all(|word| word.rect.right < before || word.rect.left > shape.left);
    let fits = (BULLET.0 * size..=BULLET.1 * size).contains(&shape.width());
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
