use transvase_av1::Content;

use super::encode::{Knobs, Planes};
use super::{CODEC, read, shrink, write};
use transvase::{Converter, Format};
use transvase_base::context::{Context, Limits};
use transvase_base::error::ErrorCode;
use transvase_base::options::{EFFORT, Options, QUALITY};
use transvase_codec::isobmff::{self, NewItem};
use transvase_codec::{exif, pixels, profiles, still_tests};
use transvase_format::Rung;
use transvase_model::raster::{Frame, PixelFormat, Raster, Sequence};

fn fast() -> Context {
    let mut options = Options::default();
    options.set(&QUALITY, "95").unwrap();
    options.set(&EFFORT, "0").unwrap();
    Context::new(options, Limits::default())
}

/// A picture without noise, of every brightness.
fn smooth(format: PixelFormat) -> Frame {
    let (width_px, height_px) = (70, 37);
    let mut samples = Vec::new();
    for at in 0..width_px * height_px {
        let (x, y) = (at % width_px, at / width_px);
        for channel in 0..format.channels() as u32 {
            let sample = [x * 3, y * 6, 255 - x * 2, 255 - y * 3][channel as usize];
            match format.is_deep() {
                true => samples.extend((sample as u16 * 257).to_ne_bytes()),
                false => samples.push(sample as u8),
            }
        }
    }
    Frame { width_px, height_px, format, samples, delay_ms: 0 }
}

fn mean_difference(a: &Frame, b: &Frame) -> f64 {
    assert_eq!((a.width_px, a.height_px, a.format), (b.width_px, b.height_px, b.format));
    let samples = |frame: &Frame| -> Vec<f64> {
        match frame.format.is_deep() {
            true => {
                frame.samples.chunks(2).map(|pair| f64::from(u16::from_ne_bytes([pair[0], pair[1]])) / 257.0).collect()
            }
            false => frame.samples.iter().map(|sample| f64::from(*sample)).collect(),
        }
    };
    let (a, b) = (samples(a), samples(b));
    a.iter().zip(&b).map(|(a, b)| (a - b).abs()).sum::<f64>() / a.len() as f64
}

#[test]
fn pictures_of_every_kind_come_back() {
    let context = fast();
    let shallow = [PixelFormat::Gray8, PixelFormat::GrayAlpha8, PixelFormat::Rgb8, PixelFormat::Rgba8];
    let deep = [PixelFormat::Gray16, PixelFormat::GrayAlpha16, PixelFormat::Rgb16, PixelFormat::Rgba16];
    for format in shallow.into_iter().chain(deep) {
        let frame = smooth(format);
        let raster = Raster {
            exif: Some(exif::only_orientation(1).into()),
            xmp: Some("<x/>".into()),
            ..Raster::of(frame.clone())
        };
        let bytes = write::write(raster, &context).unwrap().alone();
        let mut back = read::read(&bytes, &context).unwrap();
        let difference = mean_difference(&frame, &back.frames.first(&context).unwrap());
        assert!(difference < 2.0, "{format:?}: {difference}");
        assert!(back.exif.is_some() && back.xmp.as_deref() == Some("<x/>") && back.icc.is_none());
        assert_eq!((CODEC.size)(&bytes, &context).unwrap(), Some((70, 37)));
    }
}

/// A box (ISO/IEC 14496-12, 4.2).
fn boxed(kind: &[u8; 4], body: &[&[u8]]) -> Vec<u8> {
    let body = body.concat();
    [&(8 + body.len() as u32).to_be_bytes()[..], kind, &body].concat()
}

/// An animation of these units: each is shown for 3 of 10 ticks a second, and all are played twice.
fn animated(units: &[Vec<u8>], (width, height): (u32, u32)) -> Vec<u8> {
    let n = |number: u32| number.to_be_bytes();
    let count = units.len() as u32;
    let file = |offset: u32| {
        let entry = boxed(b"av01", &[&[0; 78]]);
        let sizes: Vec<u8> = units.iter().flat_map(|unit| n(unit.len() as u32)).collect();
        let table = [
            boxed(b"stsd", &[&n(0), &n(1), &entry]),
            boxed(b"stts", &[&n(0), &n(1), &n(count), &n(3)]),
            boxed(b"stsc", &[&n(0), &n(1), &n(1), &n(count), &n(1)]),
            boxed(b"stsz", &[&n(0), &n(0), &n(count), &sizes]),
            boxed(b"stco", &[&n(0), &n(1), &n(offset)]),
        ];
        let media = [
            boxed(b"mdhd", &[&[0; 12], &n(10), &n(3 * count), &[0; 4]]),
            boxed(b"minf", &[&boxed(b"stbl", &[&table.concat()])]),
        ];
        let head = [&n(0), &n(0), &n(0), &n(1), &n(0), &n(6 * count)].map(|number| &number[..]).concat();
        let track = [
            boxed(b"tkhd", &[&head, &[0; 52], &n(width << 16), &n(height << 16)]),
            boxed(b"edts", &[&boxed(b"elst", &[&n(1), &n(1), &n(3 * count), &n(0), &n(1 << 16)])]),
            boxed(b"mdia", &[&media.concat()]),
        ];
        let all = units.concat();
        [
            boxed(b"ftyp", &[b"avis", &[0; 4], b"avis"]),
            boxed(b"moov", &[&boxed(b"trak", &[&track.concat()])]),
            boxed(b"mdat", &[&all]),
        ]
        .concat()
    };
    let offset = file(0).len() - units.concat().len();
    file(offset as u32)
}

