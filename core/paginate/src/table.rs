//! Table layout: a table's place in the text, its cells as columns of their own, its rows as bands that pages can break
//! between.

use std::sync::Arc;

use super::bands::{Hanging, Row as BandRow, bands};
use super::blocks::{lay_out, lay_out_block};
use super::column::{alone, alone_with_space};
use super::columns::{fill, natural_width, natural_widths, spread};
use super::grid::{Grid, GridCell};
use super::layout::Layout;
use super::place::Place;
use super::rules::thickness;
use super::strip::{Stream, Strip, cost, mapped, shifted, stacked, untagged};
use transvase_base::error::Result;
use transvase_base::units::Affine;
use transvase_model::flow::{
    Align, Block, Border, Cell, Edges, Inline, Purpose, Row, Table, TableWidth, Turn, VerticalAlign, inlines, leaves,
};
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
    let whole = place.width;
    let place = place.inset(table.indent * layout.scale, 0.0, layout.size, table.right_to_left);
    let padding = Padding::of_book(layout, table);
    let mut wishes = natural_widths(layout, table, grid, place.width, padding.in_sizes(layout.size))?;
    let least: f32 = wishes.iter().map(|wish| wish.least).sum();
    if least > place.width {
        let factor = (place.width / least).max(LEAST_REDUCTION);
        layout.size *= factor;
        layout.scale *= factor;
        wishes.iter_mut().for_each(|wish| wish.scale(factor));
    }
    let widths = match table.width {
        Some(width) => fill(&wishes, own_width(width, whole, layout.scale).min(place.width)),
        None => spread(&wishes, place.width),
    };
    let total: f32 = widths.iter().sum();
    let free = (place.width - total).max(0.0);
    let before = match table.align {
        Some(Align::Center) => free / 2.0,
        Some(Align::End) => free,
        _ => 0.0,
    };
    let left = place.left + if table.right_to_left { free - before } else { before };
    let (depth, right_to_left) = (place.depth + 1, table.right_to_left);
    let padding = Padding::of_book(layout, table);
    let mut setter = Setter { layout, widths, left, right_to_left, depth, padding, hanging: Vec::new() };
    let apart = if table.purpose == Purpose::Layout { 0.0 } else { TABLE_SPACE * outer };
    stream.space(apart);
    let node = part(setter.layout, table, StructKind::Table, place.node);
    setter.rows(table, grid, node, stream)?;
    stream.space(apart);
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
    let padding = Padding { edges: table.padding.unwrap_or(USUAL_PADDING), most: 0.45, is_given: true };
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
    let node = part(layout, table, StructKind::Table, place.node);
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
    if let Some(width) = table.width {
        let width = own_width(width, place.width, layout.scale).min(place.width);
        return columns_within(layout, table, grid, padding, width);
    }
    let is_whole = given.len() >= grid.columns && given.iter().all(|width| *width > 0.0);
    let widths = if is_whole && (table.fixed || !may_overflow(layout, grid, &given, padding)) {
        given
    } else if is_whole {
        grown(layout, grid, given, padding)?
    } else {
        let sides = (sane(padding.left) + sane(padding.right)) / layout.size.max(1.0);
        let room = (place.width - sane(table.indent * layout.scale)).max(1.0);
        spread(&natural_widths(layout, table, grid, room, sides)?, room)
    };
    let total: f32 = widths.iter().sum();
    let most = place.width + if place.depth == 0 { OVERHANG } else { 0.0 };
    let share = if total > most { place.width / total } else { 1.0 };
    Ok(widths.into_iter().map(|width| width * share).collect())
}

/// Letters are at most about so wide, as a share of the size: those of a word on the average.
const WIDE_LETTER: f32 = 0.62;

/// Whether some word may be wider than its column: told from its letters, since to measure them all takes as long as to set
/// them.
fn may_overflow(layout: &Layout, grid: &Grid, given: &[f32], padding: &Edges) -> bool {
    let sides = sane(padding.left) + sane(padding.right);
    grid.rows.iter().flatten().any(|cell| {
        let room: f32 = given.iter().skip(cell.column).take(cell.columns).sum::<f32>() - sides;
        leaves(&cell.cell.blocks).into_iter().any(|block| match block {
            Block::Paragraph(paragraph) => inlines(&paragraph.content).filter_map(Inline::run).any(|run| {
                let size = run.style.size.map_or(layout.size, |size| layout.length(size));
                let longest = run.text.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
                longest as f32 * size * WIDE_LETTER * run.style.scale.max(1.0) > room
            }),
            _ => false,
        })
    })
}

