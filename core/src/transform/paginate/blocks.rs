//! Blocks to strips: paragraphs, lists, quotes, rules.

use std::borrow::Cow;

use super::layout::Layout;
use super::lines::{Fill, Line, break_text};
use super::marker::Side;
use super::place::{Seat, filled, place_line};
use super::strip::{Force, Mark, Stream, Strip, cost};
use super::structure::Structure;
use super::tabs::Tabs;
use super::text::{OBJECT, Text};
use crate::error::Result;
use crate::model::flow::{
    Align, Block, Color, Inline, List, ListItem, Paragraph, Role, Run, each_run, each_run_mut, inlines, leaves,
    runs_right_to_left, walk_mut,
};
use crate::model::pages::{NodeId, StructKind};
use crate::units::Rect;

/// Least contrast with the paper that words have which stood on another ground.
const LEAST_CONTRAST: f32 = 2.0;

/// Levels of lists, quotes and tables that are laid out as such; what is deeper is laid out flat.
const MAX_DEPTH: usize = 24;

/// Indent of quotes and lists, as a multiple of the body size.
const QUOTE_INDENT: f32 = 1.8;
const LIST_INDENT: f32 = 1.8;

/// Space above and below lists and quotes, and around rules, as a multiple of the body size.
const QUOTE_SPACE: f32 = 0.5;
const RULE_SPACE: f32 = 0.9;

/// No indent leaves less than this multiple of the body size for the text.
const LEAST_MEASURE: f32 = 8.0;

/// Where blocks stand in their column, and what they belong to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Left edge, in points from the column's.
    pub left: f32,
    /// Width.
    pub width: f32,
    /// Structure node around the blocks.
    pub node: NodeId,
    /// Levels of blocks around these.
    pub depth: usize,
    /// Alignment of paragraphs that do not say.
    pub align: Align,
}

impl Place {
    /// The place with its sides moved in, as far as there is room; `right_to_left` puts the start at
    /// the right.
    pub(super) fn inset(&self, start: f32, end: f32, size: f32, right_to_left: bool) -> Place {
        let sane = |length: f32| if length.is_finite() { length } else { 0.0 };
        let (left, right) = if right_to_left { (sane(end), sane(start)) } else { (sane(start), sane(end)) };
        let least = (LEAST_MEASURE * size).min(self.width);
        let most = (self.width - least).max(0.0);
        let taken = left.max(0.0) + right.max(0.0);
        let share = if taken > most { most / taken } else { 1.0 };
        Place { left: self.left + left * share, width: self.width - (left + right) * share, ..*self }
    }
}

/// Lays out the document's blocks, one after the other.
pub(super) fn lay_out(layout: &mut Layout, blocks: &[Block], place: &Place, stream: &mut Stream) -> Result<()> {
    for block in blocks {
        lay_out_block(layout, block, place, stream)?;
    }
    Ok(())
}

/// Lays out one block.
pub(super) fn lay_out_block(layout: &mut Layout, block: &Block, place: &Place, stream: &mut Stream) -> Result<()> {
    layout.context.tick(1)?;
    let is_leaf = matches!(block, Block::Paragraph(_) | Block::Rule | Block::PageBreak | Block::ColumnBreak);
    if place.depth >= MAX_DEPTH && !is_leaf {
        layout.flattened = true;
        for leaf in leaves([block]) {
            lay_out_leaf(layout, leaf, place, stream)?;
        }
        return Ok(());
    }
    match block {
        Block::List(list) => lay_out_list(layout, list, place, stream),
        Block::Quote(blocks) => lay_out_quote(layout, blocks, place, stream),
        Block::Frame(frame) => {
            lay_out(layout, &on_paper(&frame.blocks), &Place { depth: place.depth + 1, ..*place }, stream)
        }
        Block::Group(group) => lay_out(layout, &group.blocks, &Place { depth: place.depth + 1, ..*place }, stream),
        Block::Table(table) => super::table::lay_out_table(layout, table, place, stream),
        leaf => lay_out_leaf(layout, leaf, place, stream),
    }
}

fn lay_out_leaf(layout: &mut Layout, block: &Block, place: &Place, stream: &mut Stream) -> Result<()> {
    match block {
        Block::Paragraph(paragraph) => {
            lay_out_paragraph(layout, paragraph, place, stream)?;
            lay_out_words(layout, paragraph, place, stream)?;
        }
        Block::Rule => lay_out_rule(layout, place, stream),
        Block::PageBreak => stream.force(Force::Page),
        Block::ColumnBreak => stream.force(Force::Column),
        Block::List(_) | Block::Quote(_) | Block::Group(_) | Block::Table(_) | Block::Frame(_) => {}
    }
    Ok(())
}

