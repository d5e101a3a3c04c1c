//! Number formats: how counts are written, and Roman and East Asian numerals read.

pub mod css;
mod east_asia;
pub mod mark;
pub mod names;
mod numerals;
mod words;

use crate::flow::{Marker, NumberFormat};
use numerals::SIGNS;

/// Counts of lists in signs of East Asia are read below this.
const MAX_EASTERN: u32 = 100;
/// What ends a label of East Asian text: as wide as a letter of it, the text follows at once.
pub const FULL_WIDTH_ENDS: [char; 3] = ['、', '．', '）'];
/// Letters of 3,888, the longest number there is a numeral for.
const LONGEST_ROMAN: usize = 15;

/// A count as text; what a way of writing has no sign for is written in digits.
pub fn written(format: NumberFormat, number: u32) -> String {
    let written = digits(format, number).or_else(|| letters(format, number)).or_else(|| eastern(format, number));
    written.or_else(|| spoken(format, number)).unwrap_or_else(|| number.to_string())
}

/// What follows a count in a list of CSS (Counter Styles 3, 6 and 7, the descriptor `suffix`).
pub fn css_suffix(format: NumberFormat) -> &'static str {
    match format {
        NumberFormat::ChineseDigits
        | NumberFormat::Chinese
        | NumberFormat::ChineseFormalSimplified
        | NumberFormat::ChineseFormalTraditional
        | NumberFormat::JapaneseCounting
        | NumberFormat::JapaneseFormal
        | NumberFormat::HeavenlyStems
        | NumberFormat::EarthlyBranches
        | NumberFormat::Katakana
        | NumberFormat::KatakanaIroha
        | NumberFormat::Hiragana
        | NumberFormat::HiraganaIroha => "、",
        _ => ".",
    }
}

/// A count in digits of some kind.
fn digits(format: NumberFormat, number: u32) -> Option<String> {
    Some(match format {
        NumberFormat::DecimalZero => format!("{number:02}"),
        NumberFormat::DecimalZero3 => format!("{number:03}"),
        NumberFormat::DecimalZero4 => format!("{number:04}"),
        NumberFormat::DecimalZero5 => format!("{number:05}"),
        NumberFormat::DecimalDash => format!("- {number} -"),
        NumberFormat::Hex => format!("{number:X}"),
        NumberFormat::DecimalFullWidth => return numerals::digits(number, '０'),
        NumberFormat::ArabicIndicDigits => return numerals::digits(number, '٠'),
        NumberFormat::PersianDigits => return numerals::digits(number, '۰'),
        NumberFormat::DevanagariDigits => return numerals::digits(number, '०'),
        NumberFormat::BengaliDigits => return numerals::digits(number, '০'),
        NumberFormat::ThaiDigits => return numerals::digits(number, '๐'),
        NumberFormat::DecimalFullStop => return numerals::sign(number, '⒈', 20),
        NumberFormat::DecimalParen => return numerals::sign(number, '⑴', 20),
        NumberFormat::Circled => return numerals::circled(number),
        // As Word has it ([MS-OI29500], 2.1.540); others show them in circles.
        NumberFormat::ParenIdeograph => return numerals::sign(number, '㈠', 10),
        _ => return None,
    })
}

