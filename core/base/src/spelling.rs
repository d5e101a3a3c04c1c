//! Suggestions for mistyped keys: what somebody may have meant.

use std::borrow::Cow;

/// Edits by which a key of ten letters may differ from the word it is suggested for.
const EDITS_IN_TEN: usize = 3;

/// Letters a word needs before keys that contain it are near it.
const PART: usize = 3;

/// Letters of a word that errors repeat: whoever sent it may have sent thousands.
const REPEATED: usize = 60;

/// The word's beginning, with an ellipsis where more followed.
pub fn shortened(word: &str) -> Cow<'_, str> {
    match word.char_indices().nth(REPEATED) {
        Some((end, _)) => format!("{}\u{2026}", &word[..end]).into(),
        None => word.into(),
    }
}

/// One sentence on which of `known` the caller may have meant by `word`: the near ones, or where none
/// is near, all. `kind` says what they are, as in `option`.
pub fn hint(kind: &str, word: &str, known: &[&str]) -> String {
    match near(word, known).as_slice() {
        [] => format!("the {kind}s are {}", known.join(", ")),
        [one] => format!("did you mean {one}?"),
        [firsts @ .., last] => format!("did you mean {} or {last}?", firsts.join(", ")),
    }
}

/// The keys of `known` that look like `word`, the likest first. Keys that differ in case and dashes
/// alone stand for themselves.
fn near<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    let word = word.trim().to_ascii_lowercase().replace(['-', ' '], "_");
    let mut near: Vec<(usize, &str)> = known.iter().filter_map(|key| Some((likeness(&word, key)?, *key))).collect();
    near.sort_by_key(|(edits, _)| *edits);
    match near.first() {
        // A slip of a letter leaves no doubt about what was meant.
        Some((edits, key)) if *edits <= 1 => vec![key],
        _ => near.into_iter().map(|(_, key)| key).collect(),
    }
}

/// Edits between a word and a key; `None` where they are not alike.
fn likeness(word: &str, key: &str) -> Option<usize> {
    let edits = edits(word, key);
    let is_part = word.len() >= PART && (key.contains(word) || word.contains(key));
    (is_part || edits * 10 <= key.len() * EDITS_IN_TEN).then_some(edits)
}

/// Letters to put in, take out, exchange or swap with their neighbour so that `from` becomes `to`
/// (optimal string alignment, after Damerau).
fn edits(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let exchanged = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let mut least = exchanged.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_as_damerau_did() {
        let pairs =
            [("", "abc", 3), ("kitten", "sitting", 3), ("ca", "ac", 1), ("pagse", "pages", 1), ("same", "same", 0)];
        for (from, to, count) in pairs {
            assert_eq!(edits(from, to), count, "{from} to {to}");
        }
    }

    #[test]
    fn the_key_that_was_meant_is_named() {
        let known = ["quality", "pages", "page_size", "page_numbers", "image_pixels", "job_pixels"];
        let hints = [
            ("qualtiy", "did you mean quality?"),
            ("page-size", "did you mean page_size?"),
            ("PAGESIZE", "did you mean page_size?"),
            ("page", "did you mean pages?"),
            ("pixels", "did you mean job_pixels or image_pixels?"),
            ("wings", "the options are quality, pages, page_size, page_numbers, image_pixels, job_pixels"),
        ];
        for (word, said) in hints {
            assert_eq!(hint("option", word, &known), said, "{word}");
        }
    }

    #[test]
    fn words_of_any_length_end() {
        assert!(hint("option", &"x".repeat(10_000), &["quality"]).starts_with("the options are"));
        assert!(hint("option", "", &["quality"]).starts_with("the options are"));
    }
}
