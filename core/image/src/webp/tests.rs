use super::{read, shrink, strip, write};
use transvase_base::context::{Context, Limits};
use transvase_base::error::ErrorCode;
use transvase_base::options::{LOSSLESS, MAX_BYTES, OptionSpec, Options, QUALITY};
use transvase_codec::strip::Strip;
use transvase_format::Rung;
use transvase_model::raster::{Frame, PixelFormat, Raster, Sequence};

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
    let sample = sample();
    let mut raster = read::read(&sample, &context).unwrap();
    assert_eq!(raster.sequence, Sequence::Animation { plays: 2 });
    assert!(raster.icc.is_some() && raster.xmp.as_deref() == Some("<x/>"));
    for (seed, delay) in [(0, 100), (3, 40), (4, 70)] {
        assert_eq!(raster.frames.first(&context).unwrap(), frame(PixelFormat::Rgba8, seed, delay));
    }
}

/// Pictures of noise of which every seventh pixel changes; in the last one some begin to let through.
fn sparks() -> Vec<Frame> {
    let noise = |at: u32, seed: u32| (at * 31 + seed).wrapping_mul(2_654_435_761).to_be_bytes();
    let mut samples: Vec<u8> = (0..64 * 48).map(|at| noise(at, 1)).flat_map(|[r, g, b, _]| [r, g, b, 255]).collect();
    (0..4)
        .map(|number| {
            for (at, pixel) in samples.chunks_exact_mut(4).enumerate().skip(number * 2).step_by(7) {
                pixel[..3].copy_from_slice(&noise(at as u32, number as u32 + 7)[..3]);
                pixel[3] = if number == 3 { 90 } else { 255 };
            }
            Frame { width_px: 64, height_px: 48, format: PixelFormat::Rgba8, samples: samples.clone(), delay_ms: 50 }
        })
        .collect()
}

#[test]
fn what_changes_of_an_animation_lies_over_what_stays() {
    use image::AnimationDecoder;
    let frames = sparks();
    let raster = Raster { sequence: Sequence::Animation { plays: 0 }, ..Raster::pages(frames.clone()) };
    let file = write::write(raster, &Context::default()).unwrap().alone();
    let decoder = image::codecs::webp::WebPDecoder::new(std::io::Cursor::new(&file)).unwrap();
    let shown = decoder.into_frames().collect_frames().unwrap();
    assert_eq!(shown.len(), frames.len());
    let mut again = read::read(&file, &Context::default()).unwrap();
    for (shown, frame) in shown.iter().zip(&frames) {
        // The other program's blending is off by one.
        let gaps = shown.buffer().as_raw().iter().zip(&frame.samples).map(|(a, b)| a.abs_diff(*b));
        assert!(gaps.max() <= Some(1));
        assert!(again.frames.next(&Context::default()).unwrap().unwrap().samples == frame.samples);
    }
    // A seventh of the pixels and where they lie: far from four times the noise.
    assert!(file.len() < 2 * 64 * 48 * 3 + 4_000, "{}", file.len());
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

/// A picture as a camera takes it: gradients and grain, and a corner that lets through.
fn photograph() -> Frame {
    let (width_px, height_px) = (150, 90);
    let pixel = |at: u32| {
        let (x, y) = (at % width_px, at / width_px);
        let grain = (at.wrapping_mul(2_654_435_761) >> 29) as u8;
        [
            (x + y / 2) as u8 + grain,
            (200 - y) as u8 - grain,
            (y + 60) as u8 + grain,
            if x + y < 60 { 4 * y as u8 } else { 255 },
        ]
    };
    let samples = (0..width_px * height_px).flat_map(pixel).collect();
    Frame { width_px, height_px, format: PixelFormat::Rgba8, samples, delay_ms: 0 }
}

/// Photographs one after another, of which a part grows brighter.
fn pan() -> Raster<'static> {
    let frames = (0..5).map(|at| {
        let mut frame = Frame { delay_ms: 40, ..photograph() };
        frame.samples.iter_mut().skip(9_000).take(30_000).for_each(|sample| *sample = sample.saturating_add(9 * at));
        frame
    });
    Raster { sequence: Sequence::Animation { plays: 0 }, ..Raster::pages(frames.collect::<Vec<_>>()) }
}

fn context_with(options: &[(&OptionSpec, &str)]) -> Context {
    let mut set = Options::default();
    options.iter().for_each(|(spec, value)| set.set(spec, value).unwrap());
    Context::new(set, Limits::default())
}

fn pixels_of(bytes: &[u8]) -> Vec<u8> {
    image::load_from_memory_with_format(bytes, image::ImageFormat::WebP).unwrap().to_rgba8().into_raw()
}

#[test]
fn photographs_are_packed_with_loss_and_keep_their_opacity() {
    let frame = photograph();
    let lossy = write::write(Raster::of(frame.clone()), &Context::default()).unwrap().alone();
    let whole = write::write(Raster::of(frame.clone()), &context_with(&[(&LOSSLESS, "true")])).unwrap().alone();
    assert_eq!(pixels_of(&whole), frame.samples);
    assert!(lossy.len() * 2 < whole.len(), "{} {}", lossy.len(), whole.len());
    let pairs: Vec<_> = pixels_of(&lossy).into_iter().zip(frame.samples).collect();
    assert!(pairs.iter().skip(3).step_by(4).all(|(a, b)| a == b));
    let gap: f64 = pairs.iter().map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / pairs.len() as f64;
    assert!(gap < 3.0, "{gap}");
}

