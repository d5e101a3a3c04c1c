//! The strips or tiles of a page, each unpacked.

use super::directory::Order;
use super::layout::Layout;
use super::predict;
use super::unpack::{self, Unpacked};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};

/// The rows of a strip or tile, and their place on the page.
pub struct Chunk {
    /// The rows, one after another.
    pub rows: Vec<u8>,
    /// Bytes of a row.
    pub row_bytes: usize,
    /// Pixels from the left.
    pub left: usize,
    /// Pixels from the top.
    pub top: usize,
    /// The sample that it holds, where each has chunks of its own.
    pub plane: usize,
    /// Whether all of its rows are there; what is missing is zero.
    pub is_whole: bool,
}

/// Where a strip or tile stands among those of its page.
#[derive(Clone, Copy)]
pub struct Place {
    /// The plane, where channels lie apart.
    pub plane: usize,
    /// Which down.
    pub row: u32,
    /// Which across.
    pub column: u32,
}

/// Bytes that are unpacked together, about: a strip may be a single row.
pub(crate) const BAND_BYTES: usize = 256 << 10;

/// The layout as its chunks are to be read: what is one JPEG stream is one chunk.
pub(crate) fn arranged(file: &[u8], layout: Layout) -> Layout {
    match old_jpeg(file, &layout) {
        Some(_) => Layout { chunk: (layout.width, layout.height), is_planar: false, ..layout },
        None => split(layout),
    }
}

/// A strip that is the whole page, in pieces, where it is not packed.
fn split(layout: Layout) -> Layout {
    let row_bytes = layout.row_bytes().max(1);
    let rows = (BAND_BYTES / row_bytes).max(1) as u32;
    let is_page = layout.chunk == (layout.width, layout.height);
    if layout.compression > unpack::NONE || layout.is_shared() || !is_page {
        return layout;
    }
    let piece_bytes = u64::from(rows).saturating_mul(row_bytes as u64);
    let piece = |(start, length): (u64, u64), at: u32| {
        let before = piece_bytes.saturating_mul(at.into()).min(length);
        (start.saturating_add(before), piece_bytes.min(length - before))
    };
    let count = layout.height.div_ceil(rows);
    let strips = layout.chunks.iter().take(layout.samples);
    let chunks = strips.flat_map(|strip| (0..count).map(move |at| piece(*strip, at))).collect();
    Layout { chunk: (layout.width, rows.min(layout.height)), chunks, ..layout }
}

/// The stream of a page whose JPEG is coded in the old way, where it is one file.
fn old_jpeg<'a>(file: &'a [u8], layout: &Layout) -> Option<&'a [u8]> {
    let start = usize::try_from(layout.jpeg_stream?).ok()?;
    file.get(start..).filter(|stream| layout.compression == 6 && stream.starts_with(&[0xFF, 0xD8]))
}

/// The chunk at a place.
///
/// # Errors
/// `Malformed` or `Truncated` where nothing of it is there; a limit.
pub fn chunk(file: &[u8], layout: &Layout, order: Order, place: Place, context: &Context) -> Result<Chunk> {
    let packed = match old_jpeg(file, layout) {
        Some(whole) => whole,
        None => packed(file, layout, place)?,
    };
    let (width, height) = layout.chunk;
    // The last strip has the rows that are left; tiles are whole.
    let is_strip = width == layout.width;
    let height = if is_strip { height.min(layout.height - place.row * height) } else { height };
    // A chunk may be larger than the page, but not without end.
    context.check(Limit::image_pixels, u64::from(width) * u64::from(height))?;
    let (rows, row_bytes, is_whole) = match layout.is_shared() {
        true => shared(packed, (width, height), layout, context)?,
        false => plain(packed, (width, height), layout, order, context)?,
    };
    let (left, top) = (place.column as usize * width as usize, place.row as usize * layout.chunk.1 as usize);
    Ok(Chunk { rows, row_bytes, left, top, plane: place.plane, is_whole })
}

/// The bytes of a chunk in the file.
fn packed<'a>(file: &'a [u8], layout: &Layout, Place { plane, row, column }: Place) -> Result<&'a [u8]> {
    let (across, down) = layout.grid();
    let index = ((plane as u64 * u64::from(down) + u64::from(row)) * u64::from(across)) + u64::from(column);
    let missing = || Error::new(ErrorCode::Truncated, "pixels of the TIFF are missing");
    let (start, length) = layout.chunks.get(index as usize).copied().ok_or_else(missing)?;
    let start = usize::try_from(start).ok().filter(|start| *start < file.len()).ok_or_else(missing)?;
    let end = start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX)).min(file.len());
    Ok(&file[start..end])
}

/// Rows whose pixels have all their samples, the bytes of each row, and whether all are there.
fn plain(
    packed: &[u8],
    (width, height): (u32, u32),
    layout: &Layout,
    order: Order,
    context: &Context,
) -> Result<(Vec<u8>, usize, bool)> {
    let row_bytes = layout.row_bytes();
    let bytes = row_bytes.saturating_mul(height as usize);
    let Unpacked { mut rows, filled } = unpack::unpack(packed, bytes, (width, height), layout, context)?;
    if filled == 0 {
        return Err(Error::malformed("a strip or tile of the TIFF cannot be decompressed"));
    }
    predict::undo(&mut rows, row_bytes, layout, order);
    Ok((rows, row_bytes, filled == bytes))
}

/// Pixels that share their colour differences (TIFF 6.0, section 21), each with its own.
fn shared(
    packed: &[u8],
    (width, height): (u32, u32),
    layout: &Layout,
    context: &Context,
) -> Result<(Vec<u8>, usize, bool)> {
    let (across, down) = layout.subsampling;
    if !matches!((across, down), (1 | 2 | 4, 1 | 2 | 4)) || layout.samples != 3 {
        return Err(Error::malformed("the chroma subsampling of the TIFF is not supported"));
    }
    let (across, down) = (across as usize, down as usize);
    let (width, height) = (width as usize, height as usize);
    let (units, lines) = (width.div_ceil(across), height.div_ceil(down));
    let unit_bytes = across * down + 2;
    let bytes = units * lines * unit_bytes;
    let size = (width as u32, height as u32);
    let Unpacked { rows: packed, filled } = unpack::unpack(packed, bytes, size, layout, context)?;
    if filled == 0 {
        return Err(Error::malformed("a strip or tile of the TIFF cannot be decompressed"));
    }
    let mut rows = vec![0; width * height * 3];
    for (at, unit) in packed.chunks_exact(unit_bytes).enumerate() {
        context.tick(unit_bytes as u64)?;
        let (left, top) = (at % units * across, at / units * down);
        for inside in 0..across * down {
            let (x, y) = (left + inside % across, top + inside / across);
            if x < width && y < height {
                let pixel = (y * width + x) * 3;
                rows[pixel..pixel + 3].copy_from_slice(&[unit[inside], unit[unit_bytes - 2], unit[unit_bytes - 1]]);
            }
        }
    }
    Ok((rows, width * 3, filled == bytes))
}
