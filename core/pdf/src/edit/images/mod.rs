//! Image compression: first the same samples in fewer bytes, then, where the level allows it, fewer samples.

pub(super) mod bilevel;
mod components;
mod fewer;
mod jpeg;
mod palette;
mod samples;

use std::collections::{BTreeMap, BTreeSet};

use super::document::Document;
use super::filter::Packer;
use super::object::{Id, Object, Stream};
use crate::read::survey::Survey;
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_codec::jpeg::smaller::FIRST_QUALITY;

/// What may become of pictures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Terms {
    /// Dots per inch that pictures keep where they are placed at their largest.
    pub dpi: f64,
    /// Quality of JPEGs, from 1 to 100; the balanced level where the caller asks for none.
    pub quality: Option<u64>,
}

impl Terms {
    /// The balanced level.
    pub const BALANCED: Terms = Terms { dpi: 200.0, quality: None };

    /// Steps on the way to what can hardly be told from the source: quality, and the dots per inch that go with it.
    const STEPS: [(u64, f64); 5] = [(20, 0.0), (40, 0.0), (60, 0.0), (90, 300.0), (95, f64::INFINITY)];

    /// The terms a step finer, for pictures on a page that looks worse by these; `None` behind the last step.
    pub fn finer(self) -> Option<Terms> {
        let quality = self.quality.unwrap_or(FIRST_QUALITY);
        let (quality, dpi) = Self::STEPS.into_iter().find(|(step, _)| *step > quality)?;
        Some(Terms { dpi: self.dpi.max(dpi), quality: Some(quality) })
    }
}

/// Makes pictures smaller without changing a sample.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn shrink(document: &mut Document, packer: Packer, context: &Context) -> Result<()> {
    for id in pictures(document) {
        context.checkpoint()?;
        let Some(stream) = document.stream(id) else { continue };
        let smaller = unless_too_large(in_other_words(document, stream, packer, context))?;
        if let Some(smaller) = smaller.filter(|smaller| size(smaller) < size(stream)) {
            replace(document, id, smaller);
        }
    }
    Ok(())
}

/// A picture with the same samples in the words that its kind has; `None` where there are none.
fn in_other_words(document: &Document, stream: &Stream, packer: Packer, context: &Context) -> Result<Option<Stream>> {
    if let Some(stream) = jpeg::lossless(document, stream, context)? {
        return Ok(Some(stream));
    }
    match bilevel::smaller(document, stream, context)? {
        Some(stream) => Ok(Some(stream)),
        None => palette::smaller(document, stream, packer, context),
    }
}

/// What a picture became; nothing where it has too many pixels to be looked at, which is no reason to leave the others
/// as they are.
fn unless_too_large(smaller: Result<Option<Stream>>) -> Result<Option<Stream>> {
    match smaller {
        Err(error) if error.details().which.as_deref() == Some(Limit::image_pixels.key()) => Ok(None),
        other => other,
    }
}

/// Makes pictures of these smaller by what nobody sees at the size they are placed at. Returns what it changed as it was.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn reduce(
    document: &mut Document,
    chosen: &BTreeSet<Id>,
    survey: Option<&Survey>,
    terms: Terms,
    packer: Packer,
    context: &Context,
) -> Result<BTreeMap<Id, Object>> {
    let mut before = BTreeMap::new();
    let (masks, soft) = (masks(document), soft_masks(document));
    let is_meant = |id: &Id| chosen.contains(id) && (!masks.contains(id) || soft.contains_key(id));
    for id in pictures(document).into_iter().filter(is_meant) {
        context.checkpoint()?;
        let Some(stream) = document.stream(id) else { continue };
        let placed = |id: &Id| survey.and_then(|survey| survey.images.get(id)).copied();
        let fewer = unless_too_large(match soft.get(&id) {
            Some(picture) => fewer::reduced_mask(document, stream, placed(picture), terms, packer, context),
            None => fewer::reduced(document, stream, placed(&id), terms, context),
        })?;
        if let Some(smaller) = fewer.filter(|smaller| is_worth_it(smaller, stream)) {
            before.extend(replace(document, id, smaller).map(|object| (id, object)));
        }
    }
    Ok(before)
}

/// Whether a lossy result saves enough for what it loses.
fn is_worth_it(new: &Stream, old: &Stream) -> bool {
    size(new) < size(old) - size(old) / 20
}

/// Bytes a picture takes, about.
fn size(stream: &Stream) -> usize {
    stream.data.len()
}

fn replace(document: &mut Document, id: Id, stream: Stream) -> Option<Object> {
    document.object_mut(id).map(|object| std::mem::replace(object, stream.into()))
}

/// Pictures that say what others let through.
pub(super) fn masks(document: &Document) -> BTreeSet<Id> {
    let of = |stream: &Stream| ["SMask", "Mask"].map(|key| stream.dictionary.get(key).as_reference());
    document.streams().flat_map(|(_, stream)| of(stream)).flatten().collect()
}

/// Soft masks that belong to one picture alone, with it; those whose samples are mixed into it stay as they are.
fn soft_masks(document: &Document) -> BTreeMap<Id, Id> {
    let (mut of, mut shared) = (BTreeMap::new(), BTreeSet::new());
    for (picture, stream) in document.streams() {
        let Some(mask) = stream.dictionary.get("SMask").as_reference() else { continue };
        if of.insert(mask, picture).is_some() || samples::has_matte(document, &stream.dictionary) {
            shared.insert(mask);
        }
    }
    of.retain(|mask, _| !shared.contains(mask));
    of
}

/// The pictures of a document.
pub(super) fn pictures(document: &Document) -> Vec<Id> {
    let is_picture = |stream: &Stream| document.get(&stream.dictionary, "Subtype").is_name("Image");
    document.streams().filter(|(_, stream)| is_picture(stream)).map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_get_finer_up_to_all_pixels() {
        let steps = |terms: Terms| {
            let steps = std::iter::successors(Some(terms), |terms| terms.finer()).skip(1);
            steps.map(|terms| (terms.quality.unwrap_or(0), terms.dpi)).collect::<Vec<_>>()
        };
        let last = [(90, 300.0), (95, f64::INFINITY)];
        assert_eq!(steps(Terms::BALANCED), last);
        assert_eq!(steps(Terms { dpi: 200.0, quality: Some(50) }), [&[(60, 200.0)][..], &last].concat());
        assert!(steps(Terms { dpi: 200.0, quality: Some(95) }).is_empty());
    }
}