/// A count in letters of the West, the Near East or South Asia.
fn letters(format: NumberFormat, number: u32) -> Option<String> {
    let capitals = |small: Option<String>| small.map(|word| word.to_uppercase());
    match format {
        NumberFormat::LowerAlpha => numerals::alphabetic(number, numerals::LATIN),
        NumberFormat::UpperAlpha => capitals(numerals::alphabetic(number, numerals::LATIN)),
        NumberFormat::LowerAlphaRepeated => numerals::repeated(number, numerals::LATIN),
        NumberFormat::UpperAlphaRepeated => capitals(numerals::repeated(number, numerals::LATIN)),
        NumberFormat::LowerRoman => numerals::roman(number),
        NumberFormat::UpperRoman => capitals(numerals::roman(number)),
        NumberFormat::LowerGreek => numerals::alphabetic(number, numerals::GREEK),
        NumberFormat::UpperGreek => capitals(numerals::alphabetic(number, numerals::GREEK)),
        NumberFormat::LowerRussian => numerals::repeated(number, numerals::RUSSIAN),
        NumberFormat::UpperRussian => capitals(numerals::repeated(number, numerals::RUSSIAN)),
        NumberFormat::LowerGreekNumeral => numerals::greek(number),
        NumberFormat::UpperGreekNumeral => capitals(numerals::greek(number)),
        NumberFormat::LowerBulgarian => numerals::repeated(number, numerals::BULGARIAN),
        NumberFormat::UpperBulgarian => capitals(numerals::repeated(number, numerals::BULGARIAN)),
        NumberFormat::LowerSerbian => numerals::repeated(number, numerals::SERBIAN),
        NumberFormat::UpperSerbian => capitals(numerals::repeated(number, numerals::SERBIAN)),
        NumberFormat::UpperArmenian => numerals::armenian(number),
        NumberFormat::LowerArmenian => numerals::armenian(number).map(|word| word.to_lowercase()),
        NumberFormat::Georgian => numerals::georgian(number),
        NumberFormat::Hebrew => numerals::hebrew(number),
        NumberFormat::HebrewLetters => numerals::repeated(number, numerals::HEBREW),
        NumberFormat::ArabicLetters => numerals::repeated(number, numerals::ARABIC),
        NumberFormat::ArabicAbjad => numerals::repeated(number, numerals::ABJAD),
        NumberFormat::HindiConsonants => numerals::repeated(number, numerals::HINDI_CONSONANTS),
        NumberFormat::HindiVowels => numerals::repeated(number, numerals::HINDI_VOWELS),
        NumberFormat::ThaiLetters => numerals::repeated(number, numerals::THAI),
        NumberFormat::KhmerLetters => numerals::alphabetic(number, numerals::KHMER),
        NumberFormat::LaoLetters => numerals::alphabetic(number, numerals::LAO),
        NumberFormat::BurmeseLetters => numerals::alphabetic(number, numerals::BURMESE),
        NumberFormat::TibetanLetters => numerals::alphabetic(number, numerals::TIBETAN),
        NumberFormat::Symbols => numerals::repeated(number, numerals::SYMBOLS),
        _ => None,
    }
}

/// A count in signs of East Asia, where there are signs for it.
fn eastern(format: NumberFormat, number: u32) -> Option<String> {
    match format {
        NumberFormat::Circled => numerals::circled(number),
        NumberFormat::Ganada => east_asia::cyclic(number, east_asia::GANADA),
        NumberFormat::Chosung => east_asia::cyclic(number, east_asia::CHOSUNG),
        NumberFormat::CircledJamo => east_asia::cyclic(number, east_asia::CIRCLED_JAMO),
        NumberFormat::CircledGanada => east_asia::cyclic(number, east_asia::CIRCLED_GANADA),
        NumberFormat::KoreanCounting => east_asia::KOREAN.written(number),
        NumberFormat::KoreanDigits => numerals::digits_of(number, east_asia::HANGUL_DIGITS),
        NumberFormat::KoreanNative => east_asia::korean_native(number),
        NumberFormat::KoreanHanjaDigits => numerals::digits_of(number, east_asia::HANJA_DIGITS),
        NumberFormat::ChineseCounting if number >= 100 => numerals::digits_of(number, east_asia::DIGITS),
        NumberFormat::Chinese | NumberFormat::ChineseCounting => east_asia::CHINESE.written(number),
        NumberFormat::ChineseDigits => numerals::digits_of(number, east_asia::DIGITS),
        NumberFormat::ChineseFormalSimplified => east_asia::CHINESE_FORMAL_SIMPLIFIED.written(number),
        NumberFormat::ChineseFormalTraditional => east_asia::CHINESE_FORMAL_TRADITIONAL.written(number),
        NumberFormat::JapaneseCounting => east_asia::JAPANESE.written(number),
        NumberFormat::JapaneseFormal => east_asia::JAPANESE_FORMAL.written(number),
        NumberFormat::HeavenlyStems => east_asia::fixed(number, east_asia::STEMS),
        NumberFormat::EarthlyBranches => east_asia::fixed(number, east_asia::BRANCHES),
        NumberFormat::StemsAndBranches => east_asia::stems_and_branches(number),
        NumberFormat::Katakana => east_asia::cyclic(number, east_asia::KATAKANA),
        NumberFormat::KatakanaHalfWidth => east_asia::cyclic(number, east_asia::KATAKANA_HALF),
        NumberFormat::KatakanaIroha => east_asia::cyclic(number, east_asia::IROHA),
        NumberFormat::KatakanaIrohaHalfWidth => east_asia::cyclic(number, east_asia::IROHA_HALF),
        NumberFormat::Hiragana => east_asia::cyclic(number, east_asia::HIRAGANA),
        NumberFormat::HiraganaIroha => east_asia::cyclic(number, east_asia::IROHA_HIRAGANA),
        _ => None,
    }
}

