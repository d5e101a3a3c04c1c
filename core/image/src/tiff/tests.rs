use super::{read, strip, write};
use transvase_base::context::{Context, Limits};
use transvase_base::error::{ErrorCode, Result};
use transvase_base::options::{Options, PAGES};
use transvase_base::warning::{Place, WarningCode};
use transvase_codec::strip::Strip;
use transvase_codec::{exif, still_tests};
use transvase_model::raster::{Frame, PixelFormat, Raster};

/// Two pages with all that a TIFF says besides pixels.
fn sample() -> Vec<u8> {
    let frames = vec![still_tests::picture(PixelFormat::Rgb8), still_tests::picture(PixelFormat::GrayAlpha16)];
    let raster = Raster {
        dpi: Some((300.0, 150.0)),
        icc: Some(moxcms::ColorProfile::new_display_p3().encode().unwrap().into()),
        xmp: Some("<x/>".into()),
        resources: Some(transvase_codec::iptc::resource(b"\x1C\x02\x05\0\x02Hi").into()),
        exif: Some(exif::only_orientation(1).into()),
        ..Raster::pages(frames)
    };
    write::write(raster, &Context::default()).unwrap().alone()
}

fn frames(raster: Raster) -> Vec<Frame> {
    frames_in(raster, &Context::default())
}

fn frames_in(mut raster: Raster, context: &Context) -> Vec<Frame> {
    std::iter::from_fn(|| raster.frames.next(context).unwrap()).collect()
}

#[test]
fn every_pixel_format_reads_back_in_another_program() {
    let context = Context::default();
    let formats = [PixelFormat::Gray8, PixelFormat::Rgb8, PixelFormat::Rgba8];
    let deep = [PixelFormat::Gray16, PixelFormat::Rgb16, PixelFormat::Rgba16];
    for format in formats.into_iter().chain(deep) {
        let frame = still_tests::picture(format);
        let bytes = write::write(Raster::of(frame.clone()), &context).unwrap().alone();
        let elsewhere = image_of(&bytes);
        assert_eq!(elsewhere, frame.samples, "{format:?}");
        assert_eq!(frames(read::read(&bytes, &context).unwrap())[0], frame);
    }
}

/// What an independent reader sees: the one of the `png` tests knows no TIFF, so the strips are unpacked by hand.
fn image_of(bytes: &[u8]) -> Vec<u8> {
    use std::io::Read;
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let short = |at: usize| usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
    let directory = word(4);
    let entries = (0..short(directory)).map(|index| directory + 2 + index * 12);
    let value = |tag: usize| entries.clone().find(|at| short(*at) == tag).map(|at| at + 8).unwrap();
    let (width, samples) = (word(value(256)), short(value(277)));
    let deep = short(if samples > 2 { word(value(258)) } else { value(258) }) == 16;
    let mut raw = Vec::new();
    flate2::read::ZlibDecoder::new(&bytes[word(value(273))..]).read_to_end(&mut raw).unwrap();
    let row = width * samples * if deep { 2 } else { 1 };
    for row in raw.chunks_mut(row) {
        if deep {
            for at in samples..row.len() / 2 {
                let get = |row: &[u8], at: usize| u16::from_le_bytes([row[2 * at], row[2 * at + 1]]);
                let sum = get(row, at).wrapping_add(get(row, at - samples));
                row[2 * at..2 * at + 2].copy_from_slice(&sum.to_le_bytes());
            }
        } else {
            for at in samples..row.len() {
                row[at] = row[at].wrapping_add(row[at - samples]);
            }
        }
    }
    raw
}

#[test]
fn pages_and_what_is_said_of_them_come_back() {
    let context = Context::default();
    let sample = sample();
    let raster = read::read(&sample, &context).unwrap();
    assert_eq!(raster.dpi, Some((300.0, 150.0)));
    assert_eq!(raster.xmp.as_deref(), Some("<x/>"));
    assert!(raster.icc.is_some() && raster.resources.is_some());
    let frames = frames(raster);
    assert_eq!(frames[0], still_tests::picture(PixelFormat::Rgb8));
    assert_eq!(frames[1], still_tests::picture(PixelFormat::GrayAlpha16));
}

