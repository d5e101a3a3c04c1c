//! Names of number formats in DOCX, DOC, RTF, ODT, CSS and fields.

use crate::flow::{Language, NumberFormat};

/// A way of writing, and its names. Of several rows with one way the first names it, and all are read.
struct Names {
    format: NumberFormat,
    /// Office Open XML (ECMA-376 part 1, 17.18.59).
    office: &'static str,
    /// Word's binary files and RTF ([MS-OSHARED], 2.2.1.3, MSONFC; RTF 1.9.1, `\levelnfc`).
    code: Option<u8>,
    /// OpenDocument (19.500 `style:num-format`), with the patterns that LibreOffice adds.
    odf: &'static str,
    /// CSS (Counter Styles 3, 6 and 7).
    css: &'static str,
}

/// What OpenDocument has for all counts in Chinese digits.
const CHINESE: &str = "一, 二, 三, ...";
const ENGLISH: Language = Language::English;

const fn row(format: NumberFormat, office: &'static str, code: u8, odf: &'static str, css: &'static str) -> Names {
    Names { format, office, code: Some(code), odf, css }
}

/// A way of writing that Word has no name for.
const fn other(format: NumberFormat, odf: &'static str, css: &'static str) -> Names {
    Names { format, office: "", code: None, odf, css }
}

