//! Destinations, which links and bookmarks lead to (ISO 32000-2, 12.3.2).

use super::document::Document;
use super::names::{self, Names};
use super::object::{Dictionary, Id, Object};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// The places of a document that have names: those of the catalogue's dictionary, and those of its tree.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    /// By names, which are written as names.
    pub old: Names,
    /// By names, which are written as strings.
    pub new: Names,
}

impl Places {
    /// Those of a document.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn of(document: &Document, context: &Context) -> Result<Places> {
        let mut places = Places::default();
        let Some(catalog) = document.catalog() else { return Ok(places) };
        if let Some(old) = document.dictionary(catalog, "Dests") {
            places.old = old.iter().map(|(name, place)| (name.to_vec(), place.clone())).collect();
        }
        if let Some(trees) = document.dictionary(catalog, "Names") {
            places.new = names::names(document, trees.get("Dests"), context)?;
        }
        Ok(places)
    }

    /// Writes them into the catalogue of a document.
    pub fn write(self, document: &mut Document) {
        let old = self.old.into_iter().fold(Dictionary::default(), |old, (name, place)| old.with(name, place));
        let old = if old.len() > 0 { Object::Dictionary(old) } else { Object::Null };
        let new = if self.new.is_empty() { Object::Null } else { names::tree_of_names(self.new) };
        let old = if old.is_null() { old } else { document.add(old).into() };
        let new = if new.is_null() { new } else { document.add(new).into() };
        if let Some(catalog) = document.catalog_mut() {
            catalog.set("Dests", old);
        }
        set_tree(document, "Dests", new);
    }

    /// The page that a place is on, by its own words or by its name; `None` where there is none, or in another file.
    pub fn page(&self, document: &Document, place: &Object) -> Option<Id> {
        let place = match document.resolve(place) {
            Object::Name(name) => document.resolve(self.old.get(name)?),
            Object::String(name) => document.resolve(self.new.get(name).or_else(|| self.old.get(name))?),
            place => place,
        };
        let parts = match place {
            Object::Dictionary(entries) => document.get(entries, "D"),
            parts => parts,
        };
        parts.as_array()?.first()?.as_reference()
    }
}

/// Sets one of the trees of names that a catalogue has.
pub(super) fn set_tree(document: &mut Document, key: &str, tree: Object) {
    let Some(catalog) = document.catalog() else { return };
    let mut trees = document.dictionary(catalog, "Names").cloned().unwrap_or_default();
    trees.set(key, tree);
    let trees = if trees.len() > 0 { document.add(trees).into() } else { Object::Null };
    if let Some(catalog) = document.catalog_mut() {
        catalog.set("Names", trees);
    }
}

/// Where a link, a bookmark or an action to be done on opening leads within its document: an entry of its own, or that
/// of an action. `None` where it leads elsewhere or does something else.
pub(super) fn target<'d>(document: &'d Document, entries: &'d Dictionary) -> Option<&'d Object> {
    let own = entries.get("Dest");
    if !own.is_null() {
        return Some(own);
    }
    let action = document.dictionary(entries, "A")?;
    document.get(action, "S").is_name("GoTo").then(|| action.get("D"))
}
