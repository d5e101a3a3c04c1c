//! Embedded fonts of a book, and the rules that name them (CSS Fonts 4, 4).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use transvase_font::fonts::{Licence, licence};
use transvase_markup::html_out::family_name;
use transvase_model::flow::EmbeddedFont;

/// A font file of a book.
#[derive(Debug)]
pub(super) struct Font<'a> {
    pub name: String,
    pub media_type: &'static str,
    font: &'a EmbeddedFont,
}

impl Font<'_> {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.font.data
    }
}

/// The fonts that may go with a book.
pub(super) fn of(fonts: &[EmbeddedFont]) -> Vec<Font<'_>> {
    let is_allowed = |font: &&EmbeddedFont| licence(&font.data).is_some_and(|licence| licence > Licence::Forbidden);
    let allowed: Vec<&EmbeddedFont> = fonts.iter().filter(is_allowed).collect();
    let last: BTreeMap<_, usize> = allowed.iter().enumerate().map(|(at, font)| (face(font), at)).collect();
    let is_last = |(at, font): &(usize, &EmbeddedFont)| last.get(&face(font)) == Some(at);
    let allowed = allowed.iter().copied().enumerate().filter(is_last).map(|(_, font)| font);
    let font = |(at, font): (usize, &'_ EmbeddedFont)| {
        let (extension, media_type) =
            if font.data.starts_with(b"OTTO") { ("otf", "font/otf") } else { ("ttf", "font/ttf") };
        (format!("fonts/font-{}.{extension}", at + 1), media_type)
    };
    allowed
        .enumerate()
        .map(|(at, own)| {
            let (name, media_type) = font((at, own));
            Font { name, media_type, font: own }
        })
        .collect()
}

/// The rules that name them.
pub(super) fn sheet(fonts: &[Font<'_>]) -> String {
    let mut sheet = String::new();
    for Font { name, font, .. } in fonts {
        let (family, weight, style) = face(font);
        let _ = writeln!(
            sheet,
            "@font-face {{ font-family: {family}; font-weight: {weight}; font-style: {style}; src: url(\"{name}\") }}",
        );
    }
    sheet
}

/// What a rule calls a face: of two that are called the same, readers take the last.
fn face(font: &EmbeddedFont) -> (String, &'static str, &'static str) {
    let weight = if font.bold { "bold" } else { "normal" };
    let style = if font.italic { "italic" } else { "normal" };
    (family_name(&font.family), weight, style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_called_by_names_that_end_nothing() {
        let font =
            |family: &str, bold| EmbeddedFont { family: family.into(), bold, italic: false, data: [0; 4].into() };
        assert_eq!(face(&font(" A\"b\\{c} ", true)), ("\"Abc\"".into(), "bold", "normal"));
        assert_eq!(face(&font("A}bc", false)), face(&font("Abc", false)));
    }
}
