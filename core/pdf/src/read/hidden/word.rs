//! Word boxes: the words of a page, and where their letters are.

use super::super::letters::Letters;
use super::super::sink::Sink;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect};
use transvase_model::pages::{Glyph, GlyphRun, Hidden, Item};

/// The part of a letter box that is looked at, as shares of the size above the base line: no line under or over the text
/// reaches into it.
const CORE: (f32, f32) = (0.05, 0.6);
/// Room at both ends of a word that is not looked at, as a share of the size.
const ENDS: f32 = 0.08;
/// Gap, as a share of the size, that parts words.
const GAP: f32 = 0.2;
/// Glyphs of a word at most: some scripts have no spaces.
const LONGEST: usize = 32;

/// A word of a run.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// Index of its run among the items.
    pub item: usize,
    /// Index of its first glyph.
    pub start: u32,
    /// Index behind its last glyph.
    pub end: u32,
    /// Around the middle of its letters.
    pub rect: Rect,
    /// How its letters are painted.
    pub letters: Letters,
    /// Why nobody sees it, once that is known.
    pub hidden: Option<Hidden>,
}

impl Word {
    /// What it says.
    pub fn text<'r>(&self, run: &'r GlyphRun) -> &'r str {
        let glyphs = run.glyphs.get(self.start as usize..self.end as usize).unwrap_or_default();
        let start = glyphs.iter().map(|glyph| glyph.text.start).min().unwrap_or_default();
        let end = glyphs.iter().map(|glyph| glyph.text.end).max().unwrap_or_default();
        run.text.get(start as usize..end as usize).unwrap_or_default()
    }
}

/// The words of a page.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn words(sink: &Sink, page: Rect, context: &Context) -> Result<Vec<Word>> {
    let mut found = Vec::new();
    for (item, run) in sink.items.iter().enumerate() {
        let Item::Glyphs(run) = run else { continue };
        context.tick(1 + run.glyphs.len() as u64 / 8)?;
        let letters = sink.letters.get(&item).copied().unwrap_or(Letters::plain(run.color));
        for (start, end) in parts(run) {
            let Some(rect) = core(run, start, end).filter(|rect| is_finite(rect, page)) else { continue };
            let (start, end) = (start as u32, end as u32);
            found.push(Word { item, start, end, rect, letters, hidden: None });
        }
    }
    Ok(found)
}

/// What a run says, with spaces where its words stand apart.
pub(in super::super) fn text_of(run: &GlyphRun) -> String {
    let mut text = String::new();
    let mut from = 0;
    for (start, _) in parts(run) {
        let begin = run.glyphs.get(start).map_or(0, |glyph| glyph.text.start as usize);
        text.push_str(run.text.get(from..begin).unwrap_or_default());
        text.push_str(if text.ends_with(char::is_whitespace) { "" } else { " " });
        from = begin.max(from);
    }
    text.push_str(run.text.get(from..).unwrap_or_default());
    text
}

fn is_finite(rect: &Rect, page: Rect) -> bool {
    [rect.left, rect.top, rect.right, rect.bottom].iter().all(|edge| edge.is_finite()) && page.area() > 0.0
}

/// The first glyph of each word, and that behind its last.
fn parts(run: &GlyphRun) -> Vec<(usize, usize)> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut open = false;
    let mut expected = 0.0;
    for (at, glyph) in run.glyphs.iter().enumerate() {
        let text = run.text.get(glyph.text.range()).unwrap_or_default();
        let is_blank = !text.is_empty() && text.chars().all(char::is_whitespace);
        let apart = (glyph.x - expected).abs() > GAP * run.size;
        expected = glyph.x + glyph.advance;
        if is_blank {
            open = false;
            continue;
        }
        match parts.last_mut() {
            Some((start, end)) if open && !apart && at - *start < LONGEST => *end = at + 1,
            _ => parts.push((at, at + 1)),
        }
        open = true;
    }
    parts
}

/// Around the middle of the letters of a word.
fn core(run: &GlyphRun, start: usize, end: usize) -> Option<Rect> {
    let glyphs = run.glyphs.get(start..end)?;
    let corners = |glyph: &Glyph| {
        let at = |x: f32, y: f32| run.transform.apply(Point { x, y: glyph.y + y * run.size });
        let right = glyph.x + glyph.advance;
        [at(glyph.x, CORE.0), at(right, CORE.0), at(glyph.x, CORE.1), at(right, CORE.1)]
    };
    let around = Rect::around(glyphs.iter().flat_map(corners))?;
    let ends = ENDS * run.size;
    let across = around.width() >= around.height();
    let (x, y) = if across { (ends, 0.0) } else { (0.0, ends) };
    let fits = around.width() > 4.0 * x && around.height() > 4.0 * y;
    let inner = Rect { left: around.left + x, top: around.top + y, right: around.right - x, bottom: around.bottom - y };
    Some(if fits { inner } else { around })
}
