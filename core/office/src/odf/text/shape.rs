//! Shapes (OASIS ODF 1.3 part 3, 10.3 and 10.6) as drawings.

use super::super::geometry;
use super::super::measure::{color, length, share};
use super::super::paragraph_style::paddings;
use super::super::styles::Properties;
use super::super::tree::Element;
use super::TextReader;
use super::frame::{rect, words_about};
use super::line::Line;
use super::place::{Anchored, anchored, own, transform, turn};
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::{Block, Border, Borders, Color, Drawing, Frame, Inline, Origin, Placement, Shape, Wrap};
use transvase_model::path::{Segment, Stroke, bounds};

/// Shapes of one drawing, at most.
const MAX_SHAPES: usize = 5_000;
/// Thinnest line in points.
const HAIR: f32 = 0.25;
/// Share of the page that a drawing may be away from it.
const FARTHEST: f32 = 3_000.0;

/// A drawing that is being put together, in points from where it is anchored.
#[derive(Debug, Default)]
struct Sketch {
    shapes: Vec<Shape>,
    texts: Vec<Frame>,
}

impl<'t> TextReader<'t> {
    /// A shape or a group of some in a paragraph.
    pub(super) fn drawn(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        if element.name() == "draw:a" {
            return self.linked(element, line);
        }
        let mut sketch = Sketch::default();
        self.sketch(element, &Affine::IDENTITY, &mut sketch, line, 0)?;
        let properties = self.graphic(element);
        let Sketch { shapes, texts } = sketch;
        let outlines = shapes.iter().filter_map(|shape| bounds(&shape.outline));
        let whole = outlines.chain(texts.iter().map(|text| text.rect)).reduce(|a, b| a.union(&b));
        let Some(whole) = whole else { return Ok(()) };
        let size = Size { width: whole.width().max(HAIR), height: whole.height().max(HAIR) };
        let anchor = anchored(element, &properties);
        let placement =
            (anchor != Anchored::Line).then(|| self.placement(&properties, anchor, (whole.left, whole.top), size));
        // Words in a box are a frame.
        if let (Some(look), true) = (boxed(&shapes), !texts.is_empty()) {
            let (background, borders) = look;
            let framed = texts.into_iter().map(|text| Frame { background, borders, ..alone(text, &whole, placement) });
            line.frames.extend(framed.map(Block::Frame));
            return Ok(());
        }
        let back = Affine::translate(-whole.left, -whole.top);
        let moved = |shape: Shape| Shape {
            outline: shape.outline.into_iter().map(|segment| segment.map(|point| back.apply(point))).collect(),
            gradient: shape.gradient.map(|gradient| gradient.map(|point| back.apply(point), 1.0)),
            ..shape
        };
        let texts = texts
            .into_iter()
            .map(|text| Frame { rect: text.rect.moved(Point { x: -whole.left, y: -whole.top }), ..text });
        line.push(Inline::Drawing(Drawing {
            size,
            shapes: shapes.into_iter().map(moved).collect(),
            texts: texts.collect(),
            placement,
            alt: words_about(element),
            ..Drawing::default()
        }));
        Ok(())
    }

    /// Adds a shape, or those of a group; pictures in groups stand beside the drawing.
    fn sketch(
        &mut self,
        element: &'t Element,
        map: &Affine,
        sketch: &mut Sketch,
        line: &mut Line<'t>,
        depth: usize,
    ) -> Result<()> {
        self.context.tick(1)?;
        if depth > super::MAX_DEPTH || sketch.shapes.len() + sketch.texts.len() >= MAX_SHAPES {
            self.lose_drawing("shapes of a drawing that is too large");
            return Ok(());
        }
        match element.name() {
            "draw:g" => element.elements().try_for_each(|inner| self.sketch(inner, map, sketch, line, depth + 1)),
            "draw:frame" => self.frame(element, line),
            "svg:title" | "svg:desc" | "office:event-listeners" | "draw:glue-point" => Ok(()),
            name if name.starts_with("dr3d:") => {
                self.lose_drawing("shapes in three dimensions");
                Ok(())
            }
            _ => self.outline(element, map, sketch),
        }
    }

    /// A single shape, and the words on it.
    fn outline(&mut self, element: &'t Element, map: &Affine, sketch: &mut Sketch) -> Result<()> {
        let properties = self.graphic(element);
        let own_map = element.get("draw:transform").map(transform);
        let (width, height) = self.size(element);
        let place = Rect {
            left: own(element, "svg:x").unwrap_or_default(),
            top: own(element, "svg:y").unwrap_or_default(),
            right: own(element, "svg:x").unwrap_or_default() + width.unwrap_or_default(),
            bottom: own(element, "svg:y").unwrap_or_default() + height.unwrap_or_default(),
        };
        let map = own_map.map_or(*map, |own| own.then(map));
        let outline = geometry::outline(element, &place, self.context)?;
        let far = |segment: &Segment| segment.points().any(|p| !(p.x.abs() < FARTHEST && p.y.abs() < FARTHEST));
        let outline: Vec<Segment> = outline.into_iter().map(|segment| segment.map(|point| map.apply(point))).collect();
        let outline = if outline.iter().any(far) { Vec::new() } else { outline };
        let fill = fill(&properties);
        let stroke = stroke(&properties);
        let place = bounds(&outline).unwrap_or(place);
        let gradient = self.gradient(&properties, &place);
        if !outline.is_empty() && (fill.is_some() || stroke.is_some() || gradient.is_some()) {
            let middle = gradient.as_ref().map(|gradient| (gradient.color(0.5), 1.0));
            sketch.shapes.push(Shape { outline, fill: middle.or(fill), gradient, stroke });
        }
        self.words(element, &properties, &map, &place, sketch)
    }