/// Blocks that stood on a ground of their own, so that they are seen on white paper.
fn on_paper(blocks: &[Block]) -> Cow<'_, [Block]> {
    let is_pale = |run: &Run| run.style.color.is_some_and(|color| color.contrast(Color::WHITE) < LEAST_CONTRAST);
    let paragraphs = leaves(blocks).into_iter().filter_map(|block| match block {
        Block::Paragraph(paragraph) => Some(&paragraph.content),
        _ => None,
    });
    let mut some_pale = false;
    paragraphs.for_each(|content| each_run(content, &mut |run| some_pale |= is_pale(run)));
    if !some_pale {
        return blocks.into();
    }
    let mut blocks = blocks.to_vec();
    let _ = walk_mut::<()>(&mut blocks, &mut |paragraph| {
        each_run_mut(&mut paragraph.content, &mut |run| {
            if is_pale(run) {
                run.style.color = None;
            }
        });
        Ok(())
    });
    blocks.into()
}

/// Lays out the words of the drawings in a paragraph below it.
fn lay_out_words(layout: &mut Layout, paragraph: &Paragraph, place: &Place, stream: &mut Stream) -> Result<()> {
    if place.depth >= MAX_DEPTH {
        return Ok(());
    }
    let inner = Place { depth: place.depth + 1, ..*place };
    for inline in inlines(&paragraph.content) {
        if let Inline::Drawing(drawing) = inline {
            drawing.texts.iter().try_for_each(|text| lay_out(layout, &on_paper(&text.blocks), &inner, stream))?;
        }
    }
    Ok(())
}

fn lay_out_quote(layout: &mut Layout, blocks: &[Block], place: &Place, stream: &mut Stream) -> Result<()> {
    let size = layout.size;
    let node = layout.structure.add(StructKind::Quote, place.node, None);
    let inner = place.inset(QUOTE_INDENT * size, QUOTE_INDENT * size, size, false);
    stream.space(QUOTE_SPACE * size);
    lay_out(layout, blocks, &Place { node, depth: place.depth + 1, ..inner }, stream)?;
    stream.space(QUOTE_SPACE * size);
    Ok(())
}

fn lay_out_list(layout: &mut Layout, list: &List, place: &Place, stream: &mut Stream) -> Result<()> {
    let size = layout.size;
    let numbered = matches!(list.marker, crate::model::flow::Marker::Number { .. });
    let node = layout.structure.add(StructKind::List(numbered), place.node, None);
    let right_to_left = runs_right_to_left(list.items.iter().flat_map(|item| &item.blocks));
    let hangs = markers_hang(list);
    let inner = if hangs { *place } else { place.inset(LIST_INDENT * size, 0.0, size, right_to_left) };
    let mut number = list.start;
    for item in &list.items {
        layout.context.tick(1)?;
        number = item.number.unwrap_or(number);
        let item_node = layout.structure.add(StructKind::ListItem, node, None);
        if let Some(text) = layout.numbers.enter(&list.marker, number) {
            let label = layout.structure.add(StructKind::Label, item_node, None);
            let (item, hang) = if hangs { hung(layout, item, &inner) } else { (inner, 0.0) };
            super::marker::attach(layout, &text, label, &Side { item: &item, hang, right_to_left }, stream);
        }
        let body = layout.structure.add(StructKind::ListBody, item_node, None);
        let blocks = if hangs { unhung(&item.blocks) } else { Cow::Borrowed(item.blocks.as_slice()) };
        lay_out(layout, &blocks, &Place { node: body, depth: place.depth + 1, ..inner }, stream)?;
        super::marker::flush(layout, stream);
        layout.numbers.leave();
        number = number.saturating_add(1);
    }
    Ok(())
}

/// Whether the source says where markers and text of a list stand: its paragraphs then have all their indents themselves.
fn markers_hang(list: &List) -> bool {
    let first = list.items.iter().find_map(|item| item.blocks.first());
    matches!(first, Some(Block::Paragraph(paragraph)) if paragraph.style.indent_first < 0.0)
}

