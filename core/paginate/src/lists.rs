//! List items, and where their markers stand.

use std::borrow::Cow;

use super::blocks::lay_out;
use super::layout::Layout;
use super::marker::Side;
use super::place::Place;
use super::strip::Stream;
use transvase_base::error::Result;
use transvase_model::flow::{Block, List, ListItem, Marker, runs_right_to_left};
use transvase_model::pages::StructKind;

/// Indent of lists, as a multiple of the body size.
const LIST_INDENT: f32 = 1.8;

/// Lays out a list.
pub(super) fn lay_out_list(layout: &mut Layout, list: &List, place: &Place, stream: &mut Stream) -> Result<()> {
    let size = layout.size;
    let numbered = matches!(list.marker, Marker::Number { .. });
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
            let look = super::marker::look_of(layout, list, item, label);
            let lift = super::marker::lift(layout, list, item);
            let (item, hang) = if hangs { hung(layout, item, &inner) } else { (inner, 0.0) };
            super::marker::attach(layout, &text, (look, lift), &Side { item: &item, hang, right_to_left }, stream);
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
    let text = place.inset(layout.length(style.indent_start), 0.0, layout.size, style.right_to_left);
    (text, -layout.length(style.indent_first.min(0.0)))
}

/// The blocks of an item, of whose first line the marker takes the place that hangs out.
fn unhung(blocks: &[Block]) -> Cow<'_, [Block]> {
    let mut blocks = blocks.to_vec();
    if let Some(Block::Paragraph(first)) = blocks.first_mut() {
        first.style.indent_first = first.style.indent_first.max(0.0);
    }
    Cow::Owned(blocks)
}
