//! Strips and tiles packed by Deflate, without a look at what their samples mean.

use super::chunks::{self, Place};
use super::directory::{Directory, Order};
use super::layout::{Kind, Layout, Meaning, tag};
use super::predict;
use super::unpack;
use transvase_base::context::Context;
use transvase_base::deflate::{self, Frame, Level};
use transvase_base::error::{ErrorCode, Result};

/// The strips or tiles of a page in their order, and how their samples are predicted.
pub(super) struct Packed {
    pub predictor: u16,
    pub chunks: Vec<Vec<u8>>,
}

impl Packed {
    fn by(predictor: u16) -> Packed {
        Packed { predictor, chunks: Vec::new() }
    }

    /// Adds a chunk with these samples, if any.
    fn add(&mut self, mut rows: Vec<u8>, layout: &Layout, order: Order, context: &Context) -> Result<()> {
        let chunk = if rows.is_empty() {
            rows
        } else {
            context.room(rows.len())?;
            predict::apply(&mut rows, self.predictor, layout, order);
            deflate::at(&rows, Frame::Zlib, Level::Best, context)?
        };
        self.chunks.push(chunk);
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.chunks.iter().map(Vec::len).sum()
    }
}

/// What a page has stored, packed better; `None` where that is no smaller, or it is not packed by bytes.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn packed(file: &[u8], page: &Directory, stored: &[&[u8]], context: &Context) -> Result<Option<Packed>> {
    let Some(layout) = Layout::read(page, file).ok().filter(|layout| is_by_bytes(layout, page, stored.len())) else {
        return Ok(None);
    };
    let mut tried: Vec<Packed> = predictors(&layout).iter().map(|predictor| Packed::by(*predictor)).collect();
    for (index, stored) in stored.iter().enumerate() {
        // Tiles without bytes are empty, and stay so.
        let rows = if stored.is_empty() { Some(Vec::new()) } else { rows(file, page, &layout, index, context)? };
        let Some(rows) = rows else { return Ok(None) };
        for packed in &mut tried {
            packed.add(rows.clone(), &layout, page.order, context)?;
        }
    }
    let least: usize = stored.iter().map(|stored| stored.len()).sum();
    Ok(tried.into_iter().filter(|packed| packed.bytes() < least).min_by_key(Packed::bytes))
}

/// The samples of the chunk with this number; `None` where they are not all there.
fn rows(file: &[u8], page: &Directory, layout: &Layout, index: usize, context: &Context) -> Result<Option<Vec<u8>>> {
    context.checkpoint()?;
    match chunks::chunk(file, layout, page.order, place(index, layout), context) {
        Ok(chunk) => Ok(Some(chunk.rows).filter(|_| chunk.is_whole)),
        Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether all chunks are there and hold nothing but samples, one after another.
fn is_by_bytes(layout: &Layout, page: &Directory, count: usize) -> bool {
    let (across, down) = layout.grid();
    let planes = if layout.is_planar { layout.samples as u64 } else { 1 };
    let is_whole = u64::from(across) * u64::from(down) * planes == count as u64;
    // Tiles as wide as the page are read as strips are, which end with it.
    let is_cut =
        page.has(tag::TILES) && layout.chunk.0 == layout.width && !layout.height.is_multiple_of(layout.chunk.1);
    // Pixels that share their colour differences lie in another way.
    let is_plain = layout.meaning != Meaning::YCbCr && !layout.is_reversed;
    is_whole && !is_cut && is_plain && unpack::is_by_bytes(layout.compression)
}

/// Predictors that suit the samples (TIFF 6.0, section 14; technical note 3): those that other programs undo.
fn predictors(layout: &Layout) -> &'static [u16] {
    match (layout.kind, layout.bits) {
        (Kind::Unsigned | Kind::Signed, 8 | 16 | 32) => &[1, 2],
        (Kind::Float, 16 | 24 | 32 | 64) => &[1, 3],
        _ => &[1],
    }
}

/// The place of the chunk with this number.
fn place(index: usize, layout: &Layout) -> Place {
    let (across, down) = (layout.grid().0 as usize, layout.grid().1 as usize);
    let (row, column) = (index / across % down, index % across);
    Place { plane: index / across / down, row: row as u32, column: column as u32 }
}
