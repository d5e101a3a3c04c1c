//! Row heights of a table: what a row takes more than it had, others give, so that what follows the table keeps its
//! place. Where the lines of a cell will not keep their count, how high its row becomes is reckoned beforehand (`spare`
//! in `table`).

use super::super::block::TableCell;
use super::tolerances::ROUNDING;
use transvase_model::flow::Row;

/// Share of its height that a row gives at the most: it still looks like itself.
const GIVEN: f32 = 0.25;

/// Notes the height that a cell leaves of its room in the rows it stands in.
pub(super) fn note(spare: &mut [f32], cell: &TableCell, left: f32) {
    let rows = spare.iter_mut().skip(cell.row).take(cell.rows.max(1));
    if !left.is_finite() || cell.angle != 0 {
        return rows.for_each(|spare| *spare = spare.min(0.0));
    }
    if left < 0.0 {
        // Office programs make the last of its rows higher.
        return rows.last().into_iter().for_each(|spare| *spare = spare.min(left));
    }
    let share = left / cell.rows.max(1) as f32;
    rows.for_each(|spare| *spare = spare.min(share));
}

/// What each row may give.
fn slack(rows: &[Row], spare: &[f32]) -> Vec<f32> {
    rows.iter().zip(spare).map(|(row, spare)| spare.min(GIVEN * row.height).max(0.0)).collect()
}

/// Takes a height from all rows in proportion to what they may give; returns what was given.
pub(super) fn give(rows: &mut [Row], spare: &[f32], wanted: f32) -> f32 {
    let slack = slack(rows, spare);
    let all: f32 = slack.iter().sum();
    let given = wanted.min(all);
    if given > 0.0 {
        rows.iter_mut().zip(slack).for_each(|(row, slack)| row.height -= slack * given / all);
    }
    given.max(0.0)
}

/// Takes what some rows need more from others: those below them first, so that little moves. Returns what is missing.
pub(super) fn level(rows: &mut [Row], spare: &[f32]) -> f32 {
    let mut slack = slack(rows, spare);
    let mut missing = 0.0;
    for (at, spare) in spare.iter().enumerate().filter(|(_, spare)| **spare < -ROUNDING) {
        let mut need = -spare;
        for giver in (at + 1..rows.len()).chain((0..at).rev()) {
            let given = need.min(slack[giver]);
            slack[giver] -= given;
            rows[giver].height -= given;
            need -= given;
        }
        missing += need;
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(heights: &[f32]) -> Vec<Row> {
        heights.iter().map(|height| Row { height: *height, ..Row::default() }).collect()
    }

    #[test]
    fn rows_below_a_higher_one_give_what_it_takes() {
        let mut table = rows(&[40.0, 12.0, 20.0, 20.0]);
        // The second row needs 6 more; the third leaves 4 of its height, the last 10.
        assert_eq!(level(&mut table, &[30.0, -6.0, 4.0, 10.0]), 0.0);
        let heights: Vec<f32> = table.iter().map(|row| row.height).collect();
        assert_eq!(heights, [40.0, 12.0, 16.0, 18.0]);
    }

    #[test]
    fn rows_give_no_more_than_a_quarter() {
        let mut table = rows(&[40.0, 12.0]);
        assert_eq!(level(&mut table, &[30.0, -16.0]), 6.0, "ten of forty points are given");
    }

    #[test]
    fn all_rows_of_a_full_page_give_a_little() {
        let mut table = rows(&[40.0, 12.0, 20.0]);
        // They may give 10, nothing and 5.
        assert_eq!(give(&mut table, &[30.0, 0.0, 8.0], 3.0), 3.0);
        let heights: Vec<f32> = table.iter().map(|row| row.height).collect();
        assert_eq!(heights, [38.0, 12.0, 19.0]);
    }

    #[test]
    fn a_cell_over_several_rows_makes_the_last_one_higher() {
        let mut spare = vec![f32::INFINITY; 3];
        let cell = TableCell { row: 0, rows: 2, ..TableCell::default() };
        note(&mut spare, &cell, -8.0);
        assert_eq!(spare, [f32::INFINITY, -8.0, f32::INFINITY]);
        note(&mut spare, &TableCell { row: 2, rows: 1, ..cell }, 3.0);
        assert_eq!(spare[2], 3.0);
    }
}
