//! Lists of the finished flow.

use super::super::block::{Block, Para};
use super::super::color;
use super::super::list::Item;
use super::super::marker::Found;
use super::tolerances::LABEL_GAP;
use super::{Assembler, tenths};
use transvase_model::flow::{self, Color, Inline, List, ListItem, Marker, MarkerLook, Paragraph, TextStyle};

/// Indent in points of a first line where the others begin: without any, programs put the item where they like.
const FLUSH: f32 = 0.1;

impl Assembler<'_> {
    /// A list, and the lists of the same level that follow it: another count begins another list.
    /// `path` has the number of the item they stand in, after those of the items around that one.
    pub(super) fn lists(&mut self, blocks: &[Block], items: &[Item], path: &[u32]) -> Vec<flow::Block> {
        let groups = items.chunk_by(|a, b| a.list == b.list && a.found.marker == b.found.marker);
        groups.map(|items| self.list(blocks, items, path)).collect()
    }

    fn list(&mut self, blocks: &[Block], items: &[Item], path: &[u32]) -> flow::Block {
        let Some(first) = items.first() else { return flow::Block::List(List::default()) };
        let numbered = matches!(first.found.marker, Marker::Number { .. });
        let start = if numbered { first.found.number } else { 1 };
        let sequence = (numbered && first.parted).then_some(first.list);
        let (marker, look) = (marker_under(&first.found, path), look_of(blocks, items));
        let mut list = List { marker, look, start, sequence, items: Vec::new(), style: None };
        let flush = items.iter().any(|item| is_flush(blocks, item));
        for item in items {
            let mut done = Vec::new();
            for (at, block) in blocks.iter().enumerate().take(item.end).skip(item.start) {
                if let Block::Text(para) = block {
                    done.push(flow::Block::Paragraph(self.item_paragraph(para, item, at == item.start, flush)));
                }
            }
            let inner: Vec<u32> = path.iter().copied().chain([item.found.number]).collect();
            done.extend(self.lists(blocks, &item.children, &inner));
            list.items.push(ListItem { number: None, blocks: done });
        }
        flow::Block::List(list)
    }

    /// A paragraph of an item, its `first` one or one below; `flush` if the list's items go on below their markers.
    fn item_paragraph(&mut self, para: &Para, item: &Item, first: bool, flush: bool) -> Paragraph {
        let mut paragraph = self.paragraph(para, if first { item.found.words } else { 0 });
        let stands_out = stands_out(para, item);
        if first && para.lines.len() > 1 && stands_out > LABEL_GAP * para.size() {
            // The lines below begin before the marker, as those of a paragraph with a number do.
            paragraph.style.indent_first = tenths(stands_out);
        } else if first && flush && stands_out.abs() <= LABEL_GAP * para.size() {
            paragraph.style.indent_start = tenths((item.left - para.edge()).max(0.0));
            paragraph.style.indent_first = FLUSH;
        } else {
            paragraph.style.indent_start = tenths((item.found.text_left - para.edge()).max(0.0));
            let hang = if first { item.left - item.found.text_left } else { 0.0 };
            paragraph.style.indent_first = tenths(hang.min(0.0));
        }
        if first {
            // The stop of the text itself is the level's.
            let text = item.found.text_left - para.edge() + para.size();
            paragraph.style.tabs.retain(|stop| stop.position > text);
            if matches!(paragraph.content.first(), Some(Inline::Tab)) {
                paragraph.content.remove(0);
            }
        }
        paragraph
    }
}

/// How the markers of items look, where all of them differ from their text in the same way.
fn look_of(blocks: &[Block], items: &[Item]) -> MarkerLook {
    let mut looks = items.iter().filter_map(|item| {
        let Some(Block::Text(para)) = blocks.get(item.start) else { return None };
        let words = &para.lines.first()?.words;
        Some(marker_look(&words.first()?.style, &words.get(item.found.words)?.style))
    });
    let first = looks.next().unwrap_or_default();
    let (color, bold) = looks.fold((true, true), |(color, bold), look| {
        (color && look.color == first.color, bold && look.bold == first.bold)
    });
    MarkerLook { color: first.color.filter(|_| color), bold: first.bold.filter(|_| bold), ..first }
}

fn marker_look(marker: &TextStyle, text: &TextStyle) -> MarkerLook {
    let color = marker.color.unwrap_or(Color::BLACK);
    let differs = color != text.color.unwrap_or(Color::BLACK) && !color::is_light(color);
    let bold = marker.is_bold();
    MarkerLook {
        color: differs.then_some(color),
        bold: (bold != text.is_bold()).then_some(bold),
        ..MarkerLook::default()
    }
}

/// Whether the lines of an item begin below its marker, which is part of its text.
fn is_flush(blocks: &[Block], item: &Item) -> bool {
    let Some(Block::Text(para)) = blocks.get(item.start) else { return false };
    let (near, out) = (LABEL_GAP * para.size(), stands_out(para, item));
    para.lines.len() > 1 && out.abs() <= near && item.found.text_left - item.left + out > near
}

/// How far the marker of an item stands after the start of the lines below it, in points.
fn stands_out(para: &Para, item: &Item) -> f32 {
    item.left - para.edge() - para.indents.start
}

/// The marker of items inside items with the numbers of `path`: numbers that its label repeats and
/// that stand on no item around it are part of what stands before it.
fn marker_under(found: &Found, path: &[u32]) -> Marker {
    match &found.marker {
        Marker::Number { format, parents, prefix, suffix } if *parents > 0 && found.above != path => {
            let above: String = found.above.iter().map(|number| format!("{number}.")).collect();
            let prefix = format!("{prefix}{above}");
            Marker::Number { format: *format, parents: 0, prefix, suffix: suffix.clone() }
        }
        marker => marker.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::NumberFormat;

    fn found(above: &[u32]) -> Found {
        let parents = above.len() as u8;
        let (prefix, suffix) = (String::new(), String::new());
        let marker = Marker::Number { format: NumberFormat::Decimal, parents, prefix, suffix };
        Found { marker, number: 3, above: above.to_vec(), words: 1, text_left: 0.0, wide: true }
    }

    #[test]
    fn numbers_of_levels_that_are_no_items_stay_in_the_label() {
        assert_eq!(marker_under(&found(&[13, 2]), &[13, 2]), found(&[13, 2]).marker, "the items around it count");
        let Marker::Number { parents, prefix, .. } = marker_under(&found(&[13, 2]), &[]) else { panic!("a number") };
        assert_eq!((parents, prefix.as_str()), (0, "13.2."));
        let Marker::Number { prefix, .. } = marker_under(&found(&[13, 2]), &[12, 2]) else { panic!("a number") };
        assert_eq!(prefix, "13.2.", "another item is around it");
    }
}
