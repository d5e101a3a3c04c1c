//! Shape groups: shapes and groups of them on one drawing (ECMA-376 part 1, 20.1.2.2.20 and 20.1.7.5).

use super::super::Reading;
use super::ends;
use super::picture::{self, Shown, turn};
use super::place::{EMU, is_true};
use super::text_box;
use crate::ooxml::Tree;
use crate::ooxml::geometry::{self, Outline};
use crate::ooxml::paint::{self, Fill, Line};
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::{Drawing, DrawnImage, Edges, Frame, Shape};
use transvase_model::path::{self, Segment};

/// Groups in one another; what lies deeper is left out.
const MAX_DEPTH: usize = 32;
/// Shapes, pictures and texts of one drawing; more are left out.
const MAX_PIECES: usize = 20_000;

/// A drawing that shapes are put on.
pub(super) struct Canvas<'r, 'c> {
    pub reading: &'r mut Reading<'c>,
    pub drawing: Drawing,
    /// Whether there is more than one piece.
    grouped: bool,
    depth: usize,
    /// What the groups around are filled with.
    fills: Vec<Fill>,
}

/// Where a shape stands on the drawing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    /// From points in the shape's own box to the drawing.
    pub map: Affine,
    /// Its own size.
    pub size: Size,
}

impl Spot {
    /// The upright box that a shape without its turn has, and its turn in degrees, clockwise.
    pub(super) fn upright(&self) -> (Rect, f32) {
        let middle = self.map.apply(Point { x: self.size.width / 2.0, y: self.size.height / 2.0 });
        let across = libm::hypotf(self.map.a, self.map.b) * self.size.width / 2.0;
        let down = libm::hypotf(self.map.c, self.map.d) * self.size.height / 2.0;
        let rect =
            Rect { left: middle.x - across, top: middle.y - down, right: middle.x + across, bottom: middle.y + down };
        // A mirror turns no text about.
        let sign = if self.map.determinant() < 0.0 { -1.0 } else { 1.0 };
        let turn = libm::atan2f(self.map.b * sign, self.map.a * sign).to_degrees();
        (rect, if turn.is_finite() { turn.rem_euclid(360.0) } else { 0.0 })
    }
}

impl<'r, 'c> Canvas<'r, 'c> {
    pub(super) fn new(reading: &'r mut Reading<'c>) -> Canvas<'r, 'c> {
        Canvas { reading, drawing: Drawing::default(), grouped: false, depth: 0, fills: Vec::new() }
    }

    /// Draws a shape or a group that fills a size.
    pub(super) fn whole(&mut self, node: &Tree, size: Size) -> Result<()> {
        if matches!(node.tag(), "wps:wsp" | "a:sp") {
            let frame = part(node, ":spPr").and_then(|properties| properties.child("a:xfrm"));
            let spot = Spot { map: turned(frame, size), size };
            return self.shape(node, spot);
        }
        self.grouped = true;
        if node.is("wpc:wpc") {
            return self.members(node, &Affine::scale(1.0 / EMU, 1.0 / EMU));
        }
        let frame = part(node, ":grpSpPr").and_then(|properties| properties.child("a:xfrm"));
        let spot = Spot { map: turned(frame, size), size };
        self.group(node, spot)
    }

    /// Draws the members of a group at a spot.
    pub(super) fn group(&mut self, node: &Tree, spot: Spot) -> Result<()> {
        if !self.enter() {
            return Ok(());
        }
        let properties = part(node, ":grpSpPr");
        let fill = properties.and_then(|properties| Fill::of(properties, &self.reading.theme));
        let fill = fill.filter(|fill| *fill != Fill::Group).or_else(|| self.fills.last().cloned());
        self.fills.push(fill.unwrap_or(Fill::None));
        let inner = inner_space(properties.and_then(|properties| properties.child("a:xfrm")), spot.size);
        let drawn = self.members(node, &inner.then(&spot.map));
        self.leave();
        self.fills.pop();
        drawn
    }

    /// Enters a group; `false`, with a note, where it lies too deep.
    pub(super) fn enter(&mut self) -> bool {
        self.grouped = true;
        if self.depth >= MAX_DEPTH {
            self.reading.lose("shapes nested in too many groups");
            return false;
        }
        self.depth += 1;
        true
    }

    /// Leaves a group.
    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Draws the members of a group, whose places are counted in a space that `space` maps to the drawing.
    fn members(&mut self, node: &Tree, space: &Affine) -> Result<()> {
        for member in node.children() {
            self.reading.context.checkpoint()?;
            if self.drawing.shapes.len() + self.drawing.images.len() + self.drawing.texts.len() >= MAX_PIECES {
                self.reading.lose("shapes of a crowded drawing");
                return Ok(());
            }
            match member.tag() {
                "wps:wsp" | "a:sp" | "wps:cxnSp" => {
                    let spot = spot(part(member, ":spPr").and_then(|properties| properties.child("a:xfrm")), space);
                    self.shape(member, spot)?;
                }
                "pic:pic" | "a:pic" => {
                    let spot = spot(part(member, ":spPr").and_then(|properties| properties.child("a:xfrm")), space);
                    self.picture(member, spot)?;
                }
                "wpg:grpSp" | "wpg:wgp" | "a:grpSp" => {
                    let frame = part(member, ":grpSpPr").and_then(|properties| properties.child("a:xfrm"));
                    self.group(member, spot(frame, space))?;
                }
                "wpg:graphicFrame" | "a:graphicFrame" => self.reading.lose("charts and diagrams in groups of shapes"),
                _ => {}
            }
        }
        Ok(())
    }

