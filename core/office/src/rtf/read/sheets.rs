//! The font table and the style sheet at the beginning of a file (RTF 1.9.1, "Font Table", "Style Sheet").

use std::collections::BTreeMap;
use std::sync::Arc;

use super::charset::{self, Charset};
use super::roles;
use transvase_font::font_names::{self, Class, FontName};
use transvase_font::symbol_fonts::{self, SymbolFont};
use transvase_model::flow::Role;

/// Entries of a table that count.
const MAX_ENTRIES: usize = 20_000;

/// A font.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Font {
    /// Its name.
    pub name: Arc<str>,
    /// How the bytes of text in it are read; `None` as the document's.
    pub charset: Option<Charset>,
    /// The order of its signs, where that is its own.
    pub symbols: Option<SymbolFont>,
    /// Whether all letters are equally wide.
    pub monospace: bool,
    /// Whether it says to have signs rather than letters.
    is_symbolic: bool,
    /// Whether it says that all letters are equally wide.
    fixed: bool,
}

/// The fonts by number.
#[derive(Debug, Default)]
pub(super) struct Fonts {
    all: BTreeMap<i32, Font>,
    /// The one that is being described, and its name so far.
    now: Option<(i32, String)>,
}

impl Fonts {
    /// The font of a number.
    pub(super) fn get(&self, number: i32) -> Option<&Font> {
        self.all.get(&number)
    }

    /// How the bytes of the name at hand are read.
    pub(super) fn charset(&self) -> Option<Charset> {
        self.now.as_ref().and_then(|(number, _)| self.get(*number)?.charset)
    }

    /// Takes a control word of the table.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) {
        if word == "f" {
            self.end();
            self.now = value.filter(|_| self.all.len() < MAX_ENTRIES).map(|number| (number, String::new()));
        }
        let Some((number, _)) = self.now else { return };
        let font = self.all.entry(number).or_default();
        match (word, value) {
            ("fcharset", Some(number)) => {
                font.charset = charset::of_fonts(number);
                font.is_symbolic = number == charset::SYMBOL;
            }
            ("cpg", Some(number)) => font.charset = charset::code_page(number).or(font.charset),
            ("fprq", Some(pitch)) => font.fixed = pitch == 1,
            _ => {}
        }
    }

    /// Takes text of the table.
    pub(super) fn text(&mut self, text: &str) {
        for c in text.chars() {
            match &mut self.now {
                Some(_) if c == ';' => self.end(),
                Some((_, name)) if !c.is_control() && name.len() < 200 => name.push(c),
                _ => {}
            }
        }
    }

    /// Ends the description at hand.
    pub(super) fn end(&mut self) {
        let Some((number, name)) = self.now.take() else { return };
        let font = self.all.entry(number).or_default();
        let name = name.trim();
        let parsed = FontName::parse(name);
        let unknown = Some(SymbolFont::Unknown).filter(|_| font.is_symbolic);
        font.symbols = symbol_fonts::by_family(&parsed.key).or(unknown);
        let class = font_names::office_family(&parsed).map(|family| family.class);
        font.monospace = class == Some(Class::Mono) || (font.fixed && class.is_none() && !has_wide(font.charset));
        font.name = name.into();
    }
}

/// The authors of changes, in the order of the numbers that the text calls them by.
#[derive(Debug, Default)]
pub(super) struct Authors {
    all: Vec<String>,
    /// The name at hand so far: it comes in as many pieces as it has letters of Unicode.
    now: String,
}

impl Authors {
    /// The author of a number.
    pub(super) fn get(&self, number: usize) -> Option<&str> {
        self.all.get(number).map(String::as_str)
    }

    /// Takes text of the table: each name ends with a semicolon.
    pub(super) fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                ';' => self.push(),
                c if !c.is_control() && self.now.len() < 200 => self.now.push(c),
                _ => {}
            }
        }
    }

    /// Ends a name that has no semicolon.
    pub(super) fn end(&mut self) {
        if !self.now.trim().is_empty() {
            self.push();
        }
        self.now.clear();
    }

    fn push(&mut self) {
        let name = std::mem::take(&mut self.now);
        if self.all.len() < MAX_ENTRIES {
            self.all.push(name.trim().to_owned());
        }
    }
}

/// Whether fonts of a character set have letters of East Asia, which are equally wide in all of them.
fn has_wide(charset: Option<Charset>) -> bool {
    matches!(charset, Some(Charset::Known(encoding)) if !encoding.is_single_byte())
}

/// A style.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Style {
    /// Its name.
    pub name: Arc<str>,
    /// What paragraphs of it are.
    pub role: Role,
    /// Whether they are another's words.
    pub is_quote: bool,
}

/// The styles by number.
#[derive(Debug, Default)]
pub(super) struct Styles {
    paragraphs: BTreeMap<i32, Style>,
    letters: BTreeMap<i32, Arc<str>>,
}

impl Styles {
    /// Adds a style of paragraphs.
    pub(super) fn add(&mut self, number: i32, name: &str, outline: Option<u8>) {
        if self.paragraphs.len() < MAX_ENTRIES {
            let role = roles::of(name).or(outline.map(|level| Role::Heading((level + 1).min(6))));
            let style = Style { name: name.into(), role: role.unwrap_or_default(), is_quote: roles::is_quote(name) };
            self.paragraphs.insert(number, style);
        }
    }

    /// Adds a style of characters.
    pub(super) fn add_letters(&mut self, number: i32, name: &str) {
        if self.letters.len() < MAX_ENTRIES {
            self.letters.insert(number, name.into());
        }
    }

    /// The style of paragraphs of a number.
    pub(super) fn get(&self, number: i32) -> Option<&Style> {
        self.paragraphs.get(&number)
    }

    /// The name of the style of characters of a number.
    pub(super) fn letters(&self, number: i32) -> Option<&Arc<str>> {
        self.letters.get(&number).filter(|name| !roles::is_plain(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_have_names_charsets_and_orders() {
        let mut fonts = Fonts::default();
        for (word, value, text) in [("f", 0, ""), ("fcharset", 2, "Wing"), ("x", 1, "dings;"), ("f", 3, "Courier New;")]
        {
            fonts.take(word, Some(value));
            fonts.text(text);
        }
        let font = fonts.get(0).unwrap();
        assert_eq!((&*font.name, font.symbols), ("Wingdings", Some(SymbolFont::Wingdings)));
        assert!(fonts.get(3).is_some_and(|font| font.monospace && font.symbols.is_none()));
    }
}
