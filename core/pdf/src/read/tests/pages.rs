//! What stands on a page, and where.

use super::{one_page, pdf, read, runs, stream, text};
use transvase_base::context::Context;
use transvase_base::options::{self, Options};
use transvase_base::units::{Point, Rect};
use transvase_base::warning::WarningCode;
use transvase_model::gradient::Axis;
use transvase_model::media::MediaKind;
use transvase_model::pages::{Color, Item, LinkTarget, TextPaint};

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() < 0.01
}

#[test]
fn streams_with_blanks_behind_their_keyword_are_read() {
    let sound = one_page("BT /F1 9 Tf (seen) Tj ET", "", "", &[]);
    let at = sound.windows(8).position(|bytes| bytes == b"\nstream\n").unwrap();
    let mut loose = sound.clone();
    loose[at..at + 8].copy_from_slice(b"stream \n");
    assert_eq!(text(&read(&loose).unwrap()), "seen");
}

#[test]
fn glyphs_lie_where_the_matrices_put_them() {
    let pages = read(&one_page("BT /F1 10 Tf 2 Tc 20 250 Td (He l) Tj ET", "", "", &[])).unwrap();
    let runs = runs(&pages);
    let (run, font) = (runs[0], &pages.fonts[runs[0].font]);
    assert_eq!((run.text.as_str(), font.family.as_ref(), font.weight), ("He l", "Arial", 400));
    assert!(close(run.transform.e, 20.0) && close(run.transform.f, 50.0) && close(run.size, 10.0));
    // Helvetica: H 722, e 556, space 278; two points between characters.
    let x: Vec<f32> = run.glyphs.iter().map(|glyph| glyph.x).collect();
    assert!([0.0, 9.22, 16.78, 21.56].iter().zip(&x).all(|(wanted, x)| close(*wanted, *x)), "{x:?}");
    assert!(close(run.glyphs[0].advance, 7.22));
    assert_eq!((run.transform.a, run.transform.b, run.transform.c, run.transform.d), (1.0, 0.0, 0.0, -1.0));
}

#[test]
fn adjustments_words_and_scaling_move_the_text() {
    let content = "BT /F1 10 Tf 50 Tz 4 Tw 20 250 Td [(A) -200 (B C)] TJ ET";
    let pages = read(&one_page(content, "", "", &[])).unwrap();
    let x: Vec<f32> = runs(&pages)[0].glyphs.iter().map(|glyph| glyph.x).collect();
    // A 667, B 667, space 278; half as wide, 0.2 em and 4 points of word space halved, too.
    let wanted = [0.0, 3.335 + 1.0, 3.335 * 2.0 + 1.0, 3.335 * 2.0 + 1.0 + 1.39 + 2.0];
    assert!(wanted.iter().zip(&x).all(|(wanted, x)| close(*wanted, *x)), "{x:?}");
}

#[test]
fn rotated_pages_are_read_upright() {
    let content = "BT /F1 10 Tf 0 1 -1 0 50 20 Tm (Up) Tj ET";
    let pages = read(&one_page(content, "", "/Rotate 90", &[])).unwrap();
    let run = runs(&pages)[0];
    assert_eq!((pages.pages[0].size.width, pages.pages[0].size.height), (300.0, 200.0));
    assert!(close(run.transform.a, 1.0) && close(run.transform.b, 0.0), "{:?}", run.transform);
    assert!(close(run.transform.e, 20.0) && close(run.transform.f, 50.0), "{:?}", run.transform);
}

#[test]
fn colours_modes_and_rises_are_kept() {
    let content = "BT /F1 10 Tf 1 0 0 rg 20 250 Td (a) Tj 2 Tr 0 0 0 1 k 5 Ts (b) Tj 3 Tr (c) Tj ET";
    let pages = read(&one_page(content, "", "", &[])).unwrap();
    let runs = runs(&pages);
    assert_eq!(runs[0].color, Color { r: 255, g: 0, b: 0 });
    assert_eq!((runs[1].color, runs[1].paint), (Color::BLACK, TextPaint::FillStroke));
    assert!(close(runs[1].transform.f, 45.0));
    assert_eq!(runs[2].paint, TextPaint::Invisible);
}

