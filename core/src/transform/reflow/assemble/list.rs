//! Lists.

use super::super::block::{Block, Para};
use super::super::list::Item;
use super::{Assembler, tenths};
use crate::model::flow::{self, Inline, List, ListItem, Marker, Paragraph};

impl Assembler<'_> {
    /// A list, and the lists of the same level that follow it: another count begins another list.
    pub(super) fn lists(&mut self, blocks: &[Block], items: &[Item]) -> Vec<flow::Block> {
        let groups = items.chunk_by(|a, b| a.list == b.list && a.found.marker == b.found.marker);
        groups.map(|items| self.list(blocks, items)).collect()
    }

    fn list(&mut self, blocks: &[Block], items: &[Item]) -> flow::Block {
        let Some(first) = items.first() else { return flow::Block::List(List::default()) };
        let numbered = matches!(first.found.marker, Marker::Number { .. });
        let start = if numbered { first.found.number } else { 1 };
        let sequence = (numbered && first.parted).then_some(first.list);
        let mut list = List { marker: first.found.marker.clone(), start, sequence, items: Vec::new() };
        for item in items {
            let mut done = Vec::new();
            for (at, block) in blocks.iter().enumerate().take(item.end).skip(item.start) {
                if let Block::Text(para) = block {
                    done.push(flow::Block::Paragraph(self.item_paragraph(para, item, at == item.start)));
                }
            }
            done.extend(self.lists(blocks, &item.children));
            list.items.push(ListItem { number: None, blocks: done });
        }
        flow::Block::List(list)
    }

    fn item_paragraph(&mut self, para: &Para, item: &Item, first: bool) -> Paragraph {
        let mut paragraph = self.paragraph(para, if first { item.found.words } else { 0 });
        paragraph.style.indent_start = tenths((item.found.text_left - para.edge()).max(0.0));
        let hang = if first { item.left - item.found.text_left } else { 0.0 };
        paragraph.style.indent_first = tenths(hang.min(0.0));
        if first {
            paragraph.style.tabs.clear();
            if matches!(paragraph.content.first(), Some(Inline::Tab)) {
                paragraph.content.remove(0);
            }
        }
        paragraph
    }
}
