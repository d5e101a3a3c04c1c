//! Graphics state of the walk, and the path at hand.

use hayro::hayro_syntax::content::ops::TypedInstruction as Op;
use hayro::hayro_syntax::object::{Array, Dict, Number};

use super::shading::Shade;
use super::{MAX_SAVED, Walk, Walked, refused};
use hayro::hayro_syntax::page::Resources;
use transvase_base::context::Limit;
use transvase_base::units::{Affine, Rect};

/// What hayro takes for a dash of no length.
const SHORTEST_DASH: f64 = 0.01;

/// A graphics state.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// From user space to the picture.
    pub ctm: Affine,
    /// How far it is from one group of dashes to the next; 0 of lines without.
    pub period: f64,
    /// Dashes of a group.
    pub dashes: u64,
    /// What one letter of the font costs, where it is drawn by a program.
    pub letter: Run,
    /// Size of the font.
    pub size: f64,
    /// How the text matrix enlarges, at most.
    pub stretch: f64,
    /// Whether letters are stroked.
    pub outlined: bool,
    /// Whether letters clip what comes after them.
    pub clips: bool,
    /// What areas are filled with.
    pub fill: Paint,
    /// What lines are painted with.
    pub stroke: Paint,
    /// Width of lines in user space.
    pub line_width: f64,
    /// Pixels painted while a colour of areas is computed.
    pub fill_tint: u64,
    /// Pixels painted while a colour of lines is computed.
    pub stroke_tint: u64,
    /// Pixels painted while one is blended.
    pub blend: u64,
    /// Pixels painted while one passes a soft mask.
    pub mask: u64,
    /// Where something can be seen, on the picture.
    pub clip: Rect,
    /// Pixels of the outlines that clip.
    pub clip_outline: u64,
}

/// What running through some content costs.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Run {
    /// Operators.
    pub operators: u64,
    /// Pixels that are painted.
    pub painted: u64,
}

impl Run {
    /// The costs of many.
    pub fn times(self, times: f64) -> Run {
        let many = |one: u64| (one as f64 * times) as u64;
        Run { operators: many(self.operators), painted: many(self.painted) }
    }
}

/// What is painted with, as far as it costs anything.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Paint {
    /// A colour.
    Plain,
    /// A shading, computed for every pixel.
    Shading(Shade),
    /// A tiling pattern, drawn anew for every path.
    Tiling {
        /// What its cells cost.
        cells: Run,
        /// Pixels of the picture they make.
        pixels: u64,
        /// Whether cells are so low that the picture is no smaller for a part of the page.
        is_low: bool,
    },
}

impl State {
    /// The state a page begins with.
    pub fn new(ctm: Affine, clip: Rect) -> State {
        State {
            ctm,
            period: 0.0,
            dashes: 0,
            letter: Run::default(),
            size: 0.0,
            stretch: 1.0,
            outlined: false,
            clips: false,
            fill: Paint::Plain,
            stroke: Paint::Plain,
            line_width: 1.0,
            fill_tint: 0,
            stroke_tint: 0,
            blend: 0,
            mask: 0,
            clip,
            clip_outline: 0,
        }
    }

    /// Whether what is painted is blended or masked.
    pub fn is_blended(&self) -> bool {
        self.blend + self.mask > 0
    }

    /// How lengths are enlarged on the way to the picture, at most.
    pub fn scale(&self) -> f64 {
        let Affine { a, b, c, d, .. } = self.ctm;
        f64::from(libm::hypotf(a, b).max(libm::hypotf(c, d)))
    }

    /// Sets the dashes of lines.
    pub fn dash(&mut self, lengths: &Array<'_>) {
        let lengths = lengths.iter::<f32>().map(|length| if length == 0.0 { SHORTEST_DASH } else { f64::from(length) });
        (self.period, self.dashes) = (0.0, 0);
        for length in lengths {
            self.period += length.max(0.0);
            self.dashes += 1;
        }
    }
}

