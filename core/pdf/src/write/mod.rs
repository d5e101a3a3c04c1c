//! The PDF writer: pages to PDF.
//!
//! Kept: glyphs at their places with the text they show, paths, images, links, bookmarks, metadata,
//! and the logical structure as tags. JPEG files pass byte for byte, and so do the samples of opaque PNG files; other
//! images are decoded and packed without loss. Fonts are embedded as subsets. Lost, each with a warning: images of kinds a
//! PDF viewer cannot show and that cannot be decoded here, and links that lead nowhere.
//!
//! The same pages always give the same bytes: no clock is read, and the file identifier is made
//! from the content.

mod clusters;
mod geometry;
mod images;
mod info;
mod navigation;
mod parted;
#[cfg(feature = "edit")]
mod stand_ins;
mod standard;
mod tags;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use standard::PDF_STANDARD;

use std::num::NonZeroU32;

use krilla::page::{NumberingStyle, PageLabel, PageSettings};
use krilla::surface::Surface;
use krilla::{Document, SerializeSettings};

use self::images::Images;
use self::navigation::Navigation;
use self::standard::Standard;
use self::tags::Tags;
use self::text::Typesetter;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Result, Stage};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_format::Written;
use transvase_model::pages::{Item, Page, Pages};

/// Largest number a page label may have; counting on from it must not overflow.
const LARGEST_LABEL: u32 = 1 << 24;

/// Writes `pages` as PDF 1.7, tagged where they have a structure.
///
/// # Errors
/// `InvalidOption` where the document cannot meet the standard that was asked for; a limit,
/// `TimedOut` or `Cancelled`.
pub(crate) fn write(mut pages: Pages, context: &Context) -> Result<Written> {
    let standard = Standard::chosen(context);
    let tagged = !pages.structure.is_empty();
    standard.check(&pages)?;
    let list = std::mem::take(&mut pages.pages);
    let sizes = list.iter().map(|page| geometry::page_size(page.size)).collect();
    let mut writer = Writer {
        document: Document::new_with(SerializeSettings {
            configuration: standard.configuration()?,
            enable_tagging: tagged,
            ..SerializeSettings::default()
        }),
        typesetter: Typesetter::new(std::mem::take(&mut pages.fonts), standard.hyphens()),
        images: Images::new(std::mem::take(&mut pages.media), standard),
        tags: Tags::new(std::mem::take(&mut pages.structure), standard),
        navigation: Navigation::new(sizes),
        labelled: list.iter().enumerate().any(|(index, page)| page.number as usize != index + 1),
        context,
    };
    let total = list.len() as u64;
    for (index, mut page) in list.into_iter().enumerate() {
        // Whoever made the pages has charged them.
        context.check(Limit::pages, index as u64 + 1)?;
        context.checkpoint()?;
        page.unpack();
        writer.page(index, &page)?;
        context.report(Stage::Write, index as u64 + 1, total);
    }
    writer.finish(&pages, standard).map(Written::File)
}

/// A PDF in the making.
struct Writer<'a> {
    document: Document,
    typesetter: Typesetter,
    images: Images,
    tags: Tags,
    navigation: Navigation,
    /// Whether page numbers differ from counting on from 1, so that the pages need labels.
    labelled: bool,
    context: &'a Context,
}

impl Writer<'_> {
    fn page(&mut self, index: usize, page: &Page) -> Result<()> {
        let mut settings = PageSettings::new(self.navigation.size(index));
        if self.labelled {
            let number = NonZeroU32::new(page.number.min(LARGEST_LABEL));
            settings = settings.with_page_label(PageLabel::new(Some(NumberingStyle::Arabic), None, number));
        }
        let mut canvas = self.document.start_page_with(settings);
        let mut painter = Painter {
            typesetter: &mut self.typesetter,
            images: &mut self.images,
            tags: &mut self.tags,
            context: self.context,
            index,
            number: page.number,
        };
        let mut surface = Held(Some(canvas.surface()));
        if let Some(surface) = &mut surface.0 {
            painter.items(surface, &page.items)?;
        }
        drop(surface);
        let dropped = self.navigation.links(&mut canvas, &page.links, &mut self.tags, self.context)?;
        canvas.finish();
        if dropped > 0 {
            let message = counted(dropped, "internal [link has|links have] no target; [its|their] text was kept");
            self.context.warn(Warning::on_page(page.number, WarningCode::LinkDropped, message));
        }
        Ok(())
    }

    fn finish(mut self, pages: &Pages, standard: Standard) -> Result<Vec<u8>> {
        self.typesetter.report(self.context);
        if let Some(outline) = self.navigation.outline(&pages.outline) {
            self.document.set_outline(outline);
        }
        let title = self.tags.first_heading();
        self.document.set_metadata(info::metadata(&pages.metadata, title, standard));
        self.document.set_tag_tree(self.tags.into_tree());
        self.context.checkpoint()?;
        let file = self.document.finish().map_err(|error| standard::explain(&error))?;
        self.images.finished(file, self.context)
    }
}

/// A surface that is finished when it is dropped, but not while a panic unwinds: with something open it would panic
/// itself, and two panics end the process.
struct Held<'s>(Option<Surface<'s>>);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let surface = self.0.take();
        if std::thread::panicking() {
            std::mem::forget(surface);
        }
    }
}

/// Paints the items of one page.
struct Painter<'a> {
    typesetter: &'a mut Typesetter,
    images: &'a mut Images,
    tags: &'a mut Tags,
    context: &'a Context,
    index: usize,
    number: u32,
}

impl Painter<'_> {
    /// Paints items in their order; neighbours that belong to one structure node share one piece of
    /// marked content.
    fn items(&mut self, surface: &mut Surface, items: &[Item]) -> Result<()> {
        for same in items.chunk_by(|a, b| tags::node_of(a) == tags::node_of(b)) {
            let Some(first) = same.first() else { continue };
            let identifier = surface.start_tagged(self.tags.content_tag(first));
            self.tags.mark(first, identifier);
            // The surface panics when it is dropped inside marked content, so an error has to wait.
            let painted = same.iter().try_for_each(|item| self.item(surface, item));
            surface.end_tagged();
            painted?;
        }
        Ok(())
    }

    fn item(&mut self, surface: &mut Surface, item: &Item) -> Result<()> {
        match item {
            Item::Glyphs(run) => {
                self.context.tick(run.glyphs.len() as u64)?;
                self.typesetter.draw(surface, run);
            }
            Item::Path(path) => {
                self.context.tick(path.segments.len() as u64)?;
                geometry::draw_path(surface, path);
            }
            Item::Image(placed) => self.images.draw(surface, placed, self.number, self.context)?,
        }
        self.tags.note(self.index, item);
        self.context.tick(1)
    }
}
