//! Images (ISO 32000-1, 8.9): JPEG stays as it is where any program can show it, everything else
//! becomes PNG.

#[cfg(feature = "render")]
mod admit;
mod fax;
mod gate;
mod mirror;
mod pixels;
mod png;
mod reduce;
mod trace;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use hayro_syntax::object::{Array, Dict, Object, Stream};

use super::color::ColorSpace;
use super::stream::{self, Decoded, ImageFilter};
#[cfg(feature = "render")]
pub(crate) use admit::{Bits, Gate, gate_for};
use pixels::{Picture, Samples};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::media::{Media, MediaId, MediaKind, MediaStore};
use transvase_model::pages::{Color, Segment};

/// An image: the address of its dictionary, the colour a stencil is painted with, the opacity, and how it is
/// mirrored.
type Key = (usize, Option<(u8, u8, u8)>, u8, Option<Mirror>);

/// How images are painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Brush {
    /// The colour of stencils.
    pub color: Color,
    /// Opacity from 0 to 255.
    pub alpha: u8,
    /// How it is mirrored before it is placed: few programs mirror images themselves.
    pub mirror: Option<Mirror>,
}

/// How an image is mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mirror {
    /// From the last row up.
    Rows,
    /// Along the diagonal: rows become columns.
    Diagonal,
}

/// The images of a document as all threads know them, each decoded once, so that time and limits do
/// not depend on the number of threads. The inner lock is held while an image is decoded.
#[derive(Default)]
pub(super) struct SharedImages(Mutex<BTreeMap<Key, Arc<Mutex<Option<Option<Media>>>>>>);

impl SharedImages {
    /// The image under `key`, decoded by whoever asks first.
    fn get(&self, key: Key, decode: impl FnOnce() -> Result<Option<Media>>) -> Result<Option<Media>> {
        let entry = Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        let mut known = entry.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some(media) => Ok(media.clone()),
            None => Ok(known.insert(decode()?).clone()),
        }
    }
}

/// The images of a document as one thread knows them.
pub(super) struct ImageSet<'s> {
    shared: &'s SharedImages,
    store: MediaStore,
    known: BTreeMap<Key, Option<MediaId>>,
}

impl<'s> ImageSet<'s> {
    /// Nothing known yet but what others decode.
    pub fn new(shared: &'s SharedImages) -> Self {
        ImageSet { shared, store: MediaStore::default(), known: BTreeMap::new() }
    }

    /// The image of `stream`; painted with `brush`. `None` where it cannot be decoded.
    ///
    /// # Errors
    /// A limit.
    pub fn load<'a>(
        &mut self,
        stream: &Stream<'a>,
        brush: Brush,
        spaces: &Dict<'a>,
        context: &Context,
    ) -> Result<Option<MediaId>> {
        let Color { r, g, b } = brush.color;
        let stencil = is_stencil(stream.dict()).then_some((r, g, b));
        let key = (stream.dict().data().as_ptr() as usize, stencil, brush.alpha, brush.mirror);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let media = self.shared.get(key, || decode(stream, brush, spaces, context))?;
        let id = media.map(|media| self.store.add(media));
        self.known.insert(key, id);
        Ok(id)
    }

    /// The image of an inline image, whose dictionary lies in content that is decoded anew for each
    /// page.
    ///
    /// # Errors
    /// A limit.
    pub fn load_inline<'a>(
        &mut self,
        stream: &Stream<'a>,
        brush: Brush,
        spaces: &Dict<'a>,
        context: &Context,
    ) -> Result<Option<MediaId>> {
        let media = decode(stream, brush, spaces, context)?;
        Ok(media.map(|media| self.store.add(media)))
    }

    /// An image of our own making, which may show those there are.
    ///
    /// # Errors
    /// Those of `paint`.
    pub fn painted(&mut self, paint: impl FnOnce(&MediaStore) -> Result<Option<Media>>) -> Result<Option<MediaId>> {
        let media = paint(&self.store)?;
        Ok(media.map(|media| self.store.add(media)))
    }

    /// The images so far.
    pub fn store(&self) -> &MediaStore {
        &self.store
    }

    /// The images.
    pub fn into_store(self) -> MediaStore {
        self.store
    }
}

/// An entry under its short name, which inline images use, or its long one.
fn entry<'a>(dict: &Dict<'a>, short: &[u8], long: &[u8]) -> Option<Object<'a>> {
    dict.get::<Object<'a>>(long).or_else(|| dict.get::<Object<'a>>(short))
}

fn number(dict: &Dict<'_>, short: &[u8], long: &[u8]) -> Option<u32> {
    entry(dict, short, long).and_then(whole)
}

/// A number that is not negative, cut off where it is not whole. The renderer takes sides of up to 32 bits as they are.
fn whole(object: Object<'_>) -> Option<u32> {
    u32::try_from(object.into_number()?.as_i64().min(i64::from(u32::MAX))).ok()
}

