//! Cell shading: which fills of a page are cells or their colours, and the stripes behind the rows of tables without
//! rules, whose edges part the rows.

use super::super::caps::{FEW, MANY};
use super::super::element::Grid;
use super::super::vector::{FilledRect, Marks, Ruling, White};
use super::build;
use super::columns::Gutter;
use super::lattice::levels;
use super::rows::{Row, sides};
use super::tolerances::{
    COVERS, LEAST_HEIGHT, LOWEST_CELL, MAX_PADDING, NARROWEST_CELL, ROUNDING, RUNS_OVER, SAME_EDGE, is_flush,
    is_same_edge,
};
use transvase_base::units::Rect;
use transvase_model::flow::Color;

/// Share of a layer that lies over the one below it: enough not to be a corner that touches it.
const OVERLAP: f32 = 0.3;
/// A ground is so much larger than what stands on it: two fills that differ by less are one, painted twice.
const LARGER: f32 = 1.05;

/// Shades that may be cells: large enough, and not the ground behind the lines of a shaded cell.
pub(super) fn own_fills(fills: &[FilledRect]) -> Vec<FilledRect> {
    let high = fills.iter().filter(|fill| fill.rect.height() >= LOWEST_CELL).take(MANY).copied();
    let (mut large, slivers): (Vec<FilledRect>, Vec<FilledRect>) =
        high.partition(|fill| fill.rect.width() >= NARROWEST_CELL);
    large.iter_mut().for_each(|fill| take_slivers(fill, &slivers));
    let is_line = |a: &FilledRect| {
        let around = |b: &&FilledRect| a.color == b.color && is_inside(a, b);
        large.iter().rev().find(around).is_some_and(|around| !is_ground_of(around, a, &large))
    };
    large.iter().filter(|fill| !is_line(fill)).copied().collect()
}

/// Takes what is too narrow for a cell into the fill at its right, as that of a currency sign or of the room between
/// two columns.
fn take_slivers(fill: &mut FilledRect, slivers: &[FilledRect]) {
    let before = |fill: &FilledRect| {
        let level = |other: &&FilledRect| {
            is_flush(other.rect.top, fill.rect.top) && is_flush(other.rect.bottom, fill.rect.bottom)
        };
        let mut beside = slivers.iter().filter(level).filter(|other| is_flush(other.rect.right, fill.rect.left));
        beside.find(|other| other.color == fill.color && other.rect.left < fill.rect.left)
    };
    while let Some(sliver) = before(fill) {
        fill.rect.left = sliver.rect.left;
    }
}

fn is_inside(a: &FilledRect, b: &FilledRect) -> bool {
    b.rect.area() > LARGER * a.rect.area() && b.rect.expand(ROUNDING.0).holds(&a.rect)
}

/// Whether a fill is the ground of a whole table: cells of other colours stand on it in the row or
/// column of the cell `own`.
fn is_ground_of(ground: &FilledRect, own: &FilledRect, fills: &[FilledRect]) -> bool {
    let a = own.rect;
    let row = |b: &Rect| is_same_edge(a.top, b.top) && is_same_edge(a.bottom, b.bottom);
    let column = |b: &Rect| is_same_edge(a.left, b.left) && is_same_edge(a.right, b.right);
    fills.iter().any(|other| {
        other.color != ground.color && (row(&other.rect) || column(&other.rect)) && is_inside(other, ground)
    })
}

/// Whether one of the fills in a grid lies over another and reaches beyond one side of it, well inside the
/// other sides: designs are made of such layers, tables of cells.
pub(super) fn is_layered(grid: &Grid, fills: &[FilledRect]) -> bool {
    let large = |rect: &Rect| rect.width().min(rect.height()) >= LEAST_HEIGHT && grid.rect.contains(rect.center());
    let large: Vec<Rect> = fills.iter().map(|fill| fill.rect).filter(large).take(FEW).collect();
    large.iter().any(|a| large.iter().any(|b| reaches_beyond(a, b)))
}

