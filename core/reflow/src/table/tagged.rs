//! Tagged tables, as the structure tree has them: rows, cells and spans from the tags, places from the text of the
//! cells, lines from the rules near them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::caps::{MOST, SOME};
use super::super::element::Grid;
use super::super::text::line::{self, Line};
use super::super::text::word::Word;
use super::super::vector::Ruling;
use super::build::{self, Element};
use super::tolerances::{ROUNDING, SAME_EDGE, SIDE_ROOM};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::pages::{NodeId, StructKind, StructNode};

/// The place of a cell in its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Slot {
    table: NodeId,
    row: usize,
    column: usize,
    rows: usize,
    columns: usize,
}

/// The tables of a structure tree.
#[derive(Debug)]
pub(crate) struct Tagged {
    /// For each node the cell it stands in.
    slots: Vec<Option<Slot>>,
}

/// A table while its cells are counted.
#[derive(Default)]
struct Counting {
    rows: usize,
    /// For each column the first row that no cell from above hangs into.
    free: Vec<usize>,
}

impl Tagged {
    /// The tables of a tree; `None` where it has none.
    pub fn of(nodes: &[StructNode]) -> Option<Tagged> {
        let mut tables: BTreeMap<NodeId, Counting> = BTreeMap::new();
        let mut table_of: Vec<Option<NodeId>> = vec![None; nodes.len()];
        let mut slots: Vec<Option<Slot>> = vec![None; nodes.len()];
        for (at, node) in nodes.iter().enumerate() {
            // Elements stand behind those they belong to.
            let up = Some(node.parent).filter(|parent| *parent < at);
            table_of[at] = up.and_then(|up| table_of[up]);
            slots[at] = up.and_then(|up| slots[up]);
            match node.kind {
                StructKind::Table => {
                    (table_of[at], slots[at]) = (Some(at), None);
                    tables.insert(at, Counting::default());
                }
                StructKind::Row => {
                    if let Some(table) = table_of[at].and_then(|table| tables.get_mut(&table)) {
                        table.rows += 1;
                    }
                }
                StructKind::Cell { column_span, row_span, .. } => {
                    let own = table_of[at].and_then(|id| Some((id, tables.get_mut(&id)?)));
                    slots[at] = own.and_then(|(id, table)| table.place(id, column_span as usize, row_span as usize));
                }
                _ => {}
            }
        }
        slots.iter().any(Option::is_some).then_some(Tagged { slots })
    }

    fn slot(&self, word: &Word) -> Option<Slot> {
        word.node.and_then(|node| self.slots.get(node).copied().flatten())
    }

    /// Takes the tables out of a page; text that the tags keep out of tables is marked so. What is
    /// left of a table most of which is in the `ruled` ones is none.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn take(
        &self,
        ruled: &[Grid],
        words: &mut Vec<Word>,
        rules: &mut Vec<Ruling>,
        context: &Context,
    ) -> Result<Vec<Grid>> {
        context.tick(words.len() as u64)?;
        let mut gone: BTreeMap<NodeId, usize> = BTreeMap::new();
        for word in ruled.iter().flat_map(|grid| &grid.cells).flat_map(|cell| &cell.words) {
            if let Some(slot) = self.slot(word) {
                *gone.entry(slot.table).or_default() += 1;
            }
        }
        let mut cells: BTreeMap<Slot, Vec<Word>> = BTreeMap::new();
        let mut rest = Vec::new();
        for mut word in std::mem::take(words) {
            match self.slot(&word) {
                Some(slot) => cells.entry(slot).or_default().push(word),
                None => {
                    word.no_cell |= word.node.is_some();
                    rest.push(word);
                }
            }
        }
        *words = rest;
        let tables: BTreeSet<NodeId> = cells.keys().map(|slot| slot.table).collect();
        let mut grids = Vec::new();
        for table in tables {
            let own = cells.extract_if(.., |slot, _| slot.table == table).collect::<Vec<_>>();
            let left: usize = own.iter().map(|(_, words)| words.len()).sum();
            let rest = gone.get(&table).is_some_and(|gone| *gone > left);
            let found = if rest { None } else { grid(&own, rules, context)? };
            match found {
                Some(grid) => grids.push(Grid { tag: Some(table), ..grid }),
                None => words.extend(own.into_iter().flat_map(|(_, words)| words)),
            }
        }
        Ok(grids)
    }
}

impl Counting {
    fn place(&mut self, table: NodeId, columns: usize, rows: usize) -> Option<Slot> {
        let row = self.rows.checked_sub(1)?;
        let (columns, rows) = (columns.clamp(1, SOME), rows.clamp(1, MOST));
        let column = self.free.iter().position(|free| *free <= row).unwrap_or(self.free.len());
        if column + columns > SOME {
            return None;
        }
        self.free.resize(self.free.len().max(column + columns), 0);
        self.free[column..column + columns].fill(row + rows);
        Some(Slot { table, row, column, rows, columns })
    }
}

/// A cell with its text.
struct Filled {
    slot: Slot,
    rect: Rect,
    lines: Vec<Line>,
}

