use super::{read, shrink, strip};
use transvase_base::context::{Context, Limits};
use transvase_base::options::{EFFORT, LOSSLESS, Options};
use transvase_base::warning::WarningCode;
use transvase_codec::png::chunks;
use transvase_codec::strip::Strip;
use transvase_codec::{exif, holds, png_out};
use transvase_format::{Ladder, Rung};
use transvase_model::raster::{Frame, PixelFormat, Raster};

fn frame(format: PixelFormat, sample: impl Fn(usize) -> u8) -> Frame {
    let (width_px, height_px) = (37, 29);
    let count = (width_px * height_px) as usize * format.bytes_per_pixel();
    Frame { width_px, height_px, format, samples: (0..count).map(sample).collect(), delay_ms: 0 }
}

fn with_effort(effort: &str) -> Context {
    let mut options = Options::default();
    options.set(&EFFORT, effort).unwrap();
    Context::new(options, Limits::default())
}

fn pixels(png: &[u8]) -> Vec<u8> {
    image::load_from_memory_with_format(png, image::ImageFormat::Png)
        .unwrap()
        .to_rgba16()
        .iter()
        .flat_map(|s| s.to_be_bytes())
        .collect()
}

#[test]
fn no_pixel_changes_in_any_form() {
    let pictures = [
        // Two greys, sixteen greys, all of them; 16 bits that say no more than 8, and that do.
        frame(PixelFormat::Gray8, |at| if at % 3 == 0 { 255 } else { 0 }),
        frame(PixelFormat::Gray8, |at| (at % 16 * 17) as u8),
        frame(PixelFormat::Gray8, |at| (at % 251) as u8),
        frame(PixelFormat::Gray16, |at| (at / 2 % 251) as u8),
        frame(PixelFormat::Rgb16, |at| (at % 251) as u8),
        // Few colours, some of which let through; many; grey told as colours; opaque alpha.
        frame(PixelFormat::Rgba8, |at| [9, 99, 200, 255, 1, 2, 3, 0][at / 4 % 2 * 4 + at % 4]),
        frame(PixelFormat::Rgba8, |at| (at * 31 % 251) as u8),
        frame(PixelFormat::Rgb8, |at| (at / 3 % 251) as u8),
        frame(PixelFormat::Rgba8, |at| if at % 4 == 3 { 255 } else { (at * 7 % 256) as u8 }),
        frame(PixelFormat::GrayAlpha8, |at| (at * 13 % 256) as u8),
    ];
    for effort in ["0", "5", "9"] {
        let context = with_effort(effort);
        for (at, picture) in pictures.iter().enumerate() {
            let source = png_out::encoded(picture, None, &context).unwrap();
            let smaller = shrink::compress(&source, &context).unwrap();
            assert_eq!(pixels(&smaller), pixels(&source), "picture {at}, effort {effort}");
            assert!(smaller.len() <= source.len() + 64, "picture {at}, effort {effort}");
        }
    }
}

#[test]
fn rows_are_what_another_program_reads() {
    let context = Context::default();
    for format in [PixelFormat::Gray8, PixelFormat::GrayAlpha8, PixelFormat::Rgba8, PixelFormat::Rgb16] {
        let frame = Frame {
            width_px: 700,
            height_px: 400,
            samples: (0..700 * 400 * format.bytes_per_pixel()).map(|at| (at * at / 900 % 253) as u8).collect(),
            ..frame(format, |_| 0)
        };
        let png = png_out::encoded(&frame, None, &context).unwrap();
        let mut rows = read::read(&png, &context).unwrap().frames.first_rows(&context).unwrap();
        let first = rows.next(&context).unwrap().unwrap();
        assert!(first.height_px < 400 || frame.samples.len() < 600_000, "it comes in parts");
        let back = read::read(&png, &context).unwrap().frames.first(&context).unwrap();
        assert!(back == frame, "{format:?}");
        let cut = read::read(&png[..png.len() / 2], &context);
        assert!(cut.and_then(|mut raster| raster.frames.first(&context)).is_err(), "{format:?}");
    }
}

#[test]
fn what_is_said_of_the_picture_stays() {
    let context = Context::default();
    let raster = Raster {
        xmp: Some("<x/>".into()),
        dpi: Some((300.0, 300.0)),
        icc: Some(moxcms::ColorProfile::new_display_p3().encode().unwrap().into()),
        ..Raster::of(frame(PixelFormat::Rgb8, |at| (at % 7) as u8))
    };
    let source = super::write::write(raster, &context).unwrap().alone();
    let small = shrink::compress(&source, &context).unwrap();
    let back = read::read(&small, &context).unwrap();
    assert!(back.xmp.is_some() && back.dpi.is_some() && back.icc.is_some());
}

