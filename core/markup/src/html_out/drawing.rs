//! Drawings: outlines and images as SVG, and the words in them as text at its place.

use std::fmt::Write as _;

use super::MAX_DEPTH;
use super::image::pixels;
use super::kind::Kind;
use super::look::{Declarations, Lines, decimal, lines};
use super::writer::{Body, Scope};
use crate::prose::title_line;
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect};
use transvase_model::flow::{Block, Drawing, Edges, Frame, Shape, leaves};
use transvase_model::gradient::{Axis, Gradient};
use transvase_model::path::{Segment, Stroke};

/// Namespace of SVG.
pub(super) const SVG: &str = "http://www.w3.org/2000/svg";
/// Namespace of HTML.
const HTML: &str = "http://www.w3.org/1999/xhtml";
/// Drawings in the words of one another that are drawn.
const MAX_DRAWINGS: usize = 3;
/// A frame of so many times the size of its text holds one line.
const ONE_LINE: f32 = 2.0;

impl Body<'_, '_> {
    /// Writes a drawing.
    pub(super) fn drawing(&mut self, drawing: &Drawing) -> Result<()> {
        let (width, height) = (drawing.size.width, drawing.size.height);
        let is_empty = drawing.images.is_empty() && drawing.shapes.is_empty() && drawing.texts.is_empty();
        if is_empty || !(width > 0.0 && height > 0.0) || self.drawings >= MAX_DRAWINGS {
            // What has no room keeps its words.
            said(drawing).into_iter().for_each(|words| self.xml.text(&words));
            return Ok(());
        }
        self.has_svg = true;
        let view = format!("0 0 {} {}", decimal(width), decimal(height));
        let label = drawing.alt.as_deref().map(|alt| super::legal(alt).into_owned()).or_else(|| said(drawing));
        let side = drawing.placement.and_then(|place| self.placed_side(&place, width));
        let attributes = [
            ("xmlns", Some(SVG)),
            ("viewBox", Some(&*view)),
            ("width", Some(&*pixels(width))),
            ("height", Some(&*pixels(height))),
            ("class", side),
            ("role", Some("img")),
            ("aria-label", label.as_deref()),
        ];
        self.open_with("svg", &attributes);
        for (at, shape) in drawing.shapes.iter().enumerate() {
            self.source.context.tick(1 + shape.outline.len() as u64)?;
            self.images(drawing, |over| over == at);
            self.shape(shape);
        }
        self.images(drawing, |over| over >= drawing.shapes.len());
        // Drawings in the words of drawings are one in another, as blocks are.
        self.drawings += 1;
        for frame in &drawing.texts {
            self.source.context.tick(1)?;
            self.words(frame)?;
        }
        self.drawings -= 1;
        self.xml.close("svg");
        Ok(())
    }

