//! Tables without rules between their columns: rows of short cells that leave the same gutters
//! free.

use super::line::Line;
use super::marker;
use super::marks::Rule;
use super::piece::{Grid, GridCell, Piece};
use crate::model::flow::{Border, Borders};
use crate::units::Rect;

/// Narrowest gutter between columns of a table, as a share of the size, and in points.
const GUTTER: f32 = 0.95;
const GUTTER_PT: f32 = 7.0;
/// Rows that make a table; two columns of words need one more.
const MIN_ROWS: usize = 3;
/// Line pitch, as a multiple of the size, beyond which a row belongs to nothing above it.
const FAR: f32 = 3.2;
/// Words of a cell, on average, up to which its table is one of short cells.
const MAX_WORDS: f32 = 5.0;

/// Puts rows of aligned cells among the pieces of a column into tables.
pub(super) fn tables(mut pieces: Vec<Piece>) -> Vec<Piece> {
    if pieces.len() < 2 * MIN_ROWS {
        return pieces;
    }
    pieces.sort_by(|a, b| a.rect().top.total_cmp(&b.rect().top).then(a.rect().left.total_cmp(&b.rect().left)));
    let (mut lines, mut rules, mut done) = (Vec::new(), Vec::new(), Vec::new());
    for piece in pieces {
        match piece {
            Piece::Line(line) => lines.push(line),
            Piece::Rule(rule) => rules.push(rule),
            other => done.push(other),
        }
    }
    let solid: Vec<Rect> = done.iter().map(Piece::rect).collect();
    let rows = rows(lines);
    let mut at = 0;
    while at < rows.len() {
        match table_at(&rows, at, &solid) {
            Some((end, gutters)) => {
                let grid = grid(&rows[at..end], &gutters, &mut rules);
                done.push(Piece::Table(grid));
                at = end;
            }
            None => {
                done.extend(rows[at].cells.iter().cloned().map(Piece::Line));
                at += 1;
            }
        }
    }
    done.extend(rules.into_iter().map(Piece::Rule));
    done
}

/// Pieces of lines side by side, left to right.
struct Row {
    cells: Vec<Line>,
    baseline: f32,
    size: f32,
}

impl Row {
    fn top(&self) -> f32 {
        self.cells.iter().map(|cell| cell.rect.top).fold(f32::INFINITY, f32::min)
    }

    fn bottom(&self) -> f32 {
        self.cells.iter().map(|cell| cell.rect.bottom).fold(f32::NEG_INFINITY, f32::max)
    }
}

fn rows(mut lines: Vec<Line>) -> Vec<Row> {
    lines.sort_by(|a, b| a.baseline.total_cmp(&b.baseline).then(a.rect.left.total_cmp(&b.rect.left)));
    let mut rows: Vec<Row> = Vec::new();
    for line in lines {
        match rows.last_mut() {
            Some(row) if line.baseline - row.baseline <= 0.3 * row.size.min(line.size) => row.cells.push(line),
            _ => rows.push(Row { baseline: line.baseline, size: line.size, cells: vec![line] }),
        }
    }
    for row in &mut rows {
        row.cells.sort_by(|a, b| a.rect.left.total_cmp(&b.rect.left));
        row.cells = merged(std::mem::take(&mut row.cells));
    }
    rows
}

/// Joins neighbours with less than a gutter between them.
fn merged(cells: Vec<Line>) -> Vec<Line> {
    let mut groups: Vec<Vec<Line>> = Vec::new();
    for cell in cells {
        let near = groups
            .last()
            .and_then(|group| group.last())
            .is_some_and(|last| cell.rect.left - last.rect.right < (GUTTER * last.size.min(cell.size)).max(GUTTER_PT));
        match groups.last_mut() {
            Some(group) if near => group.push(cell),
            _ => groups.push(vec![cell]),
        }
    }
    groups.into_iter().map(Line::join).collect()
}

/// A white stretch between columns.
type Gutter = (f32, f32);

