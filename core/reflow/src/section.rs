//! Sections: pages as parts with blocks in one or several columns, measured against the page's margins.

use super::block::{Block, ColumnExtent, Para, Position, Table};
use super::callout;
use super::color;
use super::element::{Grid, GridCell, PageElement};
use super::figure_row;
use super::floats;
use super::graphics::inline_image;
use super::headers_footers::Running;
use super::page::PageLayout;
use super::page_blocks::{ColumnSet, PageBlocks};
use super::page_margins::Edges;
use super::paragraph::paragraphs;
use super::reading_order::{Region, RegionColumn};
use super::table as tables;
use super::text::level::levelled;
use super::text::line::{self, Line};
use super::vector::FilledRect;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;

/// Least and largest inner margin of a cell, in points, that its text is measured against: larger ones are indents.
const CELL_MARGIN: (f32, f32) = (0.5, 6.0);
/// Ticks for each element, which goes through a dozen passes over its column.
const TICKS: u64 = 16;

/// Puts the elements of all pages into blocks.
///
/// # Errors
/// `TimedOut`, `Cancelled` or a limit.
pub(super) fn pages(
    mut layouts: Vec<PageLayout>,
    running: &[Running],
    body_size: f32,
    context: &Context,
) -> Result<Vec<PageBlocks>> {
    let edges = Edges::of(&layouts, running, body_size);
    edges.align_columns(&mut layouts);
    let page = |(index, layout): (usize, PageLayout)| {
        let frame = edges.frame(index, layout.size);
        let parts = layout.regions.into_iter().map(|region| part(region, &frame, &layout.fills, context));
        let mut parts = parts.collect::<Result<Vec<ColumnSet>>>()?;
        let mut floats = layout.floats;
        context.checkpoint()?;
        callout::mark(&mut parts, &layout.fills, &mut floats);
        context.checkpoint()?;
        floats::hang(&mut parts, floats, layout.size.height);
        context.checkpoint()?;
        Ok(PageBlocks { index, size: layout.size, frame, side: edges.side(index), parts, foot: layout.foot })
    };
    layouts.into_iter().enumerate().map(page).collect()
}

fn part(region: Region, frame: &ColumnExtent, fills: &[FilledRect], context: &Context) -> Result<ColumnSet> {
    Ok(match region {
        Region::Single(elements) => {
            let mut blocks = blocks(elements, frame, fills, context)?;
            set_backgrounds(&mut blocks, fills);
            ColumnSet { frames: vec![*frame], columns: vec![blocks], joined: vec![false] }
        }
        Region::Columns(columns) if columns.len() < 2 => {
            // What stood beside it has left the flow.
            let mut blocks = Vec::new();
            for column in columns {
                blocks.extend(flat(column.regions, frame, fills, context)?);
            }
            set_backgrounds(&mut blocks, fills);
            ColumnSet { frames: vec![*frame], columns: vec![blocks], joined: vec![false] }
        }
        Region::Columns(columns) => {
            let mut part = ColumnSet::default();
            for RegionColumn { left, right, regions } in columns {
                let frame = ColumnExtent { left, right, ..*frame };
                let mut blocks = flat(regions, &frame, fills, context)?;
                set_backgrounds(&mut blocks, fills);
                part.frames.push(frame);
                part.columns.push(blocks);
                part.joined.push(false);
            }
            part
        }
    })
}

/// Blocks of a column. Columns inside it come one after the other, but where they are pictures with some text each,
/// which keep their places side by side.
fn flat(regions: Vec<Region>, frame: &ColumnExtent, fills: &[FilledRect], context: &Context) -> Result<Vec<Block>> {
    let mut done = Vec::new();
    for region in regions {
        match region {
            Region::Single(elements) => done.extend(blocks(elements, frame, fills, context)?),
            Region::Columns(columns) if figure_row::are(&columns) => {
                done.push(Block::Table(table(figure_row::side_by_side(columns), frame.body_size)));
            }
            Region::Columns(columns) => {
                for RegionColumn { left, right, regions } in columns {
                    done.extend(flat(regions, &ColumnExtent { left, right, ..*frame }, fills, context)?);
                }
            }
        }
    }
    Ok(done)
}