const NAMES: &[Names] = &[
    row(NumberFormat::Decimal, "decimal", 0, "1", "decimal"),
    row(NumberFormat::UpperRoman, "upperRoman", 1, "I", "upper-roman"),
    row(NumberFormat::LowerRoman, "lowerRoman", 2, "i", "lower-roman"),
    row(NumberFormat::UpperAlphaRepeated, "upperLetter", 3, "A", ""),
    row(NumberFormat::LowerAlphaRepeated, "lowerLetter", 4, "a", ""),
    other(NumberFormat::UpperAlpha, "A", "upper-alpha"),
    other(NumberFormat::LowerAlpha, "a", "lower-alpha"),
    other(NumberFormat::UpperAlpha, "", "upper-latin"),
    other(NumberFormat::LowerAlpha, "", "lower-latin"),
    row(NumberFormat::Ordinal(ENGLISH), "ordinal", 5, "1st", ""),
    row(NumberFormat::CardinalText(ENGLISH), "cardinalText", 6, "One", ""),
    row(NumberFormat::OrdinalText(ENGLISH), "ordinalText", 7, "First", ""),
    row(NumberFormat::Hex, "hex", 8, "", ""),
    row(NumberFormat::Symbols, "chicago", 9, "*, †, ‡, §, **, ††, ...", ""),
    row(NumberFormat::ChineseDigits, "ideographDigital", 10, "", "cjk-decimal"),
    row(NumberFormat::JapaneseCounting, "japaneseCounting", 11, "", "japanese-informal"),
    row(NumberFormat::KatakanaHalfWidth, "aiueo", 12, "ｱ, ｲ, ｳ, ...", ""),
    row(NumberFormat::KatakanaIrohaHalfWidth, "iroha", 13, "ｲ, ﾛ, ﾊ, ...", ""),
    row(NumberFormat::DecimalFullWidth, "decimalFullWidth", 14, "", ""),
    row(NumberFormat::Decimal, "decimalHalfWidth", 15, "", ""),
    row(NumberFormat::JapaneseFormal, "japaneseLegal", 16, "壱, 弐, 参, ...", "japanese-formal"),
    row(NumberFormat::ChineseDigits, "japaneseDigitalTenThousand", 17, "", ""),
    row(NumberFormat::Circled, "decimalEnclosedCircle", 18, "①, ②, ③, ...", ""),
    row(NumberFormat::DecimalFullWidth, "decimalFullWidth2", 19, "", ""),
    row(NumberFormat::Katakana, "aiueoFullWidth", 20, "ア, イ, ウ, ...", "katakana"),
    row(NumberFormat::KatakanaIroha, "irohaFullWidth", 21, "イ, ロ, ハ, ...", "katakana-iroha"),
    row(NumberFormat::DecimalZero, "decimalZero", 22, "01, 02, 03, ...", "decimal-leading-zero"),
    row(NumberFormat::Ganada, "ganada", 24, "가, 나, 다, ...", ""),
    row(NumberFormat::Chosung, "chosung", 25, "ㄱ, ㄴ, ㄷ, ...", ""),
    row(NumberFormat::DecimalFullStop, "decimalEnclosedFullstop", 26, "", ""),
    row(NumberFormat::DecimalParen, "decimalEnclosedParen", 27, "", ""),
    row(NumberFormat::Circled, "decimalEnclosedCircleChinese", 28, "", ""),
    row(NumberFormat::ParenIdeograph, "ideographEnclosedCircle", 29, "", ""),
    row(NumberFormat::HeavenlyStems, "ideographTraditional", 30, "甲, 乙, 丙, ...", "cjk-heavenly-stem"),
    row(NumberFormat::EarthlyBranches, "ideographZodiac", 31, "子, 丑, 寅, ...", "cjk-earthly-branch"),
    row(NumberFormat::StemsAndBranches, "ideographZodiacTraditional", 32, "", ""),
    // The usual one of Chinese comes first: programs know its pattern alone.
    row(NumberFormat::Chinese, "chineseCountingThousand", 39, CHINESE, "simp-chinese-informal"),
    row(NumberFormat::ChineseCounting, "taiwaneseCounting", 33, "", ""),
    row(
        NumberFormat::ChineseFormalTraditional,
        "ideographLegalTraditional",
        34,
        "壹, 貳, 參, ...",
        "trad-chinese-formal",
    ),
    row(NumberFormat::Chinese, "taiwaneseCountingThousand", 35, "", "trad-chinese-informal"),
    row(NumberFormat::ChineseDigits, "taiwaneseDigital", 36, "", ""),
    row(NumberFormat::ChineseCounting, "chineseCounting", 37, "", ""),
    row(NumberFormat::ChineseFormalSimplified, "chineseLegalSimplified", 38, "壹, 贰, 叁, ...", "simp-chinese-formal"),
    row(NumberFormat::KoreanDigits, "koreanDigital", 41, "일, 이, 삼, ... (ko-x-digital)", ""),
    row(NumberFormat::KoreanCounting, "koreanCounting", 42, "일, 이, 삼, ...", ""),
    row(NumberFormat::KoreanNative, "koreanLegal", 43, "하나, 둘, 셋, ...", ""),
    row(NumberFormat::KoreanHanjaDigits, "koreanDigital2", 44, "一, 二, 三, ... (ko)", ""),
    row(NumberFormat::Hebrew, "hebrew1", 45, "א, י, ק, ...", "hebrew"),
    row(NumberFormat::ArabicLetters, "arabicAlpha", 46, "أ, ب, ت, ...", ""),
    row(NumberFormat::HebrewLetters, "hebrew2", 47, "א, ב, ג, ...", ""),
    row(NumberFormat::ArabicAbjad, "arabicAbjad", 48, "ا, ب, ج, ...", ""),
    // Word's names of the two are the wrong way round.
    row(NumberFormat::HindiConsonants, "hindiVowels", 49, "क, ख, ग, ...", ""),
    row(NumberFormat::HindiVowels, "hindiConsonants", 50, "", ""),
    row(NumberFormat::DevanagariDigits, "hindiNumbers", 51, "१, २, ३, ...", "devanagari"),
    row(NumberFormat::CardinalText(Language::Hindi), "hindiCounting", 52, "", ""),
    row(NumberFormat::ThaiLetters, "thaiLetters", 53, "ก, ข, ค, ...", ""),
    row(NumberFormat::ThaiDigits, "thaiNumbers", 54, "", "thai"),
    row(NumberFormat::CardinalText(Language::Thai), "thaiCounting", 55, "", ""),
    row(NumberFormat::CardinalText(Language::Vietnamese), "vietnameseCounting", 56, "", ""),
    row(NumberFormat::DecimalDash, "numberInDash", 57, "", ""),
    row(NumberFormat::LowerRussian, "russianLower", 58, "а, б, .., аа, бб, ... (ru)", ""),
    row(NumberFormat::UpperRussian, "russianUpper", 59, "А, Б, .., Аа, Бб, ... (ru)", ""),
    other(NumberFormat::LowerRussian, "а, б, .., аа, аб, ... (ru)", ""),
    other(NumberFormat::UpperRussian, "А, Б, .., Аа, Аб, ... (ru)", ""),
    row(NumberFormat::LowerGreek, "custom:α, β, γ, ...", 60, "", "lower-greek"),
    row(NumberFormat::UpperGreek, "custom:Α, Β, Γ, ...", 61, "", ""),
    row(NumberFormat::DecimalZero3, "custom:001, 002, 003, ...", 62, "001, 002, 003, ...", ""),
    row(NumberFormat::DecimalZero4, "custom:0001, 0002, 0003, ...", 63, "0001, 0002, 0003, ...", ""),
    row(NumberFormat::DecimalZero5, "custom:00001, 00002, 00003, ...", 64, "00001, 00002, 00003, ...", ""),
    other(NumberFormat::LowerGreekNumeral, "α, β, ... (gr)", ""),
    other(NumberFormat::UpperGreekNumeral, "Α, Β, ... (gr)", ""),
    other(NumberFormat::LowerBulgarian, "а, б, .., аа, бб, ... (bg)", ""),
    other(NumberFormat::LowerBulgarian, "а, б, .., аа, аб, ... (bg)", ""),
    other(NumberFormat::UpperBulgarian, "А, Б, .., Аа, Бб, ... (bg)", ""),
    other(NumberFormat::UpperBulgarian, "А, Б, .., Аа, Аб, ... (bg)", ""),
    other(NumberFormat::LowerSerbian, "а, б, .., аа, бб, ... (sr)", ""),
    other(NumberFormat::LowerSerbian, "а, б, .., аа, аб, ... (sr)", ""),
    other(NumberFormat::UpperSerbian, "А, Б, .., Аа, Бб, ... (sr)", ""),
    other(NumberFormat::UpperSerbian, "А, Б, .., Аа, Аб, ... (sr)", ""),
    other(NumberFormat::KhmerLetters, "ក, ខ, គ, ...", ""),
    other(NumberFormat::LaoLetters, "ກ, ຂ, ຄ, ...", ""),
    other(NumberFormat::BurmeseLetters, "က, ခ, ဂ, ...", ""),
    other(NumberFormat::TibetanLetters, "ཀ, ཁ, ག, ...", ""),
    other(NumberFormat::CircledJamo, "㉠, ㉡, ㉢, ...", ""),
    other(NumberFormat::CircledGanada, "㉮, ㉯, ㉰, ...", ""),
    other(NumberFormat::ArabicIndicDigits, "١, ٢, ٣, ...", "arabic-indic"),
    other(NumberFormat::PersianDigits, "۱, ۲, ۳, ...", "persian"),
    other(NumberFormat::BengaliDigits, "", "bengali"),
    other(NumberFormat::UpperArmenian, "", "armenian"),
    other(NumberFormat::UpperArmenian, "", "upper-armenian"),
    other(NumberFormat::LowerArmenian, "", "lower-armenian"),
    other(NumberFormat::Georgian, "", "georgian"),
    other(NumberFormat::Hiragana, "", "hiragana"),
    other(NumberFormat::HiraganaIroha, "", "hiragana-iroha"),
    other(NumberFormat::ChineseCounting, CHINESE, ""),
    other(NumberFormat::JapaneseCounting, CHINESE, ""),
    other(NumberFormat::ChineseDigits, CHINESE, ""),
];

