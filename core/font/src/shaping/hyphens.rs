//! Hyphenation: where words may be divided.

use std::collections::BTreeMap;

use hypher::Lang;

/// Divides words by Liang's patterns (F. M. Liang, 1983), with a memory of the words it has seen.
#[derive(Debug, Default)]
pub struct Hyphenator {
    known: BTreeMap<(u8, Box<str>), Box<[u8]>>,
}

/// A language that has patterns.
#[derive(Debug, Clone, Copy)]
pub struct HyphenLanguage {
    lang: Lang,
    key: u8,
}

/// Words longer than this are not looked up: no language has them, and positions fit a byte.
const MAX_WORD_BYTES: usize = 120;

/// Words kept in memory; a book has about 30,000 different ones.
const MAX_KNOWN: usize = 1 << 16;

impl HyphenLanguage {
    /// The patterns for a BCP 47 tag, by its first subtag.
    pub fn of_tag(tag: &str) -> Option<HyphenLanguage> {
        let primary = tag.split(['-', '_']).next()?.to_ascii_lowercase();
        let code = match primary.as_str() {
            "eng" => "en",
            "fra" | "fre" => "fr",
            "deu" | "ger" => "de",
            "spa" => "es",
            "ita" => "it",
            "por" => "pt",
            "nld" | "dut" => "nl",
            "rus" => "ru",
            "no" | "nor" => "nb",
            other => other,
        };
        let code: [u8; 2] = code.as_bytes().try_into().ok()?;
        let key = code[0].wrapping_mul(31) ^ code[1];
        Lang::from_iso(code).map(|lang| HyphenLanguage { lang, key })
    }

    /// Letters that stay on the line at least, and letters that go to the next at least. The
    /// patterns' own bounds, but never under 2 and 3, the bounds books keep to.
    fn bounds(self) -> (usize, usize) {
        let (left, right) = self.lang.bounds();
        (left.max(2), right.max(3))
    }
}

impl Hyphenator {
    /// Byte offsets inside `word` before which it may be divided.
    pub fn points(&mut self, word: &str, language: HyphenLanguage) -> &[u8] {
        if word.len() > MAX_WORD_BYTES || word.len() < 5 {
            return &[];
        }
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.entry((language.key, word.into())).or_insert_with(|| divide(word, language))
    }
}

fn divide(word: &str, language: HyphenLanguage) -> Box<[u8]> {
    let (left, right) = language.bounds();
    let syllables = hypher::hyphenate_bounded(word, language.lang, left, right);
    let mut end = 0;
    let mut points: Vec<u8> = syllables
        .map(|syllable| {
            end += syllable.len();
            end as u8
        })
        .collect();
    points.pop();
    points.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn divided(word: &str, tag: &str) -> Vec<String> {
        let language = HyphenLanguage::of_tag(tag).unwrap();
        let mut hyphenator = Hyphenator::default();
        let points = hyphenator.points(word, language).to_vec();
        let mut parts = Vec::new();
        let mut start = 0;
        for point in points.iter().map(|point| usize::from(*point)).chain([word.len()]) {
            parts.push(word[start..point].to_owned());
            start = point;
        }
        parts
    }

    /// The divisions Liang's thesis and the German school rules give.
    #[test]
    fn words_are_divided_by_their_language() {
        assert_eq!(divided("hyphenation", "en-GB").concat(), "hyphenation");
        assert_eq!(divided("computer", "en"), ["com", "puter"]);
        assert_eq!(divided("Silbentrennung", "de-DE"), ["Sil", "ben", "tren", "nung"]);
        assert!(HyphenLanguage::of_tag("ja").is_none());
        assert!(HyphenLanguage::of_tag("").is_none());
    }

    #[test]
    fn short_and_endless_words_stay_whole() {
        assert_eq!(divided("also", "en").len(), 1);
        assert_eq!(divided(&"a".repeat(5_000), "en").len(), 1);
    }
}
