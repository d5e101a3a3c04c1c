//! Link targets: elements have ids, not places in them.

use std::collections::{BTreeMap, BTreeSet};

use transvase_markup::prose::{NoteMarks, each_inline, is_written};
use transvase_model::flow::{Anchor, Block, Flow, Inline, LinkTarget, Paragraph};

/// The ids of the elements that links lead to, by the places in them.
#[derive(Debug, Default)]
pub(super) struct Places {
    ids: BTreeMap<Anchor, String>,
    /// Ids that have been given to an element.
    given: BTreeSet<String>,
    /// The id of a place that stands before the next element.
    waiting: Option<String>,
}

impl Places {
    /// The places of a document: those in one paragraph, or in one cell, are one, and so are those before it in
    /// paragraphs that show nothing.
    pub(super) fn of(flow: &Flow, marks: &NoteMarks) -> Places {
        let notes = marks.named().iter().chain(marks.unnamed()).filter_map(|note| flow.notes.get(*note));
        let stories: Vec<&[Block]> = flow
            .sections
            .iter()
            .map(|section| section.blocks.as_slice())
            .chain(notes.map(|note| note.blocks.as_slice()))
            .collect();
        let mut walk = Walk { linked: linked(&stories), ids: BTreeMap::new(), count: 0, waiting: Vec::new() };
        for story in stories {
            walk.story(story);
        }
        Places { ids: walk.ids, ..Places::default() }
    }

    /// The id of the element that a place stands in; `None` where there is no such place.
    pub(super) fn id(&self, anchor: &str) -> Option<&str> {
        self.ids.get(anchor).map(String::as_str)
    }

    /// The id of an element that holds paragraphs, where any link leads to it.
    pub(super) fn take<'b>(&mut self, paragraphs: impl IntoIterator<Item = &'b Paragraph>) -> Option<String> {
        let mut own = self.waiting.take();
        for paragraph in paragraphs {
            own = own.or_else(|| self.first(paragraph));
        }
        own.filter(|id| self.given.insert(id.clone()))
    }

    /// Keeps the places of a paragraph that is not written for the next element.
    pub(super) fn keep(&mut self, paragraph: &Paragraph) {
        self.waiting = self.waiting.take().or_else(|| self.first(paragraph));
    }

    fn first(&self, paragraph: &Paragraph) -> Option<String> {
        let mut found = None;
        for inline in &paragraph.content {
            each_anchor(inline, &mut |anchor| {
                if found.is_none() {
                    found = self.ids.get(anchor).cloned();
                }
            });
        }
        found
    }
}

/// Calls `visit` for each place in an inline.
fn each_anchor<'b>(inline: &'b Inline, visit: &mut dyn FnMut(&'b Anchor)) {
    let mut rest = vec![inline];
    while let Some(inline) = rest.pop() {
        if let Inline::Anchor(anchor) = inline {
            visit(anchor);
        }
        rest.extend(inline.children().into_iter().flatten().rev());
    }
}

fn linked(stories: &[&[Block]]) -> BTreeSet<Anchor> {
    let mut linked = BTreeSet::new();
    for story in stories {
        each_inline(story, &mut |inline| {
            if let Inline::Link { target: LinkTarget::Internal(anchor), .. } = inline {
                linked.insert(anchor.clone());
            }
        });
    }
    linked
}

struct Walk {
    linked: BTreeSet<Anchor>,
    ids: BTreeMap<Anchor, String>,
    count: usize,
    /// Places before the next element.
    waiting: Vec<Anchor>,
}

impl Walk {
    fn story(&mut self, blocks: &[Block]) {
        let mut rest: Vec<&Block> = blocks.iter().rev().collect();
        while let Some(block) = rest.pop() {
            match block {
                Block::Paragraph(paragraph) => {
                    self.gather(block);
                    if is_written(paragraph) {
                        self.settle();
                    }
                }
                Block::Table(table) => {
                    for cell in table.rows.iter().flat_map(|row| &row.cells) {
                        cell.blocks.iter().for_each(|block| self.gather(block));
                        self.settle();
                    }
                }
                other => rest.extend(other.children().into_iter().flatten().rev()),
            }
        }
        self.waiting.clear();
    }

    fn gather(&mut self, block: &Block) {
        each_inline(std::slice::from_ref(block), &mut |inline| {
            if let Inline::Anchor(anchor) = inline
                && self.linked.contains(anchor)
            {
                self.waiting.push(anchor.clone());
            }
        });
    }

    /// Gives the places before an element its id.
    fn settle(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        self.count += 1;
        for anchor in std::mem::take(&mut self.waiting) {
            self.ids.entry(anchor).or_insert_with(|| format!("place-{}", self.count));
        }
    }
}