/// Where the text of an item stands that has its indents itself, and how far its marker hangs before that.
fn hung(layout: &Layout, item: &ListItem, place: &Place) -> (Place, f32) {
    let Some(Block::Paragraph(paragraph)) = item.blocks.first() else { return (*place, 0.0) };
    let style = &paragraph.style;
    let text = place.inset(length(layout, style.indent_start), 0.0, layout.size, style.right_to_left);
    (text, -length(layout, style.indent_first.min(0.0)))
}

/// The blocks of an item, of whose first line the marker takes the place that hangs out.
fn unhung(blocks: &[Block]) -> Cow<'_, [Block]> {
    let mut blocks = blocks.to_vec();
    if let Some(Block::Paragraph(first)) = blocks.first_mut() {
        first.style.indent_first = first.style.indent_first.max(0.0);
    }
    Cow::Owned(blocks)
}

fn lay_out_rule(layout: &mut Layout, place: &Place, stream: &mut Stream) {
    let size = layout.size;
    stream.space(RULE_SPACE * size);
    let rect = Rect { left: place.left, top: 0.0, right: place.left + place.width, bottom: 0.5 };
    let gray = Color { r: 0x80, g: 0x80, b: 0x80 };
    stream.push(Strip { height: 0.5, items: vec![filled(&rect, gray)], ..Strip::default() });
    stream.space(RULE_SPACE * size);
}

/// A length of the source in points of the layout; damage counts as nothing.
fn length(layout: &Layout, length: f32) -> f32 {
    let length = length * layout.scale;
    if length.is_finite() { length.clamp(-2_000.0, 2_000.0) } else { 0.0 }
}

fn lay_out_paragraph(layout: &mut Layout, paragraph: &Paragraph, place: &Place, stream: &mut Stream) -> Result<()> {
    let style = &paragraph.style;
    let size = layout.size;
    let heading = match paragraph.role {
        Role::Heading(level) => Some(level.clamp(1, 6)),
        _ => None,
    };
    if style.page_break_before {
        stream.force(Force::Page);
    }
    let outer = place.left;
    let (start, end) = (length(layout, style.indent_start), length(layout, style.indent_end));
    let place = place.inset(start, end, size, style.right_to_left);
    let node = layout.structure.add(node_kind(paragraph), place.node, paragraph_language(paragraph));
    let texts = super::collect::collect(layout, paragraph, node, place.width);
    let before = length(layout, style.space_before).max(heading.map_or(0.0, |_| size * 0.3));
    stream.space(before);
    if let Some(level) = heading {
        stream.mark(Mark::Heading(level, title_of(&texts)));
    }
    let mut writer = Writer {
        paragraph,
        place,
        heading: heading.is_some(),
        align: alignment(layout, paragraph, &place),
        line_height: line_height(layout, paragraph),
        first: length(layout, style.indent_first).clamp(-place.width / 2.0, place.width / 2.0),
        tabs: Tabs::of(&style.tabs, layout.scale).from(place.left - outer),
        strips: Vec::new(),
    };
    if !is_empty(&texts) {
        for (index, text) in texts.iter().enumerate() {
            writer.text(layout, text, index == 0, index + 1 == texts.len())?;
        }
    }
    for text in texts.iter().filter(|text| text.shaped.is_empty()) {
        // Places in an empty line belong to what follows.
        text.anchors.iter().for_each(|(_, anchor)| stream.mark(Mark::Anchor(anchor.clone())));
    }
    if let Some(height) = style.line_distance.filter(|_| writer.strips.is_empty()) {
        // Room that the source leaves by an empty paragraph.
        writer.strips.push(Strip { height: length(layout, height).max(0.0), ..Strip::default() });
    }
    push_lines(writer.strips, paragraph, stream);
    stream.space(length(layout, style.space_after).max(heading.map_or(0.0, |_| size * 0.3)));
    if heading.is_some() {
        stream.cost(cost::AFTER_HEADING);
    } else if style.keep_with_next {
        stream.cost(cost::KEPT);
    }
    Ok(())
}

fn node_kind(paragraph: &Paragraph) -> StructKind {
    match paragraph.role {
        Role::Heading(level) => StructKind::Heading(level.clamp(1, 6)),
        Role::Preformatted => StructKind::Code,
        Role::Title => StructKind::Heading(1),
        Role::Body | Role::Subtitle | Role::Caption | Role::Contents(_) | Role::Term | Role::Spacer => {
            StructKind::Paragraph
        }
    }
}

