//! Watermarks: a line of large slanted text behind the page, as the lettering that office programs write for them
//! (VML text paths: ECMA-376 part 4, 14.1.2.23).

use std::io::Write;

use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Block, Color, Frame, Inline, Origin, Run, Wrap};

/// Namespaces of VML and of what office programs add to it.
const VML: &str = "urn:schemas-microsoft-com:vml";
const OFFICE: &str = "urn:schemas-microsoft-com:office:office";
/// Number of the shape of plain lettering (ECMA-376 part 4, 14.2.2.20).
const LETTERING: &str = "136";
/// Least side in points.
const MIN_SIDE: f32 = 1.0;

/// The text of a frame that is a watermark: one stretch of text behind the page, neither level nor upright.
pub(super) fn text_of(frame: &Frame) -> Option<&Run> {
    let oblique = frame.rotation.is_finite() && frame.rotation.rem_euclid(90.0) != 0.0;
    let [Block::Paragraph(paragraph)] = frame.blocks.as_slice() else { return None };
    let [Inline::Text(run)] = paragraph.content.as_slice() else { return None };
    let is_behind = oblique && frame.wrap == Wrap::Behind && frame.origin == Origin::Page;
    (is_behind && !run.text.trim().is_empty()).then_some(run)
}

/// Writes a watermark, the `number`th graphic of the document, that fills its frame.
pub(super) fn write(xml: &mut XmlWriter<impl Write>, frame: &Frame, run: &Run, number: usize) {
    let rect = frame.rect;
    let (width, height) = (rect.width().max(MIN_SIDE), rect.height().max(MIN_SIDE));
    let turn = frame.rotation.rem_euclid(360.0);
    let place = format!(
        "position:absolute;margin-left:{:.1}pt;margin-top:{:.1}pt;width:{width:.1}pt;height:{height:.1}pt;\
         rotation:{turn:.1};z-index:-{number};mso-position-horizontal-relative:page;\
         mso-position-vertical-relative:page",
        rect.left, rect.top,
    );
    let (id, color) = (format!("Watermark{number}"), run.style.color.unwrap_or(Color::BLACK).hex());
    xml.element("w:pict", &[("xmlns:v", VML), ("xmlns:o", OFFICE)], |xml| {
        shape_type(xml);
        let kind = format!("#{}", type_id());
        let shape = [("id", &*id), ("type", &*kind), ("style", &*place), ("fillcolor", &*color), ("stroked", "f")];
        xml.element("v:shape", &shape, |xml| {
            xml.empty("v:textpath", &[("style", &*face(run)), ("string", run.text.trim())]);
        });
    });
}

/// Two level lines that the text is stretched between.
fn shape_type(xml: &mut XmlWriter<impl Write>) {
    let path = "m0,0l21600,0m0,21600l21600,21600e";
    let own = type_id();
    let about = [("id", &*own), ("coordsize", "21600,21600"), ("o:spt", LETTERING), ("path", path)];
    xml.element("v:shapetype", &about, |xml| {
        xml.empty("v:path", &[("textpathok", "t")]);
        xml.empty("v:textpath", &[("on", "t"), ("fitshape", "t")]);
    });
}

/// Name of the shape type, which office programs know by it.
fn type_id() -> String {
    format!("_x0000_t{LETTERING}")
}

fn face(run: &Run) -> String {
    let family = run.style.family.as_deref().unwrap_or("Arial").replace(['"', ';'], "");
    let weight = if run.style.is_bold() { ";font-weight:bold" } else { "" };
    let slant = if run.style.italic { ";font-style:italic" } else { "" };
    format!("font-family:\"{family}\";font-size:1pt{weight}{slant}")
}
