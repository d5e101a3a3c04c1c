//! How counts are written, and Roman and East Asian numerals read.

use crate::model::flow::{Marker, NumberFormat};

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
/// The syllables that Korean lists count with (ECMA-376 part 1, 17.18.59, `ganada`).
const GANADA: [char; 14] = ['가', '나', '다', '라', '마', '바', '사', '아', '자', '차', '카', '타', '파', '하'];
/// Chinese digits from 1, and ten.
const DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const TEN: char = '十';
/// Counts of lists in signs of East Asia end below this.
const MAX_EASTERN: u32 = 100;
/// What ends a label of East Asian text: as wide as a letter of it, the text follows at once.
pub(crate) const FULL_WIDTH_ENDS: [char; 3] = ['、', '．', '）'];
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
        NumberFormat::Circled | NumberFormat::Ganada | NumberFormat::Chinese => {
            eastern(format, number).unwrap_or_else(|| number.to_string())
        }
    }
}

/// The words of a marker; `None` where items are not marked. Before its own number stand those of as many levels above it
/// as it says: `above` are these as they are written, from the outermost, and empty where a level is not counted.
pub(crate) fn marker(marker: &Marker, number: u32, above: &[String]) -> Option<String> {
    match marker {
        Marker::None => None,
        Marker::Bullet(character) => Some(character.to_string()),
        Marker::Number { format, parents, prefix, suffix } => {
            let outer = above.len().saturating_sub(usize::from(*parents));
            let around = above.iter().skip(outer).filter(|count| !count.is_empty()).cloned();
            let counts: Vec<String> = around.chain([written(*format, number)]).collect();
            Some(format!("{prefix}{}{suffix}", counts.join(".")))
        }
    }
}

/// A count in signs of East Asia, where there are signs for it.
fn eastern(format: NumberFormat, number: u32) -> Option<String> {
    match format {
        NumberFormat::Circled => circled(number).map(String::from),
        NumberFormat::Ganada => GANADA.get(number.checked_sub(1)? as usize).copied().map(String::from),
        NumberFormat::Chinese => chinese(number),
        _ => None,
    }
}

/// The numbers in circles that Unicode has, 1 to 50.
fn circled(number: u32) -> Option<char> {
    match number {
        1..=20 => char::from_u32(0x2460 + number - 1),
        21..=35 => char::from_u32(0x3251 + number - 21),
        36..=50 => char::from_u32(0x32B1 + number - 36),
        _ => None,
    }
}

/// Numbers from 1 to 99 as they are spoken (CSS Counter Styles 3, `simp-chinese-informal`: ten is no one-ten).
fn chinese(number: u32) -> Option<String> {
    let digit = |number: u32| DIGITS.get(number.checked_sub(1)? as usize);
    let (tens, ones) = (number / 10, number % 10);
    let tens = match tens {
        0 => None,
        1 => Some(String::from(TEN)),
        _ => Some(String::from_iter([*digit(tens)?, TEN])),
    };
    let ones = digit(ones).copied();
    (tens.is_some() || ones.is_some()).then(|| tens.into_iter().chain(ones.map(String::from)).collect())
}

/// The number that signs of East Asia stand for, and how they write it.
pub(crate) fn eastern_value(text: &str) -> Option<(NumberFormat, u32)> {
    let format = match text.chars().next()? {
        c if GANADA.contains(&c) => NumberFormat::Ganada,
        c if c == TEN || DIGITS.contains(&c) => NumberFormat::Chinese,
        '\u{2460}'..='\u{2473}' | '\u{3251}'..='\u{325F}' | '\u{32B1}'..='\u{32BF}' => NumberFormat::Circled,
        _ => return None,
    };
    let is_written = |number: &u32| eastern(format, *number).as_deref() == Some(text);
    (1..MAX_EASTERN).find(is_written).map(|number| (format, number))
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
    fn counts_of_east_asia_are_written_and_read_back() {
        let words = |format, numbers: &[u32]| numbers.iter().map(|n| written(format, *n)).collect::<Vec<_>>().join(" ");
        assert_eq!(words(NumberFormat::Circled, &[1, 20, 21, 36, 50, 51]), "① ⑳ ㉑ ㊱ ㊿ 51");
        assert_eq!(words(NumberFormat::Ganada, &[1, 3, 14, 15]), "가 다 하 15");
        assert_eq!(words(NumberFormat::Chinese, &[1, 10, 11, 20, 99, 100]), "一 十 十一 二十 九十九 100");
        for (format, last) in [(NumberFormat::Circled, 50), (NumberFormat::Ganada, 14), (NumberFormat::Chinese, 99)] {
            assert!((1..=last).all(|number| eastern_value(&written(format, number)) == Some((format, number))));
        }
        assert_eq!(["一十", "가나", "十十", "①①", "", "word"].map(eastern_value), [None; 6]);
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
