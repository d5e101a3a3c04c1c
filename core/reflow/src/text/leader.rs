//! Dot leaders: rows of dots that lead from a title to a number.

use super::word::Word;

/// Dots in a row that lead to what stands at the end of the line: three are a pause.
const LEADER_DOTS: usize = 4;

/// Number of words at the start that are nothing but a row of dots.
pub(crate) fn leader(words: &[Word]) -> usize {
    let count = words.iter().take_while(|word| is_dots(word)).count();
    let dots = |word: &Word| word.text.chars().map(|c| if matches!(c, '…' | '⋯') { 3 } else { 1 }).sum::<usize>();
    if words.iter().take(count).map(dots).sum::<usize>() >= LEADER_DOTS { count } else { 0 }
}

/// Whether a word is nothing but dots.
pub(crate) fn is_dots(word: &Word) -> bool {
    word.text.chars().all(is_dot)
}

/// The first row of dots in a text that is long enough to lead to something, in bytes. Two dots of
/// three are a pause in Chinese, and so they count as one here.
pub(crate) fn leader_in(text: &str) -> Option<std::ops::Range<usize>> {
    let mut from = 0;
    while let Some(found) = text[from..].find(is_dot) {
        let start = from + found;
        let after = text[start..].trim_start_matches(is_dot).len();
        from = text.len() - after;
        if text[start..from].chars().count() >= LEADER_DOTS {
            return Some(start..from);
        }
    }
    None
}

fn is_dot(c: char) -> bool {
    matches!(c, '.' | '…' | '⋯' | '·')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rows_of_dots_lead_somewhere() {
        assert_eq!(leader_in("1.2 Foo .....5"), Some(8..13));
        assert_eq!(leader_in("第一节…………4"), Some(9..21));
        assert_eq!((leader_in("etc... or ...."), leader_in("好……吗")), (Some(10..14), None));
    }
}