    fn shape(&mut self, node: &Tree, spot: Spot) -> Result<()> {
        let empty = Tree::default();
        let properties = part(node, ":spPr").unwrap_or(&empty);
        let style = part(node, ":style");
        let fill = self.fill_of(properties, style);
        let line = paint::line(properties, style, &self.reading.theme);
        let mut frame = text_box::read(self, node, &spot)?;
        if let Some(frame) = frame.as_mut().filter(|_| !self.grouped && is_box(properties)) {
            text_box::decorate(frame, fill.as_ref(), line);
        } else {
            self.outlined(properties, fill, line, spot)?;
        }
        self.drawing.texts.extend(frame);
        Ok(())
    }

    /// Draws a shape that is one of several.
    pub(super) fn grouped_shape(&mut self, node: &Tree, spot: Spot) -> Result<()> {
        self.grouped = true;
        self.shape(node, spot)
    }

    fn fill_of(&self, properties: &Tree, style: Option<&Tree>) -> Option<Fill> {
        let theme = &self.reading.theme;
        let own = Fill::of(properties, theme).or_else(|| style.and_then(|style| Fill::of_style(style, theme)));
        if own == Some(Fill::Group) { self.fills.last().cloned() } else { own }
    }

    fn outlined(&mut self, properties: &Tree, fill: Option<Fill>, line: Option<Line>, spot: Spot) -> Result<()> {
        if fill.as_ref().is_none_or(|fill| *fill == Fill::None) && line.is_none() {
            return Ok(());
        }
        let outlines = geometry::outlines(properties, spot.size).unwrap_or_else(|| {
            self.reading.lose("unusual shapes (drawn as rectangles)");
            geometry::preset("rect", [], spot.size).unwrap_or_default()
        });
        if let Some(Fill::Picture(id)) = &fill {
            self.filling(id, &spot)?;
        }
        self.paint(outlines, fill.as_ref(), line, &spot);
        Ok(())
    }

    /// Puts outlines on the drawing.
    pub(super) fn paint(&mut self, outlines: Vec<Outline>, fill: Option<&Fill>, line: Option<Line>, spot: &Spot) {
        let own = Rect { left: 0.0, top: 0.0, right: spot.size.width, bottom: spot.size.height };
        let scale = spot.map.determinant().abs().sqrt();
        for Outline { segments, filled, stroked } in outlines {
            let outline: Vec<Segment> =
                segments.into_iter().map(|segment| segment.map(|point| spot.map.apply(point))).collect();
            let fill = fill.filter(|_| filled);
            let gradient = fill.and_then(|fill| fill.gradient(&own));
            let gradient = gradient.map(|gradient| gradient.map(|point| spot.map.apply(point), scale));
            let fill = fill.and_then(Fill::color);
            let line = line.filter(|_| stroked);
            if fill.is_none() && line.is_none() {
                continue;
            }
            let heads = line.map(|line| ends::arrows(&outline, line)).unwrap_or_default();
            self.drawing.shapes.push(Shape { outline, fill, gradient, stroke: line.map(|line| line.stroke) });
            self.drawing.shapes.extend(heads);
        }
    }

    /// The picture that a shape is filled with.
    fn filling(&mut self, id: &str, spot: &Spot) -> Result<()> {
        let rect = spot.map.apply_rect(&Rect { left: 0.0, top: 0.0, right: spot.size.width, bottom: spot.size.height });
        self.image(id, rect)
    }

    fn picture(&mut self, node: &Tree, spot: Spot) -> Result<()> {
        let Some(id) = picture::blip(node) else { return Ok(()) };
        let (rect, rotation) = spot.upright();
        let quarter = (rotation / 90.0).round() as i32;
        if (rotation - quarter as f32 * 90.0).abs() > 1.0 || quarter % 4 != 0 {
            self.reading.lose("rotations of pictures in groups");
        }
        if picture::crop(node) != Edges::default() {
            self.reading.lose("crops of pictures in groups");
        }
        self.image(id, rect)?;
        let empty = Tree::default();
        let properties = part(node, ":spPr").unwrap_or(&empty);
        if let Some(line) = paint::line(properties, None, &self.reading.theme) {
            let outlines = geometry::preset("rect", [], spot.size).unwrap_or_default();
            self.paint(outlines, None, Some(line), &spot);
        }
        Ok(())
    }

    /// Puts the picture of a relationship on the drawing.
    pub(super) fn image(&mut self, id: &str, rect: Rect) -> Result<()> {
        let size = Size { width: rect.width(), height: rect.height() };
        match picture::shown(self.reading, id, size)? {
            Some(Shown::Image(media)) => {
                self.drawing.images.push(DrawnImage { media, rect, over: self.drawing.shapes.len() });
            }
            Some(Shown::Drawing(inner)) => self.put(inner, Point { x: rect.left, y: rect.top }),
            None => {}
        }
        Ok(())
    }

