//! The writer's state: settings, what the parts share, and the part at hand.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::classes::Classes;
use super::kind::Kind;
use super::legal;
use super::names::Names;
use super::survey::Survey;
use crate::prose::{Dropped, NoteMarks, Numbers, Pictures};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Anchor, Block, Color, Flow};

/// What HTML is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A page of its own.
    Page,
    /// Chapters of an EPUB 3 book.
    Book,
}

/// What is written, and what all of it goes by.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    /// The document.
    pub flow: &'a Flow,
    /// The conversion.
    pub context: &'a Context,
    /// What was counted in the document beforehand.
    pub survey: &'a Survey,
    /// The names that links lead to.
    pub names: &'a Names,
    /// What kind of file is written.
    pub target: Target,
    /// Whether the pages of the source are marked.
    pub marks_pages: bool,
    /// The names of the chapters' files.
    pub files: &'a [String],
}

/// What the parts share while they are written one after the other.
#[derive(Debug)]
pub struct Shared {
    /// Looks that have become classes.
    pub classes: Classes,
    /// Where pictures go.
    pub pictures: Pictures,
    pub(super) notes: Notes,
    /// How many headings have been written.
    pub(super) headings: usize,
    /// The counts of labels and markers.
    pub(super) numbers: Numbers,
    /// Pages whose beginnings are marked, each with its chapter.
    pub pages: Vec<(u32, usize)>,
    /// The last page that began, and whether it is yet to be marked where there is text.
    pub(super) page: (u32, bool),
    /// Ids that have been given to an element.
    pub(super) placed: BTreeSet<String>,
    /// Gradients of drawings, each of which has an id.
    pub(super) gradients: usize,
    /// What was left out.
    pub dropped: Dropped,
}

impl Shared {
    /// What is shared by all parts of a document.
    pub fn new(flow: &Flow, pictures: Pictures) -> Shared {
        Shared {
            classes: Classes::default(),
            pictures,
            notes: Notes::of(flow),
            headings: 0,
            numbers: Numbers::default(),
            pages: Vec::new(),
            page: (0, false),
            placed: BTreeSet::new(),
            gradients: 0,
            dropped: Dropped { remarks: flow.comments.len(), ..Dropped::default() },
        }
    }
}

/// The notes of a text.
#[derive(Debug)]
pub(super) struct Notes {
    marks: NoteMarks,
    /// Those that are referred to so far.
    known: BTreeSet<usize>,
    /// Those whose marks lead to them.
    pub linked: BTreeSet<usize>,
    /// Those that are referred to and not written yet.
    pub waiting: VecDeque<usize>,
}

impl Notes {
    pub(super) fn of(flow: &Flow) -> Notes {
        let marks = NoteMarks::of(flow);
        Notes { marks, known: BTreeSet::new(), linked: BTreeSet::new(), waiting: VecDeque::new() }
    }

    /// Whether this is the first place that refers to a note, which is then to be written.
    pub(super) fn refer(&mut self, note: usize) -> bool {
        let is_first = self.known.insert(note);
        if is_first {
            self.waiting.push_back(note);
        }
        is_first
    }

    /// The mark of a note as HTML can have it.
    pub(super) fn mark(&self, note: usize) -> Option<String> {
        self.marks.mark(note).map(|mark| legal(mark).into_owned())
    }
}

/// A part of the text that is being written.
pub struct Body<'a, 's> {
    pub(super) xml: XmlWriter<Vec<u8>>,
    pub(super) source: Source<'a>,
    pub(super) shared: &'s mut Shared,
    /// Number of the chapter.
    pub(super) chapter: usize,
    /// What is around the text written last.
    pub(super) open: Option<Wrap>,
    /// The colour behind the text at hand.
    pub(super) ground: Option<Color>,
    /// The label of an item, for the paragraph that comes next.
    pub(super) label: Option<String>,
    /// The id of a place that stands before the next paragraph.
    pub(super) place: Option<String>,
    /// A note that the next paragraph begins.
    pub(super) note: Option<usize>,
    /// Whether a link is open.
    pub(super) in_link: bool,
    /// Drawings around the text at hand.
    pub(super) drawings: usize,
    /// Whether SVG or MathML was written.
    pub(crate) has_svg: bool,
    pub(crate) has_mathml: bool,
}

/// A `span` around text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wrap {
    pub class: Option<String>,
    pub language: Option<Arc<str>>,
}

/// Where blocks stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    /// The kind of running text here.
    pub place: Kind,
    pub depth: usize,
}

impl Scope {
    pub(super) fn of(place: Kind) -> Scope {
        Scope { place, depth: 0 }
    }

    pub(super) fn inner(&self, place: Kind) -> Scope {
        Scope { place, depth: self.depth + 1 }
    }
}

impl<'a, 's> Body<'a, 's> {
    /// Begins a chapter.
    pub fn new(source: Source<'a>, shared: &'s mut Shared, chapter: usize) -> Self {
        Body {
            xml: XmlWriter::part(Vec::new()),
            source,
            shared,
            chapter,
            open: None,
            ground: None,
            label: None,
            place: None,
            note: None,
            in_link: false,
            drawings: 0,
            has_svg: false,
            has_mathml: false,
        }
    }

    /// Writes the blocks of a chapter, and behind them the notes they refer to; of the `last` chapter all that are left.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub fn chapter(&mut self, blocks: &[&Block], last: bool) -> Result<()> {
        self.stretch(blocks, &Scope::of(Kind::Body))?;
        self.notes(last)
    }

    /// The markup, and whether it has SVG and MathML in it.
    ///
    /// # Errors
    /// `Internal` where a write failed.
    pub fn finish(self) -> Result<Markup> {
        let (has_svg, has_mathml) = (self.has_svg, self.has_mathml);
        Ok(Markup { bytes: self.xml.finish()?, has_svg, has_mathml })
    }

    /// Where a link to a place leads; `None` where there is no such place.
    pub(super) fn href(&mut self, anchor: &Anchor) -> Option<String> {
        let Some((chapter, id)) = self.source.names.place(anchor) else {
            self.shared.dropped.links += 1;
            return None;
        };
        let file = if chapter == self.chapter { "" } else { self.source.files.get(chapter)?.as_str() };
        // The top of a page is where an empty fragment leads (HTML, 7.4.6.4).
        Some(if id.is_empty() && !file.is_empty() { file.to_owned() } else { format!("{file}#{id}") })
    }

    /// A line of markup ends: for those who read it, where no text is.
    pub(super) fn line(&mut self) {
        self.xml.raw("\n");
    }

    /// Opens an element with the attributes that have a value; classes may come several times.
    pub(super) fn open_with(&mut self, name: &str, attributes: &[(&str, Option<&str>)]) {
        let mut said: Vec<(&str, Cow<'_, str>)> = Vec::new();
        for (key, value) in attributes.iter().filter_map(|(key, value)| Some((*key, (*value)?))) {
            match said.iter_mut().find(|(known, _)| *known == key) {
                Some((_, values)) => *values = format!("{values} {value}").into(),
                None => said.push((key, value.into())),
            }
        }
        let said: Vec<(&str, &str)> = said.iter().map(|(key, value)| (*key, &**value)).collect();
        self.xml.open(name, &said);
    }

    pub(super) fn is_book(&self) -> bool {
        self.source.target == Target::Book
    }
}

/// Markup of a chapter.
pub struct Markup {
    /// The file.
    pub bytes: Vec<u8>,
    /// Whether SVG stands in it.
    pub has_svg: bool,
    /// Whether MathML stands in it.
    pub has_mathml: bool,
}
