//! Whole pictures through the public calls: losslessness, limits, orientation, damage.

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageEncoder, ImageFormat, RgbImage};

use transvase::{Converter, Format};
use transvase_base::context::{Context, Limits};
use transvase_base::error::ErrorCode;
use transvase_base::warning::WarningCode;
use transvase_codec::exif;
use transvase_codec::jpeg::encode::write_segment;
use transvase_codec::jpeg::read;

/// A picture with smooth parts, edges and noise, the same every time.
fn picture(width: u32, height: u32) -> RgbImage {
    let mut state = 0x2545_F491u32;
    RgbImage::from_fn(width, height, |x, y| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let noise = (state >> 27) as i32 - 16;
        let edge = if (x / 24 + y / 40) % 2 == 0 { 60 } else { 0 };
        let channel = |base: u32| (base as i32 + edge + noise).clamp(0, 255) as u8;
        image::Rgb([channel(x * 255 / width), channel(y * 255 / height), channel((x + y) * 120 / (width + height))])
    })
}

/// A baseline 4:4:4 JPEG by the `image` crate, with `exif` where it is not empty.
fn jpeg(picture: &RgbImage, quality: u8, exif: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
    if !exif.is_empty() {
        encoder.set_exif_metadata(exif.to_vec()).unwrap();
    }
    encoder.encode_image(picture).unwrap();
    bytes
}

fn pixels(jpeg: &[u8]) -> DynamicImage {
    image::load_from_memory_with_format(jpeg, ImageFormat::Jpeg).unwrap()
}

/// Mean squared error of the samples of two pictures.
fn error(a: &DynamicImage, b: &DynamicImage) -> f64 {
    let (a, b) = (a.to_rgb8(), b.to_rgb8());
    assert_eq!(a.dimensions(), b.dimensions());
    let squares = a.as_raw().iter().zip(b.as_raw()).map(|(a, b)| (f64::from(*a) - f64::from(*b)).powi(2));
    squares.sum::<f64>() / a.as_raw().len() as f64
}

#[test]
fn lossless_recoding_keeps_every_pixel() {
    for (width, height, quality) in [(1, 1, 90), (17, 9, 75), (200, 133, 60), (640, 480, 95)] {
        let source = jpeg(&picture(width, height), quality, &[]);
        let smaller = Converter::new(Format::JPEG).lossless(true).convert(&source).unwrap();
        assert!(smaller.bytes.len() <= source.len());
        assert!(pixels(&source) == pixels(&smaller.bytes), "{width} x {height} at {quality}");
        assert!(smaller.warnings.is_empty());
    }
}

/// The same picture in samples of 12 bits: an extended frame, and steps that stand for 16 times as much (T.81, B.2.2 and
/// B.2.4.1).
fn deepened(jpeg: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (jpeg[..2].to_vec(), 2);
    while jpeg[at + 1] != 0xDA {
        let length = usize::from(u16::from_be_bytes([jpeg[at + 2], jpeg[at + 3]]));
        let (marker, payload) = (jpeg[at + 1], &jpeg[at + 4..at + 2 + length]);
        let (marker, payload): (u8, Vec<u8>) = match marker {
            0xDB => {
                let tables = payload.chunks_exact(65).flat_map(|table| {
                    let steps = table[1..].iter().flat_map(|step| (u16::from(*step) * 16).to_be_bytes());
                    std::iter::once(0x10 | table[0]).chain(steps)
                });
                (marker, tables.collect())
            }
            0xC0 => (0xC1, [&[12], &payload[1..]].concat()),
            _ => (marker, payload.to_vec()),
        };
        out.extend([&[0xFF, marker][..], &((payload.len() + 2) as u16).to_be_bytes(), &payload].concat());
        at += 2 + length;
    }
    out.extend(&jpeg[at..]);
    out
}

