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
    let data = hex(data) + ">";
    let image = format!(
        "<</Type/XObject/Subtype/Image{entries}/Filter[/ASCIIHexDecode/{filter}]/DecodeParms[null {parameters}]\
         /Length {}>>\nstream\n{data}\nendstream",
        data.len()
    );
    page_with("q 400 0 0 500 50 50 cm /I Do Q", "/XObject<</I 5 0 R>>", &[image], "")
}

/// What is left out of a page here may be all that is on it.
fn to_docx(pdf: &[u8]) -> Result<Output> {
    Converter::new(Format::DOCX).best_effort(true).convert(pdf)
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
        assert!(codes(&output).contains(&WarningCode::ImageDropped), "{side}: {:?}", output.warnings);
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
    assert!(codes(&output).contains(&WarningCode::ImageDropped), "{:?}", output.warnings);
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

#[test]
fn dictionaries_in_dictionaries_without_end_are_refused() {
    let deep = format!("<</Type/Catalog/Pages 2 0 R/X {}", "<</A ".repeat(100_000));
    let error = to_docx(&assembled(&[deep], "")).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Malformed, "{error}");
    assert!(error.to_string().contains("nested too deeply"), "{error}");
}

#[test]
fn samples_that_look_like_dictionaries_are_none() {
    let samples = "<".repeat(300 * 30);
    let entries = "/Type/XObject/Subtype/Image/Width 300/Height 30/BitsPerComponent 8/ColorSpace/DeviceGray";
    let image = format!("<<{entries}/Length {}>>\nstream\n{samples}\nendstream", samples.len());
    let pdf = page_with("q 400 0 0 500 50 50 cm /I Do Q", "/XObject<</I 5 0 R>>", &[image], "");
    assert_eq!(codes(&to_docx(&pdf).unwrap()), []);
}

#[test]
fn streams_without_an_end_are_looked_through_once() {
    // Looking for the end of each would be some 100,000 times these 3 MB.
    let file = (1..100_000).fold(String::from("%PDF-1.4\n"), |mut file, number| {
        let _ = writeln!(file, "{number} 0 obj\n<</Length 9>>stream");
        file
    });
    let error = to_docx(file.as_bytes()).unwrap_err();
    let codes = [ErrorCode::Malformed, ErrorCode::Truncated, ErrorCode::LimitExceeded];
    assert!(codes.contains(&error.code()), "{error}");
}

/// A page with a content stream.
fn page_with(content: &str, resources: &str, objects: &[String], more: &str) -> Vec<u8> {
    let own = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<<{resources}>>>>"),
        format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()),
    ];
    assembled(&[&own, objects].concat(), more)
}

fn codes(output: &Output) -> Vec<WarningCode> {
    output.warnings.iter().map(|warning| warning.code).collect()
}

#[test]
fn a_drawing_of_too_many_lines_is_told_of_and_not_painted_whole() {
    let lines = (0..20_000).fold(String::from("0.1 w\n"), |mut lines, at| {
        let x = f64::from(at) * 0.03;
        let _ = writeln!(lines, "{x:.2} 20 m {:.2} 780 l S", x + 7.0);
        lines
    });
    let output = to_docx(&page_with(&lines, "", &[], "")).unwrap();
    assert!(codes(&output).contains(&WarningCode::DrawingDropped), "{:?}", output.warnings);
}

#[test]
fn a_property_list_is_read_once_however_often_it_is_named() {
    // A megabyte that 2,000 marks name.
    let list = format!("<</Type/OCMD/VE[/And {}]>>", "[/Not 6 0 R] ".repeat(80_000));
    let marks = "/OC /O BDC EMC\n".repeat(2_000) + "BT /F 12 Tf 50 700 Td (word) Tj ET";
    let objects =
        [list, "<</Type/OCG/Name(a)>>".to_owned(), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned()];
    let resources = "/Properties<</O 5 0 R>>/Font<</F 7 0 R>>";
    assert!(to_docx(&page_with(&marks, resources, &objects, "")).is_ok());
}

