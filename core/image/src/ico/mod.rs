//! ICO and CUR, the icons and cursors of Windows: the largest picture is read; several sizes are written, as PNG.
//!
//! Kept: pixels of 8 bits, transparency. Lost: the smaller pictures when read, the point of a cursor, all metadata when
//! written; pictures larger than 256 pixels are made smaller.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::le;
use transvase_base::options::EFFORT;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::holds::{self, Holds};
use transvase_codec::ico::{CODEC, ENTRY, HEAD, PNG, read};
use transvase_codec::png::smaller::smaller_rgba;
use transvase_codec::rewriting::Rewriting;
use transvase_codec::{png_out, resize, stills};
use transvase_format::{Confidence, Facts, FormatSpec, OneRung, Read, Reader, Shrinker, Write, Writer, Written};
use transvase_model::loss;
use transvase_model::raster::{Frame, Raster};

/// The record of ICO.
pub static SPEC: FormatSpec = FormatSpec {
    id: "ico",
    name: "ICO",
    extensions: &["ico", "cur"],
    media_types: &["image/vnd.microsoft.icon", "image/x-icon"],
    sniff: |bytes| Confidence::certain_if((CODEC.sniff)(bytes)),
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Raster(CODEC.decode) }],
    writers: &[Writer { cost: loss::LOOKS, options: &[], write: Write::Raster(write) }],
    shrinker: Some(Shrinker {
        balanced: "lossless: PNG pictures are compressed well, as 8-bit colours with alpha",
        options: &[&EFFORT],
        compress: smallest,
        ladder: |bytes, _, context| Ok(Box::new(OneRung(smallest(bytes, context)?))),
        redraw: Some(|raster, _, context| {
            let file = Rewriting { read, write }.written(raster, context)?;
            Ok(Box::new(OneRung(smallest(&file, context)?)))
        }),
        strip: None,
        editor: None,
        weigh: None,
    }),
    inspect: Some(|bytes, context| Facts::of_picture(&CODEC, bytes, context)),
    notes: "Reads the largest picture of an icon or cursor. Writes an icon with the usual sizes up to that of the \
            picture, 256 pixels at most, each as PNG with transparency; metadata are lost.",
};

const HOLDS: Holds = Holds { alpha: true, ..Holds::NOTHING };

/// Largest side.
const MOST_PX: u32 = 256;

/// Sides that programs ask for.
const SIDES: [u32; 6] = [16, 24, 32, 48, 64, 128];

/// The file with its PNGs packed well. One whose directory is not right stays as it is.
fn smallest(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let effort = context.options().integer(&EFFORT).unwrap_or(5);
    let (mut heads, mut pictures) = (Vec::new(), Vec::new());
    for index in 0..le::u16(bytes, 4).map_or(0, usize::from) {
        context.checkpoint()?;
        let at = HEAD + index * ENTRY;
        let field = |offset: usize| le::u32(bytes, at + offset).map(|number| number as usize);
        let data = field(8).zip(field(12)).and_then(|(length, start)| le::slice(bytes, start, length));
        let Some((head, data)) = le::slice(bytes, at, 8).zip(data) else { return Ok(bytes.to_vec()) };
        let packed = if data.starts_with(PNG) { smaller_rgba(data, effort, context)? } else { None };
        heads.push(if packed.is_some() { of_colors(head, bytes) } else { head.to_vec() });
        pictures.push(packed.unwrap_or_else(|| data.to_vec()));
    }
    let mut file = bytes.get(..HEAD).unwrap_or_default().to_vec();
    let mut start = HEAD + ENTRY * heads.len();
    for (head, picture) in heads.into_iter().zip(&pictures) {
        file.extend(head);
        file.extend((picture.len() as u32).to_le_bytes());
        file.extend((start as u32).to_le_bytes());
        start += picture.len();
    }
    file.extend(pictures.concat());
    Ok(if file.len() < bytes.len() { file } else { bytes.to_vec() })
}

/// The first half of an entry whose picture is of colours with alpha: without a palette, one plane of 32 bits. That of a
/// cursor tells its point where an icon's tells planes and bits.
fn of_colors(head: &[u8], file: &[u8]) -> Vec<u8> {
    let is_icon = le::u16(file, 2) == Some(1);
    let told = if is_icon { &[1, 0, 32, 0][..] } else { &head[4..] };
    [&head[..2], &[0, 0], told].concat()
}

fn write(raster: Raster, context: &Context) -> Result<Written> {
    stills::written(holds::fitted(raster, HOLDS, context), "ico", context, encode)
}

