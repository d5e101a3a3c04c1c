//! Table layout: a table's place in the text, its cells as columns of their own, its rows as bands that pages can break
//! between.

use std::sync::Arc;

use super::bands::{Hanging, Row as BandRow, bands};
use super::blocks::{lay_out, lay_out_block};
use super::column::alone;
use super::columns::{natural_width, natural_widths, spread};
use super::grid::{Grid, GridCell};
use super::layout::Layout;
use super::place::Place;
use super::strip::{Stream, Strip, cost, mapped, shifted, stacked, untagged};
use transvase_base::error::Result;
use transvase_base::units::Affine;
use transvase_model::flow::{Align, Cell, Edges, Table, Turn, VerticalAlign};
use transvase_model::pages::{NodeId, StructKind};

/// Space above and below a table, as a multiple of the body size.
const TABLE_SPACE: f32 = 0.6;

/// Space between a cell's sides and its text, as a multiple of the body size.
const PAD_X: f32 = 0.4;
/// Space above and below its text, likewise.
const PAD_Y: f32 = 0.2;

/// The same of office documents that do not say (ECMA-376 part 1, 17.4.42), in points.
const USUAL_PADDING: Edges = Edges { top: 0.0, right: 5.4, bottom: 0.0, left: 5.4 };

/// Points by which a table of an office document may be wider than the text: it then reaches into the margins.
const OVERHANG: f32 = 60.0;

/// Share of the column's height up to which a row is one band.
const WHOLE_ROW: f32 = 0.3;
const WHOLE_ROW_OF_SOURCE: f32 = 0.9;
const SHORT_ROW: f32 = 0.12;

/// The least factor text is reduced by where a table is wider than the measure.
const LEAST_REDUCTION: f32 = 0.65;

/// Lays out a table.
pub(super) fn lay_out_table(layout: &mut Layout, table: &Table, place: &Place, stream: &mut Stream) -> Result<()> {
    let Some(grid) = Grid::of(table) else {
        layout.flattened = true;
        return lay_out_cells(layout, table, place, stream);
    };
    let before = (layout.size, layout.scale);
    let result = lay_out_grid(layout, table, &grid, place, stream);
    (layout.size, layout.scale) = before;
    result
}

/// A table too wide for any page: its cells one below the other.
fn lay_out_cells(layout: &mut Layout, table: &Table, place: &Place, stream: &mut Stream) -> Result<()> {
    let place = Place { depth: place.depth + 1, ..*place };
    for cell in table.rows.iter().flat_map(|row| &row.cells) {
        for block in &cell.blocks {
            lay_out_block(layout, block, &place, stream)?;
        }
    }
    Ok(())
}

fn lay_out_grid(layout: &mut Layout, table: &Table, grid: &Grid, place: &Place, stream: &mut Stream) -> Result<()> {
    let outer = layout.size;
    if layout.setup.as_source {
        return lay_out_as_source(layout, table, grid, place, stream);
    }
    let place = place.inset(table.indent * layout.scale, 0.0, layout.size, table.right_to_left);
    let mut wishes = natural_widths(layout, table, grid, place.width, PAD_X * 2.0)?;
    let least: f32 = wishes.iter().map(|wish| wish.least).sum();
    if least > place.width {
        let factor = (place.width / least).max(LEAST_REDUCTION);
        layout.size *= factor;
        layout.scale *= factor;
        wishes.iter_mut().for_each(|wish| wish.scale(factor));
    }
    let widths = spread(&wishes, place.width);
    let total: f32 = widths.iter().sum();
    let free = (place.width - total).max(0.0);
    let before = match table.align {
        Some(Align::Center) => free / 2.0,
        Some(Align::End) => free,
        _ => 0.0,
    };
    let left = place.left + if table.right_to_left { free - before } else { before };
    let (depth, right_to_left) = (place.depth + 1, table.right_to_left);
    let padding = Padding::of_book(layout.size);
    let mut setter = Setter { layout, widths, left, right_to_left, depth, padding, hanging: Vec::new() };
    stream.space(TABLE_SPACE * outer);
    let node = setter.layout.structure.add(StructKind::Table, place.node, None);
    setter.rows(table, grid, node, stream)?;
    stream.space(TABLE_SPACE * outer);
    Ok(())
}

