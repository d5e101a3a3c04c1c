//! Guessed text: the codes of fonts that say nothing of them, taken for ASCII.

use std::collections::BTreeMap;

use super::unread::{Drawing, Unread};
use transvase_base::units::Rect;
use transvase_model::pages::{GlyphRun, Item, TextRange};

/// A run with a guessed text.
pub(super) struct Doubt {
    /// Index of the run among the items of its page.
    pub item: usize,
    /// Its glyphs whose text is a guess.
    pub guessed: Unread,
    /// Its glyphs without any text.
    pub unread: Unread,
    /// Part of the page it is clipped to.
    pub clip: Rect,
}

/// The runs of those given whose text does not read as words, judged by all that their font shows on the page.
pub(super) fn refuted(mut doubts: Vec<Doubt>, items: &[Item]) -> Vec<Doubt> {
    let run = |doubt: &Doubt| match items.get(doubt.item) {
        Some(Item::Glyphs(run)) => Some(run),
        _ => None,
    };
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    for run in doubts.iter().filter_map(run) {
        let text = texts.entry(run.font).or_default();
        text.push_str(&run.text);
        text.push(' ');
    }
    let read: BTreeMap<usize, bool> = texts.into_iter().map(|(font, text)| (font, reads_as_words(&text))).collect();
    doubts.retain(|doubt| run(doubt).is_some_and(|run| read.get(&run.font) == Some(&false)));
    doubts
}

impl Doubt {
    /// Takes the text from its run; returns the number of its glyphs that are unread now.
    pub fn erase(&self, run: &mut GlyphRun) -> u64 {
        run.text.clear();
        run.glyphs.iter_mut().for_each(|glyph| glyph.text = TextRange::default());
        self.guessed.len() as u64
    }

    /// The drawings that stand for its run.
    pub fn into_drawings(self, run: &GlyphRun) -> Vec<Drawing> {
        let mut all = self.unread;
        all.join(self.guessed);
        all.drawings(run, self.clip)
    }
}

/// Least share of letters and digits among what can be seen of a text, in percent.
const LETTERS: usize = 60;
/// Least share of words that look like some, in percent.
const WORDS: usize = 70;
/// Letters from which on the look of a word says something.
const SHORT: usize = 3;
/// Letters of the longest usual word.
const LONG: usize = 24;
/// Vowels and other letters that follow one another at most in a word of nearly any language in Latin letters.
const CLUSTER: usize = 5;
/// Different characters from which on it is no accident that each new one comes after those before it in the alphabet.
const COUNTED: usize = 8;

/// Whether a text consists of words or numbers. A text whose letters were exchanged for others has the wrong letters
/// in its words, capitals within them, or mostly signs.
fn reads_as_words(text: &str) -> bool {
    let seen = text.chars().filter(|c| !c.is_whitespace()).count();
    let alphanumeric = text.chars().filter(|c| c.is_alphanumeric()).count();
    if alphanumeric * 100 < seen * LETTERS || counts_up(text) {
        return false;
    }
    let words = || text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() >= SHORT);
    words().filter(|word| is_word(word)).count() * 100 >= words().count() * WORDS
}

/// Whether each character that is new comes after those before it: a program gave out its codes as it met the letters.
fn counts_up(text: &str) -> bool {
    let (mut last, mut count) = (' ', 0);
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        let is_next = count == 0 || u32::from(c) == u32::from(last) + 1;
        if c > last && !is_next {
            return false;
        }
        if c > last {
            (last, count) = (c, count + 1);
        }
    }
    count >= COUNTED
}

fn is_word(word: &str) -> bool {
    let is_vowel = |c: char| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    let kinds: Vec<bool> = word.chars().map(is_vowel).collect();
    let rest = word.get(1..).unwrap_or_default();
    let usual_case = !rest.chars().any(char::is_uppercase) || !word.chars().any(char::is_lowercase);
    let is_clustered = kinds.chunk_by(|a, b| a == b).any(|cluster| cluster.len() > CLUSTER);
    kinds.len() <= LONG && kinds.contains(&true) && usual_case && !is_clustered
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_several_languages_read_as_words() {
        for text in [
            "Minutes of the harbour board",
            "Die Angstschreie verhallten ungeh rt",
            "Krzysztof poszed do szko y",
            "ISO 32000-1, TABLE 12",
            "12.50  1,204.00  (3)",
            "The quick brown fox",
            "A",
        ] {
            assert!(reads_as_words(text), "{text}");
        }
    }

    #[test]
    fn letters_exchanged_for_others_do_not() {
        // The first line of a text whose codes were given out as its letters were met, and one that was enciphered with
        // the key QWERTYUIOPASDFGHJKLZXCVBNM and random capitals, and signs.
        for text in [
            "ABCDEFG HI EJF JKLMHDL MHKLN",
            "aBXtGkQ pLwRtz vKKqS tmNBd",
            "!\"#$%&' () #*$ +!,(-.",
            "xkcd ghtr bvcd wrtz",
        ] {
            assert!(!reads_as_words(text), "{text}");
        }
    }
}
