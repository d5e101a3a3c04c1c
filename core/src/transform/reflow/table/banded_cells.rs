//! Stripes behind the rows of tables without rules: their edges part the rows, and they are the
//! colours of the cells.

use super::super::element::Grid;
use super::super::vector::{FilledRect, Ruling};
use super::columns::Gutter;
use super::rows::Row;
use super::{build, shading};
use crate::units::Rect;

/// Share of the width of the rows that a stripe covers.
const COVERS: f32 = 0.8;
/// Stripes that make rows, and the share of the height of the table that one of them has at most.
const MIN_STRIPES: usize = 2;
const HIGHEST: f32 = 0.5;
/// Distance in points within which the edges of two stripes are one.
const SAME: f32 = 1.5;
/// Shades of a page that are looked at.
const MAX_FILLS: usize = 2_000;

/// Makes the grid of a table with the stripes behind it; its rules leave `rules`.
pub(super) fn grid(rows: &[Row], gutters: &[Gutter], rules: &mut Vec<Ruling>, fills: &[FilledRect]) -> Grid {
    let mut grid = build::grid(rows, gutters, rules, &edges(rows, fills));
    shading::color_cells(&mut grid, fills);
    grid
}

/// The upper and lower edges of the stripes behind rows, top down.
fn edges(rows: &[Row], fills: &[FilledRect]) -> Vec<Ruling> {
    let left = rows.iter().map(Row::left).fold(f32::INFINITY, f32::min);
    let right = rows.iter().map(Row::right).fold(f32::NEG_INFINITY, f32::max);
    let top = rows.iter().map(Row::top).fold(f32::INFINITY, f32::min);
    let bottom = rows.iter().map(Row::bottom).fold(f32::NEG_INFINITY, f32::max);
    let is_stripe = |rect: &Rect| {
        let middle = rect.center().y;
        rect.right.min(right) - rect.left.max(left) >= COVERS * (right - left)
            && rect.height() <= HIGHEST * (bottom - top)
            && middle > top
            && middle < bottom
    };
    let mut stripes = whole(fills);
    stripes.retain(is_stripe);
    // One alone is the ground of the heading.
    let heads = |rect: &Rect| rows.first().is_some_and(|row| rect.top < row.baseline && rect.bottom > row.baseline);
    if stripes.len() < MIN_STRIPES && !stripes.iter().any(heads) {
        return Vec::new();
    }
    let mut levels: Vec<f32> = stripes.iter().flat_map(|rect| [rect.top, rect.bottom]).collect();
    levels.sort_by(f32::total_cmp);
    levels.dedup_by(|b, a| *b - *a < SAME);
    levels.into_iter().map(|at| Ruling { at, from: left, to: right, width: 0.0, color: None }).collect()
}

/// The stripes that fills make: the grounds of the cells of a row stand side by side.
fn whole(fills: &[FilledRect]) -> Vec<Rect> {
    let mut stripes: Vec<Rect> = Vec::new();
    for FilledRect { rect, .. } in fills.iter().take(MAX_FILLS) {
        let near = |a: f32, b: f32| (a - b).abs() <= SAME;
        let next = |last: &&mut Rect| {
            near(last.top, rect.top) && near(last.bottom, rect.bottom) && near(last.right, rect.left)
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