/// Lays out a table as wide, and with cells as roomy, as its source has them.
fn lay_out_as_source(
    layout: &mut Layout,
    table: &Table,
    grid: &Grid,
    place: &Place,
    stream: &mut Stream,
) -> Result<()> {
    let padding = Padding { edges: table.padding.unwrap_or(USUAL_PADDING), most: 0.45 };
    let widths = widths_of_source(layout, table, grid, place, &padding.edges)?;
    let total: f32 = widths.iter().sum();
    let free = place.width - total;
    let indent = if table.indent.is_finite() { table.indent * layout.scale } else { 0.0 };
    let left = match table.align {
        Some(Align::Center) => free / 2.0,
        Some(Align::End) => free,
        _ if table.right_to_left => free - indent,
        _ => indent,
    };
    let left = place.left + left;
    let (depth, right_to_left) = (place.depth + 1, table.right_to_left);
    let top = stream.bottom() + stream.gap();
    // A table that does not fit beside what stands in the column comes below it.
    let (down, _) = layout.floats.room(top, layout.size, (left, left + total), total);
    if down > 0.0 {
        stream.push(Strip { height: down, ..Strip::default() });
    }
    let node = layout.structure.add(StructKind::Table, place.node, None);
    Setter { layout, widths, left, right_to_left, depth, padding, hanging: Vec::new() }.rows(table, grid, node, stream)
}

/// Widths of the columns: those the source says, and what is left for the others. No table is much wider than its place.
fn widths_of_source(
    layout: &mut Layout,
    table: &Table,
    grid: &Grid,
    place: &Place,
    padding: &Edges,
) -> Result<Vec<f32>> {
    let given: Vec<f32> = table.columns.iter().map(|width| sane(width * layout.scale)).collect();
    let is_whole = given.len() >= grid.columns && given.iter().all(|width| *width > 0.0);
    let widths = if is_whole {
        given
    } else {
        let sides = (sane(padding.left) + sane(padding.right)) / layout.size.max(1.0);
        spread(&natural_widths(layout, table, grid, place.width, sides)?, place.width)
    };
    let total: f32 = widths.iter().sum();
    let most = place.width + if place.depth == 0 { OVERHANG } else { 0.0 };
    let share = if total > most { place.width / total } else { 1.0 };
    Ok(widths.into_iter().map(|width| width * share).collect())
}

/// Room between the edges of cells and their text.
#[derive(Debug, Clone, Copy)]
struct Padding {
    /// In points.
    edges: Edges,
    /// The largest share of a cell's width that it takes at one side.
    most: f32,
}

impl Padding {
    fn of_book(size: f32) -> Padding {
        let (x, y) = (PAD_X * size, PAD_Y * size);
        Padding { edges: Edges { top: y, right: x, bottom: y, left: x }, most: 0.2 }
    }

    fn sides(&self, width: f32) -> (f32, f32) {
        let side = |length: f32| sane(length).min(width * self.most);
        (side(self.edges.left), side(self.edges.right))
    }
}

/// Sets the rows of one table.
struct Setter<'l, 'a> {
    layout: &'l mut Layout<'a>,
    widths: Vec<f32>,
    left: f32,
    right_to_left: bool,
    depth: usize,
    padding: Padding,
    hanging: Vec<Hanging>,
}

impl Setter<'_, '_> {
    fn rows(&mut self, table: &Table, grid: &Grid, node: NodeId, stream: &mut Stream) -> Result<()> {
        let heads = table.rows.iter().take_while(|row| row.header).count();
        let heads = if heads < table.rows.len() { heads } else { 0 };
        let mut head: Vec<Strip> = Vec::new();
        let mut repeated: Option<Arc<[Strip]>> = None;
        for (index, (row, cells)) in table.rows.iter().zip(&grid.rows).enumerate() {
            self.layout.context.tick(1 + cells.len() as u64)?;
            let row_node = self.layout.structure.add(StructKind::Row, node, None);
            for cell in cells {
                let hanging = self.cell(cell, index, row_node)?;
                self.hanging.push(hanging);
            }
            let held = self.hanging.iter().any(|cell| cell.first_row < index);
            let least = sane(row.height * self.layout.scale);
            let (whole, cost) = self.bands_of(cells, index < heads);
            let shape = BandRow { index, least, column: self.layout.column.height, whole, cost };
            let mut strips = bands(&mut self.hanging, &shape);
            if let Some(first) = strips.first_mut() {
                first.cost = first.cost.max(if held { cost::IN_ROW } else { 0 });
                if index > 0 && index <= heads {
                    first.cost = first.cost.max(cost::KEPT);
                }
            }
            if index < heads {
                head.extend(strips.iter().cloned().map(untagged));
            } else {
                if heads > 0 && repeated.is_none() {
                    repeated = Some(std::mem::take(&mut head).into());
                }
                // The first row follows the head on the same page.
                let begins = index == heads;
                for strip in strips.iter_mut().skip(usize::from(begins)) {
                    strip.head.clone_from(&repeated);
                }
            }
            strips.into_iter().for_each(|strip| stream.push(strip));
        }
        Ok(())
    }

