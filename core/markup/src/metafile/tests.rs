use super::sample::sample;
use super::*;
use transvase_model::flow::{Block, Color};
use transvase_model::path;

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