#[test]
fn animations_are_read_frame_by_frame() {
    let context = fast();
    let unit = |frame: &Frame| {
        let planes = Planes::of(frame, Content::Natural, false, &context).unwrap();
        planes.colors(Knobs { quantizer: 20, speed: 10 }, false, &context).unwrap().unit
    };
    let (first, mut second) = (smooth(PixelFormat::Rgb8), smooth(PixelFormat::Rgb8));
    second.samples.iter_mut().for_each(|sample| *sample = 255 - *sample);
    let bytes = animated(&[unit(&first), unit(&second)], (70, 37));
    let mut raster = read::read(&bytes, &context).unwrap();
    assert_eq!((raster.sequence, raster.frames.left()), (Sequence::Animation { plays: 2 }, 2));
    for expected in [first, second] {
        let frame = raster.frames.next(&context).unwrap().unwrap();
        assert_eq!(frame.delay_ms, 300);
        assert!(mean_difference(&expected, &frame) < 3.0);
    }
    for cut in (0..bytes.len()).step_by(9) {
        let mut damaged = bytes.clone();
        damaged[cut] ^= 0x55;
        for file in [&bytes[..cut], &damaged] {
            if let Ok(mut raster) = read::read(file, &context) {
                while let Ok(Some(_)) = raster.frames.next(&context) {}
            }
        }
    }
}

/// ITU-T H.273: primaries 12 are those of Display P3.
#[test]
fn numbers_of_colours_become_a_profile() {
    let context = fast();
    let mut raster = Raster::of(smooth(PixelFormat::Rgb8));
    raster.icc = Some(moxcms::ColorProfile::new_display_p3().encode().unwrap().into());
    let bytes = write::write(raster, &context).unwrap().alone();
    assert!(read::read(&bytes, &context).unwrap().icc.is_some());
    let planes = Planes::of(&smooth(PixelFormat::Rgb8), Content::Natural, false, &context).unwrap();
    let unit = planes.colors(Knobs { quantizer: 20, speed: 10 }, false, &context).unwrap().unit;
    let mut item = NewItem { kind: *b"av01", media_type: "", data: unit, properties: Vec::new(), refers: Vec::new() };
    item.property(b"colr", &[b"nclx", &[0, 12, 0, 13, 0, 6, 0x80]], false);
    let bytes = isobmff::file(&[*b"avif"], &[item]);
    let profile = read::read(&bytes, &context).unwrap().icc.unwrap();
    let frame =
        Frame { width_px: 1, height_px: 1, format: PixelFormat::Rgb8, samples: vec![128, 100, 90], delay_ms: 0 };
    let srgb = profiles::rows_to_srgb(frame.into(), &profile, &context).gathered(&context).unwrap();
    // CSS Color 4's conversion: color(display-p3 .502 .392 .353) is rgb(131.6 99.3 88.6).
    assert!(srgb.samples.iter().zip([132, 99, 89]).all(|(a, b): (&u8, u8)| a.abs_diff(b) <= 1), "{:?}", srgb.samples);
}

