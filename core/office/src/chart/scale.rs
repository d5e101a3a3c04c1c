//! Scales of axes: what range they show, in what steps, and where a value stands on them.

use super::model::Axis;

/// Most steps of an axis.
const MAX_STEPS: f64 = 200.0;
/// Share of what is shown that is left free beyond the largest value, as Excel does.
const HEADROOM: f64 = 0.05;
/// Where values differ by less than this share of the largest, the axis does not begin at zero, as in Excel.
const NEAR: f64 = 1.0 / 6.0;

/// The scale of an axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    pub min: f64,
    pub max: f64,
    /// From label to label; of a logarithmic scale the factor.
    pub step: f64,
    is_log: bool,
    is_reversed: bool,
}

impl Scale {
    /// The scale of values in a range, with at most so many steps unless the axis says otherwise. Shares of a whole are shown
    /// as a whole.
    pub(super) fn of(range: Option<(f64, f64)>, axis: Option<&Axis>, steps: usize, is_share: bool) -> Scale {
        let range = range.unwrap_or((0.0, 1.0));
        let is_reversed = axis.is_some_and(|axis| axis.is_reversed);
        if let Some(base) = axis.and_then(|axis| axis.log) {
            return Scale { is_reversed, ..logarithmic(range, axis, base) };
        }
        let (low, high) = if is_share { range } else { roomy(range) };
        let said = |of: fn(&Axis) -> Option<f64>| axis.and_then(of);
        let (min, max) = (said(|axis| axis.min), said(|axis| axis.max));
        let (low, high) = (min.unwrap_or(low), max.unwrap_or(high));
        let high = if high > low { high } else { low + 1.0 };
        let automatic = nice((high - low) / steps.max(1) as f64);
        let fits = |step: &f64| *step > 0.0 && (high - low) / step <= MAX_STEPS;
        let step = said(|axis| axis.major).filter(fits).unwrap_or(automatic);
        let (low, high) =
            (min.unwrap_or((low / step + 1e-9).floor() * step), max.unwrap_or((high / step - 1e-9).ceil() * step));
        let high = if high > low { high } else { low + step };
        Scale { min: low, max: high, step, is_log: false, is_reversed }
    }

    /// Where a value stands, from 0 to 1; what lies beyond the scale stands at its end.
    pub(super) fn share(&self, value: f64) -> f32 {
        let along = |value: f64| if self.is_log { libm::log(value.max(f64::MIN_POSITIVE)) } else { value };
        let (from, to) = (along(self.min), along(self.max));
        let share = ((along(value) - from) / (to - from)).clamp(0.0, 1.0);
        let share = if share.is_nan() { 0.0 } else { share as f32 };
        if self.is_reversed { 1.0 - share } else { share }
    }

    /// Whether a value is on the scale.
    pub(super) fn holds(&self, value: f64) -> bool {
        let slack = (self.max - self.min) * 1e-9;
        value >= self.min - slack && value <= self.max + slack
    }

    /// The values that have labels.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.is_log {
            let next = |value: &f64| Some(value * self.step).filter(|next| *next <= self.max * 1.000_001);
            return std::iter::successors(Some(self.min), next).take(MAX_STEPS as usize).collect();
        }
        let count = ((self.max - self.min) / self.step + 1e-6).floor().clamp(0.0, MAX_STEPS) as usize;
        let clean = |value: f64| if value.abs() < self.step * 1e-9 { 0.0 } else { value };
        (0..=count).map(|number| clean(self.min + number as f64 * self.step)).collect()
    }
}

/// A range with zero where that is near, and room beyond its ends.
fn roomy((low, high): (f64, f64)) -> (f64, f64) {
    let difference = high - low;
    let (mut low, mut high) = (low, high);
    if low > 0.0 {
        low = if difference > high * NEAR || difference == 0.0 { 0.0 } else { low - difference / 2.0 };
    } else if high < 0.0 {
        high = if difference > -low * NEAR || difference == 0.0 { 0.0 } else { high + difference / 2.0 };
    }
    let room = (high - low) * HEADROOM;
    (if low < 0.0 { low - room } else { low }, if high > 0.0 { high + room } else { high })
}

fn logarithmic((low, high): (f64, f64), axis: Option<&Axis>, base: f64) -> Scale {
    let power = |value: f64, round: fn(f64) -> f64| {
        libm::pow(base, round(libm::log(value.max(1e-12)) / libm::log(base)).clamp(-300.0, 300.0))
    };
    let said = |of: fn(&Axis) -> Option<f64>| axis.and_then(of).filter(|value| *value > 0.0);
    let min = said(|axis| axis.min).unwrap_or_else(|| power(low, f64::floor));
    let max = said(|axis| axis.max).unwrap_or_else(|| power(high, f64::ceil));
    let max = if max > min { max } else { min * base };
    Scale { min, max, step: base, is_log: true, is_reversed: false }
}

/// The least of 1, 2, 5 and their multiples by powers of ten that is not less.
pub(super) fn nice(least: f64) -> f64 {
    if !(least.is_finite() && least > 0.0) {
        return 1.0;
    }
    let power = libm::pow(10.0, libm::log10(least).floor());
    let lead = least / power;
    let lead = [1.0, 2.0, 5.0].into_iter().find(|nice| lead <= nice * 1.000_001).unwrap_or(10.0);
    lead * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(low: f64, high: f64, steps: usize) -> (f64, f64, f64) {
        let scale = Scale::of(Some((low, high)), None, steps, false);
        (scale.min, scale.max, scale.step)
    }

    /// The chart that Word begins with has values from 1.8 to 5 and an axis from 0 to 6.
    #[test]
    fn scales_are_those_of_office() {
        assert_eq!(shown(1.8, 5.0, 6), (0.0, 6.0, 1.0));
        assert_eq!(shown(4.0, 7.0, 8), (0.0, 8.0, 1.0));
        assert_eq!(shown(-20.0, 90.0, 8), (-40.0, 100.0, 20.0));
        assert_eq!(shown(95.0, 100.0, 5), (92.0, 102.0, 2.0));
        assert_eq!(shown(0.0, 0.0, 5), (0.0, 1.0, 0.2));
        let whole = Scale::of(Some((0.0, 1.0)), None, 10, true);
        assert_eq!((whole.min, whole.max, whole.ticks().len()), (0.0, 1.0, 11));
    }

    #[test]
    fn values_stand_on_scales() {
        let scale = Scale { min: -10.0, max: 30.0, step: 10.0, is_log: false, is_reversed: false };
        assert_eq!([-20.0, -10.0, 0.0, 30.0, f64::NAN].map(|value| scale.share(value)), [0.0, 0.0, 0.25, 1.0, 0.0]);
        assert_eq!(scale.ticks(), [-10.0, 0.0, 10.0, 20.0, 30.0]);
        let log = logarithmic((3.0, 4000.0), None, 10.0);
        assert_eq!(log.ticks(), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert!((log.share(100.0) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn strange_ranges_end() {
        for (low, high) in [(1e-300, 1e100), (-1e100, 1e100), (5.0, 5.0), (1e15, 1e15 + 1.0)] {
            let scale = Scale::of(Some((low, high)), None, 5, false);
            assert!(scale.max > scale.min && scale.ticks().len() < 20, "{scale:?}");
        }
    }
}
