//! Section properties ([MS-DOC], 2.6.4): their pages, and the heads and feet of these (2.3.4).

use super::fib::{Part, Table};
use super::lists;
use super::plex::Plex;
use super::sprm::{self, Sprm};
use super::style::pt;
use super::{Reader, Source};
use transvase_base::error::Result;
use transvase_base::le;
use transvase_base::units::Size;
use transvase_model::flow::{
    Block, Column, Edges, Language, LineGrid, LineNumbers, NumberFormat, PageNumbers, PageSetup, RunningText, Section,
};

/// Sides of paper in twips: the least, and the largest that Word takes.
const SIDES: (i32, i32) = (720, 31_680);
/// Columns: Word's own limit.
const MAX_COLUMNS: usize = 45;
/// Sections that are kept apart; the text of others is part of the last.
const MAX_SECTIONS: usize = 10_000;
/// Bytes of the record of a section ([MS-DOC], 2.9.243, Sed).
const RECORD: usize = 12;
/// Each section counts its own notes ([MS-DOC], 2.6.4, sprmSRncFtn).
const RESTARTS: u8 = 1;
/// Texts before those of the first section: lines before notes and the like. Each section has as many.
const TEXTS: usize = 6;

/// What is said of a section. Lengths are twips; what nothing is said of is as [MS-DOC] 2.6.4 has it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SectionLook {
    kind: u8,
    width: i32,
    height: i32,
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    gutter: i32,
    header: i32,
    footer: i32,
    columns: usize,
    gap: i32,
    widths: Vec<(i32, i32)>,
    is_even: bool,
    separator: bool,
    title_page: bool,
    format: Option<NumberFormat>,
    /// How footnotes and endnotes are counted, where the section says it.
    pub(super) note_formats: [Option<NumberFormat>; 2],
    /// The number of the first footnote and endnote.
    pub(super) first_notes: [u32; 2],
    /// Whether the section begins with it again.
    pub(super) notes_restart: [bool; 2],
    starts_again: bool,
    start: u32,
    line_every: u32,
    line_distance: i32,
    line_mode: u8,
    /// Whether its lines stand on a grid: 1 for lines and letters, 2 for lines, 3 for letters in their cells.
    grid: u16,
    /// Whether its lines run down the page.
    vertical: bool,
    /// Distance of the lines of the grid in twips.
    pitch: i32,
    letter_space: i32,
}

impl Default for SectionLook {
    fn default() -> Self {
        SectionLook {
            kind: 2,
            width: 12_240,
            height: 15_840,
            left: 1_800,
            right: 1_800,
            top: 1_440,
            bottom: 1_440,
            gutter: 0,
            header: 720,
            footer: 720,
            columns: 1,
            gap: 720,
            widths: Vec::new(),
            is_even: true,
            separator: false,
            title_page: false,
            format: None,
            note_formats: [None; 2],
            first_notes: [1; 2],
            notes_restart: [false; 2],
            starts_again: false,
            start: 1,
            line_every: 0,
            line_distance: 0,
            line_mode: 0,
            grid: 0,
            vertical: false,
            pitch: 0,
            letter_space: 0,
        }
    }
}

impl SectionLook {
    /// What the document says of all its sections ([MS-DOC], 2.7.2, DopBase, rncFtn and nFtn, rncEdn and nEdn).
    fn of_all(document: &[u8]) -> SectionLook {
        let counted = [2, 52].map(|at| le::u16(document, at).unwrap_or_default());
        SectionLook {
            notes_restart: counted.map(|bits| bits & 3 == u16::from(RESTARTS)),
            first_notes: counted.map(|bits| u32::from(bits >> 2).max(1)),
            ..SectionLook::default()
        }
    }

