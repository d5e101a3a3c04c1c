//! Small documents with drawings, written by hand, and what our own writer writes.

use super::super::super::{read, write};
use transvase_base::context::{Context, Limits};
use transvase_base::error::ErrorCode;
use transvase_base::options::Options;
use transvase_base::units::{Point, Rect, Size};
use transvase_container::zip::Archive;
use transvase_format::Written;
use transvase_model::flow::{
    Block, Color, Drawing, Flow, Formula, Frame, Inline, InlineImage, LinkTarget, Math, MathStyle, Origin, Paragraph,
    Placement, Run, Section, Shape, TextStyle, Wrap, leaves,
};
use transvase_model::media::{Media, MediaKind};
use transvase_model::path::{Stroke, bounds, polygon};

/// A PNG of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0:~\x9bU\0\0\0\nIDATx\x9cc`\0\0\0\x02\0\x01H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82";
const NAMESPACES: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'
    xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'
    xmlns:wp='http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'
    xmlns:pic='http://schemas.openxmlformats.org/drawingml/2006/picture'
    xmlns:c='http://schemas.openxmlformats.org/drawingml/2006/chart'
    xmlns:dgm='http://schemas.openxmlformats.org/drawingml/2006/diagram'
    xmlns:dsp='http://schemas.microsoft.com/office/drawing/2008/diagram'
    xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'
    xmlns:v='urn:schemas-microsoft-com:vml' xmlns:o='urn:schemas-microsoft-com:office:office'
    xmlns:w10='urn:schemas-microsoft-com:office:word'
    xmlns:wps='http://schemas.microsoft.com/office/word/2010/wordprocessingShape'
    xmlns:wpg='http://schemas.microsoft.com/office/word/2010/wordprocessingGroup'";
/// The page of the documents: 600 by 800 points, with margins of 100.
const SECTION: &str = "<w:sectPr><w:pgSz w:w='12000' w:h='16000'/>
    <w:pgMar w:top='2000' w:right='2000' w:bottom='2000' w:left='2000' w:header='700' w:footer='700' w:gutter='0'/></w:sectPr>";

/// A document of one paragraph with a run, and parts it relates to by their names without extension.
pub(super) fn docx(run: &str, parts: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let mut archive = Archive::new();
    let root = format!(
        "<Relationships xmlns='{package}'><Relationship Id='a' Type='{kind}/officeDocument' Target='word/document.xml'/>
         </Relationships>"
    );
    archive.deflate("_rels/.rels", root.as_bytes()).unwrap();
    let body = format!("<w:document {NAMESPACES}><w:body><w:p><w:r>{run}</w:r></w:p>{SECTION}</w:body></w:document>");
    archive.deflate("word/document.xml", body.as_bytes()).unwrap();
    let row = |(id, name, _): &(&str, &str, &[u8])| match name.contains(':') {
        true => format!("<Relationship Id='{id}' Type='{kind}/hyperlink' Target='{name}' TargetMode='External'/>"),
        false => format!("<Relationship Id='{id}' Type='{kind}/image' Target='{name}'/>"),
    };
    let rows: String = parts.iter().map(row).collect();
    let rows = format!("<Relationships xmlns='{package}'>{rows}</Relationships>");
    archive.deflate("word/_rels/document.xml.rels", rows.as_bytes()).unwrap();
    for (_, name, bytes) in parts.iter().filter(|(_, name, _)| !name.contains(':')) {
        archive.deflate(&format!("word/{name}"), bytes).unwrap();
    }
    archive.finish().unwrap()
}

fn flow(run: &str, parts: &[(&str, &str, &[u8])]) -> (Flow, Vec<String>) {
    let context = Context::default();
    let flow = read::read(&docx(run, parts), &context).unwrap();
    let warnings = context.take_warnings().into_iter().map(|warning| warning.message).collect();
    (flow, warnings)
}

fn blocks(flow: &Flow) -> &[Block] {
    &flow.sections[0].blocks
}

fn inlines(flow: &Flow) -> Vec<Inline> {
    let paragraphs = leaves(blocks(flow)).into_iter().filter_map(|block| match block {
        Block::Paragraph(paragraph) => Some(paragraph.content.clone()),
        _ => None,
    });
    paragraphs.flatten().collect()
}

fn frames(flow: &Flow) -> Vec<&Frame> {
    blocks(flow).iter().filter_map(|block| if let Block::Frame(frame) = block { Some(frame) } else { None }).collect()
}

