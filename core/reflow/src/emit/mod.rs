//! Blocks to the flowing document: sections, spaces, page and column breaks.

mod column_balance;
mod group;
mod heights;
mod list;
mod note;
mod page;
mod page_fill;
mod picture;
mod running;
mod table;
mod text;
mod tolerances;

use super::areas::Targets;
use super::block::{Block, ColumnExtent, Meaning, Para};
use super::element::Picture;
use super::floats;
use super::graphics::float::Float;
use super::inline::Lexicon;
use super::list as items;
use super::page_blocks::{CELL_PADDING, ColumnSet, PageBlocks};
use super::places::SourcePlaces;
use super::size_class::SizeClass;
pub(super) use group::group;
use page::{Margins, alike, is_layout, margins, setup};
use page_fill::{Room, give, gives_from, has_known_height};
use running::Bands;
pub(super) use running::Heads;
use tolerances::{EMPTY, FLOWING_SLACK, LINE_HEIGHTS, LITTLE, NARROWEST, ROUNDING, UNSEEN};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Pt;
use transvase_model::flow::{self, Cell, Origin, Paragraph, ParagraphStyle, Purpose, Role, Row, Section, Table};

/// Where the lowest part of a page begins, as a share of its height: notes and signatures stand below.
const FOOT: f32 = 0.88;
/// Room below the text of a page from which on its spaces stay: a line and a half, which other programs may need more.
const ROOMY: Pt = Pt(20.0);
/// The same where text runs right to left, whose letters office programs take from faces of any width.
const RTL_ROOMY: Pt = Pt(56.0);
/// Indent in points that quotations are written with at both sides: a third of an inch.
const QUOTE_INDENT: f32 = 24.0;

/// Builds the sections of a document.
pub(super) struct Assembler<'a> {
    lexicon: &'a Lexicon,
    targets: &'a Targets,
    heads: Heads<'a>,
    context: &'a Context,
    sections: Vec<Section>,
    /// Distances of head and foot from the edges of the paper, and how high they are.
    head_and_foot: Bands,
    /// Where blocks stood.
    places: SourcePlaces,
    /// Index of the page that is written, from 0.
    page: usize,
    /// Lower edge of what was written last on this page.
    cursor: f32,
    /// Where the foot of the page begins.
    foot: f32,
    /// The room for text that this page has.
    room: Room,
    /// Height in points by which the part of a paragraph that stands in its first column or page is
    /// expected to reach beyond its room.
    over: f32,
    /// Whether the columns written last are level above the foot of their page.
    level: bool,
    /// Height in points that the rows of this page are to give, because it is full to its foot.
    wanted: f32,
    /// Height from which on the spaces of this page give, because it is full.
    gives_from: f32,
}

impl<'a> Assembler<'a> {
    /// An assembler; links lead to `targets`, blocks stood in `places`.
    pub fn new(
        lexicon: &'a Lexicon,
        targets: &'a Targets,
        heads: Heads<'a>,
        places: SourcePlaces,
        context: &'a Context,
    ) -> Self {
        let (sections, head_and_foot) = (Vec::new(), Bands::default());
        let (cursor, foot, gives_from, over) = (0.0, f32::INFINITY, 0.0, 0.0);
        let (room, level) = (Room::default(), false);
        Assembler {
            lexicon,
            targets,
            heads,
            context,
            sections,
            head_and_foot,
            places,
            page: 0,
            cursor,
            foot,
            room,
            over,
            level,
            wanted: 0.0,
            gives_from,
        }
    }

    /// Writes all pages; the sections, and where blocks of them stood.
    pub fn run(mut self, pages: &[PageBlocks]) -> Result<(Vec<Section>, SourcePlaces)> {
        let margins = margins(pages);
        for page in pages {
            self.context.tick(1)?;
            if let Some(margins) = margins.get(&SizeClass::of(page.size)) {
                self.page(page, *margins)?;
            }
        }
        self.end_level();
        running::level_even(&mut self.sections);
        Ok((self.sections, self.places))
    }

