//! Ruled tables (lattice): crossing rules make a grid, missing rules make spans.

use std::collections::BTreeMap;

use super::super::caps::{MANY, MOST};
use super::super::element::{Grid, GridCell, Picture};
use super::super::sets::Sets;
use super::super::text::word::Word;
use super::super::vector::{FilledRect, Marks, Ruling};
use super::banded_rows;
use super::cells;
use super::charts;
use super::fill::{fill, give_back};
use super::nested::{self, Component};
use super::shading::{color_cells, is_layered, own_fills, whiten};
use super::spans::{self, Edge, Span};
use super::tolerances::{COVERS, LOWEST_CELL, MAX_CELLS, MAX_PADDING, SAME_EDGE, SIDE_ROOM};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Pt, Rect, Size};
use transvase_model::flow::Borders;

/// The smallest table: two cells of two letters side by side.
const SMALLEST: Size = Size { width: 24.0, height: 12.0 };
/// Share of a grid that drawings over its lines cover from which on it is a chart.
const CHART: f32 = 0.15;
/// Drawings over its lines that make a grid a chart however small they are: one or two may be a tick or a sign.
const CHART_DRAWINGS: usize = 3;
/// Share of both sides of a grid from which on a drawing is its frame, and no curve in it.
const FRAME: f32 = 0.95;
/// Filled cells from which on a grid that is mostly blank may be a form.
const ENTRIES: usize = 24;
/// Cells of a blank form that one filled cell may stand for: a day of a calendar, a label of a line of boxes.
const SPARSE: usize = 20;
/// Bars of different lengths that make a chart: fewer are the grounds of headings and columns.
const MIN_BARS: usize = 4;
/// The step that the places and lengths of bars are told by: as a drawing, they are exact.
const BAR_STEP: Pt = Pt(2.0);

/// Takes the ruled tables out of a page: their text and pictures go into their cells, their rules
/// and fills out of the marks. `paper` is the size of the page.
pub(crate) fn tables(
    paper: Size,
    marks: &mut Marks,
    words: &mut Vec<Word>,
    pictures: &mut Vec<Picture>,
    context: &Context,
) -> Result<Vec<Grid>> {
    let plots = charts::areas(&marks.drawings);
    let (mut horizontal, mut vertical) = (with_edges(marks, true), with_edges(marks, false));
    // The lines of a chart are none of a table around it.
    let outside =
        |ends: [Point; 2]| !plots.iter().any(|plot| ends.iter().all(|end| plot.expand(SAME_EDGE.0).contains(*end)));
    horizontal.retain(|r| outside([Point { x: r.from, y: r.at }, Point { x: r.to, y: r.at }]));
    vertical.retain(|r| outside([Point { x: r.at, y: r.from }, Point { x: r.at, y: r.to }]));
    if horizontal.len().max(vertical.len()) > MOST {
        return Ok(Vec::new());
    }
    let (mut grids, mut grounds) = (Vec::new(), Vec::new());
    let found = banded_rows::joined(components(&horizontal, &vertical, context)?, &horizontal, words);
    for (hs, vs) in small_first(found) {
        let Some(mut grid) = grid(&hs, &vs) else { continue };
        context.tick((grid.xs.len() * grid.ys.len() + words.len()) as u64)?;
        let taken = fill(&mut grid, words, pictures);
        if is_table(&grid, marks) && !is_paper(&grid, paper) {
            color_cells(&mut grid, &marks.fills);
            whiten(&mut grid, marks);
            remove_marks(marks, &grid.rect);
            grids.push(cells::tidy(cells::heal(grid)));
        } else {
            grounds.extend(is_chart(&grid, marks).then_some(grid.rect));
            give_back(grid, taken, words, pictures);
        }
    }
    charts::label(marks, &grounds, words);
    Ok(nested::nest(grids))
}

