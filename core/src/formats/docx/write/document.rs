//! `word/document.xml`: the blocks, one after the other, into the archive. The other parts with text
//! of their own are written the same way.

use std::io::Write;

use super::MAX_DEPTH;
use super::bucket::{Bucket, Place};
use super::changes::Changes;
use super::comments::Comments;
use super::control::W14;
use super::field::{ContentsEdge, contents_range};
use super::image::{A, PIC, Pictures, WP};
use super::look::{Line, ParagraphLook, Side};
use super::math::MATH;
use super::notes::Notes;
use super::numbering::{Counter, Numbering};
use super::outline::Outline;
use super::properties::{self, Extras, hex};
use super::run::OpenRun;
use super::running::{References, Running};
use super::section::{Section, default_page, measure};
use super::styles::W;
use super::survey::{QUOTE_INDENT, Survey};
use super::template::Template;
use crate::context::Context;
use crate::error::{Result, Stage};
use crate::model::flow::{
    Align, Block, Change, Color, Comment, Inline, InlineImage, Note, NoteKind, Origin, PageNumbers, PageSetup,
    Paragraph, ParagraphStyle, leaves,
};
use crate::model::media::{MediaId, MediaStore};
use crate::parts::bookmarks::Bookmarks;
use crate::parts::ooxml::{RELATIONSHIPS, Relationships};
use crate::parts::xml::XmlWriter;
use crate::warning::{Warning, WarningCode};

/// Namespace of what older programs may ignore.
const MC: &str = "http://schemas.openxmlformats.org/markup-compatibility/2006";
/// The line of a horizontal rule: three quarters of a point, grey.
const RULE: Side = (6, Color { r: 0x80, g: 0x80, b: 0x80 });

/// What is written, and what all parts of it go by.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub survey: &'a Survey,
    pub context: &'a Context,
    pub media: &'a MediaStore,
}

/// What the parts of the package share while they are written one after the other.
#[derive(Debug, Default)]
pub(super) struct Shared {
    pub numbering: Numbering,
    pub outline: Outline,
    pub pictures: Pictures,
    pub bookmarks: Bookmarks,
    pub notes: Notes,
    pub comments: Comments,
    pub changes: Changes,
    /// Controls written: each has a number of its own.
    pub controls: usize,
    /// Links to places that do not exist.
    pub lost_links: usize,
}

impl Shared {
    pub(super) fn of(survey: &Survey, notes: Vec<Note>, comments: Vec<Comment>, changes: Vec<Change>) -> Shared {
        let taken = survey.template.as_ref().map_or((0, 0), Template::free_lists);
        let mut numbering = Numbering::after(taken);
        Shared {
            outline: Outline::of(survey.outline.as_ref(), &mut numbering),
            numbering,
            bookmarks: Bookmarks::of(&survey.anchors),
            notes: Notes::of(notes, survey.first_notes),
            comments: Comments::of(comments),
            changes: Changes::of(changes),
            ..Shared::default()
        }
    }
}

/// A part with text that is being written.
pub(super) struct Document<'a, X: Write> {
    pub xml: XmlWriter<X>,
    pub survey: &'a Survey,
    pub context: &'a Context,
    pub media: &'a MediaStore,
    pub relationships: Relationships,
    pub shared: &'a mut Shared,
    pub story: Story,
    pub run: OpenRun,
    /// A break the next paragraph begins with.
    pub pending: Option<Break>,
    /// The mark the next paragraph begins with.
    pub lead: Option<Lead>,
    /// The ends of the table of contents that the next paragraph has.
    pub contents: ContentsEdge,
    /// What was written last in the body or cell at hand.
    pub wrote: Wrote,
    /// Whether the next paragraph begins a page anyway.
    pub page_top: bool,
    /// Whether the notes of the section at hand are left to the columns below it.
    pub notes_wait: bool,
    /// The section's end, for the last of its paragraphs.
    pub tail: Option<Section<'a>>,
    /// Frames that hang on the next paragraph.
    pub frames: Vec<crate::model::flow::Frame>,
    /// Frames around the blocks at hand.
    pub nesting: usize,
}

/// Whether a part is the main text or stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Story {
    Main,
    Beside,
}

/// The mark at the beginning of a note or remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lead {
    /// That of a note, with its own mark where it has one, and whether it is referred to elsewhere.
    Note(NoteKind, Option<String>, bool),
    Comment,
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
    /// How much of `start` the lists around add.
    pub listed: i32,
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
    pub(super) fn inner(self, place: Place) -> Frame {
        Frame { place, depth: self.depth + 1, ..self }
    }
}

impl<'a, X: Write> Document<'a, X> {
    /// Begins a part.
    pub(super) fn new(
        out: X,
        source: Source<'a>,
        shared: &'a mut Shared,
        relationships: Relationships,
        story: Story,
    ) -> Self {
        Document {
            xml: XmlWriter::new(out),
            survey: source.survey,
            context: source.context,
            media: source.media,
            relationships,
            shared,
            story,
            run: OpenRun::default(),
            pending: None,
            lead: None,
            contents: ContentsEdge::default(),
            wrote: Wrote::Nothing,
            page_top: true,
            notes_wait: false,
            tail: None,
            frames: Vec::new(),
            nesting: 0,
        }
    }

    /// Ends the part.
    pub(super) fn finish(self) -> Result<(X, Relationships)> {
        Ok((self.xml.finish()?, self.relationships))
    }

