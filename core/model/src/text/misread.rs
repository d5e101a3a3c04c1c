//! Mojibake: text of one code page that was read by another.

mod latin;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use encoding_rs::{
    Encoding, IBM866, ISO_8859_5, KOI8_U, MACINTOSH, WINDOWS_1251, WINDOWS_1252, WINDOWS_1253, WINDOWS_1255,
    X_MAC_CYRILLIC,
};

use crate::flow::{Block, Field, Flow, Inline, Run, each_inline_mut};
use transvase_base::context::Context;
use transvase_base::warning::{Warning, WarningCode};

/// Letters from which on words without one of ASCII tell what they are: of the languages of Latin letters none has words
/// of three such letters.
const ENOUGH: usize = 5;
/// Letters of a word that tells.
const WORD: usize = 3;
/// Different letters at the least: fewer are the bullets of lists.
const VARIETY: usize = 4;
/// Letters from which on some of them may be out of order.
const MANY: usize = 16;
/// Share of the letters of a text that are beyond ASCII in no language of Latin letters: in Vietnamese it is a third.
const FOREIGN: f32 = 0.5;
/// Share of those that are letters by the right table; the others are signs that it has as well.
const LETTERS: f32 = 0.94;
/// Share of the letters of a text that are the frequent ones of its alphabet: 0.6 to 0.75 in the languages that have it, and
/// at most 0.45 by a wrong table.
const FREQUENT: f32 = 0.5;
/// Share of the pairs of letters that are a capital behind a small one: no such word is in order, some names are.
const MIXED: f32 = 0.03;
/// How much such pairs count against a table, and the letters it has for it, beside the share of frequent ones.
const MIXED_COSTS: f32 = 3.0;
const MEANT_COUNTS: f32 = 0.5;
/// Bytes of a text that tell as much as more would.
const SAMPLE: usize = 16 << 10;

/// A table that a text may have been meant by.
struct Table {
    encoding: &'static Encoding,
    alphabet: &'static str,
    /// The ten letters or so that its languages use most.
    frequent: &'static str,
    /// Its vowels, where it writes them.
    vowels: &'static str,
}

/// Frequent in Russian, Ukrainian, Bulgarian and Serbian.
const CYRILLIC: &str = "оеаинтсрвлі";

const CYRILLIC_VOWELS: &str = "аеёиоуыэюяіїєъ";
const GREEK_VOWELS: &str = "αεηιουωάέήίόύώϊϋΐΰ";

static TABLES: [Table; 7] = [
    Table { encoding: WINDOWS_1251, alphabet: "Cyrillic", frequent: CYRILLIC, vowels: CYRILLIC_VOWELS },
    Table { encoding: X_MAC_CYRILLIC, alphabet: "Cyrillic", frequent: CYRILLIC, vowels: CYRILLIC_VOWELS },
    Table { encoding: KOI8_U, alphabet: "Cyrillic", frequent: CYRILLIC, vowels: CYRILLIC_VOWELS },
    Table { encoding: IBM866, alphabet: "Cyrillic", frequent: CYRILLIC, vowels: CYRILLIC_VOWELS },
    Table { encoding: ISO_8859_5, alphabet: "Cyrillic", frequent: CYRILLIC, vowels: CYRILLIC_VOWELS },
    Table {
        encoding: WINDOWS_1253, alphabet: "Greek", frequent: "αοιετσνηυρκάίός", vowels: GREEK_VOWELS
    },
    Table { encoding: WINDOWS_1255, alphabet: "Hebrew", frequent: "יוהלאמשרתב", vowels: "" },
];

/// How a text was read, and how it was meant.
#[derive(Debug, Clone)]
pub struct Misreading {
    alphabet: &'static str,
    encoding: &'static str,
    meant: BTreeMap<char, char>,
    /// Whether all of the text was read so, and not only the words without a letter of ASCII.
    whole: bool,
}

