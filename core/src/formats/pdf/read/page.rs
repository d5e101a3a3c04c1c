//! One page: its geometry, its content, and what the interpreter finds on it.

use std::collections::BTreeMap;

use hayro_syntax::object::{Object, Stream};
use hayro_syntax::page::Page as SourcePage;

use super::accents;
use super::annotations::{self, Found};
use super::assets::Assets;
use super::bars::{self, Bars};
use super::document::{self, Document};
use super::guess::{self, Doubt};
use super::hidden::{self, Letters, Manner};
use super::icon;
use super::image::ImageSet;
use super::interpret::{Interpreter, Marking};
use super::state::{State, Trust};
use super::stream;
use super::structure::Structure;
use super::unread::{self, Drawing};
use crate::context::Context;
use crate::error::Result;
use crate::model::pages::{GlyphRun, Hidden, Item, NodeId, Page, Path, PlacedImage, Unseen};
use crate::units::{Affine, Rect, Size};
use crate::warning::{Warning, WarningCode};

/// Reads page `number`, counted from 1.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`; damage inside the page never ends the reading.
pub(super) fn read_page<'a>(
    number: u32,
    document: &Document<'a>,
    structure: &Structure,
    assets: &mut Assets<'a>,
) -> Result<Page> {
    let context = document.context;
    let Some(source) = document.pdf.pages().get(number as usize - 1) else {
        return Ok(Page { number, size: Size::A4, ..Page::default() });
    };
    let (width, height) = source.render_dimensions();
    let clip = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
    let state = State::new(page_space(source), clip);
    let marking = Marking::new(number as usize - 1, structure, &document.optional);
    let mut interpreter = Interpreter::new(state, marking, assets, context);
    interpreter.run(&content(source, context)?, source.resources())?;
    let found = annotations::read(source, number, document, structure, &mut interpreter)?;
    let mut sink = interpreter.finish()?;
    hidden::settle(&mut sink, clip, assets.images.store(), context)?;
    sink.settle_doubts(context)?;
    bars::settle(&mut sink, &mut assets.images, context)?;
    accents::join(&mut sink.items);
    sink.add_unread(&mut assets.images, context)?;
    sink.warn(number, context);
    let Found { links, controls, comments, .. } = found;
    let size = Size { width, height };
    let label = document.labels.label(number as usize - 1);
    let unseen = sink.unseen.into_iter().map(|(text, hidden)| Unseen { page: number, text, hidden }).collect();
    Ok(Page { number, size, items: sink.items, links, controls, comments, label, unseen, ..Page::default() })
}

/// Maps the default user space of a page to page space: crop box and rotation applied, y down.
pub(super) fn page_space(page: &SourcePage<'_>) -> Affine {
    let [a, b, c, d, e, f] = page.initial_transform(true).as_coeffs().map(|x| x as f32);
    Affine { a, b, c, d, e, f }
}

/// The page's content streams as one, with a blank between them (ISO 32000-1, 7.8.2).
pub(in super::super) fn content<'a>(page: &SourcePage<'a>, context: &Context) -> Result<Vec<u8>> {
    let mut joined = Vec::new();
    let streams: Vec<Stream<'a>> = match page.raw().get::<Object<'a>>(b"Contents") {
        Some(Object::Stream(stream)) => vec![stream],
        Some(Object::Array(streams)) => {
            document::entries(&streams, page.xref()).filter_map(Object::into_stream).collect()
        }
        _ => Vec::new(),
    };
    for part in &streams {
        joined.extend_from_slice(&stream::decode(part, context)?);
        joined.push(b'\n');
    }
    Ok(joined)
}

/// What marked content says of all that is shown inside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tag {
    /// The structure element it belongs to.
    pub node: Option<NodeId>,
    /// Whether it is no part of the text.
    pub artifact: bool,
}

/// Collects what a page shows.
#[derive(Default)]
pub(super) struct Sink {
    /// What is said of the items that come next.
    pub tag: Tag,
    /// What is painted, in painting order.
    pub items: Vec<Item>,
    /// Glyphs without text.
    pub unmapped: u64,
    /// Drawings of runs of them.
    pub unread: Vec<Drawing>,
    /// Runs whose text is a guess.
    pub doubts: Vec<Doubt>,
    /// How some paths and images are painted, beside what they say, by their index.
    pub manners: BTreeMap<usize, Manner>,
    /// How the letters of some runs are painted, beside what they say, by their index.
    pub letters: BTreeMap<usize, Letters>,
    /// Where something should be that could not be painted, and the number of items before it.
    pub lost: Vec<(usize, Rect)>,
    /// Text outside the page, clipped away or in a hidden layer.
    pub unseen: Vec<(String, Hidden)>,
    /// Forms that show themselves.
    pub cycles: bool,
    /// Areas of changing colour that could not be painted.
    pub fills_lost: u64,
    /// Images that could not be decoded.
    pub images_lost: u64,
    /// Images that are larger than an image may be, by the name and the value of that limit.
    pub images_over: BTreeMap<(&'static str, u64), u64>,
    /// Runs of bar codes.
    pub bars: Vec<Bars>,
}

/// Bytes an item takes beside its glyphs or segments, about.
const ITEM_BYTES: usize = 192;

impl Sink {
    /// Adds a glyph run.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn push_glyphs(&mut self, run: GlyphRun, context: &Context) -> Result<()> {
        context.charge_unpacked(ITEM_BYTES + run.text.len() + size_of_val(run.glyphs.as_slice()))?;
        self.items.push(Item::Glyphs(run));
        Ok(())
    }

