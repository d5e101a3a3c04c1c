//! Number words in English.

use super::{joined, rest, word};

const ONES: [&str; 19] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 9] = ["ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
/// Words whose ordinal does more than end in th.
const IRREGULAR: [(&str, &str); 7] = [
    ("one", "first"),
    ("two", "second"),
    ("three", "third"),
    ("five", "fifth"),
    ("eight", "eighth"),
    ("nine", "ninth"),
    ("twelve", "twelfth"),
];

pub(super) fn cardinal(number: u32) -> String {
    match number {
        1_000.. => joined(&[&cardinal(number / 1_000), "thousand", &rest(number % 1_000, cardinal)], " "),
        100.. => joined(&[word(&ONES, number / 100), "hundred", &rest(number % 100, cardinal)], " "),
        20.. => joined(&[word(&TENS, number / 10), word(&ONES, number % 10)], "-"),
        _ => word(&ONES, number).to_owned(),
    }
}

pub(super) fn ordinal(number: u32) -> String {
    let words = cardinal(number);
    let irregular = IRREGULAR.iter().find_map(|(from, to)| Some(words.strip_suffix(from)?.to_owned() + to));
    irregular.unwrap_or_else(|| match words.strip_suffix('y') {
        Some(stem) => format!("{stem}ieth"),
        None => format!("{words}th"),
    })
}

/// What follows the digits of an ordinal.
pub(super) fn ending(number: u32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}
