//! Merging: several documents as one, the pages of each behind those of the one before, with all that belongs to them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::document::Document;
use super::super::names::{self, Names};
use super::super::object::{Dictionary, Id, Object};
use super::super::places::{self, Places};
use super::super::standard;
use super::super::tree;
use super::{forest, labels};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Puts a document behind another one. What the document as a whole says of itself, such as its metadata and how it
/// opens, is said by the first.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn append(document: &mut Document, mut other: Document, context: &Context) -> Result<()> {
    standard::claim_together(document, &other, context)?;
    let called = all_labels(document, &other, context)?;
    move_ids(document, &mut other, context)?;
    let mut pages = tree::pages(document, context)?;
    let more = tree::pages(&other, context)?;
    tree::plant(&mut other, &more, context)?;
    let mut places = Places::of(document, context)?;
    add_places(&mut places, &mut other, context)?;
    rename_fields(document, &mut other);
    let shift = next_parent(document, context)?;
    move_parents(&mut other, shift, context)?;

    let second = other.root.and_then(|root| other.dictionary_of(root)).cloned().unwrap_or_default();
    let bookmarks = forest::bookmarks(&other, context)?.map(|forest| forest.roots().to_vec()).unwrap_or_default();
    document.version = document.version.max(other.version);
    document.objects.append(&mut other.objects);
    places.write(document);
    pages.extend(more);
    tree::plant(document, &pages, context)?;
    add_bookmarks(document, &bookmarks, context)?;
    add_form(document, &second);
    add_structure(document, &second, shift, context)?;
    add_layers(document, &second);
    for key in ["EmbeddedFiles", "JavaScript"] {
        add_names(document, &second, key, context)?;
    }
    add_articles(document, &second);
    if let Some(called) = called {
        labels::write(document, &called);
    }
    document.prune();
    Ok(())
}

/// What all pages are called, where one of the documents says so.
fn all_labels(document: &Document, other: &Document, context: &Context) -> Result<Option<Vec<labels::Label>>> {
    let (count, more) = (tree::pages(document, context)?.len(), tree::pages(other, context)?.len());
    let (first, second) = (labels::labels(document, count, context)?, labels::labels(other, more, context)?);
    if first.is_none() && second.is_none() {
        return Ok(None);
    }
    let plain = |from: usize, count: usize| (from..from + count).map(|index| labels::plain(index as i64 + 1)).collect();
    let mut all = first.unwrap_or_else(|| plain(0, count));
    all.extend(second.unwrap_or_else(|| plain(count, more)));
    Ok(Some(all))
}

/// Gives the objects of the other document ids that are free in the first.
fn move_ids(document: &Document, other: &mut Document, context: &Context) -> Result<()> {
    let base = document.objects.last_key_value().map_or(0, |(id, _)| id.number);
    let ids = other.objects.keys().zip(1..);
    let moved: BTreeMap<Id, Id> =
        ids.map(|(id, at)| (*id, Id { number: base.saturating_add(at), generation: 0 })).collect();
    for object in other.objects.values_mut() {
        context.tick(1)?;
        object.each_mut(&mut |value| {
            if let Object::Reference(id) = value {
                *value = moved.get(id).map_or(Object::Null, |to| Object::Reference(*to));
            }
        });
    }
    other.root = other.root.and_then(|root| moved.get(&root).copied());
    other.info = other.info.and_then(|info| moved.get(&info).copied());
    let objects = std::mem::take(&mut other.objects);
    other.objects = objects.into_iter().filter_map(|(id, object)| Some((*moved.get(&id)?, object))).collect();
    Ok(())
}

