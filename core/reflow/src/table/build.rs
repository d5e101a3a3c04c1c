//! The table grid from rows and gutters: cells that reach over columns, headings of several rows, cells of several
//! lines.

use std::collections::BTreeMap;

use super::super::caps::SOME;
use super::super::element::{Grid, GridCell};
use super::super::sets::median;
use super::super::text::level::levelled;
use super::super::text::line::Line;
use super::super::vector::Ruling;
use super::columns::Gutter;
use super::lattice;
use super::rows::{Row, sides, split};
use super::tolerances::{
    COVERS, LABEL_LINES, LINE_PITCH, MAX_PADDING, ROUNDING, RUNS_OVER, SIDE_ROOM, WIDER, are_most, is_flush,
};
use transvase_base::units::{Em, Pt, Rect};
use transvase_model::flow::Borders;

/// Gap between words: a space of common faces.
const WORD_GAP: Em = Em(0.28);
/// A narrower gap is none, but the room between two letters.
const LETTER_GAP: Em = Em(0.12);
/// Texts that share so much of their height stand beside each other: leading is never so tight.
const BESIDE: Em = Em(0.35);
/// Room above the first and below the last row of a table without lines there.
const ROW_ROOM: Pt = Pt(1.5);

/// Text in the columns it covers.
#[derive(Debug, Clone)]
struct Placed {
    line: Line,
    first: usize,
    last: usize,
}

/// A row of text with its columns.
struct PlacedRow {
    cells: Vec<Placed>,
    top: f32,
    bottom: f32,
    baseline: f32,
    size: f32,
}

impl PlacedRow {
    fn fills(&self, column: usize) -> bool {
        self.cells.iter().any(|cell| cell.first <= column && column <= cell.last)
    }

    /// Whether it has a figure in one of the columns of figures.
    fn has_figure(&self, columns: &[bool]) -> bool {
        let in_column = |cell: &&Placed| columns.get(cell.first).copied().unwrap_or(true);
        self.cells.iter().filter(in_column).any(|cell| cell.line.is_numeric())
    }

    fn figures(&self) -> usize {
        self.cells.iter().filter(|cell| cell.first > 0 && cell.line.is_numeric()).count()
    }
}

/// A cell of the grid to be.
pub(super) struct Element {
    /// First and last row.
    pub rows: (usize, usize),
    /// First and last column.
    pub columns: (usize, usize),
    /// Its text, not yet joined.
    pub lines: Vec<Line>,
}

/// Makes the grid of a table and takes its rules out of `rules`; the `edges` of stripes part its rows
/// below the heading.
pub(super) fn grid(rows: &[Row], gutters: &[Gutter], rules: &mut Vec<Ruling>, edges: &[Ruling]) -> Grid {
    let (left, right) = sides(rows);
    let mut xs = vec![left - SIDE_ROOM];
    xs.extend(gutters.iter().map(Gutter::middle));
    xs.push(right + SIDE_ROOM);
    let columns = gutters.len() + 1;
    let own: Vec<Ruling> = rules.iter().filter(|rule| rule.from < right && rule.to > left).copied().collect();
    let rows: Vec<PlacedRow> = rows.iter().map(|row| placed(row, gutters)).collect();
    let head = header_rows(&rows, &own, (left, right)).min(above_stripes(&rows, edges));
    let (mut elements, mut ys) = header(&rows[..head], &own, &xs);
    let first_ys = ys.len();
    let bands = groups(&rows[head..], &own, edges, (left, right));
    for (at, band) in bands.iter().enumerate() {
        elements.extend(body(&rows[head..][band.clone()], first_ys + at));
    }
    let extents = bands.iter().map(|band| extent(&rows[head..][band.clone()]));
    ys.extend(extents);
    let own: Vec<Ruling> = own.iter().chain(edges).copied().collect();
    let ys = levels(&ys, &own, left, right);
    finish(elements, xs, ys, columns, rules)
}

/// Rows that end above the first stripe below the first row, which no heading goes over.
fn above_stripes(rows: &[PlacedRow], edges: &[Ruling]) -> usize {
    let first = rows.first().map_or(0.0, |row| row.baseline);
    let edge = edges.iter().map(|edge| edge.at).find(|at| *at > first);
    edge.map_or(rows.len(), |edge| rows.partition_point(|row| row.baseline < edge))
}

