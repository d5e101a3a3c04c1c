//! Glyph outlines, for those that are kept as drawings.

use hayro_font::kurbo::{self, BezPath, PathEl};
use hayro_font::{Font, FontGlyph, UNITS_PER_EM};

use transvase_base::fence::fenced;
use transvase_base::units::Point;
use transvase_model::pages::{Item, Segment};

/// Segments of the outline of one glyph at most.
const MAX_SEGMENTS: usize = 500;

/// What is painted for a glyph, in ems, y upwards.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in super::super) struct Outline {
    /// Its outlines.
    pub segments: Vec<Segment>,
    /// Whether what an even number of them surround lies outside.
    pub even_odd: bool,
    /// The width of the pen that draws them, where they are not filled.
    pub pen: Option<f32>,
}

impl Outline {
    /// What the program of a glyph painted: all that it filled, or the lines it drew where it filled nothing.
    pub fn painted(items: &[Item]) -> Outline {
        let paths = || items.iter().filter_map(|item| if let Item::Path(path) = item { Some(path) } else { None });
        let filled = paths().any(|path| path.fill.is_some());
        let mut outline = Outline::default();
        for path in paths().filter(|path| path.fill.is_some() == filled) {
            let room = MAX_SEGMENTS.saturating_sub(outline.segments.len());
            outline.segments.extend(path.segments.iter().take(room));
            outline.even_odd |= filled && path.even_odd;
            let pen = path.stroke.filter(|_| !filled).map(|stroke| stroke.width);
            outline.pen = pen.map(|pen| outline.pen.map_or(pen, |widest| widest.max(pen))).or(outline.pen);
        }
        outline
    }
}

/// The outline of a code's glyph; empty for Type 3 fonts, whose glyphs are programs, and where the font program is too
/// damaged to draw.
pub(super) fn of(font: &Font<'_>, code: u32) -> Outline {
    let FontGlyph::Outline(glyph) = font.glyph(font.map_code(code), code) else { return Outline::default() };
    let path = fenced(|| glyph.outline()).unwrap_or_else(BezPath::new);
    Outline { segments: segments(&path), ..Outline::default() }
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
