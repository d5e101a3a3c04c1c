//! Lists (OASIS ODF 1.3 part 3, 5.3). The items of a list and of those that go on with it are counted together: an item
//! of a level begins the levels below anew.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::list_style::{self, Indents, LEVELS, Level};
use super::super::styles::decoded;
use super::super::tree::Element;
use super::{TextReader, paragraph};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Label, List, ListItem, Marker, MarkerLook, ParagraphStyle};
use transvase_model::text::counting::mark::Mark;

/// Where the paragraphs of an item stand.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ItemPlace {
    indents: Indents,
    /// Whether the next paragraph is the one with the marker.
    marked: bool,
    /// What numbers the item, where it is a heading.
    label: Option<Label>,
}

impl ItemPlace {
    /// Puts a paragraph in its place.
    pub(super) fn set(&mut self, style: &mut ParagraphStyle, direct: Option<&Element>) {
        paragraph::indent(style, self.indents, std::mem::take(&mut self.marked), direct);
    }

    /// The label of a heading that is an item.
    pub(super) fn take_label(&mut self) -> Option<Label> {
        self.label.take().filter(|_| self.marked)
    }
}

/// How far lists have counted.
#[derive(Debug, Default)]
pub(super) struct Lists<'t> {
    runs: Vec<Counting>,
    by_id: BTreeMap<&'t str, usize>,
    /// The last list of each style.
    by_style: BTreeMap<&'t str, usize>,
    /// The lists that the text is in, the innermost last.
    open: Vec<OpenList<'t>>,
    /// The numbers of the last items of the lists with items around, as they are written.
    around: Vec<String>,
}

/// The next number of each level, where it is begun.
#[derive(Debug, Clone, Copy, Default)]
struct Counting([Option<u32>; LEVELS]);

#[derive(Debug, Clone, Copy)]
struct OpenList<'t> {
    style: Option<&'t str>,
    /// Level from 1.
    level: usize,
    /// Index of its counting.
    run: usize,
}

impl<'t> Lists<'t> {
    /// The list that an element begins.
    fn begin(&mut self, element: &'t Element, usual: Option<&'t str>) -> OpenList<'t> {
        let outer = self.open.last().copied();
        let own = element.get("text:style-name").filter(|name| !name.is_empty());
        let style = own.or(outer.and_then(|outer| outer.style)).or(usual);
        let level = outer.map_or(1, |outer| (outer.level + 1).min(LEVELS));
        let same = outer.filter(|outer| outer.style == style).map(|outer| outer.run);
        let named = element.get("text:continue-list").and_then(|id| self.by_id.get(id).copied());
        let goes_on = element.is("text:continue-numbering", "true");
        let last = || style.filter(|_| goes_on).and_then(|style| self.by_style.get(style).copied());
        let run = same.or(named).or_else(last).unwrap_or_else(|| {
            self.runs.push(Counting::default());
            self.runs.len() - 1
        });
        if let Some(id) = element.get("xml:id").or(element.get("text:id")) {
            self.by_id.insert(id, run);
        }
        self.by_style.extend(style.map(|style| (style, run)));
        OpenList { style, level, run }
    }

    /// The number of the next item, which begins the levels below anew, and those above that no item has come to.
    fn count(&mut self, list: OpenList<'_>, starts: &[u32], stated: Option<u32>) -> u32 {
        let start = starts.last().copied().unwrap_or(1);
        let Some(Counting(next)) = self.runs.get_mut(list.run) else { return start };
        let (upper, below) = next.split_at_mut(list.level.min(LEVELS));
        for (next, start) in upper.iter_mut().zip(starts).take(list.level - 1) {
            next.get_or_insert(start.saturating_add(1));
        }
        let number = stated.or(upper.last().copied().flatten()).unwrap_or(start);
        below.fill(None);
        upper.last_mut().into_iter().for_each(|next| *next = Some(number.saturating_add(1)));
        number
    }
}

