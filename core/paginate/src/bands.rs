//! Rows of a table as bands: strips across the whole table that no cell's line crosses, so that a
//! page may break between any two of them.

use std::collections::VecDeque;

use super::division::Division;
use super::drawn::filled;
use super::rules;
use super::strip::Strip;
use transvase_base::units::Rect;
use transvase_model::flow::{Borders, Color, VerticalAlign};

/// Points by which lines of neighbouring cells may overlap, and still be divided: rounding.
const ROUNDING: f32 = 0.01;

/// A cell whose content is not yet all set.
#[derive(Debug, Clone)]
pub(super) struct Hanging {
    /// Left edge, in points from the column's.
    pub left: f32,
    /// Right edge.
    pub right: f32,
    /// Strips still to be set.
    pub strips: VecDeque<Strip>,
    /// Room before the next of them, where a band ended above it.
    pub lead: f32,
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
    /// Whether that is its height, whatever its text needs.
    pub exact: bool,
    /// Height of the column in points.
    pub column: f32,
    /// Share of that up to which a row is one band.
    pub whole: f32,
    /// What a page break inside the row costs.
    pub cost: u32,
    /// Whether a page divides the row where it ends, as office programs do.
    pub divisible: bool,
}

impl Hanging {
    /// Height of all that is still to be set.
    pub(super) fn height(&self) -> f32 {
        self.places().last().map_or(0.0, |(_, bottom)| bottom)
    }

    /// Upper and lower edges of the strips that are still to be set, from where the next band begins.
    pub(super) fn places(&self) -> impl Iterator<Item = (f32, f32)> {
        self.strips.iter().enumerate().scan(0.0, |y, (at, strip)| {
            let top = *y + if at == 0 { self.lead } else { strip.above };
            *y = top + strip.height;
            Some((top, *y))
        })
    }

    /// Sets the strips that fit into `height`, from `top` down, into a band.
    /// The first `least` of them are set in any case.
    fn set(&mut self, height: f32, top: f32, least: usize, band: &mut Strip) {
        let fits = |(at, (_, bottom)): &(usize, (f32, f32))| *at < least || *bottom <= height + ROUNDING;
        let fitting: Vec<f32> = self.places().enumerate().take_while(fits).map(|(_, (upper, _))| upper).collect();
        let next = self.places().nth(fitting.len()).map_or(0.0, |(upper, _)| upper);
        for (upper, strip) in fitting.iter().zip(self.strips.drain(..fitting.len())) {
            band.absorb(strip, top + upper);
        }
        self.lead = (next - height).max(0.0);
    }

    fn ends_in(&self, row: &Row) -> bool {
        self.last_row == row.index
    }
}

/// Sets a row: takes from the cells what belongs to it and drops the cells that end in it.
pub(super) fn bands(cells: &mut Vec<Hanging>, row: &Row) -> Vec<Strip> {
    let needed = cells.iter().filter(|cell| cell.ends_in(row)).map(Hanging::height).fold(row.least, f32::max);
    let is_own = |cell: &Hanging| cell.first_row == row.index && cell.ends_in(row);
    let strips = if row.exact {
        vec![band(cells, row.least, row, true)]
    } else if needed <= row.column * row.whole {
        vec![band(cells, needed, row, true)]
    } else if row.divisible && cells.iter().all(is_own) {
        vec![Division::of(std::mem::take(cells), *row, needed).into_strip()]
    } else {
        bands_between_lines(cells, row, needed)
    };
    cells.retain(|cell| !cell.ends_in(row));
    strips
}

/// A band up to each height at which no line of a cell stands.
fn bands_between_lines(cells: &mut [Hanging], row: &Row, needed: f32) -> Vec<Strip> {
    let cost = if needed <= row.column * 0.6 { row.cost } else { row.cost / 4 };
    let mut strips = Vec::new();
    let mut set = 0.0;
    loop {
        let height = next_cut(cells, row);
        let last = cells.iter().filter(|cell| cell.ends_in(row)).all(|cell| cell.height() <= height + ROUNDING);
        // The last band has what its row is to be high.
        let height = if last { height.max(row.least - set) } else { height };
        set += height;
        let mut strip = band(cells, height, row, last);
        strip.cost = if strips.is_empty() { 0 } else { cost };
        strips.push(strip);
        if last {
            return strips;
        }
    }
}

