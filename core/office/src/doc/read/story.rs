//! A stretch of text as blocks: paragraphs, and rows of tables by the marks at the ends of their cells
//! ([MS-DOC], 2.4.3).

use std::rc::Rc;

use super::Reader;
use super::blocks::{self, Draft, Item};
use super::field::Fields;
use super::letters::{Letters, Toggle};
use super::lines::Lines;
use super::lists::Marked;
use super::row::RowLook;
use super::sprm;
use super::styles::{self, Style};
use super::table::{self, OpenRow};
use super::text::Change;
use super::words::Piece;
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_base::le;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{Block, ChangeKind, Inline, Paragraph, Role, is_deleted};

/// The paragraph mark.
const PARAGRAPH: u16 = 0x0D;
/// The mark that ends a cell or a row, and a paragraph with it.
const CELL: u16 = 0x07;
/// The mark that ends a page or a section, and a paragraph with it.
const PAGE: u16 = 0x0C;
/// Tables in tables that are kept apart; deeper ones are part of the one around them.
const MAX_DEPTH: usize = 12;
/// Notes, boxes and the like in one another.
const MAX_STORIES: usize = 4;
/// Bytes of properties that count as an element.
const PROPERTIES: u64 = 64;
/// Properties that are replaced by others that lie in the stream of data ([MS-DOC], 2.6.2, sprmPHugePapx).
const ELSEWHERE: [u16; 2] = [0x6645, 0x6646];
/// Properties of rows that lie there too.
const ROW_ELSEWHERE: u16 = 0x646B;

/// A table whose rows are being read.
#[derive(Debug, Default)]
struct OpenTable {
    rows: Vec<OpenRow>,
    /// The cells of the row at hand, and the text of the cell at hand.
    cells: Vec<Vec<Item>>,
    cell: Vec<Item>,
}

/// What the file says of a paragraph.
struct Said {
    style: Rc<Style>,
    number: u16,
    lines: Lines,
    properties: Vec<u8>,
}

