//! Families for fonts that no office program has: of the families whose metrics hold everywhere,
//! the one of the same kind whose letters are as wide.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::advances::Advances;
use crate::context::Context;
use crate::error::Result;
use crate::model::pages::{Font, GlyphRun, Item, Pages};

/// Letters of a font that are looked at; its widths are known long before.
const ENOUGH: u32 = 3_000;
/// Letters that say anything.
const LEAST: u32 = 12;
/// Share of the deviation of the usual family of its kind that another family has to stay below.
const BETTER: f32 = 0.75;

/// Families to choose from, the usual one first.
const SERIF: &[&str] = &["Times New Roman"];
const SANS: &[&str] = &["Arial", "Calibri", "Arial Narrow"];
/// Families that look so much like what they stand for that their widths do not matter.
const KEPT: &[&str] = &["Verdana"];

/// Letters of a font: how often each was seen, and the sum of its advances as shares of the size.
#[derive(Default)]
struct Seen {
    letters: BTreeMap<char, (u32, f32)>,
    count: u32,
}

/// Gives each font whose family only stands in for another design the family nearest in width.
pub(in super::super) fn substitute(pages: &mut Pages, context: &Context) -> Result<()> {
    let wanted: Vec<bool> = pages.fonts.iter().map(is_open).collect();
    if !wanted.contains(&true) {
        return Ok(());
    }
    let mut seen: Vec<Seen> = wanted.iter().map(|_| Seen::default()).collect();
    for item in pages.pages.iter().flat_map(|page| &page.items) {
        let Item::Glyphs(run) = item else { continue };
        context.tick(1)?;
        if wanted.get(run.font) == Some(&true)
            && let Some(seen) = seen.get_mut(run.font)
        {
            seen.learn(run);
        }
    }
    for (font, seen) in pages.fonts.iter_mut().zip(&seen) {
        if let Some(family) = nearest(font, seen) {
            font.family = Arc::from(family);
        }
    }
    Ok(())
}

/// Whether another family may stand for the font as well: Latin letters of no family that office
/// programs have.
fn is_open(font: &Font) -> bool {
    let known = SERIF.iter().chain(SANS).any(|family| **family == *font.family);
    let latin = known || LATIN.contains(&&*font.family);
    font.stand_in && !font.monospace && latin && !KEPT.contains(&&*font.family)
}

/// Further families that stand in for Latin designs.
const LATIN: &[&str] = &[
    "Georgia",
    "Garamond",
    "Segoe UI",
    "Candara",
    "Century Gothic",
    "Lucida Sans Unicode",
    "Rockwell",
    "Palatino Linotype",
    "Franklin Gothic Medium",
];

impl Seen {
    fn learn(&mut self, run: &GlyphRun) {
        if self.count >= ENOUGH || run.size <= 0.0 {
            return;
        }
        for glyph in &run.glyphs {
            let mut chars = run.text.get(glyph.text.clone()).unwrap_or_default().chars();
            if let (Some(c), None) = (chars.next(), chars.next())
                && c.is_alphanumeric()
                && glyph.advance.is_finite()
            {
                let letter = self.letters.entry(c).or_default();
                *letter = (letter.0 + 1, letter.1 + glyph.advance / run.size);
                self.count += 1;
            }
        }
    }

    /// How far the advances of a family lie from those seen, as a share of these.
    fn deviation(&self, family: &str, font: &Font) -> Option<f32> {
        let mut advances = Advances::of(family, font.weight, font.italic)?;
        let (mut off, mut all) = (0.0, 0.0);
        for (c, (count, sum)) in &self.letters {
            if let Some(advance) = advances.advance(*c) {
                off += (sum - advance * *count as f32).abs();
                all += sum;
            }
        }
        (all > 0.0).then_some(off / all)
    }
}

/// The family nearest in width; `None` where nothing is known.
fn nearest(font: &Font, seen: &Seen) -> Option<&'static str> {
    if seen.count < LEAST {
        return None;
    }
    let families = if font.serif { SERIF } else { SANS };
    let mut deviations = families.iter().filter_map(|family| Some((*family, seen.deviation(family, font)?)));
    let (mut best, usual) = deviations.next()?;
    let mut least = usual * BETTER;
    for (family, deviation) in deviations {
        if deviation < least {
            (best, least) = (family, deviation);
        }
    }
    Some(best)
}