#[test]
fn a_named_quality_decides_on_the_size() {
    let sizes = ["20", "60", "95"].map(|quality| {
        let context = context_with(&[(&QUALITY, quality)]);
        write::write(Raster::of(photograph()), &context).unwrap().alone().len()
    });
    assert!(sizes.is_sorted(), "{sizes:?}");
}

#[test]
fn rungs_grow_and_are_estimated() {
    let context = Context::default();
    let whole = write::write(Raster::of(photograph()), &context_with(&[(&LOSSLESS, "true")])).unwrap().alone();
    let mut ladder = shrink::ladder(&whole, 2000, &context).unwrap();
    let mut before = 0;
    for coarse in [0.0, 0.3, 0.6, 1.0] {
        let estimate = ladder.estimate(Rung::at(coarse), &context).unwrap() as f64;
        let size = ladder.encode(Rung::at(coarse), &context).unwrap().len();
        assert!(size >= before && (estimate / size as f64 - 1.0).abs() < 0.15, "{coarse}: {estimate} {size}");
        before = size;
    }
}

#[test]
fn what_was_packed_with_loss_stays_without_a_wish() {
    let context = Context::default();
    let lossy = write::write(Raster::of(photograph()), &context).unwrap().alone();
    assert_eq!(shrink::compress(&lossy, &context).unwrap(), lossy);
    assert!(shrink::compress(&lossy, &context_with(&[(&QUALITY, "30")])).unwrap().len() < lossy.len());
}

#[test]
fn rungs_of_an_animation_grow_and_are_estimated() {
    let context = Context::default();
    let whole = write::write(pan(), &context).unwrap().alone();
    let mut ladder = shrink::ladder(&whole, 2_000, &context).unwrap();
    assert!(ladder.is_lossy());
    let mut before = 0;
    for coarse in [0.0, 0.5, 1.0] {
        let estimate = ladder.estimate(Rung::at(coarse), &context).unwrap() as f64;
        let file = ladder.encode(Rung::at(coarse), &context).unwrap();
        assert!(file.len() > before, "{coarse}: {before} {}", file.len());
        assert!((estimate / file.len() as f64 - 1.0).abs() < 0.25, "{coarse}: {estimate} {}", file.len());
        let mut raster = read::read(&file, &context).unwrap();
        assert_eq!((raster.plays(), raster.frames.left()), (Some(0), 5));
        assert_eq!(raster.frames.first(&context).unwrap().delay_ms, 40);
        before = file.len();
    }
}

#[test]
fn a_named_quality_of_an_animation_counts_where_it_fits_a_limit() {
    let named = write::write(pan(), &context_with(&[(&QUALITY, "40")])).unwrap().alone();
    let within = |limit: usize| {
        let context = context_with(&[(&QUALITY, "40"), (&MAX_BYTES, &limit.to_string())]);
        write::write(pan(), &context).unwrap().alone()
    };
    assert_eq!(within(named.len()), named);
    // The search for a smaller file starts from all that is there.
    assert!(within(named.len() - 1).len() > named.len());
}

#[test]
fn the_longest_side_is_packed_without_loss() {
    let long = |width_px: u32| {
        let samples = (0..width_px).map(|at| (at / 64) as u8).collect();
        Frame { width_px, height_px: 1, format: PixelFormat::Gray8, samples, delay_ms: 0 }
    };
    let context = context_with(&[(&QUALITY, "50")]);
    let bytes = write::write(Raster::of(long(16_384)), &context).unwrap().alone();
    let read = read::read(&bytes, &context).unwrap().frames.first(&context).unwrap();
    let grey: Vec<u8> = read.samples.chunks_exact(3).map(|pixel| pixel[1]).collect();
    assert_eq!((read.width_px, read.height_px, grey), (16_384, 1, long(16_384).samples));
    let mut ladder = shrink::ladder(&bytes, 100, &context).unwrap();
    assert!(!ladder.is_lossy());
    assert!(ladder.encode(Rung::LOWEST, &context).unwrap().len() <= bytes.len());
    let shorter = write::write(Raster::of(long(16_383)), &context).unwrap().alone();
    assert!(shrink::ladder(&shorter, 100, &context).unwrap().is_lossy());
}

#[test]
fn what_is_said_goes_and_the_frames_stay() {
    let (sample, context) = (sample(), Context::default());
    let stripped = strip::stripped(&sample, Strip::Private, &context).unwrap().unwrap();
    assert!(!stripped.windows(4).any(|bytes| bytes == b"<x/>" || bytes == b"XMP "));
    // Of the flags, that of XMP goes (RFC 9649, 2.7.1).
    assert_eq!((stripped[20], sample[20] & 0x04), (sample[20] & !0x04, 0x04));
    let (mut before, mut after) = (read::read(&sample, &context).unwrap(), read::read(&stripped, &context).unwrap());
    assert!(after.icc.is_some() && after.icc == before.icc);
    for _ in 0..3 {
        assert_eq!(before.frames.first(&context).unwrap(), after.frames.first(&context).unwrap());
    }
    assert!(strip::stripped(&sample, Strip::All, &context).unwrap().is_none(), "the colours would be others");
    for cut in 0..sample.len() {
        let _ = strip::stripped(&sample[..cut], Strip::Private, &context);
    }
}

#[test]
fn a_cut_file_is_told_from_a_damaged_one() {
    let sample = sample();
    let code = |bytes: &[u8]| read::read(bytes, &Context::default()).err().map(|error| error.code());
    assert_eq!(code(&sample[..sample.len() / 4]), Some(ErrorCode::Truncated));
    let mut damaged = sample.clone();
    // The kind of the first chunk.
    damaged[12..16].copy_from_slice(b"ABCD");
    assert_eq!(code(&damaged), Some(ErrorCode::Malformed));
}