#[test]
fn an_entry_of_the_metadata_that_is_no_such_thing_is_left_out() {
    let info = format!("<</Title({})/Author(A. Writer)>>", "A".repeat(1 << 20));
    let output = to_docx(&page_with("", "", &[info], "/Info 5 0 R")).unwrap();
    assert!(codes(&output).contains(&WarningCode::MetadataDropped), "{:?}", output.warnings);
    assert!(output.bytes.len() < 1 << 19, "the title is not in the result");
}

#[test]
fn an_image_of_symbols_without_end_is_left_out() {
    let segment = |number: u8, kind: u8, data: &[u8]| {
        [&[0, 0, 0, number, kind, 0, 1][..], &(data.len() as u32).to_be_bytes(), data].concat()
    };
    let region: Vec<u8> = [9_000_u32, 9_000, 0, 0].iter().flat_map(|number| number.to_be_bytes()).collect();
    let region = [&region[..], &[0, 0, 3, 0xFF, 0xFD, 0xFF, 2, 0xFE, 0xFE, 0xFE]].concat();
    let page = [&8_u32.to_be_bytes()[..], &8_u32.to_be_bytes(), &[0; 11]].concat();
    // Eighty million pixels, sixty times, for a page of 64.
    let data = [segment(0, 48, &page), segment(1, 38, &region).repeat(60)].concat();
    let entries = "/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray";
    let output = to_docx(&page_with_image(entries, "JBIG2Decode", "null", &data)).unwrap();
    assert!(codes(&output).contains(&WarningCode::ImageDropped), "{:?}", output.warnings);
}

/// Small pages that a renderer would paint for minutes: what they draw, with which resources and further objects.
fn endless_pages() -> Vec<(&'static str, String, &'static str, Vec<String>)> {
    let stream = |entries: &str, data: &str| format!("<<{entries}/Length {}>>\nstream\n{data}\nendstream", data.len());
    let mesh = |kind: u8, decode: &str, data: &str| {
        let entries = "/ColorSpace/DeviceGray/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8";
        stream(&format!("/ShadingType {kind}{entries}/VerticesPerRow 2/Decode[{decode} 0 1]"), data)
    };
    let letter = "0 900 0 900";
    let program = |entries: &str| {
        stream(&format!("/FunctionType 4{entries}/Range[0 1]"), &format!("{{{}}}", "dup mul ".repeat(9_000)))
    };
    let shading = "/Shading<</S 5 0 R>>";
    let by_function = "/Shading<</S<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 999 0 999]/Function 5 0 R>>>>";
    let along = "/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 600 700]/Function 5 0 R>>>>";
    let group = stream("/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/CS/DeviceGray>>", "0 0 612 792 re f");
    let blended = "/ExtGState<</G<</BM/Luminosity>>>>/XObject<</X 5 0 R>>";
    let masked = "/ExtGState<</G<</SMask<</S/Luminosity/G 5 0 R>>>>>>";
    let moved =
        (0..2_000).fold(String::new(), |moved, at| moved + &format!("q 1 0 0 1 {at} 0 cm /G gs 0 0 9 9 re f Q "));
    let cell = stream("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 600 700]/XStep 600/YStep 700", "0 0 9 9 re f");
    let fonts = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    let fill = "0 0 612 792 re f ";
    vec![
        ("triangles", "/S sh".into(), shading, vec![mesh(4, letter, &"\0\0\0x\0d\0x\0\0d\x32".repeat(5_000))]),
        ("one far triangle", "/S sh".into(), shading, vec![mesh(4, "0 99999 800 -99999", "\0\0\0x\0d\0x\0\0d\x32")]),
        ("a lattice", "/S sh".into(), shading, vec![mesh(5, letter, &"\0\0xd\0x\0dxddx".repeat(5_000))]),
        (
            "Coons patches",
            "/S sh".into(),
            shading,
            vec![mesh(6, letter, &("\0".to_owned() + &"\0\0dd".repeat(6) + "xxxx").repeat(900))],
        ),
        (
            "patches",
            "/S sh".into(),
            shading,
            vec![mesh(7, letter, &("\0".to_owned() + &"\0dd\0".repeat(8) + "xxxx").repeat(900))],
        ),
        ("a program for each pixel", "/S sh".into(), by_function, vec![program("/Domain[0 999 0 999]")]),
        ("a program along a line", "/S sh".into(), along, vec![program("/Domain[0 1]")]),
        ("blends", "/G gs ".to_owned() + &fill.repeat(1_000), blended, vec![group.clone()]),
        ("groups", "/G gs ".to_owned() + &"/X Do ".repeat(1_000), blended, vec![group.clone()]),
        ("soft masks", moved, masked, vec![group]),
        ("tilings", "/Pattern cs /P scn ".to_owned() + &fill.repeat(1_000), "/Pattern<</P 5 0 R>>", vec![cell]),
        ("large letters", "BT /F 700 Tf ".to_owned() + &"(@) Tj 1 0 0 1 0 0 Tm ".repeat(10_000) + "ET", fonts, vec![]),
        ("letters that clip", format!("BT /F 9 Tf 7 Tr ({}) Tj ET {fill}", "a".repeat(50_000)), fonts, vec![]),
    ]
}