#[test]
fn paths_and_their_clips() {
    let content = "q 0 0 50 50 re W n 100 100 20 20 re f Q 2 w [3] 0 d 10 10 m 60 10 l S 0.5 g 20 20 30 10 re B";
    let pages = read(&one_page(content, "", "", &[])).unwrap();
    let paths = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Path(path) => Some(path),
        _ => None,
    });
    let paths: Vec<_> = paths.collect();
    assert_eq!(paths.len(), 2, "what is clipped away is left out");
    let stroke = paths[0].stroke.unwrap();
    assert!(close(stroke.width, 2.0) && stroke.dashed && paths[0].fill.is_none());
    assert_eq!(paths[1].fill, Some((Color { r: 128, g: 128, b: 128 }, 1.0)));
}

#[test]
fn accents_join_the_letters_they_are_drawn_over() {
    // Helvetica: o 556 and e 556 wide, dieresis and acute 333; codes of WinAnsiEncoding.
    let font =
        "/Fonts <<>> /Font <</W <</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>>>";
    let content = "BT /W 10 Tf 20 250 Td [(J) -110 (\\250) 443 (org caf) 0 (e\\264)] TJ ET \
        BT /W 10 Tf 20 200 Td [(e) 440 (\\264)] TJ ET";
    let file = String::from_utf8(one_page(content, font, "", &[])).unwrap();
    let file = file.replacen("/Font <</F1", "/Fonts <</F1", 1).replacen("/Fonts <<>> ", "", 1);
    let pages = read(file.as_bytes()).unwrap();
    // The last accent of the first line stands beside its letter, and stays.
    assert_eq!(text(&pages).replace('|', ""), "Jörg cafe´é");
}

#[test]
fn stems_that_were_guessed_make_no_face_bold() {
    let weight = |stem: u16| {
        let descriptor = format!(
            "<</Type /FontDescriptor /FontName /Fa /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /StemV {stem}>>"
        );
        let font = "/Fonts <<>> /Font <</W <</Type /Font /Subtype /Type1 /BaseFont /Fa /Encoding /WinAnsiEncoding \
            /FirstChar 97 /LastChar 97 /Widths [500] /FontDescriptor 5 0 R>>>>";
        let content = "BT /W 10 Tf 20 250 Td (a) Tj ET";
        let file = String::from_utf8(one_page(content, font, "", &[descriptor.into_bytes()])).unwrap();
        let file = file.replacen("/Font <</F1", "/Fonts <</F1", 1).replacen("/Fonts <<>> ", "", 1);
        let pages = read(file.as_bytes()).unwrap();
        pages.fonts[runs(&pages)[0].font].weight
    };
    assert_eq!((weight(150), weight(165), weight(80)), (400, 700, 400));
}

#[test]
fn replacement_text_and_hidden_layers() {
    let content =
        "BT /F1 10 Tf 20 250 Td /Span <</ActualText (fi)>> BDC (xy) Tj EMC /OC /L BDC (gone) Tj EMC ( end) Tj ET";
    let mut file =
        String::from_utf8(one_page(content, "/Properties <</L 5 0 R>>", "", &[b"<</Type /OCG>>".to_vec()])).unwrap();
    file = file.replace("/Type /Catalog", "/Type /Catalog /OCProperties <</OCGs [5 0 R] /D <</OFF [5 0 R]>>>>");
    let pages = read(file.as_bytes()).unwrap();
    assert_eq!(text(&pages).replace('|', ""), "fi end");
    let first = runs(&pages)[0];
    assert_eq!(
        first.glyphs.iter().take(2).map(|glyph| &first.text[glyph.text.range()]).collect::<Vec<_>>(),
        ["f", "i"]
    );
}

