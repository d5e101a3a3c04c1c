//! Text direction (`dir`, `direction`): which way text runs where its source says so, and where it does not.

use unicode_bidi::{BidiClass, bidi_class};

use super::super::css::Inherited;

/// The direction of a paragraph under way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Direction {
    /// What its source says.
    said: Option<bool>,
    /// Whether text around here usually runs from right to left.
    usual: bool,
    /// Whether its first letter does.
    first: Option<bool>,
    /// Whether any letter does.
    any: bool,
}

impl Direction {
    /// The direction of a paragraph in this style that has no text yet.
    pub fn of(style: &Inherited) -> Direction {
        Direction { said: style.right_to_left, usual: style.usually_right_to_left, first: None, any: false }
    }

    /// Whether its source says which.
    pub fn is_said(&self) -> bool {
        self.said.is_some()
    }

    /// Looks at more of its text.
    pub fn see(&mut self, text: &str) {
        if self.said.is_some() || self.any || (self.first.is_some() && !self.usual) {
            return;
        }
        for character in text.chars() {
            let right_to_left = match bidi_class(character) {
                BidiClass::L => false,
                BidiClass::R | BidiClass::AL => true,
                _ => continue,
            };
            self.first = self.first.or(Some(right_to_left));
            self.any |= right_to_left;
            if self.any || !self.usual {
                return;
            }
        }
    }

    /// Whether it runs from right to left: as its source says; or as its first letter does (UAX #9,
    /// P2); or, in a book of such a language, unless it has no letter that does, so that a name in
    /// Latin letters at its beginning turns nothing around.
    pub fn is_right_to_left(&self) -> bool {
        let unsaid = if self.usual { self.any || self.first.is_none() } else { self.first == Some(true) };
        self.said.unwrap_or(unsaid)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::css::Computed;
    use super::*;

    #[test]
    fn what_is_said_counts_before_the_letters() {
        let direction = |said, usual, texts: &[&str]| {
            let mut style = Computed::default().text;
            (style.right_to_left, style.usually_right_to_left) = (said, usual);
            let mut direction = Direction::of(&style);
            texts.iter().for_each(|text| direction.see(text));
            direction.is_right_to_left()
        };
        assert!(direction(Some(true), false, &["Rust"]) && !direction(Some(false), true, &["שלום"]));
        assert!(direction(None, false, &["12 ", "שלום Rust"]) && !direction(None, false, &["Rust שלום"]));
        assert!(direction(None, true, &["Rust ", "שלום"]) && direction(None, true, &["12"]));
        assert!(!direction(None, true, &["Rust 12"]) && !direction(None, false, &["12"]));
    }
}