/// A list that is being read.
struct Building {
    list: List,
    /// Number of the item that comes next by counting on.
    expected: Option<u32>,
    /// Blocks that belong to no item.
    lead: Vec<Block>,
    /// The number of the last item, as it is written.
    written: String,
}

impl<'t> TextReader<'t> {
    /// A list, at any depth.
    pub(super) fn list(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        let usual = if self.lists.open.is_empty() { self.style_by_paragraph(element) } else { None };
        let open = self.lists.begin(element, usual);
        self.lists.open.push(open);
        let item = self.item.clone();
        let result = self.items(element, open, out);
        self.item = item;
        self.lists.open.pop();
        result
    }

    /// A paragraph that is an item by itself (5.3.6).
    pub(super) fn numbered_paragraph(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        let level = element.number("text:level").unwrap_or(1).clamp(1, LEVELS);
        let mut open = self.lists.begin(element, None);
        open.level = level;
        if let Some(id) = element.get("text:list-id") {
            let run = *self.lists.by_id.entry(id).or_insert(open.run);
            open.run = run;
        }
        let mut building = self.building(open);
        let item = self.item.clone();
        let result = self.item(element, open, &mut building);
        self.item = item;
        finish(building, out);
        result
    }

    /// The list style of the first paragraph, for lists that name none (19.498.2 `style:list-style-name`).
    fn style_by_paragraph(&self, element: &'t Element) -> Option<&'t str> {
        let paragraph = element.descendants().find(|inner| matches!(inner.name(), "text:p" | "text:h"))?;
        self.paragraph_chain(paragraph).attribute("style:list-style-name").filter(|name| !name.is_empty())
    }

    fn level(&self, open: OpenList<'_>) -> Option<Level> {
        self.level_at(open, open.level)
    }

    /// A level of the style of a list.
    fn level_at(&self, open: OpenList<'_>, level: usize) -> Option<Level> {
        let style = self.styles.other(self.scope, "text:list-style", open.style?)?;
        list_style::level(style, level, self.styles, self.scope)
    }

    /// What stands before an item that has been counted.
    fn item_mark(&self, open: OpenList<'_>, number: u32) -> Mark {
        let counts = self.lists.runs.get(open.run).copied().unwrap_or_default();
        let written = |at: usize| {
            let level = self.level_at(open, at);
            let next = counts.0.get(at - 1).copied().flatten();
            level.map(|level| level.written(next.map_or(level.start, |next| next - 1))).unwrap_or_default()
        };
        self.level(open).map_or(Mark::None, |level| level.mark(open.level, number, written))
    }

    fn building(&mut self, open: OpenList<'_>) -> Building {
        let level = self.level(open);
        self.lost.bullets |= level.as_ref().is_some_and(|level| level.is_picture);
        let list = List {
            marker: level.as_ref().map_or(Marker::None, |level| level.marker.clone()),
            look: level.as_ref().map_or_else(MarkerLook::default, |level| level.look),
            start: level.map_or(1, |level| level.start),
            style: open.style.filter(|name| self.is_named(name)).map(|name| Arc::from(decoded(name))),
            ..List::default()
        };
        Building { list, expected: None, lead: Vec::new(), written: String::new() }
    }

    /// Whether a list style has a name for people.
    fn is_named(&self, name: &str) -> bool {
        let style = self.styles.other(self.scope, "text:list-style", name);
        style.is_some_and(|style| style.get("style:display-name").is_some() || !name.starts_with(['L', 'W']))
    }

    fn items(&mut self, element: &'t Element, open: OpenList<'t>, out: &mut Vec<Block>) -> Result<()> {
        let mut building = self.building(open);
        let start = self.lists.runs.get(open.run).and_then(|run| run.0.get(open.level - 1).copied().flatten());
        if matches!(building.list.marker, Marker::Number { .. }) && (open.level == 1 || start.is_some()) {
            building.list.sequence = Some((open.run * LEVELS + open.level) as u32);
        }
        for inner in element.elements() {
            self.context.tick(1)?;
            match inner.name() {
                "text:list-item" => self.item(inner, open, &mut building)?,
                "text:list-header" => {
                    self.item = self.item_place(open, None);
                    let mut blocks = Vec::new();
                    self.blocks(inner, &mut blocks)?;
                    add(&mut building, blocks);
                }
                _ => {}
            }
        }
        finish(building, out);
        Ok(())
    }

    /// Where the paragraphs of an item stand; the first of them is marked where a label is given.
    fn item_place(&self, open: OpenList<'_>, label: Option<Option<Label>>) -> Option<ItemPlace> {
        let level = self.level(open)?;
        Some(ItemPlace { indents: level.indents, marked: label.is_some(), label: label.flatten() })
    }

    /// An item: what begins with a list has no marker of its own, and belongs to the item before.
    fn item(&mut self, item: &'t Element, open: OpenList<'t>, building: &mut Building) -> Result<()> {
        let first = item.elements().find(|inner| inner.name() != "text:soft-page-break").map(Element::name);
        let mut blocks = Vec::new();
        if matches!(first, Some("text:list")) {
            self.item = self.item_place(open, None);
            let has_items = building.expected.is_some();
            self.lists.around.extend(has_items.then(|| building.written.clone()));
            let result = self.blocks(item, &mut blocks);
            self.lists.around.truncate(self.lists.around.len() - usize::from(has_items));
            result?;
            add(building, blocks);
            return Ok(());
        }
        let start = building.list.start;
        let starts: Vec<u32> =
            (1..open.level).map(|at| self.level_at(open, at).map_or(1, |level| level.start)).collect();
        let level_start = self.level(open).map_or(start, |level| level.start);
        let starts: Vec<u32> = starts.into_iter().chain([level_start]).collect();
        let number = self.lists.count(open, &starts, item.number("text:start-value"));
        let mark = self.item_mark(open, number);
        let own = mark.marker(self.lists.around.iter().map(String::as_str));
        if building.list.marker != own {
            finish_part(building);
            building.list.marker = own;
        }
        building.written = mark.written();
        let marker = self.level(open).map_or(Marker::None, |level| level.marker);
        let label = matches!(marker, Marker::Number { .. }).then(|| Label { marker, number });
        self.item = self.item_place(open, Some(label));
        self.lists.around.push(building.written.clone());
        let result = self.blocks(item, &mut blocks);
        self.lists.around.pop();
        result?;
        if is_heading(&blocks) {
            // Headings are no items: their label says their number.
            finish_part(building);
            building.lead.append(&mut blocks);
            return Ok(());
        }
        if building.expected.is_none() {
            building.list.start = number;
        }
        let differs = building.expected.is_some_and(|expected| expected != number);
        building.expected = Some(number.saturating_add(1));
        building.list.items.push(ListItem { number: differs.then_some(number), blocks });
        Ok(())
    }
}

fn is_heading(blocks: &[Block]) -> bool {
    use transvase_model::flow::Role::{Heading, Title};
    matches!(blocks.first(), Some(Block::Paragraph(paragraph)) if matches!(paragraph.role, Heading(_) | Title))
}

/// Blocks that belong to the item before, or to none.
fn add(building: &mut Building, mut blocks: Vec<Block>) {
    match building.list.items.last_mut() {
        Some(last) => last.blocks.append(&mut blocks),
        None => building.lead.append(&mut blocks),
    }
}

/// Puts the items so far behind what came before them.
fn finish_part(building: &mut Building) {
    let rest = List { items: Vec::new(), ..building.list.clone() };
    let list = std::mem::replace(&mut building.list, rest);
    if !list.items.is_empty() {
        building.lead.push(Block::List(list));
        building.expected = None;
    }
}

fn finish(mut building: Building, out: &mut Vec<Block>) {
    finish_part(&mut building);
    out.append(&mut building.lead);
}