    fn page(&mut self, page: &PageBlocks, margins: Margins) -> Result<()> {
        self.foot = page.size.height * FOOT;
        self.page = page.index;
        let blocks = || page.blocks();
        let lowest = page.bottom().max(page.foot);
        let (below, is_known) = (page.size.height - lowest, has_known_height(page));
        let room = below - margins.bottom;
        let roomy = if blocks().any(runs_left) { RTL_ROOMY } else { ROOMY };
        let needed = if is_known { 0.0 } else { roomy.0 - room };
        self.gives_from = gives_from(page, needed, self.foot);
        // A page whose only text has moved up to where it began is none.
        let has_moved = page.parts.iter().any(|part| part.joined.contains(&true));
        let is_blank = !has_moved && blocks().next().is_none();
        let begin = self.mark();
        // A page on which nothing stands stays one. LibreOffice drops an empty paragraph that ends a
        // section, so that there are two.
        let meaning = Meaning { role: Role::Spacer, ..Meaning::default() };
        let nothing = Block::Text(Para { pitch: 1.0, meaning, ..Para::default() });
        let empty =
            ColumnSet { frames: vec![page.frame], columns: vec![vec![nothing.clone(), nothing]], joined: vec![false] };
        let parts = if is_blank { std::slice::from_ref(&empty) } else { &page.parts };
        for (at, part) in parts.iter().enumerate() {
            let first = at == 0;
            let goes_on = part.joined.first().copied().unwrap_or(false);
            let was_full = self.room.turns_page(self.cursor);
            let new_section = self.open(page, part, margins, first)?;
            let breaks = first && !new_section && !goes_on && (is_blank || !was_full);
            if first {
                let bottom = margins.bottom.max(self.head_and_foot.below());
                // A page without a head of its own begins at its margin.
                let head = if self.heads.is_headed(page.index) { self.head_and_foot.above() } else { 0.0 };
                let top = margins.top.max(head);
                self.room = Room::of(page, Margins { top, bottom, ..margins });
                self.wanted = if is_known { 0.0 } else { (FLOWING_SLACK + bottom - below).clamp(0.0, FLOWING_SLACK) };
                self.cursor = if goes_on { self.cursor } else { top };
            }
            let whole = self.room;
            let is_last = at + 1 == parts.len();
            self.level = is_last && column_balance::is_level(part, &whole, page.frame.body_size);
            self.room = whole.of_part(part, is_last && !self.level);
            if is_layout(part) {
                self.side_by_side(part, &page.frame, breaks)?;
            } else {
                self.part(part, breaks, first)?;
            }
            self.room = whole;
        }
        let mut rules = blocks().map(|block| matches!(block, Block::Rule(_))).peekable();
        if rules.peek().is_some() && rules.all(|rule| rule) {
            // An empty paragraph that ends a section is dropped: not the one with the rule.
            self.push(spacer(EMPTY));
        }
        self.keep_on_page(page, begin);
        Ok(())
    }

    /// Begins a section where the geometry changes; tells whether one was begun.
    fn open(&mut self, page: &PageBlocks, part: &ColumnSet, margins: Margins, first: bool) -> Result<bool> {
        let stretch = self.heads.beginning(page.index).filter(|_| first);
        let mut section = Section { new_page: first, ..Section::default() };
        if let Some(stretch) = stretch {
            let heights = self.running(&mut section, stretch, &page.frame)?;
            self.head_and_foot = self.heads.bands(stretch, page.size.height).within(margins, heights);
        }
        let mut setup = setup(page, part, margins);
        (setup.header_distance, setup.footer_distance) = self.head_and_foot.distances;
        let last = self.sections.last().and_then(|section| section.page.as_ref());
        let is_alike = last.is_some_and(|last| alike(last, &setup));
        let goes_on = part.joined.first().copied().unwrap_or(false);
        if stretch.is_none() && ((first && !goes_on && self.level(&setup)) || is_alike) {
            return Ok(false);
        }
        section.page = Some(setup);
        self.sections.push(section);
        Ok(true)
    }

    /// Writes the columns of a part; `first` if it stands at the top of its page.
    fn part(&mut self, part: &ColumnSet, mut breaks: bool, first: bool) -> Result<()> {
        if part.columns.len() > 1 && !breaks {
            self.space_above(part);
        }
        // Where text goes on from the page before, its end is no top of the other columns.
        let goes_on = first && part.joined.first() == Some(&true);
        let top = if goes_on { self.room.top } else { self.cursor };
        let mut lowest = top;
        for (at, blocks) in part.columns.iter().enumerate() {
            self.room.next_top = if at + 1 < part.columns.len() { top } else { self.room.top };
            let joined = part.joined.get(at).copied().unwrap_or(false);
            // Text flows out of a column by itself where it is expected to fill it.
            if at > 0 && !joined && !self.room.is_full(self.cursor) {
                self.push(flow::Block::ColumnBreak);
            }
            // A joined paragraph ended in this column: the cursor is there.
            if !joined {
                self.cursor = top;
            }
            let frame = part.frames.get(at).copied().unwrap_or_default();
            let begin = self.mark();
            // A rule at the very top of a column would only stand in the way of its break.
            let opens = usize::from(at > 0 && matches!(blocks.first(), Some(Block::Rule(_))));
            let blocks = blocks.get(opens..).unwrap_or_default();
            if at == 0 && !breaks {
                self.space_above_table(blocks.first());
            }
            let mut written = self.blocks(blocks, &frame)?;
            if std::mem::take(&mut breaks) {
                break_before(&mut written);
            }
            self.extend(written);
            if part.columns.len() > 1 {
                self.keep_in_column(blocks, begin);
            }
            lowest = lowest.max(self.cursor);
        }
        self.cursor = lowest;
        Ok(())
    }

