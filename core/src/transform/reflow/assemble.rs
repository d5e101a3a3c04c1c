//! Blocks to the flowing document: sections, spaces, page and column breaks.

use std::collections::BTreeMap;

use super::block::{Block, Frame, Para};
use super::inline::{Lexicon, Targets, Writer};
use super::list::{self, Item};
use super::piece::{Grid, Picture};
use super::section::{CELL_PADDING, PageBlocks, Part};
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::{
    self, Align, Cell, Color, Column, Edges, Inline, InlineImage, List, ListItem, Marker, PageSetup, Paragraph,
    ParagraphStyle, Row, Section, Table, VerticalAlign,
};
use crate::units::Size;

/// Columns whose edges differ by less, in points, are the same columns.
const SAME_EDGE: f32 = 8.0;
/// Room kept below the text of a page in points: other programs' lines are not exactly as high.
const SLACK: f32 = 30.0;
/// Space in points from which a space may be a little smaller, and by how much at most.
const GIVING: f32 = 14.0;
const GIVE: f32 = 8.0;
/// The same for spaces in the lowest part of the page, and where that begins as a share of it.
const FOOT_GIVE: f32 = 60.0;
const FOOT: f32 = 0.88;
/// Distance in points from the lowest text of its pages within which a column is full.
const FULL: f32 = 28.0;
/// Share by which lines move together at most where words were divided at their ends.
const TIGHTEST: f32 = 0.95;
/// Lines up to which columns are pieces side by side: with a table or picture among them, and
/// without.
const MANY_LINES: usize = 40;
const FEW_LINES: usize = 12;
/// Smallest lower margin in points.
const MIN_BOTTOM: f32 = 14.0;
/// Shades darker than this carry light text.
const DARK: u32 = 3 * 200;

/// Builds the sections of a document.
pub(super) struct Assembler<'a> {
    lexicon: &'a Lexicon,
    targets: &'a Targets,
    context: &'a Context,
    sections: Vec<Section>,
    /// Lower edge of what was written last on this page.
    cursor: f32,
    /// Where the foot of the page begins.
    foot: f32,
    /// Lower edge of the columns of this page.
    floor: f32,
}

/// Margins of pages of one size.
#[derive(Clone, Copy)]
struct Margins {
    top: f32,
    bottom: f32,
}

impl<'a> Assembler<'a> {
    /// An assembler; links lead to `targets`.
    pub fn new(lexicon: &'a Lexicon, targets: &'a Targets, context: &'a Context) -> Self {
        Assembler { lexicon, targets, context, sections: Vec::new(), cursor: 0.0, foot: f32::INFINITY, floor: 0.0 }
    }

    /// Writes all pages.
    pub fn run(mut self, pages: &[PageBlocks]) -> Result<Vec<Section>> {
        let margins = margins(pages);
        for page in pages {
            self.context.tick(1)?;
            if let Some(margins) = margins.get(&class(page.size)) {
                self.page(page, *margins)?;
            }
        }
        Ok(self.sections)
    }

    fn page(&mut self, page: &PageBlocks, margins: Margins) -> Result<()> {
        if !page.parts.first().and_then(|part| part.joined.first()).copied().unwrap_or(false) {
            self.cursor = margins.top;
        }
        self.foot = page.size.height * FOOT;
        let columns = page.parts.iter().filter(|part| part.columns.len() > 1).flat_map(|part| &part.columns);
        self.floor = columns.flatten().map(|block| block.extent().1).fold(0.0, f32::max);
        let empty = Part { frames: vec![page.frame], columns: vec![Vec::new()], joined: vec![false] };
        let parts = if page.parts.is_empty() { std::slice::from_ref(&empty) } else { &page.parts };
        for (at, part) in parts.iter().enumerate() {
            let first = at == 0;
            let new_section = self.open(page, part, margins, first);
            let breaks = first && !new_section && !part.joined.first().copied().unwrap_or(false);
            if is_layout(part) {
                self.side_by_side(part, &page.frame, breaks)?;
            } else {
                self.part(part, breaks)?;
            }
        }
        Ok(())
    }

