//! Adjacent tables, such as the groups of boxes of a form: where neither ends before the other begins, they are one
//! table with a column without lines between them. One below the other they would push apart what stands beside both.

use super::super::caps::{FEW, SOME};
use super::super::element::{Grid, GridCell, PageElement};
use super::super::text::level::levelled;
use super::super::text::line::Line;
use super::lattice::{levels, nearest};
use super::tolerances::{LOWEST_CELL, SAME_EDGE};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;

/// Puts the tables of a column together that stand side by side, with the lines of text between them.
pub(super) fn together(mut elements: Vec<PageElement>, context: &Context) -> Result<Vec<PageElement>> {
    for _ in 0..FEW {
        let Some((left, right, Merged { grid, lines })) = pair(&elements, context)? else { break };
        elements[left] = PageElement::Table(grid);
        let mut at = 0;
        elements.retain(|_| {
            at += 1;
            at - 1 != right && lines.binary_search(&(at - 1)).is_err()
        });
    }
    Ok(elements)
}

/// The first two tables that can be put together, and what they are then.
fn pair(elements: &[PageElement], context: &Context) -> Result<Option<(usize, usize, Merged)>> {
    let tables: Vec<(usize, &Grid)> = elements.iter().enumerate().filter_map(table).take(FEW).collect();
    let pairs = tables.iter().flat_map(|a| tables.iter().map(move |b| (a, b)));
    for ((left, a), (right, b)) in pairs.filter(|((_, a), (_, b))| is_left_of(&a.rect, &b.rect)) {
        context.tick((elements.len() + a.cells.len() + b.cells.len()) as u64)?;
        if let Some(merged) = Merged::of(a, b, elements) {
            return Ok(Some((*left, *right, merged)));
        }
    }
    Ok(None)
}

fn table((at, element): (usize, &PageElement)) -> Option<(usize, &Grid)> {
    if let PageElement::Table(grid) = element { grid.has_cells().then_some((at, grid)) } else { None }
}

/// Whether a table stands at the left of another one, over the height of a cell at the least.
fn is_left_of(a: &Rect, b: &Rect) -> bool {
    a.right <= b.left + SAME_EDGE && a.bottom.min(b.bottom) - a.top.max(b.top) >= LOWEST_CELL
}

/// Two tables as one.
struct Merged {
    grid: Grid,
    /// The elements that went into its cells, in rising order.
    lines: Vec<usize>,
}

impl Merged {
    /// `None` where something other than lines of text stands between the tables, or a line reaches over both.
    fn of(a: &Grid, b: &Grid, elements: &[PageElement]) -> Option<Merged> {
        let mut grid = side_by_side(a, b)?;
        let mut lines = Vec::new();
        for (at, element) in elements.iter().enumerate() {
            let rect = element.rect();
            let own = matches!(element, PageElement::Table(grid) if grid.rect == a.rect || grid.rect == b.rect);
            if own || rect.intersection(&grid.rect).is_none() {
                continue;
            }
            let PageElement::Line(line) = element else { return None };
            if line.middle() > grid.rect.top && line.middle() < grid.rect.bottom {
                home(&mut grid, line)?.lines.push(line.clone());
                lines.push(at);
            }
        }
        for cell in &mut grid.cells {
            cell.lines = levelled(std::mem::take(&mut cell.lines));
        }
        Some(Merged { grid, lines })
    }
}

/// The cell a line stands in from one side to the other.
fn home<'g>(grid: &'g mut Grid, line: &Line) -> Option<&'g mut GridCell> {
    let (middle, y) = (line.rect.center().x, line.middle());
    let holds = |cell: &&mut GridCell| {
        let rect = cell.rect;
        rect.left <= middle && middle <= rect.right && rect.top <= y && y <= rect.bottom
    };
    let within = |cell: &&mut GridCell| {
        line.rect.left >= cell.rect.left - SAME_EDGE && line.rect.right <= cell.rect.right + SAME_EDGE
    };
    grid.cells.iter_mut().find(holds).filter(within)
}