/// The table that begins with row `start`: the index after its last row, and its gutters.
fn table_at(rows: &[Row], start: usize, solid: &[Rect]) -> Option<(usize, Vec<Gutter>)> {
    let first = rows.get(start).filter(|row| row.cells.len() >= 2)?;
    let mut gutters = gaps(first);
    let mut end = start + 1;
    let mut last_full = end;
    let mut size = first.size;
    for (at, row) in rows.iter().enumerate().skip(start + 1) {
        let above = &rows[at - 1];
        let between =
            Rect { left: f32::MIN, top: above.bottom(), right: f32::MAX, bottom: row.top().max(above.bottom()) };
        let parted = solid.iter().any(|rect| rect.center().y > between.top && rect.center().y < between.bottom);
        let near = row.baseline - above.baseline <= FAR * size.max(row.size);
        let alike = (0.75..=1.34).contains(&(row.size / size.max(0.1)));
        let left: Vec<Gutter> = gutters.iter().filter_map(|gutter| narrowed(*gutter, row)).collect();
        // A row may close a gutter of its own making, but not most of the table's.
        let keeps = !left.is_empty() && left.len() * 2 > gutters.len();
        if parted || !near || !alike || !keeps {
            break;
        }
        gutters = left;
        size = f32::midpoint(size, row.size);
        end = at + 1;
        if row.cells.len() >= 2 {
            last_full = end;
        }
    }
    let rows = &rows[start..last_full];
    is_table(rows, &gutters).then_some((last_full, gutters))
}

fn gaps(row: &Row) -> Vec<Gutter> {
    row.cells.windows(2).map(|pair| (pair[0].rect.right, pair[1].rect.left)).collect()
}

/// What a row leaves of a gutter, where that is still wide enough.
fn narrowed((from, to): Gutter, row: &Row) -> Option<Gutter> {
    let (mut from, mut to) = (from, to);
    for cell in &row.cells {
        let (left, right) = (cell.rect.left, cell.rect.right);
        let middle = f32::midpoint(from, to);
        if left < middle && right > middle {
            // The cell lies over the middle: one side of it may still be free.
            if to - right > left - from { from = right } else { to = left }
        } else if right <= middle {
            from = from.max(right);
        } else {
            to = to.min(left);
        }
    }
    (to - from >= (GUTTER * row.size).max(GUTTER_PT)).then_some((from, to))
}

fn is_table(rows: &[Row], gutters: &[Gutter]) -> bool {
    let full: Vec<&Row> = rows.iter().filter(|row| row.cells.len() >= 2).collect();
    let cells: Vec<&Line> = full.iter().flat_map(|row| &row.cells).collect();
    let words: usize = cells.iter().map(|cell| cell.word_count()).sum();
    let short = words as f32 <= MAX_WORDS * cells.len() as f32;
    let numbers = cells.iter().filter(|cell| is_number(cell)).count();
    let least = if gutters.len() >= 2 || numbers * 3 >= cells.len() { MIN_ROWS } else { MIN_ROWS + 1 };
    let marked = full.iter().filter(|row| starts_with_marker(row)).count();
    let leaders = cells.iter().any(|cell| cell.text().contains("....") || cell.text().contains(". . . ."));
    full.len() >= least
        && full.len() * 10 >= rows.len() * 6
        && short
        && marked * 2 <= full.len()
        && !leaders
        && !gutters.is_empty()
}

fn is_number(line: &Line) -> bool {
    let text = line.text();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    digits > 0 && digits * 2 >= text.chars().filter(|c| !c.is_whitespace()).count()
}

/// Whether a row is a list item: a marker, and one text after it.
fn starts_with_marker(row: &Row) -> bool {
    let joined = Line::join(row.cells.clone());
    let marked = marker::marker_of(&joined)
        .is_some_and(|found| row.cells.first().is_some_and(|cell| cell.words.len() <= found.words));
    marked && row.cells.len() == 2
}

fn grid(rows: &[Row], gutters: &[Gutter], rules: &mut Vec<Rule>) -> Grid {
    let left = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.rect.left).fold(f32::INFINITY, f32::min);
    let right = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.rect.right).fold(f32::NEG_INFINITY, f32::max);
    let mut xs = vec![left - 4.0];
    xs.extend(gutters.iter().map(|(from, to)| f32::midpoint(*from, *to)));
    xs.push(right + 4.0);
    let groups = row_groups(rows, &xs);
    let ys = levels(&groups, rules, left, right);
    let columns = xs.len() - 1;
    let mut cells = Vec::new();
    for (row, group) in groups.iter().enumerate() {
        let mut lines: Vec<Vec<Line>> = vec![Vec::new(); columns];
        for source in *group {
            for (column, line) in by_column(source, &xs) {
                lines[column].push(line);
            }
        }
        for (column, lines) in lines.into_iter().enumerate() {
            let rect = Rect { left: xs[column], top: ys[row], right: xs[column + 1], bottom: ys[row + 1] };
            cells.push(GridCell { row, column, rows: 1, columns: 1, rect, lines, ..GridCell::default() });
        }
    }
    let mut grid =
        Grid { rect: Rect { left: xs[0], top: ys[0], right: xs[columns], bottom: ys[groups.len()] }, xs, ys, cells };
    set_edges(&mut grid);
    take_rules(&mut grid, rules);
    grid
}

