//! How counts are written, and Roman numerals read.

use crate::model::flow::NumberFormat;

/// Roman signs with their values, those that take off included.
const SIGNS: [(u32, &str); 13] = [
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
];
/// Letters of 3,888, the longest number there is a numeral for.
const LONGEST_ROMAN: usize = 15;

/// A count as text; what a way of writing has no sign for is written in digits.
pub(crate) fn written(format: NumberFormat, number: u32) -> String {
    match format {
        NumberFormat::Decimal => number.to_string(),
        NumberFormat::LowerAlpha => letters(number),
        NumberFormat::UpperAlpha => letters(number).to_uppercase(),
        NumberFormat::LowerRoman => roman(number),
        NumberFormat::UpperRoman => roman(number).to_uppercase(),
    }
}

/// a to z, then aa, ab and so on (CSS Counter Styles 3, `lower-alpha`); 0 is written as a number.
fn letters(number: u32) -> String {
    let mut rest = number;
    let mut word = Vec::new();
    while rest > 0 {
        rest -= 1;
        word.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    if word.is_empty() { number.to_string() } else { word.iter().rev().collect() }
}

/// Roman numerals from 1 to 3,999; other numbers in digits (CSS Counter Styles 3, `lower-roman`).
fn roman(number: u32) -> String {
    if !(1..4_000).contains(&number) {
        return number.to_string();
    }
    let mut rest = number;
    let mut word = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            word.push_str(sign);
            rest -= value;
        }
    }
    word
}

/// The number that lower-case Roman numerals stand for, where they are written as they should be.
pub(crate) fn roman_value(text: &str) -> Option<u32> {
    let mut total: u32 = 0;
    let mut above = 0;
    // From the right, a smaller sign before a larger one is taken off.
    for sign in text.chars().rev().take(LONGEST_ROMAN + 1) {
        let value = SIGNS.iter().find(|(_, letter)| letter.starts_with(sign) && letter.len() == 1)?.0;
        total = if value < above { total.checked_sub(value)? } else { total + value };
        above = above.max(value);
    }
    (roman(total) == text).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_as_css_says() {
        let words = |format, numbers: &[u32]| numbers.iter().map(|n| written(format, *n)).collect::<Vec<_>>().join(" ");
        assert_eq!(words(NumberFormat::LowerAlpha, &[1, 26, 27, 52, 703, 0]), "a z aa az aaa 0");
        assert_eq!(
            words(NumberFormat::UpperRoman, &[1, 4, 9, 1994, 3999, 4000, 0]),
            "I IV IX MCMXCIV MMMCMXCIX 4000 0"
        );
        assert_eq!(words(NumberFormat::Decimal, &[7]), "7");
    }

    #[test]
    fn roman_numerals_are_read_back() {
        assert!((1..4_000).all(|number| roman_value(&roman(number)) == Some(number)));
        for text in ["", "iiii", "vx", "ic", "xm", "iix", "a", "mix up", "I", "mmmm", "mmmdccclxxxviiii"] {
            assert_eq!(roman_value(text), None, "{text}");
        }
        assert_eq!(roman_value("mix"), Some(1_009));
    }
}
