use super::{read, write};
use transvase_base::context::Context;
use transvase_codec::{exif, holds, still_tests};
use transvase_model::raster::{Frame, PixelFormat, Raster, Sequence};

#[test]
fn pictures_come_back() {
    let context = Context::default();
    let deep = [PixelFormat::Gray16, PixelFormat::GrayAlpha16, PixelFormat::Rgb16, PixelFormat::Rgba16];
    for format in [PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8].into_iter().chain(deep) {
        let frame = still_tests::picture(format);
        let raster = Raster {
            exif: Some(exif::only_orientation(1).into()),
            xmp: Some("<x/>".into()),
            ..Raster::of(frame.clone())
        };
        let bytes = write::write(raster, &context).unwrap().alone();
        let mut back = read::read(&bytes, &context).unwrap();
        let expected = if format == PixelFormat::GrayAlpha16 { holds::colored(frame) } else { frame };
        assert_eq!(back.frames.first(&context).unwrap(), expected, "{format:?}");
        assert!(back.exif.is_some() && back.xmp.as_deref() == Some("<x/>"));
    }
}

#[test]
fn damage_ends_in_an_error_or_a_picture() {
    let context = Context::default();
    let bytes = write::write(Raster::of(still_tests::picture(PixelFormat::Rgb8)), &context).unwrap().alone();
    for cut in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[cut] ^= 0x55;
        let _ = (read::read(&bytes[..cut], &context), read::read(&damaged, &context));
    }
}

/// A small square that wanders over a ground, large enough for several groups of pixels.
fn wandering(at: usize) -> Frame {
    let (width_px, height_px) = (300, 270);
    let pixel = |place: usize| {
        let (x, y) = (place % width_px, place / width_px);
        let is_square = (at * 31..at * 31 + 9).contains(&x) && (at * 80..at * 80 + 9).contains(&y);
        if is_square { [255, 0, 0, 128] } else { [(x / 2) as u8, (y / 2) as u8, 7, if x < 20 { 0 } else { 255 }] }
    };
    let samples = (0..width_px * height_px).flat_map(pixel).collect();
    let (width_px, height_px) = (width_px as u32, height_px as u32);
    Frame { width_px, height_px, format: PixelFormat::Rgba8, samples, delay_ms: 40 + 300 * at as u32 }
}

#[test]
fn an_animation_comes_back_as_it_was() {
    let context = Context::default();
    for plays in [0, 1, 70_000] {
        let sequence = Sequence::Animation { plays };
        // The third shows the same as the second.
        let mut frames: Vec<Frame> = [0, 1, 1, 2, 3].map(wandering).into();
        frames[2].delay_ms = 9;
        let raster = Raster { sequence, xmp: Some("<x/>".into()), ..Raster::pages(frames.clone()) };
        let bytes = write::write(raster, &context).unwrap().alone();
        let mut again = read::read(&bytes, &context).unwrap();
        assert_eq!((again.sequence, again.frames.left(), again.xmp.as_deref()), (sequence, 5, Some("<x/>")));
        for frame in frames {
            assert_eq!(again.frames.first(&context).unwrap(), frame);
        }
    }
}

#[test]
fn pictures_too_small_for_a_part_are_animated_whole() {
    let context = Context::default();
    let frame = |color: u8| Frame {
        width_px: 2,
        height_px: 3,
        format: PixelFormat::Gray8,
        samples: vec![color; 6],
        delay_ms: 5,
    };
    let raster = Raster { sequence: Sequence::Animation { plays: 2 }, ..Raster::pages(vec![frame(1), frame(9)]) };
    let bytes = write::write(raster, &context).unwrap().alone();
    let mut again = read::read(&bytes, &context).unwrap();
    for color in [1, 9] {
        assert_eq!(again.frames.first(&context).unwrap(), holds::rgba(frame(color)));
    }
}
