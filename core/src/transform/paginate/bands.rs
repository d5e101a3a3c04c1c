//! Rows of a table as bands: strips across the whole table that no cell's line crosses, so that a
//! page may break between any two of them.

use std::collections::VecDeque;

use super::place::filled;
use super::strip::{Strip, cost, shifted};
use crate::model::flow::{Border, Borders, Color, VerticalAlign};
use crate::units::Rect;

/// Rows up to this share of the column's height are one band.
const WHOLE_ROW: f32 = 0.3;

/// A cell whose content is not yet all set.
#[derive(Debug)]
pub(super) struct Hanging {
    /// Left edge, in points from the column's.
    pub left: f32,
    /// Right edge.
    pub right: f32,
    /// Strips still to be set.
    pub strips: VecDeque<Strip>,
    /// Row it begins in.
    pub first_row: usize,
    /// Row it ends in.
    pub last_row: usize,
    /// Colour behind it.
    pub background: Option<Color>,
    /// Lines around it.
    pub borders: Borders,
    /// Where its text stands.
    pub vertical: VerticalAlign,
    /// Whether a band of it has been set.
    pub begun: bool,
}

/// A row to be set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// Its index.
    pub index: usize,
    /// Least height in points.
    pub least: f32,
    /// Height of the column in points.
    pub column: f32,
}

impl Hanging {
    /// Height of all that is still to be set.
    fn height(&self) -> f32 {
        self.strips.iter().enumerate().map(|(at, strip)| strip.height + if at == 0 { 0.0 } else { strip.above }).sum()
    }

    /// Sets the strips that fit into `height`, from `top` down; answers them as one strip's parts.
    fn set(&mut self, height: f32, top: f32, band: &mut Strip) {
        let mut y = top;
        let mut first = true;
        while let Some(strip) = self.strips.front() {
            let above = if first { 0.0 } else { strip.above };
            if y - top + above + strip.height > height + 0.01 {
                break;
            }
            let Some(strip) = self.strips.pop_front() else { break };
            let moved = shifted(strip, 0.0, y + above);
            y += above + moved.height;
            band.items.extend(moved.items);
            band.links.extend(moved.links);
            band.marks.extend(moved.marks);
            first = false;
        }
    }

    /// Height of the next strip.
    fn next(&self) -> f32 {
        self.strips.front().map_or(0.0, |strip| strip.height)
    }
}

/// Sets a row: takes from the cells what belongs to it and drops the cells that end in it.
pub(super) fn bands(cells: &mut Vec<Hanging>, row: &Row) -> Vec<Strip> {
    let ends = |cell: &Hanging| cell.last_row == row.index;
    let needed = cells.iter().filter(|cell| ends(cell)).map(Hanging::height).fold(row.least, f32::max);
    let mut strips = Vec::new();
    if needed <= row.column * WHOLE_ROW {
        strips.push(band(cells, needed, row, true));
    } else {
        let cost = if needed <= row.column * 0.6 { cost::IN_ROW } else { cost::IN_ROW / 4 };
        loop {
            let height = cells.iter().filter(|cell| ends(cell)).map(Hanging::next).fold(1.0, f32::max);
            let last = cells.iter().filter(|cell| ends(cell)).all(|cell| cell.height() <= height + 0.01);
            let mut strip = band(cells, height, row, last);
            strip.cost = if strips.is_empty() { 0 } else { cost };
            strips.push(strip);
            if last {
                break;
            }
        }
    }
    cells.retain(|cell| !ends(cell));
    strips
}

/// One band of a given height; `last` where the row ends with it.
fn band(cells: &mut [Hanging], height: f32, row: &Row, last: bool) -> Strip {
    let mut strip = Strip { height, ..Strip::default() };
    for cell in cells.iter() {
        if let Some(color) = cell.background {
            // A hair lower than the band, so that no gap shows between it and the next.
            let rect = Rect { left: cell.left, top: 0.0, right: cell.right, bottom: height + 0.2 };
            strip.items.push(filled(&rect, color));
        }
    }
    for cell in cells.iter_mut() {
        let whole = !cell.begun && last && cell.last_row == row.index;
        let free = if whole { (height - cell.height()).max(0.0) } else { 0.0 };
        let top = match cell.vertical {
            VerticalAlign::Top => 0.0,
            VerticalAlign::Middle => free / 2.0,
            VerticalAlign::Bottom => free,
        };
        cell.set(height - top, top, &mut strip);
    }
    for cell in cells.iter_mut() {
        let bottom = last && cell.last_row == row.index;
        let rect = Rect { left: cell.left, top: 0.0, right: cell.right, bottom: height };
        draw_borders(&cell.borders, &rect, !cell.begun, bottom, &mut strip);
        cell.begun = true;
    }
    strip
}

fn draw_borders(borders: &Borders, cell: &Rect, top: bool, bottom: bool, strip: &mut Strip) {
    let mut draw = |border: Option<Border>, from: (f32, f32), to: (f32, f32)| {
        let Some(border) = border.filter(|border| border.width.is_finite() && border.width > 0.0) else { return };
        let half = border.width.clamp(0.1, 12.0) / 2.0;
        let rect = Rect { left: from.0 - half, top: from.1 - half, right: to.0 + half, bottom: to.1 + half };
        strip.items.push(filled(&rect, border.color));
    };
    let Rect { left, top: upper, right, bottom: lower } = *cell;
    draw(borders.top.filter(|_| top), (left, upper), (right, upper));
    draw(borders.bottom.filter(|_| bottom), (left, lower), (right, lower));
    draw(borders.left, (left, upper), (left, lower));
    draw(borders.right, (right, upper), (right, lower));
}