/// Puts the text of a row into columns.
fn placed(row: &Row, gutters: &[Gutter]) -> PlacedRow {
    let whole: Vec<Placed> = row.spans.iter().map(|span| place(span.clone(), gutters)).collect();
    let cells = if whole.iter().any(|cell| cell.last > cell.first) { apart(row, whole, gutters) } else { whole };
    PlacedRow { cells, top: row.top(), bottom: row.bottom(), baseline: row.baseline, size: row.size }
}

/// The columns of a text: it reaches over a gutter where it reaches half its size into both sides.
fn place(line: Line, gutters: &[Gutter]) -> Placed {
    let (left, right) = (line.rect.left, line.rect.right);
    let middle = line.rect.center().x;
    let reach = line.size / 2.0;
    let over = |gutter: &Gutter| left < gutter.from - reach && right > gutter.to + reach;
    let column = |x: f32| gutters.partition_point(|gutter| gutter.middle() < x);
    let (first, last) = match (gutters.iter().position(over), gutters.iter().rposition(over)) {
        (Some(first), Some(last)) => (first, last + 1),
        _ => (column(middle), column(middle)),
    };
    Placed { line, first, last }
}

/// A row whose neighbouring headings nearly touch is full: its text is split at the gutters. A
/// title over several columns stays whole.
fn apart(row: &Row, whole: Vec<Placed>, gutters: &[Gutter]) -> Vec<Placed> {
    let at_gutter = |left: f32, right: f32| gutters.iter().any(|gutter| left < gutter.to && right > gutter.from);
    // Between two headings there is more room than between the words of one.
    let least = WIDER * word_gap(row, &at_gutter);
    let cut = |left: f32, right: f32| right - left >= least && at_gutter(left, right);
    let parts = row.spans.iter().flat_map(|span| split(span.clone(), cut));
    let parts: Vec<Placed> = parts.map(|part| place(part, gutters)).collect();
    let alone = parts.iter().all(|part| part.first == part.last);
    let mut filled: Vec<usize> = parts.iter().map(|part| part.first).collect();
    filled.dedup();
    let full = row.is_full() && are_most(filled.len(), gutters.len() + 1);
    if alone && full { parts } else { whole }
}

/// Usual gap between the words of a row, away from the gutters; that of common faces where it has
/// no such words.
fn word_gap(row: &Row, at_gutter: &impl Fn(f32, f32) -> bool) -> f32 {
    let mut gaps = Vec::new();
    for span in &row.spans {
        for pair in span.words.windows(2) {
            let (left, right) = (pair[0].rect.right, pair[1].rect.left);
            if right - left > LETTER_GAP * span.size && !at_gutter(left, right) {
                gaps.push(right - left);
            }
        }
    }
    median(&mut gaps).unwrap_or(WORD_GAP * row.size)
}

/// Rules that run over (nearly) the whole table, by height.
fn separators(rules: &[Ruling], (left, right): (f32, f32)) -> Vec<f32> {
    let covers = |rule: &&Ruling| rule.to.min(right) - rule.from.max(left) >= RUNS_OVER * (right - left);
    rules.iter().filter(covers).map(|rule| rule.at).collect()
}

/// Number of rows of text that are the heading of the table.
fn header_rows(rows: &[PlacedRow], rules: &[Ruling], sides: (f32, f32)) -> usize {
    let data = |row: &PlacedRow| {
        let years = row.cells.iter().filter(|cell| cell.first > 0).all(|cell| is_year(&cell.line.text()));
        row.figures() > 0 && row.figures() * 2 >= row.cells.iter().filter(|cell| cell.first > 0).count() && !years
    };
    let first_data = rows.iter().position(data);
    let first = rows.first().map_or(0.0, |row| row.top);
    let below = |at: f32| rows.iter().take_while(|row| row.baseline < at).count();
    let ruled = separators(rules, sides).into_iter().find(|at| *at > first).map(below);
    match (ruled, first_data) {
        // A heading of figures, such as classes of income, looks like data.
        (Some(ruled), Some(data)) if ruled > 0 && (ruled <= data || (ruled <= data + 3 && ruled * 3 <= rows.len())) => {
            ruled
        }
        (Some(ruled), None) if ruled * 2 <= rows.len() => ruled,
        (_, Some(first)) if !mostly(&rows[first..], &data) => 0,
        (_, Some(data)) => heading_lines(rows, data.min(rows.len() / 2).min(LABEL_LINES)),
        (_, None) => 0,
    }
}

