//! The field that a chart is plotted on: its scales, and the room that they leave it.

use super::super::model::{Axis, Chart, Crossing, Kind, Place, Plot, Series, Stacking};
use super::super::scale::Scale;
use super::GAP;
use super::axes::Rail;
use super::stack;
use crate::chart::number_format;
use transvase_base::units::{Point, Rect};

/// Fewest and most steps of an axis that says none.
const STEPS: (usize, usize) = (2, 10);
/// Shares of the width and the height of the room that the field has, about, before it is known.
const FIELD: (f32, f32) = (0.65, 0.85);
/// Least distance of labels of an axis that stands, in lines.
const LINES_APART: f32 = 1.3;

/// Where the points of a pair of axes stand along the first.
#[derive(Debug, Clone, Copy)]
pub(super) enum Ruler {
    /// So many categories, each with room of its own or on the marks.
    Categories { count: usize, is_between: bool, is_reversed: bool },
    /// Values.
    Values(Scale),
}

impl Ruler {
    /// Where the point of a category stands, from 0 to 1.
    pub(super) fn at(&self, index: usize) -> f32 {
        match *self {
            Ruler::Values(scale) => scale.share((index + 1) as f64),
            Ruler::Categories { count, is_between, is_reversed } => {
                let share = match is_between {
                    true => (index as f32 + 0.5) / count as f32,
                    false if count > 1 => index as f32 / (count - 1) as f32,
                    false => 0.5,
                };
                if is_reversed { 1.0 - share } else { share }
            }
        }
    }

    /// Where the other axis crosses it.
    fn crossing(&self, crossing: Crossing) -> f32 {
        match (*self, crossing) {
            (Ruler::Values(scale), crossing) => crossed(&scale, crossing),
            (Ruler::Categories { count, is_between, is_reversed }, crossing) => {
                let share = match crossing {
                    Crossing::Zero | Crossing::Min => 0.0,
                    Crossing::Max => 1.0,
                    Crossing::At(at) => {
                        let parts = if is_between { count } else { count - 1 };
                        ((at as f32 - 1.0) / parts.max(1) as f32).clamp(0.0, 1.0)
                    }
                };
                if is_reversed { 1.0 - share } else { share }
            }
        }
    }
}

/// Where an axis crosses a scale.
fn crossed(scale: &Scale, crossing: Crossing) -> f32 {
    scale.share(match crossing {
        Crossing::Zero => 0.0,
        Crossing::Min => scale.min,
        Crossing::Max => scale.max,
        Crossing::At(at) => at,
    })
}

/// Two axes that plots stand on.
pub(super) struct Pair<'c> {
    ids: [Option<String>; 2],
    pub across: Ruler,
    pub up: Scale,
    /// Where the first axis lies on the second, and the other way round.
    pub crossings: [f32; 2],
    pub axes: [Option<&'c Axis>; 2],
    /// Format code of the values along each.
    pub formats: [String; 2],
    /// The series whose categories stand along the first.
    pub series: Option<&'c Series>,
}

