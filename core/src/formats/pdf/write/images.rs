//! Images. JPEG files go into the PDF as they are; the others are decoded under the limits and
//! packed without loss. Drawings in SVG stay drawings.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use image::ImageFormat;
use krilla::geom::Size as Extent;
use krilla::image::{BitsPerComponent, CustomImage, Image, ImageColorspace};
use krilla::paint::FillRule;
use krilla::surface::Surface;
use krilla_svg::{SurfaceExt as _, SvgSettings};
use resvg::usvg::Tree;

use super::geometry;
use super::standard::Standard;
use crate::context::{Context, Limit};
use crate::error::{Error, ErrorCode, Result};
use crate::model::media::{Media, MediaId, MediaKind, MediaStore};
use crate::model::pages::PlacedImage;
use crate::model::raster::{Frame, PixelFormat, Raster};
use crate::parts::{drawings, pixels};
use crate::warning::{Warning, WarningCode};

/// The images of a document, each prepared when it is first drawn.
pub(super) struct Images {
    media: MediaStore,
    prepared: Vec<OnceCell<Option<Prepared>>>,
    standard: Standard,
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
        Images { media, prepared, standard }
    }

    /// Draws an image at its place; one that cannot be decoded is left out with a warning.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn draw(&self, surface: &mut Surface, placed: &PlacedImage, page: u32, context: &Context) -> Result<()> {
        let map = geometry::transform(&placed.transform);
        let Some(image) = self.prepare(placed.media, page, context)? else { return Ok(()) };
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
            _ => embed(media, id, self.standard, context).map(Prepared::Image),
        };
        let image = match embedded {
            Ok(image) => Some(image),
            Err(error) if must_end(&error) => return Err(error),
            Err(error) => {
                let message = format!("a {} image was left out: {error}", media.kind.extension());
                context.warn(Warning::on_page(page, WarningCode::ImageDropped, message));
                None
            }
        };
        Ok(slot.get_or_init(|| image).clone())
    }
}

/// Whether an error ends the conversion rather than costing it one image.
fn must_end(error: &Error) -> bool {
    matches!(error.code(), ErrorCode::LimitExceeded | ErrorCode::TimedOut | ErrorCode::Cancelled)
}

/// A drawing, if it is small enough to be drawn.
fn drawing(media: &Media, context: &Context) -> Result<Prepared> {
    let text = drawings::text(&media.bytes, context)?;
    let tree = drawings::tree(&text, context)?;
    if tree.root().children().is_empty() {
        return Err(Error::malformed("there is nothing in the drawing"));
    }
    Ok(Prepared::Drawing(Arc::new(tree)))
}

fn embed(media: &Media, id: MediaId, standard: Standard, context: &Context) -> Result<Image> {
    context.checkpoint()?;
    let format = match media.kind {
        MediaKind::Jpeg => return embed_jpeg(media, id, standard, context),
        MediaKind::Png => ImageFormat::Png,
        MediaKind::Gif => ImageFormat::Gif,
        MediaKind::Webp => ImageFormat::WebP,
        MediaKind::Bmp => ImageFormat::Bmp,
        MediaKind::Tiff | MediaKind::Svg => {
            return Err(Error::new(ErrorCode::UnsupportedRoute, "this kind of image is not supported in PDF yet"));
        }
    };
    embed_pixels(pixels::decode(&media.bytes, format, context)?, id, context)
}

