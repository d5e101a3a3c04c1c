//! The search over real formats.

use super::{Fitted, fit};
use crate::formats::Format;
use crate::{Converter, Output};
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_base::options;
use transvase_base::warning::{Warning, WarningCode};
use transvase_format::{Ladder, Rung, Shrinker};
use transvase_model::Hub;
use transvase_model::raster::{Frame, PixelFormat, Raster, Remark};

/// Waves under noise.
pub(super) fn noise(side: u32) -> Frame {
    let mut state = 7_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 24) / 255.0
    };
    let sample = |at: u32, noise: f64| {
        let (x, y) = (f64::from(at / 3 % side), f64::from(at / 3 / side));
        (100.0 + 60.0 * libm::sin(x / 9.0 + f64::from(at % 3)) + 40.0 * libm::cos(y / 11.0) + 50.0 * noise) as u8
    };
    let samples = (0..side * side * 3).map(|at| sample(at, noise())).collect();
    Frame { width_px: side, height_px: side, format: PixelFormat::Rgb8, samples, delay_ms: 0 }
}

/// A picture that is hard to pack.
fn noisy(side: u32) -> Vec<u8> {
    transvase_codec::png_out::encoded(&noise(side), None, &Context::default()).unwrap()
}

/// A file of these pages, in a format that holds pixels as they are.
pub(super) fn written(format: Format, pages: Vec<Frame>) -> Vec<u8> {
    let writer = format.spec().writers.iter().find(|writer| writer.hub() == Hub::Raster).unwrap();
    writer.run(Raster::pages(pages).into(), &Context::default()).unwrap().alone()
}

/// A ladder of a result of 900 bytes without loss, and of others, each of 1,000.
struct Large {
    is_lossy: bool,
}

impl Ladder for Large {
    fn is_lossy(&self) -> bool {
        self.is_lossy
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        context.warn(Warning::new(WarningCode::MetadataDropped, "of the result without loss"));
        Ok(Some(vec![0; 900]))
    }

    fn estimate(&mut self, _rung: Rung, _context: &Context) -> Result<u64> {
        Ok(1_000)
    }

    fn encode(&mut self, _rung: Rung, context: &Context) -> Result<Vec<u8>> {
        assert!(self.is_lossy, "what is without loss is made once");
        context.warn(Warning::new(WarningCode::MetadataDropped, "of another result"));
        Ok(vec![0; 1_000])
    }
}

#[test]
fn the_smallest_is_the_file_itself_or_the_result_without_loss_where_they_are_smaller() {
    let lossy: Opens = |_, _, _| Ok(Box::new(Large { is_lossy: true }));
    let lossless: Opens = |_, _, _| Ok(Box::new(Large { is_lossy: false }));
    for (ladder, source, expected, said) in [
        (lossy, 950, 900, &["of the result without loss"][..]),
        (lossy, 800, 800, &[]),
        (lossless, 950, 900, &["of the result without loss"]),
        (lossless, 800, 800, &[]),
    ] {
        let compress = |bytes: &[u8], _: &Context| Ok(bytes.to_vec());
        let shrinker = Shrinker {
            balanced: "",
            options: &[],
            compress,
            ladder,
            redraw: None,
            strip: None,
            editor: None,
            weigh: None,
        };
        let context = Context::default();
        let found = fit(&vec![0; source], Format::PNG, &shrinker, 500, &context).unwrap();
        let Fitted::Smallest(smallest) = found else { panic!("nothing has 500 bytes") };
        assert_eq!(smallest.len(), expected, "{source}");
        let warnings = context.take_warnings();
        assert!(warnings.iter().map(|warning| &*warning.message).eq(said.iter().copied()), "{source}: {warnings:?}");
    }
}

/// Opens a ladder.
type Opens = fn(&[u8], u64, &Context) -> Result<Box<dyn Ladder>>;

