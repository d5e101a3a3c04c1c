//! Fonts that go with a book: they set the text they were made for, and damage to them costs no more than
//! themselves.

use super::super::font::tests::record;
use super::damage::Random;
use super::*;
use transvase::{Format, convert};
use transvase_font::fonts::FontBook;

/// A file that the tests know is sound.
fn file() -> Vec<u8> {
    let face = FontBook::bundled().find("Liberation Mono", 400, false).unwrap();
    face.program().data.to_vec()
}

/// The book with a sheet that sets its headings in the font of resource 2 and its paragraphs in one that is
/// missing.
fn book(file: &[u8]) -> Vec<u8> {
    let sheet = "@font-face { font-family: 'Own Face'; src: url(kindle:embed:0002?mime=font/ttf) }
        @font-face { font-family: Gone; src: url(kindle:embed:0009?mime=font/ttf) }
        h1 { font-family: \"own face\", serif; font-style: italic } p { font-family: Gone, 'Georgia' }";
    let mut sample = kf8();
    sample.images.push(record(0, b"", file));
    sample.text.extend(sheet.bytes());
    sample.flows.last_mut().unwrap().1 = sample.text.len() as u32;
    sample.write()
}

#[test]
fn text_is_set_in_the_fonts_it_asks_for() {
    let flow = flow(&book(&file()));
    let fonts: Vec<_> = flow.fonts.iter().map(|font| (&*font.family, font.bold, font.italic)).collect();
    assert_eq!(fonts, [("Own Face", false, false)]);
    let family = |at: usize| match &paragraphs(&flow)[at].content[..] {
        [Inline::Anchor(_), Inline::Text(run), ..] | [Inline::Text(run), ..] => {
            run.style.family.as_deref().map(str::to_owned)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!((family(0).as_deref(), family(1).as_deref()), (Some("Own Face"), Some("Georgia")));
}

#[test]
fn files_that_are_missing_or_no_fonts_are_told_and_left_out() {
    let context = Context::default();
    let flow = read(&book(&[0; 64]), &context).unwrap();
    assert!(flow.fonts.is_empty());
    let warnings = context.take_warnings();
    assert!(warnings.iter().any(|warning| warning.message.contains("2 of the document's fonts")), "{warnings:?}");
}

/// Damage anywhere in the file: the book becomes a PDF all the same.
#[test]
fn damaged_fonts_lose_no_book() {
    let sound = file();
    let mut random = Random(1);
    for round in 0..150 {
        let mut file = sound.clone();
        for _ in 0..=(round % 8) {
            // The directory and the small tables in the front are where it hurts most.
            let within = if round % 3 == 0 { 4_096.min(file.len()) } else { file.len() };
            let place = random.below(within);
            file[place] = random.below(256) as u8;
        }
        if round % 5 == 0 {
            file.truncate(random.below(sound.len()));
        }
        let out = convert(&book(&file), Format::PDF);
        assert!(out.is_ok(), "round {round}: {:?}", out.err());
    }
}
