//! Parts of files, each with what makes a whole file of it: so mutations reach a decoder that a whole file keeps behind
//! layers of others.

use std::io::Write;

use transvase::{Converter, Format};

use crate::made::{assembled, mobi_of};

const DOCX: Option<Format> = Some(Format::DOCX);
const PDF: Option<Format> = Some(Format::PDF);
const PNG: Option<Format> = Some(Format::PNG);

/// A part.
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// What makes a file of it.
    pub wrap: fn(&[u8]) -> Vec<u8>,
    /// What the file is converted to; `None` where it is looked at only.
    pub to: Option<Format>,
}

/// Every part.
pub static PARTS: &[Part] = &[
    Part { name: "jbig2", wrap: jbig2, to: DOCX },
    Part { name: "fax", wrap: fax, to: DOCX },
    Part { name: "jpx", wrap: jpx, to: DOCX },
    Part { name: "dct", wrap: dct, to: DOCX },
    Part { name: "content", wrap: content, to: DOCX },
    Part { name: "cmap", wrap: cmap, to: DOCX },
    Part { name: "truetype", wrap: |data| font("FontFile2", "", "TrueType", data), to: DOCX },
    Part { name: "cff", wrap: |data| font("FontFile3", "/Subtype/Type1C", "Type1", data), to: DOCX },
    Part { name: "type1", wrap: |data| font("FontFile", "", "Type1", data), to: DOCX },
    Part { name: "html", wrap: |data| book("", data), to: PDF },
    Part { name: "css", wrap: |data| book("<style>", data), to: PDF },
    Part { name: "exif", wrap: |data| jpeg(0xE1, b"Exif\0\0", data), to: PNG },
    Part { name: "icc", wrap: |data| jpeg(0xE2, b"ICC_PROFILE\0\x01\x01", data), to: PNG },
    Part { name: "xmp", wrap: |data| jpeg(0xE1, b"http://ns.adobe.com/xap/1.0/\0", data), to: PNG },
    Part { name: "png_chunks", wrap: png, to: PNG },
    Part { name: "gif_codes", wrap: gif, to: PNG },
    Part { name: "webp_lossy", wrap: |data| webp(b"VP8 ", data), to: PNG },
    Part { name: "webp_lossless", wrap: |data| webp(b"VP8L", data), to: PNG },
    Part { name: "tiff_strip", wrap: tiff, to: PNG },
    Part { name: "bmp_runs", wrap: bmp, to: PNG },
    Part { name: "zip", wrap: <[u8]>::to_vec, to: None },
    Part { name: "xml", wrap: package, to: None },
];

/// A PNG whose chunks have sums that are right: pieces of the data, of the kinds that their first bytes choose.
fn png(data: &[u8]) -> Vec<u8> {
    const KINDS: [&[u8; 4]; 10] =
        [b"IDAT", b"PLTE", b"tRNS", b"acTL", b"fcTL", b"fdAT", b"iCCP", b"eXIf", b"iTXt", b"zTXt"];
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let (head, rest) = data.split_at(data.len().min(3));
    let choice = |at: usize, of: &[u8]| of[usize::from(head.get(at).copied().unwrap_or(0)) % of.len()];
    let header =
        [0, 0, 0, 16, 0, 0, 0, 16, choice(0, &[1, 2, 4, 8, 16]), choice(1, &[0, 2, 3, 4, 6]), 0, 0, choice(2, &[0, 1])];
    chunk(b"IHDR", &header, &mut file);
    let mut rest = rest;
    while let Some((kind, after)) = rest.split_first() {
        let (length, after) = after.split_first().map_or((0, after), |(length, after)| (usize::from(*length), after));
        let (piece, after) = after.split_at(length.min(after.len()));
        chunk(KINDS[usize::from(*kind) % KINDS.len()], piece, &mut file);
        rest = after;
    }
    chunk(b"IEND", &[], &mut file);
    file
}

fn chunk(kind: &[u8; 4], data: &[u8], file: &mut Vec<u8>) {
    let sum = kind.iter().chain(data).fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    });
    file.extend((data.len() as u32).to_be_bytes());
    file.extend_from_slice(kind);
    file.extend_from_slice(data);
    file.extend((!sum).to_be_bytes());
}

/// A GIF of one frame with these codes.
fn gif(data: &[u8]) -> Vec<u8> {
    let mut file = b"GIF89a\x20\0\x20\0\x87\0\0".to_vec();
    file.extend((0..=255_u8).flat_map(|at| [at, !at, at / 2]));
    file.extend(b"\x2C\0\0\0\0\x20\0\x20\0\0\x08");
    for block in data.chunks(255) {
        file.push(block.len() as u8);
        file.extend_from_slice(block);
    }
    file.extend([0, 0x3B]);
    file
}

fn webp(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let padding = data.len() % 2;
    let length = (data.len() as u32).to_le_bytes();
    let whole = (12 + data.len() + padding) as u32;
    [&b"RIFF"[..], &whole.to_le_bytes(), b"WEBP", kind, &length, data, &[0][..padding]].concat()
}

