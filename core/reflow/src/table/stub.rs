//! Stub columns: text beside the rows of a ruled table that its lines leave out.
//!
//! Before text is put into lines, labels at the left of a grid, one beside each row, become its first column. Once a
//! page is in order, tables get further columns without lines for the text beside them, such as the labels of boxes at
//! the right of a form. Where it flowed, it would go below the table.

use std::collections::BTreeMap;

use super::super::caps::{FEW, MANY};
use super::super::element::{Grid, GridCell, PageElement, row_at};
use super::super::reading_order::Region;
use super::super::text::level::levelled;
use super::super::text::line::{self, Line};
use super::super::text::word::Word;
use super::super::vector::FilledRect;
use super::side_by_side_tables;
use super::tolerances::{
    CELL_WORDS, FEWEST_ROWS, LABEL_LINES, LINE_PITCH, MIDDLE, ROUNDING, SAME_BASE_LINE, SIDE_ROOM, are_most,
};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Pt, Rect};

/// How far labels may reach to the left of a grid: a third of the text of a page.
const REACH: Pt = Pt(160.0);
/// How near to the grid the longest label ends.
const NEAR: Pt = Pt(40.0);

/// Puts labels beside the rows of grids into them.
pub(crate) fn take_labels(grids: &mut [Grid], words: &mut Vec<Word>, context: &Context) -> Result<()> {
    let places: Vec<Rect> = grids.iter().map(|grid| grid.rect).collect();
    for grid in grids.iter_mut().take(FEW) {
        context.tick((words.len() + places.len()) as u64)?;
        let Some(column) = column(grid, words, &places) else { continue };
        let mut labels: Vec<Vec<Word>> = vec![Vec::new(); grid.ys.len().saturating_sub(1)];
        words.retain_mut(|word| match row_of(grid, &column, word) {
            Some(row) => {
                labels[row].push(std::mem::take(word));
                false
            }
            None => true,
        });
        add_labels(grid, column.left, labels);
    }
    Ok(())
}

/// The row of a grid that a text beside it, within a column, stands at.
fn row_of(grid: &Grid, column: &Rect, word: &Word) -> Option<usize> {
    let middle = word.baseline - MIDDLE * word.size;
    let inside = word.rect.left >= column.left - ROUNDING && word.rect.right <= column.right;
    let row = grid.ys.partition_point(|y| *y <= middle).checked_sub(1)?;
    (inside && row + 1 < grid.ys.len()).then_some(row)
}

/// The place of the labels of a grid; `None` where the text beside it is not one label a row.
fn column(grid: &Grid, words: &[Word], places: &[Rect]) -> Option<Rect> {
    let Rect { left, top, bottom, .. } = grid.rect;
    let reach = Rect { left: left - REACH, top, right: left + ROUNDING, bottom };
    let beside: Vec<(usize, &Word)> =
        words.iter().filter_map(|word| Some((row_of(grid, &reach, word)?, word))).collect();
    let from = beside.iter().map(|(_, word)| word.rect.left).fold(f32::INFINITY, f32::min);
    let to = beside.iter().map(|(_, word)| word.rect.right).fold(f32::NEG_INFINITY, f32::max);
    let column = Rect { left: from - SIDE_ROOM, right: left + ROUNDING, ..reach };
    let mut lines: BTreeMap<usize, &Word> = BTreeMap::new();
    let single = beside.iter().all(|(row, word)| {
        let first = lines.entry(*row).or_insert(word);
        (first.baseline - word.baseline).abs() < SAME_BASE_LINE * word.size
    });
    let filled = |row: usize| grid.cells.iter().any(|cell| cell.row == row && !cell.words.is_empty());
    let with_text = (0..grid.ys.len()).filter(|row| filled(*row)).count();
    let labelled = lines.keys().filter(|row| filled(**row)).count();
    let free = !places.iter().any(|place| *place != grid.rect && place.intersection(&column).is_some());
    let through = words.iter().any(|word| {
        let y = word.baseline > top && word.baseline < bottom;
        y && word.rect.left < column.left && word.rect.right > column.left - REACH * 0.5
    });
    let is_column = single
        && free
        && !through
        && labelled > FEWEST_ROWS
        && are_most(labelled, with_text)
        && beside.len() as f32 <= CELL_WORDS * lines.len() as f32
        && left - to <= NEAR;
    is_column.then_some(column)
}

/// Adds a column of labels at the left of a grid.
fn add_labels(grid: &mut Grid, left: f32, labels: Vec<Vec<Word>>) {
    let (_, left, right) = add_column(grid, true, left);
    let label = |(row, words): (usize, Vec<Word>)| {
        let rect = Rect { left, top: grid.ys[row], right, bottom: grid.ys[row + 1] };
        GridCell { row, rows: 1, columns: 1, rect, words, ..GridCell::default() }
    };
    let labels: Vec<GridCell> = labels.into_iter().enumerate().map(label).collect();
    grid.cells.extend(labels);
    grid.cells.sort_by_key(|cell| (cell.row, cell.column));
}

