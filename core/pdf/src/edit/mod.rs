//! PDF editing in place: the objects of a file as a table, steps that change them, and a file written from them again.
//!
//! Nothing is interpreted anew: what no step touches is written as it was read. [`load`] reads a file through the
//! reader's object layer (which repairs what it can and opens what is encrypted), [`Document`] is the table,
//! [`write`](write::write) makes one revision of it.
//!
//! A step gets a `&mut Document`. It finds objects by what refers to them (`document.get(dictionary, "Key")` follows
//! references), takes a stream's bytes by [`filter::decode`], and gives it others with
//! [`Stream::set_plain`](object::Stream::set_plain) or [`set_packed`](object::Stream::set_packed); plain streams are
//! packed at the end. What nothing leads to any more is left out by the writer.

mod change;
mod document;
#[cfg(feature = "write")]
pub(super) mod fill;
pub(super) mod filter;
mod fonts;
mod images;
mod load;
mod names;
pub(super) mod object;
#[cfg(feature = "write")]
mod own;
mod places;
mod protect;
pub(super) mod shrink;
mod signatures;
mod standard;
mod syntax;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;
mod weights;
mod write;

use load::load;
use transvase_base::options::{EFFORT, LOSSLESS, PASSWORD, QUALITY};
use transvase_format::Shrinker;

/// How PDF is made smaller.
pub(super) const SHRINKER: Shrinker = Shrinker {
    balanced: "lossless except for pictures, which keep 200 dots per inch at the size they are shown and become JPEGs \
               of about quality 80 (or better, where a page would show the loss), and for font hinting where letters \
               look the same without it; fonts keep only the glyphs that are used",
    options: &[&LOSSLESS, &QUALITY, &EFFORT, &PASSWORD, &signatures::SIGNATURES],
    compress: shrink::compress,
    ladder: shrink::ladder,
    redraw: None,
    strip: None,
    editor: Some(change::EDITOR),
    weigh: Some(weights::of),
};