/// So many lines at the top where they may be one heading; none where they are rows: apart from one another, or labels with
/// their values, one below the other as in the rest of the table.
fn heading_lines(rows: &[PlacedRow], count: usize) -> usize {
    let head = rows.get(..count).unwrap_or_default();
    let pitch = |pair: &[PlacedRow]| pair[1].baseline - pair[0].baseline;
    let columns = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.last + 1).max().unwrap_or(1);
    let is_full = |row: &PlacedRow| row.cells.len() == columns;
    let apart = |pair: &[PlacedRow]| pitch(pair) > LINE_PITCH * pair[0].size.max(pair[1].size) && is_full(&pair[0]);
    let even = rows.windows(2).take(count).all(|pair| (pitch(pair) - pitch(rows)).abs() <= ROUNDING.0);
    // Forms begin with such rows; all of them above the first figure would be one heading.
    let labelled = count > 1 && columns == 2 && even && head.iter().all(is_full);
    if labelled || head.windows(2).any(apart) { 0 } else { count }
}

/// Whether half of the labelled rows are data: one figure among labels and their values is no column
/// of them.
fn mostly(rows: &[PlacedRow], data: &impl Fn(&PlacedRow) -> bool) -> bool {
    let labelled = || rows.iter().filter(|row| row.fills(0));
    labelled().filter(|row| data(row)).count() * 2 >= labelled().count()
}

/// Whether a text is a year, or two of them: such figures head columns.
fn is_year(text: &str) -> bool {
    let mut parts = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).peekable();
    let year = |part: &str| part.len() == 2 || (part.len() == 4 && (part.starts_with("19") || part.starts_with("20")));
    let four = text.chars().filter(char::is_ascii_digit).count() >= 4;
    four && parts.peek().is_some() && parts.all(year)
}

/// A line below some columns of the heading.
struct Cut {
    at: f32,
    first: usize,
    last: usize,
}

/// The cells of the heading and the extent of each of its rows. Rules below some of the columns
/// part its rows, and so does the lower edge of a title over several columns; the rest of a column
/// is one cell, however many lines it has.
fn header(rows: &[PlacedRow], rules: &[Ruling], xs: &[f32]) -> (Vec<Element>, Vec<(f32, f32)>) {
    if rows.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let (top, bottom) = extent(rows);
    let mut cuts: Vec<Cut> = rules
        .iter()
        .filter(|rule| rule.at > top + ROUNDING && rule.at < bottom - ROUNDING)
        .filter_map(|rule| under(rule, xs))
        .collect();
    cuts.extend(below_titles(rows));
    cuts.sort_by(|a, b| a.at.total_cmp(&b.at));
    let levels = lattice::levels(cuts.iter().map(|cut| cut.at));
    let level_of = |cut: &Cut| levels.partition_point(|level| *level <= cut.at).saturating_sub(1);
    let mut cells: BTreeMap<(usize, usize, usize, usize), Vec<Line>> = BTreeMap::new();
    for row in rows {
        for cell in &row.cells {
            let over = |cut: &&Cut| cut.first <= cell.last && cell.first <= cut.last;
            let above = cuts.iter().rev().filter(over).find(|cut| cut.at < row.baseline);
            let below = cuts.iter().filter(over).find(|cut| cut.at >= row.baseline);
            let from = above.map_or(0, |cut| level_of(cut) + 1);
            let to = below.map_or(levels.len(), &level_of).max(from);
            cells.entry((from, cell.first, to, cell.last)).or_default().push(cell.line.clone());
        }
    }
    let element = |((from, first, to, last), lines)| Element { rows: (from, to), columns: (first, last), lines };
    let elements: Vec<Element> = cells.into_iter().map(element).collect();
    let ends = std::iter::once(top).chain(levels.iter().copied()).chain([bottom]).collect::<Vec<f32>>();
    if overlap(&elements) {
        let plain = rows.iter().enumerate().flat_map(|(at, row)| body(std::slice::from_ref(row), at));
        return (plain.collect(), rows.iter().map(|row| (row.top, row.bottom)).collect());
    }
    (elements, ends.windows(2).map(|pair| (pair[0], pair[1])).collect())
}

