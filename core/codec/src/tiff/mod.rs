//! The decoder of TIFF (TIFF 6.0, its technical notes, BigTIFF): pages row by row.

mod bands;
mod canvas;
pub mod chunks;
mod color;
pub mod directory;
pub mod layout;
mod luv;
mod luv_rows;
mod page;
pub mod predict;
pub mod read;
pub mod unpack;

use crate::Codec;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::media::MediaKind;

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Tiff, sniff, size, is_lossy: has_jpeg, decode: read::read };
fn sniff(bytes: &[u8]) -> bool {
    matches!(bytes, [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..])
}

/// The first page.
fn size(bytes: &[u8], context: &Context) -> Result<Option<(u32, u32)>> {
    let pages = directory::pages(bytes, context)?;
    let first = pages.first().map(|page| layout::Layout::read(page, bytes)).transpose()?;
    Ok(first.map(|page| if page.orientation > 4 { (page.height, page.width) } else { (page.width, page.height) }))
}

/// Whether the strips of the first page are JPEGs.
fn has_jpeg(bytes: &[u8]) -> bool {
    let pages = directory::pages(bytes, &Context::default());
    let first = pages.ok().and_then(|pages| layout::Layout::read(pages.first()?, bytes).ok());
    first.is_some_and(|page| unpack::is_jpeg(page.compression))
}
