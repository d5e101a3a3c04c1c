//! Pictures within documents: every format of pictures in every kind of document, shown in every kind of target; held against
//! the decoders of another library.

use std::io::{Cursor, Read, Write};

use transvase::{Converter, Format, Output, WarningCode};
use transvase_tests::samples;

/// The documents that a picture is put into.
const SOURCES: [&str; 6] = ["docx", "odt", "rtf", "html", "epub", "md"];

/// What they become.
const TARGETS: [&str; 8] = ["pdf", "docx", "odt", "rtf", "html", "epub", "md", "fb2"];

/// Formats of pictures of dots.
const FORMATS: [&str; 19] = [
    "avif", "bmp", "dds", "exr", "farbfeld", "gif", "hdr", "heic", "ico", "jp2", "jpeg", "jxl", "png", "pnm", "psd",
    "qoi", "tga", "tiff", "webp",
];

/// A picture of each format.
fn pictures() -> Vec<(&'static str, Vec<u8>)> {
    let samples = samples::all();
    let of = |id: &&'static str| {
        let is_such = |bytes: &[u8]| transvase::detect(bytes).is_some_and(|format| format.id() == *id);
        let sample =
            samples.iter().find(|sample| is_such(&sample.bytes)).unwrap_or_else(|| panic!("no sample of {id}"));
        (*id, sample.bytes.clone())
    };
    FORMATS.iter().map(of).collect()
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let plain = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in files {
        archive.start_file(*name, plain).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// Base64 (RFC 4648, 4).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let bits = group.iter().chain([0, 0].iter()).take(3).fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let letter =
            |at: usize| if at > group.len() { '=' } else { LETTERS[(bits >> (18 - 6 * at) & 63) as usize].into() };
        [0, 1, 2, 3].map(letter)
    };
    bytes.chunks(3).flat_map(group).collect()
}

fn from_base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let values: Vec<u8> = text.bytes().filter_map(value).collect();
    let bytes = values.chunks(4).flat_map(|group| {
        let bits = group.iter().chain([0; 3].iter()).take(4).fold(0_u32, |bits, value| bits << 6 | u32::from(*value));
        bits.to_be_bytes().into_iter().skip(1).take(group.len() - 1)
    });
    bytes.collect()
}

/// A document with the picture between two paragraphs.
fn document(source: &str, picture: &[u8]) -> Vec<u8> {
    let uri = || format!("data:application/octet-stream;base64,{}", base64(picture));
    match source {
        "html" => {
            format!("<!DOCTYPE html><title>T</title><p>Before.</p><p><img src=\"{}\" alt=\"\"></p><p>After.</p>", uri())
                .into()
        }
        "md" => format!("Before.\n\n![picture]({})\n\nAfter.\n", uri()).into(),
        "rtf" => {
            let digits: String = picture.iter().map(|byte| format!("{byte:02x}")).collect();
            format!(
                "{{\\rtf1\\ansi Before.\\par {{\\pict\\pngblip\\picwgoal900\\pichgoal600 {digits}}}\\par After.\\par}}"
            )
            .into()
        }
        "epub" => zipped(&[
            ("mimetype", b"application/epub+zip"),
            ("META-INF/container.xml", CONTAINER.as_bytes()),
            ("book.opf", PACKAGE.as_bytes()),
            ("text.xhtml", CHAPTER.as_bytes()),
            ("picture.bin", picture),
        ]),
        "docx" => zipped(&[
            ("[Content_Types].xml", TYPES.as_bytes()),
            ("_rels/.rels", RELATIONS.as_bytes()),
            ("word/document.xml", WORDS.as_bytes()),
            ("word/_rels/document.xml.rels", PICTURES.as_bytes()),
            ("word/media/image1.bin", picture),
        ]),
        "odt" => zipped(&[
            ("mimetype", b"application/vnd.oasis.opendocument.text"),
            ("META-INF/manifest.xml", MANIFEST.as_bytes()),
            ("content.xml", CONTENT.as_bytes()),
            ("Pictures/1.bin", picture),
        ]),
        other => panic!("no document of kind {other} is made here"),
    }
}

const CONTAINER: &str = "<container version='1.0' xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>\
    <rootfile full-path='book.opf' media-type='application/oebps-package+xml'/></rootfiles></container>";
const PACKAGE: &str = "<package xmlns='http://www.idpf.org/2007/opf' version='3.0' unique-identifier='i'>\
    <metadata xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:identifier id='i'>x</dc:identifier><dc:title>T</dc:title>\
    <dc:language>en</dc:language></metadata><manifest><item id='t' href='text.xhtml' media-type='application/xhtml+xml'/>\
    <item id='p' href='picture.bin' media-type='image/x-any'/></manifest><spine><itemref idref='t'/></spine></package>";
const CHAPTER: &str = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>T</title></head><body><p>Before.</p>\
    <p><img src='picture.bin' alt=''/></p><p>After.</p></body></html>";
const TYPES: &str = "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>\
    <Default Extension='rels' ContentType='application/vnd.openxmlformats-package.relationships+xml'/>\
    <Default Extension='bin' ContentType='image/x-any'/><Override PartName='/word/document.xml' \
    ContentType='application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'/></Types>";
