//! Pies and rings (ECMA-376 part 1, 21.2.2.141 and 21.2.2.50).

use super::super::model::{Chart, Kind, Label, Plot, Series};
use super::labels::{self, About};
use super::sheet::{Hold, Sheet};
use transvase_base::units::{Point, Rect};
use transvase_model::path::Segment;

/// Room between a pie and the labels around it, in points.
const APART: f32 = 3.0;
/// Where labels within slices stand, in the radius.
const INSIDE: f32 = 0.7;
/// Where labels at the end of slices stand.
const AT_END: f32 = 0.85;
/// Share of the whole below which a slice has hardly room for a label.
const NARROW: f64 = 0.07;

/// Draws the plots of a chart as circles in a room, the first one alone: a circle has no room for another.
pub(super) fn draw(chart: &Chart, sheet: &mut Sheet, room: &Rect) {
    let Some(plot) = chart.plots.iter().find(|plot| plot.kind.is_round()) else { return };
    let most = plot.series.iter().map(explosion).fold(0.0, f32::max);
    let (beside, above) = if has_labels_around(plot) { margins(chart, plot, room) } else { (0.0, 0.0) };
    let half = (room.width() / 2.0 - beside).min(room.height() / 2.0 - above);
    let radius = (half / (1.0 + most)).max(1.0);
    let middle = room.center();
    if plot.kind == Kind::Pie {
        if let Some(series) = plot.series.first() {
            slices(chart, (plot, series), &Ring { middle, inner: 0.0, outer: radius }, sheet);
        }
        return;
    }
    let width = radius * (1.0 - plot.hole) / plot.series.len().max(1) as f32;
    for (number, series) in plot.series.iter().enumerate() {
        let inner = radius * plot.hole + width * number as f32;
        slices(chart, (plot, series), &Ring { middle, inner, outer: inner + width }, sheet);
    }
}

/// A ring, or a pie where it has no hole.
struct Ring {
    middle: Point,
    inner: f32,
    outer: f32,
}

/// How far the farthest slice of a series is moved out.
fn explosion(series: &Series) -> f32 {
    let own = series.points.values().filter_map(|point| point.explosion);
    own.fold(series.explosion, f32::max)
}

/// Whether labels stand around a pie: all of them, or those of slices that have no room for one.
fn has_labels_around(plot: &Plot) -> bool {
    let is_around = |series: &Series| {
        let label = &series.labels.usual;
        let whole: f64 = series.values.values().map(|value| value.abs()).sum();
        let has_narrow = || series.values.values().any(|value| value.abs() < whole * NARROW);
        match label.place.as_deref() {
            Some("outEnd") => true,
            Some("ctr" | "inEnd") => false,
            _ => (label.value || label.percent || label.category || label.series) && has_narrow(),
        }
    };
    plot.kind == Kind::Pie && plot.series.first().is_some_and(is_around)
}

/// Room that labels around a pie take beside it and above it.
fn margins(chart: &Chart, plot: &Plot, room: &Rect) -> (f32, f32) {
    let Some(series) = plot.series.first() else { return (0.0, 0.0) };
    let label = &series.labels.usual;
    let letters = label.letters.as_ref().unwrap_or(&chart.letters);
    let text = |at: &usize| labels::text(label, series, &About { at: *at, share: Some(0.0) });
    // Those above and below have room at both sides.
    let is_around = label.place.as_deref() == Some("outEnd");
    let widths = series.values.keys().filter(|_| is_around).filter_map(text).map(|text| letters.width(&text));
    let beside = widths.fold(0.0, f32::max).min(room.width() / 4.0);
    (beside + APART, letters.line() + APART)
}

fn slices(chart: &Chart, (plot, series): (&Plot, &Series), ring: &Ring, sheet: &mut Sheet) {
    let whole: f64 = series.values.values().map(|value| value.abs()).sum();
    if whole <= 0.0 {
        return;
    }
    let mut from = plot.start;
    for (at, value) in &series.values {
        let share = value.abs() / whole;
        let slice = Slice { from, to: from + 360.0 * share as f32 };
        from = slice.to;
        let own = series.points.get(at);
        let out = own.and_then(|own| own.explosion).unwrap_or(series.explosion);
        let ring = Ring { middle: at_angle(ring.middle, slice.middle(), out * ring.outer), ..*ring };
        let look = own.map_or_else(|| series.look.clone(), |own| own.look.over(&series.look));
        let color = if plot.varied { chart.palette[at % chart.palette.len()] } else { series.color };
        sheet.paint(outline(&ring, slice), look.fill(Some(color)), look.stroke(None));
        let label = series.labels.of(*at);
        if let Some(text) = labels::text(label, series, &About { at: *at, share: Some(share) }) {
            write(&text, chart, label, (&ring, slice), sheet);
        }
    }
}

