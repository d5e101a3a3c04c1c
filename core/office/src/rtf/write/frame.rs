//! Text frames and drawings as shapes (RTF 1.9.1, "Drawing Objects (Shapes)"; properties by MS-ODRAW).

use std::fmt::Write;

use super::Writer;
use super::blocks::{Place, Scope};
use super::run::Around;
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect, emu, twips};
use transvase_model::flow::{self, Borders, Color, Drawing, Frame, InlineImage, Origin, Placement, Wrap};
use transvase_model::path::{Segment, Stroke};

/// Largest distance in twips: 22 inches, the longest side of a page in Word.
const FARTHEST: i32 = 31_680;
/// Number of the shape of text boxes (`msosptTextBox`; [MS-ODRAW], MSOSPT).
const TEXT_BOX: i32 = 202;
/// Number of a shape that its outline makes (`msosptNotPrimitive`).
const FREEFORM: i32 = 0;
/// Number that shapes count from.
const FIRST_SHAPE: usize = 1_026;
/// Points of an outline that are written.
const MAX_POINTS: usize = 10_000;

/// A shape as it is written.
#[derive(Debug)]
pub(super) struct Shape {
    kind: i32,
    rect: Rect,
    origin: Origin,
    wrap: Wrap,
    properties: String,
}

impl Shape {
    /// A shape of a kind at a place.
    pub(super) fn new(kind: i32, rect: Rect, origin: Origin, wrap: Wrap, rotation: f32) -> Shape {
        let mut shape = Shape { kind, rect, origin, wrap, properties: String::new() };
        if rotation.is_finite() && rotation != 0.0 {
            // Degrees in 65,536ths.
            shape.property("rotation", &((rotation.rem_euclid(360.0) * 65_536.0) as i64).to_string());
        }
        shape
    }

    /// Adds a property.
    pub(super) fn property(&mut self, name: &str, value: &str) {
        let _ = write!(self.properties, "{{\\sp{{\\sn {name}}}{{\\sv {value}}}}}");
    }

    fn fill(&mut self, color: Option<Color>) {
        self.property("fFilled", if color.is_some() { "1" } else { "0" });
        if let Some(color) = color {
            self.property("fillColor", &color_number(color).to_string());
        }
    }

    fn stroke(&mut self, stroke: Option<Stroke>) {
        self.property("fLine", if stroke.is_some() { "1" } else { "0" });
        if let Some(stroke) = stroke {
            self.property("lineColor", &color_number(stroke.color).to_string());
            self.property("lineWidth", &emu(stroke.width.clamp(0.0, 500.0)).to_string());
            if stroke.dashed {
                self.property("lineDashing", "6");
            }
        }
    }
}

/// A colour as shapes have it: blue in the highest byte.
pub(super) fn color_number(color: Color) -> u32 {
    u32::from(color.r) | u32::from(color.g) << 8 | u32::from(color.b) << 16
}