/// The way of writing that Office Open XML calls so; `pattern` is that of a custom one.
pub fn of_office(name: &str, pattern: Option<&str>, language: Language) -> Option<NumberFormat> {
    let found = match name {
        "custom" => {
            let pattern = pattern?.trim();
            NAMES.iter().find(|row| row.office.strip_prefix(CUSTOM) == Some(pattern) || row.odf == pattern)
        }
        _ => NAMES.iter().find(|row| row.office == name),
    };
    found.map(|row| spoken_in(row.format, language))
}

/// What the names of custom ways of writing begin with here; their pattern follows.
const CUSTOM: &str = "custom:";

/// The name in Office Open XML, and the pattern of a custom one.
pub fn office(format: NumberFormat) -> Option<(&'static str, Option<&'static str>)> {
    let name = names(format, |row| !row.office.is_empty())?.office;
    Some(name.strip_prefix(CUSTOM).map_or((name, None), |pattern| ("custom", Some(pattern))))
}

/// Whether Office Open XML, Word's binary files and RTF can count so up to a number. Their letters are doubled after z.
pub fn is_of_office(format: NumberFormat, last: u32) -> bool {
    match format {
        _ if last > MAX_NUMBER => false,
        NumberFormat::LowerAlpha | NumberFormat::UpperAlpha => last <= LETTERS,
        _ => office(format).is_some(),
    }
}

