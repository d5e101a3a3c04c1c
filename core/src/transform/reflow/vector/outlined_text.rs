//! Letters drawn as outlines: programs fill the letters of a line as one path, which is one drawing then, however far
//! they stand apart.

use super::super::caps;
use super::tolerances::TOGETHER;
use crate::units::Rect;

/// The widest gap between letters of a line, as a multiple of the height of the higher one: that of a space.
const SPACE: f32 = 0.8;

/// What joins the outlines of one path, by the boxes around them, where the next on their line is some way off.
pub(super) fn bridges(mut boxes: Vec<Rect>) -> Vec<Rect> {
    if boxes.len() > caps::MANY {
        return Vec::new();
    }
    boxes.sort_by(|a, b| a.left.total_cmp(&b.left));
    // The outlines of other lines of text stand among those of one.
    let after = |at: usize| boxes.iter().skip(at + 1).take(caps::FEW);
    let next =
        boxes.iter().enumerate().filter_map(|(at, letter)| Some((letter, after(at).find(|b| is_level(letter, b))?)));
    next.filter(|(letter, next)| is_near(letter, next)).map(|(letter, next)| letter.union(next)).collect()
}

/// Whether two letters have half of the height of the lower one in common, as those of a line have.
fn is_level(a: &Rect, b: &Rect) -> bool {
    a.bottom.min(b.bottom) - a.top.max(b.top) >= 0.5 * a.height().min(b.height())
}

/// Whether one letter follows another in its line, further off than what belongs together by itself.
fn is_near(letter: &Rect, next: &Rect) -> bool {
    (TOGETHER.0..=SPACE * letter.height().max(next.height())).contains(&(next.left - letter.right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_a_line_are_joined() {
        let letter = |left: f32, top: f32| Rect { left, top, right: left + 20.0, bottom: top + 40.0 };
        // Two lines; the second letter of the first stands closer than what joins by itself.
        let found = bridges(vec![letter(0.0, 0.0), letter(24.0, 0.0), letter(60.0, 5.0), letter(0.0, 60.0)]);
        assert_eq!(found, [Rect { left: 24.0, top: 0.0, right: 80.0, bottom: 45.0 }]);
        assert!(bridges(vec![letter(0.0, 0.0), letter(70.0, 0.0)]).is_empty(), "signs on their own");
    }
}
