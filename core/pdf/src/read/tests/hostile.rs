//! Files made to break readers: each ends in pages or in an error, soon and in little memory.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::{one_page, pdf, pdf_of_bytes, read, stream, text};
use transvase_base::error::{Error, ErrorCode};

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn which(error: &Error) -> Option<&str> {
    assert_eq!(error.code(), ErrorCode::LimitExceeded, "{error}");
    error.details().which.as_deref()
}

#[test]
fn forms_that_show_themselves_are_cut() {
    let form = stream(
        "/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</A 5 0 R>> /Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>",
        b"BT /F1 9 Tf (once) Tj ET /A Do /A Do",
    );
    let pages = read(&one_page("/A Do", "/XObject <</A 5 0 R>>", "", &[form])).unwrap();
    assert_eq!(text(&pages), "once");
}

#[test]
fn doubling_forms_end_at_a_limit() {
    let form = |next: usize| {
        stream(
            &format!("/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</A {next} 0 R>>>>"),
            b"/A Do /A Do 0 0 5 5 re f",
        )
    };
    let forms: Vec<Vec<u8>> = (0..26).map(|level| form(6 + level)).collect();
    let error = read(&one_page("/A Do", "/XObject <</A 5 0 R>>", "", &forms)).unwrap_err();
    assert!(matches!(which(&error), Some("expansion_ratio" | "pdf_operators")));
}

#[test]
fn bombs_of_every_packing_end_at_a_limit() {
    let bomb = zlib(&vec![b' '; 300 << 20]);
    let twice = zlib(&bomb);
    for (filter, data) in [("/FlateDecode", &bomb), ("[/FlateDecode /FlateDecode]", &twice)] {
        let content = stream(&format!("/Filter {filter}"), data);
        let mut objects =
            vec![b"<</Type /Catalog /Pages 2 0 R>>".to_vec(), b"<</Type /Pages /Kids [3 0 R] /Count 1>>".to_vec()];
        objects.push(b"<</Type /Page /Parent 2 0 R /Contents 4 0 R>>".to_vec());
        objects.push(content);
        let error = read(&pdf_of_bytes(&objects)).unwrap_err();
        assert!(matches!(which(&error), Some("expansion_ratio" | "stream_bytes")));
        // The same as an object stream, which the object layer would unpack by itself.
        objects.push(stream(&format!("/Type /ObjStm /N 1 /First 4 /Filter {filter}"), data));
        objects.remove(3);
        assert!(matches!(which(&read(&pdf_of_bytes(&objects)).unwrap_err()), Some("expansion_ratio" | "stream_bytes")));
    }
}

#[test]
fn fonts_out_of_proportion_are_not_loaded() {
    for font in [
        "/Subtype /Type1 /BaseFont /A /FirstChar 4000000000 /LastChar 4000000001 /Widths [1 2]",
        "/Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [<</Subtype /CIDFontType2 /BaseFont /A /W [0 4000000000 500]>>]",
    ] {
        let resources = format!("/XObject <<>> /Font <</F2 <</Type /Font {font}>>>>");
        let content = "BT /F2 9 Tf (ab) Tj ET BT /F1 9 Tf (kept) Tj ET";
        let file = String::from_utf8(one_page(content, &resources, "", &[])).unwrap();
        // Two Font entries would hide each other.
        let file = file.replacen("/Font <</F1", "/Fonts <</F1", 1);
        assert!(read(file.as_bytes()).is_ok());
    }
}

#[test]
fn a_type_3_font_that_shows_itself_is_harmless() {
    let font = b"<</Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs <</a 6 0 R>> /Encoding <</Differences [97 /a]>> /FirstChar 97 /LastChar 97 /Widths [1] /Resources <</Font <</T 5 0 R>>>>>>".to_vec();
    let glyph = stream("", b"1 0 d0 BT /T 1 Tf (a) Tj ET");
    let content = "/G gs BT 9 0 0 9 9 9 Tm (a) Tj ET";
    let pages = read(&one_page(content, "/ExtGState <</G <</Font [5 0 R 1]>>>>", "", &[font, glyph])).unwrap();
    assert_eq!(text(&pages), "a");
}

