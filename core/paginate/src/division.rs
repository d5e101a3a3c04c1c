//! Rows that pages divide: office programs fill the page with as many lines of each cell as fit, and go on with the others
//! at the top of the next.

use super::bands::{Hanging, Row, band};
use super::strip::Strip;
use transvase_base::units::Point;

/// A row that is set once it is known how much of it stands on a page.
#[derive(Debug, Clone)]
pub(super) struct Division {
    cells: Vec<Hanging>,
    row: Row,
    /// How far it has been moved.
    pub moved: Point,
}

impl Division {
    /// A row of cells that need a height.
    pub(super) fn of(cells: Vec<Hanging>, row: Row, needed: f32) -> Division {
        Division { cells, row: Row { least: needed, ..row }, moved: Point::default() }
    }

    /// The strip that stands for it.
    pub(super) fn into_strip(self) -> Strip {
        Strip { height: self.row.least, division: Some(Box::new(self)), ..Strip::default() }
    }

    /// Height of the notes that its lines name.
    pub(super) fn notes_height(&self) -> f32 {
        self.cells.iter().flat_map(|cell| &cell.strips).map(Strip::notes_height).sum()
    }

    /// All of it that is left, set as one band.
    pub(super) fn whole(mut self) -> Strip {
        let begun = self.cells.iter().any(|cell| cell.begun);
        let mut strip = band(&mut self.cells, self.row.least, &self.row, true);
        if begun {
            // It was divided: this is what the next page begins with.
            strip.items.append(&mut strip.at_break.above);
        }
        super::strip::shifted(strip, self.moved.x, self.moved.y)
    }

    /// Takes what fits into `room`; `None` where a cell would have nothing of it on this page.
    pub(super) fn split(&mut self, room: f32) -> Option<Strip> {
        let room = room - self.moved.y;
        let height = self.fitting(room - self.notes_in(room))?;
        let begun = self.cells.iter().any(|cell| cell.begun);
        let mut part = band(&mut self.cells, height, &self.row, false);
        if begun {
            part.items.append(&mut part.at_break.above);
        }
        // What goes on begins at the top of its page.
        self.cells.iter_mut().for_each(|cell| cell.lead = 0.0);
        self.row.least = self.cells.iter().map(Hanging::height).fold(0.0, f32::max);
        let part = super::strip::shifted(part, self.moved.x, self.moved.y);
        self.moved.y = 0.0;
        Some(part)
    }

    /// Height of what is left.
    pub(super) fn height(&self) -> f32 {
        self.row.least
    }

    /// The height of the lines that end above `room`, of which each cell that has any must have one; `None` too where all of
    /// them do.
    fn fitting(&self, room: f32) -> Option<f32> {
        let mut height: f32 = 0.0;
        let mut goes_on = false;
        for cell in self.cells.iter().filter(|cell| cell.height() > 0.0) {
            let last = cell.places().map(|(_, bottom)| bottom).take_while(|bottom| *bottom <= room).last();
            height = height.max(last?);
            goes_on |= cell.height() > room;
        }
        Some(height).filter(|height| *height > 0.0 && goes_on)
    }

    /// Height of the notes of the lines that end above `room`.
    fn notes_in(&self, room: f32) -> f32 {
        let of_cell = |cell: &Hanging| -> f32 {
            let strips = cell.places().zip(&cell.strips).take_while(|((_, bottom), _)| *bottom <= room);
            strips.map(|(_, strip)| strip.notes_height()).sum()
        };
        self.cells.iter().map(of_cell).sum()
    }
}