    /// Begins a section where the geometry changes; tells whether one was begun.
    fn open(&mut self, page: &PageBlocks, part: &Part, margins: Margins, first: bool) -> bool {
        let setup = setup(page, part, margins);
        if self.sections.last().and_then(|section| section.page.as_ref()).is_some_and(|last| alike(last, &setup)) {
            return false;
        }
        self.sections.push(Section { page: Some(setup), new_page: first, ..Section::default() });
        true
    }

    fn part(&mut self, part: &Part, mut breaks: bool) -> Result<()> {
        let top = self.cursor;
        let mut lowest = top;
        for (at, blocks) in part.columns.iter().enumerate() {
            let joined = part.joined.get(at).copied().unwrap_or(false);
            // Text flows out of a full column by itself, and may take a little more or less room.
            let full = at > 0
                && part
                    .columns
                    .get(at - 1)
                    .and_then(|blocks| blocks.last())
                    .is_some_and(|block| block.extent().1 > self.floor - FULL);
            if at > 0 && !joined && !full {
                self.push(flow::Block::ColumnBreak);
            }
            // A joined paragraph ended in this column: the cursor is there.
            if !joined {
                self.cursor = top;
            }
            let frame = part.frames.get(at).copied().unwrap_or_default();
            // A rule at the very top of a column would only stand in the way of its break.
            let opens = usize::from(at > 0 && matches!(blocks.first(), Some(Block::Rule(_))));
            let mut written = self.blocks(blocks.get(opens..).unwrap_or_default(), &frame)?;
            if std::mem::take(&mut breaks) {
                break_before(&mut written);
            }
            self.extend(written);
            lowest = lowest.max(self.cursor);
        }
        self.cursor = lowest;
        Ok(())
    }

    /// Writes short columns as the cells of a table without lines.
    fn side_by_side(&mut self, part: &Part, page: &Frame, breaks: bool) -> Result<()> {
        let top = self.cursor;
        let mut lowest = top;
        let mut cells = Vec::new();
        for (blocks, frame) in part.columns.iter().zip(&part.frames) {
            self.cursor = top;
            cells.push(Cell { blocks: self.blocks(blocks, frame)?, ..Cell::default() });
            lowest = lowest.max(self.cursor);
        }
        self.cursor = lowest;
        let edges: Vec<f32> = part.frames.iter().map(|frame| frame.left - CELL_PADDING).collect();
        let last = part.frames.last().map_or(page.right, |frame| frame.right.max(page.right)) + CELL_PADDING;
        let ends = edges.iter().skip(1).copied().chain([last]);
        let columns = edges.iter().zip(ends).map(|(from, to)| (to - from).max(10.0)).collect();
        let indent = tenths(edges.first().map_or(0.0, |edge| edge - page.left));
        let rows = vec![Row { cells, ..Row::default() }];
        let mut written = vec![flow::Block::Table(Table { columns, indent, rows, ..Table::default() })];
        if breaks {
            break_before(&mut written);
        }
        self.extend(written);
        Ok(())
    }

    fn push(&mut self, block: flow::Block) {
        self.extend(vec![block]);
    }

