//! Bookmarks (ISO 32000-1, 12.3.3).

use std::collections::BTreeSet;

use hayro_syntax::object::{Dict, Object};

use super::document::Document;
use super::strings::text_entry;
use transvase_base::error::Result;
use transvase_model::pages::OutlineItem;

/// Bookmarks that are kept; more are no table of contents.
const MAX_ITEMS: usize = 50_000;

/// Depth from which bookmarks stay at one level.
const MAX_LEVEL: u8 = 32;

/// The bookmarks of a document, in order.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn outline<'a>(document: &Document<'a>) -> Result<Vec<OutlineItem>> {
    let mut items = Vec::new();
    let mut seen = BTreeSet::new();
    let first = document.root.get::<Dict<'a>>(b"Outlines").and_then(|outlines| outlines.get::<Dict<'a>>(b"First"));
    let mut waiting: Vec<(Dict<'a>, u8)> = first.into_iter().map(|first| (first, 1)).collect();
    while let Some((node, level)) = waiting.pop() {
        document.context.tick(1)?;
        if items.len() >= MAX_ITEMS || !seen.insert(node.data().as_ptr() as usize) {
            continue;
        }
        if let Some(title) = text_entry(&node, b"Title") {
            let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
            items.push(OutlineItem { level, title, target: target(&node, document) });
        }
        // The sibling waits below the child, so that the child comes first.
        waiting.extend(node.get::<Dict<'a>>(b"Next").map(|next| (next, level)));
        waiting.extend(node.get::<Dict<'a>>(b"First").map(|first| (first, (level + 1).min(MAX_LEVEL))));
    }
    Ok(items)
}

fn target<'a>(node: &Dict<'a>, document: &Document<'a>) -> Option<transvase_model::pages::Destination> {
    let action = || {
        let action = node.get::<Dict<'a>>(b"A")?;
        let kind = action.get::<hayro_syntax::object::Name<'_>>(b"S")?;
        if kind.as_ref() == b"GoTo" { action.get::<Object<'a>>(b"D") } else { None }
    };
    document.destination(&node.get::<Object<'a>>(b"Dest").or_else(action)?)
}
