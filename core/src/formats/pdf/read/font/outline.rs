//! Outlines of glyphs, for those that are kept as drawings.

use hayro_font::kurbo::{self, BezPath, PathEl};
use hayro_font::{Font, FontGlyph, UNITS_PER_EM};

use crate::model::pages::Segment;
use crate::parts::fence::fenced;
use crate::units::Point;

/// Segments of the outline of one glyph at most.
const MAX_SEGMENTS: usize = 500;

/// The outline of a code's glyph in ems; empty for Type 3 fonts, whose glyphs are programs, and
/// where the font program is too damaged to draw.
pub(super) fn of(font: &Font<'_>, code: u32) -> Vec<Segment> {
    let FontGlyph::Outline(glyph) = font.glyph(font.map_code(code), code) else { return Vec::new() };
    let path = fenced(|| glyph.outline()).unwrap_or_else(BezPath::new);
    segments(&path)
}

fn segments(path: &BezPath) -> Vec<Segment> {
    let mut last = kurbo::Point::ZERO;
    let mut done = Vec::new();
    for element in path.elements().iter().take(MAX_SEGMENTS) {
        done.push(match *element {
            PathEl::MoveTo(p) => Segment::Move(in_ems(p)),
            PathEl::LineTo(p) => Segment::Line(in_ems(p)),
            PathEl::QuadTo(control, p) => {
                let cubic = kurbo::QuadBez::new(last, control, p).raise();
                Segment::Curve(in_ems(cubic.p1), in_ems(cubic.p2), in_ems(p))
            }
            PathEl::CurveTo(a, b, p) => Segment::Curve(in_ems(a), in_ems(b), in_ems(p)),
            PathEl::ClosePath => Segment::Close,
        });
        last = element.end_point().unwrap_or(last);
    }
    done
}

fn in_ems(p: kurbo::Point) -> Point {
    Point { x: p.x as f32 / UNITS_PER_EM, y: p.y as f32 / UNITS_PER_EM }
}
