//! The part writer: where its writer stands while a part with text is written. The main part and those beside it are
//! written the same way.

use std::io::Write;

use super::bucket::{Bucket, Place};
use super::namespaces::{A, MATH, MC, PIC, W, W14, WP};
use super::numbering::Counter;
use super::run::OpenRun;
use super::section::Section;
use super::shared::Shared;
use super::survey::Survey;
use crate::ooxml::{RELATIONSHIPS, Relationships};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::NoteKind;
use transvase_model::media::MediaStore;

/// What is written, and what all parts of it go by.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub survey: &'a Survey,
    pub context: &'a Context,
    pub media: &'a MediaStore,
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
    pub frames: Vec<transvase_model::flow::Frame>,
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

/// Which ends of the table of contents the next paragraph has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ContentsEdge {
    pub begins: bool,
    pub ends: bool,
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

    /// Whether most of the text runs from the right.
    pub(super) fn is_right_to_left(&self) -> bool {
        self.survey.look(Bucket::Body).paragraph.right_to_left
    }
}

pub(super) fn body_frame(room: (f32, f32)) -> Frame {
    Frame { place: Place::Body, start: 0, end: 0, listed: 0, room, depth: 0, list: None, last: false }
}