/// The rules of one direction with the edges of shaded areas, which divide cells too.
fn with_edges(marks: &Marks, horizontal: bool) -> Vec<Ruling> {
    let mut rules = if horizontal { marks.horizontal.clone() } else { marks.vertical.clone() };
    for FilledRect { rect, .. } in own_fills(&marks.fills) {
        let (sides, from, to) = if horizontal {
            ([rect.top, rect.bottom], rect.left, rect.right)
        } else {
            ([rect.left, rect.right], rect.top, rect.bottom)
        };
        rules.extend(sides.map(|at| Ruling { at, from, to, width: 0.0, color: None }));
    }
    rules.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    rules
}

/// Rules that hang together by touching.
fn components(horizontal: &[Ruling], vertical: &[Ruling], context: &Context) -> Result<Vec<Component>> {
    let mut sets = Sets::new(horizontal.len() + vertical.len());
    for (h, rule) in horizontal.iter().enumerate() {
        let start = vertical.partition_point(|v| v.at < rule.from - SAME_EDGE);
        for (v, other) in vertical.iter().enumerate().skip(start) {
            context.tick(1)?;
            if other.at > rule.to + SAME_EDGE {
                break;
            }
            if (other.from - SAME_EDGE..=other.to + SAME_EDGE).contains(&rule.at) {
                sets.join(h, horizontal.len() + v);
            }
        }
    }
    let mut found: BTreeMap<usize, Component> = BTreeMap::new();
    for (h, rule) in horizontal.iter().enumerate() {
        found.entry(sets.root(h)).or_default().0.push(*rule);
    }
    for (v, rule) in vertical.iter().enumerate() {
        found.entry(sets.root(horizontal.len() + v)).or_default().1.push(*rule);
    }
    let found = found.into_values().filter(|(hs, vs)| hs.len() > 1 && !vs.is_empty());
    Ok(found.flat_map(nested::apart).collect())
}

/// Inner tables first, so that they take their text before the table around them does.
fn small_first(mut found: Vec<Component>) -> Vec<Component> {
    let length = |rules: &[Ruling]| rules.iter().map(Ruling::length).fold(0.0, f32::max);
    found.sort_by(|a, b| (length(&a.0) * length(&a.1)).total_cmp(&(length(&b.0) * length(&b.1))));
    found
}

fn grid(hs: &[Ruling], vs: &[Ruling]) -> Option<Grid> {
    // The sides of marks and ticks are shorter than a cell.
    let long = |rule: &&Ruling| rule.length() >= LOWEST_CELL;
    let mut ys = levels(hs.iter().filter(long).map(|rule| rule.at));
    let mut xs = levels(vs.iter().filter(long).map(|rule| rule.at));
    open_sides(&mut xs, hs, SIDE_ROOM);
    open_sides(&mut ys, vs, MAX_PADDING);
    if xs.len() < 2 || ys.len() < 2 || xs.len() * ys.len() > MAX_CELLS {
        return None;
    }
    let (columns, rows) = (xs.len() - 1, ys.len() - 1);
    let across = edges(hs, &ys, &xs);
    let down = edges(vs, &xs, &ys);
    let spans = spans::of(&across, &down)?;
    let cells = spans.into_iter().map(|span| cell(span, &xs, &ys, &across, &down)).collect();
    let rect = Rect { left: xs[0], top: ys[0], right: xs[columns], bottom: ys[rows] };
    Some(Grid { rect, xs, ys, cells, ..Grid::default() })
}

/// Positions that are one line of the grid, in rising order.
pub(super) fn levels(positions: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut sorted: Vec<f32> = positions.collect();
    sorted.sort_by(f32::total_cmp);
    let mut levels: Vec<f32> = Vec::new();
    for at in sorted {
        if levels.last().is_none_or(|last| at - last > SAME_EDGE) {
            levels.push(at);
        }
    }
    levels
}

/// Index of the line of a grid nearest to a place.
pub(super) fn nearest(lines: &[f32], place: f32) -> usize {
    let away = |at: &usize| (lines[*at] - place).abs();
    (0..lines.len()).min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(0)
}

