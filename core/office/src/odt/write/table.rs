//! Tables.

use super::document::{Document, Scope};
use super::lengths::{color, lines, paddings, positive, pt};
use super::survey::Place;
use transvase_base::error::Result;
use transvase_model::flow::{Align, Cell, Edges, Row, Table, Turn, VerticalAlign};
use transvase_model::text::grid;

/// Room between the lines of a cell and its text where the source says none, in points.
const PADDING: f32 = 2.8;
/// Least width of a column in points.
const LEAST: f32 = 4.0;

impl Document<'_> {
    /// A table.
    pub(super) fn table(&mut self, table: &Table, scope: Scope) -> Result<()> {
        let mut rows = table.rows.clone();
        let mut cells: Vec<&mut Vec<Cell>> = rows.iter_mut().map(|row| &mut row.cells).collect();
        let is_whole = grid::is_whole(&cells.iter().map(|cells| &**cells).collect::<Vec<_>>(), table.columns.len());
        let count = if is_whole { table.columns.len() } else { grid::set(&mut cells, self.source.context)? };
        if count == 0 {
            return Ok(());
        }
        self.outside_lists();
        self.frames_alone(scope)?;
        let room = scope.measure - scope.start - scope.end;
        let widths = widths(&table.columns, count, room);
        let name = format!("Table{}", self.shared.number());
        let style = self.table_style(table, widths.iter().sum(), scope)?;
        self.xml.open("table:table", &[("table:name", &name), ("table:style-name", &style)]);
        for width in &widths {
            let width = positive(*width);
            let style = self.automatic.style(("table-column", "TC"), &[], |xml| {
                xml.empty("style:table-column-properties", &[("style:column-width", &width)]);
            })?;
            self.xml.empty("table:table-column", &[("table:style-name", &style)]);
        }
        self.rows(table, &rows, &widths, scope)?;
        self.xml.close("table:table");
        Ok(())
    }

    fn rows(&mut self, table: &Table, rows: &[Row], widths: &[f32], scope: Scope) -> Result<()> {
        let heads = rows.iter().take_while(|row| row.header).count();
        // A head of all rows is none.
        let heads = if heads == rows.len() { 0 } else { heads };
        // Rows that each column is still covered for from above, and the columns of the cell that covers it.
        let mut covered = vec![0_u32; widths.len()];
        for (at, row) in rows.iter().enumerate() {
            self.source.context.tick(1 + widths.len() as u64)?;
            if heads > 0 && at == 0 {
                self.xml.open("table:table-header-rows", &[]);
            }
            self.row(table, row, (widths, &mut covered), scope)?;
            if heads > 0 && at + 1 == heads {
                self.xml.close("table:table-header-rows");
            }
        }
        Ok(())
    }

    fn row(&mut self, table: &Table, row: &Row, (widths, covered): (&[f32], &mut [u32]), scope: Scope) -> Result<()> {
        let height = positive(row.height);
        let together = if row.keep_together { "always" } else { "auto" };
        let kind = if row.exact { "style:row-height" } else { "style:min-row-height" };
        let properties = [("fo:keep-together", together), (kind, &*height)];
        let properties = if row.height > 0.0 { &properties[..] } else { &properties[..1] };
        let style = self
            .automatic
            .style(("table-row", "TR"), &[], |xml| xml.empty("style:table-row-properties", properties))?;
        self.xml.open("table:table-row", &[("table:style-name", &style)]);
        let mut at = 0;
        for cell in &row.cells {
            at = self.covered(covered, at);
            let (columns, rows) = (cell.column_span as usize, cell.row_span);
            let width: f32 = widths.iter().skip(at).take(columns).sum();
            self.cell(table, cell, width, scope)?;
            for (offset, column) in covered.iter_mut().skip(at).take(columns).enumerate() {
                *column = rows;
                if offset > 0 {
                    self.xml.empty("table:covered-table-cell", &[]);
                }
            }
            at += columns;
        }
        self.covered(covered, at);
        covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        self.xml.close("table:table-row");
        Ok(())
    }

    /// Writes the covered cells from a column on; the first column that is free.
    fn covered(&mut self, covered: &[u32], from: usize) -> usize {
        let count = covered.iter().skip(from).take_while(|rows| **rows > 0).count();
        (0..count).for_each(|_| self.xml.empty("table:covered-table-cell", &[]));
        from + count
    }

    fn cell(&mut self, table: &Table, cell: &Cell, width: f32, scope: Scope) -> Result<()> {
        let room = table.padding.unwrap_or(Edges { top: 0.0, right: PADDING, bottom: 0.0, left: PADDING });
        let style = self.cell_style(cell, room, table.right_to_left)?;
        let (columns, rows) = (cell.column_span.to_string(), cell.row_span.to_string());
        let mut attributes = vec![("table:style-name", style.as_str())];
        if cell.column_span > 1 || cell.row_span > 1 {
            attributes
                .extend([("table:number-columns-spanned", columns.as_str()), ("table:number-rows-spanned", &rows)]);
        }
        attributes.push(("office:value-type", "string"));
        self.xml.open("table:table-cell", &attributes);
        let measure = (width - room.left - room.right).max(1.0);
        let inner = Scope { measure, start: 0.0, end: 0.0, listed: 0.0, level: None, ..scope.inner(Place::Cell) };
        self.story(|document| document.whole(&cell.blocks, inner))?;
        self.xml.close("table:table-cell");
        Ok(())
    }

    fn cell_style(&mut self, cell: &Cell, room: Edges, right_to_left: bool) -> Result<String> {
        let borders = if right_to_left { cell.borders.mirrored() } else { cell.borders };
        let mut attributes = lines(borders);
        attributes.extend(paddings(room));
        if cell.vertical != VerticalAlign::Top {
            let place = if cell.vertical == VerticalAlign::Middle { "middle" } else { "bottom" };
            attributes.push(("style:vertical-align", place.into()));
        }
        attributes.extend(cell.background.map(|ground| ("fo:background-color", color(ground))));
        match cell.turn {
            Turn::None => {}
            Turn::Down => attributes.push(("style:writing-mode", "tb-rl".into())),
            Turn::Up => {
                attributes.push(("style:rotation-angle", "90".into()));
                attributes.push(("style:rotation-align", "none".into()));
            }
        }
        let attributes: Vec<(&str, &str)> = attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.automatic.style(("table-cell", "C"), &[], |xml| xml.empty("style:table-cell-properties", &attributes))
    }

    fn table_style(&mut self, table: &Table, width: f32, scope: Scope) -> Result<String> {
        let master = self.master.take();
        let before = self.pending.take().filter(|_| master.is_none());
        let (align, indent) = match table.align {
            Some(Align::Center) => ("center", 0.0),
            Some(Align::End) => ("right", 0.0),
            _ => ("left", table.indent + scope.start),
        };
        let (width, indent) = (positive(width), pt(indent));
        let number = master.as_ref().and_then(|(_, number)| *number).map(|number| number.to_string());
        let mut properties =
            vec![("style:width", &*width), ("table:align", align), ("table:border-model", "collapsing")];
        properties.extend((align == "left").then_some(("fo:margin-left", &*indent)));
        properties.extend(before.map(|before| ("fo:break-before", before)));
        properties.extend(number.as_deref().map(|number| ("style:page-number", number)));
        properties.extend(table.right_to_left.then_some(("style:writing-mode", "rl-tb")));
        let attributes: Vec<(&str, &str)> =
            master.as_ref().map(|(name, _)| ("style:master-page-name", name.as_str())).into_iter().collect();
        self.automatic.style(("table", "Tab"), &attributes, |xml| xml.empty("style:table-properties", &properties))
    }
}

/// The widths of columns: what is left of the measure for those that say none.
fn widths(stated: &[f32], count: usize, room: f32) -> Vec<f32> {
    let sound = |width: f32| width.is_finite() && width > 0.0;
    let stated = |at: usize| stated.get(at).copied().filter(|width| sound(*width));
    let known: f32 = (0..count).filter_map(stated).sum();
    let open = (0..count).filter(|at| stated(*at).is_none()).count();
    let each = ((room - known) / open.max(1) as f32).max(LEAST * 4.0);
    (0..count).map(|at| stated(at).unwrap_or(each).max(LEAST)).collect()
}