const RELATIONS: &str = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
    <Relationship Id='r1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument' \
    Target='word/document.xml'/></Relationships>";
const PICTURES: &str = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
    <Relationship Id='p1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/image' \
    Target='media/image1.bin'/></Relationships>";
const WORDS: &str = "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
    xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships' \
    xmlns:wp='http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing' \
    xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main' \
    xmlns:pic='http://schemas.openxmlformats.org/drawingml/2006/picture'><w:body><w:p><w:r><w:t>Before.</w:t></w:r></w:p>\
    <w:p><w:r><w:drawing><wp:inline><wp:extent cx='571500' cy='381000'/><wp:docPr id='1' name='p'/><a:graphic>\
    <a:graphicData uri='http://schemas.openxmlformats.org/drawingml/2006/picture'><pic:pic><pic:nvPicPr>\
    <pic:cNvPr id='1' name='p'/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed='p1'/><a:stretch><a:fillRect/>\
    </a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x='0' y='0'/><a:ext cx='571500' cy='381000'/></a:xfrm>\
    <a:prstGeom prst='rect'/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>\
    <w:p><w:r><w:t>After.</w:t></w:r></w:p></w:body></w:document>";
const MANIFEST: &str = "<manifest:manifest xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'>\
    <manifest:file-entry manifest:full-path='/' manifest:media-type='application/vnd.oasis.opendocument.text'/>\
    <manifest:file-entry manifest:full-path='content.xml' manifest:media-type='text/xml'/></manifest:manifest>";
const CONTENT: &str = "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' \
    xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' xmlns:xlink='http://www.w3.org/1999/xlink' \
    xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0' \
    xmlns:svg='urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'><office:body><office:text><text:p>Before.</text:p>\
    <text:p><draw:frame text:anchor-type='as-char' svg:width='45pt' svg:height='30pt'>\
    <draw:image xlink:href='Pictures/1.bin'/></draw:frame></text:p><text:p>After.</text:p></office:text></office:body>\
    </office:document-content>";

fn converted(document: &[u8], source: &str, target: &str) -> Output {
    let mut converter = Converter::new(Format::find(target).unwrap()).source(Format::find(source).unwrap());
    if target == "md" {
        converter = converter.option("images", "zip");
    }
    converter.convert(document).unwrap_or_else(|error| panic!("{source} to {target}: {error}"))
}

/// The files of pictures in a result.
fn shown(target: &str, bytes: &[u8]) -> Vec<Vec<u8>> {
    match target {
        "docx" | "odt" | "epub" | "md" => {
            let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
            let names: Vec<String> = archive.file_names().map(str::to_owned).collect();
            let is_picture =
                |name: &&String| ["media/", "Pictures/", "images/"].iter().any(|folder| name.contains(folder));
            let read = |name: &String| {
                let mut bytes = Vec::new();
                archive.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
                bytes
            };
            names.iter().filter(is_picture).map(read).collect()
        }
        "rtf" => {
            let text = String::from_utf8_lossy(bytes);
            let digits = text.split("\\pngblip").skip(1).chain(text.split("\\jpegblip").skip(1));
            let value = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
            let picture = |rest: &str| {
                let digits: Vec<u8> =
                    rest.bytes().take_while(|byte| *byte != b'}').filter(u8::is_ascii_hexdigit).collect();
                digits.chunks_exact(2).map(value).collect()
            };
            digits.map(picture).collect()
        }
        "html" => {
            let text = String::from_utf8_lossy(bytes);
            text.split(";base64,").skip(1).map(|rest| from_base64(rest.split(['"', ')']).next().unwrap())).collect()
        }
        "fb2" => {
            let text = String::from_utf8_lossy(bytes);
            let binaries = text.split("<binary").skip(1).filter_map(|rest| rest.split_once('>')?.1.split('<').next());
            binaries.map(from_base64).collect()
        }
        other => panic!("the pictures in a {other} are not looked for here"),
    }
}

/// Width and height of the images in a PDF (ISO 32000-1, 8.9.5): their dictionaries are not packed.
fn images_of_pdf(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    let squeezed: String = text.split_whitespace().collect();
    squeezed.matches("/Subtype/Image").count()
}

fn has_size(picture: &[u8]) -> bool {
    // No decoder of AV1 is at hand that is not ours: the boxes have to be there.
    picture.get(4..12) == Some(b"ftypavif") || image::load_from_memory(picture).is_ok_and(|picture| picture.width() > 3)
}

#[test]
fn every_picture_in_every_document_is_shown_in_every_target() {
    let mut faults = Vec::new();
    for (name, picture) in &pictures() {
        for source in SOURCES {
            let document = document(source, picture);
            for target in TARGETS.into_iter().filter(|target| *target != source) {
                let output = converted(&document, source, target);
                let is_there = match target {
                    "pdf" => images_of_pdf(&output.bytes) > 0,
                    _ => shown(target, &output.bytes).iter().any(|picture| has_size(picture)),
                };
                let dropped = output.warnings.iter().any(|warning| warning.code == WarningCode::ImageDropped);
                if !is_there || dropped {
                    faults.push(format!("{name} in {source} to {target}: {:?}", output.warnings));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} of them:\n{}", faults.len(), faults.join("\n"));
}