/// A table may have no line at its sides: the rules between its rows say how far it goes. It may have none above its
/// first row or below its last one either, where those between its columns go on. Only rules that reach the outermost
/// line count, and ends that stand out by no more than the `room` beside text are no cells: those of frames end
/// anywhere.
fn open_sides(lines: &mut Vec<f32>, across: &[Ruling], room: Pt) {
    let (Some(first), Some(last)) = (lines.first().copied(), lines.last().copied()) else { return };
    let reaching =
        |line: f32| across.iter().filter(move |rule| rule.from <= line + SAME_EDGE && rule.to >= line - SAME_EDGE);
    let start = common(reaching(first).map(|rule| rule.from));
    let end = common(reaching(last).map(|rule| -rule.to)).map(|end| -end);
    if let Some(start) = start.filter(|start| *start < first - room) {
        lines.insert(0, start);
    }
    if let Some(end) = end.filter(|end| *end > last + room) {
        lines.push(end);
    }
}

/// The place that most do not lie before.
fn common(places: impl Iterator<Item = f32>) -> Option<f32> {
    let mut places: Vec<f32> = places.collect();
    places.sort_by(f32::total_cmp);
    places.get(places.len() / 2).copied()
}

/// For each line of the grid, which of its stretches between crossing lines are drawn.
fn edges(rules: &[Ruling], lines: &[f32], crossings: &[f32]) -> Vec<Vec<Edge>> {
    let mut edges = vec![vec![None; crossings.len() - 1]; lines.len()];
    for rule in rules {
        let line = lines.partition_point(|at| *at < rule.at - SAME_EDGE).min(lines.len() - 1);
        let first = crossings.partition_point(|at| *at < rule.from).saturating_sub(1);
        for stretch in first..crossings.len() - 1 {
            let (from, to) = (crossings[stretch], crossings[stretch + 1]);
            if from > rule.to {
                break;
            }
            let covered = rule.to.min(to) - rule.from.max(from);
            if covered >= COVERS * (to - from) {
                let border = rule.border();
                let known = edges[line][stretch].flatten();
                edges[line][stretch] = Some(border.or(known));
            }
        }
    }
    edges
}

fn cell(span: Span, xs: &[f32], ys: &[f32], across: &[Vec<Edge>], down: &[Vec<Edge>]) -> GridCell {
    let (row, column, rows, columns) = span;
    let rect = Rect { left: xs[column], top: ys[row], right: xs[column + columns], bottom: ys[row + rows] };
    let borders = Borders {
        top: across[row][column].flatten(),
        bottom: across[row + rows][column].flatten(),
        left: down[column][row].flatten(),
        right: down[column + columns][row].flatten(),
    };
    GridCell { row, column, rows, columns, rect, borders, ..GridCell::default() }
}

/// Whether a grid holds a table and not a chart, a frame around text or a part of a drawing.
fn is_table(grid: &Grid, marks: &Marks) -> bool {
    let cells = grid.cells.len();
    let filled = grid.cells.iter().filter(|cell| !cell.words.is_empty() || !cell.pictures.is_empty()).count();
    let curves = marks.drawings.iter().filter(|drawing| grid.rect.contains(drawing.center())).count();
    let has_sizes = grid.rect.width() >= SMALLEST.width && grid.rect.height() >= SMALLEST.height;
    let lined = grid.cells.iter().any(|cell| cell.borders != Borders::default());
    // Without a single drawn line, shaded stripes have to make at least two columns and rows.
    let shaded_grid = grid.xs.len() > 2 && grid.ys.len() > 2;
    // Two large boxes of prose are a page layout, not a table.
    let layout = cells <= 2 && grid.cells.iter().any(|cell| cell.words.len() > 300);
    has_sizes
        && cells >= 2
        && (filled >= 2 || (filled == 1 && curves == 0 && is_drawn_whole(grid)))
        && (filled * (if curves == 0 { 8 } else { 5 }) >= cells || (curves == 0 && is_blank_form(cells, filled)))
        && curves <= cells
        && !is_chart(grid, marks)
        && !is_striped(grid)
        && !is_stripe(grid)
        && !is_layered(grid, &marks.fills)
        && (lined || shaded_grid)
        && !layout
}