impl Misreading {
    /// How a text was misread, where it surely was: words have no letter of ASCII, and by another table they are words of
    /// an alphabet, with the letters that its languages have most.
    pub(crate) fn of(text: &str) -> Option<Misreading> {
        if text.is_ascii() {
            return None;
        }
        let whole = is_mostly_foreign(text, 1);
        let words = |least: usize| foreign_words(text, least).collect::<Vec<_>>().join(" ");
        let count = |told: &str| told.chars().filter(|c| is_foreign(*c)).count();
        // Signs of a face for drawings stand in ones and twos.
        let told = Some(words(1)).filter(|told| whole && count(told) >= MANY).unwrap_or_else(|| words(WORD));
        let letters = count(&told);
        let different: BTreeSet<char> = told.chars().filter(|c| is_foreign(*c)).collect();
        if letters < ENOUGH || different.len() < VARIETY {
            return Misreading::of_latin(text);
        }
        let readings =
            [WINDOWS_1252, MACINTOSH].into_iter().flat_map(|read| TABLES.iter().map(move |meant| (read, meant)));
        let found = readings.filter_map(|(read, meant)| {
            let misreading = Misreading { whole, ..Misreading::by(read, meant.encoding, meant.alphabet) };
            Some((misreading.likelihood(&told, meant)?, misreading))
        });
        let found = found.reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, misreading)| misreading);
        found.or_else(|| Misreading::of_latin(text))
    }

    /// How a text in Latin letters was misread.
    fn of_latin(text: &str) -> Option<Misreading> {
        let (encoding, alphabet) = latin::page_of(text)?;
        Some(Misreading { whole: true, ..Misreading::by(WINDOWS_1252, encoding, alphabet) })
    }

    fn by(read: &'static Encoding, encoding: &'static Encoding, alphabet: &'static str) -> Misreading {
        let letters = high(read).into_iter().zip(high(encoding));
        let meant = letters.filter(|(read, meant)| read != meant && (meant.is_alphabetic() || *meant == '№'));
        Misreading { alphabet, encoding: encoding.name(), meant: meant.collect(), whole: true }
    }

    /// How well words are those of a table; `None` where they are not.
    fn likelihood(&self, words: &str, table: &Table) -> Option<f32> {
        let share = self.frequent_share(words, table.frequent);
        let letters = words.chars().filter(|c| is_foreign(*c)).count();
        let mixed = self.mixed_share(words);
        let cased = if letters < MANY { mixed <= 0.0 && self.has_vowels(words, table) } else { mixed <= MIXED };
        let is_sure = self.fits(words) && share >= FREQUENT && cased;
        // Quotation marks by one table are letters by another.
        let all = words.chars().filter(|c| !c.is_ascii()).count().max(1) as f32;
        let meant = words.chars().filter(|c| self.meant.contains_key(c)).count() as f32;
        is_sure.then_some(share - MIXED_COSTS * mixed + MEANT_COUNTS * meant / all)
    }

    /// Whether words have vowels and others, and are not letters in the order of their table.
    fn has_vowels(&self, words: &str, table: &Table) -> bool {
        let sounds = |word: &str| {
            let letters: Vec<char> = word.chars().flat_map(|c| self.letter(c).to_lowercase()).collect();
            let vowels = letters.iter().filter(|c| table.vowels.contains(**c)).count();
            let ordered = word.chars().zip(word.chars().skip(1)).all(|(a, b)| a < b);
            (1..letters.len()).contains(&vowels) && !ordered
        };
        table.vowels.is_empty() || words.split(' ').filter(|word| word.chars().count() >= WORD).all(sounds)
    }

    /// Whether a text may be misread so: its letters are mostly accented ones, nearly all of them are letters, and some make
    /// a word.
    pub fn fits(&self, text: &str) -> bool {
        let foreign = text.chars().filter(|c| is_foreign(*c)).count() as f32;
        let letters = text.chars().filter(|c| is_foreign(*c) && self.meant.contains_key(c)).count() as f32;
        is_mostly_foreign(text, 1) && letters >= LETTERS * foreign && self.has_word(text)
    }

    /// Whether three letters follow one another that are not the same: bullets stand apart.
    fn has_word(&self, text: &str) -> bool {
        let letters: Vec<char> = text.chars().take(SAMPLE).collect();
        let is_word =
            |part: &[char]| part.iter().all(|c| self.meant.contains_key(c)) && part.iter().any(|c| *c != part[0]);
        letters.windows(3).any(is_word)
    }

    fn frequent_share(&self, text: &str, frequent: &str) -> f32 {
        let (mut count, mut all) = (0, 0);
        for c in text.chars().filter(|c| is_foreign(*c)) {
            all += 1;
            let small = self.meant.get(&c).and_then(|c| c.to_lowercase().next());
            count += usize::from(small.is_some_and(|c| frequent.contains(c)));
        }
        count as f32 / all.max(1) as f32
    }

    /// Share of the pairs of letters that are a capital behind a small one.
    fn mixed_share(&self, text: &str) -> f32 {
        let (mut mixed, mut pairs, mut before) = (0, 0, ' ');
        for c in text.chars().map(|c| self.letter(c)) {
            if before.is_alphabetic() && c.is_alphabetic() {
                pairs += 1;
                mixed += usize::from(before.is_lowercase() && c.is_uppercase());
            }
            before = c;
        }
        mixed as f32 / pairs.max(1) as f32
    }

    /// A character as it was meant.
    fn letter(&self, c: char) -> char {
        self.meant.get(&c).copied().unwrap_or(c)
    }

    /// A text as it was meant, with as many characters.
    pub fn mend(&self, text: &str) -> String {
        if self.whole {
            return text.chars().map(|c| self.letter(c)).collect();
        }
        let mend = |word: &str| -> String {
            let is_told = is_foreign_word(word) && word.chars().filter(|c| is_foreign(*c)).count() > 1;
            if is_told { word.chars().map(|c| self.letter(c)).collect() } else { word.to_owned() }
        };
        text.split_inclusive(is_between).map(mend).collect()
    }

    /// Says once that text was read otherwise than its source says.
    pub fn warn(&self, context: &Context) {
        let message = format!(
            "letters that the file declares as Latin are {}, and were read so ({})",
            self.alphabet, self.encoding
        );
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
}

