//! Drawings: what stands at a place of its own or in the line as one graphic, and outlines as
//! DrawingML shapes (ECMA-376 part 1, 20.1 and 20.4; [MS-ODRAWXML] 2.8 for shapes and groups).

use std::io::Write;

use super::document::Document;
use super::gradient;
use super::graphic::{Label, MAX_POINTS, close, fill, frame, line, open_group, open_new};
use super::image::{Cut, File, picture};
use super::namespaces::WPG;
use super::setting::Setting;
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect, Size};
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Drawing, DrawnImage, Shape};
use transvase_model::path::{self, Segment};

/// Coordinates of an outline: hundredths of a point are finer than any screen or press.
const UNITS: f32 = 100.0;

impl<X: Write> Document<'_, X> {
    /// Writes a drawing in a run of its own: its images, outlines and words as one group.
    pub(super) fn drawing(&mut self, drawing: &Drawing, setting: Setting<'_>) -> Result<()> {
        let mut files = Vec::new();
        for image in drawing.images.iter().filter(|image| image.media.index() < self.media.len()) {
            let file = self.shared.pictures.file(image.media, self.media, &mut self.relationships, self.context)?;
            files.extend(file.map(|file| (file, *image)));
        }
        if files.is_empty() && drawing.shapes.is_empty() && drawing.texts.is_empty() {
            return Ok(());
        }
        self.run.end(&mut self.xml);
        self.run.mark(&mut self.xml, setting.run, |_| {});
        let number = self.shared.pictures.number();
        let label = Label { number, kind: "Group", alt: drawing.alt.as_deref(), size: drawing.size };
        let open = open_new(&mut self.xml, label, drawing.placement, WPG);
        self.group(drawing, &files)?;
        close(&mut self.xml, &open);
        self.run.end(&mut self.xml);
        Ok(())
    }

    fn group(&mut self, drawing: &Drawing, files: &[(File, DrawnImage)]) -> Result<()> {
        let all = Rect { left: 0.0, top: 0.0, right: drawing.size.width, bottom: drawing.size.height };
        open_group(&mut self.xml, &all);
        for (at, shape) in drawing.shapes.iter().enumerate() {
            self.group_images(files, |over| over == at);
            self.context.tick(1 + shape.outline.len() as u64)?;
            outlined(&mut self.xml, shape, self.shared.pictures.number());
        }
        self.group_images(files, |over| over >= drawing.shapes.len());
        for text in &drawing.texts {
            self.context.tick(1)?;
            self.text_box(text)?;
        }
        self.xml.close("wpg:wgp");
        Ok(())
    }

    /// Writes the images of a group that lie over as many of its shapes as `here` says.
    fn group_images(&mut self, files: &[(File, DrawnImage)], here: impl Fn(usize) -> bool) {
        for (file, DrawnImage { rect, .. }) in files.iter().filter(|(_, image)| here(image.over)) {
            let size = Size { width: rect.width(), height: rect.height() };
            let label = Label { number: self.shared.pictures.number(), kind: "Picture", alt: None, size };
            picture(&mut self.xml, file, label, rect, Cut::default());
        }
    }
}

/// An outline as a shape of its own geometry.
fn outlined(xml: &mut XmlWriter<impl Write>, shape: &Shape, number: usize) {
    let Some(rect) = bounds(&shape.outline) else { return };
    xml.element("wps:wsp", &[], |xml| {
        let size = Size { width: rect.width(), height: rect.height() };
        Label { number, kind: "Shape", alt: None, size }.write(xml, "wps:cNvPr");
        xml.empty("wps:cNvSpPr", &[]);
        xml.element("wps:spPr", &[], |xml| {
            frame(xml, &rect, 0.0, false);
            geometry(xml, shape, &rect);
            match (&shape.gradient, shape.fill) {
                (Some(gradient), Some((_, opacity))) => gradient::fill(xml, gradient, &rect, opacity),
                _ => fill(xml, shape.fill),
            }
            line(xml, shape.stroke);
        });
        xml.empty("wps:bodyPr", &[]);
    });
}

/// Around all points of an outline; `None` where it has none, or one that is no number.
fn bounds(outline: &[Segment]) -> Option<Rect> {
    let rect = path::bounds(outline)?;
    [rect.left, rect.top, rect.right, rect.bottom].iter().all(|side| side.is_finite()).then_some(rect)
}

fn geometry(xml: &mut XmlWriter<impl Write>, shape: &Shape, rect: &Rect) {
    let units = |pt: f32| ((pt.clamp(0.0, MAX_POINTS) * UNITS).round() as i32).to_string();
    let side = |pt: f32| units(pt.max(1.0 / UNITS));
    let point = |xml: &mut XmlWriter<_>, p: Point| {
        xml.empty("a:pt", &[("x", &units(p.x - rect.left)), ("y", &units(p.y - rect.top))]);
    };
    let (width, height) = (side(rect.width()), side(rect.height()));
    let path = [("w", &*width), ("h", &*height), ("fill", "none")];
    let path = if shape.fill.is_none() { &path[..] } else { &path[..2] };
    xml.element("a:custGeom", &[], |xml| {
        for list in ["a:avLst", "a:gdLst", "a:ahLst", "a:cxnLst"] {
            xml.empty(list, &[]);
        }
        xml.empty("a:rect", &[("l", "0"), ("t", "0"), ("r", "r"), ("b", "b")]);
        xml.element("a:pathLst", &[], |xml| {
            xml.element("a:path", path, |xml| {
                for segment in &shape.outline {
                    match *segment {
                        Segment::Move(p) => xml.element("a:moveTo", &[], |xml| point(xml, p)),
                        Segment::Line(p) => xml.element("a:lnTo", &[], |xml| point(xml, p)),
                        Segment::Curve(a, b, p) => {
                            xml.element("a:cubicBezTo", &[], |xml| [a, b, p].into_iter().for_each(|p| point(xml, p)));
                        }
                        Segment::Close => xml.empty("a:close", &[]),
                    }
                }
            });
        });
    });
}
