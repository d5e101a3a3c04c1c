//! Font files of a book, and the rules that name them (CSS Fonts 4, 4).

use std::fmt::Write as _;

use crate::model::flow::EmbeddedFont;
use crate::parts::fonts::{Licence, licence};

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
    let allowed = fonts.iter().filter(|font| licence(&font.data).is_some_and(|licence| licence > Licence::Forbidden));
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
        let family: String = font.family.chars().filter(|c| !c.is_control() && !matches!(c, '"' | '\\')).collect();
        let weight = if font.bold { "bold" } else { "normal" };
        let style = if font.italic { "italic" } else { "normal" };
        let _ = writeln!(
            sheet,
            "@font-face {{ font-family: \"{}\"; font-weight: {weight}; font-style: {style}; src: url(\"{name}\") }}",
            family.trim()
        );
    }
    sheet
}
