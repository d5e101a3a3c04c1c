//! Drawings: outlines as paths in a group, with the pictures among them and the words on them (OASIS ODF 1.3 part 3, 10.3).

use std::fmt::Write as _;

use super::document::{Document, Scope};
use super::frame::Stand;
use super::lengths::{color, paddings, percent, positive, pt};
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect, Size};
use transvase_model::flow::{Drawing, DrawnImage, Shape};
use transvase_model::path::{Segment, bounds};

/// Units of an outline in a point.
const UNITS: f32 = 100.0;
/// Least side of an outline in points.
const LEAST: f32 = 0.1;

impl Document<'_> {
    /// A drawing, in the line or at a place of its own.
    pub(super) fn drawing(&mut self, drawing: &Drawing, scope: Scope) -> Result<()> {
        let stand = Stand { placement: drawing.placement, size: drawing.size, rotation: 0.0 };
        let style = self.graphic_style(&stand, &[])?;
        let anchor = if drawing.placement.is_some() { "char" } else { "as-char" };
        let name = format!("Drawing{}", self.shared.number());
        let attributes = [("text:anchor-type", anchor), ("draw:style-name", &*style), ("draw:name", &*name)];
        let at = drawing.placement.map_or(Point::default(), |placement| Point { x: placement.x, y: placement.y });
        self.xml.open("draw:g", &attributes);
        self.describe(drawing.alt.as_deref());
        for (number, shape) in drawing.shapes.iter().enumerate() {
            self.source.context.tick(1 + shape.outline.len() as u64)?;
            for image in drawing.images.iter().filter(|image| image.over == number) {
                self.drawn_image(image, at)?;
            }
            self.shape(shape, at)?;
        }
        for image in drawing.images.iter().filter(|image| image.over >= drawing.shapes.len()) {
            self.drawn_image(image, at)?;
        }
        for text in &drawing.texts {
            self.words(text, at, scope)?;
        }
        self.xml.close("draw:g");
        self.spaced = false;
        Ok(())
    }

    /// An outline.
    fn shape(&mut self, shape: &Shape, at: Point) -> Result<()> {
        let Some(rect) = bounds(&shape.outline) else { return Ok(()) };
        let mut look: Vec<(&'static str, String)> = Vec::new();
        match shape.fill {
            Some((ink, opacity)) => {
                look.extend([("draw:fill", "solid".into()), ("draw:fill-color", color(ink))]);
                look.extend((opacity < 1.0).then(|| ("draw:opacity", percent(opacity))));
            }
            None => look.push(("draw:fill", "none".into())),
        }
        match shape.stroke {
            Some(stroke) => {
                let kind = if stroke.dashed { "dash" } else { "solid" };
                look.extend([("draw:stroke", kind.into()), ("svg:stroke-width", positive(stroke.width))]);
                look.extend(stroke.dashed.then(|| ("draw:stroke-dash", "Dashed".into())));
                look.push(("svg:stroke-color", color(stroke.color)));
                look.extend((stroke.opacity < 1.0).then(|| ("svg:stroke-opacity", percent(stroke.opacity))));
            }
            None => look.push(("draw:stroke", "none".into())),
        }
        let look: Vec<(&str, &str)> = look.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let style = self.automatic.style(("graphic", "gr"), &[], |xml| xml.empty("style:graphic-properties", &look))?;
        let (width, height) = (rect.width().max(LEAST), rect.height().max(LEAST));
        let view = format!("0 0 {} {}", (width * UNITS).round(), (height * UNITS).round());
        let path = path(&shape.outline, &rect);
        let (x, y) = (pt(rect.left + at.x), pt(rect.top + at.y));
        let attributes = [
            ("draw:style-name", &*style),
            ("svg:width", &*positive(width)),
            ("svg:height", &*positive(height)),
            ("svg:x", &*x),
            ("svg:y", &*y),
            ("svg:viewBox", &*view),
            ("svg:d", &*path),
        ];
        self.xml.empty("draw:path", &attributes);
        Ok(())
    }

    fn drawn_image(&mut self, image: &DrawnImage, at: Point) -> Result<()> {
        let media = self.source.media.get(image.media);
        let found = self.shared.files.picture(image.media, media, self.source.context)?;
        let Some((name, _)) = found else { return Ok(()) };
        let style = self.automatic.style(("graphic", "gr"), &[], |xml| {
            xml.empty("style:graphic-properties", &[("draw:stroke", "none"), ("draw:fill", "none")]);
        })?;
        let place = placed(&image.rect, at);
        self.xml.open("draw:frame", &with_style(&place, &style));
        let link =
            [("xlink:href", &*name), ("xlink:type", "simple"), ("xlink:show", "embed"), ("xlink:actuate", "onLoad")];
        self.xml.empty("draw:image", &link);
        self.xml.close("draw:frame");
        Ok(())
    }

    /// Words on a drawing: in a group there are paragraphs and lists alone.
    fn words(&mut self, text: &transvase_model::flow::Frame, at: Point, scope: Scope) -> Result<()> {
        let padding = paddings(text.padding);
        let mut look: Vec<(&str, &str)> = padding.iter().map(|(name, value)| (*name, value.as_str())).collect();
        look.extend([("draw:stroke", "none"), ("draw:fill", "none"), ("fo:wrap-option", "wrap")]);
        look.extend([("draw:textarea-vertical-align", "top"), ("draw:auto-grow-height", "false")]);
        let style = self.automatic.style(("graphic", "gr"), &[], |xml| xml.empty("style:graphic-properties", &look))?;
        let stand = Stand {
            placement: Some(transvase_model::flow::Placement {
                x: text.rect.left + at.x,
                y: text.rect.top + at.y,
                origin: text.origin,
                wrap: text.wrap,
                room: 0.0,
                raised: false,
            }),
            size: Size { width: text.rect.width(), height: text.rect.height() },
            rotation: text.rotation,
        };
        let mut place = placed(&text.rect, at);
        if let Some(turn) = super::frame::rotated(&stand) {
            place.retain(|(name, _)| !matches!(*name, "svg:x" | "svg:y"));
            place.push(turn);
        }
        self.xml.open("draw:custom-shape", &with_style(&place, &style));
        let measure = (text.rect.width() - text.padding.left - text.padding.right).max(1.0);
        let inner = Scope { depth: scope.depth + 1, plain: true, ..Scope::of(super::survey::Place::Cell, measure) };
        self.story(|document| document.blocks(&text.blocks, inner))?;
        let geometry = [
            ("svg:viewBox", "0 0 21600 21600"),
            ("draw:type", "rectangle"),
            ("draw:enhanced-path", "M 0 0 L 21600 0 21600 21600 0 21600 0 0 Z N"),
        ];
        self.xml.empty("draw:enhanced-geometry", &geometry);
        self.xml.close("draw:custom-shape");
        Ok(())
    }
}

