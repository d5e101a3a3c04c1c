//! Tables (ECMA-376 part 1, 17.4).

use std::rc::Rc;

use super::drawing::place;
use super::pieces::wrapped;
use super::run::text_of;
use super::table_style::{
    CellLook, Lines, PartLook, Room, Seat, TableLook, TableStyle, Width, cell_look, lines, room, row_says, table_look,
    width,
};
use super::values::{child_val, length_of, number, val};
use super::{Reading, TableBase};
use crate::ooxml::Tree;
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_model::flow::{Block, Cell, ChangeKind, Edges, Hidden, Row, Table};

/// Columns of a table that are told apart; what stands behind them goes to the last cell.
const MAX_COLUMNS: usize = 1_000;
/// Share of the widths of its cells that a grid has at least.
const WRONG_GRID: f32 = 0.4;
/// Shares of a width that count as none.
const SAME_WIDTH: f32 = 0.02;

/// A cell before the whole table is known.
struct Raw<'t> {
    tree: Option<&'t Tree>,
    /// First column and the one behind the last.
    columns: (usize, usize),
    /// The row behind its last.
    end: usize,
    /// Further cells of the file that belong to it.
    more: Vec<&'t Tree>,
}

/// A row before the whole table is known.
struct RawRow<'t> {
    properties: Option<&'t Tree>,
    exceptions: Option<&'t Tree>,
    cells: Vec<Raw<'t>>,
}

/// What holds for all cells of a table.
struct Setting {
    style: TableStyle,
    look: TableLook,
    lines: Lines,
    room: Room,
    of: (usize, usize),
}

