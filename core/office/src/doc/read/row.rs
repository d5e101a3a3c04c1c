//! Table properties ([MS-DOC], 2.6.3): how rows and their cells look.

use super::look::{self, Line, Sides};
use super::sprm::{self, Sprm};
use transvase_base::le;
use transvase_model::flow::{Align, Color, Turn, VerticalAlign};

/// Cells of a row: Word's own limit.
const MAX_CELLS: usize = 64;
/// Bytes of a cell in the description of its row.
const CELL: usize = 20;
/// Cells that one list of grounds tells of.
const GROUNDS: usize = 22;

/// A row. Lengths are twentieths of a point.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct RowLook {
    /// Where cells begin, and where the last one ends.
    pub edges: Vec<i32>,
    pub cells: Vec<CellLook>,
    /// Half the room between the texts of two cells.
    pub gap: i32,
    pub align: Option<Align>,
    /// Room at the sides of cells: top, left, bottom, right.
    pub padding: [Option<i32>; 4],
    /// Least height, or the height where negative.
    pub height: i32,
    pub header: bool,
    /// Whether its columns grow with what stands in them.
    pub grows: bool,
    pub keep_together: bool,
    pub right_to_left: bool,
    /// Lines around the table, and those between cells.
    pub borders: Sides,
    pub across: Line,
    pub down: Line,
    /// The style of the table.
    pub style: Option<u16>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct CellLook {
    /// Which set of cells that are merged side by side it belongs to; 0 where it is not merged.
    pub merged: u8,
    /// Whether it is merged with the one above.
    pub hangs: bool,
    pub vertical: VerticalAlign,
    pub turn: Turn,
    pub background: Option<Color>,
    pub borders: Sides,
}

impl RowLook {
    /// Takes the properties of a list.
    pub(super) fn take_all(&mut self, properties: &[u8]) {
        sprm::each(properties).for_each(|sprm| self.take(&sprm));
    }

    fn take(&mut self, sprm: &Sprm<'_>) {
        match sprm.code {
            0xD608 => self.define(sprm.value),
            0x5400 | 0x548A => self.align = align(sprm.word()),
            0x9601 => self.move_to(sprm.short()),
            0x9602 => self.gap = sprm.short(),
            0x3404 => self.header = sprm.is_on(),
            0x3615 => self.grows = sprm.is_on(),
            0x3403 | 0x3466 => self.keep_together = sprm.is_on(),
            0x9407 => self.height = sprm.short(),
            0x560B => self.right_to_left = sprm.is_on(),
            0x563A => self.style = Some(sprm.word()),
            0xD605 => self.lines(sprm.value, 4, Line::short),
            0xD613 => self.lines(sprm.value, 8, Line::long),
            0xD620 => self.cell_lines(sprm.value, Line::short),
            0xD62F => self.cell_lines(sprm.value, Line::long),
            0xD61A..=0xD61D => self.line_colors(usize::from(sprm.code - 0xD61A), sprm.value),
            0xD609 => self.short_grounds(sprm.value),
            0xD612 => self.grounds(0, sprm.value),
            0xD616 => self.grounds(GROUNDS, sprm.value),
            0xD60C => self.grounds(2 * GROUNDS, sprm.value),
            0xD62D => self.cell_ground(sprm.value),
            0xD634 => self.pad(sprm.value),
            0xD62C => self.vertical(sprm.value),
            0xD62B => self.hang(sprm.value),
            0x7629 => self.turn(sprm.value),
            0x5624 => self.merge(sprm.value),
            0x7623 => self.widen(sprm.value),
            _ => {}
        }
    }

    /// The edges of the cells, and what is said of each (2.9.326, TDefTableOperand).
    fn define(&mut self, bytes: &[u8]) {
        let count = usize::from(le::u8(bytes, 0).unwrap_or_default()).min(MAX_CELLS);
        self.edges = (0..=count).map_while(|at| le::i16(bytes, 1 + at * 2)).map(i32::from).collect();
        let begin = 1 + (count + 1) * 2;
        let cell = |at: usize| bytes.get(begin + at * CELL..).filter(|rest| !rest.is_empty()).map(cell);
        self.cells = (0..count).map(|at| cell(at).unwrap_or_default()).collect();
    }

    fn move_to(&mut self, left: i32) {
        let Some(first) = self.edges.first().copied() else { return };
        // The place of the text of the first cell is told, and that of its edge is kept.
        let by = left - (first + self.gap);
        self.edges.iter_mut().for_each(|edge| *edge += by);
    }

    fn lines(&mut self, bytes: &[u8], size: usize, line: fn(&[u8]) -> Line) {
        let at = |at: usize| bytes.get(at * size..).map(line).unwrap_or_default();
        self.borders = Sides([at(0), at(1), at(2), at(3)]);
        (self.across, self.down) = (at(4), at(5));
    }

    /// The cells that a property is about: from one to another.
    fn range(&mut self, bytes: &[u8]) -> &mut [CellLook] {
        let (first, end) = (le::u8(bytes, 0).map_or(0, usize::from), le::u8(bytes, 1).map_or(0, usize::from));
        let end = end.min(self.cells.len());
        self.cells.get_mut(first..end).unwrap_or_default()
    }

    /// Lines of cells: which sides, and the line.
    fn cell_lines(&mut self, bytes: &[u8], line: fn(&[u8]) -> Line) {
        let sides = le::u8(bytes, 2).unwrap_or_default();
        let line = bytes.get(3..).map(line).unwrap_or_default();
        for cell in self.range(bytes) {
            let chosen = cell.borders.0.iter_mut().enumerate().filter(|(at, _)| sides >> at & 1 == 1);
            chosen.for_each(|(_, side)| *side = line);
        }
    }

