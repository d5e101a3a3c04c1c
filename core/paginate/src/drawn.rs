//! Painting of pictures, drawings and plain areas.

use std::sync::Arc;

use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::{Color, Drawing, Edges, InlineImage};
use transvase_model::media::MediaId;
use transvase_model::pages::{Item, NodeId, Path, PlacedImage};
use transvase_model::path::{self, Stroke};

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
