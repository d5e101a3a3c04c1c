//! Lengths, maps, colours and paths in the PDF writer's terms. Numbers that are not finite, or far
//! off any page, are brought back here, so that nothing behind this file meets them.

use krilla::color::{luma, rgb};
use krilla::geom::{Path as Outline, PathBuilder, Point as Spot, Rect as Area, Size as Extent, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Paint, Stroke as Pen, StrokeDash};
use krilla::surface::Surface;

use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::pages::{Color, Path, Segment, Stroke};

/// Smallest and largest side of a page in points (ISO 32000-1, annex C.2).
const PAGE_SIDE: std::ops::RangeInclusive<f32> = 3.0..=14_400.0;

/// Coordinates beyond this are as good as infinitely far away.
const FAR: f32 = 100_000.0;

/// `value`, or the nearest number a page has use for; 0 where it is no number.
pub(super) fn tame(value: f32) -> f32 {
    if value.is_nan() { 0.0 } else { value.clamp(-FAR, FAR) }
}

/// The size of a page.
pub(super) fn page_size(size: Size) -> Extent {
    let side = |length: f32| tame(length).clamp(*PAGE_SIDE.start(), *PAGE_SIDE.end());
    Extent::from_wh(side(size.width), side(size.height)).expect("both sides are positive and finite")
}

/// A point.
pub(super) fn spot(point: Point) -> Spot {
    Spot::from_xy(tame(point.x), tame(point.y))
}

/// An area; `None` where it has no inside.
pub(super) fn area(rect: &Rect) -> Option<Area> {
    let (left, top, right, bottom) = (tame(rect.left), tame(rect.top), tame(rect.right), tame(rect.bottom));
    if right - left > 0.0 && bottom - top > 0.0 { Area::from_ltrb(left, top, right, bottom) } else { None }
}

/// A map.
pub(super) fn transform(map: &Affine) -> Transform {
    Transform::from_row(tame(map.a), tame(map.b), tame(map.c), tame(map.d), tame(map.e), tame(map.f))
}

/// An opaque fill.
pub(super) fn fill(color: Color, opacity: f32) -> Fill {
    Fill { paint: paint(color), opacity: share(opacity), rule: FillRule::NonZero }
}

/// A colour; greys as greys, which is what black text is on every printer.
pub(super) fn paint(color: Color) -> Paint {
    if color.r == color.g && color.g == color.b {
        luma::Color::new(color.r).into()
    } else {
        rgb::Color::new(color.r, color.g, color.b).into()
    }
}

fn share(value: f32) -> NormalizedF32 {
    NormalizedF32::new(if value.is_nan() { 1.0 } else { value.clamp(0.0, 1.0) }).unwrap_or(NormalizedF32::ONE)
}

fn pen(stroke: &Stroke) -> Pen {
    let width = tame(stroke.width).max(0.0);
    // Dashes of three widths with gaps of two read as dashes at every width.
    let dash = stroke.dashed.then(|| {
        let unit = width.max(0.5);
        StrokeDash { array: vec![3.0 * unit, 2.0 * unit], offset: 0.0 }
    });
    Pen {
        paint: paint(stroke.color),
        width,
        opacity: share(stroke.opacity),
        line_cap: LineCap::Butt,
        dash,
        ..Pen::default()
    }
}

/// Draws a path; one without a fill, a stroke or an extent paints nothing.
pub(super) fn draw_path(surface: &mut Surface, path: &Path) {
    if path.fill.is_none() && path.stroke.is_none() {
        return;
    }
    let Some(outline) = outline(&path.segments) else { return };
    surface.set_fill(path.fill.map(|(color, opacity)| fill(color, opacity)));
    surface.set_stroke(path.stroke.as_ref().map(pen));
    surface.draw_path(&outline);
    surface.set_stroke(None);
}

fn outline(segments: &[Segment]) -> Option<Outline> {
    let mut builder = PathBuilder::new();
    for segment in segments {
        match *segment {
            Segment::Move(p) => builder.move_to(tame(p.x), tame(p.y)),
            Segment::Line(p) => builder.line_to(tame(p.x), tame(p.y)),
            Segment::Curve(c, d, p) => {
                builder.cubic_to(tame(c.x), tame(c.y), tame(d.x), tame(d.y), tame(p.x), tame(p.y));
            }
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// The outline of an area, to clip to.
pub(super) fn frame(rect: &Rect) -> Option<Outline> {
    let mut builder = PathBuilder::new();
    builder.push_rect(area(rect)?);
    builder.finish()
}
