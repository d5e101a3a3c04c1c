//! Highlighting: colours painted close around words are part of their style.

use super::super::caps::{MANY, SOME};
use super::super::color::{is_dark, is_light};
use super::super::vector::{FilledRect, Marks};
use super::level::sort_by_base_line;
use super::tolerances::{BESIDE, SAME_EDGE, WIDEST_SPACE};
use super::word::Word;
use transvase_base::units::{Em, Rect};

/// Height of a highlighting, least and most: from the height of the letters to that of a generous line.
const HEIGHTS: (Em, Em) = (Em(0.8), Em(1.7));

/// Marks highlighted words, which are sorted by base line, and takes their colours out of `marks`.
pub(crate) fn highlight(marks: &mut Marks, words: &mut [Word]) {
    // At the end it may go on under a space.
    take_all(marks, words, |fill, inside| fill.is_close(inside, 0.0, WIDEST_SPACE * inside.size));
}

/// The same for light words with some room around them on a dark ground, as the numbers of the parts of a form are
/// set, where the ground is no cell of a table.
pub(crate) fn reversed(marks: &mut Marks, words: &mut [Word]) {
    if marks.fills.is_empty() {
        return;
    }
    sort_by_base_line(words);
    take_all(marks, words, |fill, inside| {
        let room = BESIDE * inside.size;
        is_dark(fill.color) && inside.are_light && fill.is_close(inside, room, room)
    });
}

/// What words on one fill have in common.
struct Words {
    /// Around them.
    rect: Rect,
    /// The largest size.
    size: f32,
    /// Whether all of them are light.
    are_light: bool,
}

fn take_all(marks: &mut Marks, words: &mut [Word], accept: impl Fn(&FilledRect, &Words) -> bool) {
    if words.is_empty() || marks.fills.len() > MANY {
        return;
    }
    let fills = std::mem::take(&mut marks.fills);
    let rest = fills.into_iter().filter(|fill| !take(fill, words, &accept));
    marks.fills = rest.collect();
}

/// Whether the colour belongs to words, which have been marked.
fn take(fill: &FilledRect, words: &mut [Word], accept: &impl Fn(&FilledRect, &Words) -> bool) -> bool {
    let rect = fill.rect;
    let start = words.partition_point(|word| word.baseline < rect.top);
    let level = words[start..].iter().take_while(|word| word.baseline <= rect.bottom).take(SOME);
    let inside: Vec<usize> =
        level.enumerate().filter(|(_, word)| rect.contains(word.rect.center())).map(|(at, _)| start + at).collect();
    let held = || inside.iter().filter_map(|at| words.get(*at));
    let Some(around) = held().map(|word| word.rect).reduce(|a, b| a.union(&b)) else { return false };
    let size = held().map(|word| word.size).fold(0.0, f32::max);
    let are_light = held().all(|word| word.style.color.is_some_and(is_light));
    if !accept(fill, &Words { rect: around, size, are_light }) {
        return false;
    }
    for at in inside {
        if let Some(word) = words.get_mut(at) {
            word.style.background = Some(fill.color);
            word.on_ground |= is_dark(fill.color);
        }
    }
    true
}

impl FilledRect {
    /// Whether it lies close around the words of one line, but for the room that it has at their start and end.
    fn is_close(&self, words: &Words, before: f32, after: f32) -> bool {
        let (fill, size, words) = (&self.rect, words.size, &words.rect);
        (HEIGHTS.0 * size..=HEIGHTS.1 * size).contains(&fill.height())
            && (-SAME_EDGE.0..=before + SAME_EDGE).contains(&(words.left - fill.left))
            && (-SAME_EDGE.0..=after + SAME_EDGE).contains(&(fill.right - words.right))
            && fill.top <= words.top + SAME_EDGE
            && fill.bottom >= words.bottom - SAME_EDGE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::Color;

    const GREY: Color = Color { r: 192, g: 192, b: 192 };

    fn word(left: f32, right: f32) -> Word {
        let rect = Rect { left, top: 92.5, right, bottom: 102.2 };
        Word { text: "word".into(), rect, baseline: 100.0, size: 10.0, ..Word::default() }
    }

    fn highlighted(left: f32, right: f32, bottom: f32) -> (Vec<bool>, usize) {
        let mut words = vec![word(50.0, 70.0), word(73.0, 95.0), word(120.0, 140.0)];
        let fill = FilledRect { rect: Rect { left, top: 91.0, right, bottom }, color: GREY };
        let mut marks = Marks { fills: vec![fill], ..Marks::default() };
        highlight(&mut marks, &mut words);
        (words.iter().map(|word| word.style.background == Some(GREY)).collect(), marks.fills.len())
    }

    #[test]
    fn a_colour_close_around_words_is_theirs() {
        assert_eq!(highlighted(50.0, 98.0, 103.0), (vec![true, true, false], 0));
    }

    #[test]
    fn light_words_on_a_dark_ground_may_have_room_around_them() {
        let taken = |color: Color, ground: Color| {
            let mut words = vec![word(50.0, 70.0)];
            words[0].style.color = Some(color);
            let fill = FilledRect { rect: Rect { left: 42.0, top: 91.0, right: 78.0, bottom: 103.0 }, color: ground };
            let mut marks = Marks { fills: vec![fill], ..Marks::default() };
            reversed(&mut marks, &mut words);
            words[0].style.background == Some(ground) && marks.fills.is_empty()
        };
        let white = Color { r: 255, g: 255, b: 255 };
        assert!(taken(white, Color::BLACK));
        let pale = Color { r: 230, g: 230, b: 230 };
        assert!(!taken(Color::BLACK, GREY) && !taken(white, pale));
    }

    #[test]
    fn a_colour_with_room_around_words_is_a_cell_or_a_box() {
        assert_eq!(highlighted(44.6, 98.0, 103.0), (vec![false; 3], 1));
        assert_eq!(highlighted(50.0, 112.0, 103.0), (vec![false; 3], 1));
        assert_eq!(highlighted(50.0, 98.0, 115.0), (vec![false; 3], 1));
    }
}