#[test]
fn without_loss_neither_colours_nor_pixels_go() {
    for format in [Format::PNG, Format::GIF] {
        let picture = crate::convert(&noisy(64), format).unwrap().bytes;
        let converter = Converter::new(format).lossless(true).option(options::RESIZE.key, "auto");
        let error = converter.max_bytes(picture.len() as u64 / 4).convert(&picture).unwrap_err();
        assert_eq!(error.code(), ErrorCode::TargetUnreachable, "{format}");
        assert_eq!(error.details().smallest_with_resize, None, "{format}");
    }
}

#[test]
fn pages_become_no_finer_for_the_limit_of_their_archive() {
    let pages = written(Format::TIFF, vec![noise(64), noise(72)]);
    for format in [Format::JPEG, Format::WEBP] {
        let usual = crate::convert(&pages, format).unwrap();
        assert_eq!(usual.format, Format::ZIP);
        let limited = Converter::new(format).max_bytes(usual.bytes.len() as u64).convert(&pages).unwrap();
        assert!(limited.bytes == usual.bytes, "{format}: {} of {}", limited.bytes.len(), usual.bytes.len());
    }
}

fn converted(to: &str, max_bytes: u64, resize: &str) -> Result<Output> {
    let to: Format = to.parse().unwrap();
    Converter::new(to).max_bytes(max_bytes).option(options::RESIZE.key, resize).convert(&noisy(160))
}

fn side(output: &Output) -> u32 {
    crate::inspect(&output.bytes).unwrap().facts.pixels.unwrap().0
}

#[test]
fn fewer_pixels_only_where_they_may_be() {
    for to in ["jpeg", "png", "webp", "gif"] {
        let kept = converted(to, 1_200, "never");
        let fewer = converted(to, 1_200, "auto").unwrap();
        assert!(fewer.bytes.len() <= 1_200 && side(&fewer) < 160, "{to}");
        match kept {
            Ok(kept) => assert!(kept.bytes.len() <= 1_200 && side(&kept) == 160, "{to}"),
            Err(error) => {
                assert_eq!(error.code(), ErrorCode::TargetUnreachable, "{to}");
                assert!(error.details().smallest_with_resize.unwrap() <= 1_200, "{to}");
            }
        }
    }
}

#[test]
fn a_limit_is_filled_unless_a_quality_is_named() {
    for to in [Format::JPEG, Format::WEBP] {
        let source = noisy(160);
        let finest = Converter::new(to).quality(100).convert(&source).unwrap().bytes.len() as u64;
        let limit = finest * 8 / 10;
        let filled = Converter::new(to).max_bytes(limit).convert(&source).unwrap().bytes.len() as u64;
        assert!((limit * 95 / 100..=limit).contains(&filled), "{to}: {filled} of {limit}");
        let usual = Converter::new(to).quality(60).convert(&source).unwrap();
        assert!(usual.bytes.len() as u64 <= limit, "{to}");
        assert!(Converter::new(to).quality(60).max_bytes(limit).convert(&source).unwrap().bytes == usual.bytes, "{to}");
    }
}

#[test]
fn pixels_stay_where_there_is_room() {
    let much = converted("jpeg", 60_000, "auto").unwrap();
    assert_eq!(side(&much), 160);
}

#[test]
fn formats_without_coarser_rungs_get_fewer_pixels_or_name_others() {
    for to in ["bmp", "tiff", "tga", "qoi", "pnm"] {
        let error = converted(to, 9_000, "never").unwrap_err();
        assert!(error.details().smallest_bytes.unwrap() > 9_000, "{to}");
        assert!(error.details().smallest_with_resize.unwrap() <= 9_000, "{to}");
        assert!(error.hint_text().is_some(), "{to}");
        let fewer = converted(to, 9_000, "auto").unwrap();
        assert!(fewer.bytes.len() <= 9_000 && side(&fewer) < 160, "{to}");
    }
}

