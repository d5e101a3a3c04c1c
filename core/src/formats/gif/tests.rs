use super::{read, strip, write};
use crate::context::{Context, Limits};
use crate::error::ErrorCode;
use crate::model::raster::{Frame, PixelFormat, Raster, Remark, Sequence};
use crate::options::Options;
use crate::parts::strip::Strip;

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
    let limit = crate::compress(&sample).unwrap().bytes.len() as u64 - 5;
    let small = crate::Converter::new(crate::Format::GIF).max_bytes(limit).convert(&sample).unwrap();
    let seen = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let raster = read::read(bytes, &Context::default()).unwrap();
        frames(raster).into_iter().map(|frame| frame.samples).collect()
    };
    assert!(small.bytes.len() as u64 <= limit && seen(&small.bytes) == seen(&sample));
    assert!(read::read(&small.bytes, &Context::default()).unwrap().remarks.is_empty());
    assert!(small.warnings.iter().any(|warning| warning.code == crate::WarningCode::MetadataDropped));
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