/// The columns a rule lies under.
fn under(rule: &Ruling, xs: &[f32]) -> Option<Cut> {
    let covered = |pair: &[f32]| rule.to.min(pair[1]) - rule.from.max(pair[0]) >= COVERS * (pair[1] - pair[0]);
    let first = xs.windows(2).position(covered)?;
    let last = xs.windows(2).rposition(covered)?;
    Some(Cut { at: rule.at, first, last })
}

/// Cuts below titles that stand over several columns, where the next row does not go on with them.
fn below_titles(rows: &[PlacedRow]) -> Vec<Cut> {
    let mut cuts = Vec::new();
    for pair in rows.windows(2) {
        for cell in pair[0].cells.iter().filter(|cell| cell.last > cell.first) {
            let goes_on = pair[1].cells.iter().any(|below| (below.first, below.last) == (cell.first, cell.last));
            if !goes_on {
                let at = f32::midpoint(pair[0].bottom, pair[1].top).max(pair[0].baseline);
                cuts.push(Cut { at, first: cell.first, last: cell.last });
            }
        }
    }
    cuts
}

/// Whether two cells claim the same place.
fn overlap(elements: &[Element]) -> bool {
    let meet = |a: (usize, usize), b: (usize, usize)| a.0 <= b.1 && b.0 <= a.1;
    elements.iter().enumerate().any(|(at, a)| {
        elements.iter().skip(at + 1).take(SOME).any(|b| meet(a.rows, b.rows) && meet(a.columns, b.columns))
    })
}

fn extent(rows: &[PlacedRow]) -> (f32, f32) {
    let top = rows.iter().map(|row| row.top).fold(f32::INFINITY, f32::min);
    (top, rows.iter().map(|row| row.bottom).fold(top, f32::max))
}

/// Stretches of rows of text that are one row of the table.
fn groups(rows: &[PlacedRow], rules: &[Ruling], edges: &[Ruling], sides: (f32, f32)) -> Vec<std::ops::Range<usize>> {
    let parted: Vec<f32> = separators(rules, sides).into_iter().chain(edges.iter().map(|edge| edge.at)).collect();
    let whole = whole_stripes(rows, edges);
    let figures = columns_of_figures(rows);
    let narrow = tight_pitch(rows, &figures);
    let mut starts = vec![0];
    for at in 1..rows.len() {
        let first = starts.last().copied().unwrap_or(0);
        let between = parted.iter().any(|y| *y > rows[at - 1].baseline && *y < rows[at].baseline);
        let same = whole.get(at).is_some_and(|same| *same);
        if between || !(same || goes_on(&rows[first..at], &rows[at], narrow, &figures)) {
            starts.push(at);
        }
    }
    starts.retain(|start| *start < rows.len());
    let ends = starts.iter().skip(1).copied().chain([rows.len()]);
    starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
}

/// For each row of text, whether it goes on with the one above because both stand in one stripe, or
/// between two, that is one row of the table: only one line of it fills the first column.
fn whole_stripes(rows: &[PlacedRow], edges: &[Ruling]) -> Vec<bool> {
    if edges.is_empty() {
        return Vec::new();
    }
    let band = |row: &PlacedRow| edges.partition_point(|edge| edge.at < row.baseline);
    let mut labels: BTreeMap<usize, usize> = BTreeMap::new();
    for row in rows {
        *labels.entry(band(row)).or_default() += usize::from(row.fills(0));
    }
    let same = |at: usize| {
        let bands = at.checked_sub(1).map(|above| (band(&rows[above]), band(&rows[at])));
        bands.is_some_and(|(a, b)| a == b && labels.get(&a) == Some(&1))
    };
    (0..rows.len()).map(same).collect()
}

/// For each column, whether it holds figures for the most part.
fn columns_of_figures(rows: &[PlacedRow]) -> Vec<bool> {
    let columns = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.last + 1).max().unwrap_or(1);
    let mut counts = vec![(0_usize, 0_usize); columns];
    for cell in rows.iter().flat_map(|row| &row.cells) {
        counts[cell.first].0 += usize::from(cell.line.is_numeric());
        counts[cell.first].1 += 1;
    }
    counts.into_iter().map(|(figures, all)| figures * 2 >= all).collect()
}