/// Width and height of an image in samples; `None` where it has none.
fn extent(dict: &Dict<'_>) -> Option<(u32, u32)> {
    let side = |short, long| number(dict, short, long).filter(|side| *side > 0);
    Some((side(b"W", b"Width")?, side(b"H", b"Height")?))
}

/// Whether the image is a stencil (`ImageMask`).
pub(super) fn is_stencil(dict: &Dict<'_>) -> bool {
    entry(dict, b"IM", b"ImageMask").and_then(Object::into_bool).unwrap_or(false)
}

/// What an image dictionary says.
struct Header<'a> {
    width: u32,
    height: u32,
    bits: u32,
    decode: Option<Vec<f32>>,
    stencil: bool,
    /// Without one, a JPEG 2000 image says itself.
    space: Option<ColorSpace>,
    soft_mask: Option<Stream<'a>>,
    mask: Option<Mask<'a>>,
}

/// What `Mask` holds.
enum Mask<'a> {
    /// A stencil of what is hidden.
    Stencil(Stream<'a>),
    /// Ranges of sample values that are hidden.
    Colors(Vec<(u32, u32)>),
}

impl<'a> Header<'a> {
    #[cfg(feature = "render")]
    /// Of an image of which nothing but its sides is known.
    fn of_extent(width: u32, height: u32) -> Header<'a> {
        Header { width, height, bits: 8, decode: None, stencil: false, space: None, soft_mask: None, mask: None }
    }

    fn read(dict: &Dict<'a>, spaces: &Dict<'a>, context: &Context) -> Result<Option<Header<'a>>> {
        let Some((width, height)) = extent(dict) else { return Ok(None) };
        let stencil = is_stencil(dict);
        let space = match entry(dict, b"CS", b"ColorSpace") {
            Some(object) if !stencil => ColorSpace::load(&object, spaces, context)?,
            _ => None,
        };
        let decode = entry(dict, b"D", b"Decode").and_then(Object::into_array);
        let mask = match dict.get::<Object<'a>>(b"Mask") {
            Some(Object::Stream(stream)) => Some(Mask::Stencil(stream)),
            Some(Object::Array(ranges)) => Some(Mask::Colors(color_ranges(&ranges))),
            _ => None,
        };
        Ok(Some(Header {
            width,
            height,
            bits: number(dict, b"BPC", b"BitsPerComponent").unwrap_or(8),
            decode: decode.map(|decode| decode.iter::<f32>().take(64).collect()),
            stencil,
            space,
            soft_mask: dict.get::<Stream<'a>>(b"SMask"),
            mask,
        }))
    }

    /// Whether `Decode` leaves samples as they are.
    fn decodes_plainly(&self) -> bool {
        let plain = |(index, value): (usize, &f32)| *value == (index % 2) as f32;
        self.decode.as_ref().is_none_or(|decode| decode.iter().enumerate().all(plain))
    }

    fn charge(&self, context: &Context) -> Result<()> {
        gate::charge((self.width, self.height), context)
    }
}

fn color_ranges(ranges: &Array<'_>) -> Vec<(u32, u32)> {
    let values: Vec<u32> = ranges.iter::<f32>().take(64).map(|value| value as u32).collect();
    values.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Decodes an image; `None` where it is damaged or larger than an image may be, which is no reason
/// to refuse the text around it.
fn decode<'a>(image: &Stream<'a>, brush: Brush, spaces: &Dict<'a>, context: &Context) -> Result<Option<Media>> {
    match try_decode(image, brush, spaces, context) {
        Err(error) if is_about_one_image(&error) => Ok(None),
        result => result,
    }
}

/// The limit that an image passes by its pixels or sides, with its value.
pub(super) fn limit_passed(dict: &Dict<'_>, context: &Context) -> Option<(&'static str, u64)> {
    let (width, height) = extent(dict)?;
    let limits = context.limits();
    let pixels = u64::from(width) * u64::from(height) > limits.image_pixels;
    let side = u64::from(width.max(height)) > limits.image_side;
    match (pixels, side) {
        (true, _) => Some((Limit::image_pixels.key(), limits.image_pixels)),
        (_, true) => Some((Limit::image_side.key(), limits.image_side)),
        _ => None,
    }
}

fn is_about_one_image(error: &Error) -> bool {
    let which = error.details().which.as_deref();
    error.code() == ErrorCode::LimitExceeded
        && [Limit::image_side, Limit::image_pixels].iter().any(|limit| which == Some(limit.key()))
}

fn try_decode<'a>(image: &Stream<'a>, brush: Brush, spaces: &Dict<'a>, context: &Context) -> Result<Option<Media>> {
    let Some(header) = Header::read(image.dict(), spaces, context)? else { return Ok(None) };
    if let Err(error) = header.charge(context) {
        if !is_about_one_image(&error) {
            return Err(error);
        }
        let samples = reduce::samples(image, &header, context)?.ok_or(error)?;
        return encoded(brushed(samples, &header, brush, spaces, context)?, context);
    }
    let decoded = stream::decode_to_image(image, context)?;
    if brush.alpha == u8::MAX
        && brush.mirror.is_none()
        && let Some(jpeg) = as_jpeg(&header, &decoded)
    {
        return Ok(Some(jpeg));
    }
    encoded(painted(image, &header, decoded, brush, spaces, context)?, context)
}

