//! Small documents drawn, and documents that cost too much refused.

use super::*;
use transvase_base::context::Limits;
use transvase_base::error::ErrorCode;
use transvase_base::options::{self, Options};
use transvase_format::paper::WIDTH_PX;

/// A document of one page of 100 by 50 points with this content and these resources, and further objects from 5 on.
fn document(page: &str, content: &str, objects: &[&str]) -> Vec<u8> {
    let mut text = String::from("%PDF-1.4\n");
    let mut object = |number: usize, body: &str| text.extend([&number.to_string(), " 0 obj\n", body, "\nendobj\n"]);
    object(1, "<</Type /Catalog /Pages 2 0 R>>");
    object(2, "<</Type /Pages /Kids [3 0 R] /Count 1>>");
    object(3, &format!("<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 50] /Contents 4 0 R {page}>>"));
    object(4, &stream("", content));
    for (at, body) in objects.iter().enumerate() {
        object(5 + at, body);
    }
    text.push_str("trailer\n<</Root 1 0 R>>\n%%EOF\n");
    text.into_bytes()
}

fn stream(entries: &str, content: &str) -> String {
    format!("<<{entries} /Length {}>>\nstream\n{content}\nendstream", content.len())
}

fn context(options: &[(&OptionSpec, &str)]) -> Context {
    let mut set = Options::default();
    for (spec, value) in options {
        set.set(spec, value).unwrap();
    }
    Context::new(set, Limits::default())
}

fn drawn(bytes: &[u8], context: &Context) -> Result<Frame> {
    read(bytes, context)?.frames.first(context)
}

/// What of the limits a document passes.
fn passed(bytes: &[u8]) -> String {
    let error = drawn(bytes, &Context::default()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded, "{error}");
    error.details().which.clone().unwrap_or_default()
}

#[test]
fn a_page_is_drawn_at_its_resolution() {
    let red_right_half = document("", "1 0 0 rg 50 0 50 50 re f", &[]);
    let frame = drawn(&red_right_half, &context(&[(&options::DPI, "72")])).unwrap();
    assert_eq!((frame.width_px, frame.height_px, frame.format), (100, 50, PixelFormat::Rgb8));
    assert_eq!(frame.samples[..3], [255, 255, 255]);
    assert_eq!(frame.samples[3 * 99..3 * 100], [255, 0, 0]);
    let wide = drawn(&red_right_half, &context(&[(&WIDTH_PX, "333")])).unwrap();
    assert_eq!((wide.width_px, wide.height_px), (333, 167));
}

#[test]
fn pages_without_colours_are_grey_and_without_paper_transparent() {
    let black = document("/UserUnit 2", "0 0 50 50 re f", &[]);
    let frame = drawn(&black, &context(&[(&options::DPI, "72")])).unwrap();
    assert_eq!((frame.width_px, frame.height_px, frame.format), (200, 100, PixelFormat::Gray8));
    assert_eq!((frame.samples[0], frame.samples[199]), (0, 255));
    let frame = drawn(&black, &context(&[(&options::DPI, "72"), (&TRANSPARENT, "true")])).unwrap();
    assert_eq!(frame.format, PixelFormat::GrayAlpha8);
    assert_eq!((frame.samples[1], frame.samples[399]), (255, 0));
}

#[test]
fn text_is_set_in_bundled_faces() {
    let page = "/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>";
    let frame = drawn(&document(page, "BT /F 40 Tf 5 10 Td (Hl) Tj ET", &[]), &Context::default()).unwrap();
    let dark = frame.samples.iter().filter(|sample| **sample < 128).count();
    // Two letters of 40 points at 150 dpi, 60 pixels high, with three stems of some 7 pixels.
    assert!((1_000..4_000).contains(&dark), "{dark}");
}

