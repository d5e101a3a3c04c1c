//! Image adjustment (crop, rotate, resize, colours): pixels to pixels, whatever a picture came from and whatever it
//! becomes.
//!
//! It is done in this order: the frame is chosen, cut, turned, brought to size, put on a ground; then what the file
//! says of the picture is taken away.

mod asked;
mod file;

pub use asked::{OPTIONS, redraws};

use std::sync::Arc;

use asked::{Asked, Crop};

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_codec::film::{self, Area};
use transvase_codec::strip::{self, Strip};
use transvase_codec::{holds, icc, pixels, profiles, resize};
use transvase_model::raster::{Frame, Raster, Sequence};
use transvase_model::rows::{Rows, Strips};

/// The picture as the options ask for it. Its frames follow as they are asked for.
///
/// # Errors
/// `InvalidOption`; and what ends the making of frames that are left out.
pub fn adjusted<'a>(mut raster: Raster<'a>, context: &Context) -> Result<Raster<'a>> {
    let asked = Asked::of(context)?;
    if let Some(number) = asked.frame {
        chosen(&mut raster, number, context)?;
    }
    if asked.changes_pixels() || asked.strip != Strip::None {
        raster.original = raster.original.take().and_then(|media| file::as_asked(&media, &asked));
    }
    // The density of a file that stays is that of its pixels as they lie in it.
    if raster.original.is_none() && matches!(asked.quarter_turns, 1 | 3) {
        raster.dpi = raster.dpi.map(|(across, down)| (down, across));
    }
    if asked.changes_shape() {
        strip::forget_pixels(&mut raster);
    }
    let is_colored = asked.ground.is_some_and(|ground| !ground.is_gray());
    // A profile for grey says nothing of pixels that become colours.
    let gray = |profile: &mut Arc<[u8]>| is_colored && icc::space(profile) == Some(b"GRAY");
    let profile = asked.strip.take_from(&mut raster).or_else(|| raster.icc.take_if(gray));
    if asked.changes_pixels() || profile.is_some() {
        raster.frames = raster.frames.mapped(move |rows, context| {
            let rows = match &profile {
                Some(profile) => profiles::rows_to_srgb(rows, profile, context),
                None => rows,
            };
            redrawn(rows, &asked)
        });
    }
    Ok(raster)
}

/// Leaves one frame alone, counted from 1.
fn chosen(raster: &mut Raster<'_>, number: u64, context: &Context) -> Result<()> {
    let count = raster.frames.left();
    for _ in 1..number {
        context.checkpoint()?;
        raster.frames.next_rows(context)?;
    }
    let Some(rows) = raster.frames.next_rows(context)? else {
        return Err(Error::option("frame", format!("the picture has only {count} frames")));
    };
    if count > 1 {
        raster.original = None;
    }
    raster.frames = rows.into();
    raster.sequence = Sequence::Pages;
    Ok(())
}

fn redrawn<'a>(mut rows: Rows<'a>, asked: &Asked) -> Result<Rows<'a>> {
    if let Some(crop) = &asked.crop {
        rows = cut(rows, crop)?;
    }
    rows = pixels::turned_rows(rows, [1, 6, 3, 8][asked.quarter_turns]);
    if let Some(most) = asked.most {
        let size = resize::fitted((rows.width_px, rows.height_px), most);
        rows = resize::resized_rows(rows, size, asked.filter);
    }
    Ok(match asked.ground {
        Some(ground) => holds::flat_rows(rows, ground),
        None => rows,
    })
}

/// The part of a picture.
fn cut<'a>(rows: Rows<'a>, crop: &Crop) -> Result<Rows<'a>> {
    let (wide, high) = (rows.width_px, rows.height_px);
    let (left, top) = (crop.left.min(wide), crop.top.min(high));
    let (width, height) = (crop.width.min(wide - left), crop.height.min(high - top));
    if width == 0 || height == 0 {
        return Err(Error::option(
            "crop",
            format!("the part lies outside of the picture, which has {wide}x{high} pixels"),
        ));
    }
    let (format, delay_ms) = (rows.format, rows.delay_ms);
    let part = Part { rows, left, width, above: top, left_over: height };
    Ok(Rows::new((width, height), format, part).lasting(delay_ms))
}

/// The rows of a part of a picture.
struct Part<'a> {
    rows: Rows<'a>,
    /// Where the part begins in a row, and how long it is.
    left: u32,
    width: u32,
    /// Rows of the picture that are still to come before the part, and rows of the part.
    above: u32,
    left_over: u32,
}