/// The matrix of a form or pattern.
pub(super) fn matrix(dict: &Dict<'_>) -> Affine {
    let [a, b, c, d, e, f] = dict.get::<[f32; 6]>(b"Matrix").unwrap_or([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    Affine { a, b, c, d, e, f }
}

/// The bounds of a form or pattern.
pub(super) fn bounds(dict: &Dict<'_>) -> Option<Rect> {
    let [x0, y0, x1, y1] = dict.get::<[f32; 4]>(b"BBox")?;
    Some(Rect { left: x0.min(x1), top: y0.min(y1), right: x0.max(x1), bottom: y0.max(y1) })
}

/// The path at hand, by its measures alone.
#[derive(Debug, Default)]
pub(super) struct Path {
    /// Length of its segments in user space; curves count as long as their control polygons.
    pub length: f64,
    /// Number of its segments.
    pub segments: u64,
    /// Its bounds in user space.
    pub bounds: Option<Rect>,
    /// Whether what comes next is clipped to it.
    pub clips: bool,
    start: (f64, f64),
    last: (f64, f64),
}

impl Path {
    /// Operators that make the path; false where the operator is another.
    pub fn step(&mut self, operation: &Op<'_, '_>) -> bool {
        match operation {
            Op::MoveTo(op) => {
                self.start = point(op.0, op.1);
                self.move_to(self.start);
            }
            Op::LineTo(op) => self.line(point(op.0, op.1)),
            Op::CubicTo(op) => {
                self.line(point(op.0, op.1));
                self.line(point(op.2, op.3));
                self.line(point(op.4, op.5));
            }
            Op::CubicStartTo(op) => {
                self.line(point(op.0, op.1));
                self.line(point(op.2, op.3));
            }
            Op::CubicEndTo(op) => {
                self.line(point(op.0, op.1));
                self.line(point(op.2, op.3));
            }
            Op::ClosePath(_) => self.line(self.start),
            Op::RectPath(op) => {
                let ((x, y), (width, height)) = (point(op.0, op.1), point(op.2, op.3));
                self.start = (x, y);
                self.move_to(self.start);
                for corner in [(x + width, y), (x + width, y + height), (x, y + height), (x, y)] {
                    self.line(corner);
                }
            }
            Op::ClipNonZero(_) | Op::ClipEvenOdd(_) => self.clips = true,
            _ => return false,
        }
        true
    }

    fn move_to(&mut self, to: (f64, f64)) {
        self.last = to;
        let (x, y) = (to.0 as f32, to.1 as f32);
        let bounds = self.bounds.get_or_insert(Rect { left: x, top: y, right: x, bottom: y });
        bounds.left = bounds.left.min(x);
        bounds.top = bounds.top.min(y);
        bounds.right = bounds.right.max(x);
        bounds.bottom = bounds.bottom.max(y);
    }

    fn line(&mut self, to: (f64, f64)) {
        self.length += (to.0 - self.last.0).abs() + (to.1 - self.last.1).abs();
        self.segments += 1;
        self.move_to(to);
    }
}

fn point(x: Number, y: Number) -> (f64, f64) {
    (x.as_f64(), y.as_f64())
}

impl Walk<'_> {
    /// Operators of the graphics state; false where the operator is another.
    pub(super) fn step_state(&mut self, operation: &Op<'_, '_>, resources: &Resources<'_>) -> Walked<bool> {
        match operation {
            Op::SaveState(_) if self.saved.len() < MAX_SAVED => self.saved.push(self.state.clone()),
            Op::SaveState(_) => return Err(refused(Limit::form_depth, MAX_SAVED as u64, MAX_SAVED as u64 + 1)),
            Op::RestoreState(_) => {
                if let Some(state) = self.saved.pop() {
                    self.state = state;
                }
            }
            Op::Transform(op) => {
                let [a, b, c, d, e, f] = [op.0, op.1, op.2, op.3, op.4, op.5].map(|number| number.as_f32());
                self.state.ctm = Affine { a, b, c, d, e, f }.then(&self.state.ctm);
            }
            Op::LineWidth(op) => self.state.line_width = op.0.as_f64().abs(),
            Op::DashPattern(op) => self.state.dash(op.0),
            Op::SetGraphicsState(op) => {
                if let Some(dict) = resources.get_ext_g_state(op.0) {
                    self.graphics_state(&dict, resources)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}