/// A font of Adobe-GB1 that is not in the file: the number of a letter is not that of the same letter in another font.
#[test]
fn letters_that_no_face_has_are_told_and_not_replaced_by_others() {
    if transvase_font::fonts::HAS_EAST_ASIAN {
        return;
    }
    let page = "/Resources <</Font <</F 5 0 R>>>>";
    let font = "<</Type /Font /Subtype /Type0 /BaseFont /SimSun /Encoding /GB-EUC-H /DescendantFonts [6 0 R]>>";
    let parts = "<</Type /Font /Subtype /CIDFontType2 /BaseFont /SimSun /FontDescriptor 7 0 R \
                 /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 2>>>>";
    let looks = "<</Type /FontDescriptor /FontName /SimSun /Flags 4>>";
    let bytes = document(page, "BT /F 40 Tf 5 10 Td <B5C4> Tj ET", &[font, parts, looks]);
    assert_eq!(drawn(&bytes, &Context::default()).unwrap_err().code(), ErrorCode::MissingResource);
    let context = context(&[(&options::BEST_EFFORT, "true")]);
    let frame = drawn(&bytes, &context).unwrap();
    assert!(frame.samples.iter().all(|sample| *sample == 255));
    assert!(context.take_warnings().iter().any(|warning| warning.code == WarningCode::GlyphsMissing));
}

#[test]
fn forms_that_double_are_refused() {
    let mut forms = Vec::new();
    for at in 5..35 {
        let next = format!("/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X {} 0 R>>>>", at + 1);
        forms.push(stream(&next, "/X Do /X Do"));
    }
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let bytes = document("/Resources <</XObject <</X 5 0 R>>>>", "/X Do", &forms);
    assert_eq!(passed(&bytes), "pdf_operators");
}

#[test]
fn a_form_within_itself_ends() {
    let form = stream("/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 5 0 R>>>>", "0 0 9 9 re f /X Do");
    let bytes = document("/Resources <</XObject <</X 5 0 R>>>>", "/X Do", &[&form]);
    assert!(drawn(&bytes, &Context::default()).is_ok());
    let form = form.replace("/X Do", "/X Do /X Do");
    let bytes = document("/Resources <</XObject <</X 5 0 R>>>>", "/X Do", &[&form]);
    // What refers to itself is not found a second time.
    assert!(drawn(&bytes, &Context::default()).is_ok());
}

#[test]
fn glyphs_that_show_themselves_end() {
    let font = "<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 \
                /Widths [1] /Encoding <</Differences [97 /a]>> /CharProcs <</a 6 0 R>> /Resources <</Font <</F 5 0 R>>>>>>";
    let glyph = stream("", "1 0 d0 BT /F 1 Tf (aa) Tj ET");
    let bytes = document("/Resources <</Font <</F 5 0 R>>>>", "BT /F 9 Tf (aa) Tj ET", &[font, &glyph]);
    assert!(drawn(&bytes, &Context::default()).is_ok());
}

#[test]
fn tiny_dashes_are_refused() {
    let bytes = document("", "[0.00001] 0 d 0 0 m 100 50 l S", &[]);
    assert_eq!(passed(&bytes), "pdf_operators");
    assert!(drawn(&document("", "[1 2] 0 d 0 0 m 100 50 l S", &[]), &Context::default()).is_ok());
}

#[test]
fn dashes_count_by_the_width_of_their_lines() {
    let lines = |width: u32| format!("{width} w [.02] 0 d {}", "0 0 m 100 50 l S\n".repeat(100));
    let fine = || context(&[(&options::DPI, "300")]);
    let refused = drawn(&document("", &lines(60), &[]), &fine()).unwrap_err();
    assert_eq!(refused.details().which.as_deref(), Some("pdf_operators"));
    assert!(drawn(&document("", &lines(60).replace("[.02]", "[9]"), &[]), &fine()).is_ok());
}

#[test]
fn patterns_of_tiny_steps_are_refused() {
    let cell = "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1000 1000] /XStep 0.01 /YStep 0.01";
    let page = "/Resources <</Pattern <</P 5 0 R>>>>";
    let bytes = document(page, "/Pattern cs /P scn 0 0 9 9 re f", &[&stream(cell, "0 0 1 1 re f")]);
    assert_eq!(passed(&bytes), "pdf_operators");
    let cell = cell.replace("0.01", "10").replace("1000", "10");
    let bytes = document(page, "/Pattern cs /P scn 0 0 9 9 re f", &[&stream(&cell, "0 0 1 1 re f")]);
    assert!(drawn(&bytes, &Context::default()).is_ok());
}

