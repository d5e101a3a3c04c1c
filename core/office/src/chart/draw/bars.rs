//! Bars (ECMA-376 part 1, 21.2.2.16).

use super::super::model::{Chart, Plot, Series, Stacking};
use super::field::View;
use super::labels::{self, About};
use super::sheet::{Hold, Sheet};
use super::stack::Spans;
use transvase_base::units::{Point, Rect};

/// Room between a bar and its label, in points.
const APART: f32 = 2.0;

/// Draws the bars of a plot.
pub(super) fn draw(chart: &Chart, plot: &Plot, spans: &[Spans], view: &View<'_>, sheet: &mut Sheet) {
    let beside = if plot.stacking == Stacking::None { plot.series.len().max(1) } else { 1 };
    let slot = 1.0 / view.pair.count().max(1) as f32;
    // 21.2.2.75 and 21.2.2.131: the room between groups and what bars cover of each other are shares of a bar.
    let group = 1.0 + (beside - 1) as f32 * (1.0 - plot.overlap);
    let width = slot / (group + plot.gap);
    let base = view.pair.crossings[0];
    for (number, (series, spans)) in plot.series.iter().zip(spans).enumerate() {
        let place = if beside > 1 { number } else { 0 };
        let begin = (place as f32 * (1.0 - plot.overlap) - group / 2.0) * width;
        for (at, (from, to)) in spans {
            let middle = view.pair.across.at(*at);
            let sign = if view.pair.axes[0].is_some_and(|axis| axis.is_reversed) { -1.0 } else { 1.0 };
            let sides = [middle + sign * begin, middle + sign * (begin + width)];
            let low = if plot.stacking == Stacking::None { base } else { view.pair.up.share(*from) };
            let bar = Bar { sides, low, high: view.pair.up.share(*to) };
            paint(chart, (plot, series), *at, &bar, view, sheet);
        }
    }
}

/// A bar by its shares along the axes.
struct Bar {
    sides: [f32; 2],
    low: f32,
    high: f32,
}

impl Bar {
    fn middle(&self) -> f32 {
        f32::midpoint(self.sides[0], self.sides[1])
    }
}

fn paint(chart: &Chart, (plot, series): (&Plot, &Series), at: usize, bar: &Bar, view: &View<'_>, sheet: &mut Sheet) {
    let own = series.points.get(&at);
    let look = own.map_or_else(|| series.look.clone(), |own| own.look.over(&series.look));
    let color = if plot.varied { chart.palette[at % chart.palette.len()] } else { series.color };
    let rect = Rect::from_corners(view.at(bar.sides[0], bar.low), view.at(bar.sides[1], bar.high));
    sheet.area(&rect, look.fill(Some(color)), look.stroke(None));
    let label = series.labels.of(at);
    let Some(text) = labels::text(label, series, &About { at, share: None }) else { return };
    let letters = label.letters.as_ref().unwrap_or(&chart.letters);
    let (point, hold) = place(label.place.as_deref(), plot, bar, view);
    sheet.write(&text, letters, point, hold, 0.0);
}

/// Where the label of a bar stands: at its end, or within it where bars stand on one another (21.2.3.11).
fn place(said: Option<&str>, plot: &Plot, bar: &Bar, view: &View<'_>) -> (Point, Hold) {
    let usual = if plot.stacking == Stacking::None { "outEnd" } else { "ctr" };
    let rises = bar.high >= bar.low;
    let (share, grows) = match said.unwrap_or(usual) {
        "ctr" => return (view.at(bar.middle(), f32::midpoint(bar.low, bar.high)), Hold::MIDDLE),
        "inBase" => (bar.low, rises),
        "inEnd" => (bar.high, !rises),
        _ => (bar.high, rises),
    };
    let point = view.at(bar.middle(), share);
    let by = if grows { APART } else { -APART };
    match (view.is_lying, grows) {
        (true, true) => (Point { x: point.x + by, ..point }, Hold::LEFT),
        (true, false) => (Point { x: point.x + by, ..point }, Hold::RIGHT),
        (false, true) => (Point { y: point.y - by, ..point }, Hold::BOTTOM),
        (false, false) => (Point { y: point.y - by, ..point }, Hold::TOP),
    }
}
