//! The JSON reader: a document back from JSON.

mod blocks;
mod inlines;
mod source;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::IgnoredAny;

use super::measure::{bounded, color_of, extent};
use super::schema::{self, ChangeKind, Document};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Size;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_codec::table;
use transvase_model::flow::{self, Block, Flow, SourcePage, Stretch};
use transvase_model::media::{Media, MediaId, MediaStore};
use transvase_model::metadata::Metadata;

/// What of a document is not its text.
type Outline = Document<IgnoredAny, IgnoredAny>;

/// Reads all but sections and media.
pub(super) fn outline(bytes: &[u8], context: &Context) -> Result<Outline> {
    source::parse(bytes, context)
}

/// Reads a document.
pub(super) fn read(bytes: &[u8], context: &Context) -> Result<Flow> {
    let document: Document = source::parse(bytes, context)?;
    let mut media = MediaStore::default();
    let known = document.media.unwrap_or_default();
    let mut reader = Reader { context, ..Reader::new(context) };
    for image in &known {
        context.checkpoint()?;
        if let Some(read) = picture(image, context)? {
            reader.media.insert(image.id, media.add(read));
        }
    }
    reader.notes = document.notes.len();
    reader.comments = document.comments.len();
    reader.changes = document.changes.len();
    let is_deleted = |(_, change): &(usize, &schema::Change)| change.kind == ChangeKind::Deleted;
    reader.deleted = document.changes.iter().enumerate().filter(is_deleted).map(|(at, _)| at as u32).collect();
    let mut flow = Flow {
        metadata: metadata(document.metadata),
        outline: document.outline.into_iter().map(entry).collect(),
        cover: document.cover.and_then(|cover| reader.media.get(&cover).copied()),
        first_notes: flow::FirstNotes {
            foot: document.first_notes.foot.unwrap_or(1),
            end: document.first_notes.end.unwrap_or(1),
        },
        changes: document.changes.into_iter().map(change).collect(),
        pages: document.pages.iter().map(page).collect(),
        background: document.background.as_deref().and_then(color_of),
        media,
        ..Flow::default()
    };
    for section in document.sections {
        flow.sections.push(reader.section(section)?);
    }
    for note in document.notes {
        let blocks = reader.blocks(note.blocks)?;
        flow.notes.push(flow::Note { kind: note.kind.into(), mark: note.mark, blocks });
    }
    for comment in document.comments {
        let blocks = reader.blocks(comment.blocks)?;
        flow.comments.push(flow::Comment { author: comment.author, date: comment.date, blocks });
    }
    reader.warn();
    flow.places = reader.places.into_inner();
    Ok(flow)
}

/// What the text of a document refers to, and what was found wrong in it.
struct Reader<'c> {
    context: &'c Context,
    media: BTreeMap<u32, MediaId>,
    notes: usize,
    comments: usize,
    changes: usize,
    /// Changes that take text away.
    deleted: BTreeSet<u32>,
    /// The anchors so far: each leads to one place.
    anchors: RefCell<BTreeSet<String>>,
    places: RefCell<Vec<flow::Place>>,
    /// Paragraphs whose text is not that of their runs.
    edited: Cell<usize>,
    /// Images without bytes.
    lost: Cell<usize>,
    /// References to what is not there.
    dangling: Cell<usize>,
}

impl<'c> Reader<'c> {
    fn new(context: &'c Context) -> Self {
        Reader {
            context,
            media: BTreeMap::new(),
            notes: 0,
            comments: 0,
            changes: 0,
            deleted: BTreeSet::new(),
            anchors: RefCell::default(),
            places: RefCell::default(),
            edited: Cell::default(),
            lost: Cell::default(),
            dangling: Cell::default(),
        }
    }

    fn section(&self, section: schema::Section) -> Result<flow::Section> {
        Ok(flow::Section {
            page: section.page.map(setup),
            new_page: section.new_page,
            blocks: self.blocks(section.blocks)?,
            header: section.header.map(|text| self.running(text)).transpose()?,
            footer: section.footer.map(|text| self.running(text)).transpose()?,
            numbers: section
                .numbers
                .map(|numbers| flow::PageNumbers { format: numbers.format.into(), start: numbers.start }),
        })
    }

    fn running(&self, text: schema::RunningText) -> Result<flow::RunningText> {
        let blocks = |blocks: Option<Vec<schema::Block>>| -> Result<Option<Vec<Block>>> {
            blocks.map(|blocks| self.blocks(blocks)).transpose()
        };
        Ok(flow::RunningText {
            default: self.blocks(text.blocks)?,
            first: blocks(text.first)?,
            even: blocks(text.even)?,
        })
    }

