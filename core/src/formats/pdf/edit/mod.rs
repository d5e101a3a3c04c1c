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
#[cfg(feature = "pdf-write")]
pub(super) mod fill;
pub(super) mod filter;
mod fonts;
mod images;
mod load;
mod names;
pub(super) mod object;
mod places;
mod protect;
pub(super) mod shrink;
mod signatures;
mod standard;
mod syntax;
#[cfg(test)]
mod tests;
mod tree;
mod write;

use crate::format::Shrinker;
use crate::options::{EFFORT, LOSSLESS, PASSWORD, QUALITY};
use load::load;

/// How PDF is made smaller.
pub(super) const SHRINKER: Shrinker = Shrinker {
    balanced: "everything without loss but pictures, which keep 200 dots per inch where they are placed and become JPEGs of \
               about quality 80, or finer ones where a page would show it, and instructions of fonts for coarse screens \
               where letters look alike without; fonts keep the glyphs that are shown",
    options: &[&LOSSLESS, &QUALITY, &EFFORT, &PASSWORD, &signatures::SIGNATURES],
    compress: shrink::compress,
    ladder: shrink::ladder,
    redraw: None,
    strip: None,
    editor: Some(change::EDITOR),
};
