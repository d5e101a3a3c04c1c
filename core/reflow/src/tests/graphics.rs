//! Figures, pictures, rules, forms and the exact layout, from pages to flow.

use super::*;
use transvase_base::context::Limits;
use transvase_base::options::Options;
use transvase_model::flow::{Control, ControlKind, Origin, Wrap};
use transvase_model::gradient::{Axis, Gradient};
use transvase_model::media::{Media, MediaId, MediaKind};
use transvase_model::pages::{Comment, PlacedControl, PlacedImage, TextMark};
use transvase_model::path;

fn filled_box(Rect { left, top, right, bottom }: Rect, color: Color) -> Item {
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point { x, y });
    Item::Path(Path { segments: path::polygon(&corners), fill: Some((color, 1.0)), ..Path::default() })
}

/// A curve of nine slanting pieces with a label at each end, between two paragraphs.
fn chart() -> Builder {
    let mut builder = filled(Builder::default().page(), 100.0, 100.0);
    for at in 0..9 {
        let x = 200.0 + 20.0 * at as f32;
        builder = builder.item(stroked((x, 300.0 - 9.0 * at as f32), (x + 20.0, 291.0 - 9.0 * at as f32), 1.0));
    }
    builder = builder.text(202.0, 240.0, 8.0, "high").text(340.0, 290.0, 8.0, "low");
    filled(builder, 100.0, 400.0)
}

#[test]
fn the_words_of_a_chart_belong_to_it() {
    let flow = chart().flow();
    let drawings: Vec<_> = paragraphs(&flow)
        .into_iter()
        .flat_map(|paragraph| &paragraph.content)
        .filter_map(|inline| if let Inline::Drawing(drawing) = inline { Some(drawing) } else { None })
        .collect();
    assert_eq!(drawings.len(), 1);
    assert_eq!((drawings[0].shapes.len(), drawings[0].texts.len(), drawings[0].placement), (9, 2, None));
    assert!(texts(&flow).iter().all(|text| !text.contains("high")), "{:?}", texts(&flow));
}

#[test]
fn white_lines_on_a_ground_part_cells() {
    let ground = Color { r: 150, g: 70, b: 20 };
    let mut builder = filled(Builder::default().page(), 100.0, 60.0);
    builder = builder.item(filled_box(Rect { left: 100.0, top: 140.0, right: 400.0, bottom: 180.0 }, ground));
    let white = |from, to| match stroked(from, to, 0.7) {
        Item::Path(Path { stroke: Some(stroke), segments, .. }) => {
            Item::Path(Path { segments, stroke: Some(Stroke { color: Color::WHITE, ..stroke }), ..Path::default() })
        }
        other => other,
    };
    for y in [140.0, 160.0, 180.0] {
        builder = builder.item(white((100.0, y), (400.0, y)));
    }
    for x in [100.0, 200.0, 300.0, 400.0] {
        builder = builder.item(white((x, 140.0), (x, 180.0)));
    }
    for (x, y) in [(110.0, 154.0), (210.0, 154.0), (310.0, 154.0), (110.0, 174.0), (210.0, 174.0), (310.0, 174.0)] {
        builder = builder.text(x, y, 10.0, "word");
    }
    let flow = builder.flow();
    let tables = flow.sections.iter().flat_map(|section| &section.blocks);
    let tables: Vec<_> =
        tables.filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None }).collect();
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0].rows.iter().map(|row| row.cells.len()).collect::<Vec<_>>(), [3, 3]);
}

#[test]
fn a_rule_after_a_label_is_typed_as_low_lines() {
    let builder = filled(Builder::default().page(), 100.0, 60.0).text(100.0, 200.0, 10.0, "Name:");
    let flow = builder.rule((128.0, 202.0), (240.0, 202.0)).flow();
    let last = texts(&flow).pop().unwrap();
    assert_eq!(last, format!("Name: {}", "_".repeat(20)));
}

