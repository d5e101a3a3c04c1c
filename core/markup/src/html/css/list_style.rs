//! `list-style-type`: what marks the items of a list (CSS Lists 3, 3.4).

use std::sync::Arc;

use transvase_model::flow::{Marker, NumberFormat};
use transvase_model::text::counting::css::{self, OfCss};
use transvase_model::text::counting::{self, names};

use super::content::string;

/// What marks items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ListStyle {
    None,
    Bullet(char),
    Number(NumberFormat),
    /// A count that lists of documents do not have.
    Written(OfCss),
    /// The same words before each item.
    Text(Arc<str>),
}

/// Names that some browsers and older drafts know, which are read and not written.
const OLDER: [(&str, NumberFormat); 6] = [
    ("upper-greek", NumberFormat::UpperGreek),
    ("cjk-ideographic", NumberFormat::Chinese),
    ("hangul", NumberFormat::Ganada),
    ("hangul-consonant", NumberFormat::Chosung),
    ("upper-hexadecimal", NumberFormat::Hex),
    ("circled-decimal", NumberFormat::Circled),
];

impl Default for ListStyle {
    fn default() -> Self {
        ListStyle::Number(NumberFormat::Decimal)
    }
}

impl ListStyle {
    /// What `list-style` or `list-style-type` says; `None` where it says nothing of marks.
    pub fn parse(text: &str) -> Option<ListStyle> {
        if let Some(at) = text.find(['"', '\'']) {
            let (words, _) = string(&text[at + 1..], if text[at..].starts_with('"') { '"' } else { '\'' })?;
            return Some(ListStyle::of_text(&words));
        }
        text.split_whitespace().find_map(|word| ListStyle::of_word(&word.to_ascii_lowercase()))
    }

    fn of_text(words: &str) -> ListStyle {
        let mut signs = words.trim().chars();
        match (signs.next(), signs.next()) {
            (None, _) => ListStyle::None,
            (Some(sign), None) => ListStyle::Bullet(sign),
            _ => ListStyle::Text(Arc::from(Marker::words(words))),
        }
    }

    fn of_word(word: &str) -> Option<ListStyle> {
        Some(match word {
            "none" => ListStyle::None,
            "disc" => ListStyle::Bullet('•'),
            "circle" => ListStyle::Bullet('◦'),
            "square" => ListStyle::Bullet('▪'),
            "disclosure-open" => ListStyle::Bullet('▾'),
            "disclosure-closed" => ListStyle::Bullet('▸'),
            _ => {
                let older = || OLDER.iter().find(|(name, _)| *name == word).map(|(_, format)| *format);
                match names::of_css(word).or_else(older) {
                    Some(format) => ListStyle::Number(format),
                    None => ListStyle::Written(css::of(word)?),
                }
            }
        })
    }

    /// A count as a counter shows it.
    pub fn count(&self, number: i32) -> String {
        match (self, u32::try_from(number)) {
            (ListStyle::None, _) => String::new(),
            (ListStyle::Bullet(sign), _) => sign.to_string(),
            (ListStyle::Text(words), _) => words.to_string(),
            (ListStyle::Number(format), Ok(number)) => counting::written(*format, number),
            (ListStyle::Written(way), Ok(number)) => way.written(number),
            (_, Err(_)) => number.to_string(),
        }
    }

    /// The marker of a list; none where the words before its items have to be text of theirs.
    pub fn marker(&self) -> Marker {
        match self {
            ListStyle::None | ListStyle::Written(_) | ListStyle::Text(_) => Marker::None,
            ListStyle::Bullet(sign) => Marker::Bullet(*sign),
            ListStyle::Number(format) => {
                let suffix = counting::css_suffix(*format).to_owned();
                Marker::Number { format: *format, parents: 0, prefix: String::new(), suffix }
            }
        }
    }

    /// The words before an item, with what parts them from it.
    pub fn label(&self, number: i32) -> String {
        let suffix = match self {
            ListStyle::None | ListStyle::Text(_) => "",
            ListStyle::Bullet(_) => " ",
            ListStyle::Written(way) => way.suffix(),
            ListStyle::Number(format) => match counting::css_suffix(*format) {
                "." => ". ",
                suffix => suffix,
            },
        };
        self.count(number) + suffix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_names_signs_and_words() {
        let parse = |text: &str| ListStyle::parse(text).unwrap();
        assert_eq!(parse("square inside"), ListStyle::Bullet('▪'));
        assert_eq!(parse("inside '– '"), ListStyle::Bullet('–'));
        assert_eq!(parse("\"Step \"").label(4), "Step ");
        assert_eq!(parse("Khmer").label(12), "១២. ");
        assert_eq!(parse("lower-roman").label(-2), "-2. ");
        assert_eq!((parse("''"), ListStyle::parse("url(a.png)")), (ListStyle::None, None));
    }
}
