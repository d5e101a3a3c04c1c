//! Embedded fonts: font files that come with a document, and whether text can be set in them.

use skrifa::FontRef;
use skrifa::raw::TableProvider;
use subsetter::GlyphRemapper;

use super::face::is_usable;
use super::licence::{Licence, licence};
use transvase_base::fence::fenced;

/// Why a font file is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It is no font, or parts of it cannot be read.
    Damaged,
    /// Its licence keeps it out of documents.
    Forbidden,
}

/// Checks a whole file. A damaged glyph is found only when a font is embedded, when the pages are already set
/// in it: so every glyph is embedded once beforehand.
///
/// # Errors
/// What is wrong with it.
pub fn check_document_font(file: &[u8]) -> Result<(), Unfit> {
    match licence(file) {
        None => return Err(Unfit::Damaged),
        Some(Licence::Forbidden) => return Err(Unfit::Forbidden),
        Some(Licence::Print | Licence::Edit) => {}
    }
    fenced(|| is_whole(file)).flatten().ok_or(Unfit::Damaged)
}

fn is_whole(file: &[u8]) -> Option<()> {
    let font = FontRef::from_index(file, 0).ok().filter(is_usable)?;
    let glyphs: Vec<u16> = (0..font.maxp().ok()?.num_glyphs()).collect();
    subsetter::subset(file, 0, &GlyphRemapper::new_from_glyphs_sorted(&glyphs)).ok().map(drop)
}
