//! `word/document.xml`: the blocks, one after the other, into the archive.

use std::io::Write;

use super::MAX_DEPTH;
use super::image::{A, PIC, Pictures, WP};
use super::links::Bookmarks;
use super::look::{Line, ParagraphLook};
use super::numbering::{Counter, Numbering};
use super::properties::{self, Extras};
use super::run::OpenRun;
use super::section::{Section, default_page, measure};
use super::styles::W;
use super::survey::{Bucket, Place, QUOTE_INDENT, Survey};
use crate::context::Context;
use crate::error::{Result, Stage};
use crate::model::flow::{Align, Block, Flow, Inline, InlineImage, List, Paragraph, ParagraphStyle};
use crate::model::media::{MediaId, MediaStore};
use crate::parts::ooxml::{RELATIONSHIPS, Relationships};
use crate::parts::xml::XmlWriter;
use crate::warning::{Warning, WarningCode};

/// What the other parts need to know of the document.
pub(super) struct Written {
    pub relationships: Relationships,
    pub numbering: Numbering,
    pub pictures: Pictures,
}

/// Writes the document into `out`. Blocks are freed as they are written.
pub(super) fn write<X: Write>(
    out: X,
    flow: Flow,
    survey: &Survey,
    relationships: Relationships,
    context: &Context,
) -> Result<(X, Written)> {
    let Flow { sections, media, cover, .. } = flow;
    let mut document = Document {
        xml: XmlWriter::new(out),
        survey,
        context,
        media: &media,
        relationships,
        numbering: Numbering::default(),
        pictures: Pictures::default(),
        bookmarks: Bookmarks::of(&survey.anchors),
        run: OpenRun::default(),
        pending: None,
        wrote: Wrote::Nothing,
        page_top: true,
        tail: None,
        frames: Vec::new(),
        nesting: 0,
        lost_links: 0,
    };
    document.xml.open(
        "w:document",
        &[("xmlns:w", W), ("xmlns:r", RELATIONSHIPS), ("xmlns:wp", WP), ("xmlns:a", A), ("xmlns:pic", PIC)],
    );
    document.xml.open("w:body", &[]);
    document.sections(sections, cover)?;
    document.xml.close("w:body");
    document.xml.close("w:document");
    document.warn_of_lost_links();
    let Document { xml, relationships, numbering, pictures, .. } = document;
    Ok((xml.finish()?, Written { relationships, numbering, pictures }))
}

/// The document being written.
pub(super) struct Document<'a, X: Write> {
    pub xml: XmlWriter<X>,
    pub survey: &'a Survey,
    pub context: &'a Context,
    pub media: &'a MediaStore,
    pub relationships: Relationships,
    pub numbering: Numbering,
    pub pictures: Pictures,
    pub bookmarks: Bookmarks,
    pub run: OpenRun,
    /// A break the next paragraph begins with.
    pub pending: Option<Break>,
    /// What was written last in the body or cell at hand.
    pub wrote: Wrote,
    /// Whether the next paragraph begins a page anyway.
    pub page_top: bool,
    /// The section's end, for the last of its paragraphs.
    pub tail: Option<Section>,
    /// Frames that hang on the next paragraph.
    pub frames: Vec<crate::model::flow::Frame>,
    /// Frames around the blocks at hand.
    pub nesting: usize,
    /// Links to places that do not exist.
    pub lost_links: usize,
}

/// A break before a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Break {
    Page,
    Column,
}

/// What was written last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrote {
    Nothing,
    Paragraph,
    Table,
}

/// Where blocks stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub place: Place,
    /// Indents that quotes and lists add, in twips.
    pub start: i32,
    pub end: i32,
    /// Width and height in points that a picture may take.
    pub room: (f32, f32),
    /// Nesting.
    pub depth: usize,
    /// The list whose item the blocks are in.
    pub list: Option<Counter>,
    /// Whether nothing comes after the blocks in their section.
    pub last: bool,
}

impl Frame {
    fn inner(self, place: Place) -> Frame {
        Frame { place, depth: self.depth + 1, ..self }
    }
}

