//! Device-independent bitmaps: what BMP files and the pictures of icons are (Microsoft's bitmap headers, and those of
//! OS/2 1.x and 2.x).

mod header;
mod rows;
mod runs;

use std::sync::Arc;

pub(crate) use header::Header;

use crate::{blue_first, jpeg, pixels, png};
use header::Coding;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, PixelFormat, Raster};
use transvase_model::rows::Rows;

/// A picture and what its header says of it.
pub(crate) struct Dib<'a> {
    pub(crate) rows: Rows<'a>,
    pub(crate) dpi: Option<(f32, f32)>,
    pub(crate) icc: Option<Arc<[u8]>>,
}

/// Reads a bitmap whose header begins with `dib`; its pixels begin at `pixels_at` of that, or behind the colours.
///
/// # Errors
/// `Malformed`, `Truncated`, a limit.
pub(crate) fn read<'a>(dib: &'a [u8], pixels_at: Option<usize>, context: &Context) -> Result<Dib<'a>> {
    let header = Header::read(dib, false)?;
    pixels::charge_pixels((header.width, header.height), context)?;
    let start = pixels_at.filter(|at| *at >= header.length).unwrap_or(header.pixels_at);
    let data = dib.get(start..).unwrap_or_default();
    if let Some(decode) = header.coding.embedded() {
        // A whole file of another format stands where the pixels would.
        let mut raster = decode(data, context)?;
        return Ok(Dib { rows: raster.frames.first_rows(context)?, dpi: header.dpi, icc: raster.icc });
    }
    let (dpi, icc) = (header.dpi, header.profile(dib).map(Arc::from));
    let colors = header.colors(dib, start);
    let stored = rows::stored(&header, data, context)?;
    let rows = rows::seen(header, colors, stored, context)?;
    Ok(Dib { rows, dpi, icc })
}

/// Reads the bitmap of an icon: twice as high as the picture, whose lower half says what is not seen.
///
/// # Errors
/// `Malformed`, `Truncated`, a limit.
pub(crate) fn read_icon(dib: &[u8], context: &Context) -> Result<Dib<'static>> {
    let header = Header::read(dib, true)?;
    pixels::charge_pixels((header.width, header.height), context)?;
    let data = dib.get(header.pixels_at..).unwrap_or_default();
    let colors = header.colors(dib, dib.len());
    let stored = rows::stored(&header, data, context)?;
    let picture = rows::picture(header.clone(), colors, stored).gathered(context)?;
    let profile = header.profile(dib);
    // What is missing of the lower half is seen; a profile behind it is no part of it.
    let behind = profile.and_then(|_| header.profile_at(dib)).map_or(dib.len(), |at| at.max(header.pixels_at));
    let data = dib.get(header.pixels_at..behind).unwrap_or_default();
    let mask = data.get(header.stride().saturating_mul(header.height as usize)..).unwrap_or_default();
    Ok(Dib { rows: Rows::from(masked(picture, &header, mask)), dpi: None, icc: profile.map(Arc::from) })
}

/// The picture with the transparency of an icon: its own where it has any, else that of the mask.
fn masked(picture: Frame, header: &Header, mask: &[u8]) -> Frame {
    let width = header.width as usize;
    let stride = width.div_ceil(32) * 4;
    let has_own = header.bits == 32 && picture.samples.chunks_exact(4).any(|pixel| pixel[3] > 0);
    let hidden = |row: usize, column: usize| {
        let at = (header.height as usize - 1 - row) * stride + column / 8;
        mask.get(at).is_some_and(|byte| byte & (0x80 >> (column % 8)) != 0)
    };
    let channels = picture.format.channels();
    let mut samples = Vec::new();
    for (at, pixel) in picture.samples.chunks_exact(channels).enumerate() {
        let alpha = match has_own {
            true => pixel[3],
            false if hidden(at / width, at % width) => 0,
            false => 255,
        };
        samples.extend([pixel[0], pixel[1], pixel[2], alpha]);
    }
    Frame { format: PixelFormat::Rgba8, samples, ..picture }
}

fn cut_short(context: &Context) {
    context.warn(Warning::new(
        WarningCode::InputRepaired,
        "the file ends before its picture does: the missing part is black",
    ));
}

