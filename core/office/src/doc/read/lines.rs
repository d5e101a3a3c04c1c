//! Paragraph properties ([MS-DOC], 2.6.2): how paragraphs stand.

use super::look::{self, Line, Sides};
use super::sprm::{self, Sprm};
use transvase_base::le;
use transvase_model::flow::{Align, Color, Leader, TabAlign};

/// Tabs that count.
const MAX_TABS: usize = 64;

/// What is said of a paragraph. Lengths are twentieths of a point.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Lines {
    pub align: Option<Align>,
    /// Whether `align` was told by the side of the paper rather than by where lines begin.
    is_side: bool,
    pub start: i32,
    pub end: i32,
    pub first: i32,
    pub before: i32,
    pub after: i32,
    pub auto_before: bool,
    pub auto_after: bool,
    pub contextual: bool,
    /// Distance of lines; whether it is a multiple of theirs.
    pub distance: i32,
    pub multiple: bool,
    pub keep: bool,
    pub unhyphenated: bool,
    pub off_grid: bool,
    pub keep_next: bool,
    pub page_break: bool,
    pub right_to_left: bool,
    pub tabs: Vec<Tab>,
    pub borders: Sides,
    pub background: Option<Color>,
    /// Level in the outline from 0; `None` for text.
    pub outline: Option<u8>,
    /// Level in its list, and the list by its number.
    pub level: Option<u8>,
    pub list: u16,
    pub in_table: bool,
    pub row_end: bool,
    pub depth: u32,
    pub inner_cell: bool,
    pub inner_row: bool,
    /// Lines that a large initial is high.
    pub initial: u8,
}

/// A tab stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Tab {
    pub position: i32,
    pub align: TabAlign,
    pub leader: Option<Leader>,
}

impl Lines {
    /// Takes the properties of a list.
    pub(super) fn take_all(&mut self, properties: &[u8]) {
        sprm::each(properties).for_each(|sprm| self.take(&sprm));
    }

    /// Takes a property, if it is one of paragraphs.
    pub(super) fn take(&mut self, sprm: &Sprm<'_>) {
        match sprm.code {
            0x2403 => (self.align, self.is_side) = (align(sprm.byte()), true),
            0x2461 => (self.align, self.is_side) = (align(sprm.byte()), false),
            0x840F | 0x845E => self.start = sprm.short(),
            0x840E | 0x845D => self.end = sprm.short(),
            0x8411 | 0x8460 => self.first = sprm.short(),
            0x4610 | 0x465F => self.start = (self.start + sprm.short()).max(0),
            0xA413 => self.before = i32::from(sprm.word()),
            0xA414 => self.after = i32::from(sprm.word()),
            0x245B => self.auto_before = sprm.is_on(),
            0x245C => self.auto_after = sprm.is_on(),
            0x246D => self.contextual = sprm.is_on(),
            0x6412 => {
                self.distance = sprm.short();
                self.multiple = le::u16(sprm.value, 2) == Some(1);
            }
            0x2405 => self.keep = sprm.is_on(),
            // sprmPFNoAutoHyph and sprmPFUsePgsuSettings ([MS-DOC], 2.6.2).
            0x242A => self.unhyphenated = sprm.is_on(),
            0x2447 => self.off_grid = !sprm.is_on(),
            0x2406 => self.keep_next = sprm.is_on(),
            0x2407 => self.page_break = sprm.is_on(),
            0x2441 => self.right_to_left = sprm.is_on(),
            0xC60D => self.tabs(sprm.value, 2),
            0xC615 => self.tabs(sprm.value, 4),
            0x2640 => self.outline = Some(sprm.byte()).filter(|level| *level < 9),
            0x442C => self.initial = if sprm.byte().trailing_zeros() >= 3 { 0 } else { sprm.byte() >> 3 },
            _ => self.take_place(sprm),
        }
    }

    fn take_place(&mut self, sprm: &Sprm<'_>) {
        match sprm.code {
            0x260A => self.level = Some(sprm.byte().min(8)),
            0x460B => self.list = sprm.word(),
            0x2416 => self.in_table = sprm.is_on(),
            0x2417 => self.row_end = sprm.is_on(),
            0x6649 => self.depth = sprm.long(),
            0x664A => self.depth = self.depth.saturating_add_signed(sprm.long() as i32),
            0x244B => self.inner_cell = sprm.is_on(),
            0x244C => self.inner_row = sprm.is_on(),
            0x6424..=0x6427 => self.borders.0[usize::from(sprm.code - 0x6424)] = Line::short(sprm.value),
            0xC64E..=0xC651 => self.borders.0[usize::from(sprm.code - 0xC64E)] = Line::long(sprm.value),
            0x442D => self.background = look::short_ground(sprm.word()),
            0xC64D => self.background = look::ground(sprm.value),
            _ => {}
        }
    }