impl<X: Write> Document<'_, X> {
    fn sections(&mut self, sections: Vec<crate::model::flow::Section>, cover: Option<MediaId>) -> Result<()> {
        let count = sections.len();
        let mut page = sections.first().and_then(|section| section.page.clone()).unwrap_or_else(default_page);
        let mut new_page = true;
        self.cover(cover, measure(&page))?;
        for (index, section) in sections.into_iter().enumerate() {
            self.context.report(Stage::Write, index as u64, count as u64);
            page = section.page.unwrap_or(page);
            new_page |= section.new_page;
            self.page_top |= section.new_page;
            let end = Section { page: page.clone(), new_page, right_to_left: self.is_right_to_left() };
            let last = index + 1 == count;
            self.tail = (!last).then(|| end.clone());
            self.body(section.blocks, measure(&page))?;
            if last {
                end.write(&mut self.xml);
            }
            // A break at the end of a section is one with the beginning of the next.
            new_page = self.pending.take() == Some(Break::Page);
        }
        if count == 0 {
            self.separator()?;
            Section { page, new_page, right_to_left: false }.write(&mut self.xml);
        }
        Ok(())
    }

    fn is_right_to_left(&self) -> bool {
        self.survey.look(Bucket::Body).paragraph.right_to_left
    }

    /// The cover on a page of its own.
    fn cover(&mut self, cover: Option<MediaId>, room: (f32, f32)) -> Result<()> {
        let Some(media) = cover else { return Ok(()) };
        let image = InlineImage::new(media);
        let style = ParagraphStyle { align: Some(Align::Center), ..ParagraphStyle::default() };
        let paragraph = Paragraph { style, content: vec![Inline::Image(image)], ..Paragraph::default() };
        self.paragraph(&paragraph, body_frame(room), None)?;
        self.pending = Some(Break::Page);
        Ok(())
    }

    /// The blocks of a section; the last of its paragraphs carries the section's end.
    fn body(&mut self, blocks: Vec<Block>, room: (f32, f32)) -> Result<()> {
        self.wrote = Wrote::Nothing;
        let last = last_text(&blocks);
        for (index, block) in blocks.into_iter().enumerate() {
            self.block(&block, Frame { last: Some(index) == last, ..body_frame(room) })?;
        }
        if self.tail.is_some() || self.wrote != Wrote::Paragraph || !self.frames.is_empty() {
            self.separator()?;
        }
        Ok(())
    }

    pub(super) fn blocks(&mut self, blocks: &[Block], frame: Frame) -> Result<()> {
        if frame.depth > MAX_DEPTH {
            return self.flattened(blocks, frame);
        }
        let last = last_text(blocks);
        for (index, block) in blocks.iter().enumerate() {
            self.block(block, Frame { last: frame.last && Some(index) == last, ..frame })?;
        }
        Ok(())
    }

    fn block(&mut self, block: &Block, frame: Frame) -> Result<()> {
        self.context.tick(1)?;
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph, frame, None),
            Block::List(list) => self.list(list, frame),
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
            Block::PageBreak | Block::ColumnBreak if frame.place == Place::Cell => Ok(()),
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

    fn list(&mut self, list: &List, frame: Frame) -> Result<()> {
        let Some(mut counter) = self.numbering.begin(list, frame.list) else {
            let frame = Frame { list: frame.list, ..frame.inner(Place::Item) };
            let last = list.items.len().saturating_sub(1);
            return list.items.iter().enumerate().try_for_each(|(index, item)| {
                self.blocks(&item.blocks, Frame { last: frame.last && index == last, ..frame })
            });
        };
        let mut expected = list.start;
        for (index, item) in list.items.iter().enumerate() {
            self.context.tick(1)?;
            if let Some(number) = item.number.filter(|number| *number != expected) {
                counter = self.numbering.restart(counter, number);
                expected = number;
            }
            expected = expected.saturating_add(1);
            self.numbering.item(counter);
            let last = frame.last && index + 1 == list.items.len();
            self.item(&item.blocks, counter, Frame { last, ..frame.inner(Place::Item) })?;
        }
        Ok(())
    }

    /// An item: its first paragraph has the marker, the others stand below its text.
    fn item(&mut self, blocks: &[Block], counter: Counter, frame: Frame) -> Result<()> {
        let (marked, rest) = match blocks.split_first() {
            Some((Block::Paragraph(paragraph), rest)) => (Some(paragraph), rest),
            _ => (None, blocks),
        };
        let only = last_text(rest).is_none();
        let marked = marked.map_or_else(|| std::borrow::Cow::Owned(Paragraph::default()), std::borrow::Cow::Borrowed);
        self.paragraph(&marked, Frame { last: frame.last && only, ..frame }, Some(counter))?;
        let hangs = marked.style.indent_first < 0.0;
        // Where the source states the place of the text, it states that of the paragraphs below too.
        let left = if hangs { 0 } else { self.numbering.level(counter).map_or(0, |level| level.left) };
        self.blocks(rest, Frame { start: frame.start + left, list: Some(counter), ..frame })
    }

    /// An empty paragraph with a line below it.
    fn rule(&mut self, frame: Frame) -> Result<()> {
        let base = &self.survey.look(Bucket::Body).paragraph;
        let look = ParagraphLook { start: frame.start, end: frame.end, after: 120, ..base.clone() };
        let page_break_before = self.take_page_break(false);
        let extras = Extras { rule: true, page_break_before, ..Extras::default() };
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
        let base = &self.survey.look(Bucket::Body).paragraph;
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
        let mut waiting: Vec<&Block> = blocks.iter().rev().collect();
        while let Some(block) = waiting.pop() {
            self.context.tick(1)?;
            match block {
                Block::Paragraph(paragraph) => self.paragraph(paragraph, Frame { last: false, ..frame }, None)?,
                Block::Quote(blocks) | Block::Frame(crate::model::flow::Frame { blocks, .. }) => {
                    waiting.extend(blocks.iter().rev());
                }
                Block::List(list) => waiting.extend(list.items.iter().rev().flat_map(|item| item.blocks.iter().rev())),
                Block::Table(table) => {
                    let cells = table.rows.iter().rev().flat_map(|row| row.cells.iter().rev());
                    waiting.extend(cells.flat_map(|cell| cell.blocks.iter().rev()));
                }
                Block::Rule | Block::PageBreak | Block::ColumnBreak => {}
            }
        }
        Ok(())
    }

    fn warn_of_lost_links(&self) {
        if self.lost_links > 0 {
            let message = format!("{} links lead nowhere and were written as text", self.lost_links);
            self.context.warn(Warning::new(WarningCode::LinkDropped, message));
        }
    }
}

fn body_frame(room: (f32, f32)) -> Frame {
    Frame { place: Place::Body, start: 0, end: 0, room, depth: 0, list: None, last: false }
}

/// Index of the last block that writes something.
fn last_text(blocks: &[Block]) -> Option<usize> {
    blocks.iter().rposition(|block| !matches!(block, Block::PageBreak | Block::ColumnBreak | Block::Frame(_)))
}