/// How the texts of a document that belong together each were misread. What is too little to tell, as the headings in a
/// face of their own, was misread as the others where it may have been.
pub fn each<K: Ord + Clone>(texts: &BTreeMap<K, String>) -> BTreeMap<K, Misreading> {
    let told = texts.iter().filter_map(|(key, text)| Some((key.clone(), Misreading::of(text)?)));
    let mut found: BTreeMap<K, Misreading> = told.collect();
    if let Some(usual) = found.values().next().cloned() {
        for (key, _) in texts.iter().filter(|(_, text)| usual.fits(text)) {
            found.entry(key.clone()).or_insert_with(|| usual.clone());
        }
    }
    found
}

/// Reads the text of a document as it is meant, each family of letters by what is set in it.
pub fn settle(flow: &mut Flow, context: &Context) {
    let mut texts: BTreeMap<Option<Arc<str>>, String> = BTreeMap::new();
    flow.each_story_mut(&mut |blocks| each_text(blocks, &mut |run| add(&mut texts, &run.style.family, &run.text)));
    let found = each(&texts);
    let Some(usual) = found.values().next() else { return };
    flow.each_story_mut(&mut |blocks| {
        each_text(blocks, &mut |run| {
            if let Some(misreading) = found.get(&run.style.family) {
                run.text = misreading.mend(&run.text);
            }
        });
    });
    for text in [&mut flow.metadata.title].into_iter().flatten().filter(|text| usual.fits(text)) {
        *text = usual.mend(text);
    }
    usual.warn(context);
}

/// Adds to the sample of a face what is set in it.
pub fn add<K: Ord + Clone>(texts: &mut BTreeMap<K, String>, face: &K, text: &str) {
    let sample = match texts.get_mut(face) {
        Some(sample) => sample,
        None => texts.entry(face.clone()).or_default(),
    };
    if sample.len() < SAMPLE {
        sample.push_str(text);
        sample.push(' ');
    }
}

fn each_text(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Run)) {
    each_inline_mut(blocks, &mut |inline| match inline {
        Inline::Text(run) | Inline::Field(Field { run, .. }) => visit(run),
        _ => {}
    });
}

/// The characters of the upper half of a table.
fn high(encoding: &'static Encoding) -> Vec<char> {
    let bytes: Vec<u8> = (0x80..=0xFF).collect();
    encoding.decode_without_bom_handling(&bytes).0.chars().collect()
}

/// The words of a text without a letter of ASCII that have so many letters beyond it.
fn foreign_words(text: &str, least: usize) -> impl Iterator<Item = &str> {
    let letters = |word: &str| word.chars().filter(|c| is_foreign(*c)).count();
    text.split(is_between).filter(move |word| is_foreign_word(word) && letters(word) >= least)
}

