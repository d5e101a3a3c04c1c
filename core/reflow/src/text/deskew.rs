//! Deskewing of pages that lay askew on the scanner: their recognised words follow lines that rise or fall. The words
//! are turned back, so that those of one line share a base line.

use std::ops::RangeInclusive;

use super::super::sets::median;
use super::tolerances::{ENOUGH, NEARLY_LEVEL, SAME_BASE_LINE};
use super::word::angle_of;
use transvase_base::units::Em;
use transvase_model::pages::{GlyphRun, Item, Page};

/// Slopes (tangents) of pages askew: from a sixth of a line of type over its width, up to what counts as upright.
const SLOPES: RangeInclusive<f32> = 0.004..=0.055;
/// Distance from where the slope leads within which a word agrees with it; words are set to whole pixels of the scan.
const AGREEING: Em = Em(0.06);
/// Distance between the starts of neighbouring words, from that of a short word to that of a long one.
const APART: RangeInclusive<Em> = Em(0.8)..=Em(15.0);

/// Straightens a page whose upright text lies askew: about the middle of its lines, and to the left,
/// where no letters can leave the page.
pub(crate) fn straighten(page: &mut Page) {
    let Some(slope) = slope(page) else { return };
    let middle = page.size.width / 2.0;
    let level = if slope > 0.0 { page.size.height } else { 0.0 };
    let mut last: Option<Start> = None;
    for run in page.items.iter_mut().filter_map(upright) {
        let (x, y) = (run.transform.e, run.transform.f);
        (run.transform.e, run.transform.f) = (x + slope * (y - level), y - slope * (x - middle));
        // Recognition does not set the words of a line quite level.
        let is_level = |across: f32| Em(across.abs()) <= SAME_BASE_LINE;
        let level_with = last.filter(|last| step(*last, start(run)).is_some_and(|(_, across)| is_level(across)));
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
    let mut slopes: Vec<f32> = steps.iter().map(|(along, across)| across / along).collect();
    let slope = median(&mut slopes).filter(|slope| steps.len() >= ENOUGH && SLOPES.contains(&slope.abs()))?;
    let agreeing = steps.iter().filter(|(along, across)| Em((across - slope * along).abs()) <= AGREEING).count();
    (3 * agreeing >= 2 * steps.len()).then_some(slope)
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

/// How far a word stands along and across from the one before it on its line, in em.
fn step(a: Start, b: Start) -> Option<(f32, f32)> {
    let (along, across) = ((b.x - a.x) / a.size, (b.y - a.y) / a.size);
    let beside = APART.contains(&Em(along)) && Em(across.abs()) <= NEARLY_LEVEL && (b.size / a.size - 1.0).abs() < 0.5;
    beside.then_some((along, across))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::{Affine, Size};
    use transvase_model::pages::{Color, TextPaint};

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
