//! Page labels (ISO 32000-2, 12.4.2).

use super::super::document::Document;
use super::super::names;
use super::super::object::{Dictionary, Object};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// What one page is called.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    /// The entries that say how the number is spelled and what stands before it.
    entries: Dictionary,
    number: i64,
}

/// What so many pages of a document are called; `None` where it calls them nothing but their numbers.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn labels(document: &Document, pages: usize, context: &Context) -> Result<Option<Vec<Label>>> {
    let Some(tree) = document.catalog().map(|catalog| catalog.get("PageLabels")).filter(|tree| !tree.is_null()) else {
        return Ok(None);
    };
    let ranges = names::numbers(document, tree, context)?;
    let mut labels = Vec::new();
    let mut current = plain(1);
    for index in 0..pages as i64 {
        context.tick(1)?;
        if let Some(range) = ranges.get(&index).and_then(|range| document.resolve(range).as_dictionary()) {
            let mut entries = range.clone();
            let start = entries.remove("St").and_then(|start| document.resolve(&start).as_integer());
            entries.remove("Type");
            current = Label { entries, number: start.unwrap_or(1) };
        }
        labels.push(current.clone());
        current.number = current.number.saturating_add(1);
    }
    Ok(Some(labels))
}

/// A page that is called by this number.
pub(super) fn plain(number: i64) -> Label {
    Label { entries: Dictionary::default().with("S", Object::name("D")), number }
}

/// Calls the pages of a document so, in their order.
pub(super) fn write(document: &mut Document, labels: &[Label]) {
    let mut ranges = names::Numbers::new();
    let mut expected: Option<Label> = None;
    for (index, label) in (0..).zip(labels) {
        if expected.as_ref() != Some(label) {
            let start = if label.number == 1 { Object::Null } else { Object::Integer(label.number) };
            ranges.insert(index, label.entries.clone().with("St", start).into());
        }
        expected = Some(Label { number: label.number.saturating_add(1), ..label.clone() });
    }
    let tree = document.add(names::tree_of_numbers(ranges));
    if let Some(catalog) = document.catalog_mut() {
        catalog.set("PageLabels", tree);
    }
}
