//! Lists. Items hold paragraphs and lists alone (5.3.3): for anything else the lists around it end, and go on behind it.

use std::collections::BTreeMap;

use super::document::{Document, Scope};
use super::list_styles::{LEVELS, Level};
use super::survey::Place;
use transvase_base::error::Result;
use transvase_markup::prose;
use transvase_model::flow::{Block, Label, List, Marker, Paragraph};
use transvase_model::text::counting::names;

/// The lists that the text at hand is in.
#[derive(Debug, Default)]
pub(super) struct ListStack {
    open: Vec<OpenList>,
    /// How many of them are open in the file, and whether the item of the last one is.
    written: usize,
    /// Where lists that others go on from stopped: the id, the style, the next number.
    sequences: BTreeMap<u32, (String, String, u32)>,
}

#[derive(Debug, Clone)]
struct OpenList {
    /// Name of its style; none where that is the outer list's.
    style: Option<String>,
    levels: Vec<Option<Level>>,
    id: Option<String>,
    continues: Option<String>,
    /// The element of the item at hand; none between items.
    item: Option<&'static str>,
    /// Number that the item begins with, where it does not count on.
    start: Option<u32>,
    /// Whether it was begun before.
    again: bool,
    /// Whether the item at hand was begun in the file.
    begun: bool,
}

