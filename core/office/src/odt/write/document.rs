//! Block content: blocks one after the other, as a file with text has them.

use super::MAX_DEPTH;
use super::automatic::Automatic;
use super::list::ListStack;
use super::list_styles::ListStyles;
use super::look::{Extras, QUOTE_INDENT};
use super::shared::Shared;
use super::survey::{Place, Survey};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Block, Comment, Frame, Note, Paragraph, Role, leaves};
use transvase_model::media::MediaStore;

/// What is written, and what all files with text go by.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub survey: &'a Survey,
    pub context: &'a Context,
    pub media: &'a MediaStore,
    pub notes: &'a [Note],
    pub comments: &'a [Comment],
}

/// A file with text that is being written.
pub(super) struct Document<'a> {
    pub xml: XmlWriter<Vec<u8>>,
    pub source: Source<'a>,
    pub shared: &'a mut Shared,
    pub automatic: Automatic,
    pub list_styles: ListStyles,
    pub lists: ListStack,
    /// A break that the next paragraph begins with.
    pub pending: Option<&'static str>,
    /// The master page that the next paragraph begins, and the number of that page.
    pub master: Option<(String, Option<u32>)>,
    /// Frames that hang on the next paragraph.
    pub frames: Vec<Frame>,
    /// Whether the text is beside the main one: notes and remarks have no place there.
    pub beside: bool,
    /// Whether a space that comes now has to be an element.
    pub spaced: bool,
}

/// Where blocks stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    pub place: Place,
    /// Indents that quotations and lists add, in points.
    pub start: f32,
    pub end: f32,
    /// How much of `start` the lists around add.
    pub listed: f32,
    /// Width of the column in points.
    pub measure: f32,
    pub depth: usize,
    /// Left edge and first indent that a list gives to its paragraphs.
    pub level: Option<(f32, f32)>,
    /// Whether only paragraphs and lists may stand here.
    pub plain: bool,
}

impl Scope {
    pub(super) fn of(place: Place, measure: f32) -> Scope {
        Scope { place, start: 0.0, end: 0.0, listed: 0.0, measure, depth: 0, level: None, plain: false }
    }

    pub(super) fn inner(self, place: Place) -> Scope {
        Scope { place, depth: self.depth + 1, ..self }
    }
}

impl<'a> Document<'a> {
    pub(super) fn new(source: Source<'a>, shared: &'a mut Shared, prefix: &'static str, beside: bool) -> Document<'a> {
        Document {
            xml: XmlWriter::part(Vec::new()),
            source,
            shared,
            automatic: Automatic::new(prefix),
            list_styles: ListStyles::default(),
            lists: ListStack::default(),
            pending: None,
            master: None,
            frames: Vec::new(),
            beside,
            spaced: true,
        }
    }

    /// Writes blocks that are all there is in their place; there is a paragraph at least.
    pub(super) fn whole(&mut self, blocks: &[Block], scope: Scope) -> Result<()> {
        self.blocks(blocks, scope)?;
        let ends_well = matches!(blocks.last(), Some(Block::Paragraph(_) | Block::List(_)));
        if !self.frames.is_empty() || blocks.is_empty() || (scope.place == Place::Cell && !ends_well) {
            self.paragraph(&Paragraph::default(), scope)?;
        }
        Ok(())
    }

    /// Writes blocks.
    pub(super) fn blocks(&mut self, blocks: &[Block], scope: Scope) -> Result<()> {
        let mut rest = blocks;
        while let Some(first) = rest.first() {
            let contents = rest.iter().take_while(|block| is_contents(block)).count();
            if contents > 1 && scope.depth == 0 && !self.beside {
                self.contents(&rest[..contents], scope)?;
                rest = &rest[contents..];
                continue;
            }
            self.block(first, scope)?;
            rest = &rest[1..];
        }
        Ok(())
    }

    fn block(&mut self, block: &Block, scope: Scope) -> Result<()> {
        self.source.context.tick(1)?;
        if scope.depth > MAX_DEPTH && !matches!(block, Block::Paragraph(_)) {
            self.shared.flattened = true;
            let leaves = leaves([block]).into_iter().filter(|leaf| matches!(leaf, Block::Paragraph(_)));
            return leaves.into_iter().try_for_each(|leaf| self.block(leaf, scope));
        }
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph, scope),
            Block::List(list) => self.list(list, scope),
            Block::Quote(blocks) => {
                let inner = scope.inner(Place::Quote);
                let (start, end) = (scope.start + QUOTE_INDENT, scope.end + QUOTE_INDENT);
                self.blocks(blocks, Scope { start, end, ..inner })
            }
            Block::Group(group) => self.blocks(&group.blocks, scope.inner(scope.place)),
            Block::Table(table) if scope.plain => {
                let cells = table.rows.iter().flat_map(|row| &row.cells);
                cells.into_iter().try_for_each(|cell| self.blocks(&cell.blocks, scope.inner(Place::Cell)))
            }
            Block::Table(table) => self.table(table, scope),
            Block::Frame(frame) if scope.plain || self.beside && scope.depth > 4 => {
                self.blocks(&frame.blocks, scope.inner(Place::Cell))
            }
            Block::Frame(frame) => {
                self.frames.push(frame.clone());
                Ok(())
            }
            Block::Rule => self.rule(),
            Block::PageBreak => {
                self.pending = Some("page");
                Ok(())
            }
            Block::ColumnBreak => {
                self.pending = self.pending.or(Some("column"));
                Ok(())
            }
        }
    }

    /// Entries of a table of contents, which programs can make anew (8.3 `text:table-of-content`).
    fn contents(&mut self, blocks: &[Block], scope: Scope) -> Result<()> {
        self.outside_lists();
        let name = format!("Contents{}", self.shared.number());
        self.xml.open("text:table-of-content", &[("text:name", &name), ("text:protected", "false")]);
        self.xml.empty("text:table-of-content-source", &[("text:outline-level", "9")]);
        self.xml.open("text:index-body", &[]);
        blocks.iter().try_for_each(|block| self.block(block, scope.inner(scope.place)))?;
        self.outside_lists();
        self.xml.close("text:index-body");
        self.xml.close("text:table-of-content");
        Ok(())
    }

    /// A horizontal line: a paragraph of nothing but a line below it.
    fn rule(&mut self) -> Result<()> {
        let extras = self.take_extras(&Paragraph::default());
        let name = if extras == Extras::default() && self.master.is_none() {
            "Horizontal_20_Line".to_owned()
        } else {
            let empty = super::look::Look::new();
            self.paragraph_style("Horizontal_20_Line", (&empty, &empty), (&empty, &empty), &extras)?
        };
        self.item_text();
        self.xml.empty("text:p", &[("text:style-name", &name)]);
        Ok(())
    }

    /// What the next paragraph has beside its look.
    pub(super) fn take_extras(&mut self, paragraph: &Paragraph) -> Extras {
        let by_style = paragraph.style.page_break_before.then_some("page");
        let before = self.pending.take().or(by_style);
        let drop =
            paragraph.drop_cap.as_ref().map(|drop| (drop.lines.clamp(2, 9), drop.run.text.chars().count().clamp(1, 9)));
        // A master page begins a page by itself.
        Extras { before: before.filter(|_| self.master.is_none()), page_number: None, drop }
    }
}

fn is_contents(block: &Block) -> bool {
    matches!(block, Block::Paragraph(paragraph) if matches!(paragraph.role, Role::Contents(_)))
}