    /// The words on a shape.
    fn words(
        &mut self,
        element: &'t Element,
        properties: &Properties<'t>,
        map: &Affine,
        place: &Rect,
        sketch: &mut Sketch,
    ) -> Result<()> {
        let has_words = |inner: &Element| {
            matches!(inner.name(), "text:p" | "text:h" | "text:list") && !inner.text().trim().is_empty()
        };
        if !element.elements().any(has_words) {
            return Ok(());
        }
        let padding = paddings(properties);
        let (outer, item) = (self.measure, self.item.take());
        self.measure = (place.width() - padding.left - padding.right).max(1.0);
        let mut blocks = Vec::new();
        let texts = element.elements().filter(|inner| inner.name().starts_with("text:"));
        let result = texts.into_iter().try_for_each(|inner| self.block(inner, &mut blocks));
        (self.measure, self.item) = (outer, item);
        result?;
        sketch.texts.push(Frame {
            rect: *place,
            origin: Origin::Paragraph,
            rotation: turn(map),
            wrap: Wrap::InFront,
            padding,
            background: None,
            borders: Borders::default(),
            blocks,
        });
        Ok(())
    }

    fn gradient(&self, properties: &Properties<'t>, place: &Rect) -> Option<transvase_model::gradient::Gradient> {
        let name = properties.get("draw:fill-gradient-name").filter(|_| properties.is("draw:fill", "gradient"))?;
        geometry::gradient(self.styles.other(self.scope, "draw:gradient", name)?, place)
    }
}

/// The ground and lines of a drawing that is nothing but an upright box, or nothing at all.
fn boxed(shapes: &[Shape]) -> Option<(Option<Color>, Borders)> {
    let shape = match shapes {
        [] => return Some((None, Borders::default())),
        [shape] if shape.gradient.is_none() => shape,
        _ => return None,
    };
    let whole = bounds(&shape.outline)?;
    let on_edge = |p: Point| {
        let near = |a: f32, b: f32| (a - b).abs() < 0.5;
        (near(p.x, whole.left) || near(p.x, whole.right)) && (near(p.y, whole.top) || near(p.y, whole.bottom))
    };
    let straight = shape.outline.iter().all(|segment| !matches!(segment, Segment::Curve(..)));
    let corners = shape.outline.iter().filter(|segment| matches!(segment, Segment::Line(_))).count();
    if !straight || corners < 3 || !shape.outline.iter().flat_map(|segment| segment.points()).all(on_edge) {
        return None;
    }
    let (least, most) = Border::WIDTHS;
    let line = shape.stroke.map(|stroke| Border {
        width: stroke.width.clamp(least, most),
        color: stroke.color,
        ..Border::default()
    });
    Some((shape.fill.map(|(color, opacity)| color.on_white(opacity)), line.map_or_else(Borders::default, Borders::all)))
}

/// A frame that is all of a drawing.
fn alone(text: Frame, whole: &Rect, placement: Option<Placement>) -> Frame {
    let Some(placement) = placement else { return Frame { wrap: Wrap::TopAndBottom, ..text } };
    let own = text.rect.moved(Point { x: placement.x - whole.left, y: placement.y - whole.top });
    let place = rect(&placement, own.width(), own.height());
    Frame { rect: if own.width() > 0.0 { own } else { place }, origin: placement.origin, wrap: placement.wrap, ..text }
}

/// The colour that a shape is filled with.
pub(super) fn fill_color(properties: &Properties<'_>) -> Option<Color> {
    properties.get("draw:fill")?;
    fill(properties).filter(|(_, opacity)| *opacity > 0.0).map(|(color, opacity)| color.on_white(opacity))
}

/// Colour and opacity of a filling (20.113 `draw:fill`). Hatches and pictures count as their colour.
fn fill(properties: &Properties<'_>) -> Option<(Color, f32)> {
    let kind = properties.get("draw:fill").unwrap_or("solid");
    let color = properties.get("draw:fill-color").and_then(color).filter(|_| kind != "none")?;
    Some((color, properties.get("draw:opacity").and_then(share).unwrap_or(1.0).clamp(0.0, 1.0)))
}

/// The line around a shape (20.170 `draw:stroke`).
fn stroke(properties: &Properties<'_>) -> Option<Stroke> {
    let kind = properties.get("draw:stroke").unwrap_or("solid");
    let opacity = properties.get("svg:stroke-opacity");
    let opacity = opacity.and_then(|text| share(text).or(text.parse().ok())).unwrap_or(1.0).clamp(0.0, 1.0);
    (kind != "none" && opacity > 0.0).then(|| Stroke {
        width: properties.get("svg:stroke-width").and_then(length).unwrap_or_default().clamp(HAIR, 100.0),
        color: properties.get("svg:stroke-color").and_then(color).unwrap_or(Color::BLACK),
        opacity,
        dashed: kind == "dash",
    })
}
