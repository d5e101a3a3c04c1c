//! HDR, Radiance's pictures (Ward, Real Pixels, 1991): read into 8 bits and written.
//!
//! Kept: colours up to white. Lost: light brighter than white, and all metadata.

use image::Rgb;
use image::codecs::hdr::HdrEncoder;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::hdr::{CODEC, read};
use transvase_codec::holds::{self, Holds};
use transvase_codec::rewriting::Rewriting;
use transvase_codec::{light, pixels, stills};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written, rewriting};
use transvase_model::loss;
use transvase_model::raster::{Frame, Raster};

/// How its files are written anew.
const REWRITING: Rewriting = Rewriting { read, write };

/// The record of Radiance HDR.
pub static SPEC: FormatSpec = FormatSpec {
    id: "hdr",
    name: "Radiance HDR",
    extensions: &["hdr", "pic", "rgbe"],
    media_types: &["image/vnd.radiance"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::NOTHING, options: &[], write: Write::Raster(write) }],
    shrinker: Some(rewriting!(REWRITING, "lossless, written anew", &[])),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "HDR light is read as 8-bit sRGB: what is brighter than white becomes white. Writing keeps the colours of \
            the picture; transparency and metadata are lost.",
};

const HOLDS: Holds = Holds::NOTHING;

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::written(holds::fitted(raster, HOLDS, context), "hdr", context, encode)
}

fn encode(frame: Frame, _raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let frame = holds::colored(frame);
    context.room(frame.samples.len().saturating_mul(4))?;
    let linear = light::table();
    let of = |sample: u8| linear[usize::from(sample)];
    let pixels: Vec<Rgb<f32>> =
        frame.samples.chunks_exact(3).map(|pixel| Rgb([of(pixel[0]), of(pixel[1]), of(pixel[2])])).collect();
    context.checkpoint()?;
    let mut bytes = Vec::new();
    let encoder = HdrEncoder::new(&mut bytes);
    encoder.encode(&pixels, frame.width_px as usize, frame.height_px as usize).map_err(pixels::image_error)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::raster::PixelFormat;

    #[test]
    fn colours_come_back() {
        let context = Context::default();
        let samples: Vec<u8> = (0..16 * 16 * 3).map(|at| (at % 256) as u8).collect();
        let frame = Frame { width_px: 16, height_px: 16, format: PixelFormat::Rgb8, samples, delay_ms: 0 };
        let bytes = write(Raster::of(frame.clone()), &context).unwrap().alone();
        let back = read(&bytes, &context).unwrap().frames.first(&context).unwrap();
        // Eight bits of mantissa are shared by the three: what is much darker than its neighbours loses some.
        let off = back.samples.iter().zip(&frame.samples).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(off <= Some(12), "{off:?}");
    }
}
