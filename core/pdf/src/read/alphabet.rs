//! Misencoded alphabets: fonts whose glyphs are Cyrillic, Greek or Hebrew letters under Latin codes and names, with
//! nothing in the file that says so. All that a font shows in the document tells.

use std::collections::BTreeMap;

use super::shared_codes::{as_code, as_sign, has_marks};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::pages::{GlyphRun, Item, Page, Pages, TextRange};
use transvase_model::text::misread::{self, Misreading};

/// Reads the text of such fonts as it is meant, and bookmarks that are written down in the same way.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn settle(pages: &mut Pages, context: &Context) -> Result<()> {
    let found = misread::each(&texts(&pages.pages, context)?);
    read_codes(&mut pages.pages, &found, context)?;
    let Some(usual) = found.values().next() else { return Ok(()) };
    for item in pages.outline.iter_mut().filter(|item| usual.fits(&item.title)) {
        item.title = usual.mend(&item.title);
    }
    usual.warn(context);
    Ok(())
}

/// Reads the text of all runs by what was found of their fonts, and the codes that share their sign.
fn read_codes(pages: &mut [Page], found: &BTreeMap<usize, Misreading>, context: &Context) -> Result<()> {
    for unseen in pages.iter_mut().flat_map(|page| &mut page.unseen).filter(|unseen| has_marks(&unseen.text)) {
        unseen.text = unseen.text.chars().map(as_sign).collect();
    }
    for run in pages.iter_mut().flat_map(|page| &mut page.items).filter_map(glyphs_mut) {
        context.tick(1)?;
        let misreading = found.get(&run.font);
        if misreading.is_some() || has_marks(&run.text) {
            replace(run, &meant(&run.text, misreading));
        }
    }
    Ok(())
}

/// The characters of a text as they are meant.
fn meant(text: &str, misreading: Option<&Misreading>) -> Vec<char> {
    let Some(misreading) = misreading else { return text.chars().map(as_sign).collect() };
    let mended = misreading.mend(&text.chars().map(as_code).collect::<String>());
    let pairs = text.chars().zip(mended.chars());
    pairs.map(|(c, mended)| if mended == as_code(c) { as_sign(c) } else { mended }).collect()
}

/// The beginning of all that each font shows.
fn texts(pages: &[Page], context: &Context) -> Result<BTreeMap<usize, String>> {
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    for item in pages.iter().flat_map(|page| &page.items) {
        context.tick(1)?;
        if let Item::Glyphs(run) = item {
            misread::add(&mut texts, &run.font, &run.text.chars().map(as_code).collect::<String>());
        }
    }
    Ok(texts)
}

fn glyphs_mut(item: &mut Item) -> Option<&mut GlyphRun> {
    if let Item::Glyphs(run) = item { Some(run) } else { None }
}

/// Puts characters in the place of as many of a run: its glyphs keep their parts of the text.
fn replace(run: &mut GlyphRun, characters: &[char]) {
    let mut text = String::new();
    let mut places = BTreeMap::new();
    for ((at, _), c) in run.text.char_indices().zip(characters) {
        places.insert(at, text.len());
        text.push(*c);
    }
    places.insert(run.text.len(), text.len());
    let place = |at: u32| places.get(&(at as usize)).copied().unwrap_or(text.len());
    for glyph in &mut run.glyphs {
        glyph.text = TextRange::from(place(glyph.text.start)..place(glyph.text.end));
    }
    run.text = text;
}