fn placed(rect: &Rect, at: Point) -> Vec<(&'static str, String)> {
    vec![
        ("svg:width", positive(rect.width().max(LEAST))),
        ("svg:height", positive(rect.height().max(LEAST))),
        ("svg:x", pt(rect.left + at.x)),
        ("svg:y", pt(rect.top + at.y)),
    ]
}

fn with_style<'r>(rows: &'r [(&'static str, String)], style: &'r str) -> Vec<(&'r str, &'r str)> {
    let rows = rows.iter().map(|(name, value)| (*name, value.as_str()));
    std::iter::once(("draw:style-name", style)).chain(rows).collect()
}

/// An outline as path data (SVG 1.1, 8.3), from the upper left corner of its bounds.
fn path(outline: &[Segment], rect: &Rect) -> String {
    let mut text = String::new();
    let unit = |value: f32, from: f32| ((value - from) * UNITS).round() as i64;
    let at = |p: Point| (unit(p.x, rect.left), unit(p.y, rect.top));
    for segment in outline {
        let _ = match *segment {
            Segment::Move(p) => write!(text, "M{} {}", at(p).0, at(p).1),
            Segment::Line(p) => write!(text, "L{} {}", at(p).0, at(p).1),
            Segment::Curve(a, b, p) => {
                write!(text, "C{} {} {} {} {} {}", at(a).0, at(a).1, at(b).0, at(b).1, at(p).0, at(p).1)
            }
            Segment::Close => write!(text, "Z"),
        };
    }
    text
}
