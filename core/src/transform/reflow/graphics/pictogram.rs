//! Signs: small drawings with a word in them beside the first lines of a paragraph, as manuals warn with.
//! They are figures, and where the lines close up below they run around them (`text_wrap`).

use super::super::text::line::Line;
use super::figure::MAX_LINES;
use crate::units::Rect;

/// Sides of a sign in points, and how much longer one may be than the other.
const SIDES: std::ops::RangeInclusive<f32> = 18.0..=60.0;
const OBLONG: f32 = 1.6;
/// Characters of the words in it at most.
const WORDS: usize = 12;
/// Lines of text beside it at the least, their characters, and the distance from it in points within which they begin.
const MIN_LINES: usize = 2;
const LINE: usize = 12;
const BESIDE: std::ops::RangeInclusive<f32> = -2.0..=24.0;

/// Whether a drawing is a sign: it holds a word or two, and several lines of text begin beside it.
pub(super) fn is_sign(rect: &Rect, lines: &[Line]) -> bool {
    let (width, height) = (rect.width(), rect.height());
    if !SIDES.contains(&width) || !SIDES.contains(&height) || width.max(height) > OBLONG * width.min(height) {
        return false;
    }
    let (inside, outside): (Vec<&Line>, Vec<&Line>) =
        lines.iter().take(MAX_LINES).partition(|line| rect.contains(line.rect.center()));
    let letters: usize = inside.iter().map(|line| line.letters()).sum();
    let begins_beside = |line: &&&Line| {
        (rect.top..=rect.bottom).contains(&line.rect.center().y)
            && BESIDE.contains(&(line.rect.left - rect.right))
            && line.letters() >= LINE
    };
    (1..=WORDS).contains(&letters) && outside.iter().filter(begins_beside).count() >= MIN_LINES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transform::reflow::text::word::Word;

    fn line(text: &str, left: f32, top: f32) -> Line {
        let rect = Rect { left, top, right: left + 5.0 * text.len() as f32, bottom: top + 10.0 };
        Line { words: vec![Word { text: text.into(), rect, ..Word::default() }], rect, ..Line::default() }
    }

    #[test]
    fn a_word_in_a_drawing_beside_lines_is_a_sign() {
        let sign = Rect { left: 50.0, top: 100.0, right: 82.0, bottom: 132.0 };
        let text = "If you are filing your tax return";
        let beside = |left: f32, word: &str| {
            let lines = [line(word, 55.0, 110.0), line(text, left, 101.0), line(text, left, 113.0)];
            is_sign(&sign, &lines)
        };
        assert!(beside(88.0, "TIP"));
        assert!(!beside(120.0, "TIP"), "text of another column");
        assert!(!beside(88.0, ""), "a drawing without words");
        assert!(!is_sign(&sign, &[line("TIP", 55.0, 110.0), line(text, 88.0, 101.0)]), "a single line");
        let button = Rect { bottom: 118.0, ..sign };
        assert!(!is_sign(&button, &[line("TIP", 55.0, 103.0), line(text, 88.0, 98.0), line(text, 88.0, 106.0)]));
    }
}
