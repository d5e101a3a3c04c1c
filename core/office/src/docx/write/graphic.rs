//! What all graphics have in DrawingML: their place and size, their names, fills and lines (ECMA-376 part 1, 20.1 and
//! 20.4).

use std::io::Write;

use super::namespaces::{MC, PIC, WPG, WPS};
use super::properties::hex;
use transvase_base::units::{Rect, Size, emu};
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Color, Origin, Placement, Wrap};
use transvase_model::path::Stroke;

/// Distance in points that text running around a box keeps at its sides, as Word has it.
pub(super) const DISTANCE: f32 = 9.0;
/// Height at which drawings begin to lie over one another, as Word has it: those that come later lie over the others.
const GROUND: usize = 251_658_240;
/// How much higher lies what is raised.
const STOREY: usize = 1 << 20;
/// Largest distance in points that is written; Word takes no more than 22 inches of page.
pub(super) const MAX_POINTS: f32 = 4_000.0;
/// Thinnest line in points: Word draws a thinner one as a hair of a pixel.
const MIN_LINE: f32 = 0.1;

/// What a graphic is called and how large it is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Label<'a> {
    /// Number of its own in the document.
    pub number: usize,
    /// What kind of thing it is, as Word names such things.
    pub kind: &'static str,
    /// Words for those who do not see it.
    pub alt: Option<&'a str>,
    /// Its size.
    pub size: Size,
}

impl Label<'_> {
    /// Writes an element with the number, name and words of the graphic.
    pub(super) fn write(&self, xml: &mut XmlWriter<impl Write>, element: &str) {
        let (id, name) = (self.number.to_string(), format!("{} {}", self.kind, self.number));
        let attributes = [("id", &*id), ("name", &*name), ("descr", self.alt.unwrap_or_default())];
        xml.empty(element, if self.alt.is_some() { &attributes } else { &attributes[..2] });
    }
}

/// Opens a graphic, in the line or at the place that `placement` names, up to where the content of
/// type `uri` goes; returns the elements to close after it, the innermost first.
pub(super) fn open(
    xml: &mut XmlWriter<impl Write>,
    label: Label<'_>,
    placement: Option<Placement>,
    uri: &str,
) -> [&'static str; 4] {
    xml.open("w:drawing", &[]);
    let name = place(xml, placement, &label);
    label.write(xml, "wp:docPr");
    if uri == PIC {
        xml.element("wp:cNvGraphicFramePr", &[], |xml| xml.empty("a:graphicFrameLocks", &[("noChangeAspect", "1")]));
    } else {
        xml.empty("wp:cNvGraphicFramePr", &[]);
    }
    xml.open("a:graphic", &[]);
    xml.open("a:graphicData", &[("uri", uri)]);
    ["a:graphicData", "a:graphic", name, "w:drawing"]
}

/// The same for markup that programs before Word 2010 pass over.
pub(super) fn open_new(
    xml: &mut XmlWriter<impl Write>,
    label: Label<'_>,
    placement: Option<Placement>,
    uri: &str,
) -> [&'static str; 6] {
    xml.open("mc:AlternateContent", &[("xmlns:mc", MC), ("xmlns:wps", WPS), ("xmlns:wpg", WPG)]);
    xml.open("mc:Choice", &[("Requires", if uri == WPG { "wpg" } else { "wps" })]);
    let [data, graphic, name, drawing] = open(xml, label, placement, uri);
    [data, graphic, name, drawing, "mc:Choice", "mc:AlternateContent"]
}

/// Closes elements, in the order given.
pub(super) fn close(xml: &mut XmlWriter<impl Write>, tags: &[&str]) {
    tags.iter().for_each(|tag| xml.close(tag));
}