    fn line_colors(&mut self, side: usize, bytes: &[u8]) {
        for (at, cell) in self.cells.iter_mut().enumerate() {
            let Some(color) = le::u32(bytes, at * 4) else { break };
            if let Some(line) = cell.borders.0.get_mut(side) {
                *line = line.colored(color);
            }
        }
    }

    fn short_grounds(&mut self, bytes: &[u8]) {
        for (at, cell) in self.cells.iter_mut().enumerate() {
            let Some(ground) = le::u16(bytes, at * 2) else { break };
            cell.background = look::short_ground(ground);
        }
    }

    fn grounds(&mut self, from: usize, bytes: &[u8]) {
        for (at, cell) in self.cells.iter_mut().skip(from).take(GROUNDS).enumerate() {
            let Some(ground) = le::slice(bytes, at * 10, 10) else { break };
            cell.background = look::ground(ground);
        }
    }

    fn cell_ground(&mut self, bytes: &[u8]) {
        let ground = bytes.get(2..).and_then(look::ground);
        self.range(bytes).iter_mut().for_each(|cell| cell.background = ground);
    }

    /// Room at the sides of all cells (2.9.42, CSSAOperand).
    fn pad(&mut self, bytes: &[u8]) {
        let (Some(sides), Some(3), Some(width)) = (le::u8(bytes, 2), le::u8(bytes, 3), le::u16(bytes, 4)) else {
            return;
        };
        for (at, side) in self.padding.iter_mut().enumerate() {
            if sides >> at & 1 == 1 {
                *side = Some(i32::from(width));
            }
        }
    }

    fn vertical(&mut self, bytes: &[u8]) {
        let align = vertical(u16::from(le::u8(bytes, 2).unwrap_or_default()));
        self.range(bytes).iter_mut().for_each(|cell| cell.vertical = align);
    }

    fn hang(&mut self, bytes: &[u8]) {
        let (at, how) = (le::u8(bytes, 0).map_or(0, usize::from), le::u8(bytes, 1));
        if let Some(cell) = self.cells.get_mut(at) {
            cell.hangs = how == Some(1);
        }
    }

    fn turn(&mut self, bytes: &[u8]) {
        let turn = turn(le::u16(bytes, 2).unwrap_or_default());
        self.range(bytes).iter_mut().for_each(|cell| cell.turn = turn);
    }

    /// Cells that become one: the first of a set is told from the others.
    fn merge(&mut self, bytes: &[u8]) {
        for (at, cell) in self.range(bytes).iter_mut().enumerate() {
            cell.merged = if at == 0 { 1 } else { 2 };
        }
    }

    /// A width for some columns: what stands behind them moves.
    fn widen(&mut self, bytes: &[u8]) {
        let (first, end) = (le::u8(bytes, 0).map_or(0, usize::from), le::u8(bytes, 1).map_or(0, usize::from));
        let width = i32::from(le::i16(bytes, 2).unwrap_or_default());
        for at in first..end.min(self.cells.len()) {
            let Some(by) = self.edges.get(at).zip(self.edges.get(at + 1)).map(|(left, right)| width - (right - left))
            else {
                break;
            };
            self.edges.iter_mut().skip(at + 1).for_each(|edge| *edge += by);
        }
    }
}

/// A cell in the description of its row (2.9.317, TC80).
fn cell(bytes: &[u8]) -> CellLook {
    let flags = le::u16(bytes, 0).unwrap_or_default();
    let line = |at: usize| match le::slice(bytes, 4 + at * 4, 4) {
        // Nothing at all is no word about a line.
        Some([0, 0, 0, 0]) | None => Line::Unsaid,
        Some(bytes) => Line::short(bytes),
    };
    CellLook {
        merged: (flags & 3) as u8,
        hangs: flags >> 5 & 3 == 1,
        vertical: vertical(flags >> 7 & 3),
        turn: turn(flags >> 2 & 7),
        background: None,
        borders: Sides([line(0), line(1), line(2), line(3)]),
    }
}

fn align(value: u16) -> Option<Align> {
    match value {
        1 => Some(Align::Center),
        2 => Some(Align::End),
        _ => None,
    }
}

fn vertical(value: u16) -> VerticalAlign {
    match value {
        1 => VerticalAlign::Middle,
        2 => VerticalAlign::Bottom,
        _ => VerticalAlign::Top,
    }
}

/// Which way text runs (2.9.323, TextFlow).
fn turn(value: u16) -> Turn {
    match value {
        1 | 5 => Turn::Down,
        3 => Turn::Up,
        _ => Turn::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_edges_and_cells() {
        let mut row = RowLook::default();
        let mut value = vec![2, 0, 0, 0xD0, 2, 0xA0, 5];
        value.extend([0x20, 0, 0, 0]);
        value.extend([8, 1, 1, 0]);
        value.extend([0; 12]);
        let mut list = vec![0x08, 0xD6];
        list.extend((value.len() as u16 + 1).to_le_bytes());
        list.extend(value);
        row.take_all(&list);
        assert_eq!(row.edges, [0, 720, 1440]);
        assert!(row.cells[0].hangs && !row.cells[1].hangs);
        assert!(row.cells[0].borders.borders().top.is_some_and(|line| line.width == 1.0));
        row.take_all(&[0x2F, 0xD6, 11, 1, 9, 0x0A, 0, 0, 0, 0, 16, 1, 0, 0]);
        assert!(row.cells[1].borders.borders().left.is_some_and(|line| line.width == 2.0));
        row.take_all(&[0x23, 0x76, 0, 1, 100, 0]);
        assert_eq!(row.edges, [0, 100, 820]);
    }
}