fn reaches_beyond(a: &Rect, b: &Rect) -> bool {
    let inside = [a.left - b.left, a.top - b.top, b.right - a.right, b.bottom - a.bottom];
    let common = a.intersection(b).is_some_and(|common| common.area() >= OVERLAP * a.area());
    let beyond = inside.iter().filter(|by| **by <= -MAX_PADDING).count();
    common && beyond == 1 && inside.iter().filter(|by| **by >= MAX_PADDING).count() == 3
}

/// Takes the colour from cells where white was painted over it: cards on the ground of a page.
pub(super) fn whiten(grid: &mut Grid, marks: &Marks) {
    if marks.whites.is_empty() {
        return;
    }
    for cell in grid.cells.iter_mut().filter(|cell| cell.background.is_some()) {
        let hides = |white: &White| Some(white.under.color) == cell.background && covers(&white.rect, &cell.rect);
        // What has the colour once more may lie over the white.
        let covered = |white: &White| white.over.iter().any(|fill| covers(fill, &cell.rect));
        if marks.whites.iter().rev().find(|white| hides(white)).is_some_and(|white| !covered(white)) {
            cell.background = None;
        }
    }
}

/// The largest of fills of one colour that together cover most of a cell: the columns of a table without lines are
/// not always where its fills meet.
fn side_by_side<'s>(fills: &'s [FilledRect], cell: &Rect) -> Option<&'s FilledRect> {
    let common = |fill: &FilledRect| common(&fill.rect, cell);
    let largest = fills.iter().max_by(|a, b| common(a).total_cmp(&common(b)))?;
    let level = |fill: &&FilledRect| fill.color == largest.color && is_same_edge(fill.rect.top, largest.rect.top);
    let sum: f32 = fills.iter().filter(level).map(common).sum();
    (sum >= COVERS * cell.area()).then_some(largest)
}

/// Gives each cell the colour of the last fill that covers its middle.
pub(super) fn color_cells(grid: &mut Grid, fills: &[FilledRect]) {
    let inside = |fill: &&FilledRect| grid.rect.expand(SAME_EDGE.0).intersection(&fill.rect).is_some();
    let near: Vec<FilledRect> = fills.iter().filter(inside).copied().collect();
    for cell in &mut grid.cells {
        let covers = |fill: &&FilledRect| covers(&fill.rect, &cell.rect);
        let fill = near.iter().rev().find(covers).or_else(|| side_by_side(&near, &cell.rect));
        cell.background = fill.map(|fill| fill.color).filter(|c| *c != Color::WHITE);
    }
}

/// Whether an area covers most of a cell.
fn covers(area: &Rect, cell: &Rect) -> bool {
    common(area, cell) >= COVERS * cell.area()
}

/// How much two areas have in common.
fn common(a: &Rect, b: &Rect) -> f32 {
    a.intersection(b).map_or(0.0, |common| common.area())
}

/// Makes the grid of a table with the stripes behind it; its rules leave `rules`.
pub(super) fn grid(rows: &[Row], gutters: &[Gutter], rules: &mut Vec<Ruling>, fills: &[FilledRect]) -> Grid {
    let mut grid = build::grid(rows, gutters, rules, &edges(rows, fills));
    color_cells(&mut grid, fills);
    grid
}

/// The upper and lower edges of the stripes behind rows, top down: none is higher than half of them.
fn edges(rows: &[Row], fills: &[FilledRect]) -> Vec<Ruling> {
    let (left, right) = sides(rows);
    let top = rows.iter().map(Row::top).fold(f32::INFINITY, f32::min);
    let bottom = rows.iter().map(Row::bottom).fold(f32::NEG_INFINITY, f32::max);
    let is_stripe = |rect: &Rect| {
        let middle = rect.center().y;
        rect.right.min(right) - rect.left.max(left) >= RUNS_OVER * (right - left)
            && rect.height() <= (bottom - top) / 2.0
            && middle > top
            && middle < bottom
    };
    let mut stripes = whole(fills);
    stripes.retain(is_stripe);
    // One alone is the ground of the heading.
    let heads = |rect: &Rect| rows.first().is_some_and(|row| rect.top < row.baseline && rect.bottom > row.baseline);
    if stripes.len() < 2 && !stripes.iter().any(heads) {
        return Vec::new();
    }
    let levels = levels(stripes.iter().flat_map(|rect| [rect.top, rect.bottom]));
    levels.into_iter().map(|at| Ruling { at, from: left, to: right, width: 0.0, color: None }).collect()
}

