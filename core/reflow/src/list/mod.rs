//! List detection: marked paragraphs that count on or look alike, over columns, pages and what interrupts them.
//!
//! `chain` follows each count through the text and tells which markers are surely markers, `level`
//! gives the items their depths. The result stands on the paragraphs; the assembler only groups
//! the items that follow one another.

mod chain;
mod level;

use super::block::{Block, InList, Para};
use super::marker::{self, Found};
use super::text::label;
use super::text::word::{Gap, Word};
use super::toc;

use super::page_blocks::PageBlocks;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Em;
use transvase_model::flow::{Marker, Role};
use transvase_model::pages::NodeId;

/// Levels of lists in lists that are told apart, as in word processors.
const MAX_LEVELS: usize = 9;
/// Indents closer than this are one: of items of one list, which may be set flush right, and of one level.
const SAME_INDENT: Em = Em(0.9);
/// Blocks that may stand between two items of a list whose markers could be words of a sentence, and after which its
/// levels are no longer open.
const INTERRUPTION: usize = 4;

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
    /// The list it is counted in.
    pub list: u32,
    /// Whether that list is written in several parts.
    pub parted: bool,
    /// Items below it.
    pub children: Vec<Item>,
}

/// A block of a scope, as far as lists need to know it. Lengths are points.
#[derive(Debug)]
struct Entry {
    /// Column of the scope, and block in the column.
    at: (usize, usize),
    kind: Kind,
    /// Where its first line begins, from the edge of its column.
    left: f32,
    /// Where its outermost line begins, on the page.
    outer: f32,
    /// Size of its text.
    size: f32,
    /// The item of the structure it stands in.
    node: Option<NodeId>,
}

#[derive(Debug)]
enum Kind {
    /// Begins with a marker.
    Marked(Found),
    /// Running text.
    Text,
    /// A heading.
    Heading,
    /// No text.
    Other,
}

/// Finds the lists of all pages, and those inside notes.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn mark<'a>(
    pages: &mut [PageBlocks],
    notes: impl Iterator<Item = &'a mut Vec<Block>>,
    context: &Context,
) -> Result<()> {
    let mut next = 1;
    let columns = pages.iter_mut().flat_map(|page| &mut page.parts).flat_map(|part| &mut part.columns);
    let mut columns: Vec<&mut Vec<Block>> = columns.collect();
    for block in columns.iter_mut().flat_map(|column| column.iter_mut()) {
        mark_cells(block, &mut next, context)?;
    }
    mark_scope(&mut columns, &mut next, context)?;
    for note in notes {
        mark_scope(&mut [note], &mut next, context)?;
    }
    Ok(())
}

/// Finds the lists inside the cells of a table.
fn mark_cells(block: &mut Block, next: &mut u32, context: &Context) -> Result<()> {
    let Block::Table(table) = block else { return Ok(()) };
    for cell in &mut table.cells {
        for block in &mut cell.blocks {
            mark_cells(block, next, context)?;
        }
        mark_scope(&mut [&mut cell.blocks], next, context)?;
    }
    Ok(())
}

/// Finds the lists of columns that are read one after the other.
fn mark_scope(columns: &mut [&mut Vec<Block>], next: &mut u32, context: &Context) -> Result<()> {
    let entries = entries(columns);
    context.tick(entries.len() as u64)?;
    if !entries.iter().any(|entry| matches!(entry.kind, Kind::Marked(_))) {
        return Ok(());
    }
    let links = chain::links(&entries, next);
    let mut places = level::places(&entries, links);
    note_parts(&entries, &mut places);
    for (entry, place) in entries.iter().zip(places) {
        let block = columns.get_mut(entry.at.0).and_then(|column| column.get_mut(entry.at.1));
        if let Some(Block::Text(para)) = block {
            para.meaning.in_list = place;
        }
    }
    Ok(())
}

fn entries(columns: &[&mut Vec<Block>]) -> Vec<Entry> {
    let blocks = columns
        .iter()
        .enumerate()
        .flat_map(|(column, blocks)| blocks.iter().enumerate().map(move |(at, block)| ((column, at), block)));
    blocks.map(|(at, block)| entry(at, block)).collect()
}

fn entry(at: (usize, usize), block: &Block) -> Entry {
    let none = Entry { at, kind: Kind::Other, left: 0.0, outer: 0.0, size: 1.0, node: None };
    let Block::Text(para) = block else { return none };
    let Some(first) = para.lines.first().filter(|_| para.place.is_none()) else { return none };
    let left = para.start(first) - para.edge();
    let outer = para.lines.iter().map(|line| para.start(line)).fold(f32::INFINITY, f32::min);
    let node = para.meaning.tag.and_then(|tag| tag.item);
    Entry { left, outer, size: first.size.max(1.0), kind: kind(para), node, ..none }
}

