//! The decoder of JPEG 2000 (ISO/IEC 15444-1): files and bare codestreams.

use hayro_jpeg2000::{ColorSpace, DecodeSettings, DecoderContext, Image};

use crate::Codec;
use crate::{gates, pixels, profiles};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::fence::fenced;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::media::MediaKind;
use transvase_model::raster::{Frame, PixelFormat, Raster};

/// The row of the table of codecs.
pub const CODEC: Codec = Codec { kind: MediaKind::Jp2, sniff, size, is_lossy: is_irreversible, decode: read };
/// How files and codestreams begin (ISO/IEC 15444-1, I.5.1 and A.4.1).
const FILE: &[u8] = b"\0\0\0\x0CjP  \r\n\x87\n";
const CODESTREAM: &[u8] = &[0xFF, 0x4F, 0xFF, 0x51];

fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(FILE) || bytes.starts_with(CODESTREAM)
}

fn size(bytes: &[u8], context: &Context) -> Result<Option<(u32, u32)>> {
    let image = open(bytes, context)?;
    Ok(Some((image.width(), image.height())))
}

/// Whether the wavelets are those with loss: a byte of the marker of coding styles says 0 (ISO/IEC 15444-1, A.6.1).
fn is_irreversible(bytes: &[u8]) -> bool {
    const CODING_STYLE: [u8; 2] = [0xFF, 0x52];
    const TRANSFORM_AT: usize = 13;
    let Some(start) = bytes.windows(CODESTREAM.len()).position(|word| word == CODESTREAM) else { return false };
    let style = bytes[start..].windows(2).position(|marker| marker == CODING_STYLE);
    style.and_then(|at| bytes.get(start + at + TRANSFORM_AT)) == Some(&0)
}

/// Reads the headers, once all codestreams in the file are known to be in proportion.
fn open<'a>(bytes: &'a [u8], context: &Context) -> Result<Image<'a>> {
    if !gates::jpx::is_modest(bytes, context)? {
        return Err(Error::malformed("the JPEG 2000 is too large to be decoded, or holds no picture"));
    }
    let image = fenced(|| Image::new(bytes, &DecodeSettings::default()));
    image.ok_or_else(broken)?.map_err(|error| damaged(&error))
}

fn broken() -> Error {
    Error::malformed("the JPEG 2000 cannot be read")
}

fn damaged(error: &impl std::fmt::Display) -> Error {
    Error::new(ErrorCode::Malformed, format!("the JPEG 2000 cannot be read: {error}"))
}

fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let image = open(bytes, context)?;
    let (width, height) = (image.width(), image.height());
    pixels::charge_pixels((width, height), context)?;
    context.check(Limit::image_pixels, u64::from(width) * u64::from(height))?;
    let mut decoder = DecoderContext::default();
    let decoded = fenced(|| image.decode(&mut decoder)).ok_or_else(broken)?.map_err(|error| damaged(&error))?;
    context.checkpoint()?;
    let planes = decoded.components();
    let is_deep = planes.iter().any(|plane| plane.bit_depth() > 8);
    let count = (width as usize).saturating_mul(height as usize);
    if planes.is_empty() || planes.iter().any(|plane| plane.samples().len() < count) {
        return Err(Error::malformed("the components of the JPEG 2000 do not match the size of its picture"));
    }
    let colors = usize::from(image.color_space().num_channels()).min(planes.len());
    let has_alpha = image.has_alpha() && planes.len() > colors;
    let shown: Vec<usize> = match (colors, has_alpha) {
        (1 | 2, false) => vec![0],
        (1 | 2, true) => vec![0, planes.len() - 1],
        (3, false) => vec![0, 1, 2],
        (3, true) => vec![0, 1, 2, planes.len() - 1],
        _ => vec![0, 1, 2, 3],
    };
    let is_cmyk = colors >= 4;
    let mut samples = Vec::new();
    context.room(count.saturating_mul(shown.len()).saturating_mul(if is_deep { 2 } else { 1 }))?;
    for at in 0..count {
        context.tick(1)?;
        for plane in &shown {
            let plane = &planes[*plane];
            let most = ((1_u64 << plane.bit_depth().min(32)) - 1) as f32;
            let share = (plane.samples()[at] / most).clamp(0.0, 1.0);
            match is_deep && !is_cmyk {
                true => samples.extend(((share * 65_535.0 + 0.5) as u16).to_ne_bytes()),
                false => samples.push((share * 255.0 + 0.5) as u8),
            }
        }
    }
    let profile = match image.color_space() {
        ColorSpace::Icc { profile, .. } => Some(profile.clone()),
        _ => None,
    };
    if is_cmyk {
        return Ok(Raster::of(inks(&samples, (width, height), profile.as_deref(), context)));
    }
    let format = PixelFormat::of(shown.len(), is_deep);
    let icc = profile.filter(|profile| profiles::is_for(profile, format)).map(Into::into);
    let frame = Frame { width_px: width, height_px: height, format, samples, delay_ms: 0 };
    Ok(Raster { icc, ..Raster::of(frame) })
}

/// Inks as colours.
fn inks(cmyk: &[u8], (width_px, height_px): (u32, u32), profile: Option<&[u8]>, context: &Context) -> Frame {
    context.warn(Warning::new(WarningCode::ColorReduced, "CMYK colours were converted to RGB"));
    let samples = profiles::Inks::of(profile).rgb(cmyk);
    Frame { width_px, height_px, format: PixelFormat::Rgb8, samples, delay_ms: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giants_and_noise_are_errors() {
        let mut giant = CODESTREAM.to_vec();
        giant.extend([0, 41, 0, 0]);
        for field in [10_000_u32, 10_000, 0, 0, 1, 1, 0, 0] {
            giant.extend(field.to_be_bytes());
        }
        giant.extend([0, 1, 7, 1, 1]);
        for end in 0..giant.len() {
            assert!(read(&giant[..end], &Context::default()).is_err());
        }
        assert!(read(&giant, &Context::default()).is_err());
    }
}
