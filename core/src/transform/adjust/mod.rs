//! Pixels to pixels: what a caller may ask of any picture on its way, whatever it came from and whatever it becomes.
//!
//! It is done in this order: the frame is chosen, cut, turned, brought to size, put on a ground; then what the file
//! says of the picture is taken away.

mod asked;

pub(crate) use asked::{OPTIONS, redraws};

use asked::{Asked, Crop, Strip};

use crate::context::Context;
use crate::error::{Error, Result};
use crate::model::raster::{Frame, Frames, Raster, Sequence};
use crate::parts::film::{self, Area};
use crate::parts::{holds, pixels, profiles, resize};

/// The picture as the options ask for it. Its frames follow as they are asked for.
///
/// # Errors
/// `InvalidOption`; and what ends the making of frames that are left out.
pub(crate) fn adjusted(mut raster: Raster, context: &Context) -> Result<Raster> {
    let asked = Asked::of(context)?;
    if let Some(number) = asked.frame {
        chosen(&mut raster, number, context)?;
    }
    if asked.changes_pixels() {
        raster.original = None;
        if matches!(asked.quarter_turns, 1 | 3) {
            raster.dpi = raster.dpi.map(|(across, down)| (down, across));
        }
    }
    let profile = match asked.strip {
        Strip::All => {
            raster.dpi = None;
            raster.icc.take()
        }
        _ => None,
    };
    if asked.strip != Strip::None {
        raster.original = None;
        (raster.exif, raster.xmp, raster.resources) = (None, None, None);
        raster.remarks.clear();
    }
    if asked.changes_pixels() || profile.is_some() {
        let count = raster.frames.left();
        let mut frames = std::mem::replace(&mut raster.frames, Frames::from(Vec::new()));
        raster.frames = Frames::drawn(count, move |context| {
            let Some(frame) = frames.next(context)? else { return Ok(None) };
            let frame = match &profile {
                Some(profile) => profiles::to_srgb(frame, profile, context)?,
                None => frame,
            };
            redrawn(frame, &asked, context).map(Some)
        });
    }
    Ok(raster)
}

/// Leaves one frame alone, counted from 1.
fn chosen(raster: &mut Raster, number: u64, context: &Context) -> Result<()> {
    let count = raster.frames.left();
    for _ in 1..number {
        context.checkpoint()?;
        raster.frames.next(context)?;
    }
    let Some(frame) = raster.frames.next(context)? else {
        return Err(Error::option("frame", format!("the picture has {count} frames")));
    };
    if count > 1 {
        raster.original = None;
    }
    raster.frames = vec![frame].into();
    raster.sequence = Sequence::Pages;
    Ok(())
}

fn redrawn(mut frame: Frame, asked: &Asked, context: &Context) -> Result<Frame> {
    if let Some(crop) = &asked.crop {
        frame = cut(frame, crop)?;
    }
    frame = pixels::turned(frame, [1, 6, 3, 8][asked.quarter_turns]);
    if let Some(most) = asked.most {
        let size = resize::fitted((frame.width_px, frame.height_px), most);
        if size != (frame.width_px, frame.height_px) {
            frame = resize::resized(&frame, size, asked.filter, context)?;
        }
    }
    match asked.ground {
        Some(ground) if frame.format.has_alpha() => holds::flat(frame, ground, context),
        _ => Ok(frame),
    }
}

/// The part of a frame.
fn cut(frame: Frame, crop: &Crop) -> Result<Frame> {
    let (wide, high) = (frame.width_px, frame.height_px);
    let (left, top) = (crop.left.min(wide), crop.top.min(high));
    let (width, height) = (crop.width.min(wide - left), crop.height.min(high - top));
    if width == 0 || height == 0 {
        return Err(Error::option("crop", format!("it lies beside the picture, which has {wide}x{high} pixels")));
    }
    let area = Area { left: left as usize, top: top as usize, width: width as usize, height: height as usize };
    let samples = film::cropped(&frame.samples, wide as usize, frame.format.bytes_per_pixel(), area);
    Ok(Frame { width_px: width, height_px: height, samples, ..frame })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use crate::error::ErrorCode;
    use crate::model::raster::PixelFormat;
    use crate::options::{OptionSpec, Options};

    /// Frames of 4 by 2 pixels whose grey is their number.
    fn raster(count: u8) -> Raster {
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

    fn asked(options: &[(&OptionSpec, &str)]) -> Result<(Raster, Frame)> {
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
        let (_, frame) = asked(&[(&asked::CROP, "2x2+1+0"), (&asked::ROTATE, "90")]).unwrap();
        assert_eq!((frame.width_px, frame.height_px), (2, 2));
        assert_eq!(grays(&frame), [5, 1, 6, 2]);
        let (raster, _) = asked(&[(&asked::ROTATE, "270")]).unwrap();
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
        let (raster, _) = asked(&[(&asked::STRIP, "private")]).unwrap();
        assert!(raster.exif.is_none() && raster.dpi.is_some());
        let (raster, _) = asked(&[(&asked::STRIP, "all")]).unwrap();
        assert!(raster.dpi.is_none());
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
