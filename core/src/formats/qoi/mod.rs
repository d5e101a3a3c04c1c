//! QOI, the Quite OK Image Format (specification 1.0): read and written.
//!
//! Kept: pixels of 8 bits and transparency. Lost when written: 16-bit samples and all metadata; the colours become sRGB.

use image::codecs::qoi::QoiEncoder;
use image::{ImageEncoder, ImageFormat};

use crate::context::Context;
use crate::error::Result;
use crate::format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use crate::model::loss;
use crate::model::raster::{Frame, Raster};
use crate::parts::holds::{self, Holds};
use crate::parts::rewriting::Codec;
use crate::parts::{pixels, stills};

/// How its files are written anew.
const CODEC: Codec = Codec { read, write };

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "qoi",
    name: "QOI",
    extensions: &["qoi"],
    media_types: &["image/qoi"],
    sniff: |bytes| Confidence::certain_if(bytes.starts_with(b"qoif")),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(read) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(CODEC, "without loss, written anew", &[])),
    inspect: Some(inspect),
    notes: "Keeps 8-bit colours and transparency, as sRGB; metadata have no place.",
};

const HOLDS: Holds = Holds { alpha: true, ..Holds::NOTHING };

fn inspect(bytes: &[u8], _context: &Context) -> Result<Facts> {
    Ok(Facts { pixels: Some(pixels::dimensions(bytes, ImageFormat::Qoi)?), ..Facts::default() })
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    pixels::decode(bytes, ImageFormat::Qoi, context)
}

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::written(holds::fitted(raster, HOLDS, context), "qoi", context, encode)
}

fn encode(frame: Frame, _raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    context.checkpoint()?;
    // There is no grey.
    let frame = holds::colored(frame);
    let (mut bytes, color) = (Vec::new(), pixels::color_type(frame.format));
    let encoder = QoiEncoder::new(&mut bytes);
    encoder.write_image(&frame.samples, frame.width_px, frame.height_px, color).map_err(pixels::image_error)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::still_tests;

    #[test]
    fn pictures_come_back() {
        still_tests::comes_back(read, write, ImageFormat::Qoi);
    }
}
