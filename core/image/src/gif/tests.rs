use super::{read, shrink, strip, write};
use transvase_base::context::{Context, Limits};
use transvase_base::error::ErrorCode;
use transvase_base::options::{LOSSLESS, Options};
use transvase_base::warning::WarningCode;
use transvase_codec::strip::Strip;
use transvase_format::Rung;
use transvase_model::raster::{Frame, PixelFormat, Raster, Remark, Sequence};

fn frame(colors: [[u8; 4]; 4], delay_ms: u32) -> Frame {
    Frame { width_px: 2, height_px: 2, format: PixelFormat::Rgba8, samples: colors.concat(), delay_ms }
}

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const CLEAR: [u8; 4] = [0; 4];

/// Three frames, of which the last uncovers what was there; with a comment and XMP.
fn sample() -> Vec<u8> {
    let frames = vec![
        frame([RED, RED, BLUE, CLEAR], 100),
        frame([RED, BLUE, BLUE, CLEAR], 50),
        frame([CLEAR, CLEAR, RED, BLUE], 70),
    ];
    let raster = Raster {
        sequence: Sequence::Animation { plays: 3 },
        remarks: vec![Remark { keyword: "Comment".into(), text: "Ein Bär".into() }],
        xmp: Some("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".into()),
        ..Raster::pages(frames)
    };
    write::write(raster, &Context::default()).unwrap().alone()
}

fn frames(mut raster: Raster) -> Vec<Frame> {
    let context = Context::default();
    std::iter::from_fn(|| raster.frames.next(&context).unwrap()).collect()
}

#[test]
fn an_animation_comes_back_whole() {
    let sample = sample();
    let raster = read::read(&sample, &Context::default()).unwrap();
    assert_eq!(raster.sequence, Sequence::Animation { plays: 3 });
    assert_eq!(raster.remarks[0].text, "Ein Bär");
    assert_eq!(raster.xmp.as_deref(), Some("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>"));
    let frames = frames(raster);
    let delays: Vec<u32> = frames.iter().map(|frame| frame.delay_ms).collect();
    assert_eq!(delays, [100, 50, 70]);
    assert_eq!(frames[1].samples, [RED, BLUE, BLUE, CLEAR].concat());
    assert_eq!(frames[2].samples, [CLEAR, CLEAR, RED, BLUE].concat());
}

#[test]
fn another_decoder_sees_the_same() {
    use image::AnimationDecoder;
    let bytes = sample();
    let decoder = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&bytes)).unwrap();
    let seen: Vec<Vec<u8>> = decoder.into_frames().map(|frame| frame.unwrap().into_buffer().into_raw()).collect();
    assert_eq!(seen[0], [RED, RED, BLUE, CLEAR].concat());
    assert_eq!(seen[2], [CLEAR, CLEAR, RED, BLUE].concat());
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

#[test]
fn frames_are_counted_before_they_are_drawn() {
    let limits = Limits { animation_frames: 2, ..Limits::default() };
    let error = read::read(&sample(), &Context::new(Options::default(), limits)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded);
}

#[test]
fn what_is_said_gives_way_before_colours_do() {
    let sample = sample();
    let limit = transvase::compress(&sample).unwrap().bytes.len() as u64 - 5;
    let small = transvase::Converter::new(transvase::Format::GIF).max_bytes(limit).convert(&sample).unwrap();
    let seen = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let raster = read::read(bytes, &Context::default()).unwrap();
        frames(raster).into_iter().map(|frame| frame.samples).collect()
    };
    assert!(small.bytes.len() as u64 <= limit && seen(&small.bytes) == seen(&sample));
    assert!(read::read(&small.bytes, &Context::default()).unwrap().remarks.is_empty());
    assert!(small.warnings.iter().any(|warning| warning.code == WarningCode::MetadataDropped));
}

/// A picture of `side` pixels on a side, by what its places show.
fn square(side: u32, color: impl Fn(u32, u32) -> [u8; 4]) -> Frame {
    let samples = (0..side * side).flat_map(|at| color(at % side, at / side)).collect();
    Frame { width_px: side, height_px: side, format: PixelFormat::Rgba8, samples, delay_ms: 50 }
}

