//! Animated PNG (PNG 3rd edition, 11.3.6): frames made whole, and written by what changes.

use std::io::Cursor;

use png::{BlendOp, Decoder, DisposeOp, Encoder, Reader, Transformations};

use super::read::damaged;
use super::write::{info, write_texts};
use crate::context::{Context, Limit};
use crate::error::{Error, Result};
use crate::model::raster::{Frame, PixelFormat, Raster, Sequence};
use crate::parts::codec::film::{self, Area, Film, Laid, Leaves, Patch};
use crate::parts::codec::led::led_by;
use crate::parts::codec::png::chunks::chunks;
use crate::parts::codec::png_out::failed;
use crate::parts::codec::{holds, pixels};
use crate::warning::{Warning, WarningCode};

/// How many frames an animation has and how often it is played; `None` for a picture that is none.
pub(super) fn control(png: &[u8]) -> Option<(u32, u32)> {
    let data = chunks(png).take_while(|(kind, _)| *kind != b"IDAT").find(|(kind, _)| *kind == b"acTL")?.1;
    let (frames, rest) = data.split_first_chunk::<4>()?;
    let plays = rest.first_chunk::<4>()?;
    Some((u32::from_be_bytes(*frames), u32::from_be_bytes(*plays))).filter(|(frames, _)| *frames > 1)
}

/// Whether the still picture, which programs show that know no animations, is none of the frames of the animation beside
/// it: then nothing is said of a frame before it.
pub(super) fn is_beside_still(png: &[u8]) -> bool {
    let lead: Vec<&[u8]> = chunks(png).map(|(kind, _)| kind).take_while(|kind| *kind != b"IDAT").collect();
    let has_frames = || chunks(png).any(|(kind, _)| kind == b"fdAT");
    lead.contains(&&b"acTL"[..]) && !lead.contains(&&b"fcTL"[..]) && has_frames()
}

/// What a file loses when its animation is written anew, if anything.
pub(super) fn losses(png: &[u8]) -> Option<&'static str> {
    let is_deep = || chunks(png).any(|(kind, data)| kind == b"IHDR" && data.get(8) == Some(&16));
    if is_beside_still(png) {
        return Some("the still picture beside its animation");
    }
    (control(png).is_some() && is_deep()).then_some("the depth of its 16-bit samples")
}

/// The frames of an animation, and what they are to one another.
pub(super) fn read<'a>(bytes: &'a [u8], (count, plays): (u32, u32), context: &Context) -> Result<Raster<'a>> {
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

/// An animation: the first frame whole, of each other one the part that changes.
pub(super) fn write(mut raster: Raster, plays: u32, context: &Context) -> Result<Vec<u8>> {
    let count = raster.frames.left() as u32;
    let first = whole(raster.frames.first(context)?, context)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::with_info(&mut bytes, info((first.width_px, first.height_px), first.format, &raster))
        .map_err(failed)?;
    encoder.set_animated(count, plays).map_err(failed)?;
    encoder.set_compression(png::Compression::Balanced);
    write_texts(&mut encoder, &raster, context)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let (width, height) = (first.width_px as usize, first.height_px as usize);
    let (mut shown, mut delay_ms) = (first.samples, first.delay_ms);
    writer.set_frame_delay(u16::try_from(delay_ms).unwrap_or(u16::MAX), 1_000).map_err(failed)?;
    writer.write_image_data(&shown).map_err(failed)?;
    for _ in 1..count {
        context.checkpoint()?;
        // Frames that turn out not to be there have been told: the last one stays as long as they would.
        let next = match raster.frames.next(context)? {
            Some(frame) => Some(whole(frame, context)?).filter(|frame| frame.samples.len() == shown.len()),
            None => None,
        };
        let samples = next.as_ref().map_or(&shown, |next| &next.samples);
        let pixel = Area { left: 0, top: 0, width: 1.min(width), height: 1.min(height) };
        let area = film::changed(&shown, samples, width, 4).unwrap_or(pixel);
        let part = film::cropped(samples, width, 4, area);
        delay_ms = next.as_ref().map_or(delay_ms, |next| next.delay_ms);
        writer.reset_frame_position().map_err(failed)?;
        writer.set_frame_dimension(area.width as u32, area.height as u32).map_err(failed)?;
        writer.set_frame_position(area.left as u32, area.top as u32).map_err(failed)?;
        writer.set_blend_op(BlendOp::Source).map_err(failed)?;
        writer.set_frame_delay(u16::try_from(delay_ms).unwrap_or(u16::MAX), 1_000).map_err(failed)?;
        writer.write_image_data(&part).map_err(failed)?;
        if let Some(next) = next {
            shown = next.samples;
        }
    }
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

/// A frame as the animation has them all: 8-bit colours with alpha.
fn whole(frame: Frame, context: &Context) -> Result<Frame> {
    let frame = if frame.format.is_deep() { holds::shallow(frame, context)? } else { frame };
    Ok(holds::rgba(frame))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(colors: [[u8; 4]; 4], delay_ms: u32) -> Frame {
        Frame { width_px: 2, height_px: 2, format: PixelFormat::Rgba8, samples: colors.concat(), delay_ms }
    }

    const RED: [u8; 4] = [255, 0, 0, 255];
    const GLASS: [u8; 4] = [0, 0, 255, 99];
    const CLEAR: [u8; 4] = [0; 4];

    fn frames() -> Vec<Frame> {
        vec![frame([RED, RED, GLASS, CLEAR], 100), frame([RED, GLASS, GLASS, CLEAR], 40), frame([CLEAR; 4], 70)]
    }

    fn sample() -> Vec<u8> {
        let sequence = Sequence::Animation { plays: 3 };
        write(Raster { sequence, ..Raster::pages(frames()) }, 3, &Context::default()).unwrap()
    }

    #[test]
    fn an_animation_comes_back_whole() {
        let context = Context::default();
        let bytes = sample();
        let mut raster = read(&bytes, control(&bytes).unwrap(), &context).unwrap();
        assert_eq!(raster.sequence, Sequence::Animation { plays: 3 });
        for expected in frames() {
            assert_eq!(raster.frames.first(&context).unwrap(), expected);
        }
    }

    #[test]
    fn damage_ends_in_an_error_or_a_picture() {
        let bytes = sample();
        for cut in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[cut] ^= 0x55;
            for bytes in [&bytes[..cut], &damaged] {
                let Some(control) = control(bytes) else { continue };
                if let Ok(mut raster) = read(bytes, control, &Context::default()) {
                    while let Ok(Some(_)) = raster.frames.next(&Context::default()) {}
                }
            }
        }
    }
}