/// Writes the label of a slice: within it where it has room there, unless something else is said (21.2.3.11).
fn write(text: &str, chart: &Chart, label: &Label, (ring, slice): (&Ring, Slice), sheet: &mut Sheet) {
    let letters = label.letters.as_ref().unwrap_or(&chart.letters);
    let inside = f32::midpoint(ring.inner, ring.outer).max(ring.outer * INSIDE);
    let chord = 2.0 * inside * libm::sinf((slice.turn() / 2.0).min(90.0).to_radians());
    let fits = chord > letters.line() && (chord > letters.width(text) || slice.turn() > 60.0);
    let around = match label.place.as_deref() {
        _ if ring.inner > 0.0 => false,
        Some("outEnd") => true,
        Some("ctr" | "inEnd") => false,
        _ => !fits,
    };
    if around {
        let at = at_angle(ring.middle, slice.middle(), ring.outer + APART);
        let (sin, cos) = sin_cos(slice.middle());
        let hold = Hold { across: (0.5 - sin * 0.5).clamp(0.0, 1.0), down: (0.5 + cos * 0.5).clamp(0.0, 1.0) };
        // Beside a pie a text begins or ends at its side; only above and below it is centred.
        let across = if sin.abs() < 0.25 { 0.5 } else { (-sin).signum().mul_add(0.5, 0.5) };
        return sheet.write(text, letters, at, Hold { across, ..hold }, 0.0);
    }
    let radius = match label.place.as_deref() {
        _ if ring.inner > 0.0 => f32::midpoint(ring.inner, ring.outer),
        Some("ctr") => ring.outer / 2.0,
        Some("inEnd") => ring.outer * AT_END,
        _ => inside,
    };
    sheet.write(text, letters, at_angle(ring.middle, slice.middle(), radius), Hold::MIDDLE, 0.0);
}

/// A slice by its angles in degrees, clockwise from the top.
#[derive(Debug, Clone, Copy)]
struct Slice {
    from: f32,
    to: f32,
}

impl Slice {
    fn middle(self) -> f32 {
        f32::midpoint(self.from, self.to)
    }

    fn turn(self) -> f32 {
        self.to - self.from
    }
}

/// The outline of a slice of a ring.
fn outline(ring: &Ring, slice: Slice) -> Vec<Segment> {
    let is_whole = slice.turn() > 359.9;
    let mut path = vec![Segment::Move(at_angle(ring.middle, slice.from, ring.outer))];
    path.extend(arc(ring.middle, ring.outer, slice.from, slice.to));
    if ring.inner > 0.0 {
        let inner = at_angle(ring.middle, slice.to, ring.inner);
        path.extend(if is_whole { vec![Segment::Close, Segment::Move(inner)] } else { vec![Segment::Line(inner)] });
        path.extend(arc(ring.middle, ring.inner, slice.to, slice.from));
    } else if !is_whole {
        path.push(Segment::Line(ring.middle));
    }
    path.push(Segment::Close);
    path
}

/// A circle.
pub(super) fn circle(middle: Point, radius: f32) -> Vec<Segment> {
    outline(&Ring { middle, inner: 0.0, outer: radius }, Slice { from: 0.0, to: 360.0 })
}

/// An arc from one angle to another, in pieces of at most a right angle, which a Bezier curve is near enough to.
fn arc(middle: Point, radius: f32, from: f32, to: f32) -> Vec<Segment> {
    let pieces = ((to - from).abs() / 90.0).ceil().clamp(1.0, 8.0);
    let step = (to - from) / pieces;
    let reach = 4.0 / 3.0 * libm::tanf(step.to_radians() / 4.0) * radius;
    let piece = |number: usize| {
        let (begin, end) = (from + step * number as f32, from + step * (number + 1) as f32);
        let (a, b) = (at_angle(middle, begin, radius), at_angle(middle, end, radius));
        let (sin_a, cos_a) = sin_cos(begin);
        let (sin_b, cos_b) = sin_cos(end);
        let out = Point { x: a.x + reach * cos_a, y: a.y + reach * sin_a };
        let back = Point { x: b.x - reach * cos_b, y: b.y - reach * sin_b };
        Segment::Curve(out, back, b)
    };
    (0..pieces as usize).map(piece).collect()
}

fn sin_cos(degrees: f32) -> (f32, f32) {
    (libm::sinf(degrees.to_radians()), libm::cosf(degrees.to_radians()))
}

/// The point at an angle and a distance from another one.
fn at_angle(middle: Point, degrees: f32, distance: f32) -> Point {
    let (sin, cos) = sin_cos(degrees);
    Point { x: middle.x + distance * sin, y: middle.y - distance * cos }
}
