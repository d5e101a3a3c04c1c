//! List levels: the depths of items, and the paragraphs that go on with them.

use std::collections::BTreeMap;

use super::super::block::InList;
use super::chain::Link;
use super::{Entry, INTERRUPTION, Kind, MAX_LEVELS, SAME_INDENT};
use transvase_base::units::Pt;

/// Paragraphs after the last item of a list that may be its own: more are indented for another
/// reason.
const MAX_TAIL: usize = 2;
/// Least room for a marker before the text of its item: the text of less is not set in.
const MIN_HANG: Pt = Pt(2.0);

/// An open level.
#[derive(Debug, Clone, Copy)]
struct Open {
    left: f32,
}

/// The places of entries in lists, from their links.
pub(super) fn places(entries: &[Entry], links: Vec<Option<Link>>) -> Vec<Option<InList>> {
    let mut levels: BTreeMap<u32, usize> = BTreeMap::new();
    let mut stack: Vec<Open> = Vec::new();
    let mut others = 0;
    let mut places = Vec::new();
    for (entry, link) in entries.iter().zip(links) {
        let Some(Link { found, list }) = link else {
            others += 1;
            if others > INTERRUPTION || matches!(entry.kind, Kind::Heading) {
                stack.clear();
            }
            places.push(None);
            continue;
        };
        others = 0;
        let level = levels.get(&list).copied().unwrap_or_else(|| depth(&mut stack, entry, found.above.len()));
        levels.insert(list, level);
        stack.truncate(level);
        // Levels that the text has not shown are where this one is.
        stack.resize(level, Open { left: entry.left - SAME_INDENT * entry.size });
        stack.push(Open { left: entry.left });
        places.push(Some(InList { mark: Some(found), level, list, parted: false }));
    }
    go_on(entries, &mut places);
    places
}

/// Level of an item of a new list: by the levels its label repeats, else by its indent.
fn depth(stack: &mut Vec<Open>, entry: &Entry, above: usize) -> usize {
    if above > 0 {
        return above.min(MAX_LEVELS - 1);
    }
    while stack.last().is_some_and(|open| open.left > entry.left + SAME_INDENT * entry.size) {
        stack.pop();
    }
    let deeper = stack.last().is_some_and(|open| entry.left > open.left + SAME_INDENT * entry.size);
    let level = if deeper { stack.len() } else { stack.len().saturating_sub(1) };
    level.min(MAX_LEVELS - 1)
}

/// Gives items the unmarked paragraphs below them that stand under their text.
fn go_on(entries: &[Entry], places: &mut [Option<InList>]) {
    let mut item: Option<(usize, InList)> = None;
    let mut tail: Vec<usize> = Vec::new();
    for at in 0..=entries.len() {
        let place = places.get(at).cloned().flatten();
        let goes_on = match (&item, entries.get(at)) {
            (Some((first, place)), Some(entry)) => entries.get(*first).is_some_and(|item| belongs(entry, item, place)),
            _ => false,
        };
        if goes_on && place.is_none() {
            tail.push(at);
            continue;
        }
        // Beyond the last item only a few are its own; between two items all are.
        let last = place.is_none();
        let most = if last { MAX_TAIL } else { usize::MAX };
        if let Some((_, item)) = item.take() {
            for at in tail.iter().take(most) {
                if let Some(place) = places.get_mut(*at) {
                    *place = Some(InList { mark: None, ..item.clone() });
                }
            }
        }
        tail.clear();
        item = place.map(|place| (at, place));
    }
}

/// Whether a paragraph goes on with an item above it in the same column: within half its size it begins where the text
/// of the item does.
fn belongs(entry: &Entry, item: &Entry, place: &InList) -> bool {
    if entry.at.0 != item.at.0 || !matches!(entry.kind, Kind::Text | Kind::Marked(_)) {
        return false;
    }
    if entry.node.is_some() || item.node.is_some() {
        return entry.node == item.node;
    }
    let Some(found) = &place.mark else { return false };
    // The edge of an item is its marker.
    let hang = found.text_left - item.outer;
    hang > MIN_HANG && (entry.outer - found.text_left).abs() <= 0.5 * entry.size
}
