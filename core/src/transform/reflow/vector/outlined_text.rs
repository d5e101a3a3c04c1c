//! Letters drawn as outlines: programs fill the letters of a line as one path, which is one drawing then, however far
//! they stand apart.

use crate::units::Rect;

/// Gap between letters in points from which on it is told that they belong together, as what is nearer does by itself; and
/// the widest, as a multiple of the height of the higher one: that of a space.
const WIDE: f32 = 5.0;
const SPACE: f32 = 0.8;
/// Share of the height of the lower one that they have in common on their line.
const LEVEL: f32 = 0.5;
/// Outlines of a path that are looked at, and how many after each: those of other lines of text stand among them.
const MAX_OUTLINES: usize = 2_000;
const NEXT: usize = 12;

/// What joins the outlines of one path, by the boxes around them, where the next on their line is some way off.
pub(super) fn bridges(mut boxes: Vec<Rect>) -> Vec<Rect> {
    if boxes.len() > MAX_OUTLINES {
        return Vec::new();
    }
    boxes.sort_by(|a, b| a.left.total_cmp(&b.left));
    let after = |at: usize| boxes.iter().skip(at + 1).take(NEXT);
    let next =
        boxes.iter().enumerate().filter_map(|(at, letter)| Some((letter, after(at).find(|b| is_level(letter, b))?)));
    next.filter(|(letter, next)| is_near(letter, next)).map(|(letter, next)| letter.union(next)).collect()
}

fn is_level(a: &Rect, b: &Rect) -> bool {
    a.bottom.min(b.bottom) - a.top.max(b.top) >= LEVEL * a.height().min(b.height())
}

fn is_near(letter: &Rect, next: &Rect) -> bool {
    (WIDE..=SPACE * letter.height().max(next.height())).contains(&(next.left - letter.right))
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
