//! Link destinations: those of inner links and bookmarks become anchors in the text.

use std::collections::BTreeMap;

use super::block::{Block, Para};
use super::caps;
use super::page_blocks::PageBlocks;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Pt};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::{self, Anchor};
use transvase_model::pages::{Destination, LinkTarget, OutlineItem, Page};

/// How far the top of a paragraph may lie above a destination that leads to it: some point into its first line.
const ABOVE: Pt = Pt(6.0);
/// How far right of a paragraph a destination in another column is: the gap of most columns is wider.
const RIGHT_OF: Pt = Pt(20.0);
/// How far left of one it is: destinations stand in the margin of paragraphs that have an indent.
const LEFT_OF: Pt = Pt(40.0);
/// What a paragraph above a destination counts, in points: more than any below it on usual paper.
const WRONG_WAY: f32 = 2_000.0;
/// What one in another column counts, in points: as if it stood half a page further down.
const OTHER_COLUMN: f32 = 400.0;

/// A destination rounded to whole points: page, then position.
type Key = (usize, i32, i32);

fn key(destination: &Destination) -> Key {
    let whole = |value: f32| if value.is_finite() { value.round().clamp(-1e6, 1e6) as i32 } else { 0 };
    (destination.page, whole(destination.at.y), whole(destination.at.x))
}

/// The places that links lead to, by name.
#[derive(Debug, Default)]
pub(super) struct Places(BTreeMap<Key, Anchor>);

impl Places {
    /// Collects the destinations of links and bookmarks.
    pub fn of<'a>(links: impl Iterator<Item = &'a LinkTarget>, outline: &[OutlineItem]) -> Places {
        let mut places = BTreeMap::new();
        let inner = links.filter_map(|target| match target {
            LinkTarget::Internal(destination) => Some(*destination),
            LinkTarget::External(_) => None,
        });
        for destination in inner.chain(outline.iter().filter_map(|item| item.target)) {
            let count = places.len() + 1;
            let name = || Anchor::from(format!("p{}_{count}", destination.page.saturating_add(1)));
            places.entry(key(&destination)).or_insert_with(name);
        }
        Places(places)
    }

    /// Puts each place at the paragraph nearest below it; places without one are forgotten.
    pub fn settle(&mut self, pages: &mut [PageBlocks], context: &Context) -> Result<()> {
        let mut kept = BTreeMap::new();
        for page in pages {
            let from = (page.index, i32::MIN, i32::MIN);
            let to = (page.index, i32::MAX, i32::MAX);
            let mut paras: Vec<&mut Para> = Vec::new();
            page.blocks_mut().for_each(|block| collect(block, &mut paras));
            for (key, name) in self.0.range(from..=to).take(caps::MANY) {
                context.tick(paras.len() as u64)?;
                let at = Point { x: key.2 as f32, y: key.1 as f32 };
                if let Some(para) = paras.iter_mut().min_by(|a, b| distance(a, at).total_cmp(&distance(b, at))) {
                    para.anchors.push(name.clone());
                    kept.insert(*key, name.clone());
                }
            }
        }
        self.0 = kept;
        Ok(())
    }

    fn anchor(&self, destination: &Destination) -> Option<Anchor> {
        self.0.get(&key(destination)).cloned()
    }

    /// Where each link of the document leads.
    pub fn targets(&self, pages: &[Page], context: &Context) -> Vec<Option<flow::LinkTarget>> {
        let mut targets = Vec::new();
        for page in pages {
            let before = targets.len();
            targets.extend(page.links.iter().map(|link| match &link.target {
                LinkTarget::External(uri) => Some(flow::LinkTarget::External(uri.clone())),
                LinkTarget::Internal(destination) => self.anchor(destination).map(flow::LinkTarget::Internal),
            }));
            let lost = targets[before..].iter().filter(|target| target.is_none()).count();
            if lost > 0 {
                let message = counted(lost, "internal [link has|links have] no target in the text");
                context.warn(Warning::on_page(page.number, WarningCode::LinkDropped, message));
            }
        }
        targets
    }

    /// The bookmarks whose places exist.
    pub fn outline(&self, items: &[OutlineItem]) -> Vec<flow::OutlineItem> {
        let item = |item: &OutlineItem| {
            let target = self.anchor(item.target.as_ref()?)?;
            Some(flow::OutlineItem { level: item.level, title: item.title.clone(), target })
        };
        items.iter().filter_map(item).collect()
    }
}

fn collect<'a>(block: &'a mut Block, paras: &mut Vec<&'a mut Para>) {
    match block {
        Block::Text(para) => paras.push(para),
        Block::Table(table) => table.blocks_mut().for_each(|block| collect(block, paras)),
        Block::Picture(_) | Block::Rule(_) => {}
    }
}

/// How badly a paragraph fits a place: paragraphs below it come first, those in another column last.
fn distance(para: &Para, at: Point) -> f32 {
    let rect = para.rect();
    let below = rect.top - at.y;
    let vertical = if below >= -ABOVE { below.abs() } else { WRONG_WAY - below };
    // One at the edge of the page says nothing about columns.
    let beside = at.x > rect.right + RIGHT_OF || (at.x > 1.0 && at.x < rect.left - LEFT_OF);
    vertical + if beside { OTHER_COLUMN } else { 0.0 }
}