/// The language of the paragraph's first words, where they name one.
fn paragraph_language(paragraph: &Paragraph) -> Option<std::sync::Arc<str>> {
    paragraph.content.iter().find_map(|inline| match inline {
        Inline::Text(run) => run.style.language.clone(),
        _ => None,
    })
}

fn is_empty(texts: &[Text]) -> bool {
    texts.iter().all(|text| text.shaped.is_empty())
}

fn title_of(texts: &[Text]) -> String {
    let words = texts.iter().flat_map(|text| text.written.split_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.contains(OBJECT)).collect();
    words.join(" ")
}

fn alignment(layout: &Layout, paragraph: &Paragraph, place: &Place) -> Align {
    let given = paragraph.style.align.unwrap_or(match paragraph.role {
        Role::Body | Role::Term | Role::Spacer => place.align,
        Role::Caption | Role::Title | Role::Subtitle => Align::Center,
        Role::Heading(_) | Role::Preformatted | Role::Contents(_) => Align::Start,
    });
    match given {
        Align::Justify if !layout.setup.justify || paragraph.role == Role::Preformatted => Align::Start,
        other => other,
    }
}

fn line_height(layout: &Layout, paragraph: &Paragraph) -> f32 {
    let given = paragraph.style.line_height.filter(|height| (0.5..=5.0).contains(height));
    given.unwrap_or(match paragraph.role {
        Role::Heading(_) => layout.setup.line_height.min(1.2),
        _ => layout.setup.line_height,
    })
}

/// Hands a paragraph's lines on, with what page breaks between them cost.
fn push_lines(mut strips: Vec<Strip>, paragraph: &Paragraph, stream: &mut Stream) {
    let count = strips.len();
    for (index, strip) in strips.iter_mut().enumerate() {
        if index > 0 && (index == 1 || index + 1 == count) {
            strip.cost += cost::WIDOW;
        }
        if index > 0 && (paragraph.style.keep_together || matches!(paragraph.role, Role::Heading(_))) {
            strip.cost += cost::KEPT;
        }
    }
    for strip in strips {
        stream.push(strip);
    }
}

/// Turns the texts of one paragraph into strips.
struct Writer<'p> {
    paragraph: &'p Paragraph,
    place: Place,
    heading: bool,
    align: Align,
    line_height: f32,
    first: f32,
    tabs: Tabs,
    strips: Vec<Strip>,
}

impl Writer<'_> {
    fn text(&mut self, layout: &mut Layout, text: &Text, first: bool, last: bool) -> Result<()> {
        if text.shaped.is_empty() {
            if !last {
                let height = layout.size * self.line_height;
                self.strips.push(Strip { height, ..Strip::default() });
            }
            return Ok(());
        }
        let right_to_left = self.paragraph.style.right_to_left;
        let indent = if first { self.first } else { 0.0 };
        let tabbed = text.shaped.contains('\t');
        let fill = Fill {
            align: if tabbed && self.align == Align::Justify { Align::Start } else { self.align },
            first: self.place.width - indent,
            rest: self.place.width,
            hyphenate: layout.setup.hyphenate && !self.heading && self.paragraph.role != Role::Preformatted,
            right_to_left,
            tabs: self.tabs.clone(),
        };
        let align = fill.align;
        let mut divided = false;
        break_text(layout, text, &fill, &mut |layout, line, is_first| {
            let indent = if is_first { indent } else { 0.0 };
            let mut strip = self.line(layout, &line, indent, align);
            if std::mem::replace(&mut divided, line.hyphen) {
                strip.cost += cost::HYPHEN;
            }
            self.strips.push(strip);
            Ok(())
        })
    }

    fn line(&self, layout: &mut Layout, line: &Line, indent: f32, align: Align) -> Strip {
        let style = &self.paragraph.style;
        let right_to_left = line.shaped.base_level % 2 == 1;
        let seat = Seat {
            left: self.place.left + if right_to_left { 0.0 } else { indent },
            width: self.place.width - indent,
            align,
            line_height: self.line_height,
            right_to_left,
            size: layout.size,
        };
        let mut strip = place_line(layout, line, &seat);
        if let Some(color) = style.background {
            // A hair lower than the line, so that no gap shows between it and the next.
            let area = Rect {
                left: self.place.left - 3.0,
                top: 0.0,
                right: self.place.left + self.place.width + 3.0,
                bottom: strip.height + 0.25,
            };
            strip.items.insert(0, filled(&area, color));
        }
        strip
    }
}

/// The node blocks outside all others belong to.
pub(super) const ROOT: NodeId = Structure::ROOT;