/// A TIFF of one strip, packed and told as its first bytes choose.
fn tiff(data: &[u8]) -> Vec<u8> {
    let (head, strip) = data.split_at(data.len().min(4));
    let choice = |at: usize, of: &[u32]| of[usize::from(head.get(at).copied().unwrap_or(0)) % of.len()];
    let channels = choice(2, &[1, 3, 4]);
    let entries = [
        (256, 32),
        (257, 32),
        (258, choice(0, &[1, 4, 8, 12, 16, 32])),
        (259, choice(1, &[1, 2, 3, 4, 5, 7, 8, 32_773, 50_001])),
        (262, choice(3, &[0, 1, 2, 3, 5, 6, 8])),
        (273, 8 + 2 + 11 * 12 + 4),
        (277, channels),
        (278, 32),
        (279, strip.len() as u32),
        (284, 1 + u32::from(head.get(3).is_some_and(|byte| *byte > 127))),
        (317, 1 + u32::from(head.get(2).is_some_and(|byte| *byte > 127))),
    ];
    let mut file = b"II*\0\x08\0\0\0\x0B\0".to_vec();
    for (tag, value) in entries {
        file.extend((tag as u16).to_le_bytes());
        file.extend([4, 0, 1, 0, 0, 0]);
        file.extend(u32::to_le_bytes(value));
    }
    file.extend([0; 4]);
    file.extend_from_slice(strip);
    file
}

/// A bitmap of numbers of eight bits in runs.
fn bmp(data: &[u8]) -> Vec<u8> {
    let mut file = b"BM\0\0\0\0\0\0\0\0\x36\x04\0\0\x28\0\0\0\x20\0\0\0\x20\0\0\0\x01\0\x08\0\x01\0\0\0".to_vec();
    file.resize(54, 0);
    file.extend((0..=255_u8).flat_map(|at| [at, at, !at, 0]));
    file.extend_from_slice(data);
    file
}

fn stream(dict: &str, data: &[u8]) -> Vec<u8> {
    [format!("<<{dict}/Length {}>>\nstream\n", data.len()).as_bytes(), data, b"\nendstream"].concat()
}

/// A PDF of one page with these resources and contents, and further objects from number 5 on.
fn page(resources: &str, content: &[u8], objects: &[Vec<u8>]) -> Vec<u8> {
    let page = format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<<{resources}>>>>");
    let mut all = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>".to_vec(),
        page.into_bytes(),
        stream("", content),
    ];
    all.extend_from_slice(objects);
    assembled(&all, "")
}

fn image(entries: &str, data: &[u8]) -> Vec<u8> {
    let dict = format!("/Type/XObject/Subtype/Image/Width 64/Height 56{entries}");
    page("/XObject<</I 5 0 R>>", b"q 200 0 0 200 50 50 cm /I Do Q", &[stream(&dict, data)])
}

fn jbig2(data: &[u8]) -> Vec<u8> {
    image("/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode", data)
}

/// The first byte chooses the coding.
fn fax(data: &[u8]) -> Vec<u8> {
    let (choice, data) = data.split_first().map_or((0, data), |(choice, rest)| (*choice, rest));
    let flag = |bit: u8| if choice >> bit & 1 == 1 { "true" } else { "false" };
    let parameters = format!(
        "/K {}/Columns 64/EndOfLine {}/EncodedByteAlign {}/EndOfBlock {}",
        i16::from(choice & 3) - 1,
        flag(2),
        flag(3),
        flag(4)
    );
    image(&format!("/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<<{parameters}>>"), data)
}

fn jpx(data: &[u8]) -> Vec<u8> {
    image("/Filter/JPXDecode", data)
}

fn dct(data: &[u8]) -> Vec<u8> {
    image("/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode", data)
}

fn content(data: &[u8]) -> Vec<u8> {
    let font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_vec();
    let form = stream("/Type/XObject/Subtype/Form/BBox[0 0 99 99]", b"0 0 9 9 re f");
    page("/Font<</F 5 0 R>>/XObject<</X 6 0 R>>", data, &[font, form])
}

/// Text in two-byte codes.
const TEXT: &[u8] = b"BT /F 12 Tf 50 200 Td <0041004200430020004400010002> Tj ET";

fn cmap(data: &[u8]) -> Vec<u8> {
    let font = "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 7 0 R>>";
    let descendant = "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 500\
        /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>";
    page("/Font<</F 5 0 R>>", TEXT, &[font.into(), descendant.into(), stream("", data)])
}

fn font(key: &str, entries: &str, kind: &str, data: &[u8]) -> Vec<u8> {
    let font = format!(
        "<</Type/Font/Subtype/{kind}/BaseFont/AAAAAA+A/FirstChar 65/LastChar 70/Widths[500 500 500 500 500 500]\
         /FontDescriptor 6 0 R>>"
    );
    let descriptor = format!("<</Type/FontDescriptor/FontName/AAAAAA+A/Flags 4/{key} 7 0 R>>");
    let text = b"BT /F 12 Tf 50 200 Td (ABCDEF) Tj ET";
    page("/Font<</F 5 0 R>>", text, &[font.into_bytes(), descriptor.into_bytes(), stream(entries, data)])
}

/// A book of one record of text, which holds 4,096 bytes.
fn book(lead: &str, data: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(data);
    let mut text = format!("{lead}{text}");
    let end = (0..=text.len().min(4_096)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.truncate(end);
    mobi_of(&text)
}

/// A small picture with one more segment behind its start.
fn jpeg(marker: u8, lead: &[u8], data: &[u8]) -> Vec<u8> {
    let picture = Converter::new(Format::JPEG).convert(&transvase::doctest_png()).map(|output| output.bytes);
    let picture = picture.expect("a sound picture");
    let data = &data[..data.len().min(60_000)];
    let length = (2 + lead.len() + data.len()) as u16;
    [&picture[..2], &[0xFF, marker], &length.to_be_bytes(), lead, data, &picture[2..]].concat()
}

/// An office file with such a part of its properties.
fn package(data: &[u8]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let parts: [(&str, &[u8]); 3] =
        [("[Content_Types].xml", b"<Types/>"), ("word/document.xml", b"<w:document/>"), ("docProps/core.xml", data)];
    for (name, bytes) in parts {
        zip.start_file(name, stored).expect("memory");
        zip.write_all(bytes).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}
