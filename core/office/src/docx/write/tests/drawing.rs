//! Drawings, frames and placed pictures.

use super::sample::{body, png, text};
use super::schema::check_package;
use super::*;
use transvase_base::units::{Point, Rect, Size};
use transvase_model::path::{Segment, Stroke};

fn rect(left: f32, top: f32, right: f32, bottom: f32) -> Rect {
    Rect { left, top, right, bottom }
}

fn framed(blocks: Vec<Block>) -> Frame {
    Frame {
        rect: rect(100.0, 200.0, 172.0, 236.0),
        origin: Origin::Page,
        rotation: -90.0,
        wrap: Wrap::InFront,
        padding: Edges::default(),
        background: None,
        borders: Borders::default(),
        blocks,
    }
}

fn triangle() -> Drawing {
    let at = |x, y| Point { x, y };
    let outline = vec![
        Segment::Move(at(10.0, 10.0)),
        Segment::Line(at(40.0, 10.0)),
        Segment::Curve(at(40.0, 20.0), at(30.0, 30.0), at(10.0, 30.0)),
        Segment::Close,
    ];
    let stroke = Stroke { width: 1.0, color: Color::BLACK, opacity: 1.0, dashed: true };
    let shape = Shape { outline, fill: Some((Color::WHITE, 0.5)), gradient: None, stroke: Some(stroke) };
    Drawing { size: Size { width: 60.0, height: 40.0 }, shapes: vec![shape], ..Drawing::default() }
}

#[test]
fn a_frame_hangs_on_the_next_paragraph() {
    let xml = document(vec![
        body(vec![text("one")]),
        Block::Frame(framed(vec![body(vec![text("framed")])])),
        body(vec![text("two")]),
    ]);
    let find = |what: &str| xml.find(what).unwrap_or_else(|| panic!("{what} in {xml}"));
    assert!(
        find(">one<") < find("wps:txbx") && find("wps:txbx") < find(">framed<") && find(">framed<") < find(">two<")
    );
    // 72 by 36 points, turned up about the middle at 136, 218: it stands at 118, 182.
    assert!(
        xml.contains("<wp:posOffset>1498600</wp:posOffset>") && xml.contains("<wp:posOffset>2311400</wp:posOffset>")
    );
    assert!(xml.contains(r#"<a:ext cx="457200" cy="914400"/>"#) && xml.contains(r#"vert="vert270""#), "{xml}");
    assert_eq!(xml.matches("<w:p>").count(), 3, "{xml}");
}

#[test]
fn frames_without_a_paragraph_find_one() {
    let last = document(vec![Block::Frame(framed(vec![]))]);
    assert_eq!(last.matches("<w:p>").count(), 2, "{last}");
    let nested = document(vec![Block::Frame(framed(vec![Block::Frame(framed(vec![body(vec![text("deep")])]))]))]);
    assert_eq!(nested.matches("<wps:wsp>").count(), 2, "{nested}");
}

#[test]
fn an_image_lies_over_the_outlines_painted_before_it() {
    let order = |over: usize| {
        let mut flow = one_section(Vec::new());
        let image = DrawnImage { media: flow.media.add(png(40)), rect: rect(0.0, 0.0, 10.0, 10.0), over };
        let drawing =
            Drawing { images: vec![image], shapes: [triangle().shapes, triangle().shapes].concat(), ..triangle() };
        flow.sections[0].blocks = vec![body(vec![Inline::Drawing(drawing)])];
        let xml = part(&written(flow), "word/document.xml");
        let parts = xml.match_indices("<wps:wsp>").map(|(at, _)| (at, 's'));
        let mut parts: Vec<(usize, char)> =
            parts.chain(xml.match_indices("<pic:nvPicPr").map(|(at, _)| (at, 'i'))).collect();
        parts.sort_unstable();
        parts.into_iter().map(|(_, part)| part).collect::<String>()
    };
    assert_eq!([order(0), order(1), order(2), order(9)], ["iss", "sis", "ssi", "ssi"]);
}

#[test]
fn a_drawing_is_a_group_of_its_outlines_and_words() {
    let drawing = Drawing { texts: vec![framed(vec![body(vec![text("label")])])], ..triangle() };
    let xml = document(vec![body(vec![Inline::Drawing(drawing)])]);
    assert!(xml.contains("<wp:inline ") && xml.contains(">label<"));
    // The outline lies within 30 by 20 points, counted in hundredths from its own corner.
    assert!(xml.contains(r#"<a:path w="3000" h="2000"><a:moveTo><a:pt x="0" y="0"/></a:moveTo>"#), "{xml}");
    assert!(xml.contains(r#"<a:alpha val="50000"/>"#) && xml.contains(r#"<a:prstDash val="dash"/>"#));
}

#[test]
fn a_placed_picture_is_anchored_and_cropped() {
    let mut flow = one_section(Vec::new());
    let media = flow.media.add(png(9));
    let placement =
        Placement { x: -10.0, y: 20.0, origin: Origin::Paragraph, wrap: Wrap::Behind, room: 0.0, raised: true };
    let crop = Edges { left: 0.25, ..Edges::default() };
    let image = InlineImage {
        width: Some(900.0),
        height: Some(90.0),
        crop,
        placement: Some(placement),
        ..InlineImage::new(media)
    };
    flow.sections[0].blocks = vec![body(vec![Inline::Image(image)])];
    let docx = written(flow);
    check_package(&docx).unwrap();
    let xml = part(&docx, "word/document.xml");
    assert!(xml.contains(r#"behindDoc="1""#) && xml.contains(r#"<a:srcRect l="25000"/>"#));
    assert!(xml.contains(r#"<wp:positionH relativeFrom="column"><wp:posOffset>-127000</wp:posOffset>"#));
    assert!(xml.contains(r#"<wp:extent cx="11430000" cy="1143000"/>"#), "{xml}");
}

#[test]
fn a_slanting_frame_is_turned_in_a_group() {
    let xml = document(vec![Block::Frame(Frame { rotation: 45.0, ..framed(vec![body(vec![text("slant")])]) })]);
    assert!(xml.contains("<wpg:wgp>") && xml.contains(r#"<a:xfrm rot="2700000">"#), "{xml}");
}

#[test]
fn a_slanting_line_behind_the_page_is_a_watermark() {
    let behind = Frame { rotation: -45.0, wrap: Wrap::Behind, ..framed(vec![body(vec![text("DRAFT & more")])]) };
    let xml = document(vec![Block::Frame(behind.clone())]);
    assert!(xml.contains(r#"string="DRAFT &amp; more""#) && xml.contains("rotation:315.0;"), "{xml}");
    assert!(xml.contains("margin-left:100.0pt;margin-top:200.0pt;width:72.0pt;height:36.0pt;"), "{xml}");
    assert!(!xml.contains("txbxContent"));
    let level = document(vec![Block::Frame(Frame { rotation: 0.0, ..behind })]);
    assert!(level.contains("txbxContent") && !level.contains("v:textpath"));
}