#[test]
fn signs_keep_the_text_given_for_them_and_what_follows_to_that() {
    // A face of signs.
    let signs =
        b"<</Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 \
        /LastChar 1 /Widths [1000] /CharProcs <</telephone 6 0 R>> /Encoding <</Type /Encoding /Differences [1 /telephone]>>>>";
    let drawing = stream("", b"1000 0 0 0 750 750 d1 0 0 750 750 re f");
    let shown = |given: &str, sign: &str| {
        let content = format!(
            "BT /Span <</ActualText ({given})>> BDC /S 13 Tf 20 250 Td ({sign}) Tj /F 7 Tf (\\(82\\) 10) Tj EMC ET"
        );
        let page = "/Resources <</Font <</S 5 0 R /F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>";
        let pages = read(&one_page(&content, "", page, &[signs.to_vec(), drawing.clone()])).unwrap();
        runs(&pages).into_iter().map(|run| (run.text.clone(), run.size)).collect::<Vec<_>>()
    };
    let sign = ("℡".to_owned(), 13.0);
    assert_eq!(shown("tel:\\(82\\) 10", "\\001"), [sign.clone(), ("(82) 10".to_owned(), 7.0)]);
    assert_eq!(shown("office", "\\001"), [sign, ("office".to_owned(), 7.0)], "words of their own");
}

#[test]
fn a_space_that_stands_for_a_hyphen_is_none() {
    let hyphen = |shown: &str| format!("/Span <</ActualText <FEFF00AD>>> BDC ({shown}) Tj EMC");
    let content = format!("BT /F1 10 Tf 20 250 Td (ab ) Tj {} (cd) Tj {} ET", hyphen(" "), hyphen("-"));
    assert_eq!(text(&read(&one_page(&content, "", "", &[])).unwrap()).replace('|', ""), "ab cd\u{AD}");
}

#[test]
fn links_bookmarks_and_appearances() {
    let link = b"<</Subtype /Link /Rect [10 10 50 20] /A <</S /URI /URI (https://example.org/)>>>>".to_vec();
    let inner = b"<</Subtype /Link /Rect [10 30 50 40] /Dest [3 0 R /XYZ 0 200 null]>>".to_vec();
    let field = b"<</Subtype /Widget /Rect [20 100 120 120] /AP <</N 8 0 R>>>>".to_vec();
    let form = stream(
        "/Subtype /Form /BBox [0 0 100 20] /Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Courier>>>>>>",
        b"BT /F 10 Tf 2 5 Td (Jane) Tj ET",
    );
    let note = b"<</Subtype /Sound /Rect [0 0 10 10] /Contents (note)>>".to_vec();
    let page = "/Annots [5 0 R 6 0 R 7 0 R 9 0 R]";
    let mut file = String::from_utf8(one_page(
        "",
        "",
        page,
        &[
            link,
            inner,
            field,
            form,
            note,
            b"<</First 11 0 R>>".to_vec(),
            b"<</Title (Top) /Dest [3 0 R /FitH 280]>>".to_vec(),
        ],
    ))
    .unwrap();
    file = file.replace("/Type /Catalog", "/Type /Catalog /Outlines 10 0 R");
    let context = Context::default();
    let pages = super::super::read(file.as_bytes(), &context).unwrap();
    let links = &pages.pages[0].links;
    assert_eq!(links[0].target, LinkTarget::External("https://example.org/".into()));
    assert!(close(links[0].areas[0].top, 280.0) && close(links[0].areas[0].right, 50.0));
    let LinkTarget::Internal(place) = &links[1].target else { panic!("an inner link") };
    assert_eq!((place.page, place.at), (0, Point { x: 0.0, y: 100.0 }));
    assert_eq!((pages.outline[0].title.as_str(), pages.outline[0].target.unwrap().at.y), ("Top", 20.0));
    let run = runs(&pages)[0];
    assert_eq!((run.text.as_str(), pages.fonts[run.font].family.as_ref()), ("Jane", "Courier New"));
    assert!(close(run.transform.e, 22.0) && close(run.transform.f, 195.0));
    assert!(context.take_warnings().iter().any(|warning| warning.code == WarningCode::AnnotationDropped));
}

