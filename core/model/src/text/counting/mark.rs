//! List markers: what stands before an item, for a list that knows its levels and not what is around.

use super::written;
use crate::flow::{Marker, NumberFormat};

/// What stands before an item.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// A sign.
    Bullet(char),
    /// A number.
    Number(Numbered),
    /// Words without a count of the item's own.
    Words(String),
}

/// A number with what stands around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbered {
    /// How it is written.
    pub format: NumberFormat,
    /// The number.
    pub number: u32,
    /// The numbers of the levels right above before it, as they are written, from the outermost, each followed by a dot.
    pub above: Vec<String>,
    /// What stands before all.
    pub prefix: String,
    /// What stands behind it.
    pub suffix: String,
}

impl Mark {
    /// The marker of an item, below lists or headings that show these numbers, from the outermost. Numbers above it that
    /// they do not show are words before its own.
    pub fn marker<'a>(&self, around: impl DoubleEndedIterator<Item = &'a str>) -> Marker {
        match self {
            Mark::None | Mark::Words(_) => Marker::None,
            Mark::Bullet(sign) => Marker::Bullet(*sign),
            Mark::Number(Numbered { format, above, prefix, suffix, .. }) => {
                // A level that shows nothing leaves its dot, which the text around does not say.
                let is_shown = |(number, shown): &(&String, &str)| number == shown && !number.is_empty();
                let shown = above.iter().rev().zip(around.rev()).take_while(is_shown).count();
                let hidden = above.len() - shown;
                let words: String = above.iter().take(hidden).map(|number| format!("{number}.")).collect();
                let parents = u8::try_from(shown).unwrap_or(u8::MAX);
                Marker::Number { format: *format, parents, prefix: format!("{prefix}{words}"), suffix: suffix.clone() }
            }
        }
    }

    /// The number alone, as levels below say it; empty where there is none.
    pub fn written(&self) -> String {
        match self {
            Mark::Number(Numbered { format, number, .. }) => written(*format, *number),
            _ => String::new(),
        }
    }

    /// The number; 1 where there is none.
    pub fn number(&self) -> u32 {
        if let Mark::Number(Numbered { number, .. }) = self { *number } else { 1 }
    }
}

/// The numbers of the headings around, as they are written, from the outermost.
#[derive(Debug, Default)]
pub struct Headings(Vec<String>);

impl Headings {
    /// The marker of the next heading, which is this deep, below the headings above it.
    pub fn marker(&mut self, depth: u8, mark: &Mark) -> Marker {
        self.0.resize(usize::from(depth.max(1)) - 1, String::new());
        let marker = mark.marker(self.0.iter().map(String::as_str));
        self.0.push(mark.written());
        marker
    }
}

/// A piece of the text of a level of a list.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// Words between the numbers.
    Words(String),
    /// The number of a level, from 0.
    Count(usize),
}

/// The pieces of a text in which the characters 0 to 8 stand for the numbers of levels, as Word's binary files and RTF
/// have it; other control characters say nothing.
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for sign in text.trim().chars() {
        match (u32::from(sign), pieces.last_mut()) {
            (level @ 0..=8, _) => pieces.push(Piece::Count(level as usize)),
            _ if sign.is_control() => {}
            (_, Some(Piece::Words(words))) => words.push(sign),
            _ => pieces.push(Piece::Words(sign.into())),
        }
    }
    pieces
}

/// The mark of an item of a level from its text. `own` is how its number is written and the number, nothing where it
/// shows none; `written_at` the number of a level as it is written.
pub fn mark(
    pieces: &[Piece],
    level: usize,
    own: Option<(NumberFormat, u32)>,
    written_at: impl Fn(usize) -> String,
) -> Mark {
    let words = |pieces: &[Piece]| -> String {
        pieces
            .iter()
            .map(|piece| match piece {
                Piece::Words(words) => words.clone(),
                Piece::Count(at) => written_at(*at),
            })
            .collect()
    };
    let at = pieces.iter().rposition(|piece| *piece == Piece::Count(level));
    let (Some(at), Some((format, number))) = (at, own) else {
        let words = words(pieces);
        return if words.trim().is_empty() { Mark::None } else { Mark::Words(words) };
    };
    let first = first_of_chain(pieces, at, level);
    let above = pieces[first..at]
        .iter()
        .filter_map(|piece| if let Piece::Count(at) = piece { Some(written_at(*at)) } else { None });
    Mark::Number(Numbered {
        format,
        number,
        above: above.collect(),
        prefix: words(&pieces[..first]),
        suffix: words(&pieces[at + 1..]),
    })
}

/// Where the numbers begin that stand before the own one, of the levels right above it, with dots between.
fn first_of_chain(pieces: &[Piece], own: usize, level: usize) -> usize {
    let (mut first, mut level) = (own, level);
    while let [.., Piece::Count(at), Piece::Words(dot)] = &pieces[..first] {
        if dot != "." || level.checked_sub(1) != Some(*at) {
            break;
        }
        (first, level) = (first - 2, *at);
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, level: usize) -> Mark {
        let written_at = |at: usize| if at == 0 { "IV".to_owned() } else { (at + 1).to_string() };
        mark(&pieces(text), level, Some((NumberFormat::Decimal, 7)), written_at)
    }

    fn numbered(above: &[&str], prefix: &str, suffix: &str) -> Mark {
        let above = above.iter().map(|number| (*number).to_owned()).collect();
        let (prefix, suffix) = (prefix.to_owned(), suffix.to_owned());
        Mark::Number(Numbered { format: NumberFormat::Decimal, number: 7, above, prefix, suffix })
    }

    #[test]
    fn texts_of_levels_are_numbers_with_what_is_around_them() {
        assert_eq!(of("\0.", 0), numbered(&[], "", "."));
        assert_eq!(of("\0.\u{1}.\u{2}", 2), numbered(&["IV", "2"], "", ""));
        assert_eq!(of("(\0-\u{1})", 1), numbered(&[], "(IV-", ")"));
        assert_eq!(of("Article", 0), Mark::Words("Article".into()));
        assert_eq!(of("\0", 1), Mark::Words("IV".into()));
        assert_eq!(of("", 0), Mark::None);
    }

    #[test]
    fn numbers_above_that_nothing_around_shows_are_words() {
        let marker = |around: &[&str]| of("\0.\u{1}.\u{2}", 2).marker(around.iter().copied());
        let number = |parents, prefix: &str| Marker::Number {
            format: NumberFormat::Decimal,
            parents,
            prefix: prefix.into(),
            suffix: String::new(),
        };
        assert_eq!(marker(&["IV", "2"]), number(2, ""));
        assert_eq!(marker(&["IV"]), number(0, "IV.2."));
        assert_eq!(marker(&["V", "2"]), number(1, "IV."));
    }
}