#[test]
fn the_line_under_a_word_of_a_drawing_is_drawn_once() {
    let flow = chart().item(stroked((202.0, 241.0), (218.0, 241.0), 0.5)).flow();
    let content = paragraphs(&flow).into_iter().flat_map(|paragraph| &paragraph.content);
    let mut drawings =
        content.filter_map(|inline| if let Inline::Drawing(drawing) = inline { Some(drawing) } else { None });
    let drawing = drawings.next().unwrap();
    assert_eq!((drawing.shapes.len(), drawing.texts.len()), (10, 2));
    let words = format!("{:?}", drawing.texts);
    assert!(words.contains("high") && !words.contains("underline: true"), "{words}");
}

#[test]
fn a_slanting_line_behind_text_keeps_its_place() {
    let flow = filled(Builder::default().page(), 100.0, 100.0).item(stroked((90.0, 90.0), (520.0, 150.0), 1.0)).flow();
    let content = &paragraphs(&flow)[0].content;
    let Some(Inline::Drawing(drawing)) = content.first() else { panic!("{content:?}") };
    let placement = drawing.placement.unwrap();
    assert_eq!((placement.wrap, placement.origin), (Wrap::Behind, Origin::Page));
    assert_eq!((placement.x, placement.y), (90.0, 90.0));
}

/// A path of letters drawn as outlines: slanting strokes, each from a place on.
fn drawn_letters(places: &[(f32, f32)]) -> Item {
    let letter = |&(x, y): &(f32, f32)| {
        path::polygon(&[(x + 12.0, y), (x + 24.0, y), (x + 12.0, y + 40.0), (x, y + 40.0)].map(|(x, y)| Point { x, y }))
    };
    let segments = places.iter().flat_map(letter).collect();
    Item::Path(Path { segments, fill: Some((Color { r: 10, g: 20, b: 30 }, 1.0)), ..Path::default() })
}

fn drawings(flow: &Flow) -> Vec<&transvase_model::flow::Drawing> {
    let content = paragraphs(flow).into_iter().flat_map(|paragraph| &paragraph.content);
    content.filter_map(|inline| if let Inline::Drawing(drawing) = inline { Some(drawing) } else { None }).collect()
}

#[test]
fn letters_of_one_path_that_stand_apart_are_one_drawing() {
    let title = drawn_letters(&[(100.0, 40.0), (140.0, 40.0), (180.0, 40.0)]);
    let flow = filled(Builder::default().page().item(title), 100.0, 150.0).flow();
    assert_eq!(drawings(&flow).iter().map(|drawing| drawing.shapes.len()).collect::<Vec<_>>(), [1]);
    assert!((drawings(&flow)[0].size.width - 104.0).abs() < 2.0, "{:?}", drawings(&flow)[0].size);
}

#[test]
fn a_path_of_signs_far_apart_is_lost_nowhere() {
    let signs = drawn_letters(&[(100.0, 40.0), (480.0, 40.0), (100.0, 700.0)]);
    let flow = filled(Builder::default().page().item(signs), 100.0, 150.0).flow();
    assert_eq!(drawings(&flow).len(), 3);
}

#[test]
fn a_page_without_text_takes_no_margin_from_the_others() {
    let marked = |builder: Builder| builder.item(stroked((20.0, 20.0), (38.0, 38.0), 1.0));
    let text = filled(Builder::default().page(), 100.0, 100.0);
    let margin = |flow: &Flow| flow.sections[0].page.as_ref().unwrap().margins.top;
    let (alone, both) = (text.flow(), marked(filled(Builder::default().page(), 100.0, 100.0).page()).flow());
    assert!((margin(&alone) - margin(&both)).abs() < 1.0, "{} {}", margin(&alone), margin(&both));
}