impl Writer<'_> {
    /// Writes a shape without its end: the braces of its group and of its properties.
    pub(super) fn begin_shape(&mut self, shape: &Shape) {
        self.shapes += 1;
        let Rect { left, top, right, bottom } = shape.rect;
        let [left, top, right, bottom] = [left, top, right, bottom].map(|side| twips(side).clamp(-FARTHEST, FARTHEST));
        let (x, y, from_x, from_y) = match shape.origin {
            Origin::Page => ("page", "page", 1, 1),
            Origin::Paragraph => ("column", "para", 2, 2),
        };
        let wrap = match shape.wrap {
            Wrap::TopAndBottom => 1,
            Wrap::Square => 2,
            Wrap::Behind | Wrap::InFront => 3,
        };
        let behind = i32::from(shape.wrap == Wrap::Behind);
        let (number, kind, depth) = (FIRST_SHAPE + self.shapes, shape.kind, self.shapes);
        self.put(format_args!(
            "{{\\shp{{\\*\\shpinst\\shpleft{left}\\shptop{top}\\shpright{right}\\shpbottom{bottom}\\shpfhdr0\\shpbx{x}\
             \\shpbxignore\\shpby{y}\\shpbyignore\\shpwr{wrap}\\shpwrk0\\shpfblwtxt{behind}\\shpz{depth}\\shplid{number}\
             {{\\sp{{\\sn shapeType}}{{\\sv {kind}}}}}{{\\sp{{\\sn posrelh}}{{\\sv {from_x}}}}}\
             {{\\sp{{\\sn posrelv}}{{\\sv {from_y}}}}}{{\\sp{{\\sn fBehindDocument}}{{\\sv {behind}}}}}{}",
            shape.properties
        ));
    }

    /// Writes the frames that wait for a paragraph to hang on, in the paragraph that is open.
    pub(super) fn hang_frames(&mut self, scope: Scope) -> Result<()> {
        for frame in std::mem::take(&mut self.frames) {
            self.context.tick(1)?;
            self.frame(&frame, scope)?;
        }
        Ok(())
    }

    /// Writes a text box.
    fn frame(&mut self, frame: &Frame, scope: Scope) -> Result<()> {
        let mut shape = Shape::new(TEXT_BOX, frame.rect, frame.origin, frame.wrap, frame.rotation);
        let padding = frame.padding;
        let sides = [
            ("dxTextLeft", padding.left),
            ("dyTextTop", padding.top),
            ("dxTextRight", padding.right),
            ("dyTextBottom", padding.bottom),
        ];
        sides.into_iter().for_each(|(name, room)| shape.property(name, &emu(room.clamp(0.0, 200.0)).to_string()));
        shape.fill(frame.background);
        let Borders { top, right, bottom, left } = frame.borders;
        let border = top.or(right).or(bottom).or(left);
        shape.stroke(border.map(|border| Stroke {
            width: border.width,
            color: border.color,
            opacity: 1.0,
            dashed: false,
        }));
        self.begin_shape(&shape);
        self.out.push_str("{\\shptxt ");
        let width = (frame.rect.width() - padding.left - padding.right).max(1.0);
        let inner = Scope { table: 0, ..Scope::of(Place::Body, (width, scope.room.1)) };
        let outer = (std::mem::take(&mut self.open), std::mem::replace(&mut self.in_shape, true), self.pending.take());
        self.blocks(&frame.blocks, inner)?;
        self.end_story("\\par}}}", inner)?;
        (self.open, self.in_shape, self.pending) = outer;
        self.after_table = false;
        Ok(())
    }

    /// Writes a drawing: its outlines, pictures and words as shapes at their places.
    pub(super) fn drawing(&mut self, drawing: &Drawing, around: Around) -> Result<()> {
        if self.in_shape {
            self.losses.drawings += usize::from(!drawing.shapes.is_empty());
            return drawing.texts.iter().try_for_each(|text| {
                let blocks = flow::leaves(&text.blocks);
                blocks.into_iter().try_for_each(|block| match block {
                    flow::Block::Paragraph(paragraph) => self.inner(&paragraph.content, around),
                    _ => Ok(()),
                })
            });
        }
        let usual =
            Placement { x: 0.0, y: 0.0, origin: Origin::Paragraph, wrap: Wrap::TopAndBottom, room: 0.0, raised: true };
        let placement = drawing.placement.unwrap_or(usual);
        let at = Point { x: placement.x, y: placement.y };
        for (index, shape) in drawing.shapes.iter().enumerate() {
            self.context.tick(1 + shape.outline.len() as u64)?;
            self.drawn_images(drawing, index, placement, around)?;
            self.outline(shape, at, placement);
        }
        self.drawn_images(drawing, drawing.shapes.len(), placement, around)?;
        for text in &drawing.texts {
            let frame = Frame { rect: text.rect.moved(at), origin: placement.origin, ..text.clone() };
            self.frame(&frame, around.scope)?;
        }
        Ok(())
    }

    /// The images of a drawing that lie over so many of its outlines.
    fn drawn_images(&mut self, drawing: &Drawing, over: usize, placement: Placement, around: Around) -> Result<()> {
        for drawn in drawing.images.iter().filter(|image| image.over.min(drawing.shapes.len()) == over) {
            let mut image = InlineImage::new(drawn.media);
            (image.width, image.height) = (Some(drawn.rect.width()), Some(drawn.rect.height()));
            let (x, y) = (placement.x + drawn.rect.left, placement.y + drawn.rect.top);
            image.placement = Some(Placement { x, y, ..placement });
            self.image(&image, around)?;
        }
        Ok(())
    }

    /// An outline as a shape of its own.
    fn outline(&mut self, outline: &flow::Shape, at: Point, placement: Placement) {
        let Some(bounds) = transvase_model::path::bounds(&outline.outline) else { return };
        if outline.outline.len() > MAX_POINTS {
            self.losses.drawings += 1;
            return;
        }
        let mut shape = Shape::new(FREEFORM, bounds.moved(at), placement.origin, placement.wrap, 0.0);
        let (points, segments) = vertices(&outline.outline, bounds);
        shape.property("geoRight", &emu(bounds.width()).max(1).to_string());
        shape.property("geoBottom", &emu(bounds.height()).max(1).to_string());
        shape.property("shapePath", "4");
        shape.property("pVertices", &points);
        shape.property("pSegmentInfo", &segments);
        shape.fill(outline.fill.map(|(color, opacity)| color.on_white(opacity)));
        shape.stroke(outline.stroke);
        self.begin_shape(&shape);
        self.out.push_str("}}");
    }
}

/// The points of an outline and what joins them (MS-ODRAW, 2.2.54, `MSOPATHINFO`).
fn vertices(outline: &[Segment], bounds: Rect) -> (String, String) {
    let (mut points, mut joins) = (Vec::new(), Vec::new());
    let mut push =
        |point: Point| points.push(format!("({},{})", emu(point.x - bounds.left), emu(point.y - bounds.top)));
    for segment in outline {
        match *segment {
            Segment::Move(point) => {
                push(point);
                joins.push(0x4000);
            }
            Segment::Line(point) => {
                push(point);
                joins.push(1);
            }
            Segment::Curve(a, b, point) => {
                [a, b, point].into_iter().for_each(&mut push);
                joins.push(0x2001);
            }
            Segment::Close => joins.push(0x6001),
        }
    }
    joins.push(0x8000);
    let joins: Vec<String> = joins.into_iter().map(|join: u32| join.to_string()).collect();
    (format!("8;{};{}", points.len(), points.join(";")), format!("2;{};{}", joins.len(), joins.join(";")))
}
