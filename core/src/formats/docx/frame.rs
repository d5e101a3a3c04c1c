//! Frames: blocks at a place of their own, as text boxes ([MS-ODRAWXML] 2.8.3).

use std::io::Write;

use super::bucket::Place;
use super::document::{Document, Frame, Wrote};
use super::drawing::{self, Label, WPS, distance};
use crate::error::Result;
use crate::model::flow::{self, Border, Borders, Placement};
use crate::model::path::Stroke;
use crate::parts::xml::XmlWriter;
use crate::units::{PT_PER_INCH, Size};

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

    fn anchored(&mut self, frame: &flow::Frame) -> Result<()> {
        let rect = &frame.rect;
        let placement = Placement { x: rect.left, y: rect.top, origin: frame.origin, wrap: frame.wrap };
        let size = Size { width: rect.width(), height: rect.height() };
        let label = Label { number: self.shared.pictures.number(), kind: "Text Box", alt: None, size };
        let open = drawing::open_new(&mut self.xml, label, Some(placement), WPS);
        self.text_box(frame)?;
        drawing::close(&mut self.xml, &open);
        Ok(())
    }

    /// The shape of a frame with its text.
    pub(super) fn text_box(&mut self, frame: &flow::Frame) -> Result<()> {
        self.xml.open("wps:wsp", &[]);
        let number = self.shared.pictures.number();
        let size = Size { width: frame.rect.width(), height: frame.rect.height() };
        Label { number, kind: "Text Box", alt: None, size }.write(&mut self.xml, "wps:cNvPr");
        self.xml.empty("wps:cNvSpPr", &[("txBox", "1")]);
        self.xml.element("wps:spPr", &[], |xml| outside(xml, frame));
        self.xml.open("wps:txbx", &[]);
        self.xml.open("w:txbxContent", &[]);
        self.framed(frame)?;
        self.xml.close("w:txbxContent");
        self.xml.close("wps:txbx");
        inside(&mut self.xml, frame);
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

/// Place, shape, colour and lines of a frame.
fn outside(xml: &mut XmlWriter<impl Write>, frame: &flow::Frame) {
    drawing::frame(xml, &frame.rect, frame.rotation, false);
    xml.element("a:prstGeom", &[("prst", "rect")], |xml| xml.empty("a:avLst", &[]));
    drawing::fill(xml, frame.background.map(|color| (color, 1.0)));
    let Borders { top, right, bottom, left } = frame.borders;
    let stroke = |Border { width, color }| Stroke { width, color, opacity: 1.0, dashed: false };
    drawing::line(xml, top.or(right).or(bottom).or(left).map(stroke));
}

/// Room between the edges of a frame and its text.
fn inside(xml: &mut XmlWriter<impl Write>, frame: &flow::Frame) {
    let padding = frame.padding;
    let [left, top, right, bottom] =
        [padding.left, padding.top, padding.right, padding.bottom].map(|pt| distance(pt.max(0.0)));
    let attributes = [
        ("rot", "0"),
        ("vert", "horz"),
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