/// Columns that grow until their widest words fit (ECMA-376 part 1, 17.4.52: the widths that are said are preferred ones).
fn grown(layout: &mut Layout, grid: &Grid, given: Vec<f32>, padding: &Edges) -> Result<Vec<f32>> {
    let open = Table { columns: vec![0.0; grid.columns], ..Table::default() };
    let sides = (sane(padding.left) + sane(padding.right)) / layout.size.max(1.0);
    let wishes = natural_widths(layout, &open, grid, layout.column.width, sides)?;
    Ok(given.into_iter().zip(wishes).map(|(width, wish)| width.max(wish.least)).collect())
}

/// Widths of the columns of a table of this width.
fn columns_within(layout: &mut Layout, table: &Table, grid: &Grid, padding: &Edges, width: f32) -> Result<Vec<f32>> {
    // A box needs no look at what is in it.
    if grid.columns == 1 {
        return Ok(vec![width]);
    }
    let sides = (sane(padding.left) + sane(padding.right)) / layout.size.max(1.0);
    Ok(fill(&natural_widths(layout, table, grid, width, sides)?, width))
}

/// Points of the width of a table in something of the width `whole`.
fn own_width(width: TableWidth, whole: f32, scale: f32) -> f32 {
    sane(TableWidth { points: width.points * scale, ..width }.of(whole)).max(1.0)
}

/// Room between the edges of cells and their text.
#[derive(Debug, Clone, Copy)]
struct Padding {
    /// In points.
    edges: Edges,
    /// The largest share of a cell's width that it takes at one side.
    most: f32,
    /// Whether it is the source's: what is in a cell then stands as the source has it.
    is_given: bool,
}

impl Padding {
    fn of_book(layout: &Layout, table: &Table) -> Padding {
        if let Some(Edges { top, right, bottom, left }) = table.padding {
            let [top, right, bottom, left] = [top, right, bottom, left].map(|side| side * layout.scale);
            return Padding { edges: Edges { top, right, bottom, left }, most: 0.45, is_given: true };
        }
        let (x, y) = (PAD_X * layout.size, PAD_Y * layout.size);
        Padding { edges: Edges { top: y, right: x, bottom: y, left: x }, most: 0.2, is_given: false }
    }