fn kind(para: &Para) -> Kind {
    match para.meaning.role {
        Role::Heading(_) | Role::Title | Role::Subtitle => Kind::Heading,
        Role::Body => {
            let found = para
                .lines
                .first()
                .and_then(marker::marker_of)
                .filter(|found| !is_to_tick(found) && has_words(para, found) && !has_cells(para, found));
            found.map_or(Kind::Text, Kind::Marked)
        }
        _ => Kind::Text,
    }
}

fn is_to_tick(found: &Found) -> bool {
    matches!(found.marker, Marker::Bullet(c) if label::is_check_box(c))
}

/// Whether words follow a marker: a dash or number before amounts is a sign.
fn has_words(para: &Para, found: &Found) -> bool {
    let words = para.lines.first().map_or(&[][..], |line| &line.words);
    words.iter().skip(found.words).any(|word| word.text.chars().any(char::is_alphabetic))
}

/// Whether the text after a marker jumps to further stops, as the row of a table does, or ends
/// with leading dots and a number, as an entry of a table of contents does.
fn has_cells(para: &Para, found: &Found) -> bool {
    let mut first = para.lines.iter().take(1).flat_map(|line| line.words.iter().skip(found.words + 1));
    let is_number = |word: &Word| word.text.chars().all(|c| c.is_ascii_digit());
    first.any(|word| word.gap == Gap::Tab)
        || para.lines.iter().any(|line| line.words.last().is_some_and(is_number) && toc::is_led(line))
}

/// Notes the lists that are written in several parts: something else stands between their items.
fn note_parts(entries: &[Entry], places: &mut [Option<InList>]) {
    let mut parted = std::collections::BTreeSet::new();
    let mut open: Vec<u32> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    let mut column = usize::MAX;
    for (entry, place) in entries.iter().zip(places.iter()) {
        if place.is_none() || entry.at.0 != column {
            open.clear();
        }
        column = entry.at.0;
        let Some(InList { mark: Some(_), level, list, .. }) = place else { continue };
        if open.get(*level) != Some(list) && !seen.insert(*list) {
            parted.insert(*list);
        }
        open.resize(*level, 0);
        open.push(*list);
        seen.insert(*list);
    }
    places.iter_mut().flatten().for_each(|place| place.parted = parted.contains(&place.list));
}

/// The list that begins with block `start`: its items, in their levels.
pub(super) fn list_at(blocks: &[Block], start: usize) -> Option<Vec<Item>> {
    let mut flat: Vec<(usize, Item)> = Vec::new();
    for (at, block) in blocks.iter().enumerate().skip(start) {
        let Block::Text(para) = block else { break };
        let Some(place) = &para.meaning.in_list else { break };
        match (&place.mark, flat.last_mut()) {
            (Some(found), _) => {
                let left = para.lines.first().map_or(0.0, |line| para.start(line));
                let (list, parted) = (place.list, place.parted);
                let item =
                    Item { start: at, end: at + 1, found: found.clone(), left, list, parted, children: Vec::new() };
                flat.push((place.level, item));
            }
            (None, Some((_, item))) => item.end = at + 1,
            (None, None) => break,
        }
    }
    (!flat.is_empty()).then(|| nested(flat))
}

/// Index after the last block of a list.
pub(super) fn end_of(items: &[Item]) -> usize {
    items.last().map_or(0, |item| end_of(&item.children).max(item.end))
}

/// Items of a deeper level become children of the one before them.
fn nested(flat: Vec<(usize, Item)>) -> Vec<Item> {
    let least = flat.iter().map(|(level, _)| *level).min().unwrap_or(0);
    let mut done: Vec<Item> = Vec::new();
    let mut below: Vec<(usize, Item)> = Vec::new();
    for (level, item) in flat {
        // Deeper items before the first of this level stand beside it.
        if level > least && !done.is_empty() {
            below.push((level, item));
            continue;
        }
        adopt(&mut done, &mut below);
        done.push(item);
    }
    adopt(&mut done, &mut below);
    done
}

fn adopt(items: &mut [Item], below: &mut Vec<(usize, Item)>) {
    if let Some(last) = items.last_mut().filter(|_| !below.is_empty()) {
        last.children = nested(std::mem::take(below));
    }
}
