//! Number words in Italian and Dutch, which write most numbers as one word.

use super::{rest, word};

const ITALIAN: [&str; 19] = [
    "uno",
    "due",
    "tre",
    "quattro",
    "cinque",
    "sei",
    "sette",
    "otto",
    "nove",
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quattordici",
    "quindici",
    "sedici",
    "diciassette",
    "diciotto",
    "diciannove",
];
const ITALIAN_TENS: [&str; 9] =
    ["dieci", "venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"];
const ITALIAN_FIRST: [&str; 10] =
    ["primo", "secondo", "terzo", "quarto", "quinto", "sesto", "settimo", "ottavo", "nono", "decimo"];
const DUTCH: [&str; 19] = [
    "een",
    "twee",
    "drie",
    "vier",
    "vijf",
    "zes",
    "zeven",
    "acht",
    "negen",
    "tien",
    "elf",
    "twaalf",
    "dertien",
    "veertien",
    "vijftien",
    "zestien",
    "zeventien",
    "achttien",
    "negentien",
];
const DUTCH_TENS: [&str; 9] =
    ["tien", "twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig", "negentig"];

pub(super) fn italian(number: u32) -> String {
    let words = italian_stem(number);
    // Three at the end of a longer word has an accent.
    if number > 3 && words.ends_with("tre") { words[..words.len() - 1].to_owned() + "é" } else { words }
}

fn italian_stem(number: u32) -> String {
    match number {
        2_000.. => italian_stem(number / 1_000) + "mila" + &rest(number % 1_000, italian_stem),
        1_000.. => "mille".to_owned() + &rest(number % 1_000, italian_stem),
        200.. => italian_stem(number / 100) + "cento" + &rest(number % 100, italian_stem),
        100.. => "cento".to_owned() + &rest(number % 100, italian_stem),
        20.. => {
            let (tens, ones) = (word(&ITALIAN_TENS, number / 10), word(&ITALIAN, number % 10));
            // The tens lose their vowel before another one.
            let tens = if matches!(number % 10, 1 | 8) { &tens[..tens.len() - 1] } else { tens };
            tens.to_owned() + ones
        }
        _ => word(&ITALIAN, number).to_owned(),
    }
}

pub(super) fn italian_ordinal(number: u32) -> String {
    if number <= 10 {
        return word(&ITALIAN_FIRST, number).to_owned();
    }
    if number >= 1_000 && number.is_multiple_of(1_000) {
        return italian_thousandth(number / 1_000);
    }
    let words = italian_stem(number);
    // Three and six keep their vowel.
    if matches!(number % 10, 3 | 6) && !matches!(number % 100, 13 | 16) {
        return words + "esimo";
    }
    let mut letters = words.chars();
    letters.next_back();
    letters.as_str().to_owned() + "esimo"
}

fn italian_thousandth(count: u32) -> String {
    rest(count - 1, |_| italian_stem(count)) + "millesimo"
}

pub(super) fn dutch(number: u32) -> String {
    match number {
        1_000.. => {
            let (count, end) = (number / 1_000, number % 1_000);
            // Hundreds up to ninety-nine, and not by ten, are counted as such: elfhonderd.
            if end > 0 && end.is_multiple_of(100) && number < 10_000 {
                return dutch(number / 100) + "honderd";
            }
            let thousand = rest(count - 1, |_| dutch(count)) + "duizend";
            if end == 0 { thousand } else { thousand + " " + &dutch(end) }
        }
        100.. => rest(number / 100 - 1, |_| dutch(number / 100)) + "honderd" + &rest(number % 100, dutch),
        20.. if number.is_multiple_of(10) => word(&DUTCH_TENS, number / 10).to_owned(),
        20.. => {
            let ones = word(&DUTCH, number % 10);
            let and = if ones.ends_with('e') { "ën" } else { "en" };
            ones.to_owned() + and + word(&DUTCH_TENS, number / 10)
        }
        _ => word(&DUTCH, number).to_owned(),
    }
}

pub(super) fn dutch_ordinal(number: u32) -> String {
    let words = dutch(number);
    match number % 100 {
        1 => words[..words.len() - "een".len()].to_owned() + "eerste",
        3 => words[..words.len() - "drie".len()].to_owned() + "derde",
        _ => words + dutch_end(number),
    }
}

/// What follows the digits of an ordinal.
pub(super) fn dutch_ending(number: u32) -> &'static str {
    if number % 100 == 1 { "ste" } else { dutch_end(number) }
}

fn dutch_end(number: u32) -> &'static str {
    match number % 100 {
        0 | 8 | 20.. => "ste",
        _ => "de",
    }
}