/// Pitch up to which lines are those of one cell, where rows stand wider apart than lines: `None`
/// too where two rows with figures stand as close.
fn tight_pitch(rows: &[PlacedRow], figures: &[bool]) -> Option<f32> {
    let pitch = |pair: &[PlacedRow]| pair[1].baseline - pair[0].baseline;
    let mut sorted: Vec<f32> = rows.windows(2).map(pitch).collect();
    sorted.sort_by(f32::total_cmp);
    let small = sorted.get(sorted.len() / 10).copied()?;
    let large = sorted.get(sorted.len() * 8 / 10).copied()?;
    let narrow = f32::midpoint(small, large);
    let data = |row: &PlacedRow| row.fills(0) && row.has_figure(figures);
    let close = rows.windows(2).any(|pair| pitch(pair) < narrow && data(&pair[0]) && data(&pair[1]));
    (large > WIDER * small && !close).then_some(narrow)
}

/// Whether a row of text goes on with the cells of those above it.
fn goes_on(above: &[PlacedRow], row: &PlacedRow, narrow: Option<f32>, figures: &[bool]) -> bool {
    let Some(last) = above.last() else { return false };
    let pitch = row.baseline - last.baseline;
    if row.top < last.bottom - BESIDE * row.size.min(last.size) {
        return true;
    }
    if pitch > LINE_PITCH * row.size.max(last.size) || row.has_figure(figures) {
        return is_wrapped_label(above, row, pitch);
    }
    let close = narrow.is_some_and(|narrow| pitch < narrow);
    let under = row.cells.iter().all(|cell| above.iter().any(|row| row.fills(cell.first)));
    if row.fills(0) {
        let hangs = row.cells.len() == 1 && starts_lower(row);
        return under && (close || hangs);
    }
    under && (close || row.cells.len() * 2 < figures.len())
}

/// Whether a label goes on from a line of its own to the one with the figures.
fn is_wrapped_label(above: &[PlacedRow], row: &PlacedRow, pitch: f32) -> bool {
    let lone = above.len() == 1 && above.iter().all(|row| row.cells.len() == 1 && row.fills(0));
    lone && row.fills(0) && starts_lower(row) && pitch <= LINE_PITCH * row.size
}

fn starts_lower(row: &PlacedRow) -> bool {
    row.cells.first().is_some_and(|cell| cell.line.text().chars().next().is_some_and(char::is_lowercase))
}

/// The cells of one row of the body.
fn body(rows: &[PlacedRow], at: usize) -> Vec<Element> {
    let mut cells: Vec<&Placed> = rows.iter().flat_map(|row| &row.cells).collect();
    cells.sort_by_key(|cell| (cell.first, cell.last));
    let mut done: Vec<Element> = Vec::new();
    for cell in cells {
        match done.last_mut() {
            Some(last) if last.columns.1 >= cell.first => {
                last.columns.1 = last.columns.1.max(cell.last);
                last.lines.push(cell.line.clone());
            }
            _ => {
                done.push(Element { rows: (at, at), columns: (cell.first, cell.last), lines: vec![cell.line.clone()] });
            }
        }
    }
    done
}

/// Heights of the lines between the rows; a rule there is where the line is.
pub(super) fn levels(extents: &[(f32, f32)], rules: &[Ruling], left: f32, right: f32) -> Vec<f32> {
    let ruled = |from: f32, to: f32| {
        let inside = |rule: &&Ruling| {
            (from - ROUNDING..=to + ROUNDING).contains(&rule.at) && rule.from < right && rule.to > left
        };
        rules.iter().find(inside).map(|rule| rule.at)
    };
    let (first, last) = (extents.first().copied().unwrap_or_default(), extents.last().copied().unwrap_or_default());
    let mut ys = vec![ruled(first.0 - MAX_PADDING, first.0).unwrap_or(first.0 - ROW_ROOM)];
    for pair in extents.windows(2) {
        let (from, to) = (pair[0].1, pair[1].0);
        let last = ys.last().copied().unwrap_or(from);
        ys.push(ruled(from, to).unwrap_or(f32::midpoint(from, to)).max(last + ROUNDING));
    }
    let below = ys.last().copied().unwrap_or(0.0) + ROUNDING;
    ys.push(ruled(last.1, last.1 + MAX_PADDING).unwrap_or(last.1 + ROW_ROOM).max(below));
    ys
}

