//! Runs of marked paragraphs as lists.

use super::block::{Block, Para};
use super::marker::{self, Found};
use crate::model::flow::{Marker, Role};

/// An item of a list before it is written: the blocks `start..end`, the first of them marked.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// First block.
    pub start: usize,
    /// Index after the last block.
    pub end: usize,
    /// Its marker.
    pub found: Found,
    /// Where the marker stands.
    pub left: f32,
    /// Items below it.
    pub children: Vec<Item>,
}

/// Difference of indents, as a share of the size, that is another level.
const LEVEL: f32 = 0.8;
/// Levels office programs know.
const MAX_LEVELS: usize = 9;

/// The list that begins with block `start`: its items, in as many levels as they have indents.
pub(super) fn list_at(blocks: &[Block], start: usize) -> Option<Vec<Item>> {
    let items = flat_items(blocks, start);
    let first = items.first()?;
    let size = para(blocks, first.start)?.size().max(1.0);
    let items = nested(items, size, MAX_LEVELS);
    let kept = trusted(&items);
    (kept > 0).then(|| items.into_iter().take(kept).collect())
}

/// Index after the last block of a list.
pub(super) fn end_of(items: &[Item]) -> usize {
    items.last().map_or(0, |item| item.children.last().map_or(item.end, |_| end_of(&item.children).max(item.end)))
}

fn para(blocks: &[Block], at: usize) -> Option<&Para> {
    match blocks.get(at) {
        Some(Block::Text(para)) if para.place.is_none() && !para.rtl => Some(para),
        _ => None,
    }
}

/// Marked paragraphs one after the other, each with the indented paragraphs that follow it.
fn flat_items(blocks: &[Block], start: usize) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut at = start;
    while let Some(para) = para(blocks, at) {
        let Some(line) = para.lines.first() else { break };
        let found = marker::marker_of(line).filter(|_| para.role == Role::Body);
        match (found, items.last_mut()) {
            (Some(found), _) => {
                let left = line.rect.left;
                items.push(Item { start: at, end: at + 1, found, left, children: Vec::new() });
            }
            (None, Some(item)) if belongs(para, item) => item.end = at + 1,
            _ => break,
        }
        at += 1;
    }
    // Paragraphs after the last item may be indented for another reason: two at most are its own.
    if let Some(last) = items.last_mut() {
        last.end = last.end.min(last.start + 3);
    }
    items
}

/// Whether a paragraph goes on with an item: body text that stands under the item's text.
fn belongs(para: &Para, item: &Item) -> bool {
    let left = para.lines.iter().map(|line| line.rect.left).fold(f32::INFINITY, f32::min);
    para.role == Role::Body
        && item.found.text_left - item.left > 2.0
        && (left - item.found.text_left).abs() <= 0.5 * para.size()
}

/// Items further in become children of the one before them.
fn nested(items: Vec<Item>, size: f32, levels: usize) -> Vec<Item> {
    let mut done: Vec<Item> = Vec::new();
    for item in items {
        match done.last_mut() {
            Some(last) if levels > 1 && item.left > last.left + LEVEL * size => last.children.push(item),
            _ => done.push(item),
        }
    }
    for item in &mut done {
        let children = std::mem::take(&mut item.children);
        item.children = if children.is_empty() { children } else { nested(children, size, levels - 1) };
    }
    done
}

/// How many of the first items are surely a list: unmistakable bullets, several alike dashes, or
/// numbers that count on.
fn trusted(items: &[Item]) -> usize {
    let Some(first) = items.first() else { return 0 };
    let alike = |item: &&Item| item.found.marker == first.found.marker && (item.left - first.left).abs() < 6.0;
    match &first.found.marker {
        Marker::Bullet(c) => {
            let count = items.iter().take_while(alike).count();
            let sure = !c.is_alphanumeric() && !matches!(c, '-' | '–' | '—' | '*' | '·');
            if sure || count >= 2 || (first.found.wide && !c.is_alphanumeric()) { count } else { 0 }
        }
        _ => {
            let mut expected = first.found.number;
            let counts_on = |item: &&Item| {
                let fits = item.found.number == expected;
                expected += 1;
                fits && alike(item)
            };
            let count = items.iter().take_while(counts_on).count();
            if count >= 2 { count } else { 0 }
        }
    }
}
