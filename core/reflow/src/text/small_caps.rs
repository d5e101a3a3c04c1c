//! Small capitals: words of capitals at two sizes, a large initial and the rest smaller, as
//! programs paint them for faces that have no small capitals of their own.

use super::tolerances::ROUNDING;
use super::word::{Gap, Word, stated_size};
use transvase_model::flow::Script;

/// Size of small capitals as shares of the capitals': programs take 0.7 to 0.8.
const SHARES: (f32, f32) = (0.6, 0.9);

/// Turns the small capitals of a line, its gaps known, into small letters that are shown as such.
pub(super) fn mark(words: &mut [Word]) {
    let begin = |pair: &[Word]| is_small(&pair[0], &pair[1]).then(|| (pair[0].size, pair[1].size));
    let Some((large, small)) = words.windows(2).find_map(begin) else { return };
    for at in 0..words.len() {
        let near = (words[at].size - small).abs() <= ROUNDING * small;
        if near && is_capitals(&words[at]) {
            shrink(&mut words[at], large);
            if let Some(initial) = at.checked_sub(1).and_then(|before| words.get_mut(before)) {
                initial.style.small_caps |= (initial.size - large).abs() <= ROUNDING * large && is_capitals(initial);
            }
        }
    }
}

/// Whether the second of two words goes on in small capitals where the first begins a word.
fn is_small(first: &Word, second: &Word) -> bool {
    let same_look = (&first.style.family, first.style.weight, first.style.italic, first.style.color)
        == (&second.style.family, second.style.weight, second.style.italic, second.style.color);
    second.gap == Gap::None
        && same_look
        && (SHARES.0 * first.size..=SHARES.1 * first.size).contains(&second.size)
        && (first.baseline - second.baseline).abs() <= ROUNDING * first.size
        && is_capitals(first)
        && is_capitals(second)
        && first.text.chars().next_back().is_some_and(char::is_uppercase)
        && second.text.chars().filter(|c| c.is_uppercase()).count() >= 2
}

/// Whether a word has capitals, no small letters and no digits: those have one size.
fn is_capitals(word: &Word) -> bool {
    word.style.script == Script::Normal
        && word.text.chars().any(char::is_uppercase)
        && !word.text.chars().any(|c| c.is_lowercase() || c.is_numeric())
}

fn shrink(word: &mut Word, size: f32) {
    word.text = word.text.to_lowercase();
    word.size = size;
    word.style.size = stated_size(size);
    word.style.small_caps = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str, size: f32, gap: Gap) -> Word {
        Word { text: text.into(), size, gap, baseline: 100.0, ..Word::default() }
    }

    #[test]
    fn capitals_at_two_sizes_are_small_capitals() {
        let mut line = vec![
            word("I", 10.0, Gap::None),
            word("NTRODUCTION", 8.0, Gap::None),
            word("OF", 8.0, Gap::Space),
            word("1998", 10.0, Gap::Space),
        ];
        mark(&mut line);
        let texts: Vec<&str> = line.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["I", "ntroduction", "of", "1998"]);
        assert!(line[..3].iter().all(|word| word.style.small_caps && word.size == 10.0));
        assert!(!line[3].style.small_caps);
    }

    #[test]
    fn smaller_words_of_capitals_stay_as_they_are() {
        let mut line = vec![word("THE", 10.0, Gap::None), word("END", 8.0, Gap::Space)];
        mark(&mut line);
        assert_eq!((line[1].text.as_str(), line[1].size), ("END", 8.0));
    }
}