#[test]
fn images_too_large_are_left_out_with_a_warning() {
    for side in [60_000, u32::MAX] {
        let sides = format!("/Width {side} /Height {side}");
        let image = stream(&format!("/Subtype /Image {sides} /BitsPerComponent 8 /ColorSpace /DeviceRGB"), "x");
        let page = "/Resources <</XObject <</X 5 0 R>>>>";
        let bytes = document(page, "q 100 0 0 50 0 0 cm /X Do Q 0 0 50 50 re f", &[&image]);
        let context = context(&[(&options::DPI, "72")]);
        let frame = drawn(&bytes, &context).unwrap();
        assert_eq!((frame.samples[0], frame.samples[99]), (0, 255));
        let codes: Vec<WarningCode> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
        assert_eq!(codes, [WarningCode::ImageDropped], "{side}");
    }
}

#[test]
fn images_whose_masks_are_too_large_hide_nothing() {
    let colors = "/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray";
    let image = stream(&format!("/Subtype /Image {colors} /SMask 6 0 R"), "0");
    let mask = stream("/Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceGray", "x");
    let page = "/Resources <</XObject <</X 5 0 R>>>>";
    let bytes = document(page, "1 0 0 rg 0 0 50 50 re f q 100 0 0 50 0 0 cm /X Do Q", &[&image, &mask]);
    let context = context(&[(&options::DPI, "72")]);
    let frame = drawn(&bytes, &context).unwrap();
    assert_eq!((&frame.samples[..3], &frame.samples[297..300]), (&[255, 0, 0][..], &[255, 255, 255][..]));
    let codes: Vec<WarningCode> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::ImageDropped]);
}

#[test]
fn colours_nested_without_end_end() {
    let function = "<</FunctionType 3 /Domain [0 1] /Functions [5 0 R] /Bounds [] /Encode [0 1]>>";
    let page = "/Resources <</ColorSpace <</C [/Separation /X /DeviceGray 5 0 R]>>>>";
    assert!(drawn(&document(page, "/C cs 1 scn 0 0 9 9 re f", &[function]), &Context::default()).is_ok());
}

#[test]
fn pages_too_large_are_refused_where_no_other_is_drawn() {
    let bytes = document("", "0 0 50 50 re f", &[]);
    let error = drawn(&bytes, &context(&[(&options::DPI, "4800"), (&WIDTH_PX, "65000")])).unwrap_err();
    assert_eq!(error.details().which.as_deref(), Some("image_pixels"));
}

#[test]
fn cut_and_changed_files_never_panic() {
    let page = "/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /XObject <</X 5 0 R>>>>";
    let image = stream("/Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray", "abcd");
    let content = "BT /F 40 Tf 5 10 Td (Hl) Tj ET q 9 0 0 9 0 0 cm /X Do Q [3] 0 d 0 0 m 9 9 l S";
    let bytes = document(page, content, &[&image]);
    for at in (0..bytes.len()).step_by(37) {
        let _ = drawn(&bytes[..at], &Context::default());
        let mut changed = bytes.clone();
        changed[at] = changed[at].wrapping_add(13);
        let _ = drawn(&changed, &Context::default());
    }
}

#[test]
fn fields_without_a_look_show_their_value() {
    let form = "<</Type /Annot /Subtype /Widget /FT /Tx /V (Hl) /Rect [5 5 95 45] /DA (/Helv 30 Tf 0 g)>>";
    let frame = drawn(&document("/Annots [5 0 R]", "", &[form]), &Context::default()).unwrap();
    let dark = frame.samples.iter().filter(|sample| **sample < 128).count();
    assert!((500..4_000).contains(&dark), "{dark}");
}

