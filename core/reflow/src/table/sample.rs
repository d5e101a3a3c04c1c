//! Hand-made text for the tests of tables.

use super::super::element::{Grid, GridCell};
use super::super::text::line::Line;
use super::super::text::word::Word;
use super::super::vector::Ruling;
use super::columns::gutters;
use super::rows::rows;
use super::{build, header};
use transvase_base::units::Rect;
use transvase_model::flow::Color;

/// A word whose letters are all five points wide.
pub(super) fn word(text: &str, x: f32, baseline: f32) -> Word {
    let right = x + 5.0 * text.chars().count() as f32;
    let rect = Rect { left: x, top: baseline - 7.5, right, bottom: baseline + 2.2 };
    Word { text: text.into(), rect, baseline, size: 10.0, ..Word::default() }
}

/// Words of a line, three points apart.
pub(super) fn line(text: &str, x: f32, baseline: f32) -> Line {
    let mut at = x;
    let words = text.split(' ').map(|text| {
        let word = word(text, at, baseline);
        at = word.rect.right + 3.0;
        word
    });
    Line::of(words.collect())
}

/// Lines from rows of `(x, text)`, fourteen points apart.
pub(super) fn lines(rows: &[&[(f32, &str)]]) -> Vec<Line> {
    let row = |(at, cells): (usize, &&[(f32, &str)])| {
        let baseline = 100.0 + 14.0 * at as f32;
        cells.iter().map(|(x, text)| line(text, *x, baseline)).collect::<Vec<Line>>()
    };
    rows.iter().enumerate().flat_map(row).collect()
}

/// A black rule.
pub(super) fn rule(at: f32, from: f32, to: f32) -> Ruling {
    Ruling { at, from, to, width: 0.5, color: Some(Color::BLACK) }
}

/// A row of cells from 10 to 30.
pub(crate) fn row_of_cells(xs: &[f32]) -> Grid {
    let cell = |(column, sides): (usize, &[f32])| GridCell {
        column,
        rows: 1,
        columns: 1,
        rect: Rect { left: sides[0], top: 10.0, right: sides[1], bottom: 30.0 },
        ..GridCell::default()
    };
    let rect = Rect { left: xs[0], top: 10.0, right: xs[xs.len() - 1], bottom: 30.0 };
    let cells = xs.windows(2).enumerate().map(cell).collect();
    Grid { rect, xs: xs.to_vec(), ys: vec![10.0, 30.0], cells, ..Grid::default() }
}

/// The table that rows of `(x, text)` are, without lines around them.
pub(crate) fn table(cells: &[&[(f32, &str)]]) -> Grid {
    let rows = rows(lines(cells));
    let mut grid = build::grid(&rows, &gutters(&rows), &mut Vec::new(), &[]);
    grid.header = header::rows(&grid);
    grid
}