    fn extend(&mut self, mut blocks: Vec<flow::Block>) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.append(&mut blocks);
        }
    }

    /// Writes the blocks of a column or cell.
    fn blocks(&mut self, blocks: &[Block], frame: &Frame) -> Result<Vec<flow::Block>> {
        let mut done: Vec<flow::Block> = Vec::new();
        let mut at = 0;
        while let Some(block) = blocks.get(at) {
            self.context.tick(1)?;
            if let Some(items) = list::list_at(blocks, at) {
                at = list::end_of(&items);
                done.push(self.list(blocks, &items));
                continue;
            }
            match block {
                Block::Text(para) => done.push(flow::Block::Paragraph(self.paragraph(para, 0))),
                Block::Picture(picture) => done.push(self.picture(picture, frame)),
                Block::Rule(_) => {
                    self.advance(block);
                    done.push(flow::Block::Rule);
                }
                Block::Table(grid, cells) => {
                    self.space_below(&mut done, grid.rect.top);
                    done.push(flow::Block::Table(self.table(grid, cells, frame)?));
                    self.step(grid.rect.top, grid.rect.bottom);
                }
            }
            at += 1;
        }
        Ok(done)
    }

    /// Space between what was written last and a block, and moves below the block.
    fn advance(&mut self, block: &Block) -> f32 {
        let (top, bottom) = block.extent();
        self.step(top, bottom)
    }

    /// What stands closer in the source than it can in flowing text moves down, and the next
    /// spaces make up for it.
    fn step(&mut self, top: f32, bottom: f32) -> f32 {
        let space = (top - self.cursor).max(0.0);
        let height = (bottom - top).max(0.0);
        if space.is_finite() && height.is_finite() {
            self.cursor += space + height;
        }
        // Wide spaces give a little, above the foot of the page more, so that lines of another
        // program's height, and lines it breaks elsewhere, still fit on the page.
        let (share, most) = if top > self.foot { (0.7, FOOT_GIVE) } else { (0.2, GIVE) };
        let space = if space > GIVING { space - (share * space).min(most) } else { space };
        // Less than half a point is the rounding of line pitches.
        if space.is_finite() && space >= 0.5 { (space * 10.0).round() / 10.0 } else { 0.0 }
    }

    /// Tables have no space of their own: the paragraph above gives it.
    fn space_below(&mut self, done: &mut Vec<flow::Block>, top: f32) {
        let space = self.step(top, top);
        match done.last_mut() {
            Some(flow::Block::Paragraph(paragraph)) => paragraph.style.space_after = space,
            None if space < 16.0 => {}
            _ if space < 2.0 => {}
            _ => done.push(spacer(space)),
        }
    }

    fn paragraph(&mut self, para: &Para, skip: usize) -> Paragraph {
        let space_before = if para.place.is_some() { 0.0 } else { self.step(para.top(), para.bottom()) };
        self.cursor = para.end().unwrap_or(self.cursor);
        let on_dark = para.background.is_some_and(is_dark);
        let (content, tabs) = Writer::new(self.lexicon, self.targets, on_dark).write(para, skip);
        let style = ParagraphStyle {
            align: para.align,
            indent_start: tenths(para.indent_start),
            indent_end: tenths(para.indent_end),
            indent_first: tenths(para.indent_first),
            space_before,
            line_height: Some((para.pitch * tightness(para) / para.size().max(1.0)).clamp(0.7, 4.0)),
            right_to_left: para.rtl,
            background: para.background,
            tabs,
            ..ParagraphStyle::default()
        };
        Paragraph { role: para.role, style, content, ..Paragraph::default() }
    }

    fn picture(&mut self, picture: &Picture, frame: &Frame) -> flow::Block {
        let rect = picture.rect;
        let space_before = self.step(rect.top, rect.bottom);
        let scale = (frame.width().max(20.0) / rect.width().max(1.0)).min(1.0);
        let left = (rect.left - frame.left).max(0.0);
        let right = (frame.right - rect.right).max(0.0);
        let centered = (left - right).abs() <= 0.04 * frame.width() && left > 4.0;
        let at_end = !centered && right < 4.0 && left > 0.3 * frame.width();
        let align = if centered {
            Align::Center
        } else if at_end {
            Align::End
        } else {
            Align::Start
        };
        let indent_start = if align == Align::Start { tenths(left) } else { 0.0 };
        let image = InlineImage {
            width: Some(rect.width() * scale),
            height: Some(rect.height() * scale),
            alt: picture.alt.clone(),
            ..InlineImage::new(picture.media)
        };
        let style = ParagraphStyle { align: Some(align), indent_start, space_before, ..ParagraphStyle::default() };
        flow::Block::Paragraph(Paragraph { style, content: vec![Inline::Image(image)], ..Paragraph::default() })
    }

    fn list(&mut self, blocks: &[Block], items: &[Item]) -> flow::Block {
        let marker = items.first().map_or(Marker::None, |item| item.found.marker.clone());
        let start = items.first().map_or(1, |item| item.found.number.max(1));
        let mut list = List { marker, start, ..List::default() };
        for item in items {
            let mut done = Vec::new();
            for (at, block) in blocks.iter().enumerate().take(item.end).skip(item.start) {
                let Block::Text(para) = block else { continue };
                let skip = if at == item.start { item.found.words } else { 0 };
                let mut paragraph = self.paragraph(para, skip);
                paragraph.style.indent_start = tenths((item.found.text_left - para.frame.left).max(0.0));
                let hang = if at == item.start { item.left - item.found.text_left } else { 0.0 };
                paragraph.style.indent_first = tenths(hang.min(0.0));
                paragraph.style.tabs.clear();
                if matches!(paragraph.content.first(), Some(Inline::Tab)) {
                    paragraph.content.remove(0);
                }
                done.push(flow::Block::Paragraph(paragraph));
            }
            if !item.children.is_empty() {
                done.extend(self.lists(blocks, &item.children));
            }
            list.items.push(ListItem { number: None, blocks: done });
        }
        flow::Block::List(list)
    }

    /// Items of one level; a change of marker begins another list.
    fn lists(&mut self, blocks: &[Block], items: &[Item]) -> Vec<flow::Block> {
        let mut done = Vec::new();
        let mut start = 0;
        while let Some(first) = items.get(start) {
            let mut expected = first.found.number;
            let alike = |item: &&Item| {
                let counts_on = item.found.number == expected || expected == 0;
                expected += u32::from(expected > 0);
                item.found.marker == first.found.marker && counts_on
            };
            let length = items[start..].iter().take_while(alike).count().max(1);
            done.push(self.list(blocks, &items[start..start + length]));
            start += length;
        }
        done
    }

    fn table(&mut self, grid: &Grid, cells: &[Vec<Block>], frame: &Frame) -> Result<Table> {
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
        mark_header(&mut rows);
        Ok(Table { columns, indent: tenths(grid.rect.left - frame.left), rows, ..Table::default() })
    }

    fn cell(&mut self, cell: &super::piece::GridCell, blocks: &[Block]) -> Result<Cell> {
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

/// Words that were divided at line ends are whole again and need more lines: lines move together a
/// little, so that the paragraph keeps its height.
fn tightness(para: &Para) -> f32 {
    let divided = para
        .lines
        .iter()
        .filter(|line| line.words.last().is_some_and(|word| word.text.ends_with(['-', '\u{AD}', '\u{2010}'])));
    let lines = para.lines.len() as f32;
    (lines / (lines + 0.35 * divided.count() as f32)).max(TIGHTEST)
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

/// A first row that is all bold or shaded, above rows that are not, is a header.
fn mark_header(rows: &mut [Row]) {
    let is_bold = |row: &Row| {
        let mut runs = 0;
        let all = row.cells.iter().all(|cell| {
            cell.blocks.iter().all(|block| match block {
                flow::Block::Paragraph(paragraph) => paragraph.content.iter().all(|inline| match inline {
                    Inline::Text(run) => {
                        runs += 1;
                        run.style.is_bold()
                    }
                    _ => true,
                }),
                _ => true,
            })
        });
        all && runs > 0
    };
    let is_shaded = |row: &Row| !row.cells.is_empty() && row.cells.iter().all(|cell| cell.background.is_some());
    let spans = rows.first().is_some_and(|row| row.cells.iter().any(|cell| cell.row_span > 1));
    let Some((first, rest)) = rows.split_first_mut() else { return };
    let evident = (is_bold(first) && !rest.iter().all(is_bold)) || (is_shaded(first) && !rest.iter().any(is_shaded));
    if evident && !spans && !rest.is_empty() {
        first.header = true;
        first.cells.iter_mut().for_each(|cell| cell.header = true);
    }
}

fn is_dark(color: Color) -> bool {
    u32::from(color.r) + u32::from(color.g) + u32::from(color.b) < DARK
}

fn tenths(value: f32) -> f32 {
    if value.is_finite() { (value * 10.0).round() / 10.0 } else { 0.0 }
}

/// An empty paragraph of a given height.
fn spacer(height: f32) -> flow::Block {
    let style =
        ParagraphStyle { space_before: (height - 12.0).max(0.0), line_height: Some(1.0), ..ParagraphStyle::default() };
    flow::Block::Paragraph(Paragraph { style, ..Paragraph::default() })
}

/// Makes the first block begin on a new page.
fn break_before(blocks: &mut Vec<flow::Block>) {
    match blocks.first_mut() {
        Some(flow::Block::Paragraph(paragraph)) => paragraph.style.page_break_before = true,
        Some(flow::Block::List(list)) => {
            let first = list.items.first_mut().and_then(|item| item.blocks.first_mut());
            if let Some(flow::Block::Paragraph(paragraph)) = first {
                paragraph.style.page_break_before = true;
            }
        }
        _ => blocks.insert(0, flow::Block::PageBreak),
    }
}

fn class(size: Size) -> (i32, i32) {
    (size.width.round() as i32, size.height.round() as i32)
}

/// Upper and lower margins of the pages of each size: around all that stands on them.
fn margins(pages: &[PageBlocks]) -> BTreeMap<(i32, i32), Margins> {
    let mut extents: BTreeMap<(i32, i32), (f32, f32, f32)> = BTreeMap::new();
    for page in pages {
        let height = page.size.height;
        let extent = extents.entry(class(page.size)).or_insert((height, height * 0.2, height * 0.8));
        for block in page.parts.iter().flat_map(|part| &part.columns).flatten() {
            let (top, bottom) = block.extent();
            if top.is_finite() && bottom.is_finite() {
                extent.1 = extent.1.min(top);
                extent.2 = extent.2.max(bottom.min(height));
            }
        }
    }
    let margins = |(height, top, bottom): (f32, f32, f32)| Margins {
        top: top.max(10.0),
        bottom: (height - bottom - SLACK).max(MIN_BOTTOM.min(height - bottom)).max(8.0),
    };
    extents.into_iter().map(|(class, extent)| (class, margins(extent))).collect()
}

fn setup(page: &PageBlocks, part: &Part, margins: Margins) -> PageSetup {
    let Frame { left, right, .. } = page.frame;
    // Half a point keeps words that just fitted on their line.
    let edges = Edges { top: margins.top, right: page.size.width - right - 0.5, bottom: margins.bottom, left };
    let columns = if is_layout(part) { Vec::new() } else { columns(&part.frames, left, right) };
    PageSetup { size: page.size, margins: edges, columns, ..PageSetup::default() }
}

/// Widths and gaps of columns that fill the space between the page's margins.
fn columns(frames: &[Frame], left: f32, right: f32) -> Vec<Column> {
    if frames.len() < 2 {
        return Vec::new();
    }
    let mut columns = Vec::new();
    let mut start = left;
    for (at, frame) in frames.iter().enumerate() {
        let (end, next) = match frames.get(at + 1) {
            Some(next) => (frame.right.min(next.left), next.left),
            None => (right, right),
        };
        columns.push(Column { width: (end - start).max(20.0), gap: (next - end).max(0.0) });
        start = next;
    }
    columns
}

/// Whether columns are pieces laid side by side, such as the head of a letter, and not columns that
/// text flows through.
fn is_layout(part: &Part) -> bool {
    if part.columns.len() < 2 || part.joined.contains(&true) {
        return false;
    }
    let blocks = || part.columns.iter().flatten();
    let lines: usize = blocks().map(|block| if let Block::Text(para) = block { para.lines.len() } else { 0 }).sum();
    let tables = blocks().any(|block| matches!(block, Block::Table(..)));
    let pictures = blocks().any(|block| matches!(block, Block::Picture(_)));
    lines < MANY_LINES && (tables || pictures || lines < FEW_LINES)
}

/// Whether two geometries are the same but for what measuring them on two pages changes.
fn alike(a: &PageSetup, b: &PageSetup) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < SAME_EDGE;
    a.size == b.size
        && near(a.margins.left, b.margins.left)
        && a.columns.len() == b.columns.len()
        && a.columns.iter().zip(&b.columns).all(|(a, b)| near(a.width, b.width) && near(a.gap, b.gap))
}