#[test]
fn samples_of_twelve_bits_become_samples_of_eight() {
    let plain = jpeg(&picture(200, 133), 80, &[]);
    let deep = deepened(&plain);
    let (ours, expected) =
        (Converter::new(Format::PNG).convert(&deep).unwrap(), Converter::new(Format::PNG).convert(&plain).unwrap());
    assert!(ours.bytes == expected.bytes);
    assert!(ours.warnings.iter().any(|warning| warning.code == WarningCode::ColorReduced), "{:?}", ours.warnings);
    let small = Converter::new(Format::JPEG).max_bytes(4_000).convert(&deep).unwrap();
    assert!(small.bytes.len() <= 4_000 && error(&pixels(&small.bytes), &pixels(&plain)) < 900.0);
    let kept = Converter::new(Format::JPEG).lossless(true).convert(&deep).unwrap();
    assert!(kept.bytes == deep && kept.warnings[0].code == WarningCode::NotCompressed);
}

#[test]
fn a_limit_is_kept_and_filled() {
    let source = jpeg(&picture(640, 480), 95, &[]);
    for share in [2, 4, 10, 25] {
        let max = source.len() / share;
        let small = Converter::new(Format::JPEG).max_bytes(max as u64).convert(&source).unwrap();
        assert!(small.bytes.len() <= max);
        assert!(small.bytes.len() as f64 > 0.97 * max as f64, "{} of {max}", small.bytes.len());
        assert_eq!((pixels(&small.bytes).width(), pixels(&small.bytes).height()), (640, 480));
    }
}

#[test]
fn a_larger_limit_gives_a_better_picture() {
    let source = jpeg(&picture(400, 300), 95, &[]);
    let at = |share: usize| {
        let max = source.len() / share;
        let small = Converter::new(Format::JPEG).max_bytes(max as u64).convert(&source).unwrap();
        error(&pixels(&source), &pixels(&small.bytes))
    };
    let errors = [at(2), at(4), at(8)];
    assert!(errors[0] < errors[1] && errors[1] < errors[2], "{errors:?}");
}

#[test]
fn an_unreachable_limit_names_the_smallest_size_and_means_it() {
    let source = jpeg(&picture(320, 240), 90, &[]);
    let error = Converter::new(Format::JPEG).max_bytes(100).convert(&source).unwrap_err();
    assert_eq!(error.code(), ErrorCode::TargetUnreachable);
    let smallest = error.details().smallest_bytes.unwrap();
    let reached = Converter::new(Format::JPEG).max_bytes(smallest).convert(&source).unwrap();
    assert!(reached.bytes.len() as u64 <= smallest);
    let best = Converter::new(Format::JPEG).max_bytes(100).best_effort(true).convert(&source).unwrap();
    assert_eq!(best.bytes.len() as u64, smallest);
    assert!(best.warnings.iter().any(|warning| warning.code == WarningCode::SizeLimitMissed));
}

#[test]
fn the_orientation_stays_at_every_size() {
    for orientation in 1..=8 {
        let source = jpeg(&picture(160, 120), 90, &exif::only_orientation(orientation));
        for max in [source.len() / 2, source.len() / 8] {
            let small = Converter::new(Format::JPEG).max_bytes(max as u64).convert(&source).unwrap();
            let block = kamadak(&small.bytes);
            assert_eq!(block, (orientation != 1).then_some(u32::from(orientation)).or(block.filter(|o| *o == 1)));
        }
    }
}

/// The orientation an independent reader finds.
fn kamadak(jpeg: &[u8]) -> Option<u32> {
    let found = ::exif::Reader::new().read_from_container(&mut std::io::Cursor::new(jpeg)).ok()?;
    found.get_field(::exif::Tag::Orientation, ::exif::In::PRIMARY)?.value.get_uint(0)
}

#[test]
fn quality_and_balance_follow_the_source() {
    let fine = jpeg(&picture(320, 240), 97, &[]);
    let balanced = transvase::compress(&fine).unwrap();
    assert!(balanced.bytes.len() < fine.len() / 2);
    // A source that is no finer than the balanced level is not touched.
    let coarse = jpeg(&picture(320, 240), 70, &[]);
    let recoded = transvase::compress(&coarse).unwrap();
    assert!(pixels(&coarse) == pixels(&recoded.bytes));
    let sizes: Vec<usize> = [20, 50, 80]
        .iter()
        .map(|quality| Converter::new(Format::JPEG).quality(*quality).convert(&fine).unwrap().bytes.len())
        .collect();
    assert!(sizes[0] < sizes[1] && sizes[1] < sizes[2], "{sizes:?}");
}

