//! Path painting: building paths, painting them, and the rectangle that clips.

use std::sync::Arc;

use super::state::State;
use transvase_base::units::{Affine, Point, Rect};
use transvase_model::pages::{Color, Path, Segment, Stroke};
use transvase_model::path::{self, Area};

/// Segments of one path that are kept; more are no page of a document.
const MAX_SEGMENTS: usize = 1 << 20;

/// Segments of a clipping path that is kept as a shape to be filled.
const MAX_SHAPE: usize = 2_000;

/// Opacity that the edge of a shadow has on average, as a share of that of its middle.
const EDGE: f32 = 0.35;
/// Distance in points that is rounding.
const SLACK: f32 = 0.05;

/// The path under construction, in page space.
#[derive(Default)]
pub(super) struct PathBuilder {
    segments: Vec<Segment>,
    current: Point,
    start: Point,
    /// Whether the path clips, and then whether by the even-odd rule.
    clip: Option<bool>,
}

/// How a path is painted.
#[derive(Clone, Copy, Default)]
pub(super) struct Painting {
    /// Filled.
    pub fill: bool,
    /// Stroked.
    pub stroke: bool,
    /// Closed before it is painted.
    pub close: bool,
    /// Filled by the even-odd rule.
    pub even_odd: bool,
}

impl PathBuilder {
    /// `m`.
    pub fn move_to(&mut self, point: Point, ctm: &Affine) {
        (self.current, self.start) = (point, point);
        self.push(Segment::Move(ctm.apply(point)));
    }

    /// `l`.
    pub fn line_to(&mut self, point: Point, ctm: &Affine) {
        self.current = point;
        self.push(Segment::Line(ctm.apply(point)));
    }

    /// `c`.
    pub fn curve_to(&mut self, a: Point, b: Point, end: Point, ctm: &Affine) {
        self.current = end;
        self.push(Segment::Curve(ctm.apply(a), ctm.apply(b), ctm.apply(end)));
    }

    /// `v`: the current point is the first control point.
    pub fn curve_from_current(&mut self, b: Point, end: Point, ctm: &Affine) {
        self.curve_to(self.current, b, end, ctm);
    }

    /// `re`.
    pub fn rectangle(&mut self, [x, y, width, height]: [f32; 4], ctm: &Affine) {
        self.move_to(Point { x, y }, ctm);
        self.line_to(Point { x: x + width, y }, ctm);
        self.line_to(Point { x: x + width, y: y + height }, ctm);
        self.line_to(Point { x, y: y + height }, ctm);
        self.close();
    }

    /// `h`.
    pub fn close(&mut self) {
        self.current = self.start;
        self.push(Segment::Close);
    }

    /// `W` and `W*`: the path also clips, once it has been painted.
    pub fn set_clip(&mut self, even_odd: bool) {
        self.clip = Some(even_odd);
    }

    fn push(&mut self, segment: Segment) {
        if self.segments.len() < MAX_SEGMENTS {
            self.segments.push(segment);
        }
    }

    /// Ends the path: narrows the clip of `state` where it was asked for, and gives what is painted.
    pub fn paint(&mut self, painting: Painting, state: &mut State<'_>) -> Option<Path> {
        if painting.close {
            self.close();
        }
        // A drawing may have a million paths of a few segments.
        self.segments.shrink_to_fit();
        let segments = std::mem::take(&mut self.segments);
        let clip = std::mem::take(&mut self.clip);
        let bounds = path::bounds(&segments);
        let hides_all = clip == Some(true) && is_twice_the_same(&segments);
        let (clip, even_odd) = (clip.is_some(), clip == Some(true));
        let is_rectangle = clip && is_upright_rectangle(&segments);
        let shape = (clip && !is_rectangle && segments.len() <= MAX_SHAPE)
            .then(|| Arc::new(Area { segments: segments.clone(), even_odd }));
        let path = bounds
            .filter(|bounds| is_seen(bounds, painting, state))
            .and_then(|_| outline(segments, bounds, painting, state));
        if clip {
            state.clip_is_exact &= is_rectangle;
            state.clip_shape = if is_rectangle { state.clip_shape.take() } else { shape };
            narrow_clip(state, bounds.filter(|_| !hides_all));
        }
        path
    }
}