    /// Takes tabs away and adds others: places to take away, of so many bytes each, places to add, and what these are.
    fn tabs(&mut self, bytes: &[u8], each: usize) {
        let taken = le::u8(bytes, 0).map_or(0, usize::from);
        let near = |at: usize| if each == 4 { le::i16(bytes, 1 + (taken + at) * 2).unwrap_or(25).max(25) } else { 0 };
        for at in 0..taken {
            let Some(place) = le::i16(bytes, 1 + at * 2) else { break };
            let reach = i32::from(near(at));
            self.tabs.retain(|tab| (tab.position - i32::from(place)).abs() > reach);
        }
        let begin = 1 + taken * each;
        let added = le::u8(bytes, begin).map_or(0, usize::from).min(MAX_TABS);
        for at in 0..added {
            let place = le::i16(bytes, begin + 1 + at * 2);
            let Some((place, kind)) = place.zip(le::u8(bytes, begin + 1 + added * 2 + at)) else { break };
            let position = i32::from(place);
            self.tabs.retain(|tab| tab.position != position);
            // A bar is drawn there, and nothing stops.
            if kind & 7 != 4 && self.tabs.len() < MAX_TABS {
                self.tabs.push(Tab { position, align: tab_align(kind & 7), leader: leader(kind >> 3 & 7) });
            }
        }
        self.tabs.sort_by_key(|tab| tab.position);
    }

    /// The number of tables that the paragraph stands in, one in the other.
    pub(super) fn table_depth(&self) -> usize {
        let least = usize::from(self.in_table);
        if self.in_table { (self.depth as usize).max(least) } else { 0 }
    }

    /// Alignment by where lines begin.
    pub(super) fn aligned(&self) -> Option<Align> {
        match self.align {
            Some(Align::Start) if self.is_side && self.right_to_left => Some(Align::End),
            Some(Align::End) if self.is_side && self.right_to_left => Some(Align::Start),
            other => other.or(Some(Align::Start)),
        }
    }
}

fn align(value: u8) -> Option<Align> {
    match value {
        0 => Some(Align::Start),
        1 => Some(Align::Center),
        2 => Some(Align::End),
        3..=9 => Some(Align::Justify),
        _ => None,
    }
}

/// What fills the space before a tab stop ([MS-DOC] 2.9.328, `TBD.tlc`).
fn leader(kind: u8) -> Option<Leader> {
    match kind {
        1 => Some(Leader::Dots),
        2 => Some(Leader::Hyphens),
        3 => Some(Leader::Line),
        4 => Some(Leader::HeavyLine),
        5 => Some(Leader::MiddleDots),
        _ => None,
    }
}

fn tab_align(kind: u8) -> TabAlign {
    match kind {
        1 => TabAlign::Center,
        2 => TabAlign::End,
        3 => TabAlign::Decimal,
        4 => TabAlign::Bar,
        _ => TabAlign::Start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tabs_are_added_and_taken_away() {
        let mut lines = Lines::default();
        // Two stops: at 720 to the left, and at 1440 to the right with dots.
        lines.take_all(&[0x0D, 0xC6, 8, 0, 2, 0xD0, 2, 0xA0, 5, 0, 0x0A]);
        assert_eq!(lines.tabs[1], Tab { position: 1440, align: TabAlign::End, leader: Some(Leader::Dots) });
        lines.take_all(&[0x0D, 0xC6, 4, 1, 0xD0, 2, 0]);
        assert_eq!(lines.tabs.len(), 1);
    }

    #[test]
    fn sides_are_told_from_beginnings() {
        let mut lines = Lines::default();
        lines.take_all(&[0x03, 0x24, 0, 0x41, 0x24, 1]);
        assert_eq!(lines.aligned(), Some(Align::End));
        lines.take_all(&[0x61, 0x24, 0]);
        assert_eq!(lines.aligned(), Some(Align::Start));
    }
}
