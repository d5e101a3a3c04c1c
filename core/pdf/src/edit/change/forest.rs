//! Outline, structure and field trees: objects linked by their own entries (Parent, Kids, First, Next and the like).

use std::collections::{BTreeMap, BTreeSet};

use super::super::document::Document;
use super::super::object::{Id, Object};
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// Objects below roots, each with its children. No object is there twice.
#[derive(Debug, Default)]
pub(super) struct Forest {
    /// The object the roots hang on.
    pub top: Option<Id>,
    /// Every object, parents before their children.
    order: Vec<Id>,
    children: BTreeMap<Option<Id>, Vec<Id>>,
}

impl Forest {
    /// Gathers what `kids` leads to from `roots` on.
    fn grown(
        top: Option<Id>,
        roots: Vec<Id>,
        mut kids: impl FnMut(Id) -> Vec<Id>,
        context: &Context,
    ) -> Result<Forest> {
        let mut forest = Forest { top, ..Forest::default() };
        let mut seen: BTreeSet<Id> = top.into_iter().collect();
        let mut waiting: Vec<(Option<Id>, Id)> = roots.into_iter().rev().map(|root| (None, root)).collect();
        while let Some((parent, id)) = waiting.pop() {
            context.tick(1)?;
            if seen.insert(id) {
                forest.order.push(id);
                forest.children.entry(parent).or_default().push(id);
                waiting.extend(kids(id).into_iter().rev().map(|kid| (Some(id), kid)));
            }
        }
        Ok(forest)
    }

    /// Every object, parents before their children.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Id> + '_ {
        self.order.iter().copied()
    }

    /// The objects directly below one.
    pub fn children(&self, of: Id) -> &[Id] {
        self.children.get(&Some(of)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The roots.
    pub fn roots(&self) -> &[Id] {
        self.children.get(&None).map(Vec::as_slice).unwrap_or_default()
    }

    /// The forest of bookmarks with more of them behind the last root.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn with_roots(&self, document: &Document, more: &[Id], context: &Context) -> Result<Forest> {
        let roots = [self.roots(), more].concat();
        let kids = |id: Id| bookmarks_below(document, id, context);
        let mut failed = None;
        let forest = Forest::grown(self.top, roots, |id| kept(kids(id), &mut failed), context)?;
        failed.map_or(Ok(forest), Err)
    }

    /// The objects that `stays` says yes to, and what they are in.
    pub fn pruned(&self, mut stays: impl FnMut(Id) -> bool) -> Forest {
        let mut kept: BTreeSet<Id> = BTreeSet::new();
        for id in self.nodes().rev() {
            if self.children(id).iter().any(|child| kept.contains(child)) || stays(id) {
                kept.insert(id);
            }
        }
        let left = |ids: &Vec<Id>| ids.iter().filter(|id| kept.contains(id)).copied().collect::<Vec<_>>();
        let children = self.children.iter().map(|(parent, ids)| (*parent, left(ids)));
        Forest {
            top: self.top,
            order: left(&self.order),
            children: children.filter(|(_, ids)| !ids.is_empty()).collect(),
        }
    }
}

/// Siblings linked from `first` on by their entries `Next`.
fn chain(document: &Document, first: &Object, context: &Context) -> Result<Vec<Id>> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut next = first.as_reference();
    while let Some(id) = next.filter(|id| seen.insert(*id)) {
        context.tick(1)?;
        let Some(entries) = document.dictionary_of(id) else { break };
        found.push(id);
        next = entries.get("Next").as_reference();
    }
    Ok(found)
}

/// The bookmarks (ISO 32000-2, 12.3.3); `None` where there are none.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn bookmarks(document: &Document, context: &Context) -> Result<Option<Forest>> {
    let Some(top) = document.catalog().and_then(|catalog| catalog.get("Outlines").as_reference()) else {
        return Ok(None);
    };
    Forest { top: Some(top), ..Forest::default() }
        .with_roots(document, &bookmarks_below(document, top, context)?, context)
        .map(Some)
}

/// The bookmarks directly below one, or below the list of them.
fn bookmarks_below(document: &Document, id: Id, context: &Context) -> Result<Vec<Id>> {
    let entries = document.dictionary_of(id);
    entries.map_or(Ok(Vec::new()), |entries| chain(document, entries.get("First"), context))
}

/// What was found, or nothing and the error noted.
fn kept(found: Result<Vec<Id>>, failed: &mut Option<Error>) -> Vec<Id> {
    found.unwrap_or_else(|error| {
        *failed = Some(error);
        Vec::new()
    })
}

