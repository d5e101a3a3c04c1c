//! Tables over page breaks: one that goes on over the foot of a page is one table, and headings repeated on the next
//! page are there once. Tables that are alike but end before the foot, as the sheets of a workbook do, stay apart, and
//! rows that are equal without looking like a heading stay rows.

use super::super::block::{Block, Para, Table, TableCell};
use super::super::headings::BOLD;
use super::super::page_blocks::PageBlocks;
use super::super::table::{FEWEST_ROWS, HEADER_ROWS, SAME_EDGE, WIDER, are_most};
use super::super::text::word::Direction;
use super::row_continuation;
use transvase_base::units::Point;
use transvase_model::flow::Border;

/// How far columns may differ on two pages, as a share of the width of the table: their text does.
const SAME_COLUMN: f32 = 0.02;
/// How far down the page a table reaches that goes on: the next row may be high, and notes may stand below.
const FOOT: f32 = 0.7;
/// How far down the page a table would reach with its next row: to the lower margin.
const FULL: f32 = 0.92;

/// Joins tables that were cut by the end of a page. One on a page that is `headed`, below a head of its own, begins there.
pub(crate) fn join(pages: &mut [PageBlocks], headed: &[bool]) {
    let mut home: Option<usize> = None;
    for at in 1..pages.len() {
        let from = home.unwrap_or(at - 1);
        let (before, after) = pages.split_at_mut(at);
        let joined = match (before.get_mut(from), after.first_mut()) {
            (Some(above), Some(below)) if headed.get(at) != Some(&true) => join_pages(above, below),
            _ => false,
        };
        // A table may fill whole pages: then the next one goes on with it too.
        home = (joined && is_empty(&pages[at])).then_some(from);
    }
}

fn is_empty(page: &PageBlocks) -> bool {
    page.blocks().next().is_none()
}

fn join_pages(above: &mut PageBlocks, below: &mut PageBlocks) -> bool {
    let height = above.size.height;
    if above.size != below.size {
        return false;
    }
    let Some(last) = above.parts.last_mut().filter(|part| part.columns.len() == 1) else { return false };
    let Some(first) = below.parts.first_mut().filter(|part| part.columns.len() == 1) else { return false };
    let Some(Block::Table(grid)) = last.columns.last_mut().and_then(|blocks| blocks.last_mut()) else {
        return false;
    };
    let Some(Block::Table(next)) = first.columns.first().and_then(|blocks| blocks.first()) else {
        return false;
    };
    let same_tag = grid.tag.is_some() && grid.tag == next.tag;
    // Copies of one form on page after page are no table that goes on.
    if !same_tag && is_same_form(grid, next) {
        return false;
    }
    let repeated = repeated_rows(grid, next);
    // The edges of columns without lines are those of their words: an equal heading says more.
    let like = repeated > 0 || same_columns(grid, next);
    let goes_on = same_tag || (reaches_foot(grid, next, repeated, height) && like);
    if grid.xs.len() != next.xs.len() || !goes_on {
        return false;
    }
    let Some(Block::Table(next)) = first.columns.first_mut().map(|blocks| blocks.remove(0)) else {
        return false;
    };
    append(grid, next, repeated);
    if let Some(joined) = first.joined.first_mut() {
        *joined = true;
    }
    true
}

/// Whether a table ends at the foot of its page, where the next row of it had no room.
fn reaches_foot(grid: &Table, next: &Table, repeated: usize, height: f32) -> bool {
    let end = grid.end.unwrap_or(grid.rect.bottom);
    let row = next.ys.get(repeated).zip(next.ys.get(repeated + 1)).map_or(0.0, |(top, bottom)| bottom - top);
    end >= FOOT * height || end + row >= FULL * height
}

/// Whether the columns of two tables have the same widths.
fn same_columns(a: &Table, b: &Table) -> bool {
    let room = (SAME_COLUMN * a.rect.width()).max(SAME_EDGE.0);
    let shift = a.xs.first().zip(b.xs.first()).map_or(0.0, |(a, b)| a - b);
    a.xs.iter().zip(&b.xs).all(|(a, b)| (a - b - shift).abs() <= room)
}