#[test]
fn exif_goes_into_the_file_and_out_again() {
    let mut block = b"MM\0*\0\0\0\x08\0\x01\x01\x3B\0\x02\0\0\0\x06\0\0\0\x1A\0\0\0\0Annie\0".to_vec();
    block.extend([0; 2]);
    let raster = Raster { exif: Some(block.into()), ..Raster::of(still_tests::picture(PixelFormat::Gray8)) };
    let bytes = write::write(raster, &Context::default()).unwrap().alone();
    let read = ::exif::Reader::new().read_from_container(&mut std::io::Cursor::new(&bytes)).unwrap();
    let artist = read.get_field(::exif::Tag::Artist, ::exif::In::PRIMARY).unwrap();
    assert_eq!(artist.display_value().to_string(), "\"Annie\"");
    let back = read::read(&bytes, &Context::default()).unwrap().exif.unwrap();
    assert!(back.windows(5).any(|word| word == b"Annie"));
}

#[test]
fn pages_are_chosen_and_counted() {
    let mut options = Options::default();
    options.set(&PAGES, "2").unwrap();
    let sample = sample();
    let raster = read::read(&sample, &Context::new(options, Limits::default())).unwrap();
    assert_eq!(frames(raster), [still_tests::picture(PixelFormat::GrayAlpha16)]);
    let limits = Limits { pages: 1, ..Limits::default() };
    let error = read::read(&sample, &Context::new(Options::default(), limits)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded);
}

/// A little-endian file of one strip.
pub(super) fn made(entries: &[(u16, u16, u32, u32)], strip: &[u8]) -> Vec<u8> {
    let mut bytes = b"II*\0\x08\0\0\0".to_vec();
    bytes.extend(((entries.len() + 2) as u16).to_le_bytes());
    let data = 8 + 2 + 12 * (entries.len() + 2) + 4;
    let places = [(273, 4, 1, data as u32), (279, 4, 1, strip.len() as u32)];
    for (tag, kind, count, value) in entries.iter().copied().chain(places) {
        bytes.extend([tag.to_le_bytes(), kind.to_le_bytes()].concat());
        bytes.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
    }
    bytes.extend([0; 4]);
    bytes.extend(strip);
    bytes
}

#[test]
fn inks_and_bits_become_colours() {
    let context = Context::default();
    // One pixel of cyan and half of black, in CMYK of 8 bits (the field of bits holds but one number).
    let cmyk =
        made(&[(256, 3, 1, 1), (257, 3, 1, 1), (258, 3, 1, 8), (262, 3, 1, 5), (277, 3, 1, 4)], &[255, 0, 0, 128]);
    assert_eq!(frames(read::read(&cmyk, &context).unwrap())[0].samples, [0, 127, 127]);
    assert!(context.take_warnings().iter().any(|warning| warning.code == WarningCode::ColorReduced));
    // Four pixels of two bits, white at zero.
    let bits = made(&[(256, 3, 1, 4), (257, 3, 1, 1), (258, 3, 1, 2), (262, 3, 1, 0)], &[0b0001_1011]);
    assert_eq!(frames(read::read(&bits, &context).unwrap())[0].samples, [255, 170, 85, 0]);
    // White of CIE L*a*b*, and a runs of bytes.
    let lab = made(
        &[(256, 3, 1, 2), (257, 3, 1, 1), (258, 3, 1, 8), (259, 3, 1, 32_773), (262, 3, 1, 8), (277, 3, 1, 3)],
        &[2, 255, 0, 0, 254, 0],
    );
    let white = &frames(read::read(&lab, &context).unwrap())[0].samples;
    assert!(white[..3].iter().all(|sample| *sample >= 254) && white[3..] == [0, 0, 0], "{white:?}");
}

