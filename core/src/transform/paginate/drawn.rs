//! Pictures, drawings and frames as what is painted of them.

use std::sync::Arc;

use super::blocks::lay_out;
use super::edges;
use super::layout::Layout;
use super::place::Place;
use super::strip::{Stream, Strip, mapped, shifted, stacked};
use crate::error::Result;
use crate::model::flow::{Align, Color, Drawing, Edges, Frame, InlineImage};
use crate::model::media::MediaId;
use crate::model::pages::{Item, NodeId, Path, PlacedImage};
use crate::model::path::{self, Stroke};
use crate::units::{Affine, Point, Rect, Size};

/// Room that is left for the text of a frame, in points.
const LEAST_WIDTH: f32 = 18.0;

/// A filled rectangle that is no content.
pub(super) fn filled(rect: &Rect, color: Color) -> Item {
    let Rect { left, top, right, bottom } = *rect;
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point { x, y });
    Item::Path(Path { segments: path::polygon(&corners), fill: Some((color, 1.0)), ..Path::default() })
}

/// An image in a box from the origin: the shares that are cut off lie outside it, and it is turned about its middle.
pub(super) fn image_item(image: &InlineImage, size: Size, node: Option<NodeId>) -> Item {
    let Edges { top, right, bottom, left } = image.crop;
    let kept = |before: f32, after: f32| (1.0 - before - after).clamp(0.01, 100.0);
    let (width, height) = (size.width / kept(left, right), size.height / kept(top, bottom));
    let mut transform = Affine { a: width, b: 0.0, c: 0.0, d: height, e: -left * width, f: -top * height };
    let mut clip = None;
    if image.crop != Edges::default() {
        clip = Some(Rect { left: 0.0, top: 0.0, right: size.width, bottom: size.height });
    }
    if image.rotation != 0.0 && image.rotation.is_finite() {
        let middle = Point { x: size.width / 2.0, y: size.height / 2.0 };
        (transform, clip) = (transform.then(&turn(image.rotation, middle)), None);
    }
    Item::Image(PlacedImage { media: image.media, transform, clip, window: None, alt: image.alt.clone(), node })
}

/// A turn by some degrees, clockwise.
pub(super) fn turn(degrees: f32, about: Point) -> Affine {
    let (sin, cos) = (libm::sinf(degrees.to_radians()), libm::cosf(degrees.to_radians()));
    let turned = Affine { a: cos, b: sin, c: -sin, d: cos, e: 0.0, f: 0.0 };
    Affine::translate(-about.x, -about.y).then(&turned).then(&Affine::translate(about.x, about.y))
}

/// The outlines and images of a drawing, each over those before it.
pub(super) fn drawing_items(drawing: &Drawing, scale: f32, map: &Affine, node: Option<NodeId>) -> Vec<Item> {
    let mut items = Vec::new();
    for at in 0..=drawing.shapes.len() {
        let last = at == drawing.shapes.len();
        for image in drawing.images.iter().filter(|image| image.over == at || last && image.over > at) {
            items.push(drawn_image(image.media, &image.rect, drawing.alt.clone(), map, node));
        }
        let Some(shape) = drawing.shapes.get(at) else { continue };
        let segments = shape.outline.iter().map(|segment| segment.map(|point| map.apply(point))).collect();
        let stroke = shape.stroke.map(|stroke| Stroke { width: stroke.width * scale, ..stroke });
        let gradient = shape.gradient.as_ref().map(|gradient| gradient.map(|point| map.apply(point), scale));
        let gradient = gradient.map(Arc::new);
        let path = Path { segments, fill: shape.fill, gradient, stroke, node, ..Path::default() };
        items.push(Item::Path(path));
    }
    items
}

fn drawn_image(media: MediaId, rect: &Rect, alt: Option<String>, map: &Affine, node: Option<NodeId>) -> Item {
    let own = Affine::scale(rect.width(), rect.height()).then(&Affine::translate(rect.left, rect.top));
    Item::Image(PlacedImage { media, transform: own.then(map), clip: None, window: None, alt, node })
}

/// A drawing with its words in their places, from the origin.
pub(super) fn drawing_strip(
    layout: &mut Layout,
    drawing: &Drawing,
    scale: f32,
    node: NodeId,
    depth: usize,
) -> Result<Strip> {
    let items = drawing_items(drawing, scale, &Affine::scale(scale, scale), Some(node));
    let mut strip = Strip { items, height: drawing.size.height * scale, ..Strip::default() };
    for text in &drawing.texts {
        let place = Place { left: 0.0, width: drawing.size.width, node, depth, align: Align::Start };
        let words = frame_strip(layout, text, &place)?;
        let Rect { left, top, .. } = text.rect;
        strip.absorb(shifted(words, left * scale, 0.0), top * scale);
    }
    Ok(strip)
}

/// A frame with its text, from the origin. One without a width of its own is as wide as its place.
pub(super) fn frame_strip(layout: &mut Layout, frame: &Frame, place: &Place) -> Result<Strip> {
    let rect = &frame.rect;
    let width = if rect.width() > 0.0 { rect.width() } else { place.width };
    let Edges { top, right, bottom, left } = frame.padding;
    let inner = (width - left - right).max(LEAST_WIDTH.min(width)).max(1.0);
    let place = Place { left, width: inner, depth: place.depth + 1, align: Align::Start, ..*place };
    let text = stacked(alone(layout, |layout, stream| lay_out(layout, &frame.blocks, &place, stream))?);
    let height = rect.height().max(text.height + top + bottom);
    let area = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
    let mut strip = Strip { height, ..Strip::default() };
    strip.items.extend(frame.background.map(|color| filled(&area, color)));
    edges::draw(&frame.borders, &area, &mut strip.items);
    strip.absorb(text, top);
    if frame.rotation != 0.0 && frame.rotation.is_finite() {
        let middle = Point { x: width / 2.0, y: rect.height().max(1.0) / 2.0 };
        let map = turn(frame.rotation, middle);
        strip.items.iter_mut().chain(&mut strip.under).for_each(|item| mapped(item, &map));
    }
    Ok(strip)
}

/// The strips of a column of its own: nothing of the column around it stands beside them.
pub(super) fn alone(
    layout: &mut Layout,
    set: impl FnOnce(&mut Layout, &mut Stream) -> Result<()>,
) -> Result<Vec<Strip>> {
    let outer = layout.leave_column();
    let mut stream = Stream::default();
    let done = set(layout, &mut stream);
    if let Some(end) = layout.floats.end_below(stream.bottom()) {
        let height = end - stream.bottom();
        stream.push(Strip { height, ..Strip::default() });
    }
    if stream.has_anchored() {
        stream.push(Strip::default());
    }
    layout.enter_column(outer);
    done?;
    let mut strips = stream.take();
    let marks = stream.take_marks();
    if strips.is_empty() && !marks.is_empty() {
        strips.push(Strip::default());
    }
    if let Some(last) = strips.last_mut() {
        last.marks.extend(marks);
        // In office programs the space below the last paragraph is part of its column.
        last.height += if layout.setup.as_source { stream.gap() } else { 0.0 };
    }
    Ok(strips)
}