    /// Gives the space that all columns have above them to the paragraph before: LibreOffice moves
    /// all columns down by the space at the top of the first one.
    fn space_above(&mut self, part: &ColumnSet) {
        let tops = part.columns.iter().map(|blocks| blocks.first().map_or(f32::INFINITY, |block| block.extent().0));
        let space = tops.fold(f32::INFINITY, f32::min) - self.cursor;
        let written = self.sections.iter_mut().rev().find_map(|section| section.blocks.last_mut());
        if let Some(flow::Block::Paragraph(above)) = written.filter(|_| space.is_finite() && space > 0.0) {
            above.style.space_after = tenths(space);
            self.cursor += space;
        }
    }

    /// Writes short columns as the cells of a table without lines.
    fn side_by_side(&mut self, part: &ColumnSet, page: &ColumnExtent, breaks: bool) -> Result<()> {
        let mut columns = part.columns.clone();
        let mut floats: Vec<Float> = columns.iter_mut().flat_map(|blocks| floats::lift(blocks)).collect();
        let mut written = Vec::new();
        if part.bottom() > self.foot {
            // What hangs on the page stays on it, though the table may go on over its end.
            written.extend(self.holder(std::mem::take(&mut floats)));
        }
        let top = self.cursor;
        let mut lowest = top;
        let mut cells = Vec::new();
        for (blocks, frame) in columns.iter().zip(&part.frames) {
            self.cursor = top;
            cells.push(Cell { blocks: self.blocks(blocks, frame)?, ..Cell::default() });
            lowest = lowest.max(self.cursor);
        }
        self.cursor = lowest;
        let edges: Vec<f32> = part.frames.iter().map(|frame| frame.left - CELL_PADDING).collect();
        let last = part.frames.last().map_or(page.right, |frame| frame.right.max(page.right)) + CELL_PADDING;
        let ends = edges.iter().skip(1).copied().chain([last]);
        let columns = edges.iter().zip(ends).map(|(from, to)| (to - from).max(NARROWEST)).collect();
        let indent = tenths(edges.first().map_or(0.0, |edge| edge - page.left));
        let rows = vec![Row { cells, ..Row::default() }];
        let purpose = Purpose::Layout;
        written.push(flow::Block::Table(Table { columns, indent, rows, purpose, ..Table::default() }));
        if breaks {
            break_before(&mut written);
        }
        written.extend(self.holder(floats));
        self.extend(written);
        Ok(())
    }

    fn push(&mut self, block: flow::Block) {
        self.extend(vec![block]);
    }

