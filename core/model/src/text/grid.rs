//! The grid of a table: which columns the cells of its rows cover.

use crate::flow::{Block, Cell};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;

/// Columns a table may have (HTML, 4.9.11, caps spans at the same number).
pub const MAX_COLUMNS: usize = 1_000;

/// Whether every row covers just so many columns, with what hangs down from above, and no span ends below the last row.
pub fn is_whole(rows: &[&Vec<Cell>], columns: usize) -> bool {
    if columns > MAX_COLUMNS {
        return false;
    }
    // Rows for which each column is still covered from above.
    let mut covered = vec![0_usize; columns];
    rows.iter().enumerate().all(|(at, cells)| covers(cells, &mut covered, rows.len() - at))
}

/// Sets the cells of a row into the columns that are free, of `left` rows with it; whether they fill them.
fn covers(cells: &[Cell], covered: &mut [usize], left: usize) -> bool {
    let mut column = 0;
    for cell in cells {
        while covered.get(column).is_some_and(|rows| *rows > 0) {
            column += 1;
        }
        let (rows, columns) = (cell.row_span as usize, cell.column_span as usize);
        let free =
            covered.get_mut(column..column.saturating_add(columns)).filter(|free| free.iter().all(|rows| *rows == 0));
        let Some(free) = free.filter(|_| (1..=left).contains(&rows) && columns > 0) else { return false };
        free.fill(rows);
        column += columns;
    }
    let full = covered.iter().all(|rows| *rows > 0);
    covered.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
    full
}

/// Sets the cells into a grid: finds each one's column, clamps spans to the table, leaves out
/// columns in which no cell begins, and fills rows that end early. Returns the number of columns.
pub fn set(rows: &mut [&mut Vec<Cell>], context: &Context) -> Result<usize> {
    let mut starts = place(rows, context)?;
    let mut begins = [false; MAX_COLUMNS];
    for start in starts.iter().flatten() {
        begins[*start] = true;
    }
    // How many columns with a beginning lie before each one.
    let mut ranks = vec![0];
    for begin in begins {
        ranks.push(ranks[ranks.len() - 1] + usize::from(begin));
    }
    for (row, starts) in rows.iter_mut().zip(&mut starts) {
        for (cell, start) in row.iter_mut().zip(starts) {
            let end = *start + cell.column_span as usize;
            cell.column_span = (ranks[end] - ranks[*start]) as u32;
            *start = ranks[*start];
        }
    }
    let columns = ranks[MAX_COLUMNS];
    fill(rows, &starts, columns, context)?;
    Ok(columns)
}

/// The column each cell begins in (HTML, 4.9.12). Spans end at the table's last row, at the last
/// column there may be, and before a cell that hangs down from above.
fn place(rows: &mut [&mut Vec<Cell>], context: &Context) -> Result<Vec<Vec<usize>>> {
    let count = rows.len();
    let mut starts = Vec::new();
    // Rows for which each column is still covered from above.
    let mut covered: Vec<u32> = Vec::new();
    for (index, row) in rows.iter_mut().enumerate() {
        context.tick(1 + covered.len() as u64)?;
        let free = |column: usize| covered.get(column).is_none_or(|rows| *rows == 0);
        let mut next: Vec<u32> = covered.iter().map(|rows| rows.saturating_sub(1)).collect();
        let mut row_starts = Vec::new();
        let mut column = 0;
        for cell in row.iter_mut() {
            context.tick(1 + u64::from(cell.column_span))?;
            let Some(start) = (column..MAX_COLUMNS).find(|column| free(*column)) else { break };
            let wanted = (start + cell.column_span as usize).min(MAX_COLUMNS);
            let end = (start + 1..wanted).find(|column| !free(*column)).unwrap_or(wanted);
            cell.column_span = (end - start) as u32;
            cell.row_span = cell.row_span.min((count - index) as u32);
            next.resize(next.len().max(end), 0);
            next[start..end].fill(cell.row_span - 1);
            row_starts.push(start);
            column = end;
        }
        join_rest(row, row_starts.len());
        starts.push(row_starts);
        covered = next;
    }
    Ok(starts)
}

