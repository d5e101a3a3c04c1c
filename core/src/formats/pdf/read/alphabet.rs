//! Fonts whose glyphs are Cyrillic, Greek or Hebrew letters under Latin codes and names, with nothing in the file that says
//! so. All that a font shows in the document tells.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::error::Result;
use crate::model::pages::{GlyphRun, Item, Page, Pages, TextRange};
use crate::parts::misread::{self, Misreading};

/// Reads the text of such fonts as it is meant, and bookmarks that are written down in the same way.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn settle(pages: &mut Pages, context: &Context) -> Result<()> {
    let found = misread::each(&texts(&pages.pages, context)?);
    let Some(usual) = found.values().next() else { return Ok(()) };
    for run in pages.pages.iter_mut().flat_map(|page| &mut page.items).filter_map(glyphs_mut) {
        context.tick(1)?;
        if let Some(misreading) = found.get(&run.font) {
            mend(run, misreading);
        }
    }
    for item in pages.outline.iter_mut().filter(|item| usual.fits(&item.title)) {
        item.title = usual.mend(&item.title);
    }
    usual.warn(context);
    Ok(())
}

/// The beginning of all that each font shows.
fn texts(pages: &[Page], context: &Context) -> Result<BTreeMap<usize, String>> {
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    for item in pages.iter().flat_map(|page| &page.items) {
        context.tick(1)?;
        if let Item::Glyphs(run) = item {
            misread::add(&mut texts, &run.font, &run.text);
        }
    }
    Ok(texts)
}

fn glyphs_mut(item: &mut Item) -> Option<&mut GlyphRun> {
    if let Item::Glyphs(run) = item { Some(run) } else { None }
}

/// Reads the text of a run as it is meant: its glyphs keep their parts of it.
fn mend(run: &mut GlyphRun, misreading: &Misreading) {
    let mut text = String::new();
    let mut places = BTreeMap::new();
    for (at, c) in run.text.char_indices() {
        places.insert(at, text.len());
        text.push(misreading.letter(c));
    }
    places.insert(run.text.len(), text.len());
    let place = |at: u32| places.get(&(at as usize)).copied().unwrap_or(text.len());
    for glyph in &mut run.glyphs {
        glyph.text = TextRange::from(place(glyph.text.start)..place(glyph.text.end));
    }
    run.text = text;
}