/// A JPEG file as it is. CMYK ones are decoded for PDF/A, which allows no CMYK without a profile
/// of the output.
fn embed_jpeg(media: &Media, id: MediaId, standard: Standard, context: &Context) -> Result<Image> {
    let (width, height) = pixels::dimensions(&media.bytes, ImageFormat::Jpeg)?;
    context.check(Limit::image_side, u64::from(width.max(height)))?;
    if standard.is_archival() && jpeg_components(&media.bytes) == Some(4) {
        return embed_pixels(pixels::decode(&media.bytes, ImageFormat::Jpeg, context)?, id, context);
    }
    let data: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(media.bytes.clone());
    Image::from_jpeg(data.into(), false).map_err(Error::malformed)
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

fn embed_pixels(mut raster: Raster, id: MediaId, context: &Context) -> Result<Image> {
    let frame = raster.frames.first(context)?;
    let pixels = Pixels::new(frame, raster.icc, id).ok_or_else(|| Error::malformed("the image has no pixels"))?;
    let image = Image::from_custom(pixels, false).map_err(Error::malformed)?;
    context.checkpoint()?;
    Ok(image)
}

/// Decoded samples as a PDF keeps them: colour and alpha apart, 16-bit samples big-endian
/// (ISO 32000-1, 8.9.5).
#[derive(Clone)]
struct Pixels(Arc<Samples>);

struct Samples {
    id: MediaId,
    size: (u32, u32),
    space: ImageColorspace,
    deep: bool,
    color: Vec<u8>,
    alpha: Option<Vec<u8>>,
    icc: Option<Arc<[u8]>>,
}

impl Pixels {
    fn new(frame: Frame, icc: Option<Arc<[u8]>>, id: MediaId) -> Option<Pixels> {
        if frame.width_px == 0 || frame.height_px == 0 {
            return None;
        }
        let (format, samples) = (frame.format, big_endian(frame.format, frame.samples));
        let (color, alpha) = if format.has_alpha() { split_alpha(format, &samples) } else { (samples, None) };
        let gray = format.channels() <= 2;
        let (color, gray) = match icc {
            None if !gray && !format.is_deep() => without_color(color),
            _ => (color, gray),
        };
        let space = if gray { ImageColorspace::Luma } else { ImageColorspace::Rgb };
        let size = (frame.width_px, frame.height_px);
        Some(Pixels(Arc::new(Samples { id, size, space, deep: format.is_deep(), color, alpha, icc })))
    }
}

fn big_endian(format: PixelFormat, mut samples: Vec<u8>) -> Vec<u8> {
    if format.is_deep() {
        for pair in samples.chunks_exact_mut(2) {
            let sample = u16::from_ne_bytes([pair[0], pair[1]]);
            pair.copy_from_slice(&sample.to_be_bytes());
        }
    }
    samples
}

/// Colour and alpha apart; no alpha where every pixel is opaque.
fn split_alpha(format: PixelFormat, samples: &[u8]) -> (Vec<u8>, Option<Vec<u8>>) {
    let pixel = format.bytes_per_pixel();
    let color_bytes = pixel - pixel / format.channels();
    let (mut color, mut alpha) = (Vec::new(), Vec::new());
    for pixel in samples.chunks_exact(pixel) {
        let (colors, opacity) = pixel.split_at(color_bytes);
        color.extend_from_slice(colors);
        alpha.extend_from_slice(opacity);
    }
    let opaque = alpha.iter().all(|sample| *sample == u8::MAX);
    (color, (!opaque).then_some(alpha))
}

/// RGB samples as grey ones where no pixel has a colour; says whether it did so.
fn without_color(rgb: Vec<u8>) -> (Vec<u8>, bool) {
    if rgb.chunks_exact(3).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]) {
        (rgb.chunks_exact(3).map(|pixel| pixel[0]).collect(), true)
    } else {
        (rgb, false)
    }
}

impl Hash for Pixels {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The store keeps the same bytes once, so the id stands for them.
        self.0.id.hash(state);
    }
}

impl CustomImage for Pixels {
    fn color_channel(&self) -> &[u8] {
        &self.0.color
    }

    fn alpha_channel(&self) -> Option<&[u8]> {
        self.0.alpha.as_deref()
    }

    fn bits_per_component(&self) -> BitsPerComponent {
        if self.0.deep { BitsPerComponent::Sixteen } else { BitsPerComponent::Eight }
    }

    fn size(&self) -> (u32, u32) {
        self.0.size
    }

    fn icc_profile(&self) -> Option<&[u8]> {
        self.0.icc.as_deref()
    }

    fn color_space(&self) -> ImageColorspace {
        self.0.space
    }
}