#[test]
fn xz_streams_are_unpacked() {
    // 12 grey pixels, 10 to 120, by XZ Utils' own library at its lowest level, with CRC-32.
    let stream = b"\xFD7zXZ\0\0\x01\x69\x22\xDE\x36\x02\0\x21\x01\x0C\0\0\0\x8F\x98\x41\x9C\
        \x01\0\x0B\x0A\x14\x1E\x28\x32\x3C\x46\x50\x5A\x64\x6E\x78\0\x26\x86\x74\x88\
        \0\x01\x20\x0C\xA2\xDD\xB4\xBC\x90\x42\x99\x0D\x01\0\0\0\0\x01YZ";
    let file = |stream: &[u8]| {
        made(&[(256, 3, 1, 4), (257, 3, 1, 3), (258, 3, 1, 8), (259, 3, 1, 34_925), (262, 3, 1, 1)], stream)
    };
    let context = Context::default();
    let pixels = |file: &[u8]| -> Result<Vec<u8>> { Ok(frames(read::read(file, &context)?)[0].samples.clone()) };
    assert_eq!(pixels(&file(stream)).unwrap(), (1..=12).map(|at| at * 10).collect::<Vec<u8>>());
    for at in 0..stream.len() {
        let mut changed = stream.to_vec();
        changed[at] ^= 0x55;
        let _ = pixels(&file(&changed));
        let _ = pixels(&file(&stream[..at]));
    }
}

#[test]
fn zstandard_frames_are_unpacked() {
    // 40 grey pixels of 7, by Zstandard's own library.
    let stream = b"\x28\xB5\x2F\xFD\x20\x28\x45\0\0\x10\x07\x07\x01\0\x1F\x80\x05";
    let file = |stream: &[u8]| {
        made(&[(256, 3, 1, 8), (257, 3, 1, 5), (258, 3, 1, 8), (259, 3, 1, 50_000), (262, 3, 1, 1)], stream)
    };
    let context = Context::default();
    let pixels = |file: &[u8]| -> Result<Vec<u8>> { Ok(frames(read::read(file, &context)?)[0].samples.clone()) };
    assert_eq!(pixels(&file(stream)).unwrap(), [7; 40]);
    for at in 0..stream.len() {
        let mut changed = stream.to_vec();
        changed[at] ^= 0x55;
        let _ = pixels(&file(&changed));
        let _ = pixels(&file(&stream[..at]));
    }
}

/// A page of 2 x 2 pixels of light.
fn lit(samples: u32, compression: u32, meaning: u32, strip: &[u8]) -> Vec<u8> {
    let (size, depth) = ([(256, 3, 1, 2), (257, 3, 1, 2)], [(258, 3, 1, 16), (259, 4, 1, compression)]);
    made(&[size, depth, [(262, 4, 1, meaning), (277, 3, 1, samples)]].concat(), strip)
}

#[test]
fn light_becomes_what_is_shown() {
    let context = Context::default();
    let pixels = |bytes: &[u8]| frames_in(read::read(bytes, &context).unwrap(), &context).remove(0);
    // Brightness of 1 and 1/4, and of 0 and 2^-64: Le = floor(256 (log2 L + 64)).
    let gray = pixels(&lit(1, 34_676, 32_844, &[2, 0x40, 0x3E, 128, 0, 128, 0, 2, 0, 1]));
    assert_eq!((gray.format, gray.samples), (PixelFormat::Gray8, vec![255, 137, 0, 0]));
    // A quarter of white of equal energy: u' = 4 / 19, v' = 9 / 19, each by 410.
    let runs = [128, 0x3E, 128, 0, 128, 86, 128, 194];
    let colors = pixels(&lit(3, 34_676, 32_845, &runs.repeat(2)));
    assert!(colors.samples.iter().all(|sample| sample.abs_diff(137) <= 1), "{:?}", colors.samples);
    // The same in 24 bits: Le = floor(64 (log2 L + 12)), and a number that no colour has.
    let code = (640_u32 << 14 | 0x3FFF).to_be_bytes();
    assert_eq!(pixels(&lit(3, 34_677, 32_845, &code[1..].repeat(4))).samples, [137; 12]);
    assert!(context.take_warnings().iter().all(|warning| warning.code == WarningCode::ColorReduced));
    // Half of it.
    assert_eq!(pixels(&lit(3, 34_677, 32_845, &code[1..].repeat(3))).samples[6..], [137, 137, 137, 0, 0, 0]);
    assert!(context.take_warnings().iter().any(|warning| warning.code == WarningCode::InputRepaired));
    for (compression, meaning) in [(34_677, 2), (1, 32_845), (8, 32_844)] {
        let error = read::read(&lit(3, compression, meaning, &code), &context).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Malformed, "light has a packing of its own");
    }
}