/// A small file of every format that is made smaller in itself and can be written.
fn samples() -> impl Iterator<Item = (Format, Vec<u8>)> {
    let words = b"# A title\n\nSome words, *and more*.\n\n- one\n- two\n".repeat(40);
    let formats = crate::formats::FORMATS.iter().filter(|spec| spec.is_compressed());
    formats.filter_map(move |spec| {
        let source = if spec.is_picture() { noisy(48) } else { words.clone() };
        let format = Format::of(spec);
        match format == Format::PNG {
            true => Some((format, source)),
            false => crate::convert(&source, format).ok().map(|output| (format, output.bytes)),
        }
    })
}

#[test]
fn compressing_again_changes_nothing() {
    let mut seen = 0;
    for (format, source) in samples() {
        let once = crate::compress(&source).unwrap().bytes;
        assert!(once.len() <= source.len(), "{format}");
        assert!(once == source || once.len() * 100 <= source.len() * 99, "{format} saves next to nothing");
        assert!(crate::compress(&once).unwrap().bytes == once, "{format}: from {} bytes on", once.len());
        seen += 1;
    }
    assert!(seen > 12, "{seen}");
}

#[test]
fn no_limit_is_passed_and_errors_tell_the_smallest_size() {
    for (format, source) in samples().filter(|(format, _)| format.spec().is_picture()) {
        for (percent, resize) in
            [75, 50, 25, 10, 5].into_iter().flat_map(|percent| [(percent, "never"), (percent, "auto")])
        {
            let limit = (source.len() as u64 * percent / 100).max(1);
            let made = Converter::new(format).max_bytes(limit).option(options::RESIZE.key, resize).convert(&source);
            match made {
                Ok(made) => assert!(made.bytes.len() as u64 <= limit, "{format}, {percent} %, {resize}"),
                Err(error) => {
                    assert_eq!(error.code(), ErrorCode::TargetUnreachable, "{format}, {percent} %, {resize}: {error}");
                    assert!(error.details().smallest_bytes.unwrap() > limit, "{format}, {percent} %, {resize}");
                }
            }
        }
    }
}

#[test]
fn a_profile_gives_way_to_a_tight_limit_and_colours_look_the_same() {
    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let samples = [200, 100, 50].repeat(64 * 64);
    let frame = Frame { width_px: 64, height_px: 64, format: PixelFormat::Rgb8, samples, delay_ms: 0 };
    let context = Context::default();
    let picture = transvase_codec::png_out::encoded(&frame, Some(&profile), &context).unwrap();
    let pixel = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgb8().get_pixel(9, 9).0;
    let converter = |max_bytes| Converter::new(Format::PNG).max_bytes(max_bytes);
    let kept = converter(picture.len() as u64 - 1).convert(&picture).unwrap();
    assert!(kept.bytes.windows(4).any(|name| name == b"iCCP") && pixel(&kept.bytes) == [200, 100, 50]);
    let plain = converter(300).convert(&picture).unwrap();
    assert!(plain.bytes.len() <= 300 && !plain.bytes.windows(4).any(|name| name == b"iCCP"));
    // By the matrices of Display P3 and sRGB: 214.9, 92.6, 31.0.
    let near = pixel(&plain.bytes)
        .iter()
        .zip([215, 93, 31])
        .all(|(ours, other): (&u8, i32)| (i32::from(*ours) - other).abs() <= 1);
    assert!(near, "{:?}", pixel(&plain.bytes));
    assert!(plain.warnings.iter().any(|warning| warning.code == WarningCode::ColorReduced));
}

#[test]
fn a_profile_that_cannot_be_followed_converts_no_colours() {
    // The signature of a colour space (ISO 15076-1, 7.2.6), and nothing else of a profile.
    let mut profile = noise(40).samples;
    profile[16..20].copy_from_slice(b"RGB ");
    let context = Context::default();
    let frame = Frame { samples: [200, 100, 50].repeat(64 * 64), ..noise(64) };
    let picture = transvase_codec::png_out::encoded(&frame, Some(&profile), &context).unwrap();
    let small = Converter::new(Format::PNG).max_bytes(300).convert(&picture).unwrap();
    let says = |words: &str| small.warnings.iter().any(|warning| warning.message.contains(words));
    assert!(says("is damaged or not supported") && !says("were converted"), "{:?}", small.warnings);
}

