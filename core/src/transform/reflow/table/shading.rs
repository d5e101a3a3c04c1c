//! The colours of cells: which shades of a page are cells or their grounds.

use super::super::element::Grid;
use super::super::vector::{Marks, Shade, White};
use super::lattice::LINE;
use crate::model::flow::Color;
use crate::units::Rect;

/// Share of a cell that its colour covers.
const COVERED: f32 = 0.6;
/// Sides in points of a layer of a design at the least, how far its sides lie from those of another, and
/// the share of it that lies over that one.
const LAYER: f32 = 40.0;
const OFFSET: f32 = 8.0;
const OVERLAP: f32 = 0.3;
/// Layers that are told from each other.
const MAX_LAYERS: usize = 60;
/// Shades of a page that may be cells.
pub(super) const MAX_SHADES: usize = 1_000;
/// Least width and height of a shade that is a cell, in points.
const CELL: (f32, f32) = (8.0, 6.0);
/// Distance in points within which the sides of two shades are one.
const MEETS: f32 = 1.0;

/// Shades that may be cells: large enough, and not the ground behind the lines of a shaded cell.
pub(super) fn own_shades(shades: &[Shade]) -> Vec<Shade> {
    let high = shades.iter().filter(|shade| shade.rect.height() >= CELL.1).take(MAX_SHADES).copied();
    let (mut large, slivers): (Vec<Shade>, Vec<Shade>) = high.partition(|shade| shade.rect.width() >= CELL.0);
    large.iter_mut().for_each(|shade| take_slivers(shade, &slivers));
    let is_line = |a: &Shade| {
        let around = |b: &&Shade| a.color == b.color && is_inside(a, b);
        large.iter().rev().find(around).is_some_and(|around| !is_ground_of(around, a, &large))
    };
    large.iter().filter(|shade| !is_line(shade)).copied().collect()
}

/// Takes what is too narrow for a cell into the shade at its right, as that of a currency sign or of the room between
/// two columns.
fn take_slivers(shade: &mut Shade, slivers: &[Shade]) {
    let near = |a: f32, b: f32| (a - b).abs() <= MEETS;
    let before = |shade: &Shade| {
        let level = |other: &&Shade| near(other.rect.top, shade.rect.top) && near(other.rect.bottom, shade.rect.bottom);
        let mut beside = slivers.iter().filter(level).filter(|other| near(other.rect.right, shade.rect.left));
        beside.find(|other| other.color == shade.color && other.rect.left < shade.rect.left - MEETS)
    };
    while let Some(sliver) = before(shade) {
        shade.rect.left = sliver.rect.left;
    }
}

fn is_inside(a: &Shade, b: &Shade) -> bool {
    b.rect.area() > 1.05 * a.rect.area() && b.rect.expand(0.5).holds(&a.rect)
}

/// Whether a shade is the ground of a whole table: cells of other colours stand on it in the row or
/// column of the cell `own`.
fn is_ground_of(ground: &Shade, own: &Shade, shades: &[Shade]) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() <= LINE;
    let (a, row) = (own.rect, |b: &Rect| near(own.rect.top, b.top) && near(own.rect.bottom, b.bottom));
    let column = |b: &Rect| near(a.left, b.left) && near(a.right, b.right);
    shades.iter().any(|other| {
        other.color != ground.color && (row(&other.rect) || column(&other.rect)) && is_inside(other, ground)
    })
}

/// Whether one of the shades in a grid lies over another and reaches beyond one side of it, well inside the
/// other sides: designs are made of such layers, tables of cells.
pub(super) fn is_layered(grid: &Grid, shades: &[Shade]) -> bool {
    let large = |rect: &Rect| rect.width() >= LAYER && rect.height() >= LAYER && grid.rect.contains(rect.center());
    let large: Vec<Rect> = shades.iter().map(|shade| shade.rect).filter(large).take(MAX_LAYERS).collect();
    large.iter().any(|a| large.iter().any(|b| reaches_beyond(a, b)))
}

fn reaches_beyond(a: &Rect, b: &Rect) -> bool {
    let inside = [a.left - b.left, a.top - b.top, b.right - a.right, b.bottom - a.bottom];
    let common = a.intersection(b).is_some_and(|common| common.area() >= OVERLAP * a.area());
    let beyond = inside.iter().filter(|by| **by <= -OFFSET).count();
    common && beyond == 1 && inside.iter().filter(|by| **by >= OFFSET).count() == 3
}

/// Takes the colour from cells where white was painted over it: cards on the ground of a page.
pub(super) fn whiten(grid: &mut Grid, marks: &Marks) {
    if marks.whites.is_empty() {
        return;
    }
    for cell in grid.cells.iter_mut().filter(|cell| cell.background.is_some()) {
        let hides = |white: &White| Some(white.under.color) == cell.background && covers(&white.rect, &cell.rect);
        // What has the colour once more may lie over the white.
        let covered = |white: &White| white.over.iter().any(|shade| covers(shade, &cell.rect));
        if marks.whites.iter().rev().find(|white| hides(white)).is_some_and(|white| !covered(white)) {
            cell.background = None;
        }
    }
}

/// The largest of shades of one colour that together cover most of a cell: the columns of a table without lines are
/// not always where its shades meet.
fn side_by_side<'s>(shades: &'s [Shade], cell: &Rect) -> Option<&'s Shade> {
    let common = |shade: &Shade| common(&shade.rect, cell);
    let largest = shades.iter().max_by(|a, b| common(a).total_cmp(&common(b)))?;
    let level = |shade: &&Shade| shade.color == largest.color && (shade.rect.top - largest.rect.top).abs() <= LINE;
    let sum: f32 = shades.iter().filter(level).map(common).sum();
    (sum >= COVERED * cell.area()).then_some(largest)
}

/// Gives each cell the colour of the last shade that covers its middle.
pub(super) fn shade(grid: &mut Grid, shades: &[Shade]) {
    let inside = |shade: &&Shade| grid.rect.expand(2.0).intersection(&shade.rect).is_some();
    let near: Vec<Shade> = shades.iter().filter(inside).copied().collect();
    for cell in &mut grid.cells {
        let covers = |shade: &&Shade| covers(&shade.rect, &cell.rect);
        let shade = near.iter().rev().find(covers).or_else(|| side_by_side(&near, &cell.rect));
        cell.background = shade.map(|shade| shade.color).filter(|c| *c != Color::WHITE);
    }
}

/// Whether an area covers most of a cell.
fn covers(area: &Rect, cell: &Rect) -> bool {
    common(area, cell) >= COVERED * cell.area()
}

/// How much two areas have in common.
fn common(a: &Rect, b: &Rect) -> f32 {
    a.intersection(b).map_or(0.0, |common| common.area())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slivers_belong_to_the_cell_at_their_right() {
        let color = Color { r: 200, g: 230, b: 255 };
        let shade = |left: f32, right: f32| Shade { rect: Rect { left, top: 10.0, right, bottom: 23.0 }, color };
        let lower = Shade { rect: Rect { left: 514.0, top: 23.0, right: 520.0, bottom: 36.0 }, color };
        let found = own_shades(&[
            shade(14.0, 438.0),
            shade(438.0, 444.0),
            shade(444.0, 514.0),
            lower,
            shade(514.0, 515.2),
            shade(515.2, 520.0),
            shade(520.0, 596.0),
        ]);
        let sides: Vec<(f32, f32)> = found.iter().map(|shade| (shade.rect.left, shade.rect.right)).collect();
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
}
