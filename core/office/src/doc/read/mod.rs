//! The DOC reader: tables that say what lies where, and one walk through the text.
//!
//! Text is a row of characters that lies in pieces in one stream. Which properties each stretch of it has is told by
//! the place of its bytes in that stream; which part of it is main text, notes or running heads by counts of characters.

mod art;
mod aside;
mod blocks;
mod drawing;
mod events;
mod fib;
mod field;
mod fonts;
mod form;
mod letters;
mod lines;
mod lists;
mod look;
mod marker;
mod pages;
mod picture;
mod plex;
mod roles;
mod row;
mod section;
mod sprm;
mod story;
mod style;
mod styles;
mod table;
mod text;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use super::DOCUMENT;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::le;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_container::cfb::{self, Container};
use transvase_markup::html::{Gallery, headings, links};
use transvase_markup::prose::HIDDEN;
use transvase_model::flow::{Flow, HiddenWords, PageSetup, TextStyle};
use transvase_model::text::{hidden_words, lcid, misread};

use aside::Asides;
use drawing::Shapes;
use events::Events;
use fib::{Fib, Part, Table};
use field::Fields;
use fonts::Fonts;
use letters::Letters;
use lists::{Counts, Lists};
use pages::{About, Stretches};
use picture::Losses;
use section::SectionLook;
use styles::Styles;
use text::Text;

/// Reads a document.
///
/// # Errors
/// `PasswordRequired`, `UnknownSource` for documents before Word 97, `Malformed`, `Truncated`, limits, `TimedOut`,
/// `Cancelled`.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let container = Container::open(bytes)?;
    let document = document(&container, context)?;
    let fib = Fib::read(&document)?;
    if fib.is_encrypted() {
        return Err(Error::new(
            ErrorCode::PasswordRequired,
            "the document is encrypted and cannot be read: save it without a password",
        ));
    }
    let tables = container.stream(&[fib.tables()], context)?;
    let tables = tables
        .ok_or_else(|| Error::malformed("the Word document in the file is damaged: its table stream is missing"))?;
    let data = container.stream(&["Data"], context)?.unwrap_or_default();
    let source = Source { fib: &fib, document: &document, tables: &tables };
    let (file, asides) = File::read(source, data, context)?;
    let metadata = cfb::properties::summary(&container, context)?;
    let mut reader = Reader::new(&file, context);
    reader.flow.metadata = metadata;
    reader.asides(asides)?;
    reader.sections()?;
    reader.left_boxes()?;
    reader.finish(lcid::tag(fib.language()))
}

/// Whether a document is encrypted.
///
/// # Errors
/// As [`read`].
pub(super) fn is_encrypted(container: &Container<'_>, context: &Context) -> Result<bool> {
    Ok(Fib::read(&document(container, context)?)?.is_encrypted())
}

fn document(container: &Container<'_>, context: &Context) -> Result<Vec<u8>> {
    let document = container.stream(&[DOCUMENT], context)?;
    document.ok_or_else(|| Error::malformed("the file holds no Word document"))
}

/// The streams of a document.
#[derive(Clone, Copy)]
struct Source<'a> {
    fib: &'a Fib,
    document: &'a [u8],
    tables: &'a [u8],
}

impl<'a> Source<'a> {
    fn table(&self, table: Table) -> &'a [u8] {
        self.fib.table(self.tables, table)
    }
}

/// All that the file says, beside its text.
struct File<'a> {
    document: &'a [u8],
    tables: &'a [u8],
    data: Vec<u8>,
    text: Text,
    letter_pages: Stretches,
    paragraph_pages: Stretches,
    styles: Styles,
    fonts: Fonts,
    lists: Lists,
    events: Events,
    /// Those who changed the text.
    editors: Vec<String>,
    sections: Vec<(u32, SectionLook)>,
    /// Where the texts of heads and feet lie.
    headers: Vec<(u32, u32)>,
    shapes: Shapes,
    /// Where the pictures of shapes lie in the stream of tables.
    pictures: Vec<Range<usize>>,
    /// Whether even pages have texts of their own, and margins that change places.
    facing: bool,
    mirrored: bool,
    /// Whether words are divided at the ends of lines.
    hyphenated: bool,
}