/// The next height at which no line stands in a cell that ends in the row. Where there is none for half a column, lines
/// are divided from the next ones of their cells, wherever these are.
fn next_cut(cells: &[Hanging], row: &Row) -> f32 {
    let ending = || cells.iter().filter(|cell| cell.ends_in(row));
    let first = ending().filter_map(|cell| cell.places().next()).map(|(_, bottom)| bottom).fold(1.0, f32::max);
    let mut height = first;
    while height <= row.column / 2.0 {
        let crossing = |(top, bottom): &(f32, f32)| *top < height - ROUNDING && *bottom > height + ROUNDING;
        match ending().filter_map(|cell| cell.places().find(crossing)).map(|(_, bottom)| bottom).reduce(f32::max) {
            Some(lower) => height = lower,
            None => return height,
        }
    }
    first
}

/// One band of a given height; `last` where the row ends with it.
pub(super) fn band(cells: &mut [Hanging], height: f32, row: &Row, last: bool) -> Strip {
    let mut strip = Strip { height, ..Strip::default() };
    for cell in cells.iter() {
        if let Some(color) = cell.background {
            // A hair lower than the band, so that no gap shows between it and the next.
            let rect = Rect { left: cell.left, top: 0.0, right: cell.right, bottom: height + 0.2 };
            strip.items.push(filled(&rect, color));
        }
    }
    for cell in cells.iter_mut() {
        let whole = !cell.begun && last && cell.ends_in(row);
        let free = if whole { (height - cell.height()).max(0.0) } else { 0.0 };
        let top = match cell.vertical {
            VerticalAlign::Top => 0.0,
            VerticalAlign::Middle => free / 2.0,
            VerticalAlign::Bottom => free,
        };
        // Of a row of a fixed height something is seen.
        cell.set(height - top, top, usize::from(row.exact), &mut strip);
    }
    for cell in cells.iter_mut() {
        let bottom = last && cell.ends_in(row);
        let rect = Rect { left: cell.left, top: 0.0, right: cell.right, bottom: height };
        let Borders { top, bottom: lower, .. } = cell.borders;
        let drawn = Borders { top: top.filter(|_| !cell.begun), bottom: lower.filter(|_| bottom), ..cell.borders };
        rules::draw(&drawn, &rect, &mut strip.items);
        let (begun, none) = (std::mem::replace(&mut cell.begun, true), Borders::default());
        if begun {
            rules::draw(&Borders { top, ..none }, &rect, &mut strip.at_break.above);
        }
        if !bottom {
            rules::draw(&Borders { bottom: lower, ..none }, &rect, &mut strip.at_break.below);
        }
    }
    strip
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(places: &[(f32, f32)]) -> Hanging {
        let strips = places.iter().map(|(above, height)| Strip { above: *above, height: *height, ..Strip::default() });
        Hanging {
            left: 0.0,
            right: 100.0,
            strips: strips.collect(),
            lead: 0.0,
            first_row: 0,
            last_row: 0,
            background: None,
            borders: Borders::default(),
            vertical: VerticalAlign::Top,
            begun: false,
        }
    }

    fn heights(cells: &[&[(f32, f32)]]) -> Vec<f32> {
        let mut cells = cells.iter().map(|places| cell(places)).collect();
        let row = Row { index: 0, least: 0.0, exact: false, column: 400.0, whole: 0.1, cost: 0, divisible: false };
        bands(&mut cells, &row).iter().map(|strip| strip.height).collect()
    }

    #[test]
    fn lines_keep_their_distances_whatever_stands_beside_them() {
        // One line of 10 points with 8 points below it, beside five lines of 10 points.
        assert_eq!(heights(&[&[(0.0, 18.0)], &[(0.0, 10.0); 5]]), [20.0, 10.0, 10.0, 10.0]);
        // Paragraphs that stand 5 points apart, beside lines without space between them.
        assert_eq!(heights(&[&[(0.0, 10.0), (5.0, 10.0), (5.0, 30.0)], &[(0.0, 20.0); 3]]), [60.0]);
    }

    #[test]
    fn what_is_long_is_divided_though_no_cut_is_clear() {
        let lines: Vec<(f32, f32)> = vec![(0.0, 10.0); 60];
        let others: Vec<(f32, f32)> = vec![(0.0, 7.0); 80];
        let found = heights(&[&lines, &others]);
        assert!(found.len() > 3 && found.iter().all(|height| *height <= 210.0), "{found:?}");
    }
}