    /// The start tag of the part's root element.
    pub(super) fn open_root(&mut self, name: &str) {
        let namespaces = [
            ("xmlns:w", W),
            ("xmlns:m", MATH),
            ("xmlns:r", RELATIONSHIPS),
            ("xmlns:wp", WP),
            ("xmlns:a", A),
            ("xmlns:pic", PIC),
            ("xmlns:mc", MC),
            ("xmlns:w14", W14),
            ("mc:Ignorable", "w14"),
        ];
        self.xml.open(name, &namespaces);
    }

    /// Writes the main part. Blocks are freed as they are written.
    pub(super) fn main(&mut self, content: Content<'_>) -> Result<()> {
        self.open_root("w:document");
        if let Some(color) = content.background {
            self.xml.empty("w:background", &[("w:color", &hex(color))]);
        }
        self.xml.open("w:body", &[]);
        self.sections(content)?;
        self.xml.close("w:body");
        self.xml.close("w:document");
        Ok(())
    }

    fn sections(&mut self, content: Content<'_>) -> Result<()> {
        let Content { sections, cover, running, .. } = content;
        let count = sections.len();
        let mut page = sections.first().and_then(|section| section.page.clone()).unwrap_or_else(default_page);
        let (mut new_page, mut format) = (true, None);
        self.cover(cover, measure(&page))?;
        let mut sections = sections.into_iter().enumerate().peekable();
        while let Some((index, section)) = sections.next() {
            self.context.report(Stage::Write, index as u64, count as u64);
            let (own, next) = (section.page.as_ref().unwrap_or(&page), sections.peek().map(|(_, next)| next));
            self.notes_wait = self.shared.notes.wait(&section, own, next);
            page = section.page.unwrap_or(page);
            new_page |= section.new_page;
            self.page_top |= section.new_page;
            let references = running.sections.get(index).cloned().unwrap_or_default();
            // Word goes back to decimal numbers where a section says nothing.
            let numbers = section.numbers.or(format.map(|format| PageNumbers { format, start: None }));
            format = numbers.map(|numbers| numbers.format);
            let end = self.section_end(&page, new_page, numbers, references);
            let last = index + 1 == count;
            self.tail = (!last).then(|| end.clone());
            self.body(section.blocks, &page, last)?;
            if last {
                end.write(&mut self.xml);
            }
            // A break at the end of a section is one with the beginning of the next.
            new_page = self.pending.take() == Some(Break::Page);
        }
        if count == 0 {
            self.body(Vec::new(), &page, true)?;
            self.section_end(&page, new_page, None, References::default()).write(&mut self.xml);
        }
        Ok(())
    }

    fn section_end(
        &self,
        page: &PageSetup,
        new_page: bool,
        numbers: Option<PageNumbers>,
        references: References,
    ) -> Section<'a> {
        let template = self.survey.template.as_ref();
        let (right_to_left, first_notes) = (self.is_right_to_left(), self.survey.first_notes);
        Section { template, page: page.clone(), new_page, right_to_left, numbers, references, first_notes }
    }

    /// Whether most of the text runs from the right.
    pub(super) fn is_right_to_left(&self) -> bool {
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

    /// The blocks of a section; the last of its paragraphs carries the section's end. After those of
    /// the last section stand the notes no mark refers to.
    fn body(&mut self, blocks: Vec<Block>, page: &PageSetup, last_section: bool) -> Result<()> {
        self.wrote = Wrote::Nothing;
        let (room, last) = (measure(page), last_text(&blocks));
        // LibreOffice makes a section of a table of contents, and sets one that begins below a column break at the foot
        // of the column before. Among columns its entries are paragraphs with links and page numbers.
        let is_field = self.survey.take_contents && page.columns.len() < 2;
        let contents = if is_field { contents_range(&blocks) } else { None };
        let mut blocks = blocks.into_iter().enumerate().peekable();
        while let Some((index, block)) = blocks.next() {
            self.contents = ContentsEdge {
                begins: contents.is_some_and(|(first, _)| first == index),
                ends: contents.is_some_and(|(_, last)| last == index),
            };
            while matches!(block, Block::Paragraph(_))
                && let Some((_, frame)) = blocks.next_if(|(_, next)| is_hung(next))
            {
                self.hang(frame);
            }
            self.block(&block, Frame { last: Some(index) == last, ..body_frame(room) })?;
        }
        if last_section {
            self.orphans(room)?;
        }
        if self.tail.is_some() || self.wrote != Wrote::Paragraph || !self.frames.is_empty() {
            self.separator()?;
        }
        Ok(())
    }

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
    fn hang(&mut self, block: Block) {
        if let Block::Frame(frame) = block {
            self.frames.push(frame);
        }
    }

    fn block(&mut self, block: &Block, frame: Frame) -> Result<()> {
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

/// What the main part is made of.
pub(super) struct Content<'a> {
    pub sections: Vec<crate::model::flow::Section>,
    pub cover: Option<MediaId>,
    pub background: Option<Color>,
    pub running: &'a Running,
}

pub(super) fn body_frame(room: (f32, f32)) -> Frame {
    Frame { place: Place::Body, start: 0, end: 0, listed: 0, room, depth: 0, list: None, last: false }
}

/// Whether a block is a frame whose place counts from the paragraph before it.
fn is_hung(block: &Block) -> bool {
    matches!(block, Block::Frame(frame) if frame.origin == Origin::Paragraph)
}

/// Index of the last block that writes something.
pub(super) fn last_text(blocks: &[Block]) -> Option<usize> {
    blocks.iter().rposition(|block| !matches!(block, Block::PageBreak | Block::ColumnBreak | Block::Frame(_)))
}