impl<'a> File<'a> {
    fn read(source: Source<'a>, data: Vec<u8>, context: &Context) -> Result<(File<'a>, Asides)> {
        let Source { fib, document, tables } = source;
        let text = Text::read(document, source.table(Table::Pieces), context)?;
        let (at, len) = fib.place(Table::Lists);
        let lists = Lists::read(tables, at, len, source.table(Table::ListUses));
        let (asides, events) = source.asides(&text);
        let (shapes, pictures) = source.shapes();
        let settings = source.table(Table::Document);
        let flag = |at: usize, bit: u8| le::u8(settings, at).is_some_and(|byte| byte & bit != 0);
        let file = File {
            document,
            tables,
            data,
            shapes,
            pictures,
            letter_pages: Stretches::read(document, source.table(Table::LetterPages), About::Letters, context)?,
            paragraph_pages: Stretches::read(
                document,
                source.table(Table::ParagraphPages),
                About::Paragraphs,
                context,
            )?,
            styles: Styles::read(source.table(Table::Styles), &lists, context)?,
            fonts: Fonts::read(source.table(Table::Fonts)),
            lists,
            events,
            editors: File::editors(source.table(Table::Editors)),
            sections: source.sections(),
            headers: source.ranges(Table::Headers, Part::Headers, 0),
            // [MS-DOC], 2.7.2, DopBase: fFacingPages, fMirrorMargins and fAutoHyphen.
            facing: flag(0, 1),
            mirrored: flag(6, 0x20),
            hyphenated: flag(5, 0x10),
            text,
        };
        Ok((file, asides))
    }
}

/// How far from their edge lines may end before words are divided, in points: a quarter of an inch, as Word has it.
const HYPHENATION_ZONE: f32 = 18.0;

/// A document that is being read.
struct Reader<'f> {
    context: &'f Context,
    file: &'f File<'f>,
    /// Texts in texts that are being read.
    depth: usize,
    /// Whether the text at hand is the main one, in which pages end.
    is_main: bool,
    fields: Fields,
    counts: Counts,
    gallery: Gallery,
    losses: Losses,
    /// Shapes whose texts have been read.
    boxes: BTreeSet<u32>,
    /// Shapes and groups that have been put where they stand.
    anchored: BTreeSet<u32>,
    hidden: HiddenWords,
    keep_hidden: bool,
    /// Links that lead where no document can lead.
    lost_links: usize,
    /// Whether tables lie too deep in one another.
    is_deep: bool,
    /// The page of the section at hand.
    page: PageSetup,
    /// Text of a paragraph whose end is to go.
    carried: Vec<words::Piece>,
    /// The letters made last, and of what.
    letters: Option<((u16, usize, usize), Rc<Letters>)>,
    /// The style made last, and of what.
    style: Option<(Rc<Letters>, TextStyle)>,
    flow: Flow,
}

impl<'f> Reader<'f> {
    fn new(file: &'f File<'f>, context: &'f Context) -> Self {
        Reader {
            context,
            file,
            depth: 0,
            is_main: false,
            fields: Fields::default(),
            counts: Counts::default(),
            gallery: Gallery::default(),
            losses: Losses::default(),
            boxes: BTreeSet::new(),
            anchored: BTreeSet::new(),
            hidden: HiddenWords::default(),
            keep_hidden: context.options().choice(&HIDDEN) == Some("keep"),
            lost_links: 0,
            is_deep: false,
            page: SectionLook::default().setup(false),
            carried: Vec::new(),
            letters: None,
            style: None,
            flow: Flow::default(),
        }
    }

    /// The document with all that was read.
    fn finish(self, language: Option<String>) -> Result<Flow> {
        let context = self.context;
        self.losses.warn(context);
        self.gallery.warn_of_losses(context);
        hidden_words::warn(&self.hidden, context);
        if self.lost_links > 0 {
            let message = counted(self.lost_links, "[link|links] to other files became plain text");
            context.warn(Warning::new(WarningCode::LinkDropped, message));
        }
        let mut flow = self.flow;
        flow.metadata.language = language;
        flow.hyphenation = self.file.hyphenated.then_some(HYPHENATION_ZONE);
        flow.media = self.gallery.store;
        misread::settle(&mut flow, context);
        flow.outline = headings::outline(&mut flow.sections, context)?;
        links::resolve(&mut flow, context)?;
        Ok(flow)
    }
}
