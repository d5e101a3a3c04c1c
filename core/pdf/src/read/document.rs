//! The document catalogue: where the pages are, and what is chosen of them.

use std::collections::{BTreeMap, BTreeSet};

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, MaybeRef, Object, ObjectIdentifier};
use hayro_syntax::xref::XRef;

use super::arrays;
use super::forms::FormDefaults;
use super::labels::Labels;
use super::optional::OptionalContent;
use super::source_page::page_space;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_base::units::{Affine, Point};
use transvase_model::pages::Destination;

/// Nodes of a name tree that are looked at.
const MAX_TREE_NODES: usize = 100_000;

/// An open document and the pages chosen of it.
pub(super) struct Document<'a> {
    /// The objects.
    pub pdf: &'a Pdf,
    /// The catalogue.
    pub root: Dict<'a>,
    /// The conversion's context.
    pub context: &'a Context,
    /// Numbers of the chosen pages, from 1, in order.
    pub numbers: Vec<u32>,
    /// What the fields of its form share.
    pub form: FormDefaults<'a>,
    /// What its pages are called.
    pub labels: Labels,
    /// Layers.
    pub optional: OptionalContent,
    /// Source index of a page by its object.
    page_of: BTreeMap<ObjectIdentifier, usize>,
    /// Destinations by name.
    named: BTreeMap<Vec<u8>, Object<'a>>,
}

impl<'a> Document<'a> {
    /// Looks around in an open document.
    ///
    /// # Errors
    /// `Malformed` where there is no page, `InvalidOption` where none is chosen, or a limit.
    pub fn new(pdf: &'a Pdf, context: &'a Context) -> Result<Document<'a>> {
        let numbers = chosen_pages(pdf, context)?;
        let root = pdf.xref().get::<Dict<'a>>(pdf.xref().root_id()).unwrap_or_default();
        let ids = pdf.pages().iter().enumerate().filter_map(|(index, page)| Some((page.raw().obj_id()?, index)));
        let page_of = ids.collect();
        let named = named_destinations(&root, pdf.xref(), context)?;
        let optional = OptionalContent::of(&root, context)?;
        let form = FormDefaults::of(&root);
        let labels = Labels::of(&root, pdf.xref(), context)?;
        Ok(Document { pdf, root, form, labels, optional, context, numbers, page_of, named })
    }

    /// Index in the file of the page that is object `id`.
    pub fn page_index(&self, id: ObjectIdentifier) -> Option<usize> {
        self.page_of.get(&id).copied()
    }

    /// The place a destination leads to (ISO 32000-1, 12.3.2): an array, a name, or a dictionary
    /// around either. `None` where there is no such place among the chosen pages.
    pub fn destination(&self, object: &Object<'a>) -> Option<Destination> {
        match object {
            Object::Array(parts) => self.explicit(parts),
            Object::Dict(dict) => self.explicit(&dict.get::<Array<'a>>(b"D")?),
            Object::Name(name) => self.by_name(name.as_ref()),
            Object::String(name) => self.by_name(name.as_bytes()),
            _ => None,
        }
    }

    fn by_name(&self, name: &[u8]) -> Option<Destination> {
        match self.named.get(name)? {
            Object::Array(parts) => self.explicit(parts),
            Object::Dict(dict) => self.explicit(&dict.get::<Array<'a>>(b"D")?),
            _ => None,
        }
    }

    fn explicit(&self, parts: &Array<'a>) -> Option<Destination> {
        let first = parts.raw_iter().next()?;
        let source = match first.as_obj_ref() {
            Some(page) => *self.page_of.get(&page.into())?,
            None => usize::try_from(parts.iter::<i32>().next()?).ok()?,
        };
        let page = self.pdf.pages().get(source)?;
        let number = u32::try_from(source).ok()? + 1;
        let index = self.numbers.binary_search(&number).ok()?;
        Some(Destination { page: index, at: place(parts, &page_space(page)) })
    }
}

/// The point at the top left of the window that an explicit destination asks for.
fn place(parts: &Array<'_>, to_page: &Affine) -> Point {
    // The first entry is a page, which need not be resolved again.
    let mut parts = parts.raw_iter().skip(1).map(|part| match part {
        MaybeRef::NotRef(object) => Some(object),
        MaybeRef::Ref(_) => None,
    });
    let kind = parts.next().flatten().and_then(Object::into_name);
    let numbers: Vec<Option<f32>> = parts.take(4).map(|part| part.and_then(Object::into_f32)).collect();
    let number = |index: usize| numbers.get(index).copied().flatten();
    let (left, top) = match kind.as_ref().map(AsRef::as_ref) {
        Some(b"XYZ") => (number(0), number(1)),
        Some(b"FitH" | b"FitBH") => (None, number(0)),
        Some(b"FitR") => (number(0), number(3)),
        _ => (None, None),
    };
    match (left, top) {
        (None, None) => Point::default(),
        (left, Some(top)) => {
            let at = to_page.apply(Point { x: left.unwrap_or(0.0), y: top });
            Point { x: if left.is_some() { at.x.max(0.0) } else { 0.0 }, y: at.y.max(0.0) }
        }
        (Some(left), None) => Point { x: to_page.apply(Point { x: left, y: 0.0 }).x.max(0.0), y: 0.0 },
    }
}

/// The numbers of the pages to read, counted from 1.
pub(crate) fn chosen_pages(pdf: &Pdf, context: &Context) -> Result<Vec<u32>> {
    let count = pdf.pages().len() as u32;
    if count == 0 {
        return Err(Error::malformed("the PDF has no page that can be read"));
    }
    let chosen = context.pages_of(count as usize)?;
    let numbers: Vec<u32> = (1..=count).filter(|n| chosen.as_ref().is_none_or(|pages| pages.contains(*n))).collect();
    context.charge(Limit::pages, numbers.len() as u64)?;
    Ok(numbers)
}

/// The destinations with names: the `Dests` dictionary of PDF 1.1 and the name tree (ISO 32000-1,
/// 12.3.2.3).
fn named_destinations<'a>(root: &Dict<'a>, xref: &'a XRef, context: &Context) -> Result<BTreeMap<Vec<u8>, Object<'a>>> {
    let mut named = BTreeMap::new();
    if let Some(dict) = root.get::<Dict<'a>>(b"Dests") {
        for key in dict.keys() {
            context.tick(1)?;
            if let Some(place) = dict.get::<Object<'a>>(key.as_ref()) {
                named.insert(key.as_ref().to_vec(), place);
            }
        }
    }
    let tree = root.get::<Dict<'a>>(b"Names").and_then(|names| names.get::<Dict<'a>>(b"Dests"));
    let mut waiting: Vec<Dict<'a>> = tree.into_iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(node) = waiting.pop() {
        context.tick(1)?;
        // Nodes are told apart by where their bytes lie, which also holds for direct objects.
        if seen.len() >= MAX_TREE_NODES || !seen.insert(node.data().as_ptr() as usize) {
            continue;
        }
        let mut names = node.get::<Array<'a>>(b"Names").map(|names| names.raw_iter());
        while let Some((key, place)) = names.as_mut().and_then(|names| names.next().zip(names.next())) {
            context.tick(1)?;
            if let (MaybeRef::NotRef(Object::String(key)), Some(place)) = (key, arrays::resolve(place, xref)) {
                named.insert(key.as_bytes().to_vec(), place);
            }
        }
        if let Some(kids) = node.get::<Array<'a>>(b"Kids") {
            waiting.extend(arrays::entries(&kids, xref).filter_map(Object::into_dict).take(MAX_TREE_NODES));
        }
    }
    Ok(named)
}
