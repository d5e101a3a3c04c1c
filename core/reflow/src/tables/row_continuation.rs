//! Table rows over page breaks: what stands of a row on the next page goes back to where it began.

use super::super::block::{Block, Table, TableCell};
use super::super::join;
use super::super::table::FEWEST_ROWS;
use super::super::text::line::Line;

/// Puts row `at`, the first one of the next page, together with the row above where it is its rest.
pub(super) fn mend(grid: &mut Table, at: usize) {
    let pairs = pairs(grid, at);
    if !is_rest(grid, &pairs, at) {
        return;
    }
    for (above, below) in pairs {
        let rest = std::mem::take(&mut grid.cells[below].blocks);
        let (rect, borders) = (grid.cells[below].rect, grid.cells[below].borders);
        grid.cells[above].rect.bottom = rect.bottom;
        grid.cells[above].borders.bottom = borders.bottom;
        append(&mut grid.cells[above].blocks, rest);
    }
    grid.cells.retain(|cell| cell.row != at);
    grid.cells.iter_mut().filter(|cell| cell.row > at).for_each(|cell| cell.row -= 1);
    grid.loose.extend(at.checked_sub(1).and_then(|above| grid.ys.get(above)));
    grid.ys.remove(at);
}

/// The cells of the row above a row, each with the one below it, by index; none where they do not
/// stand one below the other.
fn pairs(grid: &Table, at: usize) -> Vec<(usize, usize)> {
    let row = |holds: &dyn Fn(&TableCell) -> bool| -> Vec<usize> {
        grid.cells.iter().enumerate().filter(|(_, cell)| holds(cell)).map(|(index, _)| index).collect()
    };
    let above = row(&|cell| cell.row + cell.rows == at);
    let below = row(&|cell| cell.row == at && cell.rows == 1);
    let pair = |above: &usize| {
        let same = |below: &&usize| {
            let (a, b) = (&grid.cells[*above], &grid.cells[**below]);
            (a.column, a.columns) == (b.column, b.columns)
        };
        below.iter().find(same).map(|below| (*above, *below))
    };
    let pairs: Option<Vec<(usize, usize)>> = above.iter().map(pair).collect();
    pairs.filter(|pairs| pairs.len() == below.len()).unwrap_or_default()
}

/// Whether a row begins nothing: it has no text in the first column, as all others have, or goes on
/// with the words of the row above. There have to be some of the others.
fn is_rest(grid: &Table, pairs: &[(usize, usize)], at: usize) -> bool {
    let blocks = |at: usize| &grid.cells[at].blocks;
    let filled = || pairs.iter().filter(|(_, below)| !blocks(*below).is_empty());
    let first = |(above, below): &(usize, usize)| {
        grid.cells[*above].column == 0 && !blocks(*above).is_empty() && blocks(*below).is_empty()
    };
    let goes_on = |(above, below): &(usize, usize)| match (blocks(*above).last(), blocks(*below).first()) {
        (Some(Block::Text(before)), Some(Block::Text(after))) => join::goes_on(before, after),
        _ => false,
    };
    // A sum may have no label.
    let words = |block: &Block| match block {
        Block::Text(para) => !para.lines.iter().all(Line::is_numeric),
        _ => true,
    };
    let hangs = |(above, below): &(usize, usize)| !blocks(*above).is_empty() && blocks(*below).iter().all(words);
    filled().count() > 0
        && filled().all(hangs)
        && pairs.iter().any(first)
        && (filled().all(goes_on) || all_begin_with_text(grid, at))
}

fn all_begin_with_text(grid: &Table, at: usize) -> bool {
    let others = || grid.cells.iter().filter(|cell| cell.column == 0 && cell.row != at);
    others().count() >= FEWEST_ROWS && others().all(|cell| !cell.blocks.is_empty())
}

/// Puts the rest of a cell below its beginning, within the paragraph that goes on.
fn append(cell: &mut Vec<Block>, mut rest: Vec<Block>) {
    let one = match (cell.last(), rest.first()) {
        (Some(Block::Text(before)), Some(Block::Text(after))) => join::goes_on(before, after),
        _ => false,
    };
    if one
        && let Block::Text(after) = rest.remove(0)
        && let Some(Block::Text(before)) = cell.last_mut()
    {
        join::extend(before, after);
        // The rest has been moved below its beginning.
        before.cut = None;
    }
    cell.extend(rest);
}
