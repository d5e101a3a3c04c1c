//! Balanced columns that end equally high above the foot of a page: office programs level the columns of a section
//! where another one follows on the same page.

use super::super::page_blocks::ColumnSet;
use super::Assembler;
use super::page::{is_layout, same_paper};
use super::page_fill::Room;
use super::tolerances::EMPTY;
use transvase_base::units::Em;
use transvase_model::flow::{self, PageSetup, Paragraph, ParagraphStyle, Section};

/// Room below columns that text would have filled, had they not been levelled: it goes on with two lines at the least.
const LEFT_FREE: Em = Em(3.0);

/// Whether text goes on from column to column though there is room below them.
pub(super) fn is_level(part: &ColumnSet, room: &Room, body_size: f32) -> bool {
    let goes_on = part.joined.iter().skip(1).any(|joined| *joined);
    goes_on && !is_layout(part) && part.bottom() + LEFT_FREE * body_size < room.bottom
}

impl Assembler<'_> {
    /// Begins a section on the page of level columns, whose text then begins a page; tells whether it
    /// could.
    pub(super) fn level(&mut self, setup: &PageSetup) -> bool {
        let last = self.sections.last().and_then(|section| section.page.as_ref());
        let can = std::mem::take(&mut self.level) && last.is_some_and(|last| same_paper(last, setup));
        if can {
            self.sections.push(Section { page: Some(setup.clone()), ..Section::default() });
        }
        can
    }

    /// Ends a document whose last columns are level.
    pub(super) fn end_level(&mut self) {
        let last = self.sections.last().and_then(|section| section.page.clone());
        if let Some(page) = last.filter(|_| self.level) {
            let style = ParagraphStyle { line_distance: Some(EMPTY), ..ParagraphStyle::default() };
            let blocks = vec![flow::Block::Paragraph(Paragraph { style, ..Paragraph::default() })];
            let page = PageSetup { columns: Vec::new(), ..page };
            self.sections.push(Section { page: Some(page), blocks, ..Section::default() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{Block, Para};
    use crate::text::line::Line;

    #[test]
    fn text_that_leaves_room_below_its_columns_is_level() {
        let line = |at: usize| Line { baseline: 100.0 + 12.0 * at as f32, ..Line::default() };
        let para = |cut| Para { lines: (0..90).map(line).collect(), pitch: 12.0, cut: Some(cut), ..Para::default() };
        let part = |cut, joined| ColumnSet {
            columns: vec![vec![Block::Text(para(cut))], Vec::new()],
            joined: vec![false, joined],
            ..ColumnSet::default()
        };
        let room = Room { bottom: 720.0, ..Room::default() };
        assert!(is_level(&part(45, true), &room, 10.0), "a paragraph goes on at 640");
        assert!(!is_level(&part(51, true), &room, 10.0), "the page is full");
        assert!(!is_level(&part(45, false), &room, 10.0), "another column begins");
    }
}