fn encode(frame: Frame, _raster: &Raster, context: &Context) -> Result<Vec<u8>> {
    let frame = holds::rgba(frame);
    let longest = frame.width_px.max(frame.height_px);
    if longest > MOST_PX {
        let message = format!("the picture was scaled down: an icon can be at most {MOST_PX} pixels wide or high");
        context.warn(Warning::new(WarningCode::PageScaled, message));
    }
    let own = longest.clamp(1, MOST_PX);
    let sides = SIDES.into_iter().filter(|side| *side < own).chain([own]);
    let pictures = sides.map(|side| {
        let picture = resize::within(&frame, side, context)?;
        Ok((picture.width_px, picture.height_px, png_out::encoded(&picture, None, context)?))
    });
    let pictures: Vec<(u32, u32, Vec<u8>)> = pictures.collect::<Result<_>>()?;
    let mut bytes = [&[0, 0, 1, 0][..], &(pictures.len() as u16).to_le_bytes()].concat();
    let mut start = HEAD + ENTRY * pictures.len();
    for (width, height, png) in &pictures {
        // A side of 256 is told as 0; one plane, 32 bits.
        bytes.extend([*width as u8, *height as u8, 0, 0, 1, 0, 32, 0]);
        bytes.extend((png.len() as u32).to_le_bytes());
        bytes.extend((start as u32).to_le_bytes());
        start += png.len();
    }
    bytes.extend(pictures.into_iter().flat_map(|(_, _, png)| png));
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_codec::ico::{entries, entry_size};
    use transvase_model::raster::PixelFormat;

    fn sample(side: u32) -> Vec<u8> {
        let samples = (0..side * side * 4).map(|at| (at % 251) as u8 | 0x80).collect();
        let frame = Frame { width_px: side, height_px: side, format: PixelFormat::Rgba8, samples, delay_ms: 0 };
        write(Raster::of(frame), &Context::default()).unwrap().alone()
    }

    #[test]
    fn icons_have_the_usual_sizes() {
        let bytes = sample(48);
        let sides: Vec<u32> = entries(&bytes).iter().map(|data| entry_size(data).unwrap().0).collect();
        assert_eq!(sides, [16, 24, 32, 48]);
        let largest = entries(&bytes)[3];
        let elsewhere = image::load_from_memory_with_format(largest, image::ImageFormat::Png).unwrap();
        let frame = read(&bytes, &Context::default()).unwrap().frames.first(&Context::default()).unwrap();
        assert_eq!(frame.samples, elsewhere.into_bytes());
        assert_eq!((SPEC.sniff)(&bytes), Confidence::Certain);
    }

    #[test]
    fn pictures_are_packed_and_stay() {
        let context = Context::default();
        let bytes = sample(48);
        let small = smallest(&bytes, &context).unwrap();
        assert!(small.len() < bytes.len());
        for (before, after) in entries(&bytes).into_iter().zip(entries(&small)) {
            let pixels = |data| image::load_from_memory_with_format(data, image::ImageFormat::Png).unwrap().to_rgba8();
            assert_eq!(pixels(before), pixels(after));
        }
    }

    /// Windows takes no PNG in an icon but those of 8-bit colours with alpha.
    #[test]
    fn packed_pictures_are_of_colours_with_alpha() {
        let context = Context::default();
        // Sixteen colours, so that they would take the least by number.
        let sample = |at: u32| (at * at / 7 % 16 * 13) as u8;
        let samples = (0..48 * 48_u32).flat_map(|at| [sample(at), 9, 100, 200]).collect();
        let frame = Frame { width_px: 48, height_px: 48, format: PixelFormat::Rgba8, samples, delay_ms: 0 };
        let bytes = write(Raster::of(frame), &context).unwrap().alone();
        let small = smallest(&bytes, &context).unwrap();
        for data in entries(&small) {
            assert_eq!(&data[24..26], [8, 6], "depth and colour type of the header");
        }
        assert_eq!(of_colors(&[32, 32, 2, 0, 1, 0, 1, 0], &[0, 0, 1, 0]), [32, 32, 0, 0, 1, 0, 32, 0]);
        assert_eq!(of_colors(&[32, 32, 2, 0, 5, 0, 7, 0], &[0, 0, 2, 0]), [32, 32, 0, 0, 5, 0, 7, 0], "a cursor");
    }

    #[test]
    fn large_pictures_become_smaller() {
        let bytes = sample(300);
        assert_eq!((CODEC.size)(&bytes, &Context::default()).unwrap(), Some((256, 256)));
    }

    #[test]
    fn damage_ends_in_an_error_or_a_picture() {
        let bytes = sample(16);
        for cut in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[cut] ^= 0x55;
            for bytes in [&bytes[..cut], &damaged] {
                let _ = ((SPEC.sniff)(bytes), read(bytes, &Context::default()));
            }
        }
    }
}