fn words(blocks: &[Block]) -> String {
    let runs = leaves(blocks).into_iter().filter_map(|block| match block {
        Block::Paragraph(paragraph) => Some(&paragraph.content),
        _ => None,
    });
    runs.flatten().filter_map(Inline::run).map(|run| run.text.as_str()).collect()
}

/// A drawing in the line, or at a place that `place` gives.
fn graphic(place: &str, content: &str) -> String {
    let (tag, attributes) =
        if place.is_empty() { ("inline", "") } else { ("anchor", "distL='0' distR='0' behindDoc='0'") };
    format!(
        "<w:drawing><wp:{tag} {attributes}>{place}<wp:extent cx='1270000' cy='635000'/>
         <wp:docPr id='1' name='x' descr='said'><a:hlinkClick r:id='link'/></wp:docPr>
         <a:graphic><a:graphicData uri='x'>{content}</a:graphicData></a:graphic></wp:{tag}></w:drawing>"
    )
}

const PLACE: &str = "<wp:positionH relativeFrom='margin'><wp:posOffset>127000</wp:posOffset></wp:positionH>
    <wp:positionV relativeFrom='page'><wp:posOffset>254000</wp:posOffset></wp:positionV><wp:wrapSquare/>";
const RED: Color = Color { r: 255, g: 0, b: 0 };

#[test]
fn pictures_have_size_cut_turn_words_and_link() {
    let picture = "<pic:pic><pic:nvPicPr><pic:cNvPr id='1' name='x'/></pic:nvPicPr><pic:blipFill><a:blip r:embed='p'/>
        <a:srcRect l='25000' b='10%'/></pic:blipFill><pic:spPr><a:xfrm rot='5400000'/></pic:spPr></pic:pic>";
    let parts: [(&str, &str, &[u8]); 2] = [("p", "media/a.png", PNG), ("link", "https://example.org/", b"")];
    let (flow, _) = flow(&graphic(PLACE, picture), &parts);
    let found = inlines(&flow);
    let [Inline::Link { target, content }] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(target, &LinkTarget::External("https://example.org/".into()));
    let [Inline::Image(image)] = content.as_slice() else { panic!("{content:?}") };
    assert_eq!((image.width, image.height, image.rotation), (Some(100.0), Some(50.0), 90.0));
    assert_eq!((image.crop.left, image.crop.bottom, image.alt.as_deref()), (0.25, 0.1, Some("said")));
    let placement = image.placement.unwrap();
    assert_eq!((placement.x, placement.y, placement.origin, placement.wrap), (110.0, 20.0, Origin::Page, Wrap::Square));
    assert_eq!(flow.media.len(), 1);
}

fn text_box(look: &str, words: &str) -> String {
    format!(
        "<wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x='0' y='0'/><a:ext cx='1270000' cy='635000'/></a:xfrm>{look}
         </wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:txbxContent></wps:txbx>
         <wps:bodyPr lIns='12700' tIns='25400'/></wps:wsp>"
    )
}

#[test]
fn a_text_box_is_a_frame_behind_its_paragraph() {
    let look = "<a:prstGeom prst='rect'/><a:solidFill><a:srgbClr val='FF0000'/></a:solidFill>
        <a:ln w='25400'><a:solidFill><a:srgbClr val='000000'/></a:solidFill></a:ln>";
    let alternate = format!(
        "<mc:AlternateContent><mc:Choice Requires='wps'>{}</mc:Choice><mc:Fallback><w:pict><v:rect>
         <v:textbox><w:txbxContent><w:p><w:r><w:t>once</w:t></w:r></w:p></w:txbxContent></v:textbox></v:rect></w:pict>
         </mc:Fallback></mc:AlternateContent>",
        graphic(PLACE, &text_box(look, "once"))
    );
    let (flow, _) = flow(&alternate, &[]);
    let found = frames(&flow);
    let [frame] = found.as_slice() else { panic!("{:?}", blocks(&flow)) };
    assert_eq!(words(&frame.blocks), "once");
    assert_eq!(frame.rect, Rect { left: 110.0, top: 20.0, right: 210.0, bottom: 70.0 });
    assert_eq!((frame.origin, frame.wrap, frame.background), (Origin::Page, Wrap::Square, Some(RED)));
    assert_eq!((frame.padding.left, frame.padding.top, frame.padding.right), (1.0, 2.0, 7.2));
    assert_eq!(frame.borders.left.map(|border| border.width), Some(2.0));
    assert_eq!(words(blocks(&flow)).matches("once").count(), 1);
}

