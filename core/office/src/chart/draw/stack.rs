//! Values that stand on one another.

use std::collections::BTreeMap;

use super::super::model::{Kind, Plot, Stacking};

/// From where to where the points of a series reach, by their numbers.
pub(super) type Spans = BTreeMap<usize, (f64, f64)>;

/// The spans of each series of a plot with so many points. What is stacked stands on what comes before it, bars below zero
/// apart from those above.
pub(super) fn spans(plot: &Plot, count: usize) -> Vec<Spans> {
    if plot.stacking == Stacking::None || plot.kind == Kind::Scatter {
        let alone = |values: &BTreeMap<usize, f64>| values.iter().map(|(at, value)| (*at, (0.0, *value))).collect();
        return plot.series.iter().map(|series| alone(&series.values)).collect();
    }
    let mut tops: Vec<[f64; 2]> = vec![[0.0; 2]; count];
    let wholes = wholes(plot, count);
    let is_bars = matches!(plot.kind, Kind::Bars { .. });
    let mut all = Vec::new();
    for series in &plot.series {
        let mut spans = Spans::new();
        for (at, top) in tops.iter_mut().enumerate() {
            let value = series.values.get(&at).copied();
            if value.is_none() && is_bars {
                continue;
            }
            let whole = wholes.get(at).copied().filter(|whole| *whole > 0.0).unwrap_or(1.0);
            let value = value.unwrap_or(0.0) / whole;
            let top = &mut top[usize::from(is_bars && value < 0.0)];
            spans.insert(at, (*top, *top + value));
            *top += value;
        }
        all.push(spans);
    }
    all
}

/// What the values of each point come to, where they are shown as shares of that.
fn wholes(plot: &Plot, count: usize) -> Vec<f64> {
    if plot.stacking != Stacking::Percent {
        return Vec::new();
    }
    let value = |at: usize| plot.series.iter().filter_map(move |series| series.values.get(&at));
    (0..count).map(|at| value(at).map(|value| value.abs()).sum()).collect()
}

/// The least and the largest end of spans. What is not stacked begins at zero, which need not be shown.
pub(super) fn range(all: &[Spans], is_stacked: bool) -> Option<(f64, f64)> {
    let ends = all.iter().flat_map(BTreeMap::values);
    let ends = ends.flat_map(|(from, to)| [is_stacked.then_some(*from), Some(*to)]).flatten();
    ends.fold(None, |range, end| {
        let (low, high) = range.unwrap_or((end, end));
        Some((f64::min(low, end), f64::max(high, end)))
    })
}