/// The largest number that programs count to (ECMA-376 part 1, 17.9.25); LibreOffice begins with 1 above it.
const MAX_NUMBER: u32 = 32_767;

/// Letters of the alphabet.
const LETTERS: u32 = 26;

/// The way of writing that has a code in Word's binary files and in RTF.
pub fn of_code(code: u8, language: Language) -> Option<NumberFormat> {
    NAMES.iter().find(|row| row.code == Some(code)).map(|row| spoken_in(row.format, language))
}

/// The code in Word's binary files and in RTF.
pub fn code(format: NumberFormat) -> Option<u8> {
    names(format, |row| row.code.is_some())?.code
}

/// The way of writing that a pattern of OpenDocument stands for; letters that are doubled after the last say so.
pub fn of_odf(pattern: &str, is_doubled: bool, language: Language) -> Option<NumberFormat> {
    let found = NAMES.iter().find(|row| !row.odf.is_empty() && row.odf == pattern)?;
    Some(match found.format {
        NumberFormat::LowerAlphaRepeated if !is_doubled => NumberFormat::LowerAlpha,
        NumberFormat::UpperAlphaRepeated if !is_doubled => NumberFormat::UpperAlpha,
        format => spoken_in(format, language),
    })
}

/// The pattern of OpenDocument.
pub fn odf(format: NumberFormat) -> Option<&'static str> {
    names(format, |row| !row.odf.is_empty()).map(|row| row.odf)
}

/// Whether OpenDocument can count so up to a number. What it has one pattern for differs from ten or from a hundred on, and
/// alphabets behind their last letters.
pub fn is_of_odf(format: NumberFormat, last: u32) -> bool {
    match format {
        _ if last > MAX_NUMBER => false,
        NumberFormat::ChineseDigits => last < 10,
        NumberFormat::ChineseCounting | NumberFormat::JapaneseCounting => last < 100,
        NumberFormat::JapaneseFormal => last < 10,
        // Behind the last letter LibreOffice goes on as from z to aa, ab; and it has more of the Thai ones.
        NumberFormat::HebrewLetters => last <= 22,
        NumberFormat::ArabicLetters => last < 28,
        NumberFormat::ArabicAbjad => last <= 28,
        NumberFormat::HindiConsonants | NumberFormat::ThaiLetters => last <= 33,
        _ => odf(format).is_some(),
    }
}

/// The way of writing that CSS calls so.
pub fn of_css(name: &str) -> Option<NumberFormat> {
    NAMES.iter().find(|row| !row.css.is_empty() && row.css == name).map(|row| row.format)
}

/// The name in CSS.
pub fn css(format: NumberFormat) -> Option<&'static str> {
    names(format, |row| !row.css.is_empty()).map(|row| row.css)
}

/// The first row of a way of writing that has what is asked for, in whatever language it is said.
fn names(format: NumberFormat, has: impl Fn(&Names) -> bool) -> Option<&'static Names> {
    let own = |row: &&Names| row.format == format && has(row);
    let in_english = in_english(format);
    NAMES.iter().find(own).or_else(|| NAMES.iter().find(|row| row.format == in_english && has(row)))
}

/// A way of writing as it has a name: words are named alike in all languages.
fn in_english(format: NumberFormat) -> NumberFormat {
    match format {
        NumberFormat::CardinalText(_) => NumberFormat::CardinalText(ENGLISH),
        NumberFormat::Ordinal(_) => NumberFormat::Ordinal(ENGLISH),
        NumberFormat::OrdinalText(_) => NumberFormat::OrdinalText(ENGLISH),
        _ => format,
    }
}