/// Adds a column without cells at one side of a grid, which moves to `side`; returns its index and its left and right
/// end.
fn add_column(grid: &mut Grid, at_left: bool, side: f32) -> (usize, f32, f32) {
    let Rect { left, right, .. } = grid.rect;
    if at_left {
        grid.xs.insert(0, side);
        grid.rect.left = side;
        grid.cells.iter_mut().for_each(|cell| cell.column += 1);
        return (0, side, left);
    }
    grid.xs.push(side);
    grid.rect.right = side;
    (grid.xs.len() - 2, right, side)
}

/// Gives the tables of a page columns for the text that stands beside them on the paper, not on `fills` of its own.
pub(crate) fn widen(regions: Vec<Region>, fills: &[FilledRect], context: &Context) -> Result<Vec<Region>> {
    let mut wide = Vec::new();
    for region in regions {
        wide.push(match region {
            Region::Single(elements) => Region::Single(widened(elements, fills, context)?),
            Region::Columns(mut columns) => {
                for column in &mut columns {
                    column.regions = widen(std::mem::take(&mut column.regions), fills, context)?;
                }
                Region::Columns(columns)
            }
        });
    }
    Ok(wide)
}

/// Gives the tables inside a cell columns for the text of the cell that stands beside them.
pub(crate) fn widen_inner(cell: &mut GridCell, context: &Context) -> Result<()> {
    if cell.tables.is_empty() {
        return Ok(());
    }
    let tables = std::mem::take(&mut cell.tables).into_iter().map(PageElement::Table);
    let elements = tables.chain(std::mem::take(&mut cell.lines).into_iter().map(PageElement::Line)).collect();
    for element in widened(elements, &[], context)? {
        match element {
            PageElement::Table(grid) => cell.tables.push(grid),
            PageElement::Line(line) => cell.lines.push(line),
            _ => {}
        }
    }
    Ok(())
}

fn widened(elements: Vec<PageElement>, fills: &[FilledRect], context: &Context) -> Result<Vec<PageElement>> {
    let mut elements = side_by_side_tables::together(elements, context)?;
    let solid: Vec<Rect> =
        elements.iter().filter(|element| !matches!(element, PageElement::Line(_))).map(PageElement::rect).collect();
    let mut taken = vec![false; elements.len()];
    let tables: Vec<usize> = (0..elements.len()).filter(|at| matches!(elements[*at], PageElement::Table(_))).collect();
    for at in tables.into_iter().take(FEW) {
        context.tick(elements.len() as u64)?;
        let PageElement::Table(grid) = &mut elements[at] else { continue };
        let (place, mut grid) = (grid.rect, std::mem::take(grid));
        let apart = |other: &Rect| other.top >= place.bottom - ROUNDING || other.bottom <= place.top + ROUNDING;
        let alone = grid.has_cells()
            && solid.iter().all(|other| *other == place || apart(other))
            && !fills.iter().take(MANY).any(|fill| stands_beside(&fill.rect, &place));
        for at_left in [true, false].into_iter().filter(|_| alone) {
            if let Some(wing) = Wing::of(&grid, &elements, &taken, at_left) {
                wing.elements.iter().for_each(|element| taken[*element] = true);
                wing.join(&mut grid);
            }
        }
        elements[at] = PageElement::Table(grid);
    }
    let mut taken = taken.into_iter();
    elements.retain(|_| !taken.next().unwrap_or(false));
    Ok(elements)
}

fn is_beside(line: &Line, table: &Rect, at_left: bool) -> bool {
    let Rect { left, right, .. } = line.rect;
    let apart = if at_left { right <= table.left + ROUNDING } else { left >= table.right - ROUNDING };
    apart && line.middle() > table.top && line.middle() < table.bottom
}

/// Whether a fill is at the side of a table, and no ground that it stands on.
fn stands_beside(fill: &Rect, table: &Rect) -> bool {
    let level = fill.center().y > table.top && fill.center().y < table.bottom;
    level && (fill.right <= table.left + ROUNDING || fill.left >= table.right - ROUNDING)
}

/// The text of a cell beside a table.
struct Label {
    /// First row, and number of rows.
    row: usize,
    rows: usize,
    /// Top down.
    lines: Vec<Line>,
}

/// The text at one side of a table.
struct Wing {
    at_left: bool,
    /// Around its text.
    around: Rect,
    /// Its cells, top down.
    labels: Vec<Label>,
    /// The elements they are.
    elements: Vec<usize>,
}

