//! Frames: blocks at a place of their own, as text boxes ([MS-ODRAWXML] 2.8.3).

use std::io::Write;

use super::bucket::Place;
use super::document::{Document, Frame, Wrote};
use super::graphic::{self, Label, distance};
use super::namespaces::{WPG, WPS};
use super::watermark;
use transvase_base::error::Result;
use transvase_base::units::{PT_PER_INCH, Rect, Size};
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{self, Border, Borders, Placement};
use transvase_model::path::Stroke;

/// Least side of a frame in points that text is fitted to.
const MIN_SIDE: f32 = PT_PER_INCH / 8.0;

impl<X: Write> Document<'_, X> {
    /// Writes the frames that wait for a paragraph to hang on, in the paragraph that is open.
    pub(super) fn waiting_frames(&mut self) -> Result<()> {
        for frame in std::mem::take(&mut self.frames) {
            self.context.tick(1)?;
            self.xml.open("w:r", &[]);
            self.anchored(&frame)?;
            self.xml.close("w:r");
        }
        Ok(())
    }

    /// A text box at its place. Text that runs up or down is a property of the box; any other turn is
    /// one of a group, as office programs turn the shape of a lone box and not its text.
    fn anchored(&mut self, frame: &flow::Frame) -> Result<()> {
        // LibreOffice shows text boxes at an angle upright and in front of the text; lettering is what office programs
        // write for it themselves.
        if let Some(run) = watermark::text_of(frame) {
            watermark::write(&mut self.xml, frame, run, self.shared.pictures.number());
            return Ok(());
        }
        let stand = Stand::of(frame);
        let rect = stand.rect;
        let placement = Placement {
            x: rect.left,
            y: rect.top,
            origin: frame.origin,
            wrap: frame.wrap,
            room: graphic::DISTANCE,
            raised: frame.origin == flow::Origin::Paragraph,
        };
        let size = Size { width: rect.width(), height: rect.height() };
        let label = Label { number: self.shared.pictures.number(), kind: "Text Box", alt: None, size };
        let grouped = stand.rotation != 0.0;
        let open = graphic::open_new(&mut self.xml, label, Some(placement), if grouped { WPG } else { WPS });
        let own = Rect { left: 0.0, top: 0.0, right: size.width, bottom: size.height };
        if grouped {
            graphic::open_group(&mut self.xml, &own);
        }
        self.shape(frame, &Stand { rect: own, ..stand })?;
        if grouped {
            self.xml.close("wpg:wgp");
        }
        graphic::close(&mut self.xml, &open);
        Ok(())
    }

    /// The shape of a frame with its text, in a group.
    pub(super) fn text_box(&mut self, frame: &flow::Frame) -> Result<()> {
        self.shape(frame, &Stand { rect: frame.rect, rotation: frame.rotation, direction: "horz" })
    }

    fn shape(&mut self, frame: &flow::Frame, stand: &Stand) -> Result<()> {
        self.xml.open("wps:wsp", &[]);
        let number = self.shared.pictures.number();
        let size = Size { width: stand.rect.width(), height: stand.rect.height() };
        Label { number, kind: "Text Box", alt: None, size }.write(&mut self.xml, "wps:cNvPr");
        self.xml.empty("wps:cNvSpPr", &[("txBox", "1")]);
        self.xml.element("wps:spPr", &[], |xml| outside(xml, frame, stand));
        self.xml.open("wps:txbx", &[]);
        self.xml.open("w:txbxContent", &[]);
        self.framed(frame)?;
        self.xml.close("w:txbxContent");
        self.xml.close("wps:txbx");
        inside(&mut self.xml, frame, stand.direction);
        self.xml.close("wps:wsp");
        Ok(())
    }

    /// The blocks of a frame, which know nothing of the paragraph the frame hangs on.
    fn framed(&mut self, frame: &flow::Frame) -> Result<()> {
        let run = std::mem::take(&mut self.run);
        let (pending, tail) = (self.pending.take(), self.tail.take());
        let (wrote, page_top) = (std::mem::replace(&mut self.wrote, Wrote::Nothing), self.page_top);
        let room = (frame.rect.width().max(MIN_SIDE), frame.rect.height().max(MIN_SIDE));
        let place = Frame {
            place: Place::Cell,
            start: 0,
            end: 0,
            listed: 0,
            room,
            depth: self.nesting,
            list: None,
            last: false,
        };
        self.nesting += 1;
        self.blocks(&frame.blocks, place)?;
        self.nesting -= 1;
        if self.wrote != Wrote::Paragraph || !self.frames.is_empty() {
            self.separator()?;
        }
        (self.run, self.pending, self.tail, self.wrote, self.page_top) = (run, pending, tail, wrote, page_top);
        Ok(())
    }
}

/// How a text box stands.
#[derive(Debug, Clone, Copy)]
struct Stand {
    /// Its place before it is turned.
    rect: Rect,
    /// Turn in degrees, clockwise.
    rotation: f32,
    /// Direction of its text (ECMA-376 part 1, 20.1.10.83).
    direction: &'static str,
}

impl Stand {
    fn of(frame: &flow::Frame) -> Stand {
        let rect = frame.rect;
        let turn = if frame.rotation.is_finite() { frame.rotation.rem_euclid(360.0) } else { 0.0 };
        let middle = rect.center();
        let (half_width, half_height) = (rect.width() / 2.0, rect.height() / 2.0);
        let upended = Rect {
            left: middle.x - half_height,
            top: middle.y - half_width,
            right: middle.x + half_height,
            bottom: middle.y + half_width,
        };
        match turn.round() as i32 {
            0 | 360 => Stand { rect, rotation: 0.0, direction: "horz" },
            90 => Stand { rect: upended, rotation: 0.0, direction: "vert" },
            270 => Stand { rect: upended, rotation: 0.0, direction: "vert270" },
            _ => Stand { rect, rotation: turn, direction: "horz" },
        }
    }
}

/// Place, shape, colour and lines of a frame.
fn outside(xml: &mut XmlWriter<impl Write>, frame: &flow::Frame, stand: &Stand) {
    graphic::frame(xml, &stand.rect, stand.rotation, false);
    xml.element("a:prstGeom", &[("prst", "rect")], |xml| xml.empty("a:avLst", &[]));
    graphic::fill(xml, frame.background.map(|color| (color, 1.0)));
    let Borders { top, right, bottom, left } = frame.borders;
    let stroke = |Border { width, color, .. }| Stroke { width, color, opacity: 1.0, dashed: false };
    graphic::line(xml, top.or(right).or(bottom).or(left).map(stroke));
}

/// Room between the edges of a frame and its text.
fn inside(xml: &mut XmlWriter<impl Write>, frame: &flow::Frame, direction: &str) {
    let padding = frame.padding;
    let [left, top, right, bottom] =
        [padding.left, padding.top, padding.right, padding.bottom].map(|pt| distance(pt.max(0.0)));
    let attributes = [
        ("rot", "0"),
        ("vert", direction),
        ("wrap", "square"),
        ("lIns", &*left),
        ("tIns", &*top),
        ("rIns", &*right),
        ("bIns", &*bottom),
        ("anchor", "t"),
        ("anchorCtr", "0"),
    ];
    xml.element("wps:bodyPr", &attributes, |xml| xml.empty("a:noAutofit", &[]));
}
