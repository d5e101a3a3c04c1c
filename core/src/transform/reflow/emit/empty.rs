//! Empty cells: their paragraph looks like the text of their row, so that it does not make the row
//! higher and whoever types into it goes on in the same look.

use super::super::block::{Block, Para};
use super::super::element::Grid;
use super::super::row_borders::RowBorders;
use crate::model::flow::{self, Inline, Paragraph, ParagraphStyle, Row, Run, TextStyle};

/// Height of a line as a multiple of the size of its letters, at the least.
const LINE: f32 = 1.15;
/// Smallest size and lowest line in points.
const SMALLEST: f32 = 1.0;

/// Puts an empty paragraph into each cell without content.
pub(super) fn fill(rows: &mut [Row], grid: &Grid, cells: &[Vec<Block>], ruling: &RowBorders) {
    let mut samples: Vec<Option<&Para>> = vec![None; rows.len()];
    for (cell, blocks) in grid.cells.iter().zip(cells) {
        if let Some(sample) = samples.get_mut(cell.row).filter(|sample| sample.is_none()) {
            *sample = blocks.iter().find_map(text);
        }
    }
    let usual = cells.iter().flatten().find_map(text);
    for ((row, sample), line) in rows.iter_mut().zip(samples).zip(&ruling.widths) {
        let room = row.height - line - grid.margins.top - grid.margins.bottom;
        let Some(para) = sample.or(usual) else { continue };
        for cell in row.cells.iter_mut().filter(|cell| cell.blocks.is_empty()) {
            cell.blocks.push(flow::Block::Paragraph(empty(para, room)));
        }
    }
}

fn text(block: &Block) -> Option<&Para> {
    match block {
        Block::Text(para) if para.place.is_none() => Some(para),
        _ => None,
    }
}

/// An empty paragraph like another, no higher than a row.
fn empty(like: &Para, room: f32) -> Paragraph {
    let pitch = like.pitch.min(room).max(SMALLEST);
    let look = like.lines.first().and_then(|line| line.words.first()).map(|word| word.style.clone());
    let look = look.unwrap_or_default();
    let own = look.size.unwrap_or(like.size());
    let size = if pitch < like.pitch { own.min(pitch / LINE) } else { own };
    let size = ((size * 2.0).round() / 2.0).max(SMALLEST);
    let (family, east_asian, language) = (look.family, look.east_asian, look.language);
    let (scale, color, monospace) = (look.scale, look.color, look.monospace);
    let look =
        TextStyle { family, east_asian, language, scale, color, monospace, size: Some(size), ..TextStyle::default() };
    let style = ParagraphStyle {
        align: like.align,
        line_height: Some((pitch / size).clamp(0.7, 4.0)),
        line_distance: Some(pitch),
        right_to_left: like.rtl,
        ..ParagraphStyle::default()
    };
    let content = vec![Inline::Text(Run { text: String::new(), style: look })];
    Paragraph { style, content, ..Paragraph::default() }
}
