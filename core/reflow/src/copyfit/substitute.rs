//! Font substitution for fonts that no office program has: of the families whose metrics hold everywhere, the one of
//! the same kind whose letters are as wide. Where none is, as for condensed faces, the letters are made as wide.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::caps;
use super::advances::Advances;
use super::tolerances::ENOUGH_LETTERS;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::pages::{Font, GlyphRun, Item, Pages, TextPaint};

/// Share of the usual family's deviation that another family has to stay below: a little nearer is chance.
const BETTER: f32 = 0.75;
/// Share of a family's width from which on letters are left to what fits whole lines: they may be small capitals.
const NEAR: f32 = 0.87;
/// The same where every letter is as wide as the others, so that the ratio holds for each of them.
const NEAR_MONO: f32 = 0.98;
/// Narrowest letters, as a share of the family's: those of compressed faces.
const NARROWEST: f32 = 0.4;
/// Deviation that is left where a stretched face looks like the font: other alphabets and signs have any widths.
const ALIKE: f32 = 0.15;

/// Families to choose from, the usual one first.
const SERIF: &[&str] = &["Times New Roman"];
const SANS: &[&str] = &["Arial", "Calibri"];
const MONO: &[&str] = &["Courier New"];
/// Families that look so much like what they stand for that their widths do not matter.
const KEPT: &[&str] = &["Verdana"];

/// A family that is another one narrowed, and that only some machines have: where it is missing, a much wider face
/// takes its place.
/// Every cell of a table then wraps.
const NARROWED: &str = "Arial Narrow";

/// Letters of a font: how often each was seen, and the sum of its advances as shares of the size.
#[derive(Default)]
struct Seen {
    letters: BTreeMap<char, (u32, f32)>,
    count: usize,
}

/// Gives each font whose family only stands in for another design the family nearest in width.
pub(crate) fn substitute(pages: &mut Pages, context: &Context) -> Result<()> {
    if !pages.fonts.iter().any(|font| font.stand_in || is_open(font)) {
        return Ok(());
    }
    settle_unseen(pages, context)?;
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
    let mut stretches = vec![1.0; wanted.len()];
    for ((font, seen), stretch) in pages.fonts.iter_mut().zip(&seen).zip(&mut stretches) {
        if let Some(likeness) = nearest(font, seen) {
            font.family = Arc::from(likeness.family);
            let near = if font.monospace { NEAR_MONO } else { NEAR };
            *stretch = if seen.is_text() { likeness.stretch(near) } else { 1.0 };
        }
    }
    set_stretches(pages, &stretches);
    Ok(())
}

/// Gives the fonts that a page lays behind a scan alone, which nobody has seen, the looks of plain text.
fn settle_unseen(pages: &mut Pages, context: &Context) -> Result<()> {
    let mut shown = vec![(false, false); pages.fonts.len()];
    for item in pages.pages.iter().flat_map(|page| &page.items) {
        let Item::Glyphs(run) = item else { continue };
        context.tick(1)?;
        if let Some((seen, unseen)) = shown.get_mut(run.font) {
            let hidden = run.paint == TextPaint::Invisible;
            (*seen, *unseen) = (*seen || !hidden, *unseen || hidden);
        }
    }
    for (font, shown) in pages.fonts.iter_mut().zip(shown) {
        if shown == (false, true) && font.stand_in {
            font.family = Arc::from(SERIF[0]);
            (font.serif, font.monospace, font.weight, font.italic) = (true, false, 400, false);
        }
    }
    Ok(())
}

/// Stretches the letters of each font.
fn set_stretches(pages: &mut Pages, stretches: &[f32]) {
    if stretches.iter().all(|stretch| *stretch == 1.0) {
        return;
    }
    for item in pages.pages.iter_mut().flat_map(|page| &mut page.items) {
        if let Item::Glyphs(run) = item {
            run.stretch *= stretches.get(run.font).unwrap_or(&1.0);
        }
    }
}

/// Whether another family may stand for the font as well: Latin letters of no family that all office
/// programs have.
fn is_open(font: &Font) -> bool {
    let known = SERIF.iter().chain(SANS).chain(MONO).any(|family| **family == *font.family);
    let latin = known || LATIN.contains(&&*font.family);
    is_narrowed(font) || font.stand_in && latin && !KEPT.contains(&&*font.family)
}

/// Whether a font is Arial narrowed, and so like no other family.
fn is_narrowed(font: &Font) -> bool {
    !font.stand_in && *font.family == *NARROWED
}

