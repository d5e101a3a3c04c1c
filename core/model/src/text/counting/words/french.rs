//! Number words in French, in the spelling before 1990, as Word has it: vingt et un, not vingt-et-un.

use super::{joined, rest, word};

const ONES: [&str; 19] = [
    "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "treize",
    "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
];
/// Seventy and ninety count on from sixty and eighty.
const TENS: [&str; 9] =
    ["dix", "vingt", "trente", "quarante", "cinquante", "soixante", "soixante", "quatre-vingt", "quatre-vingt"];

pub(super) fn cardinal(number: u32) -> String {
    let words = stem(number);
    // Full scores and hundreds are plural, but before another number.
    if number % 100 == 80 || (number.is_multiple_of(100) && (200..1_000).contains(&(number % 1_000))) {
        return words + "s";
    }
    words
}

fn stem(number: u32) -> String {
    let many = |count: u32| if count == 1 { String::new() } else { stem(count) };
    match number {
        1_000.. => joined(&[&many(number / 1_000), "mille", &rest(number % 1_000, stem)], " "),
        100.. => joined(&[&many(number / 100), "cent", &rest(number % 100, stem)], " "),
        20.. => {
            let (tens, ones) = match number {
                70..=79 | 90.. => (number / 10, number % 10 + 10),
                _ => (number / 10, number % 10),
            };
            let between = if matches!(number, 21 | 31 | 41 | 51 | 61 | 71) { " et " } else { "-" };
            joined(&[word(&TENS, tens), word(&ONES, ones)], between)
        }
        _ => word(&ONES, number).to_owned(),
    }
}

pub(super) fn ordinal(number: u32) -> String {
    if number == 1 {
        return "premier".to_owned();
    }
    let words = stem(number);
    match words.as_bytes().last() {
        Some(b'e') => words[..words.len() - 1].to_owned() + "ième",
        _ if words.ends_with("cinq") => words + "uième",
        _ if words.ends_with("neuf") => words[..words.len() - 1].to_owned() + "vième",
        _ => words + "ième",
    }
}