/// Two pictures side by side as one, of which the right one is cut off.
#[test]
fn grids_are_put_together() {
    let context = fast();
    let frame = smooth(PixelFormat::Rgb8);
    let planes = Planes::of(&frame, Content::Natural, false, &context).unwrap();
    let tile = planes.colors(Knobs { quantizer: 20, speed: 10 }, false, &context).unwrap();
    let item = |kind: &[u8; 4], data: &[u8], refers| NewItem {
        kind: *kind,
        media_type: "",
        data: data.to_vec(),
        properties: Vec::new(),
        refers,
    };
    let mut grid = item(b"grid", &[0, 0, 0, 1, 0, 100, 0, 37], vec![(*b"dimg", vec![2, 3])]);
    grid.property(b"irot", &[&[1]], true);
    let [left, right] = [(); 2].map(|()| item(b"av01", &tile.unit, Vec::new()));
    let bytes = isobmff::file(&[*b"avif"], &[grid, left, right]);
    let whole = read::read(&bytes, &context).unwrap().frames.first(&context).unwrap();
    // Turned against the clock: what was to the right is above.
    assert_eq!((whole.width_px, whole.height_px), (37, 100));
    let upright = pixels::turned(whole, 6);
    let cut = |left: usize, width: usize, frame: &Frame| -> Vec<u8> {
        let rows = frame.samples.chunks_exact(frame.width_px as usize * 3);
        rows.flat_map(|row| row[left * 3..(left + width) * 3].iter().copied()).collect()
    };
    assert_eq!(cut(0, 30, &upright), cut(70, 30, &upright), "both tiles are one picture");
    let (found, expected) = (cut(0, 70, &upright), frame.samples);
    let difference: u32 = found.iter().zip(&expected).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
    assert!(f64::from(difference) / (expected.len() as f64) < 3.0);
}

/// A picture that is decoded again and again is charged each time.
#[test]
fn grids_of_many_are_refused() {
    let frame = smooth(PixelFormat::Rgb8);
    let planes = Planes::of(&frame, Content::Natural, false, &fast()).unwrap();
    let tile = planes.colors(Knobs { quantizer: 200, speed: 10 }, false, &fast()).unwrap();
    let refers = vec![(*b"dimg", vec![2; 256])];
    let item = |kind: &[u8; 4], data: &[u8], refers| NewItem {
        kind: *kind,
        media_type: "",
        data: data.to_vec(),
        properties: Vec::new(),
        refers,
    };
    let grid = item(b"grid", &[0, 0, 15, 15, 0, 9, 0, 9], refers);
    let bytes = isobmff::file(&[*b"avif"], &[grid, item(b"av01", &tile.unit, Vec::new())]);
    let context = Context::new(Options::default(), Limits { job_pixels: 30_000, ..Limits::default() });
    assert_eq!(read::read(&bytes, &context).unwrap_err().code(), ErrorCode::LimitExceeded);
}

#[test]
fn damage_ends_in_an_error_or_a_picture() {
    let context = fast();
    let bytes = write::write(Raster::of(still_tests::picture(PixelFormat::Rgba8)), &context).unwrap().alone();
    for cut in (0..bytes.len()).step_by(5) {
        let mut damaged = bytes.clone();
        damaged[cut] ^= 0x55;
        let _ = (read::read(&bytes[..cut], &context), read::read(&damaged, &context));
    }
}

#[test]
fn giants_are_refused() {
    let context = Context::new(Options::default(), Limits { image_pixels: 100, ..Limits::default() });
    let bytes = write::write(Raster::of(still_tests::picture(PixelFormat::Rgb8)), &fast()).unwrap().alone();
    assert_eq!(read::read(&bytes, &context).unwrap_err().code(), ErrorCode::LimitExceeded);
}

#[test]
fn a_limit_is_kept_and_filled() {
    let mut options = Options::default();
    options.set(&EFFORT, "0").unwrap();
    let context = Context::new(options, Limits::default());
    let mut frame = smooth(PixelFormat::Rgb8);
    // Noise, which takes room.
    frame.samples.iter_mut().enumerate().for_each(|(at, sample)| *sample ^= (at * at % 61) as u8);
    let bytes = write::write(Raster::of(frame), &fast()).unwrap().alone();
    for most in [bytes.len() as u64 / 2, bytes.len() as u64 / 4] {
        let converter = Converter::new(Format::AVIF).option("effort", "0").max_bytes(most);
        let fitted = converter.convert(&bytes).unwrap().bytes;
        assert!(fitted.len() as u64 <= most && fitted.len() as u64 >= most * 8 / 10, "{} of {most}", fitted.len());
        read::read(&fitted, &context).unwrap();
    }
    assert_eq!(shrink::compress(&bytes, &context).unwrap(), bytes, "no quality was named");
}

#[test]
fn bands_of_a_large_picture_stand_for_it() {
    // More than twice the pixels of a sample.
    let (width_px, height_px) = (1_024, 835);
    let mut state = 7_u32;
    let samples = (0..width_px * height_px * 4).map(|at| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (x, y) = (at / 4 % width_px, at / 4 / width_px);
        (x / 4 + y / 8 + (state >> 29)) as u8
    });
    let frame = Frame { width_px, height_px, format: PixelFormat::Rgba8, samples: samples.collect(), delay_ms: 0 };
    let mut options = Options::default();
    options.set(&EFFORT, "0").unwrap();
    let context = Context::new(options, Limits::default());
    let mut ladder = shrink::redraw(Raster::of(frame), 0, &context).unwrap();
    let estimate = ladder.estimate(Rung::at(0.7), &context).unwrap() as f64;
    let size = ladder.encode(Rung::at(0.7), &context).unwrap().len() as f64;
    assert!((estimate / size - 1.0).abs() < 0.1 && estimate != size, "{estimate} of {size}");
}