#[test]
fn the_colour_of_every_page_is_that_of_the_paper() {
    let page = Rect { left: 0.0, top: 0.0, right: 600.0, bottom: 800.0 };
    let sand = Color { r: 250, g: 240, b: 200 };
    let painted = |builder: Builder| filled(builder.page().item(filled_box(page, sand)), 100.0, 100.0);
    let flow = painted(painted(Builder::default())).flow();
    assert_eq!(flow.background, Some(sand));
    assert!(texts(&flow).iter().all(|text| !text.contains('!')));
    assert_eq!(filled(painted(Builder::default()).page(), 100.0, 100.0).flow().background, None);
}

#[test]
fn a_change_of_colour_over_the_page_is_no_paper() {
    let page = Rect { left: 0.0, top: 0.0, right: 600.0, bottom: 800.0 };
    let axis = Axis::Line(Point { x: 0.0, y: 0.0 }, Point { x: 600.0, y: 0.0 });
    let sand = Color { r: 250, g: 240, b: 200 };
    let gradient = Gradient { axis, stops: vec![(0.0, Color::BLACK), (1.0, sand)] };
    let Item::Path(path) = filled_box(page, sand) else { panic!("a box is a path") };
    let changing = Item::Path(Path { gradient: Some(Arc::new(gradient.clone())), ..path });
    let flow = filled(Builder::default().page().item(changing), 100.0, 100.0).flow();
    assert_eq!(flow.background, None);
    let drawings = drawings(&flow);
    assert_eq!(
        drawings.iter().flat_map(|drawing| &drawing.shapes).filter_map(|shape| shape.gradient.as_ref()).count(),
        1
    );
}

#[test]
fn a_rule_under_text_as_wide_is_its_border() {
    let builder = filled(Builder::default().page(), 100.0, 100.0).rule((100.0, 144.0), (500.0, 144.0));
    let flow = filled(builder, 100.0, 180.0).flow();
    let borders =
        paragraphs(&flow).iter().map(|paragraph| paragraph.style.borders.bottom.is_some()).collect::<Vec<_>>();
    assert_eq!(borders, [true, false]);
}

#[test]
fn forms_and_remarks_stand_around_their_text() {
    let mut pages = Builder::default().page().text(100.0, 100.0, 10.0, "Name: Ada").pages();
    let kind = ControlKind::Text(false);
    let area = Rect { left: 129.0, top: 90.0, right: 200.0, bottom: 104.0 };
    let control = Control { name: Some("name".into()), title: None, kind };
    pages.pages[0].controls.push(PlacedControl { area, control, value: "Ada".into() });
    pages.pages[0].comments.push(Comment {
        areas: vec![Rect { left: 100.0, top: 92.0, right: 125.0, bottom: 102.0 }],
        mark: TextMark::Underline,
        author: Some("B".into()),
        date: None,
        text: "first\nlast".into(),
    });
    let flow = reflow(pages, &Context::default()).unwrap();
    let content = &paragraphs(&flow)[0].content;
    let [Inline::Comment { comment: 0, content: about }, .., Inline::Control { content: filled, .. }] = &content[..]
    else {
        panic!("{content:?}")
    };
    assert_eq!((inlines(about).as_str(), inlines(filled).as_str()), ("Name:", "Ada"));
    assert_eq!((flow.comments.len(), flow.comments[0].blocks.len()), (1, 2));
}

#[test]
fn the_exact_layout_puts_every_paragraph_in_its_frame() {
    let mut options = Options::default();
    options.set(&crate::exact::LAYOUT, "exact").unwrap();
    let context = Context::new(options, Limits::default());
    let flow = reflow(chart().pages(), &context).unwrap();
    let section = &flow.sections[0];
    let frames: Vec<_> = section
        .blocks
        .iter()
        .filter_map(|block| if let Block::Frame(frame) = block { Some(frame.rect) } else { None })
        .collect();
    // Two paragraphs of four lines and two labels.
    assert_eq!(frames.len(), 4, "{frames:?}");
    assert_eq!((frames[0].left, frames.iter().filter(|frame| frame.height() > 40.0).count()), (100.0, 2));
    assert_eq!(section.page.as_ref().unwrap().size, Size { width: 600.0, height: 800.0 });
}

