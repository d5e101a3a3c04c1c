use super::*;
use crate::model::flow::{Block, Color};
use crate::model::path;

/// A record of an EMF: its type and what follows, in whole words ([MS-EMF] 2.3).
fn record(kind: u32, words: &[i32]) -> Vec<u8> {
    let size = 8 + 4 * words.len() as u32;
    let words = words.iter().flat_map(|word| word.to_le_bytes());
    kind.to_le_bytes().into_iter().chain(size.to_le_bytes()).chain(words).collect()
}

/// A metafile of 200 by 100 units with a red box in it, and a word.
pub(crate) fn sample() -> Vec<u8> {
    let mut text: Vec<i32> = vec![0, 0, 199, 99, 1, 0x3F80_0000, 0x3F80_0000];
    text.extend([20, 50, 2, 76, 0, 0, 0, -1, -1, 80]);
    text.extend([i32::from(b'H') | i32::from(b'i') << 16, 10, 10]);
    let mut font = vec![1, -20, 0, 0, 0, 700, 0, 0];
    font.extend(
        "Arial\0"
            .encode_utf16()
            .collect::<Vec<_>>()
            .chunks(2)
            .map(|pair| i32::from(pair[0]) | i32::from(pair[1]) << 16),
    );
    font.resize(81, 0);
    let body: Vec<Vec<u8>> = vec![
        record(9, &[200, 100]),              // EMR_SETWINDOWEXTEX
        record(39, &[2, 0, 0x0000_00FF, 0]), // EMR_CREATEBRUSHINDIRECT, red
        record(37, &[2]),                    // EMR_SELECTOBJECT
        record(43, &[50, 25, 150, 75]),      // EMR_RECTANGLE
        record(82, &font),                   // EMR_EXTCREATEFONTINDIRECTW
        record(37, &[1]),
        record(84, &text),       // EMR_EXTTEXTOUTW
        record(14, &[0, 0, 20]), // EMR_EOF
    ];
    let body: Vec<u8> = body.concat();
    let mut header = vec![0, 0, 199, 99, 0, 0, 5_291, 2_645, 0x464D_4520, 0x1_0000];
    header.extend([body.len() as i32 + 108, 9, 3, 0, 0, 0, 1_920, 1_080, 508, 285, 0, 0, 0, 508_000, 285_000]);
    [record(1, &header), body].concat()
}

fn drawn(bytes: &[u8]) -> (Option<Drawing>, MediaStore) {
    let (mut media, context) = (MediaStore::default(), Context::default());
    (draw(bytes, Size { width: 400.0, height: 200.0 }, &mut media, &context).unwrap(), media)
}

#[test]
fn shapes_and_words_are_drawn_in_the_size_asked_for() {
    assert!(is_metafile(&sample()));
    let drawing = drawn(&sample()).0.unwrap();
    let red = Color { r: 255, g: 0, b: 0 };
    let filled = drawing.shapes.iter().find(|shape| shape.fill == Some((red, 1.0))).unwrap();
    let around = path::bounds(&filled.outline).unwrap();
    let expected = Rect { left: 100.0, top: 50.0, right: 300.0, bottom: 150.0 };
    let near = |a: f32, b: f32| (a - b).abs() < 4.0;
    assert!(near(around.left, expected.left) && near(around.right, expected.right), "{around:?}");
    assert!(near(around.top, expected.top) && near(around.bottom, expected.bottom), "{around:?}");
    let [Block::Paragraph(paragraph)] = drawing.texts[0].blocks.as_slice() else { panic!() };
    let run = paragraph.content[0].run().unwrap();
    assert_eq!((run.text.as_str(), run.style.family.as_deref(), run.style.weight), ("Hi", Some("Arial"), 700));
}

#[test]
fn damaged_metafiles_are_told_and_no_panic() {
    let bytes = sample();
    for end in (0..bytes.len()).step_by(7) {
        let _ = drawn(&bytes[..end]);
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0xFF;
        let _ = drawn(&damaged);
    }
    let context = Context::default();
    assert!(draw(b"\x01\0\0\0", Size::default(), &mut MediaStore::default(), &context).unwrap().is_none());
    assert_eq!(context.take_warnings().len(), 1);
}