fn points(segments: &[Segment]) -> impl Iterator<Item = Point> + '_ {
    segments.iter().flat_map(|segment| segment.points())
}

/// Whether a path goes the same way twice: by the even-odd rule nothing lies inside.
fn is_twice_the_same(segments: &[Segment]) -> bool {
    let (first, second) = segments.split_at(segments.len() / 2);
    !first.is_empty() && first == second
}

/// Whether a path is one rectangle with upright sides.
pub(super) fn is_upright_rectangle(segments: &[Segment]) -> bool {
    let corners: Vec<Point> = points(segments).take(6).collect();
    let straight = segments.len() <= 6 && !segments.iter().any(|segment| matches!(segment, Segment::Curve(..)));
    let upright = |pair: &[Point]| (pair[0].x - pair[1].x).abs() < 0.01 || (pair[0].y - pair[1].y).abs() < 0.01;
    straight && matches!(corners.len(), 4 | 5) && corners.windows(2).all(upright)
}

/// All that can be seen, or of it what a shading reaches, filled with `color`; `None` where its shape is not known.
pub(super) fn filled_clip(state: &State<'_>, color: Color, reach: Option<Vec<Segment>>) -> Option<Path> {
    let area = state.area();
    let (segments, clip) = match (&state.clip_shape, reach) {
        (_, Some(reach)) if state.clip_is_exact => (reach, Some(area)),
        _ if state.clip_is_exact => (rectangle(&area), None),
        (Some(shape), _) => (shape.segments.clone(), Some(area)),
        (None, _) => return None,
    };
    let even_odd = !state.clip_is_exact && state.clip_shape.as_ref().is_some_and(|shape| shape.even_odd);
    let fill = Some((color, state.fill.alpha));
    let seen = area.area() > 0.0 && state.fill.alpha > 0.0;
    seen.then_some(Path { segments, fill, even_odd, clip, ..Path::default() })
}

