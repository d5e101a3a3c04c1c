//! Font table, colour table and style sheet at the beginning of a file, as the text comes to need them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use super::text::{escaped, push};
use transvase_font::font_names::{self, Class, FontName};
use transvase_model::flow::Color;

/// Bytes of a name that count.
const MAX_NAME: usize = 100;

/// Fonts, colours, styles and authors, each with the number that the text calls it by.
#[derive(Debug, Default)]
pub(super) struct Sheets {
    /// Each with its character set; `None` while no letter of it has been met.
    fonts: Vec<(Arc<str>, Option<i32>)>,
    font_numbers: BTreeMap<Arc<str>, usize>,
    colors: Vec<Color>,
    color_numbers: BTreeMap<Color, usize>,
    styles: Vec<(String, String)>,
    style_numbers: BTreeMap<String, usize>,
    letters: Names,
    authors: Names,
}

/// Names in their order.
#[derive(Debug, Default)]
struct Names {
    all: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Names {
    /// The place of a name, from 0.
    fn number(&mut self, name: &str) -> usize {
        if let Some(known) = self.numbers.get(name) {
            return *known;
        }
        self.all.push(name.to_owned());
        self.numbers.insert(name.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// Number of the first style of characters.
const FIRST_LETTERS: usize = 1_000;

impl Sheets {
    /// The number of a font that is to show a text.
    pub(super) fn font(&mut self, family: &Arc<str>, text: &str) -> usize {
        let number = *self.font_numbers.entry(family.clone()).or_insert_with(|| {
            self.fonts.push((family.clone(), None));
            self.fonts.len() - 1
        });
        if let (Some(charset), Some((_, known))) = (charset(text), self.fonts.get_mut(number)) {
            known.get_or_insert(charset);
        }
        number
    }

    /// The number of a colour.
    pub(super) fn color(&mut self, color: Color) -> usize {
        *self.color_numbers.entry(color).or_insert_with(|| {
            self.colors.push(color);
            self.colors.len()
        })
    }

    /// The number of a style of paragraphs; the first look of a name is the style's.
    pub(super) fn style(&mut self, name: &str, look: &str) -> usize {
        if let Some(known) = self.style_numbers.get(name) {
            return *known;
        }
        self.styles.push((name.to_owned(), look.to_owned()));
        let number = self.styles.len();
        self.style_numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of a style of characters.
    pub(super) fn letters(&mut self, name: &str) -> usize {
        FIRST_LETTERS + self.letters.number(name)
    }

    /// The number of an author of changes.
    pub(super) fn author(&mut self, name: &str) -> usize {
        1 + self.authors.number(name)
    }

    /// Writes the tables; `base` is the look of the style that all others are based on.
    pub(super) fn write(&self, out: &mut String, base: &str) {
        out.push_str("{\\fonttbl");
        for (number, (family, charset)) in self.fonts.iter().enumerate() {
            let ((class, pitch), charset) = (class(family), charset.unwrap_or(0));
            let _ = write!(out, "{{\\f{number}\\{class}\\fcharset{charset}\\fprq{pitch} {};}}", name(family));
        }
        out.push_str("}\n{\\colortbl;");
        for Color { r, g, b } in &self.colors {
            let _ = write!(out, "\\red{r}\\green{g}\\blue{b};");
        }
        out.push_str("}\n{\\stylesheet");
        let _ = write!(out, "{{\\s0\\ql {base}\\snext0 Normal;}}");
        for (number, (style, look)) in self.styles.iter().enumerate() {
            let number = number + 1;
            let _ = write!(out, "\n{{\\s{number}{look}\\sbasedon0\\snext{number} {};}}", name(style));
        }
        for (number, style) in self.letters.all.iter().enumerate() {
            let _ = write!(out, "\n{{\\*\\cs{}\\additive {};}}", FIRST_LETTERS + number, name(style));
        }
        out.push_str("}\n");
        if !self.authors.all.is_empty() {
            out.push_str("{\\*\\revtbl{Unknown;}");
            for author in &self.authors.all {
                let _ = write!(out, "{{{};}}", name(author));
            }
            out.push_str("}\n");
        }
    }
}

/// A name as tables have it: semicolons end entries, and tabs and breaks have no place there.
fn name(name: &str) -> String {
    let end = (0..=MAX_NAME.min(name.len())).rev().find(|at| name.is_char_boundary(*at)).unwrap_or(0);
    let mut out = String::new();
    push(&mut out, &name.get(..end).unwrap_or_default().replace(';', ",").replace(char::is_control, " "));
    out
}

/// The class of a font and its pitch (RTF 1.9.1, `\fprq`).
fn class(family: &str) -> (&'static str, u8) {
    match font_names::office_family(&FontName::parse(family)).map(|family| family.class) {
        Some(Class::Serif) => ("froman", 2),
        Some(Class::Sans) => ("fswiss", 2),
        Some(Class::Mono) => ("fmodern", 1),
        Some(Class::Symbol) => ("ftech", 2),
        None => ("fnil", 2),
    }
}

/// The character set of fonts for the first letter of a text (RTF 1.9.1, `\fcharset`).
fn charset(text: &str) -> Option<i32> {
    text.chars().find_map(|c| {
        Some(match c {
            'Ͱ'..='Ͽ' | 'ἀ'..='῿' => 161,
            'Ѐ'..='ԯ' => 204,
            '\u{590}'..='\u{5FF}' => 177,
            '\u{600}'..='\u{6FF}' | '\u{750}'..='\u{77F}' => 178,
            '\u{E00}'..='\u{E7F}' => 222,
            '\u{3040}'..='\u{30FF}' => 128,
            '\u{AC00}'..='\u{D7A3}' => 129,
            '\u{4E00}'..='\u{9FFF}' => 134,
            c if c.is_alphabetic() => 0,
            _ => return None,
        })
    })
}

/// A name in a group of its own.
pub(super) fn group(out: &mut String, word: &str, text: Option<&str>) {
    if let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) {
        let _ = write!(out, "{{\\{word} {}}}", escaped(text));
    }
}