/// Whether no cell of a grid covers another and all have lines on all sides, as those of a new table do.
fn is_drawn_whole(grid: &Grid) -> bool {
    let is_drawn = |cell: &GridCell| {
        let Borders { top, right, bottom, left } = cell.borders;
        (cell.rows, cell.columns) == (1, 1) && [top, right, bottom, left].iter().all(Option::is_some)
    };
    grid.xs.len() > 2 && grid.ys.len() > 2 && grid.cells.iter().all(is_drawn)
}

/// Whether a grid with few filled cells has so many of them that it waits for entries.
fn is_blank_form(cells: usize, filled: usize) -> bool {
    filled >= ENTRIES && filled * SPARSE >= cells
}

/// Whether a grid is the ground of a slide or a band at the side of a page: it covers the page, or runs from its head
/// to its foot and is at most half as wide, and one of its cells covers half of it.
fn is_paper(grid: &Grid, paper: Size) -> bool {
    let largest = grid.cells.iter().map(|cell| cell.rect.area()).fold(0.0, f32::max);
    let Rect { left, top, right, bottom } = grid.rect.expand(SAME_EDGE.0);
    let (at_left, at_right) = (left <= 0.0, right >= paper.width);
    let is_band = (at_left || at_right) && grid.rect.width() <= paper.width / 2.0;
    let high = top <= 0.0 && bottom >= paper.height;
    high && (at_left && at_right || is_band) && largest >= grid.rect.area() / 2.0
}

/// Whether a grid is one column whose lines are no more than the edges of fills: the ground behind
/// the lines of a paragraph.
fn is_striped(grid: &Grid) -> bool {
    let inner = grid.cells.iter().filter(|cell| cell.row > 0);
    grid.xs.len() == 2 && inner.clone().filter(|cell| cell.borders.top.is_some()).count() * 2 < inner.count()
}

/// Whether a grid is one row whose cells are no more than fills side by side: a stripe or the heading of a table whose
/// other rows have none.
fn is_stripe(grid: &Grid) -> bool {
    let parted = |cell: &GridCell| cell.borders.left.is_some() || cell.borders.right.is_some();
    grid.ys.len() == 2 && !grid.cells.iter().any(parted)
}

/// Whether a grid is the ground of a chart: drawings run over its lines, or bars of different
/// heights stand on one of them.
fn is_chart(grid: &Grid, marks: &Marks) -> bool {
    let over = |lines: &[f32], from: f32, to: f32| {
        let first = lines.partition_point(|line| *line <= from + SAME_EDGE);
        lines.get(first).is_some_and(|line| *line < to - SAME_EDGE)
    };
    let crosses = |drawing: &&Rect| {
        let whole = drawing.width() >= FRAME * grid.rect.width() && drawing.height() >= FRAME * grid.rect.height();
        grid.rect.contains(drawing.center())
            && !whole
            && (over(&grid.ys, drawing.top, drawing.bottom) || over(&grid.xs, drawing.left, drawing.right))
    };
    let crossing: Vec<&Rect> = marks.drawings.iter().filter(crosses).collect();
    let area: f32 = crossing.iter().map(|drawing| drawing.area()).sum();
    // The ground behind the lines of a cell is no bar.
    let bars = || has_bars(grid, &marks.fills) && has_bars(grid, &own_fills(&marks.fills));
    crossing.len() >= CHART_DRAWINGS || area >= CHART * grid.rect.area() || bars()
}

/// Whether fills of one width but several heights stand on one line, or lie along one.
fn has_bars(grid: &Grid, fills: &[FilledRect]) -> bool {
    let inside = fills.iter().map(|fill| fill.rect).filter(|rect| grid.rect.contains(rect.center()));
    let mut upright: BTreeMap<(i32, i32), Vec<i32>> = BTreeMap::new();
    let mut lying: BTreeMap<(i32, i32), Vec<i32>> = BTreeMap::new();
    for rect in inside.take(MANY) {
        let whole = |value: f32| (value / BAR_STEP.0).round() as i32;
        upright.entry((whole(rect.bottom), whole(rect.width()))).or_default().push(whole(rect.height()));
        lying.entry((whole(rect.left), whole(rect.height()))).or_default().push(whole(rect.width()));
    }
    upright.into_values().chain(lying.into_values()).any(|mut lengths| {
        lengths.sort_unstable();
        lengths.dedup();
        lengths.len() >= MIN_BARS
    })
}