#[test]
fn marks_without_a_look_are_drawn_as_they_say() {
    let marks = [
        "<</Subtype /Square /Rect [0 0 20 20] /C [0 0 1] /IC [1 0 0] /BS <</W 4>>>>",
        "<</Subtype /Circle /Rect [20 0 40 20] /IC [0 1 0] /Border [0 0 0]>>",
        "<</Subtype /Highlight /Rect [40 0 60 20] /QuadPoints [40 20 60 20 40 0 60 0] /C [1 1 0]>>",
        "<</Subtype /Ink /Rect [60 8 80 12] /InkList [[60 10 80 10]] /C [1 0 1] /BS <</W 4>>>>",
        "<</Subtype /Line /Rect [80 10 100 10] /L [80 10 100 10] /CA 0.5 /BS <</W 4>>>>",
        "<</Subtype /StrikeOut /Rect [0 30 20 50] /QuadPoints [0 50 20 50 0 30 20 30] /C [1 0 0]>>",
        "<</Subtype /Polygon /Rect [20 30 40 50] /Vertices [20 30 40 30 40 50 20 50] /IC [0 0 1] /F 2>>",
    ];
    let numbers: Vec<String> = (5..5 + marks.len()).map(|number| format!("{number} 0 R")).collect();
    let page = format!("/Annots [{}]", numbers.join(" "));
    // Cyan below the marker becomes green where it is multiplied by yellow.
    let bytes = document(&page, "0 1 1 rg 40 0 10 20 re f", &marks);
    let frame = drawn(&bytes, &context(&[(&options::DPI, "72")])).unwrap();
    let at = |x: usize, y: usize| <[u8; 3]>::try_from(&frame.samples[3 * (100 * (49 - y) + x)..][..3]).unwrap();
    assert_eq!((at(1, 10), at(10, 10)), ([0, 0, 255], [255, 0, 0]));
    assert_eq!((at(30, 10), at(21, 1)), ([0, 255, 0], [255; 3]));
    assert_eq!((at(45, 10), at(55, 10)), ([0, 255, 0], [255, 255, 0]));
    assert_eq!((at(70, 10), at(70, 15)), ([255, 0, 255], [255; 3]));
    assert!(at(90, 10)[0].abs_diff(128) < 2, "half of black: {:?}", at(90, 10));
    assert_eq!((at(10, 40)[2] < 200, at(10, 45)), (true, [255; 3]));
    assert_eq!(at(30, 40), [255; 3], "hidden");
}

#[test]
fn shadings_over_and_over_are_refused() {
    let page = "/Resources <</Shading <</S <</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 100 50] /Extend [true true] \
                /Function <</FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1>>>>>>>>";
    assert!(drawn(&document(page, "/S sh", &[]), &Context::default()).is_ok());
    assert_eq!(passed(&document(page, &"/S sh ".repeat(100_000), &[])), "pdf_operators");
}

#[test]
fn meshes_of_endless_patches_are_refused() {
    let entries = "/ShadingType 7 /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 \
                   /Decode [0 100 0 50 0 1]";
    let page = "/Resources <</Shading <</S 5 0 R>>>>";
    let patch = "\0".to_owned() + &"ad".repeat(16) + "abcd";
    assert_eq!(passed(&document(page, "/S sh", &[&stream(entries, &patch.repeat(10_000))])), "pdf_operators");
    assert!(drawn(&document(page, "/S sh", &[&stream(entries, &patch)]), &Context::default()).is_ok());
}

#[test]
fn a_page_becomes_a_drawing_of_its_size() {
    let document = document("/UserUnit 2", "1 0 0 rg 50 0 50 50 re f", &[]);
    let context = Context::default();
    let mut pages = drawings(&document, &context).unwrap();
    let drawing = pages.next(&context).unwrap().unwrap();
    assert!(drawing.contains("viewBox=\"0 0 100 50\" width=\"200pt\" height=\"100pt\""), "{drawing}");
    assert!(drawing.contains("#ff0000"), "{drawing}");
    assert!(pages.next(&context).unwrap().is_none());
}

#[test]
fn the_words_of_a_drawing_can_be_found() {
    let fonts = "/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>";
    let document = document(fonts, "BT /F 10 Tf 20 30 Td (R&D) Tj ET", &[]);
    let context = Context::default();
    let drawing = drawings(&document, &context).unwrap().next(&context).unwrap().unwrap();
    assert!(drawing.contains(">R&amp;D</text>") && drawing.contains("matrix(1 0 0 1 20 20)"), "{drawing}");
    assert!(context.take_warnings().iter().any(|warning| warning.code == WarningCode::TextFlattened));
}

/// A page that paints with a shading of this dictionary, which names the objects from 5 on.
fn shaded(shading: &str, content: &str, objects: &[&str]) -> Vec<u8> {
    document(&format!("/Resources <</Shading <</S {shading}>>>>"), content, objects)
}

