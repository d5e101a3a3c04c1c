//! Animated PNG (PNG 3rd edition, 11.3.6): frames written by what changes.

use png::{BlendOp, Encoder};

use super::write::{info, write_texts};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_codec::film::{self, Area};
use transvase_codec::png_out::failed;
use transvase_model::raster::Raster;

/// An animation: the first frame whole, of each other one the part that changes.
pub(super) fn write(mut raster: Raster, plays: u32, context: &Context) -> Result<Vec<u8>> {
    let count = raster.frames.left() as u32;
    let first = film::first_of(&mut raster, context)?;
    let mut bytes = Vec::new();
    let mut encoder = Encoder::with_info(&mut bytes, info((first.width_px, first.height_px), first.format, &raster))
        .map_err(failed)?;
    encoder.set_animated(count, plays).map_err(failed)?;
    encoder.set_compression(png::Compression::Balanced);
    write_texts(&mut encoder, &raster, context)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let size = (first.width_px, first.height_px);
    let (width, height) = (size.0 as usize, size.1 as usize);
    let (mut shown, mut delay_ms) = (first.samples, first.delay_ms);
    writer.set_frame_delay(u16::try_from(delay_ms).unwrap_or(u16::MAX), 1_000).map_err(failed)?;
    writer.write_image_data(&shown).map_err(failed)?;
    for _ in 1..count {
        context.checkpoint()?;
        let next = film::next_of(&mut raster, size, context)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_codec::png::play::{control, read};
    use transvase_model::raster::{Frame, PixelFormat, Sequence};

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
