//! The page tree (ISO 32000-2, 7.7.3).

use std::collections::BTreeSet;

use super::document::Document;
use super::object::{Dictionary, Id, Object};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;

/// Attributes that a page has from the nodes above it (table 31).
pub(super) const INHERITED: [&str; 4] = ["Resources", "MediaBox", "CropBox", "Rotate"];

/// Nodes above a page that are looked at.
const MAX_ANCESTORS: usize = 64;

/// The pages of a document in their order.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(crate) fn pages(document: &Document, context: &Context) -> Result<Vec<Id>> {
    let mut pages = Vec::new();
    let mut seen = BTreeSet::new();
    let root = document.catalog().and_then(|catalog| catalog.get("Pages").as_reference());
    let mut waiting: Vec<Id> = root.into_iter().collect();
    while let Some(id) = waiting.pop() {
        context.tick(1)?;
        let Some(node) = document.dictionary_of(id).filter(|_| seen.insert(id)) else { continue };
        if document.get(node, "Type").is_name("Pages") || pages.is_empty() && Some(id) == root {
            waiting.extend(document.items(node, "Kids").iter().rev().filter_map(Object::as_reference));
        } else {
            pages.push(id);
        }
    }
    context.check(Limit::pages, pages.len() as u64)?;
    Ok(pages)
}

/// Makes a new tree of the pages that were `found`, where the one there is does not lead to them, or also elsewhere.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn mend(document: &mut Document, found: &[Id], context: &Context) -> Result<()> {
    make_indirect(document, context)?;
    let there = pages(document, context)?;
    let found: Vec<Id> = found.iter().filter(|id| is_page(document, **id)).copied().collect();
    if there.len() < found.len() {
        plant(document, &found, context)
    } else if has_gaps(document) {
        plant(document, &there, context)
    } else {
        Ok(())
    }
}

/// Whether a node of the tree names pages that there are none of.
fn has_gaps(document: &Document) -> bool {
    let nodes = document.objects.values().filter_map(Object::as_dictionary);
    let kids = nodes.filter(|node| node.get("Type").is_name("Pages")).flat_map(|node| document.items(node, "Kids"));
    kids.into_iter().any(|kid| document.resolve(kid).as_dictionary().is_none())
}

fn is_page(document: &Document, id: Id) -> bool {
    document.dictionary_of(id).is_some_and(|page| !document.get(page, "Type").is_name("Pages"))
}

/// Gives pages that lie within the list of their parent ids of their own.
fn make_indirect(document: &mut Document, context: &Context) -> Result<()> {
    let nodes: Vec<Id> = document.objects.keys().copied().collect();
    for id in nodes {
        context.tick(1)?;
        let Some(node) = document.object(id).as_dictionary() else { continue };
        let is_direct = |kid: &Object| matches!(kid, Object::Dictionary(_));
        let Some(kids) = node.get("Kids").as_array().filter(|kids| kids.iter().any(is_direct)) else { continue };
        if !document.get(node, "Type").is_name("Pages") {
            continue;
        }
        let kids: Vec<Object> = kids.to_vec();
        let kids: Vec<Object> =
            kids.into_iter().map(|kid| if is_direct(&kid) { document.add(kid).into() } else { kid }).collect();
        if let Some(node) = document.dictionary_mut(id) {
            node.set("Kids", kids);
        }
    }
    Ok(())
}

/// Makes these pages, in this order, the pages of the document, under one node. Each keeps what it had from the nodes
/// that were above it.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn plant(document: &mut Document, pages: &[Id], context: &Context) -> Result<()> {
    let root = document.add(Dictionary::default());
    for page in pages {
        context.tick(1)?;
        let attributes = inherited(document, *page);
        if let Some(page) = document.dictionary_mut(*page) {
            attributes.into_iter().for_each(|(key, value)| page.set(key, value));
            page.set("Type", Object::name("Page"));
            page.set("Parent", root);
        }
    }
    let kids: Vec<Object> = pages.iter().map(|page| Object::Reference(*page)).collect();
    let node = Dictionary::default().with("Type", Object::name("Pages"));
    let node = node.with("Count", kids.len() as i64).with("Kids", kids);
    document.objects.insert(root, node.into());
    if let Some(catalog) = document.catalog_mut() {
        catalog.set("Pages", root);
    }
    Ok(())
}

/// What a page has of one attribute from the nodes above it.
pub(super) fn attribute(document: &Document, page: Id, key: &str) -> Option<Object> {
    inherited(document, page).into_iter().find(|(found, _)| *found == key).map(|(_, value)| value)
}

/// What a page has from the nodes above it and not itself.
fn inherited(document: &Document, page: Id) -> Vec<(&'static str, Object)> {
    let mut found: Vec<(&'static str, Object)> = Vec::new();
    let Some(own) = document.dictionary_of(page) else { return found };
    let mut node = own;
    for _ in 0..MAX_ANCESTORS {
        let Some(parent) = document.dictionary(node, "Parent") else { break };
        for key in INHERITED {
            let is_known = own.has(key) || found.iter().any(|(known, _)| *known == key);
            if !is_known && !parent.get(key).is_null() {
                found.push((key, parent.get(key).clone()));
            }
        }
        node = parent;
    }
    found
}