/// A way of writing in a language, where it is one of words in English.
fn spoken_in(format: NumberFormat, language: Language) -> NumberFormat {
    match format {
        NumberFormat::CardinalText(ENGLISH) => NumberFormat::CardinalText(language),
        NumberFormat::Ordinal(ENGLISH) => NumberFormat::Ordinal(language),
        NumberFormat::OrdinalText(ENGLISH) => NumberFormat::OrdinalText(language),
        _ => format,
    }
}

/// The way of writing that a switch of a field names (ECMA-376 part 1, 17.16.4.3.1); case tells capitals from small.
pub fn of_switch(word: &str, language: Language) -> Option<NumberFormat> {
    let format = SWITCHES.iter().find(|(name, _)| *name == word).map(|(_, format)| *format)?;
    Some(spoken_in(format, language))
}

/// The switch of a field; nothing where there is none.
pub fn switch(format: NumberFormat) -> Option<&'static str> {
    let format = in_english(format);
    SWITCHES.iter().find(|(_, known)| *known == format).map(|(name, _)| *name)
}

/// What Word calls the ways of writing in fields. Of several names the first is written.
const SWITCHES: &[(&str, NumberFormat)] = &[
    ("Arabic", NumberFormat::Decimal),
    ("arabic", NumberFormat::Decimal),
    ("alphabetic", NumberFormat::LowerAlphaRepeated),
    ("ALPHABETIC", NumberFormat::UpperAlphaRepeated),
    ("Alphabetic", NumberFormat::UpperAlphaRepeated),
    // Pages seldom come to where the letters differ.
    ("alphabetic", NumberFormat::LowerAlpha),
    ("ALPHABETIC", NumberFormat::UpperAlpha),
    ("roman", NumberFormat::LowerRoman),
    ("ROMAN", NumberFormat::UpperRoman),
    ("Roman", NumberFormat::UpperRoman),
    ("Ordinal", NumberFormat::Ordinal(ENGLISH)),
    ("CardText", NumberFormat::CardinalText(ENGLISH)),
    ("OrdText", NumberFormat::OrdinalText(ENGLISH)),
    ("Hex", NumberFormat::Hex),
    ("ArabicDash", NumberFormat::DecimalDash),
    ("AIUEO", NumberFormat::KatakanaHalfWidth),
    ("IROHA", NumberFormat::KatakanaIrohaHalfWidth),
    ("ARABICABJAD", NumberFormat::ArabicAbjad),
    ("ARABICALPHA", NumberFormat::ArabicLetters),
    ("CHINESENUM3", NumberFormat::Chinese),
    ("CHINESENUM1", NumberFormat::ChineseCounting),
    ("CHINESENUM2", NumberFormat::ChineseFormalSimplified),
    ("CHOSUNG", NumberFormat::Chosung),
    ("CIRCLENUM", NumberFormat::Circled),
    ("DBCHAR", NumberFormat::DecimalFullWidth),
    ("DBNUM1", NumberFormat::ChineseDigits),
    ("DBNUM2", NumberFormat::JapaneseCounting),
    ("DBNUM3", NumberFormat::JapaneseFormal),
    ("GANADA", NumberFormat::Ganada),
    ("GB1", NumberFormat::DecimalFullStop),
    ("GB2", NumberFormat::DecimalParen),
    ("GB3", NumberFormat::Circled),
    ("GB4", NumberFormat::ParenIdeograph),
    ("HEBREW1", NumberFormat::Hebrew),
    ("HEBREW2", NumberFormat::HebrewLetters),
    ("HINDIARABIC", NumberFormat::DevanagariDigits),
    ("HINDICARDTEXT", NumberFormat::CardinalText(Language::Hindi)),
    ("HINDILETTER1", NumberFormat::HindiConsonants),
    ("HINDILETTER2", NumberFormat::HindiVowels),
    ("KANJINUM1", NumberFormat::ChineseDigits),
    ("KANJINUM2", NumberFormat::JapaneseCounting),
    ("KANJINUM3", NumberFormat::JapaneseFormal),
    ("THAIARABIC", NumberFormat::ThaiDigits),
    ("THAICARDTEXT", NumberFormat::CardinalText(Language::Thai)),
    ("THAILETTER", NumberFormat::ThaiLetters),
    ("VIETCARDTEXT", NumberFormat::CardinalText(Language::Vietnamese)),
    ("ZODIAC1", NumberFormat::HeavenlyStems),
    ("ZODIAC2", NumberFormat::EarthlyBranches),
    ("ZODIAC3", NumberFormat::StemsAndBranches),
];