    /// Both sides together, as a multiple of a size.
    fn in_sizes(&self, size: f32) -> f32 {
        (sane(self.edges.left) + sane(self.edges.right)) / size.max(1.0)
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
            let row_node = part(self.layout, table, StructKind::Row, node);
            let rules = self.rules_of(cells, index + 1 == table.rows.len());
            for cell in cells {
                let hanging = self.cell(table, cell, index, (row_node, rules))?;
                self.hanging.push(hanging);
            }
            let held = self.hanging.iter().any(|cell| cell.first_row < index);
            let least = sane(row.height * self.layout.scale);
            let shape = BandRow { index, least, ..self.row_of(row, cells, index < heads) };
            let is_cut = |cell: &Hanging| cell.last_row == index && cell.height() > least + 0.5;
            self.layout.rows_cut += usize::from(shape.exact && self.hanging.iter().any(is_cut));
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

    /// How pages may break a row of cells. Office programs break rows like any other text.
    fn row_of(&self, row: &Row, cells: &[GridCell], is_head: bool) -> BandRow {
        let at_top = |cell: &GridCell| cell.cell.vertical == VerticalAlign::Top;
        let as_source = self.layout.setup.as_source;
        let stays = is_head || row.keep_together || !cells.iter().all(at_top);
        let (whole, cost) = match as_source {
            true if stays => (WHOLE_ROW_OF_SOURCE, cost::IN_ROW),
            true => (SHORT_ROW, cost::IN_SPLIT_ROW),
            false => (WHOLE_ROW, cost::IN_ROW),
        };
        let column = self.layout.column.height;
        // What is in a cell of another table, or in a frame, is never looked at by the page alone.
        let divisible = as_source && !stays && self.depth == 1;
        BandRow {
            index: 0,
            least: 0.0,
            exact: as_source && row.exact && row.height > 0.0,
            column,
            whole,
            cost,
            divisible,
        }
    }

    /// Room that the lines above a row take, and those below the last one: in office programs rows are higher by it, and
    /// the text comes below the line.
    fn rules_of(&self, cells: &[GridCell], is_last: bool) -> (f32, f32) {
        if !self.layout.setup.as_source {
            return (0.0, 0.0);
        }
        let thickest = |side: &dyn Fn(&Cell) -> Option<Border>| {
            cells.iter().filter_map(|cell| side(cell.cell)).map(|border| thickness(&border)).fold(0.0, f32::max)
        };
        let below = if is_last { thickest(&|cell| cell.borders.bottom) } else { 0.0 };
        (thickest(&|cell| cell.borders.top), below)
    }

    /// Lays out the content of a cell as a column of its own.
    fn cell(
        &mut self,
        table: &Table,
        cell: &GridCell,
        row: usize,
        (row_node, (above_rule, below_rule)): (NodeId, (f32, f32)),
    ) -> Result<Hanging> {
        let kind =
            StructKind::Cell { header: cell.cell.header, column_span: cell.columns as u32, row_span: cell.rows as u32 };
        let node = part(self.layout, table, kind, row_node);
        let width: f32 = self.widths.iter().skip(cell.column).take(cell.columns).sum();
        let before = self.widths.iter().take(cell.column).sum::<f32>();
        let after = self.widths.iter().skip(cell.column + cell.columns).sum::<f32>();
        let left = self.left + if self.right_to_left { after } else { before };
        let (start, end) = self.padding.sides(width);
        let (depth, align) = (self.depth, Align::Start);
        let inner = Place { left: left + start, width: width - start - end, node, depth, align };
        let grid = self.layout.grid;
        self.layout.grid = grid.filter(|grid| grid.in_tables);
        let mut strips = match cell.cell.turn {
            Turn::None => {
                let keeps_space = self.padding.is_given;
                let set = |layout: &mut Layout, stream: &mut Stream| lay_out(layout, &cell.cell.blocks, &inner, stream);
                alone_with_space(self.layout, keeps_space, set)?
            }
            turn => vec![self.turned(cell.cell, turn, &inner)?],
        };
        self.layout.grid = grid;
        if strips.is_empty() {
            strips.push(Strip::default());
        }
        let above = strips.first().map_or(0.0, |first| first.above);
        // In office programs and browsers the space above the first paragraph is part of its cell.
        let above = if self.padding.is_given { above } else { 0.0 };
        if is_box(table) {
            close_gaps(&mut strips);
        }
        let Edges { top, bottom, .. } = self.padding.edges;
        pad_strips(&mut strips, sane(top) + above + above_rule, sane(bottom) + below_rule);
        Ok(Hanging {
            left,
            right: left + width,
            strips: strips.into(),
            lead: 0.0,
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
        let outer = std::mem::replace(&mut self.layout.is_vertical, turn == Turn::Down);
        let set = alone(self.layout, |layout, stream| lay_out(layout, &cell.blocks, &lines, stream));
        self.layout.is_vertical = outer;
        let mut whole = stacked(set?);
        let map = match turn {
            Turn::Up => Affine { a: 0.0, b: -1.0, c: 1.0, d: 0.0, e: 0.0, f: length },
            Turn::Down | Turn::None => Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: whole.height, f: 0.0 },
        };
        whole.items.iter_mut().chain(&mut whole.under).for_each(|item| mapped(item, &map));
        whole.links.iter_mut().for_each(|(_, area)| *area = map.apply_rect(area));
        Ok(shifted(Strip { height: length, base: 0.0, ..whole }, place.left, 0.0))
    }
}

/// The structure node of a table or of a part of it: what is only a box around text is none.
fn part(layout: &mut Layout, table: &Table, kind: StructKind, parent: NodeId) -> NodeId {
    if is_box(table) { parent } else { layout.structure.add(kind, parent, None) }
}

/// Whether a table is only a box around text.
fn is_box(table: &Table) -> bool {
    table.purpose == Purpose::Layout && matches!(&table.rows[..], [row] if row.cells.len() == 1)
}

/// Makes the space between strips a part of them: bands are as high as the strips that they take.
fn close_gaps(strips: &mut [Strip]) {
    for strip in strips.iter_mut().skip(1) {
        let above = std::mem::take(&mut strip.above);
        let height = strip.height + above;
        *strip = Strip { height, ..shifted(std::mem::take(strip), 0.0, above) };
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