    fn extend(&mut self, mut blocks: Vec<flow::Block>) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.append(&mut blocks);
        }
    }

    /// Writes the blocks of a column or cell.
    fn blocks(&mut self, blocks: &[Block], frame: &ColumnExtent) -> Result<Vec<flow::Block>> {
        let mut done: Vec<flow::Block> = Vec::new();
        let mut at = 0;
        while let Some(block) = blocks.get(at) {
            self.context.tick(1)?;
            if let Some(items) = items::list_at(blocks, at) {
                at = items::end_of(&items);
                done.extend(self.lists(blocks, &items, &[]));
                continue;
            }
            match block {
                Block::Text(para) if para.place.is_some() => done.push(self.placed(para)),
                Block::Text(para) => {
                    let mut paragraph = self.paragraph(para, 0);
                    if para.meaning.quote {
                        // Its indents count from those of the quotation.
                        paragraph.style.indent_start -= QUOTE_INDENT;
                        paragraph.style.indent_end -= QUOTE_INDENT;
                    }
                    push_text(&mut done, flow::Block::Paragraph(paragraph), para.meaning.quote);
                }
                Block::Picture(picture) if self.stands_too_low(picture, frame) => {
                    // In the line it would make a page of its own.
                    let picture = picture.clone();
                    done.extend(self.holder(vec![Float::behind(picture, Origin::Page)]));
                }
                Block::Picture(picture) => {
                    let row = picture::row_at(blocks, at);
                    at += row.len().saturating_sub(1);
                    done.push(if row.len() > 1 { self.pictures(row, frame) } else { self.picture(picture, frame) });
                }
                Block::Rule(rule) => self.rule(&mut done, rule, frame),
                Block::Table(grid) => {
                    let (top, bottom) = block.extent();
                    self.space_below(&mut done, top);
                    let (table, growth) = self.table(grid, frame)?;
                    done.push(flow::Block::Table(table));
                    self.step(top, bottom);
                    self.cursor = grid.end.unwrap_or(self.cursor + growth);
                }
            }
            at += 1;
        }
        done.shrink_to_fit();
        Ok(done)
    }

    /// Whether a picture reaches into the room of the foot, beside which it stands.
    fn stands_too_low(&self, picture: &Picture, frame: &ColumnExtent) -> bool {
        !frame.in_cell && picture.rect.bottom > self.room.bottom + UNSEEN && picture.rect.top < self.room.bottom
    }

    /// What stands closer in the source than it can in flowing text moves down, and the next
    /// spaces make up for it.
    fn step(&mut self, top: f32, bottom: f32) -> f32 {
        let space = (top - self.cursor).max(0.0);
        let height = (bottom - top).max(0.0);
        if space.is_finite() && height.is_finite() {
            self.cursor += space + height;
        }
        let space = if top >= self.gives_from { space - give(space, top > self.foot) } else { space };
        if space >= ROUNDING { tenths(space) } else { 0.0 }
    }

    /// Space above a table that begins a part of the page: the last paragraph of the part above gives it.
    fn space_above_table(&mut self, first: Option<&Block>) {
        let Some(top) = first.filter(|block| block.is_table()).map(|block| block.extent().0) else {
            return;
        };
        let last = self.sections.last_mut().and_then(|section| section.blocks.last_mut());
        if let Some(flow::Block::Paragraph(paragraph)) = last {
            let space = tenths(top - self.cursor).max(0.0);
            paragraph.style.space_after = space;
            self.cursor += space;
        }
    }

    /// Tables have no space of their own: the paragraph above gives it.
    fn space_below(&mut self, done: &mut Vec<flow::Block>, top: f32) {
        let space = self.step(top, top);
        match done.last_mut() {
            Some(flow::Block::Paragraph(paragraph)) => paragraph.style.space_after = space,
            None if space < LITTLE => {}
            _ if space < EMPTY => {}
            _ => done.push(spacer(space)),
        }
    }
}

/// Whether a block holds text that runs right to left.
fn runs_left(block: &Block) -> bool {
    match block {
        Block::Text(para) => para.rtl,
        Block::Table(table) => table.blocks().any(runs_left),
        Block::Picture(_) | Block::Rule(_) => false,
    }
}

/// Line height as a multiple of the size.
fn line_height(pitch: f32, size: f32) -> Option<f32> {
    Some((pitch / size).clamp(LINE_HEIGHTS.0, LINE_HEIGHTS.1))
}

fn tenths(value: f32) -> f32 {
    if value.is_finite() { (value * 10.0).round() / 10.0 } else { 0.0 }
}

/// Adds a paragraph; quoted ones that follow one another are one quotation.
fn push_text(done: &mut Vec<flow::Block>, paragraph: flow::Block, quoted: bool) {
    match done.last_mut() {
        Some(flow::Block::Quote(blocks)) if quoted => blocks.push(paragraph),
        _ if quoted => done.push(flow::Block::Quote(vec![paragraph])),
        _ => done.push(paragraph),
    }
}

/// An empty paragraph of a given height.
fn spacer(height: f32) -> flow::Block {
    let style = ParagraphStyle {
        space_before: tenths(height - EMPTY),
        line_distance: Some(EMPTY),
        ..ParagraphStyle::default()
    };
    flow::Block::Paragraph(Paragraph { role: Role::Spacer, style, ..Paragraph::default() })
}

/// Makes the first block begin on a new page.
fn break_before(blocks: &mut Vec<flow::Block>) {
    match blocks.first_mut() {
        Some(flow::Block::Paragraph(paragraph)) => paragraph.style.page_break_before = true,
        Some(flow::Block::List(list)) => {
            let first = list.items.first_mut().and_then(|item| item.blocks.first_mut());
            if let Some(flow::Block::Paragraph(paragraph)) = first {
                paragraph.style.page_break_before = true;
            }
        }
        _ => blocks.insert(0, flow::Block::PageBreak),
    }
}