    fn take(&mut self, sprm: &Sprm<'_>) {
        match sprm.code {
            0x3009 => self.kind = sprm.byte(),
            0xB01F => self.width = sprm.short(),
            0xB020 => self.height = sprm.short(),
            0xB021 => self.left = sprm.short(),
            0xB022 => self.right = sprm.short(),
            0x9023 => self.top = sprm.short(),
            0x9024 => self.bottom = sprm.short(),
            0xB025 => self.gutter = sprm.short(),
            0xB017 => self.header = sprm.short(),
            0xB018 => self.footer = sprm.short(),
            0x500B => self.columns = usize::from(sprm.word()).saturating_add(1).min(MAX_COLUMNS),
            0x900C => self.gap = sprm.short(),
            0x3005 => self.is_even = sprm.is_on(),
            0xF203 => self.column(sprm.value, true),
            0xF204 => self.column(sprm.value, false),
            0x3019 => self.separator = sprm.is_on(),
            0x300A => self.title_page = sprm.is_on(),
            0x300E => self.format = lists::format(sprm.byte(), Language::English),
            // sprmSRncFtn, sprmSNFtn and sprmSNfcFtnRef, and those of endnotes ([MS-DOC], 2.6.4).
            0x303C => self.notes_restart[0] = sprm.byte() == RESTARTS,
            0x303E => self.notes_restart[1] = sprm.byte() == RESTARTS,
            0x503F => self.first_notes[0] = u32::from(sprm.word()),
            0x5041 => self.first_notes[1] = u32::from(sprm.word()),
            0x5040 => self.note_formats[0] = lists::format(sprm.byte(), Language::English),
            0x5042 => self.note_formats[1] = lists::format(sprm.byte(), Language::English),
            0x3011 => self.starts_again = sprm.is_on(),
            0x501C => self.start = u32::from(sprm.word()),
            0x7044 => self.start = sprm.long(),
            0x5015 => self.line_every = u32::from(sprm.word()),
            0x9016 => self.line_distance = sprm.short(),
            0x3013 => self.line_mode = sprm.byte(),
            // sprmSClm, sprmSDyaLinePitch and sprmSDxtCharSpace ([MS-DOC], 2.6.4).
            0x5032 => self.grid = sprm.word(),
            0x9031 => self.pitch = sprm.short(),
            0x7030 => self.letter_space = sprm.long() as i32,
            // sprmSTextFlow: MSOTXFL, in which 1, 3 and 5 run from the top down.
            0x5033 => self.vertical = matches!(sprm.word(), 1 | 3 | 5),
            _ => {}
        }
    }

    fn column(&mut self, value: &[u8], is_width: bool) {
        let (at, twips) = (le::u8(value, 0).map_or(0, usize::from), i32::from(le::u16(value, 1).unwrap_or_default()));
        if at < MAX_COLUMNS {
            self.widths.resize(self.widths.len().max(at + 1), (0, 0));
            *(if is_width { &mut self.widths[at].0 } else { &mut self.widths[at].1 }) = twips;
        }
    }

    /// The page, whose margins change places on even pages where `mirrored`.
    pub(super) fn setup(&self, mirrored: bool) -> PageSetup {
        let (width, height) = (self.width.clamp(SIDES.0, SIDES.1), self.height.clamp(SIDES.0, SIDES.1));
        let margin = |twips: i32, whole: i32| pt(twips.saturating_abs().min(whole / 2 - 36));
        let margins = Edges {
            top: margin(self.top, height),
            right: margin(self.right, width),
            bottom: margin(self.bottom, height),
            left: margin(self.left.saturating_abs().saturating_add(self.gutter.max(0)), width),
        };
        let size = Size { width: pt(width), height: pt(height) };
        let line_numbers = (self.line_every > 0).then(|| LineNumbers {
            every: self.line_every,
            on_each_page: self.line_mode == 0,
            distance: pt(self.line_distance.clamp(0, 720)),
        });
        PageSetup {
            size,
            margins,
            header_distance: Some(pt(self.header.clamp(0, height / 2))),
            footer_distance: Some(pt(self.footer.clamp(0, height / 2))),
            columns: self.columns(size.width - margins.left - margins.right),
            separator: self.separator && self.columns > 1,
            line_numbers,
            mirrored,
            borders: None,
            grid: self.grid(),
            vertical: self.vertical,
        }
    }

    /// The grid of its lines, and of its letters unless it is of lines alone; these stand apart by 4096ths of a point.
    fn grid(&self) -> Option<LineGrid> {
        let letters = if self.grid == 2 { 0.0 } else { (self.letter_space as f32 / 4_096.0).clamp(-72.0, 72.0) };
        let is_grid = matches!(self.grid, 1..=3) && self.pitch >= 20;
        is_grid.then(|| LineGrid { pitch: pt(self.pitch), spacing: letters, in_tables: false })
    }

    fn columns(&self, measure: f32) -> Vec<Column> {
        let count = self.columns;
        if count < 2 {
            return Vec::new();
        }
        let gap = pt(self.gap.clamp(0, SIDES.1));
        let equal = ((measure - gap * (count - 1) as f32) / count as f32).max(1.0);
        let column = |at: usize| {
            let own = self.widths.get(at).filter(|(width, _)| !self.is_even && *width > 0);
            let (width, gap) = own.map_or((equal, gap), |(width, gap)| (pt(*width), pt(*gap)));
            Column { width, gap: if at + 1 == count { 0.0 } else { gap } }
        };
        (0..count).map(column).collect()
    }

