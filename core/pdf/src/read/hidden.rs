//! Hidden text (prompt injection among it): letters that are not painted, or in the colour of their ground, too small,
//! under something opaque, off the page. It is how a document says to a machine what it does not say to a person.
//!
//! Each word of a page is looked at as a whole. Whatever is not sure can be seen: what is blended, masked, shaded or a
//! picture may let letters stand out. The recognised text of a scan is not hidden, since the scan shows it.

mod cover;
mod ground;
mod layer;
mod pictures;
#[cfg(test)]
mod tests;
mod tiles;
mod word;

use super::sink::Sink;
use pictures::Pictures;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::media::MediaStore;
use transvase_model::pages::{Hidden, HiddenGlyphs, Item, TextPaint};
pub(super) use word::text_of;
use word::{Word, words};

/// Size in points, and width of the widest letter, below which letters are no letters to the eye.
const TINY: f32 = 1.0;

/// Finds the words of a page that nobody sees.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn settle(sink: &mut Sink, page: Rect, media: &MediaStore, context: &Context) -> Result<()> {
    let mut found = words(sink, page, context)?;
    withhold_outside(sink, &mut found, page, context)?;
    if found.is_empty() {
        return Ok(());
    }
    let pictures = Pictures::of(sink, page);
    for word in &mut found {
        word.hidden = alone(word, sink, &pictures, context)?;
    }
    ground::find(&mut found, sink, page, context)?;
    cover::find(&mut found, sink, (page, media, &pictures), context)?;
    for word in found {
        let Some(why) = word.hidden else { continue };
        let Some(Item::Glyphs(run)) = sink.items.get_mut(word.item) else { continue };
        run.hidden.push(HiddenGlyphs { start: word.start, end: word.end, why });
    }
    Ok(())
}

/// Keeps the words of runs that are on the page in part and lie outside of it: no item shows them.
fn withhold_outside(sink: &mut Sink, words: &mut Vec<Word>, page: Rect, context: &Context) -> Result<()> {
    let mut outside = Vec::new();
    words.retain(|word| {
        let is_inside = word.rect.intersection(&page).is_some();
        outside.extend((!is_inside).then(|| word.clone()));
        is_inside
    });
    for word in outside {
        let Some(Item::Glyphs(run)) = sink.items.get(word.item) else { continue };
        let text = word.text(run).to_owned();
        sink.withhold(&text, Hidden::OffPage, context)?;
    }
    Ok(())
}

/// Why nobody sees a word, whatever it stands on.
fn alone(word: &Word, sink: &Sink, pictures: &Pictures<'_>, context: &Context) -> Result<Option<Hidden>> {
    let Some(Item::Glyphs(run)) = sink.items.get(word.item).filter(|_| word.letters.sure) else { return Ok(None) };
    if run.paint == TextPaint::Invisible {
        let why = if word.letters.alpha > 0.0 { Hidden::Unpainted } else { Hidden::Transparent };
        return Ok((!pictures.are_at(&word.rect, context)?).then_some(why));
    }
    let is_narrow = || run.glyphs.iter().all(|glyph| glyph.advance.abs() < TINY);
    Ok((run.size < TINY && is_narrow()).then_some(Hidden::Tiny))
}
