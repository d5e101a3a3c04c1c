//! Small files that ask for far more than they hold: each ends in a result or a typed error, soon, and never takes the
//! process along. They are made here.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;

use transvase::{Converter, ErrorCode, Format, Output, Result, WarningCode};
use transvase_tests::samples::{assembled, mobi_with_picture};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A PDF of one page that shows an image: its entries, the filter of its data, and the data.
fn page_with_image(entries: &str, filter: &str, parameters: &str, data: &[u8]) -> Vec<u8> {
    let stream = |dict: &str, data: &str| format!("<<{dict}/Length {}>>\nstream\n{data}\nendstream", data.len());
    let image =
        format!("/Type/XObject/Subtype/Image{entries}/Filter[/ASCIIHexDecode/{filter}]/DecodeParms[null {parameters}]");
    assembled(
        &[
            "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
            "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>"
                .to_owned(),
            stream("", "q 400 0 0 500 50 50 cm /I Do Q"),
            stream(&image, &format!("{}>", hex(data))),
        ],
        "",
    )
}

fn to_docx(pdf: &[u8]) -> Result<Output> {
    Converter::new(Format::DOCX).convert(pdf)
}

#[test]
fn a_fax_gets_no_more_room_than_its_image() {
    let one_bit = "/BitsPerComponent 1/ColorSpace/DeviceGray";
    for (size, parameters) in [
        ("/Width 99/Height 1000", "<</K -1/Columns 99999999999>>"),
        ("/Width 99/Height 1000", "<</K -1/Columns -5>>"),
        ("/Width 1/Height 65535", "<</K -1/Columns 65535>>"),
        ("/Width 9/Height 9", "<</K -1/Columns 9/Rows 4294967295>>"),
    ] {
        let pdf = page_with_image(&format!("{size}{one_bit}"), "CCITTFaxDecode", parameters, &[0x55; 100]);
        assert!(to_docx(&pdf).is_ok(), "{size} {parameters}");
    }
}

/// A codestream of JPEG 2000 up to its size segment (ISO 15444-1, A.5.1).
fn codestream(side: u32) -> Vec<u8> {
    let mut bytes = vec![0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0];
    for field in [side, side, 0, 0, side, side, 0, 0] {
        bytes.extend(field.to_be_bytes());
    }
    bytes.extend([0, 1, 7, 1, 1]);
    bytes
}

#[test]
fn a_large_picture_behind_a_small_one_is_not_decoded() {
    let boxed = |kind: &[u8; 4], data: &[u8]| [&(data.len() as u32 + 8).to_be_bytes()[..], kind, data].concat();
    // Coding and quantization, so that a decoder would begin.
    let styles = [
        &[0xFF, 0x52, 0, 12, 0, 0, 0, 1, 0, 1, 3, 3, 0, 1][..],
        &[0xFF, 0x5C, 0, 7, 0x40, 0x40, 0x40, 0x40, 0x40],
        &[0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF, 0x93, 0xFF, 0xD9],
    ]
    .concat();
    for side in [20_000, 60_000, u32::MAX] {
        let file = [
            boxed(b"jP  ", b"\r\n\x87\n"),
            boxed(b"ftyp", b"jp2 \0\0\0\0jp2 "),
            boxed(b"free", &codestream(8)),
            boxed(b"jp2h", &boxed(b"ihdr", &[0, 0, 0, 8, 0, 0, 0, 8, 0, 1, 7, 7, 0, 0])),
            boxed(b"jp2c", &[codestream(side), styles.clone()].concat()),
        ];
        let output = to_docx(&page_with_image("/Width 8/Height 8", "JPXDecode", "null", &file.concat())).unwrap();
        let codes: Vec<WarningCode> = output.warnings.iter().map(|warning| warning.code).collect();
        assert!(codes.contains(&WarningCode::ImageDropped), "{side}: {codes:?}");
    }
}

/// A PNG with a palette of four bytes, which is one colour and a third.
fn odd_palette() -> Vec<u8> {
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        // Whoever looks at checksums refuses the file for another reason.
        let sum = crc(&[&kind[..], data].concat());
        [&(data.len() as u32).to_be_bytes()[..], kind, data, &sum.to_be_bytes()].concat()
    };
    let header = [&8_u32.to_be_bytes()[..], &8_u32.to_be_bytes(), &[8, 3, 0, 0, 0]].concat();
    // Eight rows of eight places in the palette, stored (RFC 1950 and 1951), with the checksum of zeros.
    let rows = [&[0x78, 1, 1, 72, 0, !72, 0xFF][..], &[0; 72], &[0, 72, 0, 1]].concat();
    let chunks = [(b"IHDR", &header[..]), (b"PLTE", &[1, 2, 3, 4]), (b"IDAT", &rows), (b"IEND", &[])];
    let chunks = chunks.iter().flat_map(|(kind, data)| chunk(kind, data));
    b"\x89PNG\r\n\x1a\n".iter().copied().chain(chunks).collect()
}

/// The checksum of chunks (PNG 3rd edition, annex D).
fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { 0xEDB8_8320 ^ crc >> 1 } else { crc >> 1 })
    };
    !bytes.iter().fold(u32::MAX, step)
}

#[test]
fn a_palette_of_parts_of_colours_costs_the_picture_alone() {
    let error = Converter::new(Format::JPEG).convert(&odd_palette()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Malformed, "{error}");
    let book = mobi_with_picture("dot.png");
    let output = Converter::new(Format::PDF).resource("dot.png", odd_palette()).convert(&book).unwrap();
    let codes: Vec<WarningCode> = output.warnings.iter().map(|warning| warning.code).collect();
    assert!(codes.contains(&WarningCode::ImageDropped), "{codes:?}");
}

#[test]
fn a_table_of_more_objects_than_fit_is_not_read() {
    // Two million rows of six bytes, packed as runs of 128.
    let data = format!("{}>", "8100".repeat(2_000_000 * 6 / 128));
    let dict = "/Type/XRef/Size 2000000/W[1 4 1]/Root 2 0 R/Filter[/ASCIIHexDecode/RunLengthDecode]";
    let file = format!(
        "%PDF-1.7\n1 0 obj\n<<{dict}/Length {}>>\nstream\n{data}\nendstream\nendobj\nstartxref\n9\n%%EOF",
        data.len()
    );
    let error = to_docx(file.as_bytes()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Malformed);
    assert!(error.to_string().contains("more objects"), "{error}");
}