impl Wing {
    fn of(grid: &Grid, elements: &[PageElement], taken: &[bool], at_left: bool) -> Option<Wing> {
        let lines = elements.iter().zip(taken).enumerate().filter_map(|(at, (element, taken))| match element {
            PageElement::Line(line) if !taken => Some((at, line)),
            _ => None,
        });
        let (beside, others): (Vec<_>, Vec<_>) = lines.partition(|(_, line)| is_beside(line, &grid.rect, at_left));
        let others: Vec<&Line> = others.into_iter().map(|(_, line)| line).collect();
        let lines = levelled(beside.iter().map(|(_, line)| (*line).clone()).collect());
        let around = line::around(&lines)?;
        let labels = in_rows(grid, &lines).or_else(|| in_blocks(grid, &lines, &others))?;
        Some(Wing { at_left, around, labels, elements: beside.into_iter().map(|(at, _)| at).collect() })
    }

    /// Becomes the first or the last column of a table.
    fn join(self, grid: &mut Grid) {
        let side = if self.at_left { self.around.left - SIDE_ROOM } else { self.around.right + SIDE_ROOM };
        let (column, from, to) = add_column(grid, self.at_left, side);
        let mut add = |row: usize, rows: usize, lines: Vec<Line>| {
            let rect = Rect { left: from, top: grid.ys[row], right: to, bottom: grid.ys[row + rows] };
            grid.cells.push(GridCell { row, column, rows, columns: 1, rect, lines, ..GridCell::default() });
        };
        let mut next = 0;
        for Label { row, rows, lines } in self.labels {
            (next..row).for_each(|row| add(row, 1, Vec::new()));
            add(row, rows, lines);
            next = row + rows;
        }
        (next..grid.ys.len() - 1).for_each(|row| add(row, 1, Vec::new()));
        grid.cells.sort_by_key(|cell| (cell.row, cell.column));
    }
}

/// The lines of each row, where they stand at one height in all of them, but for half their size.
fn in_rows(grid: &Grid, lines: &[Line]) -> Option<Vec<Label>> {
    let row_of = |line: &Line| row_at(&grid.ys, line.middle());
    let rows = lines.chunk_by(|a, b| row_of(a) == row_of(b));
    let label = |lines: &[Line]| Label { row: row_of(&lines[0]), rows: 1, lines: lines.to_vec() };
    let labels: Vec<Label> = rows.map(label).collect();
    let size = lines.iter().map(|line| line.size).fold(f32::INFINITY, f32::min);
    let same = |height: &dyn Fn(&Label) -> f32| {
        let heights = || labels.iter().map(height);
        heights().fold(f32::NEG_INFINITY, f32::max) - heights().fold(f32::INFINITY, f32::min) <= size / 2.0
    };
    let baseline = |line: Option<&Line>| line.map_or(0.0, |line| line.baseline);
    let from_top = |label: &Label| baseline(label.lines.first()) - grid.ys[label.row];
    let from_end = |label: &Label| grid.ys[label.row + 1] - baseline(label.lines.last());
    let single_row = grid.ys.len() == 2;
    let fit = single_row || labels.len() > 1 && (same(&from_top) || same(&from_end));
    (fit && labels.iter().all(|label| label.lines.len() <= LABEL_LINES)).then_some(labels)
}

/// Lines close to one another as one cell over the rows they stand at; `None` where they go on above or below the
/// table.
fn in_blocks(grid: &Grid, lines: &[Line], others: &[&Line]) -> Option<Vec<Label>> {
    let row_of = |line: &Line| row_at(&grid.ys, line.middle());
    let mut labels: Vec<Label> = Vec::new();
    for block in lines.chunk_by(follows) {
        if block.len() > LABEL_LINES || goes_on(block, others) {
            return None;
        }
        let (row, to) = (row_of(block.first()?), row_of(block.last()?));
        match labels.last_mut().filter(|last| row < last.row + last.rows) {
            Some(last) => {
                last.rows = last.rows.max(to + 1 - last.row);
                last.lines.extend(block.iter().cloned());
            }
            None => labels.push(Label { row, rows: to + 1 - row, lines: block.to_vec() }),
        }
    }
    Some(labels)
}

/// Whether a line is the next one of a label.
fn follows(line: &Line, next: &Line) -> bool {
    next.baseline - line.baseline <= LINE_PITCH * line.size.max(next.size)
}

/// Whether one of `others` is the line before or after those of a block.
fn goes_on(block: &[Line], others: &[&Line]) -> bool {
    let (Some(first), Some(last)) = (block.first(), block.last()) else { return false };
    let over = |other: &&&Line| other.rect.left < last.rect.right && other.rect.right > first.rect.left;
    others.iter().filter(over).any(|other| {
        let above = other.baseline < first.baseline && follows(other, first);
        above || other.baseline > last.baseline && follows(last, other)
    })
}

#[cfg(test)]
mod tests {
    use super::super::sample::{line, word};
    use super::*;