impl Document<'_> {
    /// A list.
    pub(super) fn list(&mut self, list: &List, scope: Scope) -> Result<()> {
        if let Some(spelled) = prose::spelled_list(list, names::is_of_odf) {
            return self.list(&spelled, scope);
        }
        let depth = self.lists.open.len();
        let level = Level::of(list, depth);
        if level.is_none() || depth >= LEVELS {
            // Items without markers stand one below the other.
            let inner = Scope { level: scope.level, ..scope.inner(Place::Item) };
            return list.items.iter().try_for_each(|item| self.blocks(&item.blocks, inner));
        }
        self.begin_list(list, depth, level)?;
        let is_numbered = matches!(list.marker, Marker::Number { .. });
        let goes_on = self.lists.open.last().is_some_and(|open| open.continues.is_some());
        // A list that goes on counts on; any other begins with 1.
        let mut expected = if goes_on { list.start } else { 1 };
        for (at, item) in list.items.iter().enumerate() {
            self.source.context.tick(1)?;
            let number = item.number.unwrap_or(if at == 0 { list.start } else { expected });
            let start = (is_numbered && number != expected).then_some(number);
            expected = number.saturating_add(1);
            self.item(&item.blocks, start, scope)?;
        }
        self.end_list(list, expected);
        Ok(())
    }

    fn begin_list(&mut self, list: &List, depth: usize, level: Option<Level>) -> Result<()> {
        let outer = self.lists.open.last().map_or_else(Vec::new, |outer| outer.levels.clone());
        let inherited = depth > 0 && outer.get(depth).is_some_and(|known| *known == level);
        let mut levels = outer.clone();
        levels.truncate(depth);
        levels.resize(depth, None);
        levels.push(level);
        chain(list, depth + 1, &mut levels);
        let (style, levels) = if inherited {
            (None, outer)
        } else {
            (Some(self.list_styles.name(&levels, &mut self.automatic)?), levels)
        };
        let known = list.sequence.filter(|_| depth == 0).and_then(|sequence| self.lists.sequences.get(&sequence));
        let continues = known.filter(|(_, name, next)| Some(name) == style.as_ref() && *next == list.start);
        let continues = continues.map(|(id, ..)| id.clone());
        let id = (depth == 0 && list.sequence.is_some()).then(|| format!("list{}", self.shared.number()));
        self.lists.open.push(OpenList {
            style,
            levels,
            id,
            continues,
            item: None,
            start: None,
            again: false,
            begun: false,
        });
        Ok(())
    }

    fn end_list(&mut self, list: &List, next: u32) {
        let Some(open) = self.lists.open.pop() else { return };
        if self.lists.written > self.lists.open.len() {
            self.xml.close("text:list");
            self.lists.written = self.lists.open.len();
        }
        if let (Some(sequence), Some(id), Some(style)) = (list.sequence, open.id, open.style) {
            self.lists.sequences.insert(sequence, (id, style, next));
        }
    }

    /// An item: the first paragraph has the marker.
    fn item(&mut self, blocks: &[Block], start: Option<u32>, scope: Scope) -> Result<()> {
        let depth = self.lists.open.len();
        let Some(open) = self.lists.open.last_mut() else { return Ok(()) };
        (open.item, open.start, open.begun) = (Some("text:list-item"), start, false);
        let (left, first) = open.levels.get(depth - 1).and_then(Option::as_ref).map_or((0.0, 0.0), Level::indents);
        let (marked, rest) = match blocks.split_first() {
            Some((Block::Paragraph(paragraph), rest)) => (Some(paragraph), rest),
            _ => (None, blocks),
        };
        let inner = Scope { level: Some((left, first)), ..scope.inner(Place::Item) };
        let empty = Paragraph::default();
        let marked = marked.unwrap_or(&empty);
        self.paragraph(marked, inner)?;
        let hangs = marked.style.indent_first < 0.0;
        // Where the source states the place of the text, it states that of the paragraphs below too.
        let below = if hangs { 0.0 } else { left };
        let (start, listed) = (scope.start + below, scope.listed + below);
        let inner = Scope { level: Some((left, 0.0)), place: Place::Body, start, listed, ..inner };
        for block in rest {
            if self.stands_in_item(block) {
                self.blocks(std::slice::from_ref(block), inner)?;
            } else {
                self.outside_lists();
                self.blocks(std::slice::from_ref(block), Scope { level: None, start: scope.start + left, ..inner })?;
            }
        }
        self.end_item();
        Ok(())
    }

    /// Whether a block may stand in an item of a list.
    fn stands_in_item(&self, block: &Block) -> bool {
        match block {
            Block::Paragraph(_) | Block::List(_) | Block::Frame(_) | Block::PageBreak | Block::ColumnBreak => true,
            Block::Quote(blocks) => blocks.iter().all(|block| matches!(block, Block::Paragraph(_))),
            _ => false,
        }
    }

    fn end_item(&mut self) {
        let depth = self.lists.open.len();
        let is_written = self.lists.written >= depth;
        if let Some(open) = self.lists.open.last_mut() {
            let item = open.item.take();
            if let Some(item) = item.filter(|_| is_written && open.begun) {
                self.xml.close(item);
            }
            open.begun = false;
        }
    }

    /// Opens what has to be open in the file before a paragraph of an item.
    pub(super) fn item_text(&mut self) {
        for at in 0..self.lists.open.len() {
            let is_last = at + 1 == self.lists.open.len();
            let Some(open) = self.lists.open.get_mut(at) else { return };
            if at >= self.lists.written {
                let mut attributes: Vec<(&str, &str)> = Vec::new();
                if let Some(id) = open.id.as_deref().filter(|_| !open.again) {
                    attributes.push(("xml:id", id));
                }
                attributes.extend(open.style.as_deref().map(|style| ("text:style-name", style)));
                match (&open.continues, open.again) {
                    (_, true) => attributes.push(("text:continue-numbering", "true")),
                    (Some(id), false) => attributes.push(("text:continue-list", id)),
                    (None, false) => {}
                }
                self.xml.open("text:list", &attributes);
                (open.again, self.lists.written) = (true, at + 1);
                open.begun = false;
            }
            if let Some(item) = open.item.filter(|_| !open.begun) {
                let number = open.start.take().filter(|_| is_last).map(|start| start.to_string());
                let attributes: Vec<(&str, &str)> =
                    number.iter().map(|number| ("text:start-value", number.as_str())).collect();
                self.xml.open(item, &attributes);
                open.begun = true;
            }
        }
    }

    /// Ends the lists in the file, to go on with them where more comes.
    pub(super) fn outside_lists(&mut self) {
        for at in (0..self.lists.written).rev() {
            let Some(open) = self.lists.open.get_mut(at) else { continue };
            if let Some(item) = open.item.filter(|_| open.begun) {
                self.xml.close(item);
                // What comes has no marker.
                open.item = Some("text:list-header");
            }
            open.begun = false;
            self.xml.close("text:list");
        }
        self.lists.written = 0;
    }

    /// A paragraph with a label of its own: a list of one item.
    pub(super) fn labelled(&mut self, paragraph: &Paragraph, label: &Label, scope: Scope) -> Result<()> {
        let own = Paragraph { label: None, ..paragraph.clone() };
        let item = transvase_model::flow::ListItem { number: None, blocks: vec![Block::Paragraph(own)] };
        let list = List { marker: label.marker.clone(), start: label.number, items: vec![item], ..List::default() };
        self.list(&list, scope)
    }

    /// Puts the lists at hand aside, for a story of its own inside a paragraph.
    pub(super) fn story<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let sequences = std::mem::take(&mut self.lists.sequences);
        let outer = std::mem::take(&mut self.lists);
        let (pending, master) = (self.pending.take(), self.master.take());
        let (frames, spaced) = (std::mem::take(&mut self.frames), self.spaced);
        let result = write(self);
        (self.lists, self.pending, self.master) = (outer, pending, master);
        (self.frames, self.spaced) = (frames, spaced);
        self.lists.sequences = sequences;
        result
    }
}

/// Adds the level of the first list inside each level's items.
fn chain(list: &List, depth: usize, levels: &mut Vec<Option<Level>>) {
    let mut next = inside(list);
    for depth in depth..LEVELS {
        let Some(list) = next else { return };
        let Some(level) = Level::of(list, depth) else { return };
        levels.push(Some(level));
        next = inside(list);
    }
}

fn inside(list: &List) -> Option<&List> {
    list.items.iter().flat_map(|item| &item.blocks).find_map(|block| match block {
        Block::List(list) if list.marker != Marker::None => Some(list),
        _ => None,
    })
}
