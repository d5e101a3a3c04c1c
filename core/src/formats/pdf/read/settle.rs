//! Pages that several threads read, as one document: each thread numbered the fonts and images it met
//! itself, here they are numbered in the order in which the pages show them.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::error::Result;
use crate::model::media::{MediaId, MediaStore};
use crate::model::pages::{Font, Page, Pages};
use crate::parts::side_by_side::Done;

/// Gives the pages, their fonts and their images to the model.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn settle(done: Done<Page, (Vec<Font>, MediaStore)>, pages: &mut Pages, context: &Context) -> Result<()> {
    let (mut fonts, mut media) = (BTreeMap::new(), BTreeMap::new());
    for (mut page, thread) in done.results {
        context.tick(page.items.len() as u64)?;
        if let Some((own_fonts, own_media)) = done.kept.get(thread) {
            page.renumber(
                |font| *fonts.entry((thread, font)).or_insert_with(|| intern(&mut pages.fonts, own_fonts.get(font))),
                |id| *media.entry((thread, id)).or_insert_with(|| adopt(&mut pages.media, own_media, id)),
            );
        }
        pages.pages.push(page);
    }
    Ok(())
}

/// The index of a thread's font in `fonts`, where it is put if it is new.
fn intern(fonts: &mut Vec<Font>, font: Option<&Font>) -> usize {
    let known = fonts.iter().position(|known| Some(known) == font);
    known.unwrap_or_else(|| {
        fonts.extend(font.cloned());
        fonts.len().saturating_sub(1)
    })
}

fn adopt(media: &mut MediaStore, own: &MediaStore, id: MediaId) -> MediaId {
    media.add(own.get(id).clone())
}
