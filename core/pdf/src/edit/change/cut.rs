//! Page removal: what goes with pages that are taken out, which are links and bookmarks that lead to them, the elements
//! of the structure that stand on them, their fields and the names of their places.

use std::collections::BTreeSet;

use super::super::document::Document;
use super::super::names;
use super::super::object::{Id, Object};
use super::super::places::{self, Places};
use super::forest;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};

/// Takes pages out, and all that is nothing without them.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn cut(document: &mut Document, gone: &BTreeSet<Id>, kept: &[Id], context: &Context) -> Result<()> {
    if gone.is_empty() {
        return Ok(());
    }
    let mut places = Places::of(document, context)?;
    cut_links(document, gone, kept, &places, context)?;
    cut_bookmarks(document, gone, &places, context)?;
    cut_structure(document, gone, context)?;
    cut_fields(document, gone, kept, context)?;
    cut_opening(document, gone, &places);
    cut_articles(document, context);
    let resolver = places.clone();
    let stays =
        |_: &Vec<u8>, place: &mut Object| resolver.page(document, place).is_none_or(|page| !gone.contains(&page));
    places.old.retain(stays);
    places.new.retain(stays);
    places.write(document);
    gone.iter().for_each(|page| drop(document.remove(*page)));
    Ok(())
}

/// Takes out links that lead to pages that go.
fn cut_links(
    document: &mut Document,
    gone: &BTreeSet<Id>,
    kept: &[Id],
    places: &Places,
    context: &Context,
) -> Result<()> {
    for (index, page) in kept.iter().enumerate() {
        context.tick(1)?;
        let Some(entries) = document.dictionary_of(*page) else { continue };
        let annotations = document.items(entries, "Annots");
        let stays = |annotation: &&Object| {
            let Some(entries) = document.resolve(annotation).as_dictionary() else { return false };
            let target = places::target(document, entries).and_then(|target| places.page(document, target));
            target.is_none_or(|page| !gone.contains(&page))
        };
        let left: Vec<Object> = annotations.iter().filter(stays).cloned().collect();
        if left.len() < annotations.len() {
            let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
            let message = "a link leads to a page that is not in the result";
            context.warn(Warning::on_page(number, WarningCode::LinkDropped, message));
            if let Some(page) = document.dictionary_mut(*page) {
                page.set("Annots", left);
            }
        }
    }
    Ok(())
}

/// Takes out bookmarks that lead to pages that go, where none below them stays.
fn cut_bookmarks(document: &mut Document, gone: &BTreeSet<Id>, places: &Places, context: &Context) -> Result<()> {
    let Some(forest) = forest::bookmarks(document, context)? else { return Ok(()) };
    let leads_away = |id: Id| {
        let entries = document.dictionary_of(id);
        let target = entries.and_then(|entries| places::target(document, entries));
        target.and_then(|target| places.page(document, target)).is_some_and(|page| gone.contains(&page))
    };
    let away: BTreeSet<Id> = forest.nodes().filter(|id| leads_away(*id)).collect();
    let stays = forest.pruned(|id| !away.contains(&id));
    for id in stays.nodes().filter(|id| away.contains(id)) {
        if let Some(entries) = document.dictionary_mut(id) {
            entries.remove("Dest");
            entries.remove("A");
        }
    }
    forest::write_bookmarks(document, &stays);
    Ok(())
}

/// Takes out the elements of which nothing is on the pages that stay.
fn cut_structure(document: &mut Document, gone: &BTreeSet<Id>, context: &Context) -> Result<()> {
    let Some(root) = document.catalog().and_then(|catalog| catalog.get("StructTreeRoot").as_reference()) else {
        return Ok(());
    };
    let forest = forest::elements(document, root, context)?;
    let mut dropped = BTreeSet::new();
    // Children come after their parents, so that from the end on each is done before what it is in.
    for id in forest.nodes().rev() {
        context.tick(1)?;
        cut_element(document, id, gone, &mut dropped);
    }
    cut_element(document, root, gone, &mut dropped);
    for id in &dropped {
        document.remove(*id);
    }
    cut_parents(document, root, &dropped, context)
}

