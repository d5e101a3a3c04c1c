//! Lines, areas and scattered points (ECMA-376 part 1, 21.2.2.97, 21.2.2.3 and 21.2.2.161).

use super::super::model::{Blanks, Chart, Plot, Series};
use super::field::{Ruler, View};
use super::labels::{self, About};
use super::marker;
use super::sheet::{Hold, Sheet};
use super::stack::Spans;
use transvase_base::units::Point;
use transvase_model::path::{Segment, polygon};

/// Width of a line that says none, in points.
pub(super) const WIDTH: f32 = 2.25;
/// Room between a point and its label, in points.
const APART: f32 = 4.0;

/// Draws the lines of a plot, with their markers and labels.
pub(super) fn draw(chart: &Chart, plot: &Plot, spans: &[Spans], view: &View<'_>, sheet: &mut Sheet) {
    for (series, spans) in plot.series.iter().zip(spans) {
        let mut runs: Vec<Vec<(usize, Point)>> = vec![Vec::new()];
        for at in 0..view.pair.count() {
            let value = spans.get(&at).map(|(_, to)| *to);
            match value.or((chart.blanks == Blanks::Zero).then_some(0.0)) {
                Some(value) => {
                    let point = view.at(view.pair.across.at(at), view.pair.up.share(value));
                    runs.last_mut().into_iter().for_each(|run| run.push((at, point)));
                }
                None if chart.blanks == Blanks::Gap => runs.push(Vec::new()),
                None => {}
            }
        }
        series_line(series, &runs, &chart.letters, sheet);
    }
}

/// Draws the points of a scatter chart, with the lines between them.
pub(super) fn scatter(plot: &Plot, view: &View<'_>, sheet: &mut Sheet) {
    let Ruler::Values(scale) = view.pair.across else { return };
    for series in &plot.series {
        let x = |at: usize| series.x.get(&at).copied().unwrap_or((at + 1) as f64);
        let inside = series.values.iter().filter(|(at, y)| scale.holds(x(**at)) && view.pair.up.holds(**y));
        let points = inside.map(|(at, y)| (*at, view.at(scale.share(x(*at)), view.pair.up.share(*y))));
        let letters = view.pair.axes.iter().flatten().next().map(|axis| &axis.letters);
        if let Some(letters) = letters {
            series_line(series, &[points.collect()], letters, sheet);
        }
    }
}

/// Draws a series: its lines under its markers under its labels.
fn series_line(
    series: &Series,
    runs: &[Vec<(usize, Point)>],
    letters: &super::super::look::Lettering,
    sheet: &mut Sheet,
) {
    let stroke = series.look.stroke(Some((series.color, WIDTH)));
    for run in runs.iter().filter(|run| run.len() > 1) {
        let points: Vec<Point> = run.iter().map(|(_, point)| *point).collect();
        sheet.paint(if series.smooth { smooth(&points) } else { straight(&points) }, None, stroke);
    }
    for (at, point) in runs.iter().flatten() {
        if let Some(marker) = &series.marker {
            marker::draw(marker, series.color, *point, sheet);
        }
        let label = series.labels.of(*at);
        if let Some(text) = labels::text(label, series, &About { at: *at, share: None }) {
            let (point, hold) = beside(*point, label.place.as_deref());
            sheet.write(&text, label.letters.as_ref().unwrap_or(letters), point, hold, 0.0);
        }
    }
}

/// Where the label of a point stands: at its right, unless something else is said (21.2.3.11).
fn beside(point: Point, place: Option<&str>) -> (Point, Hold) {
    match place {
        Some("t") => (Point { y: point.y - APART, ..point }, Hold::BOTTOM),
        Some("b") => (Point { y: point.y + APART, ..point }, Hold::TOP),
        Some("l") => (Point { x: point.x - APART, ..point }, Hold::RIGHT),
        Some("ctr") => (point, Hold::MIDDLE),
        _ => (Point { x: point.x + APART, ..point }, Hold::LEFT),
    }
}

/// Draws the areas of a plot: each from what it stands on to its values.
pub(super) fn areas(plot: &Plot, spans: &[Spans], view: &View<'_>, sheet: &mut Sheet) {
    for (series, spans) in plot.series.iter().zip(spans) {
        let side = |end: fn(&(f64, f64)) -> f64| {
            spans.iter().map(move |(at, span)| view.at(view.pair.across.at(*at), view.pair.up.share(end(span))))
        };
        let mut corners: Vec<Point> = side(|span| span.1).collect();
        let below: Vec<Point> = side(|span| span.0).collect();
        corners.extend(below.into_iter().rev());
        sheet.paint(polygon(&corners), series.look.fill(Some(series.color)), series.look.stroke(None));
    }
}

fn straight(points: &[Point]) -> Vec<Segment> {
    let begin = points.first().map(|point| Segment::Move(*point));
    begin.into_iter().chain(points.iter().skip(1).map(|point| Segment::Line(*point))).collect()
}

/// A curve through points: a Catmull-Rom spline, whose direction at each point is that from its neighbours to each other.
fn smooth(points: &[Point]) -> Vec<Segment> {
    let along =
        |a: Point, b: Point, from: Point| Point { x: from.x + (b.x - a.x) / 6.0, y: from.y + (b.y - a.y) / 6.0 };
    let near = |at: isize| points[at.clamp(0, points.len() as isize - 1) as usize];
    let mut curve: Vec<Segment> = points.first().map(|point| Segment::Move(*point)).into_iter().collect();
    for at in 0..points.len() as isize - 1 {
        let (from, to) = (near(at), near(at + 1));
        curve.push(Segment::Curve(along(near(at - 1), to, from), along(near(at + 2), from, to), to));
    }
    curve
}