impl Reading<'_> {
    /// Reads a `w:tbl`.
    pub(super) fn table(&mut self, tree: &Tree) -> Result<Option<Table>> {
        let properties = tree.child("w:tblPr");
        let own = properties.map(|tree| table_look(tree, &self.theme)).unwrap_or_default();
        let style = self.styles.table(own.style.as_deref());
        let look = own.over(&style.table);
        let (rows, columns) = self.raw_rows(tree)?;
        if rows.is_empty() || columns == 0 {
            return Ok(None);
        }
        // A span may say so many without a cell for each.
        self.context.charge(Limit::elements, columns as u64)?;
        let own_lines = lines(properties.and_then(|tree| tree.child("w:tblBorders")), &self.theme);
        let own_room = room(properties.and_then(|tree| tree.child("w:tblCellMar")));
        let setting = Setting {
            lines: own_lines,
            room: own_room.over(&style.whole.room),
            of: (rows.len(), columns),
            style,
            look,
        };
        let widths = self.widths(tree, &rows, &setting);
        let padding = common_room(&rows, &setting);
        let layout = properties.and_then(|tree| tree.child("w:tblLayout")).and_then(|tree| tree.attribute("w:type"));
        let place = properties.and_then(|tree| tree.child("w:tblpPr"));
        let placement = place.map(|tree| Box::new(place::floating(tree, widths.iter().sum(), &self.page)));
        let mut table = Table {
            placement,
            fixed: layout == Some("fixed"),
            indent: self.table_indent(&setting, padding),
            align: setting.look.align,
            padding: Some(padding),
            right_to_left: setting.look.right_to_left == Some(true),
            style: setting.look.style.as_deref().and_then(|id| self.styles.name(id)),
            ..Table::default()
        };
        let mut is_head = true;
        for (index, raw) in rows.iter().enumerate() {
            is_head &= row_says(raw.properties, "w:tblHeader");
            let said = raw.properties.and_then(|row| row.child("w:trHeight"));
            let mut row = Row {
                header: is_head,
                height: said.and_then(|height| length_of(height, "w:val")).unwrap_or_default().max(0.0),
                exact: said.and_then(|height| height.attribute("w:hRule")) == Some("exact"),
                keep_together: row_says(raw.properties, "w:cantSplit"),
                change: self.row_change(raw),
                cells: Vec::new(),
            };
            for cell in &raw.cells {
                row.cells.push(self.cell(raw, cell, index, &setting, (padding, &widths))?);
            }
            table.rows.push(row);
        }
        table.columns = widths;
        Ok(Some(table))
    }

    /// The rows with their cells in their columns, and the number of these.
    fn raw_rows<'t>(&self, tree: &'t Tree) -> Result<(Vec<RawRow<'t>>, usize)> {
        let mut rows: Vec<RawRow> = Vec::new();
        for tree in wrapped(tree, "w:tr") {
            self.context.tick(1)?;
            let properties = tree.child("w:trPr");
            let cells = raw_cells(tree, properties, rows.len());
            rows.push(RawRow { properties, exceptions: tree.child("w:tblPrEx"), cells });
        }
        let of_cells = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.columns.1).max().unwrap_or(0);
        hang_down(&mut rows, of_cells, self)?;
        fill(&mut rows, of_cells);
        Ok((rows, of_cells))
    }

    /// The change that a row is as a whole: it says so itself (17.13.5.12, 17.13.5.16), or all its cells go.
    fn row_change(&mut self, row: &RawRow) -> Option<usize> {
        let of_row = |tag: &str| row.properties.and_then(|properties| properties.child(tag));
        let mut cells = row.cells.iter().filter_map(|raw| raw.tree).map(|cell| cell.find(&["w:tcPr", "w:cellDel"]));
        let of_cells = cells.next().flatten().filter(|_| cells.all(|deletion| deletion.is_some()));
        match of_row("w:del").or(of_cells) {
            Some(tree) => Some(self.change(ChangeKind::Deleted, tree)),
            None => of_row("w:ins").map(|tree| self.change(ChangeKind::Inserted, tree)),
        }
    }

    fn cell(
        &mut self,
        row: &RawRow,
        raw: &Raw,
        index: usize,
        setting: &Setting,
        (padding, widths): (Edges, &[f32]),
    ) -> Result<Cell> {
        let seat = Seat { rows: (index, raw.end), columns: raw.columns, of: setting.of };
        let mut cell = Cell {
            column_span: (raw.columns.1 - raw.columns.0) as u32,
            row_span: (raw.end - index) as u32,
            ..Cell::default()
        };
        let Some(tree) = raw.tree else { return Ok(cell) };
        let bands = (setting.look.row_band.unwrap_or(1), setting.look.column_band.unwrap_or(1));
        let parts = seat.parts(setting.look.parts.unwrap_or_default(), bands);
        let mut part_look = setting.style.whole.clone();
        let mut part_lines = Lines::default();
        for (part, look) in parts.iter().filter_map(|part| Some((*part, setting.style.parts.get(part)?))) {
            part_look = look.over(&part_look);
            part_lines = seat.around_in(&look.cell_lines.over(&look.lines), part).over(&part_lines);
        }
        let properties = tree.child("w:tcPr");
        let own = properties.map(|tree| cell_look(tree, &self.theme)).unwrap_or_default();
        let of_table = CellLook { background: setting.look.background, ..CellLook::default() };
        let look = own.over(&part_look.cell.over(&of_table));
        (cell.background, cell.vertical, cell.turn) =
            (look.background.flatten(), look.vertical.unwrap_or_default(), look.turn.unwrap_or_default());
        cell.borders =
            self.cell_lines(row, raw, &seat, &part_lines, setting).borders(setting.look.right_to_left == Some(true));
        let heads = parts.iter().filter(|part| setting.style.parts.contains_key(part));
        cell.header = heads.into_iter().any(|part| matches!(part, super::table_style::Part::FirstRow));
        let room = cell_room(properties, &setting.room.over(&part_look.room));
        let width: f32 = widths.get(raw.columns.0..raw.columns.1).unwrap_or_default().iter().sum();
        cell.blocks = self.cell_blocks(raw, tree, part_look, width - room.left - room.right)?;
        indent_by(&mut cell.blocks, room, padding);
        Ok(cell)
    }

    /// The lines around a cell: its own, those of its row, of the table, of the parts of its style, of its style.
    fn cell_lines(&self, row: &RawRow, raw: &Raw, seat: &Seat, of_parts: &Lines, setting: &Setting) -> Lines {
        let of = |tree: &Tree| lines(tree.child("w:tcPr").and_then(|tree| tree.child("w:tcBorders")), &self.theme);
        let mut own = raw.tree.map(of).unwrap_or_default();
        if let Some(last) = raw.more.last() {
            own.bottom = of(last).bottom.or(own.bottom);
        }
        let of_row = lines(row.exceptions.and_then(|tree| tree.child("w:tblBorders")), &self.theme);
        let of_style = seat.around(&setting.style.whole.lines);
        let table = seat.around(&of_row.over(&setting.lines)).over(&of_parts.over(&of_style));
        let cells = &setting.style.whole.cell_lines;
        own.over(&table).over(&seat.around(cells))
    }

    fn cell_blocks(&mut self, raw: &Raw, tree: &Tree, look: PartLook, width: f32) -> Result<Vec<Block>> {
        let base = Rc::new(TableBase { layout: look.layout, text: look.text });
        let outer = self.table_base.replace(base);
        let outer_measure = self.measure;
        self.measure = if width > 1.0 { width } else { outer_measure };
        let blocks = self.blocks(tree);
        // What the file keeps behind a merged cell nobody sees.
        raw.more.iter().for_each(|more| self.hidden_words.count(&text_of(more), Hidden::Covered, None));
        self.table_base = outer;
        self.measure = outer_measure;
        blocks
    }

    /// Where the lines of the table begin. Until version 15 the indent was that of the text (17.15.3.1).
    fn table_indent(&self, setting: &Setting, padding: Edges) -> f32 {
        let indent = setting.look.indent.unwrap_or(0.0);
        let aligned = setting.look.align.is_some_and(|align| align != transvase_model::flow::Align::Start);
        if aligned || self.depth > 1 {
            return if aligned { 0.0 } else { indent };
        }
        if self.settings.compatibility < 15 { indent - padding.left } else { indent }
    }

    /// Widths of the columns: those of the grid, or of the cells where the file has none; as the width of the table says.
    fn widths(&self, tree: &Tree, rows: &[RawRow], setting: &Setting) -> Vec<f32> {
        let columns = setting.of.1;
        let grid = tree.child("w:tblGrid");
        let grid = grid.into_iter().flat_map(Tree::children).filter(|child| child.is("w:gridCol"));
        let mut widths: Vec<f32> =
            grid.map(|column| length_of(column, "w:w").unwrap_or(0.0).max(0.0)).take(columns).collect();
        widths.resize(columns, 0.0);
        let of_cells = cell_widths(rows, columns, self.measure);
        let (made, said): (f32, f32) = (widths.iter().sum(), of_cells.iter().sum());
        // A grid that has nothing to do with its cells was made by a program that does not lay tables out.
        if widths.contains(&0.0) && said > 0.0 || made < said * WRONG_GRID {
            widths = of_cells;
        }
        let sum: f32 = widths.iter().sum();
        let wanted = match setting.look.width {
            Some(Width::Share(share)) if share > 0.0 => self.measure * share.min(2.0),
            Some(Width::Points(points)) => points,
            _ => sum,
        };
        if sum > 0.0
            && wanted > 0.0
            && (wanted - sum).abs() > SAME_WIDTH * sum
            && widths.iter().all(|width| *width > 0.0)
        {
            widths.iter_mut().for_each(|width| *width *= wanted / sum);
        }
        widths
    }
}