#[test]
fn text_in_other_shapes_stands_on_their_outlines() {
    let look = "<a:prstGeom prst='ellipse'/><a:solidFill><a:srgbClr val='FF0000'/></a:solidFill>";
    let (flow, _) = flow(&graphic(PLACE, &text_box(look, "round")), &[]);
    let found = inlines(&flow);
    let [Inline::Drawing(drawing)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(drawing.shapes[0].fill, Some((RED, 1.0)));
    assert_eq!(words(&drawing.texts[0].blocks), "round");
    assert!(drawing.placement.is_some() && drawing.alt.as_deref() == Some("said"));
}

#[test]
fn groups_place_their_members() {
    // The group shows 200 by 100 units of its own on 100 by 50 points; the inner one halves and turns them.
    let shape = |tag: &str, place: &str| {
        format!(
            "<wps:wsp><wps:cNvPr id='1' name='{tag}'/><wps:spPr><a:xfrm>{place}</a:xfrm><a:prstGeom prst='rect'/>
            <a:grpFill/></wps:spPr><wps:bodyPr/></wps:wsp>"
        )
    };
    let group = format!(
        "<wpg:wgp><wpg:grpSpPr><a:xfrm><a:off x='0' y='0'/><a:ext cx='1270000' cy='635000'/><a:chOff x='0' y='0'/>
         <a:chExt cx='200' cy='100'/></a:xfrm><a:solidFill><a:srgbClr val='FF0000'/></a:solidFill></wpg:grpSpPr>{}
         <wpg:grpSp><wpg:grpSpPr><a:xfrm rot='10800000'><a:off x='100' y='0'/><a:ext cx='100' cy='100'/><a:chOff x='0' y='0'/>
         <a:chExt cx='10' cy='10'/></a:xfrm><a:grpFill/></wpg:grpSpPr>{}</wpg:grpSp></wpg:wgp>",
        shape("a", "<a:off x='20' y='10'/><a:ext cx='40' cy='20'/>"),
        shape("b", "<a:off x='0' y='0'/><a:ext cx='5' cy='5'/>")
    );
    let (flow, _) = flow(&graphic("", &group), &[]);
    let found = inlines(&flow);
    let [Inline::Drawing(drawing)] = found.as_slice() else { panic!("{found:?}") };
    let around: Vec<Rect> = drawing.shapes.iter().filter_map(|shape| bounds(&shape.outline)).collect();
    let near = |a: &Rect, b: [f32; 4]| {
        [a.left - b[0], a.top - b[1], a.right - b[2], a.bottom - b[3]].iter().all(|d| d.abs() < 0.01)
    };
    assert!(near(&around[0], [10.0, 5.0, 30.0, 15.0]), "{around:?}");
    // Turned about the middle of its group, what was at the upper left is at the lower right.
    assert!(near(&around[1], [75.0, 25.0, 100.0, 50.0]), "{around:?}");
    assert!(drawing.shapes.iter().all(|shape| shape.fill == Some((RED, 1.0))));
}

#[test]
fn older_markup_is_read_too() {
    let vml = |style: &str, inner: &str| {
        format!("<w:pict><v:shape type='#_x0000_t202' style='{style}' alt='said'>{inner}</v:shape></w:pict>")
    };
    let at = "position:absolute;margin-left:10pt;margin-top:20pt;width:100pt;height:50pt;z-index:1";
    let content =
        "<v:textbox inset='1pt,2pt'><w:txbxContent><w:p><w:r><w:t>old</w:t></w:r></w:p></w:txbxContent></v:textbox>";
    let (boxed, _) = flow(&vml(at, content), &[]);
    let frame = frames(&boxed)[0];
    assert_eq!(frame.rect, Rect { left: 10.0, top: 20.0, right: 110.0, bottom: 70.0 });
    assert_eq!((words(&frame.blocks).as_str(), frame.padding.left, frame.padding.right), ("old", 1.0, 7.2));
    let (shown, _) =
        flow(&vml("width:30pt;height:20pt", "<v:imagedata r:id='p' cropleft='16384f'/>"), &[("p", "a.png", PNG)]);
    let found = inlines(&shown);
    let [Inline::Image(image)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((image.width, image.crop.left, image.alt.as_deref()), (Some(30.0), 0.25, Some("said")));
    let group = "<w:pict><v:group style='width:100pt;height:50pt' coordsize='1000,500'>
        <v:oval style='position:absolute;left:100;top:100;width:200;height:100' fillcolor='#f00'/>
        <v:line from='0,0' to='1000,500'/></v:group></w:pict>";
    let (grouped, _) = flow(group, &[]);
    let found = inlines(&grouped);
    let [Inline::Drawing(drawing)] = found.as_slice() else { panic!("{found:?}") };
    let around = bounds(&drawing.shapes[0].outline).unwrap();
    assert!((around.left - 10.0).abs() < 0.01 && (around.right - 30.0).abs() < 0.01, "{around:?}");
    assert_eq!(drawing.shapes[0].fill, Some((RED, 1.0)));
    assert_eq!(drawing.shapes[1].fill, None);
}

#[test]
fn lettering_behind_the_page_is_a_watermark() {
    let shape =
        "<w:pict><v:shape type='#_x0000_t136' fillcolor='silver' stroked='f' style='position:absolute;width:400pt;
        height:100pt;rotation:315;z-index:-1;mso-position-horizontal:center;mso-position-horizontal-relative:margin;
        mso-position-vertical:center;mso-position-vertical-relative:margin'><v:textpath style='font-family:\"Calibri\"'
        string='DRAFT'/></v:shape></w:pict>";
    let (flow, _) = flow(shape, &[]);
    let frame = frames(&flow)[0];
    assert_eq!((words(&frame.blocks).as_str(), frame.rotation), ("DRAFT", 315.0));
    assert_eq!((frame.wrap, frame.origin), (Wrap::Behind, Origin::Page));
    assert_eq!(frame.rect, Rect { left: 100.0, top: 350.0, right: 500.0, bottom: 450.0 });
}

#[test]
fn diagrams_are_their_drawings_and_charts_drawings_or_tables() {
    let chart = format!(
        "<c:chartSpace {NAMESPACES}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx>
         </c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx='0'><c:v>2024</c:v></c:pt>
         </c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx='0'><c:v>East</c:v></c:pt></c:strCache>
         </c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx='0'><c:v>12</c:v></c:pt></c:numCache></c:numRef></c:val>
         </c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"
    );
    let read = |chart: &str| flow(&graphic("", "<c:chart r:id='c'/>"), &[("c", "chart.xml", chart.as_bytes())]);
    let (mut shown, warnings) = read(&chart);
    let found = inlines(&shown);
    let [Inline::Drawing(drawing)] = found.as_slice() else { panic!("{found:?}") };
    assert!(!drawing.shapes.is_empty() && drawing.size.width == 100.0 && warnings.is_empty(), "{warnings:?}");
    assert_eq!(words(&drawing.texts[0].blocks), "Sales");
    assert_eq!(shown.tell_charts(), 1);
    let told = |shown: &Flow| {
        let Some(Block::Table(table)) = blocks(shown).last() else { panic!("{:?}", blocks(shown)) };
        let rows: Vec<Vec<String>> =
            table.rows.iter().map(|row| row.cells.iter().map(|cell| words(&cell.blocks)).collect()).collect();
        assert_eq!(rows, [["", "2024"], ["East", "12"]]);
        let caption = blocks(shown).iter().rev().nth(1).unwrap();
        assert_eq!(words(std::slice::from_ref(caption)), "Sales");
    };
    told(&shown);
    let (shown, warnings) = read(&chart.replace("barChart", "radarChart"));
    told(&shown);
    assert!(warnings.iter().any(|warning| warning.contains("charts")), "{warnings:?}");
    let data = format!(
        "<dgm:dataModel {NAMESPACES}><dgm:ptLst/><dgm:extLst><a:ext uri='x'><dsp:dataModelExt relId='d'/></a:ext>
         </dgm:extLst></dgm:dataModel>"
    );
    let drawing = format!(
        "<dsp:drawing {NAMESPACES}><dsp:spTree><dsp:sp><dsp:spPr><a:xfrm><a:off x='127000' y='0'/><a:ext cx='254000' cy='127000'/>
         </a:xfrm><a:prstGeom prst='roundRect'/><a:solidFill><a:srgbClr val='FF0000'/></a:solidFill></dsp:spPr>
         <dsp:txBody><a:bodyPr/><a:p><a:pPr algn='ctr'/><a:r><a:rPr sz='1800'/><a:t>Step</a:t></a:r></a:p></dsp:txBody>
         </dsp:sp></dsp:spTree></dsp:drawing>"
    );
    let parts: [(&str, &str, &[u8]); 2] =
        [("m", "data.xml", data.as_bytes()), ("d", "drawing.xml", drawing.as_bytes())];
    let (shown, _) = flow(&graphic("", "<dgm:relIds r:dm='m'/>"), &parts);
    let found = inlines(&shown);
    let [Inline::Link { content, .. }] = found.as_slice() else {
        let [Inline::Drawing(drawing)] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((words(&drawing.texts[0].blocks).as_str(), drawing.shapes.len()), ("Step", 1));
        return;
    };
    panic!("{content:?}");
}

#[test]
fn metafiles_are_drawings() {
    let picture = "<pic:pic><pic:blipFill><a:blip r:embed='p'/></pic:blipFill><pic:spPr/></pic:pic>";
    let bytes = transvase_markup::metafile::sample();
    let (flow, _) = flow(&graphic("", picture), &[("p", "media/a.emf", &bytes)]);
    let found = inlines(&flow);
    let [Inline::Drawing(drawing)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((drawing.size.width, drawing.shapes.is_empty(), drawing.texts.len()), (100.0, false, 1));
}

#[test]
fn hostile_drawings_end() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(300), close.repeat(300));
    let group = "<wpg:grpSp><wpg:grpSpPr/>";
    let huge = "<wps:wsp><wps:spPr><a:xfrm rot='1e30' flipH='1'><a:off x='-1e30' y='nan'/><a:ext cx='1e38' cy='-5'/></a:xfrm>
        <a:custGeom><a:pathLst><a:path w='0' h='-1'><a:arcTo wR='1e30' hR='0' stAng='x' swAng='1e30'/></a:path></a:pathLst>
        </a:custGeom><a:ln w='1e30'><a:solidFill><a:srgbClr val='0'/></a:solidFill></a:ln></wps:spPr></wps:wsp>";
    let runs = [
        graphic("", &format!("<wpg:wgp>{}</wpg:wgp>", deep(group, "</wpg:grpSp>"))),
        graphic(PLACE, huge),
        format!("<w:pict>{}</w:pict>", deep("<v:group>", "</v:group>")),
        "<w:pict><v:shape style='width:1e40pt;height:-3;rotation:x;position:absolute' path='m1e9,c@' coordsize='0,0'/></w:pict>".into(),
        "<w:pict><v:line from='x' to=',,'/><v:polyline points='1,2,3'/><v:shape><v:textpath string=''/></v:shape></w:pict>".into(),
        graphic("<wp:positionH/><wp:positionV relativeFrom='x'><wp:posOffset>9e99</wp:posOffset></wp:positionV>", "<pic:pic/>"),
        graphic("", "<c:chart r:id='none'/><dgm:relIds/>"),
        "<m:oMath><m:nary/><m:d/><m:m><m:mr/></m:m><m:eqArr/><m:f/><m:limLow/></m:oMath>".into(),
    ];
    for run in runs {
        let (flow, _) = flow(&run, &[]);
        write(flow);
    }
}

#[test]
fn damaged_documents_are_read_or_refused() {
    let whole = docx(&graphic(PLACE, &text_box("<a:prstGeom prst='ellipse'/>", "words")), &[("p", "a.png", PNG)]);
    for end in (0..whole.len()).step_by(37) {
        let _ = read::read(&whole[..end], &Context::default());
    }
    let few = Limits { elements: 20, ..Limits::default() };
    let error = read::read(&whole, &Context::new(Options::default(), few)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded);
}

fn write(flow: Flow) -> Vec<u8> {
    let Written::File(bytes) = write::write(flow, &Context::default()).unwrap() else { panic!("one file") };
    bytes
}

fn again(flow: Flow) -> Flow {
    read::read(&write(flow), &Context::default()).unwrap()
}

fn of(content: Vec<Inline>) -> Flow {
    let blocks = vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })];
    Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
}