    /// Adds a path.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn push_path(&mut self, path: Path, context: &Context) -> Result<()> {
        context.charge_unpacked(ITEM_BYTES + size_of_val(path.segments.as_slice()))?;
        self.items.push(Item::Path(Path { node: self.tag.node, ..path }));
        Ok(())
    }

    /// Adds an image.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn push_image(&mut self, image: PlacedImage, context: &Context) -> Result<()> {
        context.charge_unpacked(ITEM_BYTES)?;
        self.items.push(Item::Image(PlacedImage { node: self.tag.node, ..image }));
        Ok(())
    }

    /// Keeps how the item that came last is painted.
    pub fn note_manner(&mut self, state: &State<'_>) {
        let trusts = match self.items.last() {
            Some(Item::Path(path)) => [path.fill.map(|_| state.fill.trust), path.stroke.map(|_| state.stroke.trust)],
            _ => [None; 2],
        };
        let manner = if !state.is_plain() || trusts.contains(&Some(Trust::Pattern)) {
            Manner::Veiled
        } else if !state.clip_is_exact {
            Manner::Cut
        } else if trusts.contains(&Some(Trust::Unread)) {
            Manner::Unread
        } else {
            return;
        };
        self.manners.insert(self.items.len().saturating_sub(1), manner);
    }

    /// Keeps where something should be that could not be painted.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn lose(&mut self, place: Rect, context: &Context) -> Result<()> {
        context.charge_unpacked(size_of::<(usize, Rect)>())?;
        self.lost.push((self.items.len(), place));
        Ok(())
    }

    /// Keeps text that nobody sees.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn withhold(&mut self, text: &str, hidden: Hidden, context: &Context) -> Result<()> {
        let text = text.trim();
        if !text.is_empty() {
            context.charge_unpacked(size_of::<Unseen>() + text.len())?;
            self.unseen.push((text.to_owned(), hidden));
        }
        Ok(())
    }

    /// Keeps drawings of glyphs without text until the page is read.
    ///
    /// # Errors
    /// The limit on what is built in memory.
    pub fn keep_unread(&mut self, drawings: Vec<Drawing>, context: &Context) -> Result<()> {
        let segments: usize = drawings.iter().map(|drawing| size_of_val(drawing.path.segments.as_slice())).sum();
        context.charge_unpacked(ITEM_BYTES * drawings.len() + segments)?;
        self.unread.extend(drawings);
        Ok(())
    }

    /// Decides which runs with a guessed text keep it, and keeps the drawings of the others.
    fn settle_doubts(&mut self, context: &Context) -> Result<()> {
        for doubt in guess::refuted(std::mem::take(&mut self.doubts), &self.items) {
            let Some(Item::Glyphs(run)) = self.items.get_mut(doubt.item) else { continue };
            self.unmapped += doubt.erase(run);
            let drawings = doubt.into_drawings(run);
            self.keep_unread(drawings, context)?;
        }
        Ok(())
    }

    /// Adds the drawings of glyphs without text where they are a text of their own, and icons elsewhere.
    fn add_unread(&mut self, images: &mut ImageSet<'_>, context: &Context) -> Result<()> {
        let mut drawings = std::mem::take(&mut self.unread);
        let texts = if unread::are_missed(&drawings, &self.items) {
            std::mem::take(&mut drawings)
        } else {
            unread::take_apart(&mut drawings, &self.items, context)?
        };
        let icons = icon::icons(drawings, &self.items, images, context)?;
        self.items.extend(texts.into_iter().map(|drawing| Item::Path(drawing.path)));
        self.unmapped -= icons.len() as u64;
        self.items.extend(icons.into_iter().map(Item::Image));
        Ok(())
    }

    fn warn(&self, number: u32, context: &Context) {
        if self.unmapped > 0 {
            let message = format!("{} characters have no Unicode value", self.unmapped);
            context.warn(Warning::on_page(number, WarningCode::TextUnmapped, message));
        }
        if self.images_lost > 0 {
            let message = format!("{} images could not be decoded", self.images_lost);
            context.warn(Warning::on_page(number, WarningCode::ImageDropped, message));
        }
        for ((limit, value), count) in &self.images_over {
            let message = format!("{count} images are larger than the limit {limit} of {value} pixels");
            context.warn(Warning::on_page(number, WarningCode::ImageDropped, message));
        }
        if self.fills_lost > 0 {
            let message = format!("{} areas of changing colour were left out", self.fills_lost);
            context.warn(Warning::on_page(number, WarningCode::DrawingDropped, message));
        }
        if self.cycles {
            let message = "a drawing that contains itself was cut";
            context.warn(Warning::on_page(number, WarningCode::InputRepaired, message));
        }
    }
}
