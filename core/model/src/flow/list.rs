//! Lists and how their items are marked.

use std::sync::Arc;

use super::{Block, Color};

/// A list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct List {
    /// How items are marked.
    pub marker: Marker,
    /// How the markers look.
    pub look: MarkerLook,
    /// Number of the first item, in numbered lists.
    pub start: u32,
    /// Lists of one sequence count on where the one before stopped, in numbered lists; `None` is a
    /// sequence of its own.
    pub sequence: Option<u32>,
    /// The items.
    pub items: Vec<ListItem>,
    /// Name of its style in the source.
    pub style: Option<Arc<str>>,
}

impl List {
    /// The largest number of an item.
    pub fn last_number(&self) -> u32 {
        let mut next = self.start;
        let numbers = self.items.iter().map(|item| {
            let number = item.number.unwrap_or(next);
            next = number.saturating_add(1);
            number
        });
        numbers.max().unwrap_or(self.start)
    }
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListItem {
    /// A number that differs from counting on, in numbered lists.
    pub number: Option<u32>,
    /// The item's text.
    pub blocks: Vec<Block>,
}

/// How markers look where they differ from the text of their items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct MarkerLook {
    /// Their colour.
    pub color: Option<Color>,
    /// Whether they are bold.
    pub bold: Option<bool>,
    /// Whether they are of the face Symbol, which makes their lines higher.
    pub of_symbol_font: bool,
}

/// How list items are marked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Marker {
    /// A bullet, by its character.
    Bullet(char),
    /// Counted.
    Number {
        /// How the count is written.
        format: NumberFormat,
        /// Levels above whose numbers stand before this one, each followed by a dot: 2 in 1.2.3.
        parents: u8,
        /// What stands before it, such as `(`.
        prefix: String,
        /// What stands after it, such as `.`.
        suffix: String,
    },
    /// Not marked.
    #[default]
    None,
}

impl Marker {
    /// Characters of the words around a number that are kept.
    const LONGEST_WORDS: usize = 255;

    /// Words that stand around each number, cut where no line has room for them: each item repeats them, and 4 KB of
    /// DOCX become 270 MB of labels.
    pub fn words(text: &str) -> &str {
        text.char_indices().nth(Marker::LONGEST_WORDS).map_or(text, |(end, _)| &text[..end])
    }
}