#[test]
fn what_is_written_comes_back() {
    let mut flow = of(Vec::new());
    let media = Media { bytes: PNG.into(), kind: MediaKind::Png, width_px: 1, height_px: 1 };
    let media = flow.media.add(media);
    let at = |x, y| Point { x, y };
    let placement =
        Placement { x: 12.0, y: 34.0, origin: Origin::Paragraph, wrap: Wrap::Square, room: 9.0, raised: true };
    let image = InlineImage {
        width: Some(80.0),
        height: Some(40.0),
        alt: Some("a dot".into()),
        rotation: 30.0,
        placement: Some(placement),
        ..InlineImage::new(media)
    };
    let stroke = Stroke { width: 1.5, color: Color::BLACK, opacity: 1.0, dashed: true };
    let shape = Shape {
        outline: polygon(&[at(10.0, 10.0), at(90.0, 10.0), at(50.0, 40.0)]),
        fill: Some((RED, 0.5)),
        gradient: None,
        stroke: Some(stroke),
    };
    let drawing = Drawing {
        size: Size { width: 100.0, height: 50.0 },
        shapes: vec![shape],
        placement: Some(Placement { origin: Origin::Page, raised: false, wrap: Wrap::Behind, room: 0.0, ..placement }),
        ..Drawing::default()
    };
    flow.sections[0].blocks = vec![Block::Paragraph(Paragraph {
        content: vec![Inline::Image(image.clone()), Inline::Drawing(drawing.clone())],
        ..Paragraph::default()
    })];
    let found = inlines(&again(flow));
    let [Inline::Image(image_again), Inline::Drawing(drawing_again)] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(image_again, &image);
    assert_eq!((drawing_again.size, drawing_again.placement), (drawing.size, drawing.placement));
    let [shape] = drawing_again.shapes.as_slice() else { panic!("{drawing_again:?}") };
    assert_eq!((shape.fill, shape.stroke), (drawing.shapes[0].fill, drawing.shapes[0].stroke));
    for (a, b) in shape.outline.iter().zip(&drawing.shapes[0].outline) {
        for (p, q) in a.points().zip(b.points()) {
            assert!((p.x - q.x).abs() < 0.02 && (p.y - q.y).abs() < 0.02, "{a:?} {b:?}");
        }
    }
}