#[test]
fn triangles_over_the_page_again_and_again_are_refused() {
    let entries = "/ShadingType 4 /ColorSpace /DeviceGray /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 \
                   /Decode [0 255 0 255 0 1]";
    // Each covers half of the page.
    let triangle = "\0\0\0x\0d\0x\0\x002x";
    let page = |times: usize| shaded("5 0 R", "/S sh", &[&stream(entries, &triangle.repeat(times))]);
    assert!(drawn(&page(100), &Context::default()).is_ok());
    assert_eq!(passed(&page(20_000)), "pdf_operators");
    let far = stream(&entries.replace("255 0 255", "99999 50 -99999"), triangle);
    assert_eq!(passed(&shaded("5 0 R", "/S sh", &[&far])), "pdf_operators");
}

#[test]
fn long_programs_for_every_pixel_are_refused() {
    let shading = "<</ShadingType 1 /ColorSpace /DeviceGray /Domain [0 100 0 50] /Function 5 0 R>>";
    let program = |steps: usize| {
        let steps = "dup mul ".repeat(steps);
        stream("/FunctionType 4 /Domain [0 100 0 50] /Range [0 1]", &format!("{{add {steps}}}"))
    };
    assert!(drawn(&shaded(shading, "/S sh", &[&program(10)]), &Context::default()).is_ok());
    assert_eq!(passed(&shaded(shading, "/S sh", &[&program(20_000)])), "pdf_operators");
}

#[test]
fn layers_over_layers_are_refused() {
    let resources = "/Resources <</ExtGState <</G <</BM /Luminosity>>>> /XObject <</X 5 0 R>>>>";
    let form = stream("/Subtype /Form /BBox [0 0 100 50] /Group <</S /Transparency>>", "0 0 100 50 re f");
    for paint in ["0 0 100 50 re f ", "/X Do "] {
        let page = |times: usize| document(resources, &format!("/G gs {}", paint.repeat(times)), &[&form]);
        assert!(drawn(&page(10), &Context::default()).is_ok());
        assert_eq!(passed(&page(20_000)), "pdf_operators", "{paint}");
    }
}

#[test]
fn patterns_whose_pictures_fill_the_memory_are_refused() {
    let cell = "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 90 45] /XStep 90 /YStep 45";
    let page = |times: usize| {
        let content = format!("/Pattern cs /P scn {}", "0 0 100 50 re f ".repeat(times));
        document("/Resources <</Pattern <</P 5 0 R>>>>", &content, &[&stream(cell, "0 0 9 9 re f")])
    };
    assert!(drawn(&page(10), &Context::default()).is_ok());
    assert_eq!(passed(&page(5_000)), "pdf_operators");
}

#[test]
fn books_of_letters_that_clip_are_refused() {
    let page = "/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>";
    let text =
        |letters: usize| document(page, &format!("BT /F 9 Tf 7 Tr ({}) Tj ET 0 0 9 9 re f", "a".repeat(letters)), &[]);
    assert!(drawn(&text(100), &Context::default()).is_ok());
    assert_eq!(passed(&text(50_000)), "pdf_operators");
}

#[test]
fn forms_have_what_they_lack_from_the_page() {
    let resources = "/Resources <</XObject <</Form 5 0 R /Red 6 0 R>> /ExtGState <</Half <</ca 0.5>>>>>>";
    let red = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8";
    for own in ["", "/Resources <<>>", "/Resources <</ProcSet [/PDF]>>"] {
        let form = format!("/Type /XObject /Subtype /Form /BBox [0 0 100 50] {own}");
        let objects = [stream(&form, "/Half gs q 50 0 0 50 50 0 cm /Red Do Q"), stream(red, "\u{7F}\u{0}\u{0}")];
        let bytes = document(resources, "/Form Do", &objects.each_ref().map(String::as_str));
        let frame = drawn(&bytes, &context(&[(&options::DPI, "72")])).unwrap();
        // Half of a dark red over paper.
        let found = &frame.samples[3 * 75..3 * 76];
        assert!(found[0].abs_diff(191) < 3 && found[1].abs_diff(127) < 3, "{own}: {found:?}");
    }
}
