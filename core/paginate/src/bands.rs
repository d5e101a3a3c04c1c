//! Rows of a table as bands: strips across the whole table that no cell's line crosses, so that a
//! page may break between any two of them.

use std::collections::VecDeque;

use super::drawn::filled;
use super::edges;
use super::strip::Strip;
use transvase_base::units::Rect;
use transvase_model::flow::{Borders, Color, VerticalAlign};

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
    /// Share of that up to which a row is one band.
    pub whole: f32,
    /// What a page break inside the row costs.
    pub cost: u32,
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
            let down = y + above;
            y = down + strip.height;
            band.absorb(strip, down);
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
    if needed <= row.column * row.whole {
        strips.push(band(cells, needed, row, true));
    } else {
        let cost = if needed <= row.column * 0.6 { row.cost } else { row.cost / 4 };
        let mut set = 0.0;
        loop {
            let height = cells.iter().filter(|cell| ends(cell)).map(Hanging::next).fold(1.0, f32::max);
            let last = cells.iter().filter(|cell| ends(cell)).all(|cell| cell.height() <= height + 0.01);
            // The last band has what its row is to be high.
            let height = if last { height.max(row.least - set) } else { height };
            set += height;
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
        let Borders { top, bottom: lower, .. } = cell.borders;
        let drawn = Borders { top: top.filter(|_| !cell.begun), bottom: lower.filter(|_| bottom), ..cell.borders };
        edges::draw(&drawn, &rect, &mut strip.items);
        let (begun, none) = (std::mem::replace(&mut cell.begun, true), Borders::default());
        if begun {
            edges::draw(&Borders { top, ..none }, &rect, &mut strip.at_break.above);
        }
        if !bottom {
            edges::draw(&Borders { bottom: lower, ..none }, &rect, &mut strip.at_break.below);
        }
    }
    strip
}
