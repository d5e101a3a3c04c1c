//! JPEG XL to pixels.

use jxl_oxide::{AllocTracker, AuxBoxData, EnumColourEncoding, JxlImage, JxlThreadPool, RenderingIntent};

use crate::led::led_by;
use crate::pixels;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::raster::{Frame, PixelFormat, Raster, Sequence};

/// Width and height as shown.
pub(crate) fn size(bytes: &[u8], context: &Context) -> Result<Option<(u32, u32)>> {
    let image = open(bytes, context)?;
    Ok(Some((image.width(), image.height())))
}

/// Reads a file of the kind; dimensions are charged before anything is decoded.
pub fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let mut image = open(bytes, context)?;
    if !image.is_loading_done() {
        return Err(Error::new(ErrorCode::Truncated, "the JPEG XL ends before its picture does"));
    }
    let intent = RenderingIntent::Relative;
    let is_gray = image.pixel_format().is_grayscale();
    image.request_color_encoding(if is_gray {
        EnumColourEncoding::gray_srgb(intent)
    } else {
        EnumColourEncoding::srgb(intent)
    });
    let exif = match image.aux_boxes().first_exif() {
        Ok(AuxBoxData::Data(exif)) => exif.payload().get(exif.tiff_header_offset() as usize..).map(<[u8]>::to_vec),
        _ => None,
    };
    let xmp = match image.aux_boxes().first_xml() {
        AuxBoxData::Data(packet) => std::str::from_utf8(packet).ok().map(Into::into),
        _ => None,
    };
    let count = image.num_loaded_keyframes();
    context.charge(Limit::animation_frames, count as u64)?;
    let first = frame(&image, 0, context)?;
    let animation = image.image_header().metadata.animation.as_ref().map(|animation| animation.num_loops);
    let raster = match animation {
        Some(plays) if count > 1 => {
            let (pixels, mut at) = (u64::from(first.width_px) * u64::from(first.height_px), 0);
            let frames = led_by(first, count - 1, move |context| {
                at += 1;
                context.charge(Limit::job_pixels, pixels)?;
                frame(&image, at, context).map(Some)
            });
            Raster { sequence: Sequence::Animation { plays }, ..Raster::pages(frames) }
        }
        _ => Raster::of(first),
    };
    Ok(pixels::said_by_exif(Raster { xmp, ..raster }, exif))
}

/// Whether the colours are those of XYB, in which there is always loss (ISO/IEC 18181-1, D.3.2).
pub(crate) fn is_lossy(bytes: &[u8]) -> bool {
    let image = JxlImage::builder().pool(JxlThreadPool::none()).read(bytes);
    image.is_ok_and(|image| image.image_header().metadata.xyb_encoded)
}

/// Reads the header and the coded frames; dimensions are charged.
fn open(bytes: &[u8], context: &Context) -> Result<JxlImage> {
    let most = usize::try_from(context.limits().memory_bytes).unwrap_or(usize::MAX);
    let builder = JxlImage::builder().pool(JxlThreadPool::none()).alloc_tracker(AllocTracker::with_limit(most));
    let image = builder.read(bytes).map_err(failed)?;
    context.checkpoint()?;
    pixels::charge_pixels((image.width(), image.height()), context)?;
    Ok(image)
}

fn frame(image: &JxlImage, at: usize, context: &Context) -> Result<Frame> {
    context.checkpoint()?;
    let ticks =
        image.image_header().metadata.animation.as_ref().map(|animation| {
            f64::from(animation.tps_denominator) * 1_000.0 / f64::from(animation.tps_numerator.max(1))
        });
    let render = image.render_frame(at).map_err(failed)?;
    let is_deep = image.image_header().metadata.bit_depth.bits_per_sample() > 8;
    let mut stream = render.stream();
    let (width_px, height_px) = (stream.width(), stream.height());
    let format = match (stream.channels(), is_deep) {
        (1, false) => PixelFormat::Gray8,
        (2, false) => PixelFormat::GrayAlpha8,
        (3, false) => PixelFormat::Rgb8,
        (4, false) => PixelFormat::Rgba8,
        (1, true) => PixelFormat::Gray16,
        (2, true) => PixelFormat::GrayAlpha16,
        (3, true) => PixelFormat::Rgb16,
        (4, true) => PixelFormat::Rgba16,
        _ => return Err(Error::malformed("the channels of the JPEG XL are not supported")),
    };
    let count = width_px as usize * height_px as usize * format.channels();
    context.room(count.saturating_mul(if is_deep { 4 } else { 1 }))?;
    let samples = if is_deep {
        let mut samples = vec![0_u16; count];
        stream.write_to_buffer(&mut samples);
        samples.into_iter().flat_map(u16::to_ne_bytes).collect()
    } else {
        let mut samples = vec![0_u8; count];
        stream.write_to_buffer(&mut samples);
        samples
    };
    let delay_ms = ticks.map_or(0, |tick| (tick * f64::from(render.duration())).round().min(4e9) as u32);
    Ok(Frame { width_px, height_px, format, samples, delay_ms })
}

fn failed(error: Box<dyn std::error::Error + Send + Sync>) -> Error {
    let text = error.to_string();
    let is_cut = text.contains("end of file") || text.contains("unexpected end") || text.contains("need more data");
    let code = if is_cut { ErrorCode::Truncated } else { ErrorCode::Malformed };
    Error::new(code, format!("the JPEG XL cannot be read: {text}")).caused_by(error)
}