/// How a count is written. What a way of writing has no sign for is written in digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberFormat {
    /// 1, 2, 3.
    Decimal,
    /// 01, 02, 03.
    DecimalZero,
    /// 001, 002, 003.
    DecimalZero3,
    /// 0001, 0002, 0003.
    DecimalZero4,
    /// 00001, 00002, 00003.
    DecimalZero5,
    /// １, ２, ３.
    DecimalFullWidth,
    /// ⒈, ⒉, ⒊.
    DecimalFullStop,
    /// ⑴, ⑵, ⑶.
    DecimalParen,
    /// - 1 -, - 2 -, - 3 -.
    DecimalDash,
    /// 9, A, B.
    Hex,
    /// ١, ٢, ٣.
    ArabicIndicDigits,
    /// ۱, ۲, ۳.
    PersianDigits,
    /// १, २, ३.
    DevanagariDigits,
    /// ১, ২, ৩.
    BengaliDigits,
    /// ๑, ๒, ๓.
    ThaiDigits,
    /// a, b, c, and aa, ab, ac after z.
    LowerAlpha,
    /// A, B, C, and AA, AB, AC after Z.
    UpperAlpha,
    /// a, b, c, and aa, bb, cc after z.
    LowerAlphaRepeated,
    /// A, B, C, and AA, BB, CC after Z.
    UpperAlphaRepeated,
    /// i, ii, iii.
    LowerRoman,
    /// I, II, III.
    UpperRoman,
    /// α, β, γ.
    LowerGreek,
    /// Α, Β, Γ.
    UpperGreek,
    /// α, β, γ, as numerals: ια is 11.
    LowerGreekNumeral,
    /// Α, Β, Γ, as numerals: ΙΑ is 11.
    UpperGreekNumeral,
    /// а, б, в.
    LowerRussian,
    /// А, Б, В.
    UpperRussian,
    /// а, б, в, without й and ь.
    LowerBulgarian,
    /// А, Б, В, without Й and Ь.
    UpperBulgarian,
    /// а, б, в, with ђ after д.
    LowerSerbian,
    /// А, Б, В, with Ђ after Д.
    UpperSerbian,
    /// ա, բ, գ.
    LowerArmenian,
    /// Ա, Բ, Գ.
    UpperArmenian,
    /// ა, ბ, გ.
    Georgian,
    /// א, ב, ג, as numerals: יא is 11.
    Hebrew,
    /// א, ב, ג, as an alphabet: כ is 11.
    HebrewLetters,
    /// أ, ب, ت.
    ArabicLetters,
    /// أ, ب, ج.
    ArabicAbjad,
    /// क, ख, ग.
    HindiConsonants,
    /// अ, आ, इ.
    HindiVowels,
    /// ก, ข, ค.
    ThaiLetters,
    /// ក, ខ, គ.
    KhmerLetters,
    /// ກ, ຂ, ຄ.
    LaoLetters,
    /// က, ခ, ဂ.
    BurmeseLetters,
    /// ཀ, ཁ, ག.
    TibetanLetters,
    /// ①, ②, ③.
    Circled,
    /// ㈠, ㈡, ㈢.
    ParenIdeograph,
    /// *, †, ‡.
    Symbols,
    /// 가, 나, 다.
    Ganada,
    /// ㄱ, ㄴ, ㄷ.
    Chosung,
    /// ㉠, ㉡, ㉢.
    CircledJamo,
    /// ㉮, ㉯, ㉰.
    CircledGanada,
    /// 일, 이, 삼, and 십일.
    KoreanCounting,
    /// 일, 이, 삼, and 일일.
    KoreanDigits,
    /// 하나, 둘, 셋.
    KoreanNative,
    /// 一, 二, 三, and 一零.
    KoreanHanjaDigits,
    /// 一, 二, 三, and 一百.
    Chinese,
    /// 一, 二, 三, and 十一, but 一〇〇.
    ChineseCounting,
    /// 一, 二, 三, and 一〇.
    ChineseDigits,
    /// 壹, 贰, 叁.
    ChineseFormalSimplified,
    /// 壹, 貳, 參.
    ChineseFormalTraditional,
    /// 一, 二, 三, and 百.
    JapaneseCounting,
    /// 壱, 弐, 参.
    JapaneseFormal,
    /// 甲, 乙, 丙.
    HeavenlyStems,
    /// 子, 丑, 寅.
    EarthlyBranches,
    /// 甲子, 乙丑, 丙寅.
    StemsAndBranches,
    /// ア, イ, ウ.
    Katakana,
    /// ｱ, ｲ, ｳ.
    KatakanaHalfWidth,
    /// イ, ロ, ハ.
    KatakanaIroha,
    /// ｲ, ﾛ, ﾊ.
    KatakanaIrohaHalfWidth,
    /// あ, い, う.
    Hiragana,
    /// い, ろ, は.
    HiraganaIroha,
    /// One, Two, Three.
    CardinalText(Language),
    /// 1st, 2nd, 3rd.
    Ordinal(Language),
    /// First, Second, Third.
    OrdinalText(Language),
}

/// A language that numbers are said in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, also in place of a language that is not known.
    #[default]
    English,
    /// German.
    German,
    /// French.
    French,
    /// Spanish.
    Spanish,
    /// Italian.
    Italian,
    /// Portuguese of Portugal.
    Portuguese,
    /// Portuguese of Brazil.
    BrazilianPortuguese,
    /// Dutch.
    Dutch,
    /// Russian.
    Russian,
    /// Polish.
    Polish,
    /// Thai.
    Thai,
    /// Vietnamese.
    Vietnamese,
    /// Hindi.
    Hindi,
}