    /// Notes where something stood.
    fn place(&self, places: &[schema::Place]) -> Option<flow::PlaceId> {
        if places.is_empty() {
            return None;
        }
        let rect = |bounds: &[f32; 4]| super::measure::rect(*bounds);
        let stretch = |place: &schema::Place| Stretch {
            page: place.page,
            rect: rect(&place.bounds),
            lines: place.lines.iter().map(rect).collect(),
        };
        let mut all = self.places.borrow_mut();
        all.push(flow::Place { stretches: places.iter().map(stretch).collect() });
        Some(flow::PlaceId(all.len() as u32 - 1))
    }

    /// The image of a number; `None` where there are no bytes of it.
    fn image(&self, id: u32) -> Option<MediaId> {
        let found = self.media.get(&id).copied();
        if found.is_none() {
            self.lost.set(self.lost.get() + 1);
        }
        found
    }

    /// An index, if there is something of that index.
    fn index(&self, index: u32, count: usize) -> Option<usize> {
        let found = Some(index as usize).filter(|index| *index < count);
        if found.is_none() {
            self.dangling.set(self.dangling.get() + 1);
        }
        found
    }

    fn warn(&self) {
        let warn = |count: usize, code, what: &str| {
            if count > 0 {
                self.context.warn(Warning::new(code, counted(count, what)));
            }
        };
        let edited = "[paragraph has|paragraphs have] a text that differs from the runs: the text was kept, the styles of the runs were lost";
        warn(self.edited.get(), WarningCode::StyleDropped, edited);
        warn(
            self.lost.get(),
            WarningCode::ImageDropped,
            "[image has|images have] no bytes in the document and [was|were] left out",
        );
        warn(
            self.dangling.get(),
            WarningCode::AnnotationDropped,
            "[reference to a note, remark or change leads|references to notes, remarks or changes lead] nowhere",
        );
    }
}

/// A picture with its bytes: in the document, or in a file beside it.
fn picture(image: &schema::Media, context: &Context) -> Result<Option<Media>> {
    let bytes: Arc<[u8]> = if let Some(data) = &image.data {
        context.charge_unpacked(data.len())?;
        let Ok(bytes) = STANDARD.decode(data) else { return Ok(None) };
        bytes.into()
    } else if let Some(bytes) = image.name.as_deref().map(|name| context.resource(name)).transpose()?.flatten() {
        bytes
    } else {
        return Ok(None);
    };
    let Some(kind) = table::kind(&bytes) else { return Ok(None) };
    Ok(Some(Media { bytes, kind, width_px: image.width, height_px: image.height }))
}

/// What a document says about itself.
pub(super) fn metadata(said: schema::Metadata) -> Metadata {
    let schema::Metadata {
        title,
        authors,
        subject,
        keywords,
        publisher,
        language,
        identifier,
        date,
        modified,
        producer,
    } = said;
    Metadata { title, authors, subject, keywords, publisher, language, identifier, date, modified, producer }
}

fn entry(item: schema::OutlineItem) -> flow::OutlineItem {
    flow::OutlineItem { level: item.level.max(1), title: item.title, target: item.target.into() }
}

fn change(change: schema::Change) -> flow::Change {
    flow::Change { kind: change.kind.into(), author: change.author, date: change.date }
}

fn page(page: &schema::Page) -> SourcePage {
    SourcePage { number: page.number, size: Size { width: extent(page.width), height: extent(page.height) } }
}

fn setup(page: schema::PageSetup) -> flow::PageSetup {
    let side = |length: f32| extent(length).min(flow::PageSetup::LONGEST);
    let column = |column: &schema::Column| flow::Column { width: extent(column.width), gap: bounded(column.gap) };
    flow::PageSetup {
        size: Size { width: side(page.width), height: side(page.height) },
        margins: page.margins.read(),
        header_distance: page.header_distance.map(bounded),
        footer_distance: page.footer_distance.map(bounded),
        columns: page.columns.iter().map(column).collect(),
        separator: page.separator,
        line_numbers: page.line_numbers.map(|numbers| flow::LineNumbers {
            every: numbers.every.max(1),
            on_each_page: numbers.on_each_page,
            distance: bounded(numbers.distance),
        }),
        mirrored: page.mirrored,
        borders: page.borders.map(|borders| {
            Box::new(flow::PageBorders {
                lines: flow::Borders::from(&borders.lines),
                room: borders.room.as_ref().map(schema::Edges::read).unwrap_or_default(),
                from_text: borders.from_text,
            })
        }),
        grid: page.grid.filter(|grid| grid.pitch >= 1.0).map(|grid| flow::LineGrid {
            pitch: extent(grid.pitch),
            spacing: bounded(grid.spacing),
            in_tables: grid.in_tables,
        }),
        vertical: page.vertical,
    }
}