#[test]
fn images_come_with_their_place_and_masks() {
    let mask = stream("/Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", &[0, 255]);
    let image = stream(
        "/Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 5 0 R",
        &[255, 0, 0, 0, 0, 255],
    );
    let content = "q 40 0 0 20 10 100 cm /I Do Q q 8 0 0 8 0 0 cm BI /W 8 /H 1 /IM true ID \x55 EI Q";
    let pages = read(&one_page(content, "/XObject <</I 6 0 R>>", "", &[mask, image])).unwrap();
    let images: Vec<_> = pages.pages[0]
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Image(image) => Some(image),
            _ => None,
        })
        .collect();
    let transform = images[0].transform;
    // Top left corner of a picture 40 by 20, 100 above the bottom of a page 300 high.
    assert_eq!((transform.a, transform.d, transform.e, transform.f), (40.0, 20.0, 10.0, 180.0));
    let media = pages.media.get(images[0].media);
    assert_eq!((media.kind, media.width_px, media.height_px), (MediaKind::Png, 2, 1));
    let picture = image::load_from_memory(&media.bytes).unwrap().into_rgba8();
    assert_eq!(picture.into_raw(), [255, 0, 0, 0, 0, 0, 255, 255]);
    let stencil = image::load_from_memory(&pages.media.get(images[1].media).bytes).unwrap().into_rgba8();
    // Zeroes of 01010101 are painted.
    assert_eq!(stencil.pixels().map(|pixel| pixel.0[3]).collect::<Vec<_>>(), [255, 0, 255, 0, 255, 0, 255, 0]);
}

#[test]
fn mirrored_images_are_read_upright() {
    let image = stream(
        "/Subtype /Image /Width 3 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8",
        &[10, 20, 30, 40, 50, 60],
    );
    // Upside down, and with its rows upwards from the left; the same as a stencil of the first pixel.
    let content = "q 30 0 0 -20 10 100 cm /I Do Q q 0 30 20 0 10 100 cm /I Do Q \
        q 0 30 20 0 10 200 cm BI /W 3 /H 2 /IM true /D [1 0] ID \u{40}\u{0} EI Q";
    let pages = read(&one_page(content, "/XObject <</I 5 0 R>>", "", &[image])).unwrap();
    let images = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Image(image) => Some(image),
        _ => None,
    });
    let images: Vec<_> = images.collect();
    assert!(images.iter().all(|image| image.transform.b == 0.0 && image.transform.determinant() > 0.0));
    let pixels = |at: usize| {
        let media = pages.media.get(images[at].media);
        let picture = image::load_from_memory(&media.bytes).unwrap();
        (media.width_px, media.height_px, picture)
    };
    let (width, height, picture) = pixels(0);
    assert_eq!((width, height, picture.into_luma8().into_raw()), (3, 2, vec![40, 50, 60, 10, 20, 30]));
    // What PDF programs show has the last pixel of each row at the top and the first row at the right: half a turn away.
    let (width, height, picture) = pixels(1);
    assert_eq!((width, height, picture.into_luma8().into_raw()), (2, 3, vec![10, 40, 20, 50, 30, 60]));
    assert!(images[1].transform.a < 0.0 && images[1].transform.d < 0.0);
    let alpha: Vec<u8> = pixels(2).2.into_rgba8().pixels().map(|pixel| pixel.0[3]).collect();
    assert_eq!(alpha, [0, 0, 255, 0, 0, 0]);
}