/// Formulas of every kind, from the letters a test can draw.
fn formulas() -> impl proptest::strategy::Strategy<Value = Vec<Math>> {
    use proptest::prelude::*;
    let style =
        prop_oneof![Just(MathStyle::Italic), Just(MathStyle::Upright), Just(MathStyle::Bold), Just(MathStyle::Words)];
    let signs = ("[a-z0-9+=∈]{1,3}", style).prop_map(|(text, style)| vec![Math::Signs(text, style)]);
    signs.prop_recursive(4, 24, 3, |row| {
        let joined = |rows: Vec<Vec<Math>>| Math::joined(rows.into_iter().flatten());
        let full = row.clone();
        prop_oneof![
            (row.clone(), row.clone()).prop_map(|(a, b)| vec![Math::Fraction(a, b)]),
            (row.clone(), row.clone()).prop_map(|(base, sup)| vec![Math::Script { base, sub: Vec::new(), sup }]),
            (row.clone(), row.clone(), row.clone()).prop_map(|(base, sub, sup)| vec![Math::Script { base, sub, sup }]),
            (row.clone(), any::<bool>())
                .prop_map(|(a, square)| vec![Math::Root(if square { Vec::new() } else { a.clone() }, a)]),
            (row.clone(), row.clone(), any::<bool>()).prop_map(|(below, body, beside)| {
                vec![Math::Big { sign: '∑', below, above: Vec::new(), beside, body }]
            }),
            // A name in italic letters is read as an upright one: names are given as the model keeps them.
            (row.clone(), row.clone()).prop_map(|(a, b)| vec![Math::Function(Math::name_of(a), b)]),
            (row.clone(), prop_oneof![Just(Some('(')), Just(None)]).prop_map(|(body, open)| vec![Math::Fenced(
                open,
                body,
                Some(']')
            )]),
            (
                row.clone(),
                prop_oneof![Just('\u{302}'), Just('\u{305}'), Just('\u{332}'), Just('\u{23DF}'), Just('\u{23DE}')]
            )
                .prop_map(|(body, mark)| vec![Math::Accent(body, mark)]),
            (row.clone(), row.clone(), any::<bool>())
                .prop_map(|(a, b, left)| vec![Math::Matrix(vec![vec![a.clone(), b.clone()], vec![b, a]], left)]),
            proptest::collection::vec(full, 1..3).prop_map(joined),
        ]
    })
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { cases: 48, ..Default::default() })]
    #[test]
    fn formulas_come_back_as_they_were(row in formulas()) {
        let run = Run { text: String::new(), style: TextStyle::default() };
        let found = inlines(&again(of(vec![Inline::Formula(Box::new(Formula::new(row.clone(), run)))])));
        let [Inline::Formula(formula)] = found.as_slice() else { panic!("{found:?}") };
        proptest::prop_assert_eq!(&formula.row, &row);
    }
}
