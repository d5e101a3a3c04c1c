//! Limits of images that the renderer decodes by itself: the same that is decoded here.

use hayro_syntax::object::{Dict, Object, Stream};

use super::super::stream::{self, ImageFilter};
use super::pixels::Samples;
use super::{Header, fax, gate, is_about_one_image, pixels};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::options::Options;

/// Pixels to a byte that honest packing gives, about: those that there are more of are counted for the whole conversion.
const HONEST_PIXELS: u64 = 64;

/// What the most effective of the filters without pixels, deflate, makes of a byte.
const MAX_RATIO: u64 = 1_032;

/// What is known of an image before it is decoded.
pub(crate) struct Gate<'a> {
    /// Its pixels, and those of its masks.
    pub pixels: u64,
    /// What of it must not be decoded: the image itself, or its masks.
    pub refused: Vec<Stream<'a>>,
    /// What of it was decoded here, since its data can tie another decoder up.
    pub decoded: Vec<Bits<'a>>,
}

/// An image of one bit a pixel that was decoded here.
pub(crate) struct Bits<'a> {
    /// The image.
    pub image: Stream<'a>,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Its rows, filled up to bytes.
    pub rows: Vec<u8>,
}

/// Looks at an image and its masks. What decoding them may give is charged.
///
/// # Errors
/// A limit of the whole conversion, `TimedOut` or `Cancelled`.
pub(crate) fn gate_for<'a>(image: &Stream<'a>, context: &Context) -> Result<Gate<'a>> {
    let mut gate = Gate { pixels: 0, refused: Vec::new(), decoded: Vec::new() };
    let masks = [b"SMask".as_slice(), b"Mask"].map(|key| image.dict().get::<Stream<'a>>(key));
    for part in std::iter::once(image.clone()).chain(masks.into_iter().flatten()) {
        match admit(&part, &mut gate.decoded, context) {
            Ok(Some(pixels)) => gate.pixels += pixels,
            Ok(None) => gate.refused.push(part),
            // An image without a mask that is too large would hide what is beneath it.
            Err(error) if is_about_one_image(&error) => gate.refused.push(image.clone()),
            Err(error) => return Err(error),
        }
    }
    Ok(gate)
}

/// The pixels of an image that may be decoded.
fn admit<'a>(image: &Stream<'a>, decoded: &mut Vec<Bits<'a>>, context: &Context) -> Result<Option<u64>> {
    context.checkpoint()?;
    let dict = image.dict();
    let (width, height) = (side(dict, b"W", b"Width"), side(dict, b"H", b"Height"));
    let raw = image.raw_data().len() as u64;
    gate::check((width, height), context)?;
    let pixels = u64::from(width) * u64::from(height);
    context.charge(Limit::job_pixels, pixels.saturating_sub(HONEST_PIXELS.saturating_mul(raw)))?;
    context.room(4 * pixels as usize)?;
    let is_known = stream::filter_count(dict).is_some();
    Ok((is_known && admits_data(image, (width, height), raw, decoded, context)?).then_some(pixels))
}

/// The larger of the sides under both names of an entry: programs differ in which one they prefer.
fn side(dict: &Dict<'_>, short: &[u8], long: &[u8]) -> u32 {
    let number = |key: &[u8]| dict.get::<Object<'_>>(key).and_then(super::whole);
    [number(short), number(long)].into_iter().flatten().max().unwrap_or(0)
}

fn admits_data<'a>(
    image: &Stream<'a>,
    (width, height): (u32, u32),
    raw: u64,
    bits: &mut Vec<Bits<'a>>,
    context: &Context,
) -> Result<bool> {
    let dict = image.dict();
    let Some(filter) = stream::image_filter(dict) else {
        if raw.saturating_mul(MAX_RATIO) > context.limits().stream_bytes || stream::filter_count(dict) > Some(1) {
            // Nothing of it stays: only the limit of a single stream counts.
            let gauge = Context::new(Options::default(), context.limits().clone());
            stream::measure(&image.raw_data(), dict, &gauge)?;
        }
        return Ok(true);
    };
    let decoded = stream::decode_to_image(image, context)?;
    let Some((_, parameters)) = &decoded.image else { return Ok(false) };
    match filter {
        ImageFilter::Dct => {
            let frame = gate::jpeg_frame(&decoded.bytes);
            frame.map(|frame| gate::check((frame.width, frame.height), context)).transpose()?;
            Ok(true)
        }
        ImageFilter::Jpx => gate::jpx_is_modest(&decoded.bytes, context),
        ImageFilter::Jbig2 => {
            let samples = pixels::jbig2_samples(&decoded.bytes, parameters, context)?;
            let samples = samples.map(|Samples { width, height, bytes, .. }| Bits {
                image: image.clone(),
                width,
                height,
                rows: bytes,
            });
            let is_there = samples.is_some();
            bits.extend(samples);
            Ok(is_there)
        }
        ImageFilter::Ccitt => {
            let Some(settings) = fax::settings(parameters, &Header::of_extent(width, height)) else { return Ok(false) };
            gate::check((settings.columns, settings.rows), context)?;
            // A number that is too large for a side is another one to every program.
            Ok(parameters.get::<f64>(b"Columns").is_none_or(|columns| columns == f64::from(settings.columns)))
        }
    }
}