/// A WebP of noise with some thousand bytes of XMP.
fn wordy() -> Vec<u8> {
    saying(500, 96)
}

/// A WebP of noise with XMP of so many words.
fn saying(words: usize, side: u32) -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, side, side);
    encoder.set_color(png::ColorType::Rgb);
    let xmp = format!("<x:xmpmeta xmlns:x='adobe:ns:meta/'>{}</x:xmpmeta>", "words ".repeat(words));
    encoder.add_itxt_chunk("XML:com.adobe.xmp".into(), xmp).unwrap();
    encoder.write_header().unwrap().write_image_data(&noise(side).samples).unwrap();
    crate::convert(&png, Format::WEBP).unwrap().bytes
}

#[test]
fn metadata_gives_way_before_pixels_do() {
    let holds_words = |bytes: &[u8]| bytes.windows(12).any(|window| window == b"words words ");
    let whole = wordy();
    assert!(holds_words(&whole));
    let small = Converter::new(Format::WEBP).max_bytes(4_000).convert(&whole).unwrap();
    assert!(small.bytes.len() <= 4_000 && !holds_words(&small.bytes));
    assert!(small.warnings.iter().any(|warning| warning.code == WarningCode::MetadataDropped));
}

#[test]
fn a_limit_of_the_size_that_is_named_is_kept() {
    let remarks = vec![Remark { keyword: "Comment".into(), text: "a few words".into() }];
    let raster = Raster { remarks, ..Raster::pages(vec![noise(200)]) };
    let writer = Format::GIF.spec().writers.iter().find(|writer| writer.hub() == Hub::Raster).unwrap();
    let gif = writer.run(raster.into(), &Context::default()).unwrap().alone();
    for (format, source) in [(Format::WEBP, saying(1, 300)), (Format::GIF, gif)] {
        let limited = |max_bytes| Converter::new(format).max_bytes(max_bytes).convert(&source);
        let smallest = limited(20).unwrap_err().details().smallest_bytes.unwrap();
        let made = limited(smallest).unwrap();
        assert_eq!(made.bytes.len() as u64, smallest, "{format}");
        assert!(made.warnings.iter().any(|warning| warning.code == WarningCode::MetadataDropped), "{format}");
        assert!(limited(smallest - 1).is_err(), "{format}");
    }
}

#[test]
fn the_smallest_picture_with_fewer_pixels_has_left_its_metadata() {
    // A WebP has 30 bytes before its pixels (RFC 9649).
    let error = Converter::new(Format::WEBP).max_bytes(20).convert(&wordy()).unwrap_err();
    let (whole, fewer) = (error.details().smallest_bytes.unwrap(), error.details().smallest_with_resize.unwrap());
    assert!(fewer <= whole && fewer < 3_000, "{fewer}, {whole}");
}

#[test]
fn an_srgb_profile_costs_a_jpeg_nothing_but_itself() {
    let profile = moxcms::ColorProfile::new_srgb().encode().unwrap();
    let pixels = image::load_from_memory(&noisy(96)).unwrap().to_rgb8();
    let photo = |profile: Option<&[u8]>| {
        let mut bytes = Vec::new();
        let mut encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, 95);
        if let Some(profile) = profile {
            image::ImageEncoder::set_icc_profile(&mut encoder, profile.to_vec()).unwrap();
        }
        encoder.encode_image(&pixels).unwrap();
        bytes
    };
    let limit = profile.len() as u64 * 9;
    let small = |bytes: &[u8]| Converter::new(Format::JPEG).max_bytes(limit).convert(bytes).unwrap();
    let (with, without) = (small(&photo(Some(&profile))), small(&photo(None)));
    assert!(with.bytes == without.bytes, "{} {}", with.bytes.len(), without.bytes.len());
    let codes: Vec<_> = with.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::MetadataDropped]);
}