/// Lines of one pixel, as letters have them: what is searched for on screens takes less room and keeps more.
#[test]
fn letters_take_less_with_the_tools_for_screens() {
    let (width_px, height_px) = (128, 128);
    let is_ink = |at: u32| {
        let (x, y) = (at % width_px, at / width_px);
        y % 12 < 8 && ((x * 7 + y / 12 * 5) % 11 < 2 || (y % 12 == 4 && x % 9 < 5))
    };
    let samples = (0..width_px * height_px).map(|at| if is_ink(at) { 20 } else { 240 }).collect();
    let frame = Frame { width_px, height_px, format: PixelFormat::Gray8, samples, delay_ms: 0 };
    let raster = Raster::of(frame.clone());
    let [natural, screen] = [Content::Natural, Content::Screen].map(|content| {
        let planes = Planes::of(&frame, content, false, &fast()).unwrap();
        let colors = planes.colors(Knobs { quantizer: 100, speed: 8 }, false, &fast()).unwrap();
        let shown = read::read(&planes.file(&colors, None, &raster), &fast()).unwrap().frames.first(&fast()).unwrap();
        (colors.unit.len(), mean_difference(&frame, &shown))
    });
    assert!(screen.0 < natural.0 && screen.1 < natural.1, "{screen:?} {natural:?}");
}

/// A bar that wanders over a ground, which turns to glass in the third picture.
fn wandering(at: u32) -> Frame {
    let (width_px, height_px) = (64, 48);
    let pixel = |place: u32| {
        let (x, y) = (place % width_px, place / width_px);
        let is_bar = (at * 12..at * 12 + 10).contains(&x);
        let ground = [(x * 2) as u8, (y * 3) as u8, 90, if at == 2 && y > 30 { 60 } else { 255 }];
        if is_bar { [230, 40, 30, 255] } else { ground }
    };
    let samples = (0..width_px * height_px).flat_map(pixel).collect();
    Frame { width_px, height_px, format: PixelFormat::Rgba8, samples, delay_ms: 40 + 10 * at }
}

#[test]
fn an_animation_keeps_its_frames_their_times_and_its_glass() {
    let context = fast();
    for plays in [0, 1, 3] {
        let sequence = Sequence::Animation { plays };
        let frames: Vec<Frame> = (0..4).map(wandering).collect();
        let bytes = write::write(Raster { sequence, ..Raster::pages(frames.clone()) }, &context).unwrap().alone();
        assert!(isobmff_brand(&bytes, b"avis") && (CODEC.sniff)(&bytes));
        let mut again = read::read(&bytes, &context).unwrap();
        assert_eq!((again.sequence, again.frames.left()), (sequence, 4));
        for frame in &frames {
            let found = again.frames.first(&context).unwrap();
            assert_eq!(found.delay_ms, frame.delay_ms);
            let difference = mean_difference(&found, frame);
            assert!(difference < 4.0, "{plays}: {difference}");
        }
    }
    assert!(context.take_warnings().is_empty());
}

fn isobmff_brand(bytes: &[u8], brand: &[u8; 4]) -> bool {
    bytes.get(8..12) == Some(brand)
}

#[test]
fn an_animation_meets_a_limit_by_its_quality() {
    let frames: Vec<Frame> = (0..4).map(wandering).collect();
    let sequence = Sequence::Animation { plays: 0 };
    let of = |options: &[(&'static transvase_base::options::OptionSpec, &str)]| {
        let mut all = Options::default();
        options.iter().for_each(|(spec, value)| all.set(spec, value).unwrap());
        let context = Context::new(all, Limits::default());
        write::write(Raster { sequence, ..Raster::pages(frames.clone()) }, &context).unwrap().alone()
    };
    let usual = of(&[(&EFFORT, "0")]);
    // Most of so small a file is heads.
    let most = usual.len() * 9 / 10;
    let small = of(&[(&EFFORT, "0"), (&transvase_base::options::MAX_BYTES, &most.to_string())]);
    assert!(small.len() <= most, "{} of {most}", small.len());
    assert_eq!(read::read(&small, &Context::default()).unwrap().frames.left(), 4);
}
