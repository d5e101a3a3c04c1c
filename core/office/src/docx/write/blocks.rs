//! Block content: blocks one after the other, into the part that is being written.

use std::io::Write;

use super::MAX_DEPTH;
use super::bucket::Place;
use super::document::{Break, Document, Frame, Story, Wrote};
use super::look::{Line, ParagraphLook, QUOTE_INDENT, Side};
use super::properties::{self, Extras};
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::flow::{Block, Color, LineKind, Origin, Paragraph, leaves};

/// The line of a horizontal rule: three quarters of a point, grey.
const RULE: Side = (6, Color { r: 0x80, g: 0x80, b: 0x80 }, LineKind::Single);

impl<X: Write> Document<'_, X> {
    /// Blocks that fill a part, note or cell: they end in a paragraph.
    pub(super) fn contained(&mut self, blocks: &[Block], frame: Frame) -> Result<()> {
        self.wrote = Wrote::Nothing;
        self.page_top = true;
        self.blocks(blocks, frame)?;
        self.pending = None;
        self.end_contained(frame)
    }

    /// A paragraph where none has been written, or a table last.
    pub(super) fn end_contained(&mut self, frame: Frame) -> Result<()> {
        match self.wrote {
            Wrote::Paragraph if self.frames.is_empty() => Ok(()),
            Wrote::Nothing => self.paragraph(&Paragraph::default(), Frame { last: false, ..frame }, None),
            _ => {
                let tail = self.tail.take();
                self.separator()?;
                self.tail = tail;
                Ok(())
            }
        }
    }

    pub(super) fn blocks(&mut self, blocks: &[Block], frame: Frame) -> Result<()> {
        if frame.depth > MAX_DEPTH {
            return self.flattened(blocks, frame);
        }
        let last = last_text(blocks);
        let mut blocks = blocks.iter().enumerate().peekable();
        while let Some((index, block)) = blocks.next() {
            while matches!(block, Block::Paragraph(_))
                && frame.depth + self.nesting < MAX_DEPTH
                && let Some((_, frame)) = blocks.next_if(|(_, next)| is_hung(next))
            {
                self.hang(frame.clone());
            }
            self.block(block, Frame { last: frame.last && Some(index) == last, ..frame })?;
        }
        Ok(())
    }

    /// Notes a frame that hangs on the next paragraph.
    pub(super) fn hang(&mut self, block: Block) {
        if let Block::Frame(frame) = block {
            self.frames.push(frame);
        }
    }

    pub(super) fn block(&mut self, block: &Block, frame: Frame) -> Result<()> {
        self.context.tick(1)?;
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph, frame, None),
            Block::List(list) => self.list(list, frame),
            // Taken apart before; a group in a frame of its own place comes here.
            Block::Group(group) => self.blocks(&group.blocks, frame.inner(frame.place)),
            Block::Quote(blocks) => {
                let (start, end) = (frame.start + QUOTE_INDENT, frame.end + QUOTE_INDENT);
                self.blocks(blocks, Frame { start, end, ..frame.inner(Place::Quote) })
            }
            Block::Table(table) => self.table(table, frame.inner(Place::Cell)),
            Block::Frame(inner) if frame.depth + self.nesting < MAX_DEPTH => {
                self.frames.push(inner.clone());
                Ok(())
            }
            Block::Frame(inner) => self.blocks(&inner.blocks, frame.inner(frame.place)),
            Block::Rule => self.rule(frame),
            Block::PageBreak | Block::ColumnBreak if frame.place.is_cell() || self.story == Story::Beside => Ok(()),
            Block::PageBreak => {
                self.pending = Some(Break::Page);
                Ok(())
            }
            Block::ColumnBreak => {
                self.pending = self.pending.or(Some(Break::Column));
                Ok(())
            }
        }
    }

    /// An empty paragraph with a line below it.
    fn rule(&mut self, frame: Frame) -> Result<()> {
        let borders = [None, None, Some((RULE, 1)), None];
        let line = self.survey.plain.paragraph.line;
        let (start, end) = (frame.start, frame.end);
        let look = ParagraphLook { start, end, after: 120, line, borders, ..ParagraphLook::default() };
        let page_break_before = self.take_page_break(false);
        let extras = Extras { page_break_before, ..Extras::default() };
        self.empty_paragraph(&look, &extras, frame.last)
    }

    /// A paragraph that takes no room: between tables, after a table at the end of a body or cell,
    /// and where a section ends without a paragraph.
    pub(super) fn separator(&mut self) -> Result<()> {
        let plain = ParagraphLook { line: Line::Exact(20), ..ParagraphLook::default() };
        let page_break_before = self.take_page_break(false);
        let extras = Extras { page_break_before, ..Extras::default() };
        self.empty_paragraph(&plain, &extras, true)
    }

    fn empty_paragraph(&mut self, look: &ParagraphLook, extras: &Extras<'_>, last: bool) -> Result<()> {
        let base = &self.survey.plain.paragraph;
        let tail = if last { self.tail.take() } else { None };
        self.xml.open("w:p", &[]);
        self.xml.group("w:pPr", |xml| {
            properties::paragraph(xml, look, base, extras);
            if let Some(section) = &tail {
                section.write(xml);
            }
        });
        if self.pending.take() == Some(Break::Column) {
            self.xml.element("w:r", &[], |xml| xml.empty("w:br", &[("w:type", "column")]));
        }
        self.waiting_frames()?;
        self.xml.close("w:p");
        self.wrote = Wrote::Paragraph;
        Ok(())
    }

    /// Whether the next paragraph must ask for a new page, as it is `wanted` or a break is
    /// pending; a column break stays pending.
    pub(super) fn take_page_break(&mut self, wanted: bool) -> bool {
        let page = self.pending == Some(Break::Page);
        if page {
            self.pending = None;
        }
        let top = std::mem::replace(&mut self.page_top, false);
        (page || wanted) && !top
    }

    /// What is nested too deep: its paragraphs, one after the other.
    fn flattened(&mut self, blocks: &[Block], frame: Frame) -> Result<()> {
        let message = format!("blocks nested more than {MAX_DEPTH} levels deep were written without their nesting");
        self.context.warn(Warning::new(WarningCode::StructureFlattened, message));
        for block in leaves(blocks) {
            self.context.tick(1)?;
            if let Block::Paragraph(paragraph) = block {
                self.paragraph(paragraph, Frame { last: false, ..frame }, None)?;
            }
        }
        Ok(())
    }
}

/// Whether a block is a frame whose place counts from the paragraph before it.
pub(super) fn is_hung(block: &Block) -> bool {
    matches!(block, Block::Frame(frame) if frame.origin == Origin::Paragraph)
}

/// Index of the last block that writes something.
pub(super) fn last_text(blocks: &[Block]) -> Option<usize> {
    blocks.iter().rposition(|block| !matches!(block, Block::PageBreak | Block::ColumnBreak | Block::Frame(_)))
}