/// Links bookmarks with one another as the forest has them. Without any the document has no list of them.
pub(super) fn write_bookmarks(document: &mut Document, forest: &Forest) {
    let Some(top) = forest.top else { return };
    if forest.roots().is_empty() {
        if let Some(catalog) = document.catalog_mut() {
            catalog.remove("Outlines");
        }
        return;
    }
    // How many are seen below each while it is open.
    let mut seen: BTreeMap<Id, i64> = BTreeMap::new();
    for id in forest.nodes().rev().chain([top]) {
        let children = if id == top { forest.roots() } else { forest.children(id) };
        let was_closed = |id: Id| {
            let count = document.dictionary_of(id).and_then(|entries| entries.get("Count").as_integer());
            id != top && count.is_some_and(|count| count < 0)
        };
        let open = |child: &Id| if was_closed(*child) { 0 } else { seen.get(child).copied().unwrap_or(0) };
        let count: i64 = children.iter().map(|child| 1 + open(child)).sum();
        let sign = if was_closed(id) { -1 } else { 1 };
        seen.insert(id, count);
        link(document, id, children);
        if let Some(entries) = document.dictionary_mut(id) {
            entries.set("Count", if count == 0 { Object::Null } else { Object::Integer(sign * count) });
        }
    }
}

/// Links children with their parent and one another.
fn link(document: &mut Document, parent: Id, children: &[Id]) {
    let reference = |id: Option<&Id>| id.map_or(Object::Null, |id| Object::Reference(*id));
    if let Some(entries) = document.dictionary_mut(parent) {
        entries.set("First", reference(children.first()));
        entries.set("Last", reference(children.last()));
    }
    for (index, child) in children.iter().enumerate() {
        if let Some(entries) = document.dictionary_mut(*child) {
            entries.set("Parent", parent);
            entries.set("Prev", reference(index.checked_sub(1).and_then(|before| children.get(before))));
            entries.set("Next", reference(children.get(index + 1)));
        }
    }
}

/// The elements below the root of the structure (14.7.2).
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn elements(document: &Document, root: Id, context: &Context) -> Result<Forest> {
    let kids = |id: Id| {
        let kids = document.dictionary_of(id).map_or(&Object::Null, |entries| entries.get("K"));
        let several = document.resolve(kids).as_array().unwrap_or(std::slice::from_ref(kids));
        let is_element = |id: &Id| document.dictionary_of(*id).is_some_and(|entries| entries.has("S"));
        several.iter().filter_map(Object::as_reference).filter(is_element).collect()
    };
    Forest::grown(Some(root), kids(root), kids, context)
}

/// The fields of the form (12.7.3), down to what stands on pages; `None` where there is no form.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn fields(document: &Document, context: &Context) -> Result<Option<Forest>> {
    let Some(form) = document.catalog().and_then(|catalog| document.dictionary(catalog, "AcroForm")) else {
        return Ok(None);
    };
    let ids = |items: &[Object]| items.iter().filter_map(Object::as_reference).collect::<Vec<_>>();
    let kids = |id: Id| document.dictionary_of(id).map(|field| ids(document.items(field, "Kids"))).unwrap_or_default();
    Forest::grown(None, ids(document.items(form, "Fields")), kids, context).map(Some)
}

/// Takes the fields out that are in one forest and not in the other.
pub(super) fn write_fields(document: &mut Document, before: &Forest, after: &Forest) {
    let left: BTreeSet<Id> = after.nodes().collect();
    for id in before.nodes() {
        let fewer = before.children(id).len() > after.children(id).len();
        if !left.contains(&id) {
            document.remove(id);
        } else if fewer {
            let kids: Vec<Object> = after.children(id).iter().map(|kid| Object::Reference(*kid)).collect();
            if let Some(field) = document.dictionary_mut(id) {
                field.set("Kids", kids);
            }
        }
    }
    let roots: Vec<Object> = after.roots().iter().map(|id| Object::Reference(*id)).collect();
    change_form(document, |form| {
        form.set("Fields", roots);
        if let Some(Object::Array(order)) = form.get_mut("CO") {
            order.retain(|field| field.as_reference().is_none_or(|id| left.contains(&id)));
        }
    });
}

/// Changes the dictionary of the form, wherever it lies.
pub(super) fn change_form(document: &mut Document, change: impl FnOnce(&mut super::super::object::Dictionary)) {
    let Some(catalog) = document.catalog() else { return };
    let mut form = document.dictionary(catalog, "AcroForm").cloned().unwrap_or_default();
    change(&mut form);
    let form = document.add(form);
    if let Some(catalog) = document.catalog_mut() {
        catalog.set("AcroForm", form);
    }
}