/// The cells of a row in their columns.
fn raw_cells<'t>(tree: &'t Tree, properties: Option<&Tree>, row: usize) -> Vec<Raw<'t>> {
    let count = |tag: &str| {
        properties.and_then(|row| child_val(row, tag)).and_then(number::<usize>).unwrap_or(0).min(MAX_COLUMNS - 1)
    };
    let mut cells: Vec<Raw> = Vec::new();
    let before = count("w:gridBefore");
    if before > 0 {
        cells.push(Raw { tree: None, columns: (0, before), end: row + 1, more: Vec::new() });
    }
    let mut column = before;
    for tree in wrapped(tree, "w:tc") {
        let properties = tree.child("w:tcPr");
        let span = properties
            .and_then(|cell| child_val(cell, "w:gridSpan"))
            .and_then(number::<usize>)
            .unwrap_or(1)
            .clamp(1, MAX_COLUMNS);
        let goes_on =
            properties.and_then(|cell| cell.child("w:hMerge")).is_some_and(|merge| val(merge) != Some("restart"));
        let end = (column + span).min(MAX_COLUMNS);
        match cells.last_mut() {
            Some(last) if goes_on || end == column => {
                last.columns.1 = end.max(last.columns.1);
                last.more.push(tree);
            }
            _ => cells.push(Raw { tree: Some(tree), columns: (column, end), end: row + 1, more: Vec::new() }),
        }
        column = end;
    }
    let after = count("w:gridAfter");
    let end = (column + after).min(MAX_COLUMNS);
    if after > 0 && end > column {
        cells.push(Raw { tree: None, columns: (column, end), end: row + 1, more: Vec::new() });
    }
    cells
}

/// Whether a cell goes on from the row above: nothing where it is not merged.
fn merge(tree: Option<&Tree>) -> Option<bool> {
    let merge = tree?.child("w:tcPr")?.child("w:vMerge")?;
    Some(val(merge) != Some("restart"))
}

