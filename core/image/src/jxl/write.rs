//! Pixels to JPEG XL, without loss.

use zune_core::bit_depth::BitDepth;
use zune_core::colorspace::ColorSpace;
use zune_core::options::EncoderOptions;
use zune_jpegxl::JxlSimpleEncoder;

use super::{CONTAINER, alpha};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::EFFORT;
use transvase_codec::holds::{self, Holds};
use transvase_codec::stills;
use transvase_format::Written;
use transvase_model::raster::{Frame, PixelFormat, Raster};

const HOLDS: Holds = Holds { alpha: true, deep: true, exif: true, xmp: true, ..Holds::NOTHING };

pub(super) fn write(raster: Raster, context: &Context) -> Result<Written> {
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
    let depth = if frame.format.is_deep() { BitDepth::Sixteen } else { BitDepth::Eight };
    let effort = context.options().integer(&EFFORT).unwrap_or(5) as u8;
    let options = EncoderOptions::new(frame.width_px as usize, frame.height_px as usize, space, depth);
    let mut stream = Vec::new();
    let encoder = JxlSimpleEncoder::new(&frame.samples, options.set_effort(effort).set_num_threads(1));
    encoder.encode(&mut stream).map_err(|error| failed(&format!("{error:?}")))?;
    context.checkpoint()?;
    if frame.format.is_deep() && frame.format.has_alpha() {
        stream = alpha::declared_deep(stream);
    }
    Ok(contained(stream, raster))
}

/// The codestream in a container, where there is something beside it (ISO/IEC 18181-2, 9).
fn contained(stream: Vec<u8>, raster: &Raster) -> Vec<u8> {
    if raster.exif.is_none() && raster.xmp.is_none() {
        return stream;
    }
    let mut file = CONTAINER.to_vec();
    file.extend(part(b"ftyp", &[b"jxl \0\0\0\0jxl "]));
    if let Some(block) = &raster.exif {
        // The block begins right behind this number.
        file.extend(part(b"Exif", &[&[0; 4], block]));
    }
    if let Some(packet) = &raster.xmp {
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