#[test]
fn pages_that_are_painted_over_without_end_are_not_drawn() {
    for (what, content, resources, objects) in endless_pages() {
        let drawn = Converter::new(Format::PNG).convert(&page_with(&content, resources, &objects, ""));
        let error = drawn.err().unwrap_or_else(|| panic!("{what} are drawn"));
        assert_eq!(error.code(), ErrorCode::LimitExceeded, "{what}: {error}");
        assert_eq!(error.details().which.as_deref(), Some("pdf_operators"), "{what}: {error}");
    }
}

/// An ODT with this in its text.
fn odt(text: &str) -> Vec<u8> {
    let name = |space: &str| format!("xmlns:{space}='urn:oasis:names:tc:opendocument:xmlns:{space}:1.0'");
    format!(
        "<office:document {} {} {} office:mimetype='application/vnd.oasis.opendocument.text'>\
         <office:body><office:text>{text}</office:text></office:body></office:document>",
        name("office"),
        name("text"),
        name("table")
    )
    .into_bytes()
}

/// A table of a thousand rows of a thousand cells, each with this in it.
fn repeated(inner: &str) -> String {
    format!(
        "<table:table><table:table-column table:number-columns-repeated='1000'/>\
         <table:table-row table:number-rows-repeated='1000'><table:table-cell table:number-columns-repeated='1000'>\
         {inner}</table:table-cell></table:table-row></table:table>"
    )
}

/// OpenEXR (OpenEXR File Layout): a display window of 20 x 20 pixels, a data window of 33 million columns.
fn wide_exr() -> Vec<u8> {
    let window = |last: i32| [0, 0, last, 19].into_iter().flat_map(i32::to_le_bytes).collect::<Vec<u8>>();
    let channel = |name: &[u8]| [name, &[0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]].concat();
    let channels = [channel(b"B"), channel(b"G"), channel(b"R"), vec![0]].concat();
    let mut file = vec![0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0];
    for (name, kind, value) in [
        ("channels", "chlist", channels),
        ("compression", "compression", vec![0]),
        ("dataWindow", "box2i", window(33_000_000)),
        ("displayWindow", "box2i", window(19)),
        ("lineOrder", "lineOrder", vec![0]),
        ("pixelAspectRatio", "float", 1_f32.to_le_bytes().to_vec()),
        ("screenWindowCenter", "v2f", vec![0; 8]),
        ("screenWindowWidth", "float", 1_f32.to_le_bytes().to_vec()),
    ] {
        file.extend(
            [name.as_bytes(), b"\0", kind.as_bytes(), b"\0", &(value.len() as u32).to_le_bytes(), &value].concat(),
        );
    }
    file.extend([0; 400]);
    file
}