/// A grey page of 5 x 7 pixels that count up, in strips of two rows, those of `missing` beyond the end of the file.
fn striped(missing: &[usize]) -> Vec<u8> {
    let mut bytes = made(&[(256, 3, 1, 5), (257, 3, 1, 7), (258, 3, 1, 8), (262, 3, 1, 1), (278, 3, 1, 2)], &[]);
    let places = bytes.len();
    let pixels = places + 32;
    for strip in 0..4 {
        let place = if missing.contains(&strip) { 1 << 30 } else { pixels + 10 * strip };
        bytes.extend((place as u32).to_le_bytes());
    }
    bytes.extend([10_u32, 10, 10, 5].into_iter().flat_map(u32::to_le_bytes));
    bytes.extend(1..=35);
    // The two fields of strips name lists.
    for (tag, list) in [(273_u16, places), (279, places + 16)] {
        let entry = (10..).step_by(12).find(|at| bytes[*at..at + 2] == tag.to_le_bytes()).unwrap();
        bytes[entry + 4..entry + 8].copy_from_slice(&4_u32.to_le_bytes());
        bytes[entry + 8..entry + 12].copy_from_slice(&(list as u32).to_le_bytes());
    }
    bytes
}

#[test]
fn strips_that_are_missing_are_empty() {
    for missing in [&[][..], &[0], &[0, 1], &[3], &[1, 2], &[0, 1, 2]] {
        let context = Context::default();
        let frame = frames_in(read::read(&striped(missing), &context).unwrap(), &context).remove(0);
        let there = |at: u8| !missing.contains(&(usize::from(at) / 10));
        let expected: Vec<u8> = (0..35).map(|at| if there(at) { at + 1 } else { 0 }).collect();
        assert_eq!(frame.samples, expected, "{missing:?}");
        let told = context.take_warnings().iter().filter(|warning| warning.code == WarningCode::InputRepaired).count();
        assert_eq!(told, usize::from(!missing.is_empty()), "{missing:?}");
    }
    let error = read::read(&striped(&[0, 1, 2, 3]), &Context::default()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Truncated);
}

#[test]
fn a_strip_that_is_the_page_comes_in_pieces() {
    let context = Context::default();
    let strip: Vec<u8> = (0..700 * 600).map(|at| (at % 251) as u8).collect();
    let head = [(256, 3, 1, 700), (257, 3, 1, 600), (258, 3, 1, 8), (262, 3, 1, 1)];
    let file = made(&head, &strip);
    let mut rows = read::read(&file, &context).unwrap().frames.first_rows(&context).unwrap();
    assert!(rows.next(&context).unwrap().unwrap().height_px < 600);
    assert_eq!(frames(read::read(&file, &context).unwrap())[0].samples, strip);
    let cut = frames_in(read::read(&file[..file.len() - 1_000], &context).unwrap(), &context).remove(0);
    assert_eq!(cut.samples, [&strip[..strip.len() - 1_000], &[0; 1_000]].concat());
    assert_eq!(context.take_warnings()[0].code, WarningCode::InputRepaired);
    let turned =
        frames(read::read(&made(&[&head[..], &[(274, 3, 1, 6)]].concat(), &strip), &context).unwrap()).remove(0);
    assert_eq!((turned.width_px, turned.height_px, turned.samples[599]), (600, 700, strip[0]));
}

