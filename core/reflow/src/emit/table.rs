//! Tables of the finished flow.

use super::super::block::{self, Block, ColumnExtent, LONE_PITCH, Para, TableCell};
use super::super::color::is_dark;
use super::super::page_blocks::CELL_PADDING;
use super::super::row_borders::{RowBorders, drawn};
use super::tolerances::{LITTLE, LOWEST_LINE, SAME_PLACE, TIGHTEST, UNSEEN};
use super::{Assembler, heights, line_height, tenths};
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::flow::{
    self, Align, Cell, Color, Edges, Inline, Paragraph, ParagraphStyle, Row, Run, Table, TextStyle, Turn, VerticalAlign,
};

/// The inner margins of cells that tables have without saying so, in points.
const USUAL: Edges = Edges { top: 0.0, right: CELL_PADDING, bottom: 0.0, left: CELL_PADDING };
/// Share of the page, down to where its foot begins, below which a table nearly fills it.
const LOW: f32 = 0.75;
/// Difference of the spaces above and below text in the middle of a cell, as a share of both.
const MIDDLE: f32 = 0.35;

impl Assembler<'_> {
    /// A table, and the height in points by which it is higher than it was.
    pub(super) fn table(&mut self, grid: &block::Table, frame: &ColumnExtent) -> Result<(Table, f32)> {
        let mut columns: Vec<f32> = grid.xs.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let ruling = RowBorders::of(grid);
        // A row that goes on over the end of a page is as high as its text, wherever the page ends now.
        let height = |(row, y): (usize, &f32)| match ruling.height(row) {
            _ if grid.loose.contains(y) => 0.0,
            // Office programs move a row that fits nowhere to the next page.
            height if height > self.foot / 2.0 => height * TIGHTEST,
            height => height,
        };
        let heights = grid.ys.iter().take(grid.ys.len() - 1).enumerate().map(height);
        let mut rows: Vec<Row> = heights.map(|height| Row { height, ..Row::default() }).collect();
        let cursor = self.cursor;
        let mut spare = vec![f32::INFINITY; rows.len()];
        for cell in &grid.cells {
            let (room, margins) = (ruling.room(cell), cell.margins(&grid.margins));
            let written = self.cell(cell, room, &margins)?;
            heights::note(&mut spare, cell, self.spare(&cell.blocks, &room, &margins));
            if let Some(row) = rows.get_mut(cell.row) {
                row.cells.push(written);
            }
        }
        self.cursor = cursor;
        // What goes on elsewhere has the heights of two places.
        let is_whole = grid.end.is_none() && grid.cut.is_none();
        let growth = if is_whole { heights::level(&mut rows, &spare) } else { 0.0 };
        if is_whole && !frame.in_cell {
            // A fraction of a point too much in some rows moves the last one to a page of its own.
            self.wanted -= heights::give(&mut rows, &spare, self.wanted);
        }
        mark_header(&mut rows, grid.header, self.repeats(grid));
        fill_empty(&mut rows, grid, &ruling);
        let right_to_left = is_rtl(grid);
        if right_to_left {
            columns.reverse();
            rows.iter_mut().for_each(|row| row.cells.reverse());
        }
        let padding = Some(grid.margins).filter(|margins| *margins != USUAL);
        let place = self.places.of_table(self.page, grid);
        let table = Table { columns, padding, right_to_left, rows, place, ..Table::default() };
        Ok((placed(table, grid, frame), growth))
    }

    /// Height in points that the blocks of a cell, just written, leave of its room; less than nothing where they take
    /// more.
    fn spare(&self, blocks: &[Block], room: &Rect, margins: &Edges) -> f32 {
        let first = blocks.iter().map(|block| block.extent().0).fold(f32::INFINITY, f32::min);
        let top = room.top + margins.top;
        let height = if blocks.is_empty() { 0.0 } else { self.cursor - first.max(top) };
        room.bottom - margins.bottom - top - height
    }

    /// Whether the head of a table is to be repeated: it goes on over pages, or may well do so after an
    /// edit. LibreOffice breaks a table that nearly fills its page too early where its head repeats.
    fn repeats(&self, grid: &block::Table) -> bool {
        grid.end.is_some() || grid.rect.bottom < LOW * self.foot
    }

    fn cell(&mut self, cell: &TableCell, rect: Rect, margins: &Edges) -> Result<Cell> {
        self.cursor = rect.top + margins.top;
        let (left, right) = (rect.left + margins.left, rect.right - margins.right);
        let frame = ColumnExtent { left, right, in_cell: true, ..ColumnExtent::default() };
        let on_dark = cell.background.is_some_and(is_dark);
        let (top, bottom) = cell
            .blocks
            .iter()
            .map(Block::extent)
            .fold((f32::INFINITY, f32::NEG_INFINITY), |(t, b), e| (t.min(e.0), b.max(e.1)));
        let vertical = vertical_align(top - rect.top - margins.top, rect.bottom - margins.bottom - bottom);
        let mut blocks = cell.blocks.clone();
        for block in &mut blocks {
            if let Block::Text(para) = block {
                para.background = para.background.or(cell.background.filter(|_| on_dark));
            }
        }
        let mut written = self.blocks(&blocks, &frame)?;
        let room = rect.height() - margins.top - margins.bottom - (bottom - top);
        trim_cell(&mut written, cell.background, if vertical == VerticalAlign::Top { room } else { 0.0 });
        if vertical == VerticalAlign::Middle {
            centre(&mut written, top - rect.top - margins.top, rect.bottom - margins.bottom - bottom);
        }
        Ok(Cell {
            column_span: cell.columns as u32,
            row_span: cell.rows as u32,
            blocks: written,
            vertical,
            background: cell.background,
            borders: cell.borders,
            header: false,
            turn: turn(cell.angle),
        })
    }
}

