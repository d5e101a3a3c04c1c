//! Paths: building them, painting them, and the rectangle that clips.

use std::rc::Rc;

use super::state::State;
use crate::model::pages::{Color, Path, Segment, Stroke};
use crate::model::path;
use crate::units::{Affine, Point, Rect};

/// Segments of one path that are kept; more are no page of a document.
const MAX_SEGMENTS: usize = 1 << 20;

/// Segments of a clipping path that is kept as a shape to be filled.
const MAX_SHAPE: usize = 2_000;

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
        let segments = std::mem::take(&mut self.segments);
        let clip = std::mem::take(&mut self.clip);
        let bounds = path::bounds(&segments);
        let hides_all = clip == Some(true) && is_twice_the_same(&segments);
        let clip = clip.is_some();
        let is_rectangle = clip && is_upright_rectangle(&segments);
        let shape = (clip && !is_rectangle && segments.len() <= MAX_SHAPE).then(|| Rc::from(segments.as_slice()));
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
fn is_upright_rectangle(segments: &[Segment]) -> bool {
    let corners: Vec<Point> = points(segments).take(6).collect();
    let straight = segments.len() <= 6 && !segments.iter().any(|segment| matches!(segment, Segment::Curve(..)));
    let upright = |pair: &[Point]| (pair[0].x - pair[1].x).abs() < 0.01 || (pair[0].y - pair[1].y).abs() < 0.01;
    straight && matches!(corners.len(), 4 | 5) && corners.windows(2).all(upright)
}

/// All that can be seen, or of it what a shading reaches, filled with `color`; `None` where its shape is not known.
pub(super) fn filled_clip(state: &State<'_>, color: Color, reach: Option<Vec<Segment>>) -> Option<Path> {
    let (segments, clip) = match (&state.clip_shape, reach) {
        (_, Some(reach)) if state.clip_is_exact => (reach, Some(state.clip)),
        _ if state.clip_is_exact => (rectangle(&state.clip), None),
        (Some(shape), _) => (shape.to_vec(), Some(state.clip)),
        (None, _) => return None,
    };
    let fill = Some((color, state.fill.alpha));
    let seen = state.clip.area() > 0.0 && state.fill.alpha > 0.0;
    seen.then_some(Path { segments, fill, clip, ..Path::default() })
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
}

/// Narrows what can be seen to the box of a clipping path.
pub(super) fn narrow_clip(state: &mut State<'_>, bounds: Option<Rect>) {
    let nothing = Rect { left: f32::MAX, top: f32::MAX, right: f32::MAX, bottom: f32::MAX };
    state.clip = bounds.and_then(|bounds| state.clip.intersection(&bounds)).unwrap_or(nothing);
}

fn is_seen(bounds: &Rect, painting: Painting, state: &State<'_>) -> bool {
    let margin = if painting.stroke { line_width(state) } else { 0.0 };
    bounds.expand(margin).intersection(&state.clip).is_some()
}

fn line_width(state: &State<'_>) -> f32 {
    state.line_width * state.ctm.determinant().abs().sqrt()
}

fn outline(segments: Vec<Segment>, bounds: Option<Rect>, painting: Painting, state: &State<'_>) -> Option<Path> {
    let fill = (painting.fill && state.fill.alpha > 0.0).then_some((state.fill.color, state.fill.alpha));
    let stroke = (painting.stroke && state.stroke.alpha > 0.0).then(|| Stroke {
        width: line_width(state),
        color: state.stroke.color,
        opacity: state.stroke.alpha,
        dashed: state.dashed,
    });
    let hidden = |bounds: &Rect| bounds.intersection(&state.clip).is_none_or(|seen| seen != *bounds);
    let clip = bounds.as_ref().filter(|bounds| hidden(bounds)).map(|_| state.clip);
    let even_odd = painting.even_odd;
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