/// A HEIC whose picture is made of the same bytes sixty thousand times (ISO/IEC 14496-12, 8.11.3).
fn overlapping_heic() -> Vec<u8> {
    let boxed = |kind: &[u8; 4], body: &[u8]| [&(body.len() as u32 + 8).to_be_bytes()[..], kind, body].concat();
    let extents = [[0, 0, 0, 0], [0, 2, 0, 0]].concat().repeat(60_000);
    let places = [&[0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0, 0xEA, 0x60][..], &extents].concat();
    let item = boxed(b"infe", b"\x02\0\0\0\0\x01\0\0hvc1\0");
    let items = [&[0, 0, 0, 0, 0, 1][..], &item].concat();
    let meta = [
        &[0; 4][..],
        &boxed(b"hdlr", b"\0\0\0\0\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        &boxed(b"pitm", &[0, 0, 0, 0, 0, 1]),
        &boxed(b"iinf", &items),
        &boxed(b"iloc", &places),
    ]
    .concat();
    [boxed(b"ftyp", b"heic\0\0\0\0mif1heic"), boxed(b"meta", &meta), boxed(b"mdat", &vec![7; 140_000])].concat()
}

fn svg(side: u32, inner: &str) -> Vec<u8> {
    format!("<svg xmlns='http://www.w3.org/2000/svg' width='{side}' height='{side}'>{inner}</svg>").into_bytes()
}

fn filtered(primitives: &str) -> Vec<u8> {
    svg(4_000, &format!("<filter id='f'>{primitives}</filter><rect width='4000' height='4000' filter='url(#f)'/>"))
}

/// Files that ask for minutes or gigabytes, each of another kind.
fn greedy() -> Vec<(&'static str, Vec<u8>, Format)> {
    let (pdf, png) = (Format::PDF, Format::PNG);
    let tall = "<pattern id='p' width='9' height='2147483647' patternUnits='userSpaceOnUse'><path d='M0 0h9v9'/></pattern>\
                <circle r='9' fill='url(#p)'/>";
    let layers = format!("{}<rect width='9000' height='9000'/>{}", "<g opacity='.5'>".repeat(60), "</g>".repeat(60));
    let marker = format!("<marker id='m'>{}</marker>", "<path d='M0 0L9 9'/>".repeat(200));
    let marked = format!("{marker}<path marker-mid='url(#m)' d='M0 0{}'/>", "L9 9".repeat(40_000));
    let attributes: String = (0..100_000).map(|at| format!(" a{at}='1'")).collect();
    vec![
        ("rows x cells x a table", odt(&repeated(&repeated("<text:p>a</text:p>"))), pdf),
        ("rows x cells", odt(&repeated("<text:p>a</text:p>")), Format::DOCX),
        ("the data window of an EXR", wide_exr(), png),
        ("extents of a HEIC", overlapping_heic(), png),
        ("a tile two thousand million rows high", svg(9, tall), png),
        ("layers in one another", svg(9_000, &layers), png),
        ("a blur", filtered("<feGaussianBlur stdDeviation='1.5'/>"), png),
        ("a turbulence", filtered("<feTurbulence baseFrequency='.01' numOctaves='9'/>"), png),
        ("a morphology", filtered("<feMorphology radius='40' operator='dilate'/>"), png),
        ("squares over one another", svg(4_000, &"<rect width='4000' height='4000'/>".repeat(5_000)), png),
        ("markers", svg(90, &marked), png),
        ("letters in a line", svg(90, &format!("<text>{}</text>", "lorem ipsum ".repeat(8_000))), png),
        ("attributes", svg(90, &format!("<rect{attributes}/>")), png),
    ]
}

#[test]
fn small_files_that_ask_for_much_end_soon() {
    for (name, file, to) in greedy() {
        let error = transvase::convert(&file, to).err().unwrap_or_else(|| panic!("{name} was converted"));
        assert!(matches!(error.code(), ErrorCode::LimitExceeded | ErrorCode::Malformed), "{name}: {error}");
    }
}

#[test]
fn drawings_that_make_the_painter_panic_are_painted_as_far_as_they_can_be() {
    let far = "<path d='M-2147483648 180L100 30L180 180' fill='none' stroke='green' stroke-width='20'/>";
    for inner in [
        format!("{far}<rect width='9' height='9'/>"),
        "<text y='50' style='font-kerning:none'>\u{5E9}\u{5DC}\u{5D5}\u{5DD}</text>".to_owned(),
        "<filter id='f' x='0' y='0' width='1' height='9'><feComposite operator='arithmetic' k2='1' in2='SourceGraphic'/>\
         </filter><rect width='90' height='90' filter='url(#f)'/><rect width='9' height='9'/>"
            .to_owned(),
    ] {
        transvase::convert(&svg(200, &inner), Format::PNG).unwrap();
    }
}

#[test]
fn a_line_of_nothing_but_quotation_marks_is_read() {
    let marks = [">".repeat(300_000).as_bytes(), b"a"].concat();
    Converter::new(Format::TXT).source(Format::MARKDOWN).convert(&marks).unwrap();
}