/// Elements of one column, small images in the lines they stand in.
fn with_letters(elements: Vec<PageElement>) -> Vec<PageElement> {
    let (mut lines, mut pictures, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for element in elements {
        match element {
            PageElement::Line(line) => lines.push(line),
            PageElement::Picture(picture) => pictures.push(picture),
            other => rest.push(other),
        }
    }
    inline_image::into_lines(&mut lines, &mut pictures);
    let elements = lines.into_iter().map(PageElement::Line).chain(pictures.into_iter().map(PageElement::Picture));
    elements.chain(rest).collect()
}

/// Blocks of the elements of one column.
fn blocks(
    elements: Vec<PageElement>,
    frame: &ColumnExtent,
    fills: &[FilledRect],
    context: &Context,
) -> Result<Vec<Block>> {
    let mut elements = tables::unruled(with_letters(elements), fills);
    // Turned text stands apart: it keeps the place it was given.
    elements.sort_by(|a, b| {
        let key = |element: &PageElement| {
            (matches!(element, PageElement::Turned(..)), element.rect().top, element.rect().left)
        };
        let ((turned_a, top_a, left_a), (turned_b, top_b, left_b)) = (key(a), key(b));
        turned_a.cmp(&turned_b).then(top_a.total_cmp(&top_b)).then(left_a.total_cmp(&left_b))
    });
    let (mut done, mut lines): (Vec<Block>, Vec<Line>) = (Vec::new(), Vec::new());
    let flush = |lines: &mut Vec<Line>, done: &mut Vec<Block>| {
        let paras = paragraphs(levelled(std::mem::take(lines)), frame);
        done.extend(paras.into_iter().map(Block::Text));
    };
    for element in elements {
        context.tick(TICKS)?;
        let block = match element {
            PageElement::Line(line) => {
                lines.push(line);
                continue;
            }
            PageElement::Table(grid) => vec![Block::Table(table(grid, frame.body_size))],
            PageElement::Picture(picture) => vec![Block::Picture(picture)],
            PageElement::Rule(rule) => vec![Block::Rule(rule)],
            PageElement::Turned(lines, rect, angle) => turned(lines, rect, angle, frame.body_size),
        };
        flush(&mut lines, &mut done);
        done.extend(block);
    }
    flush(&mut lines, &mut done);
    Ok(turned_first(done))
}

/// Puts turned text before the paragraph it ends a column after: that paragraph may go on in the next column.
fn turned_first(mut blocks: Vec<Block>) -> Vec<Block> {
    let turned = blocks.iter().rev().take_while(|block| block.is_placed()).count();
    if let Some(last) = blocks.len().checked_sub(turned + 1) {
        blocks[last..].rotate_left(1);
    }
    blocks
}

fn turned(lines: Vec<Line>, place: Rect, angle: i16, body_size: f32) -> Vec<Block> {
    let rect = line::around(&lines).unwrap_or_default();
    let frame = ColumnExtent { left: rect.left, right: rect.right, body_size, ..ColumnExtent::default() };
    let upright = |mut para: Para| {
        // What stands upright has the place of its own lines, what is turned that of all.
        let own = || Rect { top: para.top(), bottom: para.bottom(), ..para.rect() };
        let rect = if angle == 0 { own() } else { place };
        para.place = Some(Position { rect, angle });
        if angle == 0 {
            // What keeps its place keeps its lines: they may be a column of numbers.
            para.lines.iter_mut().for_each(|line| line.ends_in_break = true);
        }
        Block::Text(para)
    };
    paragraphs(lines, &frame).into_iter().map(upright).collect()
}

pub(super) fn table(mut grid: Grid, body_size: f32) -> Table {
    tables::mark_header(&mut grid);
    grid.with_blocks(|cell| cell_blocks(cell, body_size))
}

fn cell_blocks(cell: &mut GridCell, body_size: f32) -> Vec<Block> {
    let turned = std::mem::take(&mut cell.turned);
    let mut lines = if turned.is_empty() { std::mem::take(&mut cell.lines) } else { turned };
    let rect = cell.inner();
    inline_image::into_lines(&mut lines, &mut cell.pictures);
    let within = |gap: f32| gap.clamp(CELL_MARGIN.0, CELL_MARGIN.1);
    let left = lines.iter().map(|line| line.rect.left - rect.left).fold(f32::INFINITY, f32::min);
    let right = lines.iter().map(|line| rect.right - line.rect.right).fold(f32::INFINITY, f32::min);
    let own = (rect.left + within(left), rect.right - within(right));
    let (left, right) = cell.text_edges.filter(|_| cell.angle == 0).unwrap_or(own);
    let frame = ColumnExtent { left, right, body_size, in_cell: true, ..ColumnExtent::default() };
    let mut done: Vec<Block> = paragraphs(lines, &frame).into_iter().map(Block::Text).collect();
    done.extend(cell.pictures.drain(..).map(Block::Picture));
    done.extend(cell.tables.drain(..).map(|inner| Block::Table(table(inner, body_size))));
    done.sort_by(|a, b| a.extent().0.total_cmp(&b.extent().0));
    done
}

/// Gives each paragraph the colour of the last fill that lies behind all of it.
fn set_backgrounds(blocks: &mut [Block], fills: &[FilledRect]) {
    for block in blocks {
        let Block::Text(para) = block else { continue };
        let background = callout::ground_of(para, fills).and_then(|at| fills.get(at)).map(|fill| fill.color);
        if para.place.is_some() {
            // The fill of turned text is drawn: a frame that turns leaves the colour of its paragraphs behind.
            let dark = background.is_some_and(color::is_dark);
            para.lines.iter_mut().flat_map(|line| &mut line.words).for_each(|word| word.on_ground |= dark);
        } else {
            para.background = background;
        }
    }
}
