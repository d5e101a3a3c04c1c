//! Stripes behind the rows of tables without rules: their edges part the rows, and they are the
//! colours of the cells.

use super::super::caps::MANY;
use super::super::element::Grid;
use super::super::vector::{FilledRect, Ruling};
use super::columns::Gutter;
use super::lattice::levels;
use super::rows::Row;
use super::tolerances::{RUNS_OVER, is_flush};
use super::{build, shading};
use crate::units::Rect;

/// Makes the grid of a table with the stripes behind it; its rules leave `rules`.
pub(super) fn grid(rows: &[Row], gutters: &[Gutter], rules: &mut Vec<Ruling>, fills: &[FilledRect]) -> Grid {
    let mut grid = build::grid(rows, gutters, rules, &edges(rows, fills));
    shading::color_cells(&mut grid, fills);
    grid
}

/// The upper and lower edges of the stripes behind rows, top down: none is higher than half of them.
fn edges(rows: &[Row], fills: &[FilledRect]) -> Vec<Ruling> {
    let left = rows.iter().map(Row::left).fold(f32::INFINITY, f32::min);
    let right = rows.iter().map(Row::right).fold(f32::NEG_INFINITY, f32::max);
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
    use crate::model::flow::Color;

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
