//! Animated PNG (PNG 3rd edition, 11.3.6) read: frames made whole.

use std::io::Cursor;

use png::{BlendOp, Decoder, DisposeOp, Reader, Transformations};

use super::chunks::chunks;
use super::read::damaged;
use crate::film::{Area, Film, Laid, Leaves, Patch};
use crate::led::led_by;
use crate::{holds, pixels};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, PixelFormat, Raster, Sequence};

/// How many frames an animation has and how often it is played; `None` for a picture that is none.
pub fn control(png: &[u8]) -> Option<(u32, u32)> {
    let data = chunks(png).take_while(|(kind, _)| *kind != b"IDAT").find(|(kind, _)| *kind == b"acTL")?.1;
    let (frames, rest) = data.split_first_chunk::<4>()?;
    let plays = rest.first_chunk::<4>()?;
    Some((u32::from_be_bytes(*frames), u32::from_be_bytes(*plays))).filter(|(frames, _)| *frames > 1)
}

/// Whether the still picture, which programs show that know no animations, is none of the frames of the animation beside
/// it: then nothing is said of a frame before it.
pub fn is_beside_still(png: &[u8]) -> bool {
    let lead: Vec<&[u8]> = chunks(png).map(|(kind, _)| kind).take_while(|kind| *kind != b"IDAT").collect();
    let has_frames = || chunks(png).any(|(kind, _)| kind == b"fdAT");
    lead.contains(&&b"acTL"[..]) && !lead.contains(&&b"fcTL"[..]) && has_frames()
}

/// What a file loses when its animation is written anew, if anything.
pub fn losses(png: &[u8]) -> Option<&'static str> {
    let is_deep = || chunks(png).any(|(kind, data)| kind == b"IHDR" && data.get(8) == Some(&16));
    if is_beside_still(png) {
        return Some("its still picture, which is not part of the animation");
    }
    (control(png).is_some() && is_deep()).then_some("the depth of its 16-bit samples")
}

/// The frames of an animation, and what they are to one another.
pub fn read<'a>(bytes: &'a [u8], (count, plays): (u32, u32), context: &Context) -> Result<Raster<'a>> {
    context.charge(Limit::animation_frames, count.into())?;
    let mut player = Player::open(bytes, context)?;
    let first = player.next(context)?;
    let pixels = u64::from(first.width_px) * u64::from(first.height_px);
    let frames = led_by(first, count as usize - 1, move |context| {
        context.charge(Limit::job_pixels, pixels)?;
        player.next(context).map(Some)
    });
    Ok(Raster { sequence: Sequence::Animation { plays }, ..Raster::pages(frames) })
}

/// A file that is played.
struct Player {
    reader: Reader<Cursor<Vec<u8>>>,
    film: Film,
}

impl Player {
    fn open(bytes: &[u8], context: &Context) -> Result<Player> {
        context.room(bytes.len())?;
        let mut decoder = Decoder::new(Cursor::new(bytes.to_vec()));
        decoder.set_transformations(Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(damaged)?;
        let size = (reader.info().width, reader.info().height);
        pixels::charge_pixels(size, context)?;
        if reader.info().bit_depth == png::BitDepth::Sixteen {
            let message = "16-bit samples of the animation were reduced to 8 bits";
            context.warn(Warning::new(WarningCode::ColorReduced, message));
        }
        if reader.info().frame_control.is_none() {
            // What is shown where animations are not known is no frame.
            reader.next_frame_info().map_err(damaged)?;
        }
        Ok(Player { reader, film: Film::new(size.0, size.1, context)? })
    }

    fn next(&mut self, context: &Context) -> Result<Frame> {
        context.checkpoint()?;
        let bytes = self.reader.output_buffer_size().ok_or_else(|| Error::malformed("a frame is too large"))?;
        context.room(bytes)?;
        let mut samples = vec![0; bytes];
        let shown = self.reader.next_frame(&mut samples).map_err(damaged)?;
        let Some(control) = self.reader.info().frame_control else {
            return Err(Error::malformed("a frame of the animation is not described"));
        };
        samples.truncate(shown.buffer_size());
        let format = match shown.color_type {
            png::ColorType::Grayscale => PixelFormat::Gray8,
            png::ColorType::GrayscaleAlpha => PixelFormat::GrayAlpha8,
            png::ColorType::Rgba => PixelFormat::Rgba8,
            _ => PixelFormat::Rgb8,
        };
        let frame = Frame { width_px: shown.width, height_px: shown.height, format, samples, delay_ms: 0 };
        self.film.show(&holds::rgba(frame).samples, &patch(&control), context)
    }
}

fn patch(control: &png::FrameControl) -> Patch {
    // A hundred of them make a second where nothing else is said.
    let under = if control.delay_den == 0 { 100 } else { u32::from(control.delay_den) };
    Patch {
        area: Area {
            left: control.x_offset as usize,
            top: control.y_offset as usize,
            width: control.width as usize,
            height: control.height as usize,
        },
        laid: if control.blend_op == BlendOp::Source { Laid::Instead } else { Laid::Over },
        leaves: match control.dispose_op {
            DisposeOp::None => Leaves::Picture,
            DisposeOp::Background => Leaves::Nothing,
            DisposeOp::Previous => Leaves::Before,
        },
        delay_ms: (u32::from(control.delay_num) * 1_000 + under / 2) / under,
    }
}