/// Further families that stand in for Latin designs.
const LATIN: &[&str] = &[
    "Arial Narrow",
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
        let em = run.size * run.stretch;
        // Widths are known long before.
        if self.count >= caps::MOST || em <= 0.0 {
            return;
        }
        for glyph in &run.glyphs {
            let mut chars = run.text.get(glyph.text.range()).unwrap_or_default().chars();
            if let (Some(c), None) = (chars.next(), chars.next())
                && c.is_alphanumeric()
                && glyph.advance.is_finite()
            {
                let letter = self.letters.entry(c).or_default();
                *letter = (letter.0 + 1, letter.1 + glyph.advance / em);
                self.count += 1;
            }
        }
    }

    /// Whether there are enough different letters to know that they are letters, and no signs of a pattern.
    fn is_text(&self) -> bool {
        self.letters.keys().filter(|c| c.is_alphabetic()).count() >= ENOUGH_LETTERS
    }

    /// How a family's advances lie to those seen.
    fn likeness(&self, family: &'static str, font: &Font) -> Option<Likeness> {
        let mut advances = Advances::of(family, font.weight, font.italic)?;
        let known: Vec<(f32, f32)> = self
            .letters
            .iter()
            .filter_map(|(c, (count, sum))| Some((*sum, advances.advance(*c)? * *count as f32)))
            .collect();
        let (seen, own) = known.iter().fold((0.0, 0.0), |all, one| (all.0 + one.0, all.1 + one.1));
        let ratio = seen / own;
        let off = |ratio: f32| known.iter().map(|(seen, own)| (seen - own * ratio).abs()).sum::<f32>() / seen;
        (seen > 0.0 && own > 0.0).then(|| Likeness { family, ratio, deviation: off(1.0), rest: off(ratio) })
    }
}

/// How a family's advances lie to those of a font.
struct Likeness {
    family: &'static str,
    /// Width of the font's letters as a share of the family's.
    ratio: f32,
    /// How far they lie apart, as a share of the font's: as they are, and where the family's are made as
    /// wide on the whole.
    deviation: f32,
    rest: f32,
}

impl Likeness {
    /// How letters of the family are narrowed to look like the font's: not at all where they are `near`
    /// in width, or never will be.
    fn stretch(&self, near: f32) -> f32 {
        if self.ratio < near && self.rest < ALIKE { self.ratio.max(NARROWEST) } else { 1.0 }
    }
}

/// The family nearest in width; `None` where nothing is known.
fn nearest(font: &Font, seen: &Seen) -> Option<Likeness> {
    if seen.count < ENOUGH_LETTERS {
        return None;
    }
    let families = match font {
        font if is_narrowed(font) => &SANS[..1],
        Font { monospace: true, .. } => MONO,
        Font { serif: true, .. } => SERIF,
        _ => SANS,
    };
    let mut all = families.iter().filter_map(|family| seen.likeness(family, font));
    let mut best = all.next()?;
    let usual = best.deviation * BETTER;
    for other in all {
        if other.deviation < usual.min(best.deviation) {
            best = other;
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::pages::{Glyph, Page};

    /// A page of lower-case letters that all have one advance, as a share of the size.
    fn page_of_letters(advance: f32) -> Page {
        let text: String = ('a'..='z').collect();
        let glyph = |at: usize| {
            let (x, text) = (at as f32 * advance * 10.0, at..at + 1);
            Glyph { id: 0, x, y: 0.0, advance: advance * 10.0, text: text.into() }
        };
        let run = GlyphRun {
            font: 0,
            size: 10.0,
            stretch: 1.0,
            color: transvase_model::pages::Color::BLACK,
            transform: transvase_base::units::Affine::IDENTITY,
            glyphs: (0..text.len()).map(glyph).collect(),
            text,
            paint: TextPaint::Fill,
            artifact: false,
            node: None,
            hidden: Vec::new(),
        };
        Page { items: vec![Item::Glyphs(run)], ..Page::default() }
    }

    #[test]
    fn letters_of_one_width_become_courier_as_wide_as_they_were() {
        let stretch_of = |advance: f32| {
            let font = Font {
                family: Arc::from("Courier New"),
                stand_in: true,
                weight: 400,
                italic: false,
                serif: false,
                monospace: true,
                ascent: 0.75,
                descent: 0.25,
                program: None,
                ink: None,
            };
            let mut pages = Pages { fonts: vec![font], pages: vec![page_of_letters(advance)], ..Pages::default() };
            substitute(&mut pages, &Context::default()).unwrap();
            let Item::Glyphs(run) = &pages.pages[0].items[0] else { panic!("a run") };
            (pages.fonts[0].family.to_string(), run.stretch)
        };
        // The letters of Courier New are 1,229 of 2,048 units wide.
        let (family, stretch) = stretch_of(0.5);
        assert_eq!(family, "Courier New");
        assert!((stretch - 0.5 * 2048.0 / 1229.0).abs() < 1e-3, "{stretch}");
        assert_eq!(stretch_of(0.6).1, 1.0);
    }
}