/// Whether a table is another copy of the form that the first one is: the same rows from the top on, more than a heading
/// has, or the same labels all the way down.
fn is_same_form(a: &Table, b: &Table) -> bool {
    let count = |table: &Table| table.ys.len().saturating_sub(1);
    let label = |table: &Table, row: usize| row_text(table, row).into_iter().next().filter(|text| !text.is_empty());
    let labelled = |row: usize| label(a, row).is_some_and(|text| Some(text) == label(b, row));
    let equal = equal_rows(a, b);
    equal > HEADER_ROWS
        || (count(a) == count(b) && count(b) >= FEWEST_ROWS && (0..count(b)).all(labelled))
        || (equal > 1 && equal == count(b))
}

/// Rows of text at the top of two tables that say the same.
fn equal_rows(a: &Table, b: &Table) -> usize {
    let same = |row: usize| {
        let (one, two) = (row_text(a, row), row_text(b, row));
        one == two && one.iter().any(|text| !text.is_empty())
    };
    (0..a.ys.len().min(b.ys.len()).saturating_sub(1)).take_while(|row| same(*row)).count()
}

/// Rows of text at the top of the second table that repeat those of the first, and look like a heading: equal rows that do
/// not are rows, and stay.
fn repeated_rows(a: &Table, b: &Table) -> usize {
    let known = a.header.max(b.header);
    let tagged = a.tag.is_some() && b.tag.is_some();
    let looks = |rows: usize| {
        let one = is_one(b, rows) && (rows <= known || names_numbers(b, rows));
        one || is_ruled_off(b, rows) || (rows <= known && (tagged || is_set_apart(b, rows)))
    };
    let rows = (1..=equal_rows(a, b).min(HEADER_ROWS)).rev().find(|rows| looks(*rows)).unwrap_or(0);
    // A heading ends where no cell hangs over its lower edge.
    let hangs = |rows: usize| b.cells.iter().any(|cell| cell.row < rows && cell.row + cell.rows > rows);
    if rows + 1 >= b.ys.len() || hangs(rows) { 0 } else { rows }
}

/// Whether the first rows of a table are one heading: cells hang down or stand over several others from each to the next.
fn is_one(table: &Table, rows: usize) -> bool {
    let spans = |line: usize| {
        let over = |cell: &TableCell| cell.row < line && cell.row + cell.rows > line;
        table.cells.iter().any(|cell| over(cell) || (cell.row + cell.rows == line && cell.columns > 1))
    };
    (1..rows).all(spans)
}

/// Whether the first rows of a table are bold or shaded, and the next one is not.
fn is_set_apart(table: &Table, rows: usize) -> bool {
    let bold = |block: &Block| matches!(block, Block::Text(para) if para.bold_share() > BOLD);
    let stands_out = |cell: &TableCell| cell.background.is_some() || cell.blocks.iter().all(bold);
    let row = |at: usize| table.cells.iter().filter(move |cell| cell.row == at && !cell.blocks.is_empty());
    (0..rows).all(|at| row(at).all(stands_out)) && !row(rows).all(stands_out)
}

/// Whether the line below the first rows of a table is wider than those between the others.
fn is_ruled_off(grid: &Table, rows: usize) -> bool {
    let width = |border: Option<Border>| border.map_or(0.0, |border| border.width);
    let below = |line: usize| {
        let edges = grid.cells.iter().filter_map(|cell| match cell.row {
            row if row == line => Some(width(cell.borders.top)),
            row if row + cell.rows == line => Some(width(cell.borders.bottom)),
            _ => None,
        });
        edges.fold(0.0, f32::max)
    };
    let others = (1..grid.ys.len().saturating_sub(1)).filter(|line| *line != rows).map(below).fold(0.0, f32::max);
    below(rows) > WIDER * others
}

