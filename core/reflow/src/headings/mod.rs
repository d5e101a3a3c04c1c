//! Heading detection: paragraphs that look unlike the running text, ranked over the whole document.
//!
//! `seen` notes what each paragraph looks like and stands beside, `look` tells which looks are
//! those of headings and ranks them, `outline` knows the bookmarks' titles, `number` takes counted
//! numbers out of the text, and `title` finds the title of the document.

mod look;
mod number;
mod outline;
mod seen;
mod title;
mod tolerances;

use std::collections::BTreeMap;

use super::block::{Block, Numbered, Para};
use super::page_blocks::PageBlocks;
use super::text::word::Word;
use seen::Seen;
pub(super) use tolerances::{BOLD, LARGER, MAX_LINES, SAME_SIZE};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::Role;
use transvase_model::pages::OutlineItem;

/// Size of the running text in points where there is no text: what programs begin with.
const DEFAULT_SIZE: f32 = 11.0;

/// What is known of a document's headings besides their looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Evidence<'a> {
    /// Its bookmarks.
    pub outline: &'a [OutlineItem],
    /// The title its metadata gives.
    pub title: Option<&'a str>,
    /// Size of most of its text in points.
    pub body_size: f32,
}

/// Size of most of the text, in points.
pub(super) fn body_size<'a>(words: impl Iterator<Item = &'a Word>) -> f32 {
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for word in words {
        *sizes.entry((word.size * 2.0).round() as u32).or_default() += word.len();
    }
    let most = sizes.iter().max_by_key(|(size, count)| (**count, **size));
    most.map_or(DEFAULT_SIZE, |(size, _)| *size as f32 / 2.0)
}

/// Gives headings their level and number, and the title of the document its role.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn mark(pages: &mut [PageBlocks], evidence: Evidence, context: &Context) -> Result<()> {
    let mut titles = outline::Titles::of(evidence.outline);
    join_titles(pages, &titles);
    let mut seen = seen::all(pages, evidence.body_size);
    context.tick(seen.len() as u64)?;
    seen.iter_mut().for_each(|para| para.outlined = titles.level(para));
    let mut roles = roles(&seen, evidence);
    let numbers = number::settle(&seen, &mut roles);
    let mut found = roles.into_iter().zip(numbers);
    each_para(pages, |_, para| {
        if let Some((role, number)) = found.next() {
            apply(para, role, number);
        }
    });
    titles.forget(seen.iter());
    if !titles.is_empty() {
        each_other(pages, &mut |page, para| {
            apply(para, titles.take(page, &para.text()).map(Role::Heading), None);
        });
    }
    Ok(())
}

/// Joins the paragraphs that are one title of the bookmarks together, such as those of a long title
/// with wide lines.
fn join_titles(pages: &mut [PageBlocks], titles: &outline::Titles) {
    if titles.is_empty() {
        return;
    }
    for page in pages {
        let index = page.index;
        for column in page.parts.iter_mut().flat_map(|part| &mut part.columns) {
            let mut at = 0;
            while at + 1 < column.len() {
                join_title(column, at, |text| titles.begins(index, text), |text| titles.is_whole(index, text));
                at += 1;
            }
        }
    }
}

fn join_title(column: &mut Vec<Block>, at: usize, begins: impl Fn(&str) -> bool, is_whole: impl Fn(&str) -> bool) {
    let text = |at: usize| match column.get(at) {
        Some(Block::Text(para)) if para.place.is_none() && para.lines.len() <= MAX_LINES => Some(para.text()),
        _ => None,
    };
    let Some(mut whole) = text(at).filter(|text| begins(text)) else { return };
    let mut end = at + 1;
    while let Some(next) = text(end).filter(|_| end < at + MAX_LINES) {
        whole = whole + " " + &next;
        end += 1;
        if is_whole(&whole) {
            let rest: Vec<Block> = column.drain(at + 1..end).collect();
            if let Some(Block::Text(first)) = column.get_mut(at) {
                rest.into_iter().for_each(|block| append(first, block));
            }
            return;
        }
        if !begins(&whole) {
            return;
        }
    }
}

fn append(first: &mut Para, block: Block) {
    if let Block::Text(next) = block {
        first.lines.extend(next.lines);
        first.floats.extend(next.floats);
    }
}

/// What each paragraph is for; `None` leaves it as it is.
fn roles(seen: &[Seen], evidence: Evidence) -> Vec<Option<Role>> {
    let tagged = seen.iter().any(|para| para.tagged.is_some());
    let levels =
        if tagged { seen.iter().map(|para| para.tagged).collect() } else { look::levels(seen, evidence.body_size) };
    let mut roles: Vec<Option<Role>> = levels.into_iter().map(|level| level.map(Role::Heading)).collect();
    title::mark(seen, evidence, &mut roles);
    if !tagged && evidence.outline.is_empty() {
        close_up(&mut roles);
    }
    roles
}

/// Makes the levels in use follow one another from 1.
fn close_up(roles: &mut [Option<Role>]) {
    let used: std::collections::BTreeSet<u8> = roles.iter().filter_map(|role| level_of(*role)).collect();
    let places: BTreeMap<u8, u8> = used.into_iter().zip(1..).collect();
    for role in roles {
        if let Some(level) = level_of(*role).and_then(|level| places.get(&level)) {
            *role = Some(Role::Heading(*level));
        }
    }
}

fn level_of(role: Option<Role>) -> Option<u8> {
    match role {
        Some(Role::Heading(level)) => Some(level),
        _ => None,
    }
}

fn apply(para: &mut Para, role: Option<Role>, number: Option<Numbered>) {
    let Some(role) = role else { return };
    let meaning = &mut para.meaning;
    (meaning.role, meaning.number) = (role, number);
    meaning.keep |= matches!(role, Role::Heading(_));
}

/// Visits the paragraphs of tables, and captions, with the index of their page: of those only the
/// bookmarks can tell that they are headings.
fn each_other(pages: &mut [PageBlocks], visit: &mut impl FnMut(usize, &mut Para)) {
    for page in pages {
        let index = page.index;
        for block in page.blocks_mut() {
            match block {
                Block::Text(para) if para.meaning.role == Role::Caption => visit(index, para),
                block => cells(block).for_each(|para| visit(index, para)),
            }
        }
    }
}

/// The paragraphs of a table's own cells.
fn cells(block: &mut Block) -> impl Iterator<Item = &mut Para> {
    let cells = match block {
        Block::Table(table) => table.cells.as_mut_slice(),
        _ => &mut [],
    };
    cells.iter_mut().flat_map(|cell| &mut cell.blocks).filter_map(|block| match block {
        Block::Text(para) if para.is_body() => Some(para),
        _ => None,
    })
}

/// Visits the paragraphs outside tables, with the index of their page.
fn each_para(pages: &mut [PageBlocks], mut visit: impl FnMut(usize, &mut Para)) {
    for page in pages {
        let index = page.index;
        page.blocks_mut().filter_map(Block::text_mut).for_each(|para| visit(index, para));
    }
}
