//! Pages that lay askew on the scanner: their recognised words follow lines that rise or fall. The
//! words are turned back, so that those of one line share a base line.

use super::word::angle_of;
use crate::model::pages::{GlyphRun, Item, Page};

/// Pairs of neighbouring words from which on their slope is that of the page.
const PAIRS: usize = 20;
/// Slopes (tangents) of pages askew: from a sixth of a line of type over a line's width, up to what
/// counts as upright.
const SLOPES: std::ops::RangeInclusive<f32> = 0.004..=0.055;
/// Distance from where the slope leads, in sizes, within which a word agrees with it.
const AGREEING: f32 = 0.06;
/// Distance across, in sizes, of words of a line that recognition did not set level.
const UNEVEN: f32 = 0.3;
/// Gap between the starts of neighbouring words, and how far they lie apart across, in sizes.
const APART: std::ops::RangeInclusive<f32> = 0.8..=15.0;
const ACROSS: f32 = 0.5;

/// Straightens a page whose upright text lies askew: about the middle of its lines, and to the left,
/// where no letters can leave the page.
pub(in super::super) fn straighten(page: &mut Page) {
    let Some(slope) = slope(page) else { return };
    let middle = page.size.width / 2.0;
    let level = if slope > 0.0 { page.size.height } else { 0.0 };
    let mut last: Option<Start> = None;
    for run in page.items.iter_mut().filter_map(upright) {
        let (x, y) = (run.transform.e, run.transform.f);
        (run.transform.e, run.transform.f) = (x + slope * (y - level), y - slope * (x - middle));
        let level_with = last.filter(|last| step(*last, start(run)).is_some_and(|(_, across)| across.abs() <= UNEVEN));
        if let Some(before) = level_with {
            run.transform.f = before.y;
        }
        last = Some(start(run));
    }
}

fn upright(item: &mut Item) -> Option<&mut GlyphRun> {
    match item {
        Item::Glyphs(run) if angle_of(run) == Some(0) => Some(run),
        _ => None,
    }
}

/// The slope most words follow from one to the next, if they agree on one.
fn slope(page: &Page) -> Option<f32> {
    let runs = page.items.iter().filter_map(|item| match item {
        Item::Glyphs(run) if angle_of(run) == Some(0) => Some(run),
        _ => None,
    });
    let steps: Vec<(f32, f32)> = runs.clone().zip(runs.skip(1)).filter_map(|(a, b)| step(start(a), start(b))).collect();
    if steps.len() < PAIRS {
        return None;
    }
    let mut slopes: Vec<f32> = steps.iter().map(|(along, across)| across / along).collect();
    slopes.sort_by(f32::total_cmp);
    let median = slopes[slopes.len() / 2];
    let agreeing = steps.iter().filter(|(along, across)| (across - median * along).abs() <= AGREEING).count();
    (SLOPES.contains(&median.abs()) && agreeing * 3 >= steps.len() * 2).then_some(median)
}

/// Where a word begins, and its size.
#[derive(Debug, Clone, Copy)]
struct Start {
    x: f32,
    y: f32,
    size: f32,
}

fn start(run: &GlyphRun) -> Start {
    Start { x: run.transform.e, y: run.transform.f, size: run.size }
}

/// How far a word stands along and across from the one before it on its line, in sizes.
fn step(a: Start, b: Start) -> Option<(f32, f32)> {
    let (along, across) = ((b.x - a.x) / a.size, (b.y - a.y) / a.size);
    let beside = APART.contains(&along) && across.abs() <= ACROSS && (b.size / a.size - 1.0).abs() < 0.5;
    beside.then_some((along, across))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::pages::{Color, TextPaint};
    use crate::units::{Affine, Size};

    fn page(rise: impl Fn(f32, f32) -> f32) -> Page {
        let at = |x: f32, y: f32| GlyphRun {
            stretch: 1.0,
            artifact: false,
            font: 0,
            size: 10.0,
            color: Color::BLACK,
            transform: Affine::translate(x, rise(x, y)),
            text: String::new(),
            glyphs: Vec::new(),
            paint: TextPaint::Invisible,
            node: None,
            hidden: Vec::new(),
        };
        let words = (0..5).flat_map(|line| (0..6).map(move |word| (50.0 * word as f32, 20.0 * line as f32 + 50.0)));
        let items = words.map(|(x, y)| Item::Glyphs(at(x, y))).collect();
        Page { size: Size { width: 400.0, height: 300.0 }, items, ..Page::default() }
    }

    fn baselines(page: &Page) -> Vec<f32> {
        let baseline = |item: &Item| match item {
            Item::Glyphs(run) => run.transform.f,
            _ => f32::NAN,
        };
        page.items.iter().map(baseline).collect()
    }

    #[test]
    fn words_of_a_page_askew_get_one_base_line() {
        let mut askew = page(|x, y| y + 0.03 * x);
        straighten(&mut askew);
        let lines = baselines(&askew);
        assert!(lines[..6].iter().all(|y| (y - lines[0]).abs() < 0.1), "{lines:?}");
    }

    #[test]
    fn level_words_and_words_up_and_down_stay() {
        for rise in [|_: f32, y: f32| y, |x: f32, y: f32| y + if x as i32 % 100 == 0 { 3.0 } else { 0.0 }] {
            let (mut left, before) = (page(rise), baselines(&page(rise)));
            straighten(&mut left);
            assert_eq!(baselines(&left), before);
        }
    }
}
