//! The chart of requests by day: numbers to bars, which the template draws as SVG.
//!
//! The drawing is stretched to the page's width, so it holds bars alone; words stand beside it as text.

use super::dates::short_day;
use crate::store::Usage;

/// Height of the drawing, in its own units.
pub const HEIGHT: u32 = 100;

/// Width of one day, in its own units, and of its bar.
const STEP: u32 = 10;
const BAR: u32 = 7;

/// A day.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Left edge.
    pub x: u32,
    /// Width.
    pub width: u32,
    /// Top and height of the requests that succeeded.
    pub succeeded: (f64, f64),
    /// Top and height of those that failed, on top of the others.
    pub failed: (f64, f64),
    /// The day in words, shown where the mouse rests.
    pub title: String,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Days, oldest first.
    pub bars: Vec<Bar>,
    /// Width of the drawing.
    pub width: u32,
    /// What the top of the drawing stands for.
    pub top: u64,
    /// Half of it.
    pub middle: u64,
    /// The first and the last day.
    pub ends: (String, String),
    /// The chart in one sentence, for who does not see it.
    pub summary: String,
}

/// The chart of these days.
pub fn chart(days: &[Usage]) -> Chart {
    let most = days.iter().map(total).max().unwrap_or(0);
    let top = round_up(most);
    let bars = days.iter().zip(0..).map(|(day, index)| bar(day, index, top)).collect();
    let end = |day: Option<&Usage>| day.map_or_else(String::new, |day| short_day(&day.name));
    Chart {
        bars,
        width: (days.len().max(1) as u32) * STEP,
        top,
        middle: top / 2,
        ends: (end(days.first()), end(days.last())),
        summary: summary(days),
    }
}

fn total(day: &Usage) -> u64 {
    day.succeeded + day.failed
}

fn bar(day: &Usage, index: u32, top: u64) -> Bar {
    let height = |count: u64| f64::from(HEIGHT) * count as f64 / top as f64;
    let (succeeded, failed) = (height(day.succeeded), height(day.failed));
    let floor = f64::from(HEIGHT) - succeeded;
    Bar {
        x: index * STEP + (STEP - BAR) / 2,
        width: BAR,
        succeeded: (floor, succeeded),
        failed: (floor - failed, failed),
        title: format!("{}: {}, {} failed", short_day(&day.name), requests(total(day)), day.failed),
    }
}

/// The next number that reads well on an axis and can be halved: 1, 2 or 4 times a power of ten; at
/// least 4, so that one lonely request does not fill the height.
fn round_up(most: u64) -> u64 {
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let mut steps = powers.flat_map(|power| [1, 2, 4].map(|step| power.saturating_mul(step)));
    steps.find(|step| *step >= most.max(4)).unwrap_or(u64::MAX)
}

fn summary(days: &[Usage]) -> String {
    let all: u64 = days.iter().map(total).sum();
    let busiest = days.iter().max_by_key(|day| total(day)).filter(|day| total(day) > 0);
    match busiest {
        Some(day) => {
            format!("{} in {} days, most on {}: {}.", requests(all), days.len(), short_day(&day.name), total(day))
        }
        None => format!("No requests in {} days.", days.len()),
    }
}

fn requests(count: u64) -> String {
    format!("{count} request{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(name: &str, succeeded: u64, failed: u64) -> Usage {
        Usage { name: name.into(), succeeded, failed }
    }

    #[test]
    fn values_become_heights() {
        let chart = chart(&[day("2026-11-01", 8, 2), day("2026-11-02", 5, 0)]);
        assert_eq!((chart.top, chart.middle, chart.width), (10, 5, 20));
        assert_eq!((chart.bars[0].succeeded, chart.bars[0].failed), ((20.0, 80.0), (0.0, 20.0)));
        assert_eq!((chart.bars[1].x, chart.bars[1].succeeded), (11, (50.0, 50.0)));
        assert_eq!(chart.summary, "15 requests in 2 days, most on 1 Nov: 10.");
        assert_eq!(chart.bars[0].title, "1 Nov: 10 requests, 2 failed");
    }

    #[test]
    fn days_without_requests_are_flat() {
        let chart = chart(&[day("2026-11-01", 0, 0), day("2026-11-02", 0, 0)]);
        assert!(chart.bars.iter().all(|bar| bar.succeeded.1 == 0.0 && bar.failed.1 == 0.0));
        assert_eq!(chart.summary, "No requests in 2 days.");
    }

    #[test]
    fn one_day_and_no_day_are_charts_too() {
        let one = chart(&[day("2026-11-01", 1, 0)]);
        assert_eq!((one.width, one.ends.clone()), (10, ("1 Nov".into(), "1 Nov".into())));
        assert_eq!(one.bars[0].succeeded, (75.0, 25.0));
        assert_eq!((chart(&[]).bars.len(), chart(&[]).width), (0, 10));
    }

    #[test]
    fn the_axis_ends_in_a_number_that_reads_well() {
        let tops = [0, 4, 5, 6, 11, 21, 99, 101, 1_000_000].map(round_up);
        assert_eq!(tops, [4, 4, 10, 10, 20, 40, 100, 200, 1_000_000]);
        assert_eq!(round_up(u64::MAX), u64::MAX);
    }
}
