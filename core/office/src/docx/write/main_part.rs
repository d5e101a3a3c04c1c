//! `word/document.xml`: the sections, one after the other, into the archive.

use std::io::Write;

use super::blocks::{is_hung, last_text};
use super::document::{Break, ContentsEdge, Document, Frame, Wrote, body_frame};
use super::field::contents_range;
use super::page::{default_page, measure};
use super::properties::hex;
use super::running::Running;
use super::section::{References, Section};
use transvase_base::error::{Result, Stage};
use transvase_model::flow::{
    Align, Block, Color, Inline, InlineImage, PageNumbers, PageSetup, Paragraph, ParagraphStyle,
};
use transvase_model::media::MediaId;

/// What the main part is made of.
pub(super) struct Content<'a> {
    pub sections: Vec<transvase_model::flow::Section>,
    pub cover: Option<MediaId>,
    pub background: Option<Color>,
    pub running: &'a Running,
}

impl<'a, X: Write> Document<'a, X> {
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
}
