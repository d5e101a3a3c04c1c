//! Paragraph roles other than running text and headings, by what paragraphs say and where they stand: captions, code,
//! quotations.

mod caption;
mod code;
mod quote;

use super::block::Block;
use super::page_blocks::PageBlocks;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Share of the measure that a line leaves free which was ended on purpose: more than the long word that did not fit.
pub(super) const ENDED: f32 = 0.12;

/// Marks the captions, code and quotations of all pages.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn mark(pages: &mut [PageBlocks], body_size: f32, context: &Context) -> Result<()> {
    let is_typed = code::is_typed(pages);
    for column in pages.iter_mut().flat_map(|page| &mut page.parts).flat_map(|part| &mut part.columns) {
        context.tick(column.len() as u64)?;
        caption::mark(column, body_size);
        if !is_typed {
            code::mark(column);
        }
    }
    quote::mark(pages);
    Ok(())
}

/// The paragraphs outside tables.
fn paras(pages: &[PageBlocks]) -> impl Iterator<Item = &super::block::Para> {
    let blocks = pages.iter().flat_map(PageBlocks::blocks);
    blocks.filter_map(|block| match block {
        Block::Text(para) => Some(para),
        _ => None,
    })
}