fn rectangle(&Rect { left, top, right, bottom }: &Rect) -> Vec<Segment> {
    path::polygon(&[(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point { x, y }))
}

/// Begins a transparency group: it is painted opaque, and then as a whole with the opacity that
/// fills had before it (ISO 32000-1, 11.6.6).
pub(super) fn enter_group(state: &mut State<'_>) {
    state.group = state.fill.alpha;
    state.stroke.alpha = state.group;
    state.mask = 1.0;
    state.group_veiled = !state.is_plain();
    (state.blended, state.masked) = (false, false);
    state.clip = state.area();
    state.mask_area = None;
}

/// Narrows what can be seen to the box of a clipping path.
pub(super) fn narrow_clip(state: &mut State<'_>, bounds: Option<Rect>) {
    let nothing = Rect { left: f32::MAX, top: f32::MAX, right: f32::MAX, bottom: f32::MAX };
    state.clip = bounds.and_then(|bounds| state.clip.intersection(&bounds)).unwrap_or(nothing);
}

fn is_seen(bounds: &Rect, painting: Painting, state: &State<'_>) -> bool {
    let margin = if painting.stroke { line_width(state) } else { 0.0 };
    bounds.expand(margin).intersection(&state.area()).is_some()
}

fn line_width(state: &State<'_>) -> f32 {
    state.line_width * state.ctm.determinant().abs().sqrt()
}

fn outline(segments: Vec<Segment>, bounds: Option<Rect>, painting: Painting, state: &State<'_>) -> Option<Path> {
    let opacity = state.fill.opacity();
    let fill = (painting.fill && opacity > 0.0).then_some((state.fill.color, opacity));
    let stroke = (painting.stroke && state.stroke.opacity() > 0.0).then(|| Stroke {
        width: line_width(state),
        color: state.stroke.color,
        opacity: state.stroke.opacity(),
        dashed: state.dashed,
    });
    let cut = bounds.and_then(|bounds| cut(&segments, &bounds, painting, state));
    // Under a mask, an area with holes is the edge of a shadow, which fades from its middle to nothing.
    let is_edge = state.mask_area.is_some() && cut.as_ref().is_some_and(|(_, even_odd)| *even_odd);
    let fill = fill.map(|(color, opacity)| (color, if is_edge { opacity * EDGE } else { opacity }));
    let bounds = cut.as_ref().map_or(bounds, |(segments, _)| path::bounds(segments));
    let (segments, even_odd) = cut.unwrap_or((segments, painting.even_odd));
    let area = state.area();
    let hidden = |bounds: &Rect| bounds.intersection(&area).is_none_or(|seen| seen != *bounds);
    let clip = bounds.as_ref().filter(|bounds| hidden(bounds)).map(|_| area);
    let gradient = fill.and(state.fill.gradient.clone());
    (fill.is_some() || stroke.is_some()).then_some(Path {
        segments,
        fill,
        gradient,
        stroke,
        even_odd,
        clip,
        node: None,
    })
}

/// What a clipping path leaves of a rectangle that is filled, and whether by the even-odd rule: programs paint areas
/// with round corners, and shadows around them, as rectangles that are clipped. `None` where it is not known.
fn cut(segments: &[Segment], bounds: &Rect, painting: Painting, state: &State<'_>) -> Option<(Vec<Segment>, bool)> {
    let shape = state.clip_shape.as_deref().filter(|_| !state.clip_is_exact && painting.fill && !painting.stroke)?;
    // Programs part the ground of a cell at its text: its pieces are one area. Shadows have masks.
    let is_ground = state.mask_area.is_none() && is_stepped(&shape.segments);
    if is_ground || !is_upright_rectangle(segments) {
        return None;
    }
    holes(segments, bounds, shape).or_else(|| {
        let area = state.area().expand(-SLACK);
        let fills_all = bounds.holds(&area);
        fills_all.then(|| (shape.segments.clone(), shape.even_odd))
    })
}

/// Whether all sides of some outlines are upright or level.
fn is_stepped(segments: &[Segment]) -> bool {
    let mut last = Point::default();
    segments.iter().all(|segment| match *segment {
        Segment::Move(p) | Segment::Line(p) => {
            let stepped = (p.x - last.x).abs() <= SLACK || (p.y - last.y).abs() <= SLACK;
            last = p;
            stepped || matches!(segment, Segment::Move(_))
        }
        Segment::Close => true,
        Segment::Curve(..) => false,
    })
}

/// What is left of a rectangle in one with holes in it.
fn holes(segments: &[Segment], bounds: &Rect, shape: &Area) -> Option<(Vec<Segment>, bool)> {
    let mut outlines = shape.segments.split_inclusive(|segment| matches!(segment, Segment::Close));
    let around = outlines.next().filter(|_| shape.even_odd).filter(|first| is_upright_rectangle(first))?;
    let around = path::bounds(around)?.expand(SLACK);
    let holes: Vec<&[Segment]> = outlines.collect();
    let inside = |hole: &[Segment]| path::bounds(hole).is_some_and(|hole| bounds.holds(&hole));
    let whole = around.holds(bounds) && holes.iter().all(|hole| inside(hole));
    whole.then(|| (segments.iter().chain(holes.into_iter().flatten()).copied().collect(), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_no_slanted_side() {
        let outline = |points: [(f32, f32); 4]| -> Vec<Segment> {
            let [first, rest @ ..] = points.map(|(x, y)| Point { x, y });
            std::iter::once(Segment::Move(first)).chain(rest.map(Segment::Line)).collect()
        };
        assert!(is_stepped(&outline([(0.0, 0.0), (9.0, 0.0), (9.0, 4.0), (0.0, 4.0)])));
        assert!(!is_stepped(&outline([(0.0, 0.0), (9.0, 0.0), (7.0, 4.0), (0.0, 4.0)])));
    }
}
