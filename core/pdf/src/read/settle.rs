//! Merging of per-thread results: each thread that reads pages numbered the fonts and images it met itself, here they
//! are numbered in the order in which the pages show them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::font::KnownFont;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::side_by_side::Done;
use transvase_model::media::{MediaId, MediaStore};
use transvase_model::pages::{Font, Page, Pages};

/// Gives the pages, their fonts and their images to the model.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn settle(
    done: Done<Page, (Vec<KnownFont>, MediaStore)>,
    pages: &mut Pages,
    context: &Context,
) -> Result<()> {
    let (mut indices, mut media) = (BTreeMap::new(), BTreeMap::new());
    let mut fonts = Vec::new();
    for (mut page, thread) in done.results {
        context.tick(page.items.len() as u64)?;
        if let Some((own_fonts, own_media)) = done.kept.get(thread) {
            page.renumber(
                |font| *indices.entry((thread, font)).or_insert_with(|| intern(&mut fonts, own_fonts.get(font))),
                |id| *media.entry((thread, id)).or_insert_with(|| adopt(&mut pages.media, own_media, id)),
            );
        }
        pages.pages.push(page);
    }
    pages.fonts = fonts.into_iter().map(|known| known.font).collect();
    Ok(())
}

/// The index of a thread's font in `fonts`, where it is put if it is new.
fn intern(fonts: &mut Vec<KnownFont>, font: Option<&KnownFont>) -> usize {
    let Some(font) = font else { return fonts.len().saturating_sub(1) };
    if let Some(known) = fonts.iter().position(|known| is_same(known, font)) {
        absorb(&mut fonts[known].font, &font.font);
        return known;
    }
    fonts.push(font.clone());
    fonts.len() - 1
}

/// Whether two threads met one font: of a face for formulas each saw glyphs of its own pages.
fn is_same(a: &KnownFont, b: &KnownFont) -> bool {
    a.face == b.face && (a.face.is_some() || a.font == b.font)
}

/// Adds the glyphs that another thread saw.
fn absorb(font: &mut Font, other: &Font) {
    if let (Some(ink), Some(other)) = (&mut font.ink, &other.ink) {
        Arc::make_mut(ink).extend(other.iter());
    }
}

fn adopt(media: &mut MediaStore, own: &MediaStore, id: MediaId) -> MediaId {
    media.add(own.get(id).clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Rect;
    use transvase_model::pages::Ink;

    fn font(family: &str, ink: Option<Ink>, face: Option<usize>) -> KnownFont {
        let font = Font {
            family: family.into(),
            stand_in: false,
            weight: 400,
            italic: false,
            serif: true,
            monospace: false,
            ascent: 0.9,
            descent: 0.2,
            program: None,
            ink: ink.map(Arc::new),
        };
        KnownFont { font, face }
    }

    fn glyphs(ids: &[u32]) -> Option<Ink> {
        let ink = Rect { left: 0.0, top: -0.5, right: 0.5, bottom: 0.0 };
        Some(ids.iter().map(|id| (*id, ink)).collect())
    }

    #[test]
    fn a_face_that_two_threads_met_has_the_glyphs_of_both() {
        let mut fonts = Vec::new();
        let first = intern(&mut fonts, Some(&font("Cambria Math", glyphs(&[1, 2]), Some(7))));
        let second = intern(&mut fonts, Some(&font("Cambria Math", glyphs(&[2, 3]), Some(7))));
        assert_eq!((first, second, fonts.len()), (0, 0, 1));
        assert_eq!(fonts[0].font.ink.as_deref(), glyphs(&[1, 2, 3]).as_ref());
    }

    #[test]
    fn faces_for_formulas_are_no_faces_of_text() {
        let mut fonts = Vec::new();
        let faces = [Some(7), Some(8), None, None].map(|face| font("Times New Roman", face.and(glyphs(&[1])), face));
        let indices: Vec<usize> = faces.iter().map(|font| intern(&mut fonts, Some(font))).collect();
        assert_eq!(indices, [0, 1, 2, 2]);
    }
}
