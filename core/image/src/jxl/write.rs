//! Pixels to JPEG XL, without loss.

use zune_core::bit_depth::BitDepth;
use zune_core::colorspace::ColorSpace;
use zune_core::options::EncoderOptions;
use zune_jpegxl::JxlSimpleEncoder;

use super::{CONTAINER, alpha, animate};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::EFFORT;
use transvase_codec::holds::{self, Holds};
use transvase_codec::stills;
use transvase_format::Written;
use transvase_model::raster::{Frame, PixelFormat, Raster};

const HOLDS: Holds = Holds { alpha: true, deep: true, exif: true, xmp: true, ..Holds::NOTHING };

pub(super) fn write(raster: Raster, context: &Context) -> Result<Written> {
    if let Some(plays) = raster.plays() {
        let raster = holds::fitted(raster, HOLDS, context);
        let (exif, xmp) = (raster.exif.clone(), raster.xmp.clone());
        let stream = animate::write(raster, plays, context)?;
        return Ok(contained(stream, exif.as_deref(), xmp.as_deref()).into());
    }
    stills::written(holds::fitted(raster, HOLDS, context), "jxl", context, encode)
}

fn encode(mut frame: Frame, raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    context.checkpoint()?;
    // The encoder takes brightness beside alpha for numbers with a sign.
    if frame.format == PixelFormat::GrayAlpha16 {
        frame = holds::colored(frame);
    }
    let space = match frame.format.channels() {
        1 => ColorSpace::Luma,
        2 => ColorSpace::LumaA,
        3 => ColorSpace::RGB,
        _ => ColorSpace::RGBA,
    };
    let size = (frame.width_px as usize, frame.height_px as usize);
    let mut stream = stream(&frame.samples, size, space, frame.format.is_deep(), context)?;
    if frame.format.is_deep() && frame.format.has_alpha() {
        stream = alpha::declared_deep(stream);
    }
    Ok(contained(stream, raster.exif.as_deref(), raster.xmp.as_deref()))
}

/// The codestream of a picture of 8 or 16 bits, as the encoder writes it.
pub(super) fn stream(
    samples: &[u8],
    (width, height): (usize, usize),
    space: ColorSpace,
    is_deep: bool,
    context: &Context,
) -> Result<Vec<u8>> {
    let depth = if is_deep { BitDepth::Sixteen } else { BitDepth::Eight };
    let effort = context.options().integer(&EFFORT).unwrap_or(5) as u8;
    let options = EncoderOptions::new(width, height, space, depth);
    let mut stream = Vec::new();
    let encoder = JxlSimpleEncoder::new(samples, options.set_effort(effort).set_num_threads(1));
    encoder.encode(&mut stream).map_err(|error| failed(&format!("{error:?}")))?;
    context.checkpoint()?;
    Ok(stream)
}

/// The codestream in a container, where there is something beside it (ISO/IEC 18181-2, 9).
fn contained(stream: Vec<u8>, exif: Option<&[u8]>, xmp: Option<&str>) -> Vec<u8> {
    if exif.is_none() && xmp.is_none() {
        return stream;
    }
    let mut file = CONTAINER.to_vec();
    file.extend(part(b"ftyp", &[b"jxl \0\0\0\0jxl "]));
    if let Some(block) = exif {
        // The block begins right behind this number.
        file.extend(part(b"Exif", &[&[0; 4], block]));
    }
    if let Some(packet) = xmp {
        file.extend(part(b"xml ", &[packet.as_bytes()]));
    }
    file.extend(part(b"jxlc", &[&stream]));
    file
}

fn part(name: &[u8; 4], data: &[&[u8]]) -> Vec<u8> {
    let length = 8 + data.iter().map(|data| data.len()).sum::<usize>();
    [&(length as u32).to_be_bytes()[..], name, &data.concat()].concat()
}

fn failed(why: &str) -> Error {
    Error::new(ErrorCode::UnsupportedRoute, format!("the picture could not be written as JPEG XL: {why}"))
}