/// The cells of two tables on one grid of lines, and empty ones where they have none.
fn side_by_side(a: &Grid, b: &Grid) -> Option<Grid> {
    let ys = levels(a.ys.iter().chain(&b.ys).copied());
    let has_gap = b.rect.left - a.rect.right > SAME_EDGE;
    let shared = usize::from(!has_gap);
    let xs: Vec<f32> = a.xs.iter().chain(b.xs.iter().skip(shared)).copied().collect();
    let (rows, columns) = (ys.len() - 1, xs.len() - 1);
    if rows > SOME || columns > FEW {
        return None;
    }
    let first = a.xs.len() - shared;
    let mut cells = placed(a, 0, &ys)?;
    cells.extend(placed(b, first, &ys)?);
    let ranges = [(0, a.xs.len() - 1, Some(a)), (a.xs.len() - 1, first, None), (first, columns, Some(b))];
    for (from, to, table) in ranges.into_iter().filter(|(from, to, _)| from < to) {
        let filled = table.map_or(0..0, |table| nearest(&ys, table.rect.top)..nearest(&ys, table.rect.bottom));
        for row in (0..rows).filter(|row| !filled.contains(row)) {
            let rect = Rect { left: xs[from], top: ys[row], right: xs[to], bottom: ys[row + 1] };
            cells.push(GridCell { row, column: from, rows: 1, columns: to - from, rect, ..GridCell::default() });
        }
    }
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let rect = a.rect.union(&b.rect);
    Some(Grid { rect, xs, ys, cells, ..Grid::default() })
}

/// The cells of a table among the lines between all rows; `None` where rows are lost.
fn placed(table: &Grid, column: usize, ys: &[f32]) -> Option<Vec<GridCell>> {
    let place = |cell: &GridCell| {
        let from = nearest(ys, *table.ys.get(cell.row)?);
        let to = nearest(ys, *table.ys.get(cell.row + cell.rows)?);
        let rows = to.checked_sub(from).filter(|rows| *rows > 0)?;
        Some(GridCell { row: from, rows, column: cell.column + column, ..cell.clone() })
    };
    table.cells.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample::line;
    use super::*;

    /// Boxes between some lines down and across.
    fn boxes(xs: &[f32], ys: &[f32]) -> Grid {
        let cells = (0..ys.len() - 1).flat_map(|row| (0..xs.len() - 1).map(move |column| (row, column)));
        let cell = |(row, column): (usize, usize)| GridCell {
            row,
            column,
            rows: 1,
            columns: 1,
            rect: Rect { left: xs[column], top: ys[row], right: xs[column + 1], bottom: ys[row + 1] },
            ..GridCell::default()
        };
        let rect = Rect { left: xs[0], top: ys[0], right: xs[xs.len() - 1], bottom: ys[ys.len() - 1] };
        Grid { rect, cells: cells.map(cell).collect(), xs: xs.to_vec(), ys: ys.to_vec(), ..Grid::default() }
    }

    fn together(elements: Vec<PageElement>) -> Vec<PageElement> {
        super::together(elements, &Context::default()).unwrap()
    }

    #[test]
    fn boxes_side_by_side_are_one_table() {
        let left = boxes(&[50.0, 100.0], &[100.0, 120.0, 140.0]);
        let right = boxes(&[200.0, 300.0, 400.0], &[101.0, 121.0, 141.0, 161.0]);
        let between = PageElement::Line(line("or", 140.0, 114.0));
        let above = PageElement::Line(line("ColumnSet", 50.0, 80.0));
        let elements =
            together(vec![above, PageElement::Table(left.clone()), between, PageElement::Table(right.clone())]);
        let [PageElement::Line(_), PageElement::Table(grid)] = elements.as_slice() else { panic!("{elements:?}") };
        assert_eq!((grid.xs.len(), grid.ys.len()), (5, 4));
        // Two boxes at the left and room below them, the gap, and six boxes at the right.
        assert_eq!(grid.cells.len(), 3 + 3 + 6);
        let gap = grid.cells.iter().find(|cell| cell.column == 1 && !cell.lines.is_empty()).unwrap();
        assert_eq!((gap.row, gap.lines[0].text().as_str()), (0, "or"));
        let over = PageElement::Line(line("a line over both of the tables", 80.0, 150.0));
        assert_eq!(together(vec![PageElement::Table(left), over, PageElement::Table(right)]).len(), 3);
    }

    #[test]
    fn tables_below_one_another_stay() {
        let above = boxes(&[50.0, 100.0], &[100.0, 120.0]);
        let below = boxes(&[200.0, 300.0], &[120.0, 140.0]);
        assert_eq!(together(vec![PageElement::Table(above), PageElement::Table(below)]).len(), 2);
    }
}