#[test]
fn an_image_behind_a_window_is_the_part_that_is_seen() {
    let red = image::RgbImage::from_pixel(4, 4, image::Rgb([255, 0, 0]));
    let mut bytes = Vec::new();
    red.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
    let mut pages = filled(Builder::default().page(), 100.0, 100.0).pages();
    let media = Media { bytes: bytes.into(), kind: MediaKind::Png, width_px: 4, height_px: 4 };
    let media = pages.media.add(media);
    let corners = [(100.0, 300.0), (200.0, 300.0), (100.0, 400.0)].map(|(x, y)| Point { x, y });
    let window = Some(Arc::new(path::Area { segments: path::polygon(&corners), even_odd: false }));
    let transform = Affine { a: 100.0, d: 100.0, e: 100.0, f: 300.0, ..Affine::IDENTITY };
    let image = PlacedImage { media, transform, clip: None, window, alt: Some("a corner".into()), node: None };
    pages.pages[0].items.push(Item::Image(image));
    let flow = reflow(pages, &Context::default()).unwrap();
    let content = paragraphs(&flow).into_iter().flat_map(|paragraph| &paragraph.content);
    let mut images = content.filter_map(|inline| if let Inline::Image(image) = inline { Some(image) } else { None });
    let image = images.next().unwrap();
    assert_eq!((image.width, image.height, image.alt.as_deref()), (Some(100.0), Some(100.0), Some("a corner")));
    let seen = image::load_from_memory(&flow.media.get(image.media).bytes).unwrap().into_rgba8();
    let (width, height) = seen.dimensions();
    let opaque = |x: u32, y: u32| seen.get_pixel(x, y).0[3] == 255;
    assert!(opaque(width / 10, height / 10) && !opaque(width * 9 / 10, height * 9 / 10));
}

/// A picture of four pixels by four, all of one colour.
fn plain(pages: &mut Pages, color: [u8; 4]) -> MediaId {
    let (mut bytes, all) = (std::io::Cursor::new(Vec::new()), image::Rgba(color));
    image::RgbaImage::from_pixel(4, 4, all).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    pages.media.add(Media { bytes: bytes.into_inner().into(), kind: MediaKind::Png, width_px: 4, height_px: 4 })
}

#[test]
fn the_layers_of_a_scan_are_one_picture() {
    let mut pages = Builder::default().page().pages();
    let (ground, print) = (plain(&mut pages, [250, 240, 230, 255]), plain(&mut pages, [20, 20, 20, 128]));
    let Size { width, height } = pages.pages[0].size;
    for (media, width, height) in [(ground, width, height), (print, width * 0.6, height * 0.6)] {
        let transform = Affine { a: width, d: height, ..Affine::IDENTITY };
        pages.pages[0].items.push(Item::Image(PlacedImage {
            media,
            transform,
            clip: None,
            window: None,
            alt: None,
            node: None,
        }));
    }
    let flow = reflow(pages, &Context::default()).unwrap();
    let shown: Vec<_> = flow.media.iter().filter(|(id, _)| ![ground, print].contains(id)).collect();
    let [(_, whole)] = shown[..] else { panic!("{} pictures", shown.len()) };
    let seen = image::load_from_memory(&whole.bytes).unwrap().into_rgba8();
    let at = |share: u32| seen.get_pixel(seen.width() * share / 10, seen.height() * share / 10).0;
    assert_eq!(at(8), [250, 240, 230, 255], "the ground alone");
    assert!(at(3)[0].abs_diff(135) < 3, "print on it: {:?}", at(3));
}

#[test]
fn text_that_runs_under_a_large_letter_is_a_line_of_its_own() {
    let text = "words that run under the letter over them";
    let flow = Builder::default().page().text(150.0, 200.0, 60.0, "R").text(100.0, 206.0, 10.0, text).flow();
    let found = texts(&flow);
    assert!(found.iter().any(|found| found == text), "{found:?}");
}
