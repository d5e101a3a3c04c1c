//! CBZ: comic books, or any zip archive of pictures.
//!
//! Kept: every picture, in the natural order of the names. JPEG goes into pages and documents as it is. Lost: other
//! files, with a warning.

mod members;
mod read;
#[cfg(test)]
mod tests;
mod write;

use crate::sheet;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_format::{Facts, FormatSpec, Read, Reader, Write, Writer};
use transvase_model::loss;

/// The record of CBZ.
pub static SPEC: FormatSpec = FormatSpec {
    id: "cbz",
    name: "CBZ",
    extensions: &["cbz"],
    media_types: &["application/vnd.comicbook+zip", "application/x-cbz"],
    sniff: members::sniff,
    readers: &[
        Reader { cost: loss::NOTHING, options: sheet::OPTIONS, read: Read::Pages(read::pages) },
        Reader { cost: loss::NOTHING, options: &[], read: Read::Flow(read::flow) },
        Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read::raster) },
    ],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write::write) }],
    shrinker: None,
    inspect: Some(inspect),
    notes: "A zip archive of pictures, one per page, in the natural order of their names. Pictures of every readable \
            format are read: JPEG goes into PDF and books as it is, formats that these cannot hold become PNG. A zip \
            file is taken as CBZ if its name says so or if most of its files are pictures; other files in it are \
            ignored. Pictures are written as PNG, or as the JPEG they are if nothing changes them.",
};

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    Ok(Facts { pages: Some(members::names(bytes, context)?.len() as u32), ..Facts::default() })
}