#[test]
fn images_are_faded_and_taken_out_of_their_matte() {
    let mask =
        stream("/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Matte [0 0 0]", &[51]);
    // A fifth of (250, 100, 0) over black.
    let image = stream(
        "/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask 5 0 R",
        &[50, 20, 0],
    );
    let gray = stream("/Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", &[9, 9]);
    let content = "/I Do /G gs /I Do /J Do";
    let resources = "/XObject <</I 6 0 R /J 7 0 R>> /ExtGState <</G <</ca 0.5>>>>";
    let pages = read(&one_page(content, resources, "", &[mask, image, gray])).unwrap();
    let pixels = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Image(image) => Some(image::load_from_memory(&pages.media.get(image.media).bytes).unwrap().into_rgba8()),
        _ => None,
    });
    let pixels: Vec<_> = pixels.map(|picture| picture.get_pixel(0, 0).0).collect();
    assert_eq!(pixels, [[250, 100, 0, 51], [250, 100, 0, 26], [9, 9, 9, 128]]);
}

#[test]
fn soft_masks_give_their_opacity_on_average() {
    let group =
        |content: &str| stream("/Subtype /Form /BBox [0 0 100 100] /Group <</S /Transparency>>", content.as_bytes());
    // Half of the box in white at one place, all of it in a fifth of white at the other, and a form that is its own mask.
    let masks = [group("1 g 0 0 100 50 re f"), group("0.2 g 0 0 100 100 re f"), group("/C gs 1 g 0 0 100 100 re f")];
    let content = "q /A gs 10 10 50 50 re f Q q /B gs 10 10 50 50 re f /N gs 10 10 50 50 re f Q /C gs 10 10 50 50 re f";
    let state = |name: &str, number: u8| format!("/{name} <</SMask <</S /Luminosity /G {number} 0 R>>>>");
    let states = [state("A", 5), state("B", 6), state("C", 7)].concat();
    let resources = format!("/ExtGState <<{states} /N <</SMask /None>>>>");
    let pages = read(&one_page(content, &resources, "", &masks)).unwrap();
    let fills = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Path(path) => path.fill.map(|(_, opacity)| (opacity * 100.0).round() as u8),
        _ => None,
    });
    assert_eq!(fills.collect::<Vec<_>>(), [50, 20, 100, 100]);
}

#[test]
fn images_of_one_pixel_are_areas() {
    let stencil = |data: u8| stream("/Subtype /Image /Width 1 /Height 1 /ImageMask true", &[data]);
    let content = "1 0 0 rg 40 0 0 20 10 100 cm /I Do /J Do";
    let resources = "/XObject <</I 5 0 R /J 6 0 R>>";
    let pages = read(&one_page(content, resources, "", &[stencil(0), stencil(0x80)])).unwrap();
    let [Item::Path(path)] = &pages.pages[0].items[..] else { panic!("{:?}", pages.pages[0].items) };
    let place = transvase_model::path::bounds(&path.segments);
    assert_eq!(path.fill, Some((Color { r: 255, g: 0, b: 0 }, 1.0)));
    assert_eq!(place, Some(Rect { left: 10.0, top: 180.0, right: 50.0, bottom: 200.0 }));
}

#[test]
fn text_behind_a_slit_is_not_seen() {
    let seen = |width: f32| {
        let content = format!("q 20 20 {width} 20 re W n BT /F 12 Tf 20 24 Td (hidden) Tj ET Q");
        let page = "/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>";
        text(&read(&one_page(&content, "", page, &[])).unwrap())
    };
    assert_eq!((seen(1.0).as_str(), seen(6.0).as_str()), ("", "hidden"), "a hidden column, and a narrow one");
}

#[test]
fn shadings_fill_the_shape_that_clips_them() {
    let shading = "/Shading <</S <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 0] \
        /Function <</FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1>>>>>>";
    let content = "q 10 10 m 60 10 l 35 60 l h W n /S sh Q q 0 0 10 10 re W n /S sh Q";
    let pages = read(&one_page(content, shading, "", &[])).unwrap();
    let shapes = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Path(path) => Some((path.segments.len(), path.fill)),
        _ => None,
    });
    let gray = Some((Color { r: 128, g: 128, b: 128 }, 1.0));
    assert_eq!(shapes.collect::<Vec<_>>(), [(4, gray), (5, gray)]);
    let Item::Path(path) = &pages.pages[0].items[0] else { panic!() };
    let gradient = path.gradient.as_deref().unwrap();
    let line = Axis::Line(Point { x: 0.0, y: 300.0 }, Point { x: 9.0, y: 300.0 });
    assert_eq!((gradient.axis, &gradient.stops[..]), (line, &[(0.0, Color::BLACK), (1.0, Color::WHITE)][..]));
}

