//! Colours painted close around words are part of their style.

use super::super::marks::{Marks, Shade};
use super::fragment::Fragment;
use crate::units::Rect;

/// Height of a highlighting in points, as a multiple of the size of its words: least, and most.
const HEIGHT: (f32, f32) = (0.8, 1.7);
/// How far a highlighting reaches beyond its words at most, in points; at the end it may go on
/// under a space, as a share of the size.
const REACH: f32 = 1.5;
const SPACE: f32 = 0.4;
/// Shades of a page that are looked at, and words for each.
const MAX_SHADES: usize = 2_000;
const MAX_WORDS: usize = 400;

/// Marks highlighted words, which are sorted by base line, and takes their colours out of `marks`.
pub(in super::super) fn highlight(marks: &mut Marks, fragments: &mut [Fragment]) {
    if fragments.is_empty() || marks.shades.len() > MAX_SHADES {
        return;
    }
    let shades = std::mem::take(&mut marks.shades);
    let rest = shades.into_iter().filter(|shade| !take(shade, fragments));
    marks.shades = rest.collect();
}

/// Whether the colour belongs to words, which have been marked.
fn take(shade: &Shade, fragments: &mut [Fragment]) -> bool {
    let rect = shade.rect;
    let start = fragments.partition_point(|word| word.baseline < rect.top);
    let level = fragments[start..].iter().take_while(|word| word.baseline <= rect.bottom).take(MAX_WORDS);
    let inside: Vec<usize> =
        level.enumerate().filter(|(_, word)| rect.contains(word.rect.center())).map(|(at, _)| start + at).collect();
    let words = || inside.iter().filter_map(|at| fragments.get(*at));
    let Some(around) = words().map(|word| word.rect).reduce(|a, b| a.union(&b)) else { return false };
    let size = words().map(|word| word.size).fold(0.0, f32::max);
    if !is_close(&rect, &around, size) {
        return false;
    }
    for at in inside {
        if let Some(word) = fragments.get_mut(at) {
            word.style.background = Some(shade.color);
        }
    }
    true
}

/// Whether a shade lies close around the words of one line.
fn is_close(shade: &Rect, words: &Rect, size: f32) -> bool {
    let height = shade.height();
    (HEIGHT.0 * size..=HEIGHT.1 * size).contains(&height)
        && (-REACH..=REACH).contains(&(words.left - shade.left))
        && (-REACH..=REACH + SPACE * size).contains(&(shade.right - words.right))
        && shade.top <= words.top + REACH
        && shade.bottom >= words.bottom - REACH
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::Color;

    const GREY: Color = Color { r: 192, g: 192, b: 192 };

    fn word(left: f32, right: f32) -> Fragment {
        let rect = Rect { left, top: 92.5, right, bottom: 102.2 };
        Fragment { text: "word".into(), rect, baseline: 100.0, size: 10.0, ..Fragment::default() }
    }

    fn highlighted(left: f32, right: f32, bottom: f32) -> (Vec<bool>, usize) {
        let mut words = vec![word(50.0, 70.0), word(73.0, 95.0), word(120.0, 140.0)];
        let shade = Shade { rect: Rect { left, top: 91.0, right, bottom }, color: GREY };
        let mut marks = Marks { shades: vec![shade], ..Marks::default() };
        highlight(&mut marks, &mut words);
        (words.iter().map(|word| word.style.background == Some(GREY)).collect(), marks.shades.len())
    }

    #[test]
    fn a_colour_close_around_words_is_theirs() {
        assert_eq!(highlighted(50.0, 98.0, 103.0), (vec![true, true, false], 0));
    }

    #[test]
    fn a_colour_with_room_around_words_is_a_cell_or_a_box() {
        assert_eq!(highlighted(44.6, 98.0, 103.0), (vec![false; 3], 1));
        assert_eq!(highlighted(50.0, 112.0, 103.0), (vec![false; 3], 1));
        assert_eq!(highlighted(50.0, 98.0, 115.0), (vec![false; 3], 1));
    }
}
