//! The marks of items: by the pattern of a level, or by the text that a file has for readers without lists.

use crate::model::flow::{Marker, NumberFormat};
use crate::parts::counting;

/// Characters of a mark that is one.
const MAX_WORDS: usize = 40;

/// What stands before an item.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mark {
    /// A bullet or a number.
    Marker(Marker, u32),
    /// Words without a count.
    Words(String),
    /// Nothing.
    None,
}

/// The text of a numbered level: characters, and levels as control characters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern<'a> {
    pub text: &'a str,
    pub level: usize,
    pub format: NumberFormat,
}

impl Pattern<'_> {
    /// The mark of a number; `written` knows those of the levels above and how they are written.
    pub(super) fn mark(self, number: u32, written: impl Fn(usize) -> (NumberFormat, u32)) -> Mark {
        let chars: Vec<char> = self.text.chars().collect();
        let level_of = |c: &char| Some(u32::from(*c) as usize).filter(|level| *level <= self.level);
        let Some(own) = chars.iter().rposition(|c| level_of(c) == Some(self.level)) else {
            let words: String = chars.iter().filter(|c| !c.is_control()).collect();
            return match words.trim() {
                "" => Mark::None,
                words => Mark::Words(words.to_owned()),
            };
        };
        let suffix: String = chars.iter().skip(own + 1).filter(|c| !c.is_control()).collect();
        // Levels above with a dot after each, right before the own.
        let (mut begin, mut parents) = (own, 0);
        while let [.., above, '.'] = chars.get(..begin).unwrap_or_default()
            && level_of(above) == self.level.checked_sub(parents + 1)
            && level_of(above).is_some()
        {
            begin -= 2;
            parents += 1;
        }
        let said = |c: &char| match level_of(c) {
            Some(level) => {
                let (format, number) = written(level);
                counting::written(format, number)
            }
            None if c.is_control() => String::new(),
            None => c.to_string(),
        };
        let prefix: String = chars.iter().take(begin).map(said).collect();
        let marker = Marker::Number {
            format: self.format,
            parents: parents as u8,
            prefix: prefix.trim_start().to_owned(),
            suffix: suffix.trim_end().to_owned(),
        };
        Mark::Marker(marker, number)
    }
}

/// The mark that a text is.
pub(super) fn of_text(text: &str) -> Mark {
    let text = text.trim();
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => return Mark::None,
        (Some(c), None) if !c.is_alphanumeric() => return Mark::Marker(Marker::Bullet(c), 1),
        _ => {}
    }
    let core = text.trim_matches(|c: char| !c.is_alphanumeric());
    let (prefix, suffix) = text.split_once(core).unwrap_or_default();
    let (above, own) = core.rsplit_once('.').map_or(("", core), |(above, own)| (above, own));
    let dotted = above.split('.').filter(|part| !part.is_empty()).count();
    match number(own) {
        Some((format, number)) if text.chars().count() <= MAX_WORDS && (above.is_empty() || dotted < 9) => {
            let marker = Marker::Number { format, parents: dotted as u8, prefix: prefix.into(), suffix: suffix.into() };
            Mark::Marker(marker, number)
        }
        _ => Mark::Words(text.to_owned()),
    }
}

/// A number and how it is written.
fn number(text: &str) -> Option<(NumberFormat, u32)> {
    if let Ok(number) = text.parse() {
        return Some((NumberFormat::Decimal, number));
    }
    let lower = text.to_lowercase();
    let is_upper = lower != text;
    let single = lower.as_bytes().first().filter(|byte| lower.len() == 1 && byte.is_ascii_lowercase());
    match (single, counting::roman_value(&lower)) {
        // One letter is a letter, but the first of the Roman numerals.
        (Some(byte), _) if *byte != b'i' => {
            let format = if is_upper { NumberFormat::UpperAlpha } else { NumberFormat::LowerAlpha };
            Some((format, u32::from(byte - b'a') + 1))
        }
        (_, Some(number)) => Some((if is_upper { NumberFormat::UpperRoman } else { NumberFormat::LowerRoman }, number)),
        _ => counting::eastern_value(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(format: NumberFormat, parents: u8, prefix: &str, suffix: &str, number: u32) -> Mark {
        Mark::Marker(Marker::Number { format, parents, prefix: prefix.into(), suffix: suffix.into() }, number)
    }

    #[test]
    fn patterns_are_a_number_with_those_above() {
        let mark = |text: &str, level| {
            let pattern = Pattern { text, level, format: NumberFormat::Decimal };
            pattern.mark(7, |level| (NumberFormat::UpperRoman, level as u32 + 1))
        };
        assert_eq!(mark("\0.", 0), numbered(NumberFormat::Decimal, 0, "", ".", 7));
        assert_eq!(mark("\0.\u{1}.\u{2}", 2), numbered(NumberFormat::Decimal, 2, "", "", 7));
        assert_eq!(mark("(\0-\u{1})", 1), numbered(NumberFormat::Decimal, 0, "(I-", ")", 7));
        assert_eq!(mark("Note:", 0), Mark::Words("Note:".into()));
        assert_eq!(mark("", 0), Mark::None);
    }

    #[test]
    fn texts_tell_what_they_are() {
        assert_eq!(of_text("3.\t"), numbered(NumberFormat::Decimal, 0, "", ".", 3));
        assert_eq!(of_text("(b)"), numbered(NumberFormat::LowerAlpha, 0, "(", ")", 2));
        assert_eq!(of_text("IV."), numbered(NumberFormat::UpperRoman, 0, "", ".", 4));
        assert_eq!(of_text("1.2.3"), numbered(NumberFormat::Decimal, 2, "", "", 3));
        assert_eq!(of_text("\u{2022}"), Mark::Marker(Marker::Bullet('\u{2022}'), 1));
        assert_eq!(of_text("First:"), Mark::Words("First:".into()));
        assert_eq!(of_text(" \t"), Mark::None);
    }
}