/// Whether the first rows of a table are words, and a column of numbers goes on below them.
fn names_numbers(table: &Table, rows: usize) -> bool {
    let count = table.ys.len().saturating_sub(1);
    let has_digit = |text: &String| text.chars().any(char::is_numeric);
    if (0..rows).any(|row| row_text(table, row).iter().any(has_digit)) {
        return false;
    }
    let own = |column: usize| {
        let cells = table.cells.iter().filter(move |cell| cell.column == column && cell.row >= rows);
        cells.map(cell_text)
    };
    let columns = table.xs.len().saturating_sub(1);
    count > rows && (0..columns).any(|column| are_most(own(column).filter(has_digit).count(), count - rows))
}

fn row_text(table: &Table, row: usize) -> Vec<String> {
    table.cells.iter().filter(|cell| cell.row == row).map(cell_text).collect()
}

fn cell_text(cell: &TableCell) -> String {
    cell.blocks.iter().map(text).collect()
}

fn text(block: &Block) -> String {
    match block {
        Block::Text(para) => para.text().split_whitespace().collect(),
        _ => String::new(),
    }
}

/// Puts the rows of a table below another, without the first `skip` of them.
fn append(grid: &mut Table, next: Table, skip: usize) {
    let (first, start) = (grid.ys.len().saturating_sub(1), next.ys.get(skip).copied().unwrap_or(next.rect.top));
    let (dy, end) = (grid.rect.bottom - start, next.rect.bottom);
    let cut = grid.end.unwrap_or(grid.rect.bottom);
    grid.cut = Some(grid.cut.map_or(cut, |other| other.max(cut)));
    // Left and right pages have other margins; otherwise the text stands where it stood.
    let aside = grid.rect.left - next.rect.left;
    let by = Point { x: if aside.abs() > SAME_EDGE { aside } else { 0.0 }, y: dy };
    // A heading that does not come again on the next page would push its text down there.
    grid.header = if skip > 0 { grid.header.max(skip) } else { 0 };
    grid.ys.extend(next.ys.iter().skip(skip + 1).map(|y| y + dy));
    for mut cell in next.cells {
        if cell.row < skip {
            continue;
        }
        let direction = Direction::of_angle(cell.angle);
        let by_text = if cell.angle == 0 { by } else { direction.to_frame(by) };
        cell.blocks.iter_mut().for_each(|block| shift(block, by_text));
        let mut rect = cell.rect.moved(by);
        rect.left = grid.xs.get(cell.column).copied().unwrap_or(rect.left);
        rect.right = grid.xs.get(cell.column + cell.columns).copied().unwrap_or(rect.right);
        grid.cells.push(TableCell { row: cell.row - skip + first, rect, ..cell });
    }
    grid.rect.bottom = grid.ys.last().copied().unwrap_or(grid.rect.bottom);
    grid.end = Some(end);
    row_continuation::mend(grid, first);
}

/// Moves a block.
fn shift(block: &mut Block, by: Point) {
    match block {
        Block::Text(para) => shift_text(para, by),
        Block::Picture(picture) => picture.rect = picture.rect.moved(by),
        Block::Table(grid) => {
            grid.rect = grid.rect.moved(by);
            grid.xs.iter_mut().for_each(|x| *x += by.x);
            grid.ys.iter_mut().for_each(|y| *y += by.y);
            grid.cells.iter_mut().for_each(|cell| cell.rect = cell.rect.moved(by));
            grid.blocks_mut().for_each(|block| shift(block, by));
        }
        Block::Rule(_) => {}
    }
}