    fn numbers(&self) -> Option<PageNumbers> {
        let said = self.starts_again || self.format.is_some_and(|format| format != NumberFormat::Decimal);
        said.then(|| PageNumbers {
            format: self.format.unwrap_or(NumberFormat::Decimal),
            start: self.starts_again.then_some(self.start),
        })
    }
}

impl Source<'_> {
    /// The sections: where each ends, and what is said of it.
    pub(super) fn sections(&self) -> Vec<(u32, SectionLook)> {
        let (_, end) = self.fib.range(Part::Main);
        let sections = Plex::new(self.table(Table::Sections), RECORD);
        let of_all = SectionLook::of_all(self.table(Table::Document));
        let mut all: Vec<(u32, SectionLook)> = Vec::new();
        for (_, stop, record) in sections.iter().take(MAX_SECTIONS) {
            let mut look = of_all.clone();
            let place = le::u32(record, 2).filter(|place| *place != u32::MAX).map(|place| place as usize);
            let list = place.and_then(|at| le::slice(self.document, at + 2, usize::from(le::u16(self.document, at)?)));
            sprm::each(list.unwrap_or_default()).for_each(|sprm| look.take(&sprm));
            let before = all.last().map_or(0, |(stop, _)| *stop);
            all.push((stop.min(end).max(before), look));
        }
        match all.last_mut() {
            Some(last) => last.0 = last.0.max(end),
            None => all.push((end, of_all)),
        }
        all
    }
}

impl Reader<'_> {
    /// Reads the text, section by section.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn sections(&mut self) -> Result<()> {
        let file = self.file;
        let mut begin = 0;
        for (number, (stop, look)) in file.sections.iter().enumerate() {
            self.page = look.setup(file.mirrored);
            self.is_main = true;
            let blocks = self.story(begin, *stop);
            self.is_main = false;
            let blocks = blocks?;
            let (header, footer) = self.running(number, look)?;
            let section = Section {
                page: Some(self.page.clone()),
                new_page: look.kind != 0,
                blocks,
                header,
                footer,
                numbers: look.numbers(),
            };
            self.flow.sections.push(section);
            begin = *stop;
        }
        Ok(())
    }

    /// What runs at the head and the foot of the pages of a section.
    fn running(&mut self, number: usize, look: &SectionLook) -> Result<(Option<RunningText>, Option<RunningText>)> {
        let mut texts: [Option<Vec<Block>>; TEXTS] = Default::default();
        for (at, text) in texts.iter_mut().enumerate() {
            let range = self.file.headers.get(TEXTS + number * TEXTS + at).filter(|(begin, end)| begin < end);
            let Some((begin, end)) = range.copied() else { continue };
            // The last mark only ends the text.
            *text = Some(self.story(begin, end.saturating_sub(1).max(begin + 1))?);
        }
        let [even_head, head, even_foot, foot, first_head, first_foot] = texts;
        let facing = self.file.facing;
        let is_title = look.title_page;
        let header = edge(head, even_head.filter(|_| facing), first_head.filter(|_| is_title), is_title);
        let footer = edge(foot, even_foot.filter(|_| facing), first_foot.filter(|_| is_title), is_title);
        Ok((header, footer))
    }
}

fn edge(
    all: Option<Vec<Block>>,
    even: Option<Vec<Block>>,
    first: Option<Vec<Block>>,
    is_title: bool,
) -> Option<RunningText> {
    if all.is_none() && even.is_none() && first.is_none() {
        return None;
    }
    // A title page without text of its own has none.
    Some(RunningText { default: all.unwrap_or_default(), first: first.or(is_title.then(Vec::new)), even })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_sizes_and_columns() {
        let mut look = SectionLook::default();
        let list = [0x1F, 0xB0, 0xC6, 0x41, 0x0B, 0x50, 1, 0, 0x25, 0xB0, 0xD0, 2];
        sprm::each(&list).for_each(|sprm| look.take(&sprm));
        let page = look.setup(false);
        assert_eq!((page.size.width, page.margins.left, page.columns.len()), (841.9, 126.0, 2));
        assert_eq!(page.columns[0].gap, 36.0);
    }
}
