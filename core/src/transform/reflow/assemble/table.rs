//! Tables.

use super::super::block::{Block, Frame};
use super::super::piece::{Grid, GridCell};
use super::{Assembler, is_dark, tenths};
use crate::error::Result;
use crate::model::flow::{self, Cell, Color, Row, Table, VerticalAlign};

impl Assembler<'_> {
    pub(super) fn table(&mut self, grid: &Grid, cells: &[Vec<Block>], frame: &Frame) -> Result<Table> {
        let columns = grid.xs.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let height = |row: usize| grid.ys[row + 1] - grid.ys[row];
        let mut rows: Vec<Row> =
            (0..grid.ys.len() - 1).map(|row| Row { height: height(row), ..Row::default() }).collect();
        let cursor = self.cursor;
        for (cell, blocks) in grid.cells.iter().zip(cells) {
            self.cursor = cell.rect.top;
            let written = self.cell(cell, blocks)?;
            if let Some(row) = rows.get_mut(cell.row) {
                row.cells.push(written);
            }
        }
        self.cursor = cursor;
        mark_header(&mut rows, grid.header);
        Ok(Table { columns, indent: tenths(grid.rect.left - frame.left), rows, ..Table::default() })
    }

    pub(super) fn cell(&mut self, cell: &GridCell, blocks: &[Block]) -> Result<Cell> {
        let frame = Frame { left: cell.rect.left + 5.0, right: cell.rect.right - 5.0, ..Frame::default() };
        let on_dark = cell.background.is_some_and(is_dark);
        let (top, bottom) = blocks
            .iter()
            .map(Block::extent)
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(t, b), e| (t.min(e.0), b.max(e.1)));
        let vertical = vertical_align(top - cell.rect.top, cell.rect.bottom - bottom);
        let mut blocks = blocks.to_vec();
        for block in &mut blocks {
            if let Block::Text(para) = block {
                para.background = para.background.or(cell.background.filter(|_| on_dark));
            }
        }
        let mut written = self.blocks(&blocks, &frame)?;
        trim_cell(&mut written, cell.background);
        Ok(Cell {
            column_span: cell.columns as u32,
            row_span: cell.rows as u32,
            blocks: written,
            vertical,
            background: cell.background,
            borders: cell.borders,
            header: false,
        })
    }
}

/// In a cell the space above the first paragraph is the row's doing, and the colour the cell's.
fn trim_cell(blocks: &mut [flow::Block], background: Option<Color>) {
    for (at, block) in blocks.iter_mut().enumerate() {
        if let flow::Block::Paragraph(paragraph) = block {
            if at == 0 {
                paragraph.style.space_before = 0.0;
            }
            if paragraph.style.background == background {
                paragraph.style.background = None;
            }
        }
    }
}

fn vertical_align(above: f32, below: f32) -> VerticalAlign {
    if above > below + 6.0 && below < 6.0 {
        VerticalAlign::Bottom
    } else if above > 5.0 && (above - below).abs() <= 0.35 * (above + below) {
        VerticalAlign::Middle
    } else {
        VerticalAlign::Top
    }
}

/// The first rows head the columns.
fn mark_header(rows: &mut [Row], count: usize) {
    for row in rows.iter_mut().take(count) {
        row.header = true;
        row.cells.iter_mut().for_each(|cell| cell.header = true);
    }
}