/// The grid of some cells between its lines; what no cell covers becomes empty cells.
pub(super) fn finish(
    elements: Vec<Element>,
    xs: Vec<f32>,
    ys: Vec<f32>,
    columns: usize,
    rules: &mut Vec<Ruling>,
) -> Grid {
    let rows = ys.len() - 1;
    let mut free = vec![true; rows * columns];
    let mut cells = Vec::new();
    let cell = |row: usize, column: usize, rows: usize, columns: usize, lines: Vec<Line>| {
        let rect = Rect { left: xs[column], top: ys[row], right: xs[column + columns], bottom: ys[row + rows] };
        GridCell { row, column, rows, columns, rect, lines, ..GridCell::default() }
    };
    for Element { rows: (top, bottom), columns: (first, last), lines } in elements {
        for row in top..=bottom {
            free[row * columns + first..=row * columns + last].fill(false);
        }
        cells.push(cell(top, first, bottom - top + 1, last - first + 1, lines));
    }
    let empty = free.iter().enumerate().filter(|(_, free)| **free);
    cells.extend(empty.map(|(at, _)| cell(at / columns, at % columns, 1, 1, Vec::new())));
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let rect = Rect { left: xs[0], top: ys[0], right: xs[columns], bottom: ys[rows] };
    let mut grid = Grid { rect, xs, ys, cells, ..Grid::default() };
    for cell in &mut grid.cells {
        cell.lines = levelled(std::mem::take(&mut cell.lines));
    }
    set_edges(&mut grid);
    take_rules(&mut grid, rules);
    grid
}

/// Text of a column is aligned to the edges of the whole column.
pub(super) fn set_edges(grid: &mut Grid) {
    let mut edges: BTreeMap<(usize, usize), (f32, f32)> = BTreeMap::new();
    for cell in &grid.cells {
        for line in &cell.lines {
            let edge = edges.entry((cell.column, cell.columns)).or_insert((f32::INFINITY, f32::NEG_INFINITY));
            *edge = (edge.0.min(line.rect.left), edge.1.max(line.rect.right));
        }
    }
    for cell in &mut grid.cells {
        cell.text_edges = edges.get(&(cell.column, cell.columns)).copied();
    }
}

/// Rules between the rows become lines of the cells above and below them.
fn take_rules(grid: &mut Grid, rules: &mut Vec<Ruling>) {
    let ys = grid.ys.clone();
    let cells = &mut grid.cells;
    let area = grid.rect;
    rules.retain(|rule| {
        if rule.to < area.left || rule.from > area.right {
            return true;
        }
        let Some(level) = ys.iter().position(|y| is_flush(*y, rule.at)) else {
            return rule.at < area.top || rule.at > area.bottom;
        };
        let border = rule.border();
        for cell in cells.iter_mut() {
            let covered = rule.to.min(cell.rect.right) - rule.from.max(cell.rect.left);
            if covered < COVERS * cell.rect.width() {
                continue;
            }
            let Borders { top, bottom, .. } = &mut cell.borders;
            if cell.row == level {
                *top = border;
            } else if cell.row + cell.rows == level {
                *bottom = border;
            }
        }
        false
    });
}

#[cfg(test)]
mod tests {
    use super::super::columns::gutters;
    use super::super::rows::rows;
    use super::super::sample::{line, lines, rule};
    use super::*;

