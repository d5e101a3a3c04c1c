//! The strips or tiles of a page, each unpacked and put at its place.

use super::canvas::Canvas;
use super::directory::Order;
use super::layout::{Layout, Meaning};
use super::predict;
use super::unpack::{self, Unpacked};
use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::parts::pixels;
use crate::warning::{Warning, WarningCode};

/// The samples of a page. What is missing or damaged is zero, with a warning, where there is anything at all.
///
/// # Errors
/// `Malformed`, `Truncated`, a limit.
pub(super) fn canvas(file: &[u8], layout: &Layout, order: Order, context: &Context) -> Result<Canvas> {
    pixels::charge_pixels((layout.width, layout.height), context)?;
    let mut canvas = Canvas::new(layout, context)?;
    if let Some(whole) = old_jpeg(file, layout) {
        let (width, height) = (layout.width, layout.height);
        let row_bytes = width as usize * layout.samples;
        let rows = unpack::unpack(whole, row_bytes * height as usize, (width, height), layout, context)?.rows;
        canvas.put(&rows, row_bytes, (0, 0), None, &Layout { chunk: (width, height), ..layout.clone() }, order);
        return Ok(canvas);
    }
    let (across, down) = layout.grid();
    let planes = if layout.is_planar { canvas.kept } else { 1 };
    let (mut error, mut found) = (None, false);
    for plane in 0..planes {
        for row in 0..down {
            for column in 0..across {
                context.checkpoint()?;
                let index = ((plane as u64 * u64::from(down) + u64::from(row)) * u64::from(across)) + u64::from(column);
                match chunk(file, layout, order, index as usize, row, context) {
                    Ok((rows, row_bytes, is_whole)) => {
                        let place = (column as usize * layout.chunk.0 as usize, row as usize * layout.chunk.1 as usize);
                        let plane = layout.is_planar.then_some(plane);
                        canvas.put(&rows, row_bytes, place, plane, layout, order);
                        found = true;
                        if !is_whole {
                            error.get_or_insert_with(|| {
                                Error::new(ErrorCode::Truncated, "pixels of the TIFF are missing")
                            });
                        }
                    }
                    Err(why) if matches!(why.code(), ErrorCode::Malformed | ErrorCode::Truncated) => {
                        error.get_or_insert(why);
                    }
                    Err(why) => return Err(why),
                }
            }
        }
    }
    match error {
        Some(error) if !found => Err(error),
        Some(error) => {
            let message = format!("parts of a page are damaged or missing: {error}");
            context.warn(Warning::new(WarningCode::InputRepaired, message));
            Ok(canvas)
        }
        None => Ok(canvas),
    }
}

/// The stream of a page whose JPEG is coded in the old way, where it is one file.
fn old_jpeg<'a>(file: &'a [u8], layout: &Layout) -> Option<&'a [u8]> {
    let start = usize::try_from(layout.jpeg_stream?).ok()?;
    file.get(start..).filter(|stream| layout.compression == 6 && stream.starts_with(&[0xFF, 0xD8]))
}

/// The rows of a chunk, the bytes of each, and whether all of them are there.
fn chunk(
    file: &[u8],
    layout: &Layout,
    order: Order,
    index: usize,
    grid_row: u32,
    context: &Context,
) -> Result<(Vec<u8>, usize, bool)> {
    let missing = || Error::new(ErrorCode::Truncated, "pixels of the TIFF are missing");
    let (start, length) = layout.chunks.get(index).copied().ok_or_else(missing)?;
    let start = usize::try_from(start).ok().filter(|start| *start < file.len()).ok_or_else(missing)?;
    let end = start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX)).min(file.len());
    let packed = &file[start..end];
    let width = layout.chunk.0;
    // The last strip has the rows that are left; tiles are whole.
    let rows_left = layout.height - grid_row * layout.chunk.1;
    let is_strip = layout.chunk.0 == layout.width;
    let height = if is_strip { layout.chunk.1.min(rows_left) } else { layout.chunk.1 };
    pixels_of_chunk((width, height), context)?;
    if layout.meaning == Meaning::YCbCr && !layout.is_planar && !unpack::is_file(layout.compression) && layout.bits == 8
    {
        return shared(packed, (width, height), layout, context);
    }
    let row_bytes = (width as usize).saturating_mul(layout.chunk_samples() * layout.bits as usize).div_ceil(8);
    let bytes = row_bytes.saturating_mul(height as usize);
    let Unpacked { mut rows, filled } = unpack::unpack(packed, bytes, (width, height), layout, context)?;
    if filled == 0 {
        return Err(Error::malformed("a part of the TIFF cannot be unpacked"));
    }
    predict::undo(&mut rows, row_bytes, layout, order);
    Ok((rows, row_bytes, filled == bytes))
}

/// A chunk may be larger than the page, but not without end.
fn pixels_of_chunk((width, height): (u32, u32), context: &Context) -> Result<()> {
    use crate::context::Limit;
    context.check(Limit::image_pixels, u64::from(width) * u64::from(height))
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
        return Err(Error::malformed("the colours of the TIFF are shared by pixels in a way that no picture has"));
    }
    let (across, down) = (across as usize, down as usize);
    let (width, height) = (width as usize, height as usize);
    let (units, lines) = (width.div_ceil(across), height.div_ceil(down));
    let unit_bytes = across * down + 2;
    let bytes = units * lines * unit_bytes;
    let size = (width as u32, height as u32);
    let Unpacked { rows: packed, filled } = unpack::unpack(packed, bytes, size, layout, context)?;
    if filled == 0 {
        return Err(Error::malformed("a part of the TIFF cannot be unpacked"));
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
