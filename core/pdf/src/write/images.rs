//! Images. JPEG files go into the PDF as they are, and so do the samples of opaque PNG files; the others are decoded under
//! the limits and packed without loss. Drawings in SVG stay drawings.

use std::cell::OnceCell;
use std::sync::Arc;

use krilla::geom::Size as Extent;
use krilla::image::Image;
use krilla::paint::FillRule;
use krilla::surface::Surface;
use krilla_svg::{SurfaceExt as _, SvgSettings};
use resvg::usvg::Tree;

use super::geometry;
use super::parted::Parted;
#[cfg(feature = "edit")]
use super::stand_ins::StandIns;
use super::standard::Standard;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::{held, jpeg_head};
use transvase_markup::drawings;
use transvase_model::media::{Media, MediaId, MediaKind, MediaStore};
use transvase_model::pages::PlacedImage;

/// The images of a document, each prepared when it is first drawn.
pub(super) struct Images {
    media: MediaStore,
    prepared: Vec<OnceCell<Option<Prepared>>>,
    standard: Standard,
    /// Those that the pages have by others.
    #[cfg(feature = "edit")]
    meant: StandIns,
}

/// An image that can be drawn.
#[derive(Clone)]
enum Prepared {
    Image(Image),
    Drawing(Arc<Tree>),
}

/// Dots that effects which are no lines and areas, such as shadows, have for each unit of a drawing.
const EFFECT_SCALE: f32 = 2.0;

impl Prepared {
    /// Draws it on the unit square.
    fn draw(self, surface: &mut Surface) {
        let unit = Extent::from_wh(1.0, 1.0).expect("1 by 1 is a size");
        match self {
            Prepared::Image(image) => surface.draw_image(image, unit),
            Prepared::Drawing(tree) => {
                let settings = SvgSettings { embed_text: true, filter_scale: EFFECT_SCALE };
                surface.draw_svg(&tree, unit, settings);
            }
        }
    }
}

impl Images {
    pub(super) fn new(media: MediaStore, standard: Standard) -> Images {
        let prepared = (0..media.len()).map(|_| OnceCell::new()).collect();
        Images {
            media,
            prepared,
            standard,
            #[cfg(feature = "edit")]
            meant: StandIns::default(),
        }
    }

