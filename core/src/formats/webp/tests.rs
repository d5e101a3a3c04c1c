use super::{read, write};
use crate::context::Context;
use crate::model::raster::{Frame, PixelFormat, Raster, Sequence};

fn frame(format: PixelFormat, seed: u32, delay_ms: u32) -> Frame {
    let (width_px, height_px) = (7, 5);
    let count = (width_px * height_px) as usize * format.bytes_per_pixel();
    let samples = (0..count as u32).map(|at| (at * 31 % 251 + if at < 40 { seed } else { 0 }) as u8).collect();
    Frame { width_px, height_px, format, samples, delay_ms }
}

fn sample() -> Vec<u8> {
    let frames = [(0, 100), (3, 40), (4, 70)].map(|(seed, delay)| frame(PixelFormat::Rgba8, seed, delay));
    let raster = Raster {
        sequence: Sequence::Animation { plays: 2 },
        xmp: Some("<x/>".into()),
        icc: Some(moxcms::ColorProfile::new_display_p3().encode().unwrap().into()),
        ..Raster::pages(frames.to_vec())
    };
    write::write(raster, &Context::default()).unwrap().alone()
}

#[test]
fn every_format_reads_back_in_another_program() {
    let context = Context::default();
    for format in [PixelFormat::Gray8, PixelFormat::GrayAlpha8, PixelFormat::Rgb8, PixelFormat::Rgba8] {
        let frame = frame(format, 0, 0);
        let bytes = write::write(Raster::of(frame.clone()), &context).unwrap().alone();
        let read = image::load_from_memory_with_format(&bytes, image::ImageFormat::WebP).unwrap();
        let same = match format {
            PixelFormat::Gray8 => read.to_luma8().into_raw(),
            PixelFormat::GrayAlpha8 => read.to_luma_alpha8().into_raw(),
            _ => read.as_bytes().to_vec(),
        };
        assert_eq!(same, frame.samples, "{format:?}");
    }
}

#[test]
fn an_animation_comes_back_whole() {
    let context = Context::default();
    let mut raster = read::read(&sample(), &context).unwrap();
    assert_eq!(raster.sequence, Sequence::Animation { plays: 2 });
    assert!(raster.icc.is_some() && raster.xmp.as_deref() == Some("<x/>"));
    for (seed, delay) in [(0, 100), (3, 40), (4, 70)] {
        assert_eq!(raster.frames.first(&context).unwrap(), frame(PixelFormat::Rgba8, seed, delay));
    }
}

#[test]
fn damage_ends_in_an_error_or_a_picture() {
    let bytes = sample();
    for cut in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[cut] ^= 0x55;
        for bytes in [&bytes[..cut], &damaged] {
            if let Ok(mut raster) = read::read(bytes, &Context::default()) {
                while let Ok(Some(_)) = raster.frames.next(&Context::default()) {}
            }
        }
    }
}