    #[test]
    fn a_label_beside_each_row_is_its_first_cell() {
        let ys: Vec<f32> = (0..6).map(|row| 100.0 + 20.0 * row as f32).collect();
        let cell = |row: usize| GridCell {
            row,
            rows: 1,
            columns: 1,
            rect: Rect { left: 100.0, top: ys[row], right: 150.0, bottom: ys[row + 1] },
            words: vec![word("12", 110.0, ys[row] + 14.0)],
            ..GridCell::default()
        };
        let rect = Rect { left: 100.0, top: 100.0, right: 150.0, bottom: 200.0 };
        let grid =
            Grid { rect, xs: vec![100.0, 150.0], ys: ys.clone(), cells: (0..5).map(cell).collect(), ..Grid::default() };
        let mut words: Vec<Word> = (0..5).map(|row| word("Place", 50.0, ys[row] + 14.0)).collect();
        words.push(word("Above", 50.0, 80.0));
        let mut grids = vec![grid.clone()];
        take_labels(&mut grids, &mut words, &Context::default()).unwrap();
        assert_eq!((grids[0].xs.len(), grids[0].cells.len(), words.len()), (3, 10, 1));
        assert_eq!(grids[0].cells[0].words[0].text, "Place");
        let mut few = vec![word("Place", 50.0, 114.0)];
        take_labels(&mut [grid], &mut few, &Context::default()).unwrap();
        assert_eq!(few.len(), 1, "one label is none");
    }

    /// A box of rows at x 300 to 360, below one another from y 100.
    fn boxes(rows: usize, height: f32) -> Grid {
        let ys: Vec<f32> = (0..=rows).map(|row| 100.0 + height * row as f32).collect();
        let cell = |row: usize| GridCell {
            row,
            rows: 1,
            columns: 1,
            rect: Rect { left: 300.0, top: ys[row], right: 360.0, bottom: ys[row + 1] },
            ..GridCell::default()
        };
        let rect = Rect { left: 300.0, top: 100.0, right: 360.0, bottom: 100.0 + height * rows as f32 };
        Grid { rect, xs: vec![300.0, 360.0], cells: (0..rows).map(cell).collect(), ys, ..Grid::default() }
    }

    fn texts(elements: &[PageElement]) -> Vec<(usize, usize, usize, String)> {
        let Some(PageElement::Table(grid)) = elements.iter().find(|element| matches!(element, PageElement::Table(_)))
        else {
            return Vec::new();
        };
        let filled = grid.cells.iter().filter(|cell| !cell.lines.is_empty());
        filled
            .map(|cell| {
                let text: Vec<String> = cell.lines.iter().map(Line::text).collect();
                (cell.row, cell.rows, cell.column, text.join(" "))
            })
            .collect()
    }

    fn wide(elements: Vec<PageElement>, fills: &[FilledRect]) -> Vec<PageElement> {
        widened(elements, fills, &Context::default()).unwrap()
    }

    #[test]
    fn labels_beside_boxes_are_a_column_of_their_table() {
        let label = |text: &str, baseline: f32| PageElement::Line(line(text, 50.0, baseline));
        let elements = || {
            let lines = [("Tax", 116.0), ("Credits", 136.0), ("Due", 156.0), ("Sign", 190.0)];
            let labels = lines.map(|(text, baseline)| label(text, baseline));
            labels
                .into_iter()
                .chain([PageElement::Table(boxes(3, 20.0)), PageElement::Line(line("note", 380.0, 136.0))])
                .collect()
        };
        let found = wide(elements(), &[]);
        assert_eq!(found.len(), 2, "the table and the line below it");
        let expected = [(0, 1, 0, "Tax"), (1, 1, 0, "Credits"), (1, 1, 2, "note"), (2, 1, 0, "Due")];
        assert_eq!(texts(&found), expected.map(|(row, rows, column, text)| (row, rows, column, text.to_owned())));
        let beside = Rect { left: 40.0, top: 100.0, right: 200.0, bottom: 160.0 };
        assert_eq!(
            wide(elements(), &[FilledRect { rect: beside, color: transvase_model::flow::Color::BLACK }]).len(),
            6,
            "a ground of their own"
        );
    }

    #[test]
    fn a_label_of_several_lines_stands_beside_several_rows() {
        let label = |at: f32| [("Print", at), ("or", at + 12.0), ("Type", at + 24.0)];
        let elements = |at: f32| {
            let lines = label(at).map(|(text, baseline)| PageElement::Line(line(text, 250.0, baseline)));
            lines.into_iter().chain([PageElement::Table(boxes(3, 18.0))]).collect()
        };
        assert_eq!(texts(&wide(elements(118.0), &[])), [(0, 3, 0, "Print or Type".to_owned())]);
        assert_eq!(wide(elements(90.0), &[]).len(), 4, "lines that begin above the table");
    }
}