    /// The file that krilla has made, with all that is meant by its pictures, and packed.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn finished(&self, file: Vec<u8>, context: &Context) -> Result<Vec<u8>> {
        #[cfg(feature = "edit")]
        return self.meant.filled(&file, self.standard.is_accessible(), context);
        #[cfg(not(feature = "edit"))]
        {
            let _ = context;
            Ok(file)
        }
    }

    /// Draws an image at its place; one that cannot be decoded is left out with a warning.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn draw(&self, surface: &mut Surface, placed: &PlacedImage, page: u32, context: &Context) -> Result<()> {
        let map = geometry::transform(&placed.transform);
        let Some(image) = self.prepare(placed.media, page, context)? else { return Ok(()) };
        if let Prepared::Drawing(tree) = &image {
            check_effects(tree, placed, context)?;
        }
        let clip = placed.clip.as_ref().and_then(geometry::frame);
        if let Some(clip) = &clip {
            surface.push_clip_path(clip, &FillRule::NonZero);
        }
        surface.push_transform(&map);
        image.draw(surface);
        surface.pop();
        if clip.is_some() {
            surface.pop();
        }
        Ok(())
    }

    fn prepare(&self, id: MediaId, page: u32, context: &Context) -> Result<Option<Prepared>> {
        let Some(slot) = self.prepared.get(id.index()) else { return Ok(None) };
        if let Some(image) = slot.get() {
            return Ok(image.clone());
        }
        let media = self.media.get(id);
        let embedded = match media.kind {
            MediaKind::Svg => drawing(media, context),
            _ => self.embed(media, id, context).map(Prepared::Image),
        };
        let image = match embedded {
            Ok(image) => Some(image),
            Err(error) if error.ends_conversion() => return Err(error),
            Err(error) => {
                let message = format!("a {} image was left out: {error}", media.kind.name());
                context.warn(Warning::on_page(page, WarningCode::ImageDropped, message));
                None
            }
        };
        Ok(slot.get_or_init(|| image).clone())
    }

    fn embed(&self, media: &Media, id: MediaId, context: &Context) -> Result<Image> {
        context.checkpoint()?;
        if media.kind == MediaKind::Jpeg && jpeg_head::is_common(&media.bytes) {
            return self.embed_jpeg(media, id, context);
        }
        #[cfg(feature = "edit")]
        if media.kind == MediaKind::Png
            && let Some(image) = self.meant.stored(media, id, context)?
        {
            return Ok(image);
        }
        if let Some(jpeg) = held::lossy_as_jpeg(media, context)? {
            return self.embed_jpeg(&jpeg, id, context);
        }
        self.embed_pixels(media, id, context)
    }

    /// A JPEG file as it is. CMYK ones are decoded for PDF/A, which allows no CMYK without a profile
    /// of the output.
    fn embed_jpeg(&self, media: &Media, id: MediaId, context: &Context) -> Result<Image> {
        let size = jpeg_head::size(&media.bytes).ok_or_else(|| Error::malformed("the JPEG has no frame"))?;
        let (width, height) = size;
        context.check(Limit::image_side, u64::from(width.max(height)))?;
        if self.standard.is_archival() && jpeg_components(&media.bytes) == Some(4) {
            context.warn(Warning::new(WarningCode::ColorReduced, "CMYK colours were converted to RGB"));
            return self.embed_pixels(media, id, context);
        }
        let data: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(media.bytes.clone());
        Image::from_jpeg(data.into(), false).map_err(Error::malformed)
    }

    fn embed_pixels(&self, media: &Media, id: MediaId, context: &Context) -> Result<Image> {
        let mut raster = held::raster(media, context)?;
        let frame = raster.frames.first(context)?;
        let parted = Parted::of(frame, raster.icc).ok_or_else(|| Error::malformed("the image has no pixels"))?;
        context.checkpoint()?;
        #[cfg(feature = "edit")]
        return self.meant.packed(parted, media, id, context);
        #[cfg(not(feature = "edit"))]
        parted.embedded(id)
    }
}

/// Pixels to a side of what krilla-svg paints of a drawing that has filters.
const MOST_FILTERED_PX: f32 = 5_000.0;

/// Checks what krilla-svg paints of a drawing at its size on the page: what lies under filters.
fn check_effects(tree: &Tree, placed: &PlacedImage, context: &Context) -> Result<()> {
    let (map, size) = (&placed.transform, tree.size());
    let (width, height) = (libm::hypotf(map.a, map.b), libm::hypotf(map.c, map.d));
    let scale = EFFECT_SCALE * (width / size.width()).max(height / size.height());
    drawings::check_filtered(tree, scale, MOST_FILTERED_PX, context)
}

/// A drawing, if it is small enough to be drawn.
fn drawing(media: &Media, context: &Context) -> Result<Prepared> {
    let text = drawings::text(&media.bytes, context)?;
    let tree = drawings::plain(drawings::tree(&text, context)?, context)?;
    if tree.root().children().is_empty() {
        return Err(Error::malformed("there is nothing in the drawing"));
    }
    Ok(Prepared::Drawing(Arc::new(tree)))
}

/// Components of a JPEG file by its frame header (ITU-T T.81, B.2.2).
fn jpeg_components(bytes: &[u8]) -> Option<u8> {
    let mut at = 2;
    loop {
        let [0xFF, marker, high, low] = *bytes.get(at..at + 4)? else { return None };
        if matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC) {
            return bytes.get(at + 9).copied();
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
}
