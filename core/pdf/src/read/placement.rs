//! Annotation rectangles (ISO 32000-1, 12.5): where annotations stand on their page, and how their appearances fit in
//! there.

use hayro_syntax::object::{Array, Dict};

use transvase_base::units::{Affine, Point, Rect};

/// A rectangle by two opposite corners in any order.
pub(crate) fn corners([x0, y0, x1, y1]: [f32; 4]) -> Rect {
    Rect::from_corners(Point { x: x0, y: y0 }, Point { x: x1, y: y1 })
}

/// The areas of an annotation on the page: its quadrilaterals, or its rectangle where it has none.
pub(super) fn areas(annotation: &Dict<'_>, to_page: &Affine) -> Vec<Rect> {
    let whole = annotation.get::<[f32; 4]>(b"Rect").map(|rect| to_page.apply_rect(&corners(rect)));
    let quads: Vec<f32> = annotation
        .get::<Array<'_>>(b"QuadPoints")
        .map(|points| points.iter::<f32>().take(8 * 1_000).collect())
        .unwrap_or_default();
    let around = |quad: &[f32]| {
        let points = quad.chunks_exact(2).map(|point| to_page.apply(Point { x: point[0], y: point[1] }));
        Rect::around(points)
    };
    let areas: Vec<Rect> = quads.chunks_exact(8).filter_map(around).filter(|area| area.area() > 0.0).collect();
    if areas.is_empty() { whole.into_iter().collect() } else { areas }
}

/// Maps the appearance's transformed box onto the annotation's rectangle (ISO 32000-1, 12.5.5,
/// algorithm 8.1).
pub(crate) fn appearance_map(form: &Dict<'_>, rect: &Rect) -> Option<Affine> {
    let bbox = corners(form.get::<[f32; 4]>(b"BBox")?);
    let matrix = form.get::<[f32; 6]>(b"Matrix").unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let [a, b, c, d, e, f] = matrix;
    let from = Affine { a, b, c, d, e, f }.apply_rect(&bbox);
    let scale = |to: f32, from: f32| if from.abs() > 1e-6 { to / from } else { 1.0 };
    let (x, y) = (scale(rect.width(), from.width()), scale(rect.height(), from.height()));
    let map = Affine::translate(-from.left, -from.top).then(&Affine::scale(x, y));
    Some(map.then(&Affine::translate(rect.left, rect.top)))
}