/// Takes the cells that go on from above away, and lets those above hang down.
fn hang_down(rows: &mut [RawRow], columns: usize, reading: &Reading) -> Result<()> {
    // By first column: the row and place of the cell that may go on, and the column behind it.
    let mut open: Vec<Option<(usize, usize, usize)>> = vec![None; columns];
    for at in 0..rows.len() {
        reading.context.tick(rows[at].cells.len() as u64)?;
        let mut kept = Vec::new();
        let mut now: Vec<(usize, Option<(usize, usize, usize)>)> = Vec::new();
        for cell in std::mem::take(&mut rows[at].cells) {
            let (start, end) = cell.columns;
            let above = open[start].filter(|(.., above_end)| *above_end == end);
            match (merge(cell.tree), above) {
                (Some(true), Some((row, place, _))) => {
                    let origin = &mut rows[row].cells[place];
                    origin.end = at + 1;
                    origin.more.extend(cell.tree);
                    now.push((start, above));
                }
                (merged, _) => {
                    now.push((start, merged.map(|_| (at, kept.len(), end))));
                    kept.push(cell);
                }
            }
        }
        rows[at].cells = kept;
        open.fill(None);
        now.into_iter().for_each(|(start, above)| open[start] = above);
    }
    Ok(())
}

/// Fills rows that end early with one empty cell.
fn fill(rows: &mut [RawRow], columns: usize) {
    // By row: the end of what stands in it or hangs into it.
    let mut ends = vec![0; rows.len()];
    for (at, row) in rows.iter().enumerate() {
        for cell in &row.cells {
            let inside = cell.end.min(ends.len());
            ends[at..inside].iter_mut().for_each(|end| *end = cell.columns.1.max(*end));
        }
    }
    for (at, (row, end)) in rows.iter_mut().zip(ends).enumerate() {
        if end < columns {
            row.cells.push(Raw { tree: None, columns: (end, columns), end: at + 1, more: Vec::new() });
        }
    }
}

/// Widths of columns by what their cells say: those of cells of one column, then the rest of wider ones.
fn cell_widths(rows: &[RawRow], columns: usize, measure: f32) -> Vec<f32> {
    let mut widths = vec![0.0_f32; columns];
    let said = |cell: &Raw| {
        let width = cell.tree?.child("w:tcPr")?.child("w:tcW").and_then(width)?;
        match width {
            Width::Points(points) => Some(points),
            Width::Share(share) => Some(share * measure).filter(|width| *width > 0.0),
            Width::Auto => None,
        }
    };
    let cells = || rows.iter().flat_map(|row| &row.cells).filter_map(|cell| Some((cell.columns, said(cell)?)));
    for ((start, end), width) in cells() {
        if end - start == 1 {
            widths[start] = widths[start].max(width);
        }
    }
    for ((start, end), width) in cells() {
        let (known, free) =
            (widths[start..end].iter().sum::<f32>(), widths[start..end].iter().filter(|width| **width == 0.0).count());
        if free > 0 && width > known {
            let share = (width - known) / free as f32;
            widths[start..end].iter_mut().filter(|width| **width == 0.0).for_each(|width| *width = share);
        }
    }
    widths
}

/// The room of a cell.
fn cell_room(properties: Option<&Tree>, of_table: &Room) -> Edges {
    room(properties.and_then(|cell| cell.child("w:tcMar"))).over(of_table).edges()
}

/// The room that most cells have.
fn common_room(rows: &[RawRow], setting: &Setting) -> Edges {
    let mut votes: Vec<(Edges, usize)> = Vec::new();
    for cell in rows.iter().flat_map(|row| &row.cells).filter_map(|cell| cell.tree) {
        let room = cell_room(cell.child("w:tcPr"), &setting.room);
        match votes.iter().position(|(known, _)| *known == room) {
            Some(at) => votes[at].1 += 1,
            None if votes.len() < 16 => votes.push((room, 1)),
            None => {}
        }
    }
    votes.into_iter().max_by_key(|(_, count)| *count).map_or_else(|| setting.room.edges(), |(room, _)| room)
}

/// Moves the text of a cell whose room is another than that of the table.
fn indent_by(blocks: &mut [Block], room: Edges, usual: Edges) {
    if room == usual {
        return;
    }
    for block in blocks.iter_mut() {
        if let Block::Paragraph(paragraph) = block {
            paragraph.style.indent_start += room.left - usual.left;
            paragraph.style.indent_end += room.right - usual.right;
        }
    }
    if let Some(Block::Paragraph(first)) = blocks.first_mut() {
        first.style.space_before += (room.top - usual.top).max(0.0);
    }
    if let Some(Block::Paragraph(last)) = blocks.last_mut() {
        last.style.space_after += (room.bottom - usual.bottom).max(0.0);
    }
}