/// Opens the element that places a graphic, and writes its place and size; returns its name.
fn place(xml: &mut XmlWriter<impl Write>, placement: Option<Placement>, label: &Label<'_>) -> &'static str {
    let (cx, cy) = (length(label.size.width), length(label.size.height));
    let extent = [("cx", &*cx), ("cy", &*cy)];
    let Some(placement) = placement else {
        xml.open("wp:inline", &["distT", "distB", "distL", "distR"].map(|side| (side, "0")));
        xml.empty("wp:extent", &extent);
        return "wp:inline";
    };
    let side = if placement.wrap == Wrap::Square { distance(placement.room) } else { "0".into() };
    let behind = if placement.wrap == Wrap::Behind { "1" } else { "0" };
    let storey = if placement.raised { STOREY } else { 0 };
    let height = (GROUND + storey + label.number).to_string();
    xml.open(
        "wp:anchor",
        &[
            ("distT", "0"),
            ("distB", "0"),
            ("distL", &side),
            ("distR", &side),
            ("simplePos", "0"),
            ("relativeHeight", &height),
            ("behindDoc", behind),
            ("locked", "0"),
            ("layoutInCell", if placement.origin == Origin::Page { "0" } else { "1" }),
            ("allowOverlap", "1"),
        ],
    );
    xml.empty("wp:simplePos", &[("x", "0"), ("y", "0")]);
    let (across, down) = match placement.origin {
        Origin::Page => ("page", "page"),
        Origin::Paragraph => ("column", "paragraph"),
    };
    for (name, from, offset) in [("wp:positionH", across, placement.x), ("wp:positionV", down, placement.y)] {
        xml.element(name, &[("relativeFrom", from)], |xml| xml.leaf("wp:posOffset", &[], &distance(offset)));
    }
    xml.empty("wp:extent", &extent);
    match placement.wrap {
        Wrap::Square => xml.empty("wp:wrapSquare", &[("wrapText", "largest")]),
        Wrap::TopAndBottom => xml.empty("wp:wrapTopAndBottom", &[]),
        Wrap::Behind | Wrap::InFront => xml.empty("wp:wrapNone", &[]),
    }
    "wp:anchor"
}

/// A length in EMU; nothing is thinner than one.
fn length(pt: f32) -> String {
    let pt = if pt.is_nan() { 0.0 } else { pt.clamp(0.0, MAX_POINTS) };
    emu(pt).max(1).to_string()
}

/// A distance in EMU, to either side.
pub(super) fn distance(pt: f32) -> String {
    emu(if pt.is_nan() { 0.0 } else { pt.clamp(-MAX_POINTS, MAX_POINTS) }).to_string()
}

/// Opens a group of shapes that are placed in `all`.
pub(super) fn open_group(xml: &mut XmlWriter<impl Write>, all: &Rect) {
    xml.open("wpg:wgp", &[]);
    xml.empty("wpg:cNvGrpSpPr", &[]);
    xml.element("wpg:grpSpPr", &[], |xml| frame(xml, all, 0.0, true));
}

/// The place and size of a shape in its group; of a group also the space its shapes are placed in.
pub(super) fn frame(xml: &mut XmlWriter<impl Write>, rect: &Rect, rotation: f32, group: bool) {
    let turn = rotation.rem_euclid(360.0);
    // Angles are counted in 60,000ths of a degree (ECMA-376 part 1, 20.1.10.3).
    let angle = ((if turn.is_finite() { turn } else { 0.0 }) * 60_000.0).round().to_string();
    let attributes = [("rot", &*angle)];
    xml.element("a:xfrm", if angle == "0" { &[] } else { &attributes }, |xml| {
        let (x, y) = (distance(rect.left), distance(rect.top));
        let (cx, cy) = (length(rect.width()), length(rect.height()));
        xml.empty("a:off", &[("x", &x), ("y", &y)]);
        xml.empty("a:ext", &[("cx", &cx), ("cy", &cy)]);
        if group {
            xml.empty("a:chOff", &[("x", &x), ("y", &y)]);
            xml.empty("a:chExt", &[("cx", &cx), ("cy", &cy)]);
        }
    });
}

/// What a shape is filled with.
pub(super) fn fill(xml: &mut XmlWriter<impl Write>, fill: Option<(Color, f32)>) {
    let Some((shade, opacity)) = fill else { return xml.empty("a:noFill", &[]) };
    xml.element("a:solidFill", &[], |xml| color(xml, shade, opacity));
}

/// A colour that may let through what lies behind.
pub(super) fn color(xml: &mut XmlWriter<impl Write>, color: Color, opacity: f32) {
    xml.element("a:srgbClr", &[("val", &hex(color))], |xml| {
        if opacity < 1.0 {
            xml.empty("a:alpha", &[("val", &share(opacity))]);
        }
    });
}

/// A share of a whole, in 1,000ths of a per cent (ECMA-376 part 1, 20.1.10.40).
pub(super) fn share(value: f32) -> String {
    (value.clamp(0.0, 1.0) * 100_000.0).round().to_string()
}

/// The line around a shape.
pub(super) fn line(xml: &mut XmlWriter<impl Write>, stroke: Option<Stroke>) {
    let Some(stroke) = stroke else { return xml.element("a:ln", &[], |xml| xml.empty("a:noFill", &[])) };
    let width = if stroke.width.is_nan() { MIN_LINE } else { stroke.width.clamp(MIN_LINE, 1_584.0) };
    xml.element("a:ln", &[("w", &emu(width).to_string())], |xml| {
        fill(xml, Some((stroke.color, stroke.opacity)));
        if stroke.dashed {
            xml.empty("a:prstDash", &[("val", "dash")]);
        }
        xml.empty("a:miter", &[("lim", "800000")]);
    });
}
