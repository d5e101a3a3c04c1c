//! The JSON writer: a document, a block at a time.

mod blocks;
mod inlines;
mod sections;

pub(super) use self::inlines::SOFT_HYPHEN;

use std::cell::{Cell, RefCell};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};

use super::measure::{color, columns, edges_of, points};
use super::schema::{self, Document, FORMAT, Media, VERSION};
use super::{LINES, PRETTY};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::files::NamedFile;
use transvase_base::units::{Rect, Size};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_format::Written;
use transvase_markup::prose::{Images, Numbers, Pictures};
use transvase_model::flow::{Flow, PlaceId, Stretch};
use transvase_model::media::MediaId;

/// Name of the document in an archive.
const NAME: &str = "document.json";

/// Writes the document, with its pictures where the options say.
pub(super) fn write(flow: &Flow, context: &Context) -> Result<Written> {
    let images = Images::chosen(context, Images::None);
    let teller = Teller::new(flow, context, images);
    let pictures = RefCell::new(Pictures::new(images));
    let bytes = teller.document(&pictures)?;
    teller.warn();
    if images != Images::Zip || flow.media.is_empty() {
        return Ok(Written::File(bytes));
    }
    let mut files = vec![NamedFile { name: NAME.into(), bytes, packed: false }];
    files.extend(pictures.into_inner().files(&flow.media));
    Ok(Written::Files(files))
}

/// A list that is made while it is written.
struct Each<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for Each<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// Whoever tells a document in the words of JSON.
pub(super) struct Teller<'f> {
    flow: &'f Flow,
    context: &'f Context,
    images: Images,
    /// Whether the boxes of lines are told.
    lines: bool,
    numbers: RefCell<Numbers>,
    /// Why it had to stop.
    stopped: RefCell<Option<Error>>,
    /// Whether blocks were nested too deeply.
    flattened: Cell<bool>,
    /// Drawings whose outlines were left out.
    drawings: Cell<usize>,
}

impl<'f> Teller<'f> {
    fn new(flow: &'f Flow, context: &'f Context, images: Images) -> Self {
        Teller {
            flow,
            context,
            images,
            lines: context.options().flag(&LINES),
            numbers: RefCell::default(),
            stopped: RefCell::default(),
            flattened: Cell::default(),
            drawings: Cell::default(),
        }
    }

    /// The whole document. Its sections and media are made while they are written.
    fn document(&self, pictures: &RefCell<Pictures>) -> Result<Vec<u8>> {
        let flow = self.flow;
        let sections = flow.sections.iter().map(|section| self.section(section));
        let media = flow.media.iter().map_while(|(id, _)| self.goes_on().then(|| self.media(id, pictures)));
        let document = Document {
            format: FORMAT.into(),
            version: VERSION,
            metadata: sections::metadata(&flow.metadata),
            pages: flow.pages.iter().map(sections::page).collect(),
            outline: flow.outline.iter().map(sections::entry).collect(),
            cover: flow.cover.map(|cover| cover.index() as u32),
            background: flow.background.map(color),
            sections: Each(sections),
            notes: self.notes(),
            first_notes: sections::first_notes(flow.first_notes),
            comments: flow.comments.iter().map(|comment| self.comment(comment)).collect(),
            changes: flow.changes.iter().map(sections::change).collect(),
            media: (!flow.media.is_empty()).then_some(Each(media)),
        };
        let bytes = written(&document, self.context.options().flag(&PRETTY));
        match self.stopped.take() {
            Some(error) => Err(error),
            None => bytes,
        }
    }

    /// Whether there is time and room for more.
    fn goes_on(&self) -> bool {
        let mut stopped = self.stopped.borrow_mut();
        if stopped.is_none() {
            *stopped = self.context.checkpoint().err();
        }
        stopped.is_none()
    }

    fn media(&self, id: MediaId, pictures: &RefCell<Pictures>) -> Media {
        let media = self.flow.media.get(id);
        let mut told = Media {
            id: id.index() as u32,
            media_type: media.kind.media_type().into(),
            width: media.width_px,
            height: media.height_px,
            ..Media::default()
        };
        match self.images {
            Images::Embed => told.data = Some(STANDARD.encode(&media.bytes)),
            _ => told.name = pictures.borrow_mut().reference(id, &self.flow.media),
        }
        told
    }

    fn places(&self, id: Option<PlaceId>) -> Vec<schema::Place> {
        let place = id.and_then(|id| self.flow.places.get(id.0 as usize));
        place
            .map(|place| place.stretches.iter().flat_map(|stretch| self.stretch(stretch)).collect())
            .unwrap_or_default()
    }

    /// The places of a stretch: one for each column that its lines stand in.
    fn stretch(&self, stretch: &Stretch) -> Vec<schema::Place> {
        let lines: Vec<_> = stretch.lines.iter().map(|line| (stretch.page, *line)).collect();
        let parts = columns(&lines);
        let [_, _, ..] = parts.as_slice() else {
            return vec![self.part(stretch.page, &stretch.rect, &stretch.lines)];
        };
        let mut rest = stretch.lines.as_slice();
        let part = |(page, around, count): &(u32, Rect, usize)| {
            let (lines, after) = rest.split_at(*count);
            rest = after;
            self.part(*page, around, lines)
        };
        parts.iter().map(part).collect()
    }

    fn part(&self, page: u32, around: &Rect, lines: &[Rect]) -> schema::Place {
        let lines = lines.iter().filter(|_| self.lines).map(edges_of).collect();
        schema::Place { page, bounds: edges_of(around), lines }
    }

    /// Says what was left out.
    fn warn(&self) {
        let warn = |code, message: String| self.context.warn(Warning::new(code, message));
        let (pictures, drawings) = (self.flow.media.len(), self.drawings.get());
        if self.images == Images::None && pictures + drawings > 0 {
            let what = match (pictures, drawings) {
                (0, drawings) => format!("the outlines of {}", counted(drawings, "[drawing|drawings]")),
                (pictures, 0) => format!("the bytes of {}", counted(pictures, "[picture|pictures]")),
                _ => format!(
                    "the bytes of {} and the outlines of {}",
                    counted(pictures, "[picture|pictures]"),
                    counted(drawings, "[drawing|drawings]")
                ),
            };
            let message = format!("{what} were left out; the option images=embed keeps them");
            warn(WarningCode::ImageDropped, message);
        }
        if self.flattened.get() {
            warn(WarningCode::StructureFlattened, "blocks nested too deeply were written one after another".into());
        }
    }
}

/// An object as text, on one line or, for people, on many.
pub(super) fn written(object: &impl Serialize, pretty: bool) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let told = if pretty {
        object.serialize(&mut serde_json::Serializer::pretty(&mut bytes))
    } else {
        object.serialize(&mut serde_json::Serializer::new(&mut bytes))
    };
    let failed = |error| Error::new(ErrorCode::Internal, "the document could not be written as JSON").caused_by(error);
    told.map_err(failed)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Width and height.
fn size(size: Size) -> (f32, f32) {
    (points(size.width), points(size.height))
}
