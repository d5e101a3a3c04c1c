//! Font subsetting: font programs made smaller for a document that shows only some of their glyphs and takes its
//! metrics, its encoding and its text from elsewhere, as PDF does.
//!
//! Each function takes a program and says what a smaller one is, or `None` where it finds none: because it is already as
//! small, is damaged, or the new one would not draw the same outlines, which is looked at for every glyph that is kept.

pub mod cff;
mod charstring;
mod cmap;
mod consistency;
pub mod darkness;
mod glyf;
pub mod opentype;
mod outlines;
mod post;
pub mod raised;
mod sfnt;
pub mod truetype;
pub mod type1;

/// A table of a TrueType or OpenType file.
pub fn table<'a>(file: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    sfnt::Tables::read(file)?.get(name)
}

/// Two bytes, the more significant first; `None` beyond the end.
fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    data.get(at..)?.first_chunk().copied().map(u16::from_be_bytes)
}

/// Four bytes, the most significant first; `None` beyond the end.
fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    data.get(at..)?.first_chunk().copied().map(u32::from_be_bytes)
}