impl<'c> Pair<'c> {
    /// The pair of axes that some plots have in common, in a room.
    fn of(chart: &'c Chart, plots: &[&'c Plot], room: &Rect, is_lying: bool) -> Pair<'c> {
        let ids = plots.first().map(|plot| plot.axes.clone()).unwrap_or_default();
        let axis = |id: &Option<String>| chart.axes.iter().find(|axis| Some(&axis.id) == id.as_ref());
        let axes = [axis(&ids[0]), axis(&ids[1])];
        let count = count(plots);
        let is_percent = plots.iter().any(|plot| plot.stacking == Stacking::Percent);
        let spans = plots.iter().map(|plot| stack::range(&stack::spans(plot, count), plot.stacking != Stacking::None));
        let range = spans.flatten().reduce(wider);
        let first = plots.iter().flat_map(|plot| &plot.series).next();
        let of_values = first.map(|series| series.format.clone()).unwrap_or_default();
        let format = |axis: Option<&Axis>, usual: &str| {
            let said = axis.and_then(|axis| axis.format.clone());
            said.filter(|code| !code.eq_ignore_ascii_case("general")).unwrap_or_else(|| usual.to_owned())
        };
        let formats = [format(axes[0], ""), format(axes[1], if is_percent { "0%" } else { &of_values })];
        let steps = steps(axes[1], &formats[1], range, room, !is_lying);
        let up = Scale::of(range, axes[1], steps, is_percent);
        let across = if plots.iter().any(|plot| plot.kind == Kind::Scatter) {
            let range = plots.iter().flat_map(|plot| &plot.series).filter_map(x_range).reduce(wider);
            Ruler::Values(Scale::of(range, axes[0], steps_across(axes[0], &formats[0], range, room), false))
        } else {
            let is_between = axes[1].is_none_or(|axis| axis.is_between);
            Ruler::Categories { count, is_between, is_reversed: axes[0].is_some_and(|axis| axis.is_reversed) }
        };
        let crossing = |axis: Option<&Axis>| axis.map_or(Crossing::Zero, |axis| axis.crossing);
        let crossings = [crossed(&up, crossing(axes[0])), across.crossing(crossing(axes[1]))];
        Pair { ids, across, up, crossings, axes, formats, series: first }
    }

    /// The number of categories.
    pub(super) fn count(&self) -> usize {
        if let Ruler::Categories { count, .. } = self.across { count } else { 0 }
    }
}

/// The number of categories that plots have.
fn count(plots: &[&Plot]) -> usize {
    let series = plots.iter().flat_map(|plot| &plot.series);
    let last = |series: &Series| series.values.keys().chain(series.categories.keys()).max().copied();
    series.filter_map(last).max().map_or(1, |last| last + 1)
}

/// Where the points of a series begin and end along an axis of values.
fn x_range(series: &Series) -> Option<(f64, f64)> {
    let at = |number: &usize| series.x.get(number).copied().unwrap_or((number + 1) as f64);
    series.values.keys().map(|number| (at(number), at(number))).reduce(wider)
}

fn wider(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// How many steps an axis of values has room for.
fn steps(axis: Option<&Axis>, format: &str, range: Option<(f64, f64)>, room: &Rect, stands: bool) -> usize {
    if !stands {
        return steps_across(axis, format, range, room);
    }
    let line = axis.map_or(12.0, |axis| axis.letters.line());
    between(room.height() * FIELD.1 / (LINES_APART * line))
}

fn steps_across(axis: Option<&Axis>, format: &str, range: Option<(f64, f64)>, room: &Rect) -> usize {
    let (low, high) = range.unwrap_or((0.0, 1.0));
    let Some(axis) = axis else { return STEPS.0 };
    let width = |value| axis.letters.width(&number_format::format(value, format));
    // Labels are of round numbers beyond the values, which may be shorter than those.
    let (low, high) = (low.round() * 1.5, high.round() * 1.5);
    let widest = width(low).max(width(high)).max(1.5 * axis.letters.size);
    between(room.width() * FIELD.0 / (widest + axis.letters.size))
}

fn between(steps: f32) -> usize {
    (steps.max(0.0) as usize).clamp(STEPS.0, STEPS.1)
}

/// The field.
pub(super) struct Field<'c> {
    pub rect: Rect,
    /// Whether values run to the right, and categories up.
    pub is_lying: bool,
    pub pairs: Vec<Pair<'c>>,
    pub rails: Vec<Rail<'c>>,
}

