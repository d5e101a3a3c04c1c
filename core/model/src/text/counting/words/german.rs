//! Number words in German.

use super::{rest, word};

const ONES: [&str; 19] = [
    "eins",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
];
const TENS: [&str; 9] =
    ["zehn", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"];

pub(super) fn cardinal(number: u32) -> String {
    match number {
        1_000.. => before(number / 1_000) + "tausend" + &rest(number % 1_000, cardinal),
        100.. => before(number / 100) + "hundert" + &rest(number % 100, cardinal),
        20.. if !number.is_multiple_of(10) => before(number % 10) + "und" + word(&TENS, number / 10),
        20.. => word(&TENS, number / 10).to_owned(),
        _ => word(&ONES, number).to_owned(),
    }
}

/// A number before a word: eins is ein there.
fn before(number: u32) -> String {
    let words = cardinal(number);
    words.strip_suffix("eins").map_or(words.clone(), |stem| format!("{stem}ein"))
}

pub(super) fn ordinal(number: u32) -> String {
    let end = number % 100;
    if !(1..20).contains(&end) {
        return cardinal(number) + "ste";
    }
    let last = match end {
        1 => "erste".to_owned(),
        3 => "dritte".to_owned(),
        7 => "siebte".to_owned(),
        8 => "achte".to_owned(),
        _ => format!("{}te", word(&ONES, end)),
    };
    rest(number - end, cardinal) + &last
}