#[test]
fn pages_of_which_nothing_is_there_are_dropped() {
    let pages = |first: &[usize], second: &[usize]| {
        let mut bytes = striped(first);
        if bytes.len() % 2 == 1 {
            bytes.push(0);
        }
        // The second file's directory and lists move behind the first one.
        let (start, second) = (bytes.len() as u32, striped(second));
        let entries = usize::from(second[8]);
        let link = 10 + 12 * entries;
        bytes[link..link + 4].copy_from_slice(&(start + 8).to_le_bytes());
        let mut moved = second;
        let lists = link + 4;
        let fields = (0..entries).map(|at| 10 + 12 * at).filter(|at| moved[at + 2] == 4);
        for place in fields.map(|at| at + 8).chain((0..4).map(|at| lists + 4 * at)).collect::<Vec<_>>() {
            let old = u32::from_le_bytes(moved[place..place + 4].try_into().unwrap());
            moved[place..place + 4].copy_from_slice(&(old + start).to_le_bytes());
        }
        [bytes, moved].concat()
    };
    let all = [0, 1, 2, 3];
    for (first, second, page) in [(&[][..], &all[..], 2), (&all[..], &[0][..], 1)] {
        let context = Context::default();
        assert_eq!(frames_in(read::read(&pages(first, second), &context).unwrap(), &context).len(), 1);
        let warnings = context.take_warnings();
        let dropped: Vec<_> = warnings.iter().filter(|told| told.code == WarningCode::PageDropped).collect();
        assert!(matches!(dropped[..], [told] if told.place == Place::Page(page)), "{warnings:?}");
    }
    assert_eq!(frames(read::read(&pages(&[], &[]), &Context::default()).unwrap()).len(), 2);
    assert!(read::read(&pages(&all, &all), &Context::default()).is_err());
}

#[test]
fn damage_ends_in_an_error_or_a_picture() {
    let runs = [128, 0x3E, 128, 0, 128, 86, 1, 194, 195];
    let codes: Vec<u8> = (0..12).collect();
    let light = [(32_844, 34_676, &runs[..]), (32_845, 34_676, &runs.repeat(2)), (32_845, 34_677, &codes)];
    let light = light.map(|(meaning, compression, strip)| lit(1, compression, meaning, strip));
    for bytes in light.into_iter().chain([sample(), striped(&[1])]) {
        for cut in (0..bytes.len()).filter(|at| *at < 256 || at % 3 == 0) {
            let mut damaged = bytes.clone();
            damaged[cut] ^= 0x55;
            for bytes in [&bytes[..cut], &damaged] {
                if let Ok(mut raster) = read::read(bytes, &Context::default()) {
                    while let Ok(Some(_)) = raster.frames.next(&Context::default()) {}
                }
            }
        }
    }
}

#[test]
fn a_page_of_few_colours_that_let_through_is_written() {
    let context = Context::default();
    let clear = Frame { width_px: 2, height_px: 1, format: PixelFormat::Rgba8, samples: vec![0; 8], delay_ms: 0 };
    let half = Frame { samples: vec![200, 0, 0, 255, 0, 0, 0, 0], ..clear.clone() };
    let red = Frame { format: PixelFormat::Rgb8, samples: vec![200, 0, 0, 200, 0, 0], ..clear.clone() };
    let pages = vec![red, clear, half];
    let bytes = write::write_small(Raster::pages(pages.clone()), &context).unwrap().alone();
    let read = frames(read::read(&bytes, &context).unwrap());
    let simplest = |pages: Vec<Frame>| pages.into_iter().map(transvase_codec::holds::simplest).collect::<Vec<_>>();
    assert_eq!(simplest(read), simplest(pages));
}

#[test]
fn what_is_said_goes_and_nothing_else_moves() {
    let (sample, context) = (sample(), Context::default());
    let stripped = strip::stripped(&sample, Strip::Private, &context).unwrap().unwrap();
    assert_eq!(stripped.len(), sample.len());
    assert!(!stripped.windows(4).any(|bytes| bytes == b"<x/>" || bytes == b"8BIM"));
    let (before, after) = (read::read(&sample, &context).unwrap(), read::read(&stripped, &context).unwrap());
    assert!(after.xmp.is_none() && after.resources.is_none() && after.exif.is_none());
    assert!(before.xmp.is_some() && after.icc == before.icc && after.dpi == before.dpi);
    assert_eq!(frames(before), frames(after));
    assert!(strip::stripped(&sample, Strip::All, &context).unwrap().is_none(), "the colours would be others");
    for cut in 0..sample.len().min(400) {
        let _ = strip::stripped(&sample[..cut], Strip::Private, &context);
    }
}