/// Takes out the kids of an element that are gone; an element that had some and has none left is gone as well.
fn cut_element(document: &mut Document, id: Id, gone: &BTreeSet<Id>, dropped: &mut BTreeSet<Id>) {
    let Some(entries) = document.dictionary_of(id) else { return };
    let page = entries.get("Pg").as_reference();
    let kids = match entries.get("K") {
        Object::Reference(kid) if document.object(*kid).as_array().is_some() => document.object(*kid),
        kids => kids,
    };
    let kids = kids.as_array().unwrap_or_else(|| if kids.is_null() { &[] } else { std::slice::from_ref(kids) });
    let is_on = |page: Option<Id>| page.is_none_or(|page| !gone.contains(&page));
    let stays = |kid: &&Object| match kid {
        Object::Integer(_) => is_on(page),
        Object::Reference(kid) if dropped.contains(kid) => false,
        kid => match document.resolve(kid).as_dictionary() {
            Some(kid) if kid.has("S") => true,
            Some(kid) => is_on(kid.get("Pg").as_reference().or(page)),
            None => false,
        },
    };
    let left: Vec<Object> = kids.iter().filter(stays).cloned().collect();
    let is_empty = left.is_empty() && !kids.is_empty();
    let has_fewer = left.len() < kids.len();
    let is_page_gone = !is_on(page);
    let is_element = entries.has("S");
    if is_empty && is_element {
        dropped.insert(id);
    }
    if let Some(entries) = document.dictionary_mut(id) {
        if has_fewer {
            entries.set("K", left);
        }
        if is_page_gone {
            entries.remove("Pg");
        }
    }
}

/// Takes out what leads from content to elements that are gone.
fn cut_parents(document: &mut Document, root: Id, dropped: &BTreeSet<Id>, context: &Context) -> Result<()> {
    let Some(entries) = document.dictionary_of(root) else { return Ok(()) };
    let is_gone = |value: &Object| value.is_null() || value.as_reference().is_some_and(|id| dropped.contains(&id));
    let mut parents = names::numbers(document, entries.get("ParentTree"), context)?;
    parents.retain(|_, value| match document.resolve(value) {
        Object::Array(several) => !several.iter().all(is_gone),
        _ => !is_gone(value),
    });
    let mut ids = names::names(document, entries.get("IDTree"), context)?;
    ids.retain(|_, value| !is_gone(value));
    let ids = if ids.is_empty() { Object::Null } else { names::tree_of_names(ids) };
    let parents = document.add(names::tree_of_numbers(parents));
    if let Some(entries) = document.dictionary_mut(root) {
        entries.set("ParentTree", parents);
        entries.set("IDTree", ids);
    }
    Ok(())
}

/// Takes out fields that are filled in on pages that go alone.
fn cut_fields(document: &mut Document, gone: &BTreeSet<Id>, kept: &[Id], context: &Context) -> Result<()> {
    let on = |pages: &mut dyn Iterator<Item = Id>| -> BTreeSet<Id> {
        let entries = pages.filter_map(|page| document.dictionary_of(page));
        let annotations = entries.flat_map(|page| document.items(page, "Annots"));
        annotations.filter_map(Object::as_reference).collect()
    };
    let left = on(&mut kept.iter().copied());
    let away: BTreeSet<Id> = on(&mut gone.iter().copied()).difference(&left).copied().collect();
    let Some(forest) = forest::fields(document, context)? else { return Ok(()) };
    let is_widget = |id: Id| forest.children(id).is_empty();
    let stays = forest.pruned(|id| is_widget(id) && !away.contains(&id));
    forest::write_fields(document, &forest, &stays);
    Ok(())
}

/// Takes out where the document opens, where that is a page that goes.
fn cut_opening(document: &mut Document, gone: &BTreeSet<Id>, places: &Places) {
    let Some(catalog) = document.catalog() else { return };
    let opening = document.get(catalog, "OpenAction");
    let target = match opening {
        Object::Dictionary(action) if document.get(action, "S").is_name("GoTo") => action.get("D"),
        Object::Dictionary(_) => return,
        place => place,
    };
    let is_away = places.page(document, target).is_some_and(|page| gone.contains(&page));
    if is_away && let Some(catalog) = document.catalog_mut() {
        catalog.remove("OpenAction");
    }
}

/// Takes out articles (12.4.3), which lead from page to page.
fn cut_articles(document: &mut Document, context: &Context) {
    if document.catalog_mut().and_then(|catalog| catalog.remove("Threads")).is_some() {
        let message = "article threads, which lead from page to page, were left out";
        context.warn(Warning::new(WarningCode::LinkDropped, message));
    }
    for object in document.objects.values_mut() {
        if let Some(page) = object.as_dictionary_mut().filter(|entries| entries.get("Type").is_name("Page")) {
            page.remove("B");
        }
    }
}
