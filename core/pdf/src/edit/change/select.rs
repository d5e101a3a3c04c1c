//! Page selection, in an order.

use std::collections::BTreeSet;

use super::super::document::Document;
use super::super::object::{Id, Object};
use super::super::tree;
use super::{cut, labels};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Leaves these pages of a document, counted from 0, in this order. A page that is named again is there again, without
/// its fields.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn select(document: &mut Document, order: &[usize], context: &Context) -> Result<()> {
    let pages = tree::pages(document, context)?;
    if order.iter().copied().eq(0..pages.len()) {
        return Ok(());
    }
    let called = labels::labels(document, pages.len(), context)?;
    let mut chosen = Vec::new();
    let mut used = BTreeSet::new();
    for page in order.iter().filter_map(|index| pages.get(*index)) {
        context.tick(1)?;
        chosen.push(if used.insert(*page) { *page } else { again(document, *page) });
    }
    let gone = pages.iter().filter(|page| !used.contains(page)).copied().collect();
    cut::cut(document, &gone, &chosen, context)?;
    tree::plant(document, &chosen, context)?;
    if let Some(called) = called {
        let called: Vec<_> = order.iter().filter_map(|index| called.get(*index).cloned()).collect();
        labels::write(document, &called);
    }
    document.prune();
    Ok(())
}

/// A copy of a page. Its comments and links are copies as well; fields belong to the form, and elements to the structure,
/// once.
fn again(document: &mut Document, page: Id) -> Id {
    let mut copy = document.dictionary_of(page).cloned().unwrap_or_default();
    let annotations: Vec<Object> = document.items(&copy, "Annots").to_vec();
    let kept = annotations.iter().filter_map(|annotation| document.resolve(annotation).as_dictionary());
    let kept: Vec<_> = kept.filter(|entries| !entries.get("Subtype").is_name("Widget")).cloned().collect();
    copy.remove("StructParents");
    copy.remove("B");
    let id = document.add(copy);
    let mut copies = Vec::new();
    for mut entries in kept {
        entries.remove("StructParent");
        entries.set("P", id);
        copies.push(Object::Reference(document.add(entries)));
    }
    if let Some(page) = document.dictionary_mut(id) {
        page.set("Annots", if copies.is_empty() { Object::Null } else { Object::Array(copies) });
    }
    id
}