/// The grid of a table on this page; `None` where it is no more than a row or a column, or where
/// the text does not stand as the tags say.
fn grid(cells: &[(Slot, Vec<Word>)], rules: &mut Vec<Ruling>, context: &Context) -> Result<Option<Grid>> {
    let mut filled = Vec::new();
    for (slot, words) in cells {
        let lines = line::segments(words.clone(), context)?;
        let rect = line::around(&lines);
        filled.extend(rect.map(|rect| Filled { slot: *slot, rect, lines }));
    }
    let mut rows: Vec<usize> = filled.iter().map(|cell| cell.slot.row).collect();
    rows.sort_unstable();
    rows.dedup();
    let columns = filled.iter().map(|cell| cell.slot.column + cell.slot.columns).max().unwrap_or(0);
    if rows.len() < 2 || columns < 2 {
        return Ok(None);
    }
    let (Some(xs), Some(extents)) = (verticals(&filled, columns), extents(&filled, &rows)) else { return Ok(None) };
    let ys = build::levels(&extents, rules, xs[0], xs[columns]);
    let element = |cell: Filled| {
        let Slot { row, column, rows: down, columns: across, .. } = cell.slot;
        let first = rows.partition_point(|at| *at < row);
        let last = rows.partition_point(|at| *at < row + down) - 1;
        Element { rows: (first, last.max(first)), columns: (column, column + across - 1), lines: cell.lines }
    };
    let elements: Vec<Element> = filled.into_iter().map(element).collect();
    Ok(Some(build::finish(elements, xs, ys, columns, rules)))
}

/// The lines between the columns, half way between their texts; `None` where columns overlap.
fn verticals(cells: &[Filled], columns: usize) -> Option<Vec<f32>> {
    let mut ends = vec![f32::NEG_INFINITY; columns + 1];
    let mut begins = vec![f32::INFINITY; columns + 1];
    for cell in cells {
        let (first, last) = (cell.slot.column, cell.slot.column + cell.slot.columns);
        ends[last] = ends[last].max(cell.rect.right);
        begins[first] = begins[first].min(cell.rect.left);
    }
    for at in 1..=columns {
        ends[at] = ends[at].max(ends[at - 1]);
    }
    for at in (0..columns).rev() {
        begins[at] = begins[at].min(begins[at + 1]);
    }
    let (left, right) = (begins[0] - SIDE_ROOM, ends[columns] + SIDE_ROOM);
    let mut xs = vec![left];
    for at in 1..columns {
        if ends[at] > begins[at] + SAME_EDGE {
            return None;
        }
        // A column without text takes no room.
        let x = f32::midpoint(ends[at].max(left), begins[at].min(right));
        xs.push(x.max(xs[at - 1] + ROUNDING));
    }
    xs.push(right.max(xs[columns - 1] + ROUNDING));
    Some(xs)
}

/// Top and bottom of the text of each row; `None` where the rows do not stand one below the other.
fn extents(cells: &[Filled], rows: &[usize]) -> Option<Vec<(f32, f32)>> {
    let mut extents = vec![(f32::INFINITY, f32::NEG_INFINITY); rows.len()];
    for cell in cells {
        let row = rows.partition_point(|at| *at < cell.slot.row);
        let bottom = if cell.slot.rows == 1 { cell.rect.bottom } else { cell.rect.top };
        extents[row] = (extents[row].0.min(cell.rect.top), extents[row].1.max(bottom));
    }
    let falls = extents.windows(2).all(|pair| pair[1].0 > pair[0].0);
    falls.then_some(extents)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(kind: StructKind, parent: NodeId) -> StructNode {
        StructNode { kind, parent, language: None, order: 0 }
    }

    fn cell(column_span: u32, row_span: u32) -> StructKind {
        StructKind::Cell { header: false, column_span, row_span }
    }

    fn word(text: &str, x: f32, y: f32, node: NodeId) -> Word {
        let rect = Rect { left: x, top: y - 7.5, right: x + 30.0, bottom: y + 2.2 };
        Word { text: text.into(), rect, baseline: y, size: 10.0, node: Some(node), ..Word::default() }
    }

    /// A cell over two rows beside two cells, and a cell over both columns below.
    fn tree() -> Vec<StructNode> {
        vec![
            node(StructKind::Document, 0),
            node(StructKind::Table, 0),
            node(StructKind::Row, 1),
            node(cell(1, 2), 2),
            node(cell(1, 1), 2),
            node(StructKind::Row, 1),
            node(cell(1, 1), 5),
            node(StructKind::Row, 1),
            node(cell(2, 1), 7),
            node(StructKind::Paragraph, 0),
        ]
    }

    #[test]
    fn cells_stand_where_their_spans_put_them() {
        let tagged = Tagged::of(&tree()).unwrap();
        let mut words = vec![
            word("tall", 50.0, 100.0, 3),
            word("one", 150.0, 100.0, 4),
            word("two", 150.0, 115.0, 6),
            word("wide", 50.0, 130.0, 8),
            word("prose", 50.0, 200.0, 9),
        ];
        let grids = tagged.take(&[], &mut words, &mut Vec::new(), &Context::default()).unwrap();
        let spans: Vec<_> = grids[0].cells.iter().map(|c| (c.row, c.column, c.rows, c.columns)).collect();
        assert_eq!(spans, [(0, 0, 2, 1), (0, 1, 1, 1), (1, 1, 1, 1), (2, 0, 1, 2)]);
        assert!(words.len() == 1 && words[0].no_cell, "text outside stays, and is no cell");
    }

    #[test]
    fn tags_that_contradict_the_page_are_not_believed() {
        let tagged = Tagged::of(&tree()).unwrap();
        let mut words = vec![word("a", 150.0, 100.0, 3), word("b", 50.0, 100.0, 4), word("c", 50.0, 130.0, 8)];
        let grids = tagged.take(&[], &mut words, &mut Vec::new(), &Context::default()).unwrap();
        assert!(grids.is_empty() && words.len() == 3);
    }
}
