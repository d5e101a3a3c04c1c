use super::{members, read, write};
use crate::context::Context;
use crate::model::pages::Item;
use crate::model::raster::{Frame, PixelFormat, Raster};
use crate::parts::zip::Archive;
use crate::parts::{png_out, still_tests};

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
    assert!(members::are_pictures(&bytes));
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

#[test]
fn other_archives_are_none() {
    let mut archive = Archive::new();
    archive.store("a.png", b"x").unwrap();
    archive.store("word/document.docx", b"x").unwrap();
    assert!(!members::are_pictures(&archive.finish().unwrap()));
}

#[test]
fn damage_ends_in_an_error_or_pages() {
    let bytes = sample();
    for cut in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[cut] ^= 0x55;
        for bytes in [&bytes[..cut], &damaged] {
            let _ = (members::are_pictures(bytes), read::pages(bytes, &Context::default()));
        }
    }
}
