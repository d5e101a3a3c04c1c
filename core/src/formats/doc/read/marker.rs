//! The marks of items, by the pattern of their level.

use crate::model::flow::{Marker, NumberFormat};
use crate::parts::counting;
use crate::parts::symbol_fonts::SymbolFont;

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

/// The text of a numbered level, in which the characters 0 to 8 stand for the numbers of levels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern<'a> {
    pub text: &'a str,
    pub level: usize,
}

impl Pattern<'_> {
    /// The mark of a number; `written` knows those of the levels above and how they are written.
    pub(super) fn mark(self, number: u32, written: impl Fn(usize) -> (NumberFormat, u32)) -> Mark {
        let signs: Vec<char> = self.text.chars().collect();
        let level = |sign: char| usize::try_from(u32::from(sign)).ok().filter(|level| *level <= self.level);
        let Some(own) = signs.iter().rposition(|sign| level(*sign) == Some(self.level)) else {
            return self.words(&signs, written);
        };
        let (before, after) = (signs.get(..own).unwrap_or_default(), signs.get(own + 1..).unwrap_or_default());
        // Numbers of the levels right above, each with a dot behind it, belong to the number.
        let mut parents = 0;
        let mut rest = before;
        while let [head @ .., sign, '.'] = rest
            && parents < self.level
            && level(*sign) == Some(self.level - parents - 1)
        {
            (rest, parents) = (head, parents + 1);
        }
        let prefix = shown(rest, &written, self.level);
        let suffix = shown(after, &written, self.level);
        let marker = Marker::Number {
            format: written(self.level).0,
            parents: parents as u8,
            prefix: prefix.trim_start().to_owned(),
            suffix: suffix.trim_end().to_owned(),
        };
        Mark::Marker(marker, number)
    }

    /// A mark that does not tell the number of its own level.
    fn words(self, signs: &[char], written: impl Fn(usize) -> (NumberFormat, u32)) -> Mark {
        match shown(signs, &written, self.level).trim() {
            "" => Mark::None,
            words => Mark::Words(words.to_owned()),
        }
    }
}

/// Characters, with the numbers that some stand for.
fn shown(signs: &[char], written: &impl Fn(usize) -> (NumberFormat, u32), most: usize) -> String {
    let mut text = String::new();
    for sign in signs {
        match u32::from(*sign) as usize {
            level if level <= most => {
                let (format, number) = written(level);
                text.push_str(&counting::written(format, number));
            }
            _ if sign.is_control() => {}
            _ => text.push(*sign),
        }
    }
    text
}

/// A character in a font that may have an order of its own.
pub(super) fn sign(c: char, symbols: Option<SymbolFont>) -> char {
    let code = u32::from(c);
    let is_private = (0xF020..=0xF0FF).contains(&code);
    match symbols {
        Some(font) => font.char(code).unwrap_or(c),
        None if is_private => SymbolFont::Unknown.char(code).unwrap_or(c),
        None => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(text: &str, level: usize) -> Mark {
        let pattern = Pattern { text, level };
        pattern.mark(7, |level| (if level == 0 { NumberFormat::UpperRoman } else { NumberFormat::Decimal }, 4))
    }

    fn number(format: NumberFormat, parents: u8, prefix: &str, suffix: &str) -> Mark {
        Mark::Marker(Marker::Number { format, parents, prefix: prefix.into(), suffix: suffix.into() }, 7)
    }

    #[test]
    fn patterns_are_numbers_with_what_is_around_them() {
        assert_eq!(mark("\0.", 0), number(NumberFormat::UpperRoman, 0, "", "."));
        assert_eq!(mark("\0.\u{1}.\u{2}", 2), number(NumberFormat::Decimal, 2, "", ""));
        assert_eq!(mark("(\0-\u{1})", 1), number(NumberFormat::Decimal, 0, "(IV-", ")"));
        assert_eq!(mark("Article", 0), Mark::Words("Article".into()));
        assert_eq!(mark("\0", 1), Mark::Words("IV".into()));
        assert_eq!(mark("", 0), Mark::None);
    }

    #[test]
    fn signs_of_symbol_fonts_have_their_characters() {
        assert_eq!(sign('\u{F0B7}', Some(SymbolFont::Symbol)), '•');
        assert_eq!(sign('\u{F0A7}', None), '▪');
        assert_eq!(sign('-', None), '-');
    }
}