    /// The images that lie over as many shapes as `here` says.
    fn images(&mut self, drawing: &Drawing, here: impl Fn(usize) -> bool) {
        for image in drawing.images.iter().filter(|image| here(image.over)) {
            if let Some(file) = self.file(image.media) {
                let Rect { left, top, .. } = image.rect;
                let [x, y, w, h] = [left, top, image.rect.width(), image.rect.height()].map(decimal);
                self.svg_image(&file, [&x, &y, &w, &h]);
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        let data = path(&shape.outline);
        if data.is_empty() {
            return;
        }
        let gradient = shape.gradient.as_ref().map(|gradient| self.gradient(gradient));
        let fill = match (&gradient, shape.fill) {
            (Some(id), _) => format!("url(#{id})"),
            (None, Some((color, _))) => color.hex(),
            (None, None) => "none".into(),
        };
        let opacity = shape.fill.map(|(_, opacity)| opacity).and_then(share);
        let stroke = shape.stroke.map(|stroke| (stroke.color.hex(), decimal(stroke.width.max(0.1)), stroke));
        let faint = shape.stroke.and_then(|stroke| share(stroke.opacity));
        let dashes = shape.stroke.filter(|stroke| stroke.dashed).map(dashes);
        let attributes = [
            ("d", Some(&*data)),
            ("fill", Some(&*fill)),
            ("fill-opacity", opacity.as_deref()),
            ("stroke", stroke.as_ref().map(|(color, ..)| &**color)),
            ("stroke-width", stroke.as_ref().map(|(_, width, _)| &**width)),
            ("stroke-opacity", faint.as_deref()),
            ("stroke-dasharray", dashes.as_deref()),
        ];
        let said: Vec<(&str, &str)> = attributes.iter().filter_map(|(key, value)| Some((*key, (*value)?))).collect();
        self.xml.empty("path", &said);
    }

    /// Writes a gradient and returns its id.
    fn gradient(&mut self, gradient: &Gradient) -> String {
        self.shared.gradients += 1;
        let id = format!("gradient-{}", self.shared.gradients);
        let units = ("gradientUnits", "userSpaceOnUse");
        let name = match gradient.axis {
            Axis::Line(from, to) => {
                let [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(decimal);
                let attributes = [("id", &*id), units, ("x1", &*x1), ("y1", &*y1), ("x2", &*x2), ("y2", &*y2)];
                self.xml.open("linearGradient", &attributes);
                "linearGradient"
            }
            Axis::Circles([(from, inner), (to, outer)]) => {
                let [fx, fy, fr, cx, cy, r] = [from.x, from.y, inner, to.x, to.y, outer].map(decimal);
                let focus = [("fx", &*fx), ("fy", &*fy), ("fr", &*fr)];
                let circle = [("cx", &*cx), ("cy", &*cy), ("r", &*r)];
                // Programs that know SVG 1.1 alone know no inner circle.
                let focus = focus.into_iter().take(if fr == "0" { 2 } else { 3 });
                let attributes: Vec<_> = [("id", &*id), units].into_iter().chain(circle).chain(focus).collect();
                self.xml.open("radialGradient", &attributes);
                "radialGradient"
            }
        };
        for (place, color) in &gradient.stops {
            self.xml.empty("stop", &[("offset", &decimal(*place)), ("stop-color", &color.hex())]);
        }
        self.xml.close(name);
        id
    }

    /// Words of a drawing, as HTML at their place.
    fn words(&mut self, frame: &Frame) -> Result<()> {
        let Rect { left, top, .. } = frame.rect;
        let [x, y, width, height] = [left, top, frame.rect.width(), frame.rect.height()].map(decimal);
        let middle = frame.rect.center();
        let turn = format!("rotate({} {} {})", decimal(frame.rotation), decimal(middle.x), decimal(middle.y));
        let turn = (frame.rotation != 0.0).then_some(&*turn);
        let attributes = [
            ("x", Some(&*x)),
            ("y", Some(&*y)),
            ("width", Some(&*width)),
            ("height", Some(&*height)),
            ("transform", turn),
        ];
        self.open_with("foreignObject", &attributes);
        let class = self.words_class(frame);
        let inner = std::mem::take(&mut self.in_link);
        let attributes = [("xmlns", Some(HTML)), ("class", Some("words")), ("class", class.as_deref())];
        self.element("div", &attributes, &frame.blocks, &Scope { depth: MAX_DEPTH / 2, ..Scope::of(Kind::Words) })?;
        self.in_link = inner;
        self.xml.close("foreignObject");
        Ok(())
    }

    fn words_class(&mut self, frame: &Frame) -> Option<String> {
        let mut look = Declarations::default();
        let size = self.base().size;
        if let Some(ground) = frame.background {
            look.ground(Some(ground), None);
        }
        look.lines(&lines(&frame.borders), &Lines::default());
        let room = frame.padding;
        if room != Edges::default() {
            let sides = [room.top, room.right, room.bottom, room.left].map(|side| format!("{}px", decimal(side)));
            look.say("padding", &sides.join(" "));
        }
        if frame.rect.height() < ONE_LINE * size && frame.blocks.len() == 1 {
            look.say("white-space", "nowrap");
        }
        self.shared.classes.name(look.text())
    }
}

/// The words in a drawing, for those who do not see it.
fn said(drawing: &Drawing) -> Option<String> {
    let blocks = leaves(drawing.texts.iter().flat_map(|frame| &frame.blocks));
    let words: Vec<String> = blocks
        .into_iter()
        .filter_map(|block| match block {
            Block::Paragraph(paragraph) => Some(title_line(paragraph)).filter(|words| !words.is_empty()),
            _ => None,
        })
        .collect();
    (!words.is_empty()).then(|| super::legal(&words.join(" ")).into_owned())
}

/// An outline as SVG writes it (SVG 2, 9.3).
fn path(outline: &[Segment]) -> String {
    let mut data = String::new();
    let at = |p: &Point| format!("{} {}", decimal(p.x), decimal(p.y));
    for segment in outline {
        let _ = match segment {
            Segment::Move(p) => write!(data, "M{}", at(p)),
            // An outline begins with a move.
            _ if data.is_empty() => Ok(()),
            Segment::Line(p) => write!(data, "L{}", at(p)),
            Segment::Curve(a, b, p) => write!(data, "C{} {} {}", at(a), at(b), at(p)),
            Segment::Close => write!(data, "Z"),
        };
    }
    data
}

/// A share that is not the whole.
fn share(opacity: f32) -> Option<String> {
    (opacity < 0.995).then(|| decimal(opacity.clamp(0.0, 1.0)))
}

fn dashes(stroke: Stroke) -> String {
    let width = stroke.width.max(0.5);
    format!("{} {}", decimal(3.0 * width), decimal(2.0 * width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_paths() {
        let at = |x: f32, y: f32| Point { x, y };
        let outline = [
            Segment::Move(at(0.0, 1.5)),
            Segment::Line(at(10.0, 1.5)),
            Segment::Curve(at(1.0, 2.0), at(3.0, 4.0), at(5.0, 6.125)),
            Segment::Close,
        ];
        assert_eq!(path(&outline), "M0 1.5L10 1.5C1 2 3 4 5 6.12Z");
        assert_eq!(path(&outline[1..]), "");
    }
}
