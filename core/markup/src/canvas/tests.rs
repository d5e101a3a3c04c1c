use super::*;
use transvase_base::units::Size;
use transvase_model::media::MediaKind;

const RED: Color = Color { r: 255, g: 0, b: 0 };

fn point(x: f32, y: f32) -> Point {
    Point { x, y }
}

fn boxed(left: f32, top: f32, right: f32, bottom: f32) -> Path {
    let corners = [point(left, top), point(right, top), point(right, bottom), point(left, bottom)];
    let segments = path::polygon(&corners);
    Path { segments, fill: Some((RED, 1.0)), ..Path::default() }
}

/// What is painted, on white.
fn painted(items: Vec<Item>, region: Rect) -> image::RgbImage {
    let page = Page { number: 1, size: Size::A4, items, links: Vec::new(), ..Page::default() };
    let font = Font {
        family: "Arial".into(),
        stand_in: false,
        weight: 400,
        italic: false,
        serif: false,
        monospace: false,
        ascent: 0.9,
        descent: 0.2,
        program: None,
        ink: None,
    };
    let scene = Scene { page: &page, fonts: &[font], media: &MediaStore::default() };
    let media = render(scene, region, 2.0, &Context::default()).unwrap().unwrap();
    let picture = image::load_from_memory(&media.bytes).unwrap().into_rgba8();
    image::RgbImage::from_fn(picture.width(), picture.height(), |x, y| {
        let [r, g, b, alpha] = picture.get_pixel(x, y).0;
        let on_white = |sample: u8| 255 - ((255 - u32::from(sample)) * u32::from(alpha) / 255) as u8;
        image::Rgb([r, g, b].map(on_white))
    })
}

#[test]
fn paths_stand_where_the_page_has_them() {
    let region = Rect { left: 100.0, top: 200.0, right: 150.0, bottom: 240.0 };
    let picture = painted(vec![Item::Path(boxed(110.0, 210.0, 120.0, 220.0))], region);
    assert_eq!(picture.dimensions(), (100, 80));
    assert_eq!(picture.get_pixel(30, 30).0, [255, 0, 0]);
    assert_eq!(picture.get_pixel(50, 30).0, [255, 255, 255]);
}

#[test]
fn what_is_clipped_or_not_painted_lets_through() {
    let mut path = boxed(0.0, 0.0, 20.0, 20.0);
    path.clip = Some(Rect { left: 0.0, top: 0.0, right: 10.0, bottom: 20.0 });
    let page = Page { number: 1, size: Size::A4, items: vec![Item::Path(path)], ..Page::default() };
    let scene = Scene { page: &page, fonts: &[], media: &MediaStore::default() };
    let region = Rect { left: 0.0, top: 0.0, right: 40.0, bottom: 20.0 };
    let media = render(scene, region, 1.0, &Context::default()).unwrap().unwrap();
    let picture = image::load_from_memory(&media.bytes).unwrap().into_rgba8();
    assert_eq!((picture.get_pixel(5, 5).0, picture.get_pixel(15, 5).0), ([255, 0, 0, 255], [0; 4]));
    // Two colours: a byte of palette place for each pixel, before it is compressed.
    assert_eq!(media.bytes[25], 3, "the PNG's colour type is that of a palette");
}

#[test]
fn letters_are_painted_with_a_face_at_hand() {
    let glyph = |text: std::ops::Range<usize>, x| transvase_model::pages::Glyph {
        id: 0,
        x,
        y: 0.0,
        advance: 5.6,
        text: text.into(),
    };
    let run = GlyphRun {
        stretch: 1.0,
        font: 0,
        size: 10.0,
        color: Color::BLACK,
        transform: Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 5.0, f: 15.0 },
        text: "HH".into(),
        glyphs: vec![glyph(0..1, 0.0), glyph(1..2, 7.0)],
        paint: TextPaint::Fill,
        node: None,
        artifact: false,
        hidden: Vec::new(),
    };
    let picture = painted(vec![Item::Glyphs(run)], Rect { left: 0.0, top: 0.0, right: 30.0, bottom: 20.0 });
    let dark = |x, y| picture.get_pixel(x, y).0[0] < 128;
    // The stems of two letters H, 7.2 points high, above the base line at 15.
    assert!((20..30).all(|y| (10..16).any(|x| dark(x, y)) && (24..30).any(|x| dark(x, y))));
    assert!((0..60).all(|x| !dark(x, 32) && !dark(x, 12)));
}

#[test]
fn extreme_shapes_do_no_harm() {
    let values = [f32::NAN, f32::INFINITY, -1e30, 1e30, 0.0, 1e-30, 40.0];
    let region = Rect { left: 0.0, top: 0.0, right: 50.0, bottom: 50.0 };
    let mut items = Vec::new();
    for a in values {
        for b in values {
            let mut path = boxed(a, b, b, a);
            path.segments.push(Segment::Curve(point(a, a), point(b, a), point(a, b)));
            path.stroke = Some(Stroke { width: a, color: RED, opacity: b, dashed: true });
            items.push(Item::Path(path));
        }
    }
    painted(items, region);
    let nothing = Scene { page: &Page::default(), fonts: &[], media: &MediaStore::default() };
    let context = Context::default();
    assert!(render(nothing, Rect { right: f32::NAN, ..region }, 2.0, &context).unwrap().is_none());
    let huge = Rect { right: 1e6, bottom: 1e6, ..region };
    assert!(render(nothing, huge, 2.0, &context).unwrap().is_some_and(|media| media.width_px <= 8_000));
}

#[test]
fn images_are_seen_through_their_window() {
    let red = image::RgbImage::from_pixel(4, 4, image::Rgb([255, 0, 0]));
    let mut bytes = Vec::new();
    red.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
    let mut store = MediaStore::default();
    let media = store.add(Media { bytes: bytes.into(), kind: MediaKind::Png, width_px: 4, height_px: 4 });
    let triangle = path::polygon(&[point(0.0, 0.0), point(40.0, 0.0), point(0.0, 40.0)]);
    let window = Some(std::sync::Arc::new(Area { segments: triangle, even_odd: false }));
    let transform = Affine::scale(40.0, 40.0);
    let clip = Some(Rect { left: 0.0, top: 0.0, right: 40.0, bottom: 20.0 });
    let image = PlacedImage { media, transform, clip, window, alt: None, node: None };
    let page = Page { number: 1, size: Size::A4, items: vec![Item::Image(image)], ..Page::default() };
    let scene = Scene { page: &page, fonts: &[], media: &store };
    let region = Rect { left: 0.0, top: 0.0, right: 40.0, bottom: 40.0 };
    let painted = render(scene, region, 1.0, &Context::default()).unwrap().unwrap();
    let picture = image::load_from_memory(&painted.bytes).unwrap().into_rgba8();
    let seen = [(5, 5), (35, 15), (5, 25)].map(|(x, y)| picture.get_pixel(x, y).0[3]);
    assert_eq!(seen, [255, 0, 0], "inside; beside the slanted edge; below the clip");
}