fn ended() -> Error {
    Error::new(ErrorCode::Truncated, "the bitmap ends before its pixels")
}

/// A bitmap with a header of its fourth version, rows from the bottom up: 8-bit grey, 24-bit colours, or 32 bits with
/// alpha. Before it so many bytes are left free, and where its pixels begin from there on is told.
///
/// # Errors
/// A limit, and what ends the making of rows.
pub fn write(
    mut rows: Rows<'_>,
    dpi: Option<(f32, f32)>,
    before: usize,
    context: &Context,
) -> Result<(Vec<u8>, usize)> {
    let (channels, row_bytes) = (rows.format.channels(), rows.row_bytes());
    let stride = row_bytes.next_multiple_of(4);
    let pixel_bytes = stride.saturating_mul(rows.height_px as usize);
    let mut head = header::written(&rows, pixel_bytes, dpi);
    if channels == 1 {
        head.extend((0..=255_u8).flat_map(|gray| [gray, gray, gray, 0]));
    }
    let all = pixel_bytes.saturating_add(before + head.len());
    context.room(all)?;
    let mut bytes = vec![0; all];
    bytes[before..before + head.len()].copy_from_slice(&head);
    let mut places = bytes[before + head.len()..].rchunks_exact_mut(stride.max(1));
    while let Some(strip) = rows.next(context)? {
        for (row, place) in strip.samples.chunks_exact(row_bytes.max(1)).zip(&mut places) {
            context.tick(strip.width_px.into())?;
            blue_first::put(row, place, channels);
        }
    }
    Ok((bytes, head.len()))
}

/// Size of a picture and where its bitmap begins, for a short look.
pub(crate) fn size(dib: &[u8], is_icon: bool) -> Option<(u32, u32)> {
    let header = Header::read(dib, is_icon).ok()?;
    Some((header.width, header.height))
}

impl Coding {
    /// How the file is decoded that stands in the place of pixels.
    fn embedded(self) -> Option<for<'a> fn(&'a [u8], &Context) -> Result<Raster<'a>>> {
        match self {
            Coding::Jpeg => Some(jpeg::CODEC.decode),
            Coding::Png => Some(png::CODEC.decode),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of so few bits have no room for what codings of other bits put there.
    #[test]
    fn codings_that_do_not_go_with_the_bits_are_errors() {
        for (code, bits) in (0..8).flat_map(|code| [0, 1, 2, 4, 8, 16, 24, 32].map(|bits| (code, bits))) {
            for length in [40, 64, 124] {
                let fields = [length, 9, 4, 1 | bits << 16, code];
                let mut dib: Vec<u8> = fields.into_iter().flat_map(u32::to_le_bytes).collect();
                dib.resize(length as usize, 0);
                dib.extend([0, 9, 200, 7, 9, 1].repeat(300));
                let (picture, icon) = (read(&dib, None, &Context::default()), read_icon(&dib, &Context::default()));
                // Runs of 8, 4 and (OS/2) 24 bits, fax rows, and whole files of other formats.
                let fits = match (code, length) {
                    (0 | 3 | 6, _) => true,
                    (1, _) => bits == 8,
                    (2, _) => bits == 4,
                    (4, 64) => matches!(bits, 0 | 24),
                    _ => false,
                };
                assert!(fits || (picture.is_err() && icon.is_err()), "{length} {code} {bits}");
            }
        }
    }

    /// Microsoft, BITMAPV5HEADER: a profile may stand where an icon has what is not seen.
    #[test]
    fn the_profile_of_an_icon_is_no_mask() {
        let fields = [124, 1, 2, 1 | 24 << 16, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0x4D42_4544];
        let mut dib: Vec<u8> = fields.into_iter().flat_map(u32::to_le_bytes).collect();
        dib.resize(112, 0);
        dib.extend([128_u32, 4, 0].into_iter().flat_map(u32::to_le_bytes));
        dib.extend([1, 2, 3, 0]);
        dib.extend([0xFF; 4]);
        let read = read_icon(&dib, &Context::default()).unwrap();
        let frame = read.rows.gathered(&Context::default()).unwrap();
        assert_eq!((&frame.samples[..], read.icc.as_deref()), (&[3, 2, 1, 255][..], Some(&[0xFF; 4][..])));
    }
}
