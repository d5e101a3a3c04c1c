//! Name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7), read whole and written as one node.

use std::collections::{BTreeMap, BTreeSet};

use super::document::Document;
use super::object::{Dictionary, Object};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Nodes of a tree that are looked at.
const MOST_NODES: usize = 100_000;

/// Values by name.
pub(super) type Names = BTreeMap<Vec<u8>, Object>;

/// Values by number.
pub(super) type Numbers = BTreeMap<i64, Object>;

/// The names of the tree at `root`; of those that are there twice the last one.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn names(document: &Document, root: &Object, context: &Context) -> Result<Names> {
    let pairs = pairs(document, root, "Names", context)?;
    let name = |key: Object| document.resolve(&key).as_string().map(<[u8]>::to_vec);
    Ok(pairs.into_iter().filter_map(|(key, value)| Some((name(key)?, value))).collect())
}

/// The numbers of the tree at `root`.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn numbers(document: &Document, root: &Object, context: &Context) -> Result<Numbers> {
    let pairs = pairs(document, root, "Nums", context)?;
    Ok(pairs.into_iter().filter_map(|(key, value)| Some((document.resolve(&key).as_integer()?, value))).collect())
}

fn pairs(document: &Document, root: &Object, key: &str, context: &Context) -> Result<Vec<(Object, Object)>> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        context.tick(1)?;
        if seen.len() > MOST_NODES || node.as_reference().is_some_and(|id| !seen.insert(id)) {
            continue;
        }
        let Some(node) = document.resolve(node).as_dictionary() else { continue };
        for pair in document.items(node, key).chunks_exact(2) {
            context.tick(1)?;
            found.push((pair[0].clone(), pair[1].clone()));
        }
        waiting.extend(document.items(node, "Kids").iter().rev());
    }
    Ok(found)
}

/// A tree of names as one node.
pub(super) fn tree_of_names(names: Names) -> Object {
    let items = names.into_iter().flat_map(|(name, value)| [Object::String(name), value]);
    Dictionary::default().with("Names", items.collect::<Vec<_>>()).into()
}

/// A tree of numbers as one node.
pub(super) fn tree_of_numbers(numbers: Numbers) -> Object {
    let items = numbers.into_iter().flat_map(|(number, value)| [Object::Integer(number), value]);
    Dictionary::default().with("Nums", items.collect::<Vec<_>>()).into()
}