#[test]
fn chosen_pages_only() {
    let page = |n: u32| format!("<</Type /Page /Parent 2 0 R /MediaBox [0 0 10 {n}]>>");
    let file = pdf(&[
        "<</Type /Catalog /Pages 2 0 R>>",
        "<</Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3>>",
        &page(1),
        &page(2),
        &page(3),
    ]);
    let mut options = Options::default();
    options.set(&options::PAGES, "2-").unwrap();
    let pages = super::super::read(&file, &Context::new(options, transvase_base::context::Limits::default())).unwrap();
    assert_eq!(pages.pages.iter().map(|page| page.number).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn drawings_of_a_font_made_by_hand_are_their_letters() {
    let drawn = |names: &str| {
        let font = format!(
            "<</Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 \
             /LastChar 98 /Widths [1000 1000] /CharProcs <</square 6 0 R /tripod 6 0 R>> \
             /Encoding <</Type /Encoding /Differences [{names}]>>>>"
        );
        let drawing = stream("", b"1000 0 0 0 750 750 d1 0 0 750 750 re f");
        let page = "/Resources <</Font <</T 5 0 R>>>>";
        let bytes = one_page("BT /T 20 Tf 20 20 Td (ab) Tj ET", "", page, &[font.into_bytes(), drawing]);
        text(&read(&bytes).unwrap())
    };
    assert_eq!(drawn("97 /square /tripod"), "ab");
    // The example of ISO 32000-1, 9.6.5, whose names are known signs.
    assert_eq!(drawn("97 /square /triangle"), "□△");
    assert_eq!(drawn("96 /other /square /tripod"), "□", "a count that a program began elsewhere");
}

#[test]
fn images_keep_the_window_they_are_seen_through() {
    let image = stream("/Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", &[0, 255]);
    let content = "q 10 10 m 110 10 l 60 110 l h W n q 100 0 0 100 10 10 cm /I Do Q Q \
        q 10 10 100 100 re W n 120 0 0 120 0 0 cm /I Do Q";
    let pages = read(&one_page(content, "/XObject <</I 5 0 R>>", "", &[image])).unwrap();
    let images = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Image(image) => Some(image),
        _ => None,
    });
    let windows: Vec<_> = images.map(|image| image.window.as_ref().map(|window| window.segments.len())).collect();
    assert_eq!(windows, [Some(4), None], "a triangle; an upright rectangle");
}

#[test]
fn letters_have_the_colour_they_are_seen_in() {
    let content = "BT /F1 10 Tf 20 250 Td (a) Tj /G gs (b) Tj /N gs (c) Tj ET";
    let resources = "/ExtGState <</G <</ca 0.25>> /N <</ca 0>>>>";
    let pages = read(&one_page(content, resources, "", &[])).unwrap();
    let colors: Vec<u8> = runs(&pages).iter().map(|run| run.color.r).collect();
    // A quarter of black over white; what is not seen keeps its colour.
    assert_eq!(colors, [0, 191, 0]);
}

#[test]
fn text_that_lets_everything_through_is_invisible() {
    let content = "BT /F1 10 Tf 20 250 Td (seen) Tj /Clear gs (hidden) Tj 1 Tr (lined) Tj ET";
    let states = "/ExtGState <</Clear <</ca 0>>>>";
    let pages = read(&one_page(content, states, "", &[])).unwrap();
    let paints: Vec<TextPaint> = runs(&pages).iter().map(|run| run.paint).collect();
    assert_eq!(paints, [TextPaint::Fill, TextPaint::Invisible, TextPaint::Stroke]);
}