fn shift_text(para: &mut Para, by: Point) {
    if let Some(place) = &mut para.place {
        place.rect = place.rect.moved(by);
        return;
    }
    (para.frame.left, para.frame.right) = (para.frame.left + by.x, para.frame.right + by.x);
    for line in &mut para.lines {
        line.rect = line.rect.moved(by);
        line.baseline += by.y;
        for word in &mut line.words {
            word.rect = word.rect.moved(by);
            word.baseline += by.y;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::block::ColumnExtent;
    use super::super::super::element::GridCell;
    use super::super::super::page_blocks::ColumnSet;
    use super::super::super::table::sample;
    use super::*;
    use transvase_base::units::Size;

    fn page(index: usize, names: [&str; 2]) -> PageBlocks {
        page_of(index, names, [if names[0].is_empty() { "more" } else { "11" }, "12"])
    }

    fn page_of(index: usize, names: [&str; 2], counts: [&str; 2]) -> PageBlocks {
        let rest: &[(f32, &str)] = &[(50.0, names[0]), (130.0, counts[0])];
        let grid = sample::table(&[
            &[(50.0, "Place"), (120.0, "Count")],
            if names[0].is_empty() { &rest[1..] } else { rest },
            &[(50.0, names[1]), (130.0, counts[1])],
        ]);
        let blocks = |cell: &mut GridCell| match std::mem::take(&mut cell.lines) {
            lines if lines.is_empty() => Vec::new(),
            lines => vec![Block::Text(Para { lines, ..Para::default() })],
        };
        // The table ends at the foot of its page.
        let size = Size { width: 300.0, height: grid.rect.bottom / FOOT };
        let columns = vec![vec![Block::Table(grid.with_blocks(blocks))]];
        let part = ColumnSet { frames: vec![ColumnExtent::default()], columns, joined: vec![false] };
        PageBlocks { index, size, frame: ColumnExtent::default(), side: None, parts: vec![part], foot: 0.0 }
    }

    #[test]
    fn a_repeated_heading_is_there_once() {
        let mut pages = vec![page(0, ["North", "South"]), page(1, ["East", "West"]), page(2, ["Up", "Down"])];
        join(&mut pages, &[]);
        let Block::Table(grid) = &pages[0].parts[0].columns[0][0] else { panic!("no table") };
        assert_eq!((grid.ys.len(), grid.cells.len()), (8, 14));
        assert_eq!(grid.header, 1);
        assert!(grid.ys.windows(2).all(|pair| pair[0] < pair[1]), "{:?}", grid.ys);
        assert!(pages[1].parts[0].columns[0].is_empty() && pages[1].parts[0].joined[0]);
    }

    /// Rows of the table of each page after tables have been joined.
    fn joined(mut pages: Vec<PageBlocks>) -> Vec<usize> {
        join(&mut pages, &[]);
        let blocks = pages.iter().flat_map(|page| page.parts[0].columns[0].iter());
        let tables = blocks.filter_map(|block| if let Block::Table(grid) = block { Some(grid) } else { None });
        tables.map(|grid| grid.ys.len() - 1).collect()
    }

    #[test]
    fn like_tables_that_end_before_the_foot_stay_apart() {
        let sheets = || vec![page(0, ["North", "South"]), page(1, ["East", "West"])];
        assert_eq!(joined(sheets()), [5]);
        let mut with_room = sheets();
        with_room.iter_mut().for_each(|page| page.size.height *= 3.0);
        assert_eq!(joined(with_room), [3, 3]);
    }

    #[test]
    fn a_table_below_a_head_of_its_own_page_begins_there() {
        let mut pages = vec![page(0, ["North", "South"]), page(1, ["East", "West"])];
        join(&mut pages, &[false, true]);
        assert_eq!(pages[1].blocks().count(), 1);
    }

    #[test]
    fn equal_rows_that_do_not_look_like_a_heading_are_rows() {
        let pages = |counts| vec![page_of(0, ["North", "South"], counts), page_of(1, ["East", "West"], counts)];
        assert_eq!(joined(pages(["few", "some"])), [6]);
        assert_eq!(joined(pages(["11", "12"])), [5], "words above numbers");
    }

    #[test]
    fn a_row_without_a_label_goes_back_to_the_page_before() {
        let mut pages = vec![page(0, ["North", "South"]), page(1, ["", "West"])];
        join(&mut pages, &[]);
        let Block::Table(grid) = &pages[0].parts[0].columns[0][0] else { panic!("no table") };
        assert_eq!((grid.ys.len(), grid.cells.len()), (5, 8));
        assert_eq!(grid.cells[5].blocks.len(), 2, "both parts of the second row");
    }
}