/// Whether most of the text of a table runs from the right, and so do its columns.
fn is_rtl(table: &block::Table) -> bool {
    let paras = table.blocks().filter_map(Block::text);
    let lettered = |para: &&Para| {
        let words = para.lines.iter().flat_map(|line| &line.words);
        words.flat_map(|word| word.text.chars()).any(char::is_alphabetic)
    };
    let (rtl, ltr): (Vec<&Para>, Vec<&Para>) = paras.filter(lettered).partition(|para| para.rtl);
    rtl.len() > ltr.len()
}

/// Puts a table where it stood. It is indented to the outer edge of the line at the side it starts
/// from; from the right only where it does not stand in the middle, since LibreOffice measures all
/// indents from the left.
fn placed(table: Table, grid: &block::Table, frame: &ColumnExtent) -> Table {
    let first = grid.cells.first().map_or(0.0, |cell| drawn(cell.borders.left));
    let left = grid.rect.left - first / 2.0 - frame.left;
    if !table.right_to_left {
        return Table { indent: tenths(left), ..table };
    }
    let last = grid.cells.iter().find(|cell| cell.column + cell.columns + 1 == grid.xs.len());
    let right = frame.right - grid.rect.right - last.map_or(0.0, |cell| drawn(cell.borders.right)) / 2.0;
    if (left - right).abs() <= SAME_PLACE {
        return Table { align: Some(Align::Center), ..table };
    }
    Table { indent: tenths(right), ..table }
}

/// The turn of a cell's text.
fn turn(angle: i16) -> Turn {
    match angle {
        90 => Turn::Down,
        -90 => Turn::Up,
        _ => Turn::None,
    }
}

/// In a cell the space above the first paragraph is the row's doing, but for text at the top, where it
/// takes no more than the `room` of the row; and the colour is the cell's.
fn trim_cell(blocks: &mut [flow::Block], background: Option<Color>, room: f32) {
    for (at, block) in blocks.iter_mut().enumerate() {
        if let flow::Block::Paragraph(paragraph) = block {
            if at == 0 {
                let space = tenths(paragraph.style.space_before.min(room.max(0.0)));
                paragraph.style.space_before = if space < UNSEEN { 0.0 } else { space };
            }
            if paragraph.style.background == background {
                paragraph.style.background = None;
            }
        }
    }
}

/// Text that stands above or below the middle of its cell has a space at the other side.
fn centre(blocks: &mut [flow::Block], above: f32, below: f32) {
    if (above - below).abs() < UNSEEN {
        return;
    }
    if above > below
        && let Some(flow::Block::Paragraph(first)) = blocks.first_mut()
    {
        first.style.space_before = tenths(above - below);
    } else if let Some(flow::Block::Paragraph(last)) = blocks.last_mut() {
        last.style.space_after = tenths(below - above);
    }
}

fn vertical_align(above: f32, below: f32) -> VerticalAlign {
    if above > below + LITTLE && below < LITTLE {
        VerticalAlign::Bottom
    } else if above > LITTLE && (above - below).abs() <= MIDDLE * (above + below) {
        VerticalAlign::Middle
    } else {
        VerticalAlign::Top
    }
}

/// The first rows head the columns.
fn mark_header(rows: &mut [Row], count: usize, repeats: bool) {
    for row in rows.iter_mut().take(count) {
        row.header = repeats;
        row.cells.iter_mut().for_each(|cell| cell.header = true);
    }
}

/// Puts an empty paragraph into each cell without content. It looks like the text of its row, so that it does not make
/// the row higher and whoever types into it goes on in the same look.
fn fill_empty<'a>(rows: &mut [Row], grid: &'a block::Table, ruling: &RowBorders) {
    let flowing = |block: &'a Block| block.text().filter(|para| para.place.is_none());
    let mut samples: Vec<Option<&Para>> = vec![None; rows.len()];
    for cell in &grid.cells {
        if let Some(sample) = samples.get_mut(cell.row).filter(|sample| sample.is_none()) {
            *sample = cell.blocks.iter().find_map(flowing);
        }
    }
    let usual = grid.blocks().find_map(flowing);
    for ((row, sample), line) in rows.iter_mut().zip(samples).zip(&ruling.widths) {
        let room = row.height - line - grid.margins.top - grid.margins.bottom;
        let Some(para) = sample.or(usual) else { continue };
        for cell in row.cells.iter_mut().filter(|cell| cell.blocks.is_empty()) {
            cell.blocks.push(flow::Block::Paragraph(empty(para, room)));
        }
    }
}

/// An empty paragraph like another, no higher than a row.
fn empty(like: &Para, room: f32) -> Paragraph {
    let pitch = like.pitch.min(room).max(LOWEST_LINE);
    let look = like.lines.first().and_then(|line| line.words.first()).map(|word| word.style.clone());
    let look = look.unwrap_or_default();
    let own = look.size.unwrap_or(like.size());
    let size = if pitch < like.pitch { own.min(pitch / LONE_PITCH.0) } else { own };
    let size = ((size * 2.0).round() / 2.0).max(LOWEST_LINE);
    let (family, east_asian, language) = (look.family, look.east_asian, look.language);
    let (scale, color, monospace) = (look.scale, look.color, look.monospace);
    let look =
        TextStyle { family, east_asian, language, scale, color, monospace, size: Some(size), ..TextStyle::default() };
    let style = ParagraphStyle {
        align: like.align,
        line_height: line_height(pitch, size),
        line_distance: Some(pitch),
        right_to_left: like.rtl,
        ..ParagraphStyle::default()
    };
    let content = vec![Inline::Text(Run { text: String::new(), style: look })];
    Paragraph { style, content, ..Paragraph::default() }
}