/// A count in words.
fn spoken(format: NumberFormat, number: u32) -> Option<String> {
    match format {
        NumberFormat::CardinalText(language) => words::cardinal(language, number),
        NumberFormat::OrdinalText(language) => words::ordinal_text(language, number),
        NumberFormat::Ordinal(language) => Some(words::ordinal(language, number)),
        _ => None,
    }
}

/// The words of a marker; `None` where items are not marked. Before its own number stand those of as many levels above it
/// as it says: `above` are these as they are written, from the outermost, and empty where a level is not counted.
pub fn marker(marker: &Marker, number: u32, above: &[String]) -> Option<String> {
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

/// The number that signs of East Asia stand for, and how they write it.
pub fn eastern_value(text: &str) -> Option<(NumberFormat, u32)> {
    let format = match text.chars().next()? {
        c if east_asia::GANADA.contains(c) => NumberFormat::Ganada,
        c if c == '十' || east_asia::DIGITS.contains(c) => NumberFormat::Chinese,
        '\u{2460}'..='\u{2473}' | '\u{3251}'..='\u{325F}' | '\u{32B1}'..='\u{32BF}' => NumberFormat::Circled,
        _ => return None,
    };
    let is_written = |number: &u32| eastern(format, *number).as_deref() == Some(text);
    (1..MAX_EASTERN).find(is_written).map(|number| (format, number))
}

/// The number that lower-case Roman numerals stand for, where they are written as they should be.
pub fn roman_value(text: &str) -> Option<u32> {
    let mut total: u32 = 0;
    let mut above = 0;
    // From the right, a smaller sign before a larger one is taken off.
    for sign in text.chars().rev().take(LONGEST_ROMAN + 1) {
        let value = SIGNS.iter().find(|(_, letter)| letter.starts_with(sign) && letter.len() == 1)?.0;
        total = if value < above { total.checked_sub(value)? } else { total + value };
        above = above.max(value);
    }
    (numerals::roman(total).as_deref() == Some(text)).then_some(total)
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
        assert_eq!(words(NumberFormat::Ganada, &[1, 3, 14, 15]), "가 다 하 가");
        assert_eq!(words(NumberFormat::Chinese, &[1, 10, 11, 20, 99, 100]), "一 十 十一 二十 九十九 一百");
        for (format, last) in [(NumberFormat::Circled, 50), (NumberFormat::Ganada, 14), (NumberFormat::Chinese, 99)] {
            assert!((1..=last).all(|number| eastern_value(&written(format, number)) == Some((format, number))));
        }
        assert_eq!(["一十", "가나", "十十", "①①", "", "word"].map(eastern_value), [None; 6]);
    }

    #[test]
    fn roman_numerals_are_read_back() {
        assert!((1..4_000).all(|number| roman_value(&written(NumberFormat::LowerRoman, number)) == Some(number)));
        for text in ["", "iiii", "vx", "ic", "xm", "iix", "a", "mix up", "I", "mmmm", "mmmdccclxxxviiii"] {
            assert_eq!(roman_value(text), None, "{text}");
        }
        assert_eq!(roman_value("mix"), Some(1_009));
    }
}
