use super::{members, read, write};
use transvase_base::context::Context;
use transvase_base::warning::WarningCode;
use transvase_codec::{png_out, still_tests};
use transvase_container::zip::Archive;
use transvase_format::Confidence;
use transvase_model::pages::Item;
use transvase_model::raster::{Frame, PixelFormat, Raster};

/// Two pages whose names are in no order of letters, and a file that says something of them.
fn sample() -> Vec<u8> {
    let context = Context::default();
    let small = Frame { width_px: 2, height_px: 1, format: PixelFormat::Gray8, samples: vec![1, 2], delay_ms: 0 };
    let mut archive = Archive::new();
    for (name, frame) in [("p10.png", small), ("p9.png", still_tests::picture(PixelFormat::Rgb8))] {
        archive.store(name, &png_out::encoded(&frame, None, &context).unwrap()).unwrap();
    }
    archive.deflate("ComicInfo.xml", b"<ComicInfo/>").unwrap();
    archive.finish().unwrap()
}

#[test]
fn pages_come_in_their_natural_order() {
    let (bytes, context) = (sample(), Context::default());
    assert_eq!(members::sniff(&bytes), Confidence::Certain);
    let pages = read::pages(&bytes, &context).unwrap();
    let widths: Vec<f32> = pages.pages.iter().map(|page| page.size.width).collect();
    assert_eq!(widths, [23.0 * 0.75, 3.0]);
    assert!(matches!(pages.pages[0].items[..], [Item::Image(_)]));
    assert_eq!(read::flow(&bytes, &context).unwrap().sections.len(), 2);
    let mut raster = read::raster(&bytes, &context).unwrap();
    assert_eq!(raster.frames.first(&context).unwrap(), still_tests::picture(PixelFormat::Rgb8));
    assert_eq!(raster.frames.first(&context).unwrap().samples, [1, 2]);
}

#[test]
fn what_is_written_is_read() {
    let context = Context::default();
    let frames = vec![still_tests::picture(PixelFormat::Rgba8), still_tests::picture(PixelFormat::Gray8)];
    let bytes = write::write(Raster::pages(frames.clone()), &context).unwrap().alone();
    let mut raster = read::raster(&bytes, &context).unwrap();
    assert_eq!([raster.frames.first(&context).unwrap(), raster.frames.first(&context).unwrap()], frames[..]);
}

/// An archive of empty files.
fn named(names: &[&str]) -> Vec<u8> {
    let mut archive = Archive::new();
    names.iter().for_each(|name| archive.store(name, b"").unwrap());
    archive.finish().unwrap()
}

#[test]
fn an_archive_of_more_pictures_than_other_files_is_one() {
    for (names, confidence) in [
        (&["a.jpg", "b.AVIF", "c.tif", "info.json", "ComicInfo.xml", "Thumbs.db"][..], Confidence::Certain),
        (&["a.png", "word/document.docx"], Confidence::Unlikely),
        (&["a.png", "b.png", "Index/Document.iwa"], Confidence::Unlikely),
        (&["text.html"], Confidence::Unlikely),
        (&[], Confidence::No),
    ] {
        assert_eq!(members::sniff(&named(names)), confidence, "{names:?}");
    }
}

#[test]
fn pictures_of_all_kinds_are_read_and_other_files_told() {
    let mut archive = Archive::new();
    let small = Frame { width_px: 2, height_px: 1, format: PixelFormat::Gray8, samples: vec![1, 2], delay_ms: 0 };
    let png = png_out::encoded(&small, None, &Context::default()).unwrap();
    for (name, bytes) in [
        ("1.png", &png[..]),
        ("2.pgm", b"P5 3 1 255\n\x09\x09\x09"),
        ("3.jxl", b"damaged"),
        ("a.url", b"x"),
        ("b.nfo", b"x"),
    ] {
        archive.store(name, bytes).unwrap();
    }
    let bytes = archive.finish().unwrap();
    let context = Context::default();
    let widths: Vec<_> = read::pages(&bytes, &context).unwrap().pages.iter().map(|page| page.size.width).collect();
    assert_eq!(widths, [3.0, 3.0], "no page is narrower than three points");
    let said = context.take_warnings();
    let told =
        |code| said.iter().filter(|warning| warning.code == code).map(|it| it.message.as_str()).collect::<Vec<_>>();
    assert_eq!(told(WarningCode::ImageDropped), ["3.jxl is not a picture that can be read"]);
    let others = told(WarningCode::AnnotationDropped);
    assert!(others.len() == 1 && others[0].starts_with("1 file ") && others[0].contains("a.url"), "{others:?}");
    let mut frames = Vec::new();
    let mut raster = read::raster(&bytes, &context).unwrap();
    while let Some(frame) = raster.frames.next(&context).unwrap() {
        frames.push(frame.samples);
    }
    assert_eq!(frames, [vec![1, 2], vec![9; 3]]);
}

#[test]
fn damage_ends_in_an_error_or_pages() {
    let bytes = sample();
    for cut in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[cut] ^= 0x55;
        for bytes in [&bytes[..cut], &damaged] {
            let _ = (members::sniff(bytes), read::pages(bytes, &Context::default()));
        }
    }
}
