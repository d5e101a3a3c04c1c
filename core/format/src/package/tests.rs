//! Whole packages made smaller.

use super::*;
use transvase_base::context::Limits;
use transvase_base::options::Options;
use transvase_container::zip::{Archive, Package};

const TYPES: &str = "<Types><Default Extension=\"xml\" ContentType=\"application/xml\"/>\
    <Override PartName=\"/docProps/thumbnail.jpeg\" ContentType=\"image/jpeg\"/></Types>";
const ROOT: &str = "<Relationships><Relationship Id=\"rId1\" Type=\"http://x/officeDocument\" Target=\"word/document.xml\"/>\
    <Relationship Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail\" \
    Target=\"docProps/thumbnail.jpeg\"/></Relationships>";

fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Archive::new();
    parts.iter().for_each(|(name, bytes)| archive.store(name, bytes).unwrap());
    archive.finish().unwrap()
}

fn picture() -> Vec<u8> {
    let mut file = Vec::new();
    let pixels: Vec<u8> = (0..80 * 60_usize).flat_map(|at| [(at % 5 * 40) as u8, 9, 100, 255]).collect();
    let encoder = image::codecs::png::PngEncoder::new(&mut file);
    image::ImageEncoder::write_image(encoder, &pixels, 80, 60, image::ExtendedColorType::Rgba8).unwrap();
    file
}

fn context(pairs: &[(&OptionSpec, &str)]) -> Context {
    let mut options = Options::default();
    pairs.iter().for_each(|(spec, value)| options.set(spec, value).unwrap());
    Context::new(options, Limits::default())
}

#[test]
fn text_stays_and_pictures_keep_their_pixels() {
    let (text, png) = (b"<w:document>words</w:document>".repeat(50), picture());
    let source = archive(&[
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", ROOT.as_bytes()),
        ("word/document.xml", &text),
        ("docProps/thumbnail.jpeg", &[0xFF; 900]),
        ("word/media/image1.png", &png),
    ]);
    let context = context(&[]);
    let small = compress(&source, Kind::Ooxml, &context).unwrap();
    assert!(small.len() < source.len() / 2);
    let mut package = Package::open(&small, &context).unwrap();
    let names = package.in_order();
    assert_eq!(names, ["[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/media/image1.png"]);
    assert_eq!(package.read("word/document.xml", &context).unwrap().unwrap(), text);
    let read = |bytes: &[u8]| image::load_from_memory(bytes).unwrap().to_rgba8();
    assert!(read(&package.read("word/media/image1.png", &context).unwrap().unwrap()) == read(&png));
    for part in ["_rels/.rels", "[Content_Types].xml"] {
        let text = String::from_utf8(package.read(part, &context).unwrap().unwrap()).unwrap();
        assert!(!text.contains("thumbnail") && text.contains("></"), "{part}: {text}");
    }
    assert!(context.take_warnings().is_empty());
}

#[test]
fn pictures_are_there_once_wherever_that_can_be_told() {
    let png = picture();
    let rels = |names: [&str; 2]| {
        let one = |name: &str| format!("<Relationship Id=\"{name}\" Target=\"media/{name}\"/>");
        format!("<Relationships>{}{}</Relationships>", one(names[0]), one(names[1]))
    };
    let types = "<Types><Override PartName=\"/word/media/b.png\" ContentType=\"image/png\"/></Types>";
    let source = archive(&[
        ("[Content_Types].xml", types.as_bytes()),
        ("word/_rels/document.xml.rels", rels(["a.png", "b.png"]).as_bytes()),
        ("word/_rels/header.xml.rels", rels(["b.png", "c.png"]).as_bytes()),
        ("word/settings.xml", b"<x y='media/c.png'/>"),
        ("word/media/a.png", &png),
        ("word/media/b.png", &png),
        ("word/media/c.png", &png),
    ]);
    let context = context(&[]);
    let small = compress(&source, Kind::Ooxml, &context).unwrap();
    let mut package = Package::open(&small, &context).unwrap();
    let mut text = |name: &str| String::from_utf8(package.read(name, &context).unwrap().unwrap()).unwrap();
    assert_eq!(text("[Content_Types].xml"), "<Types></Types>");
    let targets = |text: String| text.matches("media/a.png").count();
    assert_eq!(targets(text("word/_rels/document.xml.rels")), 2);
    assert_eq!(targets(text("word/_rels/header.xml.rels")), 1, "the third is named in a way that is not known");
    let names = package.in_order();
    assert!(names.iter().all(|name| name != "word/media/b.png") && names.iter().any(|name| name == "word/media/c.png"));
}

#[test]
fn what_names_the_format_is_first_and_as_it_is() {
    let kind = b"application/vnd.oasis.opendocument.text";
    let content = b"<office/>".repeat(90);
    let source = archive(&[("content.xml", &content), ("mimetype", kind), ("Thumbnails/thumbnail.png", &[7; 99])]);
    let small = compress(&source, Kind::Odf, &context(&[])).unwrap();
    assert_eq!(small[30..38], *b"mimetype");
    assert_eq!(small[38..38 + kind.len()], *kind, "stored behind a header of 30 bytes and its name");
    assert_eq!(Package::open(&small, &context(&[])).unwrap().in_order(), ["mimetype", "content.xml"]);
}

#[test]
fn signed_packages_stay_unless_signatures_may_go() {
    let content = b"<w/>".repeat(99);
    let source = archive(&[("word/document.xml", &content), ("_xmlsignatures/sig1.xml", b"<Signature/>")]);
    let kept = context(&[]);
    assert_eq!(compress(&source, Kind::Ooxml, &kept).unwrap(), source);
    assert_eq!(kept.take_warnings()[0].code, WarningCode::NotCompressed);
    let dropped = context(&[(&SIGNATURES, "drop")]);
    let small = compress(&source, Kind::Ooxml, &dropped).unwrap();
    assert_eq!(Package::open(&small, &dropped).unwrap().in_order(), ["word/document.xml"]);
    assert_eq!(dropped.take_warnings()[0].code, WarningCode::SignatureDropped);
}

#[test]
fn damage_is_an_error_or_a_result() {
    let source = archive(&[("_rels/.rels", ROOT.as_bytes()), ("word/media/a.png", &picture())]);
    for end in (0..source.len()).step_by(7) {
        let _ = compress(&source[..end], Kind::Ooxml, &context(&[]));
        let mut changed = source.clone();
        changed[end] ^= 0x55;
        let _ = compress(&changed, Kind::Ooxml, &context(&[]));
    }
}

#[test]
fn what_is_cut_off_is_told_as_cut_off_and_not_as_another_format() {
    let of_format = [("word/document.xml", "docx"), ("xl/workbook.xml", "xlsx"), ("ppt/presentation.xml", "pptx")];
    for (main_part, id) in of_format {
        let whole = archive(&[("[Content_Types].xml", TYPES.as_bytes()), (main_part, &[b'x'; 2_000])]);
        let cut = &whole[..1_000];
        let format = transvase::detect(cut);
        assert_eq!((format.map(transvase::Format::id), format), (Some(id), transvase::detect(&whole)));
        let error = transvase::Converter::new(format.unwrap()).convert(cut).unwrap_err();
        assert_eq!(error.code(), transvase_base::error::ErrorCode::Truncated, "{id}");
    }
}