/// A name that is free: the name itself, or with a number behind it.
fn free(name: &[u8], is_taken: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let numbered = (2..).map(|number: u32| [name, format!("_{number}").as_bytes()].concat());
    std::iter::once(name.to_vec()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// Adds the places with names of the other document, and has its links use the names that these get.
fn add_places(places: &mut Places, other: &mut Document, context: &Context) -> Result<()> {
    let more = Places::of(other, context)?;
    let (old, new) = (added(&mut places.old, more.old), added(&mut places.new, more.new));
    if old.is_empty() && new.is_empty() {
        return Ok(());
    }
    let rename = |place: Option<&mut Object>| match place {
        Some(Object::Name(name)) => *name = old.get(name).unwrap_or(name).clone(),
        Some(Object::String(name)) => *name = new.get(name).or_else(|| old.get(name)).unwrap_or(name).clone(),
        _ => {}
    };
    for object in other.objects.values_mut() {
        context.tick(1)?;
        object.each_mut(&mut |value| {
            if let Object::Dictionary(entries) = value {
                rename(entries.get_mut("Dest"));
                if entries.get("S").is_name("GoTo") {
                    rename(entries.get_mut("D"));
                }
            }
        });
    }
    Ok(())
}

/// Adds names to others; gives those that had to be changed.
fn added(names: &mut Names, more: Names) -> BTreeMap<Vec<u8>, Vec<u8>> {
    let taken: BTreeSet<Vec<u8>> = names.keys().chain(more.keys()).cloned().collect();
    let mut changed = BTreeMap::new();
    for (name, value) in more {
        if names.contains_key(&name) {
            let to = free(&name, |name| taken.contains(name) || names.contains_key(name));
            names.insert(to.clone(), value);
            changed.insert(name, to);
        } else {
            names.insert(name, value);
        }
    }
    changed
}

/// The form of a document.
fn form<'d>(document: &'d Document, catalog: &'d Dictionary) -> Option<&'d Dictionary> {
    document.dictionary(catalog, "AcroForm")
}

/// Gives fields of the other document names of their own: two fields of one name would be one field.
fn rename_fields(document: &Document, other: &mut Document) {
    let roots = |document: &Document| -> Vec<(Id, Vec<u8>)> {
        let form = document.catalog().and_then(|catalog| form(document, catalog));
        let fields = form.map(|form| document.items(form, "Fields")).unwrap_or_default();
        let named = fields.iter().filter_map(Object::as_reference).filter_map(|id| {
            let name = document.get(document.dictionary_of(id)?, "T").as_string()?;
            Some((id, name.to_vec()))
        });
        named.collect()
    };
    let mut taken: BTreeSet<Vec<u8>> = roots(document).into_iter().map(|(_, name)| name).collect();
    let own = roots(other);
    let others: BTreeSet<Vec<u8>> = own.iter().map(|(_, name)| name.clone()).collect();
    for (id, name) in own {
        let to = match taken.contains(&name) {
            true => free(&name, |name| taken.contains(name) || others.contains(name)),
            false => name.clone(),
        };
        if to != name
            && let Some(field) = other.dictionary_mut(id)
        {
            field.set("T", Object::String(to.clone()));
        }
        taken.insert(to);
    }
}

/// The first number that no content of a document uses to find its elements.
fn next_parent(document: &Document, context: &Context) -> Result<i64> {
    let root = document.catalog().and_then(|catalog| document.dictionary(catalog, "StructTreeRoot"));
    let Some(root) = root else { return Ok(0) };
    let parents = names::numbers(document, root.get("ParentTree"), context)?;
    let last = parents.last_key_value().map_or(0, |(number, _)| number.saturating_add(1));
    Ok(document.get(root, "ParentTreeNextKey").as_integer().unwrap_or(0).max(last))
}

/// Moves the numbers by which content finds its elements.
fn move_parents(other: &mut Document, shift: i64, context: &Context) -> Result<()> {
    for object in other.objects.values_mut().filter(|_| shift > 0) {
        context.tick(1)?;
        object.each_mut(&mut |value| {
            let Some(entries) = value.as_dictionary_mut() else { return };
            for key in ["StructParent", "StructParents"] {
                if let Some(Object::Integer(number)) = entries.get_mut(key) {
                    *number = number.saturating_add(shift);
                }
            }
        });
    }
    Ok(())
}

fn add_bookmarks(document: &mut Document, more: &[Id], context: &Context) -> Result<()> {
    if more.is_empty() {
        return Ok(());
    }
    if document.catalog().is_some_and(|catalog| document.dictionary(catalog, "Outlines").is_none()) {
        let top = document.add(Dictionary::default().with("Type", Object::name("Outlines")));
        if let Some(catalog) = document.catalog_mut() {
            catalog.set("Outlines", top);
        }
    }
    if let Some(forest) = forest::bookmarks(document, context)? {
        let joined = forest.with_roots(document, more, context)?;
        forest::write_bookmarks(document, &joined);
    }
    Ok(())
}

/// Adds the fields of the other document, and what they are written with.
fn add_form(document: &mut Document, second: &Dictionary) {
    let Some(more) = form(document, second).cloned() else { return };
    let first = document.catalog().and_then(|catalog| form(document, catalog)).cloned();
    let mut joined = first.unwrap_or_else(|| {
        let mut form = more.clone();
        form.set("Fields", Vec::new());
        form.remove("CO");
        form
    });
    for key in ["Fields", "CO"] {
        let mut items = document.items(&joined, key).to_vec();
        items.extend_from_slice(document.items(&more, key));
        joined.set(key, if items.is_empty() && key == "CO" { Object::Null } else { Object::Array(items) });
    }
    if document.get(&more, "NeedAppearances") == &Object::Boolean(true) {
        joined.set("NeedAppearances", Object::Boolean(true));
    }
    let resources = merged(document, document.dictionary(&joined, "DR"), document.dictionary(&more, "DR"), 2);
    if resources.len() > 0 {
        joined.set("DR", resources);
    }
    forest::change_form(document, |form| *form = joined);
}

/// Two dictionaries as one, those within them as well for so many levels. Where both have a value the first stays.
fn merged(document: &Document, first: Option<&Dictionary>, second: Option<&Dictionary>, levels: usize) -> Dictionary {
    let mut merged = first.cloned().unwrap_or_default();
    for (key, value) in second.into_iter().flat_map(Dictionary::iter) {
        let both = document.resolve(merged.get(key)).as_dictionary().zip(document.resolve(value).as_dictionary());
        match both {
            Some((first, second)) if levels > 1 => {
                let value = self::merged(document, Some(first), Some(second), levels - 1);
                merged.set(key, value);
            }
            _ if merged.has(key) => {}
            _ => merged.set(key, value.clone()),
        }
    }
    merged
}

/// Puts the elements of the other document behind those of the first.
fn add_structure(document: &mut Document, second: &Dictionary, shift: i64, context: &Context) -> Result<()> {
    let Some(more) = second.get("StructTreeRoot").as_reference() else { return Ok(()) };
    let Some(entries) = document.dictionary_of(more).cloned() else { return Ok(()) };
    let own = document.catalog().and_then(|catalog| catalog.get("StructTreeRoot").as_reference());
    let Some((root, own)) = own.and_then(|root| Some((root, document.dictionary_of(root)?.clone()))) else {
        if let Some(catalog) = document.catalog_mut() {
            catalog.set("StructTreeRoot", more);
            catalog.set("MarkInfo", second.get("MarkInfo").clone());
        }
        return Ok(());
    };
    let several = |entries: &Dictionary| match document.get(entries, "K") {
        Object::Array(kids) => kids.clone(),
        Object::Null => Vec::new(),
        _ => vec![entries.get("K").clone()],
    };
    let kids = [several(&own), several(&entries)].concat();
    let mut parents = names::numbers(document, own.get("ParentTree"), context)?;
    let moved = names::numbers(document, entries.get("ParentTree"), context)?;
    parents.extend(moved.into_iter().map(|(number, value)| (number.saturating_add(shift), value)));
    let mut ids = names::names(document, entries.get("IDTree"), context)?;
    ids.extend(names::names(document, own.get("IDTree"), context)?);
    let both = |key: &str| merged(document, document.dictionary(&own, key), document.dictionary(&entries, key), 1);
    let maps = [("RoleMap", both("RoleMap")), ("ClassMap", both("ClassMap"))];
    let namespaces = [document.items(&own, "Namespaces"), document.items(&entries, "Namespaces")].concat();
    let next = parents.last_key_value().map_or(0, |(number, _)| number.saturating_add(1));
    let parents = document.add(names::tree_of_numbers(parents));
    for kid in forest::elements(document, more, context)?.roots() {
        if let Some(kid) = document.dictionary_mut(*kid) {
            kid.set("P", root);
        }
    }
    if let Some(entries) = document.dictionary_mut(root) {
        entries.set("K", kids);
        entries.set("ParentTree", parents);
        entries.set("ParentTreeNextKey", next);
        entries.set("IDTree", if ids.is_empty() { Object::Null } else { names::tree_of_names(ids) });
        entries.set("Namespaces", if namespaces.is_empty() { Object::Null } else { Object::Array(namespaces) });
        for (key, map) in maps {
            entries.set(key, if map.len() > 0 { Object::Dictionary(map) } else { Object::Null });
        }
    }
    Ok(())
}

/// Adds the layers of the other document (8.11.4).
fn add_layers(document: &mut Document, second: &Dictionary) {
    let Some(more) = document.dictionary(second, "OCProperties").cloned() else { return };
    let own = document.catalog().and_then(|catalog| document.dictionary(catalog, "OCProperties")).cloned();
    let mut layers = own.unwrap_or_else(|| Dictionary::default().with("D", Dictionary::default()));
    let joined = |first: &Dictionary, second: &Dictionary, key: &str| {
        let items = [document.items(first, key), document.items(second, key)].concat();
        if items.is_empty() { Object::Null } else { Object::Array(items) }
    };
    let groups = joined(&layers, &more, "OCGs");
    let mut usual = document.dictionary(&layers, "D").cloned().unwrap_or_default();
    let other = document.dictionary(&more, "D").cloned().unwrap_or_default();
    for key in ["ON", "OFF", "Order", "RBGroups", "Locked", "AS"] {
        let items = joined(&usual, &other, key);
        usual.set(key, items);
    }
    layers.set("OCGs", groups);
    layers.set("D", usual);
    let layers = document.add(layers);
    if let Some(catalog) = document.catalog_mut() {
        catalog.set("OCProperties", layers);
    }
}

/// Adds one of the trees of names, such as that of the attached files.
fn add_names(document: &mut Document, second: &Dictionary, key: &str, context: &Context) -> Result<()> {
    let tree = |catalog: Option<&Dictionary>| {
        let trees = catalog.and_then(|catalog| document.dictionary(catalog, "Names"));
        trees.map_or(Ok(Names::new()), |trees| names::names(document, trees.get(key), context))
    };
    let more = tree(Some(second))?;
    if more.is_empty() {
        return Ok(());
    }
    let mut all = tree(document.catalog())?;
    added(&mut all, more);
    let tree = document.add(names::tree_of_names(all));
    places::set_tree(document, key, tree.into());
    Ok(())
}

fn add_articles(document: &mut Document, second: &Dictionary) {
    let Some(catalog) = document.catalog() else { return };
    let threads = [document.items(catalog, "Threads"), document.items(second, "Threads")].concat();
    if !threads.is_empty()
        && let Some(catalog) = document.catalog_mut()
    {
        catalog.set("Threads", threads);
    }
}