/// The rules and fills of a table say nothing more once the table is known.
fn remove_marks(marks: &mut Marks, rect: &Rect) {
    let area = rect.expand(SAME_EDGE.0);
    marks.horizontal.retain(|r| !area.holds(&Rect { left: r.from, top: r.at, right: r.to, bottom: r.at }));
    marks.vertical.retain(|r| !area.holds(&Rect { left: r.at, top: r.from, right: r.at, bottom: r.to }));
    marks.fills.retain(|fill| !area.holds(&fill.rect));
    marks.drawings.retain(|drawing| !area.holds(drawing));
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::Color;

    fn rule(at: f32, from: f32, to: f32) -> Ruling {
        Ruling { at, from, to, width: 0.5, color: Some(Color::BLACK) }
    }

    fn word(text: &str, x: f32, y: f32) -> Word {
        let rect = Rect { left: x, top: y - 8.0, right: x + 20.0, bottom: y + 2.0 };
        Word { text: text.into(), rect, baseline: y, size: 10.0, ..Word::default() }
    }

    /// Two rows and two columns; the first row is one cell.
    const PAPER: Size = Size { width: 595.0, height: 842.0 };

    fn ruled() -> Marks {
        Marks {
            horizontal: vec![rule(100.0, 50.0, 250.0), rule(120.0, 50.0, 250.0), rule(140.0, 50.0, 250.0)],
            vertical: vec![rule(50.0, 100.0, 140.0), rule(150.0, 120.0, 140.0), rule(250.0, 100.0, 140.0)],
            ..Marks::default()
        }
    }

    #[test]
    fn a_missing_rule_makes_a_span() {
        let mut marks = ruled();
        let mut words =
            vec![word("Head", 60.0, 115.0), word("a", 60.0, 135.0), word("b", 160.0, 135.0), word("out", 60.0, 300.0)];
        let grids = tables(PAPER, &mut marks, &mut words, &mut Vec::new(), &Context::default()).unwrap();
        let spans: Vec<_> = grids[0].cells.iter().map(|c| (c.row, c.column, c.rows, c.columns)).collect();
        assert_eq!(spans, [(0, 0, 1, 2), (1, 0, 1, 1), (1, 1, 1, 1)]);
        assert_eq!(grids[0].cells[2].words[0].text, "b");
        assert_eq!(words.len(), 1, "text outside stays");
        assert!(marks.horizontal.is_empty() && marks.vertical.is_empty());
    }

    #[test]
    fn what_lies_beside_boxes_covers_none_of_them() {
        // A line that hangs together with a box of two cells reaches farther, as a wider box below them does.
        let hs = [(100.0, 400.0), (105.0, 300.0), (200.0, 300.0), (300.0, 400.0), (340.0, 400.0)];
        let hs: Vec<Ruling> = hs.into_iter().map(|(at, to)| rule(at, 50.0, to)).collect();
        let vs = [rule(50.0, 102.0, 340.0), rule(300.0, 105.0, 300.0), rule(400.0, 300.0, 340.0)];
        let grid = grid(&hs, &vs).unwrap();
        let holds = |top: f32, bottom: f32, right: f32| {
            grid.cells.iter().any(|cell| cell.rect == Rect { left: 50.0, top, right, bottom })
        };
        assert!(holds(105.0, 200.0, 300.0) && holds(200.0, 300.0, 300.0) && holds(300.0, 340.0, 400.0), "{grid:?}");
    }

    #[test]
    fn labels_that_go_round_boxes_cover_none_of_them() {
        // Two labels over two boxes at their right, and a row below them that no line parts from the labels.
        let full = |at| rule(at, 50.0, 300.0);
        let hs = [full(100.0), rule(120.0, 200.0, 300.0), rule(140.0, 200.0, 300.0), full(160.0)];
        let vs = [rule(50.0, 100.0, 160.0), rule(200.0, 100.0, 140.0), rule(300.0, 100.0, 160.0)];
        let grid = grid(&hs, &vs).unwrap();
        let spans: Vec<_> = grid.cells.iter().map(|c| (c.row, c.column, c.rows, c.columns)).collect();
        assert_eq!(spans, [(0, 0, 2, 1), (0, 1, 1, 1), (1, 1, 1, 1), (2, 0, 1, 2)]);
    }

    #[test]
    fn the_lines_of_the_first_row_say_how_far_it_goes_up() {
        // The first row is open above, and most lines of the table are those of rows below it.
        let hs: Vec<Ruling> = (0..4).map(|row| rule(100.0 + 20.0 * row as f32, 50.0, 150.0)).collect();
        let first = [50.0, 100.0, 150.0].map(|at| rule(at, 80.0, 122.0));
        let below = (1..3).flat_map(|row| [50.0, 100.0, 150.0].map(|at| (at, 102.0 + 20.0 * row as f32)));
        let vs: Vec<Ruling> = first.into_iter().chain(below.map(|(at, from)| rule(at, from, from + 18.0))).collect();
        assert_eq!(grid(&hs, &vs).map(|grid| grid.ys), Some(vec![80.0, 100.0, 120.0, 140.0, 160.0]));
    }

    #[test]
    fn lines_between_columns_that_go_on_make_a_row() {
        // Two columns between three rules down, of which the lowest row has no line below it.
        let down = |from: f32, to: f32| [50.0, 100.0, 150.0].map(|at| rule(at, from, to));
        let across = [rule(100.0, 50.0, 150.0), rule(120.0, 50.0, 150.0)];
        let rows = |to: f32| grid(&across, &down(100.0, to)).map(|grid| grid.ys.len() - 1);
        assert_eq!((rows(140.0), rows(124.0)), (Some(2), Some(1)));
    }

    #[test]
    fn a_grid_without_text_is_a_drawing() {
        let grids =
            tables(PAPER, &mut ruled(), &mut vec![word("a", 60.0, 135.0)], &mut Vec::new(), &Context::default())
                .unwrap();
        assert!(grids.is_empty());
    }

    #[test]
    fn a_new_table_with_one_entry_is_a_table() {
        let mut marks = Marks {
            horizontal: [100.0, 120.0, 140.0].map(|at| rule(at, 50.0, 250.0)).to_vec(),
            vertical: [50.0, 150.0, 250.0].map(|at| rule(at, 100.0, 140.0)).to_vec(),
            ..Marks::default()
        };
        let mut words = vec![word("a", 60.0, 115.0)];
        let grids = tables(PAPER, &mut marks, &mut words, &mut Vec::new(), &Context::default()).unwrap();
        assert_eq!((grids.len(), grids[0].cells.len()), (1, 4));
    }

    #[test]
    fn a_frame_around_the_page_is_the_ground_of_a_slide() {
        let (width, height) = (300.0, 200.0);
        let cell = |top: f32, bottom: f32| GridCell {
            rect: Rect { left: 0.0, top, right: width, bottom },
            ..GridCell::default()
        };
        let rect = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
        let ruled = |cut: f32| Grid { rect, cells: vec![cell(0.0, cut), cell(cut, height)], ..Grid::default() };
        assert!(is_paper(&ruled(180.0), Size { width, height }));
        assert!(!is_paper(&ruled(180.0), Size { width: 320.0, height }));
        let thirds =
            Grid { rect, cells: vec![cell(0.0, 66.0), cell(66.0, 133.0), cell(133.0, 200.0)], ..Grid::default() };
        assert!(!is_paper(&thirds, Size { width, height }));
        assert!(is_paper(&ruled(180.0), Size { width: 700.0, height }), "a band at the side of a page");
    }
}