/// The tag of the language that a count is said in.
pub fn tag(format: NumberFormat) -> Option<&'static str> {
    let (NumberFormat::CardinalText(language) | NumberFormat::Ordinal(language) | NumberFormat::OrdinalText(language)) =
        format
    else {
        return None;
    };
    Some(match language {
        Language::English => "en-US",
        Language::German => "de-DE",
        Language::French => "fr-FR",
        Language::Spanish => "es-ES",
        Language::Italian => "it-IT",
        Language::Portuguese => "pt-PT",
        Language::BrazilianPortuguese => "pt-BR",
        Language::Dutch => "nl-NL",
        Language::Russian => "ru-RU",
        Language::Polish => "pl-PL",
        Language::Thai => "th-TH",
        Language::Vietnamese => "vi-VN",
        Language::Hindi => "hi-IN",
    })
}

/// The language of a tag (BCP 47), where numbers can be said in it, and else English.
pub fn language(tag: &str) -> Language {
    let mut parts = tag.split(['-', '_']);
    match parts.next().unwrap_or_default().to_ascii_lowercase().as_str() {
        "de" => Language::German,
        "fr" => Language::French,
        "es" => Language::Spanish,
        "it" => Language::Italian,
        "pt" if parts.next().is_some_and(|region| region.eq_ignore_ascii_case("BR")) => Language::BrazilianPortuguese,
        "pt" => Language::Portuguese,
        "nl" => Language::Dutch,
        "ru" => Language::Russian,
        "pl" => Language::Polish,
        "th" => Language::Thai,
        "vi" => Language::Vietnamese,
        "hi" => Language::Hindi,
        _ => Language::English,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_as_what_they_were_written_for() {
        for row in NAMES {
            let format = row.format;
            if let Some((name, pattern)) = office(format) {
                assert_eq!(of_office(name, pattern, ENGLISH).map(in_english), Some(in_english(format)), "{name}");
            }
            if let Some(code) = code(format) {
                assert_eq!(of_code(code, ENGLISH).map(in_english), Some(in_english(format)), "{code}");
            }
            if let Some(name) = css(format) {
                assert_eq!(of_css(name), Some(format), "{name}");
            }
        }
    }

    #[test]
    fn words_are_in_the_language_of_the_text() {
        let german = of_office("cardinalText", None, language("de-AT"));
        assert_eq!(german, Some(NumberFormat::CardinalText(Language::German)));
        assert_eq!(german.and_then(office), Some(("cardinalText", None)));
        assert_eq!(language("pt_BR"), Language::BrazilianPortuguese);
        assert_eq!(of_odf("First", false, Language::Dutch), Some(NumberFormat::OrdinalText(Language::Dutch)));
    }

    #[test]
    fn custom_ways_of_writing_are_known_by_their_patterns() {
        let custom = |pattern| of_office("custom", Some(pattern), ENGLISH);
        assert_eq!(custom("001, 002, 003, ..."), Some(NumberFormat::DecimalZero3));
        assert_eq!(custom("a, ç, ĝ, ..."), None);
    }

    #[test]
    fn letters_of_open_document_are_doubled_where_it_says_so() {
        assert_eq!(of_odf("a", true, ENGLISH), Some(NumberFormat::LowerAlphaRepeated));
        assert_eq!(of_odf("a", false, ENGLISH), Some(NumberFormat::LowerAlpha));
        assert!(is_of_office(NumberFormat::LowerAlpha, 26) && !is_of_office(NumberFormat::LowerAlpha, 27));
    }
}
