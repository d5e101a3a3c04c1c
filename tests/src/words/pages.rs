//! The words that stand on a page, as a reader found them.

use std::collections::BTreeMap;

use transvase::model::pages::{GlyphRun, Item, Page};
use transvase::units::Point;

use super::key;

/// Share of a page's height at either end that heads and feet stand in.
const BAND: f32 = 0.25;
/// Distance between two letters of one word, as a share of their size: a space is not always shown.
const GAP: f32 = 0.2;
/// Distance between two stretches of one word, as a share of the size of its letters.
const CLOSE: f32 = 0.12;
/// Distance, as a share of the size, between a word and the same painted again for weight or shadow.
const AGAIN: f32 = 0.15;

/// A word of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageWord {
    /// Its letters and digits, as [`key`] has them.
    pub key: String,
    /// The same of its glyphs from the last to the first: some programs paint text to be read from the right so.
    pub backwards: String,
    /// Its distance from the nearer of the edges above and below it, as a share of the page.
    pub depth: f32,
}

impl Stretch {
    fn text(&self) -> String {
        self.glyphs.concat()
    }

    fn word(&self, page: &Page) -> PageWord {
        let backwards: String = self.glyphs.iter().rev().map(String::as_str).collect();
        let is_upright = (self.to.x - self.from.x).abs() >= (self.to.y - self.from.y).abs();
        let (at, length) = if is_upright { (self.from.y, page.size.height) } else { (self.from.x, page.size.width) };
        PageWord { key: key(&self.text()), backwards: key(&backwards), depth: at.min(length - at) / length }
    }
}

impl PageWord {
    /// Whether it stands where heads and feet do.
    pub fn near_edge(&self) -> bool {
        self.depth <= BAND
    }
}

/// A stretch of glyphs: letters without white space.
struct Stretch {
    glyphs: Vec<String>,
    from: Point,
    to: Point,
    size: f32,
}

/// The words of a page, in the order they are painted; what stands beyond its edges is not on it.
pub fn words_of(page: &Page) -> Vec<PageWord> {
    let runs = page.items.iter().filter_map(|item| match item {
        Item::Glyphs(run) => Some(run),
        _ => None,
    });
    let stretches: Vec<Stretch> = runs.flat_map(stretches).filter(|stretch| is_on(page, stretch)).collect();
    let mut words: Vec<Stretch> = Vec::new();
    for stretch in without_doubles(stretches) {
        match words.last_mut().filter(|last| goes_on(last, &stretch)) {
            Some(last) => {
                last.glyphs.extend(stretch.glyphs);
                last.to = stretch.to;
            }
            None => words.push(stretch),
        }
    }
    words.iter().map(|stretch| stretch.word(page)).filter(|word| !word.key.is_empty()).collect()
}

/// The stretches of a run between its spaces.
fn stretches(run: &GlyphRun) -> Vec<Stretch> {
    let mut done: Vec<Stretch> = Vec::new();
    let mut open = false;
    for glyph in &run.glyphs {
        let text = run.text.get(glyph.text.range()).unwrap_or_default();
        if text.trim().is_empty() {
            open &= text.is_empty();
            continue;
        }
        let at = |x: f32| run.transform.apply(Point { x, y: glyph.y });
        let (from, to) = (at(glyph.x), at(glyph.x + glyph.advance));
        match done.last_mut().filter(|last| open && distance(last.to, from) <= GAP * run.size) {
            Some(last) => {
                last.glyphs.push(text.to_owned());
                last.to = to;
            }
            None => done.push(Stretch { glyphs: vec![text.to_owned()], from, to, size: run.size }),
        }
        open = !text.ends_with(char::is_whitespace);
    }
    done
}

fn is_on(page: &Page, stretch: &Stretch) -> bool {
    let middle =
        Point { x: f32::midpoint(stretch.from.x, stretch.to.x), y: f32::midpoint(stretch.from.y, stretch.to.y) };
    (0.0..=page.size.width).contains(&middle.x) && (0.0..=page.size.height).contains(&middle.y)
}

fn distance(a: Point, b: Point) -> f32 {
    (a.x - b.x).hypot(a.y - b.y)
}

fn goes_on(last: &Stretch, next: &Stretch) -> bool {
    distance(last.to, next.from) <= CLOSE * last.size.max(next.size)
}

/// The stretches without those painted a second time at one place.
fn without_doubles(stretches: Vec<Stretch>) -> Vec<Stretch> {
    let mut places: BTreeMap<String, Vec<Point>> = BTreeMap::new();
    let mut is_new = |stretch: &Stretch| {
        let others = places.entry(stretch.text()).or_default();
        let again = others.iter().any(|other| distance(*other, stretch.from) <= AGAIN * stretch.size);
        others.push(stretch.from);
        !again
    };
    stretches.into_iter().filter(|stretch| is_new(stretch)).collect()
}
