//! Markup annotations (ISO 32000-1, 12.5.6): comments on a page, and its marked text.

use hayro_syntax::object::{Array, Dict};

use super::color::ColorSpace;
use super::dates;
use super::placement;
use super::strings::text_entry;
use super::xml::without_tags;
use transvase_base::units::{Affine, Rect};
use transvase_model::pages::{Color, Comment, TextMark};

/// What markers paint with where they do not say.
const MARKER: Color = Color { r: 255, g: 255, b: 0 };

/// Characters of a comment that are kept.
const MAX_CHARS: usize = 100_000;

/// The comment an annotation of kind `subtype` makes; `None` where it says nothing and marks nothing.
pub(super) fn read(annotation: &Dict<'_>, subtype: &[u8], to_page: &Affine) -> Option<Comment> {
    // A reply that only sets the state of another comment (ISO 32000-1, 12.5.6.3) is no text.
    if annotation.contains_key(b"StateModel") {
        return None;
    }
    let mark = match subtype {
        b"Highlight" => TextMark::Highlight(color(annotation).unwrap_or(MARKER)),
        b"Underline" | b"Squiggly" => TextMark::Underline,
        b"StrikeOut" => TextMark::Strike,
        _ => TextMark::None,
    };
    let text = words(annotation);
    let areas = areas(annotation, subtype, to_page);
    if areas.is_empty() || (mark == TextMark::None && text.is_empty()) {
        return None;
    }
    let author = text_entry(annotation, b"T");
    let date = text_entry(annotation, b"M").or_else(|| text_entry(annotation, b"CreationDate"));
    Some(Comment { areas, mark, author, date: date.as_deref().and_then(dates::parse), text })
}

/// The areas a comment is about; a reply is about those of what it replies to.
fn areas(annotation: &Dict<'_>, subtype: &[u8], to_page: &Affine) -> Vec<Rect> {
    let answered = if subtype == b"Text" { annotation.get::<Dict<'_>>(b"IRT") } else { None };
    placement::areas(answered.as_ref().unwrap_or(annotation), to_page)
}

/// What a comment says: its contents, or its rich text without the styles.
pub(super) fn words(annotation: &Dict<'_>) -> String {
    let plain = text_entry(annotation, b"Contents");
    let text = plain.or_else(|| text_entry(annotation, b"RC").map(|rich| without_tags(&rich))).unwrap_or_default();
    text.trim().chars().take(MAX_CHARS).collect()
}

/// The colour an annotation gives itself, by the number of its components.
pub(super) fn color(annotation: &Dict<'_>) -> Option<Color> {
    let components: Vec<f32> = annotation.get::<Array<'_>>(b"C")?.iter::<f32>().take(4).collect();
    ColorSpace::device(components.len()).map(|space| space.color(&components))
}