impl Reader<'_> {
    /// The blocks of a stretch of text that is not part of another.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(super) fn story(&mut self, begin: u32, end: u32) -> Result<Vec<Block>> {
        let end = end.min(self.file.text.len());
        if self.depth >= MAX_STORIES || begin >= end {
            return Ok(Vec::new());
        }
        self.depth += 1;
        let fields = Fields::of(&self.file.text, (begin, end), self.context)?;
        let outer = std::mem::replace(&mut self.fields, fields);
        let items = self.items(begin, end);
        self.fields = outer;
        self.depth -= 1;
        blocks::assemble(items?, self.context)
    }

    fn items(&mut self, begin: u32, end: u32) -> Result<Vec<Item>> {
        let (mut items, mut tables): (Vec<Item>, Vec<OpenTable>) = (Vec::new(), Vec::new());
        let mut at = begin;
        while at < end {
            self.context.tick(1)?;
            let stop = self.paragraph_end(at, end);
            let said = self.said(stop - 1)?;
            let depth = said.lines.table_depth().min(MAX_DEPTH);
            self.warn_of_depth(said.lines.table_depth());
            self.go_to(depth, &mut tables, &mut items)?;
            self.paragraph((at, stop, stop >= end), &said, &mut tables, &mut items)?;
            at = stop;
        }
        self.go_to(0, &mut tables, &mut items)?;
        Ok(items)
    }

    /// Where the paragraph that begins at a place ends.
    fn paragraph_end(&self, at: u32, end: u32) -> u32 {
        let units = self.file.text.units(at, end);
        let last = units.len().saturating_sub(1);
        let is_end = |(index, unit): (usize, &u16)| match *unit {
            PARAGRAPH | CELL => true,
            // Elsewhere it is a page that ends within a paragraph.
            PAGE => index == last,
            _ => false,
        };
        let found = units.iter().enumerate().position(is_end).unwrap_or(last);
        at + found as u32 + 1
    }

    /// What is said of the paragraph whose last character is at a place.
    fn said(&self, last: u32) -> Result<Said> {
        let file = self.file;
        let stretch = file.text.place(last).and_then(|place| file.paragraph_pages.at(place));
        let number = stretch.map_or(0, |stretch| stretch.style);
        let own = stretch.and_then(|stretch| file.document.get(stretch.properties.clone())).unwrap_or_default();
        let elsewhere = sprm::each(own).find(|sprm| ELSEWHERE.contains(&sprm.code)).map(|sprm| sprm.long());
        let mut properties = elsewhere.and_then(|at| self.data_list(at)).unwrap_or(own).to_vec();
        match file.text.change(last) {
            Change::None => {}
            Change::Long(change) => properties.extend_from_slice(change),
            Change::Short(number, value) => {
                if let Some(code) = sprm::short_code(number) {
                    properties.extend_from_slice(&code.to_le_bytes());
                    properties.push(value);
                }
            }
        }
        self.context.charge(Limit::elements, 1 + properties.len() as u64 / PROPERTIES)?;
        let number =
            sprm::each(&properties).filter(|sprm| sprm.code == 0x4600).last().map_or(number, |sprm| sprm.word());
        let style = file.styles.get(number);
        let mut lines = style.lines.clone();
        styles::take_lines(&mut lines, &properties, number, &file.lists);
        Ok(Said { style, number, lines, properties })
    }

    /// A list of properties in the stream of data: a length and so many bytes.
    fn data_list(&self, at: u32) -> Option<&[u8]> {
        let at = at as usize;
        let len = usize::from(le::u16(&self.file.data, at)?);
        le::slice(&self.file.data, at.checked_add(2)?, len)
    }

    /// Opens and closes tables, so that so many are open.
    fn go_to(&mut self, depth: usize, tables: &mut Vec<OpenTable>, items: &mut Vec<Item>) -> Result<()> {
        while tables.len() > depth {
            let Some(mut open) = tables.pop() else { break };
            // A row that does not end is one nevertheless.
            if !open.cell.is_empty() {
                open.cells.push(std::mem::take(&mut open.cell));
            }
            if !open.cells.is_empty() {
                let look = open.rows.last().map(|row| row.look.clone()).unwrap_or_default();
                open.rows.push(OpenRow { look, cells: open.cells, change: None });
            }
            if let Some(table) = table::build(open.rows, self.context)? {
                target(tables, items).push(Item::Block(Box::new(Block::Table(table))));
            }
        }
        tables.resize_with(depth, OpenTable::default);
        Ok(())
    }

    fn paragraph(
        &mut self,
        (begin, stop, is_last): (u32, u32, bool),
        said: &Said,
        tables: &mut [OpenTable],
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let lines = &said.lines;
        let depth = tables.len();
        let is_row_end = depth > 0 && ((depth == 1 && lines.row_end) || (depth > 1 && lines.inner_row));
        if is_row_end {
            let look = self.row(said)?;
            let letters = self.letters_at(stop - 1, &said.style, said.number);
            let change = self.change(&letters);
            if let Some(open) = tables.last_mut() {
                if !open.cell.is_empty() {
                    open.cells.push(std::mem::take(&mut open.cell));
                }
                // LibreOffice marks the ends of rows that stay.
                let change = change.filter(|_| open.cells.iter().flatten().all(|item| self.is_gone(item)));
                open.rows.push(OpenRow { look, cells: std::mem::take(&mut open.cells), change });
            }
            return Ok(());
        }
        let mark = self.file.text.unit(stop - 1).unwrap_or(PARAGRAPH);
        let is_mark = matches!(mark, PARAGRAPH | CELL | PAGE);
        let mut pieces = std::mem::take(&mut self.carried);
        pieces.extend(self.words(begin, if is_mark { stop - 1 } else { stop }, &said.style, said.number)?);
        if mark == PARAGRAPH && !is_last && self.goes_on(&pieces, stop - 1, said) {
            self.carried = pieces;
            return Ok(());
        }
        let is_cell_end = depth > 0 && ((depth == 1 && mark == CELL) || (depth > 1 && lines.inner_cell));
        let drafts = self.drafts(pieces, said, stop - 1, depth > 0);
        // What ends the cell after a table in it is no paragraph of its own.
        let holder = target(tables, items);
        let is_needless = is_cell_end && is_empty(&drafts) && holder.last().is_some_and(is_table);
        if !is_needless {
            holder.extend(drafts);
        }
        if let Some(open) = tables.last_mut().filter(|_| is_cell_end) {
            open.cells.push(std::mem::take(&mut open.cell));
        }
        Ok(())
    }

    /// Whether nothing of a paragraph stays.
    fn is_gone(&self, item: &Item) -> bool {
        let Item::Draft(draft) = item else { return false };
        let content = &draft.paragraph.content;
        content.is_empty() || is_deleted(content, &self.flow.changes)
    }

    /// Whether the end of a paragraph is to go and some of its text stays, so that this goes on in the next one.
    fn goes_on(&mut self, pieces: &[Piece], last: u32, said: &Said) -> bool {
        let is_deleted = self.letters_at(last, &said.style, said.number).deleted.is_some();
        let goes = |piece: &Piece| match piece {
            Piece::Inline(Inline::Change { change, .. }, _) => {
                self.flow.changes.get(*change).is_some_and(|change| change.kind == ChangeKind::Deleted)
            }
            _ => false,
        };
        is_deleted && (pieces.is_empty() || !pieces.iter().all(goes))
    }

    /// The row that a paragraph ends.
    fn row(&self, said: &Said) -> Result<RowLook> {
        let mut own = RowLook::default();
        own.take_all(&said.properties);
        let mut look = RowLook::default();
        let style = own.style.map(|style| self.file.styles.table(style)).unwrap_or_default();
        let len: usize = style.iter().map(|list| list.len()).sum();
        self.context.charge(Limit::elements, len as u64 / PROPERTIES)?;
        style.into_iter().for_each(|list| look.take_all(list));
        let elsewhere = sprm::each(&said.properties).find(|sprm| sprm.code == ROW_ELSEWHERE);
        if let Some(list) = elsewhere.and_then(|sprm| self.data_list(sprm.long())) {
            self.context.charge(Limit::elements, list.len() as u64 / PROPERTIES)?;
            look.take_all(list);
        }
        look.take_all(&said.properties);
        self.context.charge(Limit::elements, look.cells.len() as u64)?;
        Ok(look)
    }

    /// The paragraphs that the pieces of one make: pages and columns that end within it part it.
    fn drafts(&mut self, pieces: Vec<Piece>, said: &Said, last: u32, in_table: bool) -> Vec<Item> {
        let mut mark_letters = self.letters_at(last, &said.style, said.number);
        let mut content: Vec<Inline> = Vec::new();
        let mut items: Vec<Item> = Vec::new();
        let mut behind = Vec::new();
        let mut is_first = true;
        // Its mark stands before the first text, which may follow a break.
        let mut mark = Some(last);
        let mut first = pieces.iter().find_map(|piece| match piece {
            Piece::Inline(_, letters) => letters.clone(),
            Piece::Break(_) | Piece::Block(_) => None,
        });
        for piece in pieces {
            match piece {
                Piece::Inline(inline, _) => content.push(inline),
                Piece::Block(block) => behind.push(Item::Block(Box::new(block))),
                Piece::Break(_) if in_table || self.depth > 1 || !self.is_main => {}
                Piece::Break(block) => {
                    if !content.is_empty() {
                        let letters = first.take().unwrap_or_else(|| mark_letters.clone());
                        items.push(self.draft(std::mem::take(&mut content), said, &letters, (is_first, mark.take())));
                    }
                    is_first = false;
                    items.push(Item::Block(Box::new(block)));
                }
            }
        }
        let is_rest = !is_first && content.is_empty();
        if !is_rest {
            let letters = first.take().unwrap_or_else(|| std::mem::take(&mut mark_letters));
            items.push(self.draft(content, said, &letters, (is_first, mark)));
        }
        items.extend(behind);
        items
    }

    /// A paragraph, or a part of one; the one that has the mark of a list knows where the paragraph ends.
    fn draft(
        &mut self,
        content: Vec<Inline>,
        said: &Said,
        letters: &Rc<Letters>,
        (is_first, last): (bool, Option<u32>),
    ) -> Item {
        let (lines, style) = (&said.lines, &said.style);
        let has_text = content.iter().any(|inline| !matches!(inline, Inline::Anchor(_)));
        let outline = lines.outline.map(|level| Role::Heading((level + 1).min(6)));
        let role = style.role.or(outline).filter(|_| has_text).unwrap_or_default();
        let mark = last.and_then(|last| self.list_mark(&content, said, letters, (last, has_text)));
        let mut look = self.paragraph_style(lines, style, letters);
        if !is_first {
            (look.space_before, look.page_break_before) = (0.0, false);
        }
        Item::Draft(Box::new(Draft {
            paragraph: Paragraph { role, style: look, content, ..Paragraph::default() },
            mark,
            contextual: lines.contextual,
            is_quote: style.is_quote,
            initial: lines.initial,
        }))
    }

    /// What stands before a paragraph of a list, one without text too, but not before what nobody sees or only ends a
    /// section. One that is to go leaves its number to the next.
    fn list_mark(
        &mut self,
        content: &[Inline],
        said: &Said,
        letters: &Rc<Letters>,
        (last, has_text): (u32, bool),
    ) -> Option<Marked> {
        let lines = &said.lines;
        if lines.list == 0 {
            return None;
        }
        let mark = self.letters_at(last, &said.style, said.number);
        let mark_goes = mark.deleted.is_some();
        let is_seen = self.file.text.unit(last) != Some(PAGE) && !mark.is(Toggle::Hidden) && !mark_goes;
        if !has_text && !is_seen {
            return None;
        }
        let goes = mark_goes && is_deleted(content, &self.flow.changes);
        let mut passing = goes.then(|| self.counts.clone());
        let counts = passing.as_mut().unwrap_or(&mut self.counts);
        self.file.lists.next(lines.list, lines.level.unwrap_or(0), letters, &self.file.fonts, counts)
    }

    fn warn_of_depth(&mut self, depth: usize) {
        if depth > MAX_DEPTH && !std::mem::replace(&mut self.is_deep, true) {
            let message = format!("tables nested more than {MAX_DEPTH} levels deep were read as one");
            self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
        }
    }
}

/// Where the next piece of text goes.
fn target<'t>(tables: &'t mut [OpenTable], items: &'t mut Vec<Item>) -> &'t mut Vec<Item> {
    match tables.last_mut() {
        Some(open) => &mut open.cell,
        None => items,
    }
}

/// Whether paragraphs say nothing.
fn is_empty(items: &[Item]) -> bool {
    items.iter().all(|item| matches!(item, Item::Draft(draft) if draft.paragraph.content.is_empty()))
}

fn is_table(item: &Item) -> bool {
    matches!(item, Item::Block(block) if matches!(**block, Block::Table(_)))
}