impl Strips for Part<'_> {
    fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        while let Some(strip) = self.rows.next(context)? {
            let above = self.above.min(strip.height_px);
            let height = (strip.height_px - above).min(self.left_over);
            (self.above, self.left_over) = (self.above - above, self.left_over - height);
            if height == 0 {
                continue;
            }
            let area = Area {
                left: self.left as usize,
                top: above as usize,
                width: self.width as usize,
                height: height as usize,
            };
            let pixel = strip.format.bytes_per_pixel();
            let samples = film::cropped(&strip.samples, strip.width_px as usize, pixel, area);
            return Ok(Some(Frame { width_px: self.width, height_px: height, samples, ..strip }));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::error::ErrorCode;
    use transvase_base::options::{OptionSpec, Options, ROTATE};
    use transvase_codec::{exif, jpeg_head};
    use transvase_model::media::{Media, MediaKind};
    use transvase_model::raster::PixelFormat;

    /// Frames of 4 by 2 pixels whose grey is their number.
    fn raster(count: u8) -> Raster<'static> {
        let frame = |number: u8| Frame {
            width_px: 4,
            height_px: 2,
            format: PixelFormat::GrayAlpha8,
            samples: (0..8).flat_map(|at| [number * 10 + at, 255]).collect(),
            delay_ms: 0,
        };
        Raster {
            sequence: Sequence::Animation { plays: 0 },
            exif: Some([1].into()),
            dpi: Some((300.0, 150.0)),
            ..Raster::pages((0..count).map(frame).collect::<Vec<_>>())
        }
    }

    fn asked(options: &[(&OptionSpec, &str)]) -> Result<(Raster<'static>, Frame)> {
        let mut set = Options::default();
        options.iter().for_each(|(spec, value)| set.set(spec, value).unwrap());
        let context = Context::new(set, Limits::default());
        let mut raster = adjusted(raster(3), &context)?;
        let frame = raster.frames.first(&context)?;
        Ok((raster, frame))
    }

    fn grays(frame: &Frame) -> Vec<u8> {
        frame.samples.chunks_exact(frame.format.channels()).map(|pixel| pixel[0]).collect()
    }

    #[test]
    fn everything_is_done_in_its_order() {
        let (_, frame) = asked(&[(&asked::CROP, "2x2+1+0"), (&ROTATE, "90")]).unwrap();
        assert_eq!((frame.width_px, frame.height_px), (2, 2));
        assert_eq!(grays(&frame), [5, 1, 6, 2]);
        let (raster, _) = asked(&[(&ROTATE, "270")]).unwrap();
        assert_eq!(raster.dpi, Some((150.0, 300.0)));
        let (_, frame) = asked(&[(&asked::MAX_DIMENSIONS, "2x8"), (&asked::BACKGROUND, "#fff")]).unwrap();
        assert_eq!((frame.width_px, frame.height_px, frame.format), (2, 1, PixelFormat::Gray8));
        let (_, frame) = asked(&[(&asked::MAX_DIMENSIONS, "100")]).unwrap();
        assert_eq!((frame.width_px, frame.height_px), (4, 2), "nothing is made larger");
    }

    #[test]
    fn one_frame_is_chosen() {
        let (raster, frame) = asked(&[(&asked::FRAME, "2")]).unwrap();
        assert_eq!((raster.frames.left(), raster.sequence, grays(&frame)[0]), (0, Sequence::Pages, 10));
        assert_eq!(asked(&[(&asked::FRAME, "4")]).unwrap_err().code(), ErrorCode::InvalidOption);
    }

    #[test]
    fn what_is_said_of_it_goes() {
        let (raster, _) = asked(&[(&strip::STRIP, "private")]).unwrap();
        assert!(raster.exif.is_none() && raster.dpi.is_some());
        let (raster, _) = asked(&[(&strip::STRIP, "all")]).unwrap();
        assert!(raster.dpi.is_none());
    }

    #[test]
    fn a_jpeg_says_that_it_is_turned_and_nothing_private() {
        let jpeg = b"\xFF\xD8\xFF\xFE\0\x08secret\xFF\xC0\0\x0B\x08\0\x02\0\x04\x01\0\0\0\xFF\xDA\0\x02scan\xFF\xD9";
        let media = Media { bytes: jpeg.as_slice().into(), kind: MediaKind::Jpeg, width_px: 0, height_px: 0 };
        let with = |options: &[(&OptionSpec, &str)]| {
            let mut set = Options::default();
            options.iter().for_each(|(spec, value)| set.set(spec, value).unwrap());
            let raster = Raster { original: Some(media.clone()), ..raster(1) };
            adjusted(raster, &Context::new(set, Limits::default())).unwrap()
        };
        let turned = with(&[(&ROTATE, "90"), (&strip::STRIP, "private")]);
        let file = turned.original.unwrap().bytes;
        assert_eq!(jpeg_head::exif(&file).map(exif::orientation), Some(6));
        assert!(file.ends_with(b"scan\xFF\xD9") && !file.windows(6).any(|word| word == b"secret"));
        assert_eq!(turned.dpi, Some((300.0, 150.0)), "of the pixels as they lie in the file");
        assert!(with(&[(&asked::CROP, "1x1+0+0")]).original.is_none());
    }

    #[test]
    fn what_is_said_of_the_old_pixels_goes() {
        // A directory of one field, the width, and no other behind it.
        let block = b"II*\0\x08\0\0\0\x01\0\0\x01\x03\0\x01\0\0\0\x04\0\0\0\0\0\0\0";
        let cropped = |crop: &str| {
            let mut options = Options::default();
            options.set(&asked::CROP, crop).unwrap();
            let raster = Raster { exif: Some(block[..].into()), ..raster(1) };
            adjusted(raster, &Context::new(options, Limits::default())).unwrap().exif.unwrap()
        };
        assert_eq!(cropped("2x2+0+0")[8..10], [0, 0], "no field is left");
    }

    #[test]
    fn nonsense_is_refused() {
        for (spec, value) in [
            (&asked::CROP, "2x2"),
            (&asked::CROP, "2x2+9+9"),
            (&asked::MAX_DIMENSIONS, "x"),
            (&asked::MAX_DIMENSIONS, "0x5"),
            (&asked::BACKGROUND, "no colour"),
        ] {
            assert_eq!(asked(&[(spec, value)]).unwrap_err().code(), ErrorCode::InvalidOption, "{value}");
        }
    }
}