#[test]
fn pixels_become_a_jpeg_close_to_them() {
    let original = picture(203, 97);
    let mut png = Vec::new();
    original.write_to(&mut std::io::Cursor::new(&mut png), ImageFormat::Png).unwrap();
    let ours = Converter::new(Format::JPEG).quality(95).convert(&png).unwrap();
    let original = DynamicImage::ImageRgb8(original);
    let theirs = jpeg(&original.to_rgb8(), 95, &[]);
    let (ours_error, theirs_error) = (error(&original, &pixels(&ours.bytes)), error(&original, &pixels(&theirs)));
    assert!(ours_error < theirs_error * 2.0, "{ours_error} {theirs_error}");
    let limited = Converter::new(Format::JPEG).max_bytes(4_000).convert(&png).unwrap();
    assert!((3_880..=4_000).contains(&limited.bytes.len()), "{}", limited.bytes.len());
}

#[test]
fn results_are_the_same_twice_and_for_any_number_of_threads() {
    let source = jpeg(&picture(500, 400), 92, &[]);
    let run = |threads| {
        let converter = Converter::new(Format::JPEG).max_bytes(source.len() as u64 / 3).threads(threads);
        converter.convert(&source).unwrap().bytes
    };
    assert_eq!(run(1), run(1));
    assert_eq!(run(1), run(2));
}

#[test]
fn limits_come_before_memory() {
    let mut source = jpeg(&picture(64, 64), 80, &[]);
    let frame = source.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    source[frame + 5..frame + 9].fill(0xFF);
    let error = Converter::new(Format::JPEG).lossless(true).convert(&source).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded);
    let limits = Limits { image_pixels: 100, ..Limits::default() };
    let error = Converter::new(Format::JPEG).limits(limits).convert(&jpeg(&picture(64, 64), 80, &[])).unwrap_err();
    assert_eq!(error.details().which.as_deref(), Some("image_pixels"));
}

/// Runs everything that reads a JPEG on damaged input; only the absence of a defect counts.
fn survives(bytes: &[u8]) {
    let small = Converter::new(Format::JPEG).max_bytes(bytes.len() as u64 / 2 + 1).convert(bytes);
    let recoded = Converter::new(Format::JPEG).lossless(true).convert(bytes);
    for error in [small.err(), recoded.err()].into_iter().flatten() {
        assert_ne!(error.code(), ErrorCode::Internal, "{error} {:?}", error.cause());
    }
}

#[test]
fn damage_never_becomes_a_defect() {
    let baseline = jpeg(&picture(72, 56), 85, &exif::only_orientation(6));
    let progressive = Converter::new(Format::JPEG).lossless(true).convert(&baseline).unwrap().bytes;
    let mut state = 0x9E37_79B9u32;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % below
    };
    for sample in [baseline, progressive] {
        for cut in 0..40 {
            survives(&sample[..sample.len() * cut / 40]);
        }
        for _ in 0..150 {
            let mut bad = sample.clone();
            for _ in 0..=random(4) {
                let at = random(bad.len());
                bad[at] = [random(256) as u8, 0, 0xFF, bad[at] ^ 1 << random(8)][random(4)];
            }
            survives(&bad);
        }
    }
}

/// Every JPEG of the corpus, where there is one.
fn corpus() -> Vec<(String, Vec<u8>)> {
    #[allow(clippy::disallowed_methods, reason = "tests read the corpus")]
    let root = std::env::var("TRANSVASE_CORPUS");
    let Ok(root) = root else {
        println!("skipped: TRANSVASE_CORPUS is not set");
        return Vec::new();
    };
    let folders = ["jpeg", "exif-orientation", "damaged"].map(|folder| format!("{root}/image/{folder}"));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = files.map(|entry| entry.unwrap().path());
    let jpegs = paths.filter(|path| path.extension().is_some_and(|e| e == "jpg" || e == "jpeg"));
    #[allow(clippy::disallowed_methods, reason = "tests read the corpus")]
    jpegs.map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())).collect()
}