fn encoded(picture: Option<Picture>, context: &Context) -> Result<Option<Media>> {
    let Some(picture) = picture else { return Ok(None) };
    let bytes = png::encode(&picture);
    context.checkpoint()?;
    let (width_px, height_px) = (picture.width, picture.height);
    Ok(bytes.map(|bytes| Media { bytes: Arc::from(bytes), kind: MediaKind::Png, width_px, height_px }))
}

/// The pixels of an image as they are painted.
fn painted<'a>(
    image: &Stream<'a>,
    header: &Header<'a>,
    decoded: Decoded<'_>,
    brush: Brush,
    spaces: &Dict<'a>,
    context: &Context,
) -> Result<Option<Picture>> {
    let Some(samples) = pixels::samples(image, header, &decoded, context)? else { return Ok(None) };
    drop(decoded);
    context.checkpoint()?;
    brushed(samples, header, brush, spaces, context)
}

/// The pixels that samples are, as they are painted.
fn brushed<'a>(
    samples: Samples,
    header: &Header<'a>,
    brush: Brush,
    spaces: &Dict<'a>,
    context: &Context,
) -> Result<Option<Picture>> {
    let picture = match header.stencil {
        true => Some(pixels::stencil(&samples, brush.color, header.decode.as_deref() == Some(&[1.0, 0.0]))),
        false => pixels::picture(samples, header, spaces, context)?,
    };
    Ok(picture.map(|picture| mirror::mirrored(pixels::faded(picture, brush.alpha), brush.mirror)))
}

/// The colour and opacity of an image of one pixel, which is a way to fill an area; `None` for other images, unless
/// their average is wanted.
///
/// # Errors
/// A limit.
pub(super) fn flat<'a>(
    image: &Stream<'a>,
    brush: Brush,
    spaces: &Dict<'a>,
    average: bool,
    context: &Context,
) -> Result<Option<(Color, f32)>> {
    if !average && extent(image.dict()) != Some((1, 1)) {
        return Ok(None);
    }
    let header = Header::read(image.dict(), spaces, context)?;
    let is_masked = |header: &Header<'_>| header.soft_mask.is_some() || header.mask.is_some();
    let Some(header) = header.filter(|header| average || !is_masked(header)) else { return Ok(None) };
    match header.charge(context) {
        Err(error) if is_about_one_image(&error) => return Ok(None),
        result => result?,
    }
    let decoded = stream::decode_to_image(image, context)?;
    let picture = painted(image, &header, decoded, brush, spaces, context)?;
    Ok(picture
        .and_then(|picture| if average { picture.mean() } else { picture.first() })
        .map(|(color, alpha)| (color, f32::from(alpha) / 255.0)))
}

/// The outline of what a stencil paints, in the unit square with y downwards.
///
/// # Errors
/// A limit.
pub(super) fn traced<'a>(image: &Stream<'a>, spaces: &Dict<'a>, context: &Context) -> Result<Vec<Segment>> {
    let Some(header) = Header::read(image.dict(), spaces, context)? else { return Ok(Vec::new()) };
    match header.charge(context) {
        Err(error) if is_about_one_image(&error) => return Ok(Vec::new()),
        result => result?,
    }
    let decoded = stream::decode_to_image(image, context)?;
    let brush = Brush { color: Color::BLACK, alpha: u8::MAX, mirror: None };
    let picture = painted(image, &header, decoded, brush, spaces, context)?;
    Ok(picture.map(|picture| trace::outline(&picture)).unwrap_or_default())
}

/// The JPEG itself, where nothing beside it says how it looks.
fn as_jpeg(header: &Header<'_>, decoded: &Decoded<'_>) -> Option<Media> {
    let (ImageFilter::Dct, parameters) = decoded.image.as_ref()? else { return None };
    let frame = gate::jpeg_frame(&decoded.bytes)?;
    let plain_space = match &header.space {
        Some(ColorSpace::Gray) => frame.components == 1,
        Some(ColorSpace::Rgb) => frame.components == 3,
        None => matches!(frame.components, 1 | 3),
        _ => false,
    };
    let plain = plain_space
        && header.soft_mask.is_none()
        && header.mask.is_none()
        && !header.stencil
        && header.decodes_plainly()
        && !parameters.contains_key(b"ColorTransform");
    // A frame that disagrees with the dictionary is repaired by decoding it.
    let sound = frame.width == header.width && frame.height == header.height;
    (plain && sound).then(|| Media {
        bytes: Arc::from(decoded.bytes.as_ref()),
        kind: MediaKind::Jpeg,
        width_px: frame.width,
        height_px: frame.height,
    })
}
