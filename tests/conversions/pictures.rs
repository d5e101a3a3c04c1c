//! Pictures: from one format to another, from pages, and as pages; held against the decoders of another library.

use std::io::{Cursor, Read};

use image::{DynamicImage, GenericImageView};
use transvase::{Converter, ErrorCode, Format};
use transvase_tests::samples;

fn format(id: &str) -> Format {
    Format::find(id).unwrap()
}

fn convert(bytes: &[u8], to: &str, options: &[(&str, &str)]) -> Vec<u8> {
    let converter =
        options.iter().fold(Converter::new(format(to)), |converter, (key, value)| converter.option(key, value));
    converter.convert(bytes).unwrap_or_else(|error| panic!("to {to} with {options:?}: {error}")).bytes
}

fn decoded(bytes: &[u8]) -> DynamicImage {
    image::load_from_memory(bytes).unwrap()
}

fn decoded_as(bytes: &[u8], to: &str) -> DynamicImage {
    image::load_from_memory_with_format(bytes, image::ImageFormat::from_extension(to).unwrap()).unwrap()
}

fn sample(name: &str) -> Vec<u8> {
    samples::all().into_iter().find(|sample| sample.name == name).unwrap().bytes
}

/// The files of an archive.
fn files(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut found = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).unwrap();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        found.push((file.name().to_owned(), bytes));
    }
    found
}

#[test]
fn formats_without_loss_keep_every_pixel() {
    let source = sample("rgb.png");
    let expected = decoded(&source).to_rgb8();
    for to in ["bmp", "tiff", "qoi", "pnm", "ico", "farbfeld"] {
        let back = convert(&convert(&source, to, &[]), "png", &[]);
        assert_eq!(decoded(&back).to_rgb8(), expected, "by way of {to}");
    }
}

#[test]
fn transparency_stays_where_it_can() {
    let source = sample("rgba.png");
    for to in ["tiff", "qoi", "tga", "farbfeld"] {
        let back = convert(&convert(&source, to, &[]), "png", &[]);
        assert_eq!(decoded(&back).to_rgba8(), decoded(&source).to_rgba8(), "by way of {to}");
    }
    let flat = Converter::new(Format::JPEG).convert(&source).unwrap();
    assert!(flat.warnings.iter().any(|warning| warning.code == transvase::WarningCode::AlphaFlattened));
}

#[test]
fn another_library_reads_what_is_written() {
    let source = sample("rgb.jpg");
    let expected = decoded(&source).to_rgb8();
    for to in ["png", "bmp", "tiff", "qoi", "tga", "ico", "gif", "webp", "ff", "ppm"] {
        let read = decoded_as(&convert(&source, to, &[]), to).to_rgb8();
        assert_eq!(read.dimensions(), expected.dimensions(), "{to}");
        let far: u64 = read.iter().zip(expected.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        // A palette of 256 colours and the coding of colour differences change most.
        assert!(far / read.len() as u64 <= 10, "{to}: {far} over {} samples", read.len());
    }
}

#[test]
fn pages_become_pictures_of_their_size() {
    let pdf = samples::pdf();
    // Letter paper: 8.5 by 11 inches.
    assert_eq!(decoded(&convert(&pdf, "png", &[("dpi", "72")])).dimensions(), (612, 792));
    assert_eq!(decoded(&convert(&pdf, "png", &[])).dimensions(), (1275, 1650));
    assert_eq!(decoded(&convert(&pdf, "jpeg", &[("width_px", "306")])).dimensions(), (306, 396));
    let ink = decoded(&convert(&pdf, "png", &[("dpi", "72")])).to_luma8();
    let dark = |left, top, right, bottom| (left..right).any(|x| (top..bottom).any(|y| ink.get_pixel(x, y).0[0] < 128));
    assert!(dark(72, 55, 200, 74), "the heading");
    assert!(!dark(300, 400, 600, 700), "paper");
}

#[test]
fn several_pages_are_an_archive_of_pictures() {
    let html = b"<!DOCTYPE html><h1>One</h1><h1 style='page-break-before: always'>Two</h1>";
    let output = Converter::new(Format::PNG).option("dpi", "20").convert(html).unwrap();
    assert_eq!(output.format, Format::ZIP);
    let names: Vec<String> = files(&output.bytes).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["0001.png", "0002.png"]);
}

#[test]
fn documents_become_pictures_by_way_of_pages() {
    for sample in samples::all().iter().filter(|sample| ["docx", "epub", "rtf", "odt"].contains(&sample.format.id())) {
        let output = Converter::new(Format::PNG).option("dpi", "30").convert(&sample.bytes).unwrap();
        let first = match output.format {
            Format::ZIP => files(&output.bytes).swap_remove(0).1,
            _ => output.bytes,
        };
        assert!(output.route.explain().contains("pdf"), "{}", output.route);
        let ink = decoded(&first).to_luma8();
        assert!(ink.pixels().any(|pixel| pixel.0[0] < 200), "{}: nothing is to be seen", sample.name);
    }
}

#[test]
fn a_jpeg_goes_into_a_pdf_as_it_is() {
    let jpeg = sample("rgb.jpg");
    let pdf = convert(&jpeg, "pdf", &[]);
    // From the tables on: what goes before them says what the file is.
    let data = &jpeg[jpeg.windows(2).position(|pair| pair == [0xFF, 0xDB]).unwrap()..];
    assert!(pdf.windows(data.len()).any(|part| part == data));
    let page = convert(&pdf, "png", &[("dpi", "96")]);
    assert_eq!(decoded(&page).dimensions(), decoded(&jpeg).dimensions(), "at the resolution of screens");
}

#[test]
fn pictures_fit_into_a_paper() {
    let pdf = convert(&sample("rgb.png"), "pdf", &[("page_size", "a4")]);
    // A4: 210 by 297 mm, at 72 dots per inch; a picture that is wider than high may lie on its side.
    let (width, height) = decoded(&convert(&pdf, "png", &[("dpi", "72")])).dimensions();
    let (short, long) = (width.min(height), width.max(height));
    assert!(short.abs_diff(595) <= 1 && long.abs_diff(842) <= 1, "{width}x{height}");
}

#[test]
fn operations_are_done_on_the_way() {
    let png = sample("rgb.png");
    let size = |options: &[(&str, &str)]| decoded(&convert(&png, "bmp", options)).dimensions();
    assert_eq!(size(&[("max_dimensions", "30x30")]), (30, 21));
    assert_eq!(size(&[("max_dimensions", "300")]), (61, 43), "never larger");
    assert_eq!(size(&[("rotate", "90")]), (43, 61));
    assert_eq!(size(&[("crop", "10x12+1+2")]), (10, 12));
    let turned = decoded(&convert(&png, "bmp", &[("rotate", "90")])).to_rgb8();
    assert_eq!(turned.get_pixel(42, 0), decoded(&png).to_rgb8().get_pixel(0, 0));
}

#[test]
fn a_picture_does_not_become_an_empty_text() {
    for to in ["txt", "md"] {
        let error = Converter::new(format(to)).convert(&sample("rgb.png")).unwrap_err();
        assert_eq!(error.code(), ErrorCode::UnsupportedRoute, "{to}: {error}");
    }
}

#[test]
fn an_archive_of_pictures_is_a_book() {
    let pdf = convert(&sample("pages.cbz"), "pdf", &[]);
    assert_eq!(transvase::inspect(&pdf).unwrap().facts.pages, Some(2));
}
