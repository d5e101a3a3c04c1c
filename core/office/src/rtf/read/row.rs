//! Table definitions: how rows and their cells look (RTF 1.9.1, "Table Definitions").

use super::border::{Line, Sides};
use super::colors::Shade;
use transvase_model::flow::{Align, Turn, VerticalAlign};

/// Cells of a row that count: more than any grid may have columns.
const MAX_CELLS: usize = 2_000;

/// A row as it is described. Lengths are twips.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct RowLook {
    /// Where its first cell begins.
    pub left: i32,
    /// Half the room between the texts of two cells.
    pub gap: i32,
    /// Room at the sides of cells: top, right, bottom, left.
    pub padding: [Option<i32>; 4],
    pub align: Option<Align>,
    /// Least height, or the height where negative.
    pub height: i32,
    pub header: bool,
    /// Whether its columns grow with what stands in them.
    pub grows: bool,
    pub keep_together: bool,
    pub right_to_left: bool,
    pub borders: Sides,
    pub across: Option<Line>,
    pub down: Option<Line>,
    /// The cells, in the order of their edges.
    pub cells: Vec<CellLook>,
    /// The next cell, whose edge is not said yet.
    next: CellLook,
}

/// A cell as it is described.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct CellLook {
    /// Its right edge.
    pub edge: i32,
    /// Whether it is merged with the one before, or the one above.
    pub merged: bool,
    pub hangs: bool,
    pub vertical: VerticalAlign,
    pub turn: Turn,
    pub shade: Shade,
    pub borders: Sides,
}

/// A line of a row that is being described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inner {
    Across,
    Down,
}

impl RowLook {
    /// Takes a control word, if it is about rows and cells.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        let number = value.unwrap_or(0);
        match word {
            "trowd" => *self = RowLook::default(),
            "trleft" => self.left = number,
            "trgaph" => self.gap = number,
            "trpaddt" => self.padding[0] = value,
            "trpaddr" => self.padding[1] = value,
            "trpaddb" => self.padding[2] = value,
            "trpaddl" => self.padding[3] = value,
            "trql" => self.align = None,
            "trqr" => self.align = Some(Align::End),
            "trqc" => self.align = Some(Align::Center),
            "trrh" => self.height = number,
            "trhdr" => self.header = true,
            "trautofit" => self.grows = number == 1,
            "trkeep" => self.keep_together = true,
            "rtlrow" => self.right_to_left = true,
            "ltrrow" => self.right_to_left = false,
            "cellx" => self.end_cell(number),
            _ => return self.next.take(word, value),
        }
        true
    }

    fn end_cell(&mut self, edge: i32) {
        let next = std::mem::take(&mut self.next);
        if self.cells.len() < MAX_CELLS {
            self.cells.push(CellLook { edge, ..next });
        }
    }

    /// The lines around the next cell.
    pub(super) fn cell_borders(&mut self) -> &mut Sides {
        &mut self.next.borders
    }

    /// The lines between cells.
    pub(super) fn inner(&mut self, inner: Inner) -> &mut Option<Line> {
        match inner {
            Inner::Across => &mut self.across,
            Inner::Down => &mut self.down,
        }
    }
}

impl CellLook {
    fn take(&mut self, word: &str, value: Option<i32>) -> bool {
        match word {
            "clmgf" | "clvmgf" => {}
            "clmrg" => self.merged = true,
            "clvmrg" => self.hangs = true,
            "clvertalt" => self.vertical = VerticalAlign::Top,
            "clvertalc" => self.vertical = VerticalAlign::Middle,
            "clvertalb" => self.vertical = VerticalAlign::Bottom,
            "cltxbtlr" => self.turn = Turn::Up,
            "cltxtbrl" | "cltxtbrlv" => self.turn = Turn::Down,
            "cltxlrtb" | "cltxlrtbv" => self.turn = Turn::None,
            "clcbpat" => self.shade.ground = value.unwrap_or(0),
            "clcfpat" => self.shade.ink = value.unwrap_or(0),
            "clshdng" => self.shade.share = value.unwrap_or(0),
            _ => return false,
        }
        true
    }
}
