//! Deduplication: objects that are there several times are kept once.

use std::collections::{BTreeMap, BTreeSet};

use md5::{Digest, Md5};

use super::super::document::Document;
use super::super::object::{Dictionary, Id, Object};
use super::super::syntax::{self, Style};
use super::Job;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Rounds in which equal objects are looked for: what refers to equal objects is equal in the round after.
const MOST_ROUNDS: usize = 8;

/// The step: see [`once`].
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn share(document: &mut Document, _job: &Job, context: &Context) -> Result<()> {
    once(document, context)
}

/// Lets references to equal objects lead to one of them.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(in super::super) fn once(document: &mut Document, context: &Context) -> Result<()> {
    for _ in 0..MOST_ROUNDS {
        let moved = equal(document, context)?;
        if moved.is_empty() {
            break;
        }
        document.redirect(&moved);
        document.objects.retain(|id, _| !moved.contains_key(id));
    }
    Ok(())
}

/// Objects that are equal to another one, which comes before them.
fn equal(document: &Document, context: &Context) -> Result<BTreeMap<Id, Id>> {
    let numbers = Numbers(document.objects.keys().copied().zip(1..).collect());
    let resources = resources(document);
    let mut first: BTreeMap<[u8; 16], Id> = BTreeMap::new();
    let mut moved = BTreeMap::new();
    for (id, object) in &document.objects {
        context.tick(1)?;
        if !(is_value(object) || resources.contains(id)) {
            continue;
        }
        let mut text = Vec::new();
        syntax::write(object, &numbers, &mut text);
        let mut hash = Md5::new_with_prefix(&text);
        if let Some(stream) = object.as_stream() {
            context.tick(stream.data.len() as u64 / 64)?;
            hash.update(b"stream");
            hash.update(&stream.data);
        }
        let same = *first.entry(hash.finalize().into()).or_insert(*id);
        // Whoever makes two objects of one hash gets both of them.
        if same != *id && document.object(same) == object {
            moved.insert(*id, same);
        }
    }
    Ok(moved)
}

/// Objects by numbers that tell them apart.
struct Numbers(BTreeMap<Id, u32>);

impl Style for Numbers {
    fn number(&self, of: Id) -> Option<u32> {
        self.0.get(&of).copied()
    }

    fn string<'s>(&self, plain: &'s [u8]) -> std::borrow::Cow<'s, [u8]> {
        plain.into()
    }
}

/// Whether an object is what it says, wherever it is referred to: pages, annotations, bookmarks, layers and elements of
/// the structure are themselves even where they look alike.
fn is_value(object: &Object) -> bool {
    match object {
        Object::Stream(_) => true,
        Object::Array(items) => !items.is_empty(),
        Object::Dictionary(entries) => is_resource(entries),
        _ => false,
    }
}

/// Whether a dictionary is one of the things that content is drawn with.
fn is_resource(entries: &Dictionary) -> bool {
    const TYPES: [&[u8]; 7] =
        [b"Font", b"FontDescriptor", b"Encoding", b"ExtGState", b"Pattern", b"Halftone", b"OutputIntent"];
    const KEYS: [&str; 4] = ["FunctionType", "ShadingType", "PatternType", "Registry"];
    let by_type = entries.get("Type").as_name().is_some_and(|kind| TYPES.contains(&kind));
    by_type || KEYS.iter().any(|key| entries.has(key))
}

/// Objects that are the resources of a page or form.
fn resources(document: &Document) -> BTreeSet<Id> {
    let mut found = BTreeSet::new();
    for object in document.objects.values() {
        let entries = object.as_dictionary().map(|entries| entries.get("Resources"));
        let Some(resources) = entries else { continue };
        found.extend(resources.as_reference());
        let of = document.resolve(resources).as_dictionary();
        found.extend(of.into_iter().flat_map(Dictionary::values).filter_map(Object::as_reference));
    }
    found
}