/// The stripes that fills make: the grounds of the cells of a row stand side by side.
fn whole(fills: &[FilledRect]) -> Vec<Rect> {
    let mut stripes: Vec<Rect> = Vec::new();
    for FilledRect { rect, .. } in fills.iter().take(MANY) {
        let next = |last: &&mut Rect| {
            is_flush(last.top, rect.top) && is_flush(last.bottom, rect.bottom) && is_flush(last.right, rect.left)
        };
        match stripes.last_mut().filter(next) {
            Some(last) => last.right = rect.right,
            None => stripes.push(*rect),
        }
    }
    stripes
}

#[cfg(test)]
mod tests {
    use super::super::columns::gutters;
    use super::super::rows::rows;
    use super::super::sample::lines;
    use super::*;

    #[test]
    fn slivers_belong_to_the_cell_at_their_right() {
        let color = Color { r: 200, g: 230, b: 255 };
        let fill = |left: f32, right: f32| FilledRect { rect: Rect { left, top: 10.0, right, bottom: 23.0 }, color };
        let lower = FilledRect { rect: Rect { left: 514.0, top: 23.0, right: 520.0, bottom: 36.0 }, color };
        let found = own_fills(&[
            fill(14.0, 438.0),
            fill(438.0, 444.0),
            fill(444.0, 514.0),
            lower,
            fill(514.0, 515.2),
            fill(515.2, 520.0),
            fill(520.0, 596.0),
        ]);
        let sides: Vec<(f32, f32)> = found.iter().map(|fill| (fill.rect.left, fill.rect.right)).collect();
        assert_eq!(sides, [(14.0, 438.0), (438.0, 514.0), (514.0, 596.0)]);
    }

    #[test]
    fn a_layer_reaches_beyond_one_side_of_another() {
        let ground = Rect { left: 70.0, top: 70.0, right: 570.0, bottom: 710.0 };
        let card = Rect { left: 280.0, top: 20.0, right: 510.0, bottom: 260.0 };
        assert!(reaches_beyond(&card, &ground));
        let row = Rect { left: 70.0, top: 70.0, right: 600.0, bottom: 120.0 };
        assert!(!reaches_beyond(&row, &ground), "a row begins where its table does");
        let column = Rect { left: 280.0, top: 20.0, right: 400.0, bottom: 800.0 };
        assert!(!reaches_beyond(&column, &ground), "it crosses the other");
    }

    #[test]
    fn a_stripe_is_a_row() {
        let grey = Color { r: 230, g: 230, b: 230 };
        let fill =
            |top: f32, bottom: f32| FilledRect { rect: Rect { left: 40.0, top, right: 260.0, bottom }, color: grey };
        let text = rows(lines(&[
            &[(120.0, "apples and"), (200.0, "dark")],
            &[(50.0, "North"), (120.0, "pears"), (200.0, "red")],
            &[(50.0, "South"), (120.0, "figs"), (200.0, "blue")],
            &[(50.0, "West"), (120.0, "dates"), (200.0, "green")],
        ]));
        let at = |row: usize| text[row].baseline;
        let fills = [fill(at(0) - 9.0, at(1) + 2.5), fill(at(3) - 9.0, at(3) + 2.5)];
        let found = edges(&text, &fills);
        assert_eq!(found.len(), 4);
        let grid = grid(&text, &gutters(&text), &mut Vec::new(), &fills);
        assert_eq!(grid.ys.len(), 4, "three rows: {:?}", grid.ys);
        let colors: Vec<_> = grid.cells.iter().filter(|cell| cell.column == 0).map(|cell| cell.background).collect();
        assert_eq!(colors, [Some(grey), None, Some(grey)]);
    }
}