#[test]
fn functions_that_contain_themselves_are_ignored() {
    let function = b"<</FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1] /Functions [5 0 R]>>".to_vec();
    let space = "/ColorSpace <</S [/Separation /Ink /DeviceRGB 5 0 R]>>";
    assert!(read(&one_page("/S cs 1 scn 0 0 9 9 re f", space, "", &[function])).is_ok());
}

#[test]
fn floods_and_loops_end() {
    assert!(read(&one_page(&"q ".repeat(200_000), "", "", &[])).is_ok());
    assert!(read(&one_page(&"/Span <</ActualText (x)>> BDC ".repeat(20_000), "", "", &[])).is_ok());
    // A page tree and an outline that lead back to themselves.
    let file = pdf(&[
        "<</Type /Catalog /Pages 2 0 R /Outlines 4 0 R /Names <</Dests 6 0 R>>>>",
        "<</Type /Pages /Kids [2 0 R 3 0 R 2 0 R] /Count 9>>",
        "<</Type /Page /Parent 2 0 R>>",
        "<</First 5 0 R>>",
        "<</Title (a) /Next 5 0 R /First 5 0 R>>",
        "<</Kids [6 0 R 6 0 R]>>",
    ]);
    let pages = read(&file).unwrap();
    assert_eq!((pages.pages.len(), pages.outline.len()), (1, 1));
}

#[test]
fn giant_images_cost_nothing() {
    let image =
        |entries: &str| stream(&format!("/Subtype /Image /ColorSpace /DeviceGray /BitsPerComponent 8 {entries}"), b"x");
    for entries in [
        "/Width 2000000000 /Height 2000000000",
        "/Width 10 /Height 10 /Filter /CCITTFaxDecode /DecodeParms <</Columns 1000000000 /Rows 1000000000>>",
    ] {
        let pages = read(&one_page("/I Do", "/XObject <</I 5 0 R>>", "", &[image(entries)])).unwrap();
        assert_eq!(pages.media.len(), 0);
    }
}

#[test]
fn damaged_files_give_pages_or_an_error() {
    let form = stream(
        "/Subtype /Form /BBox [0 0 99 99] /Filter /FlateDecode",
        &zlib(b"0 0 9 9 re f BT /F1 9 Tf (form) Tj ET"),
    );
    let image = stream(
        "/Subtype /Image /Width 4 /Height 4 /ColorSpace [/Indexed /DeviceRGB 1 <000000FFFFFF>] /BitsPerComponent 1 /Filter /FlateDecode /DecodeParms <</Predictor 15 /Columns 4 /Colors 1 /BitsPerComponent 1>>",
        &zlib(&[0, 0xA0, 1, 0x50, 2, 0xA0, 4, 0x50]),
    );
    let content = "q 1 0 0 1 5 5 cm BT /F1 12 Tf [(Ab) -50 (c)] TJ T* (d) ' ET Q /X Do /I Do BI /W 2 /H 2 /BPC 8 /CS /G ID abcd EI 1 0 0 RG 5 5 m 9 9 9 8 7 7 c s";
    let sample = one_page(
        content,
        "/XObject <</X 5 0 R /I 6 0 R>>",
        "/Annots [<</Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (u)>>>>]",
        &[form, image],
    );
    assert!(read(&sample).is_ok());
    for cut in (0..sample.len()).step_by(13) {
        let _ = read(&sample[..cut]);
    }
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for _ in 0..400 {
        let mut bytes = sample.clone();
        for _ in 0..=next() % 6 {
            let at = (next() % bytes.len() as u64) as usize;
            bytes[at] = next() as u8;
        }
        let _ = read(&bytes);
    }
}