impl<'c> Field<'c> {
    /// The field of a chart in a room, or at the place that the chart says.
    pub(super) fn of(chart: &'c Chart, room: &Rect, place: Option<Place>) -> Field<'c> {
        let is_lying = chart.plots.iter().any(|plot| plot.kind == Kind::Bars { lying: true });
        let room = place.map_or(*room, |place| place.rect);
        let mut groups: Vec<Vec<&Plot>> = Vec::new();
        for plot in &chart.plots {
            match groups.iter_mut().find(|group| group[0].axes == plot.axes) {
                Some(group) => group.push(plot),
                None => groups.push(vec![plot]),
            }
        }
        let pairs: Vec<Pair> = groups.iter().map(|plots| Pair::of(chart, plots, &room, is_lying)).collect();
        let mut field = Field { rect: room, is_lying, pairs, rails: Vec::new() };
        field.lay_out(&room, place.is_some_and(|place| place.is_inner));
        field
    }

    /// Takes the room of the labels off the field: first at its sides, since those below depend on its width.
    fn lay_out(&mut self, room: &Rect, is_inner: bool) {
        for stands in [true, false] {
            for pair in &self.pairs {
                for along in [0, 1] {
                    let Some(axis) = pair.axes[along].filter(|axis| !axis.is_deleted) else { continue };
                    if stands == ((along == 1) != self.is_lying) {
                        self.rails.push(Rail::of(pair, axis, along, (&self.rect, room), self.is_lying));
                    }
                }
            }
            if !is_inner {
                self.make_room(room, stands);
            }
        }
    }

    fn make_room(&mut self, room: &Rect, stands: bool) {
        let rails = || self.rails.iter().filter(|rail| rail.stands == stands);
        let over = rails().map(|rail| rail.overhang).fold(0.0, f32::max);
        let length = if stands { room.width() } else { room.height() };
        let take = |is_low: bool| {
            let all = rails()
                .filter(|rail| rail.is_low == is_low)
                .map(|rail| rail.depth(length * if stands { FIELD.0 } else { FIELD.1 }));
            all.fold(if stands { GAP } else { 0.0 }, f32::max).min(length * 0.45)
        };
        let rect = &mut self.rect.clone();
        if stands {
            (rect.left, rect.right) = (room.left + take(true), room.right - take(false));
            (rect.top, rect.bottom) = (room.top + over, room.bottom - over);
        } else {
            let (below, above) = (take(true), take(false));
            (rect.bottom, rect.top) = ((room.bottom - below).min(rect.bottom), (room.top + above).max(rect.top));
            (rect.left, rect.right) = (rect.left.max(room.left + over), rect.right.min(room.right - over));
        }
        self.rect = sound(rect);
    }

    /// The plots, areas under bars under lines, with the numbers of their pairs.
    pub(super) fn plots<'p>(&self, chart: &'p Chart) -> Vec<(&'p Plot, usize)> {
        let rank = |plot: &Plot| match plot.kind {
            Kind::Area => 0,
            Kind::Bars { .. } => 1,
            _ => 2,
        };
        let pair = |plot: &Plot| self.pairs.iter().position(|pair| pair.ids == plot.axes).unwrap_or(0);
        let mut plots: Vec<_> = chart.plots.iter().map(|plot| (plot, pair(plot))).collect();
        plots.sort_by_key(|(plot, pair)| (*pair, rank(plot)));
        plots
    }

    /// The field as the plots of a pair see it.
    pub(super) fn view(&self, pair: usize) -> View<'_> {
        View { rect: &self.rect, is_lying: self.is_lying, pair: &self.pairs[pair] }
    }
}

/// A rectangle that has an inside.
fn sound(rect: &Rect) -> Rect {
    Rect { right: rect.right.max(rect.left + 1.0), bottom: rect.bottom.max(rect.top + 1.0), ..*rect }
}

/// The field as the plots of a pair of axes see it.
pub(super) struct View<'f> {
    rect: &'f Rect,
    pub is_lying: bool,
    pub pair: &'f Pair<'f>,
}

impl View<'_> {
    /// A point by its shares along the axes.
    pub(super) fn at(&self, across: f32, up: f32) -> Point {
        point(self.rect, self.is_lying, across, up)
    }
}

/// A point of a field by its shares along the axes.
pub(super) fn point(rect: &Rect, is_lying: bool, across: f32, up: f32) -> Point {
    let (x, y) = if is_lying { (up, across) } else { (across, up) };
    Point { x: rect.left + rect.width() * x, y: rect.bottom - rect.height() * y }
}