    fn text(grid: &Grid, row: usize, column: usize) -> String {
        let cell = grid.cells.iter().find(|cell| (cell.row, cell.column) == (row, column)).unwrap();
        cell.lines.iter().map(Line::text).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn headings_are_one_cell_whatever_lines_they_have() {
        let rows = rows(lines(&[
            &[(120.0, "Share of"), (200.0, "Number")],
            &[(50.0, "Place"), (120.0, "people"), (200.0, "of items")],
            &[(50.0, "North"), (130.0, "11"), (210.0, "21")],
            &[(50.0, "South"), (130.0, "12"), (210.0, "22")],
            &[(50.0, "West"), (130.0, "13"), (210.0, "23")],
        ]));
        let mut rules = vec![rule(118.0, 48.0, 245.0)];
        let grid = grid(&rows, &gutters(&rows), &mut rules, &[]);
        assert_eq!(grid.ys.len(), 5, "a heading and three rows");
        assert_eq!(text(&grid, 0, 1), "Share of|people");
        assert_eq!(text(&grid, 1, 0), "North");
        assert!(rules.is_empty(), "the rule is a line of the cells");
        assert!(grid.cells[0].borders.bottom.is_some());
    }

    #[test]
    fn labels_with_their_values_are_rows() {
        let rows_of = |pitch: f32| {
            let mut found = lines(&[
                &[(50.0, "Name"), (150.0, "Okafor")],
                &[(50.0, "Town"), (150.0, "Lagos")],
                &[(50.0, "Born"), (150.0, "12.04.1988")],
                &[(50.0, "Number"), (150.0, "4711")],
            ]);
            for line in &mut found {
                *line = self::line(&line.text(), line.rect.left, line.baseline * pitch);
            }
            let rows = rows(found);
            grid(&rows, &gutters(&rows), &mut Vec::new(), &[]).ys.len() - 1
        };
        assert_eq!((rows_of(1.0), rows_of(1.8)), (4, 4));
    }

    #[test]
    fn a_title_over_two_columns_covers_them() {
        let rows = rows(lines(&[
            &[(130.0, "Both years together")],
            &[(50.0, "Place"), (120.0, "First"), (200.0, "Second")],
            &[(50.0, "North"), (130.0, "11"), (210.0, "21")],
            &[(50.0, "South"), (130.0, "12"), (210.0, "22")],
        ]));
        let grid = grid(&rows, &gutters(&rows), &mut Vec::new(), &[]);
        let title =
            grid.cells.iter().find(|cell| cell.lines.first().is_some_and(|line| line.text().starts_with("Both")));
        assert_eq!(title.map(|cell| (cell.row, cell.column, cell.columns)), Some((0, 1, 2)));
        assert_eq!(text(&grid, 1, 2), "Second");
    }

    #[test]
    fn a_wrapped_cell_stays_one_row() {
        let rows = rows(lines(&[
            &[(50.0, "North"), (120.0, "apples and pears"), (260.0, "11")],
            &[(120.0, "and plums")],
            &[(50.0, "South"), (120.0, "figs"), (260.0, "12")],
            &[(50.0, "West"), (120.0, "dates"), (260.0, "13")],
        ]));
        let grid = grid(&rows, &gutters(&rows), &mut Vec::new(), &[]);
        assert_eq!(text(&grid, 0, 1), "apples and pears|and plums");
        assert_eq!(grid.ys.len(), 4);
    }

    #[test]
    fn rows_of_figures_stay_apart_however_close() {
        let mut found = lines(&[
            &[(50.0, "Revenue"), (200.0, "11"), (250.0, "12")],
            &[(50.0, "Cost"), (200.0, "21"), (250.0, "22")],
            &[(50.0, "Gross profit"), (200.0, "31"), (250.0, "32")],
            &[(50.0, "Expenses")],
            &[(50.0, "Wages"), (200.0, "41"), (250.0, "42")],
        ]);
        // Room above sums makes the pitches differ.
        for line in found.iter_mut().filter(|line| line.baseline > 120.0) {
            *line = self::line(&line.text(), line.rect.left, line.baseline + 8.0);
        }
        let rows = rows(found);
        let grid = grid(&rows, &gutters(&rows), &mut Vec::new(), &[]);
        assert_eq!(text(&grid, 3, 0), "Expenses");
        assert_eq!(grid.ys.len(), 6);
    }

    #[test]
    fn a_number_in_wrapped_words_is_no_figure() {
        let rows = rows(lines(&[
            &[(50.0, "01.03."), (120.0, "Card payment"), (260.0, "11.00"), (310.0, "91.00")],
            &[(120.0, "4411 LO 99812")],
            &[(50.0, "02.03."), (120.0, "Rent"), (260.0, "12.00"), (310.0, "92.00")],
            &[(50.0, "03.03."), (120.0, "Wages"), (260.0, "13.00"), (310.0, "93.00")],
        ]));
        let grid = grid(&rows, &gutters(&rows), &mut Vec::new(), &[]);
        assert_eq!(text(&grid, 0, 1), "Card payment|4411 LO 99812");
    }

    #[test]
    fn one_figure_among_values_makes_no_heading() {
        let rows = rows(lines(&[
            &[(50.0, "Name:"), (200.0, "Maria")],
            &[(50.0, "Place:"), (200.0, "Madrid")],
            &[(50.0, "Phone:"), (200.0, "91 555 12")],
            &[(50.0, "Work:"), (200.0, "Civil engineer")],
            &[(50.0, "Hobby:"), (200.0, "Chess")],
        ]));
        let grid = grid(&rows, &gutters(&rows), &mut Vec::new(), &[]);
        assert_eq!(grid.ys.len(), 6);
    }
}
