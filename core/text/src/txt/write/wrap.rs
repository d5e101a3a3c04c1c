//! Line wrapping at a width.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// A line as lines of so many columns at most. They end at spaces, and at either side of signs that are as wide as two, as
/// those of East Asia are; what has no such place and is longer than a line stays whole, or it could not be searched for.
pub(super) fn wrapped(text: &str, columns: usize) -> Vec<&str> {
    let mut lines = Vec::new();
    let (mut start, mut stop, mut next, mut used) = (0, 0, 0, 0_usize);
    for (end, behind) in ends(text) {
        let word = text[next..end].width();
        let with_word = used + text[stop..next].width() + word;
        if with_word > columns && stop > start {
            lines.push(text[start..stop].trim_end());
            (start, used) = (next, word);
        } else {
            used = with_word;
        }
        (stop, next) = (end, behind);
    }
    lines.push(&text[start..]);
    lines
}

/// Columns of what has no place at which a line could end.
pub(super) fn longest_word(text: &str) -> usize {
    let mut begin = 0;
    let widths = ends(text).map(|(end, behind)| text[std::mem::replace(&mut begin, behind)..end].width());
    widths.max().unwrap_or(0)
}

/// Where a line could end: the end of its text, and the beginning of the next.
fn ends(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut before = ' ';
    let within = text.char_indices().filter_map(move |(at, c)| {
        let last = std::mem::replace(&mut before, c);
        let is_wide = c.width() == Some(2) || last.width() == Some(2);
        match c {
            ' ' => Some((at, at + 1)),
            _ => (last != ' ' && is_wide && may_begin(c)).then_some((at, at)),
        }
    });
    within.chain([(text.len(), text.len())])
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
        assert_eq!(wrapped("see https://a.example/b now", 4), ["see", "https://a.example/b", "now"]);
        assert_eq!(wrapped("漢字の本文。", 6), ["漢字の", "本文。"]);
        assert_eq!(wrapped("漢字の本。文", 8), ["漢字の", "本。文"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("a b", usize::MAX), ["a b"]);
        assert_eq!([longest_word("on 2024-09-28 "), longest_word("漢字の"), longest_word("")], [10, 2, 0]);
    }
}
