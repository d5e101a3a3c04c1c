//! Headings: paragraphs larger or bolder than the running text, ranked over the whole document.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{Block, Para};
use super::fragment::Fragment;
use super::marker;
use super::section::PageBlocks;
use crate::model::flow::{Marker, Role};
use crate::model::pages::OutlineItem;

/// Size of a heading, as a multiple of the running text's.
const LARGER: f32 = 1.1;
/// Size from which text that is not bold is a heading, as a multiple of the running text's.
const CLEARLY_LARGER: f32 = 1.17;
/// One in how many characters of the document a look of headings has at most.
const RARE: usize = 4;
/// Longest heading in characters, and in lines.
const MAX_CHARS: usize = 220;
const MAX_LINES: usize = 4;
/// Sizes closer than this, in points, are one level.
const SAME_SIZE: f32 = 0.6;
/// Share of a page's paragraphs beyond which a look is no heading.
const COMMON: usize = 2;

/// Size of most of the text, in points.
pub(super) fn body_size<'a>(fragments: impl Iterator<Item = &'a Fragment>) -> f32 {
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    for fragment in fragments {
        *sizes.entry((fragment.size * 2.0).round() as u32).or_default() += fragment.len();
    }
    let most = sizes.iter().max_by_key(|(size, count)| (**count, **size));
    most.map_or(11.0, |(size, _)| *size as f32 / 2.0)
}

/// How a heading looks: half-points of its size, and whether it is bold.
type Look = (u32, bool);

fn look_of(para: &Para) -> Look {
    ((para.size() * 2.0).round() as u32, para.bold_share() > 0.9)
}

/// Gives paragraphs that look like headings, or that the outline names, their level.
pub(super) fn mark(pages: &mut [PageBlocks], outline: &[OutlineItem], body_size: f32) {
    let titles = titles(outline);
    let mut counts: BTreeMap<Look, (usize, usize)> = BTreeMap::new();
    let mut outlined: BTreeMap<Look, u8> = BTreeMap::new();
    let mut letters = (0_usize, 0_usize);
    let mut chars: BTreeMap<Look, usize> = BTreeMap::new();
    each_para(pages, |index, para| {
        let count = counts.entry(look_of(para)).or_default();
        count.0 += 1;
        *chars.entry(look_of(para)).or_default() += para.text().len();
        letters.1 += para.text().len();
        letters.0 += if para.bold_share() > 0.9 { para.text().len() } else { 0 };
        if is_candidate(para, body_size) {
            count.1 += 1;
            if let Some(level) = title_level(&titles, index, para) {
                outlined.entry(look_of(para)).and_modify(|known| *known = level.min(*known)).or_insert(level);
            }
        }
    });
    // Where most text is bold, bold says nothing.
    let bold_counts = letters.0 * 2 < letters.1;
    let is_heading = |look: &Look| {
        let ratio = look.0 as f32 / 2.0 / body_size;
        let rare = chars.get(look).is_none_or(|count| *count < 120 || *count * RARE <= letters.1);
        let larger = ratio >= CLEARLY_LARGER || (look.1 && ratio >= LARGER);
        rare && (larger || (bold_counts && look.1 && ratio >= 0.95))
    };
    let (larger, bold): (Vec<Look>, Vec<Look>) = counts
        .iter()
        .filter(|(look, (all, candidates))| is_heading(look) && candidates * COMMON >= *all && *candidates > 0)
        .map(|(look, _)| *look)
        .partition(|look| look.0 as f32 / 2.0 >= body_size * LARGER);
    let levels = levels(larger, bold, &outlined);
    each_para(pages, |index, para| {
        if !is_candidate(para, body_size) {
            return;
        }
        let level = title_level(&titles, index, para).or_else(|| levels.get(&look_of(para)).copied());
        if let Some(level) = level {
            para.role = Role::Heading(level.clamp(1, 6));
        }
    });
}

/// Levels by falling size, bold text of the body's size last; looks the outline knows keep its
/// level.
fn levels(mut larger: Vec<Look>, bold: Vec<Look>, outlined: &BTreeMap<Look, u8>) -> BTreeMap<Look, u8> {
    larger.sort_by(|a, b| b.cmp(a));
    let mut levels = BTreeMap::new();
    let (mut level, mut last) = (0_u8, f32::INFINITY);
    for look in larger {
        let size = look.0 as f32 / 2.0;
        if last - size > SAME_SIZE {
            level = level.saturating_add(1);
            last = size;
        }
        levels.insert(look, outlined.get(&look).copied().unwrap_or(level).min(6));
    }
    let below = level.saturating_add(1).min(6);
    for look in bold {
        levels.insert(look, outlined.get(&look).copied().unwrap_or(below));
    }
    levels
}

fn each_para(pages: &mut [PageBlocks], mut visit: impl FnMut(usize, &mut Para)) {
    for page in pages {
        for block in page.parts.iter_mut().flat_map(|part| &mut part.columns).flatten() {
            if let Block::Text(para) = block {
                visit(page.index, para);
            }
        }
    }
}

/// Whether a paragraph can be a heading at all: short, of letters, and no sentence of the text.
fn is_candidate(para: &Para, body_size: f32) -> bool {
    let text = para.text();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let count = text.chars().count();
    let larger = para.size() >= body_size * LARGER;
    let end = text.trim_end().chars().next_back();
    let sentence = matches!(end, Some('.' | ',' | ';' | ':'));
    let lines = if larger { MAX_LINES } else { 2 };
    let bullet =
        para.lines.first().and_then(marker::marker_of).is_some_and(|found| matches!(found.marker, Marker::Bullet(_)));
    para.lines.len() <= lines
        && (2..=MAX_CHARS).contains(&count)
        && letters * 3 >= count
        && (larger || !sentence)
        && !bullet
        && !text.contains('\t')
        && para.place.is_none()
}

/// The outline's titles by page, folded for comparison; those without a page under `usize::MAX`.
fn titles(outline: &[OutlineItem]) -> BTreeMap<(usize, String), u8> {
    let key = |item: &OutlineItem| (item.target.map_or(usize::MAX, |target| target.page), folded(&item.title));
    outline.iter().map(|item| (key(item), item.level)).filter(|((_, title), _)| !title.is_empty()).collect()
}

fn title_level(titles: &BTreeMap<(usize, String), u8>, page: usize, para: &Para) -> Option<u8> {
    if titles.is_empty() {
        return None;
    }
    let text = folded(&para.text());
    let unnumbered = text.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
    let keys: BTreeSet<String> = [text, unnumbered].into();
    keys.into_iter()
        .find_map(|text| titles.get(&(page, text.clone())).or_else(|| titles.get(&(usize::MAX, text))).copied())
}

/// Letters and digits alone, in lower case.
fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