fn is_between(c: char) -> bool {
    c.is_ascii() && !c.is_ascii_alphanumeric()
}

fn is_foreign_word(word: &str) -> bool {
    !word.contains(|c: char| c.is_ascii_alphanumeric())
}

/// Whether a text has so many letters beyond ASCII at least, and as large a share of them as other alphabets have.
fn is_mostly_foreign(text: &str, least: usize) -> bool {
    let latin = text.chars().filter(char::is_ascii_alphabetic).count() as f32;
    let foreign = text.chars().filter(|c| is_foreign(*c)).count();
    foreign >= least && foreign as f32 >= FOREIGN * (foreign as f32 + latin)
}

/// Whether a character is neither ASCII nor a sign that all code pages have.
fn is_foreign(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !"‘’“”„«»–—…•·°±©®™§¶†µ\u{AD}".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in one encoding, read by another.
    fn misread(text: &str, meant: &'static Encoding, read: &'static Encoding) -> String {
        let (bytes, _, unmappable) = meant.encode(text);
        assert!(!unmappable, "{text}");
        read.decode_without_bom_handling(&bytes).0.into_owned()
    }

    fn mended(text: &str) -> Option<String> {
        Misreading::of(text).map(|misreading| misreading.mend(text))
    }

    #[test]
    fn letters_of_other_alphabets_under_latin_codes_are_read_as_what_they_are() {
        let texts = [
            ("Уважаемый Пётр Иванович! Ваше письмо № 12 получено.", WINDOWS_1251),
            ("Шановний Іване, твій лист отримано, її відповідь теж.", WINDOWS_1251),
            ("ДОГОВОРЪТ ще бъде подписан следващия вторник", WINDOWS_1251),
            ("Уважаемый Пётр Иванович! Ваше письмо получено.", KOI8_U),
            ("Уважаемый Иван Иванович! Ваше письмо получено, Мария.", X_MAC_CYRILLIC),
            ("Уважаемый Пётр Иванович! Ваше письмо получено.", ISO_8859_5),
            ("Справка о зарплате. Подпись: Рябов", IBM866),
            ("Привет", WINDOWS_1251),
            ("Счёт, итого", WINDOWS_1251),
            ("Договор подписан. „Северные порты“ согласны.", WINDOWS_1251),
            ("Η σύμβαση θα υπογραφεί την επόμενη Τρίτη", WINDOWS_1253),
            ("החוזה ייחתם ביום שלישי הבא לאחר בדיקה", WINDOWS_1255),
        ];
        for (text, encoding) in texts {
            let read = misread(text, encoding, WINDOWS_1252);
            assert_eq!(mended(&read).as_deref(), Some(text), "{read}");
        }
        let mac = misread("Уважаемый Иван Иванович! Ваше письмо получено.", WINDOWS_1251, MACINTOSH);
        assert_eq!(mended(&mac).as_deref(), Some("Уважаемый Иван Иванович! Ваше письмо получено."));
    }

    #[test]
    fn words_among_latin_ones_are_read_alone() {
        let text = "Invoice No. 12, \"Счёт за товар\", payable à vue by Zoë";
        let (bytes, _, _) = WINDOWS_1251.encode("Счёт за товар");
        let read = text.replace("Счёт за товар", &WINDOWS_1252.decode_without_bom_handling(&bytes).0);
        assert_eq!(mended(&read).as_deref(), Some(text), "{read}");
    }

    #[test]
    fn text_in_latin_letters_stays_as_it_is() {
        for text in [
            "Où êtes-vous allée à Noël, élève français, çà et là, déjà là-bas ?",
            "Þórður Ægisson á Ísafirði sá æðarfuglinn við ströndina í gær",
            "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞß",
            "ÄÖÜ äöü ÄÖÜ äöü ÄÖÜ",
            "Уважаемый Пётр Иванович! Ваше письмо получено.",
            "àèìòù ÀÈÌÒÙ",
            "Blåbærsyltetøy på øy, æøå ÆØÅ",
            &"¢ ".repeat(40),
            &"ØØØ ¢ ".repeat(40),
        ] {
            assert_eq!(mended(text), None, "{text}");
        }
        let misreading = Misreading::by(WINDOWS_1252, WINDOWS_1251, "Cyrillic");
        assert!(misreading.fits("Èòîãî") && !misreading.fits("¢ ¢ Ø"), "a word, and bullets");
    }
}