/// Puts the text of cells that found no column into the last one that did.
fn join_rest(cells: &mut Vec<Cell>, placed: usize) {
    let rest: Vec<Block> = cells.drain(placed..).flat_map(|cell| cell.blocks).collect();
    if let Some(last) = cells.last_mut() {
        last.blocks.extend(rest);
    }
}

/// Appends empty cells to rows that do not reach the last column.
fn fill(rows: &mut [&mut Vec<Cell>], starts: &[Vec<usize>], columns: usize, context: &Context) -> Result<()> {
    let mut covered: Vec<u32> = vec![0; columns];
    for (row, starts) in rows.iter_mut().zip(starts) {
        context.tick(columns as u64)?;
        let mut next: Vec<u32> = covered.iter().map(|rows| rows.saturating_sub(1)).collect();
        let mut end = 0;
        for (cell, start) in row.iter().zip(starts) {
            end = start + cell.column_span as usize;
            next[*start..end].fill(cell.row_span - 1);
        }
        let missing = (end..columns).filter(|column| covered[*column] == 0).count();
        context.charge(Limit::elements, missing as u64)?;
        row.extend((0..missing).map(|_| Cell::default()));
        covered = next;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spans (columns, rows) of the cells of each row.
    fn spans(rows: &[&[(u32, u32)]]) -> (usize, Vec<Vec<(u32, u32)>>) {
        let cell = |(column_span, row_span): &(u32, u32)| Cell {
            column_span: *column_span,
            row_span: *row_span,
            ..Cell::default()
        };
        let row = |cells: &&[(u32, u32)]| cells.iter().map(cell).collect();
        let mut rows: Vec<Vec<Cell>> = rows.iter().map(row).collect();
        let columns = set(&mut rows.iter_mut().collect::<Vec<_>>(), &Context::default()).unwrap();
        assert!(is_whole(&rows.iter().collect::<Vec<_>>(), columns));
        let spans = |row: &Vec<Cell>| row.iter().map(|cell| (cell.column_span, cell.row_span)).collect();
        (columns, rows.iter().map(spans).collect())
    }

    #[test]
    fn rows_cover_one_grid() {
        let (columns, rows) = spans(&[&[(1, 2), (2, 1)], &[(1, 1), (1, 1)], &[(1, 1)]]);
        assert_eq!(columns, 3);
        assert_eq!(rows, [vec![(1, 2), (2, 1)], vec![(1, 1); 2], vec![(1, 1); 3]]);
    }

    #[test]
    fn spans_end_with_the_table() {
        let (columns, rows) = spans(&[&[(1000, 65_534)], &[(1, 1)]]);
        assert_eq!((columns, rows), (1, vec![vec![(1, 2)], vec![]]));
        let (columns, rows) = spans(&[&[(1, 1), (1, 2)], &[(1000, 1)]]);
        assert_eq!((columns, rows), (2, vec![vec![(1, 1), (1, 2)], vec![(1, 1)]]));
    }

    #[test]
    fn too_many_columns_share_the_last() {
        let wide = vec![(1, 1); 1_200];
        let (columns, rows) = spans(&[&wide]);
        assert_eq!((columns, rows[0].len()), (MAX_COLUMNS, MAX_COLUMNS));
    }

    #[test]
    fn rows_with_gaps_and_overlaps_are_not_whole() {
        let cell = |(column_span, row_span): (u32, u32)| Cell { column_span, row_span, ..Cell::default() };
        let is_whole = |rows: &[&[(u32, u32)]], columns| {
            let rows: Vec<Vec<Cell>> = rows.iter().map(|row| row.iter().copied().map(cell).collect()).collect();
            is_whole(&rows.iter().collect::<Vec<_>>(), columns)
        };
        assert!(is_whole(&[&[(2, 2), (1, 1)], &[(1, 1)]], 3));
        // A column in which no cell begins.
        assert!(is_whole(&[&[(2, 1)], &[(2, 1)]], 2));
        for (rows, columns) in [
            (&[&[(1, 1)][..], &[(1, 1), (1, 1)]][..], 2),
            (&[&[(1, 2), (1, 1)], &[(2, 1)]], 2),
            (&[&[(1, 2)]], 1),
            (&[&[(0, 1), (1, 1)]], 1),
            (&[&[(u32::MAX, 1)]], 1),
        ] {
            assert!(!is_whole(rows, columns), "{rows:?}");
        }
    }
}