#[test]
fn the_corpus_keeps_its_pixels_and_its_limits() {
    for (name, source) in corpus() {
        survives(&source);
        let Ok(recoded) = Converter::new(Format::JPEG).lossless(true).convert(&source) else { continue };
        assert!(recoded.bytes.len() <= source.len(), "{name}");
        let damaged = recoded.warnings.iter().any(|warning| warning.code == WarningCode::InputRepaired);
        // The largest picture would take a debug build minutes to compare.
        if let Ok(before) = image::load_from_memory(&source)
            && !damaged
            && source.len() < 1_000_000
        {
            assert!(before == pixels(&recoded.bytes), "{name}");
        }
        let max = source.len() as u64 / 3;
        if let Ok(small) = Converter::new(Format::JPEG).max_bytes(max).convert(&source) {
            assert!(small.bytes.len() as u64 <= max, "{name}");
        }
        assert!(transvase::compress(&source).unwrap().bytes.len() <= source.len(), "{name}");
    }
}

/// A picture of four components without coefficients.
fn inks() -> Vec<u8> {
    let one_code = |class: u8| [&[class, 1][..], &[0; 15], &[0]].concat();
    let mut jpeg = vec![0xFF, 0xD8];
    write_segment(0xDB, &[&[0_u8][..], &[1; 64]].concat(), &mut jpeg);
    write_segment(0xC0, b"\x08\0\x08\0\x08\x04\x01\x11\0\x02\x11\0\x03\x11\0\x04\x11\0", &mut jpeg);
    write_segment(0xC4, &[one_code(0x00), one_code(0x10)].concat(), &mut jpeg);
    write_segment(0xDA, b"\x04\x01\0\x02\0\x03\0\x04\0\0\x3F\0", &mut jpeg);
    jpeg.extend([0x00, 0xFF, 0xD9]);
    jpeg
}

#[test]
fn inks_are_told_of_where_they_become_colours_of_a_screen() {
    let (jpeg, context) = (inks(), Context::default());
    let mut raster = read::read(&jpeg, &context).unwrap();
    assert!(context.take_warnings().is_empty(), "the file may go on as it is");
    raster.frames.first(&context).unwrap();
    assert_eq!(context.take_warnings()[0].code, WarningCode::ColorReduced);
}

#[test]
fn what_is_said_goes_and_the_coded_picture_stays() {
    let private = [exif::only_orientation(6), b"Annie".to_vec()].concat();
    let mut source = jpeg(&picture(64, 48), 60, &private);
    source.splice(2..2, *b"\xFF\xFE\0\x07Annie\xFF\xED\0\x07Annie");
    let stripped = |strip: &str, max_bytes: Option<u64>| {
        let converter = Converter::new(Format::JPEG).lossless(true).option("strip", strip);
        let converter = max_bytes.map_or(converter.clone(), |max| converter.max_bytes(max));
        converter.convert(&source).unwrap()
    };
    for (strip, max_bytes) in [("private", None), ("all", None), ("private", Some(1 << 20))] {
        let output = stripped(strip, max_bytes);
        assert!(!output.bytes.windows(5).any(|bytes| bytes == b"Annie"), "{strip}");
        assert!(pixels(&source) == pixels(&output.bytes), "{strip}");
        assert_eq!(kamadak(&output.bytes), Some(6), "{strip}: the picture lies on its side");
        assert!(output.warnings.iter().all(|warning| warning.code != WarningCode::OptionIgnored));
    }
    assert!(stripped("none", None).bytes.windows(5).any(|bytes| bytes == b"Annie"));
}

#[test]
fn what_follows_a_stripped_picture_goes_with_a_warning() {
    let picture = jpeg(&picture(16, 16), 60, &[]);
    let source = [&picture[..], &picture].concat();
    let output = Converter::new(Format::JPEG).option("strip", "private").convert(&source).unwrap();
    assert!(output.bytes.len() <= picture.len());
    assert!(output.warnings.iter().any(|warning| warning.code == WarningCode::MetadataDropped));
}
