//! Signs: small drawings with a word in them beside the first lines of a paragraph, as manuals warn with.
//! They are figures, and where the lines close up below they run around them (`text_wrap`).

use super::super::caps;
use super::super::sketch::BLEED;
use super::super::text::line::Line;
use super::tolerances::{FIVE_LINES, LINE_BOX, LINES_BESIDE, WORDS};
use crate::units::{Pt, Rect};

/// How many times as long as the other a side of a sign may be: a longer one is a button or a heading on a ground.
const OBLONG: f32 = 1.6;
/// Distance within which the text beside a sign begins: the next column is further off.
const BESIDE_SIGN: Pt = Pt(24.0);

/// Whether a drawing is a sign: it holds a word or two, and several lines of text begin beside it.
pub(super) fn is_sign(rect: &Rect, lines: &[Line]) -> bool {
    let (short, long) = (rect.width().min(rect.height()), rect.width().max(rect.height()));
    if short < LINE_BOX || long > FIVE_LINES || long > OBLONG * short {
        return false;
    }
    let (inside, outside): (Vec<&Line>, Vec<&Line>) =
        lines.iter().take(caps::MOST).partition(|line| rect.contains(line.rect.center()));
    let letters: usize = inside.iter().map(|line| line.letters()).sum();
    let begins_beside = |line: &&&Line| {
        (rect.top..=rect.bottom).contains(&line.rect.center().y)
            && (-BLEED.0..=BESIDE_SIGN.0).contains(&(line.rect.left - rect.right))
            && line.letters() >= WORDS
    };
    (1..=WORDS).contains(&letters) && outside.iter().filter(begins_beside).count() >= LINES_BESIDE
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