    /// Puts all of another drawing on this one.
    fn put(&mut self, inner: Drawing, at: Point) {
        let below = self.drawing.shapes.len();
        let moved = |image: DrawnImage| DrawnImage { rect: image.rect.moved(at), over: image.over + below, ..image };
        self.drawing.images.extend(inner.images.into_iter().map(moved));
        let shift = |point: Point| Point { x: point.x + at.x, y: point.y + at.y };
        self.drawing.shapes.extend(inner.shapes.into_iter().map(|shape| Shape {
            outline: shape.outline.into_iter().map(|segment| segment.map(shift)).collect(),
            gradient: shape.gradient.map(|gradient| gradient.map(shift, 1.0)),
            ..shape
        }));
        let texts = inner.texts.into_iter();
        self.drawing.texts.extend(texts.map(|text| Frame { rect: text.rect.moved(at), ..text }));
    }
}

/// The first child of a name, whatever its prefix.
pub(super) fn part<'t>(node: &'t Tree, name: &str) -> Option<&'t Tree> {
    node.children().find(|child| child.tag().ends_with(name))
}

/// Whether a shape is a plain box, which a frame can be.
fn is_box(properties: &Tree) -> bool {
    let preset = properties.child("a:prstGeom").and_then(|geometry| geometry.attribute("prst"));
    let straight = properties.child("a:xfrm").is_none_or(|frame| turn(frame) == 0.0);
    properties.child("a:custGeom").is_none() && preset.is_none_or(|preset| preset == "rect") && straight
}

/// A pair of attributes of a child of a transform.
fn pair(frame: Option<&Tree>, child: &str, names: [&str; 2]) -> Option<(f32, f32)> {
    let child = frame?.child(child)?;
    let number = |name| child.attribute(name)?.parse::<f32>().ok().filter(|value| value.abs() < 1e12);
    Some((number(names[0])?, number(names[1])?))
}

/// The flips and the turn of a box about its middle.
fn turned(frame: Option<&Tree>, size: Size) -> Affine {
    let Some(frame) = frame else { return Affine::IDENTITY };
    let (x, y) = (size.width / 2.0, size.height / 2.0);
    let flip = |name| if is_true(frame.attribute(name)) { -1.0 } else { 1.0 };
    let angle = turn(frame).to_radians();
    let (sin, cos) = (libm::sinf(angle), libm::cosf(angle));
    Affine::translate(-x, -y)
        .then(&Affine::scale(flip("flipH"), flip("flipV")))
        .then(&Affine { a: cos, b: sin, c: -sin, d: cos, e: 0.0, f: 0.0 })
        .then(&Affine::translate(x, y))
}

/// Where a member of a group stands, in a space that `space` maps to the drawing.
pub(super) fn spot(frame: Option<&Tree>, space: &Affine) -> Spot {
    let (x, y) = pair(frame, "a:off", ["x", "y"]).unwrap_or_default();
    let (cx, cy) = pair(frame, "a:ext", ["cx", "cy"]).unwrap_or_default();
    placed(x, y, cx, cy, turned(frame, Size { width: cx, height: cy }), space)
}

/// The spot of a box in a space, turned in it.
pub(super) fn placed(x: f32, y: f32, cx: f32, cy: f32, turned: Affine, space: &Affine) -> Spot {
    let across = libm::hypotf(space.a, space.b);
    let down = libm::hypotf(space.c, space.d);
    let size = Size { width: (cx * across).max(0.0), height: (cy * down).max(0.0) };
    let part = |whole: f32, part: f32| if part > 0.0 { whole / part } else { 0.0 };
    let map = Affine::scale(part(cx, size.width), part(cy, size.height))
        .then(&turned)
        .then(&Affine::translate(x, y))
        .then(space);
    Spot { map, size }
}

/// From the space of a group's members to its own box.
fn inner_space(frame: Option<&Tree>, size: Size) -> Affine {
    let offset = pair(frame, "a:chOff", ["x", "y"]).unwrap_or_default();
    let extent = pair(frame, "a:chExt", ["cx", "cy"]).or_else(|| pair(frame, "a:ext", ["cx", "cy"]));
    let extent = extent.unwrap_or((size.width * EMU, size.height * EMU));
    let scale = |length: f32, extent: f32| if extent > 0.0 { length / extent } else { 1.0 / EMU };
    Affine::translate(-offset.0, -offset.1)
        .then(&Affine::scale(scale(size.width, extent.0), scale(size.height, extent.1)))
}

/// Around all that is drawn.
pub(super) fn bounds(drawing: &Drawing) -> Option<Rect> {
    let shapes = drawing.shapes.iter().filter_map(|shape| path::bounds(&shape.outline));
    let images = drawing.images.iter().map(|image| image.rect);
    shapes.chain(images).chain(drawing.texts.iter().map(|text| text.rect)).reduce(|a, b| a.union(&b))
}
