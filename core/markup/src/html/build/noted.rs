//! Footnotes: which links are their marks, and which elements are their text (EPUB 3 Structural Semantics Vocabulary,
//! DPUB-ARIA 1.1).

use super::super::tree::{Element, NodeId, Tree};

/// What elements that hold notes are.
const LISTS: [&str; 5] = ["footnotes", "rearnotes", "endnotes", "doc-endnotes", "doc-footnotes"];

/// What elements that are notes are.
const NOTES: [&str; 6] = ["footnote", "rearnote", "endnote", "note", "doc-footnote", "doc-endnote"];

/// Elements around a note that are looked at for a list of notes.
const LIST_DEPTH: usize = 3;

/// The kind of group that a note is, whatever its source calls it.
pub(crate) const NOTE: &str = "footnote";

/// Whether a link is the mark of a note.
pub(super) fn is_mark(link: &Element) -> bool {
    says(link, &["noteref", "doc-noteref"])
        || link.attribute("data-footnote-ref").is_some()
        || classes(link).any(|class| matches!(class, "footnote-ref" | "noteref"))
}

/// Whether an element is the text of a note: it says so, or it stands with an id in a list of notes.
pub(super) fn is_note(tree: &Tree, id: NodeId, element: &Element) -> bool {
    if !matches!(element.local(), "aside" | "div" | "section" | "p" | "li" | "dd" | "td") {
        return false;
    }
    if says(element, &NOTES) {
        return true;
    }
    let around = std::iter::successors(tree.parent(id), |id| tree.parent(*id)).take(LIST_DEPTH);
    element.local() == "li"
        && element.attribute("id").is_some()
        && around.filter_map(|id| tree.element(id)).any(|around| says(around, &LISTS) || is_list(around))
}

/// Whether an element holds notes by the names that converters from Markdown give it.
fn is_list(element: &Element) -> bool {
    element.attribute("data-footnotes").is_some() || classes(element).any(|class| class == "footnotes")
}

/// Whether an element says in `epub:type` or `role` that it is one of `kinds`.
fn says(element: &Element, kinds: &[&str]) -> bool {
    let named = ["type", "role"].into_iter().filter_map(|name| element.attribute(name));
    named.flat_map(str::split_ascii_whitespace).any(|word| kinds.contains(&word))
}

fn classes(element: &Element) -> impl Iterator<Item = &str> {
    element.attribute("class").unwrap_or_default().split_ascii_whitespace()
}