    /// The share of the column up to which a row of cells is one band, and what a page break inside it costs. Office
    /// programs break rows like any other text.
    fn bands_of(&self, cells: &[GridCell], is_head: bool) -> (f32, u32) {
        let at_top = |cell: &GridCell| cell.cell.vertical == VerticalAlign::Top;
        match self.layout.setup.as_source {
            true if is_head || !cells.iter().all(at_top) => (WHOLE_ROW_OF_SOURCE, cost::IN_ROW),
            true => (SHORT_ROW, cost::IN_SPLIT_ROW),
            false => (WHOLE_ROW, cost::IN_ROW),
        }
    }

    /// Lays out the content of a cell as a column of its own.
    fn cell(&mut self, cell: &GridCell, row: usize, row_node: NodeId) -> Result<Hanging> {
        let kind =
            StructKind::Cell { header: cell.cell.header, column_span: cell.columns as u32, row_span: cell.rows as u32 };
        let node = self.layout.structure.add(kind, row_node, None);
        let width: f32 = self.widths.iter().skip(cell.column).take(cell.columns).sum();
        let before = self.widths.iter().take(cell.column).sum::<f32>();
        let after = self.widths.iter().skip(cell.column + cell.columns).sum::<f32>();
        let left = self.left + if self.right_to_left { after } else { before };
        let (start, end) = self.padding.sides(width);
        let (depth, align) = (self.depth, Align::Start);
        let inner = Place { left: left + start, width: width - start - end, node, depth, align };
        let mut strips = match cell.cell.turn {
            Turn::None => alone(self.layout, |layout, stream| lay_out(layout, &cell.cell.blocks, &inner, stream))?,
            turn => vec![self.turned(cell.cell, turn, &inner)?],
        };
        if strips.is_empty() {
            strips.push(Strip::default());
        }
        let above = strips.first().map_or(0.0, |first| first.above);
        // In office programs the space above the first paragraph is part of its cell.
        let above = if self.layout.setup.as_source { above } else { 0.0 };
        pad_strips(&mut strips, sane(self.padding.edges.top) + above, sane(self.padding.edges.bottom));
        Ok(Hanging {
            left,
            right: left + width,
            strips: strips.into(),
            first_row: row,
            last_row: row + cell.rows - 1,
            background: cell.cell.background,
            borders: cell.cell.borders,
            vertical: cell.cell.vertical,
            begun: false,
        })
    }
}

impl Setter<'_, '_> {
    /// The content of a cell whose lines run up or down, as one strip.
    fn turned(&mut self, cell: &Cell, turn: Turn, place: &Place) -> Result<Strip> {
        let most = self.layout.column.height * 0.5;
        let length = natural_width(self.layout, &cell.blocks, most)?.clamp(1.0, most.max(1.0));
        let lines = Place { left: 0.0, width: length, ..*place };
        let mut whole = stacked(alone(self.layout, |layout, stream| lay_out(layout, &cell.blocks, &lines, stream))?);
        let map = match turn {
            Turn::Up => Affine { a: 0.0, b: -1.0, c: 1.0, d: 0.0, e: 0.0, f: length },
            Turn::Down | Turn::None => Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: whole.height, f: 0.0 },
        };
        whole.items.iter_mut().chain(&mut whole.under).for_each(|item| mapped(item, &map));
        whole.links.iter_mut().for_each(|(_, area)| *area = map.apply_rect(area));
        Ok(shifted(Strip { height: length, base: 0.0, ..whole }, place.left, 0.0))
    }
}

/// Adds the space at a cell's top and bottom.
fn pad_strips(strips: &mut [Strip], top: f32, bottom: f32) {
    if let Some(first) = strips.first_mut() {
        *first = shifted(std::mem::take(first), 0.0, top);
        first.height += top;
        first.above = 0.0;
    }
    if let Some(last) = strips.last_mut() {
        last.height += bottom;
    }
}

fn sane(length: f32) -> f32 {
    if length.is_finite() { length.clamp(0.0, 2_000.0) } else { 0.0 }
}