/// Programs that take for opaque what no frame covers look for a transparent colour in the first one.
#[test]
fn the_first_frame_covers_the_screen_and_has_the_transparent_colour() {
    let framed = || square(4, |x, y| if (1..3).contains(&x) && (1..3).contains(&y) { RED } else { CLEAR });
    let animation = Raster { sequence: Sequence::Animation { plays: 0 }, ..Raster::pages(vec![framed(), framed()]) };
    for raster in [Raster::of(framed()), animation] {
        let bytes = write::write(raster, &Context::default()).unwrap().alone();
        let small = shrink::compress(&bytes, &Context::default()).unwrap();
        for file in [bytes, small] {
            let mut decoder = gif::Decoder::new(&file[..]).unwrap();
            let first = decoder.read_next_frame().unwrap().unwrap();
            assert_eq!((first.left, first.top, first.width, first.height), (0, 0, 4, 4));
            assert_eq!(first.transparent, Some(first.buffer[0]));
            assert_ne!(first.buffer[5], first.buffer[0]);
        }
    }
}

#[test]
fn lost_degrees_of_transparency_are_told() {
    for (alpha, is_told) in [(0, false), (255, false), (1, true), (254, true)] {
        let context = Context::default();
        write::write(Raster::of(square(2, |_, _| [0, 0, 0, alpha])), &context).unwrap();
        let codes: Vec<_> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
        assert_eq!(codes.contains(&WarningCode::AlphaFlattened), is_told, "{alpha}");
    }
}

#[test]
fn without_loss_no_rung_has_fewer_colours() {
    let picture = square(12, |x, y| [x as u8 * 20, y as u8 * 20, 7, 255]);
    let bytes = write::write(Raster::of(picture.clone()), &Context::default()).unwrap().alone();
    let mut options = Options::default();
    options.set(&LOSSLESS, "true").unwrap();
    let context = Context::new(options, Limits::default());
    let lowest = shrink::ladder(&bytes, 10, &context).unwrap().encode(Rung::LOWEST, &context).unwrap();
    let shown = frames(read::read(&lowest, &context).unwrap());
    assert_eq!(transvase_codec::holds::rgba(shown[0].clone()).samples, picture.samples);
}

#[test]
fn estimates_leave_out_what_results_do() {
    let frame = |at: u32| square(8, move |x, y| if (x * x + y * at) % 5 < 2 { RED } else { BLUE });
    let raster = Raster {
        sequence: Sequence::Animation { plays: 0 },
        remarks: vec![Remark { keyword: "Comment".into(), text: "word ".repeat(1_000) }],
        ..Raster::pages((1..25).map(frame).collect::<Vec<_>>())
    };
    let context = Context::default();
    let bytes = write::write(raster, &context).unwrap().alone();
    let mut ladder = shrink::ladder(&bytes, 400, &context).unwrap();
    assert!(ladder.lossless(&context).unwrap().is_none_or(|file| file.len() > 400));
    // Nothing is lost at the top, so that the frames alone take what is estimated: of the comment's 5,000 bytes no more
    // is left than the lengths of its blocks.
    let estimate = ladder.estimate(Rung::HIGHEST, &context).unwrap();
    let size = ladder.encode(Rung::HIGHEST, &context).unwrap().len() as u64;
    assert!(estimate.abs_diff(size) < 100 && size > 400, "{estimate} {size}");
}

#[test]
fn transparent_parts_that_stay_are_not_said_to_be_lost() {
    let picture = square(64, |x, y| if x < 20 { CLEAR } else { [x as u8 * 4, y as u8 * 4, (x * y % 251) as u8, 255] });
    let bytes = write::write(Raster::of(picture), &Context::default()).unwrap().alone();
    let limit = bytes.len() as u64 / 2;
    let small = transvase::Converter::new(transvase::Format::GIF).max_bytes(limit).convert(&bytes).unwrap();
    assert!(small.bytes.len() as u64 <= limit);
    assert!(small.warnings.iter().all(|warning| warning.code != WarningCode::AlphaFlattened));
    let first = &frames(read::read(&small.bytes, &Context::default()).unwrap())[0];
    assert_eq!(first.samples[..4], CLEAR);
}

#[test]
fn what_is_said_goes_and_the_frames_stay() {
    let (sample, context) = (sample(), Context::default());
    let stripped = strip::stripped(&sample, Strip::Private, &context).unwrap().unwrap();
    let raster = read::read(&stripped, &context).unwrap();
    assert!(raster.xmp.is_none() && raster.remarks.is_empty());
    assert_eq!(raster.sequence, Sequence::Animation { plays: 3 });
    assert_eq!(frames(raster), frames(read::read(&sample, &context).unwrap()));
    let again = strip::stripped(&stripped, Strip::Private, &context).unwrap();
    assert_eq!(again, Some(stripped), "there is nothing more to take");
    for cut in 0..sample.len() {
        let _ = strip::stripped(&sample[..cut], Strip::All, &context);
    }
}
