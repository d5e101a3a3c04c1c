//! The decoder of HEIC and HEIF (ISO/IEC 23008-12) with pictures of HEVC: the main picture.

use heic_decoder::{ColorInfo, HeifError};

use crate::Codec;
use crate::{gates, isobmff, pixels};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_model::media::MediaKind;
use transvase_model::raster::{Frame, PixelFormat, Raster};

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Heic, sniff, size, is_lossy: |_| true, decode: read };
/// Brands of pictures of HEVC (ISO/IEC 23008-12, annex B).
const BRANDS: [&[u8]; 8] = [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"];

/// Pictures of AV1 share the container.
fn sniff(bytes: &[u8]) -> bool {
    let brands = || isobmff::brands(bytes);
    let is_av1 = brands().any(|brand| brand == b"avif" || brand == b"avis");
    !is_av1 && brands().any(|brand| BRANDS.contains(&brand))
}

fn size(bytes: &[u8], context: &Context) -> Result<Option<(u32, u32)>> {
    gates::heif::check(bytes, context)?;
    let info = heic_decoder::probe(bytes).map_err(failed)?;
    Ok(Some((info.width as u32, info.height as u32)))
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    gates::heif::check(bytes, context)?;
    let info = heic_decoder::probe(bytes).map_err(failed)?;
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    pixels::charge_pixels((side(info.width), side(info.height)), context)?;
    pixels::charge_pixels((side(info.coded_width), side(info.coded_height)), context)?;
    // Planes of 32-bit numbers, and what they become.
    context.room(info.coded_width.saturating_mul(info.coded_height).saturating_mul(16))?;
    let mut image = heic_decoder::decode(bytes).map_err(failed)?;
    image.color_info = Some(told(image.color_info));
    context.checkpoint()?;
    let (is_deep, has_alpha) = (image.bit_depth_luma > 8, image.alpha.is_some());
    let (format, samples) = match (has_alpha, is_deep) {
        (false, false) => (PixelFormat::Rgb8, image.to_rgb8().map_err(failed)?.data),
        (true, false) => (PixelFormat::Rgba8, image.to_rgba8().map_err(failed)?.data),
        (false, true) => (PixelFormat::Rgb16, native(&image.to_rgb16().map_err(failed)?.data)),
        (true, true) => (PixelFormat::Rgba16, native(&image.to_rgba16().map_err(failed)?.data)),
    };
    let frame = Frame { width_px: side(image.width), height_px: side(image.height), format, samples, delay_ms: 0 };
    let metadata = image.metadata;
    let raster = Raster {
        icc: metadata.icc_profile.map(Into::into),
        xmp: metadata.xmp.and_then(|packet| String::from_utf8(packet).ok()).map(Into::into),
        ..Raster::of(frame)
    };
    Ok(pixels::said_by_exif(raster, metadata.exif))
}

/// Matrix coefficients that are not told (ISO/IEC 23091-2, 8.3), and those of BT.601.
const UNSPECIFIED: u16 = 2;
const BT_601: u16 = 6;

/// How colours are coded: where neither file nor stream says it, by BT.601 (ISO/IEC 23000-22, 7.3.6.4), and not by the
/// BT.709 of the decoder. The range is that of the stream, which is limited unless it says otherwise.
fn told(info: Option<ColorInfo>) -> ColorInfo {
    let mut info = info.unwrap_or(ColorInfo { matrix_coefficients: UNSPECIFIED, ..ColorInfo::default() });
    if info.matrix_coefficients == UNSPECIFIED {
        info.matrix_coefficients = BT_601;
    }
    info
}

fn native(samples: &[u16]) -> Vec<u8> {
    samples.iter().flat_map(|sample| sample.to_ne_bytes()).collect()
}

fn failed(error: HeifError) -> Error {
    let code = match &error {
        HeifError::Truncated { .. } => ErrorCode::Truncated,
        HeifError::LimitExceeded(_) => ErrorCode::LimitExceeded,
        _ => ErrorCode::Malformed,
    };
    Error::new(code, format!("the HEIC cannot be read: {error}")).caused_by(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brands_are_told_apart() {
        let file = |brands: &[u8]| [&(8 + brands.len() as u32).to_be_bytes()[..], b"ftyp", brands].concat();
        assert!(sniff(&file(b"heic\0\0\0\0mif1heic")));
        assert!(!sniff(&file(b"avif\0\0\0\0mif1avif")));
        assert!(!sniff(&file(b"isom\0\0\0\0mp41")));
    }

    #[test]
    fn damage_is_an_error() {
        let file = [&24_u32.to_be_bytes()[..], b"ftypheic\0\0\0\0mif1heic", &[0xFF; 40]].concat();
        for end in 0..file.len() {
            assert!(read(&file[..end], &Context::default()).is_err());
        }
    }
}