/// Rows of the source that are one row of the table: a lone piece that stands under a cell goes on
/// with it.
fn row_groups<'a>(rows: &'a [Row], xs: &[f32]) -> Vec<&'a [Row]> {
    let mut starts = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let goes_on = at > 0
            && row.cells.len() == 1
            && row.baseline - rows[at - 1].baseline < 1.5 * row.size
            && row.cells[0].rect.left > xs.get(1).copied().unwrap_or(0.0);
        if !goes_on {
            starts.push(at);
        }
    }
    starts.push(rows.len());
    starts.windows(2).map(|pair| &rows[pair[0]..pair[1]]).collect()
}

/// The cells of a row, joined where they share a column.
fn by_column(row: &Row, xs: &[f32]) -> Vec<(usize, Line)> {
    let mut columns: Vec<Vec<Line>> = vec![Vec::new(); xs.len() - 1];
    for cell in &row.cells {
        let column = xs.partition_point(|x| *x <= cell.rect.center().x).clamp(1, xs.len() - 1) - 1;
        columns[column].push(cell.clone());
    }
    let filled = columns.into_iter().enumerate().filter(|(_, cells)| !cells.is_empty());
    filled.map(|(column, cells)| (column, Line::join(cells))).collect()
}

/// Heights of the lines between the rows; a rule there is where the line is.
fn levels(groups: &[&[Row]], rules: &[Rule], left: f32, right: f32) -> Vec<f32> {
    let extent = |group: &&[Row]| {
        let top = group.first().map_or(0.0, Row::top);
        (top, group.last().map_or(top, Row::bottom))
    };
    let extents: Vec<(f32, f32)> = groups.iter().map(extent).collect();
    let ruled = |from: f32, to: f32| {
        let inside = |rule: &&Rule| (from - 1.0..=to + 1.0).contains(&rule.at) && rule.from < right && rule.to > left;
        rules.iter().find(inside).map(|rule| rule.at)
    };
    let (first, last) = (extents.first().copied().unwrap_or_default(), extents.last().copied().unwrap_or_default());
    let mut ys = vec![ruled(first.0 - 8.0, first.0).unwrap_or(first.0 - 1.5)];
    for pair in extents.windows(2) {
        let (from, to) = (pair[0].1, pair[1].0);
        let last = ys.last().copied().unwrap_or(from);
        ys.push(ruled(from, to).unwrap_or(f32::midpoint(from, to)).max(last + 1.0));
    }
    let below = ys.last().copied().unwrap_or(0.0) + 1.0;
    ys.push(ruled(last.1, last.1 + 8.0).unwrap_or(last.1 + 1.5).max(below));
    ys
}

/// Text of a column is aligned to the edges of the whole column.
fn set_edges(grid: &mut Grid) {
    for column in 0..grid.xs.len() - 1 {
        let lines = grid.cells.iter().filter(|cell| cell.column == column).flat_map(|cell| &cell.lines);
        let edges = lines.fold((f32::INFINITY, f32::NEG_INFINITY), |(left, right), line| {
            (left.min(line.rect.left), right.max(line.rect.right))
        });
        if edges.0 < edges.1 {
            grid.cells.iter_mut().filter(|cell| cell.column == column).for_each(|cell| cell.text_edges = Some(edges));
        }
    }
}

/// Rules between the rows become lines of the cells above and below them.
fn take_rules(grid: &mut Grid, rules: &mut Vec<Rule>) {
    let ys = grid.ys.clone();
    let cells = &mut grid.cells;
    let area = grid.rect;
    rules.retain(|rule| {
        let Some(level) = ys.iter().position(|y| (y - rule.at).abs() < 1.5) else { return true };
        if rule.to < area.left || rule.from > area.right {
            return true;
        }
        let border = rule.color.map(|color| Border { width: rule.width.clamp(0.25, 6.0), color });
        for cell in cells.iter_mut() {
            let covered = rule.to.min(cell.rect.right) - rule.from.max(cell.rect.left);
            if covered < 0.5 * cell.rect.width() {
                continue;
            }
            let Borders { top, bottom, .. } = &mut cell.borders;
            if cell.row == level {
                *top = border;
            } else if cell.row + 1 == level {
                *bottom = border;
            }
        }
        false
    });
}