#[test]
fn fewer_colours_take_fewer_bytes() {
    let context = Context::default();
    let picture = Frame {
        width_px: 96,
        height_px: 96,
        samples: (0..96 * 96_u32)
            .flat_map(|at| [(at % 96 * 2) as u8, (at / 96 * 2) as u8, (at * 7 % 63) as u8, 255])
            .collect(),
        ..frame(PixelFormat::Rgba8, |_| 0)
    };
    let source = png_out::encoded(&picture, None, &context).unwrap();
    let mut ladder: Box<dyn Ladder> = shrink::ladder(&source, 1 << 20, &context).unwrap();
    let sizes: Vec<usize> =
        [1.0, 0.6, 0.0].map(|coarse| ladder.encode(Rung { coarse, fine: 0.5 }, &context).unwrap().len()).into();
    assert!(sizes[0] > sizes[1] && sizes[1] > sizes[2], "{sizes:?}");
    let lowest = ladder.encode(Rung::LOWEST, &context).unwrap();
    let read = read::read(&lowest, &context).unwrap().frames.first(&context).unwrap();
    assert_eq!(holds::rgba(read).samples.len(), picture.samples.len());
}

/// An animation of so many frames of samples of so many bits, packed badly; `beside` a still picture of its own.
fn animation(count: u32, bits: png::BitDepth, beside: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 16, 16);
    encoder.set_depth(bits);
    encoder.set_animated(count, 0).unwrap();
    encoder.set_sep_def_img(beside).unwrap();
    encoder.set_compression(png::Compression::NoCompression);
    let mut writer = encoder.write_header().unwrap();
    for picture in 0..count + u32::from(beside) {
        let samples: Vec<u8> = (0..256 * bits as usize / 8).map(|at| (at / 16) as u8 + picture as u8).collect();
        writer.write_image_data(&samples).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

fn codes(context: &Context) -> Vec<WarningCode> {
    context.take_warnings().into_iter().map(|warning| warning.code).collect()
}

#[test]
fn what_an_animation_would_lose_keeps_its_file_as_it_is() {
    let files = [
        animation(1, png::BitDepth::Eight, true),
        animation(2, png::BitDepth::Eight, true),
        animation(2, png::BitDepth::Sixteen, false),
    ];
    let mut options = Options::default();
    options.set(&LOSSLESS, "true").unwrap();
    for context in [Context::default(), Context::new(options, Limits::default())] {
        for (at, file) in files.iter().enumerate() {
            assert!(shrink::compress(file, &context).unwrap() == *file, "{at}");
            assert_eq!(codes(&context), [WarningCode::NotCompressed], "{at}");
        }
    }
    let plain = animation(2, png::BitDepth::Eight, false);
    assert!(shrink::compress(&plain, &Context::default()).unwrap().len() < plain.len());
}

#[test]
fn what_an_animation_loses_under_a_limit_is_told() {
    for (count, is_animated) in [(1, false), (2, true)] {
        let context = Context::default();
        let file = animation(count, png::BitDepth::Eight, true);
        let small = shrink::ladder(&file, 500, &context).unwrap().encode(Rung::LOWEST, &context).unwrap();
        assert!(codes(&context).contains(&WarningCode::FramesDropped), "{count}");
        let kinds: Vec<&[u8]> = chunks::chunks(&small).map(|(kind, _)| kind).collect();
        assert_eq!(kinds.contains(&&b"fdAT"[..]), is_animated, "{count}");
        assert_eq!(kinds.contains(&&b"acTL"[..]), is_animated, "{count}");
    }
    let mut options = Options::default();
    options.set(&LOSSLESS, "true").unwrap();
    let context = Context::new(options, Limits::default());
    let file = animation(2, png::BitDepth::Sixteen, false);
    assert!(shrink::ladder(&file, 500, &context).unwrap().encode(Rung::LOWEST, &context).unwrap() == file);
}

#[test]
fn what_is_said_goes_and_the_packed_pixels_stay() {
    let context = Context::default();
    let frame = frame(PixelFormat::Rgb8, |at| (at * 31 % 251) as u8);
    let p3 = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let mut source = png_out::encoded(&frame, Some(&p3), &context).unwrap();
    let mut said = Vec::new();
    chunks::put(*b"tEXt", b"Author\0Annie", &mut said);
    chunks::put(*b"eXIf", &[exif::only_orientation(6), b"Annie".to_vec()].concat(), &mut said);
    let end = source.len() - 12;
    source.splice(end..end, said);
    source.extend(b"Annie");
    let stripped = strip::stripped(&source, Strip::Private, &context).unwrap().unwrap();
    assert!(!stripped.windows(5).any(|bytes| bytes == b"Annie"));
    assert_eq!(pixels(&stripped), pixels(&source));
    let kinds: Vec<_> = chunks::chunks(&stripped).map(|(kind, _)| kind).collect();
    assert!(kinds.contains(&&b"iCCP"[..]) && kinds.contains(&&b"eXIf"[..]) && !kinds.contains(&&b"tEXt"[..]));
    let recolored = strip::stripped(&source, Strip::All, &context).unwrap();
    assert!(recolored.is_none(), "without its profile the colours would be others");
}
