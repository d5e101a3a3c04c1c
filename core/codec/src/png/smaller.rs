//! Recompression: PNGs with the same pixels in fewer bytes.

use super::around::Around;
use super::chunks::chunks;
use super::forms::{self, Form};
use super::{packing, read};
use crate::holds;
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_model::raster::Frame;

/// A smaller file of the same pixels, with all that is said of them; `None` where there is none, or the file is damaged
/// or animated.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn smaller(file: &[u8], effort: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    anew(file, effort, forms::exact, context)
}

/// As [`smaller`], with 8-bit colours and alpha whatever there is to tell, as readers of icons want it; `None` also where
/// the samples are deeper.
///
/// # Errors
/// As [`smaller`].
pub fn smaller_rgba(file: &[u8], effort: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    let whole = |frame, _: &Context| {
        let frame = holds::simplest(frame);
        Ok(if frame.format.is_deep() { Vec::new() } else { vec![forms::whole(&holds::rgba(frame))] })
    };
    anew(file, effort, whole, context)
}

/// The smallest file in one of some forms, where it is smaller.
fn anew(
    file: &[u8],
    effort: u64,
    forms: impl FnOnce(Frame, &Context) -> Result<Vec<Form>>,
    context: &Context,
) -> Result<Option<Vec<u8>>> {
    if !is_whole(file) {
        return Ok(None);
    }
    let frame = match read::as_stored(file, context) {
        Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => return Ok(None),
        frame => frame?,
    };
    let new = packing::smallest(&forms(frame, context)?, &Around::of(file), effort, context)?;
    Ok(Some(new).filter(|new| !new.is_empty() && new.len() < file.len()))
}

/// Whether a file goes on to its end, and is of one picture.
fn is_whole(file: &[u8]) -> bool {
    chunks(file).any(|(kind, _)| kind == b"IEND") && !chunks(file).any(|(kind, _)| kind == b"acTL")
}

/// The smallest file of a picture.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn smallest(frame: Frame, around: &Around, effort: u64, context: &Context) -> Result<Vec<u8>> {
    packing::smallest(&forms::exact(frame, context)?, around, effort, context)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(pixels: &[u8], width: u32, color: image::ExtendedColorType) -> Vec<u8> {
        let mut file = Vec::new();
        let height = (pixels.len() * 8) as u32 / u32::from(color.bits_per_pixel()) / width;
        let encoder = image::codecs::png::PngEncoder::new(&mut file);
        image::ImageEncoder::write_image(encoder, pixels, width, height, color).unwrap();
        file
    }

    fn pixels(file: &[u8]) -> Vec<u8> {
        image::load_from_memory(file).unwrap().to_rgba8().into_raw()
    }

    #[test]
    fn pixels_stay_in_every_coding() {
        let context = Context::default();
        let noise = |count: usize| (0..count).map(|at| (at * at % 251) as u8).collect::<Vec<_>>();
        let few: Vec<u8> = (0..60 * 40_usize).flat_map(|at| [(at % 7 * 30) as u8, 9, 100, 255]).collect();
        let clear: Vec<u8> = (0..60 * 40_usize).flat_map(|at| [7, 9, 100, (at % 3 * 100) as u8]).collect();
        let opaque: Vec<u8> = noise(60 * 40 * 3).chunks(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
        let shades: Vec<u8> = (0..2_400).map(|at| (at % 4 * 85) as u8).collect();
        for (samples, color) in [
            (few, image::ExtendedColorType::Rgba8),
            (clear, image::ExtendedColorType::Rgba8),
            (opaque, image::ExtendedColorType::Rgba8),
            (shades, image::ExtendedColorType::L8),
        ] {
            let file = png(&samples, 60, color);
            let small = smaller(&file, 0, &context).unwrap().expect("a smaller file");
            assert!(small.len() < file.len() && pixels(&small) == pixels(&file));
        }
    }

    #[test]
    fn damage_stays_as_it_is() {
        let file = png(&[9; 300], 10, image::ExtendedColorType::Rgb8);
        // What is missing of the last checksum is no damage to the picture.
        for end in 0..file.len() - 4 {
            assert_eq!(smaller(&file[..end], 0, &Context::default()).unwrap(), None, "{end}");
        }
    }
}
