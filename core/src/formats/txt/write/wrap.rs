//! Lines of a width.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// A line as lines of so many columns at most. They end at spaces, and at either side of signs that are as wide as two, as
/// those of East Asia are; what is longer than a line is cut.
pub(super) fn wrapped(text: &str, columns: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut used) = (0, 0);
    // The last place where the line could end: the end of its text and the beginning of the next.
    let mut end: Option<(usize, usize)> = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let width = c.width().unwrap_or(0);
        if c == ' ' {
            end = Some((at, at + 1));
        } else if at > start && before != ' ' && (width == 2 || before.width() == Some(2)) && may_begin(c) {
            end = Some((at, at));
        }
        if used + width > columns && at > start {
            let (stop, next) = end.filter(|(stop, _)| *stop > start).unwrap_or((at, at));
            lines.push(text[start..stop].trim_end());
            (start, end, used) = (next, None, text.get(next..at).unwrap_or_default().width());
            if next > at {
                // The space itself is what the line ended at.
                before = c;
                continue;
            }
        }
        used += width;
        before = c;
    }
    if start < text.len() || lines.is_empty() {
        lines.push(text.get(start..).unwrap_or_default());
    }
    lines
}

/// Whether a line may begin with a sign: not with what ends a clause or closes a bracket.
fn may_begin(c: char) -> bool {
    !"、。，．：；？！）」』】〕》〉”’,.;:?!)]}".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_spaces_and_between_wide_signs() {
        assert_eq!(wrapped("the quick brown fox", 10), ["the quick", "brown fox"]);
        assert_eq!(wrapped("the quick brown fox", 9), ["the quick", "brown fox"]);
        assert_eq!(wrapped("unbreakable", 4), ["unbr", "eaka", "ble"]);
        assert_eq!(wrapped("漢字の本文。", 6), ["漢字の", "本文。"]);
        assert_eq!(wrapped("漢字の本。文", 8), ["漢字の", "本。文"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("a b", usize::MAX), ["a b"]);
    }
}
